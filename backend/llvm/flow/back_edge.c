/* back_edge.c - what the way back to a loop's header costs. It is paid for out of a
 * budget: when that is spent, the warp leaves at the header, so that others run and the
 * clock is read. Before that, warps of a cta take turns in loops that load.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/back_edge.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/verify.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/warp_coarsening.h"

u32 jit_round_poll(const struct fn *c, u32 header) {
	const struct cfg *g = c->cfg;
	u64 sum = 1;
	for (u32 i = g->pos[header]; i <= g->pos[c->block]; i++)
		sum += c->flow.poll[g->order[i]];
	return (u32)MIN(sum, (u64)JIT_BUDGET / 8);
}

val jit_round_spun(struct fn *c, u32 header) {
	return jit_int(c, 32, jit_round_poll(c, header) > 1 ? LEAVE_POLLS : LEAVE_SPUN);
}

val jit_spend(struct fn *c, u32 n) {
	val left = LLVMBuildLoad2(c->b, c->i32, c->flow.budget, "");
	left = LLVMBuildSub(c->b, left, jit_int(c, 32, n), "");
	LLVMBuildStore(c->b, left, c->flow.budget);
	return left;
}

void jit_pay_poll(struct fn *c, const struct inst *in) {
	if (!jit_polls(c, in))
		return;
	c->flow.poll_cost += POLL_COST;
	if (c->cfg->loop_of[c->block] != NO_LOOP)
		jit_spend(c, POLL_COST);
}

/* Lanes of a warp that leaves while others wait for them go on in the interpreter, until
 * they meet. Those that poll for nothing may as well take more rounds first: random
 * walks, rays. */
enum { ROUNDS_APART = 31 * JIT_BUDGET };

val jit_may_go_round(struct fn *c, u32 header) {
	bool apart = c->is_part && jit_round_poll(c, header) == 1 &&
	             c->opt.most_back_edges == JIT_BUDGET;
	val left = jit_spend(c, 1),
	    limit = jit_int(c, 32, apart ? (u32)-ROUNDS_APART : 0);
	return LLVMBuildICmp(c->b, LLVMIntSGT, left, limit, "");
}

void jit_pay(struct fn *c, u32 header, struct mask *m) {
	bb on = jit_block(c, "round"), tired = jit_block(c, "tired");
	jit_likely(c, jit_may_go_round(c, header), true, on, tired);
	jit_at(c, tired);
	jit_leave(c, c->df->block_pc[header], c->pos, m, jit_round_spun(c, header));
	jit_at(c, on);
}

/* Counts the cache lines that the load of consecutive lanes reads, of memory that is used
 * once; 0 if it is of another kind. */
static u32 stream_lines(struct fn *c, const struct inst *in) {
	struct mem m;
	if (!mem_describe(c, &m, in) || !mem_is_stream(c, &m))
		return 0;
	const struct uniform_value *how = c->reg[in->operand[m.ai].index].how;
	bool line = how && how->kind == VALUE_AFFINE && how->stride == (s64)m.bytes &&
	            !how->row;
	return line ? (WARP_LANES * m.bytes + 63) / 64 : 0;
}

/* Counts loads from global memory in a round of the loop. Returns 0 if its warps take no
 * turns, as they wait for each other anyway, or poll for another thread. Where all of
 * them read memory that is used once, each counts for more: the warps of a cta read
 * neighbouring lines, and the host sees a pattern, and finds open pages, if they do so
 * soon after each other. */
static u32 loads_of_round(struct fn *c, u32 header) {
	const struct cfg *g = c->cfg;
	u64 nthread = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2];
	u32 n = 0, lines = 0;
	bool streams = !c->opt.is_quick;
	if (!c->facts.is_kernel || c->flow.split || c->dm->func[c->f->index].has_calls ||
	    (nthread && nthread <= WARP_LANES) || jit_round_poll(c, header) > 1)
		return 0;
	for (u32 i = g->pos[header]; i <= g->pos[c->block]; i++) {
		const struct block *b = &c->f->block[g->order[i]];
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			const struct inst *in = &c->f->inst[k];
			u32 space = MOD_GET(in->mods, SPACE);
			if (jit_can_wait(in) || row_info(in->row)->props & PROP_ATOMIC)
				return 0;
			if (in->row != ROW_LD || (space && space != SPACE_GLOBAL))
				continue;
			u32 of = stream_lines(c, in);
			streams &= of > 0;
			lines += of;
			n++;
		}
	}
	if (streams)
		n = lines * (TURN_LOADS / STREAM_LINES);
	return MIN(n, (u32)TURN_LOADS);
}

/* What the warp has loaded may still be in the caches when the next one has its turn. In
 * a loop through which warps go together (warp_coarsening.c) its first turn is short. */
void jit_take_turns(struct fn *c, u32 header) {
	if (c->entries.nturn == MAX_TURN_STATES)
		return;
	struct coarsening *together = coarsen_find_loop(c, header);
	u32 loads = loads_of_round(c, header), n, until = 0;
	if (together) {
		loads = MAX(loads, 1u);
		until = TURN_LOADS - MIN(coarsen_rounds() * loads, (u32)TURN_LOADS);
	}
	if (!loads)
		return;
	val left = LLVMBuildLoad2(c->b, c->i32, c->warps.turn, "");
	left = LLVMBuildSub(c->b, left, jit_int(c, 32, loads), "");
	LLVMBuildStore(c->b, left, c->warps.turn);
	bb on = jit_block(c, "myturn"), over = jit_block(c, "over"),
	   go = jit_block(c, "others"), back = jit_block(c, "back");
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntSGT, left, jit_int(c, 32, until), ""),
	           true, on, over);
	jit_at(c, over);
	LLVMBuildStore(c->b, jit_int(c, 32, TURN_LOADS + until), c->warps.turn);
	jit_if(c, jit_warp_may_turn(c), go, on);
	jit_at(c, go);
	n = c->entries.nlean++;
	c->entries.nturn++;
	c->entries.lean[n].entry_pc = c->df->block_pc[header];
	c->entries.lean[n].pos = c->pos;
	c->entries.lean[n].is_turn = true;
	jit_save(c, c->pos, false);
	jit_warp_turns(c, COMPILED_STATE + n);
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, COMPILED_STATE + n), back);
	jit_at(c, back);
	if (together)
		coarsen_try(together, COMPILED_STATE + n);
	LLVMBuildStore(c->b, jit_int(c, 32, TURN_LOADS + until), c->warps.turn);
	jit_verify_begin(c, c->pos, false);
	jit_load(c, c->pos, false);
	jit_waiting_clear_all(c);
	jit_goto(c, c->flow.full[header].start);
	jit_at(c, on);
}
