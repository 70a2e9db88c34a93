/* normal.h - normal and log-normal numbers.
 *
 * Pseudo-random ones by Box and Muller, in pairs of which the second one is kept;
 * quasi-random ones by the inverse of the distribution, which takes a number for each.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/rand/uniform.h"

/* ---- pairs ---- */

__SIMT_RAND float2 __simt_rand_pair(unsigned x, unsigned y) {
	float angle = y * (0x1p-32f * 6.2831855f) + (0x1p-32f * 6.2831855f) / 2;
	float radius = sqrtf(-2.0f * logf(__simt_rand_fraction(x)));
	float2 pair;
	__sincosf(angle, &pair.x, &pair.y);
	pair.x *= radius;
	pair.y *= radius;
	return pair;
}

__SIMT_RAND double2 __simt_rand_pair_double(uint4 v) {
	double u = __simt_rand_fraction53(__simt_rand_join(v.x, v.y));
	double half_turns = __simt_rand_join(v.z, v.w) * 0x1p-52 + 0x1p-53;
	double radius = sqrt(-2.0 * log(u));
	double2 pair;
	sincospi(half_turns, &pair.x, &pair.y);
	pair.x *= radius;
	pair.y *= radius;
	return pair;
}

__SIMT_RAND float2 curand_normal2(curandStateXORWOW_t *state) {
	unsigned x = curand(state), y = curand(state);
	return __simt_rand_pair(x, y);
}
__SIMT_RAND float2 curand_normal2(curandStatePhilox4_32_10_t *state) {
	unsigned x = curand(state), y = curand(state);
	return __simt_rand_pair(x, y);
}
__SIMT_RAND float2 curand_normal2(curandStateMRG32k3a_t *state) {
	float x = curand_uniform(state), y = curand_uniform(state) * 6.2831855f;
	float radius = sqrtf(-2.0f * logf(x));
	float2 pair;
	__sincosf(y, &pair.x, &pair.y);
	pair.x *= radius;
	pair.y *= radius;
	return pair;
}

__SIMT_RAND double2 curand_normal2_double(curandStateXORWOW_t *state) {
	uint4 v;
	v.x = curand(state);
	v.y = curand(state);
	v.z = curand(state);
	v.w = curand(state);
	return __simt_rand_pair_double(v);
}
__SIMT_RAND double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
	return __simt_rand_pair_double(curand4(state));
}
__SIMT_RAND double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
	double x = curand_uniform_double(state), y = curand_uniform_double(state);
	double radius = sqrt(-2.0 * log(x));
	double2 pair;
	sincospi(y * 2.0, &pair.x, &pair.y);
	pair.x *= radius;
	pair.y *= radius;
	return pair;
}

__SIMT_RAND float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
	uint4 v = curand4(state);
	float2 a = __simt_rand_pair(v.x, v.y), b = __simt_rand_pair(v.z, v.w);
	return make_float4(a.x, a.y, b.x, b.y);
}
__SIMT_RAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
	double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
	double4 all;
	all.x = a.x;
	all.y = a.y;
	all.z = b.x;
	all.w = b.y;
	return all;
}

/* ---- one after the other ---- */

/* What a state keeps of a pair: its second number, for the next call of the same distribution. A call of the other
 * one draws a new pair, which takes its place; the mean and deviation of a kept log-normal number are those of the
 * call that made it. So the vendor's states do, and their sequences depend on it. */
enum __simt_rand_kept {
	__SIMT_RAND_NONE,
	__SIMT_RAND_KEPT_NORMAL,
	__SIMT_RAND_KEPT_LOG_NORMAL
};

/* One function of one state: draws a pair with `draw`, of whose numbers it makes results with `result`. */
#define __SIMT_RAND_ONE(_State, type, name, parameters, suffix, kind, draw, result) \
	__SIMT_RAND type name parameters {                                         \
		if (state->boxmuller_flag##suffix == kind) {                       \
			state->boxmuller_flag##suffix = __SIMT_RAND_NONE;          \
			return state->boxmuller_extra##suffix;                     \
		}                                                                  \
		type##2 pair = draw(state);                                        \
		state->boxmuller_extra##suffix = result(pair.y);                   \
		state->boxmuller_flag##suffix = kind;                              \
		return result(pair.x);                                             \
	}
