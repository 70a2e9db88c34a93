/* cta_sums.c - sums over the grid's stride:
 *
 *     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
 *         sum += x[i] * y[i];
 *     s[threadIdx.x] = sum;  __syncthreads();  ...
 *
 * A cta reads a piece in each round, of 1 or 2 KiB, and the pieces are far from each
 * other: no host sees a pattern in that. But the ctas that follow in the grid's row read
 * what follows in memory. So they make a few rounds in turns, before any of them goes on,
 * with their sums in places on the stack:
 *
 *     rounds 0 .. 3    cta 0, w0 .. w7    cta 1, w0 .. w7   ...    128 KiB from one place on, four such
 *     rounds 4 .. 7    cta 0, w0 .. w7    cta 1, w0 .. w7   ...
 *     ...
 *     cta 0: what comes after the loop; cta 1: the same; ...       whole_cta.c
 *
 * Each thread adds in the order that it has alone. The loop is a segment whose rounds are
 * outermost (cta_segments.c), and the ctas are those of a strip: that branches go alike
 * in all threads, that these make the same rounds, and that all addresses are valid, is
 * tested once, before anything else. A strip with a cta in which some threads make a
 * round less is shorter, and that cta goes warp by warp.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_sums.h"

#include "backend/llvm/emit/exec.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/segment.h"
#include "backend/llvm/warps/whole_cta.h"
#include "backend/machine/access.h"

enum {
	STRIP_THREADS = 16384,   /* at the most, that make a round in turns */
	STRIP_BYTES = 128 << 10, /* at the most, of their sums */
	PLACE_BYTES = 128,       /* a warp's are a multiple of this */
	MOST_LOADS = 8,          /* in rounds that a warp makes at once */
	MOST_STEPS = 64 /* of a round: with more memory is not what it waits for */
};

struct sums {
	struct cta_sums known;
	struct emitter e;
	u32 nround; /* that a warp makes at once */
	u32 ncta;   /* of a strip, at the most */
	val places; /* of all ctas */
};

/* ---- the loop ---------------------------------------------------------------------- */

static void note_written(void *ctx, u32 reg, enum reg_role role) {
	struct cta_sums *s = ctx;
	if (role != REG_READ)
		bits_set(s->written, reg);
}

/* Checks that the steps store nothing, and access nothing but global memory. Counts the
 * loads in the loop. */
static bool only_loads(struct sums *s, u32 *nload) {
	struct emitter *e = &s->e;
	struct mem m;
	for (u32 i = 0; i < e->step.n; i++) {
		const struct inst *in = e->step.at[i].in;
		bool is_in_loop = i >= e->loop_first;
		if (is_in_loop && !e->step.at[i].is_branch)
			inst_each_reg(e->c->f, in, note_written, &s->known);
		if (e->step.at[i].is_branch || !strip_is_access(&e->s, in))
			continue;
		if (!mem_describe(e->c, &m, in) || !m.is_load || is_shared_space(m.space))
			return false;
		*nload += is_in_loop;
	}
	return *nload > 0;
}

static u32 most_ctas(const struct sums *s) {
	const struct fn *c = s->e.c;
	u32 bytes = 0, nwarp = jit_cta_warps(c);
	for (u32 i = 0; i < c->f->nreg; i++) {
		const struct jreg *r = &c->reg[i];
		if (bits_has(s->e.loop.carried, i) ||
		    (bits_has(s->known.written, i) &&
		     live_at_start(c->live, c->cfg, s->known.after, i)))
			bytes += r->bits / 8u *
			         (r->class == REG_VECTOR ? WARP_LANES : 1u);
	}
	bytes = MAX((bytes + PLACE_BYTES - 1) / PLACE_BYTES, 1u) * PLACE_BYTES;
	u32 n = MIN(STRIP_BYTES / bytes, (u32)STRIP_THREADS / WARP_LANES);
	return MAX(n / nwarp, 1u);
}

