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
 * What is run so is a piece (lane_find.c): a loop, or a branch around loops. It only
 * computes and loads, so nothing is lost if it is given up: an access that fails its
 * check, or more rounds than a warp may take at once, send all lanes back to the start
 * of the piece with the registers they came with. The piece is not tried again then,
 * until the function is called anew.
 *
 *     start:   is it to be tried?          no: the piece for all lanes
 *              registers to an array of lanes
 *        lane: the registers of the next lane
 *              the piece, where every register is a scalar
 *              what it has changed, back to the array; more lanes: to `lane`
 *              registers out of the array, to the piece's exit
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/lane_loop.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/lane_pair.h"
#include "backend/llvm/flow/lane_piece.h"
#include "backend/llvm/mem/mem.h"

/* After a warp all of whose lanes run the same number of rounds. */
enum { SKIPPED_WARPS = 15 };

/* ---- registers --------------------------------------------------------------------- */

/* An array of lanes is filled by vectors, which are not to go over lines. */
static val new_alloca(struct fn *c, typ t, const char *name) {
	bb here = jit_entry(c);
	val v = LLVMBuildAlloca(c->b, t, name);
	if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		LLVMSetAlignment(v, LINE_BYTES);
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
static void to_arrays(struct fn *c, struct lane_piece *p) {
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		struct jreg *own = &c->reg[r->reg];
		if (r->is_invariant) {
			r->value = jit_reg_scalar(c, r->reg);
			continue;
		}
		if (!r->comes && !r->goes)
			continue;
		if (!r->array)
			r->array = own->bits == 1 ? new_alloca(c, c->i32, "lanes")
			                          : new_alloca(c,
			                                       LLVMArrayType2(own->type,
			                                                      WARP_LANES),
			                                       "lanes");
		if (!r->comes) {
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

void lane_register(struct fn *c, u32 reg, enum reg_class class) {
	struct jreg *own = &c->reg[reg];
	own->class = class;
	own->how = NULL;
	own->promoted = true;
	own->dirty = false;
	own->nwrite = 2;
	memset(own->slot, 0, sizeof own->slot);
	memset(own->now, 0, sizeof own->now);
	memset(own->fixed, 0, sizeof own->fixed);
}

void lane_restore(struct fn *c, u32 reg, const struct jreg *saved) {
	struct jreg *own = &c->reg[reg];
	bool listed = own->is_listed;
	*own = *saved;
	own->is_listed = listed;
	own->dirty = false;
	memset(own->now, 0, sizeof own->now);
}

/* Makes all registers of the piece scalars of the lane at hand, each in an alloca. */
static void begin_lane(struct fn *c, struct lane_piece *p) {
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		r->saved = c->reg[r->reg];
		if (r->is_invariant)
			c->reg[r->reg].fixed[0] = r->value;
		else
			lane_register(c, r->reg, REG_SCALAR);
	}
}

static void end_lane(struct fn *c, struct lane_piece *p) {
	jit_regs_drop(c);
	for (u32 i = 0; i < p->nreg; i++)
		lane_restore(c, p->reg[i].reg, &p->reg[i].saved);
}

static void load_lane(struct fn *c, struct lane_piece *p, val lane) {
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		if (r->is_invariant || !r->comes)
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

static void store_lane(struct fn *c, struct lane_piece *p, val lane) {
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		if (!r->goes)
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

static u32 last_block(const struct fn *c, const struct lane_piece *p) {
	return c->cfg->order[p->first + p->n - 1];
}

/* What is set from now on is so at the end of the piece. */
static void set_position_at_end(struct fn *c, const struct lane_piece *p) {
	u32 last = last_block(c, p);
	c->pos = c->cfg->inst_pos[last] + c->f->block[last].ninst -
	         (c->f->block[last].ninst > 0);
}

static void from_arrays(struct fn *c, struct lane_piece *p,
                        const struct lane_pair *pair) {
	set_position_at_end(c, p);
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		struct jreg *own = &c->reg[r->reg];
		val chunk[MAX_CHUNKS];
		if (!r->goes)
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
			if (pair)
				LLVMBuildStore(c->b, chunk[k], jit_slot(c, r->reg, k));
			else
				jit_reg_set_chunk(c, r->reg, k, chunk[k]);
		}
	}
}

/* ---- code -------------------------------------------------------------------------- */

/* One lane after the other suits lanes that are apart: from one to the next it is more
 * than what they walk in a round. Of registers that are there when the piece begins. */
static val are_apart(struct fn *c, struct lane_piece *p) {
	val apart = NULL;
	for (u32 i = 0; i < p->nwalk; i++) {
		struct jreg *own = &c->reg[p->walk[i].reg];
		const struct lane_reg *r = p->reg;
		while (r->reg != p->walk[i].reg)
			r++;
		if (own->class != REG_VECTOR || !r->lives_in)
			continue;
		val v = jit_cast(c, jit_reg_chunk(c, p->walk[i].reg, 0),
		                 jit_int_type(c, own->bits));
		val d = LLVMBuildSub(
			c->b, LLVMBuildExtractElement(c->b, v, jit_int(c, 32, 1), ""),
			LLVMBuildExtractElement(c->b, v, jit_int(c, 32, 0), ""), "");
		u64 most = (u64)(p->walk[i].step < 0 ? -p->walk[i].step
		                                     : p->walk[i].step);
		d = LLVMBuildAdd(c->b, d, jit_int(c, own->bits, most), "");
		val far = LLVMBuildICmp(c->b, LLVMIntUGT, d,
		                        jit_int(c, own->bits, 2 * most), "");
		apart = apart ? LLVMBuildAnd(c->b, apart, far, "") : far;
	}
	return apart;
}

/* Another round of the loop whose header is `at`. */
static void next_round(struct fn *c, const struct lane_code *k, u32 loop, bb at) {
	val n = LLVMBuildLoad2(c->b, c->i32, k->rounds[loop], "");
	n = LLVMBuildAdd(c->b, n, jit_int(c, 32, 1), "");
	LLVMBuildStore(c->b, n, k->rounds[loop]);
	val end = LLVMBuildLoad2(c->b, c->i32, k->allowed[loop], "");
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntNE, n, end, ""), true, at,
	           c->lanes.away);
}

