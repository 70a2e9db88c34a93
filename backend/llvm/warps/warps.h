/* warps.h - the loop over the warps of a call (warps.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/vec.h"

/* A plain barrier in the full version (warp_chaining.c). */
struct chain {
	bb from, resume; /* where a warp arrives, and where it goes on */
	bb again;        /* where it goes on if it comes from another barrier, or NULL; */
	val w, more;     /* there: the warp, and how many are after it */
	u32 state, block, pos;
};

/* The part of struct fn about the warps of a call, of a kernel. */
struct warp_loop {
	val more;       /* how many warps after fn.w run in the same call */
	val more_warps; /* what the call was given of them */
	val rounds;     /* alloca: rounds that are left */
	val range;      /* alloca: how many after the first may still live */
	val waited;   /* alloca: 1 + how many are after the last that waits, this round */
	val turns;    /* alloca: turns that are left to the call */
	val turned;   /* alloca: a warp has given up its turn in this round */
	val in_turns; /* alloca: only such warps run in this round */
	val turn;     /* alloca: loads until the warp's turn is over */
	/* where a warp goes: all its lanes leave the kernel; wait at barrier 0; give up
	 * their turn in a loop; sleep. NULL: no code goes there yet */
	bb end_block, wait_block, turn_block, sleep_block;
	val wait_phi, turn_phi, sleep_phi; /* the state of the warp, there */
	bool passes_alone; /* some barrier has the check of jit_warp_is_alone */
	VEC(struct chain) chain;
};

void jit_warps(struct fn *c);     /* at the start of a kernel's prologue */
void jit_warps_end(struct fn *c); /* when all other code is there */
/* Stores what an alloca holds when a warp starts, even if it is undefined, as no warp
 * sees another one's values. */
void jit_new_for_warp(struct fn *c, val slot, val first);
void jit_warp_ends(struct fn *c);             /* all its lanes leave the kernel */
void jit_warp_waits(struct fn *c, val state); /* they wait at barrier 0, of a kernel */
/* i1: other warps may get a turn. Then they do: this one comes back by `state`. A turn
 * has so many loads, or lines of memory that is used once. */
enum { TURN_LOADS = 512, STREAM_LINES = 16, MAX_TURNS = 1024, MAX_TURN_STATES = 8 };
val jit_warp_may_turn(struct fn *c);
void jit_warp_turns(struct fn *c, u32 state);
/* The warp, which waits at barrier state `base`, does not run until n more barriers are
 * complete, then from `state`. */
void jit_warp_sleeps(struct fn *c, u32 state, u32 base, u32 n);
val jit_warp_may_sleep(struct fn *c); /* i1 */
/* i1: of the cta's warps only the first is neither asleep nor over, and it will be alone
 * after the next barrier, too. Then it passes that. */
val jit_warp_is_alone(struct fn *c);
void jit_warp_passes(struct fn *c);
val jit_is_lean(struct fn *c); /* i1: the cta is lean still */
/* Notes that a warp waits which `more` warps follow (warp_coarsening.c). */
void jit_coarse_wait(struct fn *c, val more);
