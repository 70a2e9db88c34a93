/* prefetch.c - prefetches for accesses that walk through memory once. A kernel that works
 * on large arrays waits for memory most of the time: a warp asks for its few cache lines
 * when it needs them, and a barrier or the end of the cta comes before the next ones. So
 * an access of consecutive lanes prefetches what lies three ctas ahead, if their threads
 * are in one row, else eight warps: a cta that has little to compute is through before
 * memory answers. Where no warp waits, ctas follow each other at once, and four warps do.
 * A cta that is one piece of code loads all it needs in the order of addresses, and the
 * next one goes on there: then the host's own prefetchers are good, if prefetches to the
 * second cache go ahead of them by a little. What lies further ahead takes twice as long
 * on a Zen 4: prefetches wait for memory in the first cache's few places.
 *
 * In a loop it prefetches what the warp's own rounds need next, and little beside it: the
 * next warp comes when all rounds are through, and as steps are mostly large powers of
 * two, what lies at them shares a few sets of the caches, in which nothing stays for so
 * long.
 *
 * A loop with barriers, as it goes through tiles, prefetches the next tile; the warp
 * remembers where the last one was.
 *
 * Where each lane walks through a piece of memory for itself, as in the rows of a sparse
 * matrix, no host sees a pattern in 32 of them. If the pieces lie near to each other when
 * the warp begins, it prefetches as many bytes after the last lane as lie between the
 * lanes, which is what the next warp needs.
 *
 * Elsewhere, where data is used again, a prefetch would only drive it out of the caches.
 * An address that depends on all the coordinates that the kernel reads is used once: in a
 * product of matrices, both operands' addresses lack one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"

enum {
	WARPS_AHEAD = 4,
	WAITING_WARPS_AHEAD = 8,
	LOOPING_WARPS_AHEAD = 2,
	CTAS_AHEAD = 3,
	WHOLE_CTAS_AHEAD = 4,         /* where no barrier comes between (whole_cta.c) */
	FAR_WHOLE_BYTES_AHEAD = 1024, /* the same, if it is the second cache */
	MOST_SPAN = 1 << 14,
	LINES_AHEAD = 8,      /* in a loop: about as many as a host waits for at once */
	FAR_LINES_AHEAD = 40, /* the same, if they go to the second cache */
	MOST_ROUNDS_AHEAD = 5,
	ROUNDS = 8
};
enum { MOST_LOOK = 64 }; /* back at other instructions */
enum { MOST_BYTES = 8 }; /* of a lane: more keep the host busy enough */
enum { TID_Y = 1, TID_Z = 2, CTA_X = 4, CTA_Y = 8, CTA_Z = 16 };

static u32 coordinate(const struct fn *c, u32 sreg) {
	switch (sreg) {
	case SREG_TID_Y: return c->opt.ntid[1] == 1 ? 0 : TID_Y;
	case SREG_TID_Z: return c->opt.ntid[2] == 1 ? 0 : TID_Z;
	case SREG_CTAID_X: return CTA_X;
	case SREG_CTAID_Y: return CTA_Y;
	case SREG_CTAID_Z: return CTA_Z;
	default: return 0;
	}
}

struct walk {
	struct fn *c;
	u32 on; /* what the instruction reads depends on */
	bool changed;
};

static void see_source(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_WRITTEN)
		w->on |= w->c->reg[reg].depends_on;
}

static void see_dest(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	struct jreg *r = &w->c->reg[reg];
	if (role == REG_READ)
		return;
	w->changed |= (w->on & ~r->depends_on) != 0;
	r->depends_on |= (u8)w->on;
}

/* It is a guess, so a few rounds will do. */
void jit_find_streams(struct fn *c) {
	struct walk w = {.c = c, .changed = true};
	for (u32 round = 0; round < ROUNDS && w.changed; round++) {
		w.changed = false;
		for (u32 i = 0; i < c->f->ninst; i++) {
			const struct inst *in = &c->f->inst[i];
			w.on = 0;
			c->facts.may_wait |= jit_can_wait(in);
			for (u32 k = 0; k < in->noperand; k++)
				if (in->operand[k].kind == OPR_SREG)
					w.on |= coordinate(c, in->operand[k].index);
			c->facts.coordinates |= (u8)w.on;
			inst_each_reg(c->f, in, see_source, &w);
			inst_each_reg(c->f, in, see_dest, &w);
		}
	}
}

