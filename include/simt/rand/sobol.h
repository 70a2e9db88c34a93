/* sobol.h - Sobol's quasi-random sequences of 32 and 64 bits, plain and scrambled.
 *
 * Number i is the exclusive or of the direction vectors that the Gray code of i has; from one
 * number to the next a single bit of that code changes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/base.h"

#define __SIMT_RAND_SOBOL(_State, _Word, bits, first_clear)                           \
	struct _State {                                                               \
		_Word i, x, c;                                                        \
		_Word direction_vectors[bits];                                        \
	};                                                                            \
	typedef struct _State _State##_t;                                             \
	__SIMT_RAND _Word curand(_State##_t *__state) {                               \
		_Word __number = __state->x;                                          \
		unsigned __bit = (unsigned)first_clear(~__state->i) -                 \
		                 1; /* after the last: -1 */                          \
		__state->x ^= __state->direction_vectors[__bit & (bits - 1)];         \
		__state->i++;                                                         \
		return __number;                                                      \
	}                                                                             \
	/* n numbers further. */                                                      \
	__SIMT_RAND void skipahead(_Word __n, _State##_t *__state) {                  \
		_Word __i = __state->i + __n, __gray = __i ^ __i >> 1;                \
		__state->i = __i;                                                     \
		__state->x = __state->c;                                              \
		for (unsigned __k = 0; __k < bits; __k++, __gray >>= 1)               \
			if (__gray & 1)                                               \
				__state->x ^= __state->direction_vectors[__k];        \
	}                                                                             \
	__SIMT_RAND void __simt_sobol_start(const _Word *__vectors, _Word __scramble, \
	                                    _Word __offset, _State##_t *__state) {    \
		for (unsigned __k = 0; __k < bits; __k++)                             \
			__state->direction_vectors[__k] = __vectors[__k];             \
		__state->i = 0;                                                       \
		__state->x = __state->c = __scramble;                                 \
		skipahead(__offset, __state);                                         \
	}

__SIMT_RAND_SOBOL(curandStateSobol32, unsigned int, 32, __simt_rand_ffs)
__SIMT_RAND_SOBOL(curandStateScrambledSobol32, unsigned int, 32, __simt_rand_ffs)
__SIMT_RAND_SOBOL(curandStateSobol64, unsigned long long, 64, __simt_rand_ffsll)
__SIMT_RAND_SOBOL(curandStateScrambledSobol64, unsigned long long, 64, __simt_rand_ffsll)
#undef __SIMT_RAND_SOBOL

__SIMT_RAND void curand_init(curandDirectionVectors32_t __direction_vectors,
                             unsigned int __offset, curandStateSobol32_t *__state) {
	__simt_sobol_start(__direction_vectors, 0, __offset, __state);
}
__SIMT_RAND void curand_init(curandDirectionVectors32_t __direction_vectors,
                             unsigned int __scramble_c, unsigned int __offset,
                             curandStateScrambledSobol32_t *__state) {
	__simt_sobol_start(__direction_vectors, __scramble_c, __offset, __state);
}
__SIMT_RAND void curand_init(curandDirectionVectors64_t __direction_vectors,
                             unsigned long long __offset, curandStateSobol64_t *__state) {
	__simt_sobol_start(__direction_vectors, 0, __offset, __state);
}
__SIMT_RAND void curand_init(curandDirectionVectors64_t __direction_vectors,
                             unsigned long long __scramble_c, unsigned long long __offset,
                             curandStateScrambledSobol64_t *__state) {
	__simt_sobol_start(__direction_vectors, __scramble_c, __offset, __state);
}
