/* list.h - std::initializer_list ([dcl.init.list]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/sema.h"

/* Returns what t is a list of, or NULL. */
const struct ctype *list_element(const struct ctype *t);
bool list_names_type(const struct syn *id); /* initializer_list<...> */
const struct ctype *list_type(struct sema *c, const struct ctype *elem, struct loc loc);
/* The elements of a braced list, packs expanded; the type that they have in common, or
 * NULL. */
void list_elements(struct sema *c, const struct cexpr *list, struct cexprs *out);
const struct ctype *list_deduce(struct sema *c, const struct cexpr *list);
struct ics list_conversion(struct sema *c, const struct cexpr *list,
                           const struct ctype *elem, const struct ctype *to);
struct cexpr *list_make(struct sema *c, struct cscope *at, const struct ctype *t,
                        struct syn *list, struct loc loc);
/* The array of the list that e makes, if it makes one, lives as long as d. */
void list_extend(struct cexpr *e, struct cdecl *d);
struct cdecl *list_constructor(struct sema *c, const struct ctype *t, struct cexpr *list);
