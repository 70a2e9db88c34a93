/* atom_op.c - what atomic operations compute (PTX 9.7.13.5 atom, 9.7.13.7 red), element by element.
 * f32 adds flush subnormal inputs and results in global memory only. Half types never flush
 * (.noftz); their sums are exact in single precision up to one rounding, which is innocuous since
 * 24 >= 2 * 11 + 2 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/interp/strong.h"
#include "ir/num_base.h"

/* ---- integers ---- */

static u64 add32(u64 old, u64 b) { return (u32)(old + b); }
static u64 add64(u64 old, u64 b) { return old + b; }
static u64 min_u32(u64 old, u64 b) { return MIN((u32)old, (u32)b); }
static u64 max_u32(u64 old, u64 b) { return MAX((u32)old, (u32)b); }
static u64 min_u64(u64 old, u64 b) { return MIN(old, b); }
static u64 max_u64(u64 old, u64 b) { return MAX(old, b); }
static u64 min_s32(u64 old, u64 b) { return (u32)((s32)old < (s32)b ? old : b); }
static u64 max_s32(u64 old, u64 b) { return (u32)((s32)old > (s32)b ? old : b); }
static u64 min_s64(u64 old, u64 b) { return (s64)old < (s64)b ? old : b; }
static u64 max_s64(u64 old, u64 b) { return (s64)old > (s64)b ? old : b; }
static u64 inc32(u64 old, u64 b) { return (u32)old >= (u32)b ? 0 : (u32)old + 1; }
static u64 dec32(u64 old, u64 b) { return !(u32)old || (u32)old > (u32)b ? (u32)b : (u32)old - 1; }
static u64 and64(u64 old, u64 b) { return old & b; }
static u64 or64(u64 old, u64 b) { return old | b; }
static u64 xor64(u64 old, u64 b) { return old ^ b; }
static u64 exch64(u64 old, u64 b) { (void)old; return b; }

/* ---- floats ---- */

static f32 flush(f32 a) {
	u32 u = f32_bits(a);
	return u & 0x7f800000 ? a : f32_from(u & 0x80000000);
}

static u64 add_f32(u64 old, u64 b) {
	f32 r = f32_from((u32)old) + f32_from((u32)b);
	return r != r ? 0x7fffffff : f32_bits(r);
}

static u64 add_f32_ftz(u64 old, u64 b) {
	f32 r = flush(flush(f32_from((u32)old)) + flush(f32_from((u32)b)));
	return r != r ? 0x7fffffff : f32_bits(r);
}

static u64 add_f64(u64 old, u64 b) {
	return f64_bits(f64_from(old) + f64_from(b));
}

static f32 f32_of_f16(u16 a) {
	u32 sign = (u32)(a & 0x8000) << 16, exp = a >> 10 & 31, frac = a & 0x3ff;
	if (exp == 31)
		return f32_from(sign | 0x7f800000 | frac << 13);
	if (exp == 0) /* a multiple of 2^-24 */
		return f32_from(sign | f32_bits((f32)frac * 0x1p-24f));
	return f32_from(sign | (exp + 112) << 23 | frac << 13);
}

/* To nearest even; the magic addend aligns the fraction of a subnormal result. */
static u16 f16_of(f32 a) {
	u32 u = f32_bits(a), sign = u >> 16 & 0x8000, mag = u & 0x7fffffff;
	if (mag > 0x7f800000)
		return 0x7fff;
	if (mag >= 0x47800000) /* 65536 and up */
		return (u16)(sign | 0x7c00);
	if (mag < 0x38800000) /* below 2^-14 */
		return (u16)(sign | (f32_bits(f32_from(mag) + 0.5f) - 0x3f000000));
	mag += 0xc8000fff + (mag >> 13 & 1);
	return (u16)(sign | mag >> 13);
}

static f32 f32_of_bf16(u16 a) {
	return f32_from((u32)a << 16);
}

