/* cast.h - casts, of every spelling ([expr.cast]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *check_cast(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_functional_cast(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_cast_to(struct sema *c, struct cexpr *e, const struct ctype *to,
                            u16 how, struct loc loc);
struct cexpr *derived_from_base(struct sema *c, struct cexpr *e,
                                const struct ctype *derived, struct loc loc);
