/* usage.c - what functions need of a multiprocessor; see usage.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/usage.h"

#include <stdlib.h>

#include "ir/analysis/live.h"
#include "ir/analysis/reachable.h"
#include "ir/isa/inst.h"

enum { BARRIERS = 16 };

/* ---- registers --------------------------------------------------------------------- */

/* 32-bit units of a register; predicates have a file of their own. */
static u32 units(const struct reg *r) {
	return r->type == TYPE_PRED ? 0 : MAX(type_info[r->type].bits + 31u, 32u) / 32u;
}

/* Analyses write into the function, which is const here: they get a copy. */
static struct live *find_live(const struct module *m, const struct func *f,
                              struct func *copy, struct arena *scratch) {
	*copy = *f;
	copy->arena = scratch;
	copy->cfg = NULL;
	copy->live = NULL;
	copy->block = arena_array(scratch, struct block, f->nblock + 1);
	if (f->nblock)
		memcpy(copy->block, f->block, f->nblock * sizeof(*f->block));
	for (u32 i = 0; i < f->nblock; i++) {
		copy->block[i].succ = copy->block[i].pred = NULL;
		copy->block[i].nsucc = copy->block[i].npred = 0;
	}
	return live_build(m, copy);
}

/* The highest sum of the intervals over one place. */
static u32 max_live(const struct module *m, const struct func *f) {
	struct arena scratch = ARENA_INIT;
	struct func copy;
	struct live *l = find_live(m, f, &copy, &scratch);
	s64 *change = arena_array(&scratch, s64, f->ninst + 2u);
	for (u32 r = 0; r < f->nreg; r++) {
		if (!live_is_used(l, r))
			continue;
		/* a result may take the place of a source that ends where it begins */
		change[MIN(l->interval[r].first, f->ninst)] += units(&f->reg[r]);
		change[MIN(MAX(l->interval[r].last, l->interval[r].first + 1),
		           f->ninst + 1)] -= units(&f->reg[r]);
	}
	s64 now = 0, most = 0;
	for (u32 i = 0; i <= f->ninst; i++) {
		now += change[i];
		most = MAX(most, now);
	}
	arena_drop(&scratch);
	return (u32)MIN(most, 0x7fffffff);
}

/* What ptxas gives a thread at most: .maxnreg before all else, or what lets as many ctas
 * of the largest size reside as the launch bounds ask for. 0: no limit. */
static u32 register_limit(const struct func *kernel) {
	enum { REGISTERS_OF_SM = 65536, WARP = 32, UNIT = 8 };
	const u32 *cta = kernel->reqntid[0] ? kernel->reqntid : kernel->maxntid;
	u64 threads = cta[0];
	if (kernel->maxnreg || !threads)
		return kernel->maxnreg;
	for (u32 i = 1; i < 3; i++)
		threads *= MAX(cta[i], 1u);
	threads = alignup(MIN(threads, 1024u), WARP) * MAX(kernel->minnctapersm, 1u);
	return (u32)MAX(REGISTERS_OF_SM / threads / UNIT * UNIT, UNIT);
}

static u32 limited(u32 registers, const struct func *kernel) {
	u32 limit = register_limit(kernel);
	registers = MAX(registers, (u32)USAGE_LEAST_REGISTERS);
	registers = MIN(registers, (u32)USAGE_MOST_REGISTERS);
	return limit && registers > limit ? limit : registers;
}

u32 usage_registers(const struct module *m, const struct func *kernel) {
	struct arena scratch = ARENA_INIT;
	struct reachable r;
	u32 most = 0;
	reachable_find(&r, m, &scratch, kernel->index);
	for (u32 i = 0; i < r.list.n; i++)
		if (m->func[r.list.at[i]]->has_body)
			most = MAX(most, max_live(m, m->func[r.list.at[i]]));
	arena_drop(&scratch);
	return limited(most, kernel);
}

/* ---- barriers ---------------------------------------------------------------------- */

static u32 barriers_of(const struct inst *in) {
	u32 at;
	switch ((enum row)in->row) {
	case ROW_BAR_SYNC:
	case ROW_BAR_ARRIVE:
	case ROW_BARRIER_SYNC:
	case ROW_BARRIER_ARRIVE: at = 0; break;
	case ROW_BAR_POPC:
	case ROW_BAR_PRED:
	case ROW_BARRIER_POPC:
	case ROW_BARRIER_PRED: at = 1; break;
	default: return 0;
	}
	if (at >= in->noperand || in->operand[at].kind != OPR_IMM)
		return BARRIERS;
	return (u32)MIN((u64)in->operand[at].value, BARRIERS - 1) + 1;
}

