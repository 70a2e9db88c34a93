/* address.c - addresses of memory operands: sums with constants go into the offset, names
 * of variables stand for themselves, and accesses by generic address name the space where
 * it is known.
 *
 *     mov.u64 a, v;  cvta.local.u64 b, a;  add.s64 c, b, 8;  ld.u32 x, [c];     ld.local.u32 x, [v+8];
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

static bool has_space(const struct row_info *r) {
	for (u32 i = 0; i < r->nslot; i++)
		if (r->slot[i].slot == MOD_SPACE)
			return true;
	return false;
}

static bool takes_space(const struct row_info *r, u32 space) {
	for (u32 i = 0; i < r->nslot; i++)
		if (r->slot[i].slot == MOD_SPACE)
			return r->slot[i].allowed >> space & 1;
	return false;
}

/* Checks whether the access may name the space: a plain one any, another one only those
 * that all lanes share. */
static bool may_name(const struct node *n, u32 space) {
	bool shared = space == SPACE_GLOBAL || space == SPACE_SHARED;
	if (!has_space(n->info) || MOD_GET(n->in.mods, SPACE) ||
	    !takes_space(n->info, space))
		return false;
	if (n->in.row == ROW_LD || n->in.row == ROW_ST)
		return shared || (node_is_plain_access(n) &&
		                  (space == SPACE_LOCAL ||
		                   (space == SPACE_CONST && n->in.row == ROW_LD)));
	return shared;
}

static bool offset_fits(s64 v) {
	return v >= INT32_MIN && v <= INT32_MAX;
}

u32 base_space(u32 space) {
	switch (space) {
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER: return SPACE_SHARED;
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC: return SPACE_PARAM;
	default: return space;
	}
}

static bool name_variable(struct opt *o, struct node *n, struct operand *x,
                          const struct operand *sym) {
	const struct var *v = &o->m->var[sym->index];
	if (!has_space(n->info) || base_space(MOD_GET(n->in.mods, SPACE)) != v->space ||
	    !offset_fits(x->value + sym->value))
		return false;
	*x = (struct operand){.kind = OPR_ADDR_SYM,
	                      .index = sym->index,
	                      .value = x->value + sym->value};
	return true;
}

/* A kernel's parameter by its generic address: a load can name it. */
static bool name_param(struct opt *o, struct node *n, struct operand *x,
                       const struct operand *a) {
	const struct node *d = def_of(o, a);
	const struct operand *sym = d && d->in.row == ROW_MOV_SYM &&
	                                            d->guard.kind == OPR_NONE
	                                    ? &d->in.operand[1]
	                                    : a;
	if (n->in.row != ROW_LD || !node_is_plain_access(n) ||
	    MOD_GET(n->in.mods, SPACE) || !o->f->is_entry || sym->kind != OPR_SYM)
		return false;
	node_set_space(n, SPACE_PARAM);
	if (name_variable(o, n, x, sym))
		return true;
	node_set_space(n, SPACE_GENERIC);
	return false;
}

static bool step(struct opt *o, struct node *n, struct operand *x) {
	const struct node *d = o->val.at[x->index].def;
	if (!d || d->guard.kind != OPR_NONE)
		return false;
	const struct operand *a = &d->in.operand[1];
	switch (d->in.row) {
	case ROW_ADD:
		if (a[1].kind != OPR_IMM || a->kind != OPR_REG ||
		    type_info[d->in.type[0]].bits != val_bits(o, x->index) ||
		    !offset_fits(x->value + a[1].value))
			return false;
		x->index = a->index;
		x->value += a[1].value;
		return true;
	case ROW_MOV_SYM: return a->kind == OPR_SYM && name_variable(o, n, x, a);
	case ROW_CVTA:
		if (base_space(MOD_GET(d->in.mods, SPACE)) == SPACE_PARAM)
			return name_param(o, n, x, a);
		if (!may_name(n, MOD_GET(d->in.mods, SPACE)))
			return false;
		node_set_space(n, MOD_GET(d->in.mods, SPACE));
		if (a->kind == OPR_REG) {
			x->index = a->index;
			return true;
		}
		if (a->kind == OPR_SYM && name_variable(o, n, x, a))
			return true;
		node_set_space(n, SPACE_GENERIC);
		return false;
	default: return false;
	}
}

void simplify_address(struct opt *o, struct node *n) {
	if (n->info->table == 0)
		return;
	for (u32 i = 0; i < n->in.noperand && i < ROW_OPERANDS; i++)
		while (n->in.operand[i].kind == OPR_ADDR_REG &&
		       step(o, n, &n->in.operand[i]))
			o->changed = true;
}

/* ---- one of two places ------------------------------------------------------------- */

enum { MOST_CHOICES = 4, MOST_BACK = 64 };

/* Returns n's load at another address, in no block yet, with its space and variable
 * named.
 */
