/* lane_loop.c - runs a loop for one lane after the other, each to its end.
 *
 *     for (int k = row[r]; k < row[r + 1]; k++)       r: the thread
 *             sum += val[k] * x[col[k]];
 *
 * In such a loop every lane walks through memory of its own, and its number of rounds is
 * its own. Together they take as many rounds as the longest, and each load becomes a
 * gather, which some hosts do element by element. One after the other, the loads are
 * scalar, the lines are used up one by one, and no lane waits for another. But then a
 * chain of additions is one lane's, so where gathers are fast it does not pay.
 *
 * The loop only computes and loads, so nothing is lost if it is given up: an access that
 * fails its check, or more rounds than a warp may take at once, send all lanes back to
 * the header with the registers they came with. The loop is not tried again then, until
 * the function is called anew.
 *
 *     header:  is it to be tried?          no: the loop for all lanes
 *              registers to an array of lanes
 *        lane: the registers of the next lane
 *              the loop, where every register is a scalar
 *              what it has changed, back to the array; more lanes: to `lane`
 *              registers out of the array, to the loop's exit
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/lane_loop.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/warp_coarsening.h"

enum {
	MOST_INSTS = 200,
	MOST_REGS = 96,
	MOST_STEP = 64,    /* bytes from one round to the next: a line */
	ALU_PER_LOAD = 5,  /* beyond that vectors win, though lanes wait */
	MOST_FOLLOWED = 8, /* instructions from an address to what it counts by */
	MOST_WALKS = 4
};

struct lane_reg {
	u32 reg;
	bool is_written, lives_in, lives_out;
	bool is_invariant; /* and the same in all lanes */
	val array;         /* alloca: of each lane; of predicates one word of bits */
	struct jreg saved; /* as it is for all lanes */
};

struct lane_loop {
	const struct loop *loop;
	u32 latch; /* the block that goes back to the header */
	u32 exit;
	u32 nreg;
	struct lane_reg *reg;
	val flag; /* alloca: it is to be tried */
	val init; /* the store that makes it true at first */
	/* registers that grow by `step` in each round, and that accesses walk by */
	u32 nwalk;
	struct {
		u32 reg;
		s64 step;
	} walk[MOST_WALKS];
	u32 nload, nalu;
};

static struct lane_loop none;

/* ---- which loops ------------------------------------------------------------------- */

static u32 block_of(const struct fn *c, const struct lane_loop *l, u32 i) {
	return c->cfg->order[l->loop->first + i];
}

static bool is_in(const struct fn *c, const struct lane_loop *l, u32 block) {
	return cfg_loop_has(c->cfg, c->cfg->loop_of[l->loop->header], block);
}

struct seen {
	struct fn *c;
	struct lane_loop *l;
};

static void see_reg(void *ctx, u32 reg, enum reg_role role) {
	struct seen *s = ctx;
	struct lane_loop *l = s->l;
	u32 i = 0;
	while (i < l->nreg && l->reg[i].reg != reg)
		i++;
	if (i == MOST_REGS)
		return;
	if (i == l->nreg)
		l->reg[l->nreg++] = (struct lane_reg){.reg = reg};
	l->reg[i].is_written |= role != REG_READ;
}

/* The only instruction of the loop that writes the register, NULL if there is none;
 * *several: it is written more than once. */
static const struct inst *writer(struct fn *c, const struct lane_loop *l, u32 reg,
                                 u32 *block, bool *several) {
	const struct inst *found = NULL;
	*several = false;
	for (u32 i = 0; i < l->loop->n; i++) {
		const struct block *b = &c->f->block[block_of(c, l, i)];
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			if (!mem_writes(c, &c->f->inst[k], reg))
				continue;
			*several |= found != NULL;
			found = &c->f->inst[k];
			*block = block_of(c, l, i);
		}
	}
	return found;
}

