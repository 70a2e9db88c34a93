/* rule_int.c - rules of integers: sums, products, shifts, bits; see rule.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

/* ---- sums and products ------------------------------------------------------------- */

void rule_add(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	struct node *d;
	if (!is_imm(&x[2])) {
		d = def_of(o, &x[2]);
		if (d && d->in.row == ROW_NEG && bits_of(d) == bits_of(n) &&
		    d->guard.kind == OPR_NONE)
			become2(o, n, ROW_SUB, 0, n->in.type[0], x[1], d->in.operand[1]);
		return;
	}
	if (bits_at(n, 2) == 0) {
		becomes(o, n, x[1]);
	} else if ((d = same_op(o, n, 1))) {
		s64 c1 = imm_of_type(type_like(bits_of(n), 'S'),
		                     (u64)d->in.operand[2].value);
		s64 c2 = imm_of_type(type_like(bits_of(n), 'S'), (u64)x[2].value);
		bool alike = (c1 < 0) == (c2 < 0);
		bool s = alike && n->no_wrap_s && d->no_wrap_s,
		     u = alike && n->no_wrap_u && d->no_wrap_u;
		become2(o, n, ROW_ADD, 0, n->in.type[0], d->in.operand[1],
		        opr_imm((s64)((u64)c1 + (u64)c2)));
		n->no_wrap_s = s;
		n->no_wrap_u = u;
	}
}

/* ---- constants move outward, to where addresses take them -------------------------- */

static struct node *plus_constant(const struct opt *o, const struct node *n, u32 i) {
	struct node *d = def_of(o, &n->in.operand[i]);
	bool good = d && d->in.row == ROW_ADD && d->guard.kind == OPR_NONE &&
	            is_imm(&d->in.operand[2]) && d->in.operand[1].kind == OPR_REG &&
	            bits_of(d) == bits_of(n);
	return good ? d : NULL;
}

static struct operand inner(struct opt *o, struct node *n, struct operand a,
                            struct operand b, u8 t) {
	struct operand x[3] = {opr_reg(val_new(o, t)), a, b};
	node_before(o, n, node_new(o, (enum row)n->in.row, n->in.mods, n->in.type, x, 3));
	return x[0];
}

/* A left shift by more than this is none of an index, but of bits: half a rotation. */
enum { MOST_SCALE = 12 };

/* (x + c) + y = (x + y) + c     (x + c) << k = (x << k) + (c << k)     (x + c) * k = x * k + c * k */
bool rule_constant_outward(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u32 bits = bits_of(n);
	struct node *d = plus_constant(o, n, 1);
	if (bits < 32 || x[2].kind == OPR_NONE)
		return false;
	u8 t = type_like(bits, 'S');
	u64 c, k = (u64)x[2].value;
	if (n->in.row == ROW_ADD) {
		u32 other = d ? 2 : 1;
		d = d ? d : plus_constant(o, n, 2);
		/* a rule for the extension of sums that do not wrap needs them as they
		 * are */
		if (!d || is_imm(&x[other]) ||
		    (bits == 32 && n->no_wrap_s && d->no_wrap_s))
			return false;
		c = (u64)d->in.operand[2].value;
		struct operand sum = inner(o, n, d->in.operand[1], x[other], t);
		become2(o, n, ROW_ADD, 0, t, sum, opr_imm((s64)c));
		return true;
	}
	if (!d || !is_imm(&x[2]) || (n->in.row == ROW_SHL && (u32)k > MOST_SCALE))
		return false;
	c = (u64)d->in.operand[2].value;
	c = n->in.row == ROW_SHL ? c << (u32)k : c * k;
	struct operand part = inner(o, n, d->in.operand[1], x[2], t);
	become2(o, n, ROW_ADD, 0, t, part, opr_imm((s64)c));
	return true;
}

/* Checks whether a sum with a constant stays below 2^31, or 2^32 as an unsigned number:
 * it is marked so, or no number of its range is too large. */
static bool cannot_wrap(const struct opt *o, const struct node *sum, bool is_signed) {
	s64 c = imm_of_type(TYPE_S32, (u64)sum->in.operand[2].value);
	u64 most = is_signed ? INT32_MAX : UINT32_MAX;
	return (is_signed ? sum->no_wrap_s : sum->no_wrap_u) ||
	       (c >= 0 && range_max(o, &sum->in.operand[1], 0) <= most - (u64)c);
}

