/* mem_table.c - tables that are read or counted in at an index of which the code itself says how large it gets: a
 * byte that was loaded, x & 63, x >> 24. If the element with the greatest index is there, all are: one comparison
 * for the warp, the same in all rounds of a loop, instead of one for each lane.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/mem.h"
#include "backend/llvm/mem.h"

enum { DEPTH = 4, MOST = 1 << 28 };

/* Of a number of `bits` bits that is not negative. */
static u32 most_of_bits(u32 bits) {
	return bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
}

static u32 most_of(struct fn *c, const struct operand *o, const struct inst *at,
                   const struct inst *use, u32 depth) {
	const struct inst *in = o->kind == OPR_REG && !o->negated && !o->sel
	                                ? mem_find_def(c, o, at, use)
	                                : NULL;
	if (!in)
		return UINT32_MAX;
	const struct operand *b = &in->operand[2];
	u32 bits = type_info[in->type[0]].bits, from;
	bool is_signed = type_info[in->type[0]].class == 'S';
	switch (in->row) {
	case ROW_LD: return is_signed ? UINT32_MAX : most_of_bits(bits);
	case ROW_MOV:
		return depth ? most_of(c, &in->operand[1], in, use, depth - 1)
		             : UINT32_MAX;
	case ROW_AND:
		return b->kind == OPR_IMM && bits <= 32
		               ? (u32)b->value & most_of_bits(bits)
		               : UINT32_MAX;
	case ROW_SHR:
		return b->kind == OPR_IMM && bits <= 32 && !is_signed && b->value >= 0 &&
		                       b->value < bits
		               ? most_of_bits(bits) >> b->value
		               : UINT32_MAX;
	case ROW_CVT_II:
		from = type_info[in->type[1]].bits;
		if (type_info[in->type[1]].class == 'S' || from > 16 || bits < 32)
			return UINT32_MAX;
		return depth ? MIN(most_of_bits(from),
		                   most_of(c, &in->operand[1], in, use, depth - 1))
		             : most_of_bits(from);
	default: return UINT32_MAX;
	}
}

u32 mem_most_index(struct fn *c, const struct mem *m, const struct indexed *x) {
	u32 most = most_of(c, x->index, m->in, m->in, DEPTH);
	return most <= MOST ? most : UINT32_MAX;
}

val mem_table(struct fn *c, struct mem *m, const struct mask *em, const struct indexed *x,
              u32 most) {
	val total, low = mem_low(c, m, &total), off[MAX_CHUNKS];
	val p = jit_cast(c, jit_reg_scalar(c, x->pointer->index), c->i64);
	p = LLVMBuildAdd(c->b, p, jit_int(c, 64, (u64)m->in->operand[m->ai].value), "");
	val first = LLVMBuildSub(c->b, p, low, "");
	bb there = jit_block(c, "table"), look = jit_block(c, "lanes");
	val ok = mem_in_range(c, first, total, most * x->scale + m->bytes,
	                      log2_of(m->bytes));
	jit_likely(c, ok, true, there, look);
	jit_at(c, look);
	mem_offsets(c, m, em, off);
	jit_goto(c, there);
	jit_at(c, there);
	return mem_host(c, m, p, first);
}
