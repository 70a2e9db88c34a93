/* uniform.h - uniform numbers in (0, 1].
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/mrg32k3a.h"
#include "simt/rand/philox.h"
#include "simt/rand/sobol.h"
#include "simt/rand/xorwow.h"

/* ---- generators of 32 bits ---- */

__SIMT_RAND float curand_uniform(curandStateXORWOW_t *state) {
	return __simt_rand_fraction(curand(state));
}
__SIMT_RAND float curand_uniform(curandStatePhilox4_32_10_t *state) {
	return __simt_rand_fraction(curand(state));
}
__SIMT_RAND float curand_uniform(curandStateSobol32_t *state) {
	return __simt_rand_fraction(curand(state));
}
__SIMT_RAND float curand_uniform(curandStateScrambledSobol32_t *state) {
	return __simt_rand_fraction(curand(state));
}

/* Only xorwow takes two numbers for a double. */
__SIMT_RAND double curand_uniform_double(curandStateXORWOW_t *state) {
	unsigned x = curand(state), y = curand(state);
	return __simt_rand_fraction53(__simt_rand_join(x, y));
}
__SIMT_RAND double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
	return __simt_rand_fraction_double(curand(state));
}
__SIMT_RAND double curand_uniform_double(curandStateSobol32_t *state) {
	return __simt_rand_fraction_double(curand(state));
}
__SIMT_RAND double curand_uniform_double(curandStateScrambledSobol32_t *state) {
	return __simt_rand_fraction_double(curand(state));
}

/* ---- MRG32k3a: 1 to its first prime ---- */

__SIMT_RAND double curand_uniform_double(curandStateMRG32k3a_t *state) {
	return __simt_mrg_next(state) * (1.0 / __simt_mrg_1::prime);
}
__SIMT_RAND float curand_uniform(curandStateMRG32k3a_t *state) {
	return (float)curand_uniform_double(state);
}

/* ---- generators of 64 bits ---- */

__SIMT_RAND float curand_uniform(curandStateSobol64_t *state) {
	return __simt_rand_fraction((unsigned)(curand(state) >> 32));
}
__SIMT_RAND float curand_uniform(curandStateScrambledSobol64_t *state) {
	return __simt_rand_fraction((unsigned)(curand(state) >> 32));
}
__SIMT_RAND double curand_uniform_double(curandStateSobol64_t *state) {
	return __simt_rand_fraction53(curand(state) >> 11);
}
__SIMT_RAND double curand_uniform_double(curandStateScrambledSobol64_t *state) {
	return __simt_rand_fraction53(curand(state) >> 11);
}

/* ---- several at once ---- */

__SIMT_RAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
	uint4 v = curand4(state);
	return make_float4(__simt_rand_fraction(v.x), __simt_rand_fraction(v.y),
	                   __simt_rand_fraction(v.z), __simt_rand_fraction(v.w));
}
__SIMT_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
	uint4 v = curand4(state);
	return make_double2(__simt_rand_fraction53(__simt_rand_join(v.x, v.y)),
	                    __simt_rand_fraction53(__simt_rand_join(v.z, v.w)));
}
__SIMT_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
	double2 v = curand_uniform2_double(state), w = curand_uniform2_double(state);
	double4 all;
	all.x = v.x;
	all.y = v.y;
	all.z = w.x;
	all.w = w.y;
	return all;
}
