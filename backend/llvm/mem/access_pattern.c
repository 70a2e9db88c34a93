/* access_pattern.c - accesses whose addresses follow no rule that the analysis knows. If
 * they come from arithmetic, not from memory, they may well be consecutive or equal in
 * each chunk (as with a tile of 16 columns): the code tests that when it runs. Otherwise
 * each lane accesses its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/mem/lanes_group.h"
#include "backend/machine/access.h"

/* ---- the ways ---------------------------------------------------------------------- */

struct ways { /* values from several blocks, joined by phi */
	bb end, from[3];
	val value[3][ELEMENTS][MAX_CHUNKS];
	u32 n;
};

static void way_done(struct fn *c, struct mem *m, struct ways *w) {
	memcpy(w->value[w->n], m->value, sizeof m->value);
	w->from[w->n++] = LLVMGetInsertBlock(c->b);
	jit_goto(c, w->end);
}

static void join_ways(struct fn *c, struct mem *m, struct ways *w) {
	jit_at(c, w->end);
	for (u32 e = 0; m->is_load && e < m->n; e++)
		for (u32 k = 0; k < c->nchunk; k++) {
			val phi = LLVMBuildPhi(c->b, LLVMTypeOf(w->value[0][e][k]), "");
			for (u32 i = 0; i < w->n; i++)
				LLVMAddIncoming(phi, &w->value[i][e][k], &w->from[i], 1);
			m->value[e][k] = phi;
		}
}

/* ---- the test ---------------------------------------------------------------------- */

/* The numbers that are tested: addresses, or the indices that they are computed from,
 * which are half as wide. */
struct pattern {
	u32 bits, step; /* of a lane: its bits; bytes per unit of it */
	bool is_signed;
	bool is_row_line; /* known: lanes of each chunk are `stride` apart, all of them */
	s64 stride;
	val lane[MAX_CHUNKS], first[MAX_CHUNKS]; /* chunks; the first lanes of them */
	val address[MAX_CHUNKS];                 /* of the first lanes */
};

static void see_row_line(const struct fn *c, struct pattern *l, const struct operand *o) {
	const struct jreg *r = o->kind == OPR_REG || o->kind == OPR_ADDR_REG
	                               ? &c->reg[o->index]
	                               : NULL;
	l->is_row_line = r && r->class == REG_VECTOR && r->is_row_line &&
	                 r->bits == l->bits;
	l->stride = l->is_row_line ? r->row_stride : 0;
}

static void test_index(struct fn *c, struct mem *m, const struct indexed *x,
                       struct pattern *l) {
	val p = jit_cast(c, jit_reg_scalar(c, x->pointer->index), c->i64);
	p = LLVMBuildAdd(c->b, p, jit_int(c, 64, (u64)m->in->operand[m->ai].value), "");
	l->bits = 32;
	l->step = x->scale;
	l->is_signed = x->is_signed;
	see_row_line(c, l, x->index);
	for (u32 k = 0; k < c->nchunk; k++) {
		l->lane[k] = jit_cast(c, jit_source(c, x->index, 32, k), c->i32);
		l->first[k] = LLVMBuildExtractElement(c->b, l->lane[k], jit_int(c, 32, 0),
		                                      "");
		val wide = jit_resize(c, l->first[k], 64, x->is_signed);
		wide = LLVMBuildMul(c->b, wide, jit_int(c, 64, x->scale), "");
		l->address[k] = LLVMBuildAdd(c->b, p, wide, "");
	}
}

static void look_at(struct fn *c, struct mem *m, struct pattern *l) {
	struct indexed x;
	if (!is_shared_space(m->space) && mem_find_index(c, m, &x) &&
	    m->bytes % x.scale == 0) {
		test_index(c, m, &x, l);
		return;
	}
	l->bits = 64;
	l->step = 1;
	see_row_line(c, l, &m->in->operand[m->ai]);
	for (u32 k = 0; k < c->nchunk; k++) {
		l->lane[k] = mem_chunk_address(c, m, 64, k, m->in->operand[m->ai].value);
		l->first[k] = LLVMBuildExtractElement(c->b, l->lane[k], jit_int(c, 32, 0),
		                                      "");
		l->address[k] = l->first[k];
	}
}

