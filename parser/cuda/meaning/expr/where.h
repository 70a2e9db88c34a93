/* where.h - __builtin_LINE() and the like, and the place that they return.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Called around a default argument or member initialiser that is used at loc; the result
 * goes to site_leave. */
struct loc site_enter(struct sema *c, struct loc loc);
void site_leave(struct sema *c, struct loc before);
/* Checks __builtin_LINE() and the like; NULL if the call is not one of them. */
struct cexpr *check_where_builtin(struct sema *c, struct syn *s, const char *name);
