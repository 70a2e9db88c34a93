/* local.c - declarations in functions ([stmt.dcl]): variables, their memory and
 * initialisation, and the other declarations of a block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/local.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/member.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/init/binding.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/flow.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/ctad.h"
#include "parser/cuda/meaning/warn/unused.h"

/* ---- local declarations ------------------------------------------------------------ */

struct cstmt *decl_stmt(struct sema *c, struct cdecl *d) {
	struct cstmt *s = cstmt_new(c, CS_DECL, d->loc);
	s->decl = d;
	if (!ctype_is_ref(d->type)) {
		s->dtor = check_destroyed(c, d->type, d->loc);
		if (s->dtor)
			s->dtor = func_definition(c, s->dtor);
	}
	return s;
}

struct cdecl *local_var_new(struct sema *c, struct cscope *at, struct str *name,
                            const struct ctype *type, struct loc loc) {
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR, name, loc);
	d->type = type;
	d->state = CSTATE_CHECKED;
	d->space = CSPACE_AUTO;
	d->scope = at;
	if (name)
		cscope_add(at, d);
	return d;
}

/* Returns what the scope declares under the name, except for a class or an enumeration,
 * whose name others may hide. */
static struct cdecl *declared_in(const struct cscope *at, struct str *name,
                                 bool is_type) {
	struct cdecl *d = cscope_own(at, name);
	if (!d || d->kind == CDECL_FUNC || d->kind == CDECL_USING)
		return NULL;
	return d->kind != CDECL_TYPE || (d->is_typedef && !is_type) ? d : NULL;
}

static void check_template_param(struct sema *c, struct cscope *at, struct str *name,
                                 struct loc loc) {
	for (struct cscope *s = at; s && s->kind != CSCOPE_NAMESPACE; s = s->parent)
		if (s->kind == CSCOPE_TEMPLATE && !s->is_element && cscope_own(s, name)) {
			check_error(
				c, loc, E0628,
				"'%s' is a parameter of the template, and declared again",
				name->s);
			return;
		}
}

void check_redeclaration(struct sema *c, struct cscope *at, struct str *name,
                         struct loc loc, bool is_type) {
	if (!name)
		return;
	const struct cscope *s = at;
	struct cdecl *d = declared_in(at, name, is_type);
	while (!d && !s->is_head &&
	       (s->is_body || s->parent->is_body || s->parent->kind == CSCOPE_FUNC)) {
		s = s->parent;
		d = declared_in(s, name, is_type);
		if (s->kind == CSCOPE_FUNC)
			break;
	}
	if (d)
		check_twice(
			c, name->s, loc, d->loc,
			s == at ? "is declared twice in this scope"
			: s->kind == CSCOPE_FUNC
				? "is a parameter, and declared again"
				: "is declared again in the block that it belongs to");
	else
		check_template_param(c, at, name, loc);
}

static void set_local_space(struct sema *c, struct cdecl *d, u64 flags) {
	d->flags = (u32)flags;
	d->is_constexpr = (flags & SPEC_CONSTEXPR) != 0;
	if (flags & SPEC_SHARED)
		d->space = CSPACE_SHARED;
	else if (flags & SPEC_CONSTANT)
		d->space = CSPACE_CONSTANT;
	else if (flags & (SPEC_STATIC | SPEC_DEVICE | SPEC_MANAGED))
		d->space = flags & SPEC_MANAGED ? CSPACE_MANAGED : CSPACE_GLOBAL;
	if (d->space != CSPACE_AUTO)
		d->is_static_local = true;
	if (flags & SPEC_EXTERN) {
		d->is_extern = true;
		d->is_extern_shared = d->space == CSPACE_SHARED;
		if (d->space == CSPACE_AUTO)
			d->space = CSPACE_HOST;
	}
	if (d->is_static_local)
		d->cls_owner = NULL;
	(void)c;
}

