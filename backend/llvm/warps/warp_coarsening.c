/* warp_coarsening.c - runs several warps of a cta together through one piece of code, as
 * thread coarsening does with threads: what is the same in all of them is done once, the
 * rest is unrolled and jammed.
 *
 * Warps of a cta mostly do the same to other data, and share some: the lines of a tile in
 * shared memory, the columns of a matrix. One warp after the other loads that anew, and
 * its two vectors of sums are two chains of additions, in which each waits for the one
 * before. So between two barriers, or in a loop, warps go together where that pays:
 *
 *     w0 waits  w1 waits ... w3 waits              each after the barrier, or at the loop's header (a turn,
 *         |                                        see warps.c), with its registers at home
 *     w0 comes back: are w1 .. w3 there, and do registers that should be the same in all of them
 *         |          hold the same?                no: w0 goes on alone
 *     all registers of w0 .. w3 are loaded
 *     an instruction all of whose registers are the same: once
 *     another one:                                four times, for w0 .. w3
 *     registers go home; all wait at the next barrier, or after the loop
 *
 * That is done with code that only computes and loads. It can be given up at any time, as
 * long as nothing has gone home: an access that fails its check makes w0 go on alone,
 * from the start of the piece or of the round.
 *
 * Which registers are the same is guessed from what they are computed from (not from the
 * number of the warp), and verified when the warps are there. Within the piece no guess
 * is needed.
 *
 * A loop that threads may leave in different rounds goes on as long as none does. In the
 * round in which one leaves, each warp goes on alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/warp_coarsening.h"

#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/back_edge.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/idle_warps.h"
#include "backend/machine/access.h"

enum { MOST_PARTS = 4, MOST_EMITTED = 1200, MOST_UNKNOWN_WARPS = 4 };

/* Instructions of one block: f->inst[first .. end). */
struct part {
	u32 block, first, end;
};

struct coarsening {
	struct fn *c;
	struct part part[MOST_PARTS];
	u32 npart;
	u32 n; /* warps */
	/* of a loop: the part after which it is left, where to, if the guard holds (or
	 * not); whether threads may leave it in different rounds */
	bool is_loop, exit_if, exits_apart;
	u32 exit_part, exit_block, exit_guard;
	/* registers in it */
	u32 *reg, nreg;
	u32 *at; /* per register of the function: 1 + where in `reg` */
	struct coarse_reg {
		bool is_same;
		bool is_written;
		bool is_defined; /* in find_regs: written before */
		bool is_exposed; /* its earlier value is read */
		bool is_carried; /* by a loop */
		u32 nread;
	} *info;
	const struct inst *barrier; /* of a segment: the one after it */
	u32 state, next_state;      /* in which warps come; in which they go on */
	bb test, alone, away;
	val enter;      /* the branch to the code */
	val alone_next; /* alloca, with exits_apart: warps that need not try */
	bool failed;
	val w[COARSEN_MOST], frame[COARSEN_MOST];
	val (*now)[COARSEN_MOST][MAX_CHUNKS];  /* per register in it */
	val (*slot)[COARSEN_MOST][MAX_CHUNKS]; /* of those that are carried */
	val *group; /* per instruction and warp, see mem.group_ptr */
};

bb coarsen_away(const struct fn *c) {
	if (c->selects.away)
		return c->selects.away;
	if (c->lanes.away)
		return c->lanes.away;
	return c->coarse.now ? c->coarse.now->away : c->whole.away;
}

void coarsen_fail(struct fn *c) {
	if (c->selects.away)
		c->selects.failed = true;
	else if (c->lanes.away)
		c->lanes.failed = true;
	else if (c->coarse.now)
		c->coarse.now->failed = true;
	else
		c->whole.failed = true;
}

/* ---- registers that warps have in common: a guess ---------------------------------- */

struct guess {
	struct fn *c;
	bool differs, changed;
};

static bool sreg_differs(const struct fn *c, u32 s) {
	u32 x = c->opt.ntid[0], y = c->opt.ntid[1];
	switch (s) {
	case SREG_TID_X: return !x || WARP_LANES % x;
	case SREG_TID_Y: return y != 1 && (!x || !y || WARP_LANES % (x * y));
	case SREG_TID_Z: return c->opt.ntid[2] != 1;
	case SREG_WARPID: return true;
	default: return jit_sreg_is_time(s);
	}
}

static void see_source(void *ctx, u32 reg, enum reg_role role) {
	struct guess *g = ctx;
	g->differs |= role != REG_WRITTEN && bits_has(g->c->coarse.differs, reg);
}

