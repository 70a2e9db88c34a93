/* compiled_cta.c - the fast way through a cta whose kernel is compiled.
 *
 * As long as its warps do nothing but run, wait for each other at barrier 0 and end, a
 * cta needs no groups, no barrier record and no page of splatted values: a warp is its
 * registers and the state to resume with. The first service that needs more makes the cta
 * a general one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/compiled.h"
#include "backend/machine/sched.h"

/* Barriers between looks at the clock: ROUNDS * ROUNDS_OF_CALL. */
enum { ROUNDS = 64, ROUNDS_OF_CALL = 63 };

void cta_start_lean(struct cta *cta, u32 nthread) {
	struct compiled_cta *k = compiled_cta(cta);
	k->lean = true;
	k->has_page = false;
	cta->nlive = nthread;
	cta->nlive_warp = cta->nwarp;
	k->has_started = k->in_turns = k->has_slept = false;
	k->strip_more = k->strip_ran = 0;
}

void cta_start_general(struct cta *cta) {
	struct compiled_cta *k = compiled_cta(cta);
	k->lean = k->is_clean = false;
	for (u32 i = 0; i < cta->nwarp; i++) {
		compiled_warp(&cta->warp[i])->state = 0;
		compiled_warp(&cta->warp[i])->kept = 0;
		compiled_warp(&cta->warp[i])->own = NULL;
	}
}

/* The kernel's own stores may still fill the core's store buffer, where each further one
 * waits after them; a load is free. */
static void set(u32 *p, u32 value) {
	if (*p != value)
		*p = value;
}

static void start_registers(const struct warp *w, const struct dfunc *k) {
	if (k->zero_bytes)
		memset(compiled_warp(w)->own->regs, 0, k->zero_bytes);
}

/* Most of a warp is still as the cta before this one left it. */
static void start_warp(struct warp *w, const struct dfunc *k) {
	struct compiled_warp *c = compiled_warp(w);
	w->live = w->exist;
	set(&w->mask, w->exist);
	set(&c->state, 0);
	set(&c->kept, 0);
	set(&w->fuel, FUEL);
	set(&w->ngroup, 1);
	set(&w->cur, 0);
	if (!c->own)
		c->own = frame_new(w->worker, k, NULL, NULL, w->exist);
	set(&c->own->refs, w->exist);
	start_registers(w, k);
	if (w->frame != c->own)
		warp_enter_frame(w, c->own);
}

static void start_warps(struct cta *cta) {
	const struct dfunc *k = &cta->worker->dm->func[cta->launch->kernel->index];
	if (compiled_cta(cta)->has_started)
		return;
	compiled_cta(cta)->red[0] = 0;
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		set(&compiled_warp(w)->red_turn, 0);
		if (compiled_cta(cta)->is_clean) { /* all of it is */
			w->live = w->exist;
			start_registers(w, k);
		} else {
			start_warp(w, k);
		}
	}
	compiled_cta(cta)->has_started = true;
}

/* Counts the lanes that have ended so far. */
static void count_lanes(struct cta *cta) {
	u32 lanes = 0, warps = 0;
	for (u32 i = 0; i < cta->nwarp; i++)
		if (cta->warp[i].live) {
			lanes += (u32)__builtin_popcount(cta->warp[i].live);
			warps++;
		}
	cta->cluster->nlive -= cta->nlive - lanes;
	cta->nlive = lanes;
	cta->nlive_warp = warps;
}

static void all_have_ended(struct cta *cta) {
	cta->cluster->nlive -= cta->nlive;
	cta->nlive = cta->nlive_warp = 0;
}

void cta_make_general(struct cta *cta) {
	struct worker *wk = cta->worker;
	const struct dfunc *k = &wk->dm->func[cta->launch->kernel->index];
	start_warps(cta);
	count_lanes(cta);
	compiled_cta(cta)->lean = compiled_cta(cta)->is_clean = false;
	compiled_cta(cta)->alone = 0;
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
		                             .frame = compiled_warp(w)->own};
		compiled_warp(w)->own = NULL; /* given back when its lanes end */
	}
}

/* The warp waits in a state: it arrives at the barrier. */
static void arrive_general(struct warp *w) {
	const struct dfunc *f = w->frame->func;
	const struct compiled_state *s =
		&w->worker->compiled->state[compiled_warp(w)->state - COMPILED_STATE];
	const struct dinst *next = f->code + s->pc;
	compiled_spread(w, s->live);
	w->pc = next;
	exec_bar(w, next - 1, w->mask);
	if (bar_has_result(next - 1)) /* it will be in the frame */
		compiled_warp(w)->state = 0;
}

/* The barrier at which the warp waits in a state is complete: it goes on after it. */
static void pass_general(struct warp *w) {
	struct compiled_warp *c = compiled_warp(w);
	const struct compiled_state *s =
		&w->worker->compiled->state[c->state - COMPILED_STATE];
	const struct dinst *next = w->frame->func->code + s->pc;
	w->group[0].pc = next;
	if (!bar_has_result(next - 1))
		return;
	u32 n = compiled_cta(w->cta)->red[c->red_turn];
	compiled_spread(w, s->live);
	bar_set_result(w->frame, next - 1, w->live, n & 0xffff, n >> 16);
	c->state = 0;
}

