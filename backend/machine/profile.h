/* profile.h - counters of a launch: what the interpreter counts for each instruction, and
 * what the runtime adds up. Everything here follows from the program alone; nothing of it
 * is time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "backend/machine/launch.h"
#include "ir/isa/inst.h"

/* Kinds of memory instructions that the vendor's profiler counts apart. */
enum profile_op {
	PROFILE_OTHER,
	PROFILE_LD,
	PROFILE_ST,
	PROFILE_ATOM,
	PROFILE_RED,
	PROFILE_LDGSTS, /* cp.async */
	PROFILE_LDSM,   /* ldmatrix */
	PROFILE_STSM,   /* stmatrix */
	PROFILE_OP_COUNT
};
enum profile_op profile_op_of(u32 row);

/* Counters of one instruction. A request is a warp that accesses such memory; a sector
 * has 32 bytes. */
struct profile_count {
	u64 inst;    /* warps that executed it */
	u64 threads; /* their active lanes */
	u64 on;      /* those that its guard let through */
	u64 taken;   /* branch: lanes that took it */
	u64 split;   /* branch: times that lanes diverged */
	u64 waits;   /* barrier: times that lanes had to wait */
	u64 global_requests, global_sectors;
	u64 red_requests, red_sectors; /* the same of an atomic operation without a
	                                  result */
	u64 local_requests, local_sectors;
	u64 shared_requests;
	u64 wavefronts; /* shared memory: passes that it took */
	u64 phases;     /* that it takes at least; the rest are bank conflicts */
};

/* Counters of one launch. Workers add theirs when they end. */
struct profile {
	pthread_mutex_t lock;
	struct arena arena;
	u32 nfunc;
	/* per function and instruction of the module; NULL: not reached */
	struct profile_count **count;
};

/* Adds n counters. */
static inline void counters_add(u64 *to, const u64 *from, size_t n) {
	for (size_t i = 0; i < n; i++)
		to[i] += from[i];
}

static inline void profile_add(struct profile_count *to,
                               const struct profile_count *from) {
	counters_add((u64 *)to, (const u64 *)from, sizeof *to / sizeof(u64));
}
