/* normal.h - normal and log-normal numbers.
 *
 * Pseudo-random ones by Box and Muller, in pairs of which the second one is kept;
 * quasi-random ones by the inverse of the distribution, which takes a number for each.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/uniform.h"

/* ---- pairs ---- */

__SIMT_RAND float2 __simt_rand_pair(unsigned __x, unsigned __y) {
	float __angle = __y * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f) / 2;
	float __radius = sqrtf(-2.0f * logf(__simt_rand_fraction(__x)));
	float2 __pair;
	__simt_rand_sincos(__angle, &__pair.x, &__pair.y);
	__pair.x *= __radius;
	__pair.y *= __radius;
	return __pair;
}

__SIMT_RAND double2 __simt_rand_pair_double(uint4 __v) {
	double __u = __simt_rand_fraction53(__simt_rand_join(__v.x, __v.y));
	double __half_turns = __simt_rand_join(__v.z, __v.w) * 2.220446049250313e-16 + 1.1102230246251565e-16;
	double __radius = sqrt(-2.0 * log(__u));
	double2 __pair;
	__simt_rand_sincospi(__half_turns, &__pair.x, &__pair.y);
	__pair.x *= __radius;
	__pair.y *= __radius;
	return __pair;
}

__SIMT_RAND float2 curand_normal2(curandStateXORWOW_t *__state) {
	unsigned __x = curand(__state), __y = curand(__state);
	return __simt_rand_pair(__x, __y);
}
__SIMT_RAND float2 curand_normal2(curandStatePhilox4_32_10_t *__state) {
	unsigned __x = curand(__state), __y = curand(__state);
	return __simt_rand_pair(__x, __y);
}
__SIMT_RAND float2 curand_normal2(curandStateMRG32k3a_t *__state) {
	float __x = curand_uniform(__state), __y = curand_uniform(__state) * 6.2831855f;
	float __radius = sqrtf(-2.0f * logf(__x));
	float2 __pair;
	__simt_rand_sincos(__y, &__pair.x, &__pair.y);
	__pair.x *= __radius;
	__pair.y *= __radius;
	return __pair;
}

__SIMT_RAND double2 curand_normal2_double(curandStateXORWOW_t *__state) {
	uint4 __v;
	__v.x = curand(__state);
	__v.y = curand(__state);
	__v.z = curand(__state);
	__v.w = curand(__state);
	return __simt_rand_pair_double(__v);
}
__SIMT_RAND double2 curand_normal2_double(curandStatePhilox4_32_10_t *__state) {
	return __simt_rand_pair_double(curand4(__state));
}
__SIMT_RAND double2 curand_normal2_double(curandStateMRG32k3a_t *__state) {
	double __x = curand_uniform_double(__state), __y = curand_uniform_double(__state);
	double __radius = sqrt(-2.0 * log(__x));
	double2 __pair;
	__simt_rand_sincospi(__y * 2.0, &__pair.x, &__pair.y);
	__pair.x *= __radius;
	__pair.y *= __radius;
	return __pair;
}

__SIMT_RAND float4 curand_normal4(curandStatePhilox4_32_10_t *__state) {
	uint4 __v = curand4(__state);
	float2 __a = __simt_rand_pair(__v.x, __v.y), __b = __simt_rand_pair(__v.z, __v.w);
	return make_float4(__a.x, __a.y, __b.x, __b.y);
}
__SIMT_RAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *__state) {
	double2 __a = curand_normal2_double(__state),
		__b = curand_normal2_double(__state);
	double4 __all;
	__all.x = __a.x;
	__all.y = __a.y;
	__all.z = __b.x;
	__all.w = __b.y;
	return __all;
}

/* ---- one after the other ---- */

/* A state keeps one number of a pair: its second number, for the next call of the same distribution. A call of the other
 * one draws a new pair, which takes its place; the mean and deviation of a kept log-normal number are those of the
 * call that made it. So the vendor's states do, and their sequences depend on it. */
enum __simt_rand_kept {
	__SIMT_RAND_NONE,
	__SIMT_RAND_KEPT_NORMAL,
	__SIMT_RAND_KEPT_LOG_NORMAL
};

/* One function of one state: draws a pair with `draw`, of whose numbers it makes results with `result`. */
#define __SIMT_RAND_ONE(_State, type, name, parameters, suffix, kind, draw, result) \
	__SIMT_RAND type name parameters {                                          \
		if (__state->boxmuller_flag##suffix == kind) {                      \
			__state->boxmuller_flag##suffix = __SIMT_RAND_NONE;         \
			return __state->boxmuller_extra##suffix;                    \
		}                                                                   \
		type##2 __pair = draw(__state);                                     \
		__state->boxmuller_extra##suffix = result(__pair.y);                \
		__state->boxmuller_flag##suffix = kind;                             \
		return result(__pair.x);                                            \
	}
