/* uniform.c - the data-flow analysis of uniform.h. Registers start as unknown and only
 * get worse: each instruction is evaluated (uniform_eval.c), its result met with what its
 * destinations hold, and when a register changes, the instructions that read it are
 * evaluated again. When the predicate of a branch turns out divergent, lanes may part
 * there: a register that is written in the branch's region and may be live at one of its
 * joins is divergent (reconv.h). The same goes on beside it for lanes of the whole cta,
 * with less to know.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/uniform.h"

#include "ir/analysis/uniform_eval.h"
#include "ir/isa/regs.h"

enum { MAX_GROWTH = 4, STEPS_PER_INST = 32, STEPS_FREE = 1 << 16 };
enum { SPREAD_WARP = 1, SPREAD_CTA = 2 };

struct flow {
	const struct func *f;
	struct uniform *u;
	struct uniform_env env;
	struct spread spread;
	u32 *reader, *reader_end; /* per register: instructions that read it; the end of
	                             its list */
	/* per block: registers it writes that are live across blocks; the end of its
	 * list */
	u32 *def, *def_end;
	u32 *block_of;      /* per instruction */
	u32 *queue, nqueue; /* a stack of instructions to evaluate */
	u8 *queued;
	u8 *spread_done; /* per block: SPREAD_ */
	u8 *cta_parted; /* per register: not equal in the cta, whatever its writers say */
	u32 *carry_reader, ncarry_reader;
	u32 masked_from, cta_masked_from; /* positions */
	struct uniform_value result;      /* of the instruction at hand */
	u32 first, end; /* positions in cfg->order of the blocks that count */
	u32 at;
	bool counting;
	bool together; /* lanes take the same ways, whatever the predicates */
};

/* ---- the queue --------------------------------------------------------------------- */

static void enqueue(struct flow *w, u32 inst) {
	if (w->queued[inst])
		return;
	w->queued[inst] = 1;
	w->queue[w->nqueue++] = inst;
}

static void enqueue_readers(struct flow *w, u32 reg) {
	for (u32 i = reg ? w->reader_end[reg - 1] : 0; i < w->reader_end[reg]; i++)
		enqueue(w, w->reader[i]);
}

static bool same(const struct uniform_value *a, const struct uniform_value *b) {
	return a->kind == b->kind && a->align == b->align && a->is_const == b->is_const &&
	       a->cta == b->cta && a->stride == b->stride && a->jump == b->jump &&
	       a->max == b->max;
}

static void lower(struct flow *w, u32 reg, struct uniform_value v) {
	struct uniform_value *old = &w->u->reg[reg];
	v.cta = v.cta && !w->cta_parted[reg] && !w->together;
	struct uniform_value met = uniform_meet(*old, v);
	if (met.kind == VALUE_UNKNOWN || same(old, &met))
		return;
	met.nchange = old->nchange;
	if (old->kind != VALUE_UNKNOWN && met.max > old->max &&
	    ++met.nchange >= MAX_GROWTH)
		met.max = UINT64_MAX;
	*old = met;
	enqueue_readers(w, reg);
}

static void lower_to_divergent(struct flow *w, u32 reg) {
	lower(w, reg, (struct uniform_value){.kind = VALUE_DIVERGENT, .max = UINT64_MAX});
}

static void part_reg(struct flow *w, u32 reg, u8 how) {
	if (how & SPREAD_WARP) {
		lower_to_divergent(w, reg);
	} else if (!w->cta_parted[reg]) {
		w->cta_parted[reg] = 1; /* also for what its writers will say */
		lower(w, reg, w->u->reg[reg]);
	}
}

/* ---- parting lanes ----------------------------------------------------------------- */

/* Checks whether the register may be live at a join of the spread. */
static bool reaches_join(const struct flow *w, u32 reg) {
	const struct live_interval *i = &w->f->live->interval[reg];
	const struct block_list *join = &w->spread.join;
	const u32 *pos = w->f->cfg->inst_pos;
	u32 low = 0, high = join->n;
	while (low < high) {
		u32 mid = low + (high - low) / 2;
		if (pos[join->at[mid]] < i->first)
			low = mid + 1;
		else
			high = mid;
	}
	return low < join->n && pos[join->at[low]] <= i->last;
}

static void part_block(struct flow *w, u32 b, u8 how, bool always) {
	u8 *masked = how & SPREAD_WARP ? w->u->is_masked : w->u->is_cta_masked;
	u32 from = b ? w->def_end[b - 1] : 0;
	masked[b] = 1;
	w->spread.budget -= MIN(w->spread.budget, w->def_end[b] - from);
	for (u32 i = from; i < w->def_end[b]; i++)
		if (always || reaches_join(w, w->def[i]))
			part_reg(w, w->def[i], how);
}

