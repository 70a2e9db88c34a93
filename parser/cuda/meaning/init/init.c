/* init.c - initialisation ([dcl.init]): default, value, direct, copy and list, aggregates
 * with brace elision, and the types that an initialiser completes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/init/init.h"

#include <float.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/where.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/template/pack.h"

const struct ctype *base_enter(struct sema *c, const struct cfield *f) {
	const struct ctype *outer = c->base;
	c->base = f->is_base ? ctype_unqual(f->type) : NULL;
	return outer;
}

/* ---- without an initialiser -------------------------------------------------------- */

static struct cexpr *construct_default(struct sema *c, const struct ctype *t,
                                       struct loc loc) {
	struct coverload set = {0};
	class_constructors(c, t, &set.cand);
	struct cdecl *ctor = overload_pick(c, &set, NULL, 0, loc, true);
	return ctor ? build_construct(c, t, ctor, NULL, 0, loc) : cexpr_error(c, loc);
}

/* The same after all is zero, if the constructor is not the user's ([dcl.init]/8). */
static struct cexpr *construct_value(struct sema *c, const struct ctype *t,
                                     struct loc loc) {
	struct cexpr *e = construct_default(c, t, loc);
	if (e->kind == CE_CONSTRUCT && e->decl && e->decl->is_defaulted)
		e->value = !t->decl->cls->is_empty;
	return e;
}

/* A constructor that does nothing is named, too. */
static void check_default_access(struct sema *c, const struct ctype *t, struct loc loc) {
	const struct cdecl *ctor = t->decl->cls->hidden_default;
	if (ctor)
		check_ctor_access(c, t, ctor, loc);
}

struct cexpr *init_default(struct sema *c, const struct ctype *type, struct loc loc) {
	const struct ctype *t = ctype_unqual(type);
	if (!type_complete(c, t, loc))
		return cexpr_error(c, loc);
	if (t->kind == CT_ARRAY) {
		struct cexpr *elem = init_default(c, t->base, loc);
		if (!elem || is_error(elem) || (t->has_size && t->n == 0))
			return elem && is_error(elem) ? elem : NULL;
		struct cexpr *e = cexpr_new(c, CE_FILL, t, loc);
		e->a = elem;
		return e;
	}
	if (ctype_is_ref(t)) {
		check_error(c, loc, E0627, "a reference must be initialised");
		return cexpr_error(c, loc);
	}
	if (t->kind != CT_CLASS)
		return NULL;
	if (t->decl->cls->is_trivially_default) {
		check_default_access(c, t, loc);
		return NULL;
	}
	return construct_default(c, t, loc);
}

static struct cexpr *zero(struct sema *c, const struct ctype *t, struct loc loc) {
	if (t->kind == CT_MEMPTR) {
		struct cexpr *m = cexpr_new(c, CE_MEMPTR, t, loc);
		m->value = UINT64_MAX;
		return m;
	}
	if (ctype_is_scalar(t) && ctype_size(t) <= 8)
		return cexpr_int(c, t, 0, loc);
	return cexpr_new(c, CE_ZERO, t, loc);
}

/* Whether zeros are not what an object of the type has for zero: a null pointer to data
 * member is all ones. */
static bool has_member_pointer(const struct ctype *t) {
	t = ctype_unqual(ctype_element(t));
	const struct cclass *cls = t->kind == CT_CLASS ? t->decl->cls : NULL;
	for (u32 i = 0; cls && i < (cls->is_union ? MIN(cls->field.n, 1u) : cls->field.n);
	     i++)
		if (has_member_pointer(cls->field.at[i].type))
			return true;
	return t->kind == CT_MEMPTR;
}

static struct cexpr *zero_object(struct sema *c, const struct ctype *t, struct loc loc) {
	if (!has_member_pointer(t))
		return cexpr_new(c, CE_ZERO, t, loc);
	if (t->kind == CT_MEMPTR)
		return zero(c, t, loc);
	if (t->kind == CT_ARRAY) {
		struct cexpr *e = cexpr_new(c, CE_FILL, t, loc);
		e->a = zero_object(c, ctype_unqual(t->base), loc);
		return e;
	}
	const struct cclass *cls = t->decl->cls;
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	e->narg = cls->is_union ? 1 : cls->field.n;
	e->arg = node_array(c, struct cexpr *, e->narg);
	for (u32 i = 0; i < e->narg; i++)
		if (has_member_pointer(cls->field.at[i].type))
			e->arg[i] = zero_object(c, ctype_unqual(cls->field.at[i].type),
			                        loc);
	return e;
}

struct cexpr *init_static(struct sema *c, const struct ctype *t, struct loc loc) {
	return has_member_pointer(t) ? zero_object(c, ctype_unqual(t), loc) : NULL;
}

/* Initialises from {}. */
static struct cexpr *init_empty(struct sema *c, const struct ctype *t, struct loc loc) {
	struct syn *list = arena_new(c->a, struct syn);
	list->kind = SYN_INIT_LIST;
	list->loc = loc;
	return init_from_list(c, t->decl->inner, t, list, loc);
}

/* Initialises what an aggregate's list leaves out: as from {}, which an aggregate without
 * default constructor has, too. */
static struct cexpr *init_rest(struct sema *c, const struct ctype *type, struct loc loc) {
	const struct ctype *t = ctype_unqual(type);
	bool is_list = t->kind == CT_CLASS && type_complete(c, t, loc) &&
	               t->decl->cls->is_aggregate && t->decl->cls->no_default;
	return is_list ? init_empty(c, t, loc) : init_value(c, type, loc);
}

struct cexpr *init_value(struct sema *c, const struct ctype *type, struct loc loc) {
	const struct ctype *t = ctype_unqual(type);
	if (t->kind == CT_ERROR || !type_complete(c, t, loc))
		return cexpr_error(c, loc);
	if (t->kind == CT_ARRAY) {
		struct cexpr *elem = init_value(c, t->base, loc);
		if (is_error(elem) || elem->kind == CE_ZERO || elem->kind == CE_CONST)
			return is_error(elem) ? elem : cexpr_new(c, CE_ZERO, t, loc);
		struct cexpr *e = cexpr_new(c, CE_FILL, t, loc);
		e->a = elem;
		return e;
	}
	if (t->kind != CT_CLASS)
		return zero(c, t, loc);
	struct cclass *cls = t->decl->cls;
	if (cls->is_trivially_default) { /* zeros, then nothing ([dcl.init]/8) */
		check_default_access(c, t, loc);
		return zero_object(c, t, loc);
	}
	/* a base is made by the class, which may access its constructor */
	return cls->is_aggregate && !cls->no_default && !cls->nbase
	               ? init_empty(c, t, loc)
	               : construct_value(c, t, loc);
}

