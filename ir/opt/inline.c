/* inline.c - puts the body of a small function in place of a call. The parameters of a
 * call lie in .param variables of its own; they become local variables, through which the
 * body reads its parameters and writes its results, and sroa.c turns them into values.
 *
 *     st.param [a], x;  call (r), f, (a);  ld.param y, [r];     st.local [a], x;  (f)  ld.local y, [r];
 *
 * A large function is put in, too, if a variable of the caller is passed to it by
 * address, as arrays of hashes are, and the caller's
 * calls of it are few for its size: only then does the
 * variable become values.
 *
 * A function is left alone if it calls itself, has lists of targets or variables that are
 * no local memory, or uses its parameters otherwise than to read and write them by name.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ir/opt/ssa.h"

/* Instructions of one body, and of all that come into a function; for the loader, on
 * which a program waits, fewer in all, but many of a function that is called once. */
enum {
	MOST_INSTS = 300,
	MOST_WITH_ARRAY = 16000,
	MOST_TOTAL = 40000,
	MOST_LOADED = 8000,
	MOST_ONCE = 4000,
	DEPTH = 12
};

struct chain { /* functions that a block came from */
	const struct func *f;
	const struct chain *up;
	u32 depth;
};

struct inliner {
	struct opt *o;
	struct func *caller;
	VEC(const struct chain *) chain; /* per bb */
	u32 *ncall;       /* per variable of the caller: calls that name it */
	bool *odd;        /* and whether anything but ld, st and calls names it */
	bool *by_address; /* and whether the address of local memory is stored to it */
	u32 *ncall_of;    /* per function: calls of it that were seen */
	u32 *to;          /* per variable: what stands for it in the body put in */
	/* per value: it is the address of local memory */
	struct bits own;
	u32 nvar, total;
	u32 cap, val_cap; /* room in what is per variable, per value */
	u32 line_cap;     /* in caller->line once it was made anew */
	u32 targets_cap;  /* in caller->targets, likewise */
};

/* ---- what may be inlined ----------------------------------------------------------- */

static bool names(const struct func *f, const struct operand *x, u32 var) {
	if (x->kind == OPR_VEC || x->kind == OPR_PAIR)
		for (u32 i = 0; i < x->n; i++)
			if (names(f, &f->operand[x->index + i], var))
				return true;
	return (x->kind == OPR_SYM || x->kind == OPR_ADDR_SYM) && x->index == var;
}

static bool is_formal(const struct func *f, u32 var) {
	for (u32 i = 0; i < f->nparam; i++)
		if (f->param[i] == var)
			return true;
	for (u32 i = 0; i < f->nret; i++)
		if (f->ret[i] == var)
			return true;
	return false;
}

/* Checks that formal parameters are read and written by name only. */
static bool params_are_plain(const struct func *f, const struct inst *in) {
	bool access = in->row == ROW_LD || in->row == ROW_ST;
	u32 at = in->row == ROW_LD ? 1 : 0;
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *x = &in->operand[i];
		if (access && i == at && x->kind == OPR_ADDR_SYM)
			continue;
		for (u32 k = 0; k < f->nparam + f->nret; k++)
			if (names(f, x,
			          k < f->nparam ? f->param[k] : f->ret[k - f->nparam]))
				return false;
	}
	return true;
}

bool can_inline(const struct opt *o, const struct func *f) {
	if (!ssa_can_import(o->m, f) || f->is_entry || f->ninst > MOST_WITH_ARRAY ||
	    f->noreturn || f->noinline)
		return false;
	for (u32 i = 0; i < f->ntargets; i++)
		if (f->targets[i].kind != TARGETS_PROTO)
			return false;
	for (u32 i = 0; i < f->nvar; i++) {
		const struct var *v = &o->m->var[f->var[i]];
		if (v->space != SPACE_LOCAL && v->space != SPACE_PARAM)
			return false;
	}
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		bool is_call = row_info(in->row)->props & PROP_CALL;
		if (!params_are_plain(f, in) || in->row == ROW_ALLOCA ||
		    in->row == ROW_STACKSAVE || in->row == ROW_STACKRESTORE ||
		    (is_call && in->operand[1].kind == OPR_FUNC &&
		     o->m->func[in->operand[1].index] == f))
			return false;
	}
	return true;
}