/* The same through an extension to 64 bits, if the sum is known not to wrap. */
bool rule_wide_outward(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	bool is_cvt = n->in.row == ROW_CVT_II;
	u8 from = n->in.type[is_cvt ? 1 : 0];
	struct node *d = def_of(o, &x[1]);
	if (!d || d->in.row != ROW_ADD || d->guard.kind != OPR_NONE ||
	    !is_imm(&d->in.operand[2]) || d->in.operand[1].kind != OPR_REG ||
	    type_info[from].bits != 32 || bits_of(d) != 32 ||
	    !cannot_wrap(o, d, type_info[from].class == 'S') ||
	    val_bits(o, node_dest(n)) != 64 || (!is_cvt && !is_imm(&x[2])) ||
	    MOD_GET(n->in.mods, SAT) || (is_cvt && bits_of(n) != 64))
		return false;
	s64 c = imm_of_type(TYPE_S32, (u64)d->in.operand[2].value);
	s64 k = is_cvt ? 1 : imm_of_type(from, (u64)x[2].value);
	struct operand y[3] = {opr_reg(val_new(o, TYPE_S64)), d->in.operand[1], x[2]};
	node_before(o, n,
	            node_new(o, (enum row)n->in.row, n->in.mods, n->in.type, y,
	                     is_cvt ? 2 : 3));
	become2(o, n, ROW_ADD, 0, TYPE_S64, y[0], opr_imm((s64)((u64)c * (u64)k)));
	return true;
}

void rule_sub(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u8 type = type_like(bits_of(n), 'S');
	if (is_imm(&x[2])) {
		bool keeps = n->no_wrap_s && x[2].value != INT32_MIN &&
		             x[2].value != INT64_MIN;
		become2(o, n, ROW_ADD, 0, type, x[1],
		        opr_imm((s64)(0 - (u64)x[2].value)));
		n->no_wrap_s = keeps;
	} else if (same_operand(n, 1, 2))
		becomes_imm(o, n, 0);
	else if (is_imm(&x[1]) && bits_at(n, 1) == 0)
		node_become(o, n, ROW_NEG, 0, type, 0,
		            &(struct operand){x[2].kind, .index = x[2].index}, 1);
}

/* Turns x << k of an extended number into a widening product. */
static bool widen_product(struct opt *o, struct node *n, u64 factor) {
	struct node *d = def_of(o, &n->in.operand[1]);
	if (!d || d->in.row != ROW_CVT_II || d->guard.kind != OPR_NONE ||
	    bits_of(n) != 64 || MOD_GET(d->in.mods, SAT) || bits_of(d) != 64 ||
	    d->in.operand[1].kind != OPR_REG)
		return false;
	const struct type_info *from = &type_info[d->in.type[1]];
	bool good = from->bits == 32 && val_bits(o, d->in.operand[1].index) == 32 &&
	            factor <= (from->class == 'S' ? 0x7fffffffu : 0xffffffffu);
	if (good)
		become2(o, n, ROW_MUL_WIDE, MOD_BITS(HILO, WIDE), d->in.type[1],
		        d->in.operand[1], opr_imm((s64)factor));
	return good;
}

static bool widened_pair(struct opt *o, struct node *n) {
	struct node *a = def_of(o, &n->in.operand[1]), *b = def_of(o, &n->in.operand[2]);
	if (!a || !b || bits_of(n) != 64 || a->in.row != ROW_CVT_II ||
	    b->in.row != ROW_CVT_II || a->guard.kind || b->guard.kind ||
	    memcmp(a->in.type, b->in.type, 4) || a->in.mods || b->in.mods ||
	    bits_of(a) != 64 || type_info[a->in.type[1]].bits != 32 ||
	    a->in.operand[1].kind != OPR_REG || b->in.operand[1].kind != OPR_REG ||
	    val_bits(o, a->in.operand[1].index) != 32 ||
	    val_bits(o, b->in.operand[1].index) != 32)
		return false;
	become2(o, n, ROW_MUL_WIDE, MOD_BITS(HILO, WIDE), a->in.type[1], a->in.operand[1],
	        b->in.operand[1]);
	return true;
}

