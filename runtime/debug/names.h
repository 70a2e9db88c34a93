/* names.h - names in expressions, and values that were printed before.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/debug/dwarf.h"
#include "runtime/debug/value.h"

/* A name that is no C expression of the frame: a variable, parameter, built-in value or
 * register. */
bool eval_name(struct eval *e, const char *name, struct value *v);
bool eval_register(struct eval *e, const char *name, struct value *v);
/* Adds a value to the value history: $1, $2, ...; returns its number. */
u32 history_add(struct eval *e, const struct value *v);
/* The value of $, $$, $1, $foo. */
bool history_value(struct eval *e, const char *name, struct value *v);
/* Sets $foo. */
void history_set(struct eval *e, const char *name, const struct value *v);
/* Variables that the frame sees, the innermost scope first; arguments or locals. */
u32 eval_locals(struct arena *a, const struct focus *f, bool params, struct dvar ***out);
bool eval_variable(struct eval *e, const struct dframe *fr, const struct dvar *d,
                   struct value *v);
/* A variable of the module as -G, or else the PTX, declares it; *name is its name
 * there. */
bool eval_module_var(struct eval *e, u32 var, struct value *v, const char **name);
bool eval_param(struct eval *e, const struct dframe *fr, u32 i, struct value *v,
                const char **name);
