/* launch.h - one launch of a kernel: what the runtime asks for, what the workers share,
 * and its fault. grid -> cluster -> cta -> warp (32 lanes) -> lane.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/machine.h"

struct debug_machine; /* watch/debug.h */
struct profile;       /* profile.h */
struct recording;     /* watch/record.h */
struct steer;         /* watch/steer.h */

/* Faults: what the hardware reports, plus what only this machine can tell. */
enum fault_kind {
	FAULT_NONE,
	FAULT_ADDRESS,      /* 700: outside every mapping, or outside its space */
	FAULT_MISALIGNED,   /* 716 */
	FAULT_ILLEGAL_INST, /* 715: an instruction of unknown opcode, or one not
	                       supported, was reached */
	FAULT_ASSERT,       /* 710 */
	FAULT_TRAP,         /* 719: trap */
	FAULT_STACK,        /* 700: local memory (stack) exhausted */
	FAULT_SPACE,        /* 717: operation not supported on this address space */
	FAULT_PC,           /* 718: indirect call to what is no function */
	FAULT_DEADLOCK,     /* no runnable warp */
	FAULT_TIMEOUT,      /* 702 */
	FAULT_INTERRUPTED,  /* launch->stop was set from outside (Ctrl-C) */
	FAULT_BARRIER,      /* barrier misuse that the hardware answers with 719/715 */
	FAULT_HOST,         /* out of host memory for the launch */
	FAULT_CHECKED,      /* 719: checked mode has found something */
	FAULT_RANK, /* 715: shared memory of a cta that the cluster does not have */
	FAULT_KIND_COUNT
};

struct fault {
	u32 kind;
	const char *kernel, *func; /* names, module lifetime */
	u32 cta[3], thread[3];
	struct loc loc;               /* PTX instruction */
	const struct line_info *line; /* source line, NULL if the PTX has none */
	u64 addr;                     /* faulting address */
	u32 size;                     /* bytes accessed */
	u32 space;                    /* enum space, as accessed */
	char text[256]; /* one sentence, e.g. "global load of 4 bytes ... " */
};

/* Weak mode: the cluster and the device of a cta, for scopes. */
struct placement {
	u32 cluster, device;
};

/* A worker's data beside its struct worker: in a cache line that other workers look at,
 * the clusters left to it; in its own one, memory that outlives the launch, so that the
 * next launch need not ask for it. */
struct worker_slot {
	_Atomic u64 left; /* cluster_claim.c */
	u8 unused[56];
	struct arena arena;
	/* what special registers hold in each warp, for blocks of one shape (sched.c) */
	struct {
		struct arena arena;
		u8 *at; /* NULL: for none */
		u32 block[3];
	} page;
	_Atomic u32 claimed; /* clusters that the worker has taken last */
	u64 taken;           /* clusters of the launch that the worker has taken */
	u8 unused_too[64 - sizeof(struct arena) - 2 * sizeof(u64)];
};

/* The debugger. `run` gets each launch, ready to begin, and returns when it is over. */
struct debug_client {
	void (*run)(struct debug_client *c, struct debug_machine *g);
	u64 clock_ns; /* what the clock says to kernels: time stands still while the
	                 program is stopped */
};

/* One kernel launch. runtime/core/launch.c fills and checks it; read-only for backends
 * except for the atomics and the report. */
