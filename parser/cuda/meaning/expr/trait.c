/* trait.c - the compiler's type traits (__is_same, __is_trivially_copyable ...), which
 * the C++ library's <type_traits> is made of.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/trait.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/same_layout.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

enum trait_result { TRAIT_FALSE, TRAIT_TRUE, TRAIT_UNKNOWN };

struct trait_args {
	const struct ctype *t[8];
	u32 n;
	bool is_nothrow; /* and nothing that is called may throw */
};

/* Makes a value of the type, as std::declval does. */
static struct cexpr *declval(struct sema *c, const struct ctype *t, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_ZERO, ctype_noref(t), loc);
	e->is_lvalue = true;
	e->is_xvalue = t->kind != CT_LREF && ctype_noref(t)->kind != CT_FUNC;
	return e;
}

static bool quietly(struct sema *c,
                    bool (*f)(struct sema *, const struct trait_args *, struct loc),
                    const struct trait_args *a, struct loc loc) {
	bool failed = quiet_begin(c);
	c->unevaluated++;
	c->only_public++;
	bool ok = f(c, a, loc);
	c->only_public--;
	c->unevaluated--;
	return !quiet_end(c, failed) && ok;
}

static const struct ctype *elem(const struct ctype *t) {
	return ctype_unqual(ctype_element(t));
}

/* Whether it is a copy of a class whose copies count as the user's. */
static bool is_copy_by_user(const struct ctype *from, const struct ctype *to) {
	const struct cclass *k = class_of(elem(to));
	return k && k->copies_by_user && elem(ctype_noref(from)) == elem(to);
}

static bool constructible(struct sema *c, const struct trait_args *a, struct loc loc) {
	const struct ctype *t = a->t[0];
	struct cexpr *arg[8];
	if (t->kind == CT_VOID || t->kind == CT_FUNC ||
	    (t->kind == CT_ARRAY && !t->has_size) ||
	    (t->kind == CT_CLASS &&
	     (!type_try_complete(c, t) || t->decl->cls->is_abstract)))
		return false;
	for (u32 i = 1; i < a->n; i++)
		arg[i - 1] = declval(c, a->t[i], loc);
	struct cexpr *e = a->n > 1 ? init_from(c, t, arg, a->n - 1, INIT_DIRECT, loc)
	                  : ctype_is_ref(t) ? NULL
	                                    : init_value(c, t, loc);
	/* T t(...) is destroyed as well */
	struct cdecl *dtor = ctype_is_ref(t) ? NULL : check_destroyed(c, elem(t), loc);
	return e && !is_error(e) &&
	       !(a->is_nothrow &&
	         ((a->n == 2 && is_copy_by_user(a->t[1], t)) || expr_may_throw(c, e) ||
	          (dtor && func_may_throw(c, dtor))));
}

static bool assignable(struct sema *c, const struct trait_args *a, struct loc loc) {
	if (a->t[0]->kind == CT_VOID || a->t[1]->kind == CT_VOID)
		return false;
	struct cexpr *e = check_binary(c, c->u->global, '=', declval(c, a->t[0], loc),
	                               declval(c, a->t[1], loc), loc);
	return !is_error(e) &&
	       !(a->is_nothrow && (is_copy_by_user(a->t[1], ctype_noref(a->t[0])) ||
	                           expr_may_throw(c, e)));
}

static bool convertible(struct sema *c, const struct trait_args *a, struct loc loc) {
	if (a->t[0]->kind == CT_VOID || a->t[1]->kind == CT_VOID)
		return a->t[0]->kind == a->t[1]->kind;
	const struct ctype *to = a->t[1]; /* a function must be able to return it */
	if (to->kind == CT_ARRAY || to->kind == CT_FUNC ||
	    (to->kind == CT_CLASS && type_try_complete(c, to) &&
	     to->decl->cls->is_abstract))
		return false;
	struct cexpr *e = declval(c, a->t[0], loc);
	if (ics_find(c, e, a->t[1], CONV_IMPLICIT).kind == ICS_BAD)
		return false;
	e = convert(c, e, a->t[1], CONV_IMPLICIT, loc); /* which access may forbid */
	return !is_error(e) && !(a->is_nothrow && expr_may_throw(c, e));
}

