/* race.h - data races in shared, global and distributed shared memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/check/watch.h"

/* An access that is remembered: four for each granule. */
struct cell {
	u32 stamp; /* clock of the access; 0: none */
	u32 warp;  /* number in the grid */
	u32 code;  /* number of the instruction in the module */
	u8 lane;   /* or RACE_LANES: several read the same bytes */
	u8 bytes;  /* of the granule, a bit each */
	u8 flags;  /* RACE_ */
	u8 scope;
};

enum {
	RACE_GRANULE = 8,
	RACE_CELLS = 4,
	RACE_BYTES_PER_BYTE = RACE_CELLS * (int)sizeof(struct cell) / RACE_GRANULE,
	RACE_LANES = 0xff,
};

/* A worker begins; a cluster has got its memory; a cta starts. */
void race_start(struct worker *wk);
void race_cluster_alloc(struct cluster *cl);
void race_cta_start(struct cta *cta);
/* The access that the lanes are about to make. */
void race_access(struct warp *w, const struct dinst *d, u32 mask, u32 bytes, u32 flags,
                 u32 space, const u64 *addr);
/* What stands before instructions that order memory, see struct watch; NULL: nothing. */
watch_fn *race_before(const struct dinst *d);
/* The lanes wait successfully for the mbarrier at addr. */
void race_mbarrier_passed(struct warp *w, u32 lane, u32 space, u64 addr);