static void mark_dest(void *ctx, u32 reg, enum reg_role role) {
	struct guess *g = ctx;
	if (role == REG_READ || bits_has(g->c->coarse.differs, reg))
		return;
	bits_set(g->c->coarse.differs, reg);
	g->changed = true;
}

static void find_differing(struct fn *c) {
	struct guess g = {.c = c, .changed = true};
	if (c->coarse.has_differs)
		return;
	c->coarse.has_differs = true;
	c->coarse.differs = bits_new(c->a, c->f->nreg + 1);
	for (u32 round = 0; round < 8 && g.changed; round++) {
		g.changed = false;
		for (u32 i = 0; i < c->f->ninst; i++) {
			const struct inst *in = &c->f->inst[i];
			g.differs = (row_info(in->row)->props & PROP_ATOMIC) != 0;
			for (u32 k = 0; k < in->noperand; k++)
				if (in->operand[k].kind == OPR_SREG)
					g.differs |= sreg_differs(c,
					                          in->operand[k].index);
			inst_each_reg(c->f, in, see_source, &g);
			if (g.differs)
				inst_each_reg(c->f, in, mark_dest, &g);
		}
	}
}

/* ---- what may be in such a piece --------------------------------------------------- */

static bool is_plain_load(struct fn *c, const struct inst *in) {
	struct mem m;
	if (jit_is_param(c, in))
		return true;
	if (!mem_describe(c, &m, in) || !m.is_load || m.space == SPACE_LOCAL ||
	    m.space == SPACE_SHARED_CLUSTER || in->guard != NO_REG)
		return false;
	m.how = jit_operand_value(c, &in->operand[m.ai], 64);
	struct mask all = {.full = true};
	if (m.how.kind == VALUE_UNIFORM)
		return true;
	for (u32 e = 0; e < m.n; e++)
		if (m.elem[e]->kind == OPR_REG && jit_is_scalar(c, m.elem[e]->index))
			return false;
	return m.how.kind == VALUE_AFFINE && mem_is_tiled(c, &m, &all);
}

/* Checks for an operand other than a register that differs between warps. */
static bool is_of_warp(const struct fn *c, const struct operand *o) {
	const struct var *v = o->kind == OPR_SYM ? &c->m->var[o->index] : NULL;
	bool global = v && (is_shared_space(v->space) || v->space == SPACE_GLOBAL ||
	                    v->space == SPACE_CONST);
	return o->kind == OPR_SREG || (v && !global);
}

bool coarsen_only_computes(const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	if (row->table == 0)
		return jit_alu_has(in->row, in->type) &&
		       !(row->props & (PROP_CC_IN | PROP_CC_OUT));
	return in->row != ROW_MOV_PACK && jit_is_pure(in);
}

static bool is_plain(struct fn *c, const struct inst *in) {
	for (u32 i = 0; i < in->noperand; i++)
		if (is_of_warp(c, &in->operand[i]))
			return false;
	return coarsen_only_computes(in) ||
	       (row_info(in->row)->table != 0 && is_plain_load(c, in));
}

static bool all_plain(struct coarsening *j) {
	for (u32 p = 0; p < j->npart; p++)
		for (u32 i = j->part[p].first; i < j->part[p].end; i++)
			if (!is_plain(j->c, &j->c->f->inst[i]))
				return false;
	return true;
}

/* ---- its registers ----------------------------------------------------------------- */

static struct coarse_reg *info_of(struct coarsening *j, u32 reg) {
	return j->at[reg] ? &j->info[j->at[reg] - 1] : NULL;
}

static void list_reg(void *ctx, u32 reg, enum reg_role role) {
	struct coarsening *j = ctx;
	if (!j->at[reg]) {
		j->reg[j->nreg++] = reg;
		j->at[reg] = j->nreg;
		j->info[j->nreg - 1].is_same = !bits_has(j->c->coarse.differs, reg);
	}
	struct coarse_reg *r = info_of(j, reg);
	if (role != REG_WRITTEN) {
		r->is_exposed |= !r->is_defined;
		r->nread++;
	}
}

struct define {
	struct coarsening *j;
	bool guarded;
};

static void define_reg(void *ctx, u32 reg, enum reg_role role) {
	struct define *d = ctx;
	struct coarse_reg *r = info_of(d->j, reg);
	if (role == REG_READ)
		return;
	r->is_written = true;
	if (d->guarded)
		r->is_exposed |= !r->is_defined;
	else
		r->is_defined = true;
}

struct same {
	struct coarsening *j;
	bool all, changed;
};

static void see_same(void *ctx, u32 reg, enum reg_role role) {
	struct same *s = ctx;
	s->all &= role == REG_WRITTEN || info_of(s->j, reg)->is_same;
}

