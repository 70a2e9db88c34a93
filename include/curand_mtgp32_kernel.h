/* curand_mtgp32_kernel.h - MTGP32 in device code. All threads of a block, at most 256, draw
 * together: each call has two barriers. In C++ without CUDA there are types alone.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_MTGP32_KERNEL_H

#include "curand_mtgp32.h"
#include "simt/rand/base.h"

#if defined(__CUDACC__)

/* A number and the state's next word, which is left in the ring. */
__SIMT_RAND unsigned __simt_mtgp32_next(curandStateMtgp32_t *__state, unsigned __place,
                                        unsigned *__other) {
	const mtgp32_kernel_params_t *__k = __state->k;
	int __set = __state->pIdx;
	unsigned *__s = __state->s, __at = __place + (unsigned)__state->offset;
	unsigned __far = __at + __k->pos_tbl[__set];
	unsigned __v = (__s[__at & MTGP32_STATE_MASK] & __k->mask[0]) ^
	               __s[(__at + 1) & MTGP32_STATE_MASK];
	__v ^= __v << __k->sh1_tbl[__set];
	__v ^= __s[__far & MTGP32_STATE_MASK] >> __k->sh2_tbl[__set];
	__v ^= __k->param_tbl[__set][__v & 15];
	unsigned __t = __s[(__far - 1) & MTGP32_STATE_MASK];
	__t ^= __t >> 16;
	__t ^= __t >> 8;
	__s[(__at + MTGPDC_N) & MTGP32_STATE_MASK] = __v;
	*__other = __t & 15;
	return __v;
}

/* Goes on by n numbers after all threads have had theirs. */
__SIMT_RAND void __simt_mtgp32_step(curandStateMtgp32_t *__state, bool __is_first,
                                    unsigned __n) {
	__syncthreads();
	if (__is_first)
		__state->offset = (int)(((unsigned)__state->offset + __n) & MTGP32_STATE_MASK);
	__syncthreads();
}

__SIMT_RAND unsigned __simt_mtgp32_thread() {
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__SIMT_RAND unsigned __simt_mtgp32_threads() {
	return blockDim.x * blockDim.y * blockDim.z;
}

/* The number at place `index` of n, all of which a block draws. */
__SIMT_RAND unsigned int curand_mtgp32_specific(curandStateMtgp32_t *__state,
                                                unsigned char __index, unsigned char __n) {
	unsigned __t, __v = __simt_mtgp32_next(__state, __index, &__t);
	__v ^= __state->k->temper_tbl[__state->pIdx][__t];
	__simt_mtgp32_step(__state, __index == 0, __n);
	return __v;
}
__SIMT_RAND unsigned int curand(curandStateMtgp32_t *__state) {
	unsigned __place = __simt_mtgp32_thread(), __t;
	unsigned __v = __simt_mtgp32_next(__state, __place, &__t);
	__v ^= __state->k->temper_tbl[__state->pIdx][__t];
	__simt_mtgp32_step(__state, __place == 0, __simt_mtgp32_threads());
	return __v;
}

/* Floats from 1 to 2, by a tempering of their own. */
__SIMT_RAND float curand_mtgp32_single_specific(curandStateMtgp32_t *__state,
                                                unsigned char __index, unsigned char __n) {
	unsigned __t, __v = __simt_mtgp32_next(__state, __index, &__t);
	__v = __v >> 9 ^ __state->k->single_temper_tbl[__state->pIdx][__t];
	__simt_mtgp32_step(__state, __index == 0, __n);
	return __uint_as_float(__v);
}
__SIMT_RAND float curand_mtgp32_single(curandStateMtgp32_t *__state) {
	unsigned __place = __simt_mtgp32_thread(), __t;
	unsigned __v = __simt_mtgp32_next(__state, __place, &__t);
	__v = __v >> 9 ^ __state->k->single_temper_tbl[__state->pIdx][__t];
	__simt_mtgp32_step(__state, __place == 0, __simt_mtgp32_threads());
	return __uint_as_float(__v);
}

#endif