/* Whether f, of a value of type `from` or of none, is certain not to throw. */
static bool nothrow_with(struct sema *c,
                         bool (*f)(struct sema *, const struct trait_args *, struct loc),
                         const struct ctype *t, const struct ctype *from,
                         struct loc loc) {
	struct trait_args a = {.t = {t, from}, .n = from ? 2 : 1, .is_nothrow = true};
	return quietly(c, f, &a, loc);
}

/* __has_nothrow_constructor and its like, of an object or an array of them. */
static enum trait_result of_copies(struct sema *c, const char *name,
                                   const struct ctype *t, struct loc loc) {
	const struct ctype *e = ctype_element(t), *from;
	if (ctype_is_ref(t))
		return strcmp(name, "__has_nothrow_copy") == 0;
	if (t->kind == CT_VOID || t->kind == CT_FUNC || !type_try_complete(c, e))
		return TRAIT_FALSE;
	from = ctype_lref(c->t, ctype_qualified(c->t, ctype_unqual(e), Q_CONST));
	if (strcmp(name, "__has_nothrow_constructor") == 0)
		return nothrow_with(c, constructible, e, NULL, loc);
	if (strcmp(name, "__has_nothrow_copy") == 0)
		return nothrow_with(c, constructible, e, from, loc);
	return nothrow_with(c, assignable, ctype_lref(c->t, e), from, loc);
}

static bool trivially_constructible(struct sema *c, const struct trait_args *a,
                                    struct loc loc) {
	if (!constructible(c, a, loc))
		return false;
	struct cclass *k = class_of(elem(a->t[0]));
	if (!k)
		return true;
	if (!k->is_trivially_destructible) /* a temporary is destroyed, too */
		return false;
	if (a->n == 1)
		return k->is_trivially_default;
	return a->n == 2 && elem(ctype_noref(a->t[1])) == elem(a->t[0]) &&
	       !k->copies_by_user &&
	       (a->t[1]->kind == CT_LREF ? k->trivial_copy : k->trivial_move);
}

/* Whether the class is a union, which its first declaration says. */
static bool is_union(const struct ctype *t) {
	const struct cdecl *d = t->decl;
	const struct syn *s = d->syn && d->syn->kind == SYN_CLASS ? d->syn
	                      : d->pattern ? template_class(d->pattern)
	                                   : NULL;
	return s ? s->op == CU_UNION : d->cls && d->cls->is_union;
}

/* Whether the assignment is a trivial one of the class, or a built-in one. */
static bool trivially_assignable(struct sema *c, const struct trait_args *a,
                                 struct loc loc) {
	const struct ctype *from = ctype_unqual(ctype_noref(a->t[1]));
	if (!assignable(c, a, loc))
		return false;
	struct cclass *k = class_of(ctype_noref(a->t[0]));
	if (!k)
		return from->kind != CT_CLASS;
	bool copies = a->t[1]->kind == CT_LREF || ctype_noref(a->t[1])->quals & Q_CONST;
	return !k->copies_by_user &&
	       (copies ? k->trivial_assign : k->trivial_move_assign) &&
	       from->kind == CT_CLASS &&
	       class_base_depth(c, from, ctype_unqual(ctype_noref(a->t[0]))) >= 0;
}

static bool is_derived(struct sema *c, const struct ctype *base,
                       const struct ctype *derived) {
	base = ctype_unqual(base);
	derived = ctype_unqual(derived);
	return base->kind == CT_CLASS && derived->kind == CT_CLASS && !is_union(base) &&
	       !is_union(derived) && class_base_depth(c, derived, base) >= 0;
}

/* [basic.types]/10: trivially destroyed, and made by an aggregate's list or a constexpr
 * constructor. */
static bool is_literal(struct sema *c, const struct ctype *t) {
	const struct cclass *k = class_of(t);
	if (!k)
		return ctype_is_scalar(t) || ctype_is_ref(t);
	if (!k->is_trivially_destructible)
		return false;
	bool is_made = k->is_aggregate || k->is_lambda ||
	               (c->u->opt->standard >= 20 && /* members may have no value */
	                (k->trivial_default || (k->has_vptr && !k->has_user_ctor)));
	for (u32 i = 0; i < t->decl->inner->member.n && !is_made; i++) {
		const struct cdecl *m = t->decl->inner->member.at[i];
		if (m->kind != CDECL_FUNC || !m->is_ctor || !(m->flags & SPEC_CONSTEXPR))
			continue;
		is_made = m->type->nparam != 1 ||
		          ctype_unqual(ctype_noref(m->type->param[0])) != t;
	}
	for (u32 i = 0; i < k->field.n && is_made; i++)
		is_made = is_literal(c, elem(k->field.at[i].type));
	return is_made;
}

