/* group.h - calls as the decoder prepares them, groups of lanes as control flow moves
 * them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

/* One actual argument or return place of a call. */
struct call_arg {
	enum { ARG_REG, ARG_PARAM } kind;
	ref reg; /* ARG_REG: register, immediate or address */
	u8 lane_bits;
	u32 local; /* ARG_PARAM: offset in the caller frame's local memory */
	u32 size_bytes;
};

struct call {
	u32 target; /* module function, or NO_REG for an indirect call */
	ref reg;    /* indirect: register with the address (u64 or u32 lanes) */
	u8 reg_bits;
	u32 nret, narg;
	struct call_arg *ret, *arg;
};

struct branch_targets { /* brx.idx */
	u32 n;
	const struct dinst **pc;
};

/* Built-in functions (vprintf, malloc, free, __assertfail): called with d the call
 * instruction and d->payload its struct call. NULL if `name` is none. */
typedef enum step builtin_fn(struct warp *w, const struct dinst *d, u32 mask);
builtin_fn *builtin_find(const char *name);
/* devrt.c: the number of a function of the device runtime, or NO_REG; and its built-in
 * function. */
u32 devrt_find(const char *name);
enum step call_devrt(struct warp *w, const struct dinst *d, u32 mask);
/* Argument i of a lane, zero-extended to 64 bits, and the place for the return value. */
u64 call_arg_get(const struct warp *w, const struct call *c, u32 i, u32 lane);
void call_ret_set(struct warp *w, const struct call *c, u32 lane, u64 value);

/* Local memory of a lane: address 0 is at the returned pointer; the lane's limit is
 * w->local_limit. */
static inline u8 *warp_local(const struct warp *w, u32 lane) {
	return w->local + (u64)lane * w->local_stride;
}

/* Back edges a group may take before others get a turn; polling instructions cost more.
 */
enum { FUEL = 65536 };

/* ---- groups ------------------------------------------------------------------------ */

/* Removes `mask` from the current group and makes a new group of it. The current group
 * may be left empty: the caller must then return STEP_SWITCH. */
struct group *warp_split(struct warp *w, u32 mask, const struct dinst *pc,
                         struct frame *frame, enum group_state state, u32 wait);
/* Makes a ready group current: the deepest, then earliest one that has not burnt its
 * fuel, merged with all ready groups at the same place. false if none is ready. */
bool warp_choose(struct warp *w);
/* Makes group i current, whatever its place. */
void warp_resume(struct warp *w, u32 i);
/* Groups that are ready at the same place become one. */
void warp_merge(struct warp *w);
/* Stores the current group's pc and mask into its entry. */
void warp_save(struct warp *w);
bool warp_must_wait(const struct warp *w, const struct dinst *pc);
void warp_enter_frame(struct warp *w, struct frame *f);
/* Lanes leave the kernel. */
void warp_exit_lanes(struct warp *w, u32 mask);

struct frame *frame_new(struct worker *wk, const struct dfunc *f, struct frame *parent,
                        const struct dinst *ret_pc, u32 lanes);
void frame_leave(struct worker *wk, struct frame *f, u32 lanes);

/* A loop that polls memory went round: let others run soon (strong loads, atomics, failed
 * waits). */
static inline void warp_polled(struct warp *w, u32 cost) {
	w->fuel = w->fuel > cost ? w->fuel - cost : 0;
}

/* barrier.c */
void barrier_lanes_exited(struct warp *w, u32 mask, u32 live_before);
void cluster_barrier_complete(struct cluster *cl);
/* warp.c: all groups are blocked: completes *.sync operations whose lanes wait at
 * different places, or
 * (`force`) lets each waiting group go on with the lanes it has. true if anything became
 * ready. */
bool warp_sync_resolve(struct warp *w, bool force);
/* The *.sync instruction d, executed by the lanes of mask: whom a lane's member mask
 * names is among them and names the same, so that nobody waits. */
bool warp_sync_agrees(const struct warp *w, const struct dinst *d, u32 mask);

/* warp.c: an instruction that all live lanes execute together (.sync.aligned): true if
 * they are here; *mask then has them. Otherwise the lanes of *mask wait, and the caller
 * returns STEP_SWITCH. */
bool warp_gather(struct warp *w, const struct dinst *d, u32 *mask);

/* Runs the warp until all its groups are blocked, it yields, or it is done. */
enum warp_result { WARP_BLOCKED, WARP_YIELD, WARP_DONE, WARP_STOPPED };
enum warp_result warp_run(struct warp *w);

/* decode.c: the function of the `exec` column of a row of op.def. */
exec_fn *decode_exec(enum row row);

/* Control pseudo-instructions that only the decoder emits. */
exec_fn exec_alu, exec_join, exec_enter, exec_jump, exec_narrow, exec_widen,
	exec_pred_not, exec_invalid;
exec_fn exec_add_imm, exec_sreg_time;
