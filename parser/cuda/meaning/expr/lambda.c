/* lambda.c - lambda expressions: a class with a field for each capture and a call
 * operator ([expr.prim.lambda]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/lambda.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/named_type.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/root.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/pack.h"

struct capture_list {
	struct cdecl *cls;
	struct cscope *names; /* init-captures */
	struct cexprs init;   /* of each field */
};

/* ---- captures ---------------------------------------------------------------------- */

/* decl->target of a field is the captured variable; NULL for `this`. */
static void add_field(struct sema *c, struct capture_list *l, struct cdecl *var,
                      const struct ctype *type, struct cexpr *init, struct loc loc) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FIELD, var ? var->name : NULL, loc);
	f->type = type;
	f->state = CSTATE_CHECKED;
	f->target = var;
	f->scope = l->cls->inner;
	f->field_index = l->cls->cls->field.n;
	vec_push(c->a, &l->cls->cls->field,
	         (struct cfield){.name = var ? var->name : c->name.this_,
	                         .type = type,
	                         .decl = f});
	vec_push(c->a, &l->init, init);
}

static bool has_capture(const struct cdecl *cls, const struct cdecl *var) {
	for (u32 i = 0; i < cls->cls->field.n; i++)
		if (cls->cls->field.at[i].decl->target == var)
			return true;
	return false;
}

static void capture_var(struct sema *c, struct cscope *at, struct capture_list *l,
                        struct cdecl *var, bool by_ref, struct loc loc) {
	if (has_capture(l->cls, var))
		return;
	struct syn name = {.kind = SYN_NAME, .name = var->name, .loc = loc};
	struct cexpr *e = var->name ? check_expr(c, at,
	                                         arena_copy(c->a, &name, sizeof name, 8))
	                            : cexpr_var(c, var, loc);
	if (is_error(e))
		return;
	if (by_ref) {
		add_field(c, l, var, ctype_lref(c->t, e->type), e, loc);
		return;
	}
	/* as the variable was declared, not as the copy of an enclosing lambda */
	const struct ctype *declared = ctype_noref(var->type);
	const struct ctype *t = ctype_same_but_quals(e->type, declared) ? declared
	                                                                : e->type;
	struct cexpr *init;
	if (t->kind == CT_ARRAY) {
		init = array_copy(c, e, t, INIT_DIRECT, loc);
	} else {
		init = init_from(c, ctype_unqual(t), &e, 1, INIT_DIRECT, loc);
	}
	if (!is_error(init))
		add_field(c, l, var, t, init, loc);
}

static void capture_this(struct sema *c, struct capture_list *l, bool by_copy,
                         struct loc loc) {
	if (has_capture(l->cls, NULL))
		return;
	struct cexpr *e = check_this_here(c, loc);
	if (is_error(e))
		return;
	if (by_copy) {
		struct cexpr *object = cexpr_deref(c, e);
		const struct ctype *t = ctype_unqual(object->type);
		e = init_from(c, t, &object, 1, INIT_DIRECT, loc);
		if (is_error(e))
			return;
		add_field(c, l, NULL, object->type, e, loc);
		return;
	}
	add_field(c, l, NULL, e->type, e, loc);
}

static struct cdecl *init_capture(struct sema *c, struct cscope *at,
                                  struct capture_list *l, struct syn *s) {
	struct syn *init = syn_capture(s)->init;
	const struct ctype *pattern = c->t->basic[CT_AUTO];
	if (s->flags & SYNF_LREF)
		pattern = ctype_lref(c->t, pattern);
	const struct ctype *t = init_deduce_type(c, at, pattern, init, INIT_DIRECT,
	                                         s->loc);
	if (t->kind == CT_ERROR)
		return NULL;
	struct cexpr *e = init_object(c, at, t, init, INIT_DIRECT, s->loc);
	if (!e || is_error(e))
		return NULL;
	struct cdecl *var = cdecl_new(c->a, CDECL_VAR, s->name, s->loc);
	var->type = t;
	var->state = CSTATE_CHECKED;
	add_field(c, l, var, t, e, s->loc);
	return var;
}

