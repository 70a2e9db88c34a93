/* stmt.c - statements, local declarations and function bodies ([stmt]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/stmt/stmt.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/address.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/hosted.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/stmt/asm.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/flow.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/warn/warn.h"

struct cstmt *cstmt_new(struct sema *c, enum cstmt_kind kind, struct loc loc) {
	struct cstmt *s = arena_new(c->a, struct cstmt);
	s->kind = (u8)kind;
	s->loc = loc;
	return s;
}

struct cstmt *cstmt_block(struct sema *c, struct loc loc) {
	return cstmt_new(c, CS_BLOCK, loc);
}

void cstmt_push(struct sema *c, struct cstmt *block, struct cstmt *s) {
	if (s)
		vec_push(c->a, &block->list, s);
}

static struct cscope *block_scope(struct sema *c, struct cscope *at) {
	return cscope_new(c->a, CSCOPE_BLOCK, at, at->owner);
}

static struct cscope *head_scope(struct sema *c, struct cscope *at) {
	struct cscope *s = block_scope(c, at);
	s->is_head = true;
	return s;
}

/* Returns the scope of what the head of a statement controls, whose outermost block must
 * not declare a name of the head again ([basic.scope.block]). */
static struct cscope *body_scope(struct sema *c, struct cscope *head) {
	struct cscope *s = block_scope(c, head);
	s->is_body = true;
	return s;
}

static struct cstmt *expr_stmt(struct sema *c, struct cexpr *e) {
	struct cstmt *s = cstmt_new(c, CS_EXPR, e->loc);
	s->e = e;
	return s;
}

/* ---- conditions -------------------------------------------------------------------- */

/* Checks the condition of an if, while or for: an expression, or a declaration that
 * goes to `out`. */
static struct cexpr *condition(struct sema *c, struct cscope *at, struct syn *s,
                               struct cstmt *out) {
	if (s->kind != SYN_SIMPLE_DECL)
		return check_expr(c, at, s);
	if (s->nkid < 2 || !syn_init_decl(syn_simple_decl(s)->init_decl[0])->init) {
		check_error(c, s->loc, E0627,
		            "a variable that is a condition needs an initialiser");
		return cexpr_error(c, s->loc);
	}
	u32 n = at->member.n;
	local_decl(c, at, out, s);
	struct cdecl *d = at->member.n > n ? at->member.at[at->member.n - 1] : NULL;
	if (d && d->kind == CDECL_VAR)
		d->nmention++;
	return d && d->kind == CDECL_VAR ? cexpr_var(c, d, s->loc)
	                                 : cexpr_error(c, s->loc);
}

/* if consteval: only the evaluation knows whether it computes a constant. */
static struct cexpr *if_condition(struct sema *c, struct cscope *scope, struct syn *s,
                                  struct cstmt *out) {
	if (syn_if(s)->cond)
		return to_bool(c, condition(c, scope, syn_if(s)->cond, out));
	struct cexpr *e = cexpr_new(c, CE_BUILTIN, c->t->basic[CT_BOOL], s->loc);
	e->op = CB_CONSTANT_P;
	if (s->op != '!')
		return e;
	struct cexpr *inverse = cexpr_new(c, CE_NOT, e->type, s->loc);
	inverse->a = e;
	return inverse;
}

static struct cstmt *check_if(struct sema *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = head_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc);
	if (syn_if(s)->init)
		stmt_into(c, scope, out, syn_if(s)->init);
	if (s->flags & SYNF_CONSTEXPR) { /* the other branch is not checked */
		bool v;
		if (!const_bool(c, scope, syn_if(s)->cond, &v, "if constexpr"))
			return out;
		struct syn *taken = v ? syn_if(s)->then : syn_if(s)->otherwise;
		if (c->fn)
			c->fn->has_unseen |= !v || syn_if(s)->otherwise;
		if (taken)
			cstmt_push(c, out, check_stmt(c, body_scope(c, scope), taken));
		return out;
	}
	struct cstmt *i = cstmt_new(c, CS_IF, s->loc);
	i->e = if_condition(c, scope, s, out);
	i->s = check_stmt(c, body_scope(c, scope), syn_if(s)->then);
	i->t = syn_if(s)->otherwise
	               ? check_stmt(c, body_scope(c, scope), syn_if(s)->otherwise)
	               : NULL;
	if (!out->list.n)
		return i;
	cstmt_push(c, out, i);
	return out;
}

