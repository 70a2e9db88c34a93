/* hint.c - what the user probably meant (hint.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/hint.h"

#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/expr/convert.h"

static bool is_index(const struct ctype *t) {
	const char *name = t->kind == CT_CLASS && t->decl->name ? t->decl->name->s : "";
	return strcmp(name, "uint3") == 0 || strcmp(name, "dim3") == 0;
}

static bool is_function(const struct ctype *t) {
	return t->kind == CT_FUNC || (t->kind == CT_PTR && t->base->kind == CT_FUNC);
}

void hint_operator(struct sema *c, struct diag_record *r, const struct cexpr *a,
                   const struct cexpr *b) {
	const struct ctype *left = ctype_noref(a->type), *right = ctype_noref(b->type);
	if (is_function(left) && ctype_is_scalar(right))
		check_note(c, r, "a kernel is launched by kernel<<<grid, block>>>(...)");
	else if (is_index(left) != is_index(right) &&
	         (ctype_is_scalar(left) || ctype_is_scalar(right)))
		check_note(c, r, "its members are x, y and z: did you mean '.x'?");
}

static bool takes_number(const struct cdecl *f, u32 narg) {
	return f->kind == CDECL_FUNC && f->type && f->type->kind == CT_FUNC &&
	       narg >= f->min_args && narg <= f->type->nparam;
}

static bool fits(struct sema *c, const struct cdecl *f, struct cexpr **arg, u32 i) {
	return ics_find(c, arg[i], f->type->param[i], CONV_IMPLICIT).kind != ICS_BAD;
}

static bool wants_address(const struct cdecl *f, struct cexpr **arg, u32 i) {
	const struct ctype *p = f->type->param[i];
	return p->kind == CT_PTR && arg[i]->is_lvalue &&
	       ctype_unqual(p->base) == ctype_unqual(ctype_noref(arg[i]->type));
}

bool hint_address(struct sema *c, struct diag_record *r, const struct coverload *set,
                  struct cexpr **arg, u32 narg) {
	for (u32 k = 0; k < set->cand.n; k++) {
		const struct cdecl *f = set->cand.at[k];
		u32 wanted = 0, wrong = 0, first = 0;
		if (!takes_number(f, narg))
			continue;
		for (u32 i = narg; i-- > 0;) {
			if (fits(c, f, arg, i))
				continue;
			if (wants_address(f, arg, i)) {
				wanted++;
				first = i;
			} else {
				wrong++;
			}
		}
		if (!wanted || wrong)
			continue;
		check_note(c, r, "parameter %u is an address, '%s': is a '&' missing?",
		           first + 1, check_type_text(c, f->type->param[first]));
		return true;
	}
	return false;
}

struct cdecl *hint_nearest(struct sema *c, const struct coverload *set,
                           struct cexpr **arg, u32 narg) {
	struct cdecl *best = NULL;
	u32 most = 0;
	for (u32 k = 0; k < set->cand.n; k++) {
		u32 n = 0;
		if (!takes_number(set->cand.at[k], narg))
			continue;
		for (u32 i = 0; i < narg; i++)
			n += fits(c, set->cand.at[k], arg, i);
		if (best && n <= most)
			continue;
		best = set->cand.at[k];
		most = n;
	}
	return best;
}
