/* promote_call.c - indirect-call promotion: a call through a pointer asks first whether
 * the pointer is one of the functions that it may be, and calls those by name. inline.c
 * then puts their bodies in place of the calls: virtual functions cost a comparison.
 *
 *         st.param [a], x;                    st.param [a], x;  st.param [a1], x;
 *         call (r), p, (a), prototype;        if (p == f) { call (r1), f, (a1);  result = r1; }
 *         ld.param y, [r];                    else        { call (r), p, (a), prototype;  result = r; }
 *                                             y = result;
 *
 * A pointer may be any function whose address the module takes and whose variables are
 * as large as those of the call. What it is else, a function of another module or no
 * function, the last call finds. Lanes that call one function do so together, and apart
 * from those that call another one, as before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/refs.h"
#include "ir/opt/ssa.h"

/* Functions to ask for, and instructions of those of a call and of all calls. */
enum { MOST_ASKED = 16, MOST_INSTS = 1500, MOST_TOTAL = 6000 };

struct pointer_call {
	struct node *call;
	struct nodes access; /* of its variables */
	bool is_odd;         /* its variables are used in another way */
	struct u32s target;
};

struct promotion {
	struct opt *o;
	VEC(struct pointer_call) call;
	u32 *call_of; /* per variable: 1 + index of the call that it belongs to */
	u32 nvar, total;
};

/* ---- which functions --------------------------------------------------------------- */

/* Marks functions whose address is a value somewhere in the module. */
u8 *address_taken(struct arena *a, const struct module *m) {
	struct module_refs taken = {.func = arena_array(a, u8, m->nfunc + 1)};
	for (u32 i = 0; i < m->nvar; i++)
		add_init_refs(&taken, &m->var[i]);
	for (u32 i = 0; i < m->nfunc; i++) {
		const struct func *f = m->func[i];
		for (u32 k = 0; k < f->ninst; k++)
			if (f->inst[k].row == ROW_MOV_SYM &&
			    f->inst[k].operand[1].kind == OPR_FUNC)
				taken.func[f->inst[k].operand[1].index] = 1;
	}
	return taken.func;
}

static void find_targets(struct promotion *p, struct pointer_call *c) {
	struct opt *o = p->o;
	u32 insts = 0;
	for (u32 i = 0; i < o->m->nfunc; i++) {
		const struct func *f = o->m->func[i];
		if (!o->taken[i] || f == o->f || !call_fits(o, &c->call->in, f) ||
		    !can_inline(o, f) || insts + f->ninst > MOST_INSTS)
			continue;
		insts += f->ninst;
		vec_push(o->a, &c->target, i);
	}
	if (c->target.n > MOST_ASKED || p->total + insts > MOST_TOTAL)
		c->target.n = 0;
	else
		p->total += insts;
}

/* ---- which calls ------------------------------------------------------------------- */

static bool is_pointer_call(const struct node *n) {
	return n->in.row == ROW_CALL && n->in.noperand > 1 &&
	       n->in.operand[1].kind == OPR_REG && n->guard.kind == OPR_NONE;
}

bool has_pointer_calls(const struct opt *o) {
	for (u32 b = 0; b < o->bb.n; b++)
		each_node (n, &o->bb.at[b])
			if (is_pointer_call(n))
				return true;
	return false;
}

/* The variables of a call are its own. */
static void own_list(struct promotion *p, const struct operand *list) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++) {
		const struct operand *e = &p->o->elem.at[list->index + i];
		struct pointer_call *c = &vec_last(&p->call);
		if (e->kind != OPR_SYM || p->o->m->var[e->index].space != SPACE_PARAM ||
		    p->o->m->var[e->index].is_param || p->call_of[e->index])
			c->is_odd = true;
		else
			p->call_of[e->index] = p->call.n;
	}
}

static void find_calls(struct promotion *p) {
	for (u32 b = 0; b < p->o->bb.n; b++)
		each_node (n, &p->o->bb.at[b]) {
			if (!is_pointer_call(n))
				continue;
			vec_push(p->o->a, &p->call, (struct pointer_call){.call = n});
			own_list(p, &n->in.operand[0]);
			own_list(p, &n->in.operand[2]);
		}
}

