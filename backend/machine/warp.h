/* warp.h - execution state: frames, groups of lanes, warps, ctas, clusters, workers.
 *
 * Lanes of one warp that are at different places are groups: (pc, frame, mask, state).
 * The scheduler runs the deepest, then earliest group (code is laid out in cfg order), so
 * that lanes reconverge; a group that burns its fuel is set back after the others, so
 * that every lane makes progress (group.h).
 *
 * Two engines run warps: the interpreter (interp/) and compiled code (compiled.h).
 * Neither knows the other's state; each warp and each cta has room for what an engine
 * keeps there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/backend.h"
#include "backend/machine/cluster_claim.h"
#include "backend/machine/code.h"

/* State of checked mode (watch/check_state.h), profiles (hook_count.h), steered launches
 * and weak mode (watch/). */
struct check_cta;
struct check_worker;
struct parked;
struct profile_count;
struct late;
struct ring;
struct weak;
struct weak_cta;
struct weak_lane;

/* Registers of one activation; 64-byte aligned. */
struct frame {
	struct frame *parent;       /* caller, NULL for the kernel */
	const struct dinst *ret_pc; /* where lanes go on in the caller */
	const struct dfunc *func;
	struct frame *next_free; /* of worker->frame_free */
	u32 depth;               /* 0 for the kernel */
	u32 refs;                /* mask of the lanes that still run in this frame */
	u32 local_top;  /* first free byte of local memory above this frame (it grows up);
	                   the same in all lanes */
	u32 local_base; /* where the frame's local memory begins */
	_Alignas(64) u8 regs[]; /* func->frame_bytes, then checked mode's masks */
};

enum group_state {
	GROUP_READY,
	GROUP_BARRIER,   /* bar.sync / barrier: `wait` = barrier id */
	GROUP_WARP_SYNC, /* waits at a *.sync instruction for lanes of its member mask */
	GROUP_CLUSTER,   /* barrier.cluster.wait */
	GROUP_SLEEP,     /* nanosleep and griddepcontrol.wait: ready again at `wake`
	                    (launch_clock_ns) */
};

struct group { /* lanes at one place of one activation */
	u32 mask;
	u8 state;  /* enum group_state */
	u8 spun;   /* burnt its fuel: runs after the others */
	u8 paused; /* of a steered launch: stopped before a visible instruction */
	u32 fuel;  /* back edges left in this turn; kept across switches */
	/* next instruction; for a waiting *.sync the instruction itself */
	const struct dinst *pc;
	struct frame *frame;
	u32 wait; /* what it waits for, see group_state */
	u64 wake; /* GROUP_SLEEP: nanoseconds */
};

struct cta;
struct worker;

/* Room for what compiled code keeps of a warp and of a cta (struct compiled_warp,
 * struct compiled_cta in compiled.h). It begins as zeros. */
enum { WARP_ENGINE_BYTES = 72, CTA_ENGINE_BYTES = 48 };

struct warp {
	u8 *base[BASE_COUNT];   /* where references lead; of the current group */
	const struct dinst *pc; /* next instruction of the current group */
	struct frame *frame;    /* of the current group */
	u32 mask;               /* lanes of the current group */
	u32 ngroup; /* all groups that have lanes, the current one among them */
	u32 cur;    /* index of the current group */
	u32 live;   /* lanes that exist and have not exited */
	u32 exist;  /* lanes that exist (the last warp may be partial) */
	u32 id;     /* in the cta */
	u32 fuel;   /* of the current group */
	u32 cc;     /* carry flag of each lane */
	struct cta *cta;
	struct worker *worker;
	_Alignas(8) u8 engine[WARP_ENGINE_BYTES];
	u8 *local; /* local memory: lane l's at local + l * local_stride */
	u64 local_stride;
	u32 local_limit;        /* bytes of local memory per lane */
	struct parked *parked;  /* lanes that wait at an instruction that was counted, and
	                           execute it again */
	struct weak_lane *weak; /* weak mode: [32] */
	struct late *late;      /* weak mode: loads that have not happened yet */
	u32 arrived[CTA_BARRIERS];     /* lanes that have arrived in the barrier's current
	                                  phase */
	u32 cluster_phase[WARP_LANES]; /* barrier.cluster phase in which each lane last
	                                  arrived */
	/* emptied entries stay until the next choice */
	struct group group[2 * WARP_LANES];
};

/* Named barrier of a cta; a warp that is there as a whole counts 32 lanes. */
struct barrier {
	u32 arrived;       /* lanes arrived in this phase */
	u32 expected;      /* lanes; 0: every warp that lives */
	bool in_use;       /* a lane has arrived in this phase */
	u32 ntrue, nlanes; /* .red: true predicates, all predicates */
};

struct cluster;