/* Tests whether indices wrap within chunk k: then they are not consecutive. */
static val wraps(struct fn *c, const struct pattern *l, u32 k, u32 more) {
	u32 most = l->is_signed ? INT32_MAX : UINT32_MAX;
	val last = jit_int(c, 32, most - more);
	return LLVMBuildICmp(c->b, l->is_signed ? LLVMIntSGT : LLVMIntUGT, l->first[k],
	                     last, "");
}

/* The same where lanes are known to be in line. */
static val is_known_line(struct fn *c, const struct pattern *l, s64 stride) {
	val wrap = NULL;
	if (!stride || l->bits == 64)
		return jit_int(c, 1, 1);
	for (u32 k = 0; k < c->nchunk; k++) {
		val is = wraps(c, l, k, (u32)stride / l->step * (c->width - 1));
		wrap = wrap ? LLVMBuildOr(c->b, wrap, is, "") : is;
	}
	return LLVMBuildNot(c->b, wrap, "");
}

/* Tests whether all active lanes of every chunk hold first + iota * stride: i1. */
static val is_line(struct fn *c, const struct pattern *l, s64 stride,
                   const struct mask *em) {
	val all = NULL, wrap = NULL;
	if (l->is_row_line && em->full)
		return l->stride * l->step == stride ? is_known_line(c, l, stride)
		                                     : jit_int(c, 1, 0);
	for (u32 k = 0; k < c->nchunk; k++) {
		val want = jit_splat(c, l->first[k]);
		u32 step = (u32)stride / l->step;
		if (stride)
			want = LLVMBuildAdd(c->b, want, jit_iota(c, l->bits, 0, step),
			                    "");
		val same = LLVMBuildICmp(c->b, LLVMIntEQ, l->lane[k], want, "");
		if (stride && l->bits == 32) {
			val is = wraps(c, l, k, step * (c->width - 1));
			wrap = wrap ? LLVMBuildOr(c->b, wrap, is, "") : is;
		}
		if (!em->full)
			same = LLVMBuildOr(c->b, same,
			                   LLVMBuildNot(c->b, em->chunk[k], ""), "");
		all = all ? LLVMBuildAnd(c->b, all, same, "") : same;
	}
	all = jit_chunk_all(c, all);
	return wrap ? LLVMBuildAnd(c->b, all, LLVMBuildNot(c->b, wrap, ""), "") : all;
}

/* Tests whether `span` bytes are valid at each chunk's offset in the space: i1. */
static val all_in_range(struct fn *c, const struct mem *m, const val *off, u32 span) {
	val total, ok = NULL;
	mem_low(c, m, &total);
	for (u32 k = 0; k < c->nchunk; k++) {
		val in = mem_in_range(c, off[k], total, span, log2_of(m->bytes));
		ok = ok ? LLVMBuildAnd(c->b, ok, in, "") : in;
	}
	return ok;
}

