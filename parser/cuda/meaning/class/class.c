/* class.c - completing a class: bases, members, and the properties of a complete one
 * ([class]). layout.c places its parts, virtual.c makes its tables, special.c its
 * implicit members.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/class.h"

#include "parser/cuda/meaning/alone.h"
#include "parser/cuda/meaning/class/compare.h"
#include "parser/cuda/meaning/class/layout.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/table.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/member.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

/* ---- fields ------------------------------------------------------------------------ */

static void complete_field(struct sema *c, struct cdecl *d, struct cdecl *f) {
	struct cfield field = {.name = f->name, .decl = f};
	if (f->declarator) {
		struct declarator_info info;
		struct syn *specs = syn_simple_decl(f->syn)->specs;
		struct syn *declarator = syn_init_decl(f->declarator)->declarator;
		u64 align = 0;
		const struct ctype *t = type_of_aligned_specs(c, d->inner, specs, &align);
		f->type = type_of_declarator(c, d->inner, t, declarator, &info);
		if (f->type->kind == CT_FUNC && info.id) { /* F f; it is no field */
			declare_func_of_type(c, f, d->inner, specs, info.id);
			return;
		}
		attrs_of_specs(c, d->inner, specs, f);
		bool has_width = f->declarator->nkid > 2 &&
		                 syn_init_decl(f->declarator)->width;
		align_as_typedef(f, declarator, align);
		f->is_packed |= align && (has_width ? align < ctype_align(f->type)
		                                    : f->align_attr == align);
		field.is_mutable = (specs->value & SPEC_MUTABLE) != 0;
		if (has_width) {
			u64 width = 0;
			struct cexpr *w = check_value(
				c, d->inner, syn_init_decl(f->declarator)->width);
			if (!is_error(w) &&
			    const_int(c, w, &width, "the width of a bit-field")) {
				u64 most = ctype_size(f->type) * 8;
				field.bit_width = (u16)MIN(width, most);
				field.bit_more = (u32)(width - field.bit_width);
				f->value = 1; /* a bit-field, of width 0 perhaps */
				if (width >> 31)
					check_error(c, f->loc, E0612,
					            "a bit-field has a negative or "
					            "a huge width");
			}
		}
		const struct ctype *kind = ctype_unqual(f->type);
		if (f->value == 1 && kind->kind != CT_ERROR && kind->kind != CT_ENUM &&
		    !ctype_is_integer(kind)) { /* [class.bit]/3 */
			check_error(c, f->loc, E0612,
			            "a bit-field is of an integral type, not '%s'",
			            check_type_text(c, f->type));
			f->type = c->t->basic[CT_ERROR];
		}
	} else {
		field.is_anonymous = !f->name;
	}
	if (!f->type || f->type->kind == CT_ERROR)
		f->type = c->t->basic[CT_INT]; /* reported; the layout continues */
	if (f->type->kind == CT_AUTO || f->type->kind == CT_FUNC ||
	    f->type->kind == CT_VOID) {
		check_error(c, f->loc, E0612, "a member cannot have type '%s'",
		            check_type_text(c, f->type));
		f->type = c->t->basic[CT_INT];
	}
	if (f->type->kind == CT_ARRAY && !f->type->has_size)
		/* a flexible array member */
		f->type = ctype_array(c->t, f->type->base, true, 0);
	if (!type_complete(c, f->type, f->loc))
		f->type = c->t->basic[CT_INT];
	if (field.is_mutable && !d->is_system &&
	    (ctype_is_ref(f->type) || f->type->quals & Q_CONST)) /* [dcl.stc]/9 */
		check_error(c, f->loc, E0612, "a mutable member cannot have type '%s'",
		            check_type_text(c, f->type));
	field.type = f->type;
	f->field_index = d->cls->field.n;
	f->state = CSTATE_CHECKED;
	if (field.is_anonymous && f->type->kind == CT_CLASS)
		vec_push(c->a, &d->inner->using, f->type->decl->inner);
	vec_push(c->a, &d->cls->field, field);
}

/* Returns the access that `public` or its like means, or that a class-key does. */
static u8 access_of(u32 word) {
	return word == CU_PROTECTED                     ? CACCESS_PROTECTED
	       : word == CU_PRIVATE || word == CU_CLASS ? CACCESS_PRIVATE
	                                                : CACCESS_PUBLIC;
}

