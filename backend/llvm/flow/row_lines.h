/* row_lines.h - registers that are linear along each row of a block (row_lines.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"

/* Sets is_row_line and row_stride of the registers (fn.reg) for which the lanes of each
 * vector read base + row_stride * lane, modulo their width, where all lanes of the warp
 * execute the instruction; the bases of two vectors may differ by anything. After the
 * width of vectors is chosen. */
void jit_find_row_lines(struct fn *c);
