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

#include "simt/erf_host.h"

#define SIMT_HOST_INLINE static inline

/* Newer C libraries have some of them. */
#if defined(__GLIBC__)
#define SIMT_HOST_LACKS(major, minor) (!__GLIBC_PREREQ(major, minor))
#else
#define SIMT_HOST_LACKS(major, minor) 1
#endif

#if SIMT_HOST_LACKS(2, 42)
SIMT_HOST_INLINE double rsqrt(double __x) {
	return (double)(1 / sqrtl(__x));
}
#endif

SIMT_HOST_INLINE double rcbrt(double __x) {
	return (double)(1 / cbrtl(__x));
}

/* x is a number of half turns and a rest, both exact. */
SIMT_HOST_INLINE void sincospi(double __x, double *__s, double *__c) {
	double __a = __x - 2 * __builtin_rint(__x * 0.5), __n = __builtin_rint(2 * __a);
	long double __angle = (long double)(__a - __n * 0.5) *
	                      3.14159265358979323846264338327950288L;
	long double __sine = sinl(__angle), __cosine = cosl(__angle);
	int __quadrant = __a != __a ? 0 : (int)__n & 3;
	long double __u = __quadrant & 1 ? __cosine : __sine,
		    __v = __quadrant & 1 ? __sine : __cosine;
	*__s = (double)(__quadrant & 2 ? -__u : __u);
	*__c = (double)(__quadrant == 1 || __quadrant == 2 ? -__v : __v);
	*__s = *__s == 0 ? __builtin_copysign(0.0, __x) : *__s;
	*__c = *__c == 0 ? 0.0 : *__c;
}

#if SIMT_HOST_LACKS(2, 41)
SIMT_HOST_INLINE double sinpi(double __x) {
	double __s, __c;
	sincospi(__x, &__s, &__c);
	return __s;
}

SIMT_HOST_INLINE double cospi(double __x) {
	double __s, __c;
	sincospi(__x, &__s, &__c);
	return __c;
}
#endif

SIMT_HOST_INLINE double erfcx(double __x) {
	return (double)__simt_erfcx_host(__x);
}

SIMT_HOST_INLINE double normcdf(double __x) {
	return (double)(0.5L * erfcl(__x * -0.707106781186547524400844362104849039L));
}

SIMT_HOST_INLINE double erfinv(double __x) {
	return __x == 0 ? __x : __simt_erf_inverse_host(1 - (long double)__x, __x);
}

SIMT_HOST_INLINE double erfcinv(double __x) {
	return __simt_erf_inverse_host(__x, 1 - (long double)__x);
}

SIMT_HOST_INLINE double normcdfinv(double __p) {
	if (!(__p > 0 && __p < 1))
		return -erfcinv(2 * __p);
	long double __q = 2 * (long double)__p, __d = 1 - __q;
	long double __x = __d > -0.5L && __d < 0.5L ? __simt_erfinv_near_host(__d)
	                  : __d > 0                 ? __simt_erfcinv_host(__q)
	                                            : -__simt_erfcinv_host(2 - __q);
	return (double)(__x * -1.41421356237309504880168872420969808L);
}

#if !defined(__CUDACC__)
/* The range of long double holds the squares. An infinity wins over NaN. */
SIMT_HOST_INLINE double norm(int __n, const double *__p) {
	long double __sum = 0;
	bool __infinite = false;
	for (int __i = 0; __i < __n; __i++) {
		__sum += (long double)__p[__i] * __p[__i];
		__infinite = __infinite ||
		             __builtin_fabs(__p[__i]) == __builtin_huge_val();
	}
	return __infinite ? __builtin_huge_val() : (double)sqrtl(__sum);
}

SIMT_HOST_INLINE double rnorm(int __n, const double *__p) {
	long double __sum = 0;
	for (int __i = 0; __i < __n; __i++) {
		__sum += (long double)__p[__i] * __p[__i];
		if (__builtin_fabs(__p[__i]) == __builtin_huge_val())
			return 0;
	}
	return (double)(1 / sqrtl(__sum));
}

SIMT_HOST_INLINE double rhypot(double __x, double __y) {
	double __v[2] = {__x, __y};
	return rnorm(2, __v);
}

SIMT_HOST_INLINE double norm3d(double __x, double __y, double __z) {
	double __v[3] = {__x, __y, __z};
	return norm(3, __v);
}

SIMT_HOST_INLINE double rnorm3d(double __x, double __y, double __z) {
	double __v[3] = {__x, __y, __z};
	return rnorm(3, __v);
}

SIMT_HOST_INLINE double norm4d(double __x, double __y, double __z, double __w) {
	double __v[4] = {__x, __y, __z, __w};
	return norm(4, __v);
}

SIMT_HOST_INLINE double rnorm4d(double __x, double __y, double __z, double __w) {
	double __v[4] = {__x, __y, __z, __w};
	return rnorm(4, __v);
}

/* The series, all of whose terms have one sign; beyond 720 the result is infinite. */
SIMT_HOST_INLINE double __simt_bessel_i_host(double __x, int __order) {
	if (__x != __x || __builtin_fabs(__x) > 720)
		return __order == 1 ? __x * __builtin_huge_val()
		                    : __x * __x * __builtin_huge_val();
	long double __q = (long double)__x * __x / 4,
		    __term = __order == 1 ? (long double)__x / 2 : 1, __sum = __term;
	for (int __k = 1; __k < 5000 && fabsl(__term) > fabsl(__sum) * 1e-22L; __k++) {
		__term *= __q / ((long double)__k * (__k + __order));
		__sum += __term;
	}
	return (double)__sum;
}

SIMT_HOST_INLINE double cyl_bessel_i0(double __x) {
	return __simt_bessel_i_host(__x, 0);
}

SIMT_HOST_INLINE double cyl_bessel_i1(double __x) {
	return __simt_bessel_i_host(__x, 1);
}
#endif

/* The float functions, under C's names and the same as double. */
#define SIMT_HOST_FLOAT(name)                       \
	SIMT_HOST_INLINE float name##f(float __x) { \
		return (float)name((double)__x);    \
	}
#define SIMT_HOST_OVERLOAD(name)                 \
	SIMT_HOST_INLINE float name(float __x) { \
		return name##f(__x);             \
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

SIMT_HOST_INLINE void sincospif(float __x, float *__s, float *__c) {
	double __sine, __cosine;
	sincospi((double)__x, &__sine, &__cosine);
	*__s = (float)__sine;
	*__c = (float)__cosine;
}

SIMT_HOST_INLINE void sincospi(float __x, float *__s, float *__c) {
	sincospif(__x, __s, __c);
}

#if !defined(__CUDACC__)
SIMT_HOST_INLINE float rhypotf(float __x, float __y) {
	return (float)rhypot((double)__x, (double)__y);
}

SIMT_HOST_INLINE float norm3df(float __x, float __y, float __z) {
	return (float)norm3d(__x, __y, __z);
}

SIMT_HOST_INLINE float rnorm3df(float __x, float __y, float __z) {
	return (float)rnorm3d(__x, __y, __z);
}

SIMT_HOST_INLINE float norm4df(float __x, float __y, float __z, float __w) {
	return (float)norm4d(__x, __y, __z, __w);
}

SIMT_HOST_INLINE float rnorm4df(float __x, float __y, float __z, float __w) {
	return (float)rnorm4d(__x, __y, __z, __w);
}

SIMT_HOST_INLINE float fdividef(float __x, float __y) {
	return __x / __y;
}
#endif

#undef SIMT_HOST_LACKS
#undef SIMT_HOST_INLINE
#endif