/* Counters have no places. */
static bool counts_for_later(const struct sums *s) {
	const struct strip_loop *l = &s->e.loop;
	const struct fn *c = s->e.c;
	for (u32 i = 0; i < l->counter.n; i++)
		if (live_at_start(c->live, c->cfg, s->known.after, l->counter.at[i].reg))
			return true;
	return false;
}

static bool find(struct sums *s) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	u32 nload = 0;
	if (!strip_find_loops(&e->s) || !segments_find_path(e) || e->inner.n ||
	    e->loop_end - e->loop_first > MOST_STEPS || !only_loads(s, &nload))
		return false;
	s->known.back = e->loop.back;
	s->known.first = e->step.at[e->loop_first].block;
	s->known.after = e->step.at[e->loop_end - 1].block + 1;
	if (s->known.after >= c->f->nblock || counts_for_later(s))
		return false;
	u32 most = c->host->reads_many_places ? MOST_LOADS : MOST_LOADS / 2;
	s->nround = MAX(most / nload, 1u);
	if (e->region.n) /* each round of them has tests */
		s->nround = 1;
	s->ncta = most_ctas(s);
	return true;
}

struct cta_sums *cta_sums_find(struct fn *c) {
	if (!segments_may_be(c) || !jit_cta_warps(c))
		return NULL;
	struct sums *s = arena_new(c->a, struct sums);
	s->e = (struct emitter){
		.c = c, .s = {.c = c, .has_barriers = true}, .is_sum = true};
	s->known.written = bits_new(c->a, c->f->nreg + 1);
	struct strip_aside aside = strip_put_aside(c);
	bool ok = find(s);
	strip_take_back(c, &aside);
	return ok ? &s->known : NULL;
}

static struct sums *sums_of(const struct cta_sums *known) {
	return (struct sums *)((char *)known - offsetof(struct sums, known));
}

/* ---- code -------------------------------------------------------------------------- */

/* Leaves of the registers written those that are read after the loop. False: one is
 * linear, and has no place. */
static bool find_results(struct sums *s) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!bits_has(s->known.written, reg) ||
		    live_at_start(c->live, c->cfg, s->known.after, reg))
			continue;
		bits_clear(s->known.written, reg);
	}
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (bits_has(s->known.written, reg) &&
		    (e->s.line[reg] || e->s.condition[reg]))
			return false;
	return true;
}

/* Emits a segment for one cta of the strip after the other. */
static bool emit_ctas(struct sums *s, struct segment *g) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	u64 bytes = (u64)e->place_bytes * jit_cta_warps(c);
	struct strip_count l = strip_count_begin(c, "ctas");
	e->s.counter[STRIP_CTA] = l.i;
	e->places = jit_gep(c, s->places,
	                    LLVMBuildMul(c->b, l.i, jit_int(c, 64, bytes), ""));
	bool ok = segment_emit(e, g);
	strip_count_end(c, &l, 1, e->s.last[STRIP_CTA]);
	return ok;
}

/* Emits n (i64) times `nround` rounds, from round `first` on. */
static bool emit_rounds(struct sums *s, val first, val n, u32 nround) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	struct segment *g = &e->segment.at[e->segment_first];
	val zero = jit_int(c, 64, 0), one = jit_int(c, 64, 1);
	bb some = jit_block(c, "rounds"), done = jit_block(c, "roundsdone");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, n, zero, ""), done, some);
	jit_at(c, some);
	struct strip_count l = strip_count_begin(c, "sums");
	val round = LLVMBuildMul(c->b, l.i, jit_int(c, 64, nround), "");
	e->s.counter[STRIP_ROUND] = LLVMBuildAdd(c->b, first, round, "");
	g->nround = nround;
	bool ok = emit_ctas(s, g);
	strip_count_end(c, &l, 1, LLVMBuildSub(c->b, n, one, ""));
	jit_goto(c, done);
	jit_at(c, done);
	return ok;
}