struct launch {
	struct machine *machine;
	struct image *image;
	const struct func *kernel;
	u32 grid[3], block[3];
	u32 cluster[3];        /* 1,1,1 without clusters */
	bool explicit_cluster; /* launched with a cluster dimension, or the kernel demands
	                          one */
	bool cooperative;      /* all ctas resident together */
	bool may_sync;         /* has a grid workspace */
	u32 shared_dynamic;    /* bytes */
	u32 shared_static;     /* bytes, SHARED_RESERVED not included */
	const u32 *shared_offset; /* per module variable: offset of a shared variable in
	                             the cta's window (SHARED_RESERVED included); dynamic
	                             ones at the end of the static part */
	u32 shared_total;   /* reserved + static + dynamic: bytes of the cta's window */
	const u8 *param;    /* parameter block; lies in the arena's param window */
	u64 ncta, ncluster; /* totals */
	u32 resident; /* ctas that may be resident at once (occupancy rule), >= cluster
	                 size */
	u64 grid_id;
	u64 parent_id; /* of the grid whose threads launched it; 0: the host did */
	u64 graph_id;  /* %current_graph_exec: of the graph that it is part of; 0: none */
	void *nested;  /* the runtime's: what its threads have launched */
	void *graph; /* the runtime's: where its threads launch graphs to; NULL: it is in
	                none */
	/* grids that griddepcontrol.wait waits for; NULL: none */
	const _Atomic u32 *ahead;
	void *work; /* the runtime's: what is told when the next grid may begin; NULL:
	               nothing */
	/* ctas that have let the next grid begin, or have ended */
	_Atomic u64 ntriggered;
	u64 seed;            /* schedule seed; 0: in order */
	struct steer *steer; /* chooses which lanes go on, with one worker; NULL: the
	                        scheduler does */
	struct window quiet; /* steered: global memory that only one lane uses: accesses
	                        to it are not visible */
	/* by cta, for weak mode; NULL: as the launch is */
	const struct placement *placement;
	struct window reach; /* global memory that is valid as long as the launch runs */
	u64 grid_workspace; /* device address of the cooperative-groups grid workspace; 0:
	                       none (envreg 1,2) */
	u32 nworker;        /* threads that call backend->run, at most */
	_Atomic u64 njoined; /* of them, those that have called it */
	_Atomic u64 nleft; /* of these, where ctas may trigger: those with nothing left to
	                      do */
	_Atomic u64 nretired; /* checked mode: clusters that have ended */
	u64 timeout_ns; /* counted from the start of the first worker, when code is ready;
	                   0: none */
	_Atomic u64 deadline_ns; /* when the timeout is over, CLOCK_MONOTONIC; 0: not
	                            started */
	u64 step_limit; /* warp instructions per worker before FAULT_TIMEOUT; 0: none
	                   (fuzzing) */

	u32 trace_device; /* ctas go into a timeline: 1 + the device's number; 0: they do
	                     not */
	u32 trace_slot;   /* kernels that were running when it began, at most */
	struct profile *profile; /* what is counted (profile.h); NULL: nothing is */
	/* of some warps (record.h), with a profile only; NULL: none */
	struct recording *recording;
	struct debug_client *debug; /* steps through it; NULL: no debugger */
	struct worker_slot *slot;   /* [nworker] */
	_Atomic u32 in_order;       /* clusters start in order, as some wait for others */
	_Atomic u32 stop;           /* non-zero: workers end; value is enum fault_kind */
	_Atomic u32 fault_taken;    /* first fault wins */
	/* warp instructions executed, added up when workers end */
	_Atomic u64 inst_count;
	_Atomic u64 lane_count; /* lane instructions executed */
	_Atomic u32 compiled;   /* it ended on compiled code */
	/* Why there will be no compiled code, where it was wanted; module lifetime. */
	_Atomic(const char *) handed_back;

	_Atomic u32 report_lock; /* wait table of a timeout or deadlock */
	char *report; /* buffer of the runtime; text is appended up to report_cap */
	u32 report_len, report_cap;
	struct fault fault; /* valid once fault_taken is 2; last, as nothing of it is set
	                       when a launch begins */
};

/* Claims the launch's fault record (first caller wins) and stops the workers. Returns
 * NULL when another fault came first; otherwise fill the record and call
 * launch_fault_done. */
struct fault *launch_fault_begin(struct launch *l, enum fault_kind kind);
void launch_fault_done(struct launch *l);
/* Appends to the wait table; thread-safe, silently cut at the capacity. */
void launch_report(struct launch *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The time as kernels see it. */
static inline u64 launch_clock_ns(const struct launch *l) {
	return l->debug ? l->debug->clock_ns : machine_clock_ns();
}

/* cluster_claim.c: divides the clusters among l->nworker workers. */
void clusters_divide(struct launch *l);
/* Counts the clusters of the worker's share that no worker has taken yet, and those that
 * it has taken last; from any thread while the launch runs. */
u64 clusters_left(const struct launch *l, u32 worker);

/* Returns how many warps a cluster has. */
static inline u64 launch_warps_of_cluster(const struct launch *l) {
	u64 threads = (u64)l->block[0] * l->block[1] * l->block[2];
	return (threads + WARP_LANES - 1) / WARP_LANES * (l->ncta / l->ncluster);
}

/* sched.c: whether a kernel that may wait for the grids before it has some. */
bool launch_has_grids_ahead(const struct launch *l);

/* The coordinates of a linear index in a grid or block of size dim. */
static inline void cta_coords(u64 linear, const u32 dim[3], u32 out[3]) {
	if (linear < dim[0]) { /* most grids and blocks are lines */
		out[0] = (u32)linear;
		out[1] = out[2] = 0;
		return;
	}
	u64 row = linear / dim[0];
	out[0] = (u32)(linear - row * dim[0]);
	out[1] = (u32)(row % dim[1]);
	out[2] = (u32)(row / dim[1]);
}