/* ...name = init: a pack of as many as the packs of init have. */
static struct cdecl *init_capture_pack(struct sema *c, struct cscope *at,
                                       struct capture_list *l, struct syn *s) {
	u32 n = pack_length(c, at, syn_capture(s)->init, s->loc);
	if (n == UINT32_MAX)
		return NULL;
	struct cdecl *pack = cdecl_new(c->a, CDECL_PACK, s->name, s->loc);
	pack->state = CSTATE_CHECKED;
	pack->guess = CNAME_OTHER;
	pack->elem = arena_array(c->a, struct cdecl *, n + 1);
	for (u32 i = 0; i < n; i++) {
		pack->elem[i] = init_capture(
			c, pack_element_scope(c, at, syn_capture(s)->init, i), l, s);
		if (!pack->elem[i])
			return NULL;
		pack->elem[i]->scope = l->names;
	}
	pack->nelem = n;
	return pack;
}

/* Reports a name that is captured twice, or as the default says
 * ([expr.prim.lambda.capture]/2, 3). */
static void check_capture(struct sema *c, const struct capture_list *l,
                          const struct cdecl *var, const struct syn *lambda,
                          const struct syn *s) {
	bool by_ref = (s->flags & SYNF_LREF) != 0;
	if (var ? has_capture(l->cls, var) : cscope_own(l->names, s->name) != NULL)
		check_error(c, s->loc, E0617, "'%s' is captured twice", s->name->s);
	else if (!syn_capture(s)->init && lambda->flags & (SYNF_COPY | SYNF_LREF) &&
	         by_ref == ((lambda->flags & SYNF_LREF) != 0))
		check_error(c, s->loc, E0617,
		            "the capture of '%s' is what the default says", s->name->s);
}

static void explicit_capture(struct sema *c, struct cscope *at, struct capture_list *l,
                             struct syn *lambda, struct syn *s, struct cscope *elem_at) {
	if (!s->name) {
		capture_this(c, l, s->op == '*', s->loc);
		return;
	}
	if (syn_capture(s)->init) {
		check_capture(c, l, NULL, lambda, s);
		struct cdecl *d = s->flags & SYNF_PACK
		                          ? init_capture_pack(c, elem_at, l, s)
		                          : init_capture(c, elem_at, l, s);
		if (d)
			cscope_add(l->names, d);
		return;
	}
	struct cdecl *d = lookup(c, elem_at, s->name, s->loc);
	if (d && d->kind == CDECL_PACK) {
		struct syn name = {.kind = SYN_NAME, .name = s->name, .loc = s->loc};
		for (u32 i = 0; i < d->nelem; i++)
			capture_var(c, pack_element_scope(c, at, &name, i), l, d->elem[i],
			            (s->flags & SYNF_LREF) != 0, s->loc);
		return;
	}
	if (!d || d->kind != CDECL_VAR) {
		check_error(c, s->loc, E0601,
		            "'%s' is not a variable that can be captured", s->name->s);
		return;
	}
	check_capture(c, l, d, lambda, s);
	capture_var(c, at, l, d, (s->flags & SYNF_LREF) != 0, s->loc);
}

static bool is_capturable(const struct cdecl *d) {
	return d->kind == CDECL_VAR && d->space == CSPACE_AUTO && !d->is_static_local &&
	       !d->is_static_member && d->scope &&
	       (d->scope->kind == CSCOPE_BLOCK || d->scope->kind == CSCOPE_FUNC);
}

/* Whether one of the declarations of a name, which may be a using-declaration, is a
 * member of an object. */
static bool is_of_object(struct sema *c, struct cdecl *d) {
	struct cdecls all = {0};
	if (d->kind == CDECL_FIELD)
		return true;
	if (d->kind != CDECL_TYPE && d->scope && d->scope->kind == CSCOPE_CLASS)
		overload_add_chain(c, d, &all);
	for (u32 i = 0; i < all.n; i++) {
		const struct cdecl *m = decl_of(c, all.at[i]);
		if (m && (m->kind == CDECL_FIELD || m->this_param ||
		          (m->kind == CDECL_TEMPLATE && m->template_of == CDECL_FUNC &&
		           !(m->flags & SPEC_STATIC))))
			return true;
	}
	return false;
}

/* Whether X::name in a member function names a member of its object, for which `this` is
 * captured ([expr.prim.lambda.capture]/7). The tokens between have any form; `first` is
 * what X names. A member of the same name in another class captures in vain. */
static bool is_qualified_member(struct sema *c, const struct cdecl *first,
                                struct str *name, struct loc loc) {
	if (!first || first->kind == CDECL_NAMESPACE)
		return false;
	struct cexpr *this = check_this(c, loc);
	const struct ctype *t = is_error(this) ? NULL : ctype_unqual(this->type->base);
	struct cdecl *d = t && t->kind == CT_CLASS && t->decl->inner
	                          ? lookup_in(c, t->decl->inner, name)
	                          : NULL;
	return d && is_of_object(c, d);
}

