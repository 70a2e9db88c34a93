/* pack.c - expansions of packs ([temp.variadic]): how many elements the packs of a
 * pattern have, and the scope in which the pattern is read for each of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/pack.h"

#include "base/scratch.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"

struct pack_walk {
	struct sema *c;
	struct cscope *at;
	struct cdecls found;
	struct cdecl *room[8]; /* of `found`, for most patterns */
};

struct cdecl *lookup_pack(struct sema *c, struct cscope *at, struct str *name,
                          struct loc loc) {
	struct cscope *s = at;
	while (s && s->is_element)
		s = s->parent;
	struct cdecl *d = lookup(c, s, name, loc);
	for (; s && d && d->kind != CDECL_PACK; s = s->parent)
		if (s->is_element && cscope_own(s, name) == d)
			d = lookup(c, s->parent, name, loc);
	return d;
}

static void note_pack(struct pack_walk *w, struct str *name, struct loc loc) {
	struct cdecl *d = lookup_pack(w->c, w->at, name, loc);
	if (d && d->kind == CDECL_PACK)
		vec_push(w->c->a, &w->found, d);
}

/* ---- in tokens --------------------------------------------------------------------- */

/* One part of a statement or of a list, from a bracket, a comma or a semicolon to the
 * next one. */
struct segment {
	u32 first; /* the index in `found` of the first pack that it names */
	u32 angle; /* the same for the part after the last '<' */
	bool has_angle, is_expanded;
};

static void segment_end(struct pack_walk *w, struct segment *s) {
	if (s->is_expanded)
		w->found.n = s->first;
	*s = (struct segment){.first = w->found.n};
}

/* Handles a `...`, token i. It expands the packs that its part of the list names, but in
 * templ<pack...> only those after the '<'. */
static void segment_expand(struct pack_walk *w, struct segment *s, u32 i) {
	const struct cu_token_rec *next = &w->c->u->token[i + 1];
	if (s->has_angle && (next->kind == '>' || next->kind == CU_SHR))
		w->found.n = s->angle;
	else
		s->is_expanded = true;
}

/* Finds the packs that a lambda's body, which is not parsed yet, names and does not
 * expand itself. */
static void find_packs_of_body(struct pack_walk *w, const struct syn *body) {
	VEC(struct segment) open = {0};
	vec_push(w->c->a, &open, ((struct segment){.first = w->found.n}));
	for (u32 i = body->first_token; i < body->end_token; i++) {
		const struct cu_token_rec *t = &w->c->u->token[i];
		struct segment *s = &open.at[open.n - 1];
		switch (t->kind) {
		case '(':
		case '[':
		case '{':
			vec_push(w->c->a, &open, ((struct segment){.first = w->found.n}));
			break;
		case ')':
		case ']':
		case '}':
			segment_end(w, s);
			open.n -= open.n > 1;
			break;
		case ',':
		case ';':
			if (t[1].kind != CU_ELLIPSIS) /* no fold (e, ...) */
				segment_end(w, s);
			break;
		case '<':
			s->has_angle = true;
			s->angle = w->found.n;
			break;
		case CU_SIZEOF:
			if (t[1].kind == CU_ELLIPSIS)
				i += 4; /* sizeof...(pack) */
			break;
		case CU_ELLIPSIS: segment_expand(w, s, i); break;
		case CU_IDENT: note_pack(w, t->name, cu_token_loc(t)); break;
		default: break;
		}
	}
	while (open.n)
		segment_end(w, &open.at[--open.n]);
}

/* ---- in syntax --------------------------------------------------------------------- */

static bool brings_name(const struct syn *list, const struct str *name) {
	for (u32 i = 0; list && i < list->nkid; i++) {
		const struct syn *s = list->kid[i];
		if (s->kind == SYN_PARAM) {
			struct declarator_info info = declarator_peek(
				syn_param(s)->declarator);
			if (info.id && info.id->name == name)
				return true;
		} else if (s->name == name &&
		           (s->kind != SYN_CAPTURE || syn_capture(s)->init)) {
			return true;
		}
	}
	return false;
}

/* Drops the names that a lambda declares itself: its parameters, and captures with an
 * initialiser. */
