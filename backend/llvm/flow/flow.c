/* flow.c - blocks, branches and the ways into a function. fn.h describes the two versions
 * of a block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/verify.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/engine.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/affine_compare.h"
#include "backend/llvm/flow/back_edge.h"
#include "backend/llvm/flow/brx.h"
#include "backend/llvm/flow/constant_branch.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/function_split.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/flow/waiting_intervals.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/cta_segments.h"
#include "backend/llvm/warps/cta_strip.h"
#include "backend/llvm/warps/cta_trace.h"
#include "backend/llvm/warps/warp_coarsening.h"
#include "backend/machine/strong_access.h"

enum { ENTRY_COST_FREE = 512, ENTRY_COST_PER_INST = 2 };

struct flow {
	struct fn *c;
	bb refused;
	bb *entry_full, *entry_part; /* per entry: the ways in, NULL if not made */
	VEC(u32) entries;            /* of the piece at hand */
	u32 first, end;              /* positions of its blocks in cfg->order */
	u32 next_start;              /* regs.next_start there */
	struct waiting_intervals waits;
	bb *done;     /* per block: its part version has run */
	bb *full_end; /* per block: after which the part version is put, see jit_at */
	bool *meets;  /* per block: where the lanes of a divergent branch meet again */
	bool deopts;  /* lanes may have to run apart in the interpreter */
	struct condition {             /* of the branch at the end of a full version */
		const struct inst *in; /* NULL: not made */
		val chunk[MAX_CHUNKS], bits; /* of the guard, as if it were not negated */
		struct affine_compare compare;
		bool has_affine_compare;
	} condition;
	u64 entry_cost;
	u32 i; /* position in cfg->order */
};

static struct mask live_lanes(struct fn *c) {
	struct mask m = {.full = false};
	val live = jit_live_lanes(c);
	jit_chunks_of(c, live, m.chunk);
	m.bits = live;
	return m;
}

/* ---- full version ------------------------------------------------------------------ */

static bool is_back(const struct fn *c, u32 to) {
	return cfg_is_back_edge(c->cfg, c->block, to);
}

/* Goes on in the loop's second version, or leaves it. */
static void version_goto(struct flow *w, u32 to) {
	struct fn *c = w->c;
	struct mask all = {.full = true};
	bb at = loop_version_block(c, to);
	if (is_back(c, to))
		jit_pay(c, to, &all);
	if (!at)
		loop_version_leave(c, to);
	jit_goto(c, at ? at : jit_way(c, to, WAY_FULL));
}

static void full_goto(struct flow *w, u32 to) {
	struct fn *c = w->c;
	if (c->versions.now) {
		version_goto(w, to);
		return;
	}
	bool back = is_back(c, to);
	if (back) {
		struct mask all = {.full = true};
		jit_pay(c, to, &all);
		jit_take_turns(c, to);
	}
	jit_goto(c, back && c->versions.round[to] ? c->versions.round[to]
	                                          : jit_way(c, to, WAY_FULL));
}

/* Returns a block that goes on to `to`, for one side of a branch. */
static bb full_edge(struct flow *w, u32 to) {
	struct fn *c = w->c;
	if (!is_back(c, to) && !c->versions.now)
		return jit_way(c, to, WAY_FULL);
	bb here = LLVMGetInsertBlock(c->b), edge = jit_block(c, "edge");
	jit_at(c, edge);
	full_goto(w, to);
	jit_at(c, here);
	return edge;
}

static void guard_masks(struct fn *c, const struct inst *in, struct mask *yes,
                        struct mask *no) {
	*yes = *no = (struct mask){.full = false};
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = jit_reg_chunk(c, in->guard, k);
		yes->chunk[k] = in->guard_negated ? LLVMBuildNot(c->b, p, "") : p;
		no->chunk[k] = in->guard_negated ? p : LLVMBuildNot(c->b, p, "");
	}
}

/* The lanes that take part and for which the guard holds, and those for which it does
 * not. */
static void part_masks(struct fn *c, const struct inst *in, struct mask *yes,
                       struct mask *no) {
	struct mask *m = &c->mask;
	guard_masks(c, in, yes, no);
	if (m->bits) { /* one mask is made bits, not two */
		val bits = jit_mask_bits(c, yes);
		yes->bits = LLVMBuildAnd(c->b, m->bits, bits, "");
		no->bits = LLVMBuildAnd(c->b, m->bits, LLVMBuildNot(c->b, bits, ""), "");
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		no->chunk[k] = LLVMBuildAnd(c->b, m->chunk[k], no->chunk[k], "");
		yes->chunk[k] = LLVMBuildAnd(c->b, m->chunk[k], yes->chunk[k], "");
	}
}

static val guard_scalar(struct fn *c, const struct inst *in) {
	val p = jit_reg_scalar(c, in->guard);
	return in->guard_negated ? LLVMBuildNot(c->b, p, "") : p;
}

