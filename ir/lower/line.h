/* line.h - source lines of instructions: line.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/source.h"
#include "parser/cuda/tree/ast.h"

struct lower;

void line_at(struct lower *l, struct loc loc);
/* The same for an operation whose operands are lowered: sets the line of its operator. */
void line_at_operator(struct lower *l, const struct cexpr *e);
u32 line_file(struct lower *l, const char *name); /* its number in .file */
u32 line_of_call(struct lower *l, struct loc loc);
/* Drops the lines of the function that no instruction has, before its end: those of what
 * is inlined and emits nothing are most of them. */
void line_keep_used(struct lower *l);
void line_finish(struct lower *l);
