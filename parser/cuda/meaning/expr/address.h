/* address.h - & and *, and names of functions where a value is wanted ([over.over]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* &e */
struct cexpr *check_address(struct sema *c, struct cscope *at, struct syn *s);
/* *e */
struct cexpr *check_deref(struct sema *c, struct cexpr *e, struct loc loc);
/* Turns a name that means one function into a pointer to it; leaves any other. */
struct cexpr *function_named(struct sema *c, struct cexpr *e);
/* As function_named, where no type chooses among several functions ([over.over]): reports
 * a name that means several. */
struct cexpr *function_meant(struct sema *c, struct cexpr *e);