void rule_mul(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	struct node *d;
	if (!is_imm(&x[2])) {
		widened_pair(o, n);
		return;
	}
	u64 c = bits_at(n, 2);
	if (c == 0)
		becomes_imm(o, n, 0);
	else if (c == 1)
		becomes(o, n, x[1]);
	else if (widen_product(o, n, c))
		return;
	else if (is_pow2(c))
		become2(o, n, ROW_SHL, 0, type_like(bits_of(n), 'B'), x[1],
		        opr_imm(__builtin_ctzll(c)));
	else if ((d = same_op(o, n, 1)))
		become2(o, n, ROW_MUL_LO, n->in.mods, n->in.type[0], d->in.operand[1],
		        opr_imm((s64)((u64)x[2].value * (u64)d->in.operand[2].value)));
}

void rule_mad(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (is_imm(&x[3]) && bits_at(n, 3) == 0)
		become2(o, n, ROW_MUL_LO, MOD_BITS(HILO, LO), n->in.type[0], x[1], x[2]);
	else if (is_imm(&x[2]) && bits_at(n, 2) == 0)
		becomes(o, n, x[3]);
	else if (is_imm(&x[2]) && bits_at(n, 2) == 1)
		become2(o, n, ROW_ADD, 0, n->in.type[0], x[1], x[3]);
	else if (is_imm(&x[1]) && is_imm(&x[2]))
		become2(o, n, ROW_ADD, 0, n->in.type[0], x[3],
		        opr_imm((s64)(bits_at(n, 1) * bits_at(n, 2))));
}

void rule_mad_wide(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (is_imm(&x[3]) && x[3].value == 0)
		become2(o, n, ROW_MUL_WIDE, MOD_BITS(HILO, WIDE), n->in.type[0], x[1],
		        x[2]);
}

void rule_div(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u64 c = bits_at(n, 2);
	if (!is_imm(&x[2]) || !c)
		return;
	u64 half = bits_mask(bits_of(n)) >> 1;
	if (is_signed(n) && (c > half || range_max(o, &x[1], 0) > half))
		return;
	if (n->in.row == ROW_DIV && is_pow2(c))
		become2(o, n, ROW_SHR_U, 0, type_like(bits_of(n), 'U'), x[1],
		        opr_imm(__builtin_ctzll(c)));
	else if (n->in.row == ROW_REM && is_pow2(c))
		become2(o, n, ROW_AND, 0, type_like(bits_of(n), 'B'), x[1],
		        opr_imm((s64)(c - 1)));
	else if (is_signed(n))
		become2(o, n, (enum row)n->in.row, 0, type_like(bits_of(n), 'U'), x[1],
		        x[2]);
}

/* ---- bits -------------------------------------------------------------------------- */

void rule_shift(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u32 bits = bits_of(n);
	struct node *d;
	if (!is_imm(&x[2])) {
		if (is_imm(&x[1]) && bits_at(n, 1) == 0)
			becomes_imm(o, n, 0);
		return;
	}
	u64 k = (u32)x[2].value;
	if (k == 0) {
		becomes(o, n, x[1]);
	} else if (k >= bits && n->in.row != ROW_SHR_S) {
		becomes_imm(o, n, 0);
	} else if ((d = same_op(o, n, 1)) && k < bits &&
	           (u32)d->in.operand[2].value < bits) {
		u64 sum = k + (u32)d->in.operand[2].value;
		if (n->in.row == ROW_SHR_S)
			sum = MIN(sum, bits - 1);
		become2(o, n, (enum row)n->in.row, 0, n->in.type[0], d->in.operand[1],
		        opr_imm((s64)sum));
	} else if (n->in.row == ROW_SHL && k < 32) {
		widen_product(o, n, (u64)1 << k);
	} else if (n->in.row == ROW_SHR_S &&
	           range_max(o, &x[1], 0) <= bits_mask(bits) >> 1) {
		become2(o, n, ROW_SHR_U, 0, type_like(bits, 'U'), x[1], x[2]);
	}
}

