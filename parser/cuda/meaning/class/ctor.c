/* ctor.c - what a constructor does before its body: it initialises bases and members, by
 * its mem-initialisers, by the members' own initialisers, or by default
 * ([class.base.init]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/ctor.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/table.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/where.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/pack.h"

/* For Bases(args)...: returns the scope of the element that is this base, or NULL. */
static struct cscope *pack_init_scope(struct sema *c, struct cdecl *f, struct syn *m,
                                      const struct cfield *field) {
	u32 n = field->is_base ? pack_length(c, f->inner, m, m->loc) : 0;
	for (u32 k = 0; n != UINT32_MAX && k < n; k++) {
		struct cscope *at = pack_element_scope(c, f->inner, m, k);
		bool failed = quiet_begin(c);
		const struct ctype *t = type_of_id(c, at, syn_mem_init(m)->id, false);
		quiet_end(c, failed);
		if (ctype_unqual(t) == ctype_unqual(field->type))
			return at;
	}
	return NULL;
}

/* Returns the MEM_INIT of a field or base, and the scope where it is read. */
static struct syn *find_mem_init(struct sema *c, struct cdecl *f, struct syn *list,
                                 struct cfield *field, struct cscope **at) {
	*at = f->inner;
	for (u32 i = 0; list && i < list->nkid; i++) {
		struct syn *m = list->kid[i], *id = syn_mem_init(m)->id;
		struct cscope *element = m->flags & SYNF_PACK
		                                 ? pack_init_scope(c, f, m, field)
		                                 : NULL;
		if (element) {
			*at = element;
			return m;
		}
		if (m->flags & SYNF_PACK)
			continue;
		if (!field->is_base) {
			if (id->kind == SYN_NAME && field->name &&
			    id->name == field->name)
				return m;
			continue;
		}
		if (id->kind == SYN_NAME && lookup_in(c, f->cls_owner->inner, id->name) &&
		    lookup_in(c, f->cls_owner->inner, id->name)->kind == CDECL_FIELD)
			continue;
		bool failed = quiet_begin(c);
		const struct ctype *t = type_of_id(c, f->inner, id, false);
		quiet_end(c, failed);
		if (ctype_unqual(t) == ctype_unqual(field->type))
			return m;
	}
	return NULL;
}

static void check_mem_init_names(struct sema *c, struct cdecl *f, struct syn *list) {
	struct cclass *cls = f->cls_owner->cls;
	for (u32 i = 0; list && i < list->nkid; i++) {
		struct syn *m = list->kid[i];
		bool found = m->flags & SYNF_PACK; /* of no elements perhaps */
		struct cscope *at;
		for (u32 k = 0; !found && k < cls->field.n; k++)
			found = find_mem_init(
					c, f,
					&(struct syn){.nkid = 1, .kid = &list->kid[i]},
					&cls->field.at[k], &at) != NULL;
		for (u32 k = 0; !found && k < cls->vbase.n; k++)
			found = find_mem_init(
					c, f,
					&(struct syn){.nkid = 1, .kid = &list->kid[i]},
					&(struct cfield){.type = cls->vbase.at[k].type,
			                                 .is_base = true},
					&at) != NULL;
		/* a member of an anonymous union */
		for (u32 k = 0; !found && k < cls->field.n; k++)
			if (cls->field.at[k].is_anonymous && syn_mem_init(m)->id->name)
				found = lookup_in(c, cls->field.at[k].type->decl->inner,
				                  syn_mem_init(m)->id->name) != NULL;
		if (!found)
			check_error(
				c, m->loc, E0601, "'%s' is not a member or base of '%s'",
				syn_mem_init(m)->id->name ? syn_mem_init(m)->id->name->s
							  : "this",
				check_type_text(c, f->cls_owner->type));
	}
}

/* Returns the expression that makes a base of f's object. A base with virtual bases is
 * always made by its constructor, which gets its tables. */
static struct cexpr *base_made(struct sema *c, struct cdecl *f, struct cexpr *e,
                               const struct cfield *base) {
	if (!base->type->decl->cls->vbase.n)
		return e;
	if (e->kind != CE_CONSTRUCT) {
		struct cexpr *from = materialise(c, e);
		e = init_from(c, ctype_unqual(base->type), &from, 1, INIT_DIRECT, e->loc);
	}
	if (e->kind == CE_CONSTRUCT)
		vbase_pass_tables(c, f, e, base->type, base->is_virtual);
	return e;
}

