/* fp8.h - the 8-bit formats e4m3 and e5m2 (PTX 9.7.9.21). e4m3 has no infinity, and
 * one NaN of each sign, 0x7f; e5m2 is the upper half of f16.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/f16.h"

/* To nearest even, without branches, so that loops become vectors. Conversions down
 * always saturate to the largest finite number; any NaN gives 0x7f. */
static ALWAYS_INLINE u8 e4m3_from(f32 x) {
	u32 bits = f32_bits(x), sign = bits >> 24 & 0x80, mag = bits & 0x7fffffffu;
	u32 small = f32_bits(f32_from(mag) + 0x1p14f) -
	            f32_bits(0x1p14f); /* units of 2^-9 */
	u32 normal = (mag - (120u << 23) + 0x7ffff + (mag >> 20 & 1)) >> 20;
	u32 r = mag < 0x3c800000u ? small : mag >= 0x43e80000u ? 0x7e : normal;
	return (u8)(mag > 0x7f800000u ? 0x7f : sign | (r > 0x7e ? 0x7e : r));
}

static ALWAYS_INLINE u8 e5m2_from(f32 x) {
	u32 bits = f32_bits(x), sign = bits >> 24 & 0x80, mag = bits & 0x7fffffffu;
	u32 small = f32_bits(f32_from(mag) + 0x1p7f) -
	            f32_bits(0x1p7f); /* units of 2^-16 */
	u32 normal = (mag - (112u << 23) + 0xfffff + (mag >> 21 & 1)) >> 21;
	u32 r = mag < 0x38800000u ? small : normal > 0x7b ? 0x7b : normal;
	return (u8)(mag > 0x7f800000u ? 0x7f : sign | r);
}

static ALWAYS_INLINE u8 fp8_from(u32 type, f32 x, u32 m) {
	u8 r = type == TYPE_E4M3X2 ? e4m3_from(x) : e5m2_from(x);
	return m_relu(m) && r > 0x7f ? 0 : r;
}

static ALWAYS_INLINE f32 e4m3_f32(u8 a) {
	u32 mag = a & 0x7f, sign = (u32)(a & 0x80) << 24;
	u32 normal = (mag << 20) + (120u << 23);
	u32 small = f32_bits((f32)(s32)mag * 0x1p-9f);
	u32 r = mag == 0x7f ? 0x7fffffffu : mag < 8 ? small : normal;
	return f32_from(r | sign);
}

static ALWAYS_INLINE f32 e5m2_f32(u8 a) {
	return f16_f32((u16)(a << 8));
}

static ALWAYS_INLINE u16 cvt_fp8x2(u32 type, f32 a, f32 b, u32 m) {
	return (u16)(fp8_from(type, a, m) << 8 | fp8_from(type, b, m));
}

static ALWAYS_INLINE u16 f16_of_fp8(u32 type, u8 a, u32 m) {
	u16 h = type == TYPE_E4M3X2 ? f16_from(e4m3_f32(a)) : f16_from(e5m2_f32(a));
	return m_relu(m) && (h & 0x8000u) ? 0 : h;
}

static ALWAYS_INLINE u32 cvt_f16x2_fp8(u32 type, u16 x, u32 m) {
	return x2_of(f16_of_fp8(type, (u8)x, m), f16_of_fp8(type, (u8)(x >> 8), m));
}
