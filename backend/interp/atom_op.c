/* atom_op.c - what atomic operations compute (PTX 9.7.13.5 atom, 9.7.13.6 red), element
 * by element. f32 adds flush subnormal inputs and results in global memory only; half
 * types never do (.noftz).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/machine/strong_access.h"
#include "ir/num/num.h"

/* ---- integers ---- */

/* clang-format off */
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
static u64 dec32(u64 old, u64 b) { return (u32)old - 1 < (u32)b ? (u32)old - 1 : (u32)b; }
static u64 and64(u64 old, u64 b) { return old & b; }
static u64 or64(u64 old, u64 b) { return old | b; }
static u64 xor64(u64 old, u64 b) { return old ^ b; }
static u64 exch64(u64 old, u64 b) { (void)old; return b; }
/* clang-format on */

/* ---- floats ---- */

static u64 add_f32(u64 old, u64 b) {
	return f32_bits(f32_add(f32_from((u32)old), f32_from((u32)b), 0));
}

static u64 add_f32_ftz(u64 old, u64 b) {
	return f32_bits(
		f32_add(f32_from((u32)old), f32_from((u32)b), (u32)MOD_BITS(FTZ, FTZ)));
}

static u64 add_f64(u64 old, u64 b) {
	return f64_bits(f64_add(f64_from(old), f64_from(b), 0));
}

/* In global memory a NaN comes through as it is, the operand's before the one in
 * memory. */
static u64 add_f64_global(u64 old, u64 b) {
	f64 x = f64_from(old), y = f64_from(b);
	return y != y ? b : x != x ? old : f64_bits(f64_add(x, y, 0));
}

/* Sum, minimum and maximum of the two half formats. */
/* clang-format off */
static u64 add_f16(u64 old, u64 b) { return f16_add((u16)old, (u16)b, 0); }
static u64 min_f16(u64 old, u64 b) { return f16_min((u16)old, (u16)b, 0); }
static u64 max_f16(u64 old, u64 b) { return f16_max((u16)old, (u16)b, 0); }
static u64 add_bf16(u64 old, u64 b) { return bf16_add((u16)old, (u16)b); }
static u64 min_bf16(u64 old, u64 b) { return bf16_min((u16)old, (u16)b, 0); }
static u64 max_bf16(u64 old, u64 b) { return bf16_max((u16)old, (u16)b, 0); }
/* clang-format on */

#define DEFINE_X2(name, one)                                            \
	static u64 name(u64 old, u64 b) {                               \
		return one(old & 0xffff, b & 0xffff) |                  \
		       one(old >> 16 & 0xffff, b >> 16 & 0xffff) << 16; \
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
	case TYPE_F32:
		return (struct extremes){.add = flags & ATOM_GLOBAL ? add_f32_ftz
		                                                    : add_f32};
	case TYPE_F64:
		return (struct extremes){.add = flags & ATOM_GLOBAL ? add_f64_global
		                                                    : add_f64};
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