/* Without a result of the spread, every register that is live across blocks is
 * divergent. */
static void part_everywhere(struct flow *w) {
	if (w->u->gave_up)
		return;
	w->u->gave_up = true;
	for (u32 b = 0; b < w->f->nblock; b++) {
		part_block(w, b, SPREAD_CTA, true);
		part_block(w, b, SPREAD_WARP, true);
	}
}

/* Lanes that exit are missing in all that can follow. */
static void exit_part(struct flow *w, u32 b, u8 how) {
	const struct cfg *c = w->f->cfg;
	u32 l = c->loop_of[b];
	u32 from = l == NO_LOOP ? c->pos[b] + 1 : c->loop[c->loop[l].outermost].first;
	if (c->is_irreducible)
		from = 0;
	if (how & SPREAD_WARP)
		w->masked_from = MIN(w->masked_from, from);
	w->cta_masked_from = MIN(w->cta_masked_from, from);
}

static void part(struct flow *w, u32 b, u8 how) {
	const struct block *bl = &w->f->block[b];
	if ((w->spread_done[b] & how) == how)
		return;
	w->spread_done[b] |= how;
	if (!block_last(w->f, bl)->noperand)
		exit_part(w, b, how); /* ret, exit or trap */
	if (bl->nsucc < 2)
		return;
	w->u->branch_cta_divergent[b] = 1;
	if (how & SPREAD_WARP)
		w->u->branch_divergent[b] = 1;
	if (!w->u->gave_up)
		spread_from(&w->spread, b);
	if (w->spread.gave_up) {
		part_everywhere(w);
		return;
	}
	for (u32 i = 0; i < w->spread.region.n; i++) {
		part_block(w, w->spread.region.at[i], SPREAD_CTA, false);
		if (how & SPREAD_WARP)
			part_block(w, w->spread.region.at[i], SPREAD_WARP, false);
	}
}

/* ---- instructions ------------------------------------------------------------------ */

static struct uniform_value under_guard(const struct flow *w, const struct inst *in,
                                        struct uniform_value v) {
	if (in->guard == NO_REG)
		return v;
	struct uniform_value g = w->u->reg[in->guard];
	if (g.kind == VALUE_UNKNOWN)
		return g;
	if (g.kind != VALUE_UNIFORM && v.kind != VALUE_UNKNOWN)
		return (struct uniform_value){.kind = VALUE_DIVERGENT, .max = UINT64_MAX};
	v.cta = v.cta && g.cta;
	return v;
}

static void write_reg(void *ctx, u32 reg, enum reg_role role) {
	struct flow *w = ctx;
	if (role != REG_READ)
		lower(w, reg, w->result);
}

static void write_carry(struct flow *w, const struct inst *in) {
	struct uniform_value v = under_guard(w, in, uniform_all(&w->env, in));
	struct uniform_value met = uniform_meet(w->env.carry, v);
	if (same(&met, &w->env.carry))
		return;
	w->env.carry = met;
	for (u32 i = 0; i < w->ncarry_reader; i++)
		enqueue(w, w->carry_reader[i]);
}

static void visit_inst(struct flow *w, u32 at) {
	const struct inst *in = &w->f->inst[at];
	u32 props = row_info(in->row)->props;
	if (props & PROP_TERM) {
		if (w->together)
			return;
		struct uniform_value v = under_guard(w, in, uniform_all(&w->env, in));
		if (v.kind == VALUE_DIVERGENT)
			part(w, w->block_of[at], SPREAD_WARP | SPREAD_CTA);
		else if (v.kind != VALUE_UNKNOWN && !v.cta)
			part(w, w->block_of[at], SPREAD_CTA);
		return;
	}
	if (props & PROP_CC_OUT)
		write_carry(w, in);
	w->result = under_guard(w, in, uniform_eval(&w->env, in));
	if (w->result.kind != VALUE_UNKNOWN)
		inst_each_reg(w->f, in, write_reg, w);
}

static void drain(struct flow *w) {
	while (w->nqueue) {
		u32 at = w->queue[--w->nqueue];
		w->queued[at] = 0;
		visit_inst(w, at);
	}
}

/* ---- lists ------------------------------------------------------------------------- */

static void list_reg(void *ctx, u32 reg, enum reg_role role) {
	struct flow *w = ctx;
	u32 b = w->block_of[w->at];
	if (role != REG_WRITTEN) {
		if (!w->counting)
			w->reader[w->reader_end[reg]] = w->at;
		w->reader_end[reg]++;
	}
	if (role != REG_READ && bits_has(w->f->live->crosses, reg)) {
		if (!w->counting)
			w->def[w->def_end[b]] = reg;
		w->def_end[b]++;
	}
}