/* ---- loops ------------------------------------------------------------------------- */

static void set_unroll(struct sema *c, struct cscope *at, struct cstmt *loop,
                       struct syn *s, struct syn *factor) {
	if (!(s->flags & SYNF_PRAGMA_UNROLL))
		return;
	loop->unroll = CUNROLL_FULL;
	if (!factor)
		return;
	struct cexpr *e = check_value(c, at, factor);
	u64 n;
	if (is_error(e) || !const_int(c, e, &n, "#pragma unroll"))
		return;
	if ((s64)n < 1 || n > INT32_MAX) {
		if (n != 0)
			check_warning(c, factor->loc, E0610,
			              "#pragma unroll with a factor that is not positive "
			              "is ignored");
		loop->unroll = CUNROLL_N;
		loop->unroll_factor = 1;
		return;
	}
	loop->unroll = CUNROLL_N;
	loop->unroll_factor = (u32)n;
}

static struct cstmt *loop_body(struct sema *c, struct cscope *body, struct syn *s) {
	c->fn->loop_depth++;
	struct cstmt *b = check_stmt(c, body, s);
	c->fn->loop_depth--;
	return b;
}

/* A condition that declares a variable is evaluated in each iteration: for (;; step) { T
 * x = ...; if (!x) break; body } */
static struct cstmt *loop_with_decl(struct sema *c, struct cscope *scope,
                                    struct syn *cond, struct syn *body, struct loc loc) {
	struct cstmt *out = cstmt_block(c, loc), *leave = cstmt_new(c, CS_IF, loc);
	struct cexpr *test = to_bool(c, condition(c, scope, cond, out));
	struct cexpr *not_ = cexpr_new(c, CE_NOT, c->t->basic[CT_BOOL], loc);
	not_->a = test;
	leave->e = not_;
	leave->s = cstmt_new(c, CS_BREAK, loc);
	cstmt_push(c, out, leave);
	cstmt_push(c, out, loop_body(c, body_scope(c, scope), body));
	return out;
}

static struct cstmt *check_while(struct sema *c, struct cscope *at, struct syn *s) {
	struct cstmt *w = cstmt_new(c, CS_WHILE, s->loc);
	set_unroll(c, at, w, s, s->nkid > 2 ? syn_while(s)->unroll : NULL);
	if (syn_while(s)->cond->kind == SYN_SIMPLE_DECL) {
		w->e = cexpr_int(c, c->t->basic[CT_BOOL], 1, s->loc);
		w->s = loop_with_decl(c, head_scope(c, at), syn_while(s)->cond,
		                      syn_while(s)->body, s->loc);
		return w;
	}
	w->e = to_bool(c, check_expr(c, at, syn_while(s)->cond));
	w->s = loop_body(c, block_scope(c, at), syn_while(s)->body);
	return w;
}

static struct cstmt *check_do(struct sema *c, struct cscope *at, struct syn *s) {
	struct cstmt *w = cstmt_new(c, CS_DO, s->loc);
	set_unroll(c, at, w, s, s->nkid > 2 ? syn_do(s)->unroll : NULL);
	w->s = loop_body(c, block_scope(c, at), syn_do(s)->body);
	w->e = to_bool(c, check_expr(c, at, syn_do(s)->cond));
	return w;
}

/* Checks an expression whose value is not used. */
static struct cexpr *discarded(struct sema *c, struct cexpr *e) {
	e = function_named(c, e); /* which does nothing */
	if (e->type->kind == CT_OVERLOAD && !is_error(e)) {
		check_error(c, e->loc, E0623, "a function is named here, but not called");
		return cexpr_error(c, e->loc);
	}
	warn_no_effect(c, e);
	return discard(c, e);
}

