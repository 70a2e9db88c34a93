/* strip_access.c - the accesses of a strip (cta_strip.c). All addresses are valid before
 * the first of them is made. Where a strip goes over a border some lanes do not store,
 * and where a quotient differs between lanes (strip_piece.c), an access by it is made for
 * one row of the quotient after the other:
 *
 *     in[i]          lanes 0 .. 31                        one vector after the other
 *     scale[i % w]   lanes 0 .. 3, then lanes 4 .. 31     twice so, by masks
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_access.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_bits.h"
#include "backend/llvm/warps/strip_lanes.h"
#include "backend/llvm/warps/strip_piece.h"
#include "backend/machine/access.h"

/* ---- tests ------------------------------------------------------------------------- */

static bool describe(struct fn *c, const struct inst *in, struct mem *m) {
	if (!mem_describe(c, m, in))
		return false;
	m->how = jit_operand_value(c, &in->operand[m->ai], 64);
	return true;
}

/* The access as if the warp had one row. */
static struct mem in_one_row(const struct line *address, const struct mem *m) {
	struct mem one = *m;
	one.how = (struct uniform_value){.kind = VALUE_AFFINE, .stride = address->stride};
	return one;
}

/* Where the rows of a warp are at distances that are known only when the code runs: each
 * chunk is consecutive, loads one value, or loads what lies in a few vectors. */
static bool fits_rows(const struct strip *s, const struct line *address,
                      const struct mem *m) {
	const struct fn *c = s->c;
	if (!address || s->row_lanes % c->width || strip_has_bits(address))
		return false;
	struct mem one = in_one_row(address, m);
	return address->stride == (s64)m->bytes ||
	       (m->is_load && (!address->stride || mem_can_interleave(c, &one, 0)));
}

/* Checks whether the access is made for a warp at once, or for its rows. */
static bool fits_warp(const struct strip *s, const struct line *address,
                      const struct mem *m) {
	if (m->how.kind == VALUE_AFFINE)
		return mem_is_near(&m->how, m->bytes);
	return m->how.kind == VALUE_DIVERGENT && fits_rows(s, address, m);
}

/* Accesses that are made row by row there. */
static bool is_by_row(const struct mem *m, const struct line *address) {
	return m->how.kind == VALUE_DIVERGENT && strip_has_piece(address);
}

struct line *strip_test_access(struct strip *s, const struct inst *in) {
	struct fn *c = s->c;
	struct mem m;
	if (!describe(c, in, &m))
		return NULL;
	const struct operand *o = &in->operand[m.ai];
	struct line *address = strip_address(s, o);
	if (address && (s->unless || !is_shared_space(m.space)))
		address = strip_guarded(s, address);
	bool ok = address && o->kind == OPR_ADDR_REG &&
	          (m.how.kind == VALUE_UNIFORM || fits_warp(s, address, &m) ||
	           (s->has_barriers && strip_lanes_test(s, &m, address))) &&
	          o->value % (s64)m.bytes == 0;
	for (u32 i = 0; m.is_load && m.how.kind != VALUE_UNIFORM && i < m.n; i++)
		ok &= m.elem[i]->kind != OPR_REG || !jit_is_scalar(c, m.elem[i]->index);
	/* some lanes' loads: strip_lanes_access */
	if (ok && s->in_region && m.is_load && !is_shared_space(m.space) &&
	    m.how.kind != VALUE_UNIFORM)
		ok = strip_lanes_test(s, &m, address);
	if (ok && is_by_row(&m, address))
		ok = mem_can_scatter(c, &m);
	ok = ok && strip_note_access(s, address, o->value, o->value + m.bytes, m.bytes,
	                             is_shared_space(m.space));
	return ok ? address : NULL;
}

bool strip_test_atomic(struct strip *s, struct strip_step *t) {
	struct atomic_range *r = arena_new(s->c->a, struct atomic_range);
	if (!jit_atomic_range(s->c, t->in, r))
		return false;
	struct line *l = strip_address(s, r->pointer);
	if (l && (s->unless || !r->is_shared))
		l = strip_guarded(s, l);
	t->address = l;
	t->atomic = r;
	return l && r->first % (s64)r->bytes == 0 &&
	       strip_note_access(s, l, r->first, r->end, r->bytes, r->is_shared);
}