/* Whether a base depends on parameters of a template ([temp.dep.type]/9): its name
 * mentions one, or names a class inside a class template, which a specialisation may
 * define anew, or a type of such a class that mentions one. */
static bool is_dependent_base(struct sema *c, struct cscope *at, struct syn *id) {
	if (mentions_parameter(at, id, false))
		return true;
	const struct cdecl *d = id->kind == SYN_NAME ? lookup(c, at, id->name, id->loc)
	                                             : NULL;
	if (!d || d->kind != CDECL_TYPE)
		return false;
	if (d->is_typedef)
		return d->syn && d->scope->kind == CSCOPE_CLASS &&
		       mentions_parameter(d->scope, d->syn, false);
	for (const struct cscope *s = d->scope; s && s->kind == CSCOPE_CLASS;
	     s = s->parent)
		if (s->parent && s->parent->kind == CSCOPE_TEMPLATE)
			return true;
	return false;
}

static void add_base(struct sema *c, struct cdecl *d, struct syn *b, struct cscope *at) {
	struct syn *id = syn_base(b)->type;
	const struct ctype *t = ctype_unqual(type_of_id(c, at, id, true));
	if (t->kind == CT_ERROR || !type_complete(c, t, b->loc))
		return;
	if (t->kind != CT_CLASS) {
		check_error(c, b->loc, E0612, "'%s' is not a class",
		            check_type_text(c, t));
		return;
	}
	if (t->decl->cls->is_union || d->cls->is_union) {
		check_error(c, b->loc, E0612, "a union cannot be a base or have bases");
		return;
	}
	if (t->decl->cls->is_final)
		check_error(c, b->loc, E0612, "'%s' is final, so it cannot be a base",
		            check_type_text(c, t));
	for (u32 i = 0; i < d->cls->nbase; i++)
		if (d->cls->field.at[i].type == t) { /* [class.mi]/3 */
			check_error(c, b->loc, E0612, "'%s' is a direct base twice",
			            check_type_text(c, t));
			return;
		}
	bool is_virtual = (b->flags & SYNF_VIRTUAL) != 0;
	vec_push(c->a, &d->cls->field,
	         (struct cfield){.type = t,
	                         .is_base = true,
	                         .is_virtual = is_virtual,
	                         .is_dependent = is_dependent_base(c, at, id),
	                         .access = access_of(b->op ? b->op : d->syn->op)});
	vec_push(c->a, &d->inner->using, t->decl->inner);
	d->cls->nbase++;
	vbase_add(c, d->cls, t, is_virtual);
}

static void add_bases(struct sema *c, struct cdecl *d) {
	struct syn *list = syn_class(d->syn)->bases;
	for (u32 i = 0; list && i < list->nkid; i++) {
		struct syn *b = list->kid[i];
		if (!(b->flags & SYNF_PACK)) {
			add_base(c, d, b, d->inner->parent);
			continue;
		}
		u32 n = pack_length(c, d->inner->parent, b, b->loc);
		for (u32 k = 0; n != UINT32_MAX && k < n; k++)
			add_base(c, d, b, pack_element_scope(c, d->inner->parent, b, k));
	}
}

static void find_aggregate(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	/* from C++20 on no constructor may be declared, even a defaulted or deleted
	 * one */
	bool is_20 = c->u->opt->standard >= 20;
	cls->is_aggregate = !cls->has_user_ctor && !cls->has_vptr && !cls->inherits.n;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cdecl *f = cls->field.at[i].decl;
		if (f && f->access != CACCESS_PUBLIC)
			cls->is_aggregate = false;
	}
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind == CDECL_FUNC && m->is_ctor && m->syn &&
		    (is_20 || m->flags & SPEC_EXPLICIT))
			cls->is_aggregate = false;
	}
}

/* ---- completing -------------------------------------------------------------------- */

static void declare_members(struct sema *c, struct cdecl *d) {
	struct syn *s = d->syn;
	u8 access = access_of(s->op);
	for (u32 i = 2; i < s->nkid; i++) {
		struct syn *m = s->kid[i];
		if (m->kind == SYN_ACCESS)
			access = access_of(m->op);
		else {
			struct syn *equality = implied_equality(c, s, m);
			declare_member(c, d->inner, m, access);
			if (equality)
				declare_member(c, d->inner, equality, access);
		}
	}
}

