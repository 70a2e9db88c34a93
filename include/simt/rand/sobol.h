/* sobol.h - Sobol's quasi-random sequences of 32 and 64 bits, plain and scrambled.
 *
 * Number i is the exclusive or of the direction vectors that the Gray code of i has; from one
 * number to the next a single bit of that code changes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/base.h"

#define __SIMT_RAND_SOBOL(_State, _Word, bits, first_clear)                       \
	struct _State {                                                          \
		_Word i, x, c;                                                   \
		_Word direction_vectors[bits];                                   \
	};                                                                      \
	typedef struct _State _State##_t;                                         \
	__SIMT_RAND _Word curand(_State##_t *state) {                             \
		_Word number = state->x;                                         \
		unsigned bit = (unsigned)first_clear(~state->i) -               \
		               1; /* after the last: -1 */                      \
		state->x ^= state->direction_vectors[bit & (bits - 1)];         \
		state->i++;                                                     \
		return number;                                                  \
	}                                                                       \
	/* n numbers further. */                                                \
	__SIMT_RAND void skipahead(_Word n, _State##_t *state) {                  \
		_Word i = state->i + n, gray = i ^ i >> 1;                       \
		state->i = i;                                                   \
		state->x = state->c;                                            \
		for (unsigned k = 0; k < bits; k++, gray >>= 1)                 \
			if (gray & 1)                                           \
				state->x ^= state->direction_vectors[k];        \
	}                                                                       \
	__SIMT_RAND void __simt_sobol_start(const _Word *vectors, _Word scramble, \
	                                    _Word offset, _State##_t *state) {    \
		for (unsigned k = 0; k < bits; k++)                             \
			state->direction_vectors[k] = vectors[k];               \
		state->i = 0;                                                   \
		state->x = state->c = scramble;                                 \
		skipahead(offset, state);                                       \
	}

__SIMT_RAND_SOBOL(curandStateSobol32, unsigned int, 32, __ffs)
__SIMT_RAND_SOBOL(curandStateScrambledSobol32, unsigned int, 32, __ffs)
__SIMT_RAND_SOBOL(curandStateSobol64, unsigned long long, 64, __ffsll)
__SIMT_RAND_SOBOL(curandStateScrambledSobol64, unsigned long long, 64, __ffsll)
#undef __SIMT_RAND_SOBOL

__SIMT_RAND void curand_init(curandDirectionVectors32_t direction_vectors,
                             unsigned int offset, curandStateSobol32_t *state) {
	__simt_sobol_start(direction_vectors, 0, offset, state);
}
__SIMT_RAND void curand_init(curandDirectionVectors32_t direction_vectors,
                             unsigned int scramble_c, unsigned int offset,
                             curandStateScrambledSobol32_t *state) {
	__simt_sobol_start(direction_vectors, scramble_c, offset, state);
}
__SIMT_RAND void curand_init(curandDirectionVectors64_t direction_vectors,
                             unsigned long long offset, curandStateSobol64_t *state) {
	__simt_sobol_start(direction_vectors, 0, offset, state);
}
__SIMT_RAND void curand_init(curandDirectionVectors64_t direction_vectors,
                             unsigned long long scramble_c, unsigned long long offset,
                             curandStateScrambledSobol64_t *state) {
	__simt_sobol_start(direction_vectors, scramble_c, offset, state);
}