/* ---- borders ----------------------------------------------------------------------- */

val strip_chunk(struct strip *s, const struct line *l, val first, u32 k) {
	struct fn *c = s->c;
	val lane[WARP_LANES], row[WARP_LANES], v;
	for (u32 i = 0; i < c->width; i++) {
		u32 at = k * c->width + i, x = s->row_lanes;
		row[i] = jit_int(c, l->bits, at / x);
		lane[i] = jit_int(c, l->bits, (u64)l->stride * (at % x));
	}
	v = jit_splat(c, first);
	if (l->stride)
		v = LLVMBuildAdd(c->b, v, LLVMConstVector(lane, c->width), "");
	if (l->coef[STRIP_ROW])
		v = LLVMBuildAdd(c->b, v,
		                 LLVMBuildMul(c->b, jit_splat(c, l->coef[STRIP_ROW]),
		                              LLVMConstVector(row, c->width), ""),
		                 "");
	for (u32 b = 0; b < STRIP_LANE_BITS; b++) {
		if (!l->coef[STRIP_LANE + b])
			continue;
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, l->bits, (k * c->width + i) >> b & 1);
		v = LLVMBuildAdd(c->b, v,
		                 LLVMBuildMul(c->b, jit_splat(c, l->coef[STRIP_LANE + b]),
		                              LLVMConstVector(lane, c->width), ""),
		                 "");
	}
	return v;
}

val strip_condition_chunk(struct strip *s, const struct strip_condition *k, u32 chunk) {
	struct fn *c = s->c;
	val a, b, v;
	if (k->kind == CONDITION_SAME) {
		v = jit_splat(c, k->same);
	} else if (k->kind == CONDITION_COMPARE) {
		a = strip_chunk(s, k->a, strip_first_value(s, k->a), chunk);
		b = strip_chunk(s, k->b, strip_first_value(s, k->b), chunk);
		v = LLVMBuildICmp(c->b, jit_int_predicate(k->cmp, k->is_signed), a, b,
		                  "");
	} else {
		a = strip_condition_chunk(s, k->part[0], chunk);
		b = strip_condition_chunk(s, k->part[1], chunk);
		v = k->kind == CONDITION_BOTH ? LLVMBuildAnd(c->b, a, b, "")
		                              : LLVMBuildOr(c->b, a, b, "");
	}
	return k->is_negated ? LLVMBuildNot(c->b, v, "") : v;
}

static val is_first_round(const struct strip *s) {
	struct fn *c = s->c;
	return LLVMBuildICmp(c->b, LLVMIntEQ, s->counter[STRIP_ROUND], jit_int(c, 64, 0),
	                     "");
}

void strip_find_mask(struct strip *s, struct mask *m) {
	struct fn *c = s->c;
	*m = (struct mask){.full = false};
	for (u32 i = 0; i < s->border.n; i++) {
		const struct strip_border *b = &s->border.at[i];
		for (u32 k = 0; k < c->nchunk; k++) {
			val v = strip_condition_chunk(s, b->condition, k);
			if (!b->holds)
				v = LLVMBuildNot(c->b, v, "");
			if (b->is_back)
				v = LLVMBuildOr(c->b, v, jit_splat(c, is_first_round(s)),
				                "");
			m->chunk[k] = i ? LLVMBuildAnd(c->b, m->chunk[k], v, "") : v;
		}
	}
}

/* ---- accesses ---------------------------------------------------------------------- */

/* Makes the NaNs of what is stored canonical, if there are any: one test is less than a
 * choice for each chunk. */
