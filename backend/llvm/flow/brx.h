/* brx.h - branches through a table.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Ends the block with a switch over the index, which is the same in all lanes. The caller
 * adds a case for each entry of the table; an index outside of it is a fault. */
val jit_brx_switch(struct fn *c, const struct inst *in, const struct targets *t);
/* Adds the lanes of m to those that wait for the block that they go to; one whose index
 * lies outside of the table is a fault. */
void jit_brx_spread(struct fn *c, const struct inst *in, const struct targets *t,
                    struct mask *m);