static struct cstmt *check_for(struct sema *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = head_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *f = cstmt_new(c, CS_FOR, s->loc);
	if (syn_for(s)->init)
		stmt_into(c, scope, out, syn_for(s)->init);
	set_unroll(c, at, f, s, s->nkid > 4 ? syn_for(s)->unroll : NULL);
	if (syn_for(s)->step)
		f->step = discarded(c, check_expr(c, scope, syn_for(s)->step));
	if (syn_for(s)->cond && syn_for(s)->cond->kind == SYN_SIMPLE_DECL) {
		f->s = loop_with_decl(c, body_scope(c, scope), syn_for(s)->cond,
		                      syn_for(s)->body, s->loc);
	} else {
		f->e = syn_for(s)->cond
		               ? to_bool(c, check_expr(c, scope, syn_for(s)->cond))
		               : NULL;
		f->s = loop_body(c, body_scope(c, scope), syn_for(s)->body);
	}
	cstmt_push(c, out, f);
	return out;
}

static struct cexpr *range_end(struct sema *c, struct cscope *at, struct cexpr *range,
                               struct str *name, struct loc loc) {
	struct cdecl *m = lookup_member(c, ctype_unqual(range->type), name, loc);
	struct coverload set = {.name = name, .at = at};
	if (m) {
		set.object = range;
		overload_add_chain(c, m, &set.cand);
		return overload_call(c, &set, NULL, 0, loc);
	}
	set.adl = true;
	return overload_call(c, &set, &range, 1, loc);
}

/* for (decl : range) as [stmt.ranged] spells it out. */
static struct cstmt *check_range_for(struct sema *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = head_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *f = cstmt_new(c, CS_FOR, s->loc);
	if (syn_range_for(s)->init)
		stmt_into(c, scope, out, syn_range_for(s)->init);
	set_unroll(c, at, f, s, s->nkid > 4 ? syn_range_for(s)->unroll : NULL);
	struct syn *decl = syn_range_for(s)->decl;
	struct cexpr *range = check_expr(c, scope, syn_range_for(s)->range);
	if (is_error(range))
		return out;
	if (range->type->kind == CT_INIT_LIST) {
		const struct ctype *t = deduce_auto(c, c->t->basic[CT_AUTO], range,
		                                    range->loc);
		range = t->kind == CT_ERROR
		                ? cexpr_error(c, range->loc)
		                : list_make(c, scope, t, syn_range_for(s)->range,
		                            range->loc);
		if (is_error(range))
			return out;
	}
	const struct ctype *rt = range->is_lvalue && !range->is_xvalue
	                                 ? ctype_lref(c->t, range->type)
	                                 : ctype_rref(c->t, range->type);
	struct cdecl *r = local_var_new(c, scope, NULL, rt, syn_range_for(s)->range->loc);
	r->init = convert(c, range, rt, CONV_IMPLICIT, range->loc);
	extend_lifetime(r);
	cstmt_push(c, out, decl_stmt(c, r));
	struct cexpr *obj = cexpr_var(c, r, range->loc), *begin, *end;
	if (obj->type->kind == CT_ARRAY && obj->type->has_size) {
		begin = decay(c, obj);
		end = check_binary(
			c, at, '+', decay(c, cexpr_var(c, r, range->loc)),
			cexpr_int(c, c->t->basic[CT_LONG], obj->type->n, s->loc), s->loc);
	} else if (obj->type->kind == CT_CLASS) {
		begin = range_end(c, scope, obj, c->name.begin, range->loc);
		end = range_end(c, scope, cexpr_var(c, r, range->loc), c->name.end,
		                range->loc);
	} else {
		check_error(c, range->loc, E0623, "'%s' is not a range",
		            check_type_text(c, obj->type));
		return out;
	}
	if (is_error(begin) || is_error(end))
		return out;
	struct cdecl *b = local_var_new(c, scope, NULL, ctype_unqual(begin->type),
	                                range->loc);
	b->init = init_from(c, b->type, &begin, 1, INIT_COPY, range->loc);
	struct cdecl *e = local_var_new(c, scope, NULL, ctype_unqual(end->type),
	                                range->loc);
	e->init = init_from(c, e->type, &end, 1, INIT_COPY, range->loc);
	cstmt_push(c, out, decl_stmt(c, b));
	cstmt_push(c, out, decl_stmt(c, e));
	f->e = to_bool(c, check_binary(c, scope, CU_NE, cexpr_var(c, b, s->loc),
	                               cexpr_var(c, e, s->loc), s->loc));
	struct cscope *inside = body_scope(c, scope);
	struct cstmt *body = cstmt_block(c, s->loc);
	/* decl = *__begin, with a hidden name that the syntax can refer to */
	struct str *hidden = str_lit(c->u->names, "(begin)");
	struct syn name = {
		.kind = SYN_NAME, .loc = syn_range_for(s)->range->loc, .name = hidden};
	struct syn *kid = arena_copy(c->a, &name, sizeof name, 8),
		   deref = {.kind = SYN_UNARY,
	                    .op = '*',
	                    .loc = syn_range_for(s)->range->loc,
	                    .nkid = 1};
	deref.kid = arena_copy(c->a, &kid, sizeof kid, 8);
	struct syn *d = arena_copy(c->a, &deref, sizeof deref, 8);
	map_put_ptr(&inside->name, hidden, b);
	struct syn init_decl = *syn_simple_decl(decl)->init_decl[0];
	init_decl.kid = arena_copy(
		c->a, syn_simple_decl(decl)->init_decl[0]->kid,
		sizeof(struct syn *) *
			(syn_simple_decl(decl)->init_decl[0]->nkid < 3
	                         ? 3
	                         : syn_simple_decl(decl)->init_decl[0]->nkid),
		8);
	syn_init_decl(&init_decl)->init = d;
	init_decl.flags &= ~(u32)(SYNF_PARENS | SYNF_BRACED);
	u32 nlocal = c->fn ? c->fn->locals.n : 0;
	local_var(c, inside, body, syn_simple_decl(decl)->specs,
	          arena_copy(c->a, &init_decl, sizeof init_decl, 8));
	if (c->fn)
		c->fn->locals.n = nlocal; /* its variable may be unused */
	struct syn inc = {
		.kind = SYN_UNARY, .op = CU_INC, .loc = s->loc, .nkid = 1, .kid = d->kid};
	f->step = check_expr(c, inside, &inc);
	cstmt_push(c, body, loop_body(c, body_scope(c, inside), syn_range_for(s)->body));
	f->s = body;
	cstmt_push(c, out, f);
	return out;
}

