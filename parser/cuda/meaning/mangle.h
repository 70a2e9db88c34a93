/* mangle.h - names of functions and variables as the Itanium C++ ABI says.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* Returns the Itanium-mangled name of a function or variable. */
struct str *mangle_decl(struct cunit *u, const struct cdecl *d);
struct str *mangle_type(struct cunit *u, const struct ctype *t);
