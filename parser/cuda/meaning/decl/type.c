/* type.c - types from syntax: decl-specifiers, declarators, type-ids, and the classes and
 * enumerations that they declare on the way ([dcl.type], [dcl.decl]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/type.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/root.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

static const struct ctype *error_type(struct check *c) {
	return c->t->basic[CT_ERROR];
}

/* ---- words ------------------------------------------------------------------------- */

static enum ctype_kind words_kind(u32 w) {
	bool is_unsigned = (w & TW_UNSIGNED) != 0;
	if (w & TW_VOID)
		return CT_VOID;
	if (w & TW_BOOL)
		return CT_BOOL;
	if (w & TW_CHAR)
		return is_unsigned ? CT_UCHAR : w & TW_SIGNED ? CT_SCHAR : CT_CHAR;
	if (w & TW_WCHAR)
		return CT_WCHAR;
	if (w & TW_CHAR8)
		return CT_CHAR8;
	if (w & TW_CHAR16)
		return CT_CHAR16;
	if (w & TW_CHAR32)
		return CT_CHAR32;
	if (w & TW_FLOAT)
		return CT_FLOAT;
	if (w & TW_DOUBLE)
		return w & TW_LONG ? CT_LDOUBLE : CT_DOUBLE;
	if (w & TW_INT128)
		return is_unsigned ? CT_UINT128 : CT_INT128;
	if (w & TW_SHORT)
		return is_unsigned ? CT_USHORT : CT_SHORT;
	if (w & TW_LONGLONG)
		return is_unsigned ? CT_ULLONG : CT_LLONG;
	if (w & TW_LONG)
		return is_unsigned ? CT_ULONG : CT_LONG;
	return is_unsigned ? CT_UINT : CT_INT;
}

/* ---- names ------------------------------------------------------------------------- */

/* Among the declarations of a name the one that is a type: struct S is found beside a
 * function S when the syntax says that a type is meant. */
static struct cdecl *type_decl(struct check *c, struct cdecl *d, u32 before) {
	for (; d; d = d->next) {
		if (before && d->scope && d->scope->kind == CSCOPE_NAMESPACE &&
		    d->loc.start > before)
			return NULL;
		if (d->kind == CDECL_UNPARSED && d->guess == CNAME_OTHER)
			continue;
		struct cdecl *r = decl_of(c, d);
		if (r && (r->kind == CDECL_TYPE ||
		          (r->kind == CDECL_TEMPLATE && r->template_of == CDECL_TYPE)))
			return r;
	}
	return NULL;
}

static struct cdecl *lookup_type(struct check *c, struct cscope *at, struct str *name,
                                 struct loc loc) {
	for (struct cscope *s = at; s; s = s->parent) {
		struct cdecl *d = lookup_around(c, s, name, loc.start);
		if (d && (d = type_decl(c, d, s->kind == CSCOPE_CLASS ? 0 : loc.start)))
			return d;
	}
	return NULL;
}

static const struct ctype *injected_class(struct cscope *at, const struct cdecl *tmpl) {
	for (; at; at = at->parent)
		if (at->kind == CSCOPE_CLASS && at->owner->pattern == tmpl)
			return at->owner->type;
	return NULL;
}

static const struct ctype *type_of_decl(struct check *c, struct cscope *at,
                                        struct cdecl *d, struct syn *part, bool report) {
	if (d->kind == CDECL_TYPE)
		return d->type ? d->type : error_type(c);
	if (part->kind == SYN_TEMPLATE_ID) {
		struct ctargs args = {0};
		if (!template_args_of(c, at, part, d, &args))
			return error_type(c);
		struct cdecl *inst = template_instance(c, d, &args, part->loc);
		return inst && inst->type ? inst->type : error_type(c);
	}
	const struct ctype *t = injected_class(at, d);
	if (t)
		return t;
	if (report)
		check_error(c, part->loc, E0605,
		            "'%s' is a template: it needs arguments in < >", d->name->s);
	return error_type(c);
}

/* T::type with a made-up T (partial ordering): another made-up type. */
static const struct ctype *made_up_member(struct check *c, struct cscope *at,
                                          struct syn *id) {
	struct syn *first = id->kid[0];
	if (!c->quiet || !first || first->kind != SYN_NAME || !first->name)
		return NULL;
	struct cdecl *d = lookup_type(c, at, first->name, first->loc);
	if (!d || !d->type || d->type->kind != CT_SYNTH)
		return NULL;
	const char *name = first->name->s;
	for (u32 i = 1; i < id->nkid; i++)
		name = arena_printf(c->a, "%s::%s", name,
		                    id->kid[i]->name ? id->kid[i]->name->s : "?");
	return ctype_named(c->t, CT_SYNTH,
	                   cdecl_new(c->a, CDECL_TPARAM,
	                             str_intern(c->u->names, name, strlen(name)),
	                             id->loc));
}

