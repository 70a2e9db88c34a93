/* name.c - names and members as expressions ([expr.prim.id], [expr.ref]): what the
 * declaration that lookup found means where it is named.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/name.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/several.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/pretty.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/part.h"
#include "parser/cuda/meaning/template/template.h"
#include "parser/cuda/meaning/template/unexpanded.h"

/* ---- names ------------------------------------------------------------------------- */

static struct cexpr *overload_expr(struct sema *c, struct coverload *set,
                                   struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_FUNC, c->t->basic[CT_OVERLOAD], loc);
	e->set = node_array(c, struct coverload, 1);
	*e->set = *set;
	e->is_lvalue = true;
	return e;
}

/* Returns the class of the object whose default member initialiser is being checked, or
 * NULL. */
static const struct ctype *class_in_list(const struct sema *c) {
	return c->self && c->self->fn == c->fn ? c->self->cls : NULL;
}

struct cdecl *check_object_of_list(struct sema *c, struct loc loc) {
	struct init_self *self = class_in_list(c) ? c->self : NULL;
	if (self && !self->var) {
		struct cdecl *d = cdecl_new(c->a, CDECL_VAR, c->name.this_, loc);
		d->type = ctype_ptr(c->t, self->cls);
		d->state = CSTATE_CHECKED;
		d->scope = c->fn ? c->fn->scope : NULL;
		self->var = d;
	}
	return self ? self->var : NULL;
}

struct cexpr *check_this_here(struct sema *c, struct loc loc) {
	struct cfunc_state *fn = c->fn;
	if (class_in_list(c))
		return cexpr_load(c, cexpr_var(c, check_object_of_list(c, loc), loc));
	if (fn && fn->lambda) { /* `this` of the function around, captured */
		struct cexpr *e = lambda_capture(c, NULL, loc);
		if (e)
			return e;
	}
	struct cdecl *f = fn ? fn->func : NULL;
	if (!f || !f->this_param) {
		check_error(c, loc, E0619,
		            "'this' outside of a non-static member function");
		return cexpr_error(c, loc);
	}
	return cexpr_this(c, f, loc);
}

struct cexpr *check_this(struct sema *c, struct loc loc) {
	struct cexpr *e = check_this_here(c, loc);
	const struct ctype *t = is_error(e) ? NULL : ctype_unqual(e->type->base);
	if (!t || t->kind != CT_CLASS || !t->decl->cls || !t->decl->cls->captured)
		return e;
	e = cexpr_field(c, cexpr_deref(c, e), t, t->decl->cls->captured_field, loc);
	return e->type->kind == CT_PTR ? cexpr_load(c, e) : cexpr_addr(c, e);
}

/* Returns the class whose object an extended lambda captured; the class itself if it is
 * not such a lambda. */
static const struct ctype *captured_class(const struct ctype *t) {
	t = ctype_unqual(t);
	return t->kind == CT_CLASS && t->decl->cls && t->decl->cls->captured
	               ? t->decl->cls->captured
	               : t;
}

/* Returns the field of an object, in a base or an anonymous member perhaps, or NULL. */
static struct cexpr *field_path(struct sema *c, struct cexpr *obj, struct cdecl *field) {
	const struct ctype *t = ctype_unqual(obj->type);
	if (t->kind != CT_CLASS || !t->decl->cls->is_complete)
		return NULL;
	if (field->scope == t->decl->inner)
		return cexpr_field(c, obj, t, field->field_index, obj->loc);
	struct cclass *cls = t->decl->cls;
	const struct cdecl *owner = field->scope ? field->scope->owner : NULL;
	if (owner && owner->type && class_base_depth(c, t, owner->type) > 0) {
		struct cexpr *base = class_to_base(c, obj, owner->type, obj->loc);
		return is_error(base) ? base : field_path(c, base, field);
	}
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if ((!f->is_base && !f->is_anonymous) || f->type->kind != CT_CLASS)
			continue;
		struct cexpr *part = class_part(c, obj, t, i);
		struct cexpr *r = field_path(c, part, field);
		if (r)
			return r;
	}
	return NULL;
}

/* Whether code in the scope s is in a class whose code may name a member of the owner
 * with that access. A derived class names protected members of its own objects only
 * ([class.protected]/1): `object` is the class of the object; NULL: there is none. */
