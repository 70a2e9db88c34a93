/* atrig_f64.h - inverse trigonometric functions of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* asin(s) - s for 0 <= s <= 1/2, z = s^2. */
SIMT_DEVICE_INLINE double __simt_asin_tail_f64(double __s, double __z) {
	double __p = 0x1.d78189767524ep-6;
	__p = __fma_rn(__p, __z, -0x1.e7a24f548c99dp-7);
	__p = __fma_rn(__p, __z, 0x1.1d661531b222ep-6);
	__p = __fma_rn(__p, __z, 0x1.653a8f8cfd43dp-8);
	__p = __fma_rn(__p, __z, 0x1.524ea8b3aad31p-7);
	__p = __fma_rn(__p, __z, 0x1.78246f32d075cp-7);
	__p = __fma_rn(__p, __z, 0x1.c9cf3759fd8ffp-7);
	__p = __fma_rn(__p, __z, 0x1.1c4d343fa57f6p-6);
	__p = __fma_rn(__p, __z, 0x1.6e8bb1d89492bp-6);
	__p = __fma_rn(__p, __z, 0x1.f1c71c1d4aa0dp-6);
	__p = __fma_rn(__p, __z, 0x1.6db6db6e3292ep-5);
	__p = __fma_rn(__p, __z, 0x1.3333333332ec4p-4);
	__p = __fma_rn(__p, __z, 0x1.5555555555556p-3);
	return __dmul_rn(__dmul_rn(__s, __z), __p);
}

/* Beyond 1/2: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)), of which pi/2 - 2 s is exact. */
SIMT_DEVICE_INLINE double asin(double __x) {
	double __a = __builtin_fabs(__x);
	bool __far = __a > 0.5;
	double __z = __far ? __dmul_rn(1.0 - __a, 0.5) : __dmul_rn(__a, __a);
	double __s = __far ? __dsqrt_rn(__z) : __a, __t = __simt_asin_tail_f64(__s, __z);
	double __beyond = __dsub_rn(0x1.921fb54442d18p+0 - (__s + __s),
	                            (__t + __t) - 0x1.1a62633145c07p-54);
	double __r = __far ? __beyond : __dadd_rn(__s, __t);
	return __a != __a  ? __x + __x
	       : __a > 1.0 ? SIMT_NAN_F64
	                   : __simt_copysign_f64(__r, __x);
}

SIMT_DEVICE_INLINE double acos(double __x) {
	double __a = __builtin_fabs(__x);
	bool __far = __a > 0.5;
	double __z = __far ? __dmul_rn(1.0 - __a, 0.5) : __dmul_rn(__a, __a);
	double __s = __far ? __dsqrt_rn(__z) : __a, __t = __simt_asin_tail_f64(__s, __z),
	       __p = __dadd_rn(__s, __t);
	double __near = __dsub_rn(0x1.921fb54442d18p+0,
	                          __simt_copysign_f64(__p, __x) - 0x1.1a62633145c07p-54);
	double __low = __dsub_rn(0x1.921fb54442d18p+1 - (__s + __s),
	                         (__t + __t) - 0x1.1a62633145c07p-53);
	double __r = __far ? (__x > 0.0 ? __p + __p : __low) : __near;
	return __a != __a ? __x + __x : __a > 1.0 ? SIMT_NAN_F64 : __r;
}

/* turn + lo + atan(t), or minus it, for |t| <= 1 and turn a multiple of pi/2. */
SIMT_DEVICE_INLINE double __simt_atan_from_f64(double __turn, double __lo, double __t) {
	double __z = __dmul_rn(__t, __t);
	double __p = 0x1.2f07811f9f6e9p-16;
	__p = __fma_rn(__p, __z, -0x1.a359b96a4eee4p-13);
	__p = __fma_rn(__p, __z, 0x1.1325b2f8964bep-10);
	__p = __fma_rn(__p, __z, -0x1.ca3677db66678p-9);
	__p = __fma_rn(__p, __z, 0x1.123baedb61abdp-7);
	__p = __fma_rn(__p, __z, -0x1.fd0e4de8fed9p-7);
	__p = __fma_rn(__p, __z, 0x1.843f4bca23369p-6);
	__p = __fma_rn(__p, __z, -0x1.00390504e9f2fp-5);
	__p = __fma_rn(__p, __z, 0x1.3328700bb8169p-5);
	__p = __fma_rn(__p, __z, -0x1.5d02278205cc7p-5);
	__p = __fma_rn(__p, __z, 0x1.841dcf603a209p-5);
	__p = __fma_rn(__p, __z, -0x1.aebbb1647a168p-5);
	__p = __fma_rn(__p, __z, 0x1.e1d0239d392a6p-5);
	__p = __fma_rn(__p, __z, -0x1.110fff599e4d2p-4);
	__p = __fma_rn(__p, __z, 0x1.3b1399d1dcdc7p-4);
	__p = __fma_rn(__p, __z, -0x1.745d15ee35819p-4);
	__p = __fma_rn(__p, __z, 0x1.c71c71bb00a6cp-4);
	__p = __fma_rn(__p, __z, -0x1.24924924753ecp-3);
	__p = __fma_rn(__p, __z, 0x1.999999999962p-3);
	__p = __fma_rn(__p, __z, -0x1.5555555555555p-2);
	__simt_f64x2 __s = __simt_fast_sum_f64(__turn, __t);
	return __dadd_rn(__s.__hi, __s.__lo + __fma_rn(__dmul_rn(__t, __z), __p, __lo));
}

SIMT_DEVICE_INLINE double atan(double __x) {
	double __a = __builtin_fabs(__x);
	bool __far = __a > 1.0;
	double __t = __far ? __ddiv_rn(-1.0, __a) : __a;
	double __r = __simt_atan_from_f64(__far ? 0x1.921fb54442d18p+0 : 0.0,
	                                  __far ? 0x1.1a62633145c07p-54 : 0.0, __t);
	return __a != __a ? __x + __x : __simt_copysign_f64(__r, __x);
}

SIMT_DEVICE_INLINE double atan2(double __y, double __x) {
	double __ax = __builtin_fabs(__x), __ay = __builtin_fabs(__y);
	bool __steep = __ay > __ax, __left = __simt_sign_f64(__x) != 0;
	double __t = __ddiv_rn(__steep ? __ax : __ay, __steep ? __ay : __ax);
	__t = __ax == __ay ? (__ax == 0.0 ? 0.0 : 1.0) : __t;
	double __turn = __steep  ? 0x1.921fb54442d18p+0
	                : __left ? 0x1.921fb54442d18p+1
	                         : 0.0;
	double __lo = __steep  ? 0x1.1a62633145c07p-54
	              : __left ? 0x1.1a62633145c07p-53
	                       : 0.0;
	double __r = __simt_atan_from_f64(__turn, __lo, __steep != __left ? -__t : __t);
	return __x != __x || __y != __y ? __x + __y : __simt_copysign_f64(__r, __y);
}
