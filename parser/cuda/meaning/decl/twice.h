/* twice.h - repeated declarations in the user's files.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Reports E0628: `name` at `loc` was declared before, at `first`. */
void check_twice(struct sema *c, const char *name, struct loc loc, struct loc first,
                 const char *what);
/* Reports a name that stands for entities of different kinds in one scope; d is its first
 * declaration there, and all are resolved. */
void check_kinds_differ(struct sema *c, const struct cdecl *d);
void check_members_twice(struct sema *c, const struct cdecl *cls);
/* Check that no two parameters of a function or template have one name, and that no value
 * of a template is void. */
void check_param_names(struct sema *c, const struct syn *params);
void check_tparam_names(struct sema *c, const struct syn *params);
/* Checks the default arguments of parameter i in two declarations of one function. */
void check_default_twice(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                         u32 i);
