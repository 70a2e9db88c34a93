/* lean.c - the fast way through a cta whose kernel is compiled.
 *
 * As long as its warps do nothing but run, wait for each other at barrier 0 and end, a cta needs no
 * groups, no barrier record and no page of splatted values: a warp is its registers and the
 * state to resume with. The first service that needs more makes the cta a general one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/compiled.h"
#include "backend/interp/sched.h"

enum { ROUNDS = 4096 }; /* barriers between looks at the clock */

void cta_start_lean(struct cta *cta, u32 nthread) {
	cta->lean = true;
	cta->has_page = false;
	cta->nlive = nthread;
	cta->nlive_warp = cta->nwarp;
	cta->nstarted = 0;
}

/* Much of a warp is still as the cta before this one left it. */
static void start_warp(struct warp *w) {
	const struct dfunc *k = &w->worker->dm->func[w->cta->launch->kernel->index];
	w->live = w->mask = w->exist;
	w->lean = 0;
	w->fuel = FUEL;
	w->ngroup = 1;
	w->cur = 0;
	if (!w->own)
		w->own = frame_new(w->worker, k, NULL, NULL, w->exist);
	w->own->refs = w->exist;
	if (k->zero_bytes)
		memset(w->own->regs, 0, k->zero_bytes);
	if (w->frame != w->own)
		warp_enter_frame(w, w->own);
}

static void start_warps(struct cta *cta, u32 end) {
	while (cta->nstarted < end)
		start_warp(&cta->warp[cta->nstarted++]);
}

void cta_make_general(struct cta *cta) {
	struct worker *wk = cta->worker;
	const struct dfunc *k = &wk->dm->func[cta->launch->kernel->index];
	start_warps(cta, cta->nwarp);
	cta->lean = false;
	memset(cta->barrier, 0, sizeof cta->barrier);
	cta_fill_page(cta);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		w->ngroup = 0;
		if (!w->live)
			continue;
		w->cc = 0;
		memset(w->arrived, 0, sizeof w->arrived);
		memset(w->cluster_phase, 0xff, sizeof w->cluster_phase);
		w->ngroup = 1;
		w->cur = 0;
		w->group[0] = (struct group){.mask = w->live,
		                             .state = GROUP_READY,
		                             .fuel = FUEL,
		                             .pc = k->code,
		                             .frame = w->own};
		w->own = NULL; /* given back when its lanes end */
	}
}

/* The warp's lanes end without anybody having to know. */
static void finish_lean(struct warp *w) {
	u32 n = w->live == UINT32_MAX ? WARP_LANES : (u32)__builtin_popcount(w->live);
	w->live = 0;
	w->cta->nlive -= n;
	w->cta->nlive_warp--;
	w->cta->cluster->nlive -= n;
}

/* What was only a number so far becomes an arrival at the barrier. */
static void arrive_general(struct warp *w) {
	const struct dfunc *f = w->frame->func;
	const struct compiled_state *s = &w->worker->compiled->state[w->lean - COMPILED_STATE];
	const struct dinst *behind = f->code + s->pc;
	compiled_spread(w, s->live);
	w->pc = behind;
	exec_bar(w, behind - 1, w->mask);
}

/* Warp i came back with r, which is neither a lean wait nor an end; those in front of it have run in
 * this round, those behind have not. */
static u32 go_general(struct cta *cta, u32 i, u32 r) {
	if (r == STEP_STOP)
		return PASS_STOP;
	if (cta->lean)
		cta_make_general(cta);
	struct warp *w = &cta->warp[i];
	if (r == STEP_NEXT)
		warp_save(w);
	for (u32 k = 0; k < i; k++)
		if (cta->warp[k].live && cta->warp[k].lean)
			arrive_general(&cta->warp[k]);
	/* The others' barrier is complete: they are ready behind it. */
	for (u32 k = i + 1; k < cta->nwarp; k++) {
		w = &cta->warp[k];
		if (w->live && w->lean)
			w->group[0].pc = w->frame->func->code +
			                 cta->worker->compiled->state[w->lean - COMPILED_STATE].pc;
	}
	return PASS_PROGRESS;
}

void cta_settle(struct cta *cta) {
	if (!cta->lean)
		return;
	cta_make_general(cta);
	for (u32 i = 0; i < cta->nwarp; i++)
		if (cta->warp[i].live && cta->warp[i].lean)
			arrive_general(&cta->warp[i]);
}

u32 cta_pass_lean(struct cta *cta) {
	compiled_fn *code = cta->worker->compiled->kernel;
	for (u32 round = 0; round < ROUNDS; round++) {
		bool any = false;
		for (u32 i = 0; i < cta->nwarp; i++) {
			struct warp *w = &cta->warp[i];
			if (i >= cta->nstarted)
				start_warps(cta, i + 1);
			else if (!w->live)
				continue;
			u32 state = w->lean;
			w->lean = 0;
			u32 r = code(w, state);
			if (r >= COMPILED_STATE) {
				w->lean = r;
				any = true;
			} else if (r == COMPILED_EXIT && cta->lean) {
				finish_lean(w);
			} else {
				if (r == COMPILED_EXIT) {
					warp_exit_lanes(w, w->mask);
					r = STEP_SWITCH;
				}
				return go_general(cta, i, r);
			}
			if (!cta->lean) /* a service made it general, and the warp went on */
				return go_general(cta, i + 1, STEP_SWITCH);
		}
		if (!any)
			break;
	}
	return PASS_PROGRESS;
}
