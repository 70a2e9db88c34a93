/* memory.h - the device arena: one reserved host range, its windows and its pages.
 * A 2 MiB page of the global window is valid while an allocation lies in it, as on the hardware, so
 * small overruns pass and far ones fault. Every function locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "backend/machine.h"
#include "runtime/heap.h"

enum memory_part { MEMORY_GLOBAL, MEMORY_CONST, MEMORY_PARAM, MEMORY_CODE, MEMORY_PART_COUNT };

enum {
	MEMORY_GRANULE = 256, /* alignment of every allocation */
	MEMORY_FREED = 64,    /* freed allocations that are remembered for reports */
};

struct memory {
	struct arena arena; /* of the bookkeeping */
	pthread_mutex_t lock;
	struct arena_map *map;
	void *reserved;
	u64 reserved_bytes;
	u64 limit_bytes;    /* of MEMORY_GLOBAL */
	u64 page_top; /* no page from here on was ever valid */
	u32 *page_use;      /* allocations that touch each page of the global window */
	struct heap part[MEMORY_PART_COUNT];
	struct window freed[MEMORY_FREED]; /* ring: the last ones that were freed */
	u32 nfreed;
};

/* Reserves address space for `limit_bytes` and fills *map. False if the system refuses. */
bool memory_init(struct memory *m, struct arena_map *map, u64 limit_bytes);
void memory_drop(struct memory *m);

/* Host bytes for what follows a struct for its whole life; the counterpart of memory_delete. */
void *memory_new(size_t size);
void memory_delete(void *p);

/* 0 if there is no room. Memory of a page that was invalid before reads as zero. */
u64 memory_alloc(struct memory *m, enum memory_part part, u64 size, u64 align);
/* False if addr is not the start of an allocation. */
bool memory_free(struct memory *m, enum memory_part part, u64 addr);
/* What the owner of a block notes about it; 0 at first. */
bool memory_tag(struct memory *m, enum memory_part part, u64 addr, u64 tag);
struct memory_block {
	u64 base, size, tag;
};
/* The block of any part that holds addr; false if none does. */
bool memory_find(struct memory *m, u64 addr, struct memory_block *b);
/* As memory_free, but only a block whose tag is not 0. */
bool memory_free_tagged(struct memory *m, u64 addr);

/* Lets kernels use [base, base + size) outside the arena, where peer's pages are valid or, without a
 * peer, everywhere. False: it overlaps what they can use already. */
bool memory_admit(struct memory *m, u64 base, u64 size, const struct arena_map *peer);
/* base as it was given; false if it was not. No kernel runs. */
bool memory_expel(struct memory *m, u64 base);
/* The admitted range that holds addr. */
bool memory_admitted(struct memory *m, u64 addr, struct window *w);

/* The range lies in one allocation of any part. */
bool memory_holds(struct memory *m, u64 addr, u64 size);
/* The allocation nearest to addr in the global window, false if there is none. */
bool memory_near(struct memory *m, u64 addr, u64 *base, u64 *size);
/* addr was in an allocation that was freed lately, and is in none now. */
bool memory_was_freed(struct memory *m, u64 addr, u64 *base, u64 *size);

static inline void *memory_host(u64 addr) {
	return (void *)(uintptr_t)addr;
}