const struct ctype *type_of_id(struct check *c, struct cscope *at, struct syn *id,
                               bool report) {
	struct syn *part = id;
	struct cdecl *d;
	struct cscope *in = NULL;
	if (id->kind == SYN_QUALIFIED) {
		const struct ctype *t = made_up_member(c, at, id);
		if (t)
			return t;
		part = id->kid[id->nkid - 1];
		in = lookup_scope(c, at, id, id->nkid - 1, report);
		if (!in)
			return error_type(c);
		d = part->name ? type_decl(c, lookup_type_in(c, in, part), 0) : NULL;
	} else {
		d = id->name ? lookup_type(c, at, id->name, id->loc) : NULL;
	}
	if (d)
		return type_of_decl(c, at, d, part, report);
	if (id->kind == SYN_NAME && strcmp(id->name->s, "__builtin_va_list") == 0)
		return vararg_list_type(c);
	if (id->kind == SYN_NAME && strcmp(id->name->s, "__int128_t") == 0)
		return c->t->basic[CT_INT128];
	if (id->kind == SYN_NAME && strcmp(id->name->s, "__uint128_t") == 0)
		return c->t->basic[CT_UINT128];
	if (report) {
		const char *name = part->name ? part->name->s : "?";
		struct diag_record *r;
		if (in && in->owner && in->owner->type)
			r = check_error(c, part->loc, E0606, "no type named '%s' in '%s'",
			                name, check_type_text(c, in->owner->type));
		else
			r = check_error(c, part->loc, E0606, "unknown type name '%s'",
			                name);
		check_suggest(c, r, in ? in : at, name);
	}
	c->failed = true;
	return error_type(c);
}

/* ---- specifiers -------------------------------------------------------------------- */

/* The type that decltype gives an expression ([dcl.type.decltype]). */
const struct ctype *type_of_expr(struct check *c, struct cscope *at, struct syn *e) {
	c->unevaluated++;
	struct cexpr *x = check_expr(c, at, e);
	c->unevaluated--;
	if (is_error(x))
		return x->type;
	if (x->type->kind == CT_OVERLOAD) {
		struct cdecl *only = overload_only(c, x, e->loc);
		const struct ctype *t = only ? func_value_type(c, only) : NULL;
		const struct syn *written = e;
		while (written->kind == SYN_PAREN)
			written = syn_paren(written)->expr;
		if (t && written->kind == SYN_UNARY && written->op == '&')
			return ctype_ptr(c->t, t);
		if (t) /* (f) is an lvalue, f its declared type */
			return written == e ? t : ctype_lref(c->t, t);
		check_error(c, e->loc, E0607, "decltype of an overloaded function");
		return error_type(c);
	}
	/* an unparenthesised name or member: its declared type ([dcl.type.decltype]) */
	if ((e->kind == SYN_NAME || e->kind == SYN_QUALIFIED ||
	     e->kind == SYN_TEMPLATE_ID) &&
	    x->kind == CE_ZERO && x->decl) /* a member without an object */
		return x->decl->type;
	if ((e->kind == SYN_NAME || e->kind == SYN_QUALIFIED ||
	     e->kind == SYN_TEMPLATE_ID) &&
	    x->kind == CE_VAR)
		return x->decl->binding_type ? x->decl->binding_type : x->decl->type;
	if ((e->kind == SYN_MEMBER || e->kind == SYN_NAME) && x->kind == CE_MEMBER)
		return x->a->type->decl->cls->field.at[x->field].type;
	if (x->kind == CE_FUNC)
		return x->type;
	if (!x->is_lvalue)
		return x->type;
	return x->is_xvalue ? ctype_rref(c->t, x->type) : ctype_lref(c->t, x->type);
}

static const char COMPLEX[] = "__simt_complex";

const struct ctype *complex_type(struct check *c, const struct ctype *of,
                                 struct loc loc) {
	struct cdecl *tmpl = cscope_find_here(c->u->global, str_lit(c->u->names, COMPLEX),
	                                      0);
	tmpl = tmpl ? decl_of(c, tmpl) : NULL;
	if (!tmpl || tmpl->kind != CDECL_TEMPLATE) {
		check_error(c, loc, E0608, "_Complex needs the device's headers");
		return error_type(c);
	}
	if (!ctype_is_arithmetic(of) || of->kind == CT_BOOL) {
		check_error(c, loc, E0607, "'%s' has no complex numbers",
		            check_type_text(c, of));
		return error_type(c);
	}
	struct ctargs args = {0};
	vec_push(c->a, &args,
	         (struct ctarg){.kind = TARG_TYPE, .type = ctype_unqual(of)});
	struct cdecl *d = template_instance(c, tmpl, &args, loc);
	return d ? d->type : error_type(c);
}

