/* exec.c - the dispatch loops, and the instructions only the decoder emits.
 * One decoded instruction is one call for all active lanes of a group. An instruction
 * whose guard leaves no lane is skipped. Everything that changes which lanes run together
 * lives in flow.c and group.c; this loop only notices that it happened (STEP_SWITCH). A
 * second loop does the same and counts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/group.h"
#include "backend/machine/hook_count.h"
#include "backend/machine/hook_record.h"
#include "base/bits.h"

/* Lanes that waited at an instruction execute it once more: it is counted already. */
static void uncount(struct warp *w) {
	const struct dinst *d = w->pc;
	u32 again = profile_counted(w->parked, d, w->mask);
	u32 on = d->guard == REF_NONE ? again
	                              : again & (warp_pred(w, d->guard) ^ d->guard_xor);
	w->worker->insts -= again && again == w->mask;
	w->worker->lanes -= (u32)__builtin_popcount(on);
}

static enum step run_group(struct warp *w) {
	const struct dinst *d = w->pc, *last;
	const struct frame *frame;
	u64 steps = 0, insts = 0, lanes = 0;
	enum step step = STEP_NEXT;

	if (w->parked->mask)
		uncount(w);
	do {
		u32 mask = w->mask;
		last = d;
		frame = w->frame;
		bool counts = !(d->flags & DF_EXTRA);
		insts += counts;
		if (d->guard != REF_NONE) {
			mask &= warp_pred(w, d->guard) ^ d->guard_xor;
			if (!mask && !(d->flags & DF_ALWAYS)) {
				d++;
				w->pc = d;
				steps++;
				continue;
			}
		}
		steps++;
		lanes += (u32)__builtin_popcount(counts ? mask : 0);
		w->pc = d + 1;
		step = d->exec(w, d, mask);
		d = w->pc;
	} while (step == STEP_NEXT);
	w->worker->steps += steps;
	w->worker->insts += insts;
	w->worker->lanes += lanes;
	if (step == STEP_SWITCH && !(last->flags & DF_EXTRA))
		profile_park(w, last, frame);
	return step;
}

/* run_group, for a launch that is profiled. An instruction whose guard leaves no lane is
 * issued, too. */
static enum step run_group_counted(struct warp *w) {
	const struct dinst *d = w->pc;
	struct worker *wk = w->worker;
	struct record record = record_of(w);
	u64 steps = 0, insts = 0, lanes = 0;
	enum step step = STEP_NEXT;

	do {
		struct frame *frame = w->frame;
		const struct dfunc *f = frame->func;
		const struct spot *s = &f->spot[d - f->code];
		const u8 *regs = w->base[BASE_FRAME];
		struct profile_count *c = wk->counts[f->index];
		u32 active = w->mask, mask = active;
		if (d->guard != REF_NONE)
			mask &= warp_pred(w, d->guard) ^ d->guard_xor;
		/* Most warps are whole, and counting bits may be a call. */
		u32 on = mask == ~0u ? WARP_LANES : mask_count(mask);
		if (s->kind != SPOT_NONE) {
			c = (c ? c : profile_counts(wk, f)) + s->inst;
			u64 before = c->inst++, on_before = c->on;
			c->threads += active == mask ? on : mask_count(active);
			c->on += on;
			if (s->kind != SPOT_PLAIN || w->parked->mask)
				profile_spot(w, d, s, c, active, mask);
			insts += c->inst - before;
			lanes += c->on - on_before;
		}
		steps++;
		w->pc = d + 1;
		if (mask || d->flags & DF_ALWAYS) {
			step = d->exec(w, d, mask);
			if (step == STEP_SWITCH && s->kind != SPOT_NONE)
				profile_left(w, d, s, c, frame);
		}
		if (s->kind != SPOT_NONE && record_wanted(&record))
			record_inst(&record, w, f, regs, s->inst, active, mask);
		d = w->pc;
	} while (step == STEP_NEXT);
	wk->steps += steps;
	wk->insts += insts;
	wk->lanes += lanes;
	return step;
}

