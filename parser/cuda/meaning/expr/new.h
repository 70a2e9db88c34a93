/* new.h - new and delete ([expr.new], [expr.delete]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *check_new(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_delete(struct sema *c, struct cscope *at, struct syn *s);
