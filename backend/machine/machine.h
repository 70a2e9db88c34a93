/* machine.h - the machine that both backends implement: device memory, a launch, faults.
 * grid -> cluster -> cta -> warp (32 lanes) -> lane. Address map of the 64-bit generic
 * space:
 *
 *     arena.base ...................... arena.base + arena.size      one reserved host range
 *     | shared window | local window | code window | global, const and param pages ...
 *       rank << 24      per lane       function      host addresses themselves; 2 MiB granules are
 *       + offset        offsets        "addresses"   valid or not, as on the hardware
 *
 * Global, const and kernel-parameter addresses are host addresses inside the arena, so
 * cvta is the identity for them; shared and local addresses are small numbers in their
 * own space and window.base + number in the generic one. A shared address holds the rank
 * of its cta in the cluster in bits 24 and up (as Hopper's do), so mapa is arithmetic and
 * shared::cta lies in shared::cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "ir/ir.h"

enum {
	WARP_LANES = 32,
	SHARED_RANK_SHIFT = 24, /* shared address: rank << 24 | offset */
	SHARED_RESERVED = 1024, /* bytes the system keeps at the start of shared memory
	                           (sm_80 and up) */
	PAGE_SHIFT = 21, /* validity granule of the arena: 2 MiB, the hardware's page */
	CLUSTER_MAX_CTAS = 16,
	CTA_MAX_THREADS = 1024,
	CTA_BARRIERS = 16,
};

struct window {
	u64 base, size;
};

struct arena_map;

/* Memory outside the arena that kernels may use under its own address: host memory that
 * was registered, or another device's. */
struct foreign {
	struct window window;
	const struct arena_map *peer; /* whose pages say what is valid; NULL: all of it */
};

struct foreign_table {
	u32 n;
	struct foreign entry[]; /* apart from each other, in address order */
};

enum {
	SHARED_SLACK = 128
}; /* what a vector reaches beyond its first or last byte in shared memory, and a worker
      may read and write there */
enum {
	CONFINE_SLACK = 1024
}; /* more than a chunk of lanes touches around an address, see confine_mask */

/* Space enough for windows: a pointer is in a window iff (p - base) < size. */
struct arena_map {
	u64 base, size;   /* whole reservation */
	u64 confine_mask; /* size - 1, a power of two on a multiple of it, if addresses of
	                     compiled code are confined to it
	                     (backend/llvm/mem/confine.c); else 0 */
	struct window shared, local, code;
	struct window global;          /* where pages can be valid */
	struct window constant, param; /* sub-ranges of `global` for isspacep: const banks
	                                  and parameter blocks */
	_Atomic u8 *page_valid; /* one byte per 2 MiB page of `global`: 0 unmapped, 1
	                           mapped */
	struct window reach;    /* the longest run of valid pages outside const and param;
	                           the runtime's lock    guards it */
	_Atomic u32 reach_changes; /* how often it was found anew */
	_Atomic(const struct foreign_table *)
		foreign; /* NULL: none; a table never changes */
};

static inline bool in_window(struct window w, u64 addr) {
	return addr - w.base < w.size;
}

static inline bool pages_valid(const struct arena_map *a, u64 addr, u64 size) {
	u64 off = addr - a->global.base, last = off + size - 1;
	return off < a->global.size && last < a->global.size && last >= off &&
	       atomic_load_explicit(&a->page_valid[off >> PAGE_SHIFT],
	                            memory_order_relaxed) &&
	       atomic_load_explicit(&a->page_valid[last >> PAGE_SHIFT],
	                            memory_order_relaxed);
}

/* foreign.c: [addr, addr+size) lies in valid foreign memory. */
bool foreign_valid(const struct foreign_table *t, u64 addr, u64 size);

/* [addr, addr+size) is valid global memory. size <= 2 MiB. */
static inline bool global_valid(const struct arena_map *a, u64 addr, u64 size) {
	if (pages_valid(a, addr, size))
		return true;
	const struct foreign_table *t = atomic_load(&a->foreign);
	return t && foreign_valid(t, addr, size);
}

/* The page of 2 MiB around addr is valid global memory, to its last byte: foreign memory
 * may end within one. */
static inline bool global_page_valid(const struct arena_map *a, u64 addr) {
	if (pages_valid(a, addr, 1))
		return true;
	const struct foreign_table *t = atomic_load(&a->foreign);
	const u64 page = (u64)1 << PAGE_SHIFT;
	return t && foreign_valid(t, addr & ~(page - 1), page);
}

