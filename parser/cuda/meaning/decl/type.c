/* type.c - types from syntax: decl-specifiers, declarators and type-ids ([dcl.type],
 * [dcl.decl]); named_type.c has the classes and enumerations that they declare.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/type.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/named_type.h"
#include "parser/cuda/meaning/decl/several.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

static const struct ctype *error_type(struct sema *c) {
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

/* Returns the type among the declarations of a name: struct S is found beside a function
 * S where the syntax needs a type. */
static struct cdecl *type_decl(struct sema *c, struct cdecl *d, u32 before) {
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

static struct cdecl *lookup_type(struct sema *c, struct cscope *at, struct str *name,
                                 struct loc loc) {
	for (struct cscope *s = at; s; s = s->parent) {
		struct cdecl *d = lookup_around(c, s, name, loc.start);
		if (d && (d = type_decl(c, d, s->kind == CSCOPE_CLASS ? 0 : loc.start)))
			return d;
		d = lookup_befriended(c, at, s, name, loc.start);
		if (d && (d = type_decl(c, d, 0)))
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

/* Notes the alignment that a typedef has of its own. */
static void note_align(const struct cdecl *d, u64 *align) {
	if (align && d->is_typedef && d->align_attr)
		*align = d->align_attr;
}

static const struct ctype *type_of_decl(struct sema *c, struct cscope *at,
                                        struct cdecl *d, struct syn *part, bool report,
                                        u64 *align) {
	d = lookup_template(d, part);
	if (d->kind == CDECL_TYPE) {
		note_align(d, align);
		return d->type ? d->type : error_type(c);
	}
	if (part->kind == SYN_TEMPLATE_ID) {
		struct cdecl *inst;
		if (!template_id_instance(c, at, part, d, &inst) || !inst || !inst->type)
			return error_type(c);
		note_align(inst, align);
		return inst->type;
	}
	const struct ctype *t = injected_class(at, d);
	if (t)
		return t;
	if (report)
		check_error(c, part->loc, E0605,
		            "'%s' is a template: it needs arguments in < >", d->name->s);
	return error_type(c);
}

/* T::type with a made-up T (partial ordering): another made-up type, the same each
 * time. */
static const struct ctype *made_up_member(struct sema *c, struct cscope *at,
                                          struct syn *id) {
	struct syn *first = id->kid[0];
	if (!c->quiet || !first || first->kind != SYN_NAME || !first->name)
		return NULL;
	struct cdecl *d = lookup_type(c, at, first->name, first->loc);
	if (!d || !d->type || d->type->kind != CT_SYNTH)
		return NULL;
	const char *text = first->name->s;
	for (u32 i = 1; i < id->nkid; i++)
		text = arena_printf(c->a, "%s::%s", text,
		                    id->kid[i]->name ? id->kid[i]->name->s : "?");
	struct str *name = str_intern(c->u->names, text, strlen(text));
	u64 key = (uintptr_t)name * 0x9e3779b97f4a7c15u ^ (uintptr_t)d->type;
	u64 *slot = map_at(&c->made_up, key);
	if (!*slot) {
		struct cdecl *made = cdecl_new(c->a, CDECL_TPARAM, name, id->loc);
		made->type = ctype_named(c->t, CT_SYNTH, made);
		*slot = (uintptr_t)made->type;
	}
	return (const struct ctype *)(uintptr_t)*slot;
}

/* align: gets the alignment of a typedef that has one of its own; may be NULL. */
static const struct ctype *named_type(struct sema *c, struct cscope *at, struct syn *id,
                                      bool report, u64 *align) {
	struct syn *part = id;
	struct cdecl *d;
	struct cscope *in = NULL;
	if (id->kind == SYN_DECLTYPE) /* a base, or its initialiser */
		return type_of_expr(c, at, syn_decltype(id)->expr);
	if (id->kind == SYN_QUALIFIED) {
		const struct ctype *t = made_up_member(c, at, id);
		if (t)
			return t;
		part = id->kid[id->nkid - 1];
		in = lookup_scope(c, at, id, id->nkid - 1, report);
		if (!in)
			return error_type(c);
		struct cdecl *first = part->name ? lookup_type_in(c, in, part) : NULL;
		d = first ? type_decl(c, first, 0) : NULL;
		/* B<1> and B<2> are bases: B is ambiguous, B<1> is not
		 * ([temp.local]/4) */
		if (d && lookup_template(d, part) == d &&
		    !lookup_is_one(c, at, in, first, part->loc))
			return error_type(c);
		/* in a substitution only: what a declaration names before its
		 * declarator-id is checked with that ([class.access]/6) */
		if (d && c->quiet && in->kind == CSCOPE_CLASS)
			check_member_access(c, at, first, part->loc);
	} else {
		d = id->name ? lookup_type(c, at, id->name, id->loc) : NULL;
		if (d && d->name == id->name && !lookup_is_one(c, at, NULL, d, id->loc))
			return error_type(c);
	}
	if (d)
		return type_of_decl(c, at, d, part, report, align);
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

const struct ctype *type_of_id(struct sema *c, struct cscope *at, struct syn *id,
                               bool report) {
	return named_type(c, at, id, report, NULL);
}

/* ---- specifiers -------------------------------------------------------------------- */

/* Returns the type that decltype gives an expression ([dcl.type.decltype]). */
static const struct ctype *declared_type(struct sema *c, struct cscope *at,
                                         struct syn *e) {
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
		return cdecl_rare(x->decl)->binding_type
		               ? cdecl_rare(x->decl)->binding_type
		               : x->decl->type;
	if ((e->kind == SYN_MEMBER || e->kind == SYN_NAME) && x->kind == CE_MEMBER)
		return x->a->type->decl->cls->field.at[x->field].type;
	if (x->kind == CE_FUNC)
		return x->type;
	if (!x->is_lvalue)
		return x->type;
	return x->is_xvalue ? ctype_rref(c->t, x->type) : ctype_lref(c->t, x->type);
}

const struct ctype *type_of_expr(struct sema *c, struct cscope *at, struct syn *e) {
	struct node_mark mark = nodes_begin(c);
	const struct ctype *t = declared_type(c, at, e);
	nodes_drop(c, mark);
	return t;
}

static const char COMPLEX[] = "__simt_complex";

const struct ctype *complex_type(struct sema *c, const struct ctype *of, struct loc loc) {
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

/* ---- the compiler's own traits that are types -------------------------------------- */

/* Whether there are references and pointers to it: void has pointers only, and a function
 * type with cv or ref after its parameters neither. */
static bool is_referenceable(const struct ctype *t) {
	return t->kind != CT_VOID && !(t->kind == CT_FUNC && (t->memquals || t->ref));
}

/* [dcl.fct]/6, [dcl.ptr]/4, [dcl.ref]/6 */
static const struct ctype *refuse_qualified(struct sema *c, const struct ctype *t,
                                            struct loc loc) {
	check_error(c, loc, E0609,
	            "pointer or reference to '%s', the type of a member function",
	            check_type_text(c, t));
	return error_type(c);
}

const struct ctype *type_without(struct sema *c, const struct ctype *t, u8 quals) {
	if (t->kind == CT_ARRAY)
		return ctype_array(c->t, type_without(c, t->base, quals), t->has_size,
		                   t->n);
	return ctype_qualified(c->t, ctype_unqual(t), t->quals & (u8)~quals);
}

static const struct ctype *add_pointer(struct sema *c, const struct ctype *t) {
	bool has_pointers = t->kind == CT_VOID || is_referenceable(t);
	return has_pointers ? ctype_ptr(c->t, ctype_noref(t)) : t;
}

static const struct ctype *decayed(struct sema *c, const struct ctype *t) {
	t = ctype_noref(t);
	if (t->kind == CT_ARRAY)
		return ctype_ptr(c->t, t->base);
	return t->kind == CT_FUNC ? add_pointer(c, t) : ctype_unqual(t);
}

/* What the trait makes of t; NULL: it is no such trait. They are those of <type_traits>
 * ([meta.trans]). */
static const struct ctype *transformed(struct sema *c, const char *name,
                                       const struct ctype *t) {
	static const struct {
		const char *name;
		u8 quals;
	} removes[] = {{"__remove_cv", Q_CONST | Q_VOLATILE},
	               {"__remove_const", Q_CONST},
	               {"__remove_volatile", Q_VOLATILE}};
	for (u32 i = 0; i < countof(removes); i++)
		if (strcmp(name, removes[i].name) == 0)
			return type_without(c, t, removes[i].quals);
	if (strcmp(name, "__remove_reference") == 0)
		return ctype_noref(t);
	if (strcmp(name, "__remove_cvref") == 0)
		return type_without(c, ctype_noref(t), Q_CONST | Q_VOLATILE);
	if (strcmp(name, "__remove_pointer") == 0)
		return t->kind == CT_PTR ? t->base : t;
	if (strcmp(name, "__remove_extent") == 0)
		return t->kind == CT_ARRAY ? t->base : t;
	if (strcmp(name, "__remove_all_extents") == 0)
		return ctype_element(t);
	if (strcmp(name, "__add_pointer") == 0)
		return add_pointer(c, t);
	if (strcmp(name, "__add_lvalue_reference") == 0)
		return is_referenceable(t) ? ctype_lref(c->t, ctype_noref(t)) : t;
	if (strcmp(name, "__add_rvalue_reference") == 0)
		return is_referenceable(t) && !ctype_is_ref(t) ? ctype_rref(c->t, t) : t;
	return strcmp(name, "__decay") == 0 ? decayed(c, t) : NULL;
}

static const struct ctype *trait_type(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = type_of_type_id(c, at, syn_underlying(s)->type_id);
	const char *name = s->name ? s->name->s : "__underlying_type";
	if (t->kind == CT_ERROR)
		return t;
	if (strstr(name, "omplex")) /* _Complex, __complex__ */
		return complex_type(c, t, s->loc);
	const struct ctype *to = transformed(c, name, t);
	if (to)
		return to;
	if (t->kind == CT_ENUM)
		return ctype_underlying(t);
	check_error(c, s->loc, E0607, "'%s' is not an enumeration",
	            check_type_text(c, t));
	return error_type(c);
}

/* A class of that very scope that the text declares further down: the elaborated type
 * was its first declaration ([basic.lookup.elab]/2). */
static const struct ctype *declared_later(struct sema *c, const struct cscope *s,
                                          const struct str *name) {
	for (struct cdecl *e = map_get_ptr(&s->name, name); e; e = e->next) {
		if (e->kind != CDECL_TYPE &&
		    (e->kind != CDECL_UNPARSED || e->guess != CNAME_TYPE))
			continue;
		struct cdecl *d = decl_of(c, e);
		if (d && d->kind == CDECL_TYPE && !d->is_typedef && d->type &&
		    d->type->kind == CT_CLASS)
			return d->type;
	}
	return NULL;
}

/* `struct S` without a body: names a class, or declares one in the nearest namespace or
 * block. */
static const struct ctype *elaborated(struct sema *c, struct cscope *at, struct syn *s,
                                      u64 *align) {
	struct syn *id = syn_elaborated(s)->id;
	struct cdecl *named = id->kind == SYN_NAME ? lookup_type(c, at, id->name, id->loc)
	                                           : NULL;
	const struct ctype *of = named && named->kind == CDECL_TYPE ? named->type : NULL;
	bool is_named = of && (of->kind == CT_CLASS || of->kind == CT_ENUM);
	if (named && named->is_typedef && !named->is_system && s->op != CU_TYPENAME &&
	    !(is_named && of->decl->name == id->name)) { /* [dcl.type.elab]/2 */
		struct diag_record *r = check_error(
			c, id->loc, E0607,
			"'%s' is another name for a type, which cannot follow struct, "
			"class, union or enum",
			id->name->s);
		if (of && of->kind != CT_ERROR)
			check_note(c, r, "it is '%s'", check_type_text(c, of));
		return error_type(c);
	}
	if (id->kind != SYN_NAME || named)
		return named_type(c, at, id, true, align);
	struct cscope *to = at;
	while (to->kind != CSCOPE_NAMESPACE && to->kind != CSCOPE_BLOCK)
		to = to->parent;
	const struct ctype *later = to->kind == CSCOPE_NAMESPACE
	                                    ? declared_later(c, to, id->name)
	                                    : NULL;
	if (later)
		return later;
	struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, id->name, id->loc);
	d->state = CSTATE_CHECKED;
	d->cls = arena_new(c->a, struct cclass);
	d->cls->is_union = s->op == CU_UNION;
	cscope_add(to, d);
	d->inner = cscope_new(c->a, CSCOPE_CLASS, to, d);
	d->type = ctype_named(c->t, CT_CLASS, d);
	return d->type;
}

static const struct ctype *base_of_specs(struct sema *c, struct cscope *at,
                                         struct syn *type, u64 *align) {
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
	case SYN_ELABORATED: return elaborated(c, at, type, align);
	case SYN_CLASS: return declare_class(c, at, type)->type;
	case SYN_ENUM: return declare_enum(c, at, type)->type;
	case SYN_ERROR: return error_type(c);
	default: return named_type(c, at, type, true, align);
	}
}

const struct ctype *type_of_specs(struct sema *c, struct cscope *at, struct syn *specs) {
	return type_of_aligned_specs(c, at, specs, NULL);
}

const struct ctype *type_of_aligned_specs(struct sema *c, struct cscope *at,
                                          struct syn *specs, u64 *align) {
	if (specs->kind != SYN_SPECS || !syn_specs(specs)->type)
		return error_type(c);
	const struct ctype *t = base_of_specs(c, at, syn_specs(specs)->type, align);
	/* struct __align__(16) S { ... } */
	if (syn_specs(specs)->type->kind == SYN_CLASS &&
	    syn_specs(specs)->type->flags & SYNF_DEFINED && t->kind == CT_CLASS &&
	    !t->decl->align_attr)
		attrs_of_specs(c, at, specs, t->decl);
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

static const struct ctype *array_type(struct sema *c, struct cscope *at,
                                      const struct ctype *of, struct syn *d) {
	if (of->kind == CT_ERROR)
		return of;
	u32 ndim = 1;
	for (const struct ctype *t = of; t->kind == CT_ARRAY; t = t->base)
		ndim++;
	if (ndim > DIMENSIONS_MAX) { /* functions on types recurse for each */
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

/* Makes a scope in which the parameters can be named: for trailing result types, noexcept
 * and the types of later parameters. */
static struct cscope *param_scope(struct sema *c, struct cscope *at, struct syn *d_func) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, NULL, d_func->loc);
	f->inner = cscope_new(c->a, CSCOPE_FUNC, at, f);
	f->scope = at;
	declare_params(c, f, d_func);
	return f->inner;
}

static bool has_decltype(const struct syn *s) {
	bool found = s && s->kind == SYN_DECLTYPE;
	for (u32 i = 0; s && !found && i < s->nkid; i++)
		found = has_decltype(s->kid[i]);
	return found;
}

/* Whether a parameter's type may name a parameter before it, as decltype(a) does
 * ([basic.scope.pdecl]/1). */
static bool may_name_earlier(const struct syn *params) {
	for (u32 i = 1; i < params->nkid; i++) {
		const struct syn *p = params->kid[i];
		if (p->kind == SYN_PARAM && (has_decltype(syn_param(p)->specs) ||
		                             has_decltype(syn_param(p)->declarator)))
			return true;
	}
	return false;
}

/* Finds the types of a parameter list; a pack's parameter has one for each element. */
static bool param_types(struct sema *c, struct cscope *at, struct syn *d_func,
                        struct ctype_list *out) {
	const struct syn *params = syn_d_func(d_func)->params;
	struct cscope *scope = may_name_earlier(params) ? param_scope(c, at, d_func) : at;
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

/* Whether noexcept is part of the function type: from C++17 on, except in the type of a
 * declaration ([except.spec]). */
static bool says_noexcept(struct sema *c, struct cscope *at, struct syn *d) {
	if (!(d->flags & SYNF_NOEXCEPT) || !is_cxx17(c))
		return false;
	bool holds = true;
	return d->nkid <= 3 || !syn_d_func(d)->noexcept ||
	       (const_bool(c, param_scope(c, at, d), syn_d_func(d)->noexcept, &holds,
	                   "noexcept") &&
	        holds);
}

/* A member's trailing result type may name `this`, which is the member's own and not that
 * of the function whose body asks for the type ([expr.prim.this]/2). */
static const struct ctype *trailing_result(struct sema *c, struct cscope *at,
                                           struct syn *d) {
	struct cscope *scope = param_scope(c, at, d);
	struct cdecl *f = scope->owner, *cls = NULL;
	struct cfunc_state *asks = c->fn, own = {.func = f, .scope = scope};
	at = scope_outside_template(at);
	if (at && at->kind == CSCOPE_CLASS && at->owner->cls &&
	    !at->owner->cls->is_lambda)
		cls = at->owner;
	if (cls && cls->cls->is_complete) {
		u8 quals = quals_of(d) & (Q_CONST | Q_VOLATILE);
		declare_this(c, f, ctype_qualified(c->t, cls->type, quals));
		c->fn = &own;
	} else if (cls) {
		c->fn = NULL;
	}
	const struct ctype *t = type_of_type_id(c, scope, syn_d_func(d)->trailing);
	c->fn = asks;
	return t;
}

static const struct ctype *func_type(struct sema *c, struct cscope *at,
                                     const struct ctype *result, struct syn *d,
                                     bool is_declared) {
	struct ctype_list params = {0};
	if (!param_types(c, at, d, &params))
		return error_type(c);
	if (syn_d_func(d)->trailing)
		result = trailing_result(c, at, d);
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

const struct ctype *type_of_alias(struct sema *c, struct cscope *at, struct syn *s,
                                  struct cdecl *d) {
	struct syn *id = syn_alias(s)->type_id;
	u64 align = 0;
	const struct ctype *t = type_of_aligned_type_id(c, at, id, &align);
	if (id->kind == SYN_TYPE_ID)
		attrs_of_typedef(c, at, syn_type_id(id)->specs,
		                 syn_type_id(id)->declarator, align, d);
	return t;
}

bool declares_objects_of_specs(const struct syn *d) {
	while (d && d->kind == SYN_D_ARRAY)
		d = syn_declarator(d)->inner;
	return !d || d->kind == SYN_D_NAME;
}

const struct ctype *refuse_auto(struct sema *c, const struct ctype *t, struct loc loc) {
	if (!ctype_has_auto(t))
		return t;
	check_error(c, loc, E0618, "'auto' is not allowed here");
	return error_type(c);
}

const struct ctype *type_of_typedef(struct sema *c, struct cscope *at,
                                    const struct ctype *t, struct syn *d,
                                    struct declarator_info *info) {
	t = type_of_declarator(c, at, t, d, info);
	return t->kind == CT_FUNC && info->func
	               ? ctype_func_noexcept(c->t, t, says_noexcept(c, at, info->func))
	               : t;
}

const struct ctype *type_of_declarator(struct sema *c, struct cscope *at,
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
			if (!is_referenceable(t) && t->kind != CT_VOID)
				return refuse_qualified(c, t, d->loc);
			t = ctype_qualified(c->t, ctype_ptr(c->t, t), quals_of(d));
			break;
		case SYN_D_LREF:
		case SYN_D_RREF:
			if (t->kind == CT_VOID) {
				check_error(c, d->loc, E0609, "reference to void");
				return error_type(c);
			}
			if (!is_referenceable(t))
				return refuse_qualified(c, t, d->loc);
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
			if (cls->kind != CT_CLASS && cls->kind != CT_SYNTH)
				return error_type(c);
			t = ctype_memptr(c->t, t, cls->decl);
			if (t->kind == CT_MEMPTR && t->base->kind == CT_FUNC)
				t = memfn_class(c, t);
			t = ctype_qualified(c->t, t, quals_of(d));
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

const struct ctype *type_of_type_id(struct sema *c, struct cscope *at, struct syn *s) {
	return type_of_aligned_type_id(c, at, s, NULL);
}

const struct ctype *type_of_aligned_type_id(struct sema *c, struct cscope *at,
                                            struct syn *s, u64 *align) {
	struct declarator_info info;
	if (s->kind != SYN_TYPE_ID)
		return error_type(c);
	const struct ctype *t = type_of_aligned_specs(c, at, syn_type_id(s)->specs,
	                                              align);
	if (align && !declares_objects_of_specs(syn_type_id(s)->declarator))
		*align = 0;
	return type_of_declarator(c, at, t, syn_type_id(s)->declarator, &info);
}
