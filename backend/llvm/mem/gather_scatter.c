/* gather_scatter.c - accesses in which each lane goes to a place of its own: gathers and
 * scatters.
 *
 * Hosts gather by a pointer for all lanes and 32 bits for each; addresses are 64 bits
 * wide. So most of the work is to check that all addresses are valid, and to make them
 * narrow. It is done once for accesses off one register with different constants, and
 * without wide numbers at all where the register is the sum of a pointer and an index of
 * 32 bits: a[i]. Of bytes and halves, loads only: what is gathered is words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/mem/lanes_group.h"
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"

/* ---- bounds and offsets ------------------------------------------------------------ */

/* Distances from the middle of global memory, so that 32 bits reach 4 GiB. */
enum { HALF = 1u << 31 };

static val middle(struct fn *c) {
	val low = jit_once(c, ONCE_REACH_LOW);
	bb here = jit_entry(c);
	val p = LLVMBuildAdd(c->b, low, jit_int(c, 64, HALF), "");
	p = LLVMBuildIntToPtr(c->b, p, c->ptr, "");
	jit_prologue_end(c, here);
	return p;
}

/* Checks for memory of less than 2 GiB, whose offsets are 32 bits wide. */
static bool is_small(const struct mem *m) {
	return is_shared_space(m->space) || m->space == SPACE_LOCAL ||
	       m->space == SPACE_CONST;
}

static val at_most_4g(struct fn *c, val total) {
	if (!c->mem.near_size) {
		bb here = jit_entry(c);
		val arg[2] = {total, jit_int(c, 64, 1ull << 32)};
		c->mem.near_size = jit_intrinsic(c, "llvm.umin", &c->i64, 1, arg, 2);
		jit_prologue_end(c, here);
	}
	return c->mem.near_size;
}

/* The bounds of a cta's or a lane's own memory, of 32-bit addresses. */
static val narrow_bounds(struct fn *c, const struct mem *m, val *total) {
	bool shared = is_shared_space(m->space);
	*total = jit_once(c, shared ? ONCE_SHARED_TOTAL : ONCE_LOCAL_LIMIT);
	return shared ? jit_once(c, ONCE_SHARED_BASE) : jit_int(c, 32, 0);
}

void mem_span_offsets(struct fn *c, const struct mem *m, const struct mask *em, s64 more,
                      u32 span, val *off, val *all_ok) {
	const struct operand *o = &m->in->operand[m->ai];
	bool own = is_shared_space(m->space) || m->space == SPACE_LOCAL;
	u32 bits = own && o->kind == OPR_ADDR_REG && c->reg[o->index].bits == 32 ? 32
	                                                                         : 64;
	val total, low = mem_low(c, m, &total), ok = NULL;
	if (bits == 32) {
		low = narrow_bounds(c, m, &total);
	} else if (!is_small(m) && !c->opt.is_over_4gib) {
		total = at_most_4g(c, total);
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val addr = mem_chunk_address(c, m, bits, k, more);
		off[k] = LLVMBuildSub(c->b, addr, jit_splat(c, low), "");
		val in = mem_in_range(c, off[k], total, span, log2_of(m->bytes));
		if (!em->full)
			in = LLVMBuildOr(c->b, in, LLVMBuildNot(c->b, em->chunk[k], ""),
			                 "");
		ok = ok ? LLVMBuildAnd(c->b, ok, in, "") : in;
	}
	*all_ok = jit_chunk_all(c, ok);
	for (u32 k = 0; k < c->nchunk && (is_small(m) || !c->opt.is_over_4gib); k++)
		off[k] = jit_resize(c, off[k], 32, false);
}

void mem_offsets(struct fn *c, struct mem *m, const struct mask *em, val *off) {
	const struct operand *o = &m->in->operand[m->ai];
	val ok;
	mem_span_offsets(c, m, em, o->kind == OPR_ADDR_REG ? o->value : 0, m->bytes, off,
	                 &ok);
	mem_check(c, m, ok);
}

static val local_index(struct fn *c, val off, u32 k) {
	val stride = jit_field(c, c->w, offsetof(struct warp, local_stride), c->i64, "");
	stride = jit_resize(c, stride, 32, false);
	val lane = LLVMBuildMul(c->b, jit_splat(c, stride), jit_iota(c, 32, k, 1), "");
	return LLVMBuildAdd(c->b, off, lane, "");
}

val mem_offset_base(struct fn *c, const struct mem *m) {
	if (is_shared_space(m->space))
		return jit_once(c, ONCE_SHARED);
	if (m->space == SPACE_LOCAL)
		return jit_once(c, ONCE_LOCAL);
	u32 low = m->space == SPACE_CONST ? ONCE_CONST_LOW : ONCE_REACH_LOW;
	return LLVMBuildIntToPtr(c->b, jit_once(c, low), c->ptr, "");
}

