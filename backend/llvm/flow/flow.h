/* flow.h - blocks, branches and the ways into a function (flow.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "ir/isa/inst.h"

/* One version of a block. */
struct version {
	bb start; /* part: checks whether any lane waits for it */
	bb body;  /* part: runs */
};

/* The part of struct fn about control flow. */
struct control {
	bool has_full, has_part;     /* versions that the function has */
	struct version *full, *part; /* per block */
	bb *after; /* per instruction that may wait: what follows it in the full version;
	              NULL: not made yet */
	struct waiting_mask *waiting_mask; /* per block: lanes that wait for it */
	u32 *waiting, nwaiting; /* blocks that lanes may be waiting for at this place */
	val budget;             /* alloca: back edges until the scheduler gets a turn */
	u32 *poll;              /* per block: cost of its polling instructions */
	u32 poll_cost;          /* of those in the block so far */
	bb bail;      /* returns the result of a service; NULL: no code goes there yet */
	val bail_phi; /* that result */
	struct split *split; /* the LLVM functions that the function becomes; NULL: one */
	val memory;          /* of a split function: what its pieces share */
};

/* The part of struct fn about the ways in. */
struct entries {
	bb entry;        /* runs once for a call: allocas, what is equal for the warps */
	bb prologue;     /* runs once for each warp */
	val entry_br;    /* terminator of `entry`: values are put before it */
	val switch_inst; /* terminator of `prologue`: a switch over states */
	u32 *entry_live; /* per entry: where it is (compiled.h), or NOWHERE */
	/* states of a kernel in which a warp of a lean cta comes back */
	struct {
		u32 entry_pc; /* where the interpreter goes on */
		u32 pos;      /* in the layout (live.h) */
		bool is_turn; /* at the end of a loop's round; else after a barrier */
	} *lean;
	u32 nlean, nturn; /* all; those that are turns */
};

enum { JIT_BUDGET = 1 << 16 }; /* back edges of a warp */

/* A jump to a block goes to its full version; to its part version's check whether lanes
 * wait; to the part version's code. If the block is in another piece, jit_way gives a way
 * out of this one (function_split.c). */
enum way { WAY_FULL, WAY_CHECK, WAY_PART };
bb jit_way(struct fn *c, u32 block, enum way way);

/* Emits all blocks of the function. */
void jit_flow(struct fn *c);
/* The block in which the full version goes on after an instruction that may wait. Its
 * registers are as between blocks. */
bb jit_after(struct fn *c, u32 index);
