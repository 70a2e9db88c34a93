/* address.h - & and *, and names of functions where a value is wanted ([over.over]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* &e */
struct cexpr *check_address(struct sema *c, struct cscope *at, struct syn *s);
/* *e */
struct cexpr *check_deref(struct sema *c, struct cexpr *e, struct loc loc);
/* A name that means one function is a pointer to it; any other is left as it is. */
struct cexpr *function_named(struct sema *c, struct cexpr *e);
/* As function_named, where nothing chooses among several ([over.over]): that is an error.
 */
struct cexpr *function_meant(struct sema *c, struct cexpr *e);
