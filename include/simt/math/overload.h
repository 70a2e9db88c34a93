/* overload.h - the math functions under one name for all types, in the global namespace and
 * in std: float stays float, integers count as double, and of two numbers the wider type
 * decides.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/classify.h"
#include "simt/math/integer.h"
#include "simt/math_f32.h"
#include "simt/math_f64.h"

/* The type that a number has as an argument; nothing for what is no number. */
template <class __T> struct __simt_number {};

#define SIMT_NUMBER(type, as) \
	template <> struct __simt_number<type> { typedef as __promoted; };
#define SIMT_INTEGER(type)                        \
	SIMT_NUMBER(type, double)                 \
	template <> struct __simt_integer<type> { \
		typedef double __promoted;        \
		typedef bool __truth;             \
	};

/* The same for integers alone, and what a question about one is answered with. */
template <class __T> struct __simt_integer {};

SIMT_NUMBER(float, float)
SIMT_NUMBER(double, double)
SIMT_NUMBER(long double, double)
SIMT_INTEGER(bool)
SIMT_INTEGER(char)
SIMT_INTEGER(signed char)
SIMT_INTEGER(unsigned char)
SIMT_INTEGER(short)
SIMT_INTEGER(unsigned short)
SIMT_INTEGER(int)
SIMT_INTEGER(unsigned int)
SIMT_INTEGER(long)
SIMT_INTEGER(unsigned long)
SIMT_INTEGER(long long)
SIMT_INTEGER(unsigned long long)

#undef SIMT_NUMBER
#undef SIMT_INTEGER

template <class __T, class __U> struct __simt_wider { typedef double type; };

template <> struct __simt_wider<float, float> { typedef float type; };

template <class __T, class __U> struct __simt_common {
	typedef typename __simt_wider<typename __simt_number<__T>::__promoted,
	                              typename __simt_number<__U>::__promoted>::type type;
};

#define SIMT_OVERLOAD_FLOAT(name)                  \
	SIMT_DEVICE_INLINE float name(float __x) { \
		return name##f(__x);               \
	}

#define SIMT_OVERLOAD_1(name)                                                       \
	SIMT_OVERLOAD_FLOAT(name)                                                   \
	template <class __T>                                                        \
	SIMT_DEVICE_INLINE typename __simt_integer<__T>::__promoted name(__T __x) { \
		return name((double)__x);                                           \
	}

#define SIMT_OVERLOAD_2(name)                                                     \
	SIMT_DEVICE_INLINE float name(float __x, float __y) {                     \
		return name##f(__x, __y);                                         \
	}                                                                         \
	template <class __T, class __U>                                           \
	SIMT_DEVICE_INLINE typename __simt_common<__T, __U>::type name(__T __x,   \
	                                                               __U __y) { \
		typedef typename __simt_common<__T, __U>::type type;              \
		return name((type)__x, (type)__y);                                \
	}

SIMT_OVERLOAD_1(acos)
SIMT_OVERLOAD_1(acosh)
SIMT_OVERLOAD_1(asin)
SIMT_OVERLOAD_1(asinh)
SIMT_OVERLOAD_1(atan)
SIMT_OVERLOAD_1(atanh)
SIMT_OVERLOAD_1(cbrt)
SIMT_OVERLOAD_1(ceil)
SIMT_OVERLOAD_1(cos)
SIMT_OVERLOAD_1(cosh)
SIMT_OVERLOAD_1(erf)
SIMT_OVERLOAD_1(erfc)
SIMT_OVERLOAD_1(exp)
SIMT_OVERLOAD_1(exp2)
SIMT_OVERLOAD_1(expm1)
SIMT_OVERLOAD_1(fabs)
SIMT_OVERLOAD_1(floor)
SIMT_OVERLOAD_1(lgamma)
SIMT_OVERLOAD_1(log)
SIMT_OVERLOAD_1(log10)
SIMT_OVERLOAD_1(log1p)
SIMT_OVERLOAD_1(log2)
SIMT_OVERLOAD_1(logb)
SIMT_OVERLOAD_1(nearbyint)
SIMT_OVERLOAD_1(rint)
SIMT_OVERLOAD_1(round)
SIMT_OVERLOAD_1(sin)
SIMT_OVERLOAD_1(sinh)
SIMT_OVERLOAD_1(sqrt)
SIMT_OVERLOAD_1(tan)
SIMT_OVERLOAD_1(tanh)
SIMT_OVERLOAD_1(tgamma)
SIMT_OVERLOAD_1(trunc)

SIMT_OVERLOAD_2(atan2)
SIMT_OVERLOAD_2(copysign)
SIMT_OVERLOAD_2(fdim)
SIMT_OVERLOAD_2(fmax)
SIMT_OVERLOAD_2(fmin)
SIMT_OVERLOAD_2(fmod)
SIMT_OVERLOAD_2(hypot)
SIMT_OVERLOAD_2(nextafter)
SIMT_OVERLOAD_2(pow)
SIMT_OVERLOAD_2(remainder)

/* What the C++ library does not have: an integer fits float and double alike. */
SIMT_OVERLOAD_FLOAT(cospi)
SIMT_OVERLOAD_FLOAT(cyl_bessel_i0)
SIMT_OVERLOAD_FLOAT(cyl_bessel_i1)
SIMT_OVERLOAD_FLOAT(erfcinv)
SIMT_OVERLOAD_FLOAT(erfcx)
SIMT_OVERLOAD_FLOAT(erfinv)
SIMT_OVERLOAD_FLOAT(exp10)
SIMT_OVERLOAD_FLOAT(j0)
SIMT_OVERLOAD_FLOAT(j1)
SIMT_OVERLOAD_FLOAT(normcdf)
SIMT_OVERLOAD_FLOAT(normcdfinv)
SIMT_OVERLOAD_FLOAT(rcbrt)
SIMT_OVERLOAD_FLOAT(rsqrt)
SIMT_OVERLOAD_FLOAT(sinpi)
SIMT_OVERLOAD_FLOAT(y0)
SIMT_OVERLOAD_FLOAT(y1)

