/* fp8.c - the 8-bit formats e4m3 and e5m2 in pairs, after ir/num/fp8.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

/* Converts one f32 to the 8 bits of a format, in an i32. A number below the least normal
 * one is rounded by adding the power of two whose last bit is the subnormals' unit. */
static val fp8_of(const struct alu_emit *e, enum type type, val x) {
	bool e4 = type == TYPE_E4M3X2;
	u32 shift = e4 ? 20 : 21, bias = e4 ? 120 : 112;
	u32 least = e4 ? 0x3c800000 : 0x38800000, max = e4 ? 0x7e : 0x7b;
	f64 unit = e4 ? 0x1p14 : 0x1p7;
	val b = e_bits(e, x), mag = e_andk(e, b, 0x7fffffff);
	val odd = e_andk(e, e_lshrk(e, mag, shift), 1);
	val up = e_addk(e, e_add(e, mag, odd), (1u << (shift - 1)) - 1 - (bias << 23));
	val sum = e_bits(e, e_faddk(e, e_f32(e, mag), unit));
	val small = e_sub(e, sum, e_bits(e, e_kf32(e, unit)));
	val r = e_sel(e, e_ultk(e, mag, least), small, e_lshrk(e, up, shift));
	r = e_umin(e, r, e_k32(e, max));
	if (m_relu(e->m))
		r = e_sel(e, e_sltk(e, b, 0), e_k32(e, 0), r);
	else
		r = e_or(e, r, e_andk(e, e_lshrk(e, b, 24), 0x80));
	return e_sel(e, e_is_nan(e, x), e_k32(e, 0x7f), r);
}

val jit_cvt_fp8x2(const struct alu_emit *e, val a, val b) {
	val hi = fp8_of(e, e->type[0], a), lo = fp8_of(e, e->type[0], b);
	return e_trunc(e, e_or(e, e_shlk(e, hi, 8), lo), 16);
}

val jit_cvt_fp8x2_f16x2(const struct alu_emit *e, val x) {
	val hi = e_trunc(e, e_lshrk(e, x, 16), 16), lo = e_trunc(e, x, 16);
	return jit_cvt_fp8x2(e, jit_half_f32(e, TYPE_F16, hi),
	                     jit_half_f32(e, TYPE_F16, lo));
}

/* Converts the low 8 bits of an i32 to f16, in an i32. */
static val f16_of_fp8_bits(const struct alu_emit *e, enum type type, val a) {
	val mag = e_andk(e, a, 0x7f), sign = e_shlk(e, e_andk(e, a, 0x80), 8), r, nan;
	if (type == TYPE_E4M3X2) {
		val normal = e_addk(e, e_shlk(e, mag, 7), 8 << 10);
		val number = e_itof(e, mag, e_f32_type(e), true);
		val small = e_bits(e, e_fmulk(e, number, 0x1p-9));
		/* a multiple of 2^-9 is normal in f16, except 0 */
		small = e_subk(e, e_lshrk(e, small, 13), 112 << 10);
		small = e_sel(e, e_eqk(e, mag, 0), mag, small);
		r = e_sel(e, e_ultk(e, mag, 8), small, normal);
		nan = e_eqk(e, mag, 0x7f);
	} else {
		r = e_shlk(e, mag, 8);
		nan = e_ugtk(e, mag, 0x7c);
	}
	if (m_relu(e->m))
		r = e_sel(e, e_eqk(e, sign, 0), r, e_k32(e, 0));
	else
		r = e_or(e, r, sign);
	return e_sel(e, nan, e_k32(e, 0x7fff), r);
}

val jit_cvt_f16x2_fp8(const struct alu_emit *e, val x) {
	val wide = e_zext(e, x, 32);
	val lo = f16_of_fp8_bits(e, e->type[1], e_andk(e, wide, 0xff));
	val hi = f16_of_fp8_bits(e, e->type[1], e_lshrk(e, wide, 8));
	return e_or(e, e_shlk(e, hi, 16), lo);
}