/* Goes from the full version to the part version: lanes are going to wait for `first` and
 * blocks after it. A new round of a loop starts where the block's part version would go
 * on. */
static bb begin_part(struct flow *w, u32 first) {
	struct fn *c = w->c;
	bool back = is_back(c, first);
	waiting_clear(c, &w->waits, c->cfg->pos[back ? c->block : first], NO_BLOCK);
	return back ? w->done[c->block] : jit_way(c, first, WAY_CHECK);
}

static void make_condition(struct flow *w, const struct inst *in) {
	struct fn *c = w->c;
	struct condition *q = &w->condition;
	if (q->in == in)
		return;
	q->in = in;
	q->has_affine_compare = jit_find_affine_compare(c, in, &q->compare);
	if (q->has_affine_compare)
		return;
	for (u32 k = 0; k < c->nchunk; k++)
		q->chunk[k] = jit_reg_chunk(c, in->guard, k);
	q->bits = jit_bits_of(c, q->chunk);
}

/* The code generator of -O0 takes a block from its end. It is fast up to the first
 * instruction that it does not know, such as any on vectors of conditions; the rest goes
 * the slow way. So in the first tier registers go home after the branch's condition. */
static void condition_first(struct flow *w, const struct inst *last) {
	const struct fn *c = w->c;
	bool is = c->opt.is_quick && !c->is_part && last && last->row == ROW_BRA &&
	          last->guard != NO_REG && !jit_is_scalar(c, last->guard) &&
	          last->operand[0].index != c->block + 1;
	if (is)
		make_condition(w, last);
}

/* Most warps leave here if two lanes tell that all agree. The code that follows, and the
 * condition, are for the others. */
static void full_affine_compare(struct flow *w, const struct inst *in, bb to_yes,
                                bb to_no) {
	struct fn *c = w->c;
	struct condition *q = &w->condition;
	make_condition(w, in);
	if (!q->has_affine_compare)
		return;
	jit_affine_compare_leave(c, &q->compare, in->guard_negated ? to_no : to_yes,
	                         in->guard_negated ? to_yes : to_no);
	for (u32 k = 0; k < c->nchunk; k++)
		q->chunk[k] = jit_affine_compare_chunk(c, &q->compare, k);
	q->bits = jit_bits_of(c, q->chunk);
}

/* Emits the branch for warps whose lanes all go the same way. */
static void full_both(struct flow *w, const struct branch_lanes *k, u32 yes, u32 no) {
	struct fn *c = w->c;
	if (k->all && k->none)
		jit_if_warp(c, k->all, full_edge(w, yes), full_edge(w, no));
	else
		full_goto(w, k->all ? yes : no);
}

/* Emits a branch that the same lanes take in all ctas. False: it is of another kind. */
static bool branch_lanes(struct flow *w, const struct inst *in, u32 yes, u32 no) {
	struct fn *c = w->c;
	struct branch_lanes k;
	struct constant_branch s;
	if (c->opt.is_quick || !jit_branch_lanes(c, c->block, in, &k) ||
	    (k.some && !constant_branch_find(c, yes, no, k.lanes, &s)))
		return false;
	explain_access(c, in, "known lanes",
	               "in each warp it is the same lanes that take it");
	if (k.some && (k.all | k.none)) {
		bb some = jit_block(c, "some"), same = jit_block(c, "same");
		jit_if_warp(c, k.some, some, same);
		jit_at(c, same);
		full_both(w, &k, yes, no);
		jit_at(c, some);
	} else if (!k.some) {
		full_both(w, &k, yes, no);
		return true;
	}
	constant_branch_emit(c, &s);
	jit_goto(c, jit_way(c, s.join, WAY_FULL));
	return true;
}

/* If what is at the side is only stores that all lanes can make, all go on together. */
static void full_select_stores(struct flow *w, const struct inst *in, u32 yes, u32 no) {
	struct fn *c = w->c;
	val lanes[MAX_CHUNKS];
	bool at_yes = c->cfg->pos[yes] < c->cfg->pos[no];
	u32 side = at_yes ? yes : no, join = at_yes ? no : yes;
	bb otherwise;
	for (u32 k = 0; k < c->nchunk; k++)
		lanes[k] = at_yes == in->guard_negated
		                   ? LLVMBuildNot(c->b, w->condition.chunk[k], "")
		                   : w->condition.chunk[k];
	if (!jit_select_stores(c, side, join, lanes, &otherwise))
		return;
	jit_goto(c, jit_way(c, join, WAY_FULL));
	jit_at(c, otherwise);
}