enum init_kind kind_of_init(const struct syn *init_decl) {
	struct syn *init = syn_init_decl(init_decl)->init;
	return init_decl->flags & SYNF_PARENS ? INIT_DIRECT
	       : init && init->kind == SYN_INIT_LIST
	               ? (init_decl->flags & SYNF_BRACED ? INIT_LIST_DIRECT
	                                                 : INIT_LIST_COPY)
	               : INIT_COPY;
}

static void extend_bound(struct cexpr *e, struct cdecl *d);

/* Extends the temporaries that the reference members of an aggregate are bound to, and
 * the array of an initializer_list. T(a, b) extends nothing ([class.temporary]/6.10). */
static void extend_parts(struct cexpr *e, struct cdecl *d) {
	list_extend(e, d);
	if (!e || e->kind != CE_INIT_LIST || e->op == LIST_PARENS)
		return;
	const struct cclass *cls = e->type->kind == CT_CLASS ? e->type->decl->cls : NULL;
	for (u32 i = 0; i < e->narg; i++) {
		u32 field = cls && cls->is_union ? e->field : i;
		/* those of members' own initialisers end with the full-expression, as
		 * with nvcc */
		if (!e->arg[i] || e->arg[i]->is_default)
			continue;
		if (cls && ctype_is_ref(cls->field.at[field].type))
			extend_bound(e->arg[i], d);
		else
			extend_parts(e->arg[i], d);
	}
}

/* Returns the array of a[i], or NULL. */
static struct cexpr *array_of_element(const struct cexpr *e) {
	const struct cexpr *p = e->a->kind == CE_PTR_ADD ? e->a->a : e->a;
	return p->kind == CE_ADDR && p->a->type->kind == CT_ARRAY ? p->a : NULL;
}

/* Extends the temporary that the object is, or is a part of. */
static void extend_bound(struct cexpr *e, struct cdecl *d) {
	while (e) {
		switch ((enum cexpr_kind)e->kind) {
		case CE_TEMP:
			e->decl = d;
			extend_parts(e->a, d);
			return;
		case CE_MEMBER:
			if (ctype_is_ref(e->a->type->decl->cls->field.at[e->field].type))
				return; /* its object is another */
			e = e->a;
			break;
		case CE_TO_BASE:
		case CE_TO_DERIVED:
		case CE_CAST:
		case CE_BITCAST: e = e->is_lvalue ? e->a : NULL; break;
		case CE_DEREF: e = array_of_element(e); break;
		case CE_COMMA: e = e->b; break;
		case CE_COND:
			extend_bound(e->b, d);
			e = e->c;
			break;
		default: return;
		}
	}
}

/* Makes a temporary that a reference is bound to live as long as the reference
 * ([class.temporary]/6). */
void extend_lifetime(struct cdecl *d) {
	if (ctype_is_ref(d->type))
		extend_bound(d->init, d);
	else
		extend_parts(d->init, d);
}

static bool is_empty_init(struct sema *c, const struct cexpr *e);

static bool is_empty_body(struct sema *c, const struct cstmt *s) {
	if (!s || s->kind == CS_NULL)
		return true;
	if (s->kind == CS_EXPR)
		return is_empty_init(c, s->e);
	bool is_empty = s->kind == CS_BLOCK;
	for (u32 i = 0; is_empty && i < s->list.n; i++)
		is_empty = is_empty_body(c, s->list.at[i]);
	return is_empty;
}

/* Whether the initialisation has no effect at all. */
static bool is_empty_init(struct sema *c, const struct cexpr *e) {
	if (!e || is_error(e))
		return true;
	if (e->kind == CE_FILL)
		return is_empty_init(c, e->a);
	if (e->kind == CE_INIT)
		return is_empty_init(c, e->b);
	if (e->kind != CE_CONSTRUCT || e->narg || !check_enter(c, e->loc))
		return false;
	struct cdecl *f = func_definition(c, e->decl);
	check_body(c, f);
	bool is_empty = (f->has_definition || f->is_defaulted) &&
	                is_empty_body(c, f->body);
	check_leave(c);
	return is_empty;
}

