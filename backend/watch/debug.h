/* debug.h - a launch that a debugger steps through: one instruction of one warp at a
 * time, in an order that is the same in every run, so that a state can be reached again
 * from an earlier one (runtime/debug).
 *
 * The order is that of the ordinary scheduler with one worker, but that more ctas are
 * resident: each cluster, each cta in it, each warp of a cta has its turn. A policy can
 * ask for one warp, or one lane's group of it; the others run while that one cannot.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/hook_debug.h"

enum debug_policy_kind {
	DEBUG_ALL,  /* turns */
	DEBUG_WARP, /* this warp, as long as it can run */
	DEBUG_LANE, /* the lanes of it that are where this lane is */
};

struct debug_policy {
	u8 kind, lane;
	u32 warp;
	u64 cta; /* linear */
};

enum debug_state {
	DEBUG_READY, /* machine->warp is about to execute warp->pc */
	DEBUG_FAULT, /* the launch is stopping */
	DEBUG_OVER,  /* all ctas have ended */
};

/* The state of the turns: with what the worker points to, it decides the order. */
struct debug_turns {
	struct cluster *cl; /* NULL: a pass over the resident clusters begins */
	u32 cta, i, first;
	u32 cluster_pass, pass; /* enum pass_result, sets */
	bool in_turn;           /* `turn` has not ended */
	bool chosen;            /* a group of `warp` was chosen and is not saved */
	bool lane_waits;        /* the lane's group waits for others of its warp */
	u64 turn_steps;
	struct warp *turn, *warp;
	u64 steps; /* decoded instructions executed so far */
	u64 trail; /* a hash of what was executed, and by whom */
};

struct debug_machine {
	struct worker *wk;
	const struct layout *lay;
	u32 limit;            /* clusters that may be resident */
	const u8 *arena_base; /* the worker's memory begins here, in one piece as long as
	                         `whole` holds */
	const struct arena_chunk *chunk;
	struct debug_turns at;
	struct debug_policy policy;
};

/* Finds the warp that is next. Does nothing if it is known. */
enum debug_state debug_settle(struct debug_machine *g);
/* Executes the next instruction; the state must be DEBUG_READY. */
void debug_step(struct debug_machine *g);
/* Stores the current group in its entry, so that all groups can be read. */
void debug_save(struct debug_machine *g);
/* Checks whether the worker's memory is still in one piece. */
static inline bool debug_is_whole(const struct debug_machine *g) {
	return g->arena_base && g->wk->arena.chunk == g->chunk;
}

/* Returns the resident cta; NULL if it has not started, or has ended. */
struct cta *debug_cta(const struct debug_machine *g, u64 linear);
/* Returns the group of a lane that lives, after debug_save. */
const struct group *debug_group(const struct warp *w, u32 lane);
/* Returns the instruction of the text that d belongs to, or that comes next; func->ninst
 * after the last one. */
u32 debug_inst(const struct dfunc *f, const struct dinst *d);
/* Checks whether instruction `inst` begins at d. */
bool debug_is_begin(const struct dfunc *f, const struct dinst *d, u32 inst);

/* The memory access of an instruction. */
struct debug_access {
	bool loads, stores;
	u32 mask, space, bytes; /* of each lane */
	u64 addr[WARP_LANES];
};
/* False: it does not touch data in memory, or not by addresses of lanes. */
bool debug_access(const struct warp *w, const struct dinst *d, struct debug_access *a);
