/* printf.h - warnings about the format of a printf.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Compares a literal format with the arguments after it, which are promoted; `call` is
 * the location of the call. */
void printf_warn(struct sema *c, const struct cexpr *text, struct cexpr **arg, u32 n,
                 struct loc call);
