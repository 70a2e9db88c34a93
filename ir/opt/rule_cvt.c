/* rule_cvt.c - rules of conversions, of addresses among them, and of values made of
 * parts; see rule.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

/* ---- conversions ------------------------------------------------------------------- */

void rule_cvt(struct opt *o, struct node *n) {
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
		/* extended twice, first by zeros */
		node_become(o, n, ROW_CVT_II, 0, n->in.type[0], s->in.type[1],
		            &(struct operand){.kind = OPR_REG,
		                              .index = s->in.operand[1].index},
		            1);
	}
}

void rule_cvta_to(struct opt *o, struct node *n) {
	struct node *d = def_of(o, &n->in.operand[1]);
	if (d && d->in.row == ROW_CVTA && d->guard.kind == OPR_NONE &&
	    MOD_GET(d->in.mods, SPACE) == MOD_GET(n->in.mods, SPACE) &&
	    d->in.operand[1].kind == OPR_REG)
		becomes(o, n, d->in.operand[1]);
}

/* ---- parts ------------------------------------------------------------------------- */

void rule_unpack(struct opt *o, struct node *n) {
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

void rule_pack(struct opt *o, struct node *n) {
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