static void settle_nans(struct fn *c, struct mem *m, u32 reg) {
	val any = NULL, raw[MAX_CHUNKS], out[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		raw[k] = jit_reg_chunk(c, reg, k);
		if (k % 2 == 0)
			continue;
		val nan = LLVMBuildFCmp(c->b, LLVMRealUNO, raw[k - 1], raw[k], "");
		any = any ? LLVMBuildOr(c->b, any, nan, "") : nan;
	}
	bb from[2] = {LLVMGetInsertBlock(c->b), jit_block(c, "nans")},
	   on = jit_block(c, "nonans");
	jit_likely(c, jit_chunk_any(c, any), false, from[1], on);
	jit_at(c, from[1]);
	for (u32 k = 0; k < c->nchunk; k++)
		out[k] = jit_canonical_f32(c, raw[k]);
	jit_goto(c, on);
	jit_at(c, on);
	for (u32 k = 0; k < c->nchunk; k++) {
		m->value[0][k] = LLVMBuildPhi(c->b, LLVMTypeOf(raw[k]), "");
		LLVMAddIncoming(m->value[0][k], (val[]){raw[k], out[k]}, from, 2);
	}
}

/* Reads what is stored. */
static void read_stored(struct fn *c, struct mem *m) {
	const struct operand *o = m->elem[0];
	const struct jreg *r = o->kind == OPR_REG ? &c->reg[o->index] : NULL;
	if (m->n == 1 && m->size == 4 && r && r->raw_nan && r->class == REG_VECTOR &&
	    r->type == c->f32 && c->nchunk % 2 == 0) {
		settle_nans(c, m, o->index);
		return;
	}
	for (u32 i = 0; i < m->n; i++)
		for (u32 k = 0; k < c->nchunk; k++)
			m->value[i][k] = mem_stored(c, m, m->elem[i], k);
}

static void access_line(struct fn *c, struct mem *m, val p) {
	bb past = mem_store_nontemporal(c, m, &p, 1, &c->em);
	for (u32 k = 0; k < c->nchunk; k++)
		mem_consecutive(
			c, m, jit_gep(c, p, jit_int(c, 64, (u64)k * c->width * m->bytes)),
			k, &c->em);
	if (past) {
		jit_goto(c, past);
		jit_at(c, past);
	}
}

/* Chunk k begins at p. */
static void load_interleaved(struct fn *c, struct mem *m, const struct line *l, val p,
                             u32 k) {
	struct mem one = in_one_row(l, m);
	s64 first = uniform_lane(&one.how, k * c->width),
	    last = uniform_lane(&one.how, (k + 1) * c->width - 1),
	    own = m->in->operand[m->ai].value;
	/* what the line's other accesses load is valid, too */
	one.valid_first = MIN(first, last) + l->first - own;
	one.valid_end = MAX(first, last) + l->end - own;
	mem_interleaved(c, &one, jit_gep(c, p, jit_int(c, 64, 0 - (u64)first)), k,
	                &c->em);
	m->value[0][k] = one.value[0][k];
}

/* Chunk k begins at p. Lanes of other rows would access what may not be valid. */
static void access_chunk(struct strip *s, struct mem *m, const struct line *l, val p,
                         u32 k, const struct mask *em) {
	struct fn *c = s->c;
	bool all = !s->apart || !strip_has_piece(l);
	struct uniform_value how = {.kind = VALUE_AFFINE, .stride = l->stride};
	if (l->stride == (s64)m->bytes && (all || m->n == 1 || !m->is_load))
		mem_consecutive(c, m, p, k, em);
	else if (!l->stride)
		mem_same(c, m, p, k);
	else if (all)
		load_interleaved(c, m, l, p, k);
	else
		mem_scattered(c, m, p, jit_lanes(c, 32, 0, &how), k, em);
}

/* The rows of the warp begin at p and at multiples of the line's coefficient after it. */
static void access_rows(struct strip *s, struct mem *m, const struct line *l, val p,
                        const struct mask *em) {
	struct fn *c = s->c;
	u32 lanes = s->row_lanes, n = s->n[STRIP_ROW];
	val row[WARP_LANES] = {p};
	for (u32 i = 1; i < n; i++)
		row[i] = l->coef[STRIP_ROW] ? jit_gep(c, row[i - 1], l->coef[STRIP_ROW])
		                            : p;
	bool line = l->stride == (s64)m->bytes;
	bb past = line ? mem_store_nontemporal(c, m, row, n, em) : NULL;
	for (u32 k = 0; k < c->nchunk; k++) {
		u32 lane = k * c->width;
		s64 at = l->stride * (s64)(lane % lanes);
		access_chunk(s, m, l,
		             jit_gep(c, row[lane / lanes], jit_int(c, 64, (u64)at)), k,
		             em);
	}
	if (past) {
		jit_goto(c, past);
		jit_at(c, past);
	}
}

