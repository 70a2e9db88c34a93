/* cond.c - conditions: branches straight from comparisons, && and || without a bool in
 * between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"
#include "parser/cuda/meaning/stmt/flow.h"

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

/* ---- temporaries of one branch ----------------------------------------------------- */

/* Whether a call makes the object of a parameter, which the full-expression destroys. */
static bool makes_param(const struct cexpr *call, const struct cexpr *arg) {
	return (call->kind == CE_CALL || call->kind == CE_CONSTRUCT) && arg &&
	       !arg->is_lvalue && arg->type->kind == CT_CLASS &&
	       arg->type->decl->cls->dtor;
}

bool expr_has_cleanup(const struct cexpr *e) {
	if (!e)
		return false;
	if (e->kind == CE_TEMP && e->dtor)
		return true;
	if (expr_has_cleanup(e->a) || expr_has_cleanup(e->b) || expr_has_cleanup(e->c))
		return true;
	for (u32 i = 0; i < e->narg; i++)
		if (makes_param(e, e->arg[i]) || expr_has_cleanup(e->arg[i]))
			return true;
	return false;
}

struct cleanup *side_end(struct lower *l, struct cleanup *base) {
	struct cleanup *made = l->cleanup;
	cleanup_pop(l, base);
	return made;
}

void sides_join(struct lower *l, struct cleanup *base, struct cleanup *yes,
                struct cleanup *no, u32 tail) {
	if (yes == base && no == base) {
		label_set(l, tail);
		return;
	}
	struct operand taken = reg_new_var(l, TYPE_PRED);
	u32 end = label_new(l);
	emit_mov(l, TYPE_PRED, taken, opr_imm(0));
	emit_bra(l, end);
	label_set(l, tail);
	emit_mov(l, TYPE_PRED, taken, opr_imm(1));
	label_set(l, end);
	struct cleanup *c = arena_new(&l->r.scratch, struct cleanup);
	*c = (struct cleanup){
		.up = l->cleanup, .taken = taken, .yes = yes, .no = no, .base = base};
	for (struct cleanup *s = yes; s != base; s = s->up)
		c->is_extended |= s->is_extended;
	for (struct cleanup *s = no; s != base; s = s->up)
		c->is_extended |= s->is_extended;
	l->cleanup = c;
}

/* ---- branches ---------------------------------------------------------------------- */

/* Lowers a condition without temporaries: && and || become jumps. */
static void branch(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next) {
	u32 mid;
	switch ((enum cexpr_kind)e->kind) {
	case CE_NOT: branch(l, e->a, no, yes, next); return;
	case CE_LOGAND:
		mid = label_new(l);
		branch(l, e->a, mid, no, mid);
		label_set(l, mid);
		branch(l, e->b, yes, no, next);
		return;
	case CE_LOGOR:
		mid = label_new(l);
		branch(l, e->a, yes, mid, mid);
		label_set(l, mid);
		branch(l, e->b, yes, no, next);
		return;
	case CE_COMMA:
		lower_effect(l, e->a);
		branch(l, e->b, yes, no, next);
		return;
	case CE_CAST:
		if (type_is_bool(e->type) && type_is_bool(e->a->type)) {
			branch(l, e->a, yes, no, next);
			return;
		}
		break;
	case CE_BUILTIN:
		if (e->op == CB_EXPECT && type_is_bool(e->type)) {
			branch(l, e->arg[0], yes, no, next);
			return;
		}
		break;
	default: break;
	}
	branch_on(l, lower_operand(l, e), yes, no, next);
}

bool cond_is(const struct cexpr *e, bool value) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST: return type_is_bool(e->type) && (e->value != 0) == value;
	case CE_NOT: return cond_is(e->a, !value);
	case CE_LOGAND:
	case CE_LOGOR: {
		bool decides = e->kind == CE_LOGOR; /* the value that ends it early */
		return value == decides
		               ? cond_is(e->a, value) ||
		                         (cond_is(e->a, !value) && cond_is(e->b, value))
		               : cond_is(e->a, value) && cond_is(e->b, value);
	}
	default: return false;
	}
}

struct cstmt *if_branch(const struct cstmt *s, bool value) {
	struct cstmt *branch = value ? s->s : s->t;
	return branch && cond_is(s->e, !value) && !flow_has_label(branch) ? NULL : branch;
}

void lower_branch(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next) {
	if (expr_has_cleanup(e))
		branch_on(l, lower_operand(l, e), yes, no, next);
	else
		branch(l, e, yes, no, next);
}

void lower_condition(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next) {
	if (expr_has_cleanup(e))
		branch_on(l, lower_full_value(l, e).o, yes, no, next);
	else
		branch(l, e, yes, no, next);
}
