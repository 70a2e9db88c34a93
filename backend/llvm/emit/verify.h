/* verify.h - code that reports what it does to the interpreter, which compares
 * (verify.c). Nothing is emitted unless SIMT_JIT_DEBUG=verify.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Reports that the warp comes in; all live registers are in the frame. */
void jit_verify_begin(struct fn *c, u32 pos, bool after);
void jit_verify_inst(struct fn *c, const struct inst *in);
/* Reports a wait at a lean barrier; all registers are in the frame. */
void jit_verify_here(struct fn *c);