/* ---- from arguments ---------------------------------------------------------------- */

static struct cexpr *default_member_init(struct sema *c, struct cexpr *list,
                                         struct cfield *f, struct loc loc);

static struct cexpr *too_many(struct sema *c, const struct ctype *t, struct loc loc) {
	check_error(c, loc, E0627, "too many initialisers for '%s'",
	            check_type_text(c, t));
	return cexpr_error(c, loc);
}

/* Whether an object without an initialiser in its list is more than zeros. */
static bool is_not_zero(const struct ctype *t) {
	const struct ctype *of = ctype_element(t);
	return (of->kind == CT_CLASS && !of->decl->cls->is_trivially_default) ||
	       has_member_pointer(t);
}

static struct cexpr *lacks_reference(struct sema *c, const struct cfield *f,
                                     struct loc loc) {
	check_error(c, loc, E0627, "the reference member '%s' is not initialised",
	            f->name ? f->name->s : "?");
	return cexpr_error(c, loc);
}

static bool is_char_array(const struct ctype *t);
static struct cexpr *init_chars(struct sema *c, const struct ctype *t, const char *text,
                                u64 length, struct loc loc);

/* Arguments of arrays are lists or strings. */
static struct cexpr *element_from(struct sema *c, const struct ctype *t,
                                  struct cexpr *arg) {
	if (t->kind == CT_ARRAY && arg->type->kind == CT_INIT_LIST)
		return init_from_list(c, arg->set->at, t, arg->set->list, arg->loc);
	if (arg->kind == CE_STRING && is_char_array(t))
		return init_chars(c, t, arg->text, arg->length, arg->loc);
	return init_from(c, t, &arg, 1, INIT_COPY, arg->loc);
}

/* One part of T(a, b): from its argument, or as if the list were a braced one. */
static struct cexpr *part_from(struct sema *c, struct cexpr *list, struct cfield *f,
                               struct cexpr *arg, struct loc loc) {
	if (arg)
		return element_from(c, f->type, arg);
	struct cexpr *e = f->is_base ? NULL : default_member_init(c, list, f, loc);
	if (!e && ctype_is_ref(f->type))
		return lacks_reference(c, f, loc);
	return e ? e : init_rest(c, f->type, loc);
}

/* T(a, b) of an aggregate, from C++20 on: its parts in their order, a union's first one
 * ([dcl.init]/16.6.2.2). */
static struct cexpr *aggregate_from(struct sema *c, const struct ctype *t,
                                    struct cexpr **arg, u32 narg, struct loc loc) {
	struct cclass *cls = t->decl->cls;
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	e->op = LIST_PARENS;
	u32 n = cls->is_union && cls->field.n ? 1 : cls->field.n, i = 0;
	e->arg = node_array(c, struct cexpr *, n + 1);
	e->narg = n;
	for (u32 k = 0; k < n; k++) {
		struct cfield *f = &cls->field.at[k];
		if (!f->is_base && !f->name && !f->is_anonymous)
			continue; /* padding */
		const struct ctype *outer = base_enter(c, f);
		e->arg[k] = part_from(c, e, f, i < narg ? arg[i] : NULL, loc);
		c->base = outer;
		i++;
		if (is_error(e->arg[k]))
			return e->arg[k];
	}
	return i < narg ? too_many(c, t, arg[i]->loc) : e;
}

/* int a[3](1, 2), from C++20 on. */
static struct cexpr *array_from(struct sema *c, const struct ctype *t, struct cexpr **arg,
                                u32 narg, struct loc loc) {
	if (t->has_size && narg > t->n)
		return too_many(c, t, arg[t->n]->loc);
	bool has_rest = t->has_size && t->n < 1 << 20 && is_not_zero(t);
	u32 n = has_rest ? (u32)t->n : narg;
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	e->op = LIST_PARENS;
	e->narg = n;
	e->arg = node_array(c, struct cexpr *, n + 1);
	for (u32 i = 0; i < n; i++) {
		e->arg[i] = i < narg ? element_from(c, t->base, arg[i])
		                     : init_rest(c, t->base, loc);
		e->field += i >= narg;
		if (is_error(e->arg[i]))
			return e->arg[i];
	}
	return e;
}

static bool has_paren_aggregates(const struct sema *c) {
	return c->u->opt->standard >= 20;
}

/* A class, or a part of one, is copied: copy-initialisation considers the converting
 * constructors only ([over.match.funcs]/8). */
static struct cexpr *init_copy(struct sema *c, const struct ctype *t, struct cexpr *from,
                               struct loc loc) {
	struct coverload all = {0}, set = {0};
	class_constructors(c, t, &all.cand);
	for (u32 i = 0; i < all.cand.n; i++)
		if (!func_is_explicit(c, all.cand.at[i]))
			vec_push(c->a, &set.cand, all.cand.at[i]);
	bool has_explicit = set.cand.n < all.cand.n;
	struct cdecl *ctor = overload_pick(c, &set, &from, 1, loc, !has_explicit);
	if (ctor)
		return build_construct(c, t, ctor, &from, 1, loc);
	if (has_explicit && overload_pick(c, &all, &from, 1, loc, false))
		check_error(c, loc, E0604,
		            "this copy would use an explicit constructor of '%s'",
		            check_type_text(c, t));
	else if (has_explicit)
		overload_pick(c, &set, &from, 1, loc, true); /* reports */
	return cexpr_error(c, loc);
}

/* Whether the constructor would copy what a conversion function returns by value, which
 * then is the object (CWG 2327, as GCC and nvcc have it). */
static bool copies_result(struct sema *c, const struct ctype *t, const struct cdecl *ctor,
                          struct cexpr *e) {
	enum special what = class_special_of(ctor, t);
	if (e->type->kind != CT_CLASS || (what != SPECIAL_COPY && what != SPECIAL_MOVE))
		return false;
	struct ics ics = ics_find(c, e, t, CONV_EXPLICIT);
	return ics.kind == ICS_USER && ics.func->is_conversion &&
	       ctype_unqual(ics.func->type->base) == t;
}