static void full_branch(struct flow *w, const struct inst *in, u32 yes, u32 no) {
	struct fn *c = w->c;
	struct condition *q = &w->condition;
	if (jit_is_scalar(c, in->guard) || yes == no) {
		val p = jit_is_scalar(c, in->guard) ? guard_scalar(c, in)
		                                    : jit_int(c, 1, 1);
		bb to_yes = full_edge(w, yes), to_no = full_edge(w, no);
		jit_if(c, p, to_yes, to_no);
		return;
	}
	if (!c->versions.now && branch_lanes(w, in, yes, no))
		return;
	bb mixed = jit_block(c, "mixed"), not_all = jit_block(c, "notall");
	bb to_yes = full_edge(w, yes), to_no = full_edge(w, no);
	full_affine_compare(w, in, to_yes, to_no);
	u32 all = in->guard_negated ? 0 : UINT32_MAX;
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, q->bits, jit_int(c, 32, all), ""),
	       to_yes, not_all);
	jit_at(c, not_all);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, q->bits, jit_int(c, 32, ~all), ""),
	       to_no, mixed);
	jit_at(c, mixed);
	if (c->versions.now) {
		loop_version_leave(c, yes);
		loop_version_leave(c, no);
	} else {
		full_select_stores(w, in, yes, no);
	}
	struct mask is = {.bits = q->bits},
		    other = {.bits = LLVMBuildNot(c->b, q->bits, "")};
	for (u32 k = 0; k < c->nchunk; k++) {
		is.chunk[k] = q->chunk[k];
		other.chunk[k] = LLVMBuildNot(c->b, q->chunk[k], "");
	}
	bb part = begin_part(w, c->cfg->pos[yes] < c->cfg->pos[no] ? yes : no);
	jit_waiting_set(c, yes, in->guard_negated ? &other : &is);
	jit_waiting_set(c, no, in->guard_negated ? &is : &other);
	jit_goto(c, part);
}

/* ---- lanes that end ---------------------------------------------------------------- */

/* Emits a function's return, which the interpreter executes. */
static void by_exec(struct fn *c, const struct inst *in) {
	struct mask em = c->em;
	val r;
	jit_need_all(c, in);
	c->em = em;
	u32 i = (u32)(in - c->f->inst);
	for (u32 k = 0; k < c->f->nret; k++)
		if (c->m->var[c->f->ret[k]].is_reg)
			jit_save_reg(c, c->m->var[c->f->ret[k]].reg);
	val arg[4] = {c->w, jit_int(c, 32, c->df->inst_pc[i]),
	              jit_int(c, 32, c->df->inst_n[i]), jit_mask_bits(c, &em)};
	if (in->guard != NO_REG)
		jit_save_reg(c, in->guard);
	jit_save_cc(c);
	r = jit_call(c, offsetof(struct services, exec), c->i32, arg, 4);
	val moved = LLVMBuildICmp(c->b, LLVMIntEQ, r, jit_int(c, 32, STEP_MOVED), "");
	LLVMBuildRet(c->b,
	             LLVMBuildSelect(c->b, moved, jit_int(c, 32, STEP_NEXT), r, ""));
}

static void exit_lanes(struct fn *c, struct mask *m) {
	val arg[2] = {c->w, jit_mask_bits(c, m)};
	jit_call(c, offsetof(struct services, exit), c->voidt, arg, 2);
}

/* The code after the last block: a function whose end is reached returns. */
static void fall_off(struct fn *c) {
	if (c->facts.is_kernel) {
		jit_warp_ends(c);
		return;
	}
	c->em = c->mask;
	jit_leave(c, c->df->ncode - 1, c->pos, &c->mask, jit_int(c, 32, 0));
}

static bool ends_kernel(const struct fn *c, const struct inst *in) {
	return in->row == ROW_EXIT || (in->row == ROW_RET && c->facts.is_kernel);
}

/* exit, or ret of a kernel. */
static void full_exit(struct flow *w, const struct inst *in, u32 next) {
	struct fn *c = w->c;
	if (in->guard == NO_REG) {
		jit_warp_ends(c);
		return;
	}
	bb out = jit_block(c, "exit");
	if (jit_is_scalar(c, in->guard)) {
		val p = guard_scalar(c, in);
		bb on = full_edge(w, next);
		jit_if(c, p, out, on);
		jit_at(c, out);
		jit_warp_ends(c);
		return;
	}
	struct mask y, n;
	guard_masks(c, in, &y, &n);
	val bits = y.bits = jit_mask_bits(c, &y);
	n.bits = LLVMBuildNot(c->b, bits, "");
	bb some = jit_block(c, "some"), mixed = jit_block(c, "mixed"),
	   on = full_edge(w, next);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 32, 0), ""), on, some);
	jit_at(c, some);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 32, UINT32_MAX), ""),
	       out, mixed);
	jit_at(c, out);
	jit_warp_ends(c);
	jit_at(c, mixed);
	exit_lanes(c, &y);
	bb part = begin_part(w, next);
	jit_waiting_set(c, next, &n);
	jit_goto(c, part);
}

/* ---- brx.idx ----------------------------------------------------------------------- */