static void see_all_same(void *ctx, u32 reg, enum reg_role role) {
	struct same *s = ctx;
	(void)role;
	s->all &= info_of(s->j, reg)->is_same;
}

static void set_differs(void *ctx, u32 reg, enum reg_role role) {
	struct same *s = ctx;
	struct coarse_reg *r = info_of(s->j, reg);
	s->changed |= role != REG_READ && r->is_same;
	r->is_same &= role == REG_READ;
}

/* Results computed from registers that differ, differ too. */
static void spread_differing(struct coarsening *j) {
	struct same s = {.j = j, .changed = true};
	while (s.changed) {
		s.changed = false;
		for (u32 p = 0; p < j->npart; p++)
			for (u32 i = j->part[p].first; i < j->part[p].end; i++) {
				const struct inst *in = &j->c->f->inst[i];
				s.all = true;
				inst_each_reg(j->c->f, in, see_same, &s);
				if (!s.all)
					inst_each_reg(j->c->f, in, set_differs, &s);
			}
	}
}

static bool is_same_inst(struct coarsening *j, const struct inst *in) {
	struct same s = {.j = j, .all = true};
	inst_each_reg(j->c->f, in, see_all_same, &s);
	return s.all;
}

static void find_regs(struct coarsening *j) {
	struct fn *c = j->c;
	j->reg = arena_array_raw(c->a, u32, c->f->nreg + 1);
	j->at = arena_array(c->a, u32, c->f->nreg + 1);
	j->info = arena_array(c->a, struct coarse_reg, c->f->nreg + 1);
	for (u32 p = 0; p < j->npart; p++) {
		for (u32 i = j->part[p].first; i < j->part[p].end; i++) {
			const struct inst *in = &c->f->inst[i];
			struct define d = {j, in->guard != NO_REG};
			inst_each_reg(c->f, in, list_reg, j);
			inst_each_reg(c->f, in, define_reg, &d);
		}
		if (j->is_loop && p == j->exit_part)
			list_reg(j, j->exit_guard, REG_READ);
	}
	for (u32 i = 0; j->is_loop && i < j->nreg; i++)
		j->info[i].is_carried =
			j->info[i].is_written &&
			(j->info[i].is_exposed ||
		         jit_lives(c, j->reg[i], c->cfg->inst_pos[j->exit_block], false));
	spread_differing(j);
}

/* ---- whether it pays --------------------------------------------------------------- */

struct pressure {
	struct coarsening *j;
	u8 *lives;
	u32 same, own; /* vectors of the host that live */
};

static u32 vectors(struct coarsening *j, u32 reg) {
	const struct jreg *r = &j->c->reg[reg];
	if (r->class != REG_VECTOR || r->bits == 1)
		return 0;
	return j->c->nchunk * (r->bits == 64 ? 2 : 1);
}

static void set_lives(struct pressure *p, u32 reg, bool lives) {
	u32 i = p->j->at[reg] - 1, n = vectors(p->j, reg);
	if (p->lives[i] == lives)
		return;
	p->lives[i] = lives;
	u32 *sum = p->j->info[i].is_same ? &p->same : &p->own;
	*sum = lives ? *sum + n : *sum - n;
}

static void end_written(void *ctx, u32 reg, enum reg_role role) {
	if (role == REG_WRITTEN)
		set_lives(ctx, reg, false);
}

/* A value that is loaded for one instruction becomes a memory operand of that. */
static void start_read(void *ctx, u32 reg, enum reg_role role) {
	struct pressure *p = ctx;
	struct coarse_reg *r = info_of(p->j, reg);
	bool passing = r->nread == 1 && !r->is_exposed && !r->is_same;
	if (role != REG_WRITTEN && !passing)
		set_lives(ctx, reg, true);
}

static u32 warps_of_cta(const struct fn *c) {
	u64 n = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2];
	return n ? (u32)(n / WARP_LANES) : MOST_UNKNOWN_WARPS;
}

/* Counts the warps whose registers there is room for. */
static u32 room(struct coarsening *j) {
	struct fn *c = j->c;
	struct pressure p = {.j = j, .lives = arena_array(c->a, u8, j->nreg + 1)};
	u32 regs = c->width == 16 ? 30 : 14;
	u32 n = j->is_loop ? COARSEN_MOST : COARSEN_MOST_OF_SEGMENT;
	const struct part *last = &j->part[j->npart - 1];
	u32 end_pos = c->cfg->inst_pos[last->block] + last->end -
	              c->f->block[last->block].first;
	for (u32 i = 0; i < j->nreg; i++)
		if (j->is_loop ? j->info[i].is_carried ||
		                         (j->info[i].is_exposed && !j->info[i].is_written)
		               : jit_lives(c, j->reg[i], end_pos, false))
			set_lives(&p, j->reg[i], true);
	for (u32 k = j->npart; k-- > 0;)
		for (u32 i = j->part[k].end; i-- > j->part[k].first;) {
			inst_each_reg(c->f, &c->f->inst[i], end_written, &p);
			inst_each_reg(c->f, &c->f->inst[i], start_read, &p);
			if (p.same >= regs)
				return 0;
			if (p.own)
				n = MIN(n, (regs - p.same) / p.own);
		}
	return n;
}

