/* sm.c - see sm.h.
 *
 * A cycle: each scheduler looks at its warps and issues one instruction of the eligible
 * one that was issued from the longest time ago. A warp is eligible if what its next
 * instruction needs is there: the instruction itself (branches), its registers, a place
 * in its pipe. Where nothing is issued, time goes on to when something may be.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/page/sm.h"

#define GUIDE "throughput: CUDA programming guide, arithmetic instructions, 9.0; "
#define H200 "latency: a chain of dependent ones on an H200 (tests/gpu/latency.cu)"
#define ASSUMED "assumed"

const struct sm_class_info sm_class_info[SM_CLASSES] = {
	[SM_FP32] = {"fp32", "f32 and f16 add, multiply, fma", SM_PIPE_FP32, SM_WAIT, 4,
                     1, GUIDE H200},
	[SM_INT] = {"int", "integers, logic, comparisons, moves", SM_PIPE_INT, SM_WAIT, 4,
                    2, GUIDE H200},
	[SM_FP64] = {"fp64", "f64 add, multiply, fma", SM_PIPE_FP64, SM_WAIT, 8, 2,
                     GUIDE H200},
	[SM_SPECIAL] = {"special", "division, roots, exponentials, conversions of f64",
                        SM_PIPE_SPECIAL, SM_SHORT, 18, 8, GUIDE H200 ", of conversions"},
	[SM_TENSOR] = {"tensor", "matrix products", SM_PIPE_TENSOR, SM_SHORT, 32, 8,
                       ASSUMED},
	[SM_CONST] = {"const", "parameters and constants", SM_PIPE_INT, SM_WAIT, 8, 1,
                      ASSUMED},
	[SM_SHARED] = {"shared", "shared memory; each pass keeps the pipe",
                       SM_PIPE_SHARED, SM_SHORT, 23, 1, "throughput: 32 banks; " H200},
	[SM_SHUFFLE] = {"shuffle", "shuffles, votes", SM_PIPE_SHARED, SM_SHORT, 23, 1,
                        GUIDE "latency: as shared memory, assumed"},
	[SM_GLOBAL] = {"global", "global memory, textures", SM_PIPE_GLOBAL, SM_LONG, 660,
                       1, H200 ": 660 from DRAM, 280 from L2, 33 from L1"},
	[SM_ATOMIC] = {"atomic", "atomic operations on global memory", SM_PIPE_GLOBAL,
                       SM_LONG, 280, 1, "as L2"},
	[SM_LOCAL] = {"local", "local memory", SM_PIPE_GLOBAL, SM_LONG, 33, 1, "as L1"},
	[SM_COPY] = {"copy", "asynchronous copies to shared memory", SM_PIPE_GLOBAL,
                     SM_LONG, 660, 1, "as global memory"},
	[SM_COPY_WAIT] = {"copy wait", "waiting for them", SM_PIPE_NONE, SM_LONG, 0, 0,
                          ""},
	[SM_FENCE] = {"fence", "fences: until what was stored is there", SM_PIPE_NONE,
                      SM_MEMBAR, 0, 0, ""},
	[SM_BARRIER] = {"barrier", "barriers of a block: from the last warp's coming on",
                        SM_PIPE_NONE, SM_AT_BARRIER, 14, 0, H200 ", of one warp"},
	[SM_BRANCH] = {"branch", "branches, calls, ends", SM_PIPE_NONE, SM_RESOLVING, 0,
                       0, ""},
};

const struct sm_state_info sm_state_info[SM_STATES] = {
	[SM_SELECTED] = {"selected", "issues an instruction"},
	[SM_ELIGIBLE] = {"eligible", "could, but another warp does"},
	[SM_WAIT] = {"wait", "for a result of fixed latency"},
	[SM_MATH] = {"math pipe", "the pipe is busy"},
	[SM_LONG] = {"long scoreboard", "for global or local memory"},
	[SM_SHORT] = {"short scoreboard",
                      "for shared memory, a shuffle, a special function"},
	[SM_MIO] = {"MIO throttle", "the queue of shared memory is full"},
	[SM_LG] = {"LG throttle", "the queue of global memory is full"},
	[SM_AT_BARRIER] = {"barrier", "for other warps of the block"},
	[SM_MEMBAR] = {"membar", "for its stores, at a fence"},
	[SM_RESOLVING] = {"branch resolving", "where the branch goes is not known yet"},
	[SM_NO_INSTRUCTION] = {"no instruction",
                               "the target of a branch is being fetched"},
};

void sm_defaults(struct sm_params *p) {
	*p = (struct sm_params){.schedulers = 4,
	                        .blocks = 1,
	                        .total = 1,
	                        .copies = 1,
	                        .bytes = 18,
	                        .queue = 64,
	                        .branch = 8,
	                        .fetch = 6};
	for (u32 c = 0; c < SM_CLASSES; c++) {
		p->latency[c] = sm_class_info[c].latency;
		p->interval[c] = sm_class_info[c].interval;
	}
}

/* ---- the machine ------------------------------------------------------------------- */