struct usage usage_of_func(const struct module *m, const struct func *f) {
	struct usage u = {.registers = f->has_body ? max_live(m, f) : 0};
	for (u32 i = 0; i < f->ninst; i++)
		u.barriers = MAX(u.barriers, barriers_of(&f->inst[i]));
	for (u32 i = 0; i < f->nvar; i++) {
		const struct var *v = &m->var[f->var[i]];
		if (v->space == SPACE_LOCAL)
			u.frame_bytes = alignup(u.frame_bytes, var_align(v)) +
			                v->size_bytes;
	}
	u.stack_bytes = u.frame_bytes;
	return u;
}

/* ---- calls ------------------------------------------------------------------------- */

enum { NEW, OPEN, DONE };

struct chain {
	u32 func, inst; /* where the search is in it */
	u64 deepest;    /* of what it calls */
};

static bool is_call(const struct inst *in) {
	return (row_info((enum row)in->row)->props & PROP_CALL) != 0;
}

/* Finds the next function that f calls and that was not visited; NO_REG when there is
 * none. */
static u32 next_callee(const struct func *f, struct chain *c, struct usage *u,
                       const u8 *state) {
	for (; c->inst < f->ninst; c->inst++) {
		const struct inst *in = &f->inst[c->inst];
		if (!is_call(in))
			continue;
		u32 to = NO_REG;
		for (u32 k = 0; k < in->noperand && k < 2; k++)
			if (in->operand[k].kind == OPR_FUNC)
				to = in->operand[k].index;
		if (to == NO_REG || state[to] == OPEN)
			u[f->index].is_unbounded = true;
		else if (state[to] == NEW)
			return to;
		else {
			c->deepest = MAX(c->deepest, u[to].stack_bytes);
			u[f->index].is_unbounded |= u[to].is_unbounded;
		}
	}
	return NO_REG;
}

/* Frames along chains of calls, callees first. */
static void add_stacks(struct usage *u, const struct module *m) {
	struct arena scratch = ARENA_INIT;
	u8 *state = arena_array(&scratch, u8, m->nfunc + 1);
	struct chain *at = arena_array(&scratch, struct chain, m->nfunc + 1);
	for (u32 i = 0; i < m->nfunc; i++) {
		u32 n = 0;
		if (state[i] != NEW)
			continue;
		state[i] = OPEN;
		at[n++] = (struct chain){.func = i};
		while (n) {
			struct chain *c = &at[n - 1];
			u32 callee = next_callee(m->func[c->func], c, u, state);
			if (callee != NO_REG) {
				state[callee] = OPEN;
				at[n++] = (struct chain){.func = callee};
				continue;
			}
			u[c->func].stack_bytes = u[c->func].frame_bytes + c->deepest;
			state[c->func] = DONE;
			n--;
		}
	}
	arena_drop(&scratch);
}

static int by_index(const void *a, const void *b) {
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

/* Adds what the functions that a kernel reaches need: the most registers and barriers,
 * and all static shared memory. */
static void add_reached(struct usage *u, const struct usage *own, struct reachable *r,
                        const struct func *kernel) {
	const struct module *m = r->m;
	reachable_from(r, kernel->index);
	for (u32 i = 0; i < r->list.n; i++) {
		u->registers = MAX(u->registers, own[r->list.at[i]].registers);
		u->barriers = MAX(u->barriers, own[r->list.at[i]].barriers);
	}
	if (r->vars.n) /* in their order in memory */
		qsort(r->vars.at, r->vars.n, sizeof(u32), by_index);
	for (u32 i = 0; i < r->vars.n; i++) {
		const struct var *v = &m->var[r->vars.at[i]];
		if (var_is_shared(v) && !var_is_dynamic(v))
			u->shared_bytes = alignup(u->shared_bytes, var_align(v)) +
			                  v->size_bytes;
	}
	u->registers = limited(u->registers, kernel);
}

struct usage *usage_of_module(struct arena *a, const struct module *m) {
	struct usage *own = arena_array(a, struct usage, m->nfunc + 1);
	struct usage *u = arena_array(a, struct usage, m->nfunc + 1);
	for (u32 i = 0; i < m->nfunc; i++)
		own[i] = usage_of_func(m, m->func[i]);
	add_stacks(own, m);
	memcpy(u, own, m->nfunc * sizeof(*u));
	struct arena scratch = ARENA_INIT;
	struct reachable r;
	reachable_begin(&r, m, &scratch);
	for (u32 i = 0; i < m->nfunc; i++)
		if (m->func[i]->is_entry)
			add_reached(&u[i], own, &r, m->func[i]);
	arena_drop(&scratch);
	return u;
}
