/* poisson.h - Poisson numbers.
 *
 * A small mean: how many uniform numbers, multiplied, it takes to get below e^-mean (Knuth).
 * A large one: a rounded normal number. Between them: Hoermann's transformed rejection
 * (PTRS), so there the distribution is curand's, the sequence is not. Quasi-random numbers
 * go through the inverse of the distribution.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/normal.h"

template <typename State>
__SIMT_RAND unsigned __simt_poisson_product(State *state, float mean) {
	unsigned n = 0;
	float left = expf(mean);
	do {
		n++;
		left *= curand_uniform(state);
	} while (left > 1.0f);
	return n - 1;
}

template <typename State>
__SIMT_RAND unsigned __simt_poisson_rejection(State *state, float mean) {
	float root = sqrtf(mean), b = 0.931f + 2.53f * root, a = 0.02483f * b - 0.059f;
	float inverse_alpha = 1.1239f + 1.1328f / (b - 3.4f),
	      fast = 0.9277f - 3.6224f / (b - 2);
	float log_mean = logf(mean);
	for (;;) {
		float u = curand_uniform(state) - 0.5f, v = curand_uniform(state);
		float side = 0.5f - fabsf(u);
		float k = floorf((2 * a / side + b) * u + mean + 0.43f);
		if (side >= 0.07f && v <= fast)
			return (unsigned)k;
		if (k < 0 || (side < 0.013f && v > side))
			continue;
		if (logf(v) + logf(inverse_alpha) - logf(a / (side * side) + b) <=
		    k * log_mean - mean - lgammaf(k + 1))
			return (unsigned)k;
	}
}

template <typename State>
__SIMT_RAND unsigned int __simt_poisson(State *state, double mean) {
	if (mean < 64)
		return __simt_poisson_product(state, (float)mean);
	if (mean > 4000)
		return (unsigned int)(sqrt(mean) * curand_normal_double(state) + mean +
		                      0.5);
	return __simt_poisson_rejection(state, (float)mean);
}

__SIMT_RAND unsigned int curand_poisson(curandStateXORWOW_t *state, double lambda) {
	return __simt_poisson(state, lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStatePhilox4_32_10_t *state,
                                        double lambda) {
	return __simt_poisson(state, lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStateMRG32k3a_t *state, double lambda) {
	return __simt_poisson(state, lambda);
}
__SIMT_RAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
	uint4 v;
	v.x = curand_poisson(state, lambda);
	v.y = curand_poisson(state, lambda);
	v.z = curand_poisson(state, lambda);
	v.w = curand_poisson(state, lambda);
	return v;
}

/* ---- one number for each: the least k of which the distribution is above it ---- */

/* The sum goes out from the mean, where its terms are largest. */
static __device__ unsigned int __simt_poisson_quantile(double u, double mean) {
	if (mean > 4000) {
		double v = sqrt(mean) * normcdfinv(u) + mean + 0.5;
		return v < 0 ? 0 : (unsigned int)v;
	}
	double term = exp(-mean), sum = term;
	unsigned k = 0;
	if (mean >= 64) { /* e^-mean may be 0: start within reach of the rest */
		double low = floor(mean - 10 * sqrt(mean));
		k = low < 0 ? 0 : (unsigned)low;
		term = exp(k * log(mean) - mean - lgamma(k + 1.0));
		sum = term;
	}
	unsigned end = (unsigned)(mean + 40 * sqrt(mean) + 60);
	while (sum < u && k < end) {
		k++;
		term *= mean / k;
		sum += term;
	}
	return k;
}

__SIMT_RAND unsigned int curand_poisson(curandStateSobol32_t *state, double lambda) {
	return __simt_poisson_quantile(curand_uniform_double(state), lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStateScrambledSobol32_t *state,
                                        double lambda) {
	return __simt_poisson_quantile(curand_uniform_double(state), lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStateSobol64_t *state, double lambda) {
	return __simt_poisson_quantile(curand_uniform_double(state), lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStateScrambledSobol64_t *state,
                                        double lambda) {
	return __simt_poisson_quantile(curand_uniform_double(state), lambda);
}