static void static_assertions(struct sema *c, struct cdecl *d) {
	for (u32 i = 2; i < d->syn->nkid; i++)
		if (d->syn->kid[i]->kind == SYN_STATIC_ASSERT)
			check_static_assert(c, d->inner, d->syn->kid[i]);
}

static void find_class_syntax(struct sema *c, struct cdecl *d) {
	if (d->is_inst && d->pattern) {
		template_select(c, d);
		return;
	}
	for (struct cdecl *e = d->name ? cscope_find_here(d->scope, d->name, 0) : NULL;
	     e && !(d->syn && d->syn->kind == SYN_CLASS); e = e->next)
		if (e->state == CSTATE_SKIMMED && e->guess == CNAME_TYPE &&
		    !e->is_template)
			decl_resolve(c, e);
	if (!(d->syn && d->syn->kind == SYN_CLASS))
		outside_class(c, d);
}

/* Whether d is the class of an extended lambda: the driver makes these, with a name of
 * this form. */
bool class_is_extended_lambda(const struct cdecl *d) {
	static const char prefix[] = "__simt_lambda_";
	return d->name && strncmp(d->name->s, prefix, sizeof prefix - 1) == 0;
}

/* Finds the object that an extended lambda in a member function holds: `this` or *this
 * is a field, and the body of the lambda sees that object's members after its own. */
static void find_captured(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	if (!class_is_extended_lambda(d))
		return;
	for (u32 i = 0; i < cls->field.n; i++) {
		const struct ctype *t = cls->field.at[i].type;
		if (!cls->field.at[i].name ||
		    strcmp(cls->field.at[i].name->s, "__simt_this") != 0)
			continue;
		t = ctype_unqual(t->kind == CT_PTR ? t->base : t);
		if (t->kind != CT_CLASS || !type_try_complete(c, t))
			return;
		cls->captured = t;
		cls->captured_field = i;
		cscope_use(d->inner, t->decl->inner, 0);
	}
}

static bool class_complete(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	if (cls->is_complete)
		return true;
	if (cls->is_being_completed)
		return false;
	cls->is_being_completed = true; /* for the parser too, which looks into bases */
	if (!d->syn || d->syn->kind != SYN_CLASS)
		find_class_syntax(c, d);
	else if (!d->is_inst)
		outside_class(c, d);
	if (!d->syn || d->syn->kind != SYN_CLASS || !check_enter(c, d->loc)) {
		cls->is_being_completed = false;
		return false;
	}
	struct casker asker = check_ask(c, d, d->loc);
	struct cinst_trace trace = {c->trace, d, d->loc};
	if (d->is_inst)
		c->trace = &trace;
	struct cfunc_state *fn = c->fn;
	u32 unevaluated = c->unevaluated, conversion = c->in_user_conversion;
	u32 only_public = c->only_public;
	const struct cscope *here = c->here;
	c->here = d->inner;
	c->unevaluated = c->in_user_conversion = c->only_public = 0;
	cls->is_union = d->syn->op == CU_UNION;
	if (d->declarator && d->declarator->kind == SYN_SPECS) /* a member */
		attrs_of_specs(c, d->inner, d->declarator, d);
	add_bases(c, d);
	declare_members(c, d);
	if (!d->is_system)
		check_members_twice(c, d);
	for (u32 i = 0; i < d->inner->member.n; i++)
		if (d->inner->member.at[i]->kind == CDECL_FIELD)
			complete_field(c, d, d->inner->member.at[i]);
	class_find_vptr(c, d);
	class_lay_out(c, d);
	cls->is_complete = true;
	cls->is_being_completed = false;
	class_fill_vslots(c, d);
	class_declare_specials(c, d);
	class_find_abstract(c, d);
	class_find_pod(c, d);
	find_aggregate(c, d);
	find_captured(c, d);
	static_assertions(c, d);
	check_instance_alone(c, d);
	c->fn = fn;
	c->unevaluated = unevaluated;
	c->in_user_conversion = conversion;
	c->only_public = only_public;
	c->here = here;
	c->trace = trace.outer;
	check_answer(c, asker);
	check_leave(c);
	return true;
}

