/* trait.h - the compiler's type traits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *check_trait(struct sema *c, struct cscope *at, struct syn *s);
