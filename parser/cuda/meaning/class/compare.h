/* compare.h - the built-in <=>, and == and <=> that a class has by default
 * ([class.compare]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* a <=> b of scalars converted to t. NULL: reported. */
struct cexpr *check_spaceship(struct sema *c, struct cexpr *a, struct cexpr *b,
                              const struct ctype *t, struct loc loc);
/* Resolves a comparison that is = default: it is deleted if a part has none, else its
 * result type becomes known. */
void compare_resolve(struct sema *c, struct cdecl *f);
/* The body of a comparison that is = default. False: it is none. */
bool compare_default_body(struct sema *c, struct cdecl *f);
/* The == that a <=> by default declares with it ([class.compare.default]/4); NULL: none.
 */
struct syn *implied_equality(struct sema *c, const struct syn *cls,
                             const struct syn *member);
