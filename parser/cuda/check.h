/* check.h - from names and syntax to meaning: the device half's semantic analysis.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/ast.h"
#include "parser/cuda/unit.h"

/* Scans, skims and checks the unit: every device variable and every kernel and device function of the user's
 * files, with all that they need, and the kernel instances of u->opt. What is to be lowered is in u->emit afterwards: functions
 * (is_kernel, or called, or kept because of rdc) with checked bodies, and variables of device spaces. False if an error was reported. */
bool check_unit(struct cunit *u);

/* The Itanium-mangled name of a function or variable (mangle.c). */
struct str *mangle_decl(struct cunit *u, const struct cdecl *d);
