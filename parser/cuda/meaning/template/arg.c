/* arg.c - template arguments: what the syntax between < and > means, and expanded packs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/arg.h"

#include "base/scratch.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/part.h"
#include "parser/cuda/meaning/template/template.h"

bool targ_equal(const struct ctarg *a, const struct ctarg *b) {
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TARG_TYPE: return a->type == b->type;
	case TARG_VALUE: return a->value == b->value && a->type == b->type;
	case TARG_DECL:
	case TARG_TEMPLATE: return a->decl == b->decl;
	case TARG_PACK:
		if (a->nelem != b->nelem)
			return false;
		for (u32 i = 0; i < a->nelem; i++)
			if (!targ_equal(&a->elem[i], &b->elem[i]))
				return false;
		return true;
	}
	return false;
}

struct ctargs targs_flat(struct sema *c, const struct ctarg *arg, u32 n) {
	u32 npack = 0, total = 0;
	for (u32 i = 0; i < n; i++) {
		npack += arg[i].kind == TARG_PACK;
		total += arg[i].kind == TARG_PACK ? arg[i].nelem : 1;
	}
	if (!npack)
		return (struct ctargs){.at = (struct ctarg *)arg, .n = n};
	if (n == 1)
		return (struct ctargs){.at = arg->elem, .n = arg->nelem};
	struct ctargs flat = {.at = arena_array_raw(c->a, struct ctarg, total),
	                      .cap = total};
	for (u32 i = 0; i < n; i++) {
		bool is_pack = arg[i].kind == TARG_PACK;
		u32 k = is_pack ? arg[i].nelem : 1;
		if (k)
			memcpy(flat.at + flat.n, is_pack ? arg[i].elem : &arg[i],
			       k * sizeof *arg);
		flat.n += k;
	}
	return flat;
}

u64 targ_hash(const struct ctarg *a, u64 h) {
	u64 v = a->kind == TARG_TYPE    ? (uintptr_t)a->type
	        : a->kind == TARG_VALUE ? a->value
	                                : (uintptr_t)a->decl;
	h = (h ^ v ^ (u64)a->kind << 60) * 0x9e3779b97f4a7c15u;
	if (a->kind == TARG_PACK)
		for (u32 i = 0; i < a->nelem; i++)
			h = targ_hash(&a->elem[i], h);
	return h ^ h >> 31;
}

static bool type_names_template(struct sema *c, struct cscope *at, struct syn *type_id,
                                struct cdecl **tmpl) {
	if (type_id->kind != SYN_TYPE_ID && type_id->kind != SYN_NAME &&
	    type_id->kind != SYN_QUALIFIED)
		return false;
	struct syn *id = type_id;
	if (type_id->kind == SYN_TYPE_ID) {
		if (syn_type_id(type_id)->declarator ||
		    syn_type_id(type_id)->specs->kind != SYN_SPECS ||
		    !syn_specs(syn_type_id(type_id)->specs)->type)
			return false;
		id = syn_specs(syn_type_id(type_id)->specs)->type;
	}
	if (id->kind != SYN_NAME && id->kind != SYN_QUALIFIED)
		return false;
	struct syn *last;
	struct cscope *in;
	struct cdecl *d = decl_of(c, lookup_id(c, at, id, &last, &in));
	if (d && cdecl_instance_of(d))
		d = cdecl_instance_of(d);
	if (!d || last->kind != SYN_NAME || d->kind != CDECL_TEMPLATE ||
	    d->template_of != CDECL_TYPE)
		return false;
	*tmpl = template_canonical(c, d);
	return true;
}

/* Returns the function that a pointer, or the first half of a pointer to a member, points
 * to. */
static struct cdecl *function_in(struct sema *c, const struct cexpr *e) {
	if (e->kind == CE_LOAD)
		e = e->a;
	if (e->kind == CE_VAR && e->decl->is_constexpr) {
		decl_var_init(c, e->decl);
		return e->decl->init ? function_in(c, e->decl->init) : NULL;
	}
	if (e->kind == CE_INIT_LIST && e->narg)
		e = e->arg[0];
	while (e->kind == CE_CAST)
		e = e->a;
	if (e->kind == CE_ADDR)
		e = e->a;
	return e->kind == CE_FUNC ? e->decl : NULL;
}

/* Whether the function or variable that the argument names suits a parameter of type t:
 * of conversions of pointers a converted constant expression may have those of qualifiers
 * and noexcept ([expr.const]/10), not to void or a base. */
