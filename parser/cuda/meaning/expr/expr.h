/* expr.h - expressions ([expr]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *cexpr_trap(struct sema *c, struct loc loc); /* __trap() */
struct cexpr *check_expr(struct sema *c, struct cscope *at, struct syn *s);
/* Checks an expression for its value: loads and decays it. */
struct cexpr *check_value(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_string(struct sema *c, struct syn *s);
/* Whether the expression calls a function without noexcept. */
bool expr_may_throw(struct sema *c, const struct cexpr *e);
/* Returns the function type that pointers to two others have in common, which differ in
 * noexcept at most; or NULL. */
const struct ctype *function_pointer_type(struct sema *c, const struct ctype *a,
                                          const struct ctype *b);
/* Returns the type of a function as a value, whose address may be taken: from C++17 on it
 * has noexcept. */
const struct ctype *func_value_type(struct sema *c, struct cdecl *f);
/* Whether the function may throw according to its declaration. */
bool func_may_throw(struct sema *c, struct cdecl *f);
struct cexpr *check_init_list(struct sema *c, struct cscope *at, struct syn *s);
bool check_modifiable(struct sema *c, struct cexpr *e, struct loc loc);