/* ---- variables --------------------------------------------------------------------- */

/* Follows addresses of local memory to the variables that pass them to calls. */
static void follow_address(struct inliner *x, const struct node *n) {
	const struct operand *o = n->in.operand;
	bool is_local = n->in.row == ROW_CVTA &&
	                MOD_GET(n->in.mods, SPACE) == SPACE_LOCAL;
	if (is_local && o[0].kind == OPR_REG)
		bits_set(x->own, o[0].index);
	if (n->in.row == ROW_ADD && o[0].kind == OPR_REG && o[1].kind == OPR_REG &&
	    o[2].kind == OPR_IMM && bits_has(x->own, o[1].index))
		bits_set(x->own, o[0].index);
	if (n->in.row == ROW_ST && o[0].kind == OPR_ADDR_SYM && o[1].kind == OPR_REG &&
	    bits_has(x->own, o[1].index))
		x->by_address[o[0].index] = true;
}

static void count_node(struct inliner *x, struct node *n) {
	bool is_call = n->info->props & PROP_CALL;
	bool access = node_is_plain_access(n);
	if (is_call && n->in.operand[1].kind == OPR_FUNC)
		x->ncall_of[n->in.operand[1].index]++;
	follow_address(x, n);
	for (u32 i = 0; i < n->in.noperand; i++) {
		const struct operand *op = &n->in.operand[i];
		if (op->kind == OPR_SYM || (op->kind == OPR_ADDR_SYM && !access))
			x->odd[op->index] = true;
		if (op->kind != OPR_VEC && op->kind != OPR_PAIR)
			continue;
		for (u32 k = 0; k < op->n; k++) {
			const struct operand *e = &x->o->elem.at[op->index + k];
			if (e->kind != OPR_SYM && e->kind != OPR_ADDR_SYM)
				continue;
			if (is_call)
				x->ncall[e->index]++;
			else
				x->odd[e->index] = true;
		}
	}
}

static void count_blocks(struct inliner *x, u32 from) {
	for (u32 b = from; b < x->o->bb.n; b++)
		each_node (n, &x->o->bb.at[b])
			count_node(x, n);
}

/* Checks that nothing else uses the variables of a call: only those can become local
 * memory. */
static bool list_fits(const struct inliner *x, const struct operand *list, u32 n) {
	u32 have = list->kind == OPR_VEC ? list->n : 0;
	if (have != n)
		return false;
	for (u32 i = 0; i < have; i++) {
		const struct operand *e = &x->o->elem.at[list->index + i];
		if (e->kind != OPR_SYM || e->index >= x->nvar ||
		    x->ncall[e->index] != 1 || x->odd[e->index] ||
		    x->o->m->var[e->index].space != SPACE_PARAM ||
		    x->o->m->var[e->index].is_param)
			return false;
	}
	return true;
}

/* Makes room for the variables and values that there are now. It doubles what there was,
 * for it is asked after each call. */
static void grow(struct inliner *x) {
	struct opt *o = x->o;
	if (o->m->nvar >= x->cap) {
		x->cap = o->m->nvar + o->m->nvar / 2 + 64;
		u32 *ncall = arena_array(o->a, u32, x->cap);
		bool *odd = arena_array(o->a, bool, x->cap);
		bool *by_address = arena_array(o->a, bool, x->cap);
		if (x->nvar) {
			memcpy(ncall, x->ncall, x->nvar * sizeof(u32));
			memcpy(odd, x->odd, x->nvar * sizeof(bool));
			memcpy(by_address, x->by_address, x->nvar * sizeof(bool));
		}
		x->ncall = ncall;
		x->odd = odd;
		x->by_address = by_address;
		x->to = arena_array_raw(o->a, u32, x->cap);
		for (u32 i = 0; i < x->cap; i++)
			x->to[i] = i;
	}
	if (o->val.n >= x->val_cap) {
		x->val_cap = 2 * o->val.n + 64;
		struct bits own = bits_new(o->a, x->val_cap);
		if (x->own.word)
			memcpy(own.word, x->own.word, bits_nword(x->own) * sizeof(u64));
		x->own = own;
	}
	x->nvar = o->m->nvar;
}

/* ---- putting it in ----------------------------------------------------------------- */