static void full_brx(struct flow *w, const struct inst *in, u32 next) {
	struct fn *c = w->c;
	const struct targets *t = &c->f->targets[in->operand[1].index];
	if (in->guard == NO_REG && jit_source_scalar(c, &in->operand[0]) &&
	    jit_operand_value(c, &in->operand[0], 32).kind == VALUE_UNIFORM) {
		val sw = jit_brx_switch(c, in, t);
		for (u32 i = 0; i < t->n; i++)
			LLVMAddCase(sw, jit_int(c, 32, i), full_edge(w, t->index[i]));
		return;
	}
	struct mask m = {.full = true};
	u32 first = in->guard != NO_REG ? next : t->index[0];
	for (u32 i = 0; i < t->n; i++)
		if (c->cfg->pos[t->index[i]] < c->cfg->pos[first])
			first = t->index[i];
	bb part = begin_part(w, first);
	if (in->guard != NO_REG) {
		struct mask n;
		guard_masks(c, in, &m, &n);
		jit_waiting_add(c, next, &n);
	}
	jit_brx_spread(c, in, t, &m);
	jit_goto(c, part);
}

static void full_end(struct flow *w, u32 b, const struct inst *last) {
	struct fn *c = w->c;
	u32 next = b + 1;
	bool more = block_falls_through(c->f, b) && next < c->f->nblock;
	if (last && last->row == ROW_BRA) {
		u32 to = last->operand[0].index;
		if (last->guard == NO_REG)
			full_goto(w, to);
		else
			full_branch(w, last, to, next);
	} else if (last && last->row == ROW_BRX) {
		full_brx(w, last, next);
	} else if (last && ends_kernel(c, last)) {
		full_exit(w, last, next);
	} else if (last && last->row == ROW_RET) {
		if (last->guard == NO_REG)
			by_exec(c, last);
		else
			jit_deopt_before(c, last);
	} else if (more) {
		full_goto(w, next);
	} else if (!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b))) {
		fall_off(c);
	}
}

/* ---- part version ------------------------------------------------------------------ */

static void part_end(struct flow *w, u32 b, const struct inst *last, bb next_start) {
	struct fn *c = w->c;
	u32 next = b + 1;
	struct mask n;
	bool falls = block_falls_through(c->f, b) && next < c->f->nblock;
	struct mask go = c->mask;
	if (last && last->guard != NO_REG && (row_info(last->row)->props & PROP_TERM) &&
	    last->row != ROW_TRAP)
		part_masks(c, last, &go, &n);
	bool guarded = last && last->guard != NO_REG;
	if (last && last->row == ROW_BRA) {
		u32 to = last->operand[0].index;
		if (!guarded && w->waits.direct[to]) {
			jit_goto(c, c->flow.part[to].body);
			return;
		}
		jit_waiting_add(c, to, &go);
		if (guarded)
			jit_waiting_add(c, next, &n);
	} else if (last && last->row == ROW_BRX) {
		jit_brx_spread(c, last, &c->f->targets[last->operand[1].index], &go);
		if (guarded)
			jit_waiting_add(c, next, &n);
	} else if (last && ends_kernel(c, last)) {
		bb out = jit_block(c, "exit"), some = jit_block(c, "leave");
		if (guarded) {
			bb none = jit_block(c, "stay"), any = jit_block(c, "go");
			jit_waiting_add(c, next, &n);
			jit_if(c, jit_any(c, &go), any, none);
			jit_at(c, none);
			jit_goto(c, next_start);
			jit_at(c, any);
		}
		val live = jit_live_lanes(c);
		val all = LLVMBuildICmp(c->b, LLVMIntEQ, jit_mask_bits(c, &go), live, "");
		jit_if(c, all, out, some);
		jit_at(c, out);
		jit_warp_ends(c);
		jit_at(c, some);
		exit_lanes(c, &go);
	} else if (last && last->row == ROW_RET) {
		c->em = c->mask;
		if (guarded)
			jit_deopt_before(c, last);
		else
			by_exec(c, last);
		return;
	} else if (falls) {
		if (w->waits.direct[next]) {
			jit_goto(c, c->flow.part[next].body);
			return;
		}
		jit_waiting_add(c, next, &c->mask);
	} else if (!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b))) {
		if (c->facts.is_kernel) { /* as exit */
			exit_lanes(c, &c->mask);
		} else {
			fall_off(c);
			return;
		}
	}
	jit_goto(c, next_start);
}

