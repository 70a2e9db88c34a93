/* cast.c - casts, of every spelling ([expr.cast]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/cast.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/template/ctad.h"

/* ---- casts ------------------------------------------------------------------------- */

static bool is_pointer_like(const struct ctype *t) {
	return t->kind == CT_PTR || t->kind == CT_NULLPTR;
}

/* Whether what `to` points or refers to lacks a qualifier of what `from` does, at a level
 * that both have. An array has its elements' ([basic.type.qualifier]/5). */
static bool casts_away(const struct ctype *from, const struct ctype *to) {
	for (;; from = from->base, to = to->base) {
		from = ctype_element(from), to = ctype_element(to);
		if (from->quals & ~to->quals & (Q_CONST | Q_VOLATILE))
			return true;
		if (from->kind != CT_PTR || to->kind != CT_PTR)
			return false;
	}
}

/* Refuses what reinterpret_cast leaves to const_cast, and to no cast at all
 * ([expr.reinterpret.cast]). */
static bool check_reinterpret(struct sema *c, const struct cexpr *e,
                              const struct ctype *to, struct loc loc) {
	bool is_ref = ctype_is_ref(to);
	if (is_ref && !e->is_lvalue) {
		check_error(c, loc, E0625, "a value cannot be reinterpreted as '%s'",
		            check_type_text(c, to));
		return false;
	}
	bool loses = is_ref ? casts_away(e->type, to->base)
	                    : e->type->kind == CT_PTR && to->kind == CT_PTR &&
	                              casts_away(e->type->base, to->base);
	if (loses)
		check_error(c, loc, E0625,
		            "reinterpret_cast of '%s' to '%s' loses qualifiers",
		            check_type_text(c, e->type), check_type_text(c, to));
	return !loses;
}

static struct cexpr *reinterpret(struct sema *c, struct cexpr *e, const struct ctype *to,
                                 struct loc loc) {
	if (ctype_is_ref(to)) {
		if (!e->is_lvalue)
			e = materialise(c, e);
		struct cexpr *p = cast_scalar(c, cexpr_addr(c, e),
		                              ctype_ptr(c->t, to->base));
		struct cexpr *d = cexpr_new(c, CE_DEREF, to->base, loc);
		d->a = p;
		d->is_lvalue = true;
		d->is_xvalue = ctype_is_rvalue_ref(to);
		return d;
	}
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	const struct ctype *from = ctype_unqual(e->type), *t = ctype_unqual(to);
	bool ok = (is_pointer_like(from) && is_pointer_like(t)) || from == t ||
	          (is_pointer_like(from) &&
	           (ctype_is_integer(t) || t->kind == CT_ENUM)) ||
	          ((ctype_is_integer(from) || from->kind == CT_ENUM) &&
	           t->kind == CT_PTR);
	if (ok)
		return cast_scalar(c, e, t);
	if ((memfn_of(from) && memfn_of(t)) ||
	    (from->kind == CT_MEMPTR && t->kind == CT_MEMPTR))
		return memptr_convert(c, e, t, 0, loc);
	check_error(c, loc, E0625, "cannot reinterpret '%s' as '%s'",
	            check_type_text(c, from), check_type_text(c, to));
	return cexpr_error(c, loc);
}

static struct cexpr *to_derived_pointer(struct sema *c, struct cexpr *e,
                                        const struct ctype *to, struct loc loc) {
	struct cexpr *p = cexpr_new(c, CE_ADDR, to, loc);
	p->a = derived_from_base(c, cexpr_deref(c, e), to->base, loc);
	return p;
}

/* Does what static_cast does beyond implicit conversions ([expr.static.cast]). NULL if
 * there is no such conversion. Only static_cast itself needs access to a base. */