bool mem_is_stream(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (is_shared_space(m->space) || m->space == SPACE_LOCAL ||
	    o->kind != OPR_ADDR_REG)
		return false;
	return c->facts.coordinates & (CTA_X | CTA_Y | CTA_Z) &&
	       (c->reg[o->index].depends_on & c->facts.coordinates) ==
	               c->facts.coordinates;
}

/* The cache that a prefetch goes to: the first, for what is needed at once. Zen 4's is
 * small, and is left to what is in use: lines that rows of an image prefetch, a power of
 * two apart, are gone from it when they are needed. */
enum { SECOND_CACHE = 2, FIRST_CACHE = 3 };

/* Prefetches for a store: then the line comes into the first cache whatever the level.
 * Whole ctas ahead that is too early for Zen 4's, and a line that no other core has can
 * be stored to as it comes. */
static bool prefetches_to_store(const struct fn *c, const struct mem *m, u32 level) {
	return !m->is_load && !(c->host->prefetches_to_second && c->facts.may_wait &&
	                        level == SECOND_CACHE);
}

static void prefetch_bytes(struct fn *c, const struct mem *m, val p, u32 bytes,
                           u32 level) {
	bool store = prefetches_to_store(c, m, level);
	for (u32 at = 0; at < bytes; at += LINE_BYTES) {
		val arg[4] = {jit_gep(c, p, jit_int(c, 64, at)), jit_int(c, 32, store),
		              jit_int(c, 32, level), jit_int(c, 32, 1)};
		jit_intrinsic(c, "llvm.prefetch", &c->ptr, 1, arg, 4);
	}
}

/* Where what later rounds of a loop need goes to. */
static u32 next_cache(const struct fn *c) {
	return c->host->prefetches_to_second ? SECOND_CACHE : FIRST_CACHE;
}

void mem_prefetch_next(struct fn *c, const struct mem *m, val p, u32 bytes) {
	prefetch_bytes(c, m, p, bytes, next_cache(c));
}

static u32 loads_of_loop(const struct fn *c, u32 loop) {
	const struct loop *l = &c->cfg->loop[loop];
	u32 n = 0;
	for (u32 i = l->first; i < l->first + l->n; i++) {
		const struct block *b = &c->f->block[c->cfg->order[i]];
		for (u32 k = 0; k < b->ninst; k++)
			n += c->f->inst[b->first + k].row == ROW_LD;
	}
	return n;
}

static u32 rounds_ahead(const struct fn *c, u32 bytes) {
	u32 lines = loads_of_loop(c, c->cfg->loop_of[c->block]) * bytes / LINE_BYTES;
	u32 far = next_cache(c) == SECOND_CACHE ? FAR_LINES_AHEAD : LINES_AHEAD;
	return MAX(1u, MIN((u32)MOST_ROUNDS_AHEAD, far / MAX(1u, lines)));
}

/* Prefetches what later rounds of the loop access, if they go by even steps: these are
 * too large for the host to see a pattern. In the first round of a turn the step is the
 * last one of another warp; the first prefetch of all is useless. */
static void prefetch_rounds(struct fn *c, const struct mem *m, val p) {
	u32 bytes = WARP_LANES * m->bytes;
	bb here = jit_entry(c);
	val last = LLVMBuildAlloca(c->b, c->i64, "round before"),
	    steps = LLVMBuildAlloca(c->b, c->i64, "step");
	LLVMBuildStore(c->b, jit_int(c, 64, 0), steps);
	jit_prologue_end(c, here);
	jit_new_for_warp(c, last, jit_int(c, 64, 0));
	val now = LLVMBuildPtrToInt(c->b, p, c->i64, "");
	val before = LLVMBuildLoad2(c->b, c->i64, last, "");
	val step = LLVMBuildSelect(
		c->b, LLVMBuildICmp(c->b, LLVMIntEQ, before, jit_int(c, 64, 0), ""),
		LLVMBuildLoad2(c->b, c->i64, steps, ""),
		LLVMBuildSub(c->b, now, before, ""), "");
	LLVMBuildStore(c->b, now, last);
	LLVMBuildStore(c->b, step, steps);
	step = LLVMBuildMul(c->b, step, jit_int(c, 64, rounds_ahead(c, bytes)), "");
	prefetch_bytes(c, m, jit_gep(c, p, step), bytes, next_cache(c));
}

