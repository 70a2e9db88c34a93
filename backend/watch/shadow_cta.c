/* shadow_cta.c - the states of shared and local memory, from the start of a cta to the
 * frames of calls.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/alu.h"
#include "backend/machine/hook_check.h"
#include "backend/watch/async_copies.h"
#include "backend/watch/check_fast.h"
#include "backend/watch/check_state.h"
#include "backend/watch/racecheck.h"

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
	k->stuck = 0;
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct check_warp *cw = &k->warp[i];
		cw->copies = NULL;
		product_start(cw);
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
		    (v->space != SPACE_LOCAL && !is_param_space(v->space)))
			continue;
		set_local(w, mask, f->local_base + p->local, p->size_bytes, state);
	}
}

void check_frame_start(struct warp *w, struct frame *f, u32 mask) {
	const struct dfunc *df = f->func;
	const struct func *fn = df->func;
	memset(f->regs + df->undef, 0xff, df->frame_bytes);
	set_local(w, mask, f->local_base, df->local_bytes + 64u, BYTE_NONE);
	if (fn->is_entry && w->worker->dm->image->module->local_bytes)
		set_local(w, mask, 0, w->worker->dm->image->module->local_bytes,
		          BYTE_VALID);
	set_vars(w, f, mask, fn->ret, fn->nret, BYTE_VALID);
	set_vars(w, f, mask, fn->param, fn->nparam, BYTE_KNOWN);
	set_vars(w, f, mask, fn->var, fn->nvar, BYTE_VALID);
}

/* ---- calls ---- */

static u8 *states_at(const struct warp *w, u32 lane, u32 local, u32 size) {
	u8 *base = check_warp_of(w)->local;
	bool fits = base && local <= w->local_stride && size <= w->local_stride - local;
	return fits ? base + lane * w->local_stride + local : NULL;
}

/* Returns the lanes in which the place holds no value. */
static u32 without_value(const struct warp *w, const struct check_value *v, u32 mask) {
	u32 r = 0;
	if (v->reg != REF_NONE) {
		const struct dfunc *f = v->frame->func;
		const u32 *undef = (const u32 *)(const void *)(v->frame->regs + f->undef +
		                                               v->reg);
		return f->may_lack[v->reg / 4] ? *undef & mask : 0;
	}
	for_each_lane (l, v->size ? mask : 0) {
		const u8 *s = states_at(w, l, v->local, v->size);
		u8 any = 0;
		for (u32 i = 0; s && i < v->size; i++)
			any |= s[i];
		r |= (u32)(s && !(any & BYTE_INIT)) << l;
	}
	return r;
}

void check_pass(struct warp *w, const struct check_value *to,
                const struct check_value *from, u32 mask) {
	if (!(check_of(w)->tools & CHECK_INIT))
		return;
	if (to->reg == REF_NONE && from->reg == REF_NONE && from->size) {
		u32 n = MIN(to->size, from->size);
		for_each_lane (l, mask) {
			u8 *a = states_at(w, l, to->local, n),
			   *b = states_at(w, l, from->local, n);
			for (u32 i = 0; a && b && i < n; i++)
				a[i] = (u8)((a[i] & ~BYTE_INIT) | (b[i] & BYTE_INIT));
		}
		return;
	}
	u32 undef = without_value(w, from, mask);
	if (to->reg != REF_NONE) {
		u32 *p = (u32 *)(void *)(to->frame->regs + to->frame->func->undef +
		                         to->reg);
		*p = (*p & ~mask) | undef;
		return;
	}
	for_each_lane (l, mask) {
		u8 *s = states_at(w, l, to->local, to->size);
		for (u32 i = 0; s && i < to->size; i++)
			s[i] = (u8)((s[i] & ~BYTE_INIT) |
			            (undef >> l & 1 ? 0 : BYTE_INIT));
	}
}