static void drop_own_names(struct pack_walk *w, u32 first, const struct syn *lambda) {
	u32 kept = first;
	const struct syn *func = syn_lambda(lambda)->declarator;
	for (u32 i = first; i < w->found.n; i++) {
		const struct str *name = w->found.at[i]->name;
		if (!brings_name(syn_lambda(lambda)->captures, name) &&
		    !brings_name(syn_lambda(lambda)->tparams, name) &&
		    !brings_name(func ? syn_d_func(func)->params : NULL, name))
			w->found.at[kept++] = w->found.at[i];
	}
	w->found.n = kept;
}

/* Whether a part expands its packs itself, so that the enclosing expansion does not. */
static bool expands_itself(const struct syn *s) {
	return s->kind == SYN_PACK_EXPANSION || s->kind == SYN_FOLD ||
	       s->kind == SYN_SIZEOF_PACK ||
	       (s->kind == SYN_PARAM &&
	        (s->flags & SYNF_PACK ||
	         declarator_peek(syn_param(s)->declarator).is_pack));
}

static void find_packs(struct pack_walk *w, struct syn *s) {
	u32 first = w->found.n;
	/* A fold expands its packs itself; a declared name refers to none. */
	if (s->kind == SYN_FOLD || s->kind == SYN_D_NAME)
		return;
	if ((s->kind == SYN_NAME || s->kind == SYN_TEMPLATE_ID) && s->name)
		note_pack(w, s->name, s->loc);
	if (s->kind == SYN_BODY)
		find_packs_of_body(w, s);
	for (u32 i = 0; i < s->nkid; i++)
		if (s->kid[i] && !expands_itself(s->kid[i]))
			find_packs(w, s->kid[i]);
	if (s->kind == SYN_LAMBDA)
		drop_own_names(w, first, s);
}

static void walk_packs(struct pack_walk *w, struct sema *c, struct cscope *at,
                       struct syn *pattern) {
	w->c = c;
	w->at = at;
	w->found.at = w->room;
	w->found.n = 0;
	w->found.cap = countof(w->room);
	find_packs(w, pattern);
}

bool pack_is_named(struct sema *c, struct cscope *at, struct syn *pattern) {
	struct pack_walk w;
	walk_packs(&w, c, at, pattern);
	return w.found.n > 0;
}

u32 pack_length(struct sema *c, struct cscope *at, struct syn *pattern, struct loc loc) {
	struct pack_walk w;
	walk_packs(&w, c, at, pattern);
	if (!w.found.n) {
		check_error(c, loc, E0614,
		            "the pattern of '...' contains no parameter pack");
		return UINT32_MAX;
	}
	for (u32 i = 1; i < w.found.n; i++)
		if (w.found.at[i]->nelem != w.found.at[0]->nelem) {
			check_error(
				c, loc, E0614,
				"parameter packs '%s' and '%s' have different lengths",
				w.found.at[0]->name->s, w.found.at[i]->name->s);
			return UINT32_MAX;
		}
	return w.found.at[0]->nelem;
}

/* A scope that binds packs to elements: one block, so that it can be taken back. */
struct element_scope {
	struct cscope scope; /* first */
	struct cscope_bound bound;
	u32 room;
	void *name_decl[]; /* `room` names, then their declarations */
};

static size_t element_bytes(u32 room) {
	return sizeof(struct element_scope) + 2 * sizeof(void *) * room;
}

struct cscope *pack_element_scope(struct sema *c, struct cscope *at, struct syn *pattern,
                                  u32 i) {
	struct pack_walk w;
	walk_packs(&w, c, at, pattern);
	struct element_scope *e = arena_zalloc(c->a, element_bytes(w.found.n),
	                                       _Alignof(struct element_scope));
	cscope_init(&e->scope, c->a, CSCOPE_TEMPLATE, at, at->owner);
	e->scope.is_element = true;
	e->scope.bound = &e->bound;
	e->room = w.found.n;
	struct str **name = (struct str **)e->name_decl;
	struct cdecl **decl = (struct cdecl **)e->name_decl + e->room;
	e->bound = (struct cscope_bound){.name = name, .decl = decl};
	for (u32 k = 0; k < w.found.n; k++) {
		struct cdecl *pack = w.found.at[k];
		if (i >= pack->nelem)
			continue;
		name[e->bound.n] = pack->name;
		decl[e->bound.n++] = pack->elem[i];
	}
	return &e->scope;
}

void pack_element_drop(struct sema *c, struct cscope *element) {
	const struct element_scope *e = (struct element_scope *)element;
	scratch_drop_block(c->a, element, element_bytes(e->room));
}
