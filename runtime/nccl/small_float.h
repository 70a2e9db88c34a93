/* small_float.h - floats of 8 and 16 bits, rounded to nearest even. As on a device,
 * numbers of 8 bits that are too large become the largest one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

static inline float float_of_bits(u32 x) {
	float f;
	memcpy(&f, &x, sizeof f);
	return f;
}

static inline u32 bits_of_float(float f) {
	u32 x;
	memcpy(&x, &f, sizeof x);
	return x;
}

static inline float bf16_load(u16 h) {
	return float_of_bits((u32)h << 16);
}

static inline u16 bf16_store(float f) {
	u32 x = bits_of_float(f);
	u32 rounded = (x + 0x7fff + (x >> 16 & 1)) >> 16;
	return (u16)(f != f ? 0x7fff : rounded);
}

/* Products of powers of two are exact, also where the result is subnormal. */
static inline float f16_load(u16 h) {
	u32 sign = (u32)(h & 0x8000) << 16, rest = h & 0x7fff;
	float small = float_of_bits(rest << 13) * 0x1p112f;
	u32 special = 0x7f800000 | rest << 13;
	return float_of_bits(sign | (rest >= 0x7c00 ? special : bits_of_float(small)));
}

static inline u16 f16_store(float f) {
	u32 x = bits_of_float(f), sign = x >> 16 & 0x8000, rest = x & 0x7fffffff;
	/* Adding this rounds to the last place of a subnormal. */
	u32 tiny = bits_of_float(float_of_bits(rest) + 0.5f) - 0x3f000000;
	u32 normal = (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13;
	u32 r = rest < 0x38800000 ? tiny : rest >= 0x47800000 ? 0x7c00 : normal;
	return (u16)(rest > 0x7f800000 ? 0x7fff : sign | r);
}

/* e4m3: no infinity, 0x7f is NaN. */
static inline float e4m3_load(u8 v) {
	u32 sign = (u32)(v & 0x80) << 24, rest = v & 0x7f;
	float f = float_of_bits(rest << 20) * 0x1p120f;
	return float_of_bits(sign | (rest == 0x7f ? 0x7fc00000 : bits_of_float(f)));
}

static inline u8 e4m3_store(float f) {
	u32 x = bits_of_float(f), sign = x >> 24 & 0x80, rest = x & 0x7fffffff;
	/* 2^-9 is the last place of a subnormal. */
	u32 tiny = bits_of_float(float_of_bits(rest) + 16384.0f) - 0x46800000;
	u32 normal = (rest - 0x3c000000 + 0x7ffff + (rest >> 20 & 1)) >> 20;
	u32 r = rest < 0x3c800000 ? tiny : rest >= 0x43e80000 ? 0x7e : normal;
	return (u8)(rest > 0x7f800000 ? 0x7f : sign | (r > 0x7e ? 0x7e : r));
}

/* e5m2: the upper half of a half. */
static inline float e5m2_load(u8 v) {
	return f16_load((u16)(v << 8));
}

static inline u8 e5m2_store(float f) {
	u32 x = bits_of_float(f), sign = x >> 24 & 0x80, rest = x & 0x7fffffff;
	/* 2^-16 is the last place of a subnormal. */
	u32 tiny = bits_of_float(float_of_bits(rest) + 128.0f) - 0x43000000;
	u32 normal = (rest - 0x38000000 + 0xfffff + (rest >> 21 & 1)) >> 21;
	u32 r = rest < 0x38800000 ? tiny : normal > 0x7b ? 0x7b : normal;
	return (u8)(rest > 0x7f800000 ? 0x7f : sign | r);
}