/* Makes host pointers of scalar addresses, one a chunk, with one check for all. */
static void pointers(struct fn *c, struct mem *m, const val *first, u32 span, val *p) {
	val total, low = mem_low(c, m, &total), off[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		off[k] = LLVMBuildSub(c->b, first[k], low, "");
	mem_check(c, m, all_in_range(c, m, off, span));
	for (u32 k = 0; k < c->nchunk; k++)
		p[k] = mem_host(c, m, first[k], off[k]);
}

static void line_way(struct fn *c, struct mem *m, const val *first,
                     const struct mask *em) {
	val p[MAX_CHUNKS];
	pointers(c, m, first, m->bytes * c->width, p);
	for (u32 k = 0; k < c->nchunk; k++)
		mem_consecutive(c, m, p[k], k, em);
	if (em->full)
		mem_prefetch_round(c, m, p, c->nchunk);
}

void mem_same(struct fn *c, struct mem *m, val p, u32 k) {
	p = jit_confined(c, m, p);
	for (u32 e = 0; e < m->n; e++)
		m->value[e][k] = jit_splat(
			c,
			mem_load_at(c, mem_type(c, m), mem_element(c, m, p, e), m->size));
}

static void same_way(struct fn *c, struct mem *m, const val *first) {
	val p[MAX_CHUNKS];
	pointers(c, m, first, m->bytes, p);
	for (u32 k = 0; k < c->nchunk; k++)
		mem_same(c, m, p[k], k);
}

/* ---- one test for loads off one register ------------------------------------------- */

enum lanes_pattern { LANES_IN_LINE, LANES_SAME, LANES_APART };

/* Checks whether the analysis knows already what a test would find. */
static bool is_known(struct fn *c, const struct mem *m) {
	struct pattern l = {.bits = 64, .step = 1};
	struct indexed x;
	if (!is_shared_space(m->space) && mem_find_index(c, m, &x)) {
		l.bits = 32;
		l.step = x.scale;
		see_row_line(c, &l, x.index);
	} else {
		see_row_line(c, &l, &m->in->operand[m->ai]);
	}
	return l.is_row_line && (!l.stride || l.stride * (s64)l.step == (s64)m->bytes);
}

static val phi_of(struct fn *c, val *value, bb *from, u32 n) {
	val phi = LLVMBuildPhi(c->b, LLVMTypeOf(value[0]), "");
	LLVMAddIncoming(phi, value, from, n);
	return phi;
}

/* Tests how lanes lie, and checks all bytes of the group. */
static void test_group(struct fn *c, struct mem *m, const struct mask *em,
                       struct lanes_group *g) {
	struct pattern l = {.is_signed = false};
	val total, low = mem_low(c, m, &total), off0[MAX_CHUNKS], ok[3], how[3];
	s64 back = g->first - m->in->operand[m->ai].value;
	u32 span = (u32)(g->end - g->first);
	bb at[3], noline = jit_block(c, "noline"), end = jit_block(c, "tested");
	look_at(c, m, &l);
	for (u32 k = 0; k < c->nchunk; k++) {
		val first = LLVMBuildAdd(c->b, l.address[k], jit_int(c, 64, (u64)back),
		                         "");
		off0[k] = LLVMBuildSub(c->b, first, low, "");
		g->lane0[k] = mem_host(c, m, first, off0[k]);
	}
	for (u32 i = 0; i < 3; i++) {
		at[i] = jit_block(c, "test");
		how[i] = jit_int(c, 32, i);
	}
	jit_if(c, is_line(c, &l, (s64)m->bytes, em), at[LANES_IN_LINE], noline);
	jit_at(c, noline);
	jit_if(c, is_line(c, &l, 0, em), at[LANES_SAME], at[LANES_APART]);
	for (u32 i = 0; i < 3; i++) {
		jit_at(c, at[i]);
		if (i == LANES_APART) {
			mem_span_offsets(c, m, em, g->first, span, g->off, &ok[i]);
			mem_prefetch_walk(c, m, em, g->off);
		} else {
			u32 more = i == LANES_IN_LINE ? m->bytes * (c->width - 1) : 0;
			ok[i] = all_in_range(c, m, off0, span + more);
		}
		at[i] = LLVMGetInsertBlock(c->b);
		jit_goto(c, end);
	}
	jit_at(c, end);
	g->ok = phi_of(c, ok, at, 3);
	g->pattern = phi_of(c, how, at, 3);
	for (u32 k = 0; k < c->nchunk; k++) {
		val none = LLVMGetPoison(LLVMTypeOf(g->off[k]));
		g->off[k] = phi_of(c, (val[]){none, none, g->off[k]}, at, 3);
	}
}

/* Fills the run's slots where each chunk's lanes are in line, or have one value. */
static void load_run(struct fn *c, const struct mem *m, const struct mask *em,
                     const struct lanes_group *g, const struct run *r,
                     enum lanes_pattern how) {
	typ one = mem_int(c, m), all = jit_vec(c, one);
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = jit_gep(c, g->lane0[k],
		                jit_int(c, 64, (u64)(r->first - g->first)));
		struct mem x;
		bool whole = r->vector && how == LANES_IN_LINE;
		if (whole) {
			mem_describe(c, &x, r->vector);
			mem_consecutive(c, &x, p, k, em);
		}
		for (u32 e = 0; e < r->n; e++) {
			val at = mem_element(c, m, p, e), v;
			if (whole)
				v = jit_cast(c, x.value[e][k], one);
			else if (how == LANES_SAME)
				v = jit_splat(c, mem_load_at(c, one, at, m->size));
			else
				v = mem_load_at(c, all, at, m->size);
			LLVMBuildStore(c->b, v, r->slot[e][k]);
		}
	}
}

