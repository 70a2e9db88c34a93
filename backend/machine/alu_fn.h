/* alu_fn.h - lane loops of pure instructions: the rows of alu.def (interp/alu_loop.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/isa/inst.h"

/* A lane loop made from a row of alu.def: o[] are the operands in signature order (lane
 * arrays; a predicate is a u32 mask), m the low modifier word, mask the lanes to write.
 * cc: the carry mask. */
typedef void alu_fn(void *const *o, u32 m, u32 mask, u32 *cc);

/* interp/alu.c: the lane loop for a row and its types, compiled for the host's
 * instruction set; NULL if there is none. */
alu_fn *alu_lookup(enum row row, const u8 type[4]);
