/* bits.h - bits of floats, wide integers, and the modifiers that the arithmetic reads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "ir/isa/mod.h"

static ALWAYS_INLINE u32 f32_bits(f32 a) {
	u32 r;
	memcpy(&r, &a, sizeof r);
	return r;
}

static ALWAYS_INLINE f32 f32_from(u32 a) {
	f32 r;
	memcpy(&r, &a, sizeof r);
	return r;
}

static ALWAYS_INLINE u64 f64_bits(f64 a) {
	u64 r;
	memcpy(&r, &a, sizeof r);
	return r;
}

static ALWAYS_INLINE f64 f64_from(u64 a) {
	f64 r;
	memcpy(&r, &a, sizeof r);
	return r;
}

/* The canonical NaN of single precision: what every f32 instruction gives for any NaN. */
#define F32_NAN f32_from(0x7fffffffu)

/* Modifiers in the low word of an instruction's modifiers. */
static ALWAYS_INLINE bool m_ftz(u32 m) {
	return MOD_GET(m, FTZ) != 0;
}

static ALWAYS_INLINE bool m_sat(u32 m) {
	return MOD_GET(m, SAT) == MOD_SAT_SAT;
}

static ALWAYS_INLINE bool m_satfinite(u32 m) {
	return MOD_GET(m, SAT) == MOD_SAT_SATFINITE;
}

static ALWAYS_INLINE bool m_relu(u32 m) {
	return MOD_GET(m, RELU) != 0;
}

/* The rounding mode; absent means to nearest even. */
static ALWAYS_INLINE u32 m_rnd(u32 m) {
	u32 r = MOD_GET(m, RND);
	return r == 0 ? (u32)MOD_RND_RN : r;
}