/* ---- switch ------------------------------------------------------------------------ */

static struct cstmt *check_switch(struct sema *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = head_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *w = cstmt_new(c, CS_SWITCH, s->loc);
	if (syn_switch(s)->init)
		stmt_into(c, scope, out, syn_switch(s)->init);
	struct cexpr *e = rvalue(
		c, class_to_integral(c, condition(c, scope, syn_switch(s)->cond, out)));
	if (is_error(e))
		return out;
	if (!ctype_is_integer(e->type) && e->type->kind != CT_ENUM) {
		check_error(c, e->loc, E0623, "switch on '%s', which is not an integer",
		            check_type_text(c, e->type));
		return out;
	}
	e = bits_promoted(c, e);
	w->e = cast_scalar(c, e, ctype_promoted(c->t, ctype_underlying(e->type)));
	const struct ctype *type = c->fn->switch_type;
	c->fn->switch_type = e->type->kind == CT_ENUM && e->type->decl->is_scoped_enum
	                             ? e->type
	                             : w->e->type;
	struct cswitch *outer = c->fn->sw, sw = {.live = c->fn->live};
	c->fn->sw = &sw;
	c->fn->switch_depth++;
	w->s = check_stmt(c, body_scope(c, scope), syn_switch(s)->body);
	c->fn->switch_depth--;
	flow_switch(c, (struct loc){s->loc.start, s->loc.start + (u32)strlen("switch")});
	c->fn->sw = outer;
	c->fn->switch_type = type;
	cstmt_push(c, out, w);
	return out;
}