void lane_leave_loop(struct fn *c, const struct lane_code *k, u32 loop) {
	val n = LLVMBuildLoad2(c->b, c->i32, k->rounds[loop], "");
	val total = LLVMBuildLoad2(c->b, c->i32, k->total, "");
	LLVMBuildStore(c->b, LLVMBuildAdd(c->b, total, n, ""), k->total);
}

/* The way from one block to another. */
static bb way_to(struct fn *c, const struct lane_code *k, u32 from, u32 to) {
	const struct cfg *g = c->cfg;
	bool is_in = lane_has(c, k->piece, to);
	bb at = is_in ? k->at[g->pos[to] - k->piece->first] : k->end;
	u32 loop = g->loop_of[from];
	bb here = LLVMGetInsertBlock(c->b), way = jit_block(c, "laneway");
	jit_at(c, way);
	for (; loop != NO_LOOP && lane_has(c, k->piece, g->loop[loop].header) &&
	       !cfg_loop_has(g, loop, to);
	     loop = g->loop[loop].parent)
		lane_leave_loop(c, k, loop);
	if (is_in && cfg_is_back_edge(g, from, to))
		next_round(c, k, g->loop_of[to], at);
	else if (is_in && cfg_is_header(g, to))
		jit_goto(c, k->checks[g->loop_of[to]].first);
	else
		jit_goto(c, at);
	jit_at(c, here);
	return way;
}

/* What is checked together for a lane is so for no more than that, and the other way
 * round. */
void lane_forget_groups(struct fn *c, const struct lane_piece *p) {
	for (u32 i = p->first; i < p->first + p->n; i++) {
		u32 b = c->cfg->order[i];
		const struct block *blk = &c->f->block[b];
		memset(c->mem.group_of + blk->first, 0, blk->ninst * sizeof(u32));
		mem_forget_groups(c, b);
	}
}

/* Emits what follows the block's instructions. */
static void block_ends(struct fn *c, const struct lane_code *k, u32 b) {
	const struct inst *last = block_last(c->f, &c->f->block[b]);
	bool branches = last && last->row == ROW_BRA;
	val p = NULL;
	if (branches && last->guard != NO_REG) {
		p = jit_reg_scalar(c, last->guard);
		p = last->guard_negated ? LLVMBuildNot(c->b, p, "") : p;
	}
	jit_regs_end(c, false);
	bb way = way_to(c, k, b, branches ? last->operand[0].index : b + 1);
	if (p)
		jit_if(c, p, way, way_to(c, k, b, b + 1));
	else
		jit_goto(c, way);
}