static bool scope_may_access(struct sema *c, const struct cscope *s,
                             const struct cdecl *owner, u8 access,
                             const struct ctype *object) {
	for (; s; s = s->parent) {
		if (s->kind != CSCOPE_CLASS || !s->owner)
			continue;
		if (s->owner == owner ||
		    (owner->pattern && s->owner->pattern == owner->pattern) ||
		    class_is_extended_lambda(s->owner))
			return true;
		if (access == CACCESS_PROTECTED &&
		    class_base_depth(c, s->owner->type, owner->type) > 0 &&
		    (!object || class_base_depth(c, object, s->owner->type) >= 0))
			return true;
	}
	return false;
}

bool class_may_access(struct sema *c, const struct cdecl *cls,
                      const struct cdecl *member) {
	return member->access == CACCESS_PUBLIC ||
	       scope_may_access(c, cls->inner, member->scope->owner, member->access,
	                        NULL) ||
	       class_is_friend(c, member->scope->owner, cls->inner);
}

/* `at` is the scope of the name, which need not be inside the function that is checked:
 * default template arguments of a member template belong to the class. NULL: the scope of
 * what is checked. */
static bool can_access(struct sema *c, const struct cscope *at, const struct cdecl *owner,
                       u8 access, const struct ctype *object) {
	if (access == CACCESS_PUBLIC || !owner)
		return true;
	if (c->only_public)
		return false;
	for (struct cfunc_state *f = c->fn; f; f = f->outer)
		if (scope_may_access(c, f->scope, owner, access, object))
			return true;
	at = at ? at : c->here;
	return !at || scope_may_access(c, at, owner, access, object) ||
	       class_is_friend(c, owner, at);
}

/* Whether the base of the class is accessible, by one path at least
 * ([class.access.base]/4). */
static bool can_access_base(struct sema *c, const struct cdecl *d,
                            const struct ctype *base) {
	for (u32 i = 0; i < d->cls->nbase; i++) {
		const struct cfield *f = &d->cls->field.at[i];
		if (class_base_depth(c, f->type, base) >= 0 &&
		    can_access(c, NULL, d, f->access, NULL) &&
		    (f->type == ctype_unqual(base) ||
		     can_access_base(c, f->type->decl, base)))
			return true;
	}
	return false;
}

void check_base_access(struct sema *c, const struct ctype *from, const struct ctype *base,
                       struct loc loc) {
	if (from->kind == CT_CLASS && class_base_depth(c, from, base) > 0 &&
	    !can_access_base(c, from->decl, base))
		check_error(c, loc, E0620, "'%s' is an inaccessible base of '%s'",
		            check_type_text(c, ctype_unqual(base)),
		            check_type_text(c, ctype_unqual(from)));
}

/* Reports a member of a base that is no accessible base of the class that it is named in:
 * as a member of that class it is private, or less ([class.access.base]/5). */
static void check_naming_class(struct sema *c, const struct ctype *named,
                               const struct cdecl *member, struct loc loc) {
	const struct cdecl *owner = member->scope ? member->scope->owner : NULL;
	if (owner && owner->type && owner->kind == CDECL_TYPE)
		check_base_access(c, named, owner->type, loc);
}

bool check_object_access(struct sema *c, const struct cscope *at,
                         const struct ctype *object, const struct cdecl *member,
                         struct loc loc) {
	if (!member->scope ||
	    can_access(c, at, member->scope->owner, member->access, object))
		return true;
	const char *access = member->access == CACCESS_PRIVATE ? "private" : "protected";
	const char *owner = check_type_text(c, member->scope->owner->type);
	if (member->is_ctor)
		check_error(c, loc, E0620, "a %s constructor of '%s' is called", access,
		            owner);
	else if (member->is_dtor)
		check_error(c, loc, E0620, "the destructor of '%s' is %s", owner, access);
	else
		check_error(c, loc, E0620, "'%s' is a %s member of '%s'",
		            member->name ? member->name->s : "?", access, owner);
	return false;
}

void check_member_access(struct sema *c, const struct cscope *at,
                         const struct cdecl *member, struct loc loc) {
	check_object_access(c, at, NULL, member, loc);
}

void check_ctor_access(struct sema *c, const struct ctype *t, const struct cdecl *ctor,
                       struct loc loc) {
	check_object_access(c, NULL, c->base == t ? NULL : t, ctor, loc);
}

/* Keeps the conversion functions to the type that `operator T` names
 * ([class.conv.fct], [temp.mem]/5). */