static s64 case_value(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = check_value(c, at, s);
	if (!is_error(e) && ctype_is_floating(e->type)) {
		check_error(c, s->loc, E0623, "a case of '%s', which is not an integer",
		            check_type_text(c, e->type));
		return 0;
	}
	e = convert(c, e, c->fn->switch_type, CONV_EXPLICIT, s->loc);
	u64 v = 0;
	if (!is_error(e))
		const_int(c, e, &v, "a case label");
	return (s64)v;
}

static struct cstmt *check_case(struct sema *c, struct cscope *at, struct syn *s) {
	struct cstmt *k = cstmt_new(c, s->kind == SYN_CASE ? CS_CASE : CS_DEFAULT,
	                            s->loc);
	if (!c->fn->switch_depth) {
		check_error(c, s->loc, E0630, "'%s' outside of a switch",
		            s->kind == SYN_CASE ? "case" : "default");
		return k;
	}
	if (s->kind == SYN_CASE) {
		k->low = k->high = case_value(c, at, syn_case(s)->value);
		if (syn_case(s)->high)
			k->high = case_value(c, at, syn_case(s)->high);
	}
	flow_case(c, k, s->loc);
	struct syn *body = s->kind == SYN_CASE ? syn_case(s)->stmt : syn_default(s)->stmt;
	k->s = body ? check_stmt(c, at, body) : cstmt_new(c, CS_NULL, s->loc);
	return k;
}

/* ---- jumps ------------------------------------------------------------------------- */

static struct clabel *label_of(struct sema *c, struct str *name, struct loc loc) {
	struct clabel *l = map_get_ptr(&c->fn->label, name);
	if (!l) {
		l = arena_new(c->a, struct clabel);
		l->name = name;
		l->loc = loc;
		map_put_ptr(&c->fn->label, name, l);
	}
	return l;
}

/* Returns the specifiers of the result type, and the declarator around the function's. */
static const struct syn *result_specs(const struct cdecl *f, const struct syn **around) {
	struct syn *def = f->syn;
	*around = NULL;
	if (!def || def->kind != SYN_FUNC_DEF ||
	    syn_func_def(def)->specs->kind != SYN_SPECS)
		return NULL;
	struct declarator_info info = declarator_peek(syn_func_def(def)->declarator);
	if (!info.func || !syn_d_func(info.func)->trailing)
		return syn_func_def(def)->specs;
	*around = syn_type_id(syn_d_func(info.func)->trailing)->declarator;
	return syn_type_id(syn_d_func(info.func)->trailing)->specs;
}

/* decltype(auto), as the result type or after -> */
static bool result_is_decltype(const struct cdecl *f) {
	const struct syn *around, *specs = result_specs(f, &around);
	return specs && syn_specs(specs)->type &&
	       syn_specs(specs)->type->kind == SYN_AUTO &&
	       syn_specs(specs)->type->op == 1;
}

static void deduce_result(struct sema *c, struct cscope *at, struct syn *value,
                          struct cexpr *e, struct loc loc) {
	struct cfunc_state *fn = c->fn;
	const struct ctype *t;
	if (!e)
		t = c->t->basic[CT_VOID];
	else if (e->type->kind == CT_VOID)
		t = e->type;
	else if (result_is_decltype(fn->func))
		t = type_of_expr(c, at, value);
	else
		t = deduce_auto(c, fn->declared_result, e, loc);
	const struct syn *around, *specs = result_specs(fn->func, &around);
	if (specs && !check_auto_constraint(c, fn->func->inner, specs, around, t, loc))
		t = c->t->basic[CT_ERROR];
	if (ctype_has_auto(fn->result)) {
		fn->result = t;
		if (t->kind != CT_ERROR)
			check_result(c, fn->func, t);
	} else if (t != fn->result && t->kind != CT_ERROR && fn->result->kind != CT_ERROR)
		check_error(
			c, loc, E0618,
			"returns of '%s' and '%s' in one function with a deduced result",
			check_type_text(c, fn->result), check_type_text(c, t));
}

static bool returns_local(const struct sema *c, const struct cexpr *e) {
	return e->kind == CE_VAR && e->type->kind == CT_CLASS &&
	       e->decl->space == CSPACE_AUTO && !ctype_is_ref(e->decl->type) &&
	       !(e->type->quals & Q_VOLATILE) && c->fn;
}

