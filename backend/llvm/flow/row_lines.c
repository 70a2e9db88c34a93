/* row_lines.c - finds registers that are linear along each row of a block.
 *
 * In a block of 16 x 16 threads `y * pitch + x` is not linear over a warp: the pitch is
 * an argument of the launch. But a vector's lanes do not leave their row, in which y is
 * the same for all: there it is linear. An access at such an index needs no test of
 * whether its lanes are consecutive (mem/access_pattern.c).
 *
 *     %tid.y                      0 from lane to lane
 *     mul.lo  a, %tid.y, pitch    0: of what is the same for all lanes of a row
 *     add     i, a, %tid.x        1
 *
 * ir/analysis/uniform.c knows the registers that are related over the whole warp. Of the
 * others only those count of which all lanes read what they wrote together: written once,
 * before any read, where every read is in the loop of the write or in a loop within it;
 * or written and read only where no lane is missing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/row_lines.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/warps/warp_coarsening.h"

struct rows {
	struct fn *c;
	struct row_fact {
		bool is_known; /* something was written, and all of it in lines */
		bool is_not;
		s64 stride;
	} *reg;
	bool changed;
	const struct inst *at;
	u32 block;
};

/* ---- which registers count --------------------------------------------------------- */

static bool reaches(const struct fn *c, u32 write, u32 read) {
	u32 loop = c->cfg->loop_of[write];
	return loop == NO_LOOP || cfg_loop_has(c->cfg, loop, read);
}

struct writers {
	struct rows *r;
	u32 *block; /* per register written once: where */
};

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct writers *w = ctx;
	struct rows *r = w->r;
	if (role == REG_READ)
		return;
	w->block[reg] = r->block;
	r->reg[reg].is_not |= role != REG_WRITTEN || r->at->guard != NO_REG;
	if (r->c->reg[reg].nwrite != 1)
		r->reg[reg].is_not |= r->c->reg[reg].is_entry ||
		                      r->c->uni->is_masked[r->block];
}

static void see_read(void *ctx, u32 reg, enum reg_role role) {
	struct writers *w = ctx;
	struct rows *r = w->r;
	if (role == REG_WRITTEN)
		return;
	if (r->c->reg[reg].nwrite == 1)
		r->reg[reg].is_not |= !reaches(r->c, w->block[reg], r->block);
	else
		r->reg[reg].is_not |= r->c->uni->is_masked[r->block];
}

static void each_inst(struct rows *r, reg_visit_fn *visit, void *ctx) {
	const struct func *f = r->c->f;
	for (r->block = 0; r->block < f->nblock; r->block++)
		for (u32 i = 0; i < f->block[r->block].ninst; i++) {
			r->at = &f->inst[f->block[r->block].first + i];
			inst_each_reg(f, r->at, visit, ctx);
		}
}

/* ---- what an instruction makes of lines -------------------------------------------- */

/* Finds how the operand differs from lane to lane. */
static bool stride_of(const struct rows *r, const struct operand *o, u32 bits, s64 *out) {
	const struct fn *c = r->c;
	if (o->negated || o->sel)
		return false;
	if (o->kind == OPR_REG && c->uni->reg[o->index].kind == VALUE_DIVERGENT) {
		*out = r->reg[o->index].stride;
		return r->reg[o->index].is_known && !r->reg[o->index].is_not;
	}
	if (o->kind != OPR_REG && o->kind != OPR_IMM && o->kind != OPR_SREG)
		return false;
	struct uniform_value v = jit_operand_value(r->c, o, bits);
	*out = v.kind == VALUE_AFFINE ? v.stride : 0;
	return v.kind == VALUE_UNIFORM ||
	       (v.kind == VALUE_AFFINE && (!v.row || v.row % c->width == 0));
}

/* Checks whether it is not known yet: registers of a loop are read before they are
 * written. */
static bool is_open(const struct rows *r, const struct operand *o) {
	if (o->kind != OPR_REG || r->c->uni->reg[o->index].kind != VALUE_DIVERGENT)
		return false;
	return !r->reg[o->index].is_known && !r->reg[o->index].is_not;
}

