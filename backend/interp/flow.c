/* flow.c - branches, calls, returns, exits.
 * A branch that splits the current group leaves both sides as groups and lets warp_choose
 * decide; a call makes a frame for the lanes that take it. Every back edge costs fuel.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/call.h"
#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/sched.h"

/* Charges a back edge; out of fuel: the group runs after the others. */
static enum step back_edge(struct warp *w) {
	if (w->fuel > 1) {
		w->fuel--;
		return STEP_NEXT;
	}
	warp_save(w);
	w->group[w->cur].spun = 1;
	return STEP_SWITCH;
}

/* All lanes of the group go to `pc`, where others may wait: lanes that left a loop
 * earlier, say. */
static enum step go(struct warp *w, const struct dinst *d, const struct dinst *pc) {
	w->pc = pc;
	if (w->ngroup > 1 && warp_must_wait(w, pc)) {
		warp_polled(w, pc <= d);
		warp_save(w);
		w->group[w->cur].spun = w->fuel == 0;
		return STEP_SWITCH;
	}
	return pc <= d ? back_edge(w) : STEP_NEXT;
}

/* Runs even when no lane takes the branch (DF_ALWAYS): another group may wait at the
 * block after it. */
enum step exec_bra(struct warp *w, const struct dinst *d, u32 mask) {
	const struct dinst *target = d->payload;
	if (mask == w->mask)
		return go(w, d, target);
	if (!mask)
		return go(w, d, d + 1);
	warp_polled(w, target <= d);
	struct group *other = warp_split(w, mask, target, w->frame, GROUP_READY, 0);
	warp_save(w);
	if (w->fuel == 0) /* both sides took part in the spin */
		other->spun = w->group[w->cur].spun = 1;
	return STEP_SWITCH;
}

/* PTX 9.7.12.2: brx.idx; an index outside the list is undefined: a fault here. */
enum step exec_brx(struct warp *w, const struct dinst *d, u32 mask) {
	const struct branch_targets *t = d->payload;
	const u32 *index = warp_ptr(w, d->o[0]);
	while (mask) {
		u32 lane = (u32)__builtin_ctz(mask), same = 0;
		if (index[lane] >= t->n)
			return warp_fault(w, d, lane, FAULT_PC, index[lane], 0,
			                  "brx.idx index %u of a list of %u targets",
			                  index[lane], t->n);
		for_each_lane (l, mask)
			same |= (u32)(index[l] == index[lane]) << l;
		const struct dinst *target = t->pc[index[lane]];
		if (same == w->mask)
			return go(w, d, target);
		warp_split(w, same, target, w->frame, GROUP_READY, 0);
		mask &= ~same;
	}
	if (w->mask)
		warp_save(w);
	return STEP_SWITCH;
}

enum step exec_exit(struct warp *w, const struct dinst *d, u32 mask) {
	(void)d;
	warp_exit_lanes(w, mask);
	if (w->mask) {
		return STEP_NEXT;
	}
	return STEP_SWITCH;
}

/* ---- calls ------------------------------------------------------------------------- */

u64 call_arg_get(const struct warp *w, const struct call *c, u32 i, u32 lane) {
	const struct call_arg *a = &c->arg[i];
	if (a->kind == ARG_REG)
		return lane_get(warp_ptr(w, a->reg), a->lane_bits, lane);
	u64 v = 0;
	memcpy(&v, warp_local(w, lane) + w->frame->local_base + a->local,
	       MIN(a->size_bytes, 8u));
	return v;
}

void call_ret_set(struct warp *w, const struct call *c, u32 lane, u64 v) {
	if (!c->nret)
		return;
	const struct call_arg *a = &c->ret[0];
	if (a->kind == ARG_REG)
		lane_set(warp_ptr(w, a->reg), a->lane_bits, lane, v);
	else
		memcpy(warp_local(w, lane) + w->frame->local_base + a->local, &v,
		       MIN(a->size_bytes, 8u));
}

/* The place of a formal parameter in the callee's frame. */
struct formal {
	bool is_reg;
	void *reg;
	u8 lane_bits;
	u32 local, size_bytes;
};