/* Records a copy that may be elided ([class.copy.elision]/1.1): every return statement
 * names one variable of the outermost block, of the result's type. It always is, as in
 * nvcc. */
static void note_returned(struct sema *c, struct cstmt *r, const struct cexpr *e) {
	struct cfunc_state *fn = c->fn;
	/* nvcc decides before it knows a deduced result */
	bool is_known = !fn->deduces_result;
	struct cdecl *d = is_known && e && returns_local(c, e) && !e->decl->is_param
	                          ? e->decl
	                          : NULL;
	vec_push(c->a, &fn->returns, r);
	if (!d || ctype_unqual(d->type) != ctype_unqual(fn->result) ||
	    type_is_trivially_copyable(c, d->type) || (fn->returned && fn->returned != d))
		fn->returns_others = true;
	else
		fn->returned = d;
}

void returned_variable(struct sema *c, struct cstmt *block) {
	struct cfunc_state *fn = c->fn;
	struct cdecl *d = fn->returned;
	if (!d || fn->returns_others || fn->jumps.n || block->kind != CS_BLOCK)
		return;
	for (u32 i = 0; i < block->list.n; i++) {
		struct cstmt *s = block->list.at[i];
		if (s->kind != CS_DECL || s->decl != d)
			continue;
		d->is_result = true;
		s->dtor = NULL; /* the caller destroys it */
		for (u32 k = 0; k < fn->returns.n; k++)
			fn->returns.at[k]->is_made = true;
	}
}

/* Whether moving is copying, byte by byte: the copy constructor may be deleted. */
static bool copies_bytes(struct sema *c, const struct ctype *t) {
	return type_is_trivially_copyable(c, t) &&
	       (t->kind != CT_CLASS || !t->decl->cls->no_copy);
}

static struct cstmt *check_return(struct sema *c, struct cscope *at, struct syn *s) {
	struct cstmt *r = cstmt_new(c, CS_RETURN, s->loc);
	struct syn *value = syn_return(s)->init;
	struct cfunc_state *fn = c->fn;
	if (fn->func->is_dtor && !value) {
		r->kind = CS_GOTO;
		r->label = label_of(c, str_lit(c->u->names, "(end)"), s->loc);
		return r;
	}
	struct cexpr *e = value && value->kind != SYN_INIT_LIST ? check_expr(c, at, value)
	                                                        : NULL;
	if (e && is_error(e)) {
		if (fn->deduces_result && ctype_has_auto(fn->result))
			fn->result = c->t->basic[CT_ERROR]; /* has been reported */
		return r;
	}
	if (fn->deduces_result)
		deduce_result(c, at, value, e, s->loc);
	const struct ctype *t = fn->result;
	if (t->kind == CT_ERROR)
		return r;
	check_destructible(c, t, s->loc);
	if (t->kind == CT_VOID) {
		if (e && e->type->kind != CT_VOID)
			check_error(c, value->loc, E0630,
			            "a value is returned from a function whose result is "
			            "void");
		r->e = e;
		return r;
	}
	if (!value) {
		check_error(c, s->loc, E0630,
		            "'return' without a value in a function that returns '%s'",
		            check_type_text(c, t));
		return r;
	}
	note_returned(c, r, e);
	if (!e) {
		r->e = init_object(c, at, t, value, INIT_LIST_COPY, s->loc);
		return r;
	}
	if (returns_local(c, e) && !ctype_is_ref(t) && !copies_bytes(c, e->type)) {
		struct cexpr *x = arena_copy(c->a, e, sizeof *e, 8);
		x->is_xvalue = true;
		e = x;
	}
	r->e = init_from(c, t, &e, 1, INIT_COPY, value->loc);
	warn_returned(c, r->e, t);
	return r;
}

static struct cstmt *check_break(struct sema *c, struct syn *s) {
	bool is_break = s->kind == SYN_BREAK;
	if (!c->fn->loop_depth && !(is_break && c->fn->switch_depth))
		check_error(c, s->loc, E0630, "'%s' outside of a loop%s",
		            is_break ? "break" : "continue",
		            is_break ? " or switch" : "");
	return cstmt_new(c, is_break ? CS_BREAK : CS_CONTINUE, s->loc);
}

