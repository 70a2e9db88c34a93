/* pack_order.c - two function templates with the same parameters, of which one has a pack
 * among its template parameters:
 *
 *     template <class... T> constexpr auto get() -> list<T...>;
 *     template <class A, class B> constexpr auto get() -> pair<A, B>;
 *
 * By [temp.func.order] get<int, int>() is ambiguous, and is for g++. nvcc's front end
 * takes the one without a pack, as the checker does for device code. So the host half
 * gives the other a pack of function parameters, which is always empty and makes it the
 * less special one ([temp.deduct.partial]/11).
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

/* Counts the template parameters before a pack, all of them if there is none. */
static u32 count_to_pack(const struct rewrite *rw, const struct decl *d, bool *has_pack) {
	u32 n = 0;
	*has_pack = false;
	for (u32 i = d->angle + 1; i < d->angle_end; n++) {
		u32 end = param_end(rw, i, d->angle_end), stop = find_default(rw, i, end);
		for (; i < stop; i++) {
			u32 kind = token_kind(rw, i), angle = NONE;
			if (kind == CU_ELLIPSIS) {
				*has_pack = true;
				return n;
			}
			if (kind == '<')
				angle = close_angle(rw, i, stop);
			i = angle != NONE ? angle
			    : kind == '(' ? MAX(skip_group(rw, i), i + 1) - 1
			                  : i;
		}
		i = end + 1;
	}
	return n;
}

/* Whether as many template arguments may be given to both. */
static bool may_compete(const struct function_template *a,
                        const struct function_template *b) {
	return a->has_pack != b->has_pack && strcmp(a->path, b->path) == 0 &&
	       (a->has_pack ? a->ntparam <= b->ntparam : b->ntparam <= a->ntparam);
}

static bool same_params(const struct rewrite *rw, const struct function_template *a,
                        const struct function_template *b) {
	u32 n = rw->t[a->params].match - a->params;
	if (rw->t[b->params].match - b->params != n)
		return false;
	for (u32 i = 1; i < n; i++)
		if (token_kind(rw, a->params + i) != token_kind(rw, b->params + i) ||
		    rw->t[a->params + i].name != rw->t[b->params + i].name)
			return false;
	return true;
}

static void make_last(struct rewrite *rw, struct function_template *f) {
	u32 close = rw->t[f->params].match;
	if (f->is_last)
		return;
	f->is_last = true;
	edit_add(rw, token_at(rw, f->angle_end), token_at(rw, f->angle_end),
	         ", class... __simt_last");
	edit_add(rw, token_at(rw, close), token_at(rw, close),
	         close == f->params + 1 ? "__simt_last..." : ", __simt_last...");
}

/* Kernels are named by their types, which stay; and one that takes a pack has an order.
 */
static bool is_ordered(const struct rewrite *rw, const struct decl *d) {
	if (d->params == NONE || d->name == NONE || d->name_end != d->name + 1 ||
	    d->angle == NONE || (d->quals & QUAL_GLOBAL) ||
	    token_kind(rw, d->name) != CU_IDENT || rw->t[d->params].match == CU_NO_MATCH)
		return true;
	for (u32 i = d->params; i < rw->t[d->params].match; i++)
		if (token_kind(rw, i) == CU_ELLIPSIS)
			return true;
	return false;
}

void order_packs(struct rewrite *rw, const struct decl *d) {
	if (is_ordered(rw, d))
		return;
	u64 *named = map_at(&rw->function_named, (uintptr_t)rw->t[d->name].name);
	struct function_template f = {.path = path_here(rw),
	                              .params = d->params,
	                              .angle = d->angle,
	                              .angle_end = d->angle_end,
	                              .before = (u32)*named};
	f.ntparam = count_to_pack(rw, d, &f.has_pack);
	for (u32 i = f.before; i; i = rw->functions.at[i - 1].before) {
		struct function_template *g = &rw->functions.at[i - 1];
		if (may_compete(g, &f) && same_params(rw, g, &f))
			make_last(rw, f.has_pack ? &f : g);
	}
	vec_push(rw->arena, &rw->functions, f);
	*named = rw->functions.n;
}
