/* mbarrier.h - the barrier object in shared memory, for those that complete transactions
 * on it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/interp/mem.h"

/* The object at addr as `lane` sees `space`; NULL after a recorded fault (not shared
 * memory, say). */
u8 *mbarrier_at(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr);

/* `count` arrivals of `lane` at the object p, of device address addr; false after a
 * recorded fault. */
bool mbarrier_arrive(struct warp *w, const struct dinst *d, u32 lane, u8 *p, u64 addr,
                     u32 count);

/* `bytes` of an asynchronous copy have arrived. */
void mbarrier_complete_tx(u8 *mb, u64 bytes);