static bool has_wait(const struct fn *c, u32 loop) {
	const struct loop *l = &c->cfg->loop[loop];
	for (u32 i = l->first; i < l->first + l->n; i++) {
		const struct block *b = &c->f->block[c->cfg->order[i]];
		for (u32 k = 0; k < b->ninst; k++)
			if (jit_can_wait(&c->f->inst[b->first + k]))
				return true;
	}
	return false;
}

/* Loads between barriers are needed at once, and all warps wait for them. */
static bool is_between_barriers(struct fn *c) {
	u32 loop = c->cfg->loop_of[c->block];
	if (loop == NO_LOOP)
		return false;
	if (c->mem.wait_loop != loop + 1) {
		c->mem.wait_loop = loop + 1;
		c->mem.has_wait = has_wait(c, loop);
	}
	return c->mem.has_wait;
}

bool mem_prefetch_round(struct fn *c, const struct mem *m, const val *p, u32 n) {
	bool global = !is_shared_space(m->space) && m->space != SPACE_LOCAL;
	if (c->opt.is_quick || !m->is_load || !global || c->mem.nprefetch == WARP_ASKED ||
	    !is_between_barriers(c))
		return false;
	val at = jit_gep(c, c->w,
	                 jit_int(c, 64, WARP_OFFSET(asked) + 8 * c->mem.nprefetch++));
	val now = LLVMBuildPtrToInt(c->b, p[0], c->i64, "");
	val step = LLVMBuildSub(c->b, now, LLVMBuildLoad2(c->b, c->i64, at, ""), "");
	LLVMBuildStore(c->b, now, at);
	for (u32 i = 0; i < n; i++)
		prefetch_bytes(c, m, jit_gep(c, p[i], step), WARP_LANES / n * m->bytes,
		               FIRST_CACHE);
	return true;
}

/* ---- lanes that walk each for itself ----------------------------------------------- */

enum { MOST_WALKS = 8, WALK_LOOK = 128, WALK_SPAN = 8192 };

/* Checks whether the address register goes on by a fixed step further down in the
 * block. */
static bool is_walk(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct block *b = &c->f->block[c->block];
	const struct inst *in = m->in + 1, *end = c->f->inst + b->first + b->ninst;
	if (!m->is_load || c->opt.is_quick || c->mem.nwalks == MOST_WALKS ||
	    !cfg_loop_depth(c->cfg, c->block) || is_between_barriers(c) ||
	    is_shared_space(m->space) || m->space == SPACE_LOCAL ||
	    o->kind != OPR_ADDR_REG)
		return false;
	while (in < end && in < m->in + WALK_LOOK && !mem_writes(c, in, o->index))
		in++;
	return in < end && in->row == ROW_ADD && in->operand[1].kind == OPR_REG &&
	       in->operand[1].index == o->index && in->operand[2].kind == OPR_IMM;
}

/* The lowest or the highest offset of a lane that takes part. */
static val farthest(struct fn *c, const struct mask *em, const val *off, bool is_low) {
	val all = NULL;
	for (u32 k = 0; k < c->nchunk; k++) {
		typ t = LLVMTypeOf(off[k]);
		val v = off[k], none = is_low ? LLVMConstAllOnes(t) : LLVMConstNull(t);
		if (!em->full)
			v = LLVMBuildSelect(c->b, em->chunk[k], v, none, "");
		val arg[2] = {all, v};
		all = all ? jit_intrinsic(c, is_low ? "llvm.umin" : "llvm.umax", &t, 1,
		                          arg, 2)
		          : v;
	}
	typ t = LLVMTypeOf(all);
	val v = jit_intrinsic(
		c, is_low ? "llvm.vector.reduce.umin" : "llvm.vector.reduce.umax", &t, 1,
		&all, 1);
	return jit_resize(c, v, 64, false);
}

/* Prefetches lines from `at` up to `end`, one at least. */
static void prefetch_lines(struct fn *c, const struct mem *m, val at, val end) {
	bb here = LLVMGetInsertBlock(c->b), more = jit_block(c, "lines"),
	   done = jit_block(c, "asked");
	jit_goto(c, more);
	jit_at(c, more);
	val phi = LLVMBuildPhi(c->b, c->i64, "");
	val p = jit_gep(c, mem_offset_base(c, m), phi);
	prefetch_bytes(c, m, p, LINE_BYTES, SECOND_CACHE);
	val next = LLVMBuildAdd(c->b, phi, jit_int(c, 64, LINE_BYTES), "");
	LLVMAddIncoming(phi, &at, &here, 1);
	LLVMAddIncoming(phi, &next, &more, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULT, next, end, ""), more, done);
	jit_at(c, done);
}

