/* compare.h - the built-in <=>, and the defaulted == and <=> of a class
 * ([class.compare]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns a <=> b of scalars converted to t; NULL after an error. */
struct cexpr *check_spaceship(struct sema *c, struct cexpr *a, struct cexpr *b,
                              const struct ctype *t, struct loc loc);
/* Resolves a comparison that is = default: it is deleted if a part has none, else its
 * result type becomes known. */
void compare_resolve(struct sema *c, struct cdecl *f);
/* Makes the body of a comparison that is = default. False if f is not one. */
bool compare_default_body(struct sema *c, struct cdecl *f);
/* Returns the == that a defaulted <=> implies ([class.compare.default]/4), or NULL. */
struct syn *implied_equality(struct sema *c, const struct syn *cls,
                             const struct syn *member);
