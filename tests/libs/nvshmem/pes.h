// pes.h - a program of the tests is run by several PEs: what differs is printed, and
// counted.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <string>
#include <vector>

static int me, n, wrong;

#define CUDA(call)                                                              \
	do {                                                                    \
		cudaError_t e_ = (call);                                        \
		if (e_ != cudaSuccess) {                                        \
			fprintf(stderr, "PE %d: %s:%d: %s: %s\n", me, __FILE__, \
			        __LINE__, #call, cudaGetErrorString(e_));       \
			exit(1);                                                \
		}                                                               \
	} while (0)

static void same(const char *what, double got, double wanted) {
	if (got != wanted && wrong++ < 20)
		fprintf(stderr, "PE %d: %s: %g, not %g\n", me, what, got, wanted);
}

// Memory of the device, as a vector.
template <class T> static std::vector<T> read(const T *p, size_t count) {
	std::vector<T> v(count);
	CUDA(cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}

template <class T> static void write(T *p, const std::vector<T> &v) {
	CUDA(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
}

static int finish() {
	nvshmem_barrier_all();
	nvshmem_finalize();
	if (!wrong)
		printf("PE %d of %d is right\n", me, n);
	return wrong != 0;
}