static void keep_conversions(struct sema *c, struct cscope *at, const struct syn *id,
                             struct coverload *set) {
	if (id->kind != SYN_CONVERSION_NAME)
		return;
	const struct ctype *to = type_of_type_id(c, at, syn_conversion_name(id)->type_id);
	struct cdecls kept = {0};
	for (u32 i = 0; i < set->cand.n; i++) {
		struct cdecl *f = decl_of(c, set->cand.at[i]);
		if (f && f->kind == CDECL_TEMPLATE)
			f = deduce_conversion(c, f, to, id->loc);
		if (f && f->kind == CDECL_FUNC && f->type && f->type->base == to)
			vec_push(c->a, &kept, f);
	}
	set->cand = kept;
}

/* Whether the member is one of several functions: then the access to the one that is
 * picked counts. */
static bool is_overloaded(const struct cdecl *d, const struct cdecl *first) {
	return cdecl_is_function(d) && first->next;
}

/* An object that nothing evaluates. */
static struct cexpr *unevaluated_object(struct sema *c, const struct ctype *t,
                                        struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_ZERO, t, loc);
	e->is_lvalue = true;
	return e;
}

/* A field that is named without any object: sizeof(C::field). */
static struct cexpr *unevaluated_field(struct sema *c, struct cdecl *d, struct loc loc) {
	struct cexpr *e = unevaluated_object(c, ctype_noref(d->type), loc);
	e->decl = d;
	return e;
}

/* Converts an object to the class whose scope is `in`, if that is a base: B::x is the x
 * of B, which the object may have of other bases, too ([class.member.lookup]/10). */
static struct cexpr *as_naming_class(struct sema *c, struct cexpr *obj,
                                     const struct cscope *in, struct loc loc) {
	const struct ctype *t = obj && in && in->owner ? in->owner->type : NULL;
	if (!t || t->kind != CT_CLASS || is_error(obj) ||
	    class_base_depth(c, obj->type, t) <= 0)
		return obj;
	return class_to_base(c, obj, t, loc);
}

/* Makes this->member of a member that is named without an object, or in::member. A name
 * of another class's member does not become this->member, [class.mfct.non.static]/3; it
 * may still be an unevaluated operand, [expr.prim.id]/3. */
static struct cexpr *implicit_member(struct sema *c, struct cdecl *d,
                                     const struct cscope *in, struct loc loc) {
	if (c->unevaluated && (!c->fn || !c->fn->func->this_param) && !class_in_list(c))
		return unevaluated_field(c, d, loc);
	struct cexpr *obj = check_this_here(c, loc);
	if (is_error(obj))
		return obj;
	struct cexpr *e = field_path(c, as_naming_class(c, cexpr_deref(c, obj), in, loc),
	                             d);
	if (!e) {
		obj = cexpr_deref(c, check_this(c, loc));
		e = field_path(c, as_naming_class(c, obj, in, loc), d);
	}
	if (!e && c->unevaluated)
		return unevaluated_field(c, d, loc);
	if (!e) {
		check_error(c, loc, E0619, "'%s' is not a member of the object's class",
		            d->name->s);
		return cexpr_error(c, loc);
	}
	return e;
}

static bool is_automatic(const struct cdecl *d) {
	return d->kind == CDECL_VAR && !d->is_static_local && !d->is_static_member &&
	       (d->is_param || (d->scope && (d->scope->kind == CSCOPE_BLOCK ||
	                                     d->scope->kind == CSCOPE_FUNC))) &&
	       d->space == CSPACE_AUTO;
}

static bool belongs_to(const struct cdecl *d, struct cfunc_state *fn) {
	for (struct cscope *s = d->scope; s; s = s->parent) {
		if (s == fn->scope)
			return true;
		if (s->kind == CSCOPE_FUNC)
			return false;
	}
	return d == fn->func->this_param;
}

/* Whether device code may have a copy of the host's variable, since it has one value: a
 * constant, or a reference to one. */
static bool has_one_value(const struct cdecl *d) {
	return d->is_constexpr || ctype_noref(d->type)->quals & Q_CONST;
}