/* What a device reports and limits; filled by runtime/core/device.c from its table. */
struct device_limits {
	u32 sm;  /* 90 */
	u32 nsm; /* multiprocessors */
	u32 max_threads_cta, max_warps_sm, max_ctas_sm, regs_sm, regs_cta;
	u32 shared_sm, shared_cta, shared_cta_optin;
	u32 max_grid[3], max_block[3];
	u32 clock_khz;
	u64 local_max; /* bytes of local memory (stack) per lane */
};

struct machine;
struct profile;
struct recording;
struct texture_table; /* texture.h */
struct checker;       /* watch/checker.h */
struct debug_machine; /* machine/hook_debug.h */
struct launch;
struct steer; /* steer.h */

/* Functions of the device runtime. Several names may mean one. */
enum devrt_id {
	DEVRT_PARAMETER_BUFFER_V2,
	DEVRT_LAUNCH_V2,
	DEVRT_PARAMETER_BUFFER,
	DEVRT_LAUNCH,
	DEVRT_GET_LAST_ERROR,
	DEVRT_PEEK_AT_LAST_ERROR,
	DEVRT_ERROR_STRING,
	DEVRT_ERROR_NAME,
	DEVRT_DEVICE_COUNT,
	DEVRT_DEVICE,
	DEVRT_DEVICE_ATTRIBUTE,
	DEVRT_DEVICE_LIMIT,
	DEVRT_CACHE_CONFIG,
	DEVRT_SHARED_CONFIG,
	DEVRT_RUNTIME_VERSION,
	DEVRT_FUNC_ATTRIBUTES,
	DEVRT_OCCUPANCY,
	DEVRT_STREAM_CREATE,
	DEVRT_STREAM_DESTROY,
	DEVRT_STREAM_WAIT,
	DEVRT_EVENT_CREATE,
	DEVRT_EVENT_RECORD,
	DEVRT_EVENT_DESTROY,
	DEVRT_MALLOC,
	DEVRT_FREE,
	DEVRT_MEMCPY,
	DEVRT_MEMCPY_2D,
	DEVRT_MEMCPY_3D,
	DEVRT_MEMSET,
	DEVRT_MEMSET_2D,
	DEVRT_MEMSET_3D,
	DEVRT_GRAPH_LAUNCH,
	DEVRT_SET_CONDITIONAL,
};

enum { DEVRT_WORDS = 16, DEVRT_BYTES = 160 };

/* One lane's call of such a function. */
struct devrt_call {
	struct launch *launch;
	u64 thread; /* number of the lane's thread in its grid */
	u32 id;     /* enum devrt_id */
	u32 narg;   /* words */
	u64 arg[DEVRT_WORDS];
	u8 in[DEVRT_BYTES]; /* what an argument points to */
	u64 result;
	u32 out_bytes; /* to be written to where the first argument points */
	u8 out[DEVRT_BYTES];
};

/* Services of the runtime that device code can reach; called from worker threads. */
struct machine_hooks {
	void (*print)(struct machine *m, const char *text,
	              size_t len); /* device printf, whole calls */
	void (*print_error)(struct machine *m, const char *text,
	                    size_t len);                           /* device assert */
	u64 (*heap_alloc)(struct machine *m, u64 size, u64 align); /* 0 when full */
	bool (*heap_free)(struct machine *m, u64 addr); /* false: not an allocation */
	/* Runs work(ctx, false) on another thread, later, or work(ctx, true) if there is
	 * no time left: then it only notes that nothing comes. False: it cannot. */
	bool (*later)(struct machine *m, void (*work)(void *ctx, bool cancelled),
	              void *ctx);
	/* All ctas of l have let the next grid begin, or have ended. */
	void (*let_next)(struct machine *m, struct launch *l);
	/* Fills in the result and what is to be written. */
	void (*device_runtime)(struct machine *m, struct devrt_call *c);
};

struct machine {
	struct arena_map map;
	struct device_limits limits;
	struct machine_hooks hooks;
	bool eager;         /* launches wait for compiled code */
	bool only_compiled; /* a kernel without compiled code does not run at all */
	bool profiled; /* instructions are counted: the interpreter runs everything */
	bool debugged; /* somebody steps through launches: each register has a place of
	                  its own */
	bool steered;  /* launches go by a schedule: decoded code has the places where it
	                  matters */
	bool weak;     /* with it: memory is as weak as the memory model lets it be */
	bool alone;    /* while a launch runs, only its own threads write memory */
	void *runtime; /* the runtime's own device */
	struct checker *check;                    /* checked mode, or NULL */
	_Atomic(struct texture_table *) textures; /* NULL as long as there are none */
};

/* A module placed in device memory. */
struct image {
	const struct module *module;
	struct machine *machine;
	u64 *var_addr; /* per module variable: device address of global and const ones; 0
	                  else */
	u64 code_base; /* address of function i: code_base + 16*i, in the code window */
	void *prepared[2]; /* per backend: what its prepare made (0 interp, 1 llvm) */
};

