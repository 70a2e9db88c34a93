/* hook_check.h - hooks of checked mode (hook.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

/* shadow_cta.c: a worker begins; a cluster has got its memory; a cta starts; a frame
 * starts for some lanes. */
void check_worker_start(struct worker *wk);
void check_cluster_alloc(struct cluster *cl);
void check_cta_start(struct cta *cta);
void check_frame_start(struct warp *w, struct frame *f, u32 mask);
/* One end of a value that a call passes; check_pass copies which lanes never set it. */
struct check_value {
	struct frame *frame;
	u32 reg;         /* offset of a register in the frame, or REF_NONE */
	u32 local, size; /* else: local memory; size 0: a constant */
};
void check_pass(struct warp *w, const struct check_value *to,
                const struct check_value *from, u32 mask);
/* memcheck.c: addresses of all lanes of operand i, which is a register. */
void check_addresses(const struct warp *w, const struct dinst *d, u32 i, u64 *addr);
/* The access that the lanes of mask are about to make; addr: of each lane. False: the
 * launch stops. *shape: how the addresses of all lanes lie. */
bool check_access(struct warp *w, const struct dinst *d, u32 i, u32 space, u32 mask,
                  u32 bytes, u32 flags, const u64 *addr, enum access_pattern *shape);
/* The same for one lane by itself. */
bool check_lane(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                u32 size, u32 flags);
/* How the row of bytes is accessed that check_row checks. */
enum check_agent {
	AGENT_WARP,  /* the whole warp does it: fragments */
	AGENT_COPY,  /* a copy of the lane, global memory */
	AGENT_PROXY, /* the asynchronous proxy reads shared memory for the lane, now */
};
bool check_row(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
               u64 size, u32 flags, enum check_agent agent);
/* async_copies.c: the lane's bulk copy is about to read size bytes of shared memory; to
 * write them, and to complete the transaction at mbar. */
void check_copy_from(struct warp *w, const struct dinst *d, u32 lane, u64 addr, u64 size);
void check_copy_to(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                   u64 size, u64 mbar);
/* Checks whether the lane may use the bytes; if not, the caller reports it. */
bool check_bytes(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size);
/* finding.c: reports a fault that the machine itself has found, unless a finding has
 * stopped the launch. *kind becomes the kind to record. False: the mem tool is off. */
bool check_fault(struct warp *w, const struct dinst *d, u32 lane, enum fault_kind *kind,
                 u64 addr, u32 size, const char *text);
/* shadow.c: memory of the device's heap has a new owner: nothing is written, and no
 * access to it is remembered. */
void shadow_reused(struct checker *c, u64 addr, u64 size);
/* watch.c: the code of the module is decoded: puts the watchers' functions into it. */
void check_code(struct dmodule *dm);
/* The interpreter's function for d, of code that is watched (f->watch). */
exec_fn *check_exec_of(const struct dfunc *f, const struct dinst *d);
/* synccheck.c: lanes that wait at a *.sync instruction for lanes that cannot come go on
 * without them. */
void check_forced(struct warp *w, const struct dinst *d, u32 lanes, u32 member);
/* racecheck.c: a barrier of the cta, the cluster's, or bar.warp.sync of some lanes, is
 * complete. */
void check_barrier(struct cta *cta, u32 id);
/* The same for the warps of a warpgroup, from warp `first` on, that have waited for their
 * products. */
void check_warpgroup(struct cta *cta, u32 first);
void check_cluster_barrier(struct cluster *cl);
void check_warp_sync(struct warp *w, u32 mask);
/* The clusters' lanes stand still: before the deadlock is recorded. */
void check_deadlock(struct cluster *cl);
/* synccheck.c: an mbarrier has all its arrivals and more bytes than it expects. False:
 * the launch stops. */
bool check_surplus(struct warp *w, const struct dinst *d, u32 lane, u64 bytes);
/* livelock.c: after a pass in which all groups of the cluster that did not wait only went
 * round a loop. True: none of them will ever leave it. */
bool check_is_stuck(struct cluster *cl);
