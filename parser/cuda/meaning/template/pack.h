/* pack.h - expansions of packs ([temp.variadic]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the pattern names packs. */
bool pack_is_named(struct sema *c, struct cscope *at, struct syn *pattern);
/* Returns the length of the packs in the pattern; UINT32_MAX, with an error, if there is
 * none or they differ. */
u32 pack_length(struct sema *c, struct cscope *at, struct syn *pattern, struct loc loc);
/* Returns what the name of a pack means in `at`. Where an enclosing expansion has bound
 * the name to an element, an expansion inside it, and sizeof..., still mean the whole
 * pack: M<All<M...>>..., (sizeof...(M) + M)... */
struct cdecl *lookup_pack(struct sema *c, struct cscope *at, struct str *name,
                          struct loc loc);
/* Returns a scope like `at` in which the packs of `pattern` stand for their element i. */
struct cscope *pack_element_scope(struct sema *c, struct cscope *at, struct syn *pattern,
                                  u32 i);
/* Takes back the memory of such a scope, if nothing can refer to it. */
void pack_element_drop(struct sema *c, struct cscope *element);
