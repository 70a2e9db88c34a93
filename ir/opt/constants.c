/* constants.c - what is constant before products are fused, in PTX that is loaded. The
 * results depend on it: the assembler rounds the function unit's results correctly where
 * it computes them itself (eval.c), a square root of a constant branches for no rare
 * operand, so it ends no block (contract.c), and a quotient by a constant is a product.
 *
 *     mov.f32 x, 1.5;  sqrt.approx.f32 y, x;        mov.f32 y, 0f3F9CC471;
 *     div.approx.f32 y, a, 3.0;                     mul.f32 y, a, 0f3EAAAAAB;
 *     rcp.approx.ftz.f32 r, x;
 *     div.approx.ftz.f32 y, a, r;                   mul.ftz.f32 y, a, x;
 *     rcp.approx.ftz.f32 y, r;                      mov.f32 y, x;
 *     max.f32 y, x, x;                              mov.f32 y, x;
 *
 * Registers are constants after a write in their block, or if they are written once.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/constants.h"

#include "ir/isa/regs.h"
#include "ir/num/bits.h"
#include "ir/opt/ssa.h"

struct fold {
	struct func *f;
	u32 *nwrite; /* per register */
	u32 *def; /* per register: 1 + the last instruction that wrote it, for all lanes
	           */
	u32 first, at; /* of the block at hand; the instruction at hand */
};

static void count_write(void *ctx, u32 reg, enum reg_role role) {
	struct fold *c = ctx;
	c->nwrite[reg] += role != REG_READ;
}

static void note_write(void *ctx, u32 reg, enum reg_role role) {
	struct fold *c = ctx;
	const struct inst *in = &c->f->inst[c->at];
	bool is_whole = in->guard == NO_REG && in->noperand &&
	                in->operand[0].kind == OPR_REG;
	if (role != REG_READ)
		c->def[reg] = is_whole ? c->at + 1 : 0;
}

static bool is_written_once(const struct fold *c, const struct operand *o) {
	return o->kind == OPR_REG && c->nwrite[o->index] == 1;
}

/* The instruction that gives the operand its value; NULL if it is not known. */
static const struct inst *def_of_operand(const struct fold *c, const struct operand *o) {
	u32 at = o->kind == OPR_REG ? c->def[o->index] : 0;
	bool is_known = at > c->first || (at && is_written_once(c, o));
	return is_known ? &c->f->inst[at - 1] : NULL;
}

static bool is_constant(const struct fold *c, const struct operand *o, u64 *value) {
	const struct inst *def = def_of_operand(c, o);
	if (def && def->row == ROW_MOV)
		o = &def->operand[1];
	*value = (u64)o->value;
	return o->kind == OPR_IMM;
}

static bool is_float(const struct inst *in) {
	return in->type[0] == TYPE_F32 || in->type[0] == TYPE_F64;
}

static void become_mov(struct inst *in, struct operand x) {
	in->row = ROW_MOV;
	in->type[1] = in->type[2] = in->type[3] = TYPE_NONE;
	in->mods = 0;
	in->noperand = 2;
	in->operand[1] = x;
}

static void become_constant(struct inst *in, u64 value) {
	become_mov(in, (struct operand){.kind = OPR_IMM, .value = (s64)value});
}

/* The assembler writes out quotients and roots before it folds, and does not see through
 * what it wrote. */
static bool is_foldable(const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	switch (in->row) {
	case ROW_MOV:
	case ROW_DIV_APPROX:
	case ROW_DIV_FULL:
	case ROW_DIV_F32:
	case ROW_DIV_F64:
	case ROW_RCP_F64:
	case ROW_SQRT_F32:
	case ROW_SQRT_F64:
	case ROW_RSQRT_F64: return false;
	default:
		return r->table == 0 && !r->any_words && is_float(in) &&
		       in->noperand > 1 && r->opr[0].letter == 'd';
	}
}

