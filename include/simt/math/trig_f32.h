/* trig_f32.h - sine, cosine, tangent of float. The angle is reduced to within pi/4 of a
 * multiple of pi/2: by three parts of pi/2 up to 2^16, by the bits of 2/pi beyond.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/trig_table.h"

/* Finite |x| >= 2^16: x is an integer m times 2^e, and those bits of 2/pi matter that make
 * neither whole turns nor less than what is kept. */
SIMT_DEVICE_FUNC __simt_angle_f32 __simt_reduce_big_f32(float x) {
	int b = __float_as_int(x) & 0x7fffffff;
	unsigned long long m = (unsigned)(b & 0x7fffff) | 0x800000u;
	int at = (b >> 23) - 150 + 62;
	unsigned long long f0 = __simt_two_over_pi_bits(at);
	unsigned long long f1 = __simt_two_over_pi_bits(at + 64);
	unsigned long long lo = m * f1, hi = m * f0 + __umul64hi(m, f1);
	unsigned long long rest = hi << 2 | lo >> 62;
	int q = (int)(hi >> 62) + (int)(rest >> 63);
	/* The rest as a signed number is within half a quadrant. */
	double r = __dmul_rn(__ll2double_rn((long long)rest), 0x1.921fb54442d18p-64);
	__simt_angle_f32 a;
	a.r = __double2float_rn(x < 0.0f ? -r : r);
	a.q = x < 0.0f ? -q : q;
	return a;
}

SIMT_DEVICE_INLINE __simt_angle_f32 __simt_reduce_f32(float x) {
	__simt_angle_f32 a;
	float t = __fmaf_rn(x, 0x1.45f306p-1f, SIMT_ROUND_F32);
	float n = __fsub_rn(t, SIMT_ROUND_F32);
	a.q = __simt_round_bits_f32(t);
	a.r = __fmaf_rn(n, -0x1.921fb6p+0f, x);
	a.r = __fmaf_rn(n, 0x1.777a5cp-25f, a.r);
	a.r = __fmaf_rn(n, 0x1.ee59dap-50f, a.r);
	if (__builtin_fabsf(x) > 65536.0f)
		a = __simt_reduce_big_f32(x);
	a.r = x - x != 0.0f ? SIMT_NAN_F32 : a.r;
	return a;
}

/* Sine and cosine of r + lo, |r| <= pi/4. */
SIMT_DEVICE_INLINE float __simt_sin_poly_f32(float r, float lo) {
	float z = __fmul_rn(r, r);
	float p = -0x1.9ac2cap-13f;
	p = __fmaf_rn(p, z, 0x1.110c1cp-7f);
	p = __fmaf_rn(p, z, -0x1.555552p-3f);
	return __fadd_rn(r, __fmaf_rn(__fmul_rn(z, r), p, lo));
}

SIMT_DEVICE_INLINE float __simt_cos_poly_f32(float r, float lo) {
	float z = __fmul_rn(r, r);
	float p = 0x1.9bd314p-16f;
	p = __fmaf_rn(p, z, -0x1.6c12c8p-10f);
	p = __fmaf_rn(p, z, 0x1.555554p-5f);
	return __fadd_rn(1.0f,
	                 __fmaf_rn(z, -0.5f, __fmaf_rn(__fmul_rn(z, z), p, -r * lo)));
}

/* The sine q quadrants on from the reduced angle. */
SIMT_DEVICE_INLINE float __simt_sin_quadrant_f32(float sin, float cos, int q) {
	float r = q & 1 ? cos : sin;
	return q & 2 ? -r : r;
}

SIMT_DEVICE_INLINE float __simt_sinf(float x) {
	__simt_angle_f32 a = __simt_reduce_f32(x);
	float s = __simt_sin_poly_f32(a.r, 0.0f), c = __simt_cos_poly_f32(a.r, 0.0f);
	return x == 0.0f ? x : __simt_sin_quadrant_f32(s, c, a.q);
}

SIMT_DEVICE_INLINE float __simt_cosf(float x) {
	__simt_angle_f32 a = __simt_reduce_f32(x);
	float s = __simt_sin_poly_f32(a.r, 0.0f), c = __simt_cos_poly_f32(a.r, 0.0f);
	return __simt_sin_quadrant_f32(s, c, a.q + 1);
}

SIMT_DEVICE_INLINE void __simt_sincosf(float x, float *sin, float *cos) {
	__simt_angle_f32 a = __simt_reduce_f32(x);
	float s = __simt_sin_poly_f32(a.r, 0.0f), c = __simt_cos_poly_f32(a.r, 0.0f);
	*sin = x == 0.0f ? x : __simt_sin_quadrant_f32(s, c, a.q);
	*cos = __simt_sin_quadrant_f32(s, c, a.q + 1);
}

SIMT_DEVICE_INLINE float __simt_tanf(float x) {
	__simt_angle_f32 a = __simt_reduce_f32(x);
	float sin = __simt_sin_poly_f32(a.r, 0.0f), cos = __simt_cos_poly_f32(a.r, 0.0f);
	float r = __fdiv_rn(a.q & 1 ? -cos : sin, a.q & 1 ? sin : cos);
	return x == 0.0f ? x : r;
}

/* x is n halves and a rest, both exact. From 2^25 on x is a multiple of 4. */
SIMT_DEVICE_INLINE void sincospif(float x, float *s, float *c) {
	float a = __builtin_fabsf(x) < 0x1p25f ? x : x * 0.0f;
	float n = __builtin_rintf(a + a);
	float r = __fmaf_rn(n, -0.5f, a);
	int q = __float2int_rn(n);
	__simt_f32x2 u = __simt_product_f32(r, 0x1.921fb6p+1f);
	u.lo = __fmaf_rn(r, -0x1.777a5cp-24f, u.lo);
	float sin = __simt_sin_poly_f32(u.hi, u.lo),
	      cos = __simt_cos_poly_f32(u.hi, u.lo);
	*s = __simt_sin_quadrant_f32(sin, cos, q);
	*s = r == 0.0f && (q & 1) == 0 ? __simt_copysign_f32(0.0f, x) : *s;
	*c = __simt_sin_quadrant_f32(sin, cos, q + 1);
	*c = r == 0.0f && (q & 1) != 0 ? 0.0f : *c;
}

SIMT_DEVICE_INLINE float sinpif(float x) {
	float s, c;
	sincospif(x, &s, &c);
	return s;
}

SIMT_DEVICE_INLINE float cospif(float x) {
	float s, c;
	sincospif(x, &s, &c);
	return c;
}