static struct cexpr *init_class(struct sema *c, const struct ctype *t, struct cexpr **arg,
                                u32 narg, enum init_kind kind, struct loc loc) {
	if (!type_complete(c, t, loc))
		return cexpr_error(c, loc);
	if (narg == 0)
		return kind == INIT_DEFAULT ? init_default(c, t, loc)
		                            : init_value(c, t, loc);
	struct cexpr *a = arg[0];
	if (narg == 1 && ctype_unqual(a->type) == t && !a->is_lvalue)
		return a; /* elided ([dcl.init]/17.6.1) */
	bool same = a->type->kind == CT_CLASS && class_base_depth(c, a->type, t) >= 0;
	const struct cclass *cls = t->decl->cls;
	/* no implicit constructor copies a volatile object ([class.copy.ctor]/7) */
	bool is_volatile = a->type->quals & Q_VOLATILE && !memfn_of(t) &&
	                   !complex_part(t);
	bool takes_const = !cls->copies_mutable;
	if (narg == 1 && same && a->is_lvalue && !is_volatile && takes_const &&
	    !(kind == INIT_COPY && cls->has_explicit_copy) &&
	    ((!cls->has_user_ctor && !cls->has_rival_ctor) || complex_part(t)) &&
	    (a->is_xvalue ? cls->trivial_move && !cls->no_move
	                  : cls->trivial_copy && !cls->no_copy)) {
		check_base_access(c, a->type, t, loc);
		return cexpr_load(c, class_to_base(c, a, t, loc));
	}
	if (kind == INIT_COPY && !same)
		return convert(c, a, t, CONV_IMPLICIT, loc);
	if (kind == INIT_COPY)
		return init_copy(c, t, a, loc);
	struct coverload set = {0};
	class_constructors(c, t, &set.cand);
	bool is_aggregate = cls->is_aggregate && has_paren_aggregates(c) && !same &&
	                    kind == INIT_DIRECT;
	struct cdecl *ctor = overload_pick(c, &set, arg, narg, loc,
	                                   !is_aggregate && (narg != 1 || same));
	if (ctor && narg == 1 && !same && copies_result(c, t, ctor, a))
		return convert(c, a, t, CONV_EXPLICIT, loc);
	if (ctor)
		return build_construct(c, t, ctor, arg, narg, loc);
	if (narg == 1 && !same && a->type->kind == CT_CLASS &&
	    ics_find(c, a, t, CONV_EXPLICIT).kind == ICS_USER)
		return convert(c, a, t, CONV_EXPLICIT, loc);
	if (is_aggregate)
		return aggregate_from(c, t, arg, narg, loc);
	if (narg == 1 && !same)
		overload_pick(c, &set, arg, narg, loc, true); /* reports */
	return cexpr_error(c, loc);
}

struct cexpr *init_from(struct sema *c, const struct ctype *type, struct cexpr **arg,
                        u32 narg, enum init_kind kind, struct loc loc) {
	const struct ctype *t = ctype_unqual(type);
	for (u32 i = 0; i < narg; i++)
		if (is_error(arg[i]))
			return arg[i];
	if (t->kind == CT_ERROR)
		return cexpr_error(c, loc);
	if (t->kind == CT_CLASS)
		return init_class(c, t, arg, narg, kind, loc);
	if (narg == 0)
		return kind == INIT_DEFAULT ? init_default(c, t, loc)
		                            : init_value(c, t, loc);
	if (narg == 1 && t->kind == CT_ARRAY && arg[0]->type->kind == CT_ARRAY &&
	    !arg[0]->is_lvalue)
		return arg[0];
	if (t->kind == CT_ARRAY && kind == INIT_DIRECT && has_paren_aggregates(c))
		return array_from(c, t, arg, narg, loc);
	if (narg != 1 || t->kind == CT_ARRAY) {
		check_error(c, loc, E0627, "cannot initialise '%s' from %u values",
		            check_type_text(c, t), narg);
		return cexpr_error(c, loc);
	}
	return convert(c, arg[0], type, kind == INIT_COPY ? CONV_IMPLICIT : CONV_EXPLICIT,
	               loc);
}

/* ---- lists ------------------------------------------------------------------------- */

struct init_cursor {
	VEC(struct init_part) elem;
	u32 i;
};

static void expand_list(struct sema *c, struct cscope *at, struct syn *list,
                        struct init_cursor *cur) {
	for (u32 i = 0; i < list->nkid; i++) {
		struct syn *s = list->kid[i];
		if (s->kind != SYN_PACK_EXPANSION) {
			vec_push(c->a, &cur->elem, (struct init_part){s, at});
			continue;
		}
		u32 n = pack_length(c, at, syn_pack_expansion(s)->node, s->loc);
		for (u32 k = 0; n != UINT32_MAX && k < n; k++)
			vec_push(c->a, &cur->elem,
			         (struct init_part){
					 syn_pack_expansion(s)->node,
					 pack_element_scope(
						 c, at, syn_pack_expansion(s)->node, k)});
	}
}

u32 init_list_parts(struct sema *c, struct cscope *at, struct syn *list,
                    struct init_part *first) {
	struct init_cursor parts = {0};
	if (list->nkid == 1 && list->kid[0]->kind != SYN_PACK_EXPANSION) {
		*first = (struct init_part){list->kid[0], at};
		return 1;
	}
	expand_list(c, at, list, &parts);
	if (parts.elem.n)
		*first = parts.elem.at[0];
	return parts.elem.n;
}

static bool is_char_array(const struct ctype *t) {
	enum ctype_kind k = t->kind == CT_ARRAY ? ctype_unqual(t->base)->kind : CT_VOID;
	return k == CT_CHAR || k == CT_SCHAR || k == CT_UCHAR || k == CT_WCHAR ||
	       k == CT_CHAR16 || k == CT_CHAR32 || k == CT_CHAR8;
}

static struct syn *string_of(struct syn *s) {
	while (s->kind == SYN_PAREN || (s->kind == SYN_INIT_LIST && s->nkid == 1))
		s = s->kid[0];
	return s->kind == SYN_STRING ? s : NULL;
}

static struct cexpr *init_chars(struct sema *c, const struct ctype *t, const char *text,
                                u64 length, struct loc loc) {
	u64 size = ctype_size(t->base), n = length / size,
	    have = t->has_size ? t->n : n + 1;
	if (n && n >= have) { /* the final zero must fit, too */
		check_error(c, loc, E0627, "the string is longer than the array");
		return cexpr_error(c, loc);
	}
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST,
	                            ctype_array(c->t, ctype_unqual(t->base), true, have),
	                            loc);
	e->narg = (u32)n;
	e->arg = node_array(c, struct cexpr *, n + 1);
	for (u64 i = 0; i < n; i++) {
		u64 v = 0;
		memcpy(&v, text + i * size, size);
		e->arg[i] = cast_scalar(c, cexpr_int(c, c->t->basic[CT_ULONG], v, loc),
		                        t->base);
	}
	return e;
}

static struct cexpr *init_string(struct sema *c, const struct ctype *t, struct syn *s) {
	return init_chars(c, t, s->text, s->length, s->loc);
}