static struct cexpr *static_more(struct sema *c, struct cexpr *e, const struct ctype *to,
                                 bool checks_access, struct loc loc) {
	const struct ctype *t = ctype_unqual(to);
	if (ctype_is_ref(to)) {
		const struct ctype *r = to->base;
		if (e->is_lvalue && r->kind == CT_CLASS && e->type->kind == CT_CLASS &&
		    class_base_depth(c, r, e->type) > 0) {
			if (checks_access)
				check_base_access(c, r, e->type, loc);
			return derived_from_base(c, e, r, loc);
		}
		if (to->kind == CT_RREF && e->is_lvalue &&
		    !(e->type->quals & ~r->quals & (Q_CONST | Q_VOLATILE)) &&
		    (ctype_same_but_quals(e->type, r) ||
		     class_base_depth(c, e->type, r) > 0)) {
			if (checks_access)
				check_base_access(c, e->type, r, loc);
			struct cexpr *b = class_to_base(c, e, r, loc);
			struct cexpr *x = arena_copy(c->a, b, sizeof *b, 8);
			x->type = ctype_same_but_quals(b->type, r) ? r : b->type;
			x->is_xvalue = true;
			return x;
		}
		return NULL;
	}
	e = rvalue(c, e);
	const struct ctype *from = ctype_unqual(e->type);
	bool num_from = ctype_is_arithmetic(from) || from->kind == CT_ENUM,
	     num_to = ctype_is_arithmetic(t) || t->kind == CT_ENUM;
	if (num_from && num_to)
		return cast_scalar(c, e, t);
	s64 by;
	if (memptr_offset(c, t, from, &by)) /* back to a member of the base */
		return memptr_convert(c, e, t, -by, loc);
	if (from->kind == CT_PTR && t->kind == CT_PTR) {
		if (from->base->kind == CT_VOID)
			return cast_scalar(c, e, t);
		if (from->base->kind == CT_CLASS && t->base->kind == CT_CLASS &&
		    class_base_depth(c, t->base, from->base) > 0) {
			if (checks_access)
				check_base_access(c, t->base, from->base, loc);
			return class_base_offset(c, t->base, from->base)
			               ? guard_null(c, e, t, to_derived_pointer, loc)
			               : to_derived_pointer(c, e, t, loc);
		}
	}
	return NULL;
}

struct cexpr *derived_from_base(struct sema *c, struct cexpr *e,
                                const struct ctype *derived, struct loc loc) {
	if (ctype_unqual(e->type) == ctype_unqual(derived))
		return e;
	struct cclass *cls = derived->decl->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		if (class_base_depth(c, cls->field.at[i].type, e->type) < 0)
			continue;
		if (cls->field.at[i].is_virtual) {
			check_error(
				c, loc, E0625,
				"cannot cast '%s' to '%s', of which it is a virtual base",
				check_type_text(c, e->type), check_type_text(c, derived));
			return cexpr_error(c, loc);
		}
		struct cexpr *mid = derived_from_base(c, e, cls->field.at[i].type, loc);
		if (is_error(mid))
			return mid;
		struct cexpr *d = cexpr_new(c, CE_TO_DERIVED, derived, loc);
		d->a = mid;
		d->field = i;
		d->is_lvalue = true;
		return d;
	}
	return e;
}

static void warn_address(struct sema *c, struct cexpr *e, const struct ctype *to,
                         struct loc loc) {
	if (e->type->kind == CT_PTR && ctype_is_integer(to) && to->kind != CT_BOOL &&
	    ctype_size(to) < ctype_size(e->type))
		check_warning(c, loc, E0659,
		              "conversion from pointer to smaller integer");
}

static struct cexpr *const_cast_to(struct sema *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc) {
	if (ctype_is_ref(to)) {
		e = materialise(c, e);
		struct cexpr *x = arena_copy(c->a, e, sizeof *e, 8);
		if (!ctype_same_but_quals(e->type, to->base)) {
			check_error(c, loc, E0625, "const_cast cannot make '%s' of '%s'",
			            check_type_text(c, to), check_type_text(c, e->type));
			return cexpr_error(c, loc);
		}
		x->type = to->base;
		x->is_xvalue = ctype_is_rvalue_ref(to);
		return x;
	}
	e = decay(c, e);
	const struct ctype *a = e->type, *b = to;
	bool is_pointer = is_pointer_like(ctype_unqual(to)) || to->kind == CT_MEMPTR;
	while (a->kind == CT_PTR && b->kind == CT_PTR) {
		a = a->base;
		b = b->base;
	}
	if (!is_error(e) && (!is_pointer || !ctype_same_but_quals(a, b)) &&
	    !is_null_constant(e)) {
		check_error(c, loc, E0625, "const_cast cannot make '%s' of '%s'",
		            check_type_text(c, to), check_type_text(c, e->type));
		return cexpr_error(c, loc);
	}
	return reinterpret(c, e, to, loc);
}