/* Checks for a load from global memory by consecutive lanes. */
static bool is_of_line(struct fn *c, const struct inst *in) {
	struct mem m;
	if (jit_is_param(c, in) || !mem_describe(c, &m, in) || is_shared_space(m.space))
		return false;
	m.how = jit_operand_value(c, &in->operand[m.ai], 64);
	return m.how.kind == VALUE_AFFINE && m.how.stride == (s64)m.bytes && !m.how.row;
}

/* Checks whether it pays: warps save loads that they have in common, and wait less for a
 * sum before the next. Or warps of a loop read lines beside each other: hosts are quicker
 * with long runs of lines, a few at a time of each are slow. */
static bool pays(struct coarsening *j) {
	struct fn *c = j->c;
	u32 shared = 0, own = 0, all = 0, lines = 0;
	for (u32 p = 0; p < j->npart; p++)
		for (u32 i = j->part[p].first; i < j->part[p].end; i++) {
			const struct inst *in = &c->f->inst[i];
			bool same = is_same_inst(j, in), load = in->row == ROW_LD;
			const struct operand *d = &in->operand[0];
			bool vector = d->kind == OPR_REG && !jit_is_scalar(c, d->index);
			all += !same;
			shared += same && load && vector;
			own += !same && !load && vector;
			lines += j->is_loop && !same && load && is_of_line(c, in);
		}
	u32 nwarp = warps_of_cta(c), n = MIN(room(j), nwarp);
	if (jit_config()->coarsen)
		n = MIN(MAX(n, 2u), nwarp);
	else if ((!shared || own < shared || j->exits_apart) && !lines)
		return false;
	if (n < 2)
		return false;
	for (j->n = n; nwarp % j->n && j->n > MAX(n / 2, 2u);)
		j->n--;
	n = j->n = nwarp % j->n ? n : j->n; /* no warp is left over, if that can be */
	if (all * n > MOST_EMITTED - MIN(c->coarse.ninst, (u32)MOST_EMITTED))
		return false;
	c->coarse.ninst += all * n;
	return true;
}

static bool may_coarsen(const struct fn *c) {
	return c->facts.is_kernel && (!c->opt.is_quick || jit_config()->coarsen) &&
	       !c->flow.split && !c->is_part && c->flow.has_full && !c->coarse.now &&
	       !c->opt.is_verified && !c->dm->func[c->f->index].has_calls &&
	       !c->facts.uses_cc && warps_of_cta(c) > 1;
}

static struct coarsening *found(struct coarsening *j) {
	struct fn *c = j->c;
	if (!all_plain(j))
		return NULL;
	find_differing(c);
	find_regs(j);
	if (j->is_loop && !info_of(j, j->exit_guard)->is_written)
		return NULL;
	j->exits_apart = j->is_loop && (!info_of(j, j->exit_guard)->is_same ||
	                                c->reg[j->exit_guard].class != REG_SCALAR);
	if (!pays(j))
		return NULL;
	struct coarsening *out = arena_array_raw(c->a, struct coarsening, 1);
	*out = *j;
	return out;
}

struct coarsening *coarsen_find_segment(struct fn *c, const struct inst *barrier) {
	const struct block *b = &c->f->block[c->block];
	u32 first = (u32)(barrier - c->f->inst) + 1, end = first;
	if (!may_coarsen(c))
		return NULL;
	while (end < b->first + b->ninst && !jit_can_wait(&c->f->inst[end]))
		end++;
	if (end == b->first + b->ninst || end == first ||
	    c->f->inst[end].guard != NO_REG || !jit_is_plain_barrier(c, &c->f->inst[end]))
		return NULL;
	struct idle_after idle = jit_idle_after(c, &c->f->inst[end]);
	if (idle.ends || idle.alone || idle.nsleep)
		return NULL;
	struct coarsening j = {.c = c,
	                       .part = {{c->block, first, end}},
	                       .npart = 1,
	                       .barrier = &c->f->inst[end]};
	return found(&j);
}

