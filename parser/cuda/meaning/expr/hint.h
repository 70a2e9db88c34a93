/* hint.h - what the user probably meant, for operators and calls that no function fits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/expr/overload.h"

/* Adds to an error about `a op b`: a launch with a bracket too few, an index without a
 * member. r may be NULL. */
void hint_operator(struct sema *c, struct diag_record *r, const struct cexpr *a,
                   const struct cexpr *b);
/* Adds to an error about a call: an object where its address is wanted. False if it has
 * nothing to say. */
bool hint_address(struct sema *c, struct diag_record *r, const struct coverload *set,
                  struct cexpr **arg, u32 narg);
/* The function of the set that takes the most of the arguments; NULL if none takes their
 * number. */
struct cdecl *hint_nearest(struct sema *c, const struct coverload *set,
                           struct cexpr **arg, u32 narg);
