/* twice.h - what the user declares once too often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* E0628: `name` at `loc` was there before, at `first`. */
void check_twice(struct sema *c, const char *name, struct loc loc, struct loc first,
                 const char *what);
void check_members_twice(struct sema *c, const struct cdecl *cls);
/* Names of a function's or a template's parameters, of which no two may be one. */
void check_param_names(struct sema *c, const struct syn *params);
void check_tparam_names(struct sema *c, const struct syn *params);
/* Parameter i of two declarations of one function. */
void check_default_twice(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                         u32 i);
