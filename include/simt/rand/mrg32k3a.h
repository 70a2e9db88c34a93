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
	static constexpr unsigned prime = 0u - _Less;

	__device__ __forceinline__ static unsigned reduce(unsigned long long x) {
		x = (x >> 32) * _Less + (unsigned)x;
		x = (x >> 32) * _Less + (unsigned)x;
		return (unsigned)(x >= prime ? x - prime : x);
	}
	__device__ __forceinline__ static unsigned product(unsigned x, unsigned y) {
		return reduce((unsigned long long)x * y);
	}
	/* x0 y0 + x1 y1 + x2 y2 */
	__device__ __forceinline__ static unsigned dot(const unsigned *x, unsigned y0,
	                                               unsigned y1, unsigned y2) {
		unsigned long long sum = product(x[0], y0);
		sum += product(x[1], y1);
		sum += product(x[2], y2);
		return reduce(sum);
	}
	__device__ __forceinline__ static void square(unsigned (&m)[9]) {
		unsigned r[9];
		for (unsigned i = 0; i < 3; i++)
			for (unsigned j = 0; j < 3; j++)
				r[3 * i + j] = dot(&m[3 * i], m[j], m[3 + j], m[6 + j]);
		for (unsigned i = 0; i < 9; i++)
			m[i] = r[i];
	}
	/* v becomes m^n v. */
	__device__ static void jump(unsigned (&v)[3], unsigned (&m)[9],
	                            unsigned long long n) {
		unsigned v0 = v[0], v1 = v[1], v2 = v[2];
		for (; n != 0; n >>= 1) {
			if (n & 1) {
				unsigned w0 = dot(&m[0], v0, v1, v2);
				unsigned w1 = dot(&m[3], v0, v1, v2);
				v2 = dot(&m[6], v0, v1, v2);
				v0 = w0;
				v1 = w1;
			}
			square(m);
		}
		v[0] = v0;
		v[1] = v1;
		v[2] = v2;
	}
};
typedef __simt_mrg_field<209> __simt_mrg_1;
typedef __simt_mrg_field<22853> __simt_mrg_2;

/* 1 to 2^32 - 209 */
__SIMT_RAND unsigned __simt_mrg_next(curandStateMRG32k3a_t *state) {
	/* a x - b y as a x + b (prime - y), so that nothing is negative */
	unsigned p1 = __simt_mrg_1::reduce(1403580ull * state->s1[1] +
	                                   810728ull *
	                                           (__simt_mrg_1::prime - state->s1[0]));
	unsigned p2 = __simt_mrg_2::reduce(527612ull * state->s2[2] +
	                                   1370589ull *
	                                           (__simt_mrg_2::prime - state->s2[0]));
	state->s1[0] = state->s1[1];
	state->s1[1] = state->s1[2];
	state->s1[2] = p1;
	state->s2[0] = state->s2[1];
	state->s2[1] = state->s2[2];
	state->s2[2] = p2;
	return p1 > p2 ? p1 - p2 : p1 - p2 + __simt_mrg_1::prime;
}

/* All of 32 bits: scaled from the prime to 2^32 - 1. */
__SIMT_RAND unsigned int curand(curandStateMRG32k3a_t *state) {
	return (unsigned)(__simt_mrg_next(state) * 1.000000048662);
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
	unsigned m1[9] = {0, 1, 0, 0, 0, 1, 4294156359u, 1403580, 0};
	unsigned m2[9] = {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612};
	__simt_mrg_1::jump(state->s1, m1, n);
	__simt_mrg_2::jump(state->s2, m2, n);
}

/* n times 2^76 numbers further. */
__SIMT_RAND void skipahead_subsequence(unsigned long long n,
                                       curandStateMRG32k3a_t *state) {
	unsigned m1[9] = {82758667u,   1871391091u, 4127413238u, 3672831523u, 69195019u,
	                  1871391091u, 3672091415u, 3528743235u, 69195019u};
	unsigned m2[9] = {1511326704u, 3759209742u, 1610795712u, 4292754251u, 1511326704u,
	                  3889917532u, 3859662829u, 4292754251u, 3708466080u};
	__simt_mrg_1::jump(state->s1, m1, n);
	__simt_mrg_2::jump(state->s2, m2, n);
}

/* n times 2^127 numbers further. */
__SIMT_RAND void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
	unsigned m1[9] = {2427906178u, 3580155704u, 949770784u, 226153695u, 1230515664u,
	                  3580155704u, 1988835001u, 986791581u, 1230515664u};
	unsigned m2[9] = {1464411153u, 277697599u,  1610723613u, 32183930u,  1464411153u,
	                  1022607788u, 2824425944u, 32183930u,   2093834863u};
	__simt_mrg_1::jump(state->s1, m1, n);
	__simt_mrg_2::jump(state->s2, m2, n);
}

__SIMT_RAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateMRG32k3a_t *state) {
	for (unsigned i = 0; i < 3; i++)
		state->s1[i] = state->s2[i] = 12345;
	if (seed != 0) {
		unsigned low = (unsigned)seed ^ 0x55555555u;
		unsigned high = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;
		state->s1[0] = __simt_mrg_1::product(low, 12345);
		state->s1[1] = __simt_mrg_1::product(high, 12345);
		state->s1[2] = __simt_mrg_1::product(low, 12345);
		state->s2[0] = __simt_mrg_2::product(high, 12345);
		state->s2[1] = __simt_mrg_2::product(low, 12345);
		state->s2[2] = __simt_mrg_2::product(high, 12345);
	}
	skipahead_subsequence(subsequence, state);
	skipahead(offset, state);
	__SIMT_RAND_FORGET(state);
}
