/* arena_map.h - device memory: where the windows of the address spaces are, and which
 * pages are valid. Address map of the 64-bit generic space:
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

#include "base/base.h"

enum {
	SHARED_RANK_SHIFT = 24, /* shared address: rank << 24 | offset */
	SHARED_RESERVED = 1024, /* bytes the system keeps at the start of shared memory
	                           (sm_80 and up) */
	PAGE_SHIFT = 21, /* validity granule of the arena: 2 MiB, the hardware's page */
	SHARED_SLACK = 128, /* bytes before and after shared memory that a worker may read
	                       and write: a vector reaches that far */
	CONFINE_SLACK = 1024, /* the same around every address, see confine_mask: more
	                         than a chunk of lanes touches */
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

struct multicast_window;
/* Addresses of multicast objects, see multicast.h. The runtime changes it while no kernel
 * of the device runs. */
struct multicast_table {
	u32 n;
	struct multicast_window *entry; /* apart from each other, in address order */
};

struct foreign_table {
	u32 n;
	struct foreign entry[]; /* apart from each other, in address order */
};

/* A pointer is in a window iff (p - base) < size. */
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
	                           the runtime's lock guards it */
	_Atomic u32 reach_changes; /* how often `reach` has changed */
	/* NULL: none; a table never changes */
	_Atomic(const struct foreign_table *) foreign;
	struct multicast_table multicast;
};

static inline bool in_window(struct window w, u64 addr) {
	return addr - w.base < w.size;
}

/* Counts the entries that begin at addr or before. The n entries are in address order,
 * `bytes` apart, and each begins with its address, a u64. */
static inline u32 entries_up_to(const void *entries, u32 n, size_t bytes, u64 addr) {
	u32 low = 0, high = n;
	while (low < high) {
		u32 mid = (low + high) / 2;
		u64 begin;
		memcpy(&begin, (const u8 *)entries + mid * bytes, sizeof begin);
		if (begin <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static inline bool pages_valid(const struct arena_map *a, u64 addr, u64 size) {
	u64 off = addr - a->global.base, last = off + size - 1;
	return off < a->global.size && last < a->global.size && last >= off &&
	       atomic_load_explicit(&a->page_valid[off >> PAGE_SHIFT],
	                            memory_order_relaxed) &&
	       atomic_load_explicit(&a->page_valid[last >> PAGE_SHIFT],
	                            memory_order_relaxed);
}

/* foreign.c: checks whether [addr, addr+size) lies in valid foreign memory. */
bool foreign_valid(const struct foreign_table *t, u64 addr, u64 size);

/* Checks whether [addr, addr+size) is valid global memory. size <= 2 MiB. */
static inline bool global_valid(const struct arena_map *a, u64 addr, u64 size) {
	if (pages_valid(a, addr, size))
		return true;
	const struct foreign_table *t = atomic_load(&a->foreign);
	return t && foreign_valid(t, addr, size);
}

/* Checks whether the page of 2 MiB around addr is valid global memory, to its last byte:
 * foreign memory may end within one. */
static inline bool global_page_valid(const struct arena_map *a, u64 addr) {
	if (pages_valid(a, addr, 1))
		return true;
	const struct foreign_table *t = atomic_load(&a->foreign);
	const u64 page = (u64)1 << PAGE_SHIFT;
	return t && foreign_valid(t, addr & ~(page - 1), page);
}