const struct ctype *complex_part(const struct ctype *t) {
	const struct cdecl *d = t->kind == CT_CLASS ? t->decl : NULL;
	return d && d->ntarg == 1 && d->name && strcmp(d->name->s, COMPLEX) == 0
	               ? d->targ[0].type
	               : NULL;
}

static const struct ctype *trait_type(struct check *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = type_of_type_id(c, at, syn_underlying(s)->type_id);
	const char *name = s->name ? s->name->s : "__underlying_type";
	if (t->kind == CT_ERROR)
		return t;
	if (strcmp(name, "__underlying_type") == 0) {
		if (t->kind == CT_ENUM)
			return ctype_underlying(t);
	} else if (strcmp(name, "__remove_cv") == 0) {
		return ctype_unqual(t);
	} else if (strcmp(name, "__remove_reference") == 0) {
		return ctype_noref(t);
	} else if (strcmp(name, "__remove_cvref") == 0) {
		return ctype_unqual(ctype_noref(t));
	} else if (strstr(name, "omplex")) { /* _Complex, __complex__ */
		return complex_type(c, t, s->loc);
	} else {
		check_error(c, s->loc, E0608, "'%s' is not supported in device code",
		            name);
		return error_type(c);
	}
	check_error(c, s->loc, E0607, "'%s' is not an enumeration",
	            check_type_text(c, t));
	return error_type(c);
}

/* `struct S` without a body: names a class, or declares one in the nearest namespace or
 * block. */
static const struct ctype *elaborated(struct check *c, struct cscope *at, struct syn *s) {
	struct syn *id = syn_elaborated(s)->id;
	if (id->kind != SYN_NAME || lookup_type(c, at, id->name, id->loc))
		return type_of_id(c, at, id, true);
	struct cscope *to = at;
	while (to->kind != CSCOPE_NAMESPACE && to->kind != CSCOPE_BLOCK)
		to = to->parent;
	struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, id->name, id->loc);
	d->state = CSTATE_CHECKED;
	d->cls = arena_new(c->a, struct cclass);
	cscope_add(to, d);
	d->inner = cscope_new(c->a, CSCOPE_CLASS, to, d);
	d->type = ctype_named(c->t, CT_CLASS, d);
	return d->type;
}

static const struct ctype *base_of_specs(struct check *c, struct cscope *at,
                                         struct syn *type) {
	switch (type->kind) {
	case SYN_BUILTIN_TYPE: return c->t->basic[words_kind(type->op)];
	case SYN_AUTO: return c->t->basic[CT_AUTO];
	case SYN_DECLTYPE: return type_of_expr(c, at, syn_decltype(type)->expr);
	case SYN_TYPEOF: {
		if (syn_typeof(type)->operand->kind == SYN_TYPE_ID)
			return type_of_type_id(c, at, syn_typeof(type)->operand);
		c->unevaluated++;
		struct cexpr *e = check_expr(c, at, syn_typeof(type)->operand);
		c->unevaluated--;
		return e->type;
	}
	case SYN_UNDERLYING: return trait_type(c, at, type);
	case SYN_ELABORATED: return elaborated(c, at, type);
	case SYN_CLASS: return declare_class(c, at, type)->type;
	case SYN_ENUM: return declare_enum(c, at, type)->type;
	case SYN_ERROR: return error_type(c);
	default: return type_of_id(c, at, type, true);
	}
}

const struct ctype *type_of_specs(struct check *c, struct cscope *at, struct syn *specs) {
	if (specs->kind != SYN_SPECS || !syn_specs(specs)->type)
		return error_type(c);
	const struct ctype *t = base_of_specs(c, at, syn_specs(specs)->type);
	if (syn_specs(specs)->type->kind == SYN_CLASS &&
	    syn_specs(specs)->type->flags & SYNF_DEFINED && t->kind == CT_CLASS &&
	    !t->decl->align_attr)
		attrs_of_specs(c, at, specs,
		               t->decl); /* struct __align__(16) S { ... } */
	if (syn_specs(specs)->type->kind == SYN_ENUM &&
	    syn_specs(specs)->type->flags & SYNF_DEFINED)
		for (u32 i = 1; i < specs->nkid; i++)
			if (specs->kid[i]->name &&
			    strcmp(specs->kid[i]->name->s, "packed") == 0)
				check_error(c, specs->kid[i]->loc, E0608,
				            "a packed enumeration is not supported in "
				            "device code; name its type: enum E : char");
	u8 quals = 0;
	if (specs->value & SPEC_CONST)
		quals |= Q_CONST;
	if (specs->value & SPEC_VOLATILE)
		quals |= Q_VOLATILE;
	return quals ? ctype_qualified(c->t, t, quals) : t;
}