static struct cexpr *init_aggregate(struct sema *c, const struct ctype *t,
                                    struct init_cursor *cur, struct loc loc);

static bool is_aggregate(struct sema *c, const struct ctype *t) {
	return t->kind == CT_ARRAY || (t->kind == CT_CLASS && type_try_complete(c, t) &&
	                               t->decl->cls->is_aggregate);
}

/* ---- narrowing ([dcl.init.list]/7) ---- */

bool holds_int(const struct ctype *to, const struct ctype *from, u64 v) {
	bool is_negative = ctype_is_signed(from) && (s64)v < 0;
	if (to->kind == CT_BOOL)
		return v <= 1;
	return ctype_wrap(to, v) == v && (!is_negative || ctype_is_signed(to)) &&
	       (is_negative || (s64)ctype_wrap(to, v) >= 0 || !ctype_is_signed(to));
}

static bool holds_all(const struct ctype *to, const struct ctype *from) {
	u64 a = from->kind == CT_BOOL ? 1 : ctype_size(from) * 8,
	    b = to->kind == CT_BOOL ? 1 : ctype_size(to) * 8;
	bool from_signed = ctype_is_signed(from), to_signed = ctype_is_signed(to);
	return from_signed == to_signed ? b >= a : to_signed && b > a;
}

static bool narrows(const struct cexpr *e, const struct ctype *to) {
	const struct ctype *from = ctype_unqual(ctype_underlying(e->type));
	bool known = e->kind == CE_CONST && ctype_size(from) <= 8;
	double d = 0;
	if (known && ctype_is_floating(from))
		memcpy(&d, &e->value, sizeof d);
	if (ctype_is_floating(from) && !ctype_is_floating(to))
		return true;
	if (ctype_is_floating(from))
		return ctype_size(to) < ctype_size(from) &&
		       !(known && (d != d || (d >= -FLT_MAX && d <= FLT_MAX)));
	if (!ctype_is_floating(to))
		return !(known ? holds_int(to, from, e->value) : holds_all(to, from));
	if (!known)
		return true;
	d = ctype_is_signed(from) ? (double)(s64)e->value : (double)e->value;
	if (to->kind == CT_FLOAT)
		d = (double)(float)d;
	return ctype_is_signed(from)
	               ? d != (double)(s64)e->value || (s64)d != (s64)e->value
	               : d >= 0x1p64 || (u64)d != e->value;
}

/* Whether e is an integer constant for an integer type: if it does not fit, the
 * conversion says so (warn_constant). */
static bool is_int_constant(const struct cexpr *e, const struct ctype *to) {
	return e->kind == CE_CONST && ctype_is_integer(to) &&
	       ctype_is_integer(ctype_underlying(e->type));
}

/* Whether the conversion of v to a type narrows it ([dcl.init.list]/7). A constant
 * expression counts by its value, however it is written. */
static bool is_narrowed(struct sema *c, struct cexpr *v, const struct ctype *to) {
	u64 value;
	if (!narrows(v, to))
		return false;
	if (v->kind == CE_CONST)
		return c->quiet || !is_int_constant(v, to);
	return !const_try(c, v, &value) ||
	       narrows(cexpr_int(c, ctype_unqual(v->type), value, v->loc), to);
}

/* A substitution fails where a program gets a warning, as with nvcc. */
static void narrowing(struct sema *c, const struct ctype *from, const struct ctype *to,
                      struct loc loc) {
	if (!c->quiet)
		check_warning(c, loc, E0636,
		              "narrowing conversion of '%s' to '%s' in a braced list",
		              check_type_text(c, from), check_type_text(c, to));
	else if (!c->in_list_conversion)
		c->failed = true;
}

static struct cexpr *init_listed(struct sema *c, struct cscope *at,
                                 const struct ctype *type, struct syn *s) {
	const struct ctype *to = ctype_unqual(type);
	if (!ctype_is_arithmetic(to) || s->kind == SYN_INIT_LIST)
		return init_object(c, at, type, s, INIT_COPY, s->loc);
	struct cexpr *e = check_expr(c, at, s);
	struct cexpr *v = e->type->kind == CT_CLASS ? e : rvalue(c, e);
	if (!is_error(v) && (ctype_is_arithmetic(v->type) || v->type->kind == CT_ENUM) &&
	    v->type->kind != CT_LDOUBLE && is_narrowed(c, v, to))
		narrowing(c, ctype_unqual(v->type), to, s->loc);
	else if (c->quiet && to->kind == CT_BOOL &&
	         (v->type->kind == CT_PTR || v->type->kind == CT_MEMPTR))
		narrowing(c, v->type, to, s->loc);
	return init_from(c, type, &e, 1, INIT_COPY, s->loc);
}

/* One element or field from the cursor; braces of its own may have been left out
 * ([dcl.init.aggr]/15). */
static struct cexpr *init_element(struct sema *c, const struct ctype *type,
                                  struct init_cursor *cur, struct loc loc) {
	struct init_part *e = &cur->elem.at[cur->i];
	const struct ctype *t = ctype_unqual(type);
	struct syn *s = e->syn->kind == SYN_DESIGNATED ? syn_designated(e->syn)->init
	                                               : e->syn;
	if (s->kind == SYN_INIT_LIST || (is_char_array(t) && string_of(s))) {
		cur->i++;
		return init_object(c, e->at, type, s, INIT_LIST_COPY, s->loc);
	}
	if (is_aggregate(c, t)) {
		bool whole = false;
		if (t->kind == CT_CLASS) {
			struct cexpr *x = check_expr(c, e->at, s);
			whole = is_error(x) ||
			        ics_find(c, x, t, CONV_IMPLICIT).kind != ICS_BAD;
			if (whole) {
				cur->i++;
				return init_from(c, t, &x, 1, INIT_COPY, s->loc);
			}
		}
		u32 before = cur->i;
		e->syn = s; /* what names this element names no part of it */
		struct cexpr *whole_of_parts = init_aggregate(c, t, cur, loc);
		if (cur->i > before || is_error(whole_of_parts))
			return whole_of_parts;
		check_error(c, s->loc, E0615,
		            "'%s' has no part that this could initialise",
		            check_type_text(c, t));
		return cexpr_error(c, s->loc);
	}
	cur->i++;
	return init_listed(c, e->at, type, s);
}