/* ---- any statement ----------------------------------------------------------------- */

static struct cstmt *check_block(struct sema *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *b = cstmt_block(c, s->loc);
	for (u32 i = 0; i < s->nkid; i++)
		stmt_into(c, scope, b, s->kid[i]);
	return b;
}

static struct cstmt *stmt_of_kind(struct sema *c, struct cscope *at, struct syn *s) {
	switch ((enum syn_kind)s->kind) {
	case SYN_BLOCK: return check_block(c, at, s);
	case SYN_EXPR_STMT:
		if (!syn_expr_stmt(s)->expr)
			return cstmt_new(c, CS_NULL, s->loc);
		return expr_stmt(
			c, s == c->fn->value
				   ? check_expr(c, at, syn_expr_stmt(s)->expr)
				   : discarded(c, check_expr(c, at,
		                                             syn_expr_stmt(s)->expr)));
	case SYN_DECL_STMT: /* a declaration as the whole body of an if or a loop */
	case SYN_SIMPLE_DECL: {
		struct cstmt *b = cstmt_block(c, s->loc);
		stmt_into(c, at, b, s);
		return b;
	}
	case SYN_IF: return check_if(c, at, s);
	case SYN_WHILE: return check_while(c, at, s);
	case SYN_DO: return check_do(c, at, s);
	case SYN_FOR: return check_for(c, at, s);
	case SYN_RANGE_FOR: return check_range_for(c, at, s);
	case SYN_SWITCH: return check_switch(c, at, s);
	case SYN_CASE:
	case SYN_DEFAULT: return check_case(c, at, s);
	case SYN_BREAK:
	case SYN_CONTINUE: return check_break(c, s);
	case SYN_RETURN: return check_return(c, at, s);
	case SYN_GOTO: {
		struct cstmt *g = cstmt_new(c, CS_GOTO, s->loc);
		g->label = label_of(c, s->name, s->loc);
		flow_goto(c, g->label, s->loc);
		return g;
	}
	case SYN_LABEL: {
		struct cstmt *l = cstmt_new(c, CS_LABEL, s->loc);
		l->label = label_of(c, s->name, s->loc);
		if (l->label->is_defined)
			check_error(c, s->loc, E0628, "label '%s' is defined twice",
			            s->name->s);
		l->label->is_defined = true;
		l->label->live = c->fn->live;
		l->s = syn_label(s)->stmt ? check_stmt(c, at, syn_label(s)->stmt)
		                          : cstmt_new(c, CS_NULL, s->loc);
		return l;
	}
	case SYN_ASM: return check_asm(c, at, s);
	case SYN_TRY:
		if (decl_may_throw(c, c->fn->func))
			return check_stmt(c, at, syn_try(s)->body);
		check_error(c, s->loc, E0608,
		            "exceptions are not supported in device code");
		return cstmt_new(c, CS_NULL, s->loc);
	case SYN_ERROR: c->failed = true; return cstmt_new(c, CS_NULL, s->loc);
	default: /* what the grammar keeps of a statement after an error of syntax */
		c->failed = true;
		if (!c->u->diag->nerror)
			check_error(c, s->loc, E0608,
			            "this statement is not supported in device code");
		return cstmt_new(c, CS_NULL, s->loc);
	}
}

/* Whether what the statement declares is visible after it: it is a declaration, perhaps
 * with a label. */
static bool declares(const struct syn *s) {
	while (s &&
	       (s->kind == SYN_CASE || s->kind == SYN_DEFAULT || s->kind == SYN_LABEL))
		s = s->kid[s->kind == SYN_CASE ? 2 : 0];
	return s && (s->kind == SYN_DECL_STMT || s->kind == SYN_SIMPLE_DECL);
}

struct cstmt *check_stmt(struct sema *c, struct cscope *at, struct syn *s) {
	struct clive *live = c->fn ? c->fn->live : NULL;
	struct cstmt *r = stmt_of_kind(c, at, s);
	if (c->fn && !declares(s))
		c->fn->live = live;
	return r;
}