/* The lanes from `begin` to `end` of those in the mask; i64. */
static struct mask lanes_between(struct fn *c, u32 row_lanes, val begin, val end,
                                 const struct mask *em) {
	struct mask m = {.full = false};
	begin = LLVMBuildTrunc(c->b, begin, c->i32, "");
	end = LLVMBuildTrunc(c->b, end, c->i32, "");
	for (u32 k = 0; k < c->nchunk; k++) {
		val lane[WARP_LANES], at;
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 32, (k * c->width + i) % row_lanes);
		at = LLVMConstVector(lane, c->width);
		m.chunk[k] = LLVMBuildAnd(
			c->b,
			LLVMBuildICmp(c->b, LLVMIntUGE, at, jit_splat(c, begin), ""),
			LLVMBuildICmp(c->b, LLVMIntULT, at, jit_splat(c, end), ""), "");
		if (!em->full)
			m.chunk[k] = LLVMBuildAnd(c->b, m.chunk[k], em->chunk[k], "");
	}
	return m;
}

/* What is loaded for one row after the other, as bits. */
struct loaded {
	val now[ELEMENTS][MAX_CHUNKS]; /* phis */
};

static void begin_loaded(struct fn *c, const struct mem *m, struct loaded *l, bb before) {
	typ t = jit_vec(c, mem_int(c, m));
	val none = LLVMConstNull(t);
	for (u32 i = 0; m->is_load && i < m->n; i++)
		for (u32 k = 0; k < c->nchunk; k++) {
			l->now[i][k] = LLVMBuildPhi(c->b, t, "");
			LLVMAddIncoming(l->now[i][k], &none, &before, 1);
		}
}

static void add_loaded(struct fn *c, struct mem *m, const struct loaded *l,
                       const struct mask *lanes) {
	for (u32 i = 0; m->is_load && i < m->n; i++)
		for (u32 k = 0; k < c->nchunk; k++) {
			val v = jit_cast(c, m->value[i][k], mem_int(c, m));
			v = LLVMBuildSelect(c->b, lanes->chunk[k], v, l->now[i][k], "");
			m->value[i][k] = v;
		}
}

static void end_loaded(struct fn *c, struct mem *m, const struct loaded *l, bb round) {
	for (u32 i = 0; m->is_load && i < m->n; i++)
		for (u32 k = 0; k < c->nchunk; k++) {
			LLVMAddIncoming(l->now[i][k], &m->value[i][k], &round, 1);
			m->value[i][k] = jit_cast(c, m->value[i][k], mem_type(c, m));
		}
}

/* An access for the lanes of one row after the other: a loop, mostly of two rounds. */
static void access_row_by_row(struct strip *s, struct mem *m, const struct line *l,
                              struct mask *em) {
	struct fn *c = s->c;
	struct strip first = *s;
	struct loaded loaded;
	bb before = LLVMGetInsertBlock(c->b), round = jit_block(c, "row"),
	   done = jit_block(c, "rowsdone");
	val zero = jit_int(c, 64, 0), end;
	jit_goto(c, round);
	jit_at(c, round);
	val lane = LLVMBuildPhi(c->b, c->i64, "");
	LLVMAddIncoming(lane, &zero, &before, 1);
	begin_loaded(c, m, &loaded, before);
	end = strip_begin_row(s, lane);
	struct mask lanes = lanes_between(c, s->row_lanes, lane, end, em);
	val p = LLVMBuildIntToPtr(c->b, strip_first_value(s, l), c->ptr, "");
	p = jit_gep(c, p, jit_int(c, 64, (u64)m->in->operand[m->ai].value));
	access_rows(s, m, l, p, &lanes);
	add_loaded(c, m, &loaded, &lanes);
	bb at = LLVMGetInsertBlock(c->b);
	val all = jit_int(c, 64, s->row_lanes);
	LLVMAddIncoming(lane, &end, &at, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULT, end, all, ""), round, done);
	jit_at(c, done);
	end_loaded(c, m, &loaded, at);
	memcpy(s->counter, first.counter, sizeof first.counter);
}