/* ---- declarators ------------------------------------------------------------------- */

static u8 quals_of(const struct syn *d) {
	u8 q = 0;
	if (d->flags & SYNF_CONST)
		q |= Q_CONST;
	if (d->flags & SYNF_VOLATILE)
		q |= Q_VOLATILE;
	if (d->flags & SYNF_RESTRICT)
		q |= Q_RESTRICT;
	return q;
}

enum { DIMENSIONS_MAX = 1000 };

static const struct ctype *array_type(struct check *c, struct cscope *at,
                                      const struct ctype *of, struct syn *d) {
	if (of->kind == CT_ERROR)
		return of;
	u32 ndim = 1;
	for (const struct ctype *t = of; t->kind == CT_ARRAY; t = t->base)
		ndim++;
	if (ndim > DIMENSIONS_MAX) { /* what looks at types calls itself for each */
		check_error(c, d->loc, E0102,
		            "an array of more than %d dimensions is not supported",
		            DIMENSIONS_MAX);
		return error_type(c);
	}
	if (of->kind == CT_VOID || of->kind == CT_FUNC || ctype_is_ref(of)) {
		check_error(c, d->loc, E0609, "array of '%s'", check_type_text(c, of));
		return error_type(c);
	}
	if (!syn_d_array(d)->size)
		return ctype_array(c->t, of, false, 0);
	u64 n;
	c->in_const++;
	struct cexpr *size = check_value(c, at, syn_d_array(d)->size);
	c->in_const--;
	if (is_error(size) || !const_int(c, size, &n, "the size of an array"))
		return error_type(c);
	if (!ctype_is_integer(size->type) && !ctype_is_unscoped_enum(size->type)) {
		check_error(c, syn_d_array(d)->size->loc, E0609,
		            "array whose size is a '%s'", check_type_text(c, size->type));
		return error_type(c);
	}
	if (ctype_is_signed(size->type) && (s64)n < 0) {
		check_error(c, syn_d_array(d)->size->loc, E0609,
		            "array of negative size");
		return error_type(c);
	}
	u64 bytes;
	if (!c->in_order && type_try_complete(c, of) &&
	    (__builtin_mul_overflow(ctype_size(of), n, &bytes) || bytes > (u64)1 << 47)) {
		check_error(c, syn_d_array(d)->size->loc, E0609, "array is too large");
		return error_type(c);
	}
	return ctype_array(c->t, of, true, n);
}

VEC_TYPE(ctype_list, const struct ctype *);

/* Types of a parameter list; a pack's parameter stands for as many as the pack has. */
static bool param_types(struct check *c, struct cscope *at, struct syn *params,
                        struct ctype_list *out) {
	struct cscope *scope = at;
	for (u32 i = 0; i < params->nkid; i++) {
		struct syn *p = params->kid[i];
		if (p->kind != SYN_PARAM)
			return false;
		struct declarator_info info;
		if (!(p->flags & SYNF_PACK) &&
		    !declarator_peek(syn_param(p)->declarator).is_pack) {
			const struct ctype *t = type_of_specs(c, scope,
			                                      syn_param(p)->specs);
			t = type_of_declarator(c, scope, t, syn_param(p)->declarator,
			                       &info);
			if (t->kind == CT_VOID && params->nkid == 1 && !info.id)
				return true;
			if (t->kind == CT_VOID) {
				check_error(c, p->loc, E0609,
				            "a parameter cannot have type void");
				return false;
			}
			vec_push(c->a, out, t);
			continue;
		}
		u32 n = pack_length(c, scope, p, p->loc);
		for (u32 k = 0; n != UINT32_MAX && k < n; k++) {
			struct cscope *elem = pack_element_scope(c, scope, p, k);
			const struct ctype *t = type_of_specs(c, elem,
			                                      syn_param(p)->specs);
			vec_push(c->a, out,
			         type_of_declarator(c, elem, t, syn_param(p)->declarator,
			                            &info));
		}
	}
	return true;
}