void lane_run_block(struct fn *c, u32 block) {
	const struct block *blk = &c->f->block[block];
	jit_regs_drop(c);
	c->block = block;
	for (u32 n = 0; n < blk->ninst; n++) {
		const struct inst *in = &c->f->inst[blk->first + n];
		c->pos = c->cfg->inst_pos[block] + n;
		if (in->row != ROW_BRA)
			jit_inst(c, in);
	}
}

static void emit_blocks(struct fn *c, const struct lane_code *k) {
	const struct lane_piece *p = k->piece;
	for (u32 i = 0; i < p->n; i++) {
		u32 b = c->cfg->order[p->first + i];
		jit_at(c, k->at[i]);
		lane_run_block(c, b);
		block_ends(c, k, b);
	}
	jit_regs_drop(c);
}

/* Before a loop's first round; lane_check.c adds to it what it can tell about others. */
static void begin_loop(struct fn *c, struct lane_code *k, u32 loop) {
	k->rounds[loop] = new_alloca(c, c->i32, "rounds");
	k->allowed[loop] = new_alloca(c, c->i32, "allowed");
	k->checks[loop].first = jit_block(c, "lanefirst");
	jit_at(c, k->checks[loop].first);
	val most[2] = {jit_int(c, 32, k->most)};
	if (k->is_nested)
		most[1] = LLVMBuildLoad2(c->b, c->i32, k->total, "");
	k->checks[loop].rounds = k->is_nested ? jit_intrinsic(c, "llvm.usub.sat", &c->i32,
	                                                      1, most, 2)
	                                      : most[0];
}

static void end_loop(struct fn *c, const struct lane_code *k, u32 loop) {
	val n = k->checks[loop].rounds;
	bb some = jit_block(c, "lanesome");
	jit_at(c, k->checks[loop].first);
	LLVMBuildStore(c->b, n, k->allowed[loop]);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), k->rounds[loop]);
	val least = k->pair ? c->lanes.total : jit_int(c, 32, 1);
	val fits = LLVMBuildICmp(c->b, LLVMIntUGE, n, least, "");
	if (k->checks[loop].fits)
		fits = LLVMBuildAnd(c->b, fits, k->checks[loop].fits, "");
	jit_likely(c, fits, true, some, c->lanes.away);
	jit_at(c, some);
	jit_goto(c, k->at[c->cfg->loop[loop].first - k->piece->first]);
}

static void each_loop(struct fn *c, struct lane_code *k, bool begin) {
	for (u32 i = 0; i < k->piece->n; i++) {
		u32 b = c->cfg->order[k->piece->first + i];
		if (!cfg_is_header(c->cfg, b) ||
		    (k->pair && c->cfg->loop_of[b] == k->pair->u->big.index))
			continue;
		if (begin)
			begin_loop(c, k, c->cfg->loop_of[b]);
		else
			end_loop(c, k, c->cfg->loop_of[b]);
	}
}

static bool is_nested(const struct fn *c, const struct lane_piece *p) {
	bool nested = false;
	for (u32 i = p->first; i < p->first + p->n; i++) {
		u32 l = c->cfg->loop_of[c->cfg->order[i]];
		u32 around = l == NO_LOOP ? NO_LOOP : c->cfg->loop[l].parent;
		nested |= around != NO_LOOP &&
		          lane_has(c, p, c->cfg->loop[around].header);
	}
	return nested;
}

static struct lane_code new_code(struct fn *c, const struct lane_piece *p,
                                 struct lane_pair *pair) {
	u32 n = c->cfg->nloop;
	struct lane_code k = {.piece = p, .pair = pair, .is_nested = is_nested(c, p)};
	k.at = arena_array(c->a, bb, p->n);
	k.end = jit_block(c, "laneend");
	k.most = c->opt.most_back_edges * (k.is_nested ? WARP_LANES : 1);
	k.total = new_alloca(c, c->i32, "total");
	k.rounds = arena_array(c->a, val, n);
	k.allowed = arena_array(c->a, val, n);
	k.checks = arena_array(c->a, struct lane_rounds, n);
	for (u32 i = 0; i < p->n; i++)
		if (!pair || p->first + i == c->cfg->loop[p->pair->small.index].first)
			k.at[i] = jit_block(c, "laneblock");
	return k;
}

