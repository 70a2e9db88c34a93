/* address.c - & and *: addresses of objects, pointers to members, and functions where a
 * value is wanted, of which a name may mean several ([over.over]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/address.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/decl/several.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"

/* ---- functions --------------------------------------------------------------------- */

struct cexpr *function_named(struct sema *c, struct cexpr *e) {
	if (e->type->kind != CT_OVERLOAD)
		return e;
	struct cdecl *f = overload_only(c, e, e->loc);
	if (f && f->this_param)
		return e;
	return f ? convert(c, e, ctype_ptr(c->t, func_value_type(c, f)), CONV_IMPLICIT,
	                   e->loc)
	         : e;
}

struct cexpr *function_meant(struct sema *c, struct cexpr *e) {
	e = function_named(c, e);
	if (e->type->kind != CT_OVERLOAD)
		return e;
	check_error(c, e->loc, E0616, "cannot tell which function '%s' is meant",
	            e->set->name ? e->set->name->s : "?");
	return cexpr_error(c, e->loc);
}

/* ---- addresses --------------------------------------------------------------------- */

/* Returns the class that has the field among its own members, `cls` or a base of it;
 * *offset: of the field in that class. NULL if there is none. */
static struct cdecl *class_with_field(struct cdecl *cls, const struct cdecl *field,
                                      u64 *offset) {
	for (u32 i = 0; i < cls->cls->field.n; i++) {
		const struct cfield *f = &cls->cls->field.at[i];
		struct cdecl *in = NULL;
		*offset = 0;
		if (f->decl == field) {
			*offset = f->offset_bytes;
			return cls;
		}
		if ((f->is_base || f->is_anonymous) && f->type->kind == CT_CLASS)
			in = class_with_field(f->type->decl, field, offset);
		if (in && f->is_anonymous)
			*offset += f->offset_bytes;
		if (in)
			return f->is_anonymous ? cls : in;
	}
	return NULL;
}

/* &C::f: of several functions, what it is converted to chooses one ([over.over]). */
static struct cexpr *address_of_member(struct sema *c, struct cscope *at,
                                       struct syn *id) {
	struct cexpr *e = check_expr(c, at, id);
	if (is_error(e) || e->type->kind != CT_OVERLOAD)
		return e;
	struct cdecl *only = overload_only(c, e, id->loc);
	if (only && only->this_param)
		return memfn_value(c, only, id->loc);
	e->set->is_member_pointer = !only;
	return e;
}

struct cexpr *check_address(struct sema *c, struct cscope *at, struct syn *s) {
	struct syn *o = syn_unary(s)->expr;
	while (o->kind == SYN_PAREN)
		o = syn_paren(o)->expr;
	if (o->kind == SYN_QUALIFIED) { /* &C::m: a pointer to member */
		struct syn *last;
		struct cscope *in;
		struct cdecl *d = lookup_id(c, at, o, &last, &in), *first = d;
		if (d && !lookup_is_one(c, at, in, d, last->loc))
			return cexpr_error(c, s->loc);
		d = d ? decl_of(c, d) : NULL;
		if (d && in->kind == CSCOPE_CLASS && !first->next &&
		    (d->kind == CDECL_FIELD || d->this_param) &&
		    !check_object_access(c, at, in->owner->type,
		                         first->kind == CDECL_USING ? first : d,
		                         last->loc))
			return cexpr_error(c, s->loc);
		if (d && d->kind == CDECL_FIELD && in->kind == CSCOPE_CLASS) {
			type_complete(c, in->owner->type, s->loc);
			u64 offset = 0;
			struct cdecl *of = class_with_field(in->owner, d, &offset);
			if (!of)
				return cexpr_error(c, s->loc);
			if (of->cls->field.at[d->field_index].bit_width) {
				check_error(c, s->loc, E0624,
				            "cannot take the address of a bit-field");
				return cexpr_error(c, s->loc);
			}
			struct cexpr *m = cexpr_new(
				c, CE_MEMPTR, ctype_memptr(c->t, d->type, of), s->loc);
			m->value = offset;
			return m;
		}
		if (d && in && in->kind == CSCOPE_CLASS &&
		    (d->kind == CDECL_TEMPLATE ||
		     (d->kind == CDECL_FUNC && d->this_param)))
			return address_of_member(c, at, o);
	}
	c->wants_place = o->kind == SYN_NAME || o->kind == SYN_QUALIFIED ||
	                 o->kind == SYN_TEMPLATE_ID;
	struct cexpr *e = check_expr(c, at, syn_unary(s)->expr);
	c->wants_place = false;
	if (is_error(e) || e->type->kind == CT_OVERLOAD)
		return e;
	struct cexpr *r = overload_operator(c, at, "&", &e, 1, s->loc, false);
	if (r)
		return r;
	if (!e->is_lvalue || e->kind == CE_TEMP) {
		check_error(c, s->loc, E0624, "cannot take the address of a value");
		return cexpr_error(c, s->loc);
	}
	if (e->kind == CE_MEMBER && e->a->type->decl->cls->field.at[e->field].bit_width) {
		check_error(c, s->loc, E0624, "cannot take the address of a bit-field");
		return cexpr_error(c, s->loc);
	}
	return cexpr_addr(c, e);
}

struct cexpr *check_deref(struct sema *c, struct cexpr *e, struct loc loc) {
	e = rvalue(c, function_named(c, e));
	if (is_error(e))
		return e;
	if (e->type->kind != CT_PTR) {
		check_error(c, loc, E0623, "'*' on '%s', which is not a pointer",
		            check_type_text(c, e->type));
		return cexpr_error(c, loc);
	}
	if (e->type->base->kind == CT_VOID) {
		check_error(c, loc, E0623, "'*' on a void pointer");
		return cexpr_error(c, loc);
	}
	return cexpr_deref(c, e);
}