/* A scope in which the parameters can be named: for trailing result types and noexcept.
 */
static struct cscope *param_scope(struct check *c, struct cscope *at,
                                  struct syn *d_func) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, NULL, d_func->loc);
	f->inner = cscope_new(c->a, CSCOPE_FUNC, at, f);
	f->scope = at;
	declare_params(c, f, d_func);
	return f->inner;
}

/* From C++17 on noexcept is part of a function type, but for that of a declaration
 * ([except.spec]). */
static bool says_noexcept(struct check *c, struct cscope *at, struct syn *d) {
	u32 standard = c->u->opt->standard;
	if (!(d->flags & SYNF_NOEXCEPT) || (standard && standard < 17))
		return false;
	bool holds = true;
	return d->nkid <= 3 || !syn_d_func(d)->noexcept ||
	       (const_bool(c, param_scope(c, at, d), syn_d_func(d)->noexcept, &holds,
	                   "noexcept") &&
	        holds);
}

static const struct ctype *func_type(struct check *c, struct cscope *at,
                                     const struct ctype *result, struct syn *d,
                                     bool is_declared) {
	struct ctype_list params = {0};
	if (!param_types(c, at, syn_d_func(d)->params, &params))
		return error_type(c);
	if (syn_d_func(d)->trailing)
		result = type_of_type_id(c, param_scope(c, at, d),
		                         syn_d_func(d)->trailing);
	if (result->kind == CT_ERROR)
		return result;
	for (u32 i = 0; i < params.n; i++)
		if (params.at[i]->kind == CT_ERROR)
			return error_type(c);
	if (result->kind == CT_ARRAY || result->kind == CT_FUNC) {
		check_error(c, d->loc, E0609, "a function cannot return '%s'",
		            check_type_text(c, result));
		return error_type(c);
	}
	const struct ctype *t = ctype_func(c->t, result, params.at, params.n,
	                                   (d->flags & SYNF_VARIADIC) != 0,
	                                   quals_of(d) & (Q_CONST | Q_VOLATILE),
	                                   d->flags & SYNF_LREF   ? 1
	                                   : d->flags & SYNF_RREF ? 2
	                                                          : 0);
	return ctype_func_noexcept(c->t, t, !is_declared && says_noexcept(c, at, d));
}

struct declarator_info declarator_peek(struct syn *d) {
	struct declarator_info info = {0};
	struct syn *outer = NULL;
	while (d) {
		info.loc = d->loc;
		if (d->flags & SYNF_PACK || d->kind == SYN_D_PACK)
			info.is_pack = true;
		if (d->kind == SYN_D_NAME) {
			info.id = syn_d_name(d)->id;
			info.loc = syn_d_name(d)->id->loc;
			break;
		}
		if (d->kind == SYN_D_BINDING) {
			info.binding = d;
			break;
		}
		outer = d;
		d = syn_declarator(d)->inner;
	}
	if (outer && outer->kind == SYN_D_FUNC)
		info.func = outer;
	return info;
}

const struct ctype *refuse_auto(struct check *c, const struct ctype *t, struct loc loc) {
	if (!ctype_has_auto(t))
		return t;
	check_error(c, loc, E0618, "'auto' is not allowed here");
	return error_type(c);
}

const struct ctype *type_of_typedef(struct check *c, struct cscope *at,
                                    const struct ctype *t, struct syn *d,
                                    struct declarator_info *info) {
	t = type_of_declarator(c, at, t, d, info);
	return t->kind == CT_FUNC && info->func
	               ? ctype_func_noexcept(c->t, t, says_noexcept(c, at, info->func))
	               : t;
}