/* Sets the place that the index of [i] = init names. */
static bool find_place(struct sema *c, const struct ctype *t, struct cscope *at,
                       struct syn *index, u64 *place) {
	const u64 most = t->has_size ? t->n : 1 << 24;
	struct cexpr *i = rvalue(c, check_expr(c, at, index));
	if (is_error(i))
		return false;
	if (!ctype_is_integer(ctype_underlying(i->type))) {
		check_error(c, index->loc, E0627, "the index of an element is a '%s'",
		            check_type_text(c, i->type));
		return false;
	}
	if (!const_int(c, i, place, "the index of an element"))
		return false;
	if (*place < most)
		return true;
	if (t->has_size)
		check_error(c, index->loc, E0627, "no element %lld in '%s'",
		            (long long)*place, check_type_text(c, t));
	else
		check_error(c, index->loc, E0627,
		            "the index of an element is not between 0 and %llu",
		            (unsigned long long)most - 1);
	return false;
}

/* Sets the places that [first ... last] = init, or [i] = init, names. */
static bool find_places(struct sema *c, const struct ctype *t, struct init_part *e,
                        u64 *first, u64 *last) {
	struct syn *index = syn_designated(e->syn)->index,
		   *end = syn_designated(e->syn)->last;
	if (!index) {
		check_error(c, e->syn->loc, E0627,
		            "'.%s' names no element of an array; [i] = does",
		            e->syn->name->s);
		return false;
	}
	if (!find_place(c, t, e->at, index, first) ||
	    (end && !find_place(c, t, e->at, end, last)))
		return false;
	if (!end)
		*last = *first;
	if (*last >= *first)
		return true;
	check_error(c, end->loc, E0627, "the range of elements ends before it begins");
	return false;
}

/* Adds what a chain of designators says to what the chain before it says, if both are of
 * one element: [1].a = 2, [1].b = 3 is [1] = {.a = 2, .b = 3}. */
static void join_chains(struct sema *c, struct init_part *e,
                        const struct init_part *before) {
	struct syn *s = syn_designated(e->syn)->init,
		   *first = before ? syn_designated(before->syn)->init : NULL;
	if (!first || !(s->flags & SYNF_CHAIN) || !(first->flags & SYNF_CHAIN))
		return;
	struct syn *list = arena_copy(c->a, first, sizeof *first, 8),
		   *joined = arena_copy(c->a, e->syn, sizeof *e->syn, 8);
	list->kid = arena_array(c->a, struct syn *, first->nkid + s->nkid);
	list->nkid = first->nkid + s->nkid;
	memcpy(list->kid, first->kid, first->nkid * sizeof *list->kid);
	memcpy(list->kid + first->nkid, s->kid, s->nkid * sizeof *list->kid);
	joined->kid = arena_copy(c->a, e->syn->kid, e->syn->nkid * sizeof *joined->kid,
	                         8);
	syn_designated(joined)->init = list;
	e->syn = joined;
}

static struct cexpr *init_array(struct sema *c, const struct ctype *t,
                                struct init_cursor *cur, struct loc loc) {
	struct cexprs out = {0};
	u64 place = 0, last, made = 0;
	struct init_part *before = NULL; /* has designated `made` */
	for (; cur->i < cur->elem.n; place = last + 1) {
		struct init_part *part = &cur->elem.at[cur->i];
		last = place;
		if (part->syn->kind == SYN_DESIGNATED) {
			if (!find_places(c, t, part, &place, &last))
				return cexpr_error(c, part->syn->loc);
			if (before && place < made &&
			    syn_designated(part->syn)->init->flags & SYNF_CHAIN) {
				check_error(c, part->syn->loc, E0627,
				            "a chain of designators for an element "
				            "before that of the last one");
				return cexpr_error(c, part->syn->loc);
			}
			join_chains(c, part, place == made ? before : NULL);
			before = part;
			made = place;
		} else if (t->has_size && place >= t->n) {
			break;
		}
		while (out.n <= last) {
			bool is_gap = out.n < place && is_not_zero(t->base);
			struct cexpr *rest = is_gap ? init_rest(c, t->base, loc) : NULL;
			vec_push(c->a, &out, rest);
		}
		struct cexpr *e = init_element(c, t->base, cur, loc);
		if (e && is_error(e))
			return e;
		/* each of them gets it, which only a constant may be */
		if (e && last > place &&
		    !const_check_object(c, t->base, e,
		                        "the initialiser of a range of elements"))
			return cexpr_error(c, e->loc);
		while (place < last)
			out.at[place++] = e;
		out.at[last] = e;
	}
	struct cexpr *e = cexpr_new(
		c, CE_INIT_LIST,
		t->has_size ? t : ctype_array(c->t, t->base, true, out.n), loc);
	/* elements that are not zeros are made one by one */
	if (t->has_size && out.n < t->n && t->n < 1 << 20 && is_not_zero(t->base))
		for (; out.n < t->n; e->field++)
			vec_push(c->a, &out, init_rest(c, t->base, loc));
	e->arg = out.at;
	e->narg = out.n;
	return e;
}

/* Checks the default initialiser of a member for which the list has none, as in a
 * constructor. */
static struct cexpr *default_member_init(struct sema *c, struct cexpr *list,
                                         struct cfield *f, struct loc loc) {
	struct syn *init = f->decl && f->decl->declarator
	                           ? syn_init_decl(f->decl->declarator)->init
	                           : NULL;
	if (!init)
		return NULL;
	if (!check_enter(c, loc))
		return cexpr_error(c, loc);
	struct loc site = site_enter(c, loc);
	struct init_self self = {.cls = list->type, .fn = c->fn, .var = list->decl},
			 *outer = c->self;
	c->self = &self;
	struct cexpr *e = init_object(
		c, list->type->decl->inner, f->type, init,
		init->kind == SYN_INIT_LIST ? INIT_LIST_DIRECT : INIT_COPY, loc);
	c->self = outer;
	list->decl = self.var;
	site_leave(c, site);
	check_leave(c);
	if (e)
		e->is_default = true;
	return e;
}

/* Returns the member of the name, or the anonymous one that has it; -1. */
static int field_of_name(const struct ctype *t, const struct str *name) {
	const struct cclass *cls = t->decl->cls;
	for (u32 i = 0; i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		if ((name && f->name == name) ||
		    (f->is_anonymous && field_of_name(ctype_unqual(f->type), name) >= 0))
			return (int)i;
	}
	return -1;
}

static int designated_field(struct sema *c, const struct ctype *t, struct syn *s) {
	if (!s->name) {
		check_error(c, s->loc, E0627, "an index names no member of '%s'",
		            check_type_text(c, t));
		return -1;
	}
	int field = field_of_name(t, s->name);
	if (field >= 0)
		return field;
	check_error(c, s->loc, E0601, "no member named '%s' in '%s'", s->name->s,
	            check_type_text(c, t));
	return -1;
}

