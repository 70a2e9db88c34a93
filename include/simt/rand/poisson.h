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
__SIMT_RAND unsigned __simt_poisson_product(_State *__state, float __mean) {
	unsigned __n = 0;
	float __left = expf(__mean);
	do {
		__n++;
		__left *= curand_uniform(__state);
	} while (__left > 1.0f);
	return __n - 1;
}

/* The factors are doubles: what is rounded to float is the product. */
__SIMT_RAND float __simt_rand_exp(float __x) {
	return __simt_rand_exp2((float)(__x * 1.4426950408889634));
}
__SIMT_RAND float __simt_rand_log(float __x) {
	return (float)(__simt_rand_log2(__x) * 0.6931471805599453);
}

/* The distribution (1 + e^(slope (mean - x) - shift))^-2, which differs least from Poisson's
 * with the slope and the shift fitted to it. */
struct __simt_poisson_near {
	float __mean, __slope, __shift;
};

__SIMT_RAND __simt_poisson_near __simt_poisson_near_to(float __mean) {
	__simt_poisson_near __d;
	__d.__mean = __mean;
	__d.__slope = 1.4324803f * __simt_rand_rsqrt(__mean - 0.124009795f) +
	              0.00025361075f;
	__d.__shift = 0.21096735f * __simt_rand_rsqrt(__mean - 1.9738116f) +
	              0.9420173f;
	return __d;
}

__SIMT_RAND float __simt_poisson_near_below(__simt_poisson_near __d, float __x) {
	float __t = __d.__slope * (__d.__mean - __x) - __d.__shift;
	__t = 1.0f + __simt_rand_exp(__t);
	return __simt_rand_rcp(__t * __t);
}

__SIMT_RAND float __simt_poisson_near_quantile(__simt_poisson_near __d, float __u) {
	float __t = __d.__shift + __simt_rand_log(__simt_rand_rsqrt(__u) - 1.0f);
	return -__t * __simt_rand_rcp(__d.__slope) + __d.__mean;
}

/* 1.3 times the one's probabilities are above the other's. */
template <typename _State>
__SIMT_RAND unsigned __simt_poisson_rejection(_State *__state, float __mean) {
	__simt_poisson_near __d = __simt_poisson_near_to(__mean);
	float __log_mean = __simt_rand_log(__mean);
	for (;;) {
		float __k = floorf(
			__simt_poisson_near_quantile(__d, curand_uniform(__state)));
		float __u = curand_uniform(__state);
		float __most = (__simt_poisson_near_below(__d, __k + 1.0f) -
		                __simt_poisson_near_below(__d, __k)) *
		               1.3f;
		float __log_factorial = (float)lgamma((double)(int)(1.0f + __k));
		float __p = __simt_rand_exp(-__mean + __k * __log_mean - __log_factorial);
		if (__u * __most < __p && __most >= 1e-20)
			return (unsigned)__k;
	}
}

template <typename _State>
__SIMT_RAND unsigned int __simt_poisson(_State *__state, double __mean) {
	if (__mean < 64)
		return __simt_poisson_product(__state, (float)__mean);
	if (__mean > 4000)
		return (unsigned int)(sqrt(__mean) * curand_normal_double(__state) +
		                      __mean + 0.5);
	return __simt_poisson_rejection(__state, (float)__mean);
}

__SIMT_RAND unsigned int curand_poisson(curandStateXORWOW_t *__state, double __lambda) {
	return __simt_poisson(__state, __lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStatePhilox4_32_10_t *__state,
                                        double __lambda) {
	return __simt_poisson(__state, __lambda);
}
__SIMT_RAND unsigned int curand_poisson(curandStateMRG32k3a_t *__state, double __lambda) {
	return __simt_poisson(__state, __lambda);
}
__SIMT_RAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *__state, double __lambda) {
	uint4 __v;
	if (__lambda > 4000) { /* here the four are of one draw */
		double4 __n = curand_normal4_double(__state);
		double __root = sqrt(__lambda);
		__v.x = (unsigned int)(__root * __n.x + __lambda + 0.5);
		__v.y = (unsigned int)(__root * __n.y + __lambda + 0.5);
		__v.z = (unsigned int)(__root * __n.z + __lambda + 0.5);
		__v.w = (unsigned int)(__root * __n.w + __lambda + 0.5);
		return __v;
	}
	__v.x = curand_poisson(__state, __lambda);
	__v.y = curand_poisson(__state, __lambda);
	__v.z = curand_poisson(__state, __lambda);
	__v.w = curand_poisson(__state, __lambda);
	return __v;
}

/* ---- one number for each: the least k of which the distribution is above it ---- */

/* The middles of equal parts of (0, 1): unlike those of curand_uniform_double, never 1. */
__SIMT_RAND double __simt_poisson_middle(unsigned __x) {
	return __x * 2.3283064365386963e-10 + 1.1641532182693481e-10;
}
__SIMT_RAND double __simt_poisson_middle(unsigned long long __x) {
	return (__x >> 11) * 1.1102230246251565e-16 + 2.7755575615628914e-17;
}

/* The sum of the terms from 0. e^-mean is multiplied to them in parts, because it may be less
 * than the least double; k goes as far as each part allows (Fishman). */
__SIMT_RAND_LARGE unsigned int __simt_poisson_search(double __u, double __mean) {
	double __term = 1.0, __sum = 1.0;
	unsigned __k = 0;
	for (int __done = 0; __done < __mean; __done += 500) {
		double __part = exp(__mean > __done + 500.0 ? -500.0 : __done - __mean);
		__term *= __part;
		__sum *= __part;
		while (__u > __sum) {
			__k++;
			__term *= __mean / __k;
			__sum += __term;
		}
	}
	return __k;
}

template <typename _State>
__SIMT_RAND_LARGE unsigned int __simt_poisson_quantile(_State *__state, double __mean) {
	if (__mean < 1000)
		return __simt_poisson_search(__simt_poisson_middle(curand(__state)),
		                             __mean);
	return (unsigned int)(sqrt(__mean) * curand_normal_double(__state) + __mean +
	                      0.5);
}

#define __SIMT_RAND_QUASI_POISSON(_State)                                           \
	__SIMT_RAND unsigned int curand_poisson(_State *__state, double __lambda) { \
		return __simt_poisson_quantile(__state, __lambda);                  \
	}
#if defined(__CUDACC__)
__SIMT_RAND_QUASI_POISSON(curandStateMtgp32_t)
#endif
__SIMT_RAND_QUASI_POISSON(curandStateSobol32_t)
__SIMT_RAND_QUASI_POISSON(curandStateScrambledSobol32_t)
__SIMT_RAND_QUASI_POISSON(curandStateSobol64_t)
__SIMT_RAND_QUASI_POISSON(curandStateScrambledSobol64_t)
#undef __SIMT_RAND_QUASI_POISSON
