/* device_convert.h - conversions with a rounding mode, and bits of one type read as
 * another.
 *
 * The last letters of a name are the rounding mode: rn to nearest even, rz to zero, ru
 * up, rd down. Conversions to integers saturate; NaN gives what PTX cvt gives.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* One conversion in each mode: to integers the mode is rni and so on, to floats rn. */
#define __SIMT_TO_INT(__T, t, name, __A, a, types)                                           \
	__SIMT_1(__T, t, name##_rn, __A, a, "cvt.rni" types)                                 \
	__SIMT_1(__T, t, name##_rz, __A, a, "cvt.rzi" types)                                 \
	__SIMT_1(__T, t, name##_ru, __A, a, "cvt.rpi" types)                                 \
	__SIMT_1(__T, t, name##_rd, __A, a, "cvt.rmi" types)
#define __SIMT_TO_FLOAT(__T, t, name, __A, a, types)                                         \
	__SIMT_1(__T, t, name##_rn, __A, a, "cvt.rn" types)                                  \
	__SIMT_1(__T, t, name##_rz, __A, a, "cvt.rz" types)                                  \
	__SIMT_1(__T, t, name##_ru, __A, a, "cvt.rp" types)                                  \
	__SIMT_1(__T, t, name##_rd, __A, a, "cvt.rm" types)

__SIMT_TO_INT(int, "r", __float2int, float, "f", __SIMT_FLUSH ".s32.f32")
__SIMT_TO_INT(unsigned, "r", __float2uint, float, "f", __SIMT_FLUSH ".u32.f32")
__SIMT_TO_INT(long long, "l", __float2ll, float, "f", __SIMT_FLUSH ".s64.f32")
__SIMT_TO_INT(unsigned long long, "l", __float2ull, float, "f", __SIMT_FLUSH ".u64.f32")
__SIMT_TO_INT(int, "r", __double2int, double, "d", ".s32.f64")
__SIMT_TO_INT(unsigned, "r", __double2uint, double, "d", ".u32.f64")
__SIMT_TO_INT(long long, "l", __double2ll, double, "d", ".s64.f64")
__SIMT_TO_INT(unsigned long long, "l", __double2ull, double, "d", ".u64.f64")

__SIMT_TO_FLOAT(float, "f", __int2float, int, "r", ".f32.s32")
__SIMT_TO_FLOAT(float, "f", __uint2float, unsigned, "r", ".f32.u32")
__SIMT_TO_FLOAT(float, "f", __ll2float, long long, "l", ".f32.s64")
__SIMT_TO_FLOAT(float, "f", __ull2float, unsigned long long, "l", ".f32.u64")
__SIMT_TO_FLOAT(float, "f", __double2float, double, "d", __SIMT_FLUSH ".f32.f64")
__SIMT_TO_FLOAT(double, "d", __ll2double, long long, "l", ".f64.s64")
__SIMT_TO_FLOAT(double, "d", __ull2double, unsigned long long, "l", ".f64.u64")
__SIMT_1(double, "d", __int2double_rn, int, "r", "cvt.rn.f64.s32")
__SIMT_1(double, "d", __uint2double_rn, unsigned, "r", "cvt.rn.f64.u32")

#undef __SIMT_TO_INT
#undef __SIMT_TO_FLOAT

/* ---- bits: no inline PTX, so that they can stand in constants ---- */

#define __SIMT_AS(__T, name, __A)                                                            \
	__SIMT_FN constexpr __T name(__A __x) { return __builtin_bit_cast(__T, __x); }
__SIMT_AS(int, __float_as_int, float)
__SIMT_AS(unsigned, __float_as_uint, float)
__SIMT_AS(float, __int_as_float, int)
__SIMT_AS(float, __uint_as_float, unsigned)
__SIMT_AS(long long, __double_as_longlong, double)
__SIMT_AS(double, __longlong_as_double, long long)
#undef __SIMT_AS

__SIMT_FN int __double2hiint(double __x) {
	int __hi;
	asm("{\n\t.reg .b32 lo;\n\tmov.b64 {lo, %0}, %1;\n\t}" : "=r"(__hi) : "d"(__x));
	return __hi;
}

__SIMT_FN int __double2loint(double __x) {
	int __lo;
	asm("{\n\t.reg .b32 hi;\n\tmov.b64 {%0, hi}, %1;\n\t}" : "=r"(__lo) : "d"(__x));
	return __lo;
}

__SIMT_FN double __hiloint2double(int __hi, int __lo) {
	double __d;
	asm("mov.b64 %0, {%1, %2};" : "=d"(__d) : "r"(__lo), "r"(__hi));
	return __d;
}