static struct cexpr *init_union(struct sema *c, const struct ctype *t,
                                struct init_cursor *cur, struct loc loc);
static struct cexpr *init_struct(struct sema *c, const struct ctype *t,
                                 struct init_cursor *cur, bool is_part, struct loc loc);

/* .x = 1, where x may be a member of the anonymous member f: that takes what is
 * designated in it. */
static struct cexpr *init_field(struct sema *c, const struct cfield *f,
                                struct init_cursor *cur, struct loc loc) {
	const struct syn *s = cur->elem.at[cur->i].syn;
	const struct ctype *t = ctype_unqual(f->type);
	if (s->kind != SYN_DESIGNATED || !f->is_anonymous)
		return init_element(c, f->type, cur, loc);
	return t->decl->cls->is_union ? init_union(c, t, cur, loc)
	                              : init_struct(c, t, cur, true, loc);
}

static struct cexpr *init_union(struct sema *c, const struct ctype *t,
                                struct init_cursor *cur, struct loc loc) {
	struct cclass *cls = t->decl->cls;
	if (cur->i >= cur->elem.n || !cls->field.n) {
		/* the member that has its own initialiser */
		struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
		for (u32 i = 0; i < cls->field.n; i++) {
			struct cexpr *d = default_member_init(c, e, &cls->field.at[i],
			                                      loc);
			if (d) {
				e->field = i;
				e->narg = 1;
				e->arg = arena_copy(c->a, &d, sizeof d, 8);
				return e;
			}
		}
		return cexpr_new(c, CE_ZERO, t, loc);
	}
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	struct syn *s = cur->elem.at[cur->i].syn;
	int field = s->kind == SYN_DESIGNATED ? designated_field(c, t, s) : 0;
	if (field < 0)
		return cexpr_error(c, loc);
	e->field = (u32)field;
	struct cexpr *x = init_field(c, &cls->field.at[field], cur, loc);
	if (x && is_error(x))
		return x;
	e->narg = 1;
	e->arg = arena_copy(c->a, &x, sizeof x, 8);
	return e;
}

static bool initialises(struct sema *c, const struct init_cursor *cur,
                        const struct ctype *t) {
	const struct init_part *e = &cur->elem.at[cur->i];
	struct cexpr *x = e->syn->kind == SYN_DESIGNATED ? NULL
	                                                 : check_expr(c, e->at, e->syn);
	return x && !is_error(x) &&
	       ics_find(c, x, ctype_unqual(t), CONV_IMPLICIT).kind != ICS_BAD;
}

/* `is_part`: an anonymous member, after which the list continues with members of the
 * enclosing class. */
static struct cexpr *init_struct(struct sema *c, const struct ctype *t,
                                 struct init_cursor *cur, bool is_part, struct loc loc) {
	struct cclass *cls = t->decl->cls;
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	e->narg = cls->field.n;
	e->arg = node_array(c, struct cexpr *, cls->field.n + 1);
	bool *given = arena_array(c->a, bool, cls->field.n + 1);
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (!f->is_base && !f->name && !f->is_anonymous)
			continue; /* padding */
		if (cur->i >= cur->elem.n)
			break;
		struct syn *s = cur->elem.at[cur->i].syn;
		if (is_part &&
		    (s->kind != SYN_DESIGNATED || field_of_name(t, s->name) < 0))
			break;
		if (s->kind == SYN_DESIGNATED) {
			int field = designated_field(c, t, s);
			if (field < 0)
				return cexpr_error(c, loc);
			i = (u32)field;
			f = &cls->field.at[i];
			if (given[i]) {
				check_error(c, s->loc, E0627, "'%s' is initialised twice",
				            s->name->s);
				return cexpr_error(c, loc);
			}
		}
		if (f->is_base && f->type->decl->cls->is_empty &&
		    s->kind != SYN_INIT_LIST && !initialises(c, cur, f->type))
			continue;
		given[i] = true;
		const struct ctype *outer = base_enter(c, f);
		e->arg[i] = init_field(c, f, cur, loc);
		c->base = outer;
		if (e->arg[i] && is_error(e->arg[i]))
			return e->arg[i];
	}
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (given[i])
			continue;
		e->arg[i] = f->is_base ? NULL : default_member_init(c, e, f, loc);
		if (!e->arg[i] && ctype_is_ref(f->type))
			return lacks_reference(c, f, loc);
		const struct ctype *outer = base_enter(c, f);
		if (!e->arg[i] && is_not_zero(f->type))
			e->arg[i] = init_rest(c, f->type, loc);
		c->base = outer;
		if (e->arg[i] && is_error(e->arg[i]))
			return e->arg[i];
	}
	return e;
}

static struct cexpr *init_aggregate(struct sema *c, const struct ctype *t,
                                    struct init_cursor *cur, struct loc loc) {
	if (t->kind == CT_ARRAY)
		return init_array(c, t, cur, loc);
	return t->decl->cls->is_union ? init_union(c, t, cur, loc)
	                              : init_struct(c, t, cur, false, loc);
}

/* {x} where x is a t already. */
static bool is_same_class(struct sema *c, const struct ctype *t,
                          const struct init_cursor *cur) {
	if (cur->elem.n != 1 || cur->elem.at[0].syn->kind == SYN_INIT_LIST)
		return false;
	struct cexpr *x = check_expr(c, cur->elem.at[0].at, cur->elem.at[0].syn);
	return ctype_unqual(x->type) == ctype_unqual(t);
}

/* All elements have designators or none has from C++20 on ([dcl.init.general]); before it
 * they are the compiler's own, which lets them mix. */
static bool check_designators(struct sema *c, const struct init_cursor *cur) {
	for (u32 i = 1; c->u->opt->standard >= 20 && i < cur->elem.n; i++) {
		struct syn *s = cur->elem.at[i].syn;
		if ((s->kind == SYN_DESIGNATED) ==
		    (cur->elem.at[0].syn->kind == SYN_DESIGNATED))
			continue;
		check_error(c, s->loc, E0627,
		            "elements with designators and without in one list");
		return false;
	}
	return true;
}

/* Reports the element s of a list that no member takes. */
static struct cexpr *left_over(struct sema *c, const struct ctype *t,
                               const struct syn *s) {
	if (s->kind != SYN_DESIGNATED || !s->name || t->kind != CT_CLASS)
		return too_many(c, t, s->loc);
	check_error(c, s->loc, E0627, "'%s' is designated after a member behind it",
	            s->name->s);
	return cexpr_error(c, s->loc);
}

