/* demanded_lanes.c - finds the lanes of each register whose values are used. Where
 * shuffles bring the values of a warp together and one lane goes on with the sum, each
 * step demands half as many lanes as the one before:
 *
 *     add      shfl.down 16   add           shfl.down 8   add           ...   st, in lane 0
 *     32       16 .. 31       0 .. 15       8 .. 15       0 .. 7              0
 *
 * The analysis goes backwards from uses by the lanes that can reach them
 * (thread_predicates.c), for each register over all of its uses. Instructions are emitted
 * for the lanes from 0 up to the last demanded one; the others are 0, with which no
 * instruction faults.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/demanded_lanes.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/flow/thread_predicates.h"

enum { MOST_ROUNDS = 8, LEAST_LANES = 4 };

struct want {
	struct fn *c;
	u32 lanes;
	bool changed;
};

static void see_dest(void *ctx, u32 reg, enum reg_role role) {
	struct want *w = ctx;
	if (role != REG_READ)
		w->lanes |= w->c->facts.demanded[reg];
}

static void want_source(void *ctx, u32 reg, enum reg_role role) {
	struct want *w = ctx;
	if (role == REG_WRITTEN)
		return;
	w->changed |= (w->lanes & ~w->c->facts.demanded[reg]) != 0;
	w->c->facts.demanded[reg] |= w->lanes;
}

/* Checks whether each lane's results come from its own operands, without other
 * effects. */
static bool is_lane_wise(const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	return in->guard == NO_REG && row->table == 0 &&
	       !(row->props & (PROP_TRAP | PROP_CC_IN | PROP_CC_OUT));
}

static void see_inst(struct want *w, const struct inst *in, u32 come) {
	struct shuffle s;
	w->lanes = 0;
	inst_each_reg(w->c->f, in, see_dest, w);
	if (is_lane_wise(in)) {
		w->lanes &= come;
	} else if (in->guard == NO_REG && jit_is_fixed_shuffle(w->c, in, &s)) {
		u32 to = w->lanes & come, from = 0;
		for (u32 l = 0; l < WARP_LANES; l++)
			from |= to >> l & 1 ? 1u << s.from[l] : 0;
		w->lanes = from;
	} else {
		w->lanes = come;
	}
	inst_each_reg(w->c->f, in, want_source, w);
}

static void see_block(struct want *w, u32 b) {
	const struct block *blk = &w->c->f->block[b];
	u32 come = jit_lanes_reaching(w->c, b);
	for (u32 i = blk->first + blk->ninst; i-- > blk->first;)
		see_inst(w, &w->c->f->inst[i], come);
}

/* Checks whether some block is reached by some lanes only. */
static bool is_worth_it(struct fn *c) {
	bool some = false;
	if (!c->facts.starts_whole || !c->facts.is_kernel || c->opt.is_quick ||
	    c->facts.uses_cc || !jit_cta_warps(c) || c->dm->func[c->f->index].has_calls)
		return false;
	for (u32 i = 0; i < c->cfg->nreach; i++)
		some |= jit_lanes_reaching(c, c->cfg->order[i]) != UINT32_MAX;
	return some;
}

void jit_find_demanded(struct fn *c) {
	struct want w = {.c = c, .changed = true};
	if (!is_worth_it(c))
		return;
	c->facts.demanded = arena_array(c->a, u32, c->f->nreg + 1);
	for (u32 round = 0; round < MOST_ROUNDS && w.changed; round++) {
		w.changed = false;
		for (u32 i = c->cfg->nreach; i-- > 0;)
			see_block(&w, c->cfg->order[i]);
	}
	if (w.changed)
		c->facts.demanded = NULL;
}

u32 jit_demanded_lanes(const struct fn *c, const struct operand *o) {
	bool all = !c->facts.demanded || c->is_guarded || !o || o->kind != OPR_REG;
	return all ? UINT32_MAX : c->facts.demanded[o->index];
}

u32 jit_demanded_width(const struct fn *c, const struct operand *o, u32 k) {
	u32 lanes = jit_demanded_lanes(c, o) >> (k * c->width) &
	            (UINT32_MAX >> (WARP_LANES - c->width)),
	    last = 31 - (u32)__builtin_clz(lanes | 1);
	return lanes ? jit_demanded_width_to(c, last) : 0;
}

u32 jit_demanded_width_to(const struct fn *c, u32 lane) {
	u32 n = LEAST_LANES;
	while (n <= lane)
		n *= 2;
	return MIN(n, c->width);
}

/* ---- vectors of fewer lanes -------------------------------------------------------- */

static u32 lanes_of(val v) {
	return LLVMGetVectorSize(LLVMTypeOf(v));
}

static val shuffle(struct fn *c, val a, val b, u32 first, u32 n, u32 to) {
	val lane[WARP_LANES];
	for (u32 i = 0; i < to; i++)
		lane[i] = jit_int(c, 32, i < n ? first + i : lanes_of(a));
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, to), "");
}

val jit_widen(struct fn *c, val v) {
	u32 n = lanes_of(v);
	return n == c->width
	               ? v
	               : shuffle(c, v, LLVMConstNull(LLVMTypeOf(v)), 0, n, c->width);
}

/* The vector that jit_widen has made `v` of, or `v`. */
static val unwiden(val v) {
	if (LLVMIsAShuffleVectorInst(v) && LLVMIsNull(LLVMGetOperand(v, 1)) &&
	    lanes_of(LLVMGetOperand(v, 0)) < lanes_of(v))
		return LLVMGetOperand(v, 0);
	return v;
}

val jit_narrow(struct fn *c, val v, u32 n) {
	if (lanes_of(v) == n)
		return v;
	if (LLVMIsABitCastInst(v)) {
		val from = LLVMGetOperand(v, 0);
		typ t = LLVMTypeOf(from), lane = LLVMGetElementType(LLVMTypeOf(v));
		if (LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
		    lanes_of(from) == lanes_of(v))
			return LLVMBuildBitCast(c->b, jit_narrow(c, from, n),
			                        LLVMVectorType(lane, n), "");
	}
	val own = unwiden(v);
	if (lanes_of(own) < n)
		own = v;
	return lanes_of(own) == n
	               ? own
	               : shuffle(c, own, LLVMGetPoison(LLVMTypeOf(own)), 0, n, n);
}
