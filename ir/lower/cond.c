/* cond.c - conditions: branches straight from comparisons, && and || without a bool in between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/low.h"

static void branch_on(struct lower *l, struct operand p, u32 yes, u32 no, u32 next) {
	if (p.kind == OPR_IMM) {
		emit_bra(l, p.value ? yes : no);
	} else if (next == yes) {
		emit_bra_if(l, p, true, no);
	} else {
		emit_bra_if(l, p, false, yes);
		if (next != no)
			emit_bra(l, no);
	}
}

/* Temporaries of a condition end with it, on both ways. */
static struct operand condition(struct lower *l, struct cexpr *e) {
	struct cleanup *base = l->cleanup;
	struct operand p = lower_operand(l, e);
	if (l->cleanup != base) {
		if (reg_is_var(l, p))
			p = emit_copy(l, TYPE_PRED, p);
		cleanup_run(l, base);
		cleanup_pop(l, base);
	}
	return p;
}

void lower_branch(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next) {
	u32 mid;
	switch ((enum cexpr_kind)e->kind) {
	case CE_NOT: lower_branch(l, e->a, no, yes, next); return;
	case CE_LOGAND:
		mid = label_new(l);
		lower_branch(l, e->a, mid, no, mid);
		label_set(l, mid);
		lower_branch(l, e->b, yes, no, next);
		return;
	case CE_LOGOR:
		mid = label_new(l);
		lower_branch(l, e->a, yes, mid, mid);
		label_set(l, mid);
		lower_branch(l, e->b, yes, no, next);
		return;
	case CE_COMMA:
		lower_effect(l, e->a);
		lower_branch(l, e->b, yes, no, next);
		return;
	case CE_CAST:
		if (type_is_bool(e->type) && type_is_bool(e->a->type)) {
			lower_branch(l, e->a, yes, no, next);
			return;
		}
		break;
	case CE_BUILTIN:
		if (e->op == CB_EXPECT && type_is_bool(e->type)) {
			lower_branch(l, e->arg[0], yes, no, next);
			return;
		}
		break;
	default: break;
	}
	branch_on(l, condition(l, e), yes, no, next);
}
