/* table.c - tables that are read or counted in at an index whose bound follows from the
 * code: a byte that was loaded, x & 63, x >> 24. If the element with the greatest index
 * is valid, all are: one comparison for the warp, the same in all rounds of a loop,
 * instead of one for each lane.
 *
 *     ld.u8 i; mul.wide o, i, 4; add a, t, o        clang, simtcc:     t + 4 * i, i <= 255
 *     add k, w, i; mul.wide o, k, 4; add a, t, o    w: the same in all lanes
 *     shr j, x, 5; and o, j, 252; add a, t, o       nvcc, of x >> 7:   t + o, o <= 252
 *
 * An atomic whose indices have just been loaded, as bytes of adjacent lanes, needs them
 * lane by lane, and takes them from memory, where they still are: to load a byte costs
 * less than to take it out of a vector.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"

enum { DEPTH = 4, MOST = 1 << 28 };

static u64 most_of_bits(u32 bits) {
	return bits < 64 ? ((u64)1 << bits) - 1 : UINT64_MAX;
}

static bool is_plain(const struct operand *o) {
	return o->kind == OPR_REG && !o->negated && !o->sel;
}

static u64 most_of(struct fn *c, const struct operand *o, const struct inst *at,
                   const struct inst *use, u32 depth);

/* The most of what is at least `low` and otherwise `o`, if that is the lesser of
 * something and a number that is not negative. */
static u64 most_between(struct fn *c, const struct operand *o, s64 low,
                        const struct inst *at, const struct inst *use) {
	const struct inst *in = is_plain(o) ? mem_find_early_def(c, o, at, use) : NULL;
	bool ok = in && in->row == ROW_MIN && type_info[in->type[0]].class == 'S' &&
	          in->operand[2].kind == OPR_IMM && in->operand[2].value >= 0 && low >= 0;
	return ok ? (u64)MAX(in->operand[2].value, low) : UINT64_MAX;
}

/* The lesser of a number and something that is not negative: the greater one of something
 * and a number. */
static u64 least_of_two(struct fn *c, const struct inst *in, const struct inst *use,
                        u32 depth) {
	const struct operand *a = &in->operand[1], *b = &in->operand[2];
	if (b->kind != OPR_IMM || b->value < 0)
		return UINT64_MAX;
	u64 most = most_of(c, a, in, use, depth);
	u32 bits = type_info[in->type[0]].bits;
	const struct inst *of = is_plain(a) ? mem_find_early_def(c, a, in, use) : NULL;
	bool positive = most <= most_of_bits(bits) >> 1 ||
	                (of && of->row == ROW_MAX && of->type[0] == in->type[0] &&
	                 of->operand[2].kind == OPR_IMM && of->operand[2].value >= 0);
	if (type_info[in->type[0]].class == 'S' && !positive)
		return UINT64_MAX;
	return MIN((u64)b->value, most);
}

/* x < a ? b : min(x, most) with a and b that are not negative. */
static u64 most_chosen(struct fn *c, const struct inst *in, const struct inst *use) {
	const struct operand *b = &in->operand[1];
	const struct inst *less = is_plain(&in->operand[3])
	                                  ? mem_find_early_def(c, &in->operand[3], in,
	                                                       use)
	                                  : NULL;
	const struct inst *min = is_plain(&in->operand[2])
	                                 ? mem_find_early_def(c, &in->operand[2], in, use)
	                                 : NULL;
	if (!less || !min || b->kind != OPR_IMM || less->row != ROW_SETP_S ||
	    MOD_GET(less->mods, CMP) != MOD_CMP_LT || less->operand[2].kind != OPR_IMM ||
	    less->operand[2].value < 0 || !is_plain(&less->operand[1]) ||
	    !is_plain(&min->operand[1]) || less->type[0] != min->type[0] ||
	    less->operand[1].index != min->operand[1].index)
		return UINT64_MAX;
	return most_between(c, &in->operand[2], b->value, in, use);
}