val mem_index_base(struct fn *c, const struct mem *m, s64 more, val *off) {
	bool far = c->opt.is_over_4gib && !is_small(m);
	val base = is_small(m) || far ? mem_offset_base(c, m) : middle(c);
	for (u32 k = 0; k < c->nchunk; k++) {
		if (m->space == SPACE_LOCAL)
			off[k] = local_index(c, off[k], k);
		else if (!is_small(m) && !far)
			off[k] = LLVMBuildXor(c->b, off[k],
			                      jit_splat(c, jit_int(c, 32, HALF)), "");
	}
	return more ? jit_gep(c, base, jit_int(c, 64, (u64)more)) : base;
}

/* ---- a[i] -------------------------------------------------------------------------- */

enum { LOOK_BACK = 24 };

bool mem_is_known(const struct fn *c, const struct operand *o) {
	const struct jreg *r = o->kind == OPR_REG ? &c->reg[o->index] : NULL;
	bool known = r != NULL;
	for (u32 k = 0; r && k < (r->class == REG_VECTOR ? c->nchunk : 1); k++)
		known = known && (r->now[k] || r->fixed[k]);
	return known && !o->negated && !o->sel;
}

static const struct inst *find_def(struct fn *c, u32 block, const struct operand *o,
                                   const struct inst *at, const struct inst *use) {
	const struct inst *first = c->f->inst + c->f->block[block].first, *in = at;
	if (o->kind != OPR_REG && o->kind != OPR_ADDR_REG)
		return NULL;
	do {
		if (in == first || in + LOOK_BACK < use || jit_can_wait(in - 1))
			return NULL;
	} while (!mem_writes(c, --in, o->index));
	if (in->guard != NO_REG || in->operand[0].kind != OPR_REG)
		return NULL;
	for (const struct inst *k = in; k < use; k++)
		for (u32 i = 1; i < in->noperand; i++)
			if (in->operand[i].kind == OPR_REG &&
			    mem_writes(c, k, in->operand[i].index))
				return NULL;
	return in;
}

const struct inst *mem_find_def(struct fn *c, const struct operand *o,
                                const struct inst *at, const struct inst *use) {
	return find_def(c, c->block, o, at, use);
}

const struct inst *mem_find_early_def(struct fn *c, const struct operand *o,
                                      const struct inst *at, const struct inst *use) {
	u32 b = c->block;
	while (b && c->f->block[b].npred == 1 && c->f->block[b].pred[0] == b - 1)
		b--;
	return find_def(c, b, o, at, use);
}

static bool is_scale(const struct operand *o, u32 *scale) {
	if (o->kind != OPR_IMM || o->value < 1 || o->value > 8 || !is_pow2((u64)o->value))
		return false;
	*scale = (u32)o->value;
	return true;
}

/* Checks for index * scale, in 64 bits, of 32-bit numbers. An index of bytes is only made
 * wider. */
static bool is_scaled(struct fn *c, const struct inst *in, struct indexed *x) {
	bool widened = in->row == ROW_CVT_II && type_info[in->type[0]].bits == 64 &&
	               !MOD_GET(in->mods, SAT);
	if (!widened && in->row != ROW_MUL_WIDE && in->row != ROW_MAD_WIDE)
		return false;
	const struct type_info *t = &type_info[in->type[widened ? 1 : 0]];
	x->index = &in->operand[1];
	x->is_signed = t->class == 'S';
	x->scale = 1;
	return t->bits == 32 && (widened || is_scale(&in->operand[2], &x->scale)) &&
	       mem_is_known(c, x->index) && c->reg[x->index->index].bits == 32;
}

static bool is_pointer(struct fn *c, const struct operand *o) {
	return mem_is_known(c, o) && c->reg[o->index].class == REG_SCALAR &&
	       c->reg[o->index].bits == 64;
}

bool mem_find_index(struct fn *c, const struct mem *m, struct indexed *x) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind != OPR_ADDR_REG || c->reg[o->index].bits != 64)
		return false;
	const struct inst *sum = mem_find_def(c, o, m->in, m->in);
	if (!sum)
		return false;
	if (sum->row == ROW_MAD_WIDE) {
		x->pointer = &sum->operand[3];
		return is_scaled(c, sum, x) && is_pointer(c, x->pointer);
	}
	if (sum->row != ROW_ADD || type_info[sum->type[0]].bits != 64)
		return false;
	for (u32 i = 1; i <= 2; i++) {
		const struct inst *product = mem_find_def(c, &sum->operand[3 - i], sum,
		                                          m->in);
		x->pointer = &sum->operand[i];
		if (product && product->row != ROW_MAD_WIDE && is_scaled(c, product, x) &&
		    is_pointer(c, x->pointer))
			return true;
	}
	return false;
}

static val clamp(struct fn *c, val v, const char *how, s64 limit) {
	val arg[2] = {v, jit_int(c, 64, (u64)limit)};
	return jit_intrinsic(c, how, &c->i64, 1, arg, 2);
}

static val shift_down(struct fn *c, val v, u32 by) {
	return LLVMBuildAShr(c->b, v, jit_int(c, 64, by), "");
}

