/* atrig_f32.h - inverse trigonometric functions of float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* asin(s) - s for 0 <= s <= 1/2, z = s^2. */
SIMT_DEVICE_INLINE float __simt_asin_tail_f32(float __s, float __z) {
	float __p = 0x1.3810d4p-5f;
	__p = __fmaf_rn(__p, __z, 0x1.b3018ep-6f);
	__p = __fmaf_rn(__p, __z, 0x1.70a7dp-5f);
	__p = __fmaf_rn(__p, __z, 0x1.33272cp-4f);
	__p = __fmaf_rn(__p, __z, 0x1.55555ep-3f);
	return __fmul_rn(__fmul_rn(__s, __z), __p);
}

/* Beyond 1/2: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)), of which pi/2 - 2 s is exact. */
SIMT_DEVICE_INLINE float asinf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __far = __a > 0.5f;
	float __z = __far ? __fmul_rn(1.0f - __a, 0.5f) : __fmul_rn(__a, __a);
	float __s = __far ? __fsqrt_rn(__z) : __a, __t = __simt_asin_tail_f32(__s, __z);
	float __beyond = __fsub_rn(0x1.921fb6p+0f - (__s + __s),
	                           (__t + __t) + 0x1.777a5cp-25f);
	float __r = __far ? __beyond : __fadd_rn(__s, __t);
	return __a != __a   ? __x + __x
	       : __a > 1.0f ? SIMT_NAN_F32
	                    : __simt_copysign_f32(__r, __x);
}

SIMT_DEVICE_INLINE float acosf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __far = __a > 0.5f;
	float __z = __far ? __fmul_rn(1.0f - __a, 0.5f) : __fmul_rn(__a, __a);
	float __s = __far ? __fsqrt_rn(__z) : __a, __t = __simt_asin_tail_f32(__s, __z),
	      __p = __fadd_rn(__s, __t);
	float __near = __fsub_rn(0x1.921fb6p+0f,
	                         __simt_copysign_f32(__p, __x) + 0x1.777a5cp-25f);
	float __low = __fsub_rn(0x1.921fb6p+1f - (__s + __s),
	                        (__t + __t) + 0x1.777a5cp-24f);
	float __r = __far ? (__x > 0.0f ? __p + __p : __low) : __near;
	return __a != __a ? __x + __x : __a > 1.0f ? SIMT_NAN_F32 : __r;
}

/* turn + lo + atan(t), or minus it, for |t| <= 1 and turn a multiple of pi/2. */
SIMT_DEVICE_INLINE float __simt_atan_from_f32(float __turn, float __lo, float __t) {
	float __z = __fmul_rn(__t, __t);
	float __p = -0x1.38de56p-9f;
	__p = __fmaf_rn(__p, __z, 0x1.ba9f66p-7f);
	__p = __fmaf_rn(__p, __z, -0x1.25dc12p-5f);
	__p = __fmaf_rn(__p, __z, 0x1.0001c6p-4f);
	__p = __fmaf_rn(__p, __z, -0x1.6295f8p-4f);
	__p = __fmaf_rn(__p, __z, 0x1.c3f168p-4f);
	__p = __fmaf_rn(__p, __z, -0x1.246cd2p-3f);
	__p = __fmaf_rn(__p, __z, 0x1.99983cp-3f);
	__p = __fmaf_rn(__p, __z, -0x1.555554p-2f);
	__simt_f32x2 __s = __simt_fast_sum_f32(__turn, __t);
	return __fadd_rn(__s.__hi, __s.__lo + __fmaf_rn(__fmul_rn(__t, __z), __p, __lo));
}

SIMT_DEVICE_INLINE float atanf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __far = __a > 1.0f;
	float __t = __far ? __fdiv_rn(-1.0f, __a) : __a;
	float __r = __simt_atan_from_f32(__far ? 0x1.921fb6p+0f : 0.0f,
	                                 __far ? -0x1.777a5cp-25f : 0.0f, __t);
	return __a != __a ? __x + __x : __simt_copysign_f32(__r, __x);
}

SIMT_DEVICE_INLINE float atan2f(float __y, float __x) {
	float __ax = __builtin_fabsf(__x), __ay = __builtin_fabsf(__y);
	bool __steep = __ay > __ax, __left = __simt_sign_f32(__x) != 0;
	float __t = __fdiv_rn(__steep ? __ax : __ay, __steep ? __ay : __ax);
	__t = __ax == __ay ? (__ax == 0.0f ? 0.0f : 1.0f) : __t;
	float __turn = __steep ? 0x1.921fb6p+0f : __left ? 0x1.921fb6p+1f : 0.0f;
	float __lo = __steep ? -0x1.777a5cp-25f : __left ? -0x1.777a5cp-24f : 0.0f;
	float __r = __simt_atan_from_f32(__turn, __lo, __steep != __left ? -__t : __t);
	return __x != __x || __y != __y ? __x + __y : __simt_copysign_f32(__r, __y);
}
