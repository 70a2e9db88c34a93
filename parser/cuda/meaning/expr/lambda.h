/* lambda.h - lambda expressions ([expr.prim.lambda]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Makes the template that a function with `auto` parameters is, or NULL. `given`: the
 * TEMPLATE around it, or NULL. */
struct syn *abbreviated_template(struct sema *c, struct syn *def,
                                 const struct syn *given);
bool lambda_has_this(struct sema *c);
struct cexpr *check_lambda(struct sema *c, struct cscope *at, struct syn *s);
/* Makes the body of a closure's conversion function, or of the function that it
 * returns. */
void lambda_body(struct sema *c, struct cdecl *f);
/* Gives a closure class without captures its conversion to a pointer to function; `to`:
 * the pointer that is wanted, which a generic lambda needs to know, or NULL. Does nothing
 * to other classes. */
void lambda_conversion(struct sema *c, struct cdecl *cls, const struct ctype *to);
/* NULL: not captured. */
struct cexpr *lambda_capture(struct sema *c, struct cdecl *var, struct loc loc);
