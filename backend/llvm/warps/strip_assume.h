/* strip_assume.h - what is supposed of a strip, and tested only if it matters
 * (strip_assume.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

/* Supposes that `holds`, an i1 that is the same for all strips of the launch. */
struct strip_assumption *strip_assumption(struct strip *s, val holds);
/* Add to l what it supposes: one thing; what another line does. Return l. */
struct line *strip_assume(struct strip *s, struct line *l, struct strip_assumption *a);
struct line *strip_assume_as(struct strip *s, struct line *l, const struct line *from);
/* Adds what the line supposes to s->ok. */
void strip_test_assumed(struct strip *s, const struct line *l);
/* Checks whether all that the line supposes was added. */
bool strip_is_sure(const struct line *l);
/* The same of a line with one value in all threads; l may be NULL. */
bool strip_is_surely_same(const struct line *l);
/* The number that a parameter has, mostly, which the instruction multiplies an index by
 * that rises from lane to lane: with it the lanes' addresses are consecutive. */
u64 strip_usual_stride(const struct strip *s, const struct inst *product);