/* Whether the tokens say that a name is more than read, so that a constant is captured,
 * too: & x, or T &r = x ([basic.def.odr]/4). */
static bool is_more_than_read(const struct cu_token_rec *t, u32 i) {
	u16 before = t[i - 1].kind, k = t[i - 2].kind;
	if (before == '&')
		return k != CU_IDENT && k != CU_INT && k != ')' && k != ']';
	return (before == '=' || before == '{') && k == CU_IDENT &&
	       (t[i - 3].kind == '&' || t[i - 3].kind == CU_ANDAND);
}

/* [=] and [&] capture what the body names; a name that the body declares itself is
 * captured as well, which costs a field and changes nothing. */
static void default_captures(struct sema *c, struct cscope *at, struct capture_list *l,
                             struct syn *s) {
	struct syn *body = syn_lambda(s)->body;
	const struct cu_token_rec *t = c->u->token;
	bool by_ref = (s->flags & SYNF_LREF) != 0;
	bool has_this = c->fn && (c->fn->func->this_param ||
	                          (c->fn->lambda && lambda_has_this(c)));
	struct cdecl *d = NULL;
	for (u32 i = body->first_token; i < body->end_token; i++) {
		u16 before = t[i - 1].kind;
		if (t[i].kind == CU_THIS)
			capture_this(c, l, false, s->loc);
		if (t[i].kind != CU_IDENT || before == '.' || before == CU_ARROW)
			continue;
		struct loc loc = cu_token_loc(&t[i]);
		if (before == CU_SCOPE) {
			if (has_this && is_qualified_member(c, d, t[i].name, loc))
				capture_this(c, l, false, loc);
			continue;
		}
		d = lookup(c, at, t[i].name, loc);
		if (!d)
			continue;
		if (d->kind == CDECL_PACK && d->nelem && is_capturable(d->elem[0])) {
			struct syn name = {.kind = SYN_NAME, .name = d->name, .loc = loc};
			for (u32 k = 0; k < d->nelem; k++)
				capture_var(c, pack_element_scope(c, at, &name, k), l,
				            d->elem[k], by_ref, loc);
		} else if (is_capturable(d)) {
			d->nmention++;
			struct cexpr *known = rvalue(c, cexpr_var(c, d, loc));
			if ((known->kind != CE_CONST || is_more_than_read(t, i)) &&
			    d->type->kind != CT_AUTO)
				capture_var(c, at, l, d, by_ref, loc);
		} else if (has_this && is_of_object(c, d)) {
			capture_this(c, l, false, loc);
		}
	}
}

/* ---- the captures seen from inside ------------------------------------------------- */

static struct cexpr *captured(struct sema *c, struct cfunc_state *fn,
                              const struct cdecl *var, struct loc loc) {
	struct cclass *cls = fn->lambda->cls;
	for (u32 i = 0; i < cls->field.n; i++) {
		if (cls->field.at[i].decl->target != var)
			continue;
		struct cexpr *this = cexpr_this(c, fn->func, loc);
		struct cexpr *e = cexpr_field(c, cexpr_deref(c, this), fn->lambda->type,
		                              i, loc);
		if (!var && e->type->kind == CT_CLASS) /* *this */
			return cexpr_addr(c, e);
		return var ? e : cexpr_load(c, e);
	}
	return NULL;
}

struct cexpr *lambda_capture(struct sema *c, struct cdecl *var, struct loc loc) {
	return captured(c, c->fn, var, loc);
}

bool lambda_has_this(struct sema *c) {
	return has_capture(c->fn->lambda, NULL);
}

/* ---- the call operator ------------------------------------------------------------- */

static struct syn *call_specs(struct sema *c, struct syn *s) {
	struct syn *given = syn_lambda(s)->specs;
	struct syn *specs = syn_made(c, SYN_SPECS, s->loc, given ? given->nkid : 1);
	specs->value = given ? given->value : 0;
	if (!(specs->value & (SPEC_DEVICE | SPEC_HOST)) && c->fn)
		specs->value |= c->fn->func->flags &
		                                (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL)
		                        ? SPEC_DEVICE
		                        : SPEC_HOST;
	/* constexpr implicitly, where the body allows */
	specs->value |= SPEC_INLINE | SPEC_CONSTEXPR;
	for (u32 i = 1; given && i < given->nkid; i++)
		specs->kid[i] = given->kid[i];
	syn_specs(specs)->type = syn_made(c, SYN_AUTO, s->loc, 0);
	return specs;
}

