/* state.h - the thread in focus: its activations, registers and memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/sched.h"
#include "runtime/debug/places.h"

/* The thread, and its frame, that commands are about. */
struct focus {
	bool set;
	u64 cta;
	u32 warp, lane;
	u32 frame; /* 0: innermost */
};

/* An activation as the source has it: inlined calls are frames, too. */
struct dframe {
	struct frame *frame;
	struct code *code;
	u32 inst, level;
	bool is_call; /* it called the frame before it */
};

struct warp *state_warp(const struct focus *f);
/* False: there is no such frame. */
bool state_frame(const struct focus *f, u32 n, struct dframe *out);
u32 state_depth(const struct focus *f);
/* Gives the place of a thread; false if it has ended. It may be waiting at the
 * instruction. */
bool state_place(const struct warp *w, u32 lane, struct code **c, u32 *inst);
/* False: there is no memory, or it may not be written. space: enum space. */
bool state_read(const struct focus *f, u32 space, u64 addr, void *to, u64 n);
bool state_write(const struct focus *f, u32 space, u64 addr, const void *from, u64 n);
/* Gives the address of a module's variable for the frame; false: it has no memory. *reg:
 * the register, or NO_REG. */
bool state_var(const struct focus *f, const struct dframe *fr, u32 var, u32 *space,
               u64 *addr, u32 *reg);
/* v[0]: the low 64 bits; v[1]: the high ones of b128. */
bool state_register(const struct focus *f, const struct dframe *fr, u32 reg, u64 v[2]);
bool state_set_register(const struct focus *f, const struct dframe *fr, u32 reg,
                        const u64 v[2]);
u64 state_sreg(const struct focus *f, enum sreg s);
/* Gives the place that a cta would have on a device: its multiprocessor, and its warp
 * there. */
u32 state_sm(u64 cta);
u32 state_hw_warp(u64 cta, u32 warp);
/* A hash of all registers and memory. */
u64 state_hash(void);
