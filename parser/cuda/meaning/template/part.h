/* part.h - parts of objects that template arguments point or refer to.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

enum { PART_STEPS_MAX = 32 };

/* From an object to an element or a field of it. */
struct part_step {
	const struct ctype *of; /* an array or a class */
	u64 i;
};

struct part_way {
	struct part_step step[PART_STEPS_MAX];
	u32 n;
	const struct ctype *type; /* of the part */
};

static inline const struct cfield *part_field(const struct part_step *p) {
	return p->of->kind == CT_CLASS ? &ctype_unqual(p->of)->decl->cls->field.at[p->i]
	                               : NULL;
}

/* Returns the declaration of the object of the wanted type at an offset in a variable or
 * function: the whole, or a part (is_targ_part) whose `target` is the whole and whose
 * `value` is the offset; NULL if there is none. Where the pointer `decays`, an array
 * stands for its first element, and the place after the whole is one, too. */
struct cdecl *part_decl(struct sema *c, struct cdecl *whole, u64 at,
                        const struct ctype *wanted, bool decays);
/* Returns the way to a part. */
struct part_way part_way(struct sema *c, const struct cdecl *part);
/* Returns the part as an lvalue. */
struct cexpr *part_expr(struct sema *c, struct cdecl *part, struct loc loc);
/* The element of an array, as an lvalue. */
struct cexpr *part_element(struct sema *c, struct cexpr *array, u64 i, struct loc loc);
