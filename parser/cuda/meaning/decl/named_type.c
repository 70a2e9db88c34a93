/* named_type.c - the class or enumeration that a specifier declares ([class.name],
 * [dcl.enum]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/named_type.h"

#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/root.h"
#include "parser/cuda/meaning/stmt/body.h"

static u64 local_key(const struct syn *s, const struct cscope *at) {
	return (uintptr_t)s * 0x9e3779b97f4a7c15u ^ (uintptr_t)at;
}

/* Returns the declaration that the name has in this scope already: one that was
 * declared before, or the entry that skimming made for this very text. */
static struct cdecl *existing_type(struct sema *c, struct cscope *at, struct str *name,
                                   const struct syn *s) {
	enum ctype_kind kind = s->kind == SYN_CLASS ? CT_CLASS : CT_ENUM;
	for (struct cdecl *d = name ? cscope_find_here(at, name, 0) : NULL; d;
	     d = d->next) {
		if (d->scope != at)
			continue;
		if (d->kind == CDECL_TYPE && !d->is_typedef && d->type &&
		    d->type->kind == kind)
			return d;
		if (d->kind == CDECL_UNPARSED && d->guess == CNAME_TYPE && d->end_token &&
		    c->u->token[d->first_token].start <= s->loc.start &&
		    s->loc.end <= c->u->token[d->end_token - 1].end)
			return d;
	}
	return NULL;
}

static void become_type(struct sema *c, struct cdecl *d, struct cscope *scope,
                        enum ctype_kind kind) {
	d->kind = CDECL_TYPE;
	d->state = CSTATE_CHECKED;
	d->inner = cscope_new(c->a, CSCOPE_CLASS, scope, d);
	d->type = ctype_named(c->t, kind, d);
}

/* Returns the scope of A for A::B. */
static struct cscope *scope_of_owner(struct sema *c, struct cscope *at, struct syn *id) {
	struct cscope *in = lookup_scope(c, at, id, id->nkid - 1, true);
	return in ? in : at;
}

void number_type(struct sema *c, struct cdecl *d) {
	const struct cscope *s = d->scope;
	while (s->kind != CSCOPE_FUNC && s->kind != CSCOPE_CLASS &&
	       s->kind != CSCOPE_NAMESPACE)
		s = s->parent;
	if (d->name && s->kind != CSCOPE_FUNC)
		return;
	/* lambdas have numbers of their own */
	bool is_lambda = d->cls && d->cls->is_lambda;
	u64 name = is_lambda ? 1 : (uintptr_t)d->name;
	u64 around = (uintptr_t)(s->kind == CSCOPE_FUNC ? (const void *)s->owner : s);
	u64 key = around * 0x9e3779b97f4a7c15u ^ name;
	d->value = (*map_at(&c->like_named, key))++;
}

struct cdecl *declare_class(struct sema *c, struct cscope *at, struct syn *s) {
	u64 *slot = map_at(&c->local_class, local_key(s, at));
	if (*slot)
		return (struct cdecl *)(uintptr_t)*slot;
	if (c->fn)
		c->fn->has_inner = true;
	struct syn *id = syn_class(s)->id;
	struct str *name = id ? name_of_id(c, id) : NULL;
	struct cscope *scope = at;
	if (id && id->kind == SYN_QUALIFIED) /* struct A::B { ... } */
		scope = scope_of_owner(c, at, id);
	struct cdecl *d = existing_type(c, scope, name, s);
	if (!d) {
		d = cdecl_new(c->a, CDECL_TYPE, name, id ? id->loc : s->loc);
		if (name)
			cscope_add(scope, d);
		else
			d->scope = scope;
		number_type(c, d);
	}
	if (!d->type) {
		d->cls = arena_new(c->a, struct cclass);
		become_type(c, d, scope, CT_CLASS);
	}
	bool is_defined = d->syn && d->syn->kind == SYN_CLASS;
	if (s->flags & SYNF_DEFINED && is_defined && d->syn != s && name &&
	    !d->is_system && !d->is_inst)
		check_twice(c, name->s, id->loc, d->syn->loc, "is defined twice");
	if (!is_defined)
		d->cls->is_union = s->op == CU_UNION;
	if (s->flags & SYNF_DEFINED && !is_defined) {
		d->syn = s;
		if (scope->kind == CSCOPE_BLOCK)
			check_later(c, d);
	}
	*map_at(&c->local_class, local_key(s, at)) = (uintptr_t)d;
	return d;
}

