/* cta.c - states beside the memory of ctas and warps, from the start of a cta to the frames of
 * calls.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/check/fast.h"
#include "backend/check/hook.h"
#include "backend/check/race.h"
#include "backend/check/watch.h"
#include "backend/interp/alu.h"

const struct check_fast *check_fast_choose(void) {
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	switch (alu_level()) {
	case ALU_V4: return &check_fast_v4;
	case ALU_V3: return &check_fast_v3;
	default: break;
	}
#endif
	return &check_fast;
}

void check_worker_start(struct worker *wk) {
	struct checker *c = wk->launch->machine->check;
	struct check_worker *k = arena_new(&wk->arena, struct check_worker);
	k->c = c;
	k->tools = c->tools;
	k->fast = check_fast_choose();
	if (c->wanted && !c->wanted(wk->launch->machine, wk->launch))
		k->tools &= CHECK_MEM; /* a wild access is one in any kernel */
	k->bulk = wk->dm->has_bulk;
	wk->check = k;
	if (k->tools & CHECK_RACE)
		race_start(wk);
}

void check_cluster_alloc(struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++) {
		struct cta *cta = &cl->cta[i];
		struct arena *a = &cta->worker->arena;
		struct check_cta *k = arena_new(a, struct check_cta);
		k->shared = arena_alloc(a, cl->launch->shared_total + 64u, 64);
		k->warp = arena_array(a, struct check_warp, cta->nwarp);
		for (u32 j = 0; j < cta->nwarp; j++)
			if (cta->warp[j].local)
				k->warp[j].local = arena_zalloc(
					a, (size_t)cta->warp[j].local_stride * WARP_LANES,
					64);
		cta->check = k;
	}
	if (cl->cta[0].worker->check->race)
		race_cluster_alloc(cl);
}

void check_cta_start(struct cta *cta) {
	struct check_cta *k = check_cta_of(cta);
	u32 total = cta->launch->shared_total, system = MIN(total, (u32)SHARED_RESERVED);
	if (cta->launch->machine->limits.sm < 80)
		system = 0;
	memset(k->shared, BYTE_KNOWN, system);
	memset(k->shared + system, BYTE_VALID, total - system);
	memset(k->shared + total, BYTE_NONE, 64);
	k->copies = NULL;
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct check_warp *cw = &k->warp[i];
		cw->copies = NULL;
		memset(cw->group, 0, sizeof cw->group);
		memset(cw->bulk_group, 0, sizeof cw->bulk_group);
	}
	if (cta->worker->check->race)
		race_cta_start(cta);
}

/* ---- frames ---- */

static void set_local(const struct warp *w, u32 mask, u32 at, u32 size, u8 state) {
	u8 *base = check_warp_of(w)->local;
	if (!base || !size || at >= w->local_stride)
		return;
	size = MIN(size, (u32)w->local_stride - at);
	for_each_lane (l, mask)
		memset(base + l * w->local_stride + at, state, size);
}

static void set_vars(struct warp *w, struct frame *f, u32 mask, const u32 *var, u32 n,
                     u8 state) {
	const struct dmodule *dm = w->worker->dm;
	const struct module *m = dm->image->module;
	u8 *regs = f->regs;
	for (u32 i = 0; i < n; i++) {
		const struct var *v = &m->var[var[i]];
		const struct var_place *p = &dm->place[var[i]];
		bool of_kernel = f->func->func->is_entry && v->is_param;
		if (p->is_reg && p->reg != REF_NONE) {
			*(u32 *)(void *)(regs + f->func->undef + REF_OFF(p->reg)) = 0;
			continue;
		}
		if (p->is_reg || of_kernel ||
		    (v->space != SPACE_LOCAL &&
		     !(v->space >= SPACE_PARAM && v->space <= SPACE_PARAM_FUNC)))
			continue;
		set_local(w, mask, f->local_base + p->local, p->size_bytes, state);
	}
}

void check_frame_start(struct warp *w, struct frame *f, u32 mask) {
	const struct dfunc *df = f->func;
	const struct func *fn = df->func;
	memset(f->regs + df->undef, 0xff, df->frame_bytes);
	set_local(w, mask, f->local_base, df->local_bytes + 64u, BYTE_NONE);
	set_vars(w, f, mask, fn->ret, fn->nret, BYTE_VALID);
	set_vars(w, f, mask, fn->param, fn->nparam, BYTE_KNOWN);
	set_vars(w, f, mask, fn->var, fn->nvar, BYTE_VALID);
}