/* Every round comes by the header and by the only block that goes back to it. */
static bool is_in_every_round(const struct lane_loop *l, u32 block) {
	return block == l->loop->header || block == l->latch;
}

static bool find_step(struct fn *c, struct lane_loop *l, const struct operand *o,
                      u32 depth, s64 *step);

/* Notes the register that an access walks by. */
static void note_walk(struct lane_loop *l, u32 reg, s64 step) {
	for (u32 i = 0; i < l->nwalk; i++)
		if (l->walk[i].reg == reg)
			return;
	if (l->nwalk < MOST_WALKS) {
		l->walk[l->nwalk].reg = reg;
		l->walk[l->nwalk++].step = step;
	}
}

/* r = r + n */
static bool find_own_step(struct lane_loop *l, const struct inst *in, u32 reg,
                          s64 *step) {
	if ((in->row != ROW_ADD && in->row != ROW_SUB) ||
	    in->operand[1].kind != OPR_REG || in->operand[1].index != reg ||
	    in->operand[2].kind != OPR_IMM)
		return false;
	*step = in->operand[2].value;
	if (type_info[in->type[0]].bits == 32)
		*step = (s32)*step;
	*step = in->row == ROW_SUB ? -*step : *step;
	note_walk(l, reg, *step);
	return true;
}

static bool find_reg_step(struct fn *c, struct lane_loop *l, u32 reg, u32 depth,
                          s64 *step) {
	u32 block = NO_BLOCK;
	bool several;
	const struct inst *in = writer(c, l, reg, &block, &several);
	*step = 0;
	if (!in)
		return true;
	if (several || in->guard != NO_REG || !is_in_every_round(l, block))
		return false;
	s64 a, b;
	const struct operand *o = in->operand;
	switch (in->row) {
	case ROW_ADD:
	case ROW_SUB:
		if (find_own_step(l, in, reg, step))
			return true;
		if (!find_step(c, l, &o[1], depth, &a) ||
		    !find_step(c, l, &o[2], depth, &b))
			return false;
		*step = in->row == ROW_SUB ? a - b : a + b;
		return true;
	case ROW_MUL_WIDE:
	case ROW_MUL_LO:
	case ROW_SHL:
		if (o[2].kind != OPR_IMM || !find_step(c, l, &o[1], depth, &a) ||
		    a > INT32_MAX || a < INT32_MIN || o[2].value > INT32_MAX ||
		    o[2].value < INT32_MIN || (in->row == ROW_SHL && o[2].value > 16))
			return false;
		*step = in->row == ROW_SHL ? a * ((s64)1 << (o[2].value & 31))
		                           : a * o[2].value;
		return true;
	case ROW_MAD_WIDE:
	case ROW_MAD_LO:
		if (o[2].kind != OPR_IMM || !find_step(c, l, &o[1], depth, &a) ||
		    !find_step(c, l, &o[3], depth, &b) || a > INT32_MAX ||
		    a < INT32_MIN || o[2].value > INT32_MAX || o[2].value < INT32_MIN)
			return false;
		*step = a * o[2].value + b;
		return true;
	case ROW_MOV:
	case ROW_CVT_II: return find_step(c, l, &o[1], depth, step);
	default: return false;
	}
}

/* Finds by how much the operand grows from one round to the next. */
static bool find_step(struct fn *c, struct lane_loop *l, const struct operand *o,
                      u32 depth, s64 *step) {
	*step = 0;
	if (o->kind == OPR_IMM || o->kind == OPR_SYM)
		return true;
	if (o->kind != OPR_REG && o->kind != OPR_ADDR_REG)
		return false;
	return depth && find_reg_step(c, l, o->index, depth - 1, step);
}

/* Checks for a load whose lanes each go where they like, or all to one place. Those of
 * neighbouring lanes that are at neighbouring places are better loaded together. */