/* Whether the initialisation computes constants: nvcc drops those silently. */
static bool is_constant_init(struct sema *c, const struct ctype *t, struct cexpr *init) {
	bool failed = quiet_begin(c);
	bool is = const_check_object(c, t, init, CONSTEXPR_INIT);
	quiet_end(c, failed);
	return is;
}

/* Refuses an initialiser of a shared variable. A constructor is dropped. */
static void shared_init(struct sema *c, struct cdecl *d, struct syn *init_decl) {
	const struct ctype *t = d->type->kind == CT_ARRAY ? d->type->base : d->type;
	if (!type_complete(c, t, d->loc))
		return;
	if (syn_init_decl(init_decl)->init)
		check_error(c, d->loc, E0627,
		            "a __shared__ variable cannot be initialised");
	else if (!d->is_extern && !check_given_var(c, d))
		return;
	else if (!d->is_extern && t->kind == CT_CLASS) {
		struct cexpr *init = init_default(c, t, d->loc);
		if (!is_empty_init(c, init) && !is_constant_init(c, t, init))
			check_warning(c, d->loc, E0685,
			              "a __shared__ variable cannot be initialised: the "
			              "constructor of '%s' does not run",
			              check_type_text(c, t));
	}
}

static bool has_no_elements(const struct ctype *t) {
	for (; t->kind == CT_ARRAY; t = t->base)
		if (!t->has_size || !t->n)
			return true;
	return false;
}

static void local_init(struct sema *c, struct cscope *at, struct cdecl *d,
                       struct syn *init_decl) {
	bool is_array = d->type->kind == CT_ARRAY;
	bool is_shared = d->space == CSPACE_SHARED;
	if (d->is_extern && !is_shared)
		return;
	if (!is_shared && !type_complete(c, d->type, d->loc)) {
		d->type = c->t->basic[CT_ERROR];
		return;
	}
	if (is_shared ? !d->is_extern && has_no_elements(d->type)
	              : has_no_elements(d->type) || !ctype_size(d->type)) {
		check_error(c, d->loc, E0613, "the %s '%s' has no size",
		            is_array ? "array" : "variable", d->name ? d->name->s : "?");
		d->type = c->t->basic[CT_ERROR];
		return;
	}
	if (is_shared) {
		shared_init(c, d, init_decl);
		return;
	}
	if (!check_concrete(c, d->type, d->loc) ||
	    (!syn_init_decl(init_decl)->init && !check_given_var(c, d)))
		return;
	bool is_folded = d->is_constexpr && ctype_is_arithmetic(d->type);
	c->in_const += is_folded;
	d->init = init_object(c, at, d->type, syn_init_decl(init_decl)->init,
	                      kind_of_init(init_decl), d->loc);
	c->in_const -= is_folded;
	if (!d->init && d->is_static_local)
		d->init = init_static(c, d->type, d->loc);
	if (d->init && is_error(d->init)) {
		d->init = NULL;
		return;
	}
	extend_lifetime(d);
	if (d->is_constexpr && ctype_is_scalar(d->type)) {
		if (d->init && const_var(c, d, "a constexpr variable") && is_folded)
			d->init = const_known(c, d, d->init->loc);
	} else if (d->is_constexpr && d->init && d->space == CSPACE_AUTO) {
		bool is_made = d->init->kind == CE_CONSTRUCT || d->init->kind == CE_CALL;
		struct cexpr *made = const_check_object(c, d->type, d->init,
		                                        CONSTEXPR_INIT) &&
		                                     is_made
		                             ? const_made(c, d->init)
		                             : NULL;
		d->init = made ? made : d->init;
	}
}