static bool copies_trivially(const struct cclass *k) {
	return k && k->is_trivially_copyable && !k->copies_by_user;
}

/* Every bit of it belongs to its value, and no two representations are one value. */
static bool is_unique(const struct ctype *t) {
	if (t->kind != CT_CLASS)
		return ctype_is_integer(t) || t->kind == CT_PTR || t->kind == CT_ENUM ||
		       t->kind == CT_MEMPTR;
	const struct cclass *k = class_of(t);
	u64 bits = 0;
	if (!copies_trivially(k))
		return false;
	for (u32 i = 0; i < k->field.n; i++) {
		const struct cfield *f = &k->field.at[i];
		bool is_empty_base = f->is_base && f->type->decl->cls->is_empty;
		if (!is_empty_base &&
		    (ctype_is_ref(f->type) || !is_unique(elem(f->type))))
			return false;
		bits = is_empty_base  ? bits
		       : k->is_union  ? ctype_size(f->type) * 8
		       : f->bit_width ? bits + f->bit_width
		                      : bits + ctype_size(f->type) * 8;
		if (k->is_union && bits != k->size_bytes * 8)
			return false;
	}
	return bits == k->size_bytes * 8;
}

/* ---- what kind of type it is ([meta.unary.cat], [meta.unary.comp], [meta.unary.prop]) */

static bool is_const(const struct ctype *t) {
	return ctype_element(t)->quals & Q_CONST;
}

static bool is_volatile(const struct ctype *t) {
	return ctype_element(t)->quals & Q_VOLATILE;
}

static bool is_array(const struct ctype *t) {
	return t->kind == CT_ARRAY;
}

static bool is_bounded_array(const struct ctype *t) {
	return t->kind == CT_ARRAY && t->has_size;
}

static bool is_unbounded_array(const struct ctype *t) {
	return t->kind == CT_ARRAY && !t->has_size;
}

static bool is_lvalue_reference(const struct ctype *t) {
	return t->kind == CT_LREF;
}

static bool is_rvalue_reference(const struct ctype *t) {
	return t->kind == CT_RREF;
}

static bool is_function(const struct ctype *t) {
	return t->kind == CT_FUNC;
}

static bool is_object(const struct ctype *t) {
	return t->kind != CT_FUNC && t->kind != CT_VOID && !ctype_is_ref(t);
}

static bool is_pointer(const struct ctype *t) {
	return t->kind == CT_PTR;
}

static bool is_member_function_pointer(const struct ctype *t) {
	return memfn_of(ctype_unqual(t)) != NULL;
}

static bool is_member_object_pointer(const struct ctype *t) {
	return t->kind == CT_MEMPTR && !is_member_function_pointer(t);
}

static bool is_member_pointer(const struct ctype *t) {
	return t->kind == CT_MEMPTR || is_member_function_pointer(t);
}

static bool is_enum(const struct ctype *t) {
	return t->kind == CT_ENUM;
}

static bool is_scoped_enum(const struct ctype *t) {
	return t->kind == CT_ENUM && t->decl->is_scoped_enum;
}

static const struct {
	const char *name;
	bool (*is)(const struct ctype *t);
} categories[] = {
	{"__is_array", is_array},
	{"__is_bounded_array", is_bounded_array},
	{"__is_const", is_const},
	{"__is_enum", is_enum},
	{"__is_function", is_function},
	{"__is_lvalue_reference", is_lvalue_reference},
	{"__is_member_function_pointer", is_member_function_pointer},
	{"__is_member_object_pointer", is_member_object_pointer},
	{"__is_member_pointer", is_member_pointer},
	{"__is_object", is_object},
	{"__is_pointer", is_pointer},
	{"__is_reference", ctype_is_ref},
	{"__is_rvalue_reference", is_rvalue_reference},
	{"__is_scoped_enum", is_scoped_enum},
	{"__is_unbounded_array", is_unbounded_array},
	{"__is_volatile", is_volatile},
};

