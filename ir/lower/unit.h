/* unit.h - variables of the module and their initialisers: unit.c, init.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "parser/cuda/tree/ast.h"

struct lower;

u32 global_var(struct lower *l, struct cdecl *d);
/* Returns the name for the linker, in the module's table. */
struct str *link_name(struct lower *l, struct cdecl *d);
u32 string_var(struct lower *l, const struct cexpr *e);
/* Returns the variable of a literal's bytes, one for equal literals of the module. */
u32 string_bytes_var(struct lower *l, const char *text, u32 length, u64 align, u64 size);
void global_init(struct lower *l, u32 var, struct cdecl *d);