bool type_needs_deduction(const struct ctype *t) {
	while (ctype_is_ref(t) || t->kind == CT_PTR)
		t = t->base;
	return t->kind == CT_AUTO || (t->kind == CT_ARRAY && !t->has_size);
}

static const struct ctype *needs_initialiser(struct sema *c, struct loc loc) {
	check_error(c, loc, E0618, "'auto' needs an initialiser");
	return c->t->basic[CT_ERROR];
}

/* Refuses a __device__, __constant__ or __managed__ variable of a function that is not
 * static. */
static void refuse_automatic(struct sema *c, const struct syn *specs, struct loc loc) {
	const char *what = specs->value & SPEC_MANAGED    ? "__managed__"
	                   : specs->value & SPEC_CONSTANT ? "__constant__"
	                   : specs->value & SPEC_DEVICE   ? "__device__"
	                                                  : NULL;
	if (what &&
	    !(specs->value & (SPEC_STATIC | SPEC_EXTERN | SPEC_SHARED | SPEC_TYPEDEF)))
		check_error(c, loc, E0630, "a %s variable of a function must be static",
		            what);
}

/* Returns the function of the namespace that a declaration in a block declares: the one
 * of its type, which the text may declare later ([basic.link]/7). */
static struct cdecl *function_declared(struct sema *c, struct cscope *ns,
                                       struct str *name, const struct ctype *type) {
	struct cdecl *first = cscope_find_here(ns, name, 0);
	for (struct cdecl *d = first; d; d = d->next) {
		struct cdecl *f = decl_of(c, d);
		if (f && f->kind == CDECL_FUNC && f->type == type)
			return d;
	}
	return first;
}

/* Whether a jump over a variable of the type bypasses its initialisation though it has
 * none: as in nvcc also where the class has constructors beside a trivial default one. */
static bool counts_as_made(struct sema *c, const struct ctype *t) {
	const struct ctype *of = ctype_element(t);
	return class_dtor(c, t) || (of->kind == CT_CLASS && of->decl->cls->has_user_ctor);
}