#define __SIMT_RAND_ITSELF(x) (x)
#define __SIMT_RAND_EXPF(x) expf(__mean + __stddev * (x))
#define __SIMT_RAND_EXP(x) exp(__mean + __stddev * (x))
#define __SIMT_RAND_NORMAL(_State)                                                     \
	__SIMT_RAND_ONE(_State, float, curand_normal, (_State * __state), ,            \
	                __SIMT_RAND_KEPT_NORMAL, curand_normal2, __SIMT_RAND_ITSELF)   \
	__SIMT_RAND_ONE(_State, double, curand_normal_double, (_State * __state),      \
	                _double, __SIMT_RAND_KEPT_NORMAL, curand_normal2_double,       \
	                __SIMT_RAND_ITSELF)                                            \
	__SIMT_RAND_ONE(_State, float, curand_log_normal,                              \
	                (_State * __state, float __mean, float __stddev), ,            \
	                __SIMT_RAND_KEPT_LOG_NORMAL, curand_normal2, __SIMT_RAND_EXPF) \
	__SIMT_RAND_ONE(_State, double, curand_log_normal_double,                      \
	                (_State * __state, double __mean, double __stddev), _double,   \
	                __SIMT_RAND_KEPT_LOG_NORMAL, curand_normal2_double,            \
	                __SIMT_RAND_EXP)
__SIMT_RAND_NORMAL(curandStateXORWOW_t)
__SIMT_RAND_NORMAL(curandStatePhilox4_32_10_t)
__SIMT_RAND_NORMAL(curandStateMRG32k3a_t)
#undef __SIMT_RAND_NORMAL
#undef __SIMT_RAND_ONE
#undef __SIMT_RAND_ITSELF
#undef __SIMT_RAND_EXPF
#undef __SIMT_RAND_EXP

/* ---- by the inverse distribution, from the nearer end ---- */

__SIMT_RAND float __simt_rand_quantile(unsigned __x) {
	float __side = -1.4142135f;
	if (__x > 0x80000000u) {
		__x = 0xffffffffu - __x;
		__side = -__side;
	}
	return __side * __simt_rand_erfcinvf(2 * __simt_rand_fraction(__x));
}

__SIMT_RAND double __simt_rand_quantile_double(unsigned long long __x, unsigned __bits) {
	double __side = -1.4142135623730951;
	if (__x > 1ull << (__bits - 1)) {
		__x = (1ull << __bits) - 1 - __x;
		__side = -__side;
	}
	double __part = __bits == 32 ? __x * 2.3283064365386963e-10 + 1.1641532182693481e-10
	                             : __simt_rand_fraction53(__x);
	return __side * __simt_rand_erfcinv(2 * __part);
}

#define __SIMT_RAND_QUASI(_State, upper32, upper53, bits)                           \
	__SIMT_RAND float curand_normal(_State *__state) {                          \
		return __simt_rand_quantile((unsigned)(curand(__state) upper32));   \
	}                                                                           \
	__SIMT_RAND double curand_normal_double(_State *__state) {                  \
		return __simt_rand_quantile_double(curand(__state) upper53, bits);  \
	}                                                                           \
	__SIMT_RAND float curand_log_normal(_State *__state, float __mean,          \
	                                    float __stddev) {                       \
		return expf(__mean + __stddev * curand_normal(__state));            \
	}                                                                           \
	__SIMT_RAND double curand_log_normal_double(_State *__state, double __mean, \
	                                            double __stddev) {              \
		return exp(__mean + __stddev * curand_normal_double(__state));      \
	}
#if defined(__CUDACC__)
__SIMT_RAND_QUASI(curandStateMtgp32_t, >> 0, >> 0, 32)
#endif
__SIMT_RAND_QUASI(curandStateSobol32_t, >> 0, >> 0, 32)
__SIMT_RAND_QUASI(curandStateScrambledSobol32_t, >> 0, >> 0, 32)
__SIMT_RAND_QUASI(curandStateSobol64_t, >> 32, >> 11, 53)
__SIMT_RAND_QUASI(curandStateScrambledSobol64_t, >> 32, >> 11, 53)
#undef __SIMT_RAND_QUASI

/* ---- several log-normal ones: the exponentials of normal numbers ---- */

template <typename _State>
__SIMT_RAND float2 curand_log_normal2(_State *__state, float __mean, float __stddev) {
	float2 __v = curand_normal2(__state);
	return make_float2(expf(__mean + __stddev * __v.x),
	                   expf(__mean + __stddev * __v.y));
}
template <typename _State>
__SIMT_RAND double2 curand_log_normal2_double(_State *__state, double __mean,
                                              double __stddev) {
	double2 __v = curand_normal2_double(__state);
	return make_double2(exp(__mean + __stddev * __v.x),
	                    exp(__mean + __stddev * __v.y));
}
__SIMT_RAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *__state, float __mean,
                                      float __stddev) {
	float4 __v = curand_normal4(__state);
	return make_float4(
		expf(__mean + __stddev * __v.x), expf(__mean + __stddev * __v.y),
		expf(__mean + __stddev * __v.z), expf(__mean + __stddev * __v.w));
}
__SIMT_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *__state,
                                              double __mean, double __stddev) {
	double4 __v = curand_normal4_double(__state);
	__v.x = exp(__mean + __stddev * __v.x);
	__v.y = exp(__mean + __stddev * __v.y);
	__v.z = exp(__mean + __stddev * __v.z);
	__v.w = exp(__mean + __stddev * __v.w);
	return __v;
}