static bool emit_all(struct sums *s) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	u32 nreg = c->f->nreg + 1;
	bool ok = true;
	if (!find_results(s) || !segments_make_places(e, s->ncta, s->known.written))
		return false;
	s->places = e->places;
	e->now = arena_zalloc(c->a, sizeof *e->now * SEGMENT_TOGETHER * nreg, 16);
	e->same = arena_array(c->a, bool, nreg);
	for (u32 i = 0; i < e->segment.n; i++)
		segment_choose(e, &e->segment.at[i]);
	for (u32 i = 0; ok && i < e->segment_first; i++)
		ok = emit_ctas(s, &e->segment.at[i]);
	val zero = jit_int(c, 64, 0), by = jit_int(c, 64, s->nround);
	val n = LLVMBuildAdd(c->b, e->s.last[STRIP_ROUND], jit_int(c, 64, 1), "");
	if (s->nround == 1)
		return ok && emit_rounds(s, zero, n, 1);
	val most = LLVMBuildUDiv(c->b, n, by, ""), rest = LLVMBuildURem(c->b, n, by, "");
	return ok && emit_rounds(s, zero, most, s->nround) &&
	       emit_rounds(s, LLVMBuildSub(c->b, n, rest, ""), rest, 1);
}

/* As cta_strip.c. */
static bool emit(struct sums *s, val most, bb away, val *more) {
	struct emitter *e = &s->e;
	struct fn *c = e->c;
	bb retry = jit_block(c, "sumsretry"), go = jit_block(c, "sumsgo"),
	   never = jit_block(c, "sumsnever");
	val arg[2] = {most, jit_int(c, 32, s->ncta - 1)};
	most = jit_intrinsic(c, "llvm.umin", &c->i32, 1, arg, 2);
	struct strip_attempt a = strip_attempt_begin(c, most);
	*more = a.more;
	strip_begin(&e->s, a.more);
	c->whole.away = never;
	bool ok = segments_test(e);
	jit_likely(c, ok ? e->s.ok : jit_int(c, 1, 0), true, go, retry);
	jit_at(c, retry);
	val less = LLVMBuildLShr(c->b, a.more, jit_int(c, 32, 1), "");
	strip_attempt_less(&e->s, &a, less, away);
	jit_at(c, go);
	jit_regs_drop(c);
	ok = ok && emit_all(s);
	bb here = LLVMGetInsertBlock(c->b);
	ok = ok && !LLVMGetFirstUse(LLVMBasicBlockAsValue(never));
	jit_at(c, never);
	LLVMBuildUnreachable(c->b);
	jit_at(c, here);
	return ok;
}

val cta_sums_emit(struct fn *c, struct cta_sums *sums, val most, bb away) {
	val more, *group_ptr = c->mem.group_ptr;
	struct strip_aside aside = strip_put_aside(c);
	c->mem.group_ptr = arena_array(c->a, val, c->f->ninst + 1);
	c->whole.failed |= !emit(sums_of(sums), most, away, &more);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	jit_regs_drop(c);
	c->whole.away = NULL;
	c->mem.narrow.in = NULL;
	c->mem.group_ptr = group_ptr;
	strip_take_back(c, &aside);
	return more;
}

void cta_sums_load(struct fn *c, const struct cta_sums *sums, val cta, u32 warp) {
	struct sums *s = sums_of(sums);
	struct emitter *e = &s->e;
	if (c->whole.failed)
		return;
	val at = LLVMBuildZExt(c->b, cta, c->i64, "");
	at = LLVMBuildMul(c->b, at, jit_int(c, 64, jit_cta_warps(c)), "");
	e->index[0] = LLVMBuildAdd(c->b, at, jit_int(c, 64, warp), "");
	e->places = s->places;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!bits_has(sums->written, reg))
			continue;
		for (u32 k = 0; k < segment_chunks(c, reg); k++) {
			val v = LLVMBuildLoad2(c->b, segment_place_type(c, reg),
			                       segment_place(e, reg, 0, k), "");
			if (jit_is_scalar(c, reg))
				jit_reg_set_scalar(c, reg, v);
			else
				jit_reg_set_chunk(c, reg, k, v);
		}
	}
}