/* Returns the most that any lane has, as an unsigned number; UINT64_MAX: not known. */
static u64 most_of(struct fn *c, const struct operand *o, const struct inst *at,
                   const struct inst *use, u32 depth) {
	const struct inst *in = is_plain(o) ? mem_find_early_def(c, o, at, use) : NULL;
	if (!in || !depth--)
		return UINT64_MAX;
	const struct operand *b = &in->operand[2];
	u32 bits = type_info[in->type[0]].bits, from;
	bool is_signed = type_info[in->type[0]].class == 'S';
	switch (in->row) {
	case ROW_LD: return is_signed ? UINT64_MAX : most_of_bits(bits);
	case ROW_MOV: return most_of(c, &in->operand[1], in, use, depth);
	case ROW_AND:
		return b->kind == OPR_IMM ? (u64)b->value & most_of_bits(bits)
		                          : UINT64_MAX;
	case ROW_SHR:
	case ROW_SHR_U:
		return b->kind == OPR_IMM && !is_signed && b->value >= 0 &&
		                       b->value < bits
		               ? most_of_bits(bits) >> b->value
		               : UINT64_MAX;
	case ROW_CVT_II:
		from = type_info[in->type[1]].bits;
		if (type_info[in->type[1]].class == 'S' || from >= bits)
			return UINT64_MAX;
		return MIN(most_of_bits(from),
		           most_of(c, &in->operand[1], in, use, depth));
	case ROW_MIN: return least_of_two(c, in, use, depth);
	case ROW_MAX:
		return b->kind == OPR_IMM && is_signed
		               ? most_between(c, &in->operand[1], b->value, in, use)
		               : UINT64_MAX;
	case ROW_SELP: return most_chosen(c, in, use);
	default: return UINT64_MAX;
	}
}

/* Checks for offset = index * scale, without overflow. */
static bool is_product(const struct inst *in, struct table *t, u64 *limit) {
	const struct operand *b = &in->operand[2];
	u32 bits = type_info[in->type[0]].bits;
	bool is_shift = in->row == ROW_SHL, is_wide = in->row == ROW_MUL_WIDE;
	if ((!is_shift && !is_wide && in->row != ROW_MUL_LO) || b->kind != OPR_IMM ||
	    b->value < (is_shift ? 0 : 1) || b->value > (is_shift ? 3 : 8) ||
	    (!is_shift && !is_pow2((u64)b->value)))
		return false;
	t->index = &in->operand[1];
	t->scale = is_shift ? 1u << b->value : (u32)b->value;
	*limit = is_wide ? most_of_bits(bits) >> 1 : most_of_bits(bits) / t->scale;
	return true;
}

static bool has_multiples(const struct inst *in, u32 of) {
	return in->row == ROW_AND && in->operand[2].kind == OPR_IMM &&
	       (u64)in->operand[2].value % of == 0;
}

/* table[256 * warp + x]: takes the index apart. */
static bool find_row(struct fn *c, const struct mem *m, const struct inst *at,
                     struct table *t) {
	const struct inst *sum = is_plain(t->index) ? mem_find_def(c, t->index, at, m->in)
	                                            : NULL;
	if (!sum || sum->row != ROW_ADD || type_info[sum->type[0]].bits != 32)
		return false;
	for (u32 i = 1; i <= 2; i++) {
		t->row = &sum->operand[i];
		t->index = &sum->operand[3 - i];
		t->most = most_of(c, t->index, sum, m->in, DEPTH);
		if (is_plain(t->row) && c->reg[t->row->index].class == REG_SCALAR &&
		    c->reg[t->row->index].bits == 32 && t->most != UINT64_MAX)
			return true;
	}
	return false;
}

static bool find_offset(struct fn *c, const struct mem *m, const struct operand *o,
                        const struct inst *at, struct table *t) {
	const struct inst *in = is_plain(o) ? mem_find_def(c, o, at, m->in) : NULL;
	u64 limit = MOST;
	if (!in)
		return false;
	if (is_product(in, t, &limit) && t->scale % m->bytes == 0) {
		t->most = most_of(c, t->index, in, m->in, DEPTH);
		if (t->most == UINT64_MAX && !find_row(c, m, in, t))
			return false;
	} else if (has_multiples(in, m->bytes)) {
		t->index = o;
		t->scale = 1;
		t->most = most_of(c, o, at, m->in, DEPTH);
	} else {
		return false;
	}
	return t->most <= MIN(limit, (u64)MOST) &&
	       c->reg[t->index->index].class == REG_VECTOR;
}

bool mem_is_table(struct fn *c, const struct mem *m, struct table *t) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct inst *sum = o->kind == OPR_ADDR_REG
	                                 ? mem_find_def(c, o, m->in, m->in)
	                                 : NULL;
	if (!sum || sum->row != ROW_ADD ||
	    type_info[sum->type[0]].bits != c->reg[o->index].bits)
		return false;
	for (u32 i = 1; i <= 2; i++) {
		t->pointer = &sum->operand[i];
		t->row = NULL;
		if (is_plain(t->pointer) &&
		    c->reg[t->pointer->index].class == REG_SCALAR &&
		    c->reg[t->pointer->index].bits == c->reg[o->index].bits &&
		    find_offset(c, m, &sum->operand[3 - i], sum, t))
			return true;
	}
	return false;
}