/* Makes the warp leave if lanes took a stray edge (waiting_intervals.h). */
static void leave_stray(struct flow *w) {
	struct fn *c = w->c;
	const struct block *blk = &c->f->block[c->block];
	u32 n = c->flow.nwaiting;
	struct mask any = {.full = false};
	for (u32 i = 0; i < blk->nsucc; i++) {
		if (!waiting_is_stray(c->cfg, c->block, blk->succ[i]))
			continue;
		struct mask m = jit_waiting_lanes(c, blk->succ[i]);
		for (u32 k = 0; k < c->nchunk; k++)
			any.chunk[k] = any.chunk[k] ? LLVMBuildOr(c->b, any.chunk[k],
			                                          m.chunk[k], "")
			                            : m.chunk[k];
		c->flow.waiting[c->flow.nwaiting++] = blk->succ[i];
	}
	if (c->flow.nwaiting > n) {
		bb stray = jit_block(c, "stray"), on = jit_block(c, "nostray");
		jit_likely(c, jit_any(c, &any), false, stray, on);
		jit_at(c, stray);
		struct mask none = {.full = false};
		for (u32 k = 0; k < c->nchunk; k++)
			none.chunk[k] = LLVMConstNull(jit_vec(c, c->i1));
		jit_leave(c, c->df->block_pc[c->block], c->pos, &none, jit_int(c, 32, 1));
		jit_at(c, on);
	}
	c->flow.nwaiting = n;
}

/* After the last block of a loop: another round for the lanes that want one. */
static void loop_ends(struct flow *w) {
	struct fn *c = w->c;
	const struct cfg *g = c->cfg;
	for (u32 l = g->loop_of[g->order[w->i]]; l != NO_LOOP; l = g->loop[l].parent) {
		if (g->loop[l].first + g->loop[l].n != w->i + 1)
			break;
		u32 h = g->loop[l].header;
		bb again = jit_block(c, "again"), over = jit_block(c, "over");
		jit_if(c, jit_waiting_any(c, h), again, over);
		jit_at(c, again);
		/* not those that lanes can wait for here: lanes may have come late */
		waiting_clear(c, &w->waits, c->cfg->pos[h], w->i);
		struct mask all = jit_waiting_lanes(c, h);
		bb tired = jit_block(c, "tired");
		jit_likely(c, jit_may_go_round(c, h), true, jit_way(c, h, WAY_PART),
		           tired);
		jit_at(c, tired);
		jit_waiting_set(c, h, NULL);
		jit_leave(c, c->df->block_pc[h], c->pos, &all, jit_round_spun(c, h));
		jit_at(c, over);
	}
}

/* ---- ways in ----------------------------------------------------------------------- */

/* The way in by an entry, to `to`, where the registers that live at pos are loaded. */
static void make_entry(struct flow *w, u32 entry, u32 pos, bool after, bb to,
                       u32 waiting_block) {
	struct fn *c = w->c;
	bb here = LLVMGetInsertBlock(c->b), in = jit_block(c, "enter");
	struct mask mask = c->mask;
	jit_at(c, in);
	(c->is_part ? w->entry_part : w->entry_full)[entry] = in;
	vec_push(c->a, &w->entries, entry);
	split_has_entry(c, entry);
	c->mask = c->is_part ? live_lanes(c) : (struct mask){.full = true};
	jit_verify_begin(c, pos, after);
	jit_load(c, pos, after);
	jit_waiting_clear_all(c);
	c->entries.entry_live[entry] = 2 * pos + after;
	if (waiting_block != NO_BLOCK)
		jit_waiting_set(c, waiting_block, &c->mask);
	jit_goto(c, to);
	c->mask = mask;
	jit_at(c, here);
	w->entry_cost += c->regs.nactive;
}

static bool may_enter(const struct flow *w) {
	return w->entry_cost <=
	       ENTRY_COST_FREE + (u64)ENTRY_COST_PER_INST * w->c->f->ninst;
}

static void block_entry(struct flow *w, u32 b) {
	struct fn *c = w->c;
	u32 entry = c->df->block_entry[b];
	if (!entry || !(cfg_is_header(c->cfg, b) || (w->deopts && w->meets[b])) ||
	    !may_enter(w))
		return;
	make_entry(w, entry, c->cfg->inst_pos[b], false,
	           c->is_part ? c->flow.part[b].body : c->flow.full[b].start,
	           c->is_part ? b : NO_BLOCK);
}

bb jit_after(struct fn *c, u32 index) {
	if (!c->flow.after[index])
		c->flow.after[index] = jit_block(c, "after");
	return c->flow.after[index];
}

/* Emits the way on after an instruction at which lanes have waited. */
static void after_wait(struct flow *w, u32 index) {
	struct fn *c = w->c;
	u32 entry = c->df->inst_entry[index];
	bb on = c->is_part ? jit_block(c, "after") : jit_after(c, index);
	jit_regs_end(c, true);
	jit_regs_drop(c);
	jit_goto(c, on);
	make_entry(w, entry, c->pos, true, on, NO_BLOCK);
	jit_at(c, on);
	jit_verify_begin(c, c->pos, true);
	if (c->is_part)
		c->mask = live_lanes(c);
}