static bool targ_suits(struct sema *c, const struct ctarg *a, const struct ctype *t,
                       struct loc loc) {
	struct cdecl *d = a->decl;
	if (ctype_has_auto(t))
		return true;
	struct cexpr e = {.kind = CE_ZERO, .type = a->type, .loc = loc};
	if (d->kind == CDECL_FUNC && d->this_param)
		e.type = memfn_type(c, d);
	else if (d->kind == CDECL_FUNC)
		e.type = func_value_type(c, d);
	else if (t->kind == CT_LREF)
		e.type = ctype_noref(a->type);
	e.is_lvalue = e.type != a->type || e.type->kind == CT_FUNC;
	struct ics how = ics_find(c, &e, t, CONV_IMPLICIT);
	return how.kind == ICS_STANDARD && how.rank == RANK_EXACT;
}

/* Makes an argument that was read from a mangled name one of the type t: the name of a
 * base is that of the whole, and a whole array has that of its first element. */
static bool retype_part(struct sema *c, struct ctarg *a, const struct ctype *t) {
	struct cdecl *whole = a->decl->is_targ_part ? a->decl->target : a->decl;
	u64 at = a->decl->is_targ_part ? a->decl->value : 0;
	struct cdecl *d = t->kind == CT_PTR || t->kind == CT_LREF
	                          ? part_decl(c, whole, at, t->base, t->kind == CT_PTR)
	                          : NULL;
	if (d)
		*a = (struct ctarg){.kind = TARG_DECL, .decl = d, .type = t};
	return d != NULL;
}

bool targ_choose(struct sema *c, struct ctarg *a, const struct ctype *t, struct loc loc) {
	if (a->set && t->kind == CT_AUTO) { /* f<int>: must mean a single function */
		struct cexpr *set = a->set->kind == CE_ADDR ? a->set->a : a->set;
		a->decl = overload_only(c, set, loc);
		if (!a->decl || a->decl->this_param) {
			check_error(c, loc, E0614,
			            "cannot choose among the overloaded functions");
			return false;
		}
		a->type = ctype_ptr(c->t, func_value_type(c, a->decl));
		a->set = NULL;
		check_use(c, a->decl, loc);
		return true;
	}
	if (a->set) {
		struct cexpr *e = convert(c, a->set, t, CONV_IMPLICIT, loc);
		a->decl = is_error(e) ? NULL : function_in(c, e);
		a->set = NULL;
		if (!a->decl)
			return false;
	} else if (!targ_suits(c, a, t, loc) && !(a->is_read && retype_part(c, a, t))) {
		check_error(
			c, loc, E0614, "'%s' is no argument for a parameter of type '%s'",
			a->decl->name ? a->decl->name->s : "?", check_type_text(c, t));
		return false;
	}
	if (t->kind != CT_AUTO)
		a->type = t;
	return true;
}

/* Whether the parameter's type is not a builtin one as in `int n`, and so may be a class
 * or a class template, as in `S s`. */
static bool param_wants_class(const struct syn *param) {
	const struct syn *specs =
		param->kind == SYN_TPARAM_VALUE
			? syn_param(syn_tparam_value(param)->param)->specs
			: NULL;
	const struct syn *type = specs && specs->kind == SYN_SPECS
	                                 ? syn_specs(specs)->type
	                                 : NULL;
	return type && type->kind != SYN_BUILTIN_TYPE;
}

/* Whether it is a parameter `T &r`, whose argument is the variable itself. */
static bool param_is_reference(const struct syn *param) {
	struct syn *d = param && param->kind == SYN_TPARAM_VALUE
	                        ? syn_param(syn_tparam_value(param)->param)->declarator
	                        : NULL;
	while (d && d->kind != SYN_D_NAME && syn_declarator(d)->inner &&
	       syn_declarator(d)->inner->kind != SYN_D_NAME)
		d = syn_declarator(d)->inner;
	return d && (d->kind == SYN_D_LREF || d->kind == SYN_D_RREF);
}

/* Makes an argument of a variable: a reference to it, its address, or that of its first
 * element. */
static bool variable_arg(struct sema *c, const struct cexpr *e, const struct syn *param,
                         struct ctarg *out) {
	bool is_address = e->kind == CE_ADDR;
	struct cdecl *d = (is_address ? e->a : e)->decl;
	bool is_array = d->type->kind == CT_ARRAY && !is_address;
	bool is_ref = param_is_reference(param) && !is_address;
	bool is_local = d->space == CSPACE_AUTO && !d->is_static_local &&
	                !d->is_static_member;
	if (d->is_param || is_local || (!is_address && !is_ref && !is_array))
		return false;
	/* a parameter that names an array has the address of it as that of its first
	 * element */
	const struct ctype *t = is_ref     ? ctype_lref(c->t, d->type)
	                        : is_array ? ctype_ptr(c->t, d->type->base)
	                                   : ctype_unqual(e->type);
	*out = (struct ctarg){.kind = TARG_DECL, .decl = d, .type = t};
	check_use(c, d, e->loc);
	return true;
}

