/* meaning.h - from names and syntax to meaning: the device half's semantic analysis, as
 * the lowering sees it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* Scans, skims and checks the unit: every device variable and every kernel and device
 * function of the user's files, with all that they need, and the kernel instances of
 * u->opt. What is to be lowered is in u->emit afterwards: functions (is_kernel, or
 * called, or kept because of rdc) with checked bodies, and variables of device spaces.
 * False if an error was reported. */
bool check_unit(struct cunit *u);