static struct node *load_at(struct opt *o, const struct node *n, struct operand x,
                            s64 at) {
	bool before = o->changed;
	struct node *ld = node_copy(o, n);
	ld->in.operand[0] = opr_reg(NO_VAL);
	ld->in.operand[1] = x;
	ld->in.operand[1].kind = OPR_ADDR_REG;
	ld->in.operand[1].value = at;
	/* Addresses of global memory are generic ones, too: the choice may be of those.
	 */
	u32 space = MOD_GET(n->in.mods, SPACE);
	if (space == SPACE_GLOBAL)
		node_set_space(ld, SPACE_GENERIC);
	simplify_address(o, ld);
	if (MOD_GET(ld->in.mods, SPACE) == SPACE_GENERIC)
		node_set_space(ld, space);
	o->changed = before;
	return ld;
}

static bool is_inside_local(const struct opt *o, const struct node *ld) {
	const struct operand *x = &ld->in.operand[1];
	if (x->kind != OPR_ADDR_SYM)
		return false;
	const struct var *v = &o->m->var[x->index];
	return v->space == SPACE_LOCAL && v->func == o->f->index && x->value >= 0 &&
	       (u64)x->value + node_access_bytes(ld) <= v->size_bytes;
}

/* Checks whether all lanes of n have loaded these bytes a short while before. */
static bool is_loaded_before(const struct node *n, const struct node *ld) {
	u32 space = MOD_GET(ld->in.mods, SPACE), room = MOST_BACK;
	for (n = n->prev; n && room--; n = n->prev)
		if (n->in.row == ROW_LD && n->guard.kind == OPR_NONE &&
		    node_is_plain_access(n) && MOD_GET(n->in.mods, SPACE) == space &&
		    opr_equal(&n->in.operand[1], &ld->in.operand[1]) &&
		    node_access_bytes(n) >= node_access_bytes(ld))
			return true;
	return false;
}

static const struct node *choice_of(const struct opt *o, const struct operand *x) {
	const struct node *d = def_of(o, x);
	return d && d->in.row == ROW_SELP && d->guard.kind == OPR_NONE ? d : NULL;
}

/* Checks whether n may load at either address of the choice: that cannot fault. */
static bool may_load_all(struct opt *o, const struct node *n, const struct operand *x,
                         s64 at, u32 *room) {
	const struct node *d = choice_of(o, x);
	if (x->kind != OPR_REG)
		return false;
	if (!d) {
		const struct node *ld = load_at(o, n, *x, at);
		return is_inside_local(o, ld) || is_loaded_before(n, ld);
	}
	if (!*room)
		return false;
	--*room;
	return may_load_all(o, n, &d->in.operand[1], at, room) &&
	       may_load_all(o, n, &d->in.operand[2], at, room);
}

static u8 choice_type(u32 bits) {
	return bits == 64 ? TYPE_B64 : bits == 32 ? TYPE_B32 : TYPE_B16;
}

/* Puts the load at that address, or of each of a choice, before n. Returns the value. */
static struct operand put_load(struct opt *o, struct node *n, struct operand x, s64 at) {
	const struct node *d = choice_of(o, &x);
	u8 type = o->val.at[node_dest(n)].type;
	struct operand dest = opr_reg(val_new(o, type));
	struct node *new;
	if (d) {
		u8 as[4] = {choice_type(type_info[type].bits)};
		struct operand op[4] = {dest, put_load(o, n, d->in.operand[1], at),
		                        put_load(o, n, d->in.operand[2], at),
		                        d->in.operand[3]};
		new = node_new(o, ROW_SELP, 0, as, op, 4);
	} else {
		new = load_at(o, n, x, at);
		new->in.operand[0] = dest;
	}
	node_before(o, n, new);
	return dest;
}

/* Loads what a reference is of for which one of some places was chosen, as std::min does:
 * variables, or places that have just been loaded. All of them are loaded.
 *     selp.b64 c, &a, b, p;  ld.u32 x, [c];      ->      selp.b32 x, [a], [b], p; */
void rule_load_choice(struct opt *o, struct node *n) {
	struct operand x = n->in.operand[1];
	u32 bits = node_dest(n) == NO_VAL ? 0 : val_bits(o, node_dest(n));
	u32 room = MOST_CHOICES;
	if (n->in.row != ROW_LD || n->guard.kind != OPR_NONE ||
	    !node_is_plain_access(n) || n->in.noperand != 2 || x.kind != OPR_ADDR_REG ||
	    (bits != 16 && bits != 32 && bits != 64))
		return;
	s64 at = x.value;
	x = opr_reg(x.index);
	const struct node *d = choice_of(o, &x);
	if (!d || !may_load_all(o, n, &x, at, &room))
		return;
	struct operand op[3] = {put_load(o, n, d->in.operand[1], at),
	                        put_load(o, n, d->in.operand[2], at), d->in.operand[3]};
	node_become(o, n, ROW_SELP, 0, choice_type(bits), 0, op, 3);
	o->chose_variable = true;
}

