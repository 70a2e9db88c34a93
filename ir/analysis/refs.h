/* refs.h - which variables and functions the code and the initial values of a module
 * name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

struct module_refs {
	u8 *var, *func; /* by index: 1 if anything names it */
};

/* Marks what one function names, or the initial value of one variable does; .var may be
 * NULL. */
void add_func_refs(const struct module_refs *r, const struct func *f);
void add_init_refs(const struct module_refs *r, const struct var *v);
/* All of the module. */
struct module_refs module_refs(struct arena *a, const struct module *m);