static void block_insts(struct flow *w, u32 b) {
	struct fn *c = w->c;
	const struct block *blk = &c->f->block[b];
	c->block = b;
	c->pos = c->cfg->inst_pos[b];
	c->flow.poll_cost = 0;
	if (!c->versions.now)
		block_entry(w, b);
	for (u32 i = 0; i < blk->ninst; i++) {
		const struct inst *in = &c->f->inst[blk->first + i];
		c->pos = c->cfg->inst_pos[b] + i;
		if (in->row == ROW_BRA || in->row == ROW_BRX || in->row == ROW_RET ||
		    in->row == ROW_EXIT) {
			c->in = in;
			debug_line(c, in);
			if (in->guard != NO_REG)
				explain_branch(c, in, !jit_is_scalar(c, in->guard));
			continue;
		}
		jit_inst(c, in);
		if (jit_can_wait(in))
			after_wait(w, blk->first + i);
	}
	c->flow.poll[b] = c->flow.poll_cost;
	w->condition.in = NULL;
	condition_first(w, block_last(c->f, blk));
	jit_regs_end(c, false);
}

/* In the part version no lane waits for blocks in the piece, so the way on does not come
 * by them. Lanes may wait for blocks between the piece and its exit. */
static void emit_lane_loop(struct flow *w, u32 b, bool at_branch) {
	struct fn *c = w->c;
	struct lane_ways ways;
	if (!lane_loop(c, b, at_branch, &ways))
		return;
	if (c->is_part)
		jit_waiting_add(c, ways.exit, &c->mask);
	jit_goto(c, c->is_part ? w->done[ways.last] : jit_way(c, ways.exit, WAY_FULL));
	jit_at(c, ways.otherwise);
}

/* Emits a second version of the loop that begins with b, if it pays, and the way there.
 * The code at hand is then where rounds of the first one begin. */
static void emit_version(struct flow *w, u32 b) {
	struct fn *c = w->c;
	struct loop_version *v = loop_version_find(c, b);
	if (!v)
		return;
	const struct loop *l = &c->cfg->loop[c->cfg->loop_of[b]];
	u32 nactive = c->regs.nactive, next_start = c->regs.next_start;
	u32 *active = arena_array_raw(c->a, u32, nactive + 1);
	memcpy(active, c->regs.active, nactive * sizeof *active);
	bb round = jit_block(c, "round");
	loop_version_enter(c, v, round);
	for (u32 i = 0; i < l->n; i++) {
		u32 of = c->cfg->order[l->first + i];
		c->mask = c->em = (struct mask){.full = true};
		jit_regs_drop(c);
		jit_at(c, loop_version_block(c, of));
		block_insts(w, of);
		c->em = c->mask;
		full_end(w, of, block_last(c->f, &c->f->block[of]));
	}
	loop_version_end(c);
	c->regs.nactive = nactive;
	c->regs.next_start = next_start;
	memcpy(c->regs.active, active, nactive * sizeof *active);
	c->mask = c->em = (struct mask){.full = true};
	c->versions.round[b] = round;
	c->block = b;
	c->pos = c->cfg->inst_pos[b];
	jit_at(c, round);
}

static void emit_full(struct flow *w) {
	struct fn *c = w->c;
	c->is_part = false;
	c->regs.nactive = 0;
	c->regs.next_start = w->next_start;
	for (w->i = w->first; w->i < w->end; w->i++) {
		u32 b = c->cfg->order[w->i];
		engine_step(c->opt.closing);
		c->mask = c->em = (struct mask){.full = true};
		jit_regs_drop(c);
		jit_at(c, c->flow.full[b].start);
		emit_version(w, b);
		emit_lane_loop(w, b, false);
		block_insts(w, b);
		c->em = c->mask;
		emit_lane_loop(w, b, true);
		full_end(w, b, block_last(c->f, &c->f->block[b]));
		w->full_end[b] = c->values.last_block;
	}
	coarsen_emit(c);
}

/* Checks whether lanes that a branch has parted may all be here again. Each such place
 * joins the registers of both versions, so there should be few. */
static bool can_be_whole(const struct flow *w, u32 b) {
	return w->c->flow.has_full && w->meets[b];
}

/* Checks whether all lanes run the block whenever any does, as long as compiled code
 * alone runs the warp: its part version is the way back to the full one. */
static bool is_never_parted(const struct fn *c, u32 b) {
	return c->facts.starts_whole && !c->uni->is_masked[b] && !c->uni->gave_up;
}

/* Lanes that ran apart in the interpreter may have passed such a block alone and ended:
 * then the lanes that remain are too few for the full version. They leave, and the
 * interpreter runs the block. */
