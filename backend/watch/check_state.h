/* check_state.h - checked mode's state of workers, ctas, warps and code, and how findings
 * are made from it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/watch/checker.h"

struct async_copy;
struct check_fast;

/* A check before an instruction, or after it; false: the launch stops. */
typedef bool watch_fn(struct warp *w, const struct dinst *d, u32 mask);

/* A decoded instruction that some tool watches. */
struct watch {
	exec_fn *exec;                    /* the interpreter's function */
	watch_fn *before, *order, *after; /* NULL: nothing */
	u8 nsrc, ndst;
	bool computed; /* a store: its value is more than a copy of memory */
	/* masks of lanes without a value, as offsets from the frame's registers */
	u32 *src, *dst;
	u32 addr[2]; /* the same of the address operands, or REF_NONE */
	u32 guard;   /* of the guard, or REF_NONE */
	u32 cond;    /* of another operand that decides where lanes go, or REF_NONE */
	exec_fn *numeric; /* what looks at values runs this */
	u8 *told;         /* kinds of values that it has reported */
};

enum { WATCH_OPERANDS = 32 };

/* Registers that an instruction reads and writes. */
struct watch_operands {
	ref src[WATCH_OPERANDS], dst[WATCH_OPERANDS];
	u32 nsrc, ndst;
};
/* exec: what d really does. */
void watch_operands_of(const struct dinst *d, exec_fn *exec, struct watch_operands *o);

/* Checked mode's state of a warp. */
/* Strict about acquiring: the lock that a lane of the warp has taken with cas or exch,
 * and the first access after it that no fence is between. */
struct lock_taken {
	const void *lock; /* NULL: none */
	const struct dinst *use;
	u32 lane;
	bool cta_fence; /* one that reaches the own cta only stands between */
};

struct check_warp {
	struct lock_taken taken;
	u8 *local;    /* states of local memory, as warp->local is laid out */
	u64 acquired; /* race: the version of a location's knowledge that it took last */
	u32 *seen; /* race: up to which clock the accesses of each warp of the cluster are
	              known */
	struct async_copy *copies; /* that its lanes have not waited for */
	/* see wgmma_products.c; NULL: no product of a warpgroup yet */
	struct product_state *product;
	u32 group[WARP_LANES], bulk_group[WARP_LANES]; /* committed */
	/* race: clocks of fences, of the lanes' last bar.warp.sync, of arrivals at
	 * barriers (last: the cluster's) that no warp has waited for */
	u32 fence_cta, fence_gpu, lane_sync[WARP_LANES], arrived[CTA_BARRIERS + 1];
	/* race: something is known of warps outside of the cluster; the stamps below are
	 * right, up to which the accesses of all lanes, of all warps of the cta, the
	 * cluster, the grid are known */
	bool far, floors;
	u32 lane_floor, near_floor, cluster_floor, grid_floor;
};

/* Checked mode's state of a cta. */
struct check_cta {
	u8 *shared; /* states of shared memory */
	/* race: lines of shared memory, see access_history.c */
	struct race_line *lines;
	struct race_bytes **bytes;
	u8 *fine;
	u64 start;   /* race: clock at which it started */
	bool waited; /* race: for the grids before its own */
	/* In the first cta of a cluster, see livelock.c. stuck: what `wrote` was when it
	 * was proven, and 1; 0: it is not. */
	u64 npass, at_pass, looked_like, wrote, looked, stuck;
	struct async_copy *copies; /* that an mbarrier waits for */
	struct check_warp *warp;
};

/* Checked mode's state of a worker. */
struct check_worker {
	struct checker *c;
	const struct check_fast *fast;
	u32 tools;
	bool bulk;             /* the module has bulk copies */
	bool stop;             /* something was found that ends the launch */
	u8 *state[WARP_LANES]; /* of the last access: states of each lane's bytes */
	bool known;            /* all of them are valid and written */
	u32 state_mask;        /* lanes for which they are set */
	struct async_copy *spare;
	struct race *race;
	u64 wrote, looked; /* accesses that may change memory; that read what other
	                      clusters write, see livelock.c */
};

static inline struct check_worker *check_of(const struct warp *w) {
	return w->worker->check;
}

static inline struct check_cta *check_cta_of(const struct cta *cta) {
	return cta->check;
}

static inline struct check_warp *check_warp_of(const struct warp *w) {
	return &check_cta_of(w->cta)->warp[w->id];
}

/* finding.c: fills in the place; lane of w at d. */
struct finding finding_at(const struct warp *w, const struct dinst *d, u32 lane, u32 tool,
                          u32 kind);
void finding_report(const struct warp *w, const struct finding *f);
/* The same with a text. */
void finding_text(const struct warp *w, const struct dinst *d, u32 lane, u32 tool,
                  u32 kind, const char *fmt, ...) PRINTF_LIKE(6, 7);
/* Ends the launch after findings; always STEP_STOP. */
enum step finding_stop(struct warp *w, const struct dinst *d, u32 lane);
/* The space of the access: SPACE_GLOBAL, SHARED, LOCAL, CONST or PARAM. */
u32 finding_space(const struct warp *w, u32 space, u64 addr);

/* spy.c: notes the accesses of the lanes. */
void spy_access(struct warp *w, const struct dinst *d, u32 space, u32 mask, u32 bytes,
                u32 flags, const u64 *addr);

/* memcheck.c: states of [addr, addr + size) as `lane` sees `space`; NULL: it has none. */
u8 *check_state(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size);
/* Checks whether all bytes there are valid. */
bool check_valid(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size);
/* Notes that bytes were written otherwise than through check_access. */
void check_written(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size);