/* `auto` parameters become template parameters; each gets a name of its own. */
static struct syn *invent_param(struct sema *c, struct syn *p, struct syn *tparams,
                                u32 i) {
	const char *text = arena_printf(c->a, "auto:%u", i);
	struct str *name = str_intern(c->u->names, text, strlen(text));
	struct syn *specs = arena_copy(c->a, syn_param(p)->specs, sizeof(struct syn), 8);
	specs->kid = arena_copy(c->a, specs->kid, sizeof(struct syn *) * specs->nkid, 8);
	struct syn *type = syn_made(c, SYN_NAME, p->loc, 0);
	type->name = name;
	syn_specs(specs)->type = type;
	struct syn *copy = arena_copy(c->a, p, sizeof *p, 8);
	copy->kid = arena_copy(c->a, p->kid, sizeof(struct syn *) * p->nkid, 8);
	syn_param(copy)->specs = specs;
	struct syn *t = syn_made(c, SYN_TPARAM_TYPE, p->loc, 2);
	t->name = name;
	syn_tparam_type(t)->constraint = auto_constraint(
		syn_specs(syn_param(p)->specs)->type);
	if (p->flags & SYNF_PACK || declarator_peek(syn_param(p)->declarator).is_pack)
		t->flags |= SYNF_PACK;
	tparams->kid[tparams->nkid++] = t;
	return copy;
}

static bool has_trailing_result(const struct syn *declarator) {
	return declarator && declarator->kind == SYN_D_FUNC &&
	       syn_d_func(declarator)->trailing;
}

/* Whether p is auto x, but not auto (*f)(int) -> int. */
static bool is_auto_param(const struct syn *p) {
	return p->kind == SYN_PARAM && syn_param(p)->specs->kind == SYN_SPECS &&
	       syn_specs(syn_param(p)->specs)->type &&
	       syn_specs(syn_param(p)->specs)->type->kind == SYN_AUTO &&
	       !has_trailing_result(syn_param(p)->declarator);
}

/* Makes the template that f(auto x) is ([dcl.fct]/22); NULL if there is no such
 * parameter. */
struct syn *abbreviated_template(struct sema *c, struct syn *def,
                                 const struct syn *given) {
	bool is_one = def->kind == SYN_FUNC_DEF ||
	              (def->kind == SYN_SIMPLE_DECL && def->nkid == 2 &&
	               c->u->opt->standard >= 20);
	struct declarator_info info = {0};
	if (is_one)
		info = declarator_peek(syn_first_declarator(def));
	struct syn *params = info.func && info.id ? syn_d_func(info.func)->params : NULL;
	bool any = false;
	if (!params)
		return NULL;
	if (!c->abbreviated.arena)
		c->abbreviated = MAP_INIT(c->a);
	u64 *made = map_find(&c->abbreviated, (uintptr_t)def);
	if (made) /* a member's, for another instance of its class */
		return (struct syn *)(uintptr_t)*made;
	for (u32 i = 0; i < params->nkid; i++)
		any |= is_auto_param(params->kid[i]);
	if (!any)
		return NULL;
	const struct syn *list = given ? syn_template(given)->params : NULL;
	u32 n = list ? list->nkid : 0;
	struct syn *t = syn_made(c, SYN_TEMPLATE, def->loc, 3);
	syn_template(t)->params = syn_made(c, SYN_LIST, def->loc, n + params->nkid);
	syn_template(t)->constraint = given && given->nkid > 2
	                                      ? syn_template(given)->constraint
	                                      : NULL;
	if (n)
		memcpy(syn_template(t)->params->kid, list->kid, sizeof(*list->kid) * n);
	syn_template(t)->params->nkid = n;
	syn_template(t)->decl = def;
	for (u32 i = 0; i < params->nkid; i++)
		/* only declarations that are made of t use the syntax */
		if (is_auto_param(params->kid[i]))
			params->kid[i] = invent_param(c, params->kid[i],
			                              syn_template(t)->params, i);
	*map_at(&c->abbreviated, (uintptr_t)def) = (uintptr_t)t;
	return t;
}