enum { NEVER = 0xffffffffu, MOST_CYCLES = 20000000, MOST_SCHEDULERS = 16 };

struct player {
	const struct sm_trace *trace;
	u32 slot;           /* of its block */
	u32 pos, copy;      /* the next instruction, and whose of the copies */
	u32 wake;           /* its state stays until then */
	u32 held, fetched;  /* branches and barriers: not before */
	u32 last;           /* issued, plus 1 */
	u32 copies, stores; /* when those on their way are there */
	u8 state, held_state;
	bool is_waiting; /* at a barrier */
	u32 *ready;      /* per register of each copy */
	u8 *kind;        /* the same: the state of a warp that waits for it */
};

struct machine {
	const struct sm_input *in;
	const struct sm_params *p;
	struct player *w;
	u32 nwarp, nslot, next; /* next: blocks that have begun */
	u32 left;               /* warps that have not ended */
	u32 own_free[MOST_SCHEDULERS][SM_PIPE_OWN], shared_free, global_free;
	struct sm_result *out;
};

static bool has_ended(const struct player *w) {
	return !w->trace || w->pos >= w->trace->n;
}

static void start_block(struct machine *m, u32 slot, u32 now) {
	u32 n = m->in->nwarp, size = m->in->nname * m->p->copies;
	for (u32 i = 0; i < n; i++) {
		struct player *w = &m->w[slot * n + i];
		memset(w->ready, 0, size * sizeof *w->ready);
		*w = (struct player){.trace = &m->in->trace[m->in->of_warp[i]],
		                     .slot = slot,
		                     .wake = now,
		                     .last = w->last,
		                     .ready = w->ready,
		                     .kind = w->kind};
		m->left += !has_ended(w);
	}
	m->next++;
}

static u32 global_cycles(const struct sm_params *p, const struct sm_inst *in) {
	return (in->units * 32 + p->bytes - 1) / p->bytes;
}

/* ---- why a warp waits -------------------------------------------------------------- */

static void stall(struct player *w, u8 state, u32 until) {
	w->state = state;
	w->wake = until;
}

static bool waits_for_register(const struct machine *m, struct player *w,
                               const struct sm_inst *in, u32 now) {
	u32 base = w->copy * m->in->nname, latest = now;
	u8 kind = 0;
	for (u32 i = 0; i < in->n + in->ndest; i++) {
		u32 at = base +
		         m->in->reg[i < in->n ? in->reg + i : in->dest + i - in->n];
		if (w->ready[at] <= latest)
			continue;
		latest = w->ready[at];
		kind = w->kind[at];
	}
	if (latest > now)
		stall(w, kind, latest);
	return latest > now;
}

static bool waits_for_pipe(const struct machine *m, struct player *w,
                           const struct sm_inst *in, u32 scheduler, u32 now) {
	u32 pipe = sm_class_info[in->class].pipe, queue = m->p->queue;
	if (pipe < SM_PIPE_OWN && m->own_free[scheduler][pipe] > now)
		stall(w, SM_MATH, m->own_free[scheduler][pipe]);
	else if (pipe == SM_PIPE_SHARED && m->shared_free > now + queue)
		stall(w, SM_MIO, m->shared_free - queue);
	else if (pipe == SM_PIPE_GLOBAL && m->global_free > now + queue)
		stall(w, SM_LG, m->global_free - queue);
	else
		return false;
	return true;
}