struct cexpr *init_from_list(struct sema *c, struct cscope *at, const struct ctype *type,
                             struct syn *list, struct loc loc) {
	const struct ctype *t = ctype_unqual(type);
	if (t->kind == CT_ERROR)
		return cexpr_error(c, loc);
	struct init_cursor cur = {0};
	expand_list(c, at, list, &cur);
	if (t->kind != CT_CLASS && t->kind != CT_ARRAY) {
		if (cur.elem.n == 0)
			return ctype_is_ref(type)
			               ? materialise(c, init_value(c, type->base, loc))
			               : init_value(c, t, loc);
		if (cur.elem.n > 1)
			return too_many(c, t, loc);
		return init_listed(c, cur.elem.at[0].at, type, cur.elem.at[0].syn);
	}
	if (!type_complete(c, t->kind == CT_ARRAY && !t->has_size ? t->base : t, loc))
		return cexpr_error(c, loc);
	if (list_element(t) && !is_same_class(c, t, &cur))
		return list_make(c, at, t, list, loc);
	if (is_char_array(t) && string_of(list))
		return init_string(c, t, string_of(list));
	bool aggregate = is_aggregate(c, t);
	if (t->kind == CT_CLASS && cur.elem.n == 1 &&
	    cur.elem.at[0].syn->kind != SYN_INIT_LIST &&
	    cur.elem.at[0].syn->kind != SYN_DESIGNATED) {
		struct cexpr *x = check_expr(c, cur.elem.at[0].at, cur.elem.at[0].syn);
		if (is_error(x))
			return x;
		if (x->type->kind == CT_CLASS && class_base_depth(c, x->type, t) >= 0)
			return init_from(c, t, &x, 1, INIT_DIRECT, loc);
	}
	if (aggregate && !check_designators(c, &cur))
		return cexpr_error(c, loc);
	if (aggregate) {
		struct cexpr *e = init_aggregate(c, t, &cur, loc);
		if (cur.i < cur.elem.n && !is_error(e))
			return left_over(c, t, cur.elem.at[cur.i].syn);
		return e;
	}
	struct cexpr *whole = check_init_list(c, at, list);
	struct cdecl *ctor = t->kind == CT_CLASS ? list_constructor(c, t, whole) : NULL;
	if (ctor)
		return build_construct(c, t, ctor, &whole, 1, loc);
	if (!cur.elem.n)
		return init_value(c, t, loc);
	struct cexprs args = {0};
	for (u32 i = 0; i < cur.elem.n; i++) {
		struct syn *s = cur.elem.at[i].syn;
		vec_push(c->a, &args,
		         s->kind == SYN_INIT_LIST
		                 ? check_init_list(c, cur.elem.at[i].at, s)
		                 : check_expr(c, cur.elem.at[i].at, s));
	}
	return init_from(c, t, args.at, args.n, INIT_DIRECT, loc);
}

/* ---- from syntax ------------------------------------------------------------------- */

/* E{3}: makes an enumeration whose underlying type is fixed from a number
 * ([dcl.init.list]/3.8); NULL if it is not that. */
static struct cexpr *enum_from_number(struct sema *c, struct cscope *at,
                                      const struct ctype *type, struct syn *list) {
	const struct ctype *t = ctype_unqual(type);
	if (t->kind != CT_ENUM || !t->decl->is_fixed || list->nkid != 1 ||
	    list->kid[0]->kind == SYN_INIT_LIST)
		return NULL;
	struct cexpr *e = rvalue(c, check_expr(c, at, list->kid[0]));
	if (is_error(e) || !ctype_is_integer(e->type))
		return is_error(e) ? e : NULL;
	if (narrows(e, ctype_unqual(ctype_underlying(t))))
		narrowing(c, ctype_unqual(e->type), t, list->loc);
	return cast_scalar(c, e, t);
}

/* T &r = {e} is e itself where e is a T; else r refers to a temporary T made of the list
 * ([dcl.init.list]). */
static struct cexpr *init_reference_from_list(struct sema *c, struct cscope *at,
                                              const struct ctype *type, struct syn *list,
                                              struct loc loc) {
	const struct ctype *t = ctype_unqual(type->base);
	struct cexpr *one = NULL;
	struct init_part first;
	if (init_list_parts(c, at, list, &first) == 1 &&
	    first.syn->kind != SYN_INIT_LIST && first.syn->kind != SYN_DESIGNATED)
		one = check_expr(c, first.at, first.syn);
	if (one && (is_error(one) || t->kind != CT_CLASS ||
	            (ctype_unqual(one->type)->kind == CT_CLASS &&
	             class_base_depth(c, ctype_unqual(one->type), t) >= 0)))
		return convert(c, one, type, CONV_EXPLICIT, loc);
	return convert(c, check_init_list(c, at, list), type, CONV_EXPLICIT, loc);
}

/* Whether {} gives zeros by an explicit constructor that does nothing more. */
static bool is_explicitly_zero(struct sema *c, const struct cexpr *e) {
	const struct ctype *t = ctype_unqual(e->type);
	if (e->kind != CE_ZERO || t->kind != CT_CLASS || t->decl->cls->is_aggregate)
		return false;
	struct coverload set = {0};
	class_constructors(c, t, &set.cand);
	struct cdecl *ctor = overload_pick(c, &set, NULL, 0, e->loc, false);
	return ctor && func_is_explicit(c, ctor);
}

void refuse_explicit(struct sema *c, const struct cexpr *e, struct loc loc) {
	if (e && ((e->kind == CE_CONSTRUCT && e->decl && func_is_explicit(c, e->decl)) ||
	          is_explicitly_zero(c, e)))
		check_error(c, loc, E0604,
		            "'= {...}' would use an explicit constructor of '%s'",
		            check_type_text(c, ctype_unqual(e->type)));
}