void mem_prefetch_walk(struct fn *c, const struct mem *m, const struct mask *em,
                       const val *off) {
	if (!is_walk(c, m))
		return;
	c->mem.nwalks++;
	mem_offset_base(c, m);
	bb here = jit_entry(c);
	val asked = LLVMBuildAlloca(c->b, c->i1, "walk asked");
	jit_prologue_end(c, here);
	jit_new_for_warp(c, asked, jit_int(c, 1, 0));
	bb look = jit_block(c, "walk"), near = jit_block(c, "near"),
	   on = jit_block(c, "on");
	jit_likely(c, LLVMBuildLoad2(c->b, c->i1, asked, ""), true, on, look);
	jit_at(c, look);
	LLVMBuildStore(c->b, jit_int(c, 1, 1), asked);
	val low = farthest(c, em, off, true), high = farthest(c, em, off, false);
	val span = LLVMBuildSub(c->b, high, low, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULT, span, jit_int(c, 64, WALK_SPAN), ""),
	       near, on);
	jit_at(c, near);
	val end = LLVMBuildAdd(
		c->b, high, LLVMBuildAdd(c->b, span, jit_int(c, 64, LINE_BYTES), ""), "");
	prefetch_lines(c, m, high, end);
	jit_goto(c, on);
	jit_at(c, on);
}

/* Counts the bytes that the cta's threads access off the address register, from the first
 * to the end of the last: memory that far ahead is not the cta's own. */
static u32 bytes_of_cta(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	s64 first = o->value, last = o->value;
	u32 bytes = MAX(jit_cta_warps(c), 1u) * WARP_LANES * m->bytes;
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		const struct operand *x = &in->operand[m->ai];
		bool same = in->row == m->in->row && x->kind == OPR_ADDR_REG &&
		            x->index == o->index;
		first = same ? MIN(first, x->value) : first;
		last = same ? MAX(last, x->value) : last;
	}
	u64 span = (u64)(last - first);
	return span % bytes || span >= MOST_SPAN ? bytes : (u32)span + bytes;
}

static u32 ahead_of(struct fn *c, const struct mem *m, bool loops) {
	u32 bytes = WARP_LANES * m->bytes;
	u32 ahead = loops               ? LOOPING_WARPS_AHEAD
	            : c->facts.may_wait ? WAITING_WARPS_AHEAD
	                                : WARPS_AHEAD;
	if (loops || !c->facts.may_wait || c->opt.ntid[1] != 1 || c->opt.ntid[2] != 1)
		return ahead * bytes;
	if (c->whole.away && next_cache(c) == SECOND_CACHE)
		return FAR_WHOLE_BYTES_AHEAD;
	u32 own = bytes_of_cta(c, m);
	u32 ctas = c->whole.away ? WHOLE_CTAS_AHEAD : CTAS_AHEAD;
	return MAX((ahead * bytes + own - 1) / own, ctas) * own;
}

/* Checks whether an access shortly before this one, off the same value of the address
 * register and less than a line away, prefetches the same lines but one. */
static bool is_neighbour_prefetched(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct inst *end = c->f->inst;
	if (c->reg[o->index].nwrite != 1)
		return false;
	if (m->in - end > MOST_LOOK)
		end = m->in - MOST_LOOK;
	for (const struct inst *in = m->in; in-- > end;) {
		const struct operand *x = in->operand + m->ai;
		if (in->row == m->in->row && x->kind == OPR_ADDR_REG &&
		    x->index == o->index && x->value - o->value < LINE_BYTES &&
		    o->value - x->value < LINE_BYTES)
			return true;
	}
	return false;
}

void mem_prefetch(struct fn *c, const struct mem *m, val p) {
	u32 bytes = WARP_LANES * m->bytes;
	if (mem_prefetch_round(c, m, &p, 1) || c->opt.is_quick || !mem_is_stream(c, m) ||
	    is_neighbour_prefetched(c, m))
		return;
	bool loops = cfg_loop_depth(c->cfg, c->block); /* before the next cta starts */
	if (!loops || !c->coarse.now) /* other warps' lines are read in this round */
		prefetch_bytes(c, m, jit_gep(c, p, jit_int(c, 64, ahead_of(c, m, loops))),
		               bytes,
		               loops || c->host->prefetches_to_second ? SECOND_CACHE
		                                                      : FIRST_CACHE);
	if (m->bytes <= MOST_BYTES && loops)
		prefetch_rounds(c, m, p);
}
