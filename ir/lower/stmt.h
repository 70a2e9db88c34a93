/* stmt.h - statements: stmt.c and switch.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/ast.h"

struct frame;
struct lower;

void lower_stmt(struct lower *l, struct cstmt *s);
/* Sets the label of the function's return statements, if one of them jumps there. */
void return_label_set(struct lower *l, struct frame *f);
void lower_switch(struct lower *l, struct cstmt *s);
/* Returns the label of the next CS_CASE or CS_DEFAULT of the innermost switch. */
u32 switch_label(struct lower *l);
/* Binds a variable: a parameter or a local one. */
void var_bind(struct lower *l, struct cdecl *d, struct cexpr *init);