static bool is_lanes_load(struct fn *c, struct lane_loop *l, const struct inst *in,
                          bool *walks) {
	struct mem m;
	const struct operand *o;
	s64 step;
	if (!mem_describe(c, &m, in) || !m.is_load || m.space == SPACE_LOCAL ||
	    m.space == SPACE_SHARED_CLUSTER || in->guard != NO_REG)
		return false;
	o = &in->operand[m.ai];
	if (o->kind != OPR_ADDR_REG)
		return false;
	const struct jreg *r = &c->reg[o->index];
	if (r->class == REG_SCALAR)
		return true;
	s64 stride = r->class == REG_AFFINE ? r->how->stride : 0;
	if (r->class == REG_AFFINE &&
	    (r->how->row || (stride <= MOST_STEP && stride >= -MOST_STEP)))
		return false;
	if (!find_step(c, l, o, MOST_FOLLOWED, &step))
		return true; /* it depends on what was loaded */
	*walks |= step && step <= MOST_STEP && step >= -MOST_STEP;
	return step <= MOST_STEP && step >= -MOST_STEP;
}

static bool is_of_lane(struct fn *c, const struct inst *in) {
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (o->kind == OPR_SREG &&
		    jit_operand_value(c, o, 64).kind != VALUE_UNIFORM)
			return true;
	}
	return false;
}

/* Checks whether the instruction can be one of such a loop. */
static bool may_be_in(struct fn *c, struct lane_loop *l, const struct inst *in,
                      bool *walks) {
	if (in->row == ROW_BRA)
		return true;
	if (is_of_lane(c, in))
		return false;
	if (coarsen_only_computes(in)) {
		l->nalu++;
		return true;
	}
	l->nload++;
	return is_lanes_load(c, l, in, walks);
}

/* Finds where the loop is left to: one place, as its lanes are to meet there. */
static bool find_exit(const struct fn *c, struct lane_loop *l, bool *parts) {
	u32 latches = 0;
	l->exit = NO_BLOCK;
	for (u32 i = 0; i < l->loop->n; i++) {
		u32 b = block_of(c, l, i);
		const struct block *blk = &c->f->block[b];
		for (u32 k = 0; k < blk->nsucc; k++) {
			u32 to = blk->succ[k];
			if (to == l->loop->header) {
				l->latch = b;
				latches++;
			}
			if (is_in(c, l, to))
				continue;
			if (l->exit != NO_BLOCK && l->exit != to)
				return false;
			l->exit = to;
			*parts |= c->uni->branch_divergent[b];
		}
	}
	return l->exit != NO_BLOCK && latches == 1;
}

/* Checks the registers: what leaves the loop differs between lanes from there on. */
static bool find_regs(struct fn *c, struct lane_loop *l) {
	struct seen s = {c, l};
	l->reg = arena_array(c->a, struct lane_reg, MOST_REGS);
	for (u32 i = 0; i < l->loop->n; i++) {
		const struct block *b = &c->f->block[block_of(c, l, i)];
		for (u32 k = b->first; k < b->first + b->ninst; k++)
			inst_each_reg(c->f, &c->f->inst[k], see_reg, &s);
	}
	if (l->nreg == MOST_REGS)
		return false;
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		r->is_invariant = !r->is_written && c->reg[r->reg].class == REG_SCALAR;
		r->lives_in = live_at_start(c->live, c->cfg, l->loop->header, r->reg) ||
		              !r->is_written;
		r->lives_out = r->is_written &&
		               live_at_start(c->live, c->cfg, l->exit, r->reg);
		if ((r->lives_out && c->reg[r->reg].class != REG_VECTOR) ||
		    c->reg[r->reg].bits > 64)
			return false;
	}
	return true;
}