static void look(const struct machine *m, struct player *w, u32 scheduler, u32 now) {
	u32 at = w->trace->at[w->pos];
	const struct sm_inst *in = &m->in->inst[at >> 1];
	if (w->is_waiting)
		stall(w, SM_AT_BARRIER, NEVER);
	else if (w->held > now)
		stall(w, w->held_state, w->held);
	else if (w->fetched > now)
		stall(w, SM_NO_INSTRUCTION, w->fetched);
	else if (waits_for_register(m, w, in, now))
		return;
	else if (in->class == SM_COPY_WAIT && w->copies > now)
		stall(w, SM_LONG, w->copies);
	else if (in->class == SM_FENCE && w->stores > now)
		stall(w, SM_MEMBAR, w->stores);
	else if (!(at & 1) || !waits_for_pipe(m, w, in, scheduler, now))
		stall(w, SM_ELIGIBLE, now);
}

/* ---- issuing ----------------------------------------------------------------------- */

/* Lets the block's warps go on if all that have not ended wait at the barrier. */
static void release(struct machine *m, u32 slot, u32 now) {
	u32 n = m->in->nwarp;
	struct player *w = &m->w[slot * n];
	for (u32 i = 0; i < n; i++)
		if (!has_ended(&w[i]) && !w[i].is_waiting)
			return;
	for (u32 i = 0; i < n; i++) {
		if (has_ended(&w[i]))
			continue;
		w[i].is_waiting = false;
		w[i].held = now + m->p->latency[SM_BARRIER];
		w[i].held_state = SM_AT_BARRIER;
		w[i].wake = now;
	}
}

/* Occupies the pipe; returns the cycle in which the result is there. */
static u32 use_pipe(struct machine *m, const struct sm_inst *in, u32 scheduler, u32 now) {
	u32 pipe = sm_class_info[in->class].pipe, latency = m->p->latency[in->class];
	u32 interval = m->p->interval[in->class], done = now + latency;
	if (pipe < SM_PIPE_OWN) {
		m->own_free[scheduler][pipe] = now + interval;
	} else if (pipe == SM_PIPE_SHARED) {
		u32 start = MAX(now, m->shared_free),
		    takes = MAX(in->units, 1u) * interval;
		m->shared_free = start + takes;
		done = start + takes - MIN(takes, 1u) + latency;
	} else if (pipe == SM_PIPE_GLOBAL) {
		u32 start = MAX(now, m->global_free),
		    takes = MAX(global_cycles(m->p, in), interval);
		m->global_free = start + takes;
		done = start + takes - MIN(takes, 1u) + latency;
	}
	return done;
}

static bool is_once(u32 class) {
	return class == SM_COPY_WAIT || class == SM_FENCE || class == SM_BARRIER ||
	       class == SM_BRANCH;
}

/* Moves w on to the next instruction, or to the same one of the next copy. */
static void advance(struct machine *m, struct player *w, u32 class, u32 now) {
	if (!is_once(class) && ++w->copy < m->p->copies)
		return;
	w->copy = 0;
	w->pos++;
	if (!has_ended(w))
		return;
	m->left--;
	release(m, w->slot, now);
	u32 n = m->in->nwarp;
	for (u32 i = 0; i < n; i++)
		if (!has_ended(&m->w[w->slot * n + i]))
			return;
	if (m->next < m->p->total)
		start_block(m, w->slot, now + 1);
}

static void issue(struct machine *m, struct player *w, u32 scheduler, u32 now) {
	u32 at = w->trace->at[w->pos];
	const struct sm_inst *in = &m->in->inst[at >> 1];
	m->out->issued++;
	w->last = now + 1;
	w->wake = now + 1;
	if (in->class == SM_BRANCH && w->pos + 1 < w->trace->n) {
		bool taken = in->gap || w->trace->at[w->pos + 1] >> 1 != (at >> 1) + 1;
		w->held = now + 1 + m->p->branch;
		w->held_state = SM_RESOLVING;
		w->fetched = taken ? w->held + m->p->fetch : 0;
	} else if (in->class == SM_BARRIER && at & 1) {
		w->is_waiting = true;
	} else if (at & 1) {
		u32 done = use_pipe(m, in, scheduler, now), base = w->copy * m->in->nname;
		for (u32 i = 0; i < in->ndest; i++) {
			w->ready[base + m->in->reg[in->dest + i]] = done;
			w->kind[base + m->in->reg[in->dest + i]] =
				sm_class_info[in->class].stall;
		}
		if (in->class == SM_COPY)
			w->copies = MAX(w->copies, done);
		else if (sm_class_info[in->class].pipe == SM_PIPE_GLOBAL)
			w->stores = MAX(w->stores, done);
	}
	u32 slot = w->slot;
	bool waits = w->is_waiting;
	advance(m, w, in->class, now);
	if (waits)
		release(m, slot, now);
}