/* Finds blocks that follow each other, with one way out. */
static bool find_chain(struct coarsening *j, u32 header) {
	const struct fn *c = j->c;
	const struct cfg *g = c->cfg;
	u32 l = g->loop_of[header], b = header;
	bool leaves = false;
	if (l == NO_LOOP || g->loop[l].header != header || g->loop[l].is_irreducible ||
	    g->loop[l].n > MOST_PARTS)
		return false;
	while (j->npart < g->loop[l].n) {
		const struct block *blk = &c->f->block[b];
		const struct inst *last = block_last(c->f, blk);
		bool ends = last && (row_info(last->row)->props & PROP_TERM);
		u32 next = b + 1, end = blk->first + blk->ninst - ends;
		if (g->loop_of[b] != l || (b != header && blk->npred != 1))
			return false;
		j->part[j->npart++] = (struct part){b, blk->first, end};
		if (ends && last->row != ROW_BRA)
			return false;
		if (ends && last->guard == NO_REG) {
			next = last->operand[0].index;
		} else if (ends) {
			u32 to = last->operand[0].index;
			bool stays = cfg_loop_has(g, l, to);
			if (leaves || stays == cfg_loop_has(g, l, b + 1))
				return false;
			leaves = true;
			next = stays ? to : b + 1;
			j->exit_block = stays ? b + 1 : to;
			j->exit_if = stays == last->guard_negated;
			j->exit_part = j->npart - 1;
			j->exit_guard = last->guard;
		}
		if (next == header)
			return leaves && j->npart == g->loop[l].n;
		b = next;
	}
	return false;
}

u32 coarsen_rounds(void) {
	return jit_config()->coarsen ? 1 : 8;
}

struct coarsening *coarsen_find_loop(struct fn *c, u32 header) {
	struct coarsening j = {.c = c, .is_loop = true};
	if (!may_coarsen(c) || !find_chain(&j, header))
		return NULL;
	return found(&j);
}

/* ---- code -------------------------------------------------------------------------- */

void coarsen_try(struct coarsening *j, u32 state) {
	struct fn *c = j->c;
	j->state = state;
	j->test = jit_block(c, "together");
	j->alone = jit_block(c, "alone");
	jit_goto(c, j->test);
	jit_at(c, j->alone);
	vec_push(c->a, &c->coarse.list, j);
}

void coarsen_segment_ends(struct fn *c, const struct inst *barrier, u32 state) {
	struct coarsening *j = c->coarse.list.n ? c->coarse.list.at[c->coarse.list.n - 1]
	                                        : NULL;
	if (j && !c->is_part && j->barrier == barrier)
		j->next_state = state;
}

static val warp_field(struct fn *c, val w, size_t off) {
	return jit_gep(c, w, jit_int(c, 64, off));
}

/* Makes warp k the one whose values at home are accessed. */
static void to_warp(struct coarsening *j, u32 k) {
	j->c->w = j->w[k];
	j->c->values.once[ONCE_FRAME] = j->frame[k];
}

static u32 chunks_of(const struct fn *c, u32 reg) {
	return c->reg[reg].class == REG_VECTOR ? c->nchunk : 1;
}

static val equal(struct fn *c, u32 reg, val a, val b) {
	const struct jreg *r = &c->reg[reg];
	typ t = jit_int_type(c, r->bits);
	val eq = LLVMBuildICmp(c->b, LLVMIntEQ, jit_cast(c, a, t), jit_cast(c, b, t), "");
	return r->class == REG_VECTOR ? jit_chunk_all(c, eq) : eq;
}

/* Tests whether the warps are there, and their common registers are equal: i1. */
static val are_together(struct coarsening *j) {
	struct fn *c = j->c;
	val ok = NULL;
	u32 want = j->state | (j->is_loop ? COMPILED_TURN : 0);
	for (u32 k = 1; k < j->n; k++) {
		val lean = LLVMBuildLoad2(c->b, c->i32,
		                          warp_field(c, j->w[k], WARP_OFFSET(state)), "");
		val is = LLVMBuildICmp(c->b, LLVMIntEQ, lean, jit_int(c, 32, want), "");
		ok = ok ? LLVMBuildAnd(c->b, ok, is, "") : is;
	}
	for (u32 i = 0; i < j->nreg; i++) {
		const struct jreg *r = &c->reg[j->reg[i]];
		if (!j->info[i].is_same ||
		    !(j->info[i].is_exposed || j->info[i].is_carried))
			continue;
		for (u32 q = 0; q < chunks_of(c, j->reg[i]); q++) {
			if (r->fixed[q])
				continue;
			val first = NULL;
			for (u32 k = 0; k < j->n; k++) {
				to_warp(j, k);
				val v = jit_frame_load(c, j->reg[i], q);
				if (k)
					ok = LLVMBuildAnd(c->b, ok,
					                  equal(c, j->reg[i], first, v),
					                  "");
				else
					first = v;
			}
		}
	}
	return ok;
}