static bool find_loop(struct fn *c, u32 header, struct lane_loop *l) {
	const struct loop *loop = &c->cfg->loop[c->cfg->loop_of[header]];
	bool walks = false, parts = false;
	u32 n = 0;
	l->loop = loop;
	if (loop->is_irreducible || !find_exit(c, l, &parts) || !parts)
		return false;
	for (u32 i = 0; i < loop->n; i++)
		n += c->f->block[block_of(c, l, i)].ninst;
	if (n > MOST_INSTS)
		return false;
	for (u32 i = 0; i < loop->n; i++) {
		const struct block *b = &c->f->block[block_of(c, l, i)];
		for (u32 k = b->first; k < b->first + b->ninst; k++)
			if (!may_be_in(c, l, &c->f->inst[k], &walks))
				return false;
	}
	bool pays = walks && l->nalu <= ALU_PER_LOAD * l->nload;
	return (pays || jit_config()->coarsen) && find_regs(c, l);
}

static struct lane_loop *loop_at(struct fn *c, u32 header) {
	struct lane_loop **l;
	if (!c->lanes.of)
		c->lanes.of = arena_array(c->a, struct lane_loop *, c->f->nblock + 1);
	l = &c->lanes.of[header];
	if (*l)
		return *l;
	*l = arena_new(c->a, struct lane_loop);
	**l = (struct lane_loop){.exit = NO_BLOCK};
	if (!find_loop(c, header, *l))
		*l = &none;
	return *l;
}

/* ---- registers --------------------------------------------------------------------- */

static val new_alloca(struct fn *c, typ t, const char *name) {
	bb here = jit_entry(c);
	val v = LLVMBuildAlloca(c->b, t, name);
	jit_prologue_end(c, here);
	return v;
}

static val chunk_place(struct fn *c, const struct lane_reg *r, u32 k) {
	u64 bytes = c->reg[r->reg].bits / 8;
	return jit_gep(c, r->array, jit_int(c, 64, k * c->width * bytes));
}

static val lane_place(struct fn *c, const struct lane_reg *r, val lane) {
	val at = jit_resize(c, lane, 64, false);
	at = LLVMBuildMul(c->b, at, jit_int(c, 64, r->saved.bits / 8), "");
	return jit_gep(c, r->array, at);
}

/* Puts what the registers hold into arrays, a place for each lane. */
static void to_arrays(struct fn *c, struct lane_loop *l) {
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		struct jreg *own = &c->reg[r->reg];
		if (r->is_invariant) {
			jit_reg_scalar(c, r->reg);
			continue;
		}
		if (!r->lives_in && !r->lives_out)
			continue;
		if (!r->array)
			r->array = own->bits == 1 ? new_alloca(c, c->i32, "lanes")
			                          : new_alloca(c,
			                                       LLVMArrayType2(own->type,
			                                                      WARP_LANES),
			                                       "lanes");
		if (!r->lives_in) {
			if (own->bits == 1)
				LLVMBuildStore(c->b, jit_int(c, 32, 0), r->array);
			continue;
		}
		val chunk[MAX_CHUNKS];
		for (u32 k = 0; k < c->nchunk; k++)
			chunk[k] = jit_reg_chunk(c, r->reg, k);
		if (own->bits == 1) {
			LLVMBuildStore(c->b, jit_bits_of(c, chunk), r->array);
			continue;
		}
		for (u32 k = 0; k < c->nchunk; k++)
			LLVMSetAlignment(
				LLVMBuildStore(c->b, chunk[k], chunk_place(c, r, k)),
				own->bits / 8);
	}
}

/* Makes all registers of the loop scalars of the lane at hand, each in an alloca. */
static void begin_lane(struct fn *c, struct lane_loop *l) {
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		struct jreg *own = &c->reg[r->reg];
		r->saved = *own;
		if (r->is_invariant) {
			own->fixed[0] = own->fixed[0] ? own->fixed[0] : own->now[0];
			continue;
		}
		own->class = REG_SCALAR;
		own->how = NULL;
		own->promoted = true;
		own->dirty = false;
		own->nwrite = 2;
		memset(own->slot, 0, sizeof own->slot);
		memset(own->now, 0, sizeof own->now);
		memset(own->fixed, 0, sizeof own->fixed);
	}
}

