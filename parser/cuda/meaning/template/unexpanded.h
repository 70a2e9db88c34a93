/* unexpanded.h - packs that the body of a function names outside of expansions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Reports a pack that is not expanded, once for each place. */
void pack_not_expanded(struct sema *c, const struct str *name, struct loc loc);
/* Returns the first use of a pack in the tokens [first, end) of a body that no expansion
 * can be around, or NULL. The body is not parsed, as no instance may need it: uses are
 * let pass where it is not plain that they are wrong. */
const struct cu_token_rec *pack_unexpanded(const struct cu_token_rec *token, u32 first,
                                           u32 end, const struct str *name);