static struct cexpr *init_written(struct sema *c, struct cscope *at,
                                  const struct ctype *type, struct syn *init,
                                  enum init_kind kind, struct loc loc) {
	if (type->kind == CT_ERROR)
		return cexpr_error(c, loc);
	if (!init)
		return kind == INIT_VALUE ? init_value(c, type, loc)
		                          : init_default(c, type, loc);
	if (init->kind == SYN_PAREN_INIT) {
		if (init->nkid == 1 && is_char_array(type) && string_of(init->kid[0]))
			return init_string(c, type, string_of(init->kid[0]));
		struct cexprs args = {0};
		check_args(c, at, init->kid, init->nkid, &args);
		return init_from(c, type, args.at, args.n, INIT_DIRECT, loc);
	}
	if (init->kind == SYN_INIT_LIST) {
		struct cexpr *n = kind == INIT_LIST_DIRECT
		                          ? enum_from_number(c, at, type, init)
		                          : NULL;
		if (n)
			return n;
		if (!ctype_is_ref(type)) {
			struct cexpr *e = init_from_list(c, at, type, init, loc);
			if (kind == INIT_LIST_COPY)
				refuse_explicit(c, e, loc);
			return e;
		}
		return init_reference_from_list(c, at, type, init, loc);
	}
	if (is_char_array(type) && string_of(init))
		return init_string(c, type, string_of(init));
	struct cexpr *e = check_expr(c, at, init);
	if (type->kind == CT_ARRAY && e->type->kind == CT_ARRAY &&
	    e->kind != CE_INIT_LIST && !is_error(e) && e->is_lvalue) {
		check_error(c, loc, E0627,
		            "an array cannot be initialised from another one");
		return cexpr_error(c, loc);
	}
	return init_from(c, type, &e, 1, kind == INIT_DIRECT ? INIT_DIRECT : INIT_COPY,
	                 init->loc);
}

struct cexpr *init_object(struct sema *c, struct cscope *at, const struct ctype *type,
                          struct syn *init, enum init_kind kind, struct loc loc) {
	const struct cscope *here = c->here;
	c->here = at;
	struct cexpr *e = init_written(c, at, type, init, kind, loc);
	c->here = here;
	return e;
}

/* ---- types completed by initialisers ----------------------------------------------- */

/* `pattern` with its auto replaced ([dcl.type.auto.deduct]); the shapes that a
 * declaration can have. */
static const struct ctype *replace_auto(struct sema *c, const struct ctype *pattern,
                                        const struct ctype *actual) {
	switch (pattern->kind) {
	case CT_AUTO: return ctype_qualified(c->t, actual, pattern->quals);
	case CT_PTR: {
		if (actual->kind != CT_PTR)
			return NULL;
		const struct ctype *b = replace_auto(c, pattern->base, actual->base);
		return b ? ctype_qualified(c->t, ctype_ptr(c->t, b), pattern->quals)
		         : NULL;
	}
	case CT_LREF:
	case CT_RREF: {
		const struct ctype *b = replace_auto(c, pattern->base, actual);
		return !b                         ? NULL
		       : pattern->kind == CT_LREF ? ctype_lref(c->t, b)
		                                  : ctype_rref(c->t, b);
	}
	default: return pattern;
	}
}

const struct ctype *deduce_auto(struct sema *c, const struct ctype *pattern,
                                struct cexpr *e, struct loc loc) {
	if (is_error(e))
		return c->t->basic[CT_ERROR];
	if (e->type->kind == CT_OVERLOAD) {
		struct cdecl *only = overload_only(c, e, loc);
		if (only && ctype_noref(pattern)->kind != CT_PTR)
			return pattern->kind == CT_AUTO
			               ? ctype_ptr(c->t, func_value_type(c, only))
			               : replace_auto(c, pattern,
			                              func_value_type(c, only));
		if (only && !only->this_param)
			return replace_auto(c, pattern,
			                    ctype_ptr(c->t, func_value_type(c, only)));
	}
	const struct ctype *elem = e->type->kind == CT_INIT_LIST ? list_deduce(c, e)
	                                                         : NULL;
	if (elem) {
		const struct ctype *l = elem->kind == CT_ERROR ? elem
		                                               : list_type(c, elem, loc);
		return l->kind == CT_ERROR ? l : replace_auto(c, pattern, l);
	}
	if (e->type->kind == CT_OVERLOAD || e->type->kind == CT_INIT_LIST ||
	    e->type->kind == CT_VOID) {
		check_error(c, loc, E0618,
		            "no type can be deduced from this initialiser");
		return c->t->basic[CT_ERROR];
	}
	const struct ctype *t = e->type;
	if (pattern->kind == CT_RREF && pattern->base == c->t->basic[CT_AUTO])
		return e->is_lvalue && !e->is_xvalue ? ctype_lref(c->t, t)
		                                     : ctype_rref(c->t, t);
	if (!ctype_is_ref(pattern)) {
		t = t->kind == CT_ARRAY  ? ctype_ptr(c->t, t->base)
		    : t->kind == CT_FUNC ? ctype_ptr(c->t, t)
		                         : t;
		t = ctype_unqual(t);
	}
	const struct ctype *r = replace_auto(c, pattern, t);
	if (r)
		return r;
	check_error(c, loc, E0618, "'%s' does not fit '%s'", check_type_text(c, t),
	            check_type_text(c, pattern));
	return c->t->basic[CT_ERROR];
}

struct syn *init_single(struct syn *init) {
	while ((init->kind == SYN_PAREN_INIT || init->kind == SYN_INIT_LIST) &&
	       init->nkid == 1)
		init = init->kid[0];
	return init;
}

const struct ctype *init_deduce_type(struct sema *c, struct cscope *at,
                                     const struct ctype *declared, struct syn *init,
                                     enum init_kind kind, struct loc loc) {
	if (kind == INIT_LIST_DIRECT && init->kind == SYN_INIT_LIST && init->nkid != 1 &&
	    declared->kind != CT_ARRAY) {
		check_error(c, loc, E0618, "'auto' in braces needs one value, not %u",
		            init->nkid);
		return c->t->basic[CT_ERROR];
	}
	if (declared->kind != CT_ARRAY)
		return deduce_auto(
			c, declared,
			check_expr(c, at,
		                   kind == INIT_LIST_COPY ? init : init_single(init)),
			loc);
	if (is_char_array(declared) && string_of(init)) {
		struct syn *s = string_of(init);
		return ctype_array(c->t, declared->base, true,
		                   s->length / ctype_size(declared->base) + 1);
	}
	if (init->kind == SYN_PAREN_INIT && has_paren_aggregates(c)) {
		struct cexprs args = {0};
		check_args(c, at, init->kid, init->nkid, &args);
		return ctype_array(c->t, declared->base, true, args.n);
	}
	if (init->kind != SYN_INIT_LIST || !type_complete(c, declared->base, loc))
		return declared;
	struct init_cursor cur = {0};
	expand_list(c, at, init, &cur);
	if (!is_aggregate(c, ctype_unqual(declared->base)) &&
	    !(init->nkid && init->kid[0]->kind == SYN_DESIGNATED))
		return ctype_array(c->t, declared->base, true, cur.elem.n);
	bool failed = quiet_begin(c); /* counted now, checked with the real initialiser */
	struct cexpr *e = init_array(c, declared, &cur, loc);
	quiet_end(c, failed);
	return is_error(e) ? ctype_array(c->t, declared->base, true, cur.elem.n)
	                   : e->type;
}
