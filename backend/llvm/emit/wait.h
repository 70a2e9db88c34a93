/* wait.h - instructions at which a warp may have to wait (wait.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Checks whether a warp may have to wait there. It does not at griddepcontrol.wait: as
 * long as there are grids ahead, workers take no compiled code (machine/sched.c). */
bool jit_can_wait(const struct inst *in);
/* griddepcontrol: .wait does nothing; .launch_dependents is a note for the scheduler,
 * which finds it when it comes to the cta: for most at their ends. */
void jit_next_grid(struct fn *c, const struct inst *in);
void jit_wait(struct fn *c, const struct inst *in); /* in may have to wait */

/* Checks whether it is barrier 0 for all threads that live. */
bool jit_waits_for_all(const struct fn *c, const struct inst *in);
/* The same, in a kernel that calls nothing, so that warps wait there without more. */
bool jit_is_plain_barrier(const struct fn *c, const struct inst *in);
/* Checks for a barrier that counts the lanes which bring true. */
bool jit_is_bar_red(const struct inst *in);
/* Goes to `yes` if the warp's bit in `warps` is set. */
void jit_if_warp(struct fn *c, u32 warps, bb yes, bb no);