static struct cexpr *var_expr(struct sema *c, struct cdecl *d, struct loc loc) {
	bool is_place = c->wants_place;
	c->wants_place = false;
	d->nmention++;
	if (d->type && d->type->kind == CT_ERROR)
		return cexpr_error(c, loc);
	/* no type yet: int x[sizeof x] */
	if (!d->type || d->type->kind == CT_AUTO) {
		check_error(c, loc, E0618, "'%s' is used before its type is known",
		            d->name->s);
		return cexpr_error(c, loc);
	}
	if (c->fn && is_automatic(d) && !belongs_to(d, c->fn)) {
		struct cexpr *e = c->fn->lambda ? lambda_capture(c, d, loc) : NULL;
		if (e)
			return e;
		struct cexpr *k = cexpr_var(c, d, loc);
		k = rvalue(c, k);
		/* a constant is not captured */
		if (k->kind == CE_CONST || c->unevaluated)
			return c->unevaluated ? cexpr_var(c, d, loc) : k;
		check_error(c, loc, E0619, "'%s' is not captured", d->name->s);
		return cexpr_error(c, loc);
	}
	d = var_definition(c, d);
	static_member_bound(c, d);
	struct cexpr *e = cexpr_var(c, d, loc);
	if (d->space == CSPACE_HOST && !d->is_param && c->fn && !c->in_const &&
	    !c->unevaluated) {
		struct cexpr *k = rvalue(c, e);
		/* without a host the device has the variable if its address is wanted */
		if (k->kind == CE_CONST && k != e && (c->u->opt->no_host || !is_place))
			return c->u->opt->no_host ? e : k;
		/* nvcc copies constants that device code reads */
		if (has_one_value(d)) {
			d->space = CSPACE_GLOBAL;
			decl_var_init(c, d);
			check_use(c, d, loc);
			return e;
		}
		if (!d->is_static_local && check_host_var(c, d, loc))
			return cexpr_error(c, loc);
	}
	check_use(c, d, loc);
	return e;
}

static struct cexpr *named_object(struct sema *c, struct cdecl *d, struct loc loc) {
	if (d->is_targ_part)
		return part_expr(c, d, loc);
	struct cexpr *e = cexpr_new(c, d->kind == CDECL_FUNC ? CE_FUNC : CE_VAR, d->type,
	                            loc);
	e->decl = d;
	e->is_lvalue = true;
	check_use(c, d, loc);
	return e;
}

static u32 n_dimensions(const struct ctype *t) {
	u32 n = 0;
	for (; t->kind == CT_ARRAY; t = t->base)
		n++;
	return n;
}

static struct cexpr *value_expr(struct sema *c, struct cdecl *d, struct loc loc) {
	if (!d->target)
		return cexpr_int(c, d->type, d->value, loc);
	if (memfn_of(d->type)) {
		struct cexpr *e = memfn_value(c, d->target, loc);
		return c->unevaluated ? convert(c, e, d->type, CONV_IMPLICIT, loc) : e;
	}
	if (d->type->kind == CT_CLASS) /* a separate object */
		return var_expr(c, d->target, loc);
	struct cexpr *e = named_object(c, d->target, loc);
	/* the parameter's type, which may lack the function's noexcept */
	if (e->kind == CE_FUNC && d->type->base && d->type->base->kind == CT_FUNC)
		e->type = d->type->base;
	if (d->type->kind != CT_PTR)
		return e;
	bool decays = n_dimensions(e->type) > n_dimensions(d->type->base);
	return decays ? decay(c, e) : cexpr_addr(c, e);
}

struct name_walk {
	struct cscope *scope;
	u32 slot;
};

static const char *walk_names(void *ctx) {
	struct name_walk *w = ctx;
	while (w->scope) {
		while (w->slot < w->scope->name.nslot) {
			struct map_slot *s = &w->scope->name.slot[w->slot++];
			if (map_is_used(&w->scope->name, s))
				return ((struct str *)(uintptr_t)s->key)->s;
		}
		w->scope = w->scope->parent;
		w->slot = 0;
	}
	return NULL;
}

static const char *scope_name(const struct cscope *at) {
	bool named = at && at->owner && !at->owner->type && at->owner->name;
	return named ? at->owner->name->s : "";
}

/* Whether the name is declared with this ending. */
static bool has_ending(const char *name, const char *ending, struct cscope *at) {
	struct name_walk w = {at, 0};
	size_t n = strlen(name);
	for (const char *s; (s = walk_names(&w)) != NULL;)
		if (strncmp(s, name, n) == 0 && strcmp(s + n, ending) == 0)
			return true;
	return false;
}

/* Names of intrinsics without what they end in: __shfl_down is from before CUDA 9,
 * __fsqrt_rn says how it rounds. */
