/* table.c - tables of Poisson distributions for device code.
 *
 * One allocation of the device has all parts. Device pointers are addresses of the
 * process, so the pointers for the host are the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include <curand_discrete.h>

#include <math.h>

#include "base/arena.h"
#include "runtime/driver/table.h"
#include "runtime/libs/call.h"
#include "runtime/rand/distribution.h"

#define MEAN_MOST 400000.0
#define MEAN_OF_BINS 2000.0 /* from here on normal numbers do */

struct parts {
	struct curandDiscreteDistribution_st distribution;
	struct curandDistributionM2Shift_st shift;
	struct curandHistogramM2_st histogram;
};

/* Fills in `p`, which will be at `at`, and the bins that follow it. */
static void fill(struct parts *p, u8 *at, double mean, u32 length, void *scratch) {
	struct parts *there = (struct parts *)(void *)at;
	curandHistogramM2V_t bounds = (void *)(at + sizeof *p);
	curandHistogramM2K_t others = (void *)(at + sizeof *p + 8 * (size_t)length);
	*p = (struct parts){
		.distribution = {.self_host_ptr = &there->distribution,
	                         .stddev = sqrt(mean),
	                         .mean = mean,
	                         .method = length ? CURAND_M2 : CURAND_DISCRETE_GAUSS},
		.shift = {&there->histogram, &there->histogram, 0, length, 0},
		.histogram = {bounds, bounds, others, others, 0},
	};
	if (length == 0)
		return;
	struct poisson made;
	poisson_make(&made, mean, scratch);
	p->distribution.M2 = p->distribution.host_M2 = &there->shift;
	p->shift.shift = made.shift;
	memcpy(p + 1, made.bound, 8 * (size_t)length);
	memcpy((u8 *)(p + 1) + 8 * (size_t)length, made.other, 4 * (size_t)length);
}

curandStatus_t curandCreatePoissonDistribution(double lambda,
                                               curandDiscreteDistribution_t *out) {
	if (!out)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!(lambda > 0 && lambda <= MEAN_MOST))
		return CURAND_STATUS_OUT_OF_RANGE;
	int device;
	if (lib_current_device(&device) != cudaSuccess)
		return CURAND_STATUS_PREEXISTING_FAILURE;
	u32 length = lambda < MEAN_OF_BINS ? poisson_length(lambda) : 0;
	size_t bytes = sizeof(struct parts) + 12 * (size_t)length;
	struct arena a = ARENA_INIT;
	CUdeviceptr at;
	if (!arena_reserve(&a, bytes + poisson_bytes(length) + 256, 64))
		return CURAND_STATUS_ALLOCATION_FAILED;
	struct parts *p = arena_alloc(&a, bytes, 64);
	curandStatus_t status = CURAND_STATUS_ALLOCATION_FAILED;
	if (lib_driver()->cuMemAlloc_v2(&at, bytes) == CUDA_SUCCESS) {
		fill(p, (u8 *)(uintptr_t)at, lambda, length,
		     arena_alloc(&a, poisson_bytes(length), 64));
		status = CURAND_STATUS_SUCCESS;
		if (lib_driver()->cuMemcpyHtoD_v2(at, p, bytes) != CUDA_SUCCESS) {
			lib_driver()->cuMemFree_v2(at);
			status = CURAND_STATUS_INTERNAL_ERROR;
		}
	}
	arena_drop(&a);
	if (status == CURAND_STATUS_SUCCESS)
		*out = (curandDiscreteDistribution_t)(uintptr_t)at;
	return status;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t d) {
	if (!d)
		return CURAND_STATUS_NOT_INITIALIZED;
	return lib_driver() && lib_driver()->cuMemFree_v2((CUdeviceptr)(uintptr_t)d) ==
	                               CUDA_SUCCESS
	               ? CURAND_STATUS_SUCCESS
	               : CURAND_STATUS_NOT_INITIALIZED;
}
