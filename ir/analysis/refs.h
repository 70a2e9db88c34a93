/* refs.h - which variables and functions the code and the initial values of a module
 * name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

struct module_refs {
	u8 *var, *func; /* by index: 1 if anything names it */
};

struct module_refs module_refs(struct arena *a, const struct module *m);
