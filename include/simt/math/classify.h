/* classify.h - what kind of number a float or double is, and comparisons that NaN makes false.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

#ifndef FP_NAN
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#endif

/* C has these as macros; a macro would be put in place of the functions here. */
#undef isnan
#undef isinf
#undef isfinite
#undef isnormal
#undef signbit
#undef fpclassify
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered

SIMT_DEVICE_INLINE bool isnan(float __x) {
	return __x != __x;
}

SIMT_DEVICE_INLINE bool isnan(double __x) {
	return __x != __x;
}

SIMT_DEVICE_INLINE bool isinf(float __x) {
	return __builtin_fabsf(__x) == SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isinf(double __x) {
	return __builtin_fabs(__x) == SIMT_INF_F64;
}

SIMT_DEVICE_INLINE bool isfinite(float __x) {
	return __builtin_fabsf(__x) < SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isfinite(double __x) {
	return __builtin_fabs(__x) < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE bool signbit(float __x) {
	return __simt_sign_f32(__x) != 0;
}

SIMT_DEVICE_INLINE bool signbit(double __x) {
	return __simt_sign_f64(__x) != 0;
}

SIMT_DEVICE_INLINE bool isnormal(float __x) {
	return __builtin_fabsf(__x) >= 0x1p-126f && __builtin_fabsf(__x) < SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isnormal(double __x) {
	return __builtin_fabs(__x) >= 0x1p-1022 && __builtin_fabs(__x) < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE int fpclassify(float __x) {
	return __x != __x                      ? FP_NAN
	       : isinf(__x)                    ? FP_INFINITE
	       : isnormal(__x)                 ? FP_NORMAL
	       : __float_as_int(__x) << 1 == 0 ? FP_ZERO
	                                       : FP_SUBNORMAL;
}

SIMT_DEVICE_INLINE int fpclassify(double __x) {
	return __x != __x                            ? FP_NAN
	       : isinf(__x)                          ? FP_INFINITE
	       : isnormal(__x)                       ? FP_NORMAL
	       : __double_as_longlong(__x) << 1 == 0 ? FP_ZERO
	                                             : FP_SUBNORMAL;
}

/* __builtin_fpclassify, which a host's <cmath> calls with the numbers of its own for each class. */
#define SIMT_CLASS_NUMBERED(type)                                                  \
	SIMT_DEVICE_INLINE int fpclassify(int __nan, int __infinite, int __normal, \
	                                  int __subnormal, int __zero, type __x) { \
		int __kind = fpclassify(__x);                                      \
		return __kind == FP_NAN         ? __nan                            \
		       : __kind == FP_INFINITE  ? __infinite                       \
		       : __kind == FP_NORMAL    ? __normal                         \
		       : __kind == FP_SUBNORMAL ? __subnormal                      \
		                                : __zero;                          \
	}
SIMT_CLASS_NUMBERED(float)
SIMT_CLASS_NUMBERED(double)
#undef SIMT_CLASS_NUMBERED

SIMT_DEVICE_INLINE bool isgreater(float __x, float __y) {
	return __x > __y;
}

SIMT_DEVICE_INLINE bool isgreater(double __x, double __y) {
	return __x > __y;
}

SIMT_DEVICE_INLINE bool isgreaterequal(float __x, float __y) {
	return __x >= __y;
}

SIMT_DEVICE_INLINE bool isgreaterequal(double __x, double __y) {
	return __x >= __y;
}

SIMT_DEVICE_INLINE bool isless(float __x, float __y) {
	return __x < __y;
}

SIMT_DEVICE_INLINE bool isless(double __x, double __y) {
	return __x < __y;
}

SIMT_DEVICE_INLINE bool islessequal(float __x, float __y) {
	return __x <= __y;
}

SIMT_DEVICE_INLINE bool islessequal(double __x, double __y) {
	return __x <= __y;
}

SIMT_DEVICE_INLINE bool islessgreater(float __x, float __y) {
	return __x < __y || __x > __y;
}

SIMT_DEVICE_INLINE bool islessgreater(double __x, double __y) {
	return __x < __y || __x > __y;
}

SIMT_DEVICE_INLINE bool isunordered(float __x, float __y) {
	return __x != __x || __y != __y;
}

SIMT_DEVICE_INLINE bool isunordered(double __x, double __y) {
	return __x != __x || __y != __y;
}

/* The names that CUDA's headers have for them. */
SIMT_DEVICE_INLINE int __isnanf(float __x) {
	return __x != __x;
}

SIMT_DEVICE_INLINE int __isnan(double __x) {
	return __x != __x;
}

SIMT_DEVICE_INLINE int __isinff(float __x) {
	return isinf(__x);
}

SIMT_DEVICE_INLINE int __isinf(double __x) {
	return isinf(__x);
}

SIMT_DEVICE_INLINE int __finitef(float __x) {
	return isfinite(__x);
}

SIMT_DEVICE_INLINE int __finite(double __x) {
	return isfinite(__x);
}

SIMT_DEVICE_INLINE int __signbitf(float __x) {
	return __simt_sign_f32(__x);
}

SIMT_DEVICE_INLINE int __signbit(double __x) {
	return __simt_sign_f64(__x);
}

SIMT_DEVICE_INLINE int __signbitl(long double __x) {
	return __simt_sign_f64((double)__x);
}

SIMT_DEVICE_INLINE int __signbitd(double __x) {
	return __simt_sign_f64(__x);
}