/* Faults: what the hardware reports, plus what only this machine can tell. */
enum fault_kind {
	FAULT_NONE,
	FAULT_ADDRESS, /* 700: outside every mapping, or outside shared/local/param/const
	                */
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

/* Where a cta is, for scopes: which cluster and which device it belongs to. */
struct placement {
	u32 cluster, device;
};

/* One kernel launch. Filled by runtime/core/launch.c, checked there; read-only for
 * backends except for the atomics and the report. */
/* What a worker has: the clusters before it, in a cache line that others look at, and, in
 * its own one, memory that outlives the launch so that the next one need not ask for it.
 */
struct share {
	_Atomic u64 left;
	u8 unused[56];
	struct arena arena;
	struct { /* what special registers hold in each warp, for blocks of one shape
		    (machine/sched.c) */
		struct arena arena;
		u8 *at; /* NULL: for none */
		u32 block[3];
	} page;
	_Atomic u32 claimed; /* clusters that the worker has taken last */
	u8 unused_too[64 - sizeof(struct arena) - sizeof(u64)];
};

/* Who steps through launches. `run` gets each of them, ready to begin, and comes back
 * when it is over. */
struct debug_client {
	void (*run)(struct debug_client *c, struct debug_machine *g);
	u64 clock_ns; /* what the clock says to kernels: time stands still while somebody
	                 looks */
};

struct launch {
	struct machine *machine;
	struct image *image;
	const struct func *kernel;
	u32 grid[3], block[3];
	u32 cluster[3];        /* 1,1,1 without clusters */
	bool explicit_cluster; /* launched with a cluster dimension, or the kernel demands
	                          one */
	bool cooperative;      /* all ctas resident together */
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
	const _Atomic u32
		*ahead; /* grids that griddepcontrol.wait waits for; NULL: none */
	void *work;     /* the runtime's: who is told when the next grid may begin; NULL:
	                   nobody */
	_Atomic u64 nlet; /* ctas that have let it, or have ended */
	u64 seed;         /* schedule seed; 0: in order */
	struct steer
		*steer; /* tells who goes on; NULL: the scheduler does. One worker then */
	struct window quiet; /* global memory that only one lane looks at: what happens
	                        there is no step */
	const struct placement
		*placement;   /* by cta, for weak mode; NULL: as the launch is */
	struct window reach;  /* global memory that is valid as long as the launch runs */
	u64 grid_workspace;   /* device address of the cooperative-groups grid workspace
	                         (envreg 1,2) */
	u32 nworker;          /* threads that call backend->run, at most */
	_Atomic u64 njoined;  /* have done so */
	_Atomic u64 nretired; /* checked mode: clusters that have ended */
	u64 timeout_ns; /* from when the first worker starts, code being ready; 0: none */
	_Atomic u64 deadline_ns; /* when that is over, CLOCK_MONOTONIC; 0: not started */
	u64 step_limit; /* warp instructions per worker before FAULT_TIMEOUT; 0: none
	                   (fuzzing) */

	u32 trace_device; /* 1 + its number: ctas go into a timeline; 0: they do not */
	u32 trace_slot;   /* kernels that ran already when it began, at most */
	struct profile *profile; /* what is counted (profile.h); NULL: nothing is */
	struct recording
		*recording; /* of one warp (record.h), with a profile only; NULL: none */
	struct debug_client *debug; /* who steps through it; NULL: nobody does */
	struct share
		*share; /* [nworker]: which clusters are left (machine/cluster_claim.c) */
	_Atomic u32 in_order;    /* they start in order: some wait for others */
	_Atomic u32 stop;        /* non-zero: workers end; value is enum fault_kind */
	_Atomic u32 fault_taken; /* first fault wins */
	_Atomic u64
		inst_count; /* warp instructions executed, added up when workers end */
	_Atomic u64 lane_count; /* lane instructions executed */
	_Atomic u32 compiled;   /* it ran, at least in the end, on compiled code */
	/* Why there is no compiled code and will be none, where it was wanted; module
	 * lifetime. */
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
u64 machine_clock_ns(void); /* CLOCK_MONOTONIC */
/* The time as kernels see it. */
static inline u64 launch_clock_ns(const struct launch *l) {
	return l->debug ? l->debug->clock_ns : machine_clock_ns();
}

/* cluster_claim.c: divides the clusters among l->nworker workers. */
void share_out(struct launch *l);
/* Clusters of its share that no worker has taken yet, and those that it has taken last;
 * from any thread while the launch runs. */
u64 share_left(const struct launch *l, u32 worker);

/* The thread's linear index to tid and back. */
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