void local_var(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *specs,
               struct syn *init_decl) {
	struct declarator_info info = declarator_peek(
		syn_init_decl(init_decl)->declarator);
	if (info.binding) {
		check_binding(c, at, out, specs, init_decl, info.binding);
		return;
	}
	struct str *name = info.id ? name_of_id(c, info.id) : NULL;
	struct syn *declarator = syn_init_decl(init_decl)->declarator;
	struct cdecl *tmpl = ctad_template(c, at, specs);
	u64 align = 0;
	const struct ctype *t = tmpl ? ctad_type(c, at, tmpl, specs, declarator,
	                                         syn_init_decl(init_decl)->init, info.loc)
	                             : type_of_aligned_specs(c, at, specs, &align);
	t = (specs->value & SPEC_TYPEDEF ? type_of_typedef : type_of_declarator)(
		c, at, t, declarator, &info);
	if (specs->value & SPEC_TYPEDEF) {
		t = refuse_auto(c, t, info.loc);
		check_redeclaration(c, at, name, info.loc, true);
		struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, name, info.loc);
		d->is_typedef = true;
		d->type = t;
		d->state = CSTATE_CHECKED;
		attrs_of_typedef(c, at, specs, declarator, align, d);
		cscope_add(at, d);
		return;
	}
	if (info.func) { /* a function declared in a block */
		struct cdecl *d = cdecl_new(c->a, CDECL_UNPARSED, name, info.loc);
		cscope_add(at, d);
		declare_func(c, d, at, specs, syn_init_decl(init_decl)->declarator, NULL);
		struct cscope *ns = at;
		while (ns->kind != CSCOPE_NAMESPACE)
			ns = ns->parent;
		d->target = name ? function_declared(c, ns, name, d->type) : NULL;
		if (d->target)
			d->kind = CDECL_USING;
		return;
	}
	refuse_automatic(c, specs, info.loc);
	if (t->kind == CT_VOID) {
		check_error(c, info.loc, E0609, "a variable cannot have type void");
		t = c->t->basic[CT_ERROR];
	}
	check_redeclaration(c, at, name, info.loc, false);
	struct cdecl *d = local_var_new(c, at, name, t, info.loc);
	if (type_needs_deduction(t) && syn_init_decl(init_decl)->init &&
	    t->kind != CT_ERROR) {
		if (ctype_noref(t)->kind != CT_ARRAY)
			d->type = c->t->basic[CT_AUTO]; /* it may not be named yet */
		t = syn_specs(specs)->type->kind == SYN_AUTO &&
		                    syn_specs(specs)->type->op == 1
		            ? type_of_expr(c, at, syn_init_decl(init_decl)->init)
		            : init_deduce_type(c, at, t, syn_init_decl(init_decl)->init,
		                               kind_of_init(init_decl), info.loc);
	} else if (type_needs_deduction(t) && ctype_noref(t)->kind == CT_AUTO) {
		t = needs_initialiser(c, info.loc);
	}
	check_auto_constraint(c, at, specs, declarator, t, info.loc);
	if (specs->value & SPEC_THREAD_LOCAL)
		check_error(c, info.loc, E0608,
		            "thread_local variables are not supported in device code");
	if (specs->value & SPEC_CONSTEXPR)
		t = ctype_qualified(c->t, t, Q_CONST);
	d->type = t;
	d->flags = (u32)specs->value;
	if (!c->in_const && !(d->flags & SPEC_TYPEDEF))
		refuse_vector(c, t, info.loc);
	attrs_of_specs(c, at, specs, d);
	align_as_typedef(d, declarator, align);
	set_local_space(c, d, specs->value);
	d->cls_owner = NULL;
	if (c->fn)
		d->definition = c->fn->func; /* a static local's name is mangled with its
		                                function's */
	if (t->kind != CT_ERROR)
		local_init(c, at, d, init_decl);
	if (d->type->kind == CT_ERROR)
		return;
	unused_note_local(c, d, specs);
	if (d->space != CSPACE_AUTO) {
		check_destructible(c, d->type, d->loc);
		check_use(c, d, d->loc);
		return;
	}
	cstmt_push(c, out, decl_stmt(c, d));
	flow_declare(c, d, d->init || counts_as_made(c, ctype_noref(d->type)));
}

/* Makes the members of an anonymous union names of the block ([class.union.anon]). */
static void union_names(struct sema *c, struct cscope *at, struct cstmt *out,
                        struct cdecl *whole, struct cexpr *obj) {
	const struct ctype *t = ctype_unqual(obj->type);
	for (u32 i = 0; i < t->decl->cls->field.n; i++) {
		const struct cfield *f = &t->decl->cls->field.at[i];
		struct loc loc = f->decl ? f->decl->loc : whole->loc;
		struct cexpr *part = cexpr_field(c, obj, t, i, loc);
		if (f->is_anonymous && f->type->kind == CT_CLASS) {
			union_names(c, at, out, whole, part);
		} else if (f->name) {
			check_redeclaration(c, at, f->name, loc, false);
			binding_name(c, at, out, f->name, loc, part, f->type);
		}
	}
}

static void anonymous_union(struct sema *c, struct cscope *at, struct cstmt *out,
                            struct syn *specs, const struct ctype *t) {
	const char *name = arena_printf(c->a, "__simt_union%u", ++c->nanon);
	struct cdecl *d = local_var_new(
		c, at, str_intern(c->u->names, name, strlen(name)), t, specs->loc);
	if (!type_complete(c, t, specs->loc))
		return;
	d->flags = (u32)specs->value;
	attrs_of_specs(c, at, specs, d);
	set_local_space(c, d, specs->value);
	d->cls_owner = NULL;
	if (c->fn)
		d->definition = c->fn->func;
	if (d->space == CSPACE_SHARED || d->is_static_local) {
		check_use(c, d, d->loc);
	} else {
		d->init = init_default(c, t, d->loc);
		cstmt_push(c, out, decl_stmt(c, d));
	}
	union_names(c, at, out, d, cexpr_var(c, d, d->loc));
}

