/* group.h - groups of lanes: split, merge, choose, wait; and what runs them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

/* Back edges that a group may take before others get a turn; polling costs more. */
enum { FUEL = 65536 };
/* A shorter nanosleep only lets others go first. */
enum { NAP_NS = 2000 };

/* A loop that polls memory went round: let others run soon (strong loads, atomics, failed
 * waits). */
static inline void warp_polled(struct warp *w, u32 cost) {
	w->fuel = w->fuel > cost ? w->fuel - cost : 0;
}

/* ---- group.c ----------------------------------------------------------------------- */

/* Removes `mask` from the current group and makes a new group of it. The current group
 * may be left empty: the caller must then return STEP_SWITCH. */
struct group *warp_split(struct warp *w, u32 mask, const struct dinst *pc,
                         struct frame *frame, enum group_state state, u32 wait);
/* Makes a ready group current: the deepest, then earliest one that has not burnt its
 * fuel, merged with all ready groups at the same place. false if none is ready. */
bool warp_choose(struct warp *w);
/* Checks whether a runs before b: it is deeper, or at the same depth earlier. */
bool group_runs_before(const struct group *a, const struct group *b);
/* Makes group i current, whatever its place. */
void warp_resume(struct warp *w, u32 i);
/* Makes one group of all that are ready at the same place. */
void warp_merge(struct warp *w);
/* Stores the current group's pc and mask into its entry. */
void warp_save(struct warp *w);
/* Gives all groups fuel for another turn: all that are ready had burnt theirs. False if
 * none is ready. */
bool warp_refuel(struct warp *w);
void warp_enter_frame(struct warp *w, struct frame *f);
/* Lanes leave the kernel. */
void warp_exit_lanes(struct warp *w, u32 mask);

/* Returns a frame for these lanes; its first f->zero_bytes of registers are cleared. */
struct frame *frame_new(struct worker *wk, const struct dfunc *f, struct frame *parent,
                        const struct dinst *ret_pc, u32 lanes);
/* Lanes leave the frame; the last ones give it back to the worker. */
void frame_leave(struct worker *wk, struct frame *f, u32 lanes);

/* ---- barrier.c --------------------------------------------------------------------- */

/* The instruction is bar.red or barrier.red, which gives the lanes that wait a result;
 * this gives it to those of mask. */
bool bar_has_result(const struct dinst *d);
void bar_set_result(struct frame *f, const struct dinst *d, u32 mask, u32 ntrue,
                    u32 nlanes);
/* Lanes have exited: a barrier may be complete without them. live_before: the warp's live
 * lanes before that. */
void barrier_lanes_exited(struct warp *w, u32 mask, u32 live_before);
/* Ends the phase of the cluster's barrier. */
void cluster_barrier_complete(struct cluster *cl);

/* ---- interp/exec.c ----------------------------------------------------------------- */

/* Runs the warp until all its groups are blocked, it yields, or it is done. */
enum warp_result { WARP_BLOCKED, WARP_YIELD, WARP_DONE, WARP_STOPPED };
enum warp_result warp_run(struct warp *w);
/* Checks whether another group has to run before the current one goes on at pc, or can
 * join it there. */
bool warp_must_wait(const struct warp *w, const struct dinst *pc);

/* ---- interp/warp.c: *.sync instructions -------------------------------------------- */

/* All groups are blocked: completes *.sync operations whose lanes wait at different
 * places, or (`force`) lets each waiting group go on with the lanes it has. true if
 * anything became ready. */
bool warp_sync_resolve(struct warp *w, bool force);
/* An instruction that all live lanes execute together (.sync.aligned): true if they are
 * here; *mask then has them. Otherwise the lanes of *mask wait, and the caller returns
 * STEP_SWITCH. */
bool warp_gather(struct warp *w, const struct dinst *d, u32 *mask);