/* Loads m, or the runs from number `first` on, of which one has it. */
static void load_in_pattern(struct fn *c, struct mem *m, const struct mask *em,
                            const struct lanes_group *g, u32 first,
                            enum lanes_pattern how) {
	s64 more = m->in->operand[m->ai].value - g->first;
	val p[MAX_CHUNKS], off[MAX_CHUNKS];
	bool alone = first == g->nrun;
	if (how == LANES_APART) {
		memcpy(off, g->off, sizeof off);
		val base = mem_index_base(c, m, alone ? more : 0, off);
		for (u32 i = first; i < g->nrun; i++)
			lanes_load_run(c, m, em, &g->run[i], g->first, base, off);
		for (u32 k = 0; k < c->nchunk && alone; k++)
			mem_scattered(c, m, base, off[k], k, em);
		return;
	}
	for (u32 i = first; i < g->nrun; i++)
		load_run(c, m, em, g, &g->run[i], how);
	for (u32 k = 0; k < c->nchunk; k++) {
		p[k] = jit_gep(c, g->lane0[k], jit_int(c, 64, (u64)more));
		if (alone && how == LANES_SAME)
			mem_same(c, m, p[k], k);
		else if (alone)
			mem_consecutive(c, m, p[k], k, em);
	}
	if (how == LANES_IN_LINE)
		mem_prefetch_round(c, m, p, c->nchunk);
}

static val is_pattern(struct fn *c, const struct lanes_group *g, enum lanes_pattern how) {
	return LLVMBuildICmp(c->b, LLVMIntEQ, g->pattern, jit_int(c, 32, how), "");
}

/* Loads m as its group's first access has found lanes to lie, and what else of the group
 * can be loaded now. False: it has no group. */
static bool load_by_group(struct fn *c, struct mem *m, const struct mask *em) {
	bool begins;
	if (!m->is_load || m->strong || m->size < 4 || !em->full || is_known(c, m))
		return false;
	struct lanes_group *g = lanes_group_of(c, m, true, &begins);
	if (!g || (!begins && !g->pattern))
		return false;
	if (begins)
		test_group(c, m, em, g);
	mem_check(c, m, g->ok);
	const struct run *r = lanes_loaded_run(g, m);
	if (r) {
		lanes_take_from_run(c, m, r);
		return true;
	}
	u32 first = g->nrun;
	bool has_run = lanes_new_runs(c, m, g);
	struct ways w = {.end = jit_block(c, "found")};
	bb at[3], noline = jit_block(c, "noline");
	for (u32 i = 0; i < 3; i++)
		at[i] = jit_block(c, "way");
	jit_if(c, is_pattern(c, g, LANES_IN_LINE), at[LANES_IN_LINE], noline);
	jit_at(c, noline);
	jit_if(c, is_pattern(c, g, LANES_SAME), at[LANES_SAME], at[LANES_APART]);
	for (u32 i = 0; i < 3; i++) {
		jit_at(c, at[i]);
		load_in_pattern(c, m, em, g, first, (enum lanes_pattern)i);
		if (has_run)
			jit_goto(c, w.end);
		else
			way_done(c, m, &w);
	}
	if (has_run) {
		jit_at(c, w.end);
		lanes_take_from_run(c, m, lanes_loaded_run(g, m));
	} else {
		join_ways(c, m, &w);
	}
	return true;
}

/* ---- lanes at fixed distances from lane 0 ------------------------------------------ */

/* Checks whether lanes of chunk k are `step` bytes apart. */
static bool is_even(const struct fn *c, const struct uniform_value *how, u32 k,
                    s64 step) {
	u32 first = k * c->width;
	for (u32 i = 1; i < c->width; i++)
		if (uniform_lane(how, first + i) - uniform_lane(how, first) !=
		    step * (s64)i)
			return false;
	return true;
}

/* Checks whether each chunk is consecutive, equal, or interleaved, and needs no
 * gather. */
bool mem_is_tiled(const struct fn *c, const struct mem *m, const struct mask *em) {
	if (m->how.kind != VALUE_AFFINE || m->space == SPACE_LOCAL ||
	    !(em->full || m->n == 1) || !mem_is_near(&m->how, m->bytes))
		return false;
	for (u32 k = 0; k < c->nchunk; k++)
		if (!is_even(c, &m->how, k, (s64)m->bytes) &&
		    !(m->is_load && is_even(c, &m->how, k, 0)) &&
		    !mem_can_interleave(c, m, k))
			return false;
	return true;
}