static void list_all(struct flow *w, bool counting) {
	w->counting = counting;
	for (u32 i = w->first; i < w->end; i++) {
		u32 b = w->f->cfg->order[i];
		const struct block *bl = &w->f->block[b];
		for (w->at = bl->first; w->at < bl->first + bl->ninst; w->at++) {
			w->block_of[w->at] = b;
			inst_each_reg(w->f, &w->f->inst[w->at], list_reg, w);
		}
	}
}

/* Counts become starts; filling moves each to the end of its list. */
static u32 starts_of(u32 *count, u32 n) {
	u32 sum = 0;
	for (u32 i = 0; i < n; i++) {
		u32 c = count[i];
		count[i] = sum;
		sum += c;
	}
	return sum;
}

/* The carry flag is divergent if it outlives a block. */
static void list_carry(struct flow *w, struct arena *scratch) {
	w->carry_reader = arena_array_raw(scratch, u32, w->f->ninst);
	w->env.carry = (struct uniform_value){.kind = VALUE_UNKNOWN};
	for (u32 b = 0; b < w->f->nblock; b++) {
		bool written = false;
		const struct block *bl = &w->f->block[b];
		for (u32 i = bl->first; i < bl->first + bl->ninst; i++) {
			u32 props = row_info(w->f->inst[i].row)->props;
			if (props & PROP_CC_IN) {
				w->carry_reader[w->ncarry_reader++] = i;
				if (!written)
					w->env.carry.kind = VALUE_DIVERGENT;
			}
			written |= props & PROP_CC_OUT && w->f->inst[i].guard == NO_REG;
		}
	}
}

static void flow_init(struct flow *w, struct arena *scratch) {
	const struct func *f = w->f;
	w->reader_end = arena_array(scratch, u32, f->nreg);
	w->def_end = arena_array(scratch, u32, f->nblock);
	w->block_of = arena_array(scratch, u32, f->ninst);
	w->queue = arena_array_raw(scratch, u32, f->ninst);
	w->queued = arena_array(scratch, u8, f->ninst);
	w->spread_done = arena_array(scratch, u8, f->nblock);
	w->cta_parted = arena_array(scratch, u8, f->nreg);
	w->masked_from = w->cta_masked_from = UINT32_MAX;
	list_all(w, true);
	w->reader = arena_array_raw(scratch, u32, starts_of(w->reader_end, f->nreg));
	w->def = arena_array_raw(scratch, u32, starts_of(w->def_end, f->nblock));
	list_all(w, false);
	list_carry(w, scratch);
	spread_init(&w->spread, f, scratch,
	            (u64)STEPS_PER_INST * (f->ninst + f->nblock) + STEPS_FREE);
}

/* ---- all of it --------------------------------------------------------------------- */

static void start(struct flow *w) {
	const struct func *f = w->f;
	const struct module *m = w->env.m;
	for (u32 i = 0; m && i < f->nparam; i++)
		if (m->var[f->param[i]].is_reg)
			lower_to_divergent(w, m->var[f->param[i]].reg);
	for (u32 i = w->end; i-- > w->first;) {
		const struct block *bl = &f->block[f->cfg->order[i]];
		for (u32 k = bl->ninst; k-- > 0;)
			enqueue(w, bl->first + k);
	}
}

static bool has_own_params(const struct module *m, const struct func *f) {
	for (u32 i = 0; m && i < f->nvar; i++)
		if (m->var[f->var[i]].space == SPACE_PARAM && !m->var[f->var[i]].is_param)
			return false;
	return m && f->is_entry;
}

/* Checks for a guarded exit at the end: all lanes that come here may exit, while others
 * do not come here. */
static bool may_end(const struct flow *w, u32 b) {
	const struct inst *last = block_last(w->f, &w->f->block[b]);
	return last && last->guard != NO_REG && !last->noperand &&
	       row_info(last->row)->props & PROP_TERM;
}

static void exits_in_parts(struct flow *w) {
	const struct cfg *c = w->f->cfg;
	for (u32 i = 0; i < c->nreach; i++) {
		u32 b = c->order[i];
		if (!may_end(w, b))
			continue;
		if (w->u->is_masked[b])
			exit_part(w, b, SPREAD_WARP);
		else if (w->u->is_cta_masked[b])
			exit_part(w, b, SPREAD_CTA);
	}
}

static void finish_masks(struct flow *w) {
	const struct cfg *c = w->f->cfg;
	exits_in_parts(w);
	for (u32 i = 0; i < c->nreach; i++) {
		u32 b = c->order[i];
		w->u->is_masked[b] |= i >= w->masked_from;
		w->u->is_cta_masked[b] |= i >= w->cta_masked_from || w->u->is_masked[b];
	}
}

