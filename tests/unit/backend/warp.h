/* warp.h - a warp with memory around it, without a launch: for tests of single
 * instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdlib.h>

#include "backend/machine/access.h"
#include "backend/machine/group.h"

enum { FAKE_LOCAL = 64, FAKE_SHARED = 4096 };

struct fake {
	struct machine machine;
	struct launch launch;
	struct cluster cluster;
	struct cta cta;
	struct warp warp;
	struct worker worker;
	struct func kernel;
	struct arena arena;
	struct dfunc dfunc;
	_Atomic u8 page_valid[2];
	u8 *global; /* one valid page, one that is not */
	_Alignas(64) u8 shared[FAKE_SHARED], local[WARP_LANES * FAKE_LOCAL];
	_Alignas(64) u8 regs[16 * 1024];
	_Alignas(64) u8 frame[4096];
};

static inline struct fake *fake_new(void) {
	u64 page = (u64)1 << PAGE_SHIFT;
	struct fake *f = aligned_alloc(64, alignup(sizeof *f, 64));
	memset(f, 0, sizeof *f);
	f->global = aligned_alloc(page, 2 * page);
	memset(f->global, 0, page);
	f->page_valid[0] = 1;
	f->machine.map = (struct arena_map){
		.shared = {1 << 30, CLUSTER_MAX_CTAS << SHARED_RANK_SHIFT},
		.local = {(u64)1 << 40, 1 << 24},
		.global = {(uintptr_t)f->global, 2 * page},
		.page_valid = f->page_valid,
	};
	struct strtab names;
	strtab_init(&names, &f->arena);
	f->kernel.name = str_intern(&names, "kernel", 6);
	f->launch.machine = &f->machine;
	f->launch.kernel = &f->kernel;
	f->launch.shared_total = FAKE_SHARED;
	f->launch.block[0] = f->launch.block[1] = f->launch.block[2] = 1;
	f->cluster.launch = &f->launch;
	f->cluster.cta = &f->cta;
	f->cluster.ncta = 1;
	f->cta.cluster = &f->cluster;
	f->cta.launch = &f->launch;
	f->cta.shared = f->shared;
	f->worker.launch = &f->launch;
	f->dfunc.func = &f->kernel;
	struct frame *frame = (struct frame *)(void *)f->frame;
	frame->func = &f->dfunc;
	f->warp.cta = &f->cta;
	f->warp.worker = &f->worker;
	f->warp.frame = frame;
	f->warp.base[BASE_FRAME] = f->regs;
	f->warp.local = f->local;
	f->warp.local_stride = f->warp.local_limit = FAKE_LOCAL;
	return f;
}

static inline void fake_drop(struct fake *f) {
	arena_drop(&f->arena);
	free(f->global);
	free(f);
}

/* Register i: 32 lanes of up to 8 bytes. */
static inline ref fake_reg(u32 i) {
	return REF(BASE_FRAME, i * 256);
}

static inline u32 *fake_u32(struct fake *f, u32 i) {
	return (u32 *)(void *)(f->regs + i * 256);
}

static inline u64 *fake_u64(struct fake *f, u32 i) {
	return (u64 *)(void *)(f->regs + i * 256);
}

static inline u64 fake_addr(const void *p) {
	return (uintptr_t)p;
}