#undef SIMT_OVERLOAD_FLOAT
#undef SIMT_OVERLOAD_1
#undef SIMT_OVERLOAD_2

/* Integers are finite numbers like others. */
#define SIMT_OVERLOAD_CLASS(name)                                                \
	template <class __T>                                                     \
	SIMT_DEVICE_INLINE typename __simt_integer<__T>::__truth name(__T __x) { \
		return name((double)__x);                                        \
	}

SIMT_OVERLOAD_CLASS(isnan)
SIMT_OVERLOAD_CLASS(isinf)
SIMT_OVERLOAD_CLASS(isfinite)
SIMT_OVERLOAD_CLASS(isnormal)
SIMT_OVERLOAD_CLASS(signbit)

#undef SIMT_OVERLOAD_CLASS

/* Results that are integers. */
template <class __T, class __Promoted> struct __simt_result { typedef __T type; };

#define SIMT_OVERLOAD_TO(result, name)                                             \
	SIMT_DEVICE_INLINE result name(float __x) {                                \
		return name##f(__x);                                               \
	}                                                                          \
	template <class __T>                                                       \
	SIMT_DEVICE_INLINE typename __simt_result<                                 \
		result, typename __simt_integer<__T>::__promoted>::type name(__T __x) { \
		return name((double)__x);                                          \
	}

SIMT_OVERLOAD_TO(int, ilogb)
SIMT_OVERLOAD_TO(long int, lrint)
SIMT_OVERLOAD_TO(long long int, llrint)
SIMT_OVERLOAD_TO(long int, lround)
SIMT_OVERLOAD_TO(long long int, llround)

#undef SIMT_OVERLOAD_TO

SIMT_DEVICE_INLINE float fma(float __x, float __y, float __z) {
	return fmaf(__x, __y, __z);
}

template <class __T, class __U, class __V>
SIMT_DEVICE_INLINE
	typename __simt_common<typename __simt_common<__T, __U>::type, __V>::type
	fma(__T __x, __U __y, __V __z) {
	typedef typename __simt_common<typename __simt_common<__T, __U>::type, __V>::type
		type;
	return fma((type)__x, (type)__y, (type)__z);
}

/* The hypotenuse of three dimensions has another name in CUDA. */
SIMT_DEVICE_INLINE float hypot(float __x, float __y, float __z) {
	return norm3df(__x, __y, __z);
}

SIMT_DEVICE_INLINE double hypot(double __x, double __y, double __z) {
	return norm3d(__x, __y, __z);
}

template <class __T, class __U, class __V>
SIMT_DEVICE_INLINE
	typename __simt_common<typename __simt_common<__T, __U>::type, __V>::type
	hypot(__T __x, __U __y, __V __z) {
	typedef typename __simt_common<typename __simt_common<__T, __U>::type, __V>::type
		type;
	return hypot((type)__x, (type)__y, (type)__z);
}

SIMT_DEVICE_INLINE float frexp(float __x, int *__exponent) {
	return frexpf(__x, __exponent);
}

SIMT_DEVICE_INLINE float ldexp(float __x, int __n) {
	return ldexpf(__x, __n);
}

SIMT_DEVICE_INLINE float scalbn(float __x, int __n) {
	return scalbnf(__x, __n);
}

template <class __T>
SIMT_DEVICE_INLINE typename __simt_integer<__T>::__promoted ldexp(__T __x, int __n) {
	return ldexp((double)__x, __n);
}

template <class __T>
SIMT_DEVICE_INLINE typename __simt_integer<__T>::__promoted scalbn(__T __x, int __n) {
	return scalbn((double)__x, __n);
}

SIMT_DEVICE_INLINE float scalbln(float __x, long int __n) {
	return scalblnf(__x, __n);
}

template <class __T>
SIMT_DEVICE_INLINE typename __simt_integer<__T>::__promoted scalbln(__T __x,
                                                                    long int __n) {
	return scalbln((double)__x, __n);
}

template <class __T>
SIMT_DEVICE_INLINE typename __simt_integer<__T>::__promoted frexp(__T __x,
                                                                  int *__exponent) {
	return frexp((double)__x, __exponent);
}

SIMT_DEVICE_INLINE float modf(float __x, float *__whole) {
	return modff(__x, __whole);
}

SIMT_DEVICE_INLINE float remquo(float __x, float __y, int *__quotient) {
	return remquof(__x, __y, __quotient);
}

SIMT_DEVICE_INLINE void sincos(float __x, float *__s, float *__c) {
	sincosf(__x, __s, __c);
}

SIMT_DEVICE_INLINE void sincospi(float __x, float *__s, float *__c) {
	sincospif(__x, __s, __c);
}

SIMT_DEVICE_INLINE float jn(int __n, float __x) {
	return jnf(__n, __x);
}

SIMT_DEVICE_INLINE float yn(int __n, float __x) {
	return ynf(__n, __x);
}

SIMT_DEVICE_INLINE float abs(float __x) {
	return fabsf(__x);
}

SIMT_DEVICE_INLINE double abs(double __x) {
	return fabs(__x);
}
