/* cmp.h - comparisons, their Boolean combination, and the results of set and setp (PTX
 * 9.7.6, 9.7.7).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/f16.h"

/* A comparison of numbers that are less, equal, greater, or (none of these) unordered. */
static ALWAYS_INLINE bool cmp_pick(u32 m, bool lt, bool eq, bool gt) {
	switch (MOD_GET(m, CMP)) {
	case MOD_CMP_EQ: return eq;
	case MOD_CMP_NE: return lt | gt;
	case MOD_CMP_LT:
	case MOD_CMP_LO: return lt;
	case MOD_CMP_LE:
	case MOD_CMP_LS: return lt | eq;
	case MOD_CMP_GT:
	case MOD_CMP_HI: return gt;
	case MOD_CMP_GE:
	case MOD_CMP_HS: return gt | eq;
	case MOD_CMP_EQU: return !(lt | gt);
	case MOD_CMP_NEU: return !eq;
	case MOD_CMP_LTU: return !(gt | eq);
	case MOD_CMP_LEU: return !gt;
	case MOD_CMP_GTU: return !(lt | eq);
	case MOD_CMP_GEU: return !lt;
	case MOD_CMP_NUM: return lt | eq | gt;
	default: return !(lt | eq | gt);
	}
}

#define i_cmp(m, a, b) cmp_pick(m, (a) < (b), (a) == (b), (a) > (b))
#define f_cmp(m, a, b) i_cmp(m, a, b)

static ALWAYS_INLINE bool f32_cmp(u32 m, f32 a, f32 b) {
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	return f_cmp(m, a, b);
}

static ALWAYS_INLINE bool f16_cmp(u32 m, u16 a, u16 b) {
	f32 x = f16_in(a, m), y = f16_in(b, m);
	return f_cmp(m, x, y);
}

static ALWAYS_INLINE bool bf16_cmp(u32 m, u16 a, u16 b) {
	f32 x = bf16_f32(a), y = bf16_f32(b);
	return f_cmp(m, x, y);
}

static ALWAYS_INLINE bool bool_op(u32 m, bool c, bool p) {
	switch (MOD_GET(m, BOOL)) {
	case MOD_BOOL_AND: return c & p;
	case MOD_BOOL_OR: return c | p;
	default: return c ^ p;
	}
}

/* True in the destination type of set: all ones, or 1.0. */
static ALWAYS_INLINE f64 set_true(u32 type) {
	switch (type) {
	case TYPE_F32: return 1;
	case TYPE_F16: return 0x3c00;
	case TYPE_BF16: return 0x3f80;
	case TYPE_U16: return 0xffff;
	case TYPE_U32: return 0xffffffffu;
	default: return -1;
	}
}
#define SET_VALUE(T, type, c) ((c) ? (T)set_true(type) : (T)0)

static ALWAYS_INLINE u16 x2_true(u32 type) {
	return type == TYPE_F16X2 ? 0x3c00 : type == TYPE_BF16X2 ? 0x3f80 : 0xffff;
}

static ALWAYS_INLINE bool half_cmp(u32 type, u32 m, u16 a, u16 b) {
	return type == TYPE_F16X2 ? f16_cmp(m, a, b) : bf16_cmp(m, a, b);
}

static ALWAYS_INLINE u32 x2_set(u32 to, u32 type, u32 a, u32 b, u32 m) {
	u16 one = x2_true(to);
	return x2_of(half_cmp(type, m, LO16(a), LO16(b)) ? one : 0,
	             half_cmp(type, m, HI16(a), HI16(b)) ? one : 0);
}

static ALWAYS_INLINE u32 x2_set_bool(u32 to, u32 type, u32 a, u32 b, bool p, u32 m) {
	u16 one = x2_true(to);
	return x2_of(bool_op(m, half_cmp(type, m, LO16(a), LO16(b)), p) ? one : 0,
	             bool_op(m, half_cmp(type, m, HI16(a), HI16(b)), p) ? one : 0);
}

/* setp p|q: the first destination is the result, the second goes to *q. */
static ALWAYS_INLINE bool setp_both(bool p, bool second, bool *q) {
	*q = second;
	return p;
}

static ALWAYS_INLINE bool setp_bool(u32 m, bool c, bool p, bool *q) {
	return setp_both(bool_op(m, c, p), bool_op(m, !c, p), q);
}
static ALWAYS_INLINE bool setp_plain(bool c, bool *q) {
	return setp_both(c, !c, q);
}
#define SETP(c) setp_plain(c, &q)
#define SETP_BOOL(m, c, P) setp_bool(m, c, P, &q)
#define SETP_X2(h, m, a, b) \
	setp_both(h##_cmp(m, LO16(a), LO16(b)), h##_cmp(m, HI16(a), HI16(b)), &q)
#define SETP_X2_BOOL(h, m, a, b, P)                            \
	setp_both(bool_op(m, h##_cmp(m, LO16(a), LO16(b)), P), \
	          bool_op(m, h##_cmp(m, HI16(a), HI16(b)), P), &q)

/* lop3.BoolOp: the predicate combines "result is not zero" with p. */
static ALWAYS_INLINE u32 lop3_bool(u32 m, u32 r, bool p, bool *q) {
	*q = bool_op(m, r != 0, p);
	return r;
}
#define LOP3_BOOL(m, r, P) lop3_bool(m, r, P, &q)
