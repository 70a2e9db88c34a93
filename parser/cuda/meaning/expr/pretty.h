/* pretty.h - __func__ and __PRETTY_FUNCTION__.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns __func__ in the function. */
const char *check_func_name(struct sema *c, const struct cdecl *f);
/* Returns __PRETTY_FUNCTION__ in the function. */
const char *check_pretty_function(struct sema *c, struct cdecl *f);