static void declare_enumerator(struct sema *c, struct cscope *to, struct cdecl *en,
                               struct syn *s, const struct ctype *type, u64 value,
                               bool is_bits) {
	struct cdecl *d = NULL;
	/* skimming has made entries for enumerators of a namespace's enumeration, which
	 * need not have a name */
	for (struct cdecl *e = cscope_find_here(to, s->name, 0); e; e = e->next)
		if (e->scope == to && e->kind == CDECL_UNPARSED &&
		    (en->name ? e->first_token <= en->first_token
		              : e->loc.start == s->loc.start))
			d = e;
	if (!d) {
		struct cdecl *first = to == en->inner ? map_get_ptr(&to->name, s->name)
		                                      : NULL;
		if (first && !en->is_system)
			check_twice(c, s->name->s, s->loc, first->loc,
			            "is declared twice in its enumeration");
		d = cdecl_new(c->a, CDECL_ENUMERATOR, s->name, s->loc);
		cscope_add(to, d);
	}
	d->kind = CDECL_ENUMERATOR;
	d->state = CSTATE_CHECKED;
	d->type = type;
	d->value = value;
	d->is_bits = is_bits;
}

/* Returns the underlying type of an enumeration that names none: unsigned int or unsigned
 * long, with negative values int or long, as the host's compilers choose. */
static const struct ctype *fit_type(struct sema *c, bool negative, s64 low, u64 high) {
	if (!negative)
		return c->t->basic[high <= UINT32_MAX ? CT_UINT : CT_ULONG];
	return c->t->basic[low >= INT32_MIN && high <= INT32_MAX ? CT_INT : CT_LONG];
}

/* Returns the promoted type of such an enumeration: it depends on the values, not on the
 * underlying type ([conv.prom]/3). */
static const struct ctype *fit_promoted(struct sema *c, bool negative, s64 low,
                                        u64 high) {
	if (negative || high > UINT32_MAX)
		return high > INT64_MAX ? c->t->basic[CT_ULONG]
		                        : fit_type(c, true, negative ? low : 0, high);
	return c->t->basic[high <= INT32_MAX ? CT_INT : CT_UINT];
}

