/* builtins.h - the device intrinsics that the math headers use, for the host.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cfenv>
#include <cstdint>
#include <cstring>

#define __device__
#define __host__
#define __forceinline__ inline

#define SHIM static inline

template <class To, class From> SHIM To bits_to(From x) {
	static_assert(sizeof(To) == sizeof(From), "the same bits");
	To r;
	memcpy(&r, &x, sizeof r);
	return r;
}

SHIM float __fadd_rn(float a, float b) {
	return a + b;
}
SHIM float __fsub_rn(float a, float b) {
	return a - b;
}
SHIM float __fmul_rn(float a, float b) {
	return a * b;
}
SHIM float __fdiv_rn(float a, float b) {
	return a / b;
}
SHIM double __drcp_rn(double a) {
	return 1 / a;
}
SHIM float __fsqrt_rn(float a) {
	return __builtin_sqrtf(a);
}
SHIM float __fmaf_rn(float a, float b, float c) {
	return __builtin_fmaf(a, b, c);
}
SHIM double __dadd_rn(double a, double b) {
	return a + b;
}
SHIM double __dsub_rn(double a, double b) {
	return a - b;
}
SHIM double __dmul_rn(double a, double b) {
	return a * b;
}
SHIM double __ddiv_rn(double a, double b) {
	return a / b;
}
SHIM double __dsqrt_rn(double a) {
	return __builtin_sqrt(a);
}
SHIM float __fmaf_rd(float a, float b, float c) {
	int before = std::fegetround();
	std::fesetround(FE_DOWNWARD);
	volatile float first = a; // not computed ahead
	volatile float r = __builtin_fmaf(first, b, c);
	std::fesetround(before);
	return r;
}
SHIM double __fma_rn(double a, double b, double c) {
	return __builtin_fma(a, b, c);
}

/* Towards zero: one step back if rounding went away from it. */
template <class T, class Bits> SHIM T add_towards_zero(T a, T b) {
	T s = a + b, part = s - a, lost = (a - (s - part)) + (b - part);
	bool away = s - s == 0 && lost != 0 && (lost < 0) == (s > 0);
	return away ? bits_to<T>((Bits)(bits_to<Bits>(s) - 1)) : s;
}
SHIM float __fadd_rz(float a, float b) {
	return add_towards_zero<float, uint32_t>(a, b);
}
SHIM double __dadd_rz(double a, double b) {
	return add_towards_zero<double, uint64_t>(a, b);
}

/* Conversions to integers saturate; NaN gives 0, or the lowest 64-bit number. */
SHIM long long __double2ll_rz(double x) {
	return x != x        ? INT64_MIN
	       : x >= 0x1p63 ? INT64_MAX
	       : x < -0x1p63 ? INT64_MIN
	                     : (long long)x;
}
SHIM long long __double2ll_rn(double x) {
	return __double2ll_rz(__builtin_rint(x));
}
SHIM long long __float2ll_rz(float x) {
	return __double2ll_rz(x);
}
SHIM long long __float2ll_rn(float x) {
	return __double2ll_rn(x);
}
SHIM int __double2int_rz(double x) {
	return x != x ? 0 : x >= 0x1p31 ? INT32_MAX : x <= -0x1p31 ? INT32_MIN : (int)x;
}
SHIM int __double2int_rn(double x) {
	return __double2int_rz(__builtin_rint(x));
}
SHIM int __float2int_rz(float x) {
	return __double2int_rz(x);
}
SHIM int __float2int_rn(float x) {
	return __double2int_rn(x);
}
SHIM float __int2float_rn(int x) {
	return (float)x;
}
SHIM double __int2double_rn(int x) {
	return x;
}
SHIM double __ll2double_rn(long long x) {
	return (double)x;
}
SHIM double __ull2double_rn(unsigned long long x) {
	return (double)x;
}
SHIM float __double2float_rn(double x) {
	return (float)x;
}

SHIM int __float_as_int(float x) {
	return bits_to<int>(x);
}
SHIM float __int_as_float(int x) {
	return bits_to<float>(x);
}
SHIM unsigned __float_as_uint(float x) {
	return bits_to<unsigned>(x);
}
SHIM float __uint_as_float(unsigned x) {
	return bits_to<float>(x);
}
SHIM long long __double_as_longlong(double x) {
	return bits_to<long long>(x);
}
SHIM double __longlong_as_double(long long x) {
	return bits_to<double>(x);
}
SHIM int __double2hiint(double x) {
	return (int)((uint64_t)__double_as_longlong(x) >> 32);
}
SHIM int __double2loint(double x) {
	return (int)(uint32_t)__double_as_longlong(x);
}
SHIM double __hiloint2double(int hi, int lo) {
	return bits_to<double>((uint64_t)(uint32_t)hi << 32 | (uint32_t)lo);
}

SHIM unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
	return (unsigned long long)((unsigned __int128)a * b >> 64);
}
SHIM unsigned __umulhi(unsigned a, unsigned b) {
	return (unsigned)((uint64_t)a * b >> 32);
}
SHIM int __clzll(long long x) {
	return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}

extern "C" {
float host_ex2_approx(float x);
float host_lg2_approx(float x);
float host_sin_approx(float x);
float host_cos_approx(float x);
float host_rsqrt_approx(float x);
float host_saturate(float x);
float host_tanh_approx(float x);
float host_div_approx(float x, float y);
double host_rsqrt_approx_f64(double x);
}

#undef SHIM
