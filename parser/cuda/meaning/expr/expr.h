/* expr.h - expressions ([expr]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *cexpr_trap(struct check *c, struct loc loc); /* __trap() */
struct cexpr *check_expr(struct check *c, struct cscope *at, struct syn *s);
/* An expression for its value: loaded, decayed. */
struct cexpr *check_value(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_string(struct check *c, struct syn *s);
/* Does the expression call a function that does not say noexcept? */
bool expr_may_throw(struct check *c, const struct cexpr *e);
/* The function type that pointers to two others have in common, which differ in noexcept
 * at most; or NULL. */
const struct ctype *function_pointer_type(struct check *c, const struct ctype *a,
                                          const struct ctype *b);
/* The type of a function as a value, whose address may be taken: from C++17 on it says
 * noexcept. */
const struct ctype *func_value_type(struct check *c, struct cdecl *f);
/* Whether the function may throw as far as its declaration says. */
bool func_may_throw(struct check *c, struct cdecl *f);
struct cexpr *check_init_list(struct check *c, struct cscope *at, struct syn *s);
bool check_modifiable(struct check *c, struct cexpr *e, struct loc loc);