/* It is not its turn in a loop, but it is ready. */
static void go_on_general(struct warp *w) {
	struct compiled_warp *c = compiled_warp(w);
	const struct compiled_state *s =
		&w->worker->compiled->state[c->state - COMPILED_TURN - COMPILED_STATE];
	compiled_spread(w, s->live);
	c->state = 0;
	w->group[0].pc = w->frame->func->code + s->pc;
}

/* No warp sleeps outside of a call: those that do arrive at the barriers that are
 * complete by now, and wait at the last of them. In this round the warps before i
 * have arrived at one more. On their way there is nothing that could be observed
 * (idle_warps.c). */
static void wake_sleepers(struct cta *cta, u32 i) {
	compiled_fn *code = cta->worker->compiled->kernel;
	struct compiled_cta *cc = compiled_cta(cta);
	struct warp *running = cc->running;
	s32 now = cc->rounds; /* each call here begins with none */
	if (!cc->has_slept)
		return;
	cc->has_slept = false;
	for (u32 k = 0; k < cta->nwarp; k++) {
		struct warp *w = &cta->warp[k];
		struct compiled_warp *c = compiled_warp(w);
		if (!w->live || !(c->state & COMPILED_SLEEP))
			continue;
		s32 n = c->slept - now - (k >= i && !cc->in_turns);
		c->state = c->sleeps_at;
		for (; n > 0; n--) {
			u32 state = c->state;
			c->state = 0;
			code(w, state, 0);
			if (c->state < COMPILED_STATE)
				bug("a warp that sleeps did not come to the next "
				    "barrier");
		}
	}
	cc->running = running;
}

/* Warp i came back with r, which is neither a lean wait nor an end; those before it
 * have run in this round, those after it have not. */
static u32 go_general(struct cta *cta, u32 i, u32 r) {
	if (r == STEP_STOP)
		return PASS_STOP;
	if (compiled_cta(cta)->lean)
		cta_make_general(cta);
	struct warp *w = &cta->warp[i];
	if (r == STEP_NEXT)
		warp_save(w);
	for (u32 k = 0; k < cta->nwarp; k++) {
		w = &cta->warp[k];
		u32 state = compiled_warp(w)->state;
		if (!w->live || !state)
			continue;
		if (state >= COMPILED_STATE + COMPILED_TURN)
			go_on_general(w);
		else if (k < i || compiled_cta(cta)->in_turns)
			arrive_general(w);
		else
			pass_general(w);
	}
	compiled_cta(cta)->in_turns = false;
	return PASS_PROGRESS;
}

void cta_settle(struct cta *cta) {
	if (!compiled_cta(cta)->lean)
		return;
	cta_make_general(cta);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		u32 state = w->live ? compiled_warp(w)->state : 0;
		if (state >= COMPILED_STATE + COMPILED_TURN)
			go_on_general(w);
		else if (state)
			arrive_general(w);
	}
}

void cta_leave_states(struct cta *cta) {
	cta_settle(cta);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		struct compiled_warp *c = compiled_warp(w);
		if (!w->live || !c->state)
			continue;
		compiled_spread(
			w, w->worker->compiled->state[c->state - COMPILED_STATE].live);
		c->state = 0;
	}
}

static struct warp *next_live(struct cta *cta, u32 i) {
	while (i < cta->nwarp && !cta->warp[i].live)
		i++;
	return i < cta->nwarp ? &cta->warp[i] : NULL;
}

enum { NO_WARP = 0xffffffffu };

/* w came back with *r. Returns the index for go_general; NO_WARP: the cta stays lean. */
static u32 see_result(struct warp *w, u32 *r) {
	bool lean = compiled_cta(w->cta)->lean;
	if (*r == COMPILED_ALL)
		return NO_WARP;
	if (*r >= COMPILED_STATE)
		compiled_warp(w)->state = *r;
	else if (*r == COMPILED_EXIT && lean)
		w->live = 0;
	else if (*r != COMPILED_EXIT)
		return w->id;
	if (lean)
		return NO_WARP;
	/* a service made the cta general, and the warp went on */
	if (*r == COMPILED_EXIT)
		warp_exit_lanes(w, w->mask);
	*r = STEP_SWITCH;
	return w->id + 1;
}

u32 cta_pass_lean(struct cta *cta) {
	compiled_fn *code = cta->worker->compiled->kernel;
	struct compiled_cta *cc = compiled_cta(cta);
	struct warp *w;
	u32 round = 0;
	start_warps(cta);
	for (; round < ROUNDS && (w = next_live(cta, 0)); round++) {
		u32 more = ROUNDS_OF_CALL * COMPILED_ROUND;
		do {
			u32 state = compiled_warp(w)->state;
			set(&compiled_warp(w)->state, 0);
			u32 r = code(w, state, more + cta->nwarp - 1 - w->id),
			    i = see_result(cc->running, &r);
			wake_sleepers(cta, i);
			if (i != NO_WARP)
				return go_general(cta, i, r);
			if (r == COMPILED_ALL) /* those that slept arrived, too */
				break;
			more = 0;
		} while ((w = next_live(cta, cc->running->id + 1)));
	}
	if (round == ROUNDS)
		count_lanes(cta);
	else
		all_have_ended(cta);
	cc->is_clean = cta->nlive == 0;
	return PASS_PROGRESS;
}