/* Emits the loop over the lanes: `all`, one after the other. */
static void emit_lanes(struct fn *c, struct lane_piece *p, struct lane_pair *pair,
                       val all, bb done) {
	val todo = new_alloca(c, c->i32, "todo");
	bb next = jit_block(c, "lane"), in = jit_block(c, "lanein");
	struct mask mask = c->mask;
	struct explain *explain = c->explain;
	struct lane_code k = new_code(c, p, pair);
	LLVMBuildStore(c->b, all, todo);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), k.total);
	if (pair) /* the others need none */
		jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, all, jit_int(c, 32, 0), ""),
		       next, done);
	else
		jit_goto(c, next);
	jit_regs_drop(c);
	begin_lane(c, p);
	c->mask = c->em = (struct mask){.full = true};
	c->explain = NULL;
	each_loop(c, &k, true);
	jit_at(c, next);
	val arg[2] = {LLVMBuildLoad2(c->b, c->i32, todo, ""), jit_int(c, 1, 1)};
	val lane = jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2);
	load_lane(c, p, lane);
	c->lanes.total = pair ? lane_pair_total(c, pair, lane) : NULL;
	c->lanes.begin = next;
	c->lanes.checks = k.checks;
	c->lanes.walk = p->walk;
	c->lanes.nwalk = p->nwalk;
	c->lanes.index = arena_array(c->a, struct index_range, p->nwalk + 1);
	lane_forget_groups(c, p);
	if (pair)
		lane_pair_rounds(c, &k);
	else
		emit_blocks(c, &k);
	jit_at(c, in);
	if (pair)
		jit_goto(c, k.checks[pair->u->small.index].first);
	else if (p->from != NO_BLOCK)
		block_ends(c, &k, c->block = p->from);
	else
		jit_goto(c, k.checks[c->cfg->loop_of[c->cfg->order[p->first]]].first);
	lane_forget_groups(c, p);
	mem_lane_indices(c);
	each_loop(c, &k, false);
	jit_at(c, next);
	jit_goto(c, in);
	jit_at(c, k.end);
	jit_regs_drop(c);
	store_lane(c, p, lane);
	val rest = LLVMBuildAnd(c->b, arg[0],
	                        LLVMBuildSub(c->b, arg[0], jit_int(c, 32, 1), ""), "");
	LLVMBuildStore(c->b, rest, todo);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, rest, jit_int(c, 32, 0), ""), next,
	       done);
	end_lane(c, p);
	c->mask = c->em = mask;
	c->explain = explain;
	/* rounds of all lanes are paid for as if they had run together */
	jit_at(c, done);
	val used = LLVMBuildLShr(c->b, LLVMBuildLoad2(c->b, c->i32, k.total, ""),
	                         jit_int(c, 32, 5), "");
	val budget = LLVMBuildLoad2(c->b, c->i32, c->flow.budget, "");
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, budget, used, ""), c->flow.budget);
}

static bool may_try(const struct fn *c) {
	return (c->host->gathers_by_lane || jit_config()->coarsen) && !c->opt.is_quick &&
	       !c->opt.is_large && !c->opt.is_verified && !c->opt.confined &&
	       !c->flow.split && !jit_config()->sanitize;
}

/* Emits the test whether it is to be tried: the code at hand is where it is. */
static void emit_try(struct fn *c, struct lane_piece *p, bb otherwise) {
	bb try = jit_block(c, "try");
	if (!p->flag) {
		p->flag = new_alloca(c, c->i8, "apart");
		bb here = jit_entry(c);
		p->init = LLVMBuildStore(c->b, jit_int(c, 8, 1), p->flag);
		jit_prologue_end(c, here);
	}
	val on = LLVMBuildLoad2(c->b, c->i8, p->flag, "");
	on = LLVMBuildICmp(c->b, LLVMIntNE, on, jit_int(c, 8, 0), "");
	jit_likely(c, on, true, try, otherwise);
	jit_at(c, try);
	val apart = are_apart(c, p);
	if (!apart)
		return;
	bb walk = jit_block(c, "walk");
	jit_likely(c, apart, true, walk, otherwise);
	jit_at(c, walk);
}

