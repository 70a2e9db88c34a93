/* compiled_verify.h - compiled code against the interpreter, instruction by instruction:
 * SIMT_JIT_DEBUG=verify.
 *
 * A worker keeps a second set of registers beside the frame that compiled code works on.
 * After each instruction that compiled code has executed, the interpreter's function
 * executes the same on that set; what an instruction takes from memory, other lanes or a
 * clock is copied instead. Wherever the warp goes back to the interpreter, every register
 * that a lane may still read has to be the same in both. A difference is a mistake of the
 * JIT, and ends the process (bug).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

struct shadow;

/* Compiled code takes the warp over; `live`: where (compiled.h). */
void verify_begin(struct warp *w, u32 live);
/* n decoded instructions from pc on, for the lanes of mask that their guard lets through:
 * the interpreter's result. */
void verify_pure(struct warp *w, u32 pc, u32 n, u32 mask);
/* The same for instruction `index` of the function, whose results, which are in the
 * frame, do not follow from registers alone. */
void verify_seen(struct warp *w, u32 index, u32 mask);
/* All live lanes are at `live`; the frame is as the interpreter has it. */
void verify_here(struct warp *w, u32 live);
/* The warp's groups say where its lanes are; those that are at no block's start are at
 * `live`. */
void verify_groups(struct warp *w, u32 live);
