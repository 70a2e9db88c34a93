/* memory.h - the device arena: one reserved host range, its windows and its pages.
 * A 2 MiB page of the global window is valid while an allocation lies in it, as on the
 * hardware, so small overruns pass and far ones fault. Every function locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "backend/machine/launch.h"
#include "runtime/memory/heap.h"

enum memory_part {
	MEMORY_GLOBAL,
	MEMORY_CONST,
	MEMORY_PARAM,
	MEMORY_CODE,
	MEMORY_PART_COUNT
};

enum {
	MEMORY_GRANULE = 256, /* alignment of every allocation */
	MEMORY_KEPT = 4096,   /* dead blocks of checked mode, and their bytes */
	MEMORY_KEPT_BYTES = 256 << 20,
	MEMORY_REDZONE = 32, /* after a block of checked mode, at least */
	MEMORY_FREED = 64,   /* freed allocations that are remembered for reports */
};

/* In the tag of a block: addresses without memory of their own / pages of a caller's
 * file. */
#define MEMORY_APART (1ull << 63)
#define MEMORY_ATTACHED (1ull << 62)
/* Checked mode: freed, and kept so that a use of it is found. */
#define MEMORY_DEAD (1ull << 61)

struct page_span {
	u32 low, high; /* offsets; low == high: nothing */
};

enum page_file { PAGE_PRIVATE, PAGE_SHARED, PAGE_FOREIGN };

struct memory {
	struct arena arena; /* of the bookkeeping */
	pthread_mutex_t lock;
	struct arena_map *map;
	void *reserved;
	u64 reserved_bytes;
	u64 limit_bytes; /* of MEMORY_GLOBAL */
	u64 page_top;    /* no page from here on was ever valid */
	u32 *page_use;   /* allocations that touch each page of the global window */
	u8 *page_file;   /* whose file each page is: enum page_file */
	struct page_span
		*span; /* of each page: what blocks have used since it was mapped */
	u8 *page_kept; /* invalid, but still mapped, and zero */
	u32 nkept;
	int file;          /* of shared pages, as long as the window; -1: none yet */
	u64 claimed_bytes; /* beside what is allocated */
	u64 apart_bytes;   /* of addresses without memory, which count as allocated in the
	                      heap */
	struct heap part[MEMORY_PART_COUNT];
	struct window freed[MEMORY_FREED]; /* ring: the last ones that were freed */
	u32 nfreed;
	/* checked mode */
	struct checker *check; /* NULL: none */
	u64 dead[MEMORY_KEPT]; /* ring of dead blocks */
	u32 dead_first, ndead;
	u64 dead_bytes;
};

struct memory_block {
	u64 base, size, tag;
};

/* Reserves address space for `limit_bytes` and fills *map. False if the system refuses.
 */
/* For AddressSanitizer, said before there is any memory: what a block of global memory
 * has after the bytes that were asked for goes to `poison`; what is let go, to
 * `unpoison`. */
typedef void memory_mark_fn(const volatile void *p, size_t bytes);
void memory_guard(memory_mark_fn *poison, memory_mark_fn *unpoison);
bool memory_init(struct memory *m, struct arena_map *map, u64 limit_bytes, bool confined);
void memory_drop(struct memory *m);
/* From now on the states of bytes follow allocations, and freed ones are kept for a
 * while. */
struct checker;
void memory_watch(struct memory *m, struct checker *c);
/* Calls fn for each global block with a tag, in the order of addresses. */
void memory_each(struct memory *m, void (*fn)(void *ctx, const struct memory_block *b),
                 void *ctx);

/* Host bytes for what follows a struct for its whole life; the counterpart of
 * memory_delete. */
void *memory_new(size_t size);
void memory_delete(void *p);

/* 0 if there is no room. Memory of a page that was invalid before reads as zero. */
u64 memory_alloc(struct memory *m, enum memory_part part, u64 size, u64 align);
/* A block becomes zero, without taking memory for pages that were never written. */
void memory_clear(struct memory *m, u64 addr, u64 size);
/* False if addr is not the start of an allocation. */
bool memory_free(struct memory *m, enum memory_part part, u64 addr);
/* Allocates global memory with a tag of its owner; other blocks have 0. */
u64 memory_alloc_tagged(struct memory *m, u64 size, u64 tag);
/* The block of any part that holds addr; false if none does. */
bool memory_find(struct memory *m, u64 addr, struct memory_block *b);
/* Bits of the tag of the block that holds addr; false if none does. */
bool memory_retag(struct memory *m, u64 addr, u64 mask, u64 value);
/* Frees the global blocks whose tag has `value` in the bits of mask. */
void memory_free_marked(struct memory *m, u64 mask, u64 value);
/* As memory_free, but only a block whose tag is not 0. */
bool memory_free_tagged(struct memory *m, u64 addr);

/* Lets kernels use [base, base + size) outside the arena, where peer's pages are valid
 * or, without a peer, everywhere. False: it overlaps what they can use already. */
bool memory_admit(struct memory *m, u64 base, u64 size, const struct arena_map *peer);
/* base as it was given; false if it was not. No kernel runs. */
bool memory_expel(struct memory *m, u64 base);
/* The admitted range that holds addr. */
bool memory_admitted(struct memory *m, u64 addr, struct window *w);

/* The range lies in one allocation of any part. */
bool memory_holds(struct memory *m, u64 addr, u64 size);
/* The allocation nearest to addr in the global window, false if there is none. */
bool memory_near(struct memory *m, u64 addr, u64 *base, u64 *size);
/* Wrong: the addresses are not what they must be. No file: the system refuses one, or to
 * map it. */
enum memory_answer { MEMORY_OK, MEMORY_WRONG = -1, MEMORY_NO_FILE = -2 };
/* The pages of a block become those of a file, which the device keeps, with their
 * contents: its descriptor, or what is in the way. *offset: of the block in it. */
int memory_share(struct memory *m, u64 addr, u64 *offset, u64 *size);
/* A block whose pages are those of a file from page to page; offset is a multiple of a
 * page. 0: no. */
u64 memory_attach(struct memory *m, int fd, u64 offset, u64 size, u64 tag);
bool memory_detach(struct memory *m, u64 addr);
/* An allocation on pages of its own, in a file of the caller's that is as long as the
 * window: where the block lies there is *offset. memory_free frees the block and leaves
 * the file as it is. 0: no room. */
u64 memory_alloc_in_file(struct memory *m, int fd, u64 size, u64 tag, u64 *offset);

/* Addresses alone. The block has MEMORY_APART in its tag. */
u64 memory_reserve(struct memory *m, u64 size, u64 align, u64 wanted, u64 tag);
bool memory_unreserve(struct memory *m, u64 addr, u64 size);
/* Pages of a file at reserved addresses, which are free / not. They must not be used
 * until they are valid. */
enum memory_answer memory_map(struct memory *m, u64 addr, u64 size, int fd, u64 offset);
bool memory_unmap(struct memory *m, u64 addr, u64 size);
enum memory_answer memory_allow(struct memory *m, u64 addr, u64 size, bool allowed);
/* Counts bytes that are not in the arena; false: there is no room for them. */
bool memory_claim(struct memory *m, u64 bytes);
void memory_unclaim(struct memory *m, u64 bytes);

/* addr was in an allocation that was freed lately, and is in none now. */
bool memory_was_freed(struct memory *m, u64 addr, u64 *base, u64 *size);

static inline void *memory_host(u64 addr) {
	return (void *)(uintptr_t)addr;
}