struct cta {
	struct cluster *cluster;
	struct worker *worker;
	struct launch *launch;
	u32 id[3];
	u64 linear; /* id as one number */
	u32 rank;   /* in the cluster */
	u32 nwarp;
	u32 nlive_warp;     /* warps with lanes that have not exited */
	u32 nlive;          /* lanes that have not exited */
	bool has_triggered; /* it has let the next grid begin, or has ended */
	bool asks;          /* it has executed launch_dependents in compiled code */
	_Alignas(8) u8 engine[CTA_ENGINE_BYTES];
	u8 *shared; /* launch->shared_total bytes */
	u8 *page;   /* BASE_CTA values */
	struct barrier barrier[CTA_BARRIERS];
	struct warp *warp;       /* [nwarp] */
	struct check_cta *check; /* checked mode */
	struct weak_cta *weak;   /* weak mode */
};

/* Without clusters: one cta. */
struct cluster {
	struct cluster *next; /* worker's list of resident clusters */
	struct launch *launch;
	u64 index; /* in the grid */
	u32 ncta, nlive_cta;
	u32 id[3];
	u32 barrier_arrived, barrier_phase; /* barrier.cluster, lanes */
	u32 nlive;                          /* lanes of all ctas that have not exited */
	u32 place;       /* among the worker's clusters that were resident together */
	u64 traced_at;   /* when it began, if there is a timeline */
	struct cta *cta; /* [ncta], by rank */
};

struct worker { /* a thread that runs clusters of a launch */
	struct launch *launch;
	struct dmodule *dm;
	struct arena arena; /* reset when the launch ends */
	u32 index;
	struct cluster *resident; /* clusters that have started and not ended */
	struct cluster *free;     /* clusters that have ended, to be used again */
	u32 nresident;
	struct claim claim; /* clusters taken from the launch, not started yet */
	u32 nplace;         /* places of clusters, see cluster.place */
	u32 ntraced;        /* clusters that are in the timeline */
	u64 nended;         /* ctas that have ended, and may let the next grid begin: it
	                       has not been told yet */
	u64 idle_passes;    /* passes over the resident clusters in which all groups only
	                       spun */
	struct frame **frame_free;       /* per function */
	const struct compiled *compiled; /* compiled code for this launch (compiled.h), or
	                                    NULL */
	struct shadow *shadow; /* registers as the interpreter has them, while compiled
	                          code is verified (compiled_verify.h) */
	u64 reach_low, reach_size; /* global memory that is valid without a closer look */
	u8 *warp_page; /* BASE_WARP values of each warp of a cta, made once per launch */
	u64 steps;     /* decoded instructions executed */
	u64 insts, lanes; /* instructions of the text executed, as profiles count them */
	struct profile_count **counts; /* per function; NULL: nothing is counted */
	u32 naps, most_naps; /* short naps in compiled code in this pass over a cta; how
	                        many it may have (compiled.c) */
	u32 rng;             /* launch->seed: random state of the schedule */
	struct check_worker *check; /* checked mode (backend/watch), or NULL */
	struct steer *steer;        /* makes the choices of a steered launch, or NULL */
	struct ring *ring;          /* with it: watch/steer_sched.c */
	struct weak *weak;          /* weak mode, of steered launches only; or NULL */
};

/* ---- operands and lanes ------------------------------------------------------------ */

static ALWAYS_INLINE void *warp_ptr(const struct warp *w, ref r) {
	return w->base[REF_BASE(r)] + REF_OFF(r);
}

/* Predicate operand: the mask of lanes where it is true. */
static ALWAYS_INLINE u32 warp_pred(const struct warp *w, ref r) {
	return *(const u32 *)warp_ptr(w, r);
}

/* Local memory of a lane: address 0 is at the returned pointer; the lane's limit is
 * w->local_limit. */
static inline u8 *warp_local(const struct warp *w, u32 lane) {
	return w->local + (u64)lane * w->local_stride;
}

/* Lane loops: for_each_lane(l, mask) { ... } */
#define for_each_lane(l, mask)                                                     \
	for (u32 l##_m = (mask), l; l##_m && ((l = (u32)__builtin_ctz(l##_m)), 1); \
	     l##_m &= l##_m - 1)

/* ---- faults (interp/warp_fault.c) -------------------------------------------------- */

/* Return the coordinates of a lane's thread in its cta; the source line of an instruction
 * of the text, NULL if it is unknown. */
void warp_thread(const struct warp *w, u32 lane, u32 out[3]);
const struct line_info *warp_line(const struct warp *w, const struct dfunc *f,
                                  const struct inst *in);
/* Records a fault of `lane` at instruction d and stops the launch; always STEP_STOP. */
enum step warp_fault(struct warp *w, const struct dinst *d, u32 lane,
                     enum fault_kind kind, u64 addr, u32 size, const char *fmt, ...)
	PRINTF_LIKE(7, 8);
/* The same of an access to memory in `space`, as the instruction names it. */
enum step warp_fault_in(struct warp *w, const struct dinst *d, u32 lane,
                        enum fault_kind kind, u32 space, u64 addr, u32 size,
                        const char *text);
