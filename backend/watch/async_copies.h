/* async_copies.h - asynchronous copies, from their issue to the wait for them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/check_state.h"

/* An access of the lanes to bytes whose states are in check_worker: reports those that a
 * copy still reads or writes, or that are part of an mbarrier object. */
void async_access(struct warp *w, const struct dinst *d, u32 i, u32 mask, u32 bytes,
                  u32 flags);
/* The same for a row of bytes; proxy: the asynchronous proxy accesses it. */
void async_row(struct warp *w, const struct dinst *d, u32 lane, u8 *s, u64 size,
               u32 flags, bool proxy);

/* Return the check before and after an instruction, see struct watch. NULL: none. */
watch_fn *async_before(const struct dinst *d);
watch_fn *async_after(const struct dinst *d);
/* synccheck.c: the same. */
watch_fn *sync_before(const struct dinst *d);
watch_fn *sync_after(const struct dinst *d);
/* Returns the lane that a shuffle reads for lane l. */
u32 sync_source_lane(const struct warp *w, const struct dinst *d, u32 l);
/* Checks whether d uses the asynchronous proxy: its module needs the states of bytes that
 * the proxy has not seen. */
bool uses_proxy(const struct dinst *d);
/* A wait for the mbarrier at addr, as the lane sees it, has succeeded. */
void async_mbarrier_passed(struct warp *w, u32 lane, u32 space, u64 addr);
/* Products of the warp up to this group do not read shared memory any more. */
void async_products_done(struct warp *w, u32 group);

/* wgmma_products.c: the check after an instruction; the group of the product that is
 * issued next. */
watch_fn *product_after(const struct dinst *d);
u32 product_group(const struct warp *w);
/* A cta starts. */
void product_start(struct check_warp *cw);
/* The function's code is watched: now the registers of products, too. */
void product_watches(struct dmodule *dm, struct dfunc *f);