void rule_and(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	struct node *d;
	if (same_operand(n, 1, 2)) {
		becomes(o, n, x[1]);
		return;
	}
	if (!is_imm(&x[2]))
		return;
	u64 c = bits_at(n, 2);
	if (c == 0)
		becomes_imm(o, n, 0);
	else if (((c + 1) & c) == 0 && range_max(o, &x[1], 0) <= c)
		becomes(o, n, x[1]);
	else if (rule_low_bits(o, n))
		return;
	else if ((d = same_op(o, n, 1)))
		become2(o, n, ROW_AND, 0, n->in.type[0], d->in.operand[1],
		        opr_imm(x[2].value & d->in.operand[2].value));
}

static struct node *shift_of(const struct opt *o, const struct node *n, u32 i,
                             enum row row) {
	struct node *d = def_of(o, &n->in.operand[i]);
	bool good = d && d->in.row == row && d->guard.kind == OPR_NONE &&
	            bits_of(d) == 32 && is_imm(&d->in.operand[2]) &&
	            d->in.operand[1].kind == OPR_REG && !d->in.operand[1].sel;
	return good ? d : NULL;
}

/* Checks whether operand i is s << k: as it is written, or as rule_constant_outward has
 * it if s is a sum with a constant. */
static bool is_shifted(const struct opt *o, const struct node *n, u32 i,
                       const struct operand *s, u32 k) {
	struct node *left = shift_of(o, n, i, ROW_SHL), *sum = plus_constant(o, n, i);
	struct node *of = def_of(o, s);
	if (left && (u32)left->in.operand[2].value == k &&
	    opr_equal(&left->in.operand[1], s))
		return true;
	bool is_sum = of && of->in.row == ROW_ADD && of->guard.kind == OPR_NONE &&
	              bits_of(of) == 32 && is_imm(&of->in.operand[2]);
	if (!is_sum)
		return false;
	u32 more = (u32)of->in.operand[2].value << k;
	if (!left && sum && (u32)sum->in.operand[2].value == more) {
		left = shift_of(o, sum, 1, ROW_SHL);
		more = 0;
	}
	return left && !more && (u32)left->in.operand[2].value == k &&
	       opr_equal(&left->in.operand[1], &of->in.operand[1]);
}

/* x << k | x >> (32 - k) */
static bool rotation(struct opt *o, struct node *n) {
	for (u32 i = 1; i <= 2 && bits_of(n) == 32; i++) {
		struct node *right = shift_of(o, n, i, ROW_SHR_U);
		u32 by = right ? (u32)right->in.operand[2].value : 0;
		if (by == 0 || by >= 32 ||
		    !is_shifted(o, n, 3 - i, &right->in.operand[1], 32 - by))
			continue;
		struct operand y[3] = {right->in.operand[1], right->in.operand[1],
		                       opr_imm(32 - by)};
		node_become(o, n, ROW_SHF, MOD_BITS(SHDIR, L) | MOD_BITS(WRAP, WRAP),
		            TYPE_B32, 0, y, 3);
		return true;
	}
	return false;
}

void rule_or(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	bool is_or = n->in.row == ROW_OR;
	struct node *d;
	if (rotation(o, n))
		return;
	if (same_operand(n, 1, 2)) {
		if (is_or)
			becomes(o, n, x[1]);
		else
			becomes_imm(o, n, 0);
		return;
	}
	if (!is_imm(&x[2]))
		return;
	if (bits_at(n, 2) == 0)
		becomes(o, n, x[1]);
	else if (is_or && bits_at(n, 2) == bits_mask(bits_of(n)))
		becomes_imm(o, n, bits_mask(bits_of(n)));
	else if ((d = same_op(o, n, 1)))
		become2(o, n, (enum row)n->in.row, 0, n->in.type[0], d->in.operand[1],
		        opr_imm(is_or ? x[2].value | d->in.operand[2].value
		                      : x[2].value ^ d->in.operand[2].value));
}

void rule_twice(struct opt *o, struct node *n) { /* not, neg: undone by another */
	struct node *d = def_of(o, &n->in.operand[1]);
	if (d && d->in.row == n->in.row && bits_of(d) == bits_of(n) &&
	    d->guard.kind == OPR_NONE)
		becomes(o, n, d->in.operand[1]);
}
