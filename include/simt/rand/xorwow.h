/* xorwow.h - Marsaglia's xorwow: a shift register of 160 bits and a counter.
 *
 * One step of the register is a linear map over bits, so n steps are a polynomial in it: x^n
 * modulo the map's characteristic polynomial. Jumps multiply by one such polynomial for each
 * bit of n.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/base.h"

#include "simt/rand/xorwow_jump.h"

struct curandStateXORWOW {
	unsigned int d, v[5];
	__SIMT_RAND_KEPT;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

enum { __simt_xorwow_stride = 362437 };

__SIMT_RAND void __simt_xorwow_step(unsigned (&__v)[5]) {
	unsigned __t = __v[0] ^ (__v[0] >> 2);
	__v[0] = __v[1];
	__v[1] = __v[2];
	__v[2] = __v[3];
	__v[3] = __v[4];
	__v[4] = (__v[4] ^ (__v[4] << 4)) ^ (__t ^ (__t << 1));
}

__SIMT_RAND unsigned int curand(curandStateXORWOW_t *__state) {
	__simt_xorwow_step(__state->v);
	__state->d += __simt_xorwow_stride;
	return __state->v[4] + __state->d;
}

/* Applies the polynomial to the register. */
__SIMT_RAND_LARGE void __simt_xorwow_apply(unsigned (&__v)[5],
                                           const unsigned (&__polynomial)[5]) {
	unsigned __sum[5] = {0, 0, 0, 0, 0};
	unsigned __now[5] = {__v[0], __v[1], __v[2], __v[3], __v[4]};
	for (unsigned __w = 0; __w < 5; __w++) {
		unsigned __bits = __polynomial[__w];
		for (unsigned __i = 0; __i < 32; __i++, __bits >>= 1) {
			unsigned __mask = 0u - (__bits & 1);
			__sum[0] ^= __now[0] & __mask;
			__sum[1] ^= __now[1] & __mask;
			__sum[2] ^= __now[2] & __mask;
			__sum[3] ^= __now[3] & __mask;
			__sum[4] ^= __now[4] & __mask;
			__simt_xorwow_step(__now);
		}
	}
	__v[0] = __sum[0];
	__v[1] = __sum[1];
	__v[2] = __sum[2];
	__v[3] = __sum[3];
	__v[4] = __sum[4];
}

__SIMT_RAND void __simt_xorwow_jump(unsigned (&__state)[5], unsigned long long __n,
                                    const unsigned (&__powers)[64][5]) {
	if (__n == 0)
		return;
	unsigned __v[5] = {__state[0], __state[1], __state[2], __state[3], __state[4]};
	for (unsigned __k = 0; __n != 0; __n >>= 1, __k++)
		if (__n & 1)
			__simt_xorwow_apply(__v, __powers[__k]);
	__state[0] = __v[0];
	__state[1] = __v[1];
	__state[2] = __v[2];
	__state[3] = __v[3];
	__state[4] = __v[4];
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long __n, curandStateXORWOW_t *__state) {
	__simt_xorwow_jump(__state->v, __n, __simt_xorwow_steps);
	__state->d += __simt_xorwow_stride * (unsigned)__n;
}

/* n times 2^67 numbers further, which the counter does not see. */
__SIMT_RAND void skipahead_sequence(unsigned long long __n,
                                    curandStateXORWOW_t *__state) {
	__simt_xorwow_jump(__state->v, __n, __simt_xorwow_sequences);
}

__SIMT_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence,
                             unsigned long long __offset, curandStateXORWOW_t *__state) {
	unsigned __s0 = (unsigned)__seed ^ 0xaad26b49u;
	unsigned __s1 = (unsigned)(__seed >> 32) ^ 0xf7dcefddu;
	unsigned __t0 = 1099087573u * __s0, __t1 = 2591861531u * __s1;
	__state->d = 6615241 + __t1 + __t0;
	__state->v[0] = 123456789u + __t0;
	__state->v[1] = 362436069u ^ __t0;
	__state->v[2] = 521288629u + __t1;
	__state->v[3] = 88675123u ^ __t1;
	__state->v[4] = 5783321u + __t0;
	skipahead_sequence(__subsequence, __state);
	skipahead(__offset, __state);
	__SIMT_RAND_FORGET(__state);
}
