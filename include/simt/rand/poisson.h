/* poisson.h - Poisson numbers.
 *
 * A small mean: how many uniform numbers, multiplied, it takes to get below e^-mean (Knuth).
 * A large one: a rounded normal number. Between them: numbers of a distribution that is close
 * to Poisson's and easily inverted, of which so many are rejected that Poisson's is left.
 * Quasi-random numbers go through the inverse of the distribution.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/normal.h"

template <typename _State>
__SIMT_RAND unsigned __simt_poisson_product(_State *state, float mean) {
	unsigned n = 0;
	float left = expf(mean);
	do {
		n++;
		left *= curand_uniform(state);
	} while (left > 1.0f);
	return n - 1;
}

#define __SIMT_RAND_APPROX(name, instruction)                           \
	__SIMT_RAND float __simt_rand_##name(float x) {                 \
		float r;                                                \
		asm(instruction ".ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); \
		return r;                                               \
	}
__SIMT_RAND_APPROX(rsqrt, "rsqrt.approx")
__SIMT_RAND_APPROX(rcp, "rcp.approx")
__SIMT_RAND_APPROX(exp2, "ex2.approx")
__SIMT_RAND_APPROX(log2, "lg2.approx")
#undef __SIMT_RAND_APPROX

/* The factors are doubles: what is rounded to float is the product. */
__SIMT_RAND float __simt_rand_exp(float x) {
	return __simt_rand_exp2((float)(x * 1.4426950408889634));
}
__SIMT_RAND float __simt_rand_log(float x) {
	return (float)(__simt_rand_log2(x) * 0.6931471805599453);
}

/* The distribution (1 + e^(slope (mean - x) - shift))^-2, which differs least from Poisson's
 * with the slope and the shift fitted to it. */
struct __simt_poisson_near {
	float mean, slope, shift;
};

__SIMT_RAND __simt_poisson_near __simt_poisson_near_to(float mean) {
	__simt_poisson_near d;
	d.mean = mean;
	d.slope = 0x1.6eb708p+0f * __simt_rand_rsqrt(mean - 0x1.fbf1b2p-4f) +
	          0x1.09ee1ep-12f;
	d.shift = 0x1.b00fa6p-3f * __simt_rand_rsqrt(mean - 0x1.f94bb8p+0f) +
	          0x1.e25018p-1f;
	return d;
}

__SIMT_RAND float __simt_poisson_near_below(__simt_poisson_near d, float x) {
	float t = d.slope * (d.mean - x) - d.shift;
	t = 1.0f + __simt_rand_exp(t);
	return __simt_rand_rcp(t * t);
}

__SIMT_RAND float __simt_poisson_near_quantile(__simt_poisson_near d, float u) {
	float t = d.shift + __simt_rand_log(__simt_rand_rsqrt(u) - 1.0f);
	return -t * __simt_rand_rcp(d.slope) + d.mean;
}

/* 1.3 times the one's probabilities are above the other's. */
template <typename _State>
__SIMT_RAND unsigned __simt_poisson_rejection(_State *state, float mean) {
	__simt_poisson_near d = __simt_poisson_near_to(mean);
	float log_mean = __simt_rand_log(mean);
	for (;;) {
		float k = floorf(__simt_poisson_near_quantile(d, curand_uniform(state)));
		float u = curand_uniform(state);
		float most = (__simt_poisson_near_below(d, k + 1.0f) -
		              __simt_poisson_near_below(d, k)) *
		             1.3f;
		float log_factorial = (float)lgamma((double)(int)(1.0f + k));
		float p = __simt_rand_exp(-mean + k * log_mean - log_factorial);
		if (u * most < p && most >= 1e-20)
			return (unsigned)k;
	}
}

template <typename _State>
__SIMT_RAND unsigned int __simt_poisson(_State *state, double mean) {
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
	if (lambda > 4000) { /* here the four are of one draw */
		double4 n = curand_normal4_double(state);
		double root = sqrt(lambda);
		v.x = (unsigned int)(root * n.x + lambda + 0.5);
		v.y = (unsigned int)(root * n.y + lambda + 0.5);
		v.z = (unsigned int)(root * n.z + lambda + 0.5);
		v.w = (unsigned int)(root * n.w + lambda + 0.5);
		return v;
	}
	v.x = curand_poisson(state, lambda);
	v.y = curand_poisson(state, lambda);
	v.z = curand_poisson(state, lambda);
	v.w = curand_poisson(state, lambda);
	return v;
}

/* ---- one number for each: the least k of which the distribution is above it ---- */

/* The middles of equal parts of (0, 1): unlike those of curand_uniform_double, never 1. */
__SIMT_RAND double __simt_poisson_middle(unsigned x) {
	return x * 0x1p-32 + 0x1p-33;
}
__SIMT_RAND double __simt_poisson_middle(unsigned long long x) {
	return (x >> 11) * 0x1p-53 + 0x1p-55;
}

/* The sum of the terms from 0. e^-mean is multiplied to them in parts, because it may be less
 * than the least double; k goes as far as each part allows (Fishman). */
static __device__ unsigned int __simt_poisson_search(double u, double mean) {
	double term = 1.0, sum = 1.0;
	unsigned k = 0;
	for (int done = 0; done < mean; done += 500) {
		double part = exp(mean > done + 500.0 ? -500.0 : done - mean);
		term *= part;
		sum *= part;
		while (u > sum) {
			k++;
			term *= mean / k;
			sum += term;
		}
	}
	return k;
}

template <typename _State>
static __device__ unsigned int __simt_poisson_quantile(_State *state, double mean) {
	if (mean < 1000)
		return __simt_poisson_search(__simt_poisson_middle(curand(state)), mean);
	return (unsigned int)(sqrt(mean) * curand_normal_double(state) + mean + 0.5);
}

#define __SIMT_RAND_QUASI_POISSON(_State)                                       \
	__SIMT_RAND unsigned int curand_poisson(_State *state, double lambda) { \
		return __simt_poisson_quantile(state, lambda);                 \
	}
__SIMT_RAND_QUASI_POISSON(curandStateSobol32_t)
__SIMT_RAND_QUASI_POISSON(curandStateScrambledSobol32_t)
__SIMT_RAND_QUASI_POISSON(curandStateSobol64_t)
__SIMT_RAND_QUASI_POISSON(curandStateScrambledSobol64_t)
#undef __SIMT_RAND_QUASI_POISSON
