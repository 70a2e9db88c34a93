/* compiled.c - entering compiled code, and the services it uses. See compiled.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/compiled.h"
#include "backend/interp/mem.h"

enum step exec_enter(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask;
	return w->worker->compiled && w->ngroup == 1 ? compiled_enter(w, d) : STEP_NEXT;
}

/* The barrier that a state waits at: the instruction in front of its entry. */
static enum step wait_at_barrier(struct warp *w, u32 state) {
	const struct dfunc *f = w->frame->func;
	const struct dinst *behind =
		f->code + w->worker->compiled->state_pc[state - COMPILED_STATE];
	w->lean = state;
	w->pc = behind;
	return exec_bar(w, behind - 1, w->mask);
}

enum step compiled_enter(struct warp *w, const struct dinst *d) {
	compiled_fn *code = w->worker->compiled->fn[w->frame->func->index];
	if (!code)
		return STEP_NEXT;
	u32 state = w->lean ? w->lean : (u32)d->imm;
	w->lean = 0;
	u32 r = code(w, state);
	if (r == COMPILED_REFUSED) {
		w->pc = d + 1;
		return STEP_NEXT;
	}
	if (r == COMPILED_EXIT) {
		warp_exit_lanes(w, w->mask);
		return STEP_SWITCH;
	}
	return r >= COMPILED_STATE ? wait_at_barrier(w, r) : (enum step)r;
}

/* ---- services ------------------------------------------------------------------------------- */

/* Does the instruction look at groups of lanes, barriers or other warps? Loads, stores, atomics and pure
 * instructions do not, and a cta stays lean with them. */
static bool is_light(const struct dinst *d) {
	u32 props = d->in ? row_info(d->in->row)->props : 0;
	return d->in && !(props & (PROP_CONVERGENT | PROP_CALL | PROP_TERM)) && d->in->row != ROW_NANOSLEEP;
}

static void prepare(struct cta *cta, const struct dinst *d) {
	if (!is_light(d)) {
		cta_make_general(cta);
	} else if (!cta->has_page) {
		cta_fill_page(cta);
		cta->has_page = true;
	}
}

static u32 run(struct warp *w, u32 pc, u32 n, u32 mask) {
	if (w->cta->lean)
		prepare(w->cta, w->frame->func->code + pc + n - 1);
	const struct dinst *d = w->frame->func->code + pc, *end = d + n;
	u32 all = w->mask;
	w->mask = w->group[w->cur].mask = mask;
	for (; d < end; d++) {
		u32 lanes = mask;
		if (d->guard != REF_NONE)
			lanes &= warp_pred(w, d->guard) ^ d->guard_xor;
		if (!lanes && !(d->flags & DF_ALWAYS))
			continue;
		w->pc = d + 1;
		enum step step = d->exec(w, d, lanes);
		if (step != STEP_NEXT)
			return step;
		if (w->pc != d + 1)
			return STEP_MOVED;
	}
	w->mask = w->group[w->cur].mask = all;
	return STEP_NEXT;
}

static void hold(struct warp *w, u32 pc, u32 mask) {
	if (w->cta->lean)
		cta_make_general(w->cta);
	warp_split(w, mask, w->frame->func->code + pc, w->frame, GROUP_READY, 0);
}

static u32 leave(struct warp *w, u32 pc, u32 mask, u32 spun) {
	if (w->cta->lean)
		cta_make_general(w->cta);
	w->pc = w->frame->func->code + pc;
	if (mask) {
		w->mask = mask;
		if (spun)
			w->fuel = 0;
		warp_save(w);
	}
	for (u32 i = 0; spun && i < w->ngroup; i++)
		w->group[i].spun = 1;
	return STEP_SWITCH;
}

static void leave_kernel(struct warp *w, u32 mask) {
	if (w->cta->lean)
		cta_make_general(w->cta);
	warp_exit_lanes(w, mask);
}

static u64 sreg(struct warp *w, u32 which) {
	return cta_sreg(w->cta, (enum sreg)which);
}

static u32 reach(struct warp *w, u64 addr, u64 size) {
	return global_valid(&w->cta->launch->machine->map, addr, size);
}

const struct services compiled_services = {
	.exec = run,
	.hold = hold,
	.leave = leave,
	.exit = leave_kernel,
	.sreg = sreg,
	.reach = reach,
};