static struct pointer_call *call_of(struct promotion *p, const struct operand *x) {
	bool names = x->kind == OPR_SYM || x->kind == OPR_ADDR_SYM;
	return names && x->index < p->nvar && p->call_of[x->index]
	               ? &p->call.at[p->call_of[x->index] - 1]
	               : NULL;
}

static bool in_list(const struct opt *o, const struct operand *list, u32 var) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++)
		if (o->elem.at[list->index + i].index == var)
			return true;
	return false;
}

/* Arguments are written and results are read, by name. */
static bool is_plain(const struct opt *o, const struct pointer_call *c,
                     const struct node *n, u32 k) {
	const struct operand *x = &n->in.operand[k], *op = c->call->in.operand;
	if (!node_is_plain_access(n) || n->in.noperand != 2 || x->kind != OPR_ADDR_SYM)
		return false;
	return n->in.row == ROW_ST ? k == 0 && in_list(o, &op[2], x->index)
	                           : k == 1 && n->guard.kind == OPR_NONE &&
	                                     in_list(o, &op[0], x->index);
}

static void note_uses(struct promotion *p, struct node *n) {
	struct opt *o = p->o;
	for (u32 k = 0; k < n->in.noperand; k++) {
		const struct operand *x = &n->in.operand[k];
		struct pointer_call *c = call_of(p, x);
		if (c && is_plain(o, c, n, k))
			vec_push(o->a, &c->access, n);
		else if (c)
			c->is_odd = true;
		for (u32 i = 0; (x->kind == OPR_VEC || x->kind == OPR_PAIR) && i < x->n;
		     i++) {
			c = call_of(p, &o->elem.at[x->index + i]);
			if (c && c->call != n)
				c->is_odd = true;
		}
	}
}

/* ---- the choice -------------------------------------------------------------------- */

/* New variables for those of the list, from `to` on. */
static void copy_vars(struct opt *o, const struct operand *list, u32 *to) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++)
		to[i] = var_copy(o, o->elem.at[list->index + i].index);
}

static void rename_list(struct opt *o, const struct operand *list, const u32 *to) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++)
		o->elem.at[list->index + i].index = to[i];
}

static u32 renamed(const struct opt *o, const struct operand *list, u32 var,
                   const u32 *to) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++)
		if (o->elem.at[list->index + i].index == var)
			return to[i];
	return var;
}

/* The arguments of a call are written to its copy's variables, too. */
static void copy_arguments(struct opt *o, const struct pointer_call *c, const u32 *to) {
	for (u32 i = 0; i < c->access.n; i++) {
		struct node *n = c->access.at[i];
		if (n->in.row != ROW_ST)
			continue;
		struct node *st = node_copy(o, n);
		struct operand *at = &st->in.operand[0];
		at->index = renamed(o, &c->call->in.operand[2], at->index, to);
		node_before(o, n, st);
	}
}

/* After a call whose results are in `from`: what is read of them later goes to `result`.
 */
static void copy_results(struct opt *o, const struct pointer_call *c, u32 b,
                         const u32 *from, const u32 *result) {
	const struct operand *list = &c->call->in.operand[0];
	for (u32 i = 0; i < c->access.n; i++) {
		const struct node *n = c->access.at[i];
		if (n->in.row != ROW_LD)
			continue;
		struct node *ld = node_copy(o, n);
		struct operand *d, at = n->in.operand[1];
		each_dst (o, ld, d) {
			d->index = val_new(o, o->val.at[d->index].type);
			o->val.at[d->index].is_mutable = true;
		}
		ld->in.operand[1].index = renamed(o, list, at.index, from);
		node_append(o, b, ld);
		at.index = renamed(o, list, at.index, result);
		struct operand op[2] = {at, ld->in.operand[0]};
		struct node *st = node_new(o, ROW_ST, n->in.mods, n->in.type, op, 2);
		st->in.line = n->in.line;
		st->in.loc = n->in.loc;
		node_set_space(st, SPACE_LOCAL);
		node_append(o, b, st);
	}
}

