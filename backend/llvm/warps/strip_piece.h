/* strip_piece.h - quotients and remainders of a strip's lines (strip_piece.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

/* The line of a quotient or a remainder by a number that is the same in all threads, of
 * a division, a shift or a mask. NULL: it is none, or its operands are not known. */
struct line *strip_divided(struct strip *s, const struct inst *in);
/* The line of a remainder, if a - b is one: b is the product of a quotient of `a` and of
 * what it was divided by. Else NULL. */
struct line *strip_remainder(struct strip *s, const struct line *a, const struct line *b);
/* The upper half of a product that the instruction makes, or adds to. NULL: none. */
const struct strip_upper *strip_upper(struct strip *s, const struct inst *in);
/* Checks whether a quotient or a remainder is part of the line. */
bool strip_has_piece(const struct line *l);
/* Called in the loops over warps: sets the counters of all pieces so that lines have
 * their values in `lane` (i64) and in the lanes after it that are in the same rows.
 * Returns where these end, or NULL if no quotient differs between lanes. */
val strip_begin_row(struct strip *s, val lane);