static void part_goes_full(struct flow *w, u32 b) {
	struct fn *c = w->c;
	jit_at(c, c->flow.part[b].body);
	c->block = b;
	c->pos = c->cfg->inst_pos[b];
	bb whole = jit_block(c, "whole"), fewer = jit_block(c, "fewer");
	jit_likely(c,
	           LLVMBuildICmp(c->b, LLVMIntEQ, jit_live_lanes(c),
	                         jit_int(c, 32, UINT32_MAX), ""),
	           true, whole, fewer);
	jit_at(c, fewer);
	struct mask m = w->waits.direct[b] ? live_lanes(c) : jit_waiting_lanes(c, b);
	if (!w->waits.direct[b])
		jit_waiting_set(c, b, NULL);
	jit_leave(c, c->df->block_pc[b], c->pos, &m, jit_int(c, 32, 0));
	jit_at(c, whole);
	if (!w->waits.direct[b])
		jit_waiting_set(c, b, NULL);
	jit_goto(c, c->flow.full[b].start);
}

static void part_body(struct flow *w, u32 b) {
	struct fn *c = w->c;
	jit_at(c, c->flow.part[b].body);
	if (!w->waits.direct[b]) {
		c->mask = jit_waiting_lanes(c, b);
		jit_waiting_set(c, b, NULL);
	}
	if (can_be_whole(w, b)) {
		bb on = jit_block(c, "parted");
		val whole = LLVMBuildICmp(c->b, LLVMIntEQ, jit_mask_bits(c, &c->mask),
		                          jit_int(c, 32, UINT32_MAX), "");
		bb go = jit_block(c, "whole");
		jit_if(c, whole, go, on);
		jit_at(c, go);
		jit_goto(c, c->flow.full[b].start);
		jit_at(c, on);
	}
	emit_lane_loop(w, b, false);
	c->em = c->mask;
	block_insts(w, b);
	emit_lane_loop(w, b, true);
}

/* Returns the position after the block and those that follow it without a check of their
 * own. */
static u32 chain_end(const struct flow *w) {
	const struct fn *c = w->c;
	u32 i = w->i;
	while (i + 1 < c->cfg->nreach && w->waits.direct[c->cfg->order[i + 1]])
		i++;
	u32 b = c->cfg->order[i];
	return c->cfg->inst_pos[b] + c->f->block[b].ninst;
}

static void emit_part(struct flow *w) {
	struct fn *c = w->c;
	const struct cfg *g = c->cfg;
	c->is_part = true;
	c->regs.nactive = 0;
	c->regs.next_start = w->next_start;
	jit_regs_drop(c); /* what the full version knows */
	for (w->i = w->first; w->i < w->end; w->i++) {
		u32 b = g->order[w->i];
		engine_step(c->opt.closing);
		mem_forget_groups(c, b);
		bb done = w->done[b];
		if (c->flow.has_full)
			c->values.last_block = w->full_end[b];
		jit_at(c, c->flow.part[b].start);
		waiting_go_to(c, &w->waits, w->i);
		if (w->i && !w->waits.direct[b])
			jit_begin(c, g->inst_pos[b], chain_end(w));
		if (w->waits.direct[b]) { /* the block before goes straight to the body */
			jit_goto(c, done);
		} else {
			jit_if(c, jit_waiting_any(c, b), c->flow.part[b].body, done);
		}
		if (is_never_parted(c, b)) {
			part_goes_full(w, b);
			c->block = b;
			c->pos = g->inst_pos[b] + c->f->block[b].ninst -
			         (c->f->block[b].ninst > 0);
		} else {
			part_body(w, b);
			part_end(w, b, block_last(c->f, &c->f->block[b]), done);
		}
		jit_regs_drop(c);
		jit_at(c, done);
		leave_stray(w);
		loop_ends(w);
		if (w->i + 1 < g->nreach)
			jit_goto(c, jit_way(c, g->order[w->i + 1], WAY_CHECK));
		else
			/* no lane is left to come here */
			LLVMBuildRet(c->b, jit_int(c, 32, STEP_SWITCH));
	}
}

static void find_meetings(struct flow *w) {
	const struct fn *c = w->c;
	for (u32 b = 0; b < c->f->nblock; b++) {
		u32 at = c->f->reconv->point[b];
		if (c->uni->branch_divergent[b] && at != NO_BLOCK)
			w->meets[at] = true;
		for (u32 i = 0; i < c->f->block[b].ninst && c->uni->is_masked[b]; i++) {
			const struct inst *in = &c->f->inst[c->f->block[b].first + i];
			u32 props = row_info(in->row)->props;
			w->deopts |= (props &
			              (PROP_CONVERGENT | PROP_ATOMIC | PROP_CALL)) != 0 ||
			             (props & PROP_LOAD && is_strong(in->mods));
		}
	}
}

/* Checks for a function whose arguments come in registers (.reg). */
static bool gets_registers(const struct fn *c) {
	for (u32 i = 0; i < c->f->nparam; i++)
		if (c->m->var[c->f->param[i]].is_reg)
			return true;
	return false;
}