static bool suggest_intrinsic(struct sema *c, struct diag_record *r, struct cscope *at,
                              const char *name) {
	if (strncmp(name, "__", 2) != 0)
		return false;
	if (has_ending(name, "_sync", at))
		check_note(
			c, r,
			"did you mean '%s_sync'? Its first argument is the mask of the "
			"lanes that take part",
			name);
	else if (has_ending(name, "_rn", at))
		check_note(c, r, "did you mean '%s_rn'?", name);
	else
		return false;
	return true;
}

enum { MEMBERS_SHOWN = 8 };

/* Lists the members of a small class. */
static void list_members(struct sema *c, struct diag_record *r, const struct cscope *in) {
	const char *s = "";
	u32 n = 0;
	for (u32 i = 0; i < in->member.n; i++) {
		const struct cdecl *d = in->member.at[i];
		if (d->kind != CDECL_FIELD || !d->name)
			continue;
		if (n++ == MEMBERS_SHOWN)
			return;
		s = arena_printf(c->a, "%s%s%s", s, n > 1 ? ", " : "", d->name->s);
	}
	if (n)
		check_note(c, r, n > 1 ? "its members are %s" : "its member is %s", s);
}

static const char *walk_members(void *ctx) {
	struct name_walk *w = ctx;
	struct cscope *scope = w->scope;
	const char *s = scope ? walk_names(w) : NULL;
	if (w->scope != scope) /* the names of the scope around it are no members */
		s = NULL;
	return s;
}

/* What a class has that is named nearly so. */
static void suggest_member(struct sema *c, struct diag_record *r, struct cscope *in,
                           const char *name) {
	struct name_walk w = {in, 0};
	if (!r || diag_is_full(c->u->diag))
		return;
	const char *near = diag_nearest_of_set(name, walk_members, &w);
	if (near)
		check_note(c, r, "did you mean '%s'?", near);
	else
		list_members(c, r, in);
}

void check_suggest(struct sema *c, struct diag_record *r, struct cscope *at,
                   const char *name) {
	struct name_walk w = {at, 0};
	if (!r || diag_is_full(c->u->diag))
		return;
	const char *header = cuda_header_of(scope_name(at), name);
	if (header) {
		check_note(c, r, "<%s> declares it: is the #include missing?", header);
		return;
	}
	if (suggest_intrinsic(c, r, at, name))
		return;
	const char *near = diag_nearest_of_set(name, walk_names, &w);
	if (near)
		check_note(c, r, "did you mean '%s'?", near);
}

struct cexpr *check_unknown_name(struct sema *c, struct cscope *at, struct cscope *in,
                                 struct syn *last) {
	const struct str *wanted = name_of_id(c, last);
	const char *name = wanted ? wanted->s : "?";
	struct diag_record *r;
	if (in && in->owner)
		r = check_error(c, last->loc, E0601, "no member named '%s' in '%s'", name,
		                in->owner->type   ? check_type_text(c, in->owner->type)
		                : in->owner->name ? in->owner->name->s
		                                  : "namespace");
	else
		r = check_error(c, last->loc, E0601, "'%s' is not declared", name);
	if (last->name && in && in->owner && in->owner->type)
		suggest_member(c, r, in, name);
	else if (last->name)
		check_suggest(c, r, in ? in : at, name);
	return cexpr_error(c, last->loc);
}

static struct cexpr *concept_id(struct sema *c, struct cdecl *concept,
                                const struct ctargs *args, struct loc loc) {
	struct ctarg *bound = arena_array(c->a, struct ctarg, concept->params->nkid + 1);
	if (!template_bind(c, concept, args, bound, loc))
		return cexpr_error(c, loc);
	return cexpr_int(c, c->t->basic[CT_BOOL], concept_holds(c, concept, bound, loc),
	                 loc);
}

/* struct stat and stat(): an expression means the function, variable or member, which
 * hides the class or enumeration of the same scope ([basic.scope.hiding]/2). */
static struct cdecl *past_hidden_types(struct sema *c, struct cdecl *first) {
	const struct cdecl *d = decl_of(c, first);
	for (struct cdecl *e = first; d && d->kind == CDECL_TYPE && e; e = e->next) {
		const struct cdecl *r = decl_of(c, e);
		if (r && r->kind != CDECL_TYPE)
			return e;
	}
	return first;
}

/* Returns the object of the member function around a lambda that has not captured it: it
 * may be named where nothing is evaluated ([expr.prim.lambda.capture]/8). */
