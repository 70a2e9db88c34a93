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

SIMT_DEVICE_INLINE bool isnan(float x) {
	return x != x;
}

SIMT_DEVICE_INLINE bool isnan(double x) {
	return x != x;
}

SIMT_DEVICE_INLINE bool isinf(float x) {
	return __builtin_fabsf(x) == SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isinf(double x) {
	return __builtin_fabs(x) == SIMT_INF_F64;
}

SIMT_DEVICE_INLINE bool isfinite(float x) {
	return __builtin_fabsf(x) < SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isfinite(double x) {
	return __builtin_fabs(x) < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE bool signbit(float x) {
	return __simt_sign_f32(x) != 0;
}

SIMT_DEVICE_INLINE bool signbit(double x) {
	return __simt_sign_f64(x) != 0;
}

SIMT_DEVICE_INLINE bool isnormal(float x) {
	return __builtin_fabsf(x) >= 0x1p-126f && __builtin_fabsf(x) < SIMT_INF_F32;
}

SIMT_DEVICE_INLINE bool isnormal(double x) {
	return __builtin_fabs(x) >= 0x1p-1022 && __builtin_fabs(x) < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE int fpclassify(float x) {
	return x != x                        ? FP_NAN
	       : isinf(x)                    ? FP_INFINITE
	       : isnormal(x)                 ? FP_NORMAL
	       : __float_as_int(x) << 1 == 0 ? FP_ZERO
	                                     : FP_SUBNORMAL;
}

SIMT_DEVICE_INLINE int fpclassify(double x) {
	return x != x                              ? FP_NAN
	       : isinf(x)                          ? FP_INFINITE
	       : isnormal(x)                       ? FP_NORMAL
	       : __double_as_longlong(x) << 1 == 0 ? FP_ZERO
	                                           : FP_SUBNORMAL;
}

/* __builtin_fpclassify, which a host's <cmath> calls with the numbers of its own for each class. */
#define SIMT_CLASS_NUMBERED(type)                                            \
	SIMT_DEVICE_INLINE int fpclassify(int nan, int infinite, int normal, \
	                                  int subnormal, int zero, type x) { \
		int kind = fpclassify(x);                                    \
		return kind == FP_NAN         ? nan                          \
		       : kind == FP_INFINITE  ? infinite                     \
		       : kind == FP_NORMAL    ? normal                       \
		       : kind == FP_SUBNORMAL ? subnormal                    \
		                              : zero;                        \
	}
SIMT_CLASS_NUMBERED(float)
SIMT_CLASS_NUMBERED(double)
#undef SIMT_CLASS_NUMBERED

SIMT_DEVICE_INLINE bool isgreater(float x, float y) {
	return x > y;
}

SIMT_DEVICE_INLINE bool isgreater(double x, double y) {
	return x > y;
}

SIMT_DEVICE_INLINE bool isgreaterequal(float x, float y) {
	return x >= y;
}

SIMT_DEVICE_INLINE bool isgreaterequal(double x, double y) {
	return x >= y;
}

SIMT_DEVICE_INLINE bool isless(float x, float y) {
	return x < y;
}

SIMT_DEVICE_INLINE bool isless(double x, double y) {
	return x < y;
}

SIMT_DEVICE_INLINE bool islessequal(float x, float y) {
	return x <= y;
}

SIMT_DEVICE_INLINE bool islessequal(double x, double y) {
	return x <= y;
}

SIMT_DEVICE_INLINE bool islessgreater(float x, float y) {
	return x < y || x > y;
}

SIMT_DEVICE_INLINE bool islessgreater(double x, double y) {
	return x < y || x > y;
}

SIMT_DEVICE_INLINE bool isunordered(float x, float y) {
	return x != x || y != y;
}

SIMT_DEVICE_INLINE bool isunordered(double x, double y) {
	return x != x || y != y;
}

/* The names that CUDA's headers have for them. */
SIMT_DEVICE_INLINE int __isnanf(float x) {
	return x != x;
}

SIMT_DEVICE_INLINE int __isnan(double x) {
	return x != x;
}

SIMT_DEVICE_INLINE int __isinff(float x) {
	return isinf(x);
}

SIMT_DEVICE_INLINE int __isinf(double x) {
	return isinf(x);
}

SIMT_DEVICE_INLINE int __finitef(float x) {
	return isfinite(x);
}

SIMT_DEVICE_INLINE int __finite(double x) {
	return isfinite(x);
}

SIMT_DEVICE_INLINE int __signbitf(float x) {
	return __simt_sign_f32(x);
}

SIMT_DEVICE_INLINE int __signbitd(double x) {
	return __simt_sign_f64(x);
}