static void rename_operand(struct opt *o, struct operand *x, const u32 *to,
                           u32 prototypes) {
	if (x->kind == OPR_SYM || x->kind == OPR_ADDR_SYM)
		x->index = to[x->index];
	if (x->kind == OPR_TARGETS)
		x->index += prototypes;
	if (x->kind == OPR_VEC || x->kind == OPR_PAIR)
		for (u32 i = 0; i < x->n; i++)
			rename_operand(o, &o->elem.at[x->index + i], to, prototypes);
}

/* Rewrites accesses of .param variables that are now local memory. */
static void settle_space(struct opt *o, struct node *n) {
	u32 at = n->in.row == ROW_LD ? 1 : 0;
	if ((n->in.row != ROW_LD && n->in.row != ROW_ST) ||
	    n->in.operand[at].kind != OPR_ADDR_SYM ||
	    o->m->var[n->in.operand[at].index].space != SPACE_LOCAL)
		return;
	u32 s = MOD_GET(n->in.mods, SPACE);
	if (s == SPACE_PARAM || s == SPACE_PARAM_FUNC)
		node_set_space(n, SPACE_LOCAL);
}

static void settle_caller(struct inliner *x, const struct operand *list) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n; i++)
		x->o->m->var[x->o->elem.at[list->index + i].index].space = SPACE_LOCAL;
}

/* The lines of the body that is put in, after those of the caller. Returns where they
 * begin. */
static u32 add_lines(struct inliner *x, const struct func *f, u32 at) {
	struct func *to = x->caller;
	u32 first = MAX(to->nline, 1u), n = first + f->nline;
	struct arena *a = x->o->m->arena;
	if (!f->nline)
		return 0;
	if (n > x->line_cap) {
		x->line_cap = 2 * n;
		struct line_info *all = arena_array(a, struct line_info, x->line_cap);
		if (to->nline)
			memcpy(all, to->line, to->nline * sizeof(*all));
		to->line = all;
	}
	struct line_function *name = arena_new(a, struct line_function);
	name->label = f->name;
	for (u32 i = 0; i < f->nline; i++) {
		struct line_info *l = &to->line[first + i];
		*l = f->line[i];
		if (l->inlined_at)
			l->inlined_at += first;
		else if (at)
			*l = (struct line_info){l->file, l->line, l->column, at, name};
	}
	to->nline = n;
	return first;
}

/* The prototypes of the body's calls, after those of the caller. Returns where they
 * begin.
 */
static u32 add_prototypes(struct inliner *x, const struct func *f) {
	struct func *to = x->caller;
	struct module *m = x->o->m;
	u32 first = to->ntargets, n = first + f->ntargets;
	char name[300];
	if (f->ntargets && n > x->targets_cap) {
		x->targets_cap = 2 * n;
		struct targets *all = arena_array(m->arena, struct targets, 2 * n);
		if (first)
			memcpy(all, to->targets, first * sizeof(*all));
		to->targets = all;
	}
	for (u32 i = 0; i < f->ntargets; i++) {
		struct targets *t = &to->targets[first + i];
		*t = f->targets[i];
		int len = snprintf(name, sizeof(name), "%.250s_%u", t->label->s,
		                   first + i);
		t->label = str_intern(m->names, name, (size_t)len);
	}
	to->ntargets = n;
	return first;
}

static u32 line_inside(u32 line, u32 lines, u32 of_call) {
	return lines && line ? lines + line : of_call;
}