/* Makes an argument of a constant pointer, such as a constexpr variable, or what an array
 * has become. */
static bool address_arg(struct sema *c, struct cexpr *e, bool is_array,
                        struct ctarg *out) {
	struct cdecl *to;
	if (!(is_array ? const_array(c, e, &to, "a template argument")
	               : const_address(c, e, &to, "a template argument")))
		return false;
	*out = (struct ctarg){.kind = to ? TARG_DECL : TARG_VALUE,
	                      .type = ctype_unqual(e->type),
	                      .decl = to};
	if (to)
		check_use(c, to->is_targ_part ? to->target : to, e->loc);
	return true;
}

/* Makes an argument of an lvalue that is a part of a variable. */
static bool reference_arg(struct sema *c, struct cexpr *e, struct ctarg *out) {
	struct cdecl *to;
	if (!const_object(c, e, &to, "a template argument"))
		return false;
	*out = (struct ctarg){
		.kind = TARG_DECL, .type = ctype_lref(c->t, e->type), .decl = to};
	check_use(c, to->is_targ_part ? to->target : to, e->loc);
	return true;
}

/* Makes an argument of an expression; it may go on to refer to it. */
static bool expression_arg(struct sema *c, struct cscope *at, struct syn *s,
                           const struct syn *param, struct ctarg *out) {
	c->in_const++;
	struct cexpr *e = check_expr(c, at, s);
	c->in_const--;
	if (is_error(e))
		return false;
	struct cexpr *x = e;
	if (x->kind == CE_ADDR)
		x = x->a;
	if (e->kind == CE_VAR && e->decl->is_targ_object) {
		*out = (struct ctarg){.kind = TARG_DECL,
		                      .type = ctype_unqual(e->type),
		                      .decl = e->decl};
		return true;
	}
	if (x->kind == CE_VAR && variable_arg(c, e, param, out))
		return true;
	if (x->kind == CE_FUNC || e->type->kind == CT_OVERLOAD) {
		struct cdecl *d = x->decl;
		if (e->type->kind == CT_OVERLOAD)
			d = x->set->cand.n == 1 && x->set->cand.at[0]->kind == CDECL_FUNC
			            ? x->set->cand.at[0]
			            : NULL;
		if (!d) {
			*out = (struct ctarg){
				.kind = TARG_DECL, .type = e->type, .set = e};
			return true;
		}
		*out = (struct ctarg){.kind = TARG_DECL,
		                      .decl = d,
		                      .type = ctype_ptr(c->t, func_value_type(c, d))};
		check_use(c, d, s->loc);
		return true;
	}
	if (e->is_lvalue && !e->is_xvalue && e->kind != CE_STRING &&
	    param_is_reference(param))
		return reference_arg(c, e, out);
	bool is_object = e->kind == CE_STRING || e->type->kind == CT_INIT_LIST ||
	                 (e->type->kind == CT_CLASS && !memfn_of(e->type));
	if (is_object && (!param || param_wants_class(param))) {
		*out = (struct ctarg){
			.kind = TARG_DECL, .type = ctype_unqual(e->type), .init = e};
		return true;
	}
	/* of a function's arguments nvcc takes any array for a pointer */
	bool is_array = c->is_func_args && e->is_lvalue && e->type->kind == CT_ARRAY;
	e = rvalue(c, e);
	if (is_error(e))
		return false;
	if (memfn_of(e->type) && function_in(c, e)) {
		*out = (struct ctarg){
			.kind = TARG_DECL, .decl = function_in(c, e), .type = e->type};
		return true;
	}
	if (e->type->kind == CT_PTR)
		return address_arg(c, e, is_array, out);
	*out = (struct ctarg){.kind = TARG_VALUE, .type = ctype_unqual(e->type)};
	if (e->type->kind == CT_CLASS) {
		/* a class with a conversion, as std::integral_constant */
		u64 v;
		struct cexpr *i = convert(c, e, c->t->basic[CT_LONG], CONV_IMPLICIT,
		                          s->loc);
		if (is_error(i) || !const_int(c, i, &v, "a template argument"))
			return false;
		out->type = c->t->basic[CT_LONG];
		out->value = v;
		return true;
	}
	return const_int(c, e, &out->value, "a template argument");
}

