/* call.h - calls, their arguments, fold expressions and builtin functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *check_call(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_launch(struct sema *c, struct cscope *at, struct syn *s);
/* NULL if it is not such a builtin. */
struct cexpr *check_builtin(struct sema *c, struct cscope *at, struct syn *s,
                            struct str *name);
struct cexpr *check_fold(struct sema *c, struct cscope *at, struct syn *s);
/* Checks the arguments of a call and expands packs. */
void check_args(struct sema *c, struct cscope *at, struct syn **arg, u32 narg,
                struct cexprs *out);
