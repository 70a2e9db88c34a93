/* check_fast.h - what checked mode does for whole warps at once, compiled per level of
 * the host's instruction set.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

/* Accesses that are remembered, three for each unit of a line of memory, see
 * access_history.c: arrays of as many units as a line has, one after the other. */
enum race_slot { RACE_STORE, RACE_READ, RACE_OTHER, RACE_SLOTS };
enum race_array { RACE_STAMP, RACE_WARP, RACE_INFO, RACE_ARRAYS };

/* The info word of an access: its instruction, its flags, its lane or RACE_LANES (several
 * read the same). */
enum {
	RACE_CODE_BITS = 21,
	RACE_VOLATILE = 1 << 21, /* only noted in strict modes */
	RACE_IS_STORE = 1 << 22,
	RACE_STRONG = 1 << 23,
	RACE_ATOMIC = 1 << 24,
	RACE_WIDE = 1 << 25,   /* strong beyond the cta */
	RACE_COPY = RACE_WIDE, /* without RACE_STRONG: a bulk copy that has arrived */
	RACE_LANE_SHIFT = 26,
	RACE_WARP_WIDE = 62, /* the warp as a whole, as matrix instructions do it */
	RACE_LANES = 63,
};

/* The access that is checked, and what its warp knows. */
struct race_view {
	u32 now, warp, info; /* of the access; without its lane */
	u32 floor;           /* everything up to this stamp is known */
	u32 near_floor;      /* everything that the own cta's warps did, up to this one */
	u32 near_first, nnear;
	u32 lane_floor; /* the lanes of the warp have met since */
};

/* Adjacent units of one line that consecutive lanes access. */
struct race_run {
	u32 *at;    /* the line's first array */
	u32 stride; /* units of a line */
	u32 from, n;
	u32 pos, shift, lane; /* unit i belongs to lane + ((pos + i) >> shift) */
};

/* Lines of memory from `origin` on. */
struct race_field {
	u32 *line;      /* the first one's arrays */
	const u8 *fine; /* lines that are kept by bytes */
	u64 origin, size;
};

enum { RACE_LINE = 128, RACE_WORDS = RACE_LINE / 4 };

struct check_fast {
	/* Remembers the access. False: nothing was done, as some unit may race. */
	bool (*read)(const struct race_view *v, const struct race_run *r);
	bool (*store)(const struct race_view *v, const struct race_run *r);
	/* The same for lanes at any addresses, of 4 to 16 bytes; returns the lanes
	 * that may race. */
	u32 (*read_each)(const struct race_view *v, const struct race_field *f, u32 mask,
	                 u32 bytes, const u64 *addr);
	u32 (*store_each)(const struct race_view *v, const struct race_field *f, u32 mask,
	                  u32 bytes, const u64 *addr);
	/* addr[i] = reg[i] + off, lanes of 32 bits (which wrap) or 64. */
	void (*addresses)(u64 *addr, const void *reg, u32 bits, u64 off);
	/* How 32 addresses lie; bytes: of each lane. */
	enum access_pattern (*shape)(const u64 *addr, u32 bytes);
	/* Of 32 addresses: bit i is set where the next one is equal, or higher by
	 * `bytes`. */
	void (*steps)(const u64 *addr, u32 bytes, u32 *equal, u32 *rising);
	/* Folds `size` states, a multiple of 8: the bits that all have, and any has. */
	void (*fold)(const u8 *state, u32 size, u64 *all, u64 *any);
	/* The same of 32 lanes, of 4 or 8 bytes each, that lie between `origin` and
	 * `size` bytes after it; false: one does not, or is not aligned. */
	bool (*fold_lanes)(const u8 *state, u64 origin, u64 size, u32 bytes,
	                   const u64 *addr, u64 *all, u64 *any);
};

extern const struct check_fast check_fast;
#ifdef __x86_64__
extern const struct check_fast check_fast_v3, check_fast_v4;
#endif
const struct check_fast *check_fast_choose(void);
