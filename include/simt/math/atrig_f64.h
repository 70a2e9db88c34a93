/* atrig_f64.h - inverse trigonometric functions of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* asin(s) - s for 0 <= s <= 1/2, z = s^2. */
SIMT_DEVICE_INLINE double __simt_asin_tail_f64(double s, double z) {
	double p = 0x1.d78189767524ep-6;
	p = __fma_rn(p, z, -0x1.e7a24f548c99dp-7);
	p = __fma_rn(p, z, 0x1.1d661531b222ep-6);
	p = __fma_rn(p, z, 0x1.653a8f8cfd43dp-8);
	p = __fma_rn(p, z, 0x1.524ea8b3aad31p-7);
	p = __fma_rn(p, z, 0x1.78246f32d075cp-7);
	p = __fma_rn(p, z, 0x1.c9cf3759fd8ffp-7);
	p = __fma_rn(p, z, 0x1.1c4d343fa57f6p-6);
	p = __fma_rn(p, z, 0x1.6e8bb1d89492bp-6);
	p = __fma_rn(p, z, 0x1.f1c71c1d4aa0dp-6);
	p = __fma_rn(p, z, 0x1.6db6db6e3292ep-5);
	p = __fma_rn(p, z, 0x1.3333333332ec4p-4);
	p = __fma_rn(p, z, 0x1.5555555555556p-3);
	return __dmul_rn(__dmul_rn(s, z), p);
}

/* Beyond 1/2: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)), of which pi/2 - 2 s is exact. */
SIMT_DEVICE_INLINE double asin(double x) {
	double a = __builtin_fabs(x);
	bool far = a > 0.5;
	double z = far ? __dmul_rn(1.0 - a, 0.5) : __dmul_rn(a, a);
	double s = far ? __dsqrt_rn(z) : a, t = __simt_asin_tail_f64(s, z);
	double beyond = __dsub_rn(0x1.921fb54442d18p+0 - (s + s),
	                          (t + t) - 0x1.1a62633145c07p-54);
	double r = far ? beyond : __dadd_rn(s, t);
	return a != a ? x + x : a > 1.0 ? SIMT_NAN_F64 : __simt_copysign_f64(r, x);
}

SIMT_DEVICE_INLINE double acos(double x) {
	double a = __builtin_fabs(x);
	bool far = a > 0.5;
	double z = far ? __dmul_rn(1.0 - a, 0.5) : __dmul_rn(a, a);
	double s = far ? __dsqrt_rn(z) : a, t = __simt_asin_tail_f64(s, z),
	       p = __dadd_rn(s, t);
	double near = __dsub_rn(0x1.921fb54442d18p+0,
	                        __simt_copysign_f64(p, x) - 0x1.1a62633145c07p-54);
	double low = __dsub_rn(0x1.921fb54442d18p+1 - (s + s),
	                       (t + t) - 0x1.1a62633145c07p-53);
	double r = far ? (x > 0.0 ? p + p : low) : near;
	return a != a ? x + x : a > 1.0 ? SIMT_NAN_F64 : r;
}

/* turn + lo + atan(t), or minus it, for |t| <= 1 and turn a multiple of pi/2. */
SIMT_DEVICE_INLINE double __simt_atan_from_f64(double turn, double lo, double t) {
	double z = __dmul_rn(t, t);
	double p = 0x1.2f07811f9f6e9p-16;
	p = __fma_rn(p, z, -0x1.a359b96a4eee4p-13);
	p = __fma_rn(p, z, 0x1.1325b2f8964bep-10);
	p = __fma_rn(p, z, -0x1.ca3677db66678p-9);
	p = __fma_rn(p, z, 0x1.123baedb61abdp-7);
	p = __fma_rn(p, z, -0x1.fd0e4de8fed9p-7);
	p = __fma_rn(p, z, 0x1.843f4bca23369p-6);
	p = __fma_rn(p, z, -0x1.00390504e9f2fp-5);
	p = __fma_rn(p, z, 0x1.3328700bb8169p-5);
	p = __fma_rn(p, z, -0x1.5d02278205cc7p-5);
	p = __fma_rn(p, z, 0x1.841dcf603a209p-5);
	p = __fma_rn(p, z, -0x1.aebbb1647a168p-5);
	p = __fma_rn(p, z, 0x1.e1d0239d392a6p-5);
	p = __fma_rn(p, z, -0x1.110fff599e4d2p-4);
	p = __fma_rn(p, z, 0x1.3b1399d1dcdc7p-4);
	p = __fma_rn(p, z, -0x1.745d15ee35819p-4);
	p = __fma_rn(p, z, 0x1.c71c71bb00a6cp-4);
	p = __fma_rn(p, z, -0x1.24924924753ecp-3);
	p = __fma_rn(p, z, 0x1.999999999962p-3);
	p = __fma_rn(p, z, -0x1.5555555555555p-2);
	__simt_f64x2 s = __simt_fast_sum_f64(turn, t);
	return __dadd_rn(s.hi, s.lo + __fma_rn(__dmul_rn(t, z), p, lo));
}

SIMT_DEVICE_INLINE double atan(double x) {
	double a = __builtin_fabs(x);
	bool far = a > 1.0;
	double t = far ? __ddiv_rn(-1.0, a) : a;
	double r = __simt_atan_from_f64(far ? 0x1.921fb54442d18p+0 : 0.0,
	                                far ? 0x1.1a62633145c07p-54 : 0.0, t);
	return a != a ? x + x : __simt_copysign_f64(r, x);
}

SIMT_DEVICE_INLINE double atan2(double y, double x) {
	double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
	bool steep = ay > ax, left = __simt_sign_f64(x) != 0;
	double t = __ddiv_rn(steep ? ax : ay, steep ? ay : ax);
	t = ax == ay ? (ax == 0.0 ? 0.0 : 1.0) : t;
	double turn = steep ? 0x1.921fb54442d18p+0 : left ? 0x1.921fb54442d18p+1 : 0.0;
	double lo = steep ? 0x1.1a62633145c07p-54 : left ? 0x1.1a62633145c07p-53 : 0.0;
	double r = __simt_atan_from_f64(turn, lo, steep != left ? -t : t);
	return x != x || y != y ? x + y : __simt_copysign_f64(r, y);
}
