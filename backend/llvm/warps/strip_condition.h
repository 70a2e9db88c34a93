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