const struct ctype *type_of_declarator(struct check *c, struct cscope *at,
                                       const struct ctype *t, struct syn *d,
                                       struct declarator_info *info) {
	*info = declarator_peek(d);
	bool is_ref = false; /* the declarator itself made it one: references to those of
	                        a typedef collapse */
	for (; d && d->kind != SYN_D_NAME && d->kind != SYN_D_BINDING;
	     d = syn_declarator(d)->inner) {
		bool was_ref = is_ref;
		is_ref = false;
		switch (d->kind) {
		case SYN_D_PTR:
			if (ctype_is_ref(t)) {
				check_error(c, d->loc, E0609,
				            "pointer to the reference '%s'",
				            check_type_text(c, t));
				return error_type(c);
			}
			t = ctype_qualified(c->t, ctype_ptr(c->t, t), quals_of(d));
			break;
		case SYN_D_LREF:
		case SYN_D_RREF:
			if (t->kind == CT_VOID) {
				check_error(c, d->loc, E0609, "reference to void");
				return error_type(c);
			}
			if (was_ref) {
				check_error(c, d->loc, E0609,
				            "reference to the reference '%s'",
				            check_type_text(c, t));
				return error_type(c);
			}
			is_ref = true;
			t = d->kind == SYN_D_LREF ? ctype_lref(c->t, t)
			                          : ctype_rref(c->t, t);
			break;
		case SYN_D_MEMPTR: {
			const struct ctype *cls = type_of_id(c, at, syn_d_memptr(d)->id,
			                                     true);
			if (cls->kind != CT_CLASS)
				return error_type(c);
			t = ctype_memptr(c->t, t, cls->decl);
			if (t->kind == CT_MEMPTR && t->base->kind == CT_FUNC)
				t = memfn_class(c, t);
			break;
		}
		case SYN_D_ARRAY: t = array_type(c, at, t, d); break;
		case SYN_D_FUNC:
			t = func_type(c, at, t, d, d == info->func && info->id);
			break;
		default: break;
		}
		if (t->kind == CT_ERROR)
			return t;
	}
	return t;
}

const struct ctype *type_of_type_id(struct check *c, struct cscope *at, struct syn *s) {
	struct declarator_info info;
	if (s->kind != SYN_TYPE_ID)
		return error_type(c);
	return type_of_declarator(c, at, type_of_specs(c, at, syn_type_id(s)->specs),
	                          syn_type_id(s)->declarator, &info);
}

/* ---- classes and enumerations ------------------------------------------------------ */

static u64 local_key(const struct syn *s, const struct cscope *at) {
	return (uintptr_t)s * 0x9e3779b97f4a7c15u ^ (uintptr_t)at;
}

/* The declaration that the name has in this scope already: one that was declared before,
 * or the entry that skimming made for this very text. */
