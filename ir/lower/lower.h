/* lower.h - lowers the checked tree of CUDA C++ to a module of PTX-level IR.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* Lowers u->emit. The module lives in `arena`, with its own table of names. Reports to
 * u->diag what it cannot lower, and leaves it out; NULL if an error was reported. */
struct module *lower_unit(struct arena *arena, struct cunit *u);

/* A C++ name as a PTX name, which is ASCII: other bytes become $ and two hex digits; `_`,
 * which PTX reserves, becomes `_$`. */
const char *ptx_name(struct arena *a, const char *name);
