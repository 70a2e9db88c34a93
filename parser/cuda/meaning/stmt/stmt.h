/* stmt.h - statements ([stmt]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cstmt *check_stmt(struct sema *c, struct cscope *at, struct syn *s);
/* At the end of a body: the copy of a variable that is the result is left out. */
void returned_variable(struct sema *c, struct cstmt *block);
struct cstmt *cstmt_new(struct sema *c, enum cstmt_kind kind, struct loc loc);
struct cstmt *cstmt_block(struct sema *c, struct loc loc);
void cstmt_push(struct sema *c, struct cstmt *block, struct cstmt *s);
