/* stmt.h - statements ([stmt]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cstmt *check_stmt(struct sema *c, struct cscope *at, struct syn *s);
/* Elides, at the end of a body, the copy of the variable that is the result. */
void returned_variable(struct sema *c, struct cstmt *block);
struct cstmt *cstmt_new(struct sema *c, enum cstmt_kind kind, struct loc loc);
struct cstmt *cstmt_block(struct sema *c, struct loc loc);
void cstmt_push(struct sema *c, struct cstmt *block, struct cstmt *s);