static bool is_anonymous_union(const struct syn *specs, const struct ctype *t) {
	const struct syn *cls = specs->kind == SYN_SPECS ? syn_specs(specs)->type : specs;
	return cls && cls->kind == SYN_CLASS && !syn_class(cls)->id &&
	       t->kind == CT_CLASS && cls->op == CU_UNION;
}

/* Returns the type that 'auto' means in a declarator's type. */
static const struct ctype *auto_in(const struct ctype *t, const struct syn *d) {
	t = ctype_noref(t);
	for (; d && d->kind == SYN_D_PTR; d = syn_d_ptr(d)->inner)
		t = t->kind == CT_PTR ? t->base : t;
	return ctype_unqual(t);
}

/* auto x = 1, *p = &y; stands for one type in all declarators
 * ([dcl.type.auto.deduct]/3). */
static void check_one_auto(struct sema *c, struct cscope *at, const struct syn *s) {
	const struct syn *type = syn_specs(syn_simple_decl(s)->specs)->type;
	const struct ctype *first = NULL;
	if (s->nkid < 3 || !type || type->kind != SYN_AUTO || type->op == 1)
		return;
	for (u32 i = 1; i < s->nkid; i++) {
		const struct syn *d = syn_init_decl(s->kid[i])->declarator;
		struct declarator_info info = declarator_peek(
			syn_init_decl(s->kid[i])->declarator);
		struct cdecl *v = info.id && info.id->name
		                          ? map_get_ptr(&at->name, info.id->name)
		                          : NULL;
		while (d && (d->kind == SYN_D_LREF || d->kind == SYN_D_RREF))
			d = syn_declarator(d)->inner;
		bool is_plain = d && (d->kind == SYN_D_NAME || d->kind == SYN_D_PTR);
		if (!v || v->kind != CDECL_VAR || v->type->kind == CT_ERROR || !is_plain)
			return;
		const struct ctype *t = auto_in(v->type, d);
		if (first && t != first)
			check_error(c, info.loc, E0618,
			            "'auto' is '%s' for '%s' and was '%s' before",
			            check_type_text(c, t), v->name->s,
			            check_type_text(c, first));
		first = t;
	}
}