static void init_part(struct sema *c, struct cdecl *f, struct cstmt *body,
                      struct cexpr *part, struct cfield *field, struct syn *m,
                      struct cscope *at) {
	struct syn *init = m ? syn_mem_init(m)->init
	                   : field->decl && field->decl->declarator
	                           ? syn_init_decl(field->decl->declarator)->init
	                           : NULL;
	at = m ? at : f->cls_owner->inner;
	struct loc loc = m ? m->loc : f->loc;
	struct cexpr *e;
	if (!init && !field->is_base &&
	    !check_given(c, field->type,
	                 arena_printf(c->a, "the const member '%s'",
	                              field->name ? field->name->s : "?"),
	                 loc))
		return;
	if (init && init->kind == SYN_PAREN_INIT && init->nkid == 0)
		e = init_value(c, field->type, loc);
	else if (init && init->kind == SYN_INIT_LIST && init->nkid == 0)
		e = init_value(c, field->type, loc);
	else {
		struct loc site = c->site;
		if (!m) /* the member's own initialiser is used here */
			site_enter(c, f->loc);
		e = init_object(c, at, field->type, init,
		                init && init->kind == SYN_INIT_LIST ? INIT_LIST_DIRECT
		                                                    : INIT_DIRECT,
		                loc);
		site_leave(c, site);
	}
	if (!e || is_error(e))
		return;
	if (field->is_base)
		e = base_made(c, f, e, field);
	struct cstmt *s = init_stmt(c, part, e);
	s->e->op = ctype_is_ref(field->type);
	s->loc = loc;
	cstmt_push(c, body, s);
}

/* Makes the base whose constructor f inherits, from f's parameters
 * ([class.inhctor.init]). */
static struct cexpr *inherited_base(struct sema *c, struct cdecl *f,
                                    const struct cfield *field) {
	struct cexprs arg = {0};
	for (u32 i = 0; i < f->type->nparam; i++) {
		struct cexpr *e = cexpr_var(c, f->param.at[i], f->loc);
		e->is_xvalue = f->param.at[i]->type->kind != CT_LREF;
		vec_push(c->a, &arg, e);
	}
	c->hands_on = true;
	return build_construct(c, field->type, f->target, arg.at, arg.n, f->loc);
}

static bool is_inherited_from(struct sema *c, const struct cdecl *f,
                              const struct ctype *base) {
	return f->is_ctor && f->target &&
	       class_base_depth(c, base, f->target->cls_owner->type) >= 0;
}

static void init_base(struct sema *c, struct cdecl *f, struct cstmt *body,
                      struct cexpr *part, struct cfield *base, struct syn *list) {
	struct cscope *at;
	const struct ctype *outer = base_enter(c, base);
	if (is_inherited_from(c, f, base->type)) {
		struct cexpr *e = inherited_base(c, f, base);
		cstmt_push(c, body, init_stmt(c, part, base_made(c, f, e, base)));
	} else {
		struct syn *m = find_mem_init(c, f, list, base, &at);
		init_part(c, f, body, part, base, m, at);
	}
	c->base = outer;
}

/* Checks the access to the destructor of a part, which runs if a later part throws
 * ([class.base.init]/12). */
static void check_part_dtor(struct sema *c, const struct cdecl *f,
                            const struct ctype *part) {
	struct cdecl *dtor = ctype_is_ref(part) ? NULL : class_dtor(c, part);
	if (dtor && !f->is_defaulted)
		check_member_access(c, NULL, dtor, f->loc);
}

/* Initialises the virtual bases of an object that is not a base ([class.base.init]/7). */
static void init_vbases(struct sema *c, struct cdecl *f, struct cstmt *body,
                        struct syn *list) {
	struct cclass *cls = f->cls_owner->cls;
	struct cstmt *first = vbase_if_whole(c, f, body);
	for (u32 v = 0; v < cls->vbase.n; v++) {
		check_part_dtor(c, f, cls->vbase.at[v].type);
		init_base(c, f, first, vbase_of_whole(c, f, v),
		          &(struct cfield){.type = cls->vbase.at[v].type,
		                           .is_base = true,
		                           .is_virtual = true},
		          list);
	}
}

/* Initialises the non-virtual bases. */
static void init_bases(struct sema *c, struct cdecl *f, struct cstmt *body,
                       struct syn *list) {
	const struct ctype *t = f->cls_owner->type;
	const struct cclass *cls = t->decl->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		struct cfield *field = &cls->field.at[i];
		if (field->is_virtual)
			continue;
		struct cexpr *part = class_part(c, this_object(c, f), t, i);
		part->type = ctype_unqual(part->type);
		check_part_dtor(c, f, field->type);
		init_base(c, f, body, part, field, list);
	}
}

