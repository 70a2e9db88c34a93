/* math_host.h - what CUDA adds to the host's C library: functions that C does not have. They are computed in
 * long double, which the hosts that simt runs on have with more bits than double. The host code of a .cu
 * gets those that nvcc's headers define for it; other readers get all, and min and max without std::.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if !defined(__CUDACC__)
#include "simt/math/minmax.h"
#endif

#if !defined(__CUDA_ARCH__)
#include <cmath>

#define SIMT_HOST_INLINE static inline

/* Newer C libraries have some of them. */
#if defined(__GLIBC__)
#define SIMT_HOST_LACKS(major, minor) (!__GLIBC_PREREQ(major, minor))
#else
#define SIMT_HOST_LACKS(major, minor) 1
#endif

#if SIMT_HOST_LACKS(2, 42)
SIMT_HOST_INLINE double rsqrt(double x) {
	return (double)(1 / sqrtl(x));
}
#endif

SIMT_HOST_INLINE double rcbrt(double x) {
	return (double)(1 / cbrtl(x));
}

/* x is a number of half turns and a rest, both exact. */
SIMT_HOST_INLINE void sincospi(double x, double *s, double *c) {
	double a = x - 2 * __builtin_rint(x * 0.5), n = __builtin_rint(2 * a);
	long double angle = (long double)(a - n * 0.5) *
	                    3.14159265358979323846264338327950288L;
	long double sine = sinl(angle), cosine = cosl(angle);
	int quadrant = a != a ? 0 : (int)n & 3;
	long double u = quadrant & 1 ? cosine : sine, v = quadrant & 1 ? sine : cosine;
	*s = (double)(quadrant & 2 ? -u : u);
	*c = (double)(quadrant == 1 || quadrant == 2 ? -v : v);
	*s = *s == 0 ? __builtin_copysign(0.0, x) : *s;
	*c = *c == 0 ? 0.0 : *c;
}

#if SIMT_HOST_LACKS(2, 41)
SIMT_HOST_INLINE double sinpi(double x) {
	double s, c;
	sincospi(x, &s, &c);
	return s;
}

SIMT_HOST_INLINE double cospi(double x) {
	double s, c;
	sincospi(x, &s, &c);
	return c;
}
#endif

/* e^(x^2) erfc(x); from 10 on by the asymptotic series. */
SIMT_HOST_INLINE long double __simt_erfcx_host(long double x) {
	if (x < 10)
		return expl(x * x) * erfcl(x);
	long double z = 2 * x * x, term = 1, sum = 1;
	for (int k = 1; k <= 24; k++) {
		term *= -(2 * k - 1) / z;
		sum += term;
	}
	return sum / (x * 1.77245385090551602729816748334114518L);
}

SIMT_HOST_INLINE double erfcx(double x) {
	return (double)__simt_erfcx_host(x);
}

SIMT_HOST_INLINE double normcdf(double x) {
	return (double)(0.5L * erfcl(x * -0.707106781186547524400844362104849039L));
}

/* x > 0 with erfc(x) = q, 0 < q < 1, by Newton's method on the logarithm. */
SIMT_HOST_INLINE long double __simt_erfcinv_host(long double q) {
	const long double half_root_pi = 0.886226925452758013649083741670572591L;
	long double l = logl(q * (2 - q)), b = 4.33L + l / 2;
	long double x = l > -20 ? sqrtl(sqrtl(b * b - l / 0.147L) - b) : sqrtl(-l);
	for (int i = 0; i < 20; i++) {
		long double step = (logl(erfcl(x)) - logl(q)) * __simt_erfcx_host(x) *
		                   half_root_pi;
		x += step;
		if (!(fabsl(step) > x * 1e-10L))
			break;
	}
	return x;
}

/* The same near 0, from erf(x) = d. */
SIMT_HOST_INLINE long double __simt_erfinv_near_host(long double d) {
	const long double half_root_pi = 0.886226925452758013649083741670572591L;
	long double x = half_root_pi * d;
	for (int i = 0; i < 20; i++) {
		long double step = (d - erfl(x)) * expl(x * x) * half_root_pi;
		x += step;
		if (!(fabsl(step) > fabsl(x) * 1e-10L))
			break;
	}
	return x;
}

/* The inverse of erfc at q = 1 - d, either of which may be the exact one. */
SIMT_HOST_INLINE double __simt_erf_inverse_host(long double q, long double d) {
	if (!(q >= 0 && q <= 2))
		return __builtin_nan("");
	if (q == 0 || q == 2)
		return q == 0 ? __builtin_huge_val() : -__builtin_huge_val();
	if (d > -0.5L && d < 0.5L)
		return (double)__simt_erfinv_near_host(d);
	return (double)(d > 0 ? __simt_erfcinv_host(q) : -__simt_erfcinv_host(2 - q));
}

SIMT_HOST_INLINE double erfinv(double x) {
	return x == 0 ? x : __simt_erf_inverse_host(1 - (long double)x, x);
}

SIMT_HOST_INLINE double erfcinv(double x) {
	return __simt_erf_inverse_host(x, 1 - (long double)x);
}

SIMT_HOST_INLINE double normcdfinv(double p) {
	if (!(p > 0 && p < 1))
		return -erfcinv(2 * p);
	long double q = 2 * (long double)p, d = 1 - q;
	long double x = d > -0.5L && d < 0.5L ? __simt_erfinv_near_host(d)
	                : d > 0               ? __simt_erfcinv_host(q)
	                                      : -__simt_erfcinv_host(2 - q);
	return (double)(x * -1.41421356237309504880168872420969808L);
}