/* What can be said of a class that is not complete: asking completes none, which may be
 * being declared. */
static enum trait_result of_kind(const char *name, const struct ctype *t) {
	for (u32 i = 0; i < countof(categories); i++)
		if (strcmp(name, categories[i].name) == 0)
			return categories[i].is(t);
	if (strcmp(name, "__is_class") == 0)
		return ctype_unqual(t)->kind == CT_CLASS && !is_union(t) &&
		       !memfn_of(ctype_unqual(t));
	if (strcmp(name, "__is_union") == 0)
		return ctype_unqual(t)->kind == CT_CLASS && is_union(t);
	return TRAIT_UNKNOWN;
}

static enum trait_result of_class(struct sema *c, const char *name,
                                  const struct ctype *t) {
	const struct ctype *e = elem(t);
	struct cclass *k = class_of(e);
	bool scalar = ctype_is_scalar(e);
	if (strcmp(name, "__is_empty") == 0)
		return t->kind == CT_CLASS && k && k->is_empty;
	if (strcmp(name, "__is_polymorphic") == 0)
		return t->kind == CT_CLASS && k && k->has_virtual;
	if (strcmp(name, "__is_abstract") == 0)
		return t->kind == CT_CLASS && k && k->is_abstract;
	if (strcmp(name, "__is_final") == 0)
		return t->kind == CT_CLASS && k && k->is_final;
	if (strcmp(name, "__is_aggregate") == 0)
		return t->kind == CT_ARRAY || (k && k->is_aggregate && !memfn_of(e));
	if (strcmp(name, "__is_trivially_copyable") == 0)
		return scalar || copies_trivially(k);
	if (strcmp(name, "__is_trivial") == 0 || strcmp(name, "__is_pod") == 0)
		return scalar || (copies_trivially(k) && k->trivial_default &&
		                  (strcmp(name, "__is_trivial") == 0 ||
		                   class_is_standard_layout(k)));
	if (strcmp(name, "__is_standard_layout") == 0)
		return scalar || (k && class_is_standard_layout(k));
	if (strcmp(name, "__is_literal_type") == 0)
		return scalar || ctype_is_ref(t) || t->kind == CT_VOID ||
		       (k && is_literal(c, e));
	if (strcmp(name, "__has_trivial_destructor") == 0 ||
	    strcmp(name, "__is_trivially_destructible") == 0)
		return scalar || ctype_is_ref(t) || (k && k->is_trivially_destructible);
	if (strcmp(name, "__has_trivial_constructor") == 0)
		return scalar || (k && k->trivial_default);
	if (strcmp(name, "__has_trivial_copy") == 0)
		return scalar || (k && k->trivial_copy && !k->copies_by_user);
	if (strcmp(name, "__has_trivial_assign") == 0)
		return !(ctype_element(t)->quals & Q_CONST) &&
		       (scalar || (k && k->trivial_assign && !k->copies_by_user));
	if (strcmp(name, "__has_virtual_destructor") == 0)
		return t->kind == CT_CLASS && k && k->dtor && k->dtor->is_virtual;
	if (strcmp(name, "__has_unique_object_representations") == 0)
		return is_unique(e);
	return TRAIT_UNKNOWN;
}

