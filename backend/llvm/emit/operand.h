/* operand.h - source operands as values (operand.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* A source at a width, chunk k, or k = SCALAR: uniform or the base of an affine one.
 * Predicates are i1. */
enum { SCALAR = 0xffffffffu };
val jit_source(struct fn *c, const struct operand *o, u32 bits, u32 k);
/* Called for each LLVM function before the first immediate, and after the last, which
 * makes the table if there are many. */
void jit_constants(struct fn *c);
void jit_constants_end(struct fn *c);
/* How the operand differs between lanes; stride for AFFINE. */
struct uniform_value jit_operand_value(struct fn *c, const struct operand *o, u32 bits);
bool jit_source_scalar(struct fn *c, const struct operand *o); /* SCALAR is allowed */
bool jit_sreg_is_time(u32 s);
/* A special register that all warps of the cta have in common, computed once, at the
 * start: it is the same for the whole function. */
val jit_cta_sreg(struct fn *c, u32 s);
val jit_symbol(struct fn *c, const struct operand *o, u32 bits);