/* (void *)f: a name with one meaning needs no type to choose by. */
static struct cexpr *only_function(struct sema *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc) {
	bool to_data = (to->kind == CT_PTR && to->base->kind != CT_FUNC) ||
	               ctype_is_integer(to);
	if (e->type->kind != CT_OVERLOAD || !to_data || !e->set || e->set->object ||
	    e->set->cand.n != 1 || e->set->cand.at[0]->kind != CDECL_FUNC)
		return e;
	struct cdecl *d = e->set->cand.at[0];
	check_use(c, d, loc);
	struct cexpr *f = cexpr_new(c, CE_FUNC, func_value_type(c, d), loc);
	f->decl = func_definition(c, d);
	f->is_lvalue = true;
	return cexpr_addr(c, f);
}

/* Returns the member of a set that a cast to a pointer to member function chooses: the
 * class may be another one ([over.over]/1, [expr.static.cast]/12). */
static struct cexpr *member_chosen(struct sema *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc) {
	struct cdecl *f = e->set->is_member_pointer
	                          ? overload_for_type(c, e, memfn_of(to)->base, true, loc)
	                          : NULL;
	if (!f)
		return e;
	if (e->set->is_member)
		check_member_access(c, e->set->at, f, loc);
	return memfn_value(c, f, loc);
}

struct cexpr *check_cast_to(struct sema *c, struct cexpr *e, const struct ctype *to,
                            u16 how, struct loc loc) {
	if (is_error(e) || to->kind == CT_ERROR)
		return cexpr_error(c, loc);
	const struct ctype *t = ctype_unqual(to);
	if (how == '(' || how == CU_REINTERPRET_CAST)
		e = only_function(c, e, t, loc);
	if (memfn_of(t) && e->type->kind == CT_OVERLOAD)
		e = member_chosen(c, e, t, loc);
	if (t->kind == CT_VOID) {
		e = e->type->kind == CT_CLASS   ? discard(c, e)
		    : e->type->kind == CT_ARRAY ? e
		                                : rvalue(c, e);
		struct cexpr *v = cexpr_new(c, CE_CAST, t, loc);
		v->a = e;
		return v;
	}
	if (how == CU_REINTERPRET_CAST)
		return check_reinterpret(c, e, to, loc) ? reinterpret(c, e, to, loc)
		                                        : cexpr_error(c, loc);
	if (how == CU_CONST_CAST)
		return const_cast_to(c, e, to, loc);
	/* down to a derived class before any conversion function or constructor
	 * ([expr.static.cast]/2) */
	if (ctype_is_ref(to) && e->is_lvalue && e->type->kind == CT_CLASS &&
	    to->base->kind == CT_CLASS &&
	    ctype_unqual(e->type) != ctype_unqual(to->base) &&
	    !(e->type->quals & ~to->base->quals & (Q_CONST | Q_VOLATILE)) &&
	    class_base_depth(c, to->base, e->type) > 0) {
		if (how != '(')
			check_base_access(c, to->base, e->type, loc);
		struct cexpr *r = derived_from_base(c, e, to->base, loc);
		r->is_xvalue = ctype_is_rvalue_ref(to);
		return r;
	}
	enum conv_context ctx = how == '(' ? CONV_CAST : CONV_EXPLICIT;
	struct ics ics = ics_find(c, e, to, ctx);
	if (ics.kind != ICS_BAD) {
		struct cexpr *r = convert(c, e, to, ctx, loc);
		bool adds_quals = ctype_is_ref(to) && r->is_lvalue &&
		                  r->type != to->base &&
		                  ctype_same_but_quals(r->type, to->base);
		bool is_xvalue = ctype_is_rvalue_ref(to) && !r->is_xvalue;
		if (!is_error(r) && (adds_quals || is_xvalue)) {
			r = arena_copy(c->a, r, sizeof *r, 8);
			r->type = adds_quals ? to->base : r->type;
			r->is_xvalue |= is_xvalue;
		}
		return r;
	}
	if (e->type->kind != CT_OVERLOAD && e->type->kind != CT_INIT_LIST) {
		struct cexpr *r = static_more(c, e, to, how != '(', loc);
		if (r)
			return r;
		if (how == '(' && (ctype_is_ref(to) ||
		                   (ctype_is_scalar(t) && e->type->kind != CT_CLASS) ||
		                   (memfn_of(t) && memfn_of(ctype_unqual(e->type))))) {
			warn_address(c, e, t, loc);
			return reinterpret(c, e, to, loc);
		}
	}
	if (t->kind == CT_CLASS)
		return init_from(c, t, &e, 1, INIT_DIRECT, loc);
	return convert(c, e, to, ctx, loc); /* reports */
}