static struct syn *call_declarator(struct sema *c, struct syn *s, struct syn *tparams) {
	struct syn *given = syn_lambda(s)->declarator;
	struct syn *d = syn_made(c, SYN_D_FUNC, s->loc, 5);
	struct syn *params = given ? syn_d_func(given)->params : NULL;
	struct syn *list = syn_made(c, SYN_LIST, s->loc, params ? params->nkid : 0);
	for (u32 i = 0; params && i < params->nkid; i++) {
		struct syn *p = params->kid[i];
		list->kid[i] = is_auto_param(p) ? invent_param(c, p, tparams, i) : p;
	}
	syn_d_func(d)->params = list;
	syn_d_func(d)->trailing = given ? syn_d_func(given)->trailing : NULL;
	syn_d_func(d)->constraint = func_constraint(given);
	d->flags = given ? given->flags : 0;
	if (!(s->flags & SYNF_MUTABLE) && !(given && given->flags & SYNF_MUTABLE))
		d->flags |= SYNF_CONST;
	struct syn *name = syn_made(c, SYN_D_NAME, s->loc, 1);
	syn_d_name(name)->id = syn_made(c, SYN_OPERATOR_NAME, s->loc, 0);
	syn_d_name(name)->id->op = '(';
	syn_d_func(d)->inner = name;
	return d;
}

static void declare_call(struct sema *c, struct cdecl *cls, struct syn *s) {
	u32 nparam = syn_lambda(s)->declarator &&
	                             syn_d_func(syn_lambda(s)->declarator)->params
	                     ? syn_d_func(syn_lambda(s)->declarator)->params->nkid
	                     : 0;
	struct syn *given = syn_lambda(s)->tparams, *constraint = NULL;
	if (given && given->kind == SYN_TEMPLATE) {
		constraint = syn_template(given)->constraint;
		given = syn_template(given)->params;
	}
	struct syn *tparams = syn_made(c, SYN_LIST, s->loc,
	                               (given ? given->nkid : 0) + nparam);
	tparams->nkid = 0;
	for (u32 i = 0; given && i < given->nkid; i++)
		tparams->kid[tparams->nkid++] = given->kid[i];
	struct syn *def = syn_made(c, SYN_FUNC_DEF, s->loc, 4);
	syn_func_def(def)->specs = call_specs(c, s);
	syn_func_def(def)->declarator = call_declarator(c, s, tparams);
	syn_func_def(def)->body = syn_lambda(s)->body;
	struct cdecl *d = cdecl_new(c->a, CDECL_UNPARSED, c->name.operator_call, s->loc);
	d->state = CSTATE_PARSED;
	d->syn = def;
	if (tparams->nkid) {
		struct syn *t = syn_made(c, SYN_TEMPLATE, s->loc, 3);
		syn_template(t)->params = tparams;
		syn_template(t)->decl = def;
		syn_template(t)->constraint = constraint;
		d->syn = t;
		d->is_template = true;
	}
	cscope_add(cls->inner, d);
	decl_resolve(c, d);
}

/* ---- as a pointer to function ([expr.prim.lambda.closure]/7) ----------------------- */

static struct cdecl *closure_func(struct sema *c, struct cdecl *cls, struct str *name) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, name, cls->loc);
	f->state = CSTATE_CHECKED;
	f->cls_owner = cls;
	f->flags = SPEC_DEVICE | SPEC_HOST | SPEC_INLINE | SPEC_CONSTEXPR;
	f->has_definition = f->is_defaulted = true;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, cls->inner, f);
	return f;
}

/* Makes a static function of the call operator of a closure without captures. */
static struct cdecl *invoker(struct sema *c, struct cdecl *cls, struct cdecl *op) {
	struct cdecl *f = closure_func(c, cls, str_lit(c->u->names, "__invoke"));
	f->scope = cls->inner;
	f->target = op;
	f->is_static_member_func = true;
	f->type = ctype_func(c->t, op->type->base, op->type->param, op->type->nparam,
	                     false, 0, 0);
	f->param = op->param;
	f->min_args = f->param.n;
	return f;
}

/* Adds the conversion function for the call operator, or for an instance of a generic
 * one. */
static struct cdecl *add_conversion(struct sema *c, struct cdecl *cls, struct cdecl *op) {
	struct cdecl *f = closure_func(c, cls, c->name.conversion);
	struct cdecl *to = invoker(c, cls, op);
	bool is_noexcept = func_value_type(c, op)->is_noexcept;
	const struct ctype *result = ctype_ptr(
		c->t, ctype_func_noexcept(c->t, to->type, is_noexcept));
	f->is_conversion = true;
	f->type = ctype_func(c->t, result, NULL, 0, false, Q_CONST, 0);
	f->this_param = cdecl_new(c->a, CDECL_VAR, c->name.this_, cls->loc);
	f->this_param->type = ctype_ptr(c->t, ctype_qualified(c->t, cls->type, Q_CONST));
	f->this_param->is_param = true;
	f->this_param->state = CSTATE_CHECKED;
	f->target = to;
	cscope_add(cls->inner, f);
	return f;
}