/* After threads have left apart, which the first warp of them saw, the others need not
 * try: they are the next ones. */
static void test_alone_next(struct coarsening *j) {
	struct fn *c = j->c;
	bb here = jit_entry(c), try = jit_block(c, "try"), skip = jit_block(c, "skip");
	j->alone_next = LLVMBuildAlloca(c->b, c->i32, "alone next");
	LLVMBuildStore(c->b, jit_int(c, 32, 0), j->alone_next);
	jit_prologue_end(c, here);
	val n = LLVMBuildLoad2(c->b, c->i32, j->alone_next, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, n, jit_int(c, 32, 0), ""), try, skip);
	jit_at(c, skip);
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, n, jit_int(c, 32, 1), ""), j->alone_next);
	jit_goto(c, j->alone);
	jit_at(c, try);
}

static void test_warps(struct coarsening *j, bb yes) {
	struct fn *c = j->c;
	bb there = jit_block(c, "enough");
	jit_at(c, j->test);
	if (j->exits_apart)
		test_alone_next(j);
	val enough = LLVMBuildICmp(c->b, LLVMIntUGE, c->warps.more,
	                           jit_int(c, 32, j->n - 1), "");
	jit_if(c, enough, there, j->alone);
	jit_at(c, there);
	for (u32 k = 0; k < j->n; k++) {
		j->w[k] = k ? warp_field(c, c->w, k * sizeof(struct warp)) : c->w;
		j->frame[k] = k ? jit_field(c, j->w[k],
		                            offsetof(struct warp, base[BASE_FRAME]),
		                            c->ptr, "")
		                : jit_once(c, ONCE_FRAME);
	}
	jit_likely(c, are_together(j), true, yes, j->alone);
	j->enter = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
}

static val *now_of(struct coarsening *j, u32 i, u32 k) {
	return j->now[i][j->info[i].is_same ? 0 : k];
}

static void load_exposed(struct coarsening *j) {
	struct fn *c = j->c;
	for (u32 i = 0; i < j->nreg; i++) {
		if (!j->info[i].is_exposed && !j->info[i].is_carried)
			continue;
		u32 reg = j->reg[i];
		for (u32 k = 0; k < (j->info[i].is_same ? 1 : j->n); k++) {
			to_warp(j, k);
			for (u32 q = 0; q < chunks_of(c, reg); q++)
				j->now[i][k][q] = c->reg[reg].fixed[q]
				                          ? c->reg[reg].fixed[q]
				                          : jit_frame_load(c, reg, q);
		}
	}
}

struct move {
	struct coarsening *j;
	u32 k;
	bool back;
};

static void move_now(void *ctx, u32 reg, enum reg_role role) {
	struct move *v = ctx;
	struct jreg *r = &v->j->c->reg[reg];
	val *now = now_of(v->j, v->j->at[reg] - 1, v->k);
	(void)role;
	if (v->back)
		memcpy(now, r->now, sizeof r->now);
	else
		memcpy(r->now, now, sizeof r->now);
}

static val *group_at(struct coarsening *j, u32 i, u32 k) {
	return &j->group[(u64)(j->c->mem.group_of[i] - 1) * COARSEN_MOST + k];
}

static void inst_for(struct coarsening *j, u32 i, u32 k, bool all) {
	struct fn *c = j->c;
	const struct inst *in = &c->f->inst[i];
	struct move v = {j, k, false};
	to_warp(j, k);
	inst_each_reg(c->f, in, move_now, &v);
	u32 group = c->mem.group_of[i];
	if (group)
		c->mem.group_ptr[group - 1] = *group_at(j, i, k);
	jit_inst(c, in);
	v.back = true;
	inst_each_reg(c->f, in, move_now, &v);
	if (c->mem.group_of[i])
		for (u32 x = all ? 0 : k; x < (all ? j->n : k + 1); x++)
			*group_at(j, i, x) = c->mem.group_ptr[c->mem.group_of[i] - 1];
}

static void insts(struct coarsening *j, const struct part *p) {
	struct fn *c = j->c;
	c->block = p->block;
	for (u32 i = p->first; i < p->end; i++) {
		c->pos = c->cfg->inst_pos[p->block] + i - c->f->block[p->block].first;
		bool once = is_same_inst(j, &c->f->inst[i]);
		for (u32 k = 0; k < (once ? 1 : j->n); k++)
			inst_for(j, i, k, once);
	}
}