/* Whether an initialiser of the list names a member of t, or of what is anonymous in
 * it. */
static bool names_member_of(struct sema *c, struct cdecl *f, const struct ctype *t,
                            struct syn *list) {
	struct cclass *cls = t->decl->cls;
	struct cscope *at;
	for (u32 i = cls->nbase; list && i < cls->field.n; i++) {
		struct cfield *field = &cls->field.at[i];
		if (field->is_anonymous && field->type->kind == CT_CLASS
		            ? names_member_of(c, f, field->type, list)
		            : find_mem_init(c, f, list, field, &at) != NULL)
			return true;
	}
	return false;
}

static bool has_default_init(const struct cfield *field) {
	return field->decl && field->decl->declarator &&
	       syn_init_decl(field->decl->declarator)->init;
}

/* Initialises the members; of a union at most one: its own initialiser counts if the list
 * names no other ([class.base.init]/9). */
static void init_members(struct sema *c, struct cdecl *f, struct cstmt *body,
                         struct cexpr *obj, const struct ctype *t, struct syn *list) {
	struct cclass *cls = t->decl->cls;
	bool is_named = cls->is_union && names_member_of(c, f, t, list);
	for (u32 i = cls->nbase; i < cls->field.n; i++) {
		struct cfield *field = &cls->field.at[i];
		if (!field->name && !field->is_anonymous)
			continue;
		if (is_named && field->is_anonymous &&
		    !names_member_of(c, f, field->type, list))
			continue;
		struct cexpr *part = class_part(c, obj, t, i);
		part->type = ctype_unqual(part->type);
		if (!cls->is_union)
			check_part_dtor(c, f, field->type);
		if (field->is_anonymous) {
			init_members(c, f, body, part, field->type, list);
			continue;
		}
		struct cscope *at;
		struct syn *m = find_mem_init(c, f, list, field, &at);
		if (cls->is_union && !m && (is_named || !has_default_init(field)))
			continue;
		init_part(c, f, body, part, field, m, at);
	}
}

/* Reports constructors that delegate to each other in a circle ([class.base.init]/6). */
static void check_delegates(struct sema *c, struct cdecl *f, const struct cexpr *e,
                            struct loc loc) {
	if (e->kind != CE_CONSTRUCT || !e->decl)
		return;
	map_put_ptr(&c->delegates, f, e->decl);
	for (struct cdecl *to = e->decl; to; to = map_get_ptr(&c->delegates, to)) {
		if (to != f)
			continue;
		check_error(c, loc, E0612, "the constructor delegates to itself%s",
		            e->decl == f ? "" : " by way of another one");
		/* or others that lead into the circle would go round in it */
		map_put_ptr(&c->delegates, f, NULL);
		return;
	}
}

void ctor_init_parts(struct sema *c, struct cdecl *f, struct cstmt *body,
                     struct syn *list) {
	const struct ctype *t = f->cls_owner->type;
	/* a delegating constructor ([class.base.init]/6) */
	if (list && list->nkid == 1) {
		bool failed = quiet_begin(c);
		const struct ctype *d = type_of_id(c, f->inner,
		                                   syn_mem_init(list->kid[0])->id, false);
		quiet_end(c, failed);
		if (ctype_unqual(d) == t) {
			struct cexpr *e = init_object(c, f->inner, t,
			                              syn_mem_init(list->kid[0])->init,
			                              INIT_DIRECT, list->kid[0]->loc);
			if (!e || is_error(e))
				return;
			check_dtor_deleted(c, t, f->loc);
			check_delegates(c, f, e, list->kid[0]->loc);
			if (cdecl_rare(f)->vtt_param && e->kind == CE_CONSTRUCT)
				vbase_hand_down(c, f, e);
			cstmt_push(c, body, init_stmt(c, this_object(c, f), e));
			return;
		}
	}
	struct cfunc_state state = {
		.outer = c->fn, .func = f, .scope = f->inner, .label = MAP_INIT(c->a)};
	struct cfunc_state *saved = c->fn;
	if (!c->fn || c->fn->func != f)
		c->fn = &state;
	check_mem_init_names(c, f, list);
	if (cdecl_rare(f)->vtt_param) {
		vbase_begin(c, f, body);
		/* initialisers of bases may name a virtual base, which the table finds */
		class_set_vptr(c, f, body);
		init_vbases(c, f, body, list);
	}
	init_bases(c, f, body, list);
	if (t->decl->cls->has_vptr) /* those of members may call virtual functions */
		class_set_vptr(c, f, body);
	init_members(c, f, body, this_object(c, f), t, list);
	c->fn = saved;
}
