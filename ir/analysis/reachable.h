/* reachable.h - the functions that a function may call, directly or not, and the
 * variables that these name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

struct reachable {
	const struct module *m;
	struct arena *scratch;
	VEC(u32)
	list, vars; /* functions and variables found; those in list from `next` on are to
	               be looked at */
	u32 next;
	u8 *func;      /* per function: reached */
	u8 *var;       /* per variable: mentioned by one that is reached */
	bool indirect; /* an indirect call was seen: it may reach all whose address is
	                  taken */
};

/* Finds what is reachable from the function `from`. The result lives in scratch. */
void reachable_find(struct reachable *r, const struct module *m, struct arena *scratch,
                    u32 from);
/* The same for one function after another; each call takes time by what it finds. */
void reachable_begin(struct reachable *r, const struct module *m, struct arena *scratch);
void reachable_from(struct reachable *r, u32 from);

/* Check for variables of shared memory, and for those that name its dynamic part. */
static inline bool var_is_shared(const struct var *v) {
	return v->space == SPACE_SHARED || v->space == SPACE_SHARED_CTA;
}
static inline bool var_is_dynamic(const struct var *v) {
	return v->linkage == LINKAGE_EXTERN || v->size_bytes == 0;
}
static inline u64 var_align(const struct var *v) {
	return v->align ? v->align : 1;
}
/* Bytes of all variables of a space, laid out in order; func NO_REG: of the whole
 * module. */
u64 space_bytes(const struct module *m, enum space space, u32 func);