/* Stores home what has been written and is read further on. */
static void store_written(struct coarsening *j, u32 pos, bool after) {
	struct fn *c = j->c;
	for (u32 i = 0; i < j->nreg; i++) {
		u32 reg = j->reg[i];
		if (!j->info[i].is_written || !jit_lives(c, reg, pos, after) ||
		    !now_of(j, i, 0)[0])
			continue;
		for (u32 k = 0; k < j->n; k++) {
			to_warp(j, k);
			memcpy(c->reg[reg].now, now_of(j, i, k), sizeof c->reg[reg].now);
			jit_frame_store(c, reg);
		}
		memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	}
}

/* Puts all of them into `state`; the next warp is the one after them. */
static void go_on_with_next(struct coarsening *j, u32 state, val more) {
	struct fn *c = j->c;
	for (u32 k = 0; k < j->n; k++)
		LLVMBuildStore(c->b, jit_int(c, 32, state),
		               warp_field(c, j->w[k], WARP_OFFSET(state)));
	struct coarse_end out = {LLVMGetInsertBlock(c->b), j->w[j->n - 1], more};
	vec_push(c->a, &c->coarse.end, out);
}

/* Fields of struct fn that are restored when the code is emitted. */
struct before {
	val w, frame;
	struct explain *explain;
	val *group_ptr;
};

static struct before begin(struct coarsening *j) {
	struct fn *c = j->c;
	u32 n = c->f->ninst + 1;
	struct before b = {c->w, jit_once(c, ONCE_FRAME), c->explain, c->mem.group_ptr};
	c->explain = NULL; /* the code for one warp has explained them */
	c->mem.group_ptr = arena_array(c->a, val, n);
	j->group = arena_array(c->a, val, (size_t)n * COARSEN_MOST);
	j->now = arena_zalloc(c->a, sizeof(*j->now) * (j->nreg + 1), 16);
	j->slot = arena_zalloc(c->a, sizeof(*j->slot) * (j->nreg + 1), 16);
	c->mask = (struct mask){.full = true};
	return b;
}

static void end(struct coarsening *j, const struct before *b) {
	struct fn *c = j->c;
	for (u32 i = 0; i < j->nreg; i++)
		jit_reg_forget(c, j->reg[i]);
	jit_regs_drop(c);
	if (j->failed)
		LLVMSetOperand(j->enter, 0, jit_int(c, 1, 0));
	c->coarse.now = NULL;
	c->w = b->w;
	c->values.once[ONCE_FRAME] = b->frame;
	c->explain = b->explain;
	c->mem.group_ptr = b->group_ptr;
}

static val more_after(struct coarsening *j) {
	struct fn *c = j->c;
	return LLVMBuildSub(c->b, c->warps.more, jit_int(c, 32, j->n - 1), "");
}

static void segment(struct coarsening *j) {
	struct fn *c = j->c;
	const struct part *p = &j->part[0];
	u32 pos = c->cfg->inst_pos[p->block] + p->end - c->f->block[p->block].first;
	bb go = jit_block(c, "jam");
	test_warps(j, go);
	j->away = j->alone;
	c->coarse.now = j;
	jit_at(c, go);
	load_exposed(j);
	insts(j, p);
	store_written(j, pos, true);
	val more = more_after(j);
	jit_coarse_wait(c, more);
	go_on_with_next(j, j->next_state, more);
}

/* ---- a loop ------------------------------------------------------------------------ */

static val new_slot(struct fn *c, typ t) {
	bb here = jit_entry(c);
	val slot = LLVMBuildAlloca(c->b, t, "carried");
	jit_prologue_end(c, here);
	return slot;
}

enum carry { CARRY_IN, CARRY_ROUND, CARRY_ON };

/* Moves carried registers into their slots before the loop, out of them when a round
 * begins, into them when it ends. */
static void carry(struct coarsening *j, enum carry how) {
	struct fn *c = j->c;
	for (u32 i = 0; i < j->nreg; i++) {
		if (!j->info[i].is_carried)
			continue;
		for (u32 k = 0; k < (j->info[i].is_same ? 1 : j->n); k++)
			for (u32 q = 0; q < chunks_of(c, j->reg[i]); q++) {
				val *now = &j->now[i][k][q], *slot = &j->slot[i][k][q];
				if (how == CARRY_IN)
					*slot = new_slot(c, LLVMTypeOf(*now));
				if (how == CARRY_ROUND)
					*now = LLVMBuildLoad2(c->b,
					                      LLVMGetAllocatedType(*slot),
					                      *slot, "");
				else
					LLVMBuildStore(c->b, *now, *slot);
			}
	}
}

/* Emits the way on of the first warp alone, from the header; the others will take it,
 * too. */