struct cexpr *check_cast(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *to = type_of_type_id(c, at, syn_any_cast(s)->type_id);
	if (s->kind == SYN_NAMED_CAST && s->op == CU_DYNAMIC_CAST) {
		check_error(c, s->loc, E0608,
		            "dynamic_cast is not supported in device code");
		return cexpr_error(c, s->loc);
	}
	if (syn_any_cast(s)->expr->kind == SYN_INIT_LIST) /* a compound literal */
		return init_object(c, at, to, syn_any_cast(s)->expr, INIT_LIST_DIRECT,
		                   s->loc);
	struct cexpr *e = check_expr(c, at, syn_any_cast(s)->expr);
	bool is_literal = e->kind == CE_CONST && e->is_literal;
	e = check_cast_to(c, e, to, s->kind == SYN_CAST ? '(' : s->op, s->loc);
	if (is_literal && e->kind == CE_CONST)
		e->is_literal = true;
	return e;
}

/* Whether T() makes a value ([expr.type.conv]/2): not of an array, a function or a
 * reference, nor of a class that cannot be destroyed. */
static bool can_be_made(struct sema *c, const struct ctype *to, struct loc loc) {
	if (to->kind == CT_ARRAY || to->kind == CT_FUNC || ctype_is_ref(to)) {
		check_error(c, loc, E0613, "'%s' cannot be made of nothing",
		            check_type_text(c, to));
		return false;
	}
	if (to->kind == CT_CLASS && c->quiet && type_try_complete(c, to))
		check_dtor_deleted(c, to, loc);
	return true;
}

struct cexpr *check_functional_cast(struct sema *c, struct cscope *at, struct syn *s) {
	struct cdecl *tmpl = ctad_template(c, at, syn_functional_cast(s)->specs);
	struct syn list = {.kind = SYN_INIT_LIST,
	                   .loc = s->loc,
	                   .nkid = s->nkid - 1,
	                   .kid = s->kid + 1};
	struct syn *l = s->flags & SYNF_BRACED ? arena_copy(c->a, &list, sizeof list, 8)
	                                       : NULL;
	struct cexprs given = {0};
	if (tmpl)
		ctad_args(c, at, &list, &given);
	const struct ctype *to = tmpl ? ctad_deduce(c, at, tmpl, &given, l, s->loc)
	                              : type_of_specs(c, at,
	                                              syn_functional_cast(s)->specs);
	if (to->kind == CT_ERROR)
		return cexpr_error(c, s->loc);
	if (to->kind == CT_AUTO && s->nkid == 2)
		return rvalue(c, check_expr(c, at, syn_functional_cast(s)->arg[0]));
	if (l) {
		struct cexpr *e = init_object(c, at, to, l, INIT_LIST_DIRECT, s->loc);
		return e ? e : init_value(c, to, s->loc);
	}
	struct cexprs args = {0};
	check_args(c, at, s->kid + 1, s->nkid - 1, &args);
	if (to->kind == CT_CLASS && type_try_complete(c, to) &&
	    !check_concrete(c, to, s->loc))
		return cexpr_error(c, s->loc);
	if (args.n == 0 && !can_be_made(c, to, s->loc))
		return cexpr_error(c, s->loc);
	if (args.n == 0)
		return to->kind == CT_VOID ? cexpr_new(c, CE_ZERO, to, s->loc)
		                           : init_value(c, ctype_unqual(to), s->loc);
	if (args.n == 1 && to->kind != CT_CLASS)
		return check_cast_to(c, args.at[0], to, '(', s->loc);
	struct cexpr *e = init_from(c, ctype_unqual(to), args.at, args.n, INIT_DIRECT,
	                            s->loc);
	return e;
}