static void put_body(struct inliner *x, u32 b, struct node *call, struct func *f) {
	struct opt *o = x->o;
	u32 rest = bb_split_after(o, call), line = call->in.line;
	u32 lines = o->options->is_loaded ? add_lines(x, f, line) : 0;
	u32 prototypes = add_prototypes(x, f);
	vec_push(o->a, &x->chain, x->chain.at[b]);
	u32 *to = x->to;
	for (u32 i = 0; i < f->nparam; i++)
		to[f->param[i]] = o->elem.at[call->in.operand[2].index + i].index;
	for (u32 i = 0; i < f->nret; i++)
		to[f->ret[i]] = o->elem.at[call->in.operand[0].index + i].index;
	for (u32 i = 0; i < f->nvar; i++)
		if (!is_formal(f, f->var[i]))
			to[f->var[i]] = var_copy(o, f->var[i]);
	settle_caller(x, &call->in.operand[0]);
	settle_caller(x, &call->in.operand[2]);
	struct chain *chain = arena_new(o->a, struct chain);
	*chain = (struct chain){f, x->chain.at[b],
	                        x->chain.at[b] ? x->chain.at[b]->depth + 1 : 1};
	o->f = f;
	u32 first = ssa_import_blocks(o);
	o->f = x->caller;
	while (x->chain.n < o->bb.n)
		vec_push(o->a, &x->chain, chain);
	node_remove(o, call);
	edge_add(o, b, first);
	for (u32 i = first; i < o->bb.n; i++) {
		struct bb *bb = &o->bb.at[i];
		bb->line = line_inside(bb->line, lines, line);
		each_node (n, bb) {
			for (u32 k = 0; k < n->in.noperand; k++)
				rename_operand(o, &n->in.operand[k], to, prototypes);
			n->in.line = line_inside(n->in.line, lines, line);
			n->npragma = 0;
		}
		if (bb->term)
			bb->term->in.line = line_inside(bb->term->in.line, lines, line);
		if (bb->term && bb->term->in.row == ROW_RET) {
			bb->term = NULL;
			edge_add(o, i, rest);
		}
	}
	for (u32 i = 0; i < f->nparam; i++)
		to[f->param[i]] = f->param[i];
	for (u32 i = 0; i < f->nret; i++)
		to[f->ret[i]] = f->ret[i];
	for (u32 i = 0; i < f->nvar; i++)
		to[f->var[i]] = f->var[i];
	grow(x);
	count_blocks(x, first);
}

static bool in_chain(const struct chain *c, const struct func *f) {
	for (; c; c = c->up)
		if (c->f == f)
			return true;
	return false;
}

/* Checks whether a large function is worth it: it gets the address of a variable, and its
 * calls from here are not many. */
static bool takes_variable(const struct inliner *x, const struct node *n,
                           const struct func *f) {
	const struct operand *list = &n->in.operand[2];
	if ((u64)x->ncall_of[n->in.operand[1].index] * f->ninst > MOST_WITH_ARRAY)
		return false;
	for (u32 i = 0; i < f->nparam; i++)
		if (x->by_address[x->o->elem.at[list->index + i].index])
			return true;
	return false;
}

/* A function of another file, say, that was linked: nobody compiles its own code then. */
static bool is_called_once(const struct inliner *x, const struct func *f) {
	return x->o->options->is_loaded && x->ncall_of[f->index] == 1 &&
	       f->ninst <= MOST_ONCE;
}

static bool try_call(struct inliner *x, u32 b, struct node *n) {
	struct opt *o = x->o;
	const struct operand *op = n->in.operand;
	if (!(n->info->props & PROP_CALL) || n->guard.kind != OPR_NONE ||
	    op[1].kind != OPR_FUNC)
		return false;
	struct func *f = o->m->func[op[1].index];
	const struct chain *c = x->chain.at[b];
	u32 most = o->options->is_loaded ? MOST_LOADED : MOST_TOTAL;
	if (f == x->caller || in_chain(c, f) || (c && c->depth >= DEPTH) ||
	    !can_inline(o, f) || x->total + f->ninst > most ||
	    !list_fits(x, &op[0], f->nret) || !list_fits(x, &op[2], f->nparam) ||
	    (f->ninst > MOST_INSTS && !is_called_once(x, f) && !takes_variable(x, n, f)))
		return false;
	x->total += f->ninst;
	put_body(x, b, n, f);
	return true;
}

void inline_calls(struct opt *o) {
	struct inliner x = {.o = o, .caller = o->f};
	bool any = false;
	x.ncall_of = arena_array(o->a, u32, o->m->nfunc + 1);
	for (u32 b = 0; b < o->bb.n; b++)
		vec_push(o->a, &x.chain, NULL);
	grow(&x);
	count_blocks(&x, 0);
	for (u32 b = 0; b < o->bb.n; b++)
		for (struct node *n = o->bb.at[b].first; n; n = n->next)
			if (try_call(&x, b, n)) {
				any = true;
				break; /* the rest is in a later block */
			}
	for (u32 b = 0; any && b < o->bb.n; b++)
		each_node (n, &o->bb.at[b])
			settle_space(o, n);
}