/* ---- time -------------------------------------------------------------------------- */

static void count(struct machine *m, u32 now, u32 cycles) {
	for (u32 i = 0; i < m->nwarp; i++)
		if (!has_ended(&m->w[i]))
			m->out->state[m->w[i].state] += cycles;
	for (u32 i = 0; i < m->out->nshown; i++) {
		const struct player *w = &m->w[i * m->p->schedulers];
		u32 from = m->p->from, end = MIN(now + cycles, from + SM_SHOWN_CYCLES);
		for (u32 t = MAX(now, from); t < end; t++)
			m->out->shown[i][t - from] = has_ended(w) ? 0xff : w->state;
	}
}

/* The warp that a scheduler selects; NULL: none is eligible. */
static struct player *choose(struct machine *m, u32 scheduler, u32 now) {
	struct player *best = NULL;
	for (u32 i = scheduler; i < m->nwarp; i += m->p->schedulers) {
		struct player *w = &m->w[i];
		if (has_ended(w))
			continue;
		if (w->wake <= now)
			look(m, w, scheduler, now);
		if (w->state == SM_ELIGIBLE && w->wake <= now &&
		    (!best || w->last < best->last))
			best = w;
	}
	return best;
}

static u32 next_event(const struct machine *m, u32 now) {
	u32 next = NEVER;
	for (u32 i = 0; i < m->nwarp; i++)
		if (!has_ended(&m->w[i]))
			next = MIN(next, m->w[i].wake);
	return next == NEVER ? NEVER : MAX(next, now + 1);
}

static u32 cycle(struct machine *m, u32 now) {
	struct player *chosen[MOST_SCHEDULERS];
	u32 n = 0;
	for (u32 s = 0; s < m->p->schedulers; s++) {
		chosen[s] = choose(m, s, now);
		if (chosen[s])
			chosen[s]->state = SM_SELECTED, n++;
	}
	u32 until = n ? now + 1 : next_event(m, now);
	count(m, now, until == NEVER ? 1 : until - now);
	for (u32 s = 0; s < m->p->schedulers; s++)
		if (chosen[s])
			issue(m, chosen[s], s, now);
	return until;
}

void sm_run(const struct sm_input *in, const struct sm_params *p, struct sm_result *out) {
	struct arena a = ARENA_INIT;
	struct machine m = {.in = in, .p = p, .out = out};
	memset(out, 0, sizeof *out);
	memset(out->shown, 0xff, sizeof out->shown);
	m.nslot = MIN(MAX(p->blocks, 1u), MAX(SM_MOST_WARPS / MAX(in->nwarp, 1u), 1u));
	m.nwarp = m.nslot * in->nwarp;
	m.w = arena_array(&a, struct player, m.nwarp + 1);
	for (u32 i = 0; i < m.nwarp; i++) {
		m.w[i].ready = arena_array(&a, u32, (size_t)in->nname * p->copies + 1);
		m.w[i].kind = arena_array(&a, u8, (size_t)in->nname * p->copies + 1);
	}
	out->nshown = MIN((m.nwarp + p->schedulers - 1) / p->schedulers,
	                  (u32)SM_SHOWN_WARPS);
	for (u32 s = 0; s < m.nslot && m.next < p->total; s++)
		start_block(&m, s, 0);
	u32 now = 0;
	while (m.left && now < MOST_CYCLES)
		now = cycle(&m, now);
	out->cycles = now == NEVER ? 0 : now;
	arena_drop(&a);
}
