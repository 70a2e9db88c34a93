/* rule_pred.c - rules of predicates, comparisons and choices; see rule.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

/* ---- predicates -------------------------------------------------------------------- */

void rule_logic_pred(struct opt *o, struct node *n) {
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

void rule_mov_pred(struct opt *o, struct node *n) {
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

/* The predicate that a 0 or 1 was made of; *flip: it is 1 where that is false. */
static bool made_of(struct opt *o, const struct operand *x, struct operand *p,
                    bool *flip) {
	const struct node *d = x->kind == OPR_REG ? def_of(o, x) : NULL;
	if (!d || d->in.row != ROW_SELP || d->guard.kind != OPR_NONE ||
	    !is_imm(&d->in.operand[1]) || !is_imm(&d->in.operand[2]) ||
	    (u64)d->in.operand[1].value + (u64)d->in.operand[2].value != 1 ||
	    (u64)d->in.operand[1].value > 1 || d->in.operand[3].kind != OPR_REG)
		return false;
	*p = d->in.operand[3];
	*flip = (d->in.operand[1].value == 0) ^ p->negated;
	p->negated = 0;
	return true;
}

/* (a > b) == (c > d), which C compares as numbers. */
static bool same_truth(struct opt *o, struct node *n) {
	struct operand x[3];
	bool flip[2];
	u32 cmp = MOD_GET(n->in.mods, CMP);
	if ((cmp != MOD_CMP_EQ && cmp != MOD_CMP_NE) || n->in.noperand != 3 ||
	    node_dest(n) == NO_VAL || !made_of(o, &n->in.operand[1], &x[1], &flip[0]) ||
	    !made_of(o, &n->in.operand[2], &x[2], &flip[1]))
		return false;
	if ((cmp == MOD_CMP_EQ) == (flip[0] ^ flip[1])) {
		node_become(o, n, ROW_XOR_PRED, 0, TYPE_PRED, 0, &x[1], 2);
		return true;
	}
	const u8 type[4] = {TYPE_PRED};
	x[0] = opr_reg(val_new(o, TYPE_PRED));
	struct node *differ = node_new(o, ROW_XOR_PRED, 0, type, x, 3);
	differ->in.line = n->in.line;
	differ->in.loc = n->in.loc;
	node_before(o, n, differ);
	node_become(o, n, ROW_NOT_PRED, 0, TYPE_PRED, 0, &x[0], 1);
	return true;
}

void rule_setp(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand, t;
	if (same_truth(o, n))
		return;
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

void rule_selp(struct opt *o, struct node *n) {
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