void lambda_body(struct sema *c, struct cdecl *f) {
	if (!f->is_conversion) {
		check_body(c, f->target);
		f->body = f->target->body;
		return;
	}
	struct cexpr *e = cexpr_new(c, CE_FUNC, f->type->base->base, f->loc);
	check_use(c, f->target, f->loc);
	e->decl = f->target;
	e->is_lvalue = true;
	struct cstmt *r = cstmt_new(c, CS_RETURN, f->loc);
	r->e = cexpr_addr(c, e);
	cstmt_push(c, f->body, r);
}

/* The conversion is made when it is searched for: so the body of a lambda that only a
 * constant expression or only the host calls is not checked for its result type. */
void lambda_conversion(struct sema *c, struct cdecl *cls, const struct ctype *to) {
	if (!cls->cls || !cls->cls->is_lambda || cls->cls->field.n)
		return;
	struct cdecl *op = cscope_find_here(cls->inner, c->name.operator_call, 0);
	const struct ctype *func = to && to->kind == CT_PTR && to->base->kind == CT_FUNC
	                                   ? to->base
	                                   : NULL;
	if (op && op->kind == CDECL_TEMPLATE)
		op = func ? deduce_params(c, op, func, cls->loc) : NULL;
	else if (cscope_find_here(cls->inner, c->name.conversion, 0))
		return;
	if (!op || op->kind != CDECL_FUNC || !op->type || op->type->kind != CT_FUNC ||
	    op->type->is_variadic)
		return; /* none, or one that was refused */
	if (ctype_noref(op->type->base)->kind == CT_AUTO)
		check_body(c, op);
	if (op->type->base->kind == CT_AUTO || (func && func->base != op->type->base))
		return;
	for (struct cdecl *f = cscope_find_here(cls->inner, c->name.conversion, 0); f;
	     f = f->next)
		if (f->target->target == op)
			return;
	add_conversion(c, cls, op);
}

/* ---- the expression ---------------------------------------------------------------- */

static struct cexpr *make_closure(struct sema *c, struct cscope *at, struct syn *s) {
	struct cdecl *cls = cdecl_new(c->a, CDECL_TYPE, NULL, s->loc);
	if (c->fn)
		c->fn->has_inner = true;
	struct capture_list l = {.cls = cls,
	                         .names = cscope_new(c->a, CSCOPE_BLOCK, at, at->owner)};
	cls->scope = at;
	cls->state = CSTATE_CHECKED;
	cls->cls = arena_new(c->a, struct cclass);
	cls->cls->is_lambda = true;
	number_type(c, cls);
	cls->inner = cscope_new(c->a, CSCOPE_CLASS, l.names, cls);
	cls->type = ctype_named(c->t, CT_CLASS, cls);
	cls->definition = c->fn ? c->fn->func : NULL;
	struct syn *captures = syn_lambda(s)->captures;
	for (u32 i = 0; captures && i < captures->nkid; i++)
		explicit_capture(c, at, &l, s, captures->kid[i], at);
	if (s->flags & (SYNF_COPY | SYNF_LREF) && c->fn)
		default_captures(c, at, &l, s);
	class_finish(c, cls);
	declare_call(c, cls, s);
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, cls->type, s->loc);
	e->arg = l.init.at;
	e->narg = l.init.n;
	return e;
}

/* An expression may be checked more than once (to find its type, to rank overloads): one
 * place in one scope has one closure class. */
struct cexpr *check_lambda(struct sema *c, struct cscope *at, struct syn *s) {
	/* a default member initialiser captures the object of each list that uses it */
	u64 key = once_key(s, at) ^
	          (uintptr_t)check_object_of_list(c, s->loc) * 0x9e3779b97f4a7c15u;
	u64 *slot = map_find(&c->once, key);
	if (slot)
		return (struct cexpr *)(uintptr_t)*slot;
	struct cexpr *e = make_closure(c, at, s);
	*map_at(&c->once, key) = (uintptr_t)e;
	struct cdecl *op = cscope_find_here(e->type->decl->inner, c->name.operator_call,
	                                    0);
	if (op && op->kind == CDECL_FUNC)
		check_later(c, op);
	return e;
}