static struct cexpr *object_around(struct sema *c, const struct cdecl *cls,
                                   struct loc loc) {
	const struct cscope *at = c->fn->scope;
	while (at && (at->kind != CSCOPE_FUNC || !at->owner ||
	              (at->owner->cls_owner && at->owner->cls_owner->cls->is_lambda)))
		at = at->parent;
	const struct cdecl *self = at ? at->owner->this_param : NULL;
	if (!c->unevaluated || !self ||
	    class_base_depth(c, self->type->base, cls->type) < 0)
		return NULL;
	return unevaluated_object(c, self->type->base, loc);
}

/* Returns the object whose member function is meant by a name of class `cls` without an
 * object, NULL if there is none. */
static struct cexpr *implicit_object(struct sema *c, const struct cdecl *cls,
                                     struct loc loc) {
	const struct cdecl *self = c->fn ? c->fn->func->this_param : NULL;
	if (!cls)
		return NULL;
	if (class_in_list(c) && class_base_depth(c, class_in_list(c), cls->type) >= 0)
		return cexpr_deref(c, check_this_here(c, loc));
	if (c->fn && c->fn->lambda)
		return lambda_has_this(c) ? cexpr_deref(c, check_this(c, loc))
		                          : object_around(c, cls, loc);
	if (!self || class_base_depth(c, captured_class(self->type->base), cls->type) < 0)
		return NULL;
	return cexpr_deref(c, check_this(c, loc));
}

/* Makes an expression of a declaration that lookup found. `last` may have template
 * arguments. */
static struct cexpr *decl_expr(struct sema *c, struct cscope *at, struct cdecl *first,
                               struct syn *last, struct cscope *in) {
	struct loc loc = last->loc;
	first = past_hidden_types(c, first);
	struct cdecl *d = decl_of(c, first);
	if (!d || d->state == CSTATE_FAILED)
		return cexpr_error(c, loc);
	if (!lookup_is_one(c, at, in, first, loc))
		return cexpr_error(c, loc);
	bool is_member = in && in->kind == CSCOPE_CLASS;
	if (is_member && !is_overloaded(d, first))
		check_member_access(c, at, first->kind == CDECL_USING ? first : d, loc);
	if (cdecl_is_function(d)) {
		struct coverload set = {.name = d->name,
		                        .adl = !in,
		                        .is_member = is_member && first->next,
		                        .is_qualified = in != NULL,
		                        .is_exact = in != NULL,
		                        .at = at};
		overload_add_seen(c, first, loc.start, &set.cand);
		if (first->name)
			lookup_more(c, at, in, first->name, first, loc.start, &set.cand);
		keep_conversions(c, at, last, &set);
		if (last->kind == SYN_TEMPLATE_ID || last->kind == SYN_OPERATOR_ID) {
			set.explicit_args = arena_new(c->a, struct ctargs);
			if (!template_args_of(c, at, last,
			                      d->kind == CDECL_TEMPLATE ? d : NULL,
			                      set.explicit_args))
				return cexpr_error(c, loc);
		}
		struct cdecl *cls = d->cls_owner ? d->cls_owner
		                    : d->scope && d->scope->kind == CSCOPE_CLASS
		                            ? d->scope->owner
		                            : NULL;
		set.object = as_naming_class(c, implicit_object(c, cls, loc), in, loc);
		return overload_expr(c, &set, loc);
	}
	switch (d->kind) {
	case CDECL_VAR: return var_expr(c, d, loc);
	case CDECL_FIELD:
		if (!d->type)
			type_complete(c, d->scope->owner->type, loc);
		return implicit_member(c, d, in, loc);
	case CDECL_ENUMERATOR: {
		struct cexpr *e = cexpr_int(c, d->type, d->value, loc);
		e->is_bits = d->is_bits;
		return e;
	}
	case CDECL_VALUE: return value_expr(c, d, loc);
	case CDECL_TEMPLATE:
		if (d->template_of == CDECL_VAR && last->kind == SYN_TEMPLATE_ID) {
			struct ctargs args = {0};
			struct cdecl *v;
			if (d->flags & SPEC_CONCEPT)
				return template_args_of(c, at, last, d, &args)
				               ? concept_id(c, d, &args, loc)
				               : cexpr_error(c, loc);
			if (!template_id_instance(c, at, last, d, &v) || !v ||
			    v->kind != CDECL_VAR)
				return cexpr_error(c, loc);
			return var_expr(c, v, loc);
		}
		check_error(c, loc, E0605,
		            "'%s' is a template: it needs arguments in < >", d->name->s);
		return cexpr_error(c, loc);
	case CDECL_PACK: pack_not_expanded(c, d->name, loc); return cexpr_error(c, loc);
	case CDECL_TYPE:
		check_error(c, loc, E0621, "'%s' is a type; an expression is wanted here",
		            d->name->s);
		return cexpr_error(c, loc);
	default:
		check_error(c, loc, E0621, "'%s' cannot be used as an expression",
		            d->name ? d->name->s : "?");
		return cexpr_error(c, loc);
	}
}