enum warp_result warp_run(struct warp *w) {
	for (;;) {
		if (!warp_choose(w)) {
			if (!w->live)
				return WARP_DONE;
			if (warp_sync_resolve(w, false))
				continue;
			return warp_refuel(w) ? WARP_YIELD : WARP_BLOCKED;
		}
		if ((w->worker->counts ? run_group_counted : run_group)(w) == STEP_STOP)
			return WARP_STOPPED;
	}
}

/* ---- pseudo-instructions ----------------------------------------------------------- */

enum step exec_alu(struct warp *w, const struct dinst *d, u32 mask) {
	void *o[8];
	for (u32 i = 0; i < d->no; i++)
		o[i] = warp_ptr(w, d->o[i]);
	d->alu(o, (u32)d->mods, mask, &w->cc);
	return STEP_NEXT;
}

/* Checks whether another group that can run belongs before this place of the current
 * frame, or can join the current group there. One at the same place of another activation
 * cannot: if each waited for the other, neither would go on. */
bool warp_must_wait(const struct warp *w, const struct dinst *pc) {
	u32 depth = w->frame->depth;
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (i == w->cur || !g->mask || g->state != GROUP_READY || g->spun)
			continue;
		if (g->frame->depth > depth)
			return true;
		if (g->frame->depth == depth &&
		    (g->pc < pc || (g->pc == pc && g->frame == w->frame)))
			return true;
	}
	return false;
}

/* Start of a block where paths meet: wait for, or merge with, groups that belong before
 * or here. */
enum step exec_join(struct warp *w, const struct dinst *d, u32 mask) {
	if (w->ngroup == 1)
		return w->worker->compiled ? exec_enter(w, d, mask) : STEP_NEXT;
	if (!warp_must_wait(w, d))
		return STEP_NEXT;
	w->pc = d;
	warp_save(w);
	return STEP_SWITCH;
}

/* Unconditional jump made by the decoder or a `bra` that all lanes of the group take. */
enum step exec_jump(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask;
	w->pc = d->payload;
	return STEP_NEXT;
}

/* o[0] (16 or 32 bits) = low part of o[1]; imm: bits of source lanes; type[0]: bits of
 * result lanes. */
enum step exec_narrow(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask; /* the result is a temporary of the decoder */
	u8 *to = warp_ptr(w, d->o[0]);
	const u8 *from = warp_ptr(w, d->o[1]);
	u32 nto = d->type[0] / 8, nfrom = (u32)d->imm / 8;
	for (u32 l = 0; l < WARP_LANES; l++)
		memcpy(to + l * nto, from + l * nfrom, nto);
	return STEP_NEXT;
}

/* o[0] = o[1] extended; imm: bits of the value (8..64), type[0]: bits of the
 * destination's lanes, type[1]: bits of the source's lanes, type[2]: signed. */
enum step exec_widen(struct warp *w, const struct dinst *d, u32 mask) {
	u8 *to = warp_ptr(w, d->o[0]);
	const u8 *from = warp_ptr(w, d->o[1]);
	u32 nto = d->type[0] / 8, nfrom = d->type[1] / 8, shift = 64 - (u32)d->imm;
	for_each_lane (l, mask) {
		u64 v = 0;
		memcpy(&v, from + l * nfrom, nfrom);
		v <<= shift;
		v = d->type[2] ? (u64)((s64)v >> shift) : v >> shift;
		memcpy(to + l * nto, &v, nto);
	}
	return STEP_NEXT;
}

/* o[0] = not o[1], predicates. */
enum step exec_pred_not(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask;
	*(u32 *)warp_ptr(w, d->o[0]) = ~warp_pred(w, d->o[1]);
	return STEP_NEXT;
}

/* Faults at an instruction that is not in the tables, or not supported yet. */
enum step exec_invalid(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0, 0, "%s",
	                  (const char *)d->payload);
}
