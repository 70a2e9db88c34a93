/* What applications.py inserts into the copies of programs that it times: the marks of a
   region, whose time is printed at the end, and the recording of results, which are
   compared.
   SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define cudaThreadSynchronize cudaDeviceSynchronize /* CUDA 13 has the new name only */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double region_sum, region_start;

static inline double region_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Both wait for what the device has to do, so that the region has the kernels between
 * them and no others. */
static inline void region_begin(void) {
#ifdef __CUDACC__
	cudaDeviceSynchronize();
#endif
	region_start = region_now();
}

static inline void region_end(void) {
#ifdef __CUDACC__
	cudaDeviceSynchronize();
#endif
	region_sum += region_now() - region_start;
}

__attribute__((destructor)) static void region_print(void) {
	if (region_sum > 0)
		printf("\nregion %.9f\n", region_sum);
}

/* Adds values to the file of results as doubles: all of them, or a million evenly spaced
 * ones. */
#define RESULT(type)                                                                 \
	__attribute__((unused)) static void result_##type(const type *v, size_t n) { \
		size_t i, step = n / 1000000 + 1;                                    \
		FILE *f = fopen("applications.result", "ab");                        \
		for (i = 0; f && i < n; i += step) {                                 \
			double d = v[i];                                             \
			fwrite(&d, sizeof d, 1, f);                                  \
		}                                                                    \
		if (!f || fclose(f))                                                 \
			exit(99);                                                    \
	}
RESULT(float)
RESULT(double)
RESULT(int)
