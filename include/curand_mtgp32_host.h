/* curand_mtgp32_host.h - makes the parameters and states of MTGP32 that kernels use. The
 * sequences are those of the generator for the host with the same seed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_MTGP32_HOST_H

#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_mtgp32.h"

#if defined(__cplusplus)

/* Fills in p, which is memory of the device, from the sets of parameters. */
static inline __host__ curandStatus_t
curandMakeMTGP32Constants(const mtgp32_params_fast_t __params[], mtgp32_kernel_params_t *__p) {
	mtgp32_kernel_params_t *__all = (mtgp32_kernel_params_t *)calloc(1, sizeof *__all);
	if (!__all)
		return CURAND_STATUS_ALLOCATION_FAILED;
	__all->mask[0] = __params[0].mask;
	for (int __i = 0; __i < CURAND_NUM_MTGP32_PARAMS; __i++) {
		const mtgp32_params_fast_t *__one = &__params[__i];
		__all->pos_tbl[__i] = (unsigned)__one->pos;
		__all->sh1_tbl[__i] = (unsigned)__one->sh1;
		__all->sh2_tbl[__i] = (unsigned)__one->sh2;
		memcpy(__all->param_tbl[__i], __one->tbl, sizeof __one->tbl);
		memcpy(__all->temper_tbl[__i], __one->tmp_tbl, sizeof __one->tmp_tbl);
		memcpy(__all->single_temper_tbl[__i], __one->flt_tmp_tbl,
		       sizeof __one->flt_tmp_tbl);
	}
	cudaError_t __e = cudaMemcpy(__p, __all, sizeof *__all, cudaMemcpyHostToDevice);
	free(__all);
	return __e ? CURAND_STATUS_INITIALIZATION_FAILED : CURAND_STATUS_SUCCESS;
}

static inline __host__ void __simt_mtgp32_seed(unsigned __state[],
                                               const mtgp32_params_fast_t *__one,
                                               unsigned __seed) {
	unsigned __hidden = __one->tbl[4] ^ __one->tbl[8] << 16, __fill = __hidden;
	__fill += __fill >> 16;
	__fill += __fill >> 8;
	memset(__state, (int)(__fill & 0xff), MTGPDC_N * sizeof *__state);
	__state[0] = __seed;
	__state[1] = __hidden;
	for (unsigned __i = 1; __i < MTGPDC_N; __i++)
		__state[__i] ^= 1812433253u * (__state[__i - 1] ^ __state[__i - 1] >> 30) + __i;
}

/* Fills in the n states s, which are memory of the device, with seeds and parameters of
 * their own: there are 200 of these. k is from curandMakeMTGP32Constants. */
static inline __host__ curandStatus_t
curandMakeMTGP32KernelState(curandStateMtgp32_t *__s, mtgp32_params_fast_t __params[],
                            mtgp32_kernel_params_t *__k, int __n, unsigned long long __seed) {
	if (__n < 0 || __n > CURAND_NUM_MTGP32_PARAMS)
		return CURAND_STATUS_OUT_OF_RANGE;
	curandStateMtgp32_t *__all =
		(curandStateMtgp32_t *)calloc((size_t)__n + 1, sizeof *__all);
	if (!__all)
		return CURAND_STATUS_ALLOCATION_FAILED;
	for (int __i = 0; __i < __n; __i++) {
		__simt_mtgp32_seed(__all[__i].s, &__params[__i],
		                   (unsigned)(__seed ^ __seed >> 32) + (unsigned)__i + 1);
		__all[__i].pIdx = __i;
		__all[__i].k = __k;
	}
	cudaError_t __e = cudaMemcpy(__s, __all, (size_t)__n * sizeof *__all,
	                             cudaMemcpyHostToDevice);
	free(__all);
	return __e ? CURAND_STATUS_INITIALIZATION_FAILED : CURAND_STATUS_SUCCESS;
}

#endif
