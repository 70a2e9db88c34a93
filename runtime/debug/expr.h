/* expr.h - C expressions in the scope of the thread in focus. Functions that return bool
 * leave the error in e->error if they fail.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/debug/value.h"

bool eval_expr(struct eval *e, const char *text, struct value *v);
/* NULL: the text is no type. */
const struct dtype *eval_type(struct eval *e, const char *text);
/* Evaluates up to where an expression ends; *rest is what follows. */
bool eval_part(struct eval *e, const char *text, const char **rest, struct value *v);
