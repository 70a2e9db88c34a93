/* philox.h - Philox4x32-10 (Salmon and others): ten rounds that scramble a counter of 128
 * bits under a key.
 *
 * A sequence is the counter's upper half, so jumps are additions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/base.h"

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE; /* how many of the output are used */
	__SIMT_RAND_KEPT;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__SIMT_RAND uint4 curand_Philox4x32_10(uint4 __c, uint2 __key) {
#if defined(__CUDACC__)
#pragma unroll
#endif
	for (unsigned __round = 0; __round < 10; __round++) {
		unsigned __high0 = __simt_rand_high(0xd2511f53u, __c.x),
			 __low0 = 0xd2511f53u * __c.x;
		unsigned __high1 = __simt_rand_high(0xcd9e8d57u, __c.z),
			 __low1 = 0xcd9e8d57u * __c.z;
		__c = make_uint4(__high1 ^ __c.y ^ __key.x, __low1,
		                 __high0 ^ __c.w ^ __key.y, __low0);
		__key.x += 0x9e3779b9u;
		__key.y += 0xbb67ae85u;
	}
	return __c;
}

__SIMT_RAND void __simt_philox_add(uint4 *__c, unsigned long long __low,
                                   unsigned long long __high) {
	unsigned long long __l = (unsigned long long)__c->y << 32 | __c->x;
	unsigned long long __h = (unsigned long long)__c->w << 32 | __c->z;
	__l += __low;
	__h += __high + (__l < __low);
	*__c = make_uint4((unsigned)__l, (unsigned)(__l >> 32), (unsigned)__h,
	                  (unsigned)(__h >> 32));
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long __n, curandStatePhilox4_32_10_t *__state) {
	unsigned __used = __state->STATE + (unsigned)(__n & 3);
	__simt_philox_add(&__state->ctr, __n / 4 + __used / 4, 0);
	__state->STATE = __used % 4;
	__state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}

/* n times 2^66 numbers further. */
__SIMT_RAND void skipahead_sequence(unsigned long long __n,
                                    curandStatePhilox4_32_10_t *__state) {
	__simt_philox_add(&__state->ctr, 0, __n);
	__state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}

__SIMT_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence,
                             unsigned long long __offset,
                             curandStatePhilox4_32_10_t *__state) {
	__state->ctr = make_uint4(0, 0, 0, 0);
	__state->key = make_uint2((unsigned)__seed, (unsigned)(__seed >> 32));
	__state->STATE = 0;
	__SIMT_RAND_FORGET(__state);
	skipahead_sequence(__subsequence, __state);
	skipahead(__offset, __state);
}

__SIMT_RAND unsigned int curand(curandStatePhilox4_32_10_t *__state) {
	unsigned __used = __state->STATE++;
	uint4 __v = __state->output;
	unsigned __number = __used == 0   ? __v.x
	                    : __used == 1 ? __v.y
	                    : __used == 2 ? __v.z
	                                  : __v.w;
	if (__state->STATE == 4) {
		__simt_philox_add(&__state->ctr, 1, 0);
		__state->output = curand_Philox4x32_10(__state->ctr, __state->key);
		__state->STATE = 0;
	}
	return __number;
}

/* The next four numbers. */
__SIMT_RAND uint4 curand4(curandStatePhilox4_32_10_t *__state) {
	uint4 __v = __state->output;
	__simt_philox_add(&__state->ctr, 1, 0);
	uint4 __next = __state->output = curand_Philox4x32_10(__state->ctr,
	                                                        __state->key);
	switch (__state->STATE) {
	case 1: return make_uint4(__v.y, __v.z, __v.w, __next.x);
	case 2: return make_uint4(__v.z, __v.w, __next.x, __next.y);
	case 3: return make_uint4(__v.w, __next.x, __next.y, __next.z);
	default: return __v;
	}
}
