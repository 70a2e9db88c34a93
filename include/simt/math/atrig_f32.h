/* atrig_f32.h - inverse trigonometric functions of float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* asin(s) - s for 0 <= s <= 1/2, z = s^2. */
SIMT_DEVICE_INLINE float __simt_asin_tail_f32(float s, float z) {
	float p = 0x1.3810d4p-5f;
	p = __fmaf_rn(p, z, 0x1.b3018ep-6f);
	p = __fmaf_rn(p, z, 0x1.70a7dp-5f);
	p = __fmaf_rn(p, z, 0x1.33272cp-4f);
	p = __fmaf_rn(p, z, 0x1.55555ep-3f);
	return __fmul_rn(__fmul_rn(s, z), p);
}

/* Beyond 1/2: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)), of which pi/2 - 2 s is exact. */
SIMT_DEVICE_INLINE float asinf(float x) {
	float a = __builtin_fabsf(x);
	bool far = a > 0.5f;
	float z = far ? __fmul_rn(1.0f - a, 0.5f) : __fmul_rn(a, a);
	float s = far ? __fsqrt_rn(z) : a, t = __simt_asin_tail_f32(s, z);
	float beyond = __fsub_rn(0x1.921fb6p+0f - (s + s), (t + t) + 0x1.777a5cp-25f);
	float r = far ? beyond : __fadd_rn(s, t);
	return a != a ? x + x : a > 1.0f ? SIMT_NAN_F32 : __simt_copysign_f32(r, x);
}

SIMT_DEVICE_INLINE float acosf(float x) {
	float a = __builtin_fabsf(x);
	bool far = a > 0.5f;
	float z = far ? __fmul_rn(1.0f - a, 0.5f) : __fmul_rn(a, a);
	float s = far ? __fsqrt_rn(z) : a, t = __simt_asin_tail_f32(s, z),
	      p = __fadd_rn(s, t);
	float near = __fsub_rn(0x1.921fb6p+0f,
	                       __simt_copysign_f32(p, x) + 0x1.777a5cp-25f);
	float low = __fsub_rn(0x1.921fb6p+1f - (s + s), (t + t) + 0x1.777a5cp-24f);
	float r = far ? (x > 0.0f ? p + p : low) : near;
	return a != a ? x + x : a > 1.0f ? SIMT_NAN_F32 : r;
}

/* turn + lo + atan(t), or minus it, for |t| <= 1 and turn a multiple of pi/2. */
SIMT_DEVICE_INLINE float __simt_atan_from_f32(float turn, float lo, float t) {
	float z = __fmul_rn(t, t);
	float p = -0x1.38de56p-9f;
	p = __fmaf_rn(p, z, 0x1.ba9f66p-7f);
	p = __fmaf_rn(p, z, -0x1.25dc12p-5f);
	p = __fmaf_rn(p, z, 0x1.0001c6p-4f);
	p = __fmaf_rn(p, z, -0x1.6295f8p-4f);
	p = __fmaf_rn(p, z, 0x1.c3f168p-4f);
	p = __fmaf_rn(p, z, -0x1.246cd2p-3f);
	p = __fmaf_rn(p, z, 0x1.99983cp-3f);
	p = __fmaf_rn(p, z, -0x1.555554p-2f);
	__simt_f32x2 s = __simt_fast_sum_f32(turn, t);
	return __fadd_rn(s.hi, s.lo + __fmaf_rn(__fmul_rn(t, z), p, lo));
}

SIMT_DEVICE_INLINE float atanf(float x) {
	float a = __builtin_fabsf(x);
	bool far = a > 1.0f;
	float t = far ? __fdiv_rn(-1.0f, a) : a;
	float r = __simt_atan_from_f32(far ? 0x1.921fb6p+0f : 0.0f,
	                               far ? -0x1.777a5cp-25f : 0.0f, t);
	return a != a ? x + x : __simt_copysign_f32(r, x);
}

SIMT_DEVICE_INLINE float atan2f(float y, float x) {
	float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
	bool steep = ay > ax, left = __simt_sign_f32(x) != 0;
	float t = __fdiv_rn(steep ? ax : ay, steep ? ay : ax);
	t = ax == ay ? (ax == 0.0f ? 0.0f : 1.0f) : t;
	float turn = steep ? 0x1.921fb6p+0f : left ? 0x1.921fb6p+1f : 0.0f;
	float lo = steep ? -0x1.777a5cp-25f : left ? -0x1.777a5cp-24f : 0.0f;
	float r = __simt_atan_from_f32(turn, lo, steep != left ? -t : t);
	return x != x || y != y ? x + y : __simt_copysign_f32(r, y);
}
