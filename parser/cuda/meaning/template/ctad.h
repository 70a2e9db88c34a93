/* ctad.h - class template argument deduction ([over.match.class.deduct]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the class template that specifiers name without arguments, so that the
 * initialiser decides them; else NULL. */
struct cdecl *ctad_template(struct sema *c, struct cscope *at, struct syn *specs);
/* Checks the arguments of a list, those of {.a = x} too. */
void ctad_args(struct sema *c, struct cscope *at, struct syn *list, struct cexprs *out);
/* Returns the instance for these arguments, or CT_ERROR with an error. `list` is the
 * braced list that holds them, or NULL. */
const struct ctype *ctad_deduce(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                                struct cexprs *arg, struct syn *list, struct loc loc);
/* Returns the type of a variable whose specifiers name tmpl. */
const struct ctype *ctad_type(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                              struct syn *specs, struct syn *declarator, struct syn *init,
                              struct loc loc);