/* Emits the lanes of a piece, or the rounds of its loops as one, from registers to
 * registers. */
static void run_lanes(struct fn *c, struct lane_piece *p, struct lane_pair *pair,
                      val lanes) {
	bb done = jit_block(c, "lanesrun");
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		r->goes = pair ? p->pair->carries[r->reg] : r->lives_out;
		r->comes = pair ? r->goes || p->pair->reads[r->reg] : r->lives_in;
	}
	to_arrays(c, p);
	emit_lanes(c, p, pair, lanes, done);
	from_arrays(c, p, pair);
	if (pair)
		lane_pair_end(c, pair);
	set_position_at_end(c, p);
	jit_regs_end(c, false);
}

/* Emits the piece with its loops as one, and goes on where that has not been done: where
 * all lanes have the same number of rounds, or one is not as usual, and for some warps
 * after one of which that is so, as it will be of them. */
static void run_pair(struct fn *c, struct lane_piece *p, val lanes, bb done) {
	bb even = jit_block(c, "laneeven"), plain = jit_block(c, "laneplain");
	bb skip = jit_block(c, "laneskip"), look = jit_block(c, "lanelook");
	u32 mark = jit_fork(c);
	struct reg_arm arm;
	if (!p->skip) {
		p->skip = new_alloca(c, c->i32, "skip");
		bb here = jit_entry(c);
		LLVMBuildStore(c->b, jit_int(c, 32, 0), p->skip);
		jit_prologue_end(c, here);
	}
	val left = LLVMBuildLoad2(c->b, c->i32, p->skip, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, left, jit_int(c, 32, 0), ""), skip,
	       look);
	jit_at(c, skip);
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, left, jit_int(c, 32, 1), ""), p->skip);
	jit_goto(c, plain);
	jit_at(c, look);
	struct lane_pair *pair = lane_pair_begin(c, p);
	run_lanes(c, p, pair, lane_pair_lanes(c, pair, lanes, even));
	jit_goto(c, done);
	jit_fork_end(c, mark, &arm);
	jit_at(c, even);
	LLVMBuildStore(c->b, jit_int(c, 32, SKIPPED_WARPS), p->skip);
	jit_goto(c, plain);
	jit_at(c, plain);
}

bool lane_loop(struct fn *c, u32 block, bool at_branch, struct lane_ways *ways) {
	struct lane_piece *p = may_try(c) ? lane_find(c, block, at_branch) : NULL;
	if (!p)
		return false;
	u32 pos = c->pos, mark = jit_fork(c);
	struct reg_arm arm;
	ways->exit = p->exit;
	ways->last = last_block(c, p);
	ways->otherwise = jit_block(c, "together");
	bb away = jit_block(c, "giveup"), done = jit_block(c, "lanesdone");
	emit_try(c, p, ways->otherwise);
	c->lanes.away = away;
	c->lanes.failed = false;
	val lanes = c->mask.full ? jit_int(c, 32, UINT32_MAX)
	                         : jit_mask_bits(c, &c->mask);
	if (p->pair)
		run_pair(c, p, lanes, done);
	run_lanes(c, p, NULL, lanes);
	jit_goto(c, done);
	jit_at(c, done);
	c->lanes.away = NULL;
	if (c->lanes.failed)
		LLVMSetOperand(p->init, 0, jit_int(c, 8, 0));
	bb here = LLVMGetInsertBlock(c->b);
	jit_at(c, away);
	LLVMBuildStore(c->b, jit_int(c, 8, 0), p->flag);
	jit_goto(c, ways->otherwise);
	jit_at(c, here);
	jit_fork_end(c, mark, &arm);
	c->pos = pos;
	c->block = block;
	explain_access(c, &c->f->inst[c->f->block[c->cfg->order[p->first]].first],
	               "lane by lane",
	               p->pair ? "each lane walks through memory of its own: one after "
	                         "the other runs the unrolled loop and its odd rounds "
	                         "as one loop"
	                       : "each lane walks through memory of its own, for as many "
	                         "rounds as it likes: one after the other runs to its "
	                         "end");
	return true;
}