static struct formal formal_of(const struct warp *w, struct frame *fr, u32 var) {
	const struct var_place *p = &w->worker->dm->place[var];
	return (struct formal){
		.is_reg = p->is_reg,
		.reg = p->is_reg && p->reg != REF_NONE ? fr->regs + REF_OFF(p->reg)
	                                               : NULL,
		.lane_bits = p->lane_bits,
		.local = fr->local_base + p->local,
		.size_bytes = p->size_bytes,
	};
}

/* Returns the registers of an actual; NULL: no value is passed. */
static void *actual_regs(const struct warp *w, struct frame *caller,
                         const struct call_arg *a) {
	u32 base = REF_BASE(a->reg);
	u8 *regs = base == BASE_FRAME   ? caller->regs
	           : base == BASE_CONST ? caller->func->pool
	                                : w->base[base];
	return a->reg == REF_NONE ? NULL : regs + REF_OFF(a->reg);
}

/* One end of what is passed: registers, or a place in the lanes' local memory. */
struct end {
	bool is_reg;
	void *reg;
	u32 lane_bits, local, size_bytes;
};

static void end_get(const struct warp *w, const struct end *e, u32 lane, u64 v[2]) {
	v[0] = v[1] = 0;
	if (e->is_reg)
		lane_get_all(e->reg, e->lane_bits, lane, v);
	else
		memcpy(v, warp_local(w, lane) + e->local, MIN(e->size_bytes, 16u));
}

static void end_set(const struct warp *w, const struct end *e, u32 lane, const u64 v[2]) {
	if (e->is_reg)
		lane_set_all(e->reg, e->lane_bits, lane, v);
	else
		memcpy(warp_local(w, lane) + e->local, v, MIN(e->size_bytes, 16u));
}

#define COPY_EACH(n)                                   \
	for_each_lane (l, mask) {                      \
		u8 *lane = base + l * stride, held[n]; \
		memcpy(held, lane + from, n);          \
		memcpy(lane + to, held, n);            \
	}

/* Copies within each lane's local memory. Most parameters are a word or two, for which a
 * call of memmove takes longer than the copy. */
static void copy_local(const struct warp *w, u32 to, u32 from, u32 bytes, u32 mask) {
	u8 *base = w->local;
	u64 stride = w->local_stride;
	if (bytes == 4) {
		COPY_EACH(4)
	} else if (bytes == 8) {
		COPY_EACH(8)
	} else {
		for_each_lane (l, mask) {
			u8 *lane = base + l * stride;
			memmove(lane + to, lane + from, bytes);
		}
	}
}

/* Moves one value per lane between an actual (in frame `caller`) and a formal. */
static void pass(struct warp *w, struct frame *caller, const struct call_arg *a,
                 struct formal f, u32 mask, bool to_formal) {
	struct end actual = {.is_reg = a->kind == ARG_REG,
	                     .lane_bits = a->lane_bits,
	                     .local = caller->local_base + a->local,
	                     .size_bytes = a->size_bytes};
	struct end formal = {f.is_reg, f.reg, f.lane_bits, f.local, f.size_bytes};
	const struct end *from = to_formal ? &actual : &formal,
			 *to = to_formal ? &formal : &actual;
	if (actual.is_reg)
		actual.reg = actual_regs(w, caller, a);
	if ((from->is_reg && !from->reg) || (to->is_reg && !to->reg)) /* unused */
		return;
	if (!from->is_reg && !to->is_reg) {
		copy_local(w, to->local, from->local,
		           MIN(from->size_bytes, to->size_bytes), mask);
		return;
	}
	for_each_lane (l, mask) {
		u64 v[2];
		end_get(w, from, l, v);
		end_set(w, to, l, v);
	}
}

