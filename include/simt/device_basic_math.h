/* device_basic_math.h - functions of math.h that are one PTX instruction.
 *
 * For the device half only: they take the place of the C library's functions. The other
 * functions of math.h are built on these.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- single precision; -ftz flushes subnormal operands and results ---- */

__SIMT_1(float, f, fabsf, float, f, "abs" __SIMT_FLUSH ".f32")
__SIMT_1(float, f, floorf, float, f, "cvt.rmi" __SIMT_FLUSH ".f32.f32")
__SIMT_1(float, f, ceilf, float, f, "cvt.rpi" __SIMT_FLUSH ".f32.f32")
__SIMT_1(float, f, truncf, float, f, "cvt.rzi" __SIMT_FLUSH ".f32.f32")
__SIMT_1(float, f, rintf, float, f, "cvt.rni" __SIMT_FLUSH ".f32.f32")
__SIMT_1(float, f, nearbyintf, float, f, "cvt.rni" __SIMT_FLUSH ".f32.f32")
__SIMT_2(float, f, fminf, float, f, "min" __SIMT_FLUSH ".f32")
__SIMT_2(float, f, fmaxf, float, f, "max" __SIMT_FLUSH ".f32")
__SIMT_3(float, f, fmaf, float, f, float, f, "fma.rn" __SIMT_FLUSH ".f32")
#if __SIMT_PREC_SQRT
__SIMT_1(float, f, sqrtf, float, f, "sqrt.rn" __SIMT_FLUSH ".f32")
#else
__SIMT_1(float, f, sqrtf, float, f, "sqrt.approx" __SIMT_FLUSH ".f32")
#endif

/* The magnitude of x with the sign of y. */
__SIMT_FN float copysignf(float x, float y) {
	float d;
	asm("copysign.f32 %0, %1, %2;" : "=f"(d) : "f"(y), "f"(x));
	return d;
}

/* ---- double precision ---- */

__SIMT_1(double, d, fabs, double, d, "abs.f64")
__SIMT_1(double, d, floor, double, d, "cvt.rmi.f64.f64")
__SIMT_1(double, d, ceil, double, d, "cvt.rpi.f64.f64")
__SIMT_1(double, d, trunc, double, d, "cvt.rzi.f64.f64")
__SIMT_1(double, d, rint, double, d, "cvt.rni.f64.f64")
__SIMT_1(double, d, nearbyint, double, d, "cvt.rni.f64.f64")
__SIMT_2(double, d, fmin, double, d, "min.f64")
__SIMT_2(double, d, fmax, double, d, "max.f64")
__SIMT_3(double, d, fma, double, d, double, d, "fma.rn.f64")
__SIMT_1(double, d, sqrt, double, d, "sqrt.rn.f64")

__SIMT_FN double copysign(double x, double y) {
	double d;
	asm("copysign.f64 %0, %1, %2;" : "=d"(d) : "d"(y), "d"(x));
	return d;
}
