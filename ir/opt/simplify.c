/* simplify.c - one instruction by itself: constants, identities, conversions, comparisons.
 * A rule either rewrites the instruction or says what its result is the same as; gvn.c calls this until
 * nothing changes.
 *
 * Rules for whoever adds one:
 * 1. Integers wrap; a wider sum is not the sum of wider parts.
 * 2. Registers may be wider than the type of ld, st and cvt: ask val_bits.
 * 3. Floating point is folded only when all operands are constants.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

/* ---- helpers ---------------------------------------------------------------------------------- */

static u32 bits_of(const struct node *n) {
	return type_info[n->in.type[0]].bits;
}

static bool is_signed(const struct node *n) {
	return type_info[n->in.type[0]].class == 'S';
}

static bool is_imm(const struct operand *x) {
	return x->kind == OPR_IMM;
}

/* The constant as a number of the instruction's type without sign. */
static u64 bits_at(const struct node *n, u32 i) {
	return (u64)n->in.operand[i].value & bits_mask(bits_of(n));
}

static void becomes(struct opt *o, struct node *n, struct operand x) {
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

static void becomes_imm(struct opt *o, struct node *n, u64 v) {
	becomes(o, n, opr_imm((s64)v));
}

static void become2(struct opt *o, struct node *n, enum row row, u64 mods, u8 type,
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

static u8 type_like(u32 bits, char class) {
	static const u8 type[3][3] = {{TYPE_B16, TYPE_B32, TYPE_B64},
	                              {TYPE_S16, TYPE_S32, TYPE_S64},
	                              {TYPE_U16, TYPE_U32, TYPE_U64}};
	return type[class == 'B'   ? 0
	            : class == 'S' ? 1
	                           : 2][bits == 16   ? 0
	                                : bits == 32 ? 1
	                                             : 2];
}

/* Operand i of `def` if that is row `row` of as many bits with a constant as operand 2. */
static struct node *same_op(const struct opt *o, const struct node *n, u32 i) {
	struct node *d = def_of(o, &n->in.operand[i]);
	bool good = d && d->in.row == n->in.row && bits_of(d) == bits_of(n) &&
	            d->guard.kind == OPR_NONE && is_imm(&d->in.operand[2]);
	return good ? d : NULL;
}

static bool same_operand(const struct node *n, u32 i, u32 k) {
	return n->in.operand[i].kind == OPR_REG &&
	       opr_equal(&n->in.operand[i], &n->in.operand[k]);
}

/* ---- all operands constant -------------------------------------------------------------------- */

/* What the register holds when an instruction of this type has the result v. */
static u64 to_register(u8 type, u64 v) {
	const struct type_info *t = &type_info[type];
	if (t->class == 'S')
		return (u64)imm_of_type(type, v);
	return v & bits_mask(t->bits);
}

static u8 result_type(const struct node *n) {
	return (u8)row_operand_type(n->info, n->in.type, 0);
}

static bool eval_node(const struct node *n, const struct operand *x, u64 *out) {
	u64 arg[ROW_OPERANDS] = {0};
	for (u32 i = 1; i < n->in.noperand; i++) {
		if (x[i].kind == OPR_NONE || (x[i].kind == OPR_SINK))
			continue;
		if (!is_imm(&x[i]) || x[i].sel)
			return false;
		arg[i] = (u64)x[i].value ^ (x[i].negated ? ~(u64)0 : 0);
	}
	return eval_row((enum row)n->in.row, n->in.type, n->in.mods, arg, out);
}

static bool fold(struct opt *o, struct node *n) {
	u64 out[2];
	u32 d = node_dest(n);
	if (d == NO_VAL || !eval_node(n, n->in.operand, out))
		return false;
	u8 t = result_type(n);
	if (type_info[t].class == 'F' && type_info[t].bits != val_bits(o, d))
		return false;
	if (val_bits(o, d) == 8 || val_bits(o, d) > 64)
		return false;
	becomes_imm(o, n, to_register(t, out[0]));
	return true;
}

/* ---- a choice of two constants goes through what is done with it --------------------------------- */

static void become_choice(struct opt *o, struct node *n, struct operand p, u64 yes,
                          u64 no) {
	u32 bits = val_bits(o, node_dest(n));
	yes &= bits_mask(bits);
	no &= bits_mask(bits);
	if (yes == no) {
		becomes_imm(o, n, yes);
	} else if (bits > 1) {
		u8 t = type_like(bits, 'B');
		struct operand x[3] = {opr_imm(imm_of_type(t, yes)),
		                       opr_imm(imm_of_type(t, no)), p};
		node_become(o, n, ROW_SELP, 0, t, 0, x, 3);
	} else {
		p.negated ^= no != 0;
		if (p.negated) {
			p.negated = 0;
			node_become(o, n, ROW_NOT_PRED, 0, TYPE_PRED, 0, &p, 1);
		} else {
			becomes(o, n, p);
		}
	}
}

static bool choice(struct opt *o, struct node *n) {
	struct node *sel = NULL;
	struct operand x[ROW_OPERANDS];
	u32 d = node_dest(n);
	u64 yes[2], no[2];
	if (d == NO_VAL || n->info->table || n->in.row == ROW_SELP)
		return false;
	u8 t = result_type(n);
	if (type_info[t].class == 'F' || val_bits(o, d) == 8 || val_bits(o, d) > 64)
		return false;
	for (u32 i = 1; i < n->in.noperand; i++) {
		x[i] = n->in.operand[i];
		if (x[i].kind != OPR_REG)
			continue;
		struct node *def = def_of(o, &x[i]);
		if (!def || def->in.row != ROW_SELP || def->guard.kind != OPR_NONE ||
		    !is_imm(&def->in.operand[1]) || !is_imm(&def->in.operand[2]) ||
		    (sel && sel != def))
			return false;
		sel = def;
	}
	if (!sel || sel->in.operand[3].kind != OPR_REG)
		return false;
	for (u32 arm = 1; arm <= 2; arm++) {
		for (u32 i = 1; i < n->in.noperand; i++)
			if (n->in.operand[i].kind == OPR_REG)
				x[i] = sel->in.operand[arm];
		if (!eval_node(n, x, arm == 1 ? yes : no))
			return false;
	}
	become_choice(o, n, sel->in.operand[3], to_register(t, yes[0]),
	              to_register(t, no[0]));
	return true;
}

/* ---- sums and products --------------------------------------------------------------------------- */

static void rule_add(struct opt *o, struct node *n) {
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

/* ---- constants move outward, to where addresses take them ------------------------------------------ */

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

/* (x + c) + y = (x + y) + c     (x + c) << k = (x << k) + (c << k)     (x + c) * k = x * k + c * k */
static bool constant_outward(struct opt *o, struct node *n) {
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
		if (!d || is_imm(&x[other]))
			return false;
		c = (u64)d->in.operand[2].value;
		struct operand sum = inner(o, n, d->in.operand[1], x[other], t);
		become2(o, n, ROW_ADD, 0, t, sum, opr_imm((s64)c));
		return true;
	}
	if (!d || !is_imm(&x[2]) || (n->in.row == ROW_SHL && (u32)k >= bits))
		return false;
	c = (u64)d->in.operand[2].value;
	c = n->in.row == ROW_SHL ? c << (u32)k : c * k;
	struct operand part = inner(o, n, d->in.operand[1], x[2], t);
	become2(o, n, ROW_ADD, 0, t, part, opr_imm((s64)c));
	return true;
}

/* The same through an extension to twice the width, if the sum is known not to wrap. */
static bool wide_outward(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	bool is_cvt = n->in.row == ROW_CVT_II;
	u8 from = n->in.type[is_cvt ? 1 : 0];
	struct node *d = def_of(o, &x[1]);
	if (!d || d->in.row != ROW_ADD || d->guard.kind != OPR_NONE ||
	    !is_imm(&d->in.operand[2]) || d->in.operand[1].kind != OPR_REG ||
	    type_info[from].bits != 32 || bits_of(d) != 32 ||
	    !(type_info[from].class == 'S' ? d->no_wrap_s : d->no_wrap_u) ||
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

static void rule_sub(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u8 type = type_like(bits_of(n), 'S');
	if (is_imm(&x[2]))
		become2(o, n, ROW_ADD, 0, type, x[1], opr_imm(-x[2].value));
	else if (same_operand(n, 1, 2))
		becomes_imm(o, n, 0);
	else if (is_imm(&x[1]) && bits_at(n, 1) == 0)
		node_become(o, n, ROW_NEG, 0, type, 0,
		            &(struct operand){x[2].kind, .index = x[2].index}, 1);
}

/* x << k of a number that was made longer is a product that makes it longer. */
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

static void rule_mul(struct opt *o, struct node *n) {
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

static void rule_mad(struct opt *o, struct node *n) {
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

static void rule_mad_wide(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (is_imm(&x[3]) && x[3].value == 0)
		become2(o, n, ROW_MUL_WIDE, MOD_BITS(HILO, WIDE), n->in.type[0], x[1],
		        x[2]);
}

static void rule_div(struct opt *o, struct node *n) {
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

/* ---- bits ---------------------------------------------------------------------------------------- */

static void rule_shift(struct opt *o, struct node *n) {
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

static void rule_and(struct opt *o, struct node *n) {
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
	else if ((d = same_op(o, n, 1)))
		become2(o, n, ROW_AND, 0, n->in.type[0], d->in.operand[1],
		        opr_imm(x[2].value & d->in.operand[2].value));
}

static void rule_or(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	bool is_or = n->in.row == ROW_OR;
	struct node *d;
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

static void rule_twice(struct opt *o, struct node *n) { /* not, neg: undone by another */
	struct node *d = def_of(o, &n->in.operand[1]);
	if (d && d->in.row == n->in.row && bits_of(d) == bits_of(n) &&
	    d->guard.kind == OPR_NONE)
		becomes(o, n, d->in.operand[1]);
}

/* ---- predicates ------------------------------------------------------------------------------------ */

static void rule_logic_pred(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (!is_imm(&x[2])) {
		if (x[1].kind == OPR_REG && x[1].index == x[2].index &&
		    x[1].negated == x[2].negated) {
			if (n->in.row == ROW_XOR_PRED)
				becomes_imm(o, n, 0);
			else
				becomes(o, n, x[1]);
		}
		return;
	}
	bool c = (x[2].value & 1) != 0;
	if (n->in.row == ROW_AND_PRED || n->in.row == ROW_OR_PRED) {
		if (c == (n->in.row == ROW_OR_PRED))
			becomes_imm(o, n, c);
		else
			node_become(o, n, ROW_MOV_PRED, 0, TYPE_PRED, 0,
			            &(struct operand){.kind = x[1].kind,
			                              .negated = x[1].negated,
			                              .index = x[1].index},
			            1);
		return;
	}
	struct operand p = x[1];
	node_become(o, n, c ? ROW_NOT_PRED : ROW_MOV_PRED, 0, TYPE_PRED, 0, &p, 1);
}

static void rule_mov_pred(struct opt *o, struct node *n) {
	struct operand p = n->in.operand[1];
	bool flip = p.negated ^ (n->in.row == ROW_NOT_PRED);
	p.negated = 0;
	if (is_imm(&p))
		becomes_imm(o, n, ((u64)p.value & 1) ^ flip);
	else if (!flip)
		becomes(o, n, p);
	else if (n->in.row != ROW_NOT_PRED || n->in.operand[1].negated)
		node_become(o, n, ROW_NOT_PRED, 0, TYPE_PRED, 0, &p, 1);
	else
		rule_twice(o, n);
}

static u32 cmp_mirrored(u32 cmp) {
	switch (cmp) {
	case MOD_CMP_LT: return MOD_CMP_GT;
	case MOD_CMP_LE: return MOD_CMP_GE;
	case MOD_CMP_GT: return MOD_CMP_LT;
	case MOD_CMP_GE: return MOD_CMP_LE;
	case MOD_CMP_LO: return MOD_CMP_HI;
	case MOD_CMP_LS: return MOD_CMP_HS;
	case MOD_CMP_HI: return MOD_CMP_LO;
	case MOD_CMP_HS: return MOD_CMP_LS;
	default: return cmp;
	}
}

static void rule_setp(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand, t;
	u32 cmp = MOD_GET(n->in.mods, CMP);
	u64 all = bits_mask(bits_of(n));
	if (is_imm(&x[1]) && !is_imm(&x[2])) {
		t = x[1];
		x[1] = x[2];
		x[2] = t;
		cmp = cmp_mirrored(cmp);
		n->in.mods = (n->in.mods & ~((u64)31 << MOD_CMP_SHIFT)) |
		             (u64)cmp << MOD_CMP_SHIFT;
	}
	if (same_operand(n, 1, 2)) {
		becomes_imm(o, n,
		            cmp == MOD_CMP_EQ || cmp == MOD_CMP_LE || cmp == MOD_CMP_GE ||
		                    cmp == MOD_CMP_LS || cmp == MOD_CMP_HS);
		return;
	}
	if (!is_imm(&x[2]))
		return;
	u64 c = bits_at(n, 2), max = range_max(o, &x[1], 0) & all;
	bool is_u = n->in.row == ROW_SETP_U || (max <= all >> 1 && c <= all >> 1);
	if (!is_u)
		return;
	switch (cmp) {
	case MOD_CMP_LT:
	case MOD_CMP_LO:
		if (c == 0 || max < c)
			becomes_imm(o, n, max < c);
		break;
	case MOD_CMP_GE:
	case MOD_CMP_HS:
		if (c == 0 || max < c)
			becomes_imm(o, n, c == 0);
		break;
	case MOD_CMP_LE:
	case MOD_CMP_LS:
		if (max <= c)
			becomes_imm(o, n, 1);
		break;
	case MOD_CMP_GT:
	case MOD_CMP_HI:
		if (max <= c)
			becomes_imm(o, n, 0);
		break;
	case MOD_CMP_EQ:
	case MOD_CMP_NE:
		if (max < c)
			becomes_imm(o, n, cmp == MOD_CMP_NE);
		break;
	default: break;
	}
}

/* a < b ? a : b */
static bool min_max(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	struct node *d = def_of(o, &x[3]);
	if (!d || (d->in.row != ROW_SETP_S && d->in.row != ROW_SETP_U) ||
	    d->guard.kind != OPR_NONE || bits_of(d) != bits_of(n) ||
	    type_info[n->in.type[0]].class == 'F' || (is_imm(&x[1]) && is_imm(&x[2])))
		return false;
	const struct operand *a = &d->in.operand[1], *b = &d->in.operand[2];
	u64 all = bits_mask(bits_of(n));
	for (u32 i = 1; i <= 2; i++) {
		const struct operand *m = i == 1 ? a : b;
		const struct operand *s1 = &x[1], *s2 = &x[2];
		const struct operand *other = i == 1 ? b : a;
		bool eq1 = is_imm(s1) && is_imm(m)
		                   ? ((u64)(s1->value ^ m->value) & all) == 0
		                   : opr_equal(s1, m);
		bool eq2 = is_imm(s2) && is_imm(other)
		                   ? ((u64)(s2->value ^ other->value) & all) == 0
		                   : opr_equal(s2, other);
		if (!eq1 || !eq2)
			continue;
		u32 cmp = MOD_GET(d->in.mods, CMP);
		cmp = i == 1 ? cmp : cmp_mirrored(cmp);
		bool less = cmp == MOD_CMP_LT || cmp == MOD_CMP_LE || cmp == MOD_CMP_LO ||
		            cmp == MOD_CMP_LS;
		bool more = cmp == MOD_CMP_GT || cmp == MOD_CMP_GE || cmp == MOD_CMP_HI ||
		            cmp == MOD_CMP_HS;
		if (less || more) {
			become2(o, n, less ? ROW_MIN : ROW_MAX, 0, d->in.type[0], x[1],
			        x[2]);
			return true;
		}
	}
	return false;
}

static void rule_selp(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (is_imm(&x[3])) {
		becomes(o, n, x[((x[3].value & 1) ^ x[3].negated) ? 1 : 2]);
		return;
	}
	if (x[3].negated) {
		struct operand t = x[1];
		x[1] = x[2];
		x[2] = t;
		x[3].negated = 0;
		o->changed = true;
	}
	u64 all = bits_mask(bits_of(n));
	if (same_operand(n, 1, 2) || (is_imm(&x[1]) && is_imm(&x[2]) &&
	                              ((u64)(x[1].value ^ x[2].value) & all) == 0))
		becomes(o, n, x[1]);
	else
		min_max(o, n);
}

/* ---- conversions ----------------------------------------------------------------------------------- */

static void rule_cvt(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	u32 d = node_dest(n), from = type_info[n->in.type[1]].bits,
	    to = type_info[n->in.type[0]].bits;
	bool from_signed = type_info[n->in.type[1]].class == 'S';
	if (d == NO_VAL || MOD_GET(n->in.mods, SAT) || x[1].kind != OPR_REG)
		return;
	u32 dbits = val_bits(o, d), sbits = val_bits(o, x[1].index);
	if (dbits == 8 || sbits == 8)
		return;
	/* The value fits both types, so nothing is cut off and nothing is extended. */
	u64 max = range_max(o, &x[1], 0);
	u64 kept = MIN(from_signed ? bits_mask(from) >> 1 : bits_mask(from),
	               type_info[n->in.type[0]].class == 'S' && dbits > to
	                       ? bits_mask(to) >> 1
	                       : bits_mask(to));
	if (dbits == sbits && (max <= kept || (from == to && from == dbits))) {
		becomes(o, n, x[1]);
		return;
	}
	struct node *s = def_of(o, &x[1]);
	if (!s || s->in.row != ROW_CVT_II || s->guard.kind != OPR_NONE ||
	    MOD_GET(s->in.mods, SAT) || s->in.operand[1].kind != OPR_REG)
		return;
	u32 from0 = type_info[s->in.type[1]].bits, to0 = type_info[s->in.type[0]].bits;
	u32 bits0 = val_bits(o, s->in.operand[1].index);
	if (bits0 == 8)
		return;
	if (to <= from && to <= from0 && from <= to0) {
		/* cut off what was extended */
		if (to == dbits && bits0 == dbits && to == from0)
			becomes(o, n, s->in.operand[1]);
		else if (bits0 >= to && to >= 16 && from0 == bits0 && to < from0)
			node_become(o, n, ROW_CVT_II, 0, n->in.type[0],
			            type_like(from0, 'U'),
			            &(struct operand){.kind = OPR_REG,
			                              .index = s->in.operand[1].index},
			            1);
	} else if (from0 < to0 && to0 == from && val_bits(o, x[1].index) == to0 &&
	           to > from && type_info[s->in.type[1]].class == 'U') {
		/* extended twice, and by zeros first */
		node_become(o, n, ROW_CVT_II, 0, n->in.type[0], s->in.type[1],
		            &(struct operand){.kind = OPR_REG,
		                              .index = s->in.operand[1].index},
		            1);
	}
}

static void rule_cvta_to(struct opt *o, struct node *n) {
	struct node *d = def_of(o, &n->in.operand[1]);
	if (d && d->in.row == ROW_CVTA && d->guard.kind == OPR_NONE &&
	    MOD_GET(d->in.mods, SPACE) == MOD_GET(n->in.mods, SPACE) &&
	    d->in.operand[1].kind == OPR_REG)
		becomes(o, n, d->in.operand[1]);
}

/* ---- parts ------------------------------------------------------------------------------------------ */

static void rule_unpack(struct opt *o, struct node *n) {
	struct node *d = def_of(o, &n->in.operand[1]);
	if (!d || d->in.row != ROW_MOV_PACK || d->guard.kind != OPR_NONE ||
	    d->in.operand[1].n != n->in.operand[0].n || memcmp(d->in.type, n->in.type, 4))
		return;
	for (u32 i = 0; i < n->in.operand[0].n; i++) {
		const struct operand *to = &o->elem.at[n->in.operand[0].index + i];
		const struct operand *part = &o->elem.at[d->in.operand[1].index + i];
		if (to->kind == OPR_REG && part->kind == OPR_REG &&
		    val_bits(o, to->index) > 8 &&
		    val_bits(o, to->index) == val_bits(o, part->index)) {
			o->changed |= o->val.at[to->index].same.kind == OPR_NONE;
			o->val.at[to->index].same = *part;
		}
	}
}

static void rule_pack(struct opt *o, struct node *n) {
	const struct operand *v = &n->in.operand[1], *e = &o->elem.at[v->index];
	struct node *d = def_of(o, e);
	bool all = v->n > 0, is_const = v->n > 0;
	u64 value = 0;
	u32 part = bits_of(n) / MAX(v->n, 1u);
	for (u32 i = 0; i < v->n; i++) {
		struct operand s = e[i].kind == OPR_REG ? o->val.at[e[i].index].same
		                                        : e[i];
		is_const &= s.kind == OPR_IMM && bits_of(n) <= 64;
		if (is_const)
			value |= ((u64)s.value & bits_mask(part)) << (i * part);
		all &= d && def_of(o, &e[i]) == d && d->in.row == ROW_MOV_UNPACK &&
		       d->guard.kind == OPR_NONE && d->in.operand[0].n == v->n &&
		       !memcmp(d->in.type, n->in.type, 4) &&
		       o->elem.at[d->in.operand[0].index + i].index == e[i].index;
	}
	if (is_const)
		becomes_imm(o, n, value);
	else if (all)
		becomes(o, n, d->in.operand[1]);
}

/* ---- guards ----------------------------------------------------------------------------------------- */

/* A guard that is known, and negations that a position can take itself. */
static void simplify_guard(struct opt *o, struct node *n) {
	struct operand *use;
	each_src (o, n, use) {
		bool takes_not = use == &n->guard;
		if (!takes_not && use_it.pos != NO_REG && n->info->table == 0)
			takes_not = strchr("PR", n->info->opr[use_it.pos].letter) &&
			            n->in.row != ROW_MOV_PRED &&
			            n->in.row != ROW_NOT_PRED &&
			            n->in.row != ROW_AND_PRED &&
			            n->in.row != ROW_OR_PRED && n->in.row != ROW_XOR_PRED;
		if (!takes_not || use->kind != OPR_REG)
			continue;
		struct node *d = o->val.at[use->index].def;
		if (!d || d->in.row != ROW_NOT_PRED || d->guard.kind != OPR_NONE ||
		    d->in.operand[1].kind != OPR_REG || d->in.operand[1].negated)
			continue;
		use->index = d->in.operand[1].index;
		use->negated ^= 1;
		o->changed = true;
	}
}

/* A guarded copy is a choice. */
static void guarded_move(struct opt *o, struct node *n) {
	struct operand old = n->old ? n->old[0] : (struct operand){0};
	u32 d = node_dest(n);
	if (n->in.row != ROW_MOV || d == NO_VAL || old.kind != OPR_REG ||
	    val_bits(o, d) < 16 || val_bits(o, d) > 64 ||
	    val_bits(o, old.index) != val_bits(o, d))
		return;
	struct operand src = n->in.operand[1], p = n->guard;
	if (src.kind == OPR_REG && val_bits(o, src.index) != val_bits(o, d))
		return;
	u8 t = type_like(val_bits(o, d), 'B');
	if (src.kind == OPR_IMM)
		src.value = imm_of_type(t, (u64)src.value);
	struct operand x[3] = {src, old, p};
	n->guard = (struct operand){0};
	n->old = NULL;
	n->nold = 0;
	node_become(o, n, ROW_SELP, 0, t, 0, x, 3);
}

static void simplify_old(struct opt *o, struct node *n) {
	bool any = false;
	for (u32 i = 0; i < n->nold; i++)
		any |= n->old[i].kind != OPR_REG ||
		       o->val.at[n->old[i].index].bb != NO_BB;
	if (n->nold && !any && node_is_removable(o, n) && n->info->table == 0 &&
	    !(n->info->props & (PROP_CC_IN | PROP_CC_OUT))) {
		n->guard = (struct operand){0}; /* where it is false, any value will do */
		n->old = NULL;
		n->nold = 0;
		o->changed = true;
	}
}

/* ---- all of them ------------------------------------------------------------------------------------- */

static void commute(struct node *n) {
	if (!node_commutes(n) || !is_imm(&n->in.operand[1]) || is_imm(&n->in.operand[2]))
		return;
	struct operand t = n->in.operand[1];
	n->in.operand[1] = n->in.operand[2];
	n->in.operand[2] = t;
}

static void rules(struct opt *o, struct node *n) {
	switch (n->in.row) {
	case ROW_MOV:
		if (val_bits(o, n->in.operand[0].index) > 8)
			if (n->in.operand[1].kind == OPR_REG ||
			    val_bits(o, n->in.operand[0].index) <= 64)
				becomes(o, n, n->in.operand[1]);
		break;
	case ROW_MOV_PRED:
	case ROW_NOT_PRED: rule_mov_pred(o, n); break;
	case ROW_ADD:
		if (!constant_outward(o, n))
			rule_add(o, n);
		break;
	case ROW_MUL_WIDE: wide_outward(o, n); break;
	case ROW_SUB: rule_sub(o, n); break;
	case ROW_MUL_LO:
		if (!constant_outward(o, n))
			rule_mul(o, n);
		break;
	case ROW_MAD_LO: rule_mad(o, n); break;
	case ROW_MAD_WIDE: rule_mad_wide(o, n); break;
	case ROW_DIV:
	case ROW_REM: rule_div(o, n); break;
	case ROW_SHL:
		if (!constant_outward(o, n))
			rule_shift(o, n);
		break;
	case ROW_SHR:
	case ROW_SHR_U:
	case ROW_SHR_S: rule_shift(o, n); break;
	case ROW_AND: rule_and(o, n); break;
	case ROW_OR:
	case ROW_XOR: rule_or(o, n); break;
	case ROW_NOT:
	case ROW_NEG: rule_twice(o, n); break;
	case ROW_AND_PRED:
	case ROW_OR_PRED:
	case ROW_XOR_PRED: rule_logic_pred(o, n); break;
	case ROW_SETP_B:
	case ROW_SETP_U:
	case ROW_SETP_S: rule_setp(o, n); break;
	case ROW_SELP: rule_selp(o, n); break;
	case ROW_CVT_II:
		if (!wide_outward(o, n))
			rule_cvt(o, n);
		break;
	case ROW_CVTA_TO: rule_cvta_to(o, n); break;
	case ROW_MOV_UNPACK: rule_unpack(o, n); break;
	case ROW_MOV_PACK: rule_pack(o, n); break;
	default: break;
	}
}

void simplify_node(struct opt *o, struct node *n) {
	simplify_guard(o, n);
	simplify_address(o, n);
	if (n->guard.kind != OPR_NONE) {
		simplify_old(o, n);
		guarded_move(o, n);
	}
	if (n->guard.kind != OPR_NONE || (n->info->props & PROP_TERM) ||
	    !node_is_pure(o, n))
		return;
	for (u32 round = 0; round < 8; round++) {
		u32 d = node_dest(n);
		bool before = o->changed;
		o->changed = false;
		commute(n);
		if (n->in.row == ROW_MOV_UNPACK || d != NO_VAL) {
			if (d == NO_VAL || n->in.row == ROW_MOV ||
			    n->in.row == ROW_MOV_PRED || (!fold(o, n) && !choice(o, n)))
				rules(o, n);
		}
		bool again = o->changed && d != NO_VAL &&
		             o->val.at[d].same.kind == OPR_NONE;
		o->changed |= before;
		if (!again)
			break;
	}
}
