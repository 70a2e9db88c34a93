/* ctad.h - class template argument deduction ([over.match.class.deduct]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the class template that specifiers name without arguments, which an initialiser
 * must give; else NULL. */
struct cdecl *ctad_template(struct sema *c, struct cscope *at, struct syn *specs);
/* The instance for these arguments; `list`: the braced list that they stand in, or NULL.
 * CT_ERROR: reported. */
const struct ctype *ctad_deduce(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                                struct cexprs *arg, struct syn *list, struct loc loc);
/* The type of a variable. */
const struct ctype *ctad_type(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                              struct syn *specs, struct syn *declarator, struct syn *init,
                              struct loc loc);
