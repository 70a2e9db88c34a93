/* racecheck.h - data races in shared, global and distributed shared memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/check_fast.h"
#include "backend/watch/check_state.h"
#include "base/map.h"

/* The remembered accesses of a line of memory: of each of its words, or of its bytes. */
struct race_line {
	u32 at[RACE_SLOTS * RACE_ARRAYS * RACE_WORDS];
};
struct race_bytes {
	u32 at[RACE_SLOTS * RACE_ARRAYS * RACE_LINE];
};

enum { REACH_ALL, REACH_CLUSTER, REACH_CTA }; /* scopes */

/* Racecheck's state of a worker. */
struct race {
	u32 now, start;
	u32 nwarp;    /* of a cta */
	u32 n;        /* entries of what a warp knows */
	bool by_grid; /* an entry for each warp of the grid */
	bool alone;   /* the grid is one cluster */
	u32 strict;   /* enum strict_rule */
	/* Strict about acquiring: after the n entries of what is known come n of what a
	 * fence would make known; else n is all of them. */
	u32 nentry;
	struct arena *arena;
	struct map releases; /* host address -> struct release */
	u32 nrelease;
	u64 nversion;     /* of all of them */
	struct map locks; /* strict: host address -> struct lock, see strict_locks.c */
	u32 *scratch;
};

static inline struct race *race_of(const struct warp *w) {
	return check_of(w)->race;
}

/* A worker begins; a cluster has got its memory; a cta starts. */
void race_start(struct worker *wk);
void race_cluster_alloc(struct cluster *cl);
void race_cta_start(struct cta *cta);
/* Number of a warp in the grid; up to which stamp w knows what another one did. */
u32 race_number(const struct warp *w);
u32 race_known(const struct warp *w, u32 warp);
/* The same as if fences stood after all loads. */
u32 race_known_by_fence(const struct warp *w, u32 warp);
/* Fills in the floors of struct check_warp anew. */
void race_floors(const struct warp *w);
u32 race_reach(const struct dinst *d);
/* A strong access of p: updates what the location, or the warp, knows. */
void race_synchronise(struct warp *w, const struct dinst *d, const void *p, u32 flags);
/* strict_locks.c: the same, for locks; a fence; another access of the lane. */
void strict_lock(struct warp *w, const struct dinst *d, const void *p, u32 flags);
void strict_fence(struct warp *w, bool of_cta);
static inline void strict_use(struct check_warp *cw, const struct dinst *d, u32 lane) {
	if (cw->taken.lock && !cw->taken.use) {
		cw->taken.use = d;
		cw->taken.lane = lane;
	}
}
/* Returns the check before an instruction that orders memory, see struct watch; NULL:
 * none. */
watch_fn *race_before(const struct dinst *d);
/* The lanes wait successfully for the mbarrier at addr. */
void race_mbarrier_passed(struct warp *w, u32 lane, u32 space, u64 addr);

/* access_history.c: the access that the lanes are about to make. shape: how the addresses
 * of all lanes lie. */
void race_access(struct warp *w, const struct dinst *d, u32 mask, u32 bytes, u32 flags,
                 u32 space, const u64 *addr, enum access_pattern shape);
/* Bytes that the lane, or RACE_WARP_WIDE, accesses as a piece. */
void race_row(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
              u64 size, u32 flags);
/* The lane that issues a bulk copy, and when. */
struct race_by {
	u32 stamp, warp, info;
};
struct race_by race_by(const struct warp *w, const struct dinst *d, u32 lane);
/* A warp has waited for the copy: its bytes are stored as of its issue. Earlier reads of
 * them may have been waited for in ways that are not seen here, and are forgotten. */
void race_arrived(struct cta *home, u64 offset, u64 size, const struct race_by *by);
/* A warp that waits for the mbarrier at addr will know what w has done until now. */
void race_mbarrier_release(struct warp *w, u32 lane, u32 space, u64 addr);

/* launch_races.c: nothing is remembered of these bytes of the arena any more, or of all
 * of it. */
void race_forget(struct checker *c, u64 addr, u64 size);
void race_forget_all(struct checker *c);
/* Accesses remembered of a line's words become accesses of its bytes. */
void race_split(const struct race_line *line, struct race_bytes *bytes);
/* Returns the launch or copy with that stamp; NULL: forgotten. */
const struct race_past *race_past_at(const struct checker *c, u32 stamp);
/* Finds where an access with these words happened; func is NULL if that is unknown. */
void race_past_place(const struct race_past *p, u32 warp, u32 info,
                     struct finding_place *out);
/* A copy with this stamp stands among the accesses of kernels from here on. */
void race_paint(struct checker *c, u64 addr, u64 size, u32 stamp, bool store);
/* Calls f for what is remembered there of launches that are not `known`: their stores,
 * and if `store` their reads. */
typedef void race_touch_fn(void *ctx, const struct race_past *p, u64 addr, u32 warp,
                           u32 info);
void race_touched(struct checker *c, u64 addr, u64 size, bool store, race_touch_fn *f,
                  void *ctx);