void local_decl(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *s) {
	switch (s->kind) {
	case SYN_SIMPLE_DECL:
		if (s->nkid == 1) {
			const struct ctype *t = type_of_specs(c, at,
			                                      syn_simple_decl(s)->specs);
			if (is_anonymous_union(syn_simple_decl(s)->specs, t))
				anonymous_union(c, at, out, syn_simple_decl(s)->specs, t);
		}
		for (u32 i = 1; i < s->nkid; i++)
			local_var(c, at, out, syn_simple_decl(s)->specs, s->kid[i]);
		check_one_auto(c, at, s);
		break;
	case SYN_ALIAS: {
		check_redeclaration(c, at, s->name, s->loc, true);
		struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, s->name, s->loc);
		d->is_typedef = true;
		d->type = refuse_auto(c, type_of_alias(c, at, s, d), s->loc);
		d->state = CSTATE_CHECKED;
		cscope_add(at, d);
		break;
	}
	case SYN_USING_DECL:
		for (u32 i = 0; i < s->nkid; i++) {
			struct cdecl *d = cdecl_new(c->a, CDECL_USING,
			                            name_of_id(c, s->kid[i]),
			                            s->kid[i]->loc);
			d->state = CSTATE_PARSED;
			d->syn = s;
			cscope_add(at, d);
			decl_resolve(c, d);
		}
		break;
	case SYN_USING_ENUM: use_enum(c, at, at, s, CACCESS_PUBLIC); break;
	case SYN_USING_NAMESPACE: {
		struct syn *id = syn_using_namespace(s)->id;
		struct cscope *ns = id->kind == SYN_QUALIFIED
		                            ? lookup_scope(c, at, id, id->nkid, true)
		                            : check_scope_of(c->u, at, id);
		if (ns)
			cscope_use(at, ns, s->loc.start);
		else
			check_error(c, s->loc, E0601, "no such namespace");
		break;
	}
	case SYN_NAMESPACE_ALIAS: {
		struct cdecl *d = cdecl_new(c->a, CDECL_NAMESPACE, s->name, s->loc);
		struct syn *id = syn_namespace_alias(s)->id;
		d->inner = id->kind == SYN_QUALIFIED
		                   ? lookup_scope(c, at, id, id->nkid, true)
		                   : check_scope_of(c->u, at, id);
		d->state = d->inner ? CSTATE_CHECKED : CSTATE_FAILED;
		cscope_add(at, d);
		break;
	}
	case SYN_STATIC_ASSERT: check_static_assert(c, at, s); break;
	case SYN_EMPTY_DECL:
	case SYN_ERROR: break;
	default:
		check_error(c, s->loc, E0608,
		            "this declaration (%s) is not supported in a function",
		            syn_kind_name[s->kind]);
	}
}

void check_static_assert(struct sema *c, struct cscope *at, struct syn *s) {
	bool v;
	struct node_mark mark = nodes_begin(c);
	bool is_known = const_bool(c, at, syn_static_assertion(s)->expr, &v,
	                           "static_assert");
	nodes_drop(c, mark);
	if (!is_known || v)
		return;
	const char *text = s->nkid > 1 && syn_static_assertion(s)->message &&
	                                   syn_static_assertion(s)->message->kind ==
	                                           SYN_STRING
	                           ? syn_static_assertion(s)->message->text
	                           : NULL;
	check_error(c, s->loc, E0629, "static assertion failed%s%s", text ? ": " : "",
	            text ? text : "");
}

/* case 1: T x; declares x in the block around: the label and the declaration are two
 * statements. */
static struct syn *without_declaration(struct sema *c, struct syn *s, struct syn **decl) {
	u32 i = s->kind == SYN_CASE ? 2 : 0;
	struct syn *inner = s->kid[i];
	if (!inner)
		return s;
	struct syn *rest = NULL;
	if (inner->kind == SYN_DECL_STMT || inner->kind == SYN_SIMPLE_DECL)
		*decl = inner;
	else if (inner->kind == SYN_CASE || inner->kind == SYN_DEFAULT ||
	         inner->kind == SYN_LABEL)
		rest = without_declaration(c, inner, decl);
	if (!*decl)
		return s;
	struct syn *copy = arena_copy(c->a, s, sizeof *s, 8);
	copy->kid = arena_copy(c->a, s->kid, sizeof(*s->kid) * s->nkid, 8);
	copy->kid[i] = rest;
	return copy;
}

/* Adds a statement to a block; what it declares lives as long as the block. */
void stmt_into(struct sema *c, struct cscope *scope, struct cstmt *block, struct syn *s) {
	if (s->kind == SYN_DECL_STMT)
		local_decl(c, scope, block, syn_decl_stmt(s)->decl);
	else if (s->kind == SYN_SIMPLE_DECL)
		local_decl(c, scope, block, s);
	else if (s->kind == SYN_CASE || s->kind == SYN_DEFAULT || s->kind == SYN_LABEL) {
		struct syn *decl = NULL;
		s = without_declaration(c, s, &decl);
		cstmt_push(c, block, check_stmt(c, scope, s));
		if (decl)
			stmt_into(c, scope, block, decl);
	} else
		cstmt_push(c, block, check_stmt(c, scope, s));
}