/* Checked mode: passes on which lanes' values were never set. */
static void pass_state(struct warp *w, struct frame *caller, struct frame *callee,
                       const struct call_arg *a, struct formal f, u32 mask,
                       bool to_formal) {
	bool is_reg = a->kind == ARG_REG;
	bool in_frame = is_reg && a->reg != REF_NONE && REF_BASE(a->reg) == BASE_FRAME;
	struct check_value actual = {
		.frame = caller,
		.reg = in_frame ? REF_OFF(a->reg) : REF_NONE,
		.local = caller->local_base + a->local,
		.size = is_reg ? 0 : a->size_bytes,
	};
	struct check_value formal = {
		.frame = callee,
		.reg = f.is_reg && f.reg ? (u32)((u8 *)f.reg - callee->regs) : REF_NONE,
		.local = f.local,
		.size = f.is_reg ? 0 : f.size_bytes,
	};
	check_pass(w, to_formal ? &formal : &actual, to_formal ? &actual : &formal, mask);
}

static enum step enter(struct warp *w, const struct dinst *d, const struct dfunc *f,
                       u32 mask) {
	const struct call *c = d->payload;
	struct worker *wk = w->worker;
	if (!f->code)
		return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0,
		                  0, "call of function '%s', which has no body here",
		                  f->func->name->s);
	struct frame *caller = w->frame;
	struct frame *fr = frame_new(wk, f, caller, d + 1, mask);
	if (fr->local_top + 16u > w->local_limit || fr->depth > w->local_limit / 16)
		return warp_fault(
			w, d, (u32)__builtin_ctz(mask), FAULT_STACK, fr->local_top, 0,
			"stack of %u bytes per lane overflows in '%s' at call depth %u",
			w->local_limit, f->func->name->s, fr->depth);
	if (wk->check)
		check_frame_start(w, fr, mask);
	/* even an empty frame takes some stack, so that endless recursion ends */
	fr->local_top += 16;
	u32 n = MIN(c->narg, f->func->nparam);
	for (u32 i = 0; i < n; i++)
		pass(w, caller, &c->arg[i], formal_of(w, fr, f->func->param[i]), mask,
		     true);
	for (u32 i = 0; wk->check && i < n; i++)
		pass_state(w, caller, fr, &c->arg[i], formal_of(w, fr, f->func->param[i]),
		           mask, true);
	if (mask == w->mask) {
		w->pc = f->code;
		warp_enter_frame(w, fr);
		return back_edge(w);
	}
	warp_split(w, mask, f->code, fr, GROUP_READY, 0);
	warp_save(w);
	return STEP_SWITCH;
}

enum step exec_call(struct warp *w, const struct dinst *d, u32 mask) {
	const struct call *c = d->payload;
	struct dmodule *dm = w->worker->dm;
	if (c->target != NO_REG) {
		const struct dfunc *f = &dm->func[c->target];
		return f->builtin ? f->builtin(w, d, mask) : enter(w, d, f, mask);
	}
	/* Indirect: one callee at a time; lanes with another target come back to this
	 * instruction. */
	const void *reg = warp_ptr(w, c->reg);
	u32 lane = (u32)__builtin_ctz(mask), same = 0;
	u64 addr = lane_get(reg, c->reg_bits, lane);
	for_each_lane (l, mask)
		same |= (u32)(lane_get(reg, c->reg_bits, l) == addr) << l;
	u64 index = (addr - dm->image->code_base) / 16;
	if (addr % 16 || index >= dm->nfunc)
		return warp_fault(w, d, lane, FAULT_PC, addr, 0,
		                  "indirect call to 0x%llx, which is not a function",
		                  (unsigned long long)addr);
	const struct dfunc *f = &dm->func[index];
	if (same != mask) {
		struct frame *frame = w->frame;
		u32 rest = mask & ~same;
		u32 skip = w->mask & ~mask;
		if (skip)
			warp_split(w, skip, d + 1, frame, GROUP_READY, 0);
		warp_split(w, rest, d, frame, GROUP_READY, 0);
		mask = same;
	}
	if (f->builtin) {
		enum step s = f->builtin(w, d, mask);
		if (s == STEP_NEXT && w->ngroup > 1) {
			warp_save(w);
			return STEP_SWITCH;
		}
		return s;
	}
	return enter(w, d, f, mask);
}