static bool value_arg(struct sema *c, struct cscope *at, struct syn *s,
                      const struct syn *param, struct ctarg *out) {
	struct node_mark mark = nodes_begin(c);
	bool ok = expression_arg(c, at, s, param, out);
	if (ok && !out->set && !out->init)
		nodes_drop(c, mark);
	return ok;
}

/* Whether a name in the class means a base, by its injected class name. */
static bool is_name_of_base(struct sema *c, struct cscope *cls, struct str *name) {
	struct cdecl *d = lookup_in(c, cls, name);
	d = d && d->kind == CDECL_USING ? decl_of(c, d) : NULL;
	return d && cdecl_instance_of(d);
}

/* Whether it is a class template's name, and not that of the enclosing class or of a base
 * of it, which would be a type. */
static bool names_free_template(struct sema *c, struct cscope *at, struct syn *s,
                                struct cdecl **tmpl) {
	if (!type_names_template(c, at, s, tmpl))
		return false;
	for (; at; at = at->parent)
		if (at->kind == CSCOPE_CLASS && (at->owner->pattern == *tmpl ||
		                                 is_name_of_base(c, at, (*tmpl)->name)))
			return false;
	return true;
}

bool id_names_type(struct sema *c, struct cscope *at, struct syn *s) {
	struct cdecl *tmpl;
	if (s->kind != SYN_NAME && s->kind != SYN_QUALIFIED)
		return false;
	if (type_names_template(c, at, s, &tmpl))
		return true;
	struct syn *last;
	struct cscope *in;
	bool failed = quiet_begin(c);
	struct cdecl *d = lookup_id(c, at, s, &last, &in);
	d = d ? decl_of(c, d) : NULL;
	quiet_end(c, failed);
	return d && (d->kind == CDECL_TYPE ||
	             (d->kind == CDECL_TEMPLATE && d->template_of == CDECL_TYPE &&
	              last->kind == SYN_TEMPLATE_ID));
}

static bool read_arg(struct sema *c, struct cscope *at, struct syn *s,
                     const struct syn *param, struct ctarg *out) {
	struct cdecl *tmpl;
	if (param && param->kind == SYN_TPARAM_TEMPLATE) {
		if (type_names_template(c, at, s, &tmpl)) {
			*out = (struct ctarg){.kind = TARG_TEMPLATE, .decl = tmpl};
			return true;
		}
		if (!c->is_func_args) {
			check_error(c, s->loc, E0614,
			            "the argument must be a class template");
			return false;
		}
		param = NULL; /* the function may have an overload that takes it */
	}
	if ((!param || c->is_func_args) && names_free_template(c, at, s, &tmpl)) {
		*out = (struct ctarg){.kind = TARG_TEMPLATE, .decl = tmpl};
		return true;
	}
	if (s->kind == SYN_TYPE_ID) {
		const struct ctype *t = refuse_auto(c, type_of_type_id(c, at, s), s->loc);
		*out = (struct ctarg){.kind = TARG_TYPE, .type = t};
		return t->kind != CT_ERROR;
	}
	if (id_names_type(c, at, s)) { /* a type that was parsed as an expression */
		*out = (struct ctarg){.kind = TARG_TYPE,
		                      .type = type_of_id(c, at, s, true)};
		return out->type->kind != CT_ERROR;
	}
	return value_arg(c, at, s, param, out);
}

/* The meaning of an argument does not depend on the conversion or call that asks for
 * it. */
bool targ_read(struct sema *c, struct cscope *at, struct syn *s, const struct syn *param,
               struct ctarg *out) {
	u32 conversion = c->in_user_conversion, callee = c->callee_depth;
	c->in_user_conversion = c->callee_depth = 0;
	bool ok = read_arg(c, at, s, param, out);
	c->in_user_conversion = conversion;
	c->callee_depth = callee;
	return ok;
}

/* __integer_pack(n)... is 0, 1 ... n - 1; the C++ library makes its index sequences of
 * it. */
static bool is_integer_pack(const struct syn *s) {
	return s->kind == SYN_CALL && s->nkid == 2 &&
	       syn_call(s)->callee->kind == SYN_NAME &&
	       strcmp(syn_call(s)->callee->name->s, "__integer_pack") == 0;
}

enum { INTEGER_PACK_MAX = 1 << 16 };