static void enum_members(struct sema *c, struct cscope *at, struct cdecl *d,
                         struct syn *s) {
	const struct ctype *fixed = cdecl_rare(d)->underlying;
	const struct ctype *enum_type = d->type;
	struct cscope *inside = d->inner,
		      *to = d->is_scoped_enum ? d->inner : scope_outside_template(at);
	bool negative = false;
	s64 low = 0;
	u64 high = 0, next = 0;
	const struct ctype *type = fixed ? fixed : c->t->basic[CT_INT];
	for (u32 i = 2; i < s->nkid; i++) {
		struct syn *e = s->kid[i];
		bool is_bits = false;
		if (e->kind != SYN_ENUMERATOR)
			continue;
		if (syn_enumerator(e)->expr) {
			struct cexpr *x = check_value(c, inside, syn_enumerator(e)->expr);
			is_bits = x->kind == CE_CONST && x->is_bits;
			if (is_error(x) || !const_int(c, x, &next, "an enumerator"))
				next = 0;
			else if (fixed && ctype_is_integer(x->type) &&
			         !holds_int(type, x->type, next))
				check_error(c, e->loc, E0618,
				            "the enumerator '%s' does not fit '%s'",
				            e->name ? e->name->s : "?",
				            check_type_text(c, type));
			else if (!fixed)
				type = ctype_unqual(
					x->type->kind == CT_ENUM
						? ctype_underlying(
							  ctype_promoted(c->t, x->type))
						: x->type);
		} else if (i > 2) {
			next++;
			if (!fixed && next == (u64)INT32_MAX + 1 && type->kind == CT_INT)
				type = c->t->basic[CT_LONG];
		}
		bool is_neg = ctype_is_signed(type) && (s64)next < 0;
		negative |= is_neg;
		if (is_neg && (s64)next < low)
			low = (s64)next;
		if (!is_neg && next > high)
			high = next;
		/* inside the braces an enumerator has the type of its value, or the
		 * underlying type that is named ([dcl.enum]/5) */
		declare_enumerator(c, inside, d, e, type, next, is_bits);
		if (to != inside && to->kind == CSCOPE_BLOCK)
			check_redeclaration(c, to, e->name, e->loc, false);
		if (to != inside)
			declare_enumerator(c, to, d, e, enum_type, next, is_bits);
	}
	if (!fixed) {
		cdecl_rare_set(c->a, d)->underlying = fit_type(c, negative, low, high);
		cdecl_rare_set(c->a, d)->promoted = fit_promoted(c, negative, low, high);
	}
	map_each (it, &inside->name) {
		struct cdecl *e = (struct cdecl *)(uintptr_t)it->value;
		if (e->kind == CDECL_ENUMERATOR)
			e->type = enum_type;
	}
}

struct cdecl *declare_enum(struct sema *c, struct cscope *at, struct syn *s) {
	u64 *slot = map_at(&c->local_class, local_key(s, at));
	if (*slot)
		return (struct cdecl *)(uintptr_t)*slot;
	struct syn *id = syn_enum(s)->id;
	struct str *name = id ? name_of_id(c, id) : NULL;
	if (id && id->kind == SYN_QUALIFIED) /* enum A::E : int { ... } */
		at = scope_of_owner(c, at, id);
	struct cdecl *d = existing_type(c, at, name, s);
	if (!d) {
		d = cdecl_new(c->a, CDECL_TYPE, name, id ? id->loc : s->loc);
		if (name)
			cscope_add(at, d);
		else
			d->scope = at;
		number_type(c, d);
	}
	if (!d->type) {
		d->is_scoped_enum = (s->flags & SYNF_SCOPED) != 0;
		become_type(c, d, at, CT_ENUM);
	}
	*map_at(&c->local_class, local_key(s, at)) = (uintptr_t)d;
	struct syn *def = s->flags & SYNF_DEFINED ? s : NULL;
	struct cscope *outside = at;
	struct syn *other = at->kind == CSCOPE_CLASS && !d->is_enum_complete
	                            ? outside_enum(c, d, def != NULL, &outside)
	                            : NULL;
	if (other) {
		d->inner->parent = at = outside;
		s = def ? other : s; /* a specialisation has a base of its own */
		def = other;
	}
	d->is_fixed |= syn_enum(s)->underlying || d->is_scoped_enum;
	if (syn_enum(s)->underlying)
		cdecl_rare_set(c->a, d)->underlying = ctype_unqual(
			type_of_type_id(c, at, syn_enum(s)->underlying));
	else if (d->is_scoped_enum && !cdecl_rare(d)->underlying)
		cdecl_rare_set(c->a, d)->underlying = c->t->basic[CT_INT];
	if (def && !d->is_enum_complete) {
		d->is_enum_complete = true;
		enum_members(c, at, d, def);
	}
	/* one that is declared first is defined by a later declaration of the name */
	for (struct cdecl *e = name ? cscope_find_here(at, name, 0) : NULL;
	     e && !d->is_enum_complete; e = e->next)
		if (e != d && e->state == CSTATE_SKIMMED && e->guess == CNAME_TYPE &&
		    !e->is_template)
			decl_resolve(c, e);
	return d;
}
