/* asm.h - asm statements.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cstmt *check_asm(struct sema *c, struct cscope *at, struct syn *s);
