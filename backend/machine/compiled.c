/* compiled.c - entering compiled code, and the services it uses. See compiled.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/compiled.h"
#include "backend/machine/access.h"
#include "backend/machine/compiled_verify.h"
#include "ir/isa/regs.h"

/* ---- registers --------------------------------------------------------------------- */

static bool lives(const struct compiled_reg *s, u32 live) {
	return s->first <= live / 2 && s->last >= (live + 1) / 2;
}

/* Returns the difference of lane l's value to lane 0's. */
static u64 distance(const struct compiled_reg *s, u32 l) {
	return (u64)s->stride * l + (s->row ? (u64)s->jump * (l / s->row) : 0);
}

/* Without rows each lane is a step from the one before. */
#define SPREAD(T)                                                     \
	do {                                                          \
		T *p = (T *)at, v = p[0], step = (T)s->stride;        \
		if (!s->row)                                          \
			for (u32 l = 1; l < WARP_LANES; l++)          \
				p[l] = v = (T)(v + step);             \
		else                                                  \
			for (u32 l = 1; l < WARP_LANES; l++)          \
				p[l] = (T)(p[0] + (T)distance(s, l)); \
	} while (0)

static void spread(u8 *at, const struct compiled_reg *s) {
	switch (s->bits) {
	case 1: break; /* 32 bits as it is */
	case 16: SPREAD(u16); break;
	case 32: SPREAD(u32); break;
	case 64: SPREAD(u64); break;
	default:
		for (u32 l = 1; l < WARP_LANES; l++)
			memcpy(at + 16 * l, at, 16);
		break;
	}
}

