/* inst.h - instructions as code, by the part of the JIT that knows them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* inst.c: emits any instruction but control. */
void jit_inst(struct fn *c, const struct inst *in);
bool jit_is_nop(const struct fn *c, const struct inst *in);
bool jit_is_pure(const struct inst *in); /* its results follow from registers alone */

/* These emit an instruction of their kind. False: it is of another kind, or has a form
 * that the interpreter executes. */
bool jit_alu_inst(struct fn *c, const struct inst *in); /* alu_inst.c: rows of alu.def */
/* mov_cvta.c: mov, cvta, pack, unpack */
bool jit_mov(struct fn *c, const struct inst *in);
/* warp.c: votes, shuffles, redux, match, elect */
bool jit_warp(struct fn *c, const struct inst *in);

/* The lanes that a shuffle takes its values from. */
struct shuffle {
	u32 from[WARP_LANES];
	bool valid[WARP_LANES];
};
/* shuffle.c: they are known when the code is made. */
bool jit_is_fixed_shuffle(struct fn *c, const struct inst *in, struct shuffle *s);