static bool is_consecutive(const struct mem *m) {
	return m->how.stride == (s64)m->bytes && !m->how.row;
}

/* Checks whether lanes would be accessed one by one. */
static bool is_apart(const struct fn *c, const struct mem *m) {
	return m->how.kind == VALUE_AFFINE && !is_consecutive(m) &&
	       !mem_can_interleave(c, m, 0);
}

/* Emits a store by the lanes of the mask, or an access by all. */
static void access_at(struct strip *s, struct mem *m, const struct line *l, val p,
                      struct mask *em) {
	struct fn *c = s->c;
	struct mask all = c->em;
	c->em = *em;
	if (m->how.kind == VALUE_UNIFORM && m->is_load)
		mem_uniform_load(c, m, p);
	else if (m->how.kind == VALUE_UNIFORM)
		mem_uniform_store(c, m, p, em);
	else if (s->apart && is_by_row(m, l))
		access_row_by_row(s, m, l, em);
	else if (is_consecutive(m))
		access_line(c, m, p);
	else if (s->has_barriers &&
	         (!fits_warp(s, l, m) || (em->full && strip_lanes_are_few(s, m, l)) ||
	          (m->is_rare && is_apart(c, m))))
		strip_lanes_access(s, m, l, p);
	else if (m->how.kind == VALUE_DIVERGENT)
		access_rows(s, m, l, p, em);
	else
		mem_by_pattern(c, m, em);
	c->em = all;
}

/* A store by the threads inside of the borders, if these are not all. */
static void store_part(struct strip *s, struct mem *m, const struct line *l, val p) {
	struct fn *c = s->c;
	bb some = jit_block(c, "storesome"), all = jit_block(c, "storeall"),
	   done = jit_block(c, "stored");
	struct mask mask;
	jit_likely(c, s->part, false, some, all);
	jit_at(c, some);
	strip_find_mask(s, &mask);
	access_at(s, m, l, p, &mask);
	jit_goto(c, done);
	jit_at(c, all);
	access_at(s, m, l, p, &c->em);
	jit_goto(c, done);
	jit_at(c, done);
}

/* A load of the lanes that come there. The others may load from shared memory, too. */
static void load_part(struct strip *s, struct mem *m, const struct line *l, val p) {
	struct mask all = {.full = true, .constant = UINT32_MAX};
	if (m->how.kind == VALUE_UNIFORM || is_shared_space(m->space))
		access_at(s, m, l, p, &all);
	else
		strip_lanes_access(s, m, l, p);
}

void strip_access(struct strip *s, const struct inst *in, const struct line *address) {
	struct fn *c = s->c;
	struct mem m;
	s64 least, most, at = 0;
	describe(c, in, &m);
	at = in->operand[m.ai].value;
	uniform_extent(&m.how, &least, &most);
	m.checked = true;
	m.is_rare = s->is_rare && !m.is_load;
	m.valid_first = least + address->first - at;
	m.valid_end = most + address->end - at;
	val first = strip_first_value(s, address), size;
	m.group = mem_host(c, &m, first,
	                   LLVMBuildSub(c->b, first, mem_low(c, &m, &size), ""));
	val p = jit_gep(c, m.group, jit_int(c, 64, (u64)at));
	if (!m.is_load && m.how.kind != VALUE_UNIFORM)
		read_stored(c, &m);
	if (!m.is_load && s->part)
		store_part(s, &m, address, p);
	else if (m.is_load && !c->em.full)
		load_part(s, &m, address, p);
	else
		access_at(s, &m, address, p, &c->em);
	if (m.is_load && s->has_barriers && c->em.full && m.how.kind == VALUE_AFFINE &&
	    is_consecutive(&m) && mem_may_count(c, &m))
		mem_note_place(c, &m, p);
	if (m.is_load)
		mem_set_loaded(c, &m);
}