#if !defined(__CUDACC__)
/* The range of long double holds the squares. An infinity wins over NaN. */
SIMT_HOST_INLINE double norm(int n, const double *p) {
	long double sum = 0;
	bool infinite = false;
	for (int i = 0; i < n; i++) {
		sum += (long double)p[i] * p[i];
		infinite = infinite || __builtin_fabs(p[i]) == __builtin_huge_val();
	}
	return infinite ? __builtin_huge_val() : (double)sqrtl(sum);
}

SIMT_HOST_INLINE double rnorm(int n, const double *p) {
	long double sum = 0;
	for (int i = 0; i < n; i++) {
		sum += (long double)p[i] * p[i];
		if (__builtin_fabs(p[i]) == __builtin_huge_val())
			return 0;
	}
	return (double)(1 / sqrtl(sum));
}

SIMT_HOST_INLINE double rhypot(double x, double y) {
	double v[2] = {x, y};
	return rnorm(2, v);
}

SIMT_HOST_INLINE double norm3d(double x, double y, double z) {
	double v[3] = {x, y, z};
	return norm(3, v);
}

SIMT_HOST_INLINE double rnorm3d(double x, double y, double z) {
	double v[3] = {x, y, z};
	return rnorm(3, v);
}

SIMT_HOST_INLINE double norm4d(double x, double y, double z, double w) {
	double v[4] = {x, y, z, w};
	return norm(4, v);
}

SIMT_HOST_INLINE double rnorm4d(double x, double y, double z, double w) {
	double v[4] = {x, y, z, w};
	return rnorm(4, v);
}

/* The series, all of whose terms have one sign; beyond 720 the result is infinite. */
SIMT_HOST_INLINE double __simt_bessel_i_host(double x, int order) {
	if (x != x || __builtin_fabs(x) > 720)
		return order == 1 ? x * __builtin_huge_val()
		                  : x * x * __builtin_huge_val();
	long double q = (long double)x * x / 4,
		    term = order == 1 ? (long double)x / 2 : 1, sum = term;
	for (int k = 1; k < 5000 && fabsl(term) > fabsl(sum) * 1e-22L; k++) {
		term *= q / ((long double)k * (k + order));
		sum += term;
	}
	return (double)sum;
}

SIMT_HOST_INLINE double cyl_bessel_i0(double x) {
	return __simt_bessel_i_host(x, 0);
}

SIMT_HOST_INLINE double cyl_bessel_i1(double x) {
	return __simt_bessel_i_host(x, 1);
}
#endif

/* The float functions, under C's names and the same as double. */
#define SIMT_HOST_FLOAT(name)                     \
	SIMT_HOST_INLINE float name##f(float x) { \
		return (float)name((double)x);    \
	}
#define SIMT_HOST_OVERLOAD(name)               \
	SIMT_HOST_INLINE float name(float x) { \
		return name##f(x);             \
	}

#if SIMT_HOST_LACKS(2, 42)
SIMT_HOST_FLOAT(rsqrt)
#endif
#if SIMT_HOST_LACKS(2, 41)
SIMT_HOST_FLOAT(sinpi)
SIMT_HOST_FLOAT(cospi)
#endif
SIMT_HOST_FLOAT(rcbrt)
SIMT_HOST_FLOAT(erfcx)
SIMT_HOST_FLOAT(erfinv)
SIMT_HOST_FLOAT(erfcinv)
SIMT_HOST_FLOAT(normcdf)
SIMT_HOST_FLOAT(normcdfinv)

SIMT_HOST_OVERLOAD(rsqrt)
SIMT_HOST_OVERLOAD(rcbrt)
SIMT_HOST_OVERLOAD(sinpi)
SIMT_HOST_OVERLOAD(cospi)
SIMT_HOST_OVERLOAD(erfcx)
SIMT_HOST_OVERLOAD(erfinv)
SIMT_HOST_OVERLOAD(erfcinv)
SIMT_HOST_OVERLOAD(normcdf)
SIMT_HOST_OVERLOAD(normcdfinv)
#if !defined(__CUDACC__)
SIMT_HOST_FLOAT(cyl_bessel_i0)
SIMT_HOST_FLOAT(cyl_bessel_i1)
SIMT_HOST_OVERLOAD(cyl_bessel_i0)
SIMT_HOST_OVERLOAD(cyl_bessel_i1)
#endif

#undef SIMT_HOST_FLOAT
#undef SIMT_HOST_OVERLOAD

SIMT_HOST_INLINE void sincospif(float x, float *s, float *c) {
	double sine, cosine;
	sincospi((double)x, &sine, &cosine);
	*s = (float)sine;
	*c = (float)cosine;
}

SIMT_HOST_INLINE void sincospi(float x, float *s, float *c) {
	sincospif(x, s, c);
}

#if !defined(__CUDACC__)
SIMT_HOST_INLINE float rhypotf(float x, float y) {
	return (float)rhypot((double)x, (double)y);
}

SIMT_HOST_INLINE float norm3df(float x, float y, float z) {
	return (float)norm3d(x, y, z);
}

SIMT_HOST_INLINE float rnorm3df(float x, float y, float z) {
	return (float)rnorm3d(x, y, z);
}

SIMT_HOST_INLINE float norm4df(float x, float y, float z, float w) {
	return (float)norm4d(x, y, z, w);
}

SIMT_HOST_INLINE float rnorm4df(float x, float y, float z, float w) {
	return (float)rnorm4d(x, y, z, w);
}

SIMT_HOST_INLINE float fdividef(float x, float y) {
	return x / y;
}
#endif

#undef SIMT_HOST_LACKS
#undef SIMT_HOST_INLINE
#endif