#define __SIMT_RAND_ITSELF(x) (x)
#define __SIMT_RAND_EXPF(x) expf(mean + stddev * (x))
#define __SIMT_RAND_EXP(x) exp(mean + stddev * (x))
#define __SIMT_RAND_NORMAL(_State)                                                      \
	__SIMT_RAND_ONE(_State, float, curand_normal, (_State * state), ,                \
	                __SIMT_RAND_KEPT_NORMAL, curand_normal2, __SIMT_RAND_ITSELF)   \
	__SIMT_RAND_ONE(_State, double, curand_normal_double, (_State * state), _double, \
	                __SIMT_RAND_KEPT_NORMAL, curand_normal2_double,                \
	                __SIMT_RAND_ITSELF)                                            \
	__SIMT_RAND_ONE(_State, float, curand_log_normal,                               \
	                (_State * state, float mean, float stddev), ,                   \
	                __SIMT_RAND_KEPT_LOG_NORMAL, curand_normal2, __SIMT_RAND_EXPF) \
	__SIMT_RAND_ONE(_State, double, curand_log_normal_double,                       \
	                (_State * state, double mean, double stddev), _double,          \
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

__SIMT_RAND float __simt_rand_quantile(unsigned x) {
	float side = -1.4142135f;
	if (x > 0x80000000u) {
		x = 0xffffffffu - x;
		side = -side;
	}
	return side * erfcinvf(2 * __simt_rand_fraction(x));
}

__SIMT_RAND double __simt_rand_quantile_double(unsigned long long x, unsigned bits) {
	double side = -1.4142135623730951;
	if (x > 1ull << (bits - 1)) {
		x = (1ull << bits) - 1 - x;
		side = -side;
	}
	double part = bits == 32 ? x * 0x1p-32 + 0x1p-33 : __simt_rand_fraction53(x);
	return side * erfcinv(2 * part);
}

#define __SIMT_RAND_QUASI(_State, upper32, upper53, bits)                              \
	__SIMT_RAND float curand_normal(_State *state) {                               \
		return __simt_rand_quantile((unsigned)(curand(state) upper32));       \
	}                                                                             \
	__SIMT_RAND double curand_normal_double(_State *state) {                       \
		return __simt_rand_quantile_double(curand(state) upper53, bits);      \
	}                                                                             \
	__SIMT_RAND float curand_log_normal(_State *state, float mean, float stddev) { \
		return expf(mean + stddev * curand_normal(state));                    \
	}                                                                             \
	__SIMT_RAND double curand_log_normal_double(_State *state, double mean,        \
	                                            double stddev) {                  \
		return exp(mean + stddev * curand_normal_double(state));              \
	}
__SIMT_RAND_QUASI(curandStateSobol32_t, >> 0, >> 0, 32)
__SIMT_RAND_QUASI(curandStateScrambledSobol32_t, >> 0, >> 0, 32)
__SIMT_RAND_QUASI(curandStateSobol64_t, >> 32, >> 11, 53)
__SIMT_RAND_QUASI(curandStateScrambledSobol64_t, >> 32, >> 11, 53)
#undef __SIMT_RAND_QUASI

/* ---- several log-normal ones: the exponentials of normal numbers ---- */

template <typename _State>
__SIMT_RAND float2 curand_log_normal2(_State *state, float mean, float stddev) {
	float2 v = curand_normal2(state);
	return make_float2(expf(mean + stddev * v.x), expf(mean + stddev * v.y));
}
template <typename _State>
__SIMT_RAND double2 curand_log_normal2_double(_State *state, double mean, double stddev) {
	double2 v = curand_normal2_double(state);
	return make_double2(exp(mean + stddev * v.x), exp(mean + stddev * v.y));
}
__SIMT_RAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean,
                                      float stddev) {
	float4 v = curand_normal4(state);
	return make_float4(expf(mean + stddev * v.x), expf(mean + stddev * v.y),
	                   expf(mean + stddev * v.z), expf(mean + stddev * v.w));
}
__SIMT_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state,
                                              double mean, double stddev) {
	double4 v = curand_normal4_double(state);
	v.x = exp(mean + stddev * v.x);
	v.y = exp(mean + stddev * v.y);
	v.z = exp(mean + stddev * v.z);
	v.w = exp(mean + stddev * v.w);
	return v;
}