static bool integer_pack(struct sema *c, struct arena *a, struct cscope *at,
                         struct syn *s, struct ctargs *out) {
	struct cexpr *n = check_value(c, at, syn_call(s)->arg[0]);
	u64 count;
	if (is_error(n) || !const_int(c, n, &count, "the length of a pack"))
		return false;
	if (count > INTEGER_PACK_MAX) {
		check_error(c, s->loc, E0614, "a pack of %lld elements; %d are allowed",
		            (long long)count, INTEGER_PACK_MAX);
		return false;
	}
	for (u64 i = 0; i < count; i++)
		vec_push(a, out,
		         ((struct ctarg){.kind = TARG_VALUE,
		                         .type = ctype_unqual(n->type),
		                         .value = i}));
	return true;
}

/* Makes room for n more arguments. */
static void reserve_args(struct arena *a, struct ctargs *out, u32 n) {
	if (out->cap - out->n >= n)
		return;
	u32 cap = MAX(out->n + n, out->n ? 2 * out->cap : 0);
	struct ctarg *at = arena_array_raw(a, struct ctarg, cap);
	if (out->n)
		memcpy(at, out->at, out->n * sizeof *at);
	*out = (struct ctargs){at, out->n, cap};
}

void template_args_drop(struct sema *c, struct ctargs *args) {
	scratch_drop_block(c->a, args->at, args->cap * sizeof *args->at);
	*args = (struct ctargs){0};
}

/* Expands the pack expansion s into arguments. */
static bool expand_args(struct sema *c, struct arena *a, struct cscope *at, struct syn *s,
                        const struct syn *param, struct ctargs *out) {
	struct syn *pattern = syn_pack_expansion(s)->node;
	u32 n = pack_length(c, at, pattern, s->loc);
	if (n == UINT32_MAX)
		return false;
	reserve_args(a, out, n);
	for (u32 k = 0; k < n; k++) {
		struct ctarg t;
		struct cscope *element = pack_element_scope(c, at, pattern, k);
		if (!targ_read(c, element, pattern, param, &t))
			return false;
		pack_element_drop(c, element);
		vec_push(a, out, t);
	}
	return true;
}

bool template_args_of(struct sema *c, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out) {
	return template_args_in(c, c->a, at, id, tmpl, out);
}

struct ctarg targ_opaque(struct sema *c, struct loc loc) {
	struct cdecl *d = cdecl_new(c->a, CDECL_TPARAM, str_lit(c->u->names, "T"), loc);
	d->type = ctype_named(c->t, CT_SYNTH, d);
	return (struct ctarg){.kind = TARG_TYPE, .type = d->type};
}

/* Reads an argument of a pattern for made-up ones: enable_if_t<(N < 4)> depends on N and
 * is a type, whether or not the made-up number is so small. */
static bool read_opaque(struct sema *c, struct cscope *at, struct syn *s,
                        const struct syn *param, struct ctarg *out) {
	bool failed = quiet_begin(c), ok = targ_read(c, at, s, param, out);
	failed = quiet_end(c, failed);
	if (!failed && ok && (out->kind != TARG_TYPE || out->type->kind != CT_ERROR))
		return true;
	if (!param || param->kind != SYN_TPARAM_TYPE)
		return false;
	*out = targ_opaque(c, s->loc);
	return true;
}

static bool read_args(struct sema *c, struct arena *a, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out) {
	const struct syn *params = tmpl ? template_canonical(c, tmpl)->params : NULL;
	bool ok = true;
	reserve_args(a, out, id->nkid);
	for (u32 i = 0; i < id->nkid; i++) {
		struct syn *s = id->kid[i];
		u32 p = out->n;
		const struct syn *param = NULL;
		if (params && p < params->nkid)
			param = params->kid[p];
		else if (params && params->nkid &&
		         tparam_is_pack(params->kid[params->nkid - 1]))
			param = params->kid[params->nkid - 1];
		if (s->kind != SYN_PACK_EXPANSION) {
			struct ctarg t;
			if (!(id == c->opaque ? read_opaque(c, at, s, param, &t)
			                      : targ_read(c, at, s, param, &t)))
				ok = false;
			else
				vec_push(a, out, t);
			continue;
		}
		if (is_integer_pack(syn_pack_expansion(s)->node)) {
			ok &= integer_pack(c, a, at, syn_pack_expansion(s)->node, out);
			continue;
		}
		if (!expand_args(c, a, at, s, param, out))
			return false;
	}
	return ok;
}

bool template_args_in(struct sema *c, struct arena *a, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out) {
	bool is_func_args = c->is_func_args;
	c->is_func_args = !tmpl || tmpl->template_of == CDECL_FUNC;
	bool ok = read_args(c, a, at, id, tmpl, out);
	c->is_func_args = is_func_args;
	return ok;
}