struct cexpr *check_id(struct sema *c, struct cscope *at, struct syn *s) {
	struct syn *last;
	struct cscope *in;
	u32 nerror = c->u->diag->nerror;
	struct cdecl *d = lookup_id(c, at, s, &last, &in);
	if (d)
		return decl_expr(c, at, d, last, in);
	if (s->kind == SYN_QUALIFIED && !in) /* reported, or must be now */
		return c->u->diag->nerror > nerror || c->quiet ||
		                       s->kid[0]->kind == SYN_DECLTYPE
		               ? cexpr_error(c, s->loc)
		               : check_unknown_name(c, at, NULL, s->kid[0]);
	if (s->kind == SYN_NAME || s->kind == SYN_OPERATOR_NAME ||
	    s->kind == SYN_TEMPLATE_ID) {
		/* a call may find it through its arguments; check_call looks at the set
		 */
		struct coverload set = {.name = name_of_id(c, s), .adl = true, .at = at};
		if (c->callee_depth && s->kind == SYN_TEMPLATE_ID) {
			set.explicit_args = arena_new(c->a, struct ctargs);
			if (!template_args_of(c, at, s, NULL, set.explicit_args))
				return cexpr_error(c, s->loc);
		}
		if (c->callee_depth)
			return overload_expr(c, &set, s->loc);
	}
	if (s->kind == SYN_NAME) {
		if (strcmp(s->name->s, "__null") == 0) /* what g++'s NULL is */
			return zero_literal(c, CT_LONG, s->loc);
		if (strcmp(s->name->s, "__func__") == 0 ||
		    strcmp(s->name->s, "__FUNCTION__") == 0 ||
		    strcmp(s->name->s, "__PRETTY_FUNCTION__") == 0) {
			bool is_pretty = s->name->s[2] == 'P';
			const char *name = !c->fn ? ""
			                   : is_pretty
			                           ? check_pretty_function(c, c->fn->func)
			                           : check_func_name(c, c->fn->func);
			struct syn str = {.kind = SYN_STRING,
			                  .loc = s->loc,
			                  .text = name,
			                  .length = (u32)strlen(name)};
			return check_string(c, &str);
		}
	}
	return check_unknown_name(c, at, in, last);
}

/* ---- members ----------------------------------------------------------------------- */

/* p->m: through operator-> of classes. */
static struct cexpr *arrow_object(struct sema *c, struct cscope *at, struct cexpr *e) {
	for (u32 i = 0; e->type->kind == CT_CLASS && i < 64; i++) {
		struct cexpr *next = overload_operator(c, at, "->", &e, 1, e->loc, true);
		if (!next) {
			check_error(c, e->loc, E0622, "'%s' has no operator->",
			            check_type_text(c, e->type));
			return cexpr_error(c, e->loc);
		}
		e = next;
	}
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	if (e->type->kind != CT_PTR) {
		struct diag_record *r = check_error(
			c, e->loc, E0622, "'->' on '%s', which is not a pointer",
			check_type_text(c, e->type));
		if (e->type->kind == CT_CLASS)
			check_note(c, r, "did you mean '.'?");
		return cexpr_error(c, e->loc);
	}
	return cexpr_deref(c, e);
}

static struct cexpr *pseudo_destructor(struct sema *c, struct cexpr *obj,
                                       struct loc loc) {
	struct coverload set = {.name = c->name.dtor, .object = obj};
	return overload_expr(c, &set, loc);
}

/* The members of built-in variables such as threadIdx are special registers. */
static struct cexpr *sreg_member(struct sema *c, struct cexpr *obj, struct str *member,
                                 const struct ctype *type, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_SREG, ctype_unqual(type), loc);
	e->text = arena_printf(c->a, "%s.%s", cdecl_rare(obj->decl)->sreg->s, member->s);
	e->length = (u32)strlen(e->text);
	return e;
}