static void canonicalise(u8 *at, const struct compiled_reg *s, u32 mask) {
	u32 *p = (u32 *)at;
	mask_each (l, s->is_scalar ? 1 : mask)
		p[l] = (p[l] & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : p[l];
}

void compiled_spread_regs(const struct warp *w, u8 *regs, u32 live) {
	const struct compiled_func *f = w->worker->compiled->func[w->frame->func->index];
	for (u32 i = 0; i < f->nreg; i++) {
		const struct compiled_reg *s = &f->reg[i];
		if (!lives(s, live))
			continue;
		if (s->is_raw)
			canonicalise(regs + s->off, s, UINT32_MAX);
		if (s->is_scalar)
			spread(regs + s->off, s);
	}
}

void compiled_spread(struct warp *w, u32 live) {
	compiled_spread_regs(w, w->frame->regs, live);
}

static void spread_kept(struct warp *w) {
	u32 kept = compiled_warp(w)->kept;
	compiled_warp(w)->kept = 0;
	if (kept)
		compiled_spread(w, kept - 1);
}

void compiled_spread_kept(const struct cta *cta) {
	for (u32 i = 0; i < cta->nwarp; i++)
		if (cta->warp[i].live)
			spread_kept(&cta->warp[i]);
}

/* NULL if both engines keep the register in the same way. */
static const struct compiled_reg *find_reg(const struct compiled_func *f, u32 reg) {
	u32 lo = 0, hi = f->nreg;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;
		if (f->reg[mid].reg < reg)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < f->nreg && f->reg[lo].reg == reg ? &f->reg[lo] : NULL;
}

struct reading {
	struct warp *w;
	u32 mask;
};

static void spread_read(void *ctx, u32 reg, enum reg_role role) {
	const struct reading *r = ctx;
	struct warp *w = r->w;
	const struct compiled_func *f = w->worker->compiled->func[w->frame->func->index];
	const struct compiled_reg *s = role == REG_WRITTEN ? NULL : find_reg(f, reg);
	if (s && s->is_raw)
		canonicalise(w->frame->regs + s->off, s, r->mask);
	if (s && s->is_scalar)
		spread(w->frame->regs + s->off, s);
}

#define GATHER(T)                                                             \
	do {                                                                  \
		T *p = (T *)at, base = (T)(p[first] - (T)distance(s, first)); \
		if (mask == UINT32_MAX && !s->row) {                          \
			T differ = 0, v = base, step = (T)s->stride;          \
			for (u32 l = 0; l < WARP_LANES; l++) {                \
				differ |= (T)(p[l] ^ v);                      \
				v = (T)(v + step);                            \
			}                                                     \
			if (differ)                                           \
				return false;                                 \
			break;                                                \
		}                                                             \
		mask_each (l, mask)                                           \
			if (p[l] != (T)(base + (T)distance(s, l)))            \
				return false;                                 \
		p[0] = base;                                                  \
	} while (0)

/* Sets lane 0 to the value that follows from the lanes of mask; false: they disagree. */
static bool gather(u8 *at, const struct compiled_reg *s, u32 mask) {
	u32 first = mask_first(mask), bits;
	switch (s->bits) {
	case 1:
		memcpy(&bits, at, 4);
		bits &= mask;
		if (bits && bits != mask)
			return false;
		bits = bits ? UINT32_MAX : 0;
		memcpy(at, &bits, 4);
		break;
	case 16: GATHER(u16); break;
	case 32: GATHER(u32); break;
	case 64: GATHER(u64); break;
	default:
		mask_each (l, mask)
			if (memcmp(at + 16 * l, at + 16 * first, 16) != 0)
				return false;
		memmove(at, at + 16 * first, 16);
		break;
	}
	return true;
}

static bool gather_all(struct warp *w, u32 live) {
	const struct compiled_func *f = w->worker->compiled->func[w->frame->func->index];
	for (u32 i = 0; i < f->nreg; i++) {
		const struct compiled_reg *s = &f->reg[i];
		if (s->is_scalar && lives(s, live) &&
		    !gather(w->frame->regs + s->off, s, w->mask))
			return false;
	}
	return true;
}

/* ---- the ways in ------------------------------------------------------------------- */

/* Arrives at the barrier that the state waits at: the instruction before its entry. */
static enum step wait_at_barrier(struct warp *w, u32 state) {
	const struct dfunc *f = w->frame->func;
	const struct compiled_state *s =
		&w->worker->compiled->state[state - COMPILED_STATE];
	const struct dinst *next = f->code + s->pc;
	w->pc = next;
	compiled_warp(w)->state = state;
	if (bar_has_result(next - 1)) { /* which the interpreter puts in the frame */
		compiled_spread(w, s->live);
		compiled_warp(w)->state = 0;
	}
	return exec_bar(w, next - 1, w->mask);
}

static enum step enter(struct warp *w, const struct dinst *d) {
	compiled_fn *code = w->worker->compiled->fn[w->frame->func->index];
	if (!code)
		return STEP_NEXT;
	struct compiled_warp *k = compiled_warp(w);
	u32 state = k->state, r = COMPILED_REFUSED;
	k->state = 0;
	if (!state) {
		u32 live = w->worker->compiled->func[w->frame->func->index]
		                   ->entry_live[d->imm];
		bool is_kept = k->kept && k->kept == live + 1;
		if (is_kept)
			k->kept = 0;
		else
			spread_kept(w);
		if (live != NOWHERE && (is_kept || gather_all(w, live)))
			r = code(w, (u32)d->imm, 0);
		else if (is_kept)
			compiled_spread(w, live);
	} else {
		r = code(w, state, 0);
	}
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

enum step exec_enter(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask;
	if (w->worker->compiled && w->ngroup == 1)
		return enter(w, d);
	spread_kept(w);
	return STEP_NEXT;
}

/* ---- services ---------------------------------------------------------------------- */

/* Checks whether the instruction needs no groups of lanes, barriers or other warps.
 * Loads, stores, atomics and pure instructions do not, and a cta stays lean with them. */
static bool is_light(const struct dinst *d) {
	u32 props = d->in ? row_info(d->in->row)->props : 0;
	return d->in && !(props & (PROP_CONVERGENT | PROP_CALL | PROP_TERM)) &&
	       d->in->row != ROW_NANOSLEEP;
}

static void make_general(struct warp *w) {
	compiled_cta(w->cta)->running = w;
	if (compiled_cta(w->cta)->lean)
		cta_make_general(w->cta);
}

bool compiled_is_matrix(const struct dinst *d) {
	return d->exec == exec_mma || d->exec == exec_wmma || d->exec == exec_wmma_load ||
	       d->exec == exec_wmma_store || d->exec == exec_ldmatrix ||
	       d->exec == exec_stmatrix || d->exec == exec_movmatrix;
}

static void prepare(struct warp *w, const struct dinst *d, u32 mask) {
	struct cta *cta = w->cta;
	struct compiled_cta *k = compiled_cta(cta);
	k->running = w;
	/* a matrix instruction that all live lanes execute does not wait */
	if (!is_light(d) && !(mask == w->live && compiled_is_matrix(d))) {
		cta_make_general(cta);
	} else if (!k->has_page) {
		cta_fill_page(cta);
		k->has_page = true;
	}
}

static u32 run(struct warp *w, u32 pc, u32 n, u32 mask) {
	if (compiled_cta(w->cta)->lean)
		prepare(w, w->frame->func->code + pc + n - 1, mask);
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

static void spread_sources(struct warp *w, const struct dinst *d, u32 mask) {
	struct reading r = {w, mask};
	inst_each_reg(w->frame->func->func, d->in, spread_read, &r);
}

static u32 run_access(struct warp *w, u32 pc, u32 n, u32 mask) {
	spread_sources(w, w->frame->func->code + pc + n - 1, mask);
	return run(w, pc, n, mask);
}

/* Checks for a wait after which the warp is at the entry that follows, with the same
 * registers. */
static bool changes_nothing(const struct dinst *d) {
	switch (d->in->row) {
	case ROW_BAR_SYNC:
	case ROW_BARRIER_SYNC:
	case ROW_CLUSTER_WAIT:
	case ROW_WGMMA_WAIT:
	case ROW_NANOSLEEP: return true;
	default: return false;
	}
}

static u32 wait(struct warp *w, u32 pc, u32 n, u32 mask, u32 live) {
	const struct dinst *d = w->frame->func->code + pc + n - 1;
	bool keeps = !w->worker->shadow && changes_nothing(d);
	if (keeps)
		spread_sources(w, d, mask);
	else
		compiled_spread(w, live);
	if (w->worker->shadow)
		verify_here(w, live);
	u32 r = run(w, pc, n, mask);
	if (keeps && r != STEP_NEXT)
		compiled_warp(w)->kept = live + 1;
	return r;
}

static void hold(struct warp *w, u32 pc, u32 mask) {
	make_general(w);
	warp_split(w, mask, w->frame->func->code + pc, w->frame, GROUP_READY, 0);
}

static u32 leave(struct warp *w, u32 pc, u32 mask, u32 spun, u32 live) {
	compiled_spread(w, live);
	make_general(w);
	w->pc = w->frame->func->code + pc;
	if (mask) {
		w->mask = mask;
		if (spun)
			w->fuel = 0;
		warp_save(w);
	}
	/* those that a loop polls for may wait beyond it */
	for (u32 i = 0; spun && i < w->ngroup; i++)
		w->group[i].spun = spun != LEAVE_POLLS || i == w->cur;
	if (w->worker->shadow)
		verify_groups(w, live);
	return STEP_SWITCH;
}

/* Between two looks at what another worker's cta is about to store, as those of a
 * look-back, a warp sleeps in compiled code: to become a general cta, and to start one
 * more, takes longer than that. It may be for what this worker has to do itself that it
 * waits, so naps are few, and fewer if they were of no use. */
enum { MOST_NAPS = 16, NAP_MOST_NS = 500 };

void compiled_naps_begin(struct worker *wk) {
	if (wk->naps >= wk->most_naps)
		wk->most_naps = wk->most_naps ? MAX(wk->most_naps / 2, 1u) : MOST_NAPS;
	else if (wk->naps)
		wk->most_naps = MOST_NAPS;
	wk->naps = 0;
}

static u32 nap(struct warp *w, u32 ns) {
	struct worker *wk = w->worker;
	if (wk->launch->nworker == 1 || wk->naps >= wk->most_naps || ns >= NAP_NS)
		return 0;
	wk->naps++;
	u64 until = machine_clock_ns() + MIN(ns, (u32)NAP_MOST_NS);
	do
		machine_pause();
	while (machine_clock_ns() < until);
	return 1;
}

static void leave_kernel(struct warp *w, u32 mask) {
	make_general(w);
	warp_exit_lanes(w, mask);
}

static u64 sreg(struct warp *w, u32 which) {
	return cta_sreg(w->cta, (enum sreg)which);
}

static u32 reach(struct warp *w, u64 addr, u64 size) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	/* confined addresses cannot lead out of the arena */
	if (map->confine_mask && addr - map->base >= map->size)
		return false;
	return mem_is_global(map, addr, size);
}

static void here(struct warp *w, u32 live) {
	compiled_spread(w, live);
	verify_here(w, live);
}

const struct services compiled_services = {
	.exec = run,
	.access = run_access,
	.wait = wait,
	.hold = hold,
	.leave = leave,
	.nap = nap,
	.exit = leave_kernel,
	.sreg = sreg,
	.reach = reach,
	.begin = verify_begin,
	.pure = verify_pure,
	.seen = verify_seen,
	.here = here,
};