static void give_up(struct coarsening *j) {
	struct fn *c = j->c;
	jit_at(c, j->away);
	for (u32 i = 0; i < j->nreg; i++) {
		u32 reg = j->reg[i];
		if (!j->info[i].is_carried)
			continue;
		for (u32 k = 0; k < j->n; k++) {
			to_warp(j, k);
			for (u32 q = 0; q < chunks_of(c, reg); q++) {
				val slot = j->slot[i][j->info[i].is_same ? 0 : k][q];
				c->reg[reg].now[q] = LLVMBuildLoad2(
					c->b, LLVMGetAllocatedType(slot), slot, "");
			}
			jit_frame_store(c, reg);
		}
		memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	}
	jit_goto(c, j->alone);
}

/* Emits the way out of the loop, after which each goes on by itself. */
static void leave(struct coarsening *j) {
	struct fn *c = j->c;
	u32 pos = c->cfg->inst_pos[j->exit_block], n = c->entries.nlean++;
	c->entries.lean[n].entry_pc = c->df->block_pc[j->exit_block];
	c->entries.lean[n].pos = pos;
	c->entries.lean[n].is_turn = true;
	store_written(j, pos, false);
	LLVMBuildStore(c->b, jit_int(c, 1, 1), c->warps.turned);
	go_on_with_next(j, (COMPILED_STATE + n) | COMPILED_TURN, more_after(j));
	bb back = jit_block(c, "back");
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, COMPILED_STATE + n), back);
	jit_at(c, back);
	to_warp(j, 0);
	for (u32 i = 0; i < c->f->nreg; i++)
		if (c->reg[i].promoted && jit_lives(c, i, pos, false))
			for (u32 q = 0; q < chunks_of(c, i); q++)
				LLVMBuildStore(c->b, jit_frame_load(c, i, q),
				               jit_slot(c, i, q));
	jit_waiting_clear_all(c);
	jit_goto(c, jit_way(c, j->exit_block, WAY_FULL));
}

/* The next round, if all threads of all warps make it; else the first warp goes on alone
 * from the start of this one. */
static void test_apart(struct coarsening *j) {
	struct fn *c = j->c;
	u32 i = j->at[j->exit_guard] - 1;
	val all = NULL;
	for (u32 k = 0; k < (j->info[i].is_same ? 1 : j->n); k++)
		for (u32 q = 0; q < chunks_of(c, j->exit_guard); q++) {
			val on = now_of(j, i, k)[q];
			on = j->exit_if ? LLVMBuildNot(c->b, on, "") : on;
			all = all ? LLVMBuildAnd(c->b, all, on, "") : on;
		}
	bb apart = jit_block(c, "apart"), stay = jit_block(c, "stay");
	if (c->reg[j->exit_guard].class == REG_VECTOR)
		all = jit_chunk_all(c, all);
	jit_likely(c, all, true, stay, apart);
	jit_at(c, apart);
	LLVMBuildStore(c->b, jit_int(c, 32, j->n - 1), j->alone_next);
	jit_goto(c, j->away);
	jit_at(c, stay);
}

static void test_exit(struct coarsening *j) {
	struct fn *c = j->c;
	val guard = now_of(j, j->at[j->exit_guard] - 1, 0)[0];
	bb out = jit_block(c, "left"), stay = jit_block(c, "stay");
	jit_if(c, guard, j->exit_if ? out : stay, j->exit_if ? stay : out);
	jit_at(c, out);
	leave(j);
	jit_at(c, stay);
}

static void rounds(struct coarsening *j, bb head) {
	struct fn *c = j->c;
	val left = jit_spend(c, 1);
	bb on = jit_block(c, "round");
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntSGT, left, jit_int(c, 32, 0), ""), true,
	           on, j->away);
	jit_at(c, on);
	carry(j, CARRY_ROUND);
	for (u32 p = 0; p < j->npart; p++) {
		insts(j, &j->part[p]);
		if (p == j->exit_part && j->exits_apart)
			test_apart(j);
		else if (p == j->exit_part)
			test_exit(j);
	}
	carry(j, CARRY_ON);
	jit_goto(c, head);
}

static void loop(struct coarsening *j) {
	struct fn *c = j->c;
	bb go = jit_block(c, "jam"), head = jit_block(c, "jamhead");
	j->away = jit_block(c, "giveup");
	test_warps(j, go);
	c->coarse.now = j;
	jit_at(c, go);
	load_exposed(j);
	carry(j, CARRY_IN);
	jit_goto(c, head);
	jit_at(c, head);
	rounds(j, head);
	give_up(j);
}

void coarsen_emit(struct fn *c) {
	jit_regs_drop(c);
	for (u32 i = 0; i < c->coarse.list.n; i++) {
		struct coarsening *j = c->coarse.list.at[i];
		struct before b = begin(j);
		if (j->is_loop)
			loop(j);
		else
			segment(j);
		end(j, &b);
	}
}