bool type_try_complete(struct sema *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind == CT_CLASS)
		return class_complete(c, t->decl);
	return t->kind != CT_VOID && t->kind != CT_AUTO;
}

bool type_complete(struct sema *c, const struct ctype *t, struct loc loc) {
	if (t->kind == CT_ERROR)
		return false;
	if (type_try_complete(c, t))
		return true;
	check_error(c, loc, E0613, "'%s' is an incomplete type",
	            check_type_text(c, ctype_unqual(t)));
	return false;
}

struct cclass *class_of(const struct ctype *t) {
	return t->kind == CT_CLASS && t->decl->cls && t->decl->cls->is_complete
	               ? t->decl->cls
	               : NULL;
}

void class_finish(struct sema *c, struct cdecl *d) {
	class_lay_out(c, d);
	d->cls->is_complete = true;
	class_declare_specials(c, d);
}

/* ---- friends ---- */

static const struct syn *friend_of(const struct syn *member) {
	if (member->kind == SYN_TEMPLATE)
		member = syn_template(member)->decl;
	if (member->kind == SYN_FRIEND)
		return syn_friend(member)->decl;
	bool is_friend = member->nkid && member->kid[0] &&
	                 member->kid[0]->kind == SYN_SPECS &&
	                 member->kid[0]->value & SPEC_FRIEND;
	return is_friend ? member : NULL;
}

/* Returns the name of the function or class that a friend declaration names, without what
 * qualifies it. NULL if it is not known: `friend T;` of a template's parameter. */
static struct str *friend_name(struct sema *c, const struct syn *decl) {
	struct syn *id = declared_id(decl);
	if (id && id->kind == SYN_QUALIFIED)
		id = id->kid[id->nkid - 1];
	return id ? name_of_id(c, id) : NULL;
}

/* Whether the scope is in a function or class of the name. */
static bool is_inside(const struct cscope *at, const struct str *name) {
	for (; at; at = at->parent)
		if (at->owner && at->kind != CSCOPE_NAMESPACE && at->owner->name == name)
			return true;
	return false;
}

bool class_is_friend(struct sema *c, const struct cdecl *cls, const struct cscope *at) {
	struct syn *s = cls->syn;
	for (u32 i = 2; s && s->kind == SYN_CLASS && i < s->nkid; i++) {
		const struct syn *decl = friend_of(s->kid[i]);
		if (!decl)
			continue;
		const struct str *name = friend_name(c, decl);
		if (!name || is_inside(at, name))
			return true;
		for (const struct cfunc_state *f = c->fn; f; f = f->outer)
			if (is_inside(f->scope, name))
				return true;
	}
	return false;
}

/* ---- bases ------------------------------------------------------------------------- */

int class_base_depth(struct sema *c, const struct ctype *derived,
                     const struct ctype *base) {
	derived = ctype_unqual(derived);
	base = ctype_unqual(base);
	if (derived == base)
		return 0;
	if (derived->kind != CT_CLASS || base->kind != CT_CLASS ||
	    !type_try_complete(c, derived))
		return -1;
	struct cclass *cls = derived->decl->cls;
	if (cls->vbase.n && !vbase_has_base(cls, base))
		return -1;
	for (u32 i = 0; i < cls->nbase; i++) {
		int depth = class_base_depth(c, cls->field.at[i].type, base);
		if (depth >= 0)
			return depth + 1;
	}
	return -1;
}

static s64 add_offset(s64 a, s64 b) {
	return b == BASE_IS_VIRTUAL ? b : a + b;
}

s64 class_base_offset(struct sema *c, const struct ctype *derived,
                      const struct ctype *base) {
	derived = ctype_unqual(derived);
	if (derived == ctype_unqual(base))
		return 0;
	struct cclass *cls = class_base_depth(c, derived, base) > 0 ? derived->decl->cls
	                                                            : NULL;
	for (u32 i = 0; cls && i < cls->nbase; i++)
		if (class_base_depth(c, cls->field.at[i].type, base) >= 0)
			return cls->field.at[i].is_virtual
			               ? BASE_IS_VIRTUAL
			               : add_offset(
						 (s64)cls->field.at[i].offset_bytes,
						 class_base_offset(
							 c, cls->field.at[i].type, base));
	return 0;
}

