/* init.h - initialisation ([dcl.init]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the integer type `to` holds v, a value of the integer type `from`. */
bool holds_int(const struct ctype *to, const struct ctype *from, u64 v);

enum init_kind {
	INIT_DEFAULT,
	INIT_COPY,
	INIT_DIRECT,
	INIT_LIST_COPY,
	INIT_LIST_DIRECT,
	INIT_VALUE
};

/* Returns the initialiser of an object of `type` (prvalue, or lvalue for a reference);
 * NULL if there is nothing to do. */
struct cexpr *init_object(struct sema *c, struct cscope *at, const struct ctype *type,
                          struct syn *init, enum init_kind kind, struct loc loc);
struct cexpr *init_from(struct sema *c, const struct ctype *type, struct cexpr **arg,
                        u32 narg, enum init_kind kind, struct loc loc);
struct cexpr *init_from_list(struct sema *c, struct cscope *at, const struct ctype *type,
                             struct syn *list, struct loc loc);
/* An element of a braced list, and the scope that it is checked in. */
struct init_part {
	struct syn *syn;
	struct cscope *at;
};

/* Returns how many elements a braced list has when its packs are expanded; sets the first
 * one. */
u32 init_list_parts(struct sema *c, struct cscope *at, struct syn *list,
                    struct init_part *first);
/* Refuses e, made of a braced list by copy initialisation, if it calls an explicit
 * constructor ([over.match.list]/1). */
void refuse_explicit(struct sema *c, const struct cexpr *e, struct loc loc);
struct cexpr *init_default(struct sema *c, const struct ctype *type, struct loc loc);
/* Begins the initialisation of a part: c->base says whether it is a base. Returns what
 * c->base is to be again at the end. */
const struct ctype *base_enter(struct sema *c, const struct cfield *f);
struct cexpr *init_value(struct sema *c, const struct ctype *type, struct loc loc);
/* Returns the initialiser that a static object has without one: NULL if it starts as zero
 * bytes. */
struct cexpr *init_static(struct sema *c, const struct ctype *t, struct loc loc);
/* Completes `T a[] = {..}` and auto. */
const struct ctype *init_deduce_type(struct sema *c, struct cscope *at,
                                     const struct ctype *declared, struct syn *init,
                                     enum init_kind kind, struct loc loc);
const struct ctype *deduce_auto(struct sema *c, const struct ctype *pattern,
                                struct cexpr *e, struct loc loc);
/* Returns the one expression that an initialiser is, in parentheses or braces or not. */
struct syn *init_single(struct syn *init);
enum init_kind kind_of_init(const struct syn *init_decl);
