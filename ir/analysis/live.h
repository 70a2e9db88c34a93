/* live.h - where registers hold a value that may still be read.
 *
 * Positions count the instructions in layout order (cfg.h), 0 first: instruction i of
 * block b stands at cfg->inst_pos[b] + i - block[b].first. The interval of a register
 * runs from the first to the last position at which it is written, read, or carried
 * through; around a loop that carries it, it covers the whole loop. Two registers may
 * share storage if their intervals have no position in common (a destination never shares
 * with a source of its own instruction).
 *
 * Lanes of a warp may be at different positions; since each lane has its own part of a
 * register, intervals hold per lane, in whatever order lanes run. Compiled code, which
 * handles a register for all lanes at once, takes `warp`: if a lane waits, with its
 * value, after a loop or at its header while other lanes run the loop, there the interval
 * also covers the instructions that they run.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/bits.h"
#include "ir/analysis/cfg.h"

struct live_interval {
	u32 first, last; /* first > last: the register is never used */
};

struct live {
	struct live_interval *interval; /* per register */
	struct live_interval *warp;     /* the same, for all lanes at once */
	struct bits held;      /* lanes that have left a loop may wait with its value */
	struct bits crosses;   /* registers that are live at the start of some block */
	struct bits unwritten; /* may be read before they are written, and live from where
	                          they are used on */
	bool is_approximate;   /* too costly to be exact: some intervals are longer */
};

/* Computes the cfg if need be; lives in func->arena. The module tells which registers are
 * parameters and results of the function; without one there are none. Near-linear. */
struct live *live_build(const struct module *m, struct func *f);
/* The same with at most about `steps` steps for registers that are live in several
 * blocks. */
struct live *live_build_within(const struct module *m, struct func *f, u64 steps);

static inline bool live_is_used(const struct live *l, u32 reg) {
	return l->interval[reg].first <= l->interval[reg].last;
}

/* Checks whether the register may be live at the start of the block: exact up to holes of
 * its interval. */
static inline bool live_at_start(const struct live *l, const struct cfg *c, u32 block,
                                 u32 reg) {
	return bits_has(l->crosses, reg) &&
	       l->interval[reg].first <= c->inst_pos[block] &&
	       c->inst_pos[block] <= l->interval[reg].last;
}

/* Checks whether the function may read the register before it has written it. This is not
 * so if the very first instruction writes it, though it lives at the same position. Needs
 * the cfg. */
bool live_at_entry(const struct live *l, const struct func *f, u32 reg);