struct cexpr *class_direct_base(struct sema *c, struct cexpr *e, u32 i, struct loc loc) {
	const struct ctype *t = ctype_unqual(e->type);
	const struct cfield *f = &t->decl->cls->field.at[i];
	e = materialise(c, e);
	if (f->is_virtual)
		return vbase_object(c, e, f->type, loc);
	struct cexpr *b = cexpr_new(c, CE_TO_BASE,
	                            ctype_qualified(c->t, f->type, e->type->quals), loc);
	b->a = e;
	b->field = i;
	b->is_lvalue = e->is_lvalue;
	b->is_xvalue = e->is_xvalue;
	return b;
}

struct cexpr *class_to_base(struct sema *c, struct cexpr *e, const struct ctype *base,
                            struct loc loc) {
	const struct ctype *t = ctype_unqual(e->type);
	if (t == ctype_unqual(base) || t->kind != CT_CLASS)
		return e;
	struct cclass *cls = t->decl->cls;
	if (class_vbase(cls, base))
		return vbase_object(c, materialise(c, e), base, loc);
	u32 by = UINT32_MAX, nbase = 0;
	for (u32 i = 0; i < cls->nbase; i++)
		if (class_base_depth(c, cls->field.at[i].type, base) >= 0 && !nbase++)
			by = i;
	const struct cvbase *around = nbase > 1 ? vbase_around(cls, base) : NULL;
	if (around) /* on all ways */
		return class_to_base(
			c, vbase_object(c, materialise(c, e), around->type, loc), base,
			loc);
	if (nbase > 1) {
		check_error(c, loc, E0617, "'%s' is more than one base of '%s'",
		            check_type_text(c, ctype_unqual(base)),
		            check_type_text(c, t));
		return cexpr_error(c, loc);
	}
	return nbase ? class_to_base(c, class_direct_base(c, e, by, loc), base, loc) : e;
}

bool type_is_trivially_copyable(struct sema *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind != CT_CLASS)
		return true;
	return type_try_complete(c, t) && t->decl->cls->is_trivially_copyable;
}

struct cdecl *class_dtor(struct sema *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind != CT_CLASS || !type_try_complete(c, t))
		return NULL;
	return t->decl->cls->is_trivially_destructible ? NULL : t->decl->cls->dtor;
}

void class_constructors(struct sema *c, const struct ctype *t, struct cdecls *out) {
	for (struct cdecl *d = lookup_in(c, t->decl->inner, c->name.ctor); d;
	     d = d->next) {
		if (d->scope != t->decl->inner)
			break; /* constructors are not inherited */
		struct cdecl *r = decl_of(c, d);
		if (r)
			vec_push(&c->temp, out, r);
	}
	const struct cclass *cls = t->decl->cls;
	for (u32 i = 0; cls && i < cls->inherits.n; i++) {
		struct cdecls of = {0};
		const struct ctype *base = cls->inherits.at[i]->type;
		class_constructors(c, base, &of);
		for (u32 k = 0; k < of.n; k++) {
			enum special what = class_special_of(of.at[k], base);
			bool is_default = what == SPECIAL_DEFAULT &&
			                  of.at[k]->type->nparam == 0;
			if (!is_default && what != SPECIAL_COPY && what != SPECIAL_MOVE)
				vec_push(&c->temp, out, of.at[k]);
		}
	}
}

/* ---- classes that the program does not declare ------------------------------------- */

struct cdecl *class_make(struct sema *c, struct loc loc) {
	struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, NULL, loc);
	d->state = CSTATE_CHECKED;
	d->scope = c->u->global;
	d->cls = arena_new(c->a, struct cclass);
	d->inner = cscope_new(c->a, CSCOPE_CLASS, c->u->global, d);
	d->type = ctype_named(c->t, CT_CLASS, d);
	return d;
}

struct cdecl *class_add_field(struct sema *c, struct cdecl *d, struct str *name,
                              const struct ctype *type, struct loc loc) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FIELD, name, loc);
	f->type = type;
	f->state = CSTATE_CHECKED;
	f->scope = d->inner;
	f->field_index = d->cls->field.n;
	vec_push(c->a, &d->cls->field,
	         (struct cfield){.name = name, .type = type, .decl = f});
	return f;
}
