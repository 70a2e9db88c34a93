/* vararg.h - functions with variable arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the type va_list. */
const struct ctype *vararg_list_type(struct sema *c);
void vararg_declare(struct sema *c, struct cdecl *f); /* makes f->va_param */
/* Returns the address of a buffer with the arguments for `...`. */
struct cexpr *vararg_pack(struct sema *c, struct cexpr **arg, u32 n, struct loc loc);
struct cexpr *vararg_promote(struct sema *c, struct cexpr *e);
/* NULL if name is not one of these builtins. */
struct cexpr *check_va_builtin(struct sema *c, struct cscope *at, struct syn *s,
                               const char *name);
struct cexpr *check_va_arg(struct sema *c, struct cscope *at, struct syn *s);