enum step exec_ret(struct warp *w, const struct dinst *d, u32 mask) {
	struct frame *fr = w->frame, *caller = fr->parent;
	if (!caller)
		return exec_exit(w, d, mask);
	const struct dfunc *f = fr->func;
	const struct dinst *ret_pc = fr->ret_pc;
	const struct call *c = ret_pc[-1].payload;
	u32 n = MIN(c->nret, f->func->nret);
	for (u32 i = 0; i < n; i++)
		pass(w, caller, &c->ret[i], formal_of(w, fr, f->func->ret[i]), mask,
		     false);
	for (u32 i = 0; w->worker->check && i < n; i++)
		pass_state(w, caller, fr, &c->ret[i], formal_of(w, fr, f->func->ret[i]),
		           mask, false);
	frame_leave(w->worker, fr, mask);
	if (mask == w->mask) {
		w->pc = ret_pc;
		warp_enter_frame(w, caller);
		if (w->ngroup == 1)
			return STEP_NEXT;
		warp_save(w);
		return STEP_SWITCH;
	}
	warp_split(w, mask, ret_pc, caller, GROUP_READY, 0);
	warp_save(w);
	return STEP_SWITCH;
}

/* ---- ends and pauses --------------------------------------------------------------- */

enum step exec_trap(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_TRAP, 0, 0, "trap");
}

/* PTX 9.7.20.1: brkpt suspends for a debugger; without one the hardware reports a launch
 * failure. */
enum step exec_brkpt(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_TRAP, 0, 0, "breakpoint");
}

/* PTX 9.7.20.4: nanosleep: suspends for about t nanoseconds, at most 1 ms; others run
 * meanwhile. */
enum step exec_nanosleep(struct warp *w, const struct dinst *d, u32 mask) {
	u32 t = ((const u32 *)warp_ptr(w, d->o[0]))[__builtin_ctz(mask)];
	struct group *g;
	if (mask != w->mask) {
		g = warp_split(w, mask, d + 1, w->frame, GROUP_READY, 0);
		g->spun = 1;
		warp_save(w);
	} else {
		warp_save(w);
		g = &w->group[w->cur];
		g->spun = 1;
	}
	if (t >= NAP_NS) {
		g->state = GROUP_SLEEP;
		g->wake = launch_clock_ns(w->cta->launch) + MIN(t, 1000000u);
	}
	return STEP_SWITCH;
}

/* ---- grids that follow each other -------------------------------------------------- */

void ctas_trigger(struct launch *l, u64 n) {
	if (n && l->work && atomic_fetch_add(&l->ntriggered, n) + n == l->ncta)
		l->machine->hooks.all_triggered(l->machine, l);
}

void cta_trigger(struct cta *cta) {
	if (cta->has_triggered)
		return;
	cta->has_triggered = true;
	ctas_trigger(cta->launch, 1);
}

enum { LOOK_AGAIN_NS = 20000 };

/* PTX 9.7.13.13: .launch_dependents: as far as this cta is concerned the next grid may
 * begin; one thread says so for all. .wait: until the grids before have ended; the
 * instruction is executed again after a while. */
enum step exec_griddep(struct warp *w, const struct dinst *d, u32 mask) {
	const _Atomic u32 *ahead = w->cta->launch->ahead;
	if (MOD_GET(d->mods, GDC) != MOD_GDC_WAIT) {
		cta_trigger(w->cta);
		return STEP_NEXT;
	}
	if (!ahead || !atomic_load(ahead))
		return STEP_NEXT;
	struct group *g;
	if (mask != w->mask) {
		g = warp_split(w, mask, d, w->frame, GROUP_READY, 0);
		warp_save(w);
	} else {
		w->pc = d;
		warp_save(w);
		g = &w->group[w->cur];
	}
	g->spun = 1;
	g->state = GROUP_SLEEP;
	g->wake = launch_clock_ns(w->cta->launch) + LOOK_AGAIN_NS;
	return STEP_SWITCH;
}
