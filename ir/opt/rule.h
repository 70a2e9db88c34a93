/* rule.h - helpers of the rules of simplify.c: an instruction becomes another one, or the
 * same as some value. A rule gets one instruction whose operands are in place; it
 * rewrites it, or names with rule_becomes a value that its result equals, or does
 * nothing.
 *
 * Rules for a new one:
 * 1. Integers wrap; a wider sum is not the sum of wider parts.
 * 2. Registers may be wider than the type of ld, st and cvt: use val_bits.
 * 3. Floating point is folded only when all operands are constants.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/opt/ssa.h"

static inline u32 bits_of(const struct node *n) {
	return type_info[n->in.type[0]].bits;
}

static inline bool is_signed(const struct node *n) {
	return type_info[n->in.type[0]].class == 'S';
}

static inline bool is_imm(const struct operand *x) {
	return x->kind == OPR_IMM;
}

/* Returns constant operand i as an unsigned number of the instruction's type. */
static inline u64 bits_at(const struct node *n, u32 i) {
	return (u64)n->in.operand[i].value & bits_mask(bits_of(n));
}

static inline void becomes(struct opt *o, struct node *n, struct operand x) {
	u32 d = node_dest(n);
	if (x.kind == OPR_REG &&
	    (x.sel || x.negated || val_bits(o, x.index) != val_bits(o, d)))
		return;
	if (x.kind == OPR_IMM) {
		u64 v = (u64)x.value & bits_mask(val_bits(o, d));
		struct node *mov = mov_new(o, d, opr_imm((s64)v));
		node_become(o, n, (enum row)mov->in.row, 0, mov->in.type[0], 0,
		            &mov->in.operand[1], 1);
		o->val.at[d].same = opr_imm((s64)v);
		return;
	}
	o->val.at[d].same = x;
	o->changed = true;
}

static inline void becomes_imm(struct opt *o, struct node *n, u64 v) {
	becomes(o, n, opr_imm((s64)v));
}

static inline void become2(struct opt *o, struct node *n, enum row row, u64 mods, u8 type,
                           struct operand a, struct operand b) {
	struct operand x[2] = {a, b};
	for (u32 i = 0; i < 2; i++)
		if (is_imm(&x[i]))
			x[i].value = imm_of_type(row == ROW_SHL || row == ROW_SHR_U ||
			                                         row == ROW_SHR_S
			                                 ? (i ? TYPE_U32 : type)
			                                 : type,
			                         (u64)x[i].value);
	node_become(o, n, row, mods, type, 0, x, 2);
}

static inline u8 type_like(u32 bits, char class) {
	static const u8 type[3][3] = {{TYPE_B16, TYPE_B32, TYPE_B64},
	                              {TYPE_S16, TYPE_S32, TYPE_S64},
	                              {TYPE_U16, TYPE_U32, TYPE_U64}};
	return type[class == 'B'   ? 0
	            : class == 'S' ? 1
	                           : 2][bits == 16   ? 0
	                                : bits == 32 ? 1
	                                             : 2];
}

/* Returns the definition of operand i if it is of n's row and width with a constant as
 * operand 2. */
static inline struct node *same_op(const struct opt *o, const struct node *n, u32 i) {
	struct node *d = def_of(o, &n->in.operand[i]);
	bool good = d && d->in.row == n->in.row && bits_of(d) == bits_of(n) &&
	            d->guard.kind == OPR_NONE && is_imm(&d->in.operand[2]);
	return good ? d : NULL;
}

static inline bool same_operand(const struct node *n, u32 i, u32 k) {
	return n->in.operand[i].kind == OPR_REG &&
	       opr_equal(&n->in.operand[i], &n->in.operand[k]);
}

/* rule_int.c */
/* add, mul, shl of a sum with a constant */
bool rule_constant_outward(struct opt *o, struct node *n);
/* the same through mul.wide, cvt */
bool rule_wide_outward(struct opt *o, struct node *n);
void rule_add(struct opt *o, struct node *n);
void rule_sub(struct opt *o, struct node *n);
void rule_mul(struct opt *o, struct node *n);
void rule_mad(struct opt *o, struct node *n);
void rule_mad_wide(struct opt *o, struct node *n);
void rule_div(struct opt *o, struct node *n); /* and rem */
void rule_shift(struct opt *o, struct node *n);
void rule_and(struct opt *o, struct node *n);
void rule_or(struct opt *o, struct node *n);    /* and xor */
void rule_twice(struct opt *o, struct node *n); /* not, neg: undone by another */

/* rule_address.c */
bool rule_low_bits(struct opt *o, struct node *n); /* of an and */
void rule_isspacep(struct opt *o, struct node *n);
void rule_setp_address(struct opt *o, struct node *n);

/* address.c */
u32 base_space(u32 space);
/* sum of a generic address and an index */
bool rule_cvta_outward(struct opt *o, struct node *n);
void rule_load_choice(struct opt *o, struct node *n);

/* rule_pred.c */
void rule_logic_pred(struct opt *o, struct node *n);
void rule_mov_pred(struct opt *o, struct node *n); /* and not */
void rule_setp(struct opt *o, struct node *n);
void rule_selp(struct opt *o, struct node *n);

/* rule_cvt.c */
void rule_cvt(struct opt *o, struct node *n);
void rule_cvta_to(struct opt *o, struct node *n);
void rule_unpack(struct opt *o, struct node *n);
void rule_pack(struct opt *o, struct node *n);