static void end_lane(struct fn *c, struct lane_loop *l) {
	jit_regs_drop(c);
	for (u32 i = 0; i < l->nreg; i++) {
		struct jreg *own = &c->reg[l->reg[i].reg];
		bool listed = own->is_listed;
		*own = l->reg[i].saved;
		own->is_listed = listed;
		own->dirty = false;
		memset(own->now, 0, sizeof own->now);
	}
}

static void load_lane(struct fn *c, struct lane_loop *l, val lane) {
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		if (r->is_invariant || !r->lives_in)
			continue;
		val v;
		if (r->saved.bits == 1) {
			v = LLVMBuildLoad2(c->b, c->i32, r->array, "");
			v = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, v, lane, ""), c->i1,
			                   "");
		} else {
			v = LLVMBuildLoad2(c->b, r->saved.type, lane_place(c, r, lane),
			                   "");
		}
		LLVMBuildStore(c->b, v, jit_slot(c, r->reg, 0));
	}
}

static void store_lane(struct fn *c, struct lane_loop *l, val lane) {
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		if (!r->lives_out)
			continue;
		val v = LLVMBuildLoad2(c->b, r->saved.type, jit_slot(c, r->reg, 0), "");
		if (r->saved.bits > 1) {
			LLVMBuildStore(c->b, v, lane_place(c, r, lane));
			continue;
		}
		val bit = LLVMBuildShl(c->b, jit_int(c, 32, 1), lane, "");
		val old = LLVMBuildLoad2(c->b, c->i32, r->array, "");
		old = LLVMBuildAnd(c->b, old, LLVMBuildNot(c->b, bit, ""), "");
		v = LLVMBuildShl(c->b, jit_resize(c, v, 32, false), lane, "");
		LLVMBuildStore(c->b, LLVMBuildOr(c->b, old, v, ""), r->array);
	}
}

static void from_arrays(struct fn *c, struct lane_loop *l) {
	u32 last = block_of(c, l, l->loop->n - 1);
	c->block = l->loop->header;
	c->pos = c->cfg->inst_pos[last] + c->f->block[last].ninst -
	         (c->f->block[last].ninst > 0);
	for (u32 i = 0; i < l->nreg; i++) {
		struct lane_reg *r = &l->reg[i];
		struct jreg *own = &c->reg[r->reg];
		val chunk[MAX_CHUNKS];
		if (!r->lives_out)
			continue;
		if (own->bits == 1)
			jit_chunks_of(c, LLVMBuildLoad2(c->b, c->i32, r->array, ""),
			              chunk);
		for (u32 k = 0; k < c->nchunk; k++) {
			if (own->bits > 1) {
				chunk[k] = LLVMBuildLoad2(c->b, jit_vec(c, own->type),
				                          chunk_place(c, r, k), "");
				LLVMSetAlignment(chunk[k], own->bits / 8);
			}
			jit_reg_set_chunk(c, r->reg, k, chunk[k]);
		}
	}
	jit_regs_end(c, false);
}

/* ---- code -------------------------------------------------------------------------- */

/* One lane after the other suits lanes that are apart: from one to the next it is more
 * than what they walk in a round. */
static val are_apart(struct fn *c, struct lane_loop *l) {
	val apart = NULL;
	for (u32 i = 0; i < l->nwalk; i++) {
		struct jreg *own = &c->reg[l->walk[i].reg];
		if (own->class != REG_VECTOR)
			continue;
		val v = jit_cast(c, jit_reg_chunk(c, l->walk[i].reg, 0),
		                 jit_int_type(c, own->bits));
		val d = LLVMBuildSub(
			c->b, LLVMBuildExtractElement(c->b, v, jit_int(c, 32, 1), ""),
			LLVMBuildExtractElement(c->b, v, jit_int(c, 32, 0), ""), "");
		u64 most = (u64)(l->walk[i].step < 0 ? -l->walk[i].step
		                                     : l->walk[i].step);
		d = LLVMBuildAdd(c->b, d, jit_int(c, own->bits, most), "");
		val far = LLVMBuildICmp(c->b, LLVMIntUGT, d,
		                        jit_int(c, own->bits, 2 * most), "");
		apart = apart ? LLVMBuildAnd(c->b, apart, far, "") : far;
	}
	return apart;
}

