/* pack.h - expansions of packs ([temp.variadic]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the pattern names packs. */
bool pack_is_named(struct sema *c, struct cscope *at, struct syn *pattern);
u32 pack_length(struct sema *c, struct cscope *at, struct syn *pattern,
                struct loc loc); /* of the packs in it; UINT32_MAX: none */
/* Returns what the name of a pack means in `at`: one that an expansion around has bound
 * to its elements is whole again in an expansion within, and in sizeof...:
 * M<All<M...>>..., (sizeof...(M) + M)... */
struct cdecl *lookup_pack(struct sema *c, struct cscope *at, struct str *name,
                          struct loc loc);
/* A scope like `at` in which the packs of `pattern` stand for their element i. */
struct cscope *pack_element_scope(struct sema *c, struct cscope *at, struct syn *pattern,
                                  u32 i);