static bool fold(struct fold *c, struct inst *in) {
	u64 arg[ROW_OPERANDS] = {0}, out[2];
	if (!is_foldable(in))
		return false;
	for (u32 i = 1; i < in->noperand; i++)
		if (!is_constant(c, &in->operand[i], &arg[i]))
			return false;
	if (!eval_row_early((enum row)in->row, in->type, in->mods, arg, out))
		return false;
	become_constant(in, out[0] & bits_mask(type_info[in->type[0]].bits));
	return true;
}

static void become_product(struct inst *in, u64 mods, struct operand a,
                           struct operand b) {
	in->mods = (MOD_GET(in->mods, FTZ) ? MOD_BITS(FTZ, FTZ) : 0) | mods;
	in->row = ROW_MUL_F32;
	in->operand[1] = a;
	in->operand[2] = b;
}

/* Divisors for which quotients are not scaled, nor the reciprocal tiny. */
static void divide_by_constant(struct inst *in, u64 bits) {
	f32 b = f32_from((u32)bits), most = 0x1p125f;
	if (b == 1 && !MOD_GET(in->mods, FTZ)) {
		become_mov(in, in->operand[1]);
		return;
	}
	f32 size = b < 0 ? -b : b;
	if (!(size <= most && size >= 1 / most))
		return;
	struct operand inverse = {.kind = OPR_IMM, .value = f32_bits(1 / b)};
	become_product(in, 0, in->operand[1], inverse);
}

/* The operand that a quick reciprocal, flushed, is of; NULL if it is none. */
static const struct operand *reciprocal_of(const struct fold *c,
                                           const struct operand *o) {
	const struct inst *def = def_of_operand(c, o);
	if (!def || def->row != ROW_RCP_APPROX || !MOD_GET(def->mods, FTZ) ||
	    def->guard != NO_REG)
		return NULL;
	return is_written_once(c, &def->operand[1]) ? &def->operand[1] : NULL;
}

static bool is_choice_of_one(const struct inst *in) {
	const struct operand *o = in->operand;
	bool is_choice = in->row == ROW_MIN_F32 || in->row == ROW_MAX_F32;
	return is_choice && !in->mods && o[1].kind == OPR_REG && o[2].kind == OPR_REG &&
	       o[1].index == o[2].index;
}

static void visit(struct fold *c, struct inst *in) {
	const struct operand *x;
	u64 value;
	if (fold(c, in))
		return;
	if (in->row == ROW_SQRT_F32 && is_constant(c, &in->operand[1], &value))
		in->operand[1] = (struct operand){.kind = OPR_IMM, .value = (s64)value};
	bool is_quotient = in->row == ROW_DIV_APPROX || in->row == ROW_DIV_FULL;
	if (is_quotient && is_constant(c, &in->operand[2], &value))
		divide_by_constant(in, value);
	else if (in->row == ROW_DIV_APPROX && MOD_GET(in->mods, FTZ) &&
	         (x = reciprocal_of(c, &in->operand[2])))
		become_product(in, 0, in->operand[1], *x);
	else if (in->row == ROW_RCP_APPROX && MOD_GET(in->mods, FTZ) &&
	         (x = reciprocal_of(c, &in->operand[1])))
		become_mov(in, *x);
	else if (is_choice_of_one(in))
		become_mov(in, in->operand[1]);
}

void fold_constants(struct func *f) {
	struct arena scratch = ARENA_INIT;
	struct fold c = {.f = f,
	                 .nwrite = arena_array(&scratch, u32, f->nreg),
	                 .def = arena_array(&scratch, u32, f->nreg)};
	for (u32 i = 0; i < f->ninst; i++)
		inst_each_reg(f, &f->inst[i], count_write, &c);
	for (u32 b = 0; b < f->nblock; b++) {
		c.first = f->block[b].first;
		for (u32 i = c.first; i < f->block[b].first + f->block[b].ninst; i++) {
			if (f->inst[i].guard == NO_REG && f->inst[i].noperand)
				visit(&c, &f->inst[i]);
			c.at = i;
			inst_each_reg(f, &f->inst[i], note_write, &c);
		}
	}
	arena_drop(&scratch);
}