/* The lane's rounds are counted; too many, and the warp has to take turns. */
static void count_round(struct fn *c, val left, bb on) {
	val n = LLVMBuildLoad2(c->b, c->i32, left, "");
	n = LLVMBuildSub(c->b, n, jit_int(c, 32, 1), "");
	LLVMBuildStore(c->b, n, left);
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntSGT, n, jit_int(c, 32, 0), ""), true, on,
	           c->lanes.away);
}

static bb way_to(const struct fn *c, const struct lane_loop *l, const bb *at, u32 to,
                 bb round, bb left) {
	if (!is_in(c, l, to))
		return left;
	return to == l->loop->header ? round : at[c->cfg->pos[to] - l->loop->first];
}

/* What is checked together for a lane is so for no more than that, and the other way
 * round. */
static void forget_groups(struct fn *c, const struct lane_loop *l) {
	for (u32 i = 0; i < l->loop->n; i++) {
		const struct block *blk = &c->f->block[block_of(c, l, i)];
		memset(c->mem.group_of + blk->first, 0, blk->ninst * sizeof(u32));
		memset(c->mem.group_ptr + blk->first, 0,
		       blk->ninst * sizeof *c->mem.group_ptr);
	}
}

static void emit_blocks(struct fn *c, struct lane_loop *l, bb *at, bb round, bb left) {
	forget_groups(c, l);
	for (u32 i = 0; i < l->loop->n; i++) {
		u32 b = block_of(c, l, i);
		const struct block *blk = &c->f->block[b];
		const struct inst *last = block_last(c->f, blk);
		jit_regs_drop(c);
		jit_at(c, at[i]);
		c->block = b;
		for (u32 k = 0; k < blk->ninst; k++) {
			const struct inst *in = &c->f->inst[blk->first + k];
			c->pos = c->cfg->inst_pos[b] + k;
			if (in->row != ROW_BRA)
				jit_inst(c, in);
		}
		val p = NULL;
		if (last && last->row == ROW_BRA && last->guard != NO_REG) {
			p = jit_reg_scalar(c, last->guard);
			p = last->guard_negated ? LLVMBuildNot(c->b, p, "") : p;
		}
		jit_regs_end(c, false);
		u32 to = last && last->row == ROW_BRA ? last->operand[0].index : b + 1;
		bb way = way_to(c, l, at, to, round, left);
		if (p)
			jit_if(c, p, way, way_to(c, l, at, b + 1, round, left));
		else
			jit_goto(c, way);
	}
	forget_groups(c, l);
}

