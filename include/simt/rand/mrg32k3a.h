/* mrg32k3a.h - L'Ecuyer's MRG32k3a: two recurrences of three numbers each, modulo two primes
 * below 2^32.
 *
 * n steps are the n-th power of a recurrence's 3x3 matrix.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/base.h"

struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3];
	__SIMT_RAND_KEPT;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/* A prime 2^32 - Less, and products modulo it. */
template <unsigned _Less> struct __simt_mrg_field {
	static constexpr unsigned __prime = 0u - _Less;

	__device__ __forceinline__ static unsigned __reduce(unsigned long long __x) {
		__x = (__x >> 32) * _Less + (unsigned)__x;
		__x = (__x >> 32) * _Less + (unsigned)__x;
		return (unsigned)(__x >= __prime ? __x - __prime : __x);
	}
	__device__ __forceinline__ static unsigned __product(unsigned __x, unsigned __y) {
		return __reduce((unsigned long long)__x * __y);
	}
	/* x0 y0 + x1 y1 + x2 y2 */
	__device__ __forceinline__ static unsigned
	__dot(const unsigned *__x, unsigned __y0, unsigned __y1, unsigned __y2) {
		unsigned long long __sum = __product(__x[0], __y0);
		__sum += __product(__x[1], __y1);
		__sum += __product(__x[2], __y2);
		return __reduce(__sum);
	}
	__device__ __forceinline__ static void __square(unsigned (&__m)[9]) {
		unsigned __r[9];
		for (unsigned __i = 0; __i < 3; __i++)
			for (unsigned __j = 0; __j < 3; __j++)
				__r[3 * __i + __j] = __dot(&__m[3 * __i], __m[__j],
				                           __m[3 + __j], __m[6 + __j]);
		for (unsigned __i = 0; __i < 9; __i++)
			__m[__i] = __r[__i];
	}
	/* v becomes m^n v. */
	__device__ static void __jump(unsigned (&__v)[3], unsigned (&__m)[9],
	                              unsigned long long __n) {
		unsigned __v0 = __v[0], __v1 = __v[1], __v2 = __v[2];
		for (; __n != 0; __n >>= 1) {
			if (__n & 1) {
				unsigned __w0 = __dot(&__m[0], __v0, __v1, __v2);
				unsigned __w1 = __dot(&__m[3], __v0, __v1, __v2);
				__v2 = __dot(&__m[6], __v0, __v1, __v2);
				__v0 = __w0;
				__v1 = __w1;
			}
			__square(__m);
		}
		__v[0] = __v0;
		__v[1] = __v1;
		__v[2] = __v2;
	}
};
typedef __simt_mrg_field<209> __simt_mrg_1;
typedef __simt_mrg_field<22853> __simt_mrg_2;

/* 1 to 2^32 - 209 */
__SIMT_RAND unsigned __simt_mrg_next(curandStateMRG32k3a_t *__state) {
	/* a x - b y as a x + b (prime - y), so that nothing is negative */
	unsigned __p1 = __simt_mrg_1::__reduce(
		1403580ull * __state->s1[1] +
		810728ull * (__simt_mrg_1::__prime - __state->s1[0]));
	unsigned __p2 = __simt_mrg_2::__reduce(
		527612ull * __state->s2[2] +
		1370589ull * (__simt_mrg_2::__prime - __state->s2[0]));
	__state->s1[0] = __state->s1[1];
	__state->s1[1] = __state->s1[2];
	__state->s1[2] = __p1;
	__state->s2[0] = __state->s2[1];
	__state->s2[1] = __state->s2[2];
	__state->s2[2] = __p2;
	return __p1 > __p2 ? __p1 - __p2 : __p1 - __p2 + __simt_mrg_1::__prime;
}

/* All of 32 bits: scaled from the prime to 2^32 - 1. */
__SIMT_RAND unsigned int curand(curandStateMRG32k3a_t *__state) {
	return (unsigned)(__simt_mrg_next(__state) * 1.000000048662);
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long __n, curandStateMRG32k3a_t *__state) {
	unsigned __m1[9] = {0, 1, 0, 0, 0, 1, 4294156359u, 1403580, 0};
	unsigned __m2[9] = {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612};
	__simt_mrg_1::__jump(__state->s1, __m1, __n);
	__simt_mrg_2::__jump(__state->s2, __m2, __n);
}

/* n times 2^76 numbers further. */
__SIMT_RAND void skipahead_subsequence(unsigned long long __n,
                                       curandStateMRG32k3a_t *__state) {
	unsigned __m1[9] = {82758667u,   1871391091u, 4127413238u, 3672831523u, 69195019u,
	                    1871391091u, 3672091415u, 3528743235u, 69195019u};
	unsigned __m2[9] = {1511326704u, 3759209742u, 1610795712u,
	                    4292754251u, 1511326704u, 3889917532u,
	                    3859662829u, 4292754251u, 3708466080u};
	__simt_mrg_1::__jump(__state->s1, __m1, __n);
	__simt_mrg_2::__jump(__state->s2, __m2, __n);
}

/* n times 2^127 numbers further. */
__SIMT_RAND void skipahead_sequence(unsigned long long __n,
                                    curandStateMRG32k3a_t *__state) {
	unsigned __m1[9] = {2427906178u, 3580155704u, 949770784u, 226153695u, 1230515664u,
	                    3580155704u, 1988835001u, 986791581u, 1230515664u};
	unsigned __m2[9] = {1464411153u, 277697599u,  1610723613u,
	                    32183930u,   1464411153u, 1022607788u,
	                    2824425944u, 32183930u,   2093834863u};
	__simt_mrg_1::__jump(__state->s1, __m1, __n);
	__simt_mrg_2::__jump(__state->s2, __m2, __n);
}

__SIMT_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence,
                             unsigned long long __offset,
                             curandStateMRG32k3a_t *__state) {
	for (unsigned __i = 0; __i < 3; __i++)
		__state->s1[__i] = __state->s2[__i] = 12345;
	if (__seed != 0) {
		unsigned __low = (unsigned)__seed ^ 0x55555555u;
		unsigned __high = (unsigned)(__seed >> 32) ^ 0xaaaaaaaau;
		__state->s1[0] = __simt_mrg_1::__product(__low, 12345);
		__state->s1[1] = __simt_mrg_1::__product(__high, 12345);
		__state->s1[2] = __simt_mrg_1::__product(__low, 12345);
		__state->s2[0] = __simt_mrg_2::__product(__high, 12345);
		__state->s2[1] = __simt_mrg_2::__product(__low, 12345);
		__state->s2[2] = __simt_mrg_2::__product(__high, 12345);
	}
	skipahead_subsequence(__subsequence, __state);
	skipahead(__offset, __state);
	__SIMT_RAND_FORGET(__state);
}
