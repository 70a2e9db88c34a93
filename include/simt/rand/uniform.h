/* uniform.h - uniform numbers in (0, 1].
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "curand_mtgp32_kernel.h"
#include "simt/rand/mrg32k3a.h"
#include "simt/rand/philox.h"
#include "simt/rand/sobol.h"
#include "simt/rand/xorwow.h"

/* ---- generators of 32 bits ---- */

__SIMT_RAND float curand_uniform(curandStateXORWOW_t *__state) {
	return __simt_rand_fraction(curand(__state));
}
__SIMT_RAND float curand_uniform(curandStatePhilox4_32_10_t *__state) {
	return __simt_rand_fraction(curand(__state));
}
__SIMT_RAND float curand_uniform(curandStateSobol32_t *__state) {
	return __simt_rand_fraction(curand(__state));
}
__SIMT_RAND float curand_uniform(curandStateScrambledSobol32_t *__state) {
	return __simt_rand_fraction(curand(__state));
}

/* Only xorwow takes two numbers for a double. */
__SIMT_RAND double curand_uniform_double(curandStateXORWOW_t *__state) {
	unsigned __x = curand(__state), __y = curand(__state);
	return __simt_rand_fraction53(__simt_rand_join(__x, __y));
}
__SIMT_RAND double curand_uniform_double(curandStatePhilox4_32_10_t *__state) {
	return __simt_rand_fraction_double(curand(__state));
}
__SIMT_RAND double curand_uniform_double(curandStateSobol32_t *__state) {
	return __simt_rand_fraction_double(curand(__state));
}
__SIMT_RAND double curand_uniform_double(curandStateScrambledSobol32_t *__state) {
	return __simt_rand_fraction_double(curand(__state));
}

#if defined(__CUDACC__)
__SIMT_RAND float curand_uniform(curandStateMtgp32_t *__state) {
	return __simt_rand_fraction(curand(__state));
}
__SIMT_RAND double curand_uniform_double(curandStateMtgp32_t *__state) {
	return __simt_rand_fraction_double(curand(__state));
}
#endif

/* ---- MRG32k3a: 1 to its first prime ---- */

__SIMT_RAND double curand_uniform_double(curandStateMRG32k3a_t *__state) {
	return __simt_mrg_next(__state) * (1.0 / __simt_mrg_1::__prime);
}
__SIMT_RAND float curand_uniform(curandStateMRG32k3a_t *__state) {
	return (float)curand_uniform_double(__state);
}

/* ---- generators of 64 bits ---- */

__SIMT_RAND float curand_uniform(curandStateSobol64_t *__state) {
	return __simt_rand_fraction((unsigned)(curand(__state) >> 32));
}
__SIMT_RAND float curand_uniform(curandStateScrambledSobol64_t *__state) {
	return __simt_rand_fraction((unsigned)(curand(__state) >> 32));
}
__SIMT_RAND double curand_uniform_double(curandStateSobol64_t *__state) {
	return __simt_rand_fraction53(curand(__state) >> 11);
}
__SIMT_RAND double curand_uniform_double(curandStateScrambledSobol64_t *__state) {
	return __simt_rand_fraction53(curand(__state) >> 11);
}

/* ---- several at once ---- */

__SIMT_RAND float4 curand_uniform4(curandStatePhilox4_32_10_t *__state) {
	uint4 __v = curand4(__state);
	return make_float4(__simt_rand_fraction(__v.x), __simt_rand_fraction(__v.y),
	                   __simt_rand_fraction(__v.z), __simt_rand_fraction(__v.w));
}
__SIMT_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *__state) {
	uint4 __v = curand4(__state);
	return make_double2(__simt_rand_fraction53(__simt_rand_join(__v.x, __v.y)),
	                    __simt_rand_fraction53(__simt_rand_join(__v.z, __v.w)));
}
__SIMT_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *__state) {
	double2 __v = curand_uniform2_double(__state),
		__w = curand_uniform2_double(__state);
	double4 __all;
	__all.x = __v.x;
	__all.y = __v.y;
	__all.z = __w.x;
	__all.w = __w.y;
	return __all;
}
