/* exec.h - instructions that the interpreter's functions execute, and ways out of
 * compiled code (exec.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Calls the interpreter's function for the lanes of c->em, of which there is at least
 * one. */
void jit_exec_lanes(struct fn *c, const struct inst *in);
/* The two halves of it for a function of the module that is called instead, and works on
 * registers at home (mem/access_call.c): the operands go there, a scalar as lane 0 alone;
 * `r` is an enum step, and the results are taken. */
void jit_exec_begin(struct fn *c, const struct inst *in);
void jit_exec_end(struct fn *c, const struct inst *in, val r);
/* Registers that the instruction reads, and those that it writes for some lanes only, go
 * home. */
void jit_save_sources(struct fn *c, const struct inst *in);
/* Registers that it writes come from home. */
void jit_load_results(struct fn *c, const struct inst *in);
/* Leaves unless r, an enum step, says to go on. */
void jit_return_unless_next(struct fn *c, val r);
/* The address of the warp's carry flags, a bit for each lane. */
val jit_cc_place(struct fn *c);
/* As jit_exec_lanes, for an access that is hardly ever executed this way. Ends the block
 * by going to `done`. */
void jit_exec_access(struct fn *c, const struct inst *in, bb done);
/* Checks whether the instruction may poll: control flow depends on its result, so it may
 * wait for another warp. A loop with it gives others a turn sooner. */
bool jit_polls(struct fn *c, const struct inst *in);
enum { POLL_COST = 512 };
/* Goes on only if no lane of the instruction's member mask is missing. */
void jit_need_all(struct fn *c, const struct inst *in);
/* Ends the block: the interpreter executes the instruction and goes on from there. */
void jit_deopt_before(struct fn *c, const struct inst *in);
void jit_leave(struct fn *c, u32 pc, u32 pos, struct mask *m, val spun);
