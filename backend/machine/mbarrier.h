/* mbarrier.h - the barrier object in shared memory, for the instructions that complete
 * transactions on it, and for wait tables.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

/* The object at addr as `lane` sees `space`; NULL after a recorded fault (not shared
 * memory, say). */
u8 *mbarrier_at(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr);

/* `count` arrivals of `lane` at the object p, of device address addr; false after a
 * recorded fault. */
bool mbarrier_arrive(struct warp *w, const struct dinst *d, u32 lane, u8 *p, u64 addr,
                     u32 count);

/* `bytes` of an asynchronous copy of the lane have arrived at the object mb; false after
 * a recorded fault. */
bool mbarrier_complete_tx(struct warp *w, const struct dinst *d, u32 lane, u8 *mb,
                          u64 bytes);

/* The object that a group waits for in a loop around test_wait or try_wait, as its first
 * lane names it. */
struct mbarrier_wait {
	const struct dinst *d; /* the wait */
	u64 addr;              /* as the lane has it */
	u32 pending, expected; /* arrivals */
	s64 tx;                /* bytes that are to come; less than 0: too many came */
};
/* False: the group is in no such loop that can be recognised. */
bool mbarrier_waited_for(const struct warp *w, const struct group *g,
                         struct mbarrier_wait *out);
/* "at the mbarrier at 0x400, which ..." */
void mbarrier_wait_text(const struct mbarrier_wait *m, char *buf, size_t size);
