/* strip_bits.h - lines by the bits of numbers (strip_bits.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

/* The line with a coefficient for each bit of the lane's number, instead of `stride` and
 * STRIP_ROW. */
struct line *strip_in_bits(struct strip *s, const struct line *l);
/* Checks whether some bit has a coefficient. */
bool strip_has_bits(const struct line *l);
/* The line of a quotient, a remainder, or a bitwise operation whose other operand is a
 * constant or has other bits. NULL: it is none, or not known. */
struct line *strip_bitwise(struct strip *s, const struct inst *in);
