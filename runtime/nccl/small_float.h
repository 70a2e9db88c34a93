/* small_float.h - floats of 8 bits, for loops that become vectors: fp8.h rounds by the
 * parts of an f64. To nearest even; as on a device, numbers that are too large become the
 * largest one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/fp8.h"

static inline u8 e4m3_store(float f) {
	u32 x = f32_bits(f), sign = x >> 24 & 0x80, rest = x & 0x7fffffff;
	/* 2^-9 is the last place of a subnormal. */
	u32 tiny = f32_bits(f32_from(rest) + 16384.0f) - 0x46800000;
	u32 normal = (rest - 0x3c000000 + 0x7ffff + (rest >> 20 & 1)) >> 20;
	u32 r = rest < 0x3c800000 ? tiny : rest >= 0x43e80000 ? 0x7e : normal;
	return (u8)(rest > 0x7f800000 ? 0x7f : sign | (r > 0x7e ? 0x7e : r));
}

/* e5m2: the upper half of a half. */
static inline float e5m2_load(u8 v) {
	return f16_f32((u16)(v << 8));
}

static inline u8 e5m2_store(float f) {
	u32 x = f32_bits(f), sign = x >> 24 & 0x80, rest = x & 0x7fffffff;
	/* 2^-16 is the last place of a subnormal. */
	u32 tiny = f32_bits(f32_from(rest) + 128.0f) - 0x43000000;
	u32 normal = (rest - 0x38000000 + 0xfffff + (rest >> 21 & 1)) >> 21;
	u32 r = rest < 0x38800000 ? tiny : normal > 0x7b ? 0x7b : normal;
	return (u8)(rest > 0x7f800000 ? 0x7f : sign | r);
}