static void emit_lanes(struct fn *c, struct lane_loop *l, val all, bb done) {
	struct mask mask = c->mask;
	struct explain *explain = c->explain;
	val todo = new_alloca(c, c->i32, "todo"), left = new_alloca(c, c->i32, "left");
	bb next = jit_block(c, "lane"), end = jit_block(c, "laneend"),
	   round = jit_block(c, "laneround");
	bb *at = arena_array(c->a, bb, l->loop->n);
	u32 most = WARP_LANES * c->opt.most_back_edges;
	for (u32 i = 0; i < l->loop->n; i++)
		at[i] = jit_block(c, "laneblock");
	LLVMBuildStore(c->b, all, todo);
	LLVMBuildStore(c->b, jit_int(c, 32, most), left);
	jit_goto(c, next);
	begin_lane(c, l);
	c->mask = c->em = (struct mask){.full = true};
	c->explain = NULL;
	jit_at(c, next);
	val arg[2] = {LLVMBuildLoad2(c->b, c->i32, todo, ""), jit_int(c, 1, 1)};
	val lane = jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2);
	load_lane(c, l, lane);
	jit_goto(c, at[0]);
	jit_at(c, round);
	count_round(c, left, at[0]);
	emit_blocks(c, l, at, round, end);
	jit_regs_drop(c);
	jit_at(c, end);
	store_lane(c, l, lane);
	val rest = LLVMBuildAnd(c->b, arg[0],
	                        LLVMBuildSub(c->b, arg[0], jit_int(c, 32, 1), ""), "");
	LLVMBuildStore(c->b, rest, todo);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, rest, jit_int(c, 32, 0), ""), next,
	       done);
	end_lane(c, l);
	c->mask = c->em = mask;
	c->explain = explain;
	/* rounds of all lanes are paid for as if they had run together */
	jit_at(c, done);
	val used = LLVMBuildSub(c->b, jit_int(c, 32, most),
	                        LLVMBuildLoad2(c->b, c->i32, left, ""), "");
	used = LLVMBuildLShr(c->b, used, jit_int(c, 32, 5), "");
	val budget = LLVMBuildLoad2(c->b, c->i32, c->flow.budget, "");
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, budget, used, ""), c->flow.budget);
}

static bool may_try(const struct fn *c) {
	return (c->host->gathers_by_lane || jit_config()->coarsen) && !c->opt.is_quick &&
	       !c->opt.is_large && !c->opt.is_verified && !c->opt.confined &&
	       !c->flow.split && !jit_config()->sanitize;
}

bool lane_loop(struct fn *c, u32 header, u32 *exit, bb *otherwise) {
	if (!may_try(c) || !cfg_is_header(c->cfg, header))
		return false;
	struct lane_loop *l = loop_at(c, header);
	if (l == &none)
		return false;
	*exit = l->exit;
	*otherwise = jit_block(c, "together");
	bb try = jit_block(c, "try"), away = jit_block(c, "giveup"),
	   done = jit_block(c, "lanesdone");
	if (!l->flag) {
		l->flag = new_alloca(c, c->i8, "apart");
		bb here = jit_entry(c);
		l->init = LLVMBuildStore(c->b, jit_int(c, 8, 1), l->flag);
		jit_prologue_end(c, here);
	}
	val on = LLVMBuildLoad2(c->b, c->i8, l->flag, "");
	c->pos = c->cfg->inst_pos[header];
	c->block = header;
	on = LLVMBuildICmp(c->b, LLVMIntNE, on, jit_int(c, 8, 0), "");
	jit_likely(c, on, true, try, *otherwise);
	jit_at(c, try);
	val apart = are_apart(c, l);
	if (apart) {
		bb walk = jit_block(c, "walk");
		jit_likely(c, apart, true, walk, *otherwise);
		jit_at(c, walk);
	}
	to_arrays(c, l);
	c->lanes.away = away;
	c->lanes.failed = false;
	emit_lanes(c, l,
	           c->mask.full ? jit_int(c, 32, UINT32_MAX) : jit_mask_bits(c, &c->mask),
	           done);
	c->lanes.away = NULL;
	if (c->lanes.failed)
		LLVMSetOperand(l->init, 0, jit_int(c, 8, 0));
	from_arrays(c, l);
	bb here = LLVMGetInsertBlock(c->b);
	jit_at(c, away);
	LLVMBuildStore(c->b, jit_int(c, 8, 0), l->flag);
	jit_goto(c, *otherwise);
	jit_at(c, here);
	explain_access(c, &c->f->inst[c->f->block[header].first], "lane by lane",
	               "each lane walks through memory of its own, for as many rounds as "
	               "it likes: one after the other runs the loop to its end");
	return true;
}
