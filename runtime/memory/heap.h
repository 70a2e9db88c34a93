/* heap.h - an allocator of address ranges; it never touches the memory that it hands out.
 * Blocks, used and free, form one list in address order; free ones are in a tree by
 * (size, address) for best fit, used ones in a tree by address for look-up. Both are
 * treaps, so every operation takes O(log n) steps. The caller locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct heap_block {
	u64 addr, size; /* size: a multiple of the granule */
	u64 asked;      /* bytes that were asked for; 0 for a free block */
	u64 tag;        /* of the owner */
	struct heap_block *prev, *next;  /* neighbours in address order */
	struct heap_block *left, *right; /* in the tree of its kind */
	u32 prio;
	bool used;
};

struct heap {
	struct arena *arena; /* of the blocks */
	u64 base, size, granule;
	u64 used_bytes;
	u32 nused;
	struct heap_block *first;
	struct heap_block *by_size, *by_addr;
	struct heap_block *spare; /* recycled records, linked by next */
	struct heap_block *last;  /* the used block that was made last: it is asked for
	                             most often; or NULL */
	u32 rng;
};

/* base is a multiple of the granule, a power of two. */
void heap_init(struct heap *h, struct arena *arena, u64 base, u64 size, u64 granule);
/* Takes the smallest free range that fits, the lowest of equals; NULL if there is none.
 * size > 0; align is a power of two. */
struct heap_block *heap_alloc(struct heap *h, u64 size, u64 align);
/* The same, but not right after a used block: `gap` bytes, a multiple of the granule,
 * stay free between. */
struct heap_block *heap_alloc_apart(struct heap *h, u64 size, u64 gap);
/* Takes exactly this range; NULL if not all of it is free. addr is a multiple of the
 * granule. */
struct heap_block *heap_alloc_at(struct heap *h, u64 addr, u64 asked);
/* Frees the used block that starts at addr; false if none does. */
bool heap_free(struct heap *h, u64 addr);
/* Frees a used block. */
void heap_free_block(struct heap *h, struct heap_block *b);
/* Returns the used block that holds addr, NULL if none does. */
struct heap_block *heap_find(const struct heap *h, u64 addr);
/* Returns the used block nearest to addr, by the distance to its bytes. */
struct heap_block *heap_near(const struct heap *h, u64 addr);
/* Checks every rule of the structure; for tests. */
bool heap_check(const struct heap *h);