static void start(struct flow *w) {
	struct fn *c = w->c;
	u32 b = c->cfg->order[0];
	bb in = jit_block(c, "start");
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, 0), in);
	jit_at(c, in);
	val bits = jit_live_lanes(c);
	c->regs.nactive = c->regs.next_start = 0;
	c->mask = (struct mask){.full = false};
	jit_chunks_of(c, bits, c->mask.chunk);
	c->entries.entry_live[0] = gets_registers(c) ? 2 * c->cfg->inst_pos[b]
	                                             : BEFORE_ALL;
	jit_verify_begin(c, c->cfg->inst_pos[b], false);
	if (!c->facts.is_kernel)
		jit_load(c, c->cfg->inst_pos[b], false);
	bb part = jit_block(c, "startpart");
	if (c->facts.starts_whole) {
		struct cta_sums *sums = cta_sums_find(c);
		const struct cta_trace *trace = cta_trace_find(c, sums);
		cta_strip(c);
		if (!trace || !sums)
			cta_segments(c, trace != NULL);
		if (trace)
			whole_cta(c, trace, c->flow.full[b].start);
		jit_goto(c, c->flow.full[b].start);
	} else if (c->flow.has_full && c->flow.has_part)
		jit_if(c,
		       LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 32, UINT32_MAX),
		                     ""),
		       c->flow.full[b].start, part);
	else
		jit_goto(c, c->flow.has_full ? c->flow.full[b].start : part);
	jit_at(c, part);
	if (!c->flow.has_part || c->facts.starts_whole) {
		LLVMBuildUnreachable(c->b);
		return;
	}
	waiting_clear(c, &w->waits, 0, NO_BLOCK);
	jit_waiting_set(c, b, &c->mask);
	jit_goto(c, c->flow.part[b].body);
}

/* The full version asks for all 32 lanes, also where nothing in this function makes them
 * fewer: some may have run ahead of the others in a function that it calls, and have
 * ended. */
static void add_entry(struct flow *w, u32 e) {
	struct fn *c = w->c;
	bb full = w->entry_full[e], part = w->entry_part[e];
	bb in = jit_block(c, "entry");
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, e), in);
	jit_at(c, in);
	if (full) {
		val bits = jit_live_lanes(c);
		jit_if(c,
		       LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 32, UINT32_MAX),
		                     ""),
		       full, part ? part : w->refused);
	} else {
		jit_goto(c, part);
	}
}

/* Entries of full versions come first; a part version may have the same. */
static void add_entries(struct flow *w) {
	for (u32 i = 0; i < w->entries.n; i++) {
		u32 e = w->entries.at[i];
		if (w->entry_full[e] || w->entry_part[e])
			add_entry(w, e);
		w->entry_full[e] = w->entry_part[e] = NULL;
	}
	w->entries.n = 0;
}

/* Emits the blocks of a piece, in both versions. */
static void emit_piece(struct flow *w, u32 piece) {
	struct fn *c = w->c;
	w->first = split_first(c, piece);
	w->end = split_first(c, piece + 1);
	w->refused = jit_block(c, "refused");
	jit_at(c, w->refused);
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_REFUSED));
	for (u32 i = w->first; i < w->end; i++) {
		u32 b = c->cfg->order[i];
		if (c->flow.has_full)
			c->flow.full[b].start = jit_block(c, "full");
		if (!c->flow.has_part)
			continue;
		c->flow.part[b] = (struct version){jit_block(c, "look"),
		                                   jit_block(c, "part")};
		w->done[b] = jit_block(c, "next");
	}
	if (c->flow.has_part && !c->flow.split)
		waiting_find(c, &w->waits);
	if (piece == 0)
		start(w);
	for (u32 r; (r = c->regs.by_start[w->next_start]) != NO_REG &&
	            c->live->warp[r].first < c->cfg->inst_pos[c->cfg->order[w->first]];)
		w->next_start++;
	if (c->flow.has_full)
		emit_full(w);
	if (c->flow.has_part)
		emit_part(w);
	add_entries(w);
}

void jit_flow(struct fn *c) {
	u32 n = c->f->nblock + 1, ne = c->df->nentry + 1;
	struct flow w = {.c = c};
	w.entry_full = arena_array(c->a, bb, ne);
	w.entry_part = arena_array(c->a, bb, ne);
	c->flow.poll = arena_array(c->a, u32, n);
	w.done = arena_array(c->a, bb, n);
	w.full_end = arena_array(c->a, bb, n);
	w.meets = arena_array(c->a, bool, n);
	c->versions.round = arena_array(c->a, bb, n);
	find_meetings(&w);
	if (!c->flow.split) {
		split_whole(c);
		emit_piece(&w, 0);
		return;
	}
	if (c->flow.has_part)
		waiting_find(c, &w.waits);
	for (u32 i = 0; i < split_count(c); i++) {
		split_begin(c, i);
		emit_piece(&w, i);
		jit_constants_end(c);
	}
	split_join(c);
}
