/* pack.c - expansions of packs ([temp.variadic]): how many elements the packs of a pattern have, and the scope in which
 * each of them is read.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

struct pack_walk {
	struct check *c;
	struct cscope *at;
	struct cdecls found;
};

struct cdecl *lookup_pack(struct check *c, struct cscope *at, struct str *name,
                          struct loc loc) {
	struct cscope *s = at;
	while (s && s->is_element)
		s = s->parent;
	struct cdecl *d = lookup(c, s, name, loc);
	for (; s && d && d->kind != CDECL_PACK; s = s->parent)
		if (s->is_element && map_get_ptr(&s->name, name) == d)
			d = lookup(c, s->parent, name, loc);
	return d;
}

static void find_packs(struct pack_walk *w, struct syn *s) {
	if (!s || s->kind == SYN_SIZEOF_PACK)
		return;
	if ((s->kind == SYN_NAME || s->kind == SYN_TEMPLATE_ID) && s->name) {
		struct cdecl *d = lookup_pack(w->c, w->at, s->name, s->loc);
		if (d && d->kind == CDECL_PACK)
			vec_push(w->c->a, &w->found, d);
	}
	if (s->kind == SYN_BODY)
		for (u32 i = s->first_token; i < s->end_token; i++) {
			const struct cu_token_rec *t = &w->c->u->token[i];
			struct cdecl *d = t->kind == CU_IDENT
			                          ? lookup_pack(w->c, w->at, t->name,
			                                        s->loc)
			                          : NULL;
			if (d && d->kind == CDECL_PACK)
				vec_push(w->c->a, &w->found, d);
		}
	for (u32 i = 0; i < s->nkid; i++)
		if (s->kid[i] && s->kid[i]->kind != SYN_PACK_EXPANSION)
			find_packs(w, s->kid[i]);
}

bool pack_is_named(struct check *c, struct cscope *at, struct syn *pattern) {
	struct pack_walk w = {.c = c, .at = at};
	find_packs(&w, pattern);
	return w.found.n > 0;
}

u32 pack_length(struct check *c, struct cscope *at, struct syn *pattern, struct loc loc) {
	struct pack_walk w = {.c = c, .at = at};
	find_packs(&w, pattern);
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

struct cscope *pack_element_scope(struct check *c, struct cscope *at, struct syn *pattern,
                                  u32 i) {
	struct pack_walk w = {.c = c, .at = at};
	find_packs(&w, pattern);
	struct cscope *s = cscope_new(c->a, CSCOPE_TEMPLATE, at, at->owner);
	s->is_element = true;
	for (u32 k = 0; k < w.found.n; k++) {
		struct cdecl *pack = w.found.at[k];
		if (i < pack->nelem && !map_find(&s->name, (uintptr_t)pack->name))
			map_put_ptr(&s->name, pack->name, pack->elem[i]);
	}
	return s;
}
