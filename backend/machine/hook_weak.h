/* hook_weak.h - hooks of weak mode (watch/weak.c, hook.h): setup, and what orders memory.
 * The decoder puts weak mode's loads, stores, atomics and fences in the place of the
 * interpreter's (steered_mark).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

/* The worker begins: no messages. A cluster got its memory; a cta starts. */
void weak_start(struct worker *wk);
void weak_cluster_alloc(struct cluster *cl);
void weak_cta_start(struct cta *cta);

/* A barrier orders what all who take part did before it against what they do after it.
 * bar/barrier of a cta: lanes arrive; lanes that waited go on; the phase is over. */
void weak_arrive(struct warp *w, u32 mask, u32 barrier);
void weak_leave(struct warp *w, u32 mask, u32 barrier);
void weak_barrier_over(struct cta *cta, u32 barrier);
/* barrier.cluster; relaxed: only what a fence has released comes with it. */
void weak_cluster_arrive(struct warp *w, u32 mask, bool relaxed);
void weak_cluster_leave(struct warp *w, u32 mask);
void weak_cluster_over(struct cluster *cl);
/* bar.warp.sync */
void weak_warp_sync(struct warp *w, u32 mask);
/* mbarriers: an arrival, and a wait that found the phase ended, of the object at p. */
void weak_mbarrier(struct warp *w, u32 lane, const u8 *p, bool arrives);