/* whole: what lies between the lanes is valid, also if some of them do not take part. */
static void affine_way(struct fn *c, struct mem *m, val lane0, const struct mask *em,
                       bool whole) {
	s64 least, most;
	uniform_extent(&m->how, &least, &most);
	u32 bits = least > -(1 << 30) && most < 1 << 30 ? 32 : 64;
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = jit_gep(c, lane0,
		                jit_int(c, 64, (u64)uniform_lane(&m->how, k * c->width)));
		if ((em->full || m->n == 1) && is_even(c, &m->how, k, (s64)m->bytes)) {
			mem_consecutive(c, m, p, k, em);
		} else if (whole && m->is_load && is_even(c, &m->how, k, 0)) {
			mem_same(c, m, p, k);
		} else if (whole && mem_can_interleave(c, m, k)) {
			mem_interleaved(c, m, lane0, k, em);
		} else {
			mem_scattered(c, m, lane0, jit_lanes(c, bits, k, &m->how), k, em);
		}
	}
}

/* ---- all of it --------------------------------------------------------------------- */

/* Checks whether the address comes from memory: then lanes are likely to go to different
 * places. */
static bool is_data(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	return o->kind == OPR_ADDR_REG && c->reg[o->index].is_data;
}

/* Emits an access of some lanes that needs no gather if all lanes could make it, as they
 * mostly could. False: it is of another kind. */
static bool some_way(struct fn *c, struct mem *m, const struct mask *em, bool lanes) {
	val ok, p = mem_is_tiled(c, m, em) ? mem_whole_pointer(c, m, &ok) : NULL;
	struct ways w = {.end = p ? jit_block(c, "found") : NULL};
	if (!p)
		return false;
	bb whole = jit_block(c, "whole"),
	   apart = lanes ? jit_block(c, "apart") : mem_slow(c, m);
	jit_likely(c, ok, true, whole, apart);
	jit_at(c, whole);
	affine_way(c, m, p, em, true);
	way_done(c, m, &w);
	if (lanes) {
		jit_at(c, apart);
		mem_gather_scatter(c, m, em, false);
		way_done(c, m, &w);
	}
	join_ways(c, m, &w);
	return true;
}

void mem_by_pattern(struct fn *c, struct mem *m, const struct mask *em) {
	bool lanes = mem_can_scatter(c, m);
	bool near = mem_is_near(&m->how, m->bytes);
	if (m->group) {
		affine_way(c, m,
		           jit_gep(c, m->group,
		                   jit_int(c, 64, (u64)m->in->operand[m->ai].value)),
		           em, em->full);
		return;
	}
	if (!em->full && !em->constant && some_way(c, m, em, lanes))
		return;
	if (m->how.kind == VALUE_AFFINE && near && m->space != SPACE_LOCAL &&
	    (em->full || em->constant || !m->how.row)) {
		struct mask lanes_of = *em;
		affine_way(c, m, mem_line_pointer(c, m, &lanes_of), em, em->full);
		return;
	}
	bool unknown = m->space != SPACE_LOCAL && m->how.kind == VALUE_DIVERGENT;
	if (!unknown || (lanes && (!em->full || is_data(c, m)))) {
		mem_gather_scatter(c, m, em, true);
		return;
	}
	if (lanes && load_by_group(c, m, em))
		return;
	struct pattern l = {.is_signed = false};
	struct ways w = {.end = jit_block(c, "found")};
	look_at(c, m, &l);
	if (m->n == 1 || em->full) {
		bb line = jit_block(c, "line"), other = jit_block(c, "noline");
		jit_if(c, is_line(c, &l, (s64)m->bytes, em), line, other);
		jit_at(c, line);
		line_way(c, m, l.address, em);
		way_done(c, m, &w);
		jit_at(c, other);
	}
	if (m->is_load) {
		bb same = jit_block(c, "same"), other = jit_block(c, "apart");
		jit_if(c, is_line(c, &l, 0, em), same, other);
		jit_at(c, same);
		same_way(c, m, l.address);
		way_done(c, m, &w);
		jit_at(c, other);
	}
	if (lanes) {
		mem_gather_scatter(c, m, em, false);
		way_done(c, m, &w);
	} else {
		jit_goto(c, mem_slow(c, m));
	}
	join_ways(c, m, &w);
}