/* An element of an array: the sum is made in the array's own space, so that accesses can
 * name it.
 *     cvta.shared.u64 b, a;  add.s64 c, b, i;      ->      add.s64 t, a, i;  cvta.shared.u64 c, t; */
bool rule_cvta_outward(struct opt *o, struct node *n) {
	for (u32 i = 1; i <= 2; i++) {
		const struct operand *x = n->in.operand;
		const struct node *d = def_of(o, &x[i]);
		if (!d || d->in.row != ROW_CVTA || d->guard.kind != OPR_NONE ||
		    d->in.type[0] != TYPE_U64 || type_info[n->in.type[0]].bits != 64 ||
		    d->in.operand[1].kind != OPR_REG || x[3 - i].kind != OPR_REG)
			continue;
		u32 space = base_space(MOD_GET(d->in.mods, SPACE));
		if (space != SPACE_LOCAL && space != SPACE_SHARED && space != SPACE_CONST)
			continue;
		struct operand y[3] = {opr_reg(val_new(o, TYPE_S64)), d->in.operand[1],
		                       x[3 - i]};
		u8 type[4] = {TYPE_S64};
		node_before(o, n, node_new(o, ROW_ADD, 0, type, y, 3));
		node_become(o, n, ROW_CVTA, d->in.mods, TYPE_U64, 0, &y[0], 1);
		return true;
	}
	return false;
}

/* ---- pointers to global memory ----------------------------------------------------- */

/* A generic address of global memory is that address itself. The analysis is optimistic:
 * every value points there until something it may come from does not. */
enum { MAYBE, YES, NO };

static u8 join(u8 a, u8 b) {
	return a == MAYBE ? b : b == MAYBE ? a : a == b ? a : NO;
}

static u8 points(const u8 *known, const struct operand *x) {
	return x->kind == OPR_REG ? known[x->index] : NO;
}

static u8 node_points(struct opt *o, const struct node *n, const u8 *known) {
	const struct operand *x = n->in.operand;
	if (n->guard.kind != OPR_NONE)
		return NO;
	switch (n->in.row) {
	case ROW_CVTA:
	case ROW_CVTA_TO: return MOD_GET(n->in.mods, SPACE) == SPACE_GLOBAL ? YES : NO;
	case ROW_MOV_SYM:
		return x[1].kind == OPR_SYM && o->m->var[x[1].index].space == SPACE_GLOBAL
		               ? YES
		               : NO;
	case ROW_LD:
		if (x[1].kind == OPR_ADDR_SYM && x[1].value == 0) {
			const struct var *v = &o->m->var[x[1].index];
			return v->space == SPACE_PARAM && v->is_ptr &&
			                       v->ptr_space == SPACE_GLOBAL
			               ? YES
			               : NO;
		}
		return NO;
	case ROW_MOV: return points(known, &x[1]);
	case ROW_SELP: return join(points(known, &x[1]), points(known, &x[2]));
	case ROW_SUB:
		return points(known, &x[1]) == YES && points(known, &x[2]) == YES
		               ? NO
		               : points(known, &x[1]);
	case ROW_ADD: {
		u8 a = points(known, &x[1]), b = points(known, &x[2]);
		if (a == YES || b == YES)
			return a == b ? NO : YES;
		return a == MAYBE || b == MAYBE ? MAYBE : NO;
	}
	case ROW_MAD_WIDE: return points(known, &x[3]);
	default: return NO;
	}
}

static bool update(u8 *known, u32 v, u8 now) {
	if (known[v] == now || known[v] == NO)
		return false;
	known[v] = known[v] == MAYBE ? now : NO;
	return true;
}

static bool spaces_round(struct opt *o, u8 *known) {
	bool again = false;
	struct operand *d;
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		each_phi (p, bb) {
			u8 all = MAYBE;
			for (u32 k = 0; k < bb->pred.n; k++)
				all = join(all, points(known, &p->arg[k]));
			again |= update(known, p->dest, all);
		}
		each_node (n, bb) {
			u8 now = node_dest(n) == NO_VAL ? NO : node_points(o, n, known);
			each_dst (o, n, d)
				again |= update(known, d->index, now);
		}
	}
	return again;
}

void pass_space(struct opt *o) {
	u8 *known = arena_array(o->a, u8, o->val.n);
	graph_build(o);
	for (u32 v = 0; v < o->val.n; v++)
		if (o->val.at[v].bb == NO_BB)
			known[v] = NO;
	for (u32 round = 0; spaces_round(o, known); round++)
		if (round > 20)
			return;
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]]) {
			u32 at = n->in.row == ROW_ST || !n->in.noperand ||
			                         n->in.operand[0].kind == OPR_ADDR_REG
			                 ? 0
			                 : 1;
			if (at >= n->in.noperand ||
			    n->in.operand[at].kind != OPR_ADDR_REG ||
			    known[n->in.operand[at].index] != YES ||
			    !may_name(n, SPACE_GLOBAL))
				continue;
			node_set_space(n, SPACE_GLOBAL);
			o->changed = true;
		}
}