static struct cdecl *existing_type(struct check *c, struct cscope *at, struct str *name,
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

static void become_type(struct check *c, struct cdecl *d, struct cscope *scope,
                        enum ctype_kind kind) {
	d->kind = CDECL_TYPE;
	d->state = CSTATE_CHECKED;
	d->inner = cscope_new(c->a, CSCOPE_CLASS, scope, d);
	d->type = ctype_named(c->t, kind, d);
}

struct cdecl *declare_class(struct check *c, struct cscope *at, struct syn *s) {
	u64 *slot = map_at(&c->local_class, local_key(s, at));
	if (*slot)
		return (struct cdecl *)(uintptr_t)*slot;
	if (c->fn)
		c->fn->has_inner = true;
	struct syn *id = syn_class(s)->id;
	struct str *name = id ? name_of_id(c, id) : NULL;
	struct cscope *scope = at;
	if (id && id->kind == SYN_QUALIFIED) { /* struct A::B { ... } */
		struct cscope *in = lookup_scope(c, at, id, id->nkid - 1, true);
		if (in)
			scope = in;
	}
	struct cdecl *d = existing_type(c, scope, name, s);
	if (!d) {
		d = cdecl_new(c->a, CDECL_TYPE, name, id ? id->loc : s->loc);
		if (name)
			cscope_add(scope, d);
		else
			d->scope = scope;
	}
	if (!d->type) {
		d->cls = arena_new(c->a, struct cclass);
		become_type(c, d, scope, CT_CLASS);
	}
	bool is_defined = d->syn && d->syn->kind == SYN_CLASS;
	if (s->flags & SYNF_DEFINED && is_defined && d->syn != s && name &&
	    !d->is_system && !d->is_inst)
		check_twice(c, name->s, id->loc, d->syn->loc, "is defined twice");
	if (s->flags & SYNF_DEFINED && !is_defined) {
		d->syn = s;
		d->cls->is_union = s->op == CU_UNION;
		if (scope->kind == CSCOPE_BLOCK)
			check_later(c, d);
	}
	*map_at(&c->local_class, local_key(s, at)) = (uintptr_t)d;
	return d;
}

static void declare_enumerator(struct check *c, struct cscope *to, struct cdecl *en,
                               struct syn *s, const struct ctype *type, u64 value,
                               bool is_bits) {
	struct cdecl *d = NULL;
	/* skimming made entries for the enumerators of a namespace's enumeration already
	 */
	for (struct cdecl *e = cscope_find_here(to, s->name, 0); e; e = e->next)
		if (e->scope == to && e->kind == CDECL_UNPARSED &&
		    e->first_token <= en->first_token)
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

/* The underlying type of an enumeration that names none: the first of these that holds
 * all values (as the host's compilers choose). */
static const struct ctype *fit_type(struct check *c, bool negative, s64 low, u64 high) {
	if (!negative)
		return c->t->basic[high <= UINT32_MAX ? CT_UINT : CT_ULONG];
	return c->t->basic[low >= INT32_MIN && high <= INT32_MAX ? CT_INT : CT_LONG];
}

/* What its values become in arithmetic depends on them, not on that type ([conv.prom]/3).
 */
static const struct ctype *fit_promoted(struct check *c, bool negative, s64 low,
                                        u64 high) {
	if (negative || high > UINT32_MAX)
		return high > INT64_MAX ? c->t->basic[CT_ULONG]
		                        : fit_type(c, true, negative ? low : 0, high);
	return c->t->basic[high <= INT32_MAX ? CT_INT : CT_UINT];
}

static void enum_members(struct check *c, struct cscope *at, struct cdecl *d,
                         struct syn *s) {
	const struct ctype *fixed = d->underlying;
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
		if (to != inside)
			declare_enumerator(c, to, d, e, enum_type, next, is_bits);
	}
	if (!fixed) {
		d->underlying = fit_type(c, negative, low, high);
		d->promoted = fit_promoted(c, negative, low, high);
	}
	map_each (it, &inside->name) {
		struct cdecl *e = (struct cdecl *)(uintptr_t)it->value;
		if (e->kind == CDECL_ENUMERATOR)
			e->type = enum_type;
	}
}

struct cdecl *declare_enum(struct check *c, struct cscope *at, struct syn *s) {
	u64 *slot = map_at(&c->local_class, local_key(s, at));
	if (*slot)
		return (struct cdecl *)(uintptr_t)*slot;
	struct syn *id = syn_enum(s)->id;
	struct str *name = id ? name_of_id(c, id) : NULL;
	struct cdecl *d = existing_type(c, at, name, s);
	if (!d) {
		d = cdecl_new(c->a, CDECL_TYPE, name, id ? id->loc : s->loc);
		if (name)
			cscope_add(at, d);
		else
			d->scope = at;
	}
	if (!d->type) {
		d->is_scoped_enum = (s->flags & SYNF_SCOPED) != 0;
		become_type(c, d, at, CT_ENUM);
	}
	*map_at(&c->local_class, local_key(s, at)) = (uintptr_t)d;
	d->is_fixed |= syn_enum(s)->underlying || d->is_scoped_enum;
	if (syn_enum(s)->underlying)
		d->underlying = ctype_unqual(
			type_of_type_id(c, at, syn_enum(s)->underlying));
	else if (d->is_scoped_enum && !d->underlying)
		d->underlying = c->t->basic[CT_INT];
	if (s->flags & SYNF_DEFINED && !d->is_enum_complete) {
		d->is_enum_complete = true;
		enum_members(c, at, d, s);
	}
	/* one that is declared first is defined by a later declaration of the name */
	for (struct cdecl *e = name ? cscope_find_here(at, name, 0) : NULL;
	     e && !d->is_enum_complete; e = e->next)
		if (e != d && e->state == CSTATE_SKIMMED && e->guess == CNAME_TYPE &&
		    !e->is_template)
			decl_resolve(c, e);
	return d;
}

/* ---- attributes -------------------------------------------------------------------- */

static bool attr_value(struct check *c, struct cscope *at, struct syn *attr, u32 i,
                       u64 *value) {
	if (i >= attr->nkid)
		return false;
	if (attr->kid[i]->kind == SYN_TYPE_ID) { /* alignas(T) */
		const struct ctype *t = type_of_type_id(c, at, attr->kid[i]);
		if (!type_complete(c, t, attr->loc))
			return false;
		*value = ctype_align(t);
		return true;
	}
	struct cexpr *e = check_value(c, at, attr->kid[i]);
	return !is_error(e) && const_int(c, e, value, "an attribute's argument");
}

static void attr_align(struct check *c, struct cscope *at, struct syn *attr, u64 *align) {
	u64 v = 16; /* aligned without a number: the largest that the target needs */
	if (attr->nkid && attr->kid[0]->kind == SYN_PACK_EXPANSION) {
		struct syn one = *attr, *pattern = syn_pack_expansion(attr->kid[0])->node;
		u32 n = pack_length(c, at, pattern, attr->loc);
		one.kid = &pattern;
		for (u32 i = 0; n != UINT32_MAX && i < n; i++)
			attr_align(c, pack_element_scope(c, at, pattern, i), &one, align);
		return;
	}
	if (attr->nkid && !attr_value(c, at, attr, 0, &v))
		return;
	if (v == 0)
		return;
	if (v & (v - 1) || v > 1 << 20) {
		check_error(c, attr->loc, E0610,
		            "alignment %llu is not a power of two up to 1048576",
		            (unsigned long long)v);
		return;
	}
	if (v > *align)
		*align = v;
}

static void attr_dims(struct check *c, struct cscope *at, struct syn *attr, u32 *to,
                      u32 n) {
	for (u32 i = 0; i < n; i++) {
		u64 v = 1;
		if (i < attr->nkid && attr_value(c, at, attr, i, &v) &&
		    (v == 0 || v > INT32_MAX))
			check_error(c, attr->kid[i]->loc, E0610,
			            "argument of '%s' is out of range", attr->name->s);
		else
			to[i] = (u32)v;
	}
}

static void attr_launch_bounds(struct check *c, struct cscope *at, struct syn *attr,
                               struct cdecl *d) {
	u32 v[3] = {0, 0, 0};
	attr_dims(c, at, attr, v, attr->nkid < 3 ? attr->nkid : 3);
	if (v[0]) {
		d->maxntid[0] = v[0];
		d->maxntid[1] = d->maxntid[2] = 1;
	}
	d->minnctapersm = v[1];
	d->maxclusterrank = v[2];
}

/* Attributes that change a type's layout or what a declaration does. Others, which guide
 * optimisers and warnings, may be ignored. */
static void refuse_attr(struct check *c, const struct syn *attr, const char *name) {
	static const char *const refused[] = {
		"vector_size",
		"ext_vector_type",
		"mode",
		"transparent_union",
		"alias",
		"ifunc",
		"weakref",
		"cleanup",
		"address_space",
		"ms_struct",
		"constructor",
		"destructor",
		"scalar_storage_order",
	};
	for (u32 i = 0; i < countof(refused); i++)
		if (strcmp(name, refused[i]) == 0)
			check_error(c, attr->loc, E0608,
			            "the attribute '%s' is not supported in device code",
			            name);
}

/* A typedef cannot carry an alignment of its own here; attributes of a class that it
 * names were given to the class. */
void refuse_typedef_attrs(struct check *c, struct cscope *at, struct syn *specs,
                          const struct ctype *t) {
	bool defines = syn_specs(specs)->type &&
	               syn_specs(specs)->type->kind == SYN_CLASS;
	for (u32 i = 1; i < specs->nkid; i++) {
		struct syn *attr = specs->kid[i];
		const char *name = attr->name ? attr->name->s : "";
		u64 align = 0;
		if (!defines && strcmp(name, "aligned") == 0) {
			attr_align(c, at, attr, &align);
			if (align && type_try_complete(c, t) && align != ctype_align(t))
				check_error(
					c, attr->loc, E0608,
					"an alignment of a typedef is not supported in "
					"device code; align the class or the variable");
		}
		refuse_attr(c, attr, name);
	}
}

void attrs_of_specs(struct check *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d) {
	if (specs->kind != SYN_SPECS)
		return;
	for (u32 i = 1; i < specs->nkid; i++) {
		struct syn *attr = specs->kid[i];
		const char *name = attr->name ? attr->name->s : "";
		if (strcmp(name, "aligned") == 0 || strcmp(name, "align") == 0 ||
		    strcmp(name, "alignas") == 0)
			attr_align(c, at, attr, &d->align_attr);
		else if (strcmp(name, "packed") == 0 && d->cls)
			d->cls->is_packed = true;
		else if (strcmp(name, "packed") == 0)
			d->is_packed = true;
		else if (strcmp(name, "no_unique_address") == 0)
			d->may_overlap = d->kind == CDECL_FIELD;
		else if (strcmp(name, "explicit") == 0 && attr->nkid)
			d->explicit_if = attr->kid[0];
		else if (strcmp(name, "final") == 0 && d->cls)
			d->cls->is_final = true;
		else if (strcmp(name, "launch_bounds") == 0)
			attr_launch_bounds(c, at, attr, d);
		else if (strcmp(name, "cluster_dims") == 0)
			attr_dims(c, at, attr, d->cluster, 3);
		else if (strcmp(name, "maxnreg") == 0)
			attr_dims(c, at, attr, &d->maxnreg, 1);
		else if (strcmp(name, "block_size") == 0)
			attr_dims(c, at, attr, d->maxntid, 3);
		else if (strcmp(name, "simt_sreg") == 0 && attr->nkid &&
		         attr->kid[0]->kind == SYN_STRING)
			d->sreg = str_intern(c->u->names, attr->kid[0]->text,
			                     attr->kid[0]->length);
		else
			refuse_attr(c, attr, name);
	}
}