static enum trait_result evaluate(struct sema *c, const char *name,
                                  const struct trait_args *a, struct loc loc) {
	if (a->n >= 1 && (strcmp(name, "__is_constructible") == 0 ||
	                  strcmp(name, "__is_nothrow_constructible") == 0))
		return quietly(c, constructible, a, loc);
	if (a->n >= 1 && strcmp(name, "__is_trivially_constructible") == 0)
		return quietly(c, trivially_constructible, a, loc);
	if (a->n == 2 && strcmp(name, "__is_same") == 0)
		return a->t[0] == a->t[1];
	if (a->n == 2 && strcmp(name, "__is_same_as") == 0)
		return a->t[0] == a->t[1];
	if (a->n == 2 && strcmp(name, "__is_base_of") == 0)
		return is_derived(c, a->t[0], a->t[1]);
	if (a->n == 2 && (strcmp(name, "__is_assignable") == 0 ||
	                  strcmp(name, "__is_nothrow_assignable") == 0))
		return quietly(c, assignable, a, loc);
	if (a->n == 2 && strcmp(name, "__is_trivially_assignable") == 0)
		return quietly(c, trivially_assignable, a, loc);
	if (a->n == 2 && (strcmp(name, "__is_convertible") == 0 ||
	                  strcmp(name, "__is_convertible_to") == 0 ||
	                  strcmp(name, "__is_nothrow_convertible") == 0))
		return quietly(c, convertible, a, loc);
	if (a->n == 2 && (strcmp(name, "__is_layout_compatible") == 0 ||
	                  strcmp(name, "__is_pointer_interconvertible_base_of") == 0)) {
		type_try_complete(c, a->t[0]);
		type_try_complete(c, a->t[1]);
		return name[5] == 'l' ? types_share_layout(a->t[0], a->t[1])
		                      : base_shares_address(a->t[0], a->t[1]);
	}
	if (a->n != 1)
		return TRAIT_UNKNOWN;
	if (strncmp(name, "__has_nothrow_", 14) == 0)
		return of_copies(c, name, a->t[0], loc);
	enum trait_result kind = of_kind(name, a->t[0]);
	if (kind != TRAIT_UNKNOWN)
		return kind;
	type_try_complete(c, a->t[0]);
	return of_class(c, name, a->t[0]);
}

/* __builtin_bit_cast(T, e): the bytes of e as a T. */
static struct cexpr *check_bit_cast(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = s->nkid == 2 ? type_of_type_id(c, at, s->kid[0])
	                                     : c->t->basic[CT_ERROR];
	struct cexpr *e = s->nkid == 2 ? rvalue(c, check_expr(c, at, s->kid[1]))
	                               : cexpr_error(c, s->loc);
	if (t->kind == CT_ERROR || is_error(e) || !type_complete(c, t, s->loc))
		return cexpr_error(c, s->loc);
	if (ctype_size(t) != ctype_size(e->type) || !type_is_trivially_copyable(c, t) ||
	    !type_is_trivially_copyable(c, e->type)) {
		check_error(c, s->loc, E0625,
		            "__builtin_bit_cast between '%s' and '%s': both must be "
		            "trivially copyable and of one size",
		            check_type_text(c, e->type), check_type_text(c, t));
		return cexpr_error(c, s->loc);
	}
	struct cexpr *b = cexpr_new(c, CE_BITCAST, ctype_unqual(t), s->loc);
	b->a = e->is_lvalue ? cexpr_load(c, e) : e;
	return b;
}

struct cexpr *check_trait(struct sema *c, struct cscope *at, struct syn *s) {
	struct trait_args a = {0};
	if (strcmp(s->name->s, "__builtin_bit_cast") == 0)
		return check_bit_cast(c, at, s);
	for (u32 i = 0; i < s->nkid; i++) {
		struct syn *k = s->kid[i];
		u32 n = 1;
		bool is_pack = k->kind == SYN_PACK_EXPANSION;
		if (is_pack) {
			k = syn_pack_expansion(k)->node;
			n = pack_length(c, at, k, s->loc);
		}
		if (k->kind != SYN_TYPE_ID) {
			check_error(c, k->loc, E0607, "'%s' wants a type here",
			            s->name->s);
			return cexpr_error(c, s->loc);
		}
		for (u32 j = 0; n != UINT32_MAX && j < n && a.n < countof(a.t); j++) {
			a.t[a.n] = type_of_type_id(
				c, is_pack ? pack_element_scope(c, at, k, j) : at, k);
			if (a.t[a.n++]->kind == CT_ERROR)
				return cexpr_error(c, s->loc);
		}
	}
	a.is_nothrow = strncmp(s->name->s, "__is_nothrow_", 13) == 0;
	enum trait_result r = evaluate(c, s->name->s, &a, s->loc);
	if (r == TRAIT_UNKNOWN) {
		check_error(c, s->loc, E0608,
		            "the type trait '%s' is not supported in device code",
		            s->name->s);
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_BOOL], r == TRAIT_TRUE, s->loc);
}