struct cexpr *check_member(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *obj = check_expr(c, at, syn_member(s)->object);
	if (is_error(obj))
		return obj;
	if (s->flags & SYNF_ARROW)
		obj = arrow_object(c, at, obj);
	if (is_error(obj))
		return obj;
	struct syn *id = syn_member(s)->id,
		   *last = id->kind == SYN_QUALIFIED ? id->kid[id->nkid - 1] : id;
	if (last->kind == SYN_DTOR_NAME && obj->type->kind != CT_CLASS)
		return pseudo_destructor(c, obj, s->loc);
	if (obj->type->kind != CT_CLASS) {
		struct diag_record *r = check_error(
			c, s->loc, E0622, "member of '%s', which is not a class",
			check_type_text(c, obj->type));
		if (obj->type->kind == CT_PTR && obj->type->base->kind == CT_CLASS)
			check_note(c, r, "did you mean '->'?");
		return cexpr_error(c, s->loc);
	}
	const struct ctype *whole = ctype_unqual(obj->type);
	struct cscope *in = NULL;
	if (id->kind == SYN_QUALIFIED) { /* x.Base::f() */
		in = lookup_member_scope(c, at, whole->decl->inner, id);
		obj = as_naming_class(c, materialise(c, obj), in, s->loc);
	}
	struct str *name = name_of_id(c, last);
	struct cdecl *first = in ? lookup_in(c, in, name)
	                         : lookup_member(c, ctype_unqual(obj->type), name,
	                                         s->loc);
	if (!first) {
		if (last->kind == SYN_DTOR_NAME)
			return pseudo_destructor(c, obj, s->loc);
		if (!type_try_complete(c, obj->type))
			return cexpr_error(c, s->loc);
		return check_unknown_name(c, at, obj->type->decl->inner, last);
	}
	if (!lookup_is_one(c, at, in ? in : obj->type->decl->inner, first, last->loc))
		return cexpr_error(c, s->loc);
	first = past_hidden_types(c, first);
	struct cdecl *d = decl_of(c, first);
	if (!d || d->state == CSTATE_FAILED)
		return cexpr_error(c, s->loc);
	/* an implicit destructor may not be declared: then a base's is found */
	bool is_other_dtor = d->is_dtor && d->cls_owner != ctype_unqual(obj->type)->decl;
	/* a friend of the object's class may name its bases' protected members
	 * ([class.access.base]/5.3) */
	bool by_friend = in && d->access == CACCESS_PROTECTED && d->scope->owner &&
	                 class_base_depth(c, whole, d->scope->owner->type) > 0 &&
	                 class_is_friend(c, whole->decl, at);
	if (!is_overloaded(d, first) && !is_other_dtor && !by_friend) {
		/* a using-declaration has its own access */
		bool of_object = d->kind == CDECL_FIELD || d->this_param;
		check_object_access(c, at, of_object ? whole : NULL,
		                    first->kind == CDECL_USING ? first : d, last->loc);
		if (first->kind != CDECL_USING)
			check_naming_class(c, in ? in->owner->type : obj->type, d,
			                   s->loc);
	}
	if (cdecl_is_function(d)) {
		struct coverload set = {.name = d->name,
		                        .object = obj,
		                        .at = at,
		                        .is_exact = in != NULL,
		                        .is_member = first->next != NULL};
		overload_add_chain(c, first, &set.cand);
		keep_conversions(c, at, last, &set);
		if (last->kind == SYN_TEMPLATE_ID || last->kind == SYN_OPERATOR_ID) {
			set.explicit_args = arena_new(c->a, struct ctargs);
			if (!template_args_of(c, at, last,
			                      d->kind == CDECL_TEMPLATE ? d : NULL,
			                      set.explicit_args))
				return cexpr_error(c, s->loc);
		}
		return overload_expr(c, &set, s->loc);
	}
	if (d->kind == CDECL_FIELD) {
		if (obj->kind == CE_VAR && cdecl_rare(obj->decl)->sreg)
			return sreg_member(c, obj, d->name, d->type, s->loc);
		struct cexpr *e = field_path(c, obj, d);
		if (e)
			e->loc = s->loc;
		return e ? e : cexpr_error(c, s->loc);
	}
	/* static members, enumerators */
	return expr_after(c, obj, decl_expr(c, at, d, last, NULL));
}