static u16 bf16_of(f32 a) {
	u32 u = f32_bits(a);
	return a != a ? 0x7fff : (u16)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* The two half formats: to and from single precision, a sum, minimum and maximum. A NaN operand of
 * min and max yields to a number; -0 is below +0. */
static u64 add_f16(u64 old, u64 b) {
	return f16_of(f32_of_f16((u16)old) + f32_of_f16((u16)b));
}

static u64 add_bf16(u64 old, u64 b) {
	return bf16_of(f32_of_bf16((u16)old) + f32_of_bf16((u16)b));
}

/* Sixteen-bit floats ordered by an integer: negative ones have all bits but the sign turned. */
static s32 half_order(u16 a) {
	return a & 0x8000 ? -(s32)(a & 0x7fff) - 1 : a;
}

static u16 half_extreme(u16 a, u16 b, u16 inf, bool want_max) {
	bool a_nan = (a & 0x7fff) > inf, b_nan = (b & 0x7fff) > inf;
	if (a_nan || b_nan)
		return !a_nan ? a : !b_nan ? b : 0x7fff;
	return (half_order(a) > half_order(b)) == want_max ? a : b;
}

static u64 min_f16(u64 old, u64 b) { return half_extreme((u16)old, (u16)b, 0x7c00, false); }
static u64 max_f16(u64 old, u64 b) { return half_extreme((u16)old, (u16)b, 0x7c00, true); }
static u64 min_bf16(u64 old, u64 b) { return half_extreme((u16)old, (u16)b, 0x7f80, false); }
static u64 max_bf16(u64 old, u64 b) { return half_extreme((u16)old, (u16)b, 0x7f80, true); }

#define DEFINE_X2(name, one)                                                    \
	static u64 name(u64 old, u64 b) {                                       \
		return one(old & 0xffff, b & 0xffff) |                          \
		       one(old >> 16 & 0xffff, b >> 16 & 0xffff) << 16;         \
	}
DEFINE_X2(add_f16x2, add_f16)
DEFINE_X2(min_f16x2, min_f16)
DEFINE_X2(max_f16x2, max_f16)
DEFINE_X2(add_bf16x2, add_bf16)
DEFINE_X2(min_bf16x2, min_bf16)
DEFINE_X2(max_bf16x2, max_bf16)

/* ---- choice ---- */

struct extremes {
	atom_fn *add, *min, *max;
};

static struct extremes extremes_of(enum type t, u32 flags) {
	switch (t) {
	case TYPE_F16: return (struct extremes){add_f16, min_f16, max_f16};
	case TYPE_BF16: return (struct extremes){add_bf16, min_bf16, max_bf16};
	case TYPE_F16X2: return (struct extremes){add_f16x2, min_f16x2, max_f16x2};
	case TYPE_BF16X2: return (struct extremes){add_bf16x2, min_bf16x2, max_bf16x2};
	case TYPE_F32: return (struct extremes){.add = flags & ATOM_FTZ ? add_f32_ftz : add_f32};
	case TYPE_F64: return (struct extremes){.add = add_f64};
	case TYPE_S32: return (struct extremes){add32, min_s32, max_s32};
	case TYPE_S64: return (struct extremes){add64, min_s64, max_s64};
	case TYPE_U64:
	case TYPE_B64: return (struct extremes){add64, min_u64, max_u64};
	default: return (struct extremes){add32, min_u32, max_u32};
	}
}

atom_fn *atom_find(u32 op, enum type t, u32 flags) {
	switch (op) {
	case MOD_AOP_ADD: return extremes_of(t, flags).add;
	case MOD_AOP_MIN: return extremes_of(t, flags).min;
	case MOD_AOP_MAX: return extremes_of(t, flags).max;
	case MOD_AOP_INC: return inc32;
	case MOD_AOP_DEC: return dec32;
	case MOD_AOP_AND: return and64;
	case MOD_AOP_OR: return or64;
	case MOD_AOP_XOR: return xor64;
	case MOD_AOP_EXCH: return exch64;
	default: bug("atomic operation %u", op);
	}
}

u64 atom_apply(u8 *p, u32 size, bool alone, atom_fn *f, u64 b) {
	u64 old = strong_load(p, size);
	if (alone)
		strong_store(p, size, f(old, b));
	else
		while (!strong_cas(p, size, &old, f(old, b)))
			;
	return old;
}