/* What reads results later reads them in `result`. */
static void read_result(struct opt *o, const struct pointer_call *c, const u32 *result) {
	for (u32 i = 0; i < c->access.n; i++) {
		struct node *n = c->access.at[i];
		if (n->in.row != ROW_LD)
			continue;
		struct operand *at = &n->in.operand[1];
		at->index = renamed(o, &c->call->in.operand[0], at->index, result);
		node_set_space(n, SPACE_LOCAL);
	}
}

/* Ends block b with the question whether the pointer is the function; returns the block
 * of the other answer. */
static u32 ask(struct opt *o, u32 b, const struct node *call, u32 f, u32 yes) {
	u32 no = bb_new(o);
	u8 type[4] = {TYPE_U64};
	struct operand is[3] = {opr_reg(val_new(o, TYPE_PRED)), call->in.operand[1],
	                        opr_reg(val_new(o, TYPE_B64))};
	struct operand address[2] = {is[2], {.kind = OPR_FUNC, .index = f}};
	struct node *mov = node_new(o, ROW_MOV_SYM, 0, type, address, 2);
	struct node *set = node_new(o, ROW_SETP_U, MOD_BITS(CMP, EQ), type, is, 3);
	struct node *bra = node_new(o, ROW_BRA, 0, NULL, NULL, 0);
	o->val.at[is[0].index].is_mutable = o->val.at[is[2].index].is_mutable = true;
	bra->guard = is[0];
	bra->bb = b;
	mov->in.line = set->in.line = bra->in.line = call->in.line;
	mov->in.loc = set->in.loc = bra->in.loc = call->in.loc;
	node_append(o, b, mov);
	node_append(o, b, set);
	o->bb.at[b].term = bra;
	edge_add(o, b, no);
	edge_add(o, b, yes);
	return no;
}

static void promote(struct opt *o, const struct pointer_call *c) {
	const struct operand ret = c->call->in.operand[0], arg = c->call->in.operand[2];
	u32 nret = ret.kind == OPR_VEC ? ret.n : 0,
	    narg = arg.kind == OPR_VEC ? arg.n : 0;
	u32 *to = arena_array(o->a, u32, 3 * nret + narg + 1), *args = to + nret,
	    *result = args + narg, *own = result + nret;
	u32 b = c->call->bb, rest = bb_split_after(o, c->call);
	node_remove(o, c->call);
	copy_vars(o, &ret, result);
	for (u32 i = 0; i < nret; i++) {
		own[i] = o->elem.at[ret.index + i].index;
		o->m->var[result[i]].space = SPACE_LOCAL;
	}
	for (u32 i = 0; i < c->target.n; i++) {
		u32 yes = bb_new(o);
		struct node *call = node_copy(o, c->call);
		struct operand *op = call->in.operand;
		b = ask(o, b, c->call, c->target.at[i], yes);
		copy_vars(o, &ret, to);
		copy_vars(o, &arg, args);
		copy_arguments(o, c, args);
		rename_list(o, &op[0], to);
		rename_list(o, &op[2], args);
		op[1] = (struct operand){.kind = OPR_FUNC, .index = c->target.at[i]};
		op[3] = (struct operand){0}; /* the prototype */
		call->in.noperand = op[2].kind == OPR_NONE ? 2 : 3;
		node_append(o, yes, call);
		copy_results(o, c, yes, to, result);
		edge_add(o, yes, rest);
	}
	node_append(o, b, c->call);
	copy_results(o, c, b, own, result);
	edge_add(o, b, rest);
	read_result(o, c, result);
}

void promote_calls(struct opt *o) {
	struct promotion p = {.o = o, .nvar = o->m->nvar};
	p.call_of = arena_array(o->a, u32, p.nvar + 1);
	find_calls(&p);
	if (!p.call.n)
		return;
	for (u32 b = 0; b < o->bb.n; b++) {
		each_node (n, &o->bb.at[b])
			note_uses(&p, n);
		if (o->bb.at[b].term)
			note_uses(&p, o->bb.at[b].term);
	}
	for (u32 i = 0; i < p.call.n; i++) {
		if (!p.call.at[i].is_odd)
			find_targets(&p, &p.call.at[i]);
		if (p.call.at[i].target.n)
			promote(o, &p.call.at[i]);
	}
}