bool mem_find_table(struct fn *c, const struct mem *m, struct table *t) {
	return mem_is_table(c, m, t) && mem_is_known(c, t->pointer) &&
	       mem_is_known(c, t->index) && (!t->row || mem_is_known(c, t->row));
}

val mem_table_is_there(struct fn *c, const struct mem *m, const struct table *t,
                       val *host) {
	u32 reg = t->pointer->index, bits = c->reg[reg].bits;
	val total, low = mem_low(c, m, &total);
	val p = jit_cast(c, jit_reg_scalar(c, reg), jit_int_type(c, bits));
	p = LLVMBuildAdd(c->b, p, jit_int(c, bits, (u64)m->in->operand[m->ai].value), "");
	val fits = NULL;
	if (t->row) { /* the sum is not to wrap, read as a signed number either */
		val row = jit_cast(c, jit_reg_scalar(c, t->row->index), c->i32);
		u32 last = (u32)(INT32_MAX - (s64)t->most);
		fits = LLVMBuildICmp(c->b, LLVMIntULE, row, jit_int(c, 32, last), "");
		row = LLVMBuildMul(c->b, jit_resize(c, row, bits, false),
		                   jit_int(c, bits, t->scale), "");
		p = LLVMBuildAdd(c->b, p, row, "");
	}
	p = jit_resize(c, p, 64, false);
	val first = LLVMBuildSub(c->b, p, low, "");
	*host = mem_host(c, m, p, first);
	val ok = mem_in_range(c, first, total, mem_table_span(m, t), log2_of(m->bytes));
	return fits ? LLVMBuildAnd(c->b, ok, fits, "") : ok;
}

val mem_table(struct fn *c, struct mem *m, const struct mask *em, const struct table *t) {
	val host, off[MAX_CHUNKS];
	bb there = jit_block(c, "table"), look = jit_block(c, "lanes");
	jit_likely(c, mem_table_is_there(c, m, t, &host), true, there, look);
	jit_at(c, look);
	mem_offsets(c, m, em, off);
	jit_goto(c, there);
	jit_at(c, there);
	return host;
}

/* ---- numbers that have just been loaded -------------------------------------------- */

enum { LOOK_AHEAD = 24, MOST_COUNTED_BYTES = 2 };

bool mem_may_count(const struct fn *c, const struct mem *m) {
	const struct block *b = &c->f->block[c->block];
	const struct inst *end = c->f->inst + b->first + b->ninst;
	if (!m->is_load || m->n > 1 || m->size > MOST_COUNTED_BYTES || c->opt.is_quick ||
	    c->opt.confined || is_shared_space(m->space) || m->space == SPACE_LOCAL ||
	    m->in->guard != NO_REG || type_info[m->type].class == 'S')
		return false;
	for (const struct inst *in = m->in + 1; in < end && in < m->in + LOOK_AHEAD; in++)
		if (row_info(in->row)->props & PROP_ATOMIC)
			return true;
	return false;
}

/* Checks that the instruction does not change global memory, and lets no other thread go
 * on that could. */
static bool changes_nothing(const struct inst *in) {
	u32 props = row_info(in->row)->props;
	if (props & (PROP_FENCE | PROP_CALL) || jit_can_wait(in))
		return false;
	return !(props & (PROP_STORE | PROP_ATOMIC)) ||
	       is_shared_space(MOD_GET(in->mods, SPACE));
}

val mem_place_of(struct fn *c, const struct mem *m, const struct operand *index,
                 u32 *size) {
	const struct inst *in = m->in;
	const struct operand *o = index;
	u32 bits = 64;
	for (u32 i = 0; i < DEPTH; i++) {
		in = is_plain(o) ? mem_find_def(c, o, in, m->in) : NULL;
		if (!in || in->row == ROW_LD)
			break;
		if ((in->row != ROW_MOV && in->row != ROW_CVT_II) ||
		    (in->row == ROW_CVT_II && type_info[in->type[1]].class == 'S'))
			return NULL;
		bits = MIN(bits, type_info[in->type[0]].bits);
		if (in->row == ROW_CVT_II)
			bits = MIN(bits, type_info[in->type[1]].bits);
		o = &in->operand[1];
	}
	if (!in || in->row != ROW_LD || in != c->mem.narrow.in ||
	    type_info[in->type[0]].bits > bits)
		return NULL;
	for (const struct inst *k = in + 1; k < m->in; k++)
		if (!changes_nothing(k))
			return NULL;
	*size = type_size_bytes((enum type)in->type[0]);
	return c->mem.narrow.place;
}
