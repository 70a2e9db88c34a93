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

__SIMT_RAND void __simt_xorwow_step(unsigned (&v)[5]) {
	unsigned t = v[0] ^ (v[0] >> 2);
	v[0] = v[1];
	v[1] = v[2];
	v[2] = v[3];
	v[3] = v[4];
	v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

__SIMT_RAND unsigned int curand(curandStateXORWOW_t *state) {
	__simt_xorwow_step(state->v);
	state->d += __simt_xorwow_stride;
	return state->v[4] + state->d;
}

/* What the polynomial makes of the register. */
static __device__ void __simt_xorwow_apply(unsigned (&v)[5],
                                           const unsigned (&polynomial)[5]) {
	unsigned sum[5] = {0, 0, 0, 0, 0};
	unsigned now[5] = {v[0], v[1], v[2], v[3], v[4]};
	for (unsigned w = 0; w < 5; w++) {
		unsigned bits = polynomial[w];
		for (unsigned i = 0; i < 32; i++, bits >>= 1) {
			unsigned mask = 0u - (bits & 1);
			sum[0] ^= now[0] & mask;
			sum[1] ^= now[1] & mask;
			sum[2] ^= now[2] & mask;
			sum[3] ^= now[3] & mask;
			sum[4] ^= now[4] & mask;
			__simt_xorwow_step(now);
		}
	}
	v[0] = sum[0];
	v[1] = sum[1];
	v[2] = sum[2];
	v[3] = sum[3];
	v[4] = sum[4];
}

__SIMT_RAND void __simt_xorwow_jump(unsigned (&state)[5], unsigned long long n,
                                    const unsigned (&powers)[64][5]) {
	if (n == 0)
		return;
	unsigned v[5] = {state[0], state[1], state[2], state[3], state[4]};
	for (unsigned k = 0; n != 0; n >>= 1, k++)
		if (n & 1)
			__simt_xorwow_apply(v, powers[k]);
	state[0] = v[0];
	state[1] = v[1];
	state[2] = v[2];
	state[3] = v[3];
	state[4] = v[4];
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
	__simt_xorwow_jump(state->v, n, __simt_xorwow_steps);
	state->d += __simt_xorwow_stride * (unsigned)n;
}

/* n times 2^67 numbers further, which the counter does not see. */
__SIMT_RAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
	__simt_xorwow_jump(state->v, n, __simt_xorwow_sequences);
}

__SIMT_RAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateXORWOW_t *state) {
	unsigned s0 = (unsigned)seed ^ 0xaad26b49u;
	unsigned s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
	unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
	state->d = 6615241 + t1 + t0;
	state->v[0] = 123456789u + t0;
	state->v[1] = 362436069u ^ t0;
	state->v[2] = 521288629u + t1;
	state->v[3] = 88675123u ^ t1;
	state->v[4] = 5783321u + t0;
	skipahead_sequence(subsequence, state);
	skipahead(offset, state);
	__SIMT_RAND_FORGET(state);
}