static struct uniform *new_result(struct arena *arena, const struct func *f) {
	struct uniform *u = arena_new(arena, struct uniform);
	u->reg = arena_array(arena, struct uniform_value, f->nreg);
	u->branch_divergent = arena_array(arena, u8, f->nblock);
	u->branch_cta_divergent = arena_array(arena, u8, f->nblock);
	u->is_masked = arena_array(arena, u8, f->nblock);
	u->is_cta_masked = arena_array(arena, u8, f->nblock);
	return u;
}

static struct flow new_flow(const struct module *m, const struct func *f,
                            const struct uniform_shape *shape, struct uniform *u) {
	return (struct flow){.f = f,
	                     .u = u,
	                     .env = {.m = m,
	                             .f = f,
	                             .shape = *shape,
	                             .reg = u->reg,
	                             .own_params = has_own_params(m, f)},
	                     .end = f->nblock ? f->cfg->nreach : 0};
}

/* What nothing was found out about is divergent. */
static void settle(struct flow *w) {
	drain(w);
	for (u32 r = 0; r < w->f->nreg; r++)
		if (w->u->reg[r].kind == VALUE_UNKNOWN)
			lower_to_divergent(w, r);
	drain(w);
}

static struct uniform *build(struct arena *arena, const struct module *m,
                             const struct func *f, const struct uniform_shape *shape,
                             bool together) {
	struct uniform *u = new_result(arena, f);
	if (!f->nblock)
		return u;
	struct arena scratch = ARENA_INIT;
	struct flow w = new_flow(m, f, shape, u);
	w.together = together;
	flow_init(&w, &scratch);
	start(&w);
	settle(&w);
	if (!together)
		finish_masks(&w);
	arena_drop(&scratch);
	return u;
}

struct uniform *uniform_build_shape(struct arena *arena, const struct module *m,
                                    const struct func *f,
                                    const struct uniform_shape *shape) {
	return build(arena, m, f, shape, false);
}

struct uniform *uniform_guess(struct arena *arena, const struct module *m,
                              const struct func *f, const struct uniform_shape *shape) {
	return build(arena, m, f, shape, true);
}

/* ---- one loop ---------------------------------------------------------------------- */

static void forget_reg(void *ctx, u32 reg, enum reg_role role) {
	struct flow *w = ctx;
	(void)role;
	w->u->reg[reg] = (struct uniform_value){.kind = VALUE_UNKNOWN};
}

/* Registers that the loop names hold at first what they hold at its header, if
 * anything. */
static void start_loop(struct flow *w, const struct uniform_value *at_header,
                       u32 header) {
	const struct func *f = w->f;
	for (u32 i = w->first; i < w->end; i++) {
		const struct block *bl = &f->block[f->cfg->order[i]];
		for (u32 k = bl->first; k < bl->first + bl->ninst; k++) {
			inst_each_reg(f, &f->inst[k], forget_reg, w);
			enqueue(w, k);
		}
	}
	for (u32 r = 0; r < f->nreg; r++)
		if (w->u->reg[r].kind == VALUE_UNKNOWN &&
		    live_at_start(f->live, f->cfg, header, r))
			lower(w, r, at_header[r]);
}

struct uniform *uniform_build_loop(struct arena *arena, const struct module *m,
                                   const struct func *f,
                                   const struct uniform_shape *shape,
                                   const struct uniform *all,
                                   const struct uniform_value *at_header, u32 loop) {
	const struct loop *l = &f->cfg->loop[loop];
	struct uniform *u = arena_new(arena, struct uniform);
	*u = *all;
	u->reg = arena_array_raw(arena, struct uniform_value, f->nreg);
	memcpy(u->reg, all->reg, f->nreg * sizeof *u->reg);
	struct arena scratch = ARENA_INIT;
	struct flow w = new_flow(m, f, shape, u);
	w.together = true;
	w.first = l->first;
	w.end = l->first + l->n;
	flow_init(&w, &scratch);
	start_loop(&w, at_header, l->header);
	settle(&w);
	arena_drop(&scratch);
	return u;
}

struct uniform *uniform_build(const struct module *m, struct func *f) {
	if (f->uniform)
		return f->uniform;
	struct uniform_shape shape = {.ntid = {0}};
	for (u32 i = 0; f->reqntid[0] && i < 3; i++)
		shape.ntid[i] = f->reqntid[i] ? f->reqntid[i] : 1;
	cfg_build(f);
	pdom_build(f);
	live_build(m, f);
	f->uniform = uniform_build_shape(f->arena, m, f, &shape);
	return f->uniform;
}