static bool product(const struct operand *a, s64 sa, const struct operand *b, s64 sb,
                    s64 *out) {
	if (!sa && !sb)
		*out = 0;
	else if (!sa && a->kind == OPR_IMM)
		*out = (s64)((u64)sb * (u64)a->value);
	else if (!sb && b->kind == OPR_IMM)
		*out = (s64)((u64)sa * (u64)b->value);
	else
		return false;
	return true;
}

/* Returns false if lanes of a row are not known to be in a line. */
static bool result(const struct inst *in, const s64 *s, s64 *out) {
	const struct operand *o = in->operand;
	bool all_equal = true;
	for (u32 i = 1; i < in->noperand; i++)
		all_equal &= s[i] == 0;
	*out = 0;
	if (all_equal)
		return true;
	switch (in->row) {
	case ROW_MOV: *out = s[1]; return true;
	case ROW_ADD: *out = (s64)((u64)s[1] + (u64)s[2]); return true;
	case ROW_SUB: *out = (s64)((u64)s[1] - (u64)s[2]); return true;
	case ROW_MUL_LO: return product(&o[1], s[1], &o[2], s[2], out);
	case ROW_MAD_LO:
		if (!product(&o[1], s[1], &o[2], s[2], out))
			return false;
		*out = (s64)((u64)*out + (u64)s[3]);
		return true;
	case ROW_SHL:
		if (s[2] || o[2].kind != OPR_IMM || o[2].value > 31)
			return false;
		*out = (s64)((u64)s[1] << o[2].value);
		return true;
	default: return false;
	}
}

/* The stride as the register has it: lines are lines modulo its width. */
static s64 cut(s64 stride, u32 bits) {
	return bits == 64 ? stride : bits == 32 ? (s32)stride : (s16)stride;
}

enum { MOST_OPERANDS = 4, MOST_ROUNDS = 8 };

/* Operands that are open are left for the next round. */
static bool is_ready(const struct rows *r, const struct inst *in) {
	for (u32 i = 1; i < in->noperand; i++)
		if (is_open(r, &in->operand[i]))
			return false;
	return true;
}

static bool is_line(const struct rows *r, const struct inst *in, s64 *out) {
	u32 bits = type_info[in->type[0]].bits;
	s64 s[MOST_OPERANDS] = {0};
	if (in->noperand > MOST_OPERANDS || !coarsen_only_computes(in))
		return false;
	for (u32 i = 1; i < in->noperand; i++)
		if (!stride_of(r, &in->operand[i], bits, &s[i]))
			return false;
	return result(in, s, out);
}

static void note_dest(void *ctx, u32 reg, enum reg_role role) {
	struct rows *r = ctx;
	struct row_fact *f = &r->reg[reg], was = *f;
	s64 stride = 0;
	if (role == REG_READ || f->is_not || !is_ready(r, r->at))
		return;
	bool ok = r->at->noperand && r->at->operand[0].kind == OPR_REG &&
	          r->at->operand[0].index == reg && is_line(r, r->at, &stride);
	stride = cut(stride, r->c->reg[reg].bits);
	f->is_not = !ok || (f->is_known && f->stride != stride);
	f->is_known = true;
	f->stride = stride;
	r->changed |= f->is_not != was.is_not || f->is_known != was.is_known;
}

void jit_find_row_lines(struct fn *c) {
	struct rows r = {.c = c, .changed = true};
	u32 row = c->opt.ntid[0];
	if (row < c->width || row >= WARP_LANES || row % c->width || c->opt.is_quick ||
	    !is_pow2(row))
		return;
	r.reg = arena_array(c->a, struct row_fact, c->f->nreg + 1);
	struct writers w = {&r, arena_array(c->a, u32, c->f->nreg + 1)};
	each_inst(&r, see_write, &w);
	each_inst(&r, see_read, &w);
	for (u32 round = 0; round < MOST_ROUNDS && r.changed; round++) {
		r.changed = false;
		each_inst(&r, note_dest, &r);
	}
	for (u32 i = 0; i < c->f->nreg && !r.changed; i++) {
		c->reg[i].is_row_line = c->uni->reg[i].kind == VALUE_DIVERGENT &&
		                        r.reg[i].is_known && !r.reg[i].is_not;
		c->reg[i].row_stride = r.reg[i].stride;
	}
}