/* Checks for a load of a byte or a half that is not checked together with others. */
static bool is_lone_part(struct fn *c, const struct mem *m) {
	if (!m->is_load || m->bytes >= 4)
		return false;
	return !lanes_may_join(c, m) ||
	       (!c->mem.lanes_of[m->in - c->f->inst] && lanes_group_find(c, m)->n == 1);
}

struct index_range mem_index_range(struct fn *c, const struct mem *m,
                                   const struct indexed *x, s64 at, u32 span, u32 align,
                                   s64 least, s64 most) {
	u32 shift = log2_of(x->scale);
	val total, low = mem_low(c, m, &total);
	val p = LLVMBuildAdd(c->b,
	                     jit_cast(c, jit_reg_scalar(c, x->pointer->index), c->i64),
	                     jit_int(c, 64, (u64)at), "");
	val off = LLVMBuildSub(c->b, p, low, "");
	val first = LLVMBuildNeg(c->b, shift_down(c, off, shift), "");
	val last = LLVMBuildSub(c->b, total, jit_int(c, 64, span), "");
	last = shift_down(c, LLVMBuildSub(c->b, last, off, ""), shift);
	first = clamp(c, first, "llvm.smax", least);
	last = clamp(c, last, "llvm.smin", most);
	val odd = LLVMBuildAnd(c->b, off, jit_int(c, 64, align - 1), "");
	val any = LLVMBuildAnd(c->b, LLVMBuildICmp(c->b, LLVMIntSLE, first, last, ""),
	                       LLVMBuildICmp(c->b, LLVMIntEQ, odd, jit_int(c, 64, 0), ""),
	                       "");
	return (struct index_range){p, first, last, any};
}

/* Checks the indices of all lanes, as numbers of the index's type that are signed ones of
 * 32 bits as well, and gathers or scatters by them. */
static bool lanes_by_index(struct fn *c, struct mem *m, const struct mask *em) {
	struct indexed x;
	bool own = is_shared_space(m->space) || m->space == SPACE_LOCAL;
	if (own || !(m->size >= 4 || is_lone_part(c, m)) || !mem_find_index(c, m, &x) ||
	    x.scale % m->bytes)
		return false;
	u32 shift = log2_of(x.scale);
	val all = NULL;
	/* Of a part of a word the index counts bytes, and what the pointer is more than a
	 * multiple of 4 is added to it. */
	u32 bytes = m->size < 4 ? x.scale : 1;
	s64 least = x.is_signed ? INT32_MIN / (s64)bytes : 0,
	    most = m->size < 4 ? INT32_MAX / (s64)bytes - 3 : INT32_MAX;
	struct index_range r = mem_index_range(c, m, &x, m->in->operand[m->ai].value,
	                                       m->bytes, m->bytes, least, most);
	val count = jit_splat(c, LLVMBuildTrunc(c->b,
	                                        LLVMBuildSub(c->b, r.last, r.first, ""),
	                                        c->i32, ""));
	val from = jit_splat(c, LLVMBuildTrunc(c->b, r.first, c->i32, "")),
	    index[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		index[k] = jit_cast(c, jit_source(c, x.index, 32, k), c->i32);
		val in = LLVMBuildICmp(c->b, LLVMIntULE,
		                       LLVMBuildSub(c->b, index[k], from, ""), count, "");
		if (!em->full)
			in = LLVMBuildOr(c->b, in, LLVMBuildNot(c->b, em->chunk[k], ""),
			                 "");
		all = all ? LLVMBuildAnd(c->b, all, in, "") : in;
	}
	mem_check(c, m, LLVMBuildAnd(c->b, r.any, jit_chunk_all(c, all), ""));
	val base = LLVMBuildIntToPtr(c->b, r.pointer, c->ptr, "");
	m->scale = x.scale / bytes;
	for (u32 k = 0; k < c->nchunk; k++) {
		if (bytes > 1)
			index[k] = LLVMBuildShl(c->b, index[k],
			                        jit_splat(c, jit_int(c, 32, shift)), "");
		mem_scattered(c, m, base, index[k], k, em);
	}
	m->scale = 1;
	return true;
}

/* ---- all of it --------------------------------------------------------------------- */

void mem_gather_scatter(struct fn *c, struct mem *m, const struct mask *em, bool direct) {
	val off[MAX_CHUNKS];
	s64 more = 0;
	if (mem_is_own_place(c, m)) {
		mem_own_place(c, m, em);
		return;
	}
	if (lanes_by_index(c, m, em))
		return;
	struct lanes_group *g = lanes_group_offsets(c, m, em, direct, off, &more);
	if (!g)
		mem_offsets(c, m, em, off);
	mem_prefetch_walk(c, m, em, off);
	val base = mem_index_base(c, m, more, off);
	if (lanes_in_run(c, m, em, g, base, off))
		return;
	for (u32 k = 0; k < c->nchunk; k++)
		mem_scattered(c, m, base, off[k], k, em);
}
