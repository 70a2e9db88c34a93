/* regs.h - which registers an instruction reads and writes.
 * inst_each_reg calls `visit` for every register operand, sources first (the guard before
 * all), then destinations; a register named twice is visited twice. A guarded instruction
 * writes only where its guard holds, so its destination keeps the old value elsewhere:
 * see inst_kills.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/isa/inst.h"

enum reg_role {
	REG_READ,
	REG_WRITTEN,
	REG_BOTH, /* an accumulator; operand of an instruction whose operands are not
	             described ("*") */
};

typedef void reg_visit_fn(void *ctx, u32 reg, enum reg_role role);

/* Returns whether the instruction reads or writes the registers of operand i. */
static inline enum reg_role operand_role(const struct row_info *r, u32 i) {
	if (r->any_words)
		return REG_BOTH;
	if (r->props & PROP_CALL)
		return i == 0 ? REG_WRITTEN : REG_READ;
	if (i < r->nopr && r->table && r->opr[i].letter == 'M')
		return REG_BOTH;
	return i < r->nopr && r->opr[i].is_dest ? REG_WRITTEN : REG_READ;
}

static inline void operand_each_reg(const struct func *f, const struct operand *o,
                                    enum reg_role role, reg_visit_fn *visit, void *ctx) {
	switch (o->kind) {
	case OPR_REG: visit(ctx, o->index, role); break;
	case OPR_ADDR_REG: visit(ctx, o->index, REG_READ); break;
	case OPR_VEC:
	case OPR_PAIR:
	case OPR_TENSOR:
		for (u32 k = 0; k < o->n; k++) {
			const struct operand *e = &f->operand[o->index + k];
			if (e->kind == OPR_REG)
				visit(ctx, e->index, role);
			else if (e->kind == OPR_ADDR_REG)
				visit(ctx, e->index, REG_READ);
			for (u32 x = 0; e->kind == OPR_VEC && x < e->n; x++)
				if (f->operand[e->index + x].kind == OPR_REG)
					visit(ctx, f->operand[e->index + x].index, role);
		}
		break;
	default: break;
	}
}

static inline void inst_each_reg(const struct func *f, const struct inst *in,
                                 reg_visit_fn *visit, void *ctx) {
	const struct row_info *r = row_info(in->row);
	if (in->guard != NO_REG)
		visit(ctx, in->guard, REG_READ);
	for (u32 i = 0; i < in->noperand; i++)
		if (operand_role(r, i) != REG_WRITTEN ||
		    in->operand[i].kind == OPR_ADDR_REG)
			operand_each_reg(f, &in->operand[i], operand_role(r, i), visit,
			                 ctx);
	for (u32 i = 0; i < in->noperand; i++)
		if (operand_role(r, i) == REG_WRITTEN &&
		    in->operand[i].kind != OPR_ADDR_REG)
			operand_each_reg(f, &in->operand[i], REG_WRITTEN, visit, ctx);
}

/* Checks whether the instruction overwrites its destinations in all lanes. */
static inline bool inst_kills(const struct inst *in) {
	return in->guard == NO_REG;
}
