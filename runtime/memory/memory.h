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
	MEMORY_HOST_PAGE = 4096,
	MEMORY_GLOBAL_GRANULE = 512, /* in global memory, as an H200 places them */
	MEMORY_KEPT = 4096,          /* dead blocks of checked mode, and their bytes */
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
	/* What kernels of other devices may use of it, as a map: its valid pages are
	 * those that have had pinned or managed memory. */
	struct arena_map open;
	void *reserved;
	u64 reserved_bytes;
	u64 limit_bytes; /* of MEMORY_GLOBAL */
	u64 page_top;    /* no page from here on was ever valid */
	u32 *page_use;   /* allocations that touch each page of the global window */
	u8 *page_file;   /* whose file each page is: enum page_file */
	/* of each page: what blocks have used since it was mapped */
	struct page_span *span;
	u32 multicast_room; /* of the map's table */
	u8 *page_kept;      /* of each page: invalid, but still mapped, and zero */
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

/* For AddressSanitizer; called before there is any memory. `poison` gets what a block of
 * global memory has after the bytes that were asked for; `unpoison` gets what is
 * freed. */
typedef void memory_mark_fn(const volatile void *p, size_t bytes);
void memory_guard(memory_mark_fn *poison, memory_mark_fn *unpoison);
/* Reserves address space for `limit_bytes` and fills *map. False if the system refuses.
 */
bool memory_init(struct memory *m, struct arena_map *map, u64 limit_bytes, bool confined);
void memory_drop(struct memory *m);
/* Checked mode: from now on the states of bytes follow allocations, and freed blocks are
 * kept for a while. */
struct checker;
void memory_watch(struct memory *m, struct checker *c);
/* Calls fn for each global block with a tag, in the order of addresses. */
void memory_each(struct memory *m, void (*fn)(void *ctx, const struct memory_block *b),
                 void *ctx);

/* Allocates zeroed bytes of the host, which memory_delete frees; NULL: no memory. */
void *memory_new(size_t size);
void memory_delete(void *p);

/* 0 if there is no room. Memory of a page that was invalid before reads as zero. */
u64 memory_alloc(struct memory *m, enum memory_part part, u64 size, u64 align);
/* Makes a block zero, without taking memory for pages that were never written. */
void memory_clear(struct memory *m, u64 addr, u64 size);
/* False if addr is not the start of an allocation. */
bool memory_free(struct memory *m, enum memory_part part, u64 addr);
/* Allocates global memory with a tag of its owner; other blocks have 0. apart: no other
 * block lies on its pages of MEMORY_HOST_PAGE bytes. */
u64 memory_alloc_tagged(struct memory *m, u64 size, u64 tag, bool apart);
/* Finds the block of any part that holds addr; false if none does. */
bool memory_find(struct memory *m, u64 addr, struct memory_block *b);
/* Sets the bits in mask of the tag of the block that holds addr to those of value; false
 * if none does. */
bool memory_retag(struct memory *m, u64 addr, u64 mask, u64 value);
/* Frees the global blocks whose tag has `value` in the bits of mask. */
void memory_free_marked(struct memory *m, u64 mask, u64 value);
/* As memory_free, but only a block whose tag is not 0. */
bool memory_free_tagged(struct memory *m, u64 addr);

/* Lets kernels use [base, base + size) of the host outside the arena. False: it overlaps
 * what they can use already. */
bool memory_admit(struct memory *m, u64 base, u64 size);
/* Ends that. base: as it was given; false if it was not. No kernel runs. */
bool memory_expel(struct memory *m, u64 base);
/* Lets kernels use pages of another device that are open to all. Called again when that
 * has new addresses. */
bool memory_meet(struct memory *m, struct memory *peer);
/* Lets them use all of its memory, or no longer. False: it is so already. */
bool memory_set_peer(struct memory *m, struct memory *peer, bool whole);
/* Opens the pages of a block to the kernels of all devices. */
void memory_open_pages(struct memory *m, u64 addr, u64 size);
/* Finds the admitted range that holds addr; false if none does. */
bool memory_admitted(struct memory *m, u64 addr, struct window *w);
/* Whether the range lies in one allocation of another device that is open to the kernels
 * of all: pinned or managed memory. */
bool memory_open_holds(struct memory *m, u64 addr, u64 size);

/* Whether the range lies in one allocation of any part. */
bool memory_holds(struct memory *m, u64 addr, u64 size);
/* Finds the allocation that holds addr, or the nearest one in the global window; false if
 * there is none. */
bool memory_near(struct memory *m, u64 addr, u64 *base, u64 *size);
/* MEMORY_WRONG: the addresses are not what they must be. MEMORY_NO_FILE: the system
 * refuses a file, or to map it. */
enum memory_answer { MEMORY_OK, MEMORY_WRONG = -1, MEMORY_NO_FILE = -2 };
/* Turns the pages of a block, with their contents, into those of a file that the device
 * keeps. Returns its descriptor, or enum memory_answer. *offset: of the block in it. */
int memory_share(struct memory *m, u64 addr, u64 *offset, u64 *size);
/* Makes a block of the pages of a file that hold [offset, offset + size). Returns the
 * address of the byte at offset; 0: the system refuses. */
u64 memory_attach(struct memory *m, int fd, u64 offset, u64 size, u64 tag);
bool memory_detach(struct memory *m, u64 addr);
/* Allocates on pages of its own, in a file of the caller's that is as long as the window:
 * where the block lies there is *offset. memory_free frees the block and leaves the file
 * as it is. 0: no room. */
u64 memory_alloc_in_file(struct memory *m, int fd, u64 size, u64 tag, u64 *offset);

/* Reserves addresses without memory; at `wanted`, if that is free. The block has
 * MEMORY_APART in its tag. 0: no room. */
u64 memory_reserve(struct memory *m, u64 size, u64 align, u64 wanted, u64 tag);
bool memory_unreserve(struct memory *m, u64 addr, u64 size);
/* Map pages of a file at reserved addresses, and unmap them. Kernels must not use them
 * until memory_allow has allowed it. */
enum memory_answer memory_map(struct memory *m, u64 addr, u64 size, int fd, u64 offset);
bool memory_unmap(struct memory *m, u64 addr, u64 size);
enum memory_answer memory_allow(struct memory *m, u64 addr, u64 size, bool allowed);
/* Whether the addresses are reserved, whole pages, and nothing is mapped there. */
bool memory_is_free_reservation(struct memory *m, u64 addr, u64 size);
/* Lets kernels reach a multicast object at reserved addresses, and ends that. No kernel
 * runs. The addresses may be another device's. */
struct multicast;
void memory_show_multicast(struct memory *m, u64 addr, u64 size,
                           struct multicast *object);
void memory_hide_multicast(struct memory *m, u64 addr);
/* Counts bytes that count against limit_bytes. The caller locks. */
u64 memory_used(const struct memory *m);
/* Counts bytes that are not in the arena; false: there is no room for them. */
bool memory_claim(struct memory *m, u64 bytes);
void memory_unclaim(struct memory *m, u64 bytes);

/* Whether addr was in an allocation that was freed lately, and is in none now. */
bool memory_was_freed(struct memory *m, u64 addr, u64 *base, u64 *size);

static inline void *memory_host(u64 addr) {
	return (void *)(uintptr_t)addr;
}
