/* strip_condition.h - predicates of a strip (strip_condition.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

/* What is known of the predicate that the instruction computes; NULL: nothing. */
const struct strip_condition *strip_find_condition(struct strip *s,
                                                   const struct inst *in);
/* The same of a maximum or a minimum that may be compared. */
const struct strip_extreme *strip_find_extreme(struct strip *s, const struct inst *in);
/* What is known of a predicate that an instruction reads. */
const struct strip_condition *strip_condition_of(struct strip *s,
                                                 const struct operand *o);
/* i1: it ends like that in all threads; NULL: the corners do not tell. */
val strip_ends(struct strip *s, const struct strip_condition *k, bool holds);
/* The comparison (MOD_CMP_EQ .. MOD_CMP_GE) that holds where `cmp` does not. */
u32 strip_opposite(u32 cmp);
/* Adds to s->ok that all threads take the branch, or none does. *all, i1: which. False:
 * it is not known. */
bool strip_decide_alike(struct strip *s, const struct inst *branch, val *all);
/* Adds to s->inside that the branch's guard lets no thread of the strip go, or all, and
 * to s->border which threads it does. False: it is not known. */
bool strip_decide(struct strip *s, const struct inst *branch, bool all);
/* Adds to s->ok that the branch, whose guard is the same in all threads, goes that way.
 * False: it differs. */
bool strip_decide_same(struct strip *s, const struct inst *branch, bool all);
/* i1: the condition ends like that in all threads in this round of the kernel's loop.
 * strip_decide has found it before. */
val strip_ends_now(struct strip *s, const struct strip_condition *k, bool holds);
