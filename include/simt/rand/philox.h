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

__SIMT_RAND uint4 curand_Philox4x32_10(uint4 c, uint2 key) {
#pragma unroll
	for (unsigned round = 0; round < 10; round++) {
		unsigned high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
		unsigned high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
		c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
		key.x += 0x9e3779b9u;
		key.y += 0xbb67ae85u;
	}
	return c;
}

__SIMT_RAND void __simt_philox_add(uint4 *c, unsigned long long low,
                                   unsigned long long high) {
	unsigned long long l = (unsigned long long)c->y << 32 | c->x;
	unsigned long long h = (unsigned long long)c->w << 32 | c->z;
	l += low;
	h += high + (l < low);
	*c = make_uint4((unsigned)l, (unsigned)(l >> 32), (unsigned)h,
	                (unsigned)(h >> 32));
}

/* n numbers further. */
__SIMT_RAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
	unsigned used = state->STATE + (unsigned)(n & 3);
	__simt_philox_add(&state->ctr, n / 4 + used / 4, 0);
	state->STATE = used % 4;
	state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/* n times 2^66 numbers further. */
__SIMT_RAND void skipahead_sequence(unsigned long long n,
                                    curandStatePhilox4_32_10_t *state) {
	__simt_philox_add(&state->ctr, 0, n);
	state->output = curand_Philox4x32_10(state->ctr, state->key);
}

__SIMT_RAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset,
                             curandStatePhilox4_32_10_t *state) {
	state->ctr = make_uint4(0, 0, 0, 0);
	state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
	state->STATE = 0;
	__SIMT_RAND_FORGET(state);
	skipahead_sequence(subsequence, state);
	skipahead(offset, state);
}

__SIMT_RAND unsigned int curand(curandStatePhilox4_32_10_t *state) {
	unsigned used = state->STATE++;
	uint4 v = state->output;
	unsigned number = used == 0 ? v.x : used == 1 ? v.y : used == 2 ? v.z : v.w;
	if (state->STATE == 4) {
		__simt_philox_add(&state->ctr, 1, 0);
		state->output = curand_Philox4x32_10(state->ctr, state->key);
		state->STATE = 0;
	}
	return number;
}

/* The next four numbers. */
__SIMT_RAND uint4 curand4(curandStatePhilox4_32_10_t *state) {
	uint4 v = state->output;
	__simt_philox_add(&state->ctr, 1, 0);
	uint4 next = state->output = curand_Philox4x32_10(state->ctr, state->key);
	switch (state->STATE) {
	case 1: return make_uint4(v.y, v.z, v.w, next.x);
	case 2: return make_uint4(v.z, v.w, next.x, next.y);
	case 3: return make_uint4(v.w, next.x, next.y, next.z);
	default: return v;
	}
}
