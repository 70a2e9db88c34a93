/* switch.c - dispatch: a table of targets where the cases are dense, else a binary
 * search.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/stmt.h"
#include "ir/lower/types.h"

enum { TABLE_MIN = 5, TABLE_MAX = 1024 };

struct arm {
	s64 low, high;
	u32 label;
};

struct switch_ {
	struct switch_ *up;
	VEC(u32) label; /* of CASE and DEFAULT, in the order of the text */
	u32 next;
	VEC(struct arm) arm;
	u32 fallback; /* default, or the end */
	const struct ctype *type;
	bool is_signed, is_wide;
};

/* Collects the cases of this switch, without those of switches inside it. */
static void collect(struct lower *l, struct switch_ *w, struct cstmt *s) {
	if (!s)
		return;
	switch ((enum cstmt_kind)s->kind) {
	case CS_CASE:
	case CS_DEFAULT: {
		u32 label = label_new(l);
		vec_push(&l->r.scratch, &w->label, label);
		if (s->kind == CS_CASE)
			vec_push(&l->r.scratch, &w->arm,
			         (struct arm){s->low, s->high, label});
		else
			w->fallback = label;
		collect(l, w, s->s);
		return;
	}
	case CS_SWITCH: return;
	case CS_BLOCK:
		for (u32 i = 0; i < s->list.n; i++)
			collect(l, w, s->list.at[i]);
		return;
	default:
		collect(l, w, s->s);
		collect(l, w, s->t);
		return;
	}
}

u32 switch_label(struct lower *l) {
	if (!l->sw || l->sw->next >= l->sw->label.n)
		return label_new(l);
	return l->sw->label.at[l->sw->next++];
}

static int arm_signed(const void *a, const void *b) {
	const struct arm *x = a, *y = b;
	return x->low < y->low ? -1 : x->low > y->low;
}

static int arm_unsigned(const void *a, const void *b) {
	const struct arm *x = a, *y = b;
	return (u64)x->low<(u64)y->low ? -1 : (u64)x->low>(u64) y->low;
}

static struct operand test(struct lower *l, const struct switch_ *w, struct operand v,
                           u64 cmp, s64 with) {
	enum type t = w->is_wide     ? w->is_signed ? TYPE_S64 : TYPE_U64
	              : w->is_signed ? TYPE_S32
	                             : TYPE_U32;
	return emit2(l, w->is_signed ? ROW_SETP_S : ROW_SETP_U, cmp, t, v,
	             opr_imm((u64)with));
}

static void test_arm(struct lower *l, const struct switch_ *w, struct operand v,
                     const struct arm *a) {
	if (a->low == a->high) {
		emit_bra_if(l, test(l, w, v, MOD_BITS(CMP, EQ), a->low), false, a->label);
		return;
	}
	struct operand ge = test(l, w, v, MOD_BITS(CMP, GE), a->low);
	struct operand le = test(l, w, v, MOD_BITS(CMP, LE), a->high);
	emit_bra_if(l, emit2(l, ROW_AND_PRED, 0, TYPE_PRED, ge, le), false, a->label);
}

static void search(struct lower *l, const struct switch_ *w, struct operand v, u32 first,
                   u32 n) {
	if (n <= 3) {
		for (u32 i = first; i < first + n; i++)
			test_arm(l, w, v, &w->arm.at[i]);
		emit_bra(l, w->fallback);
		return;
	}
	u32 half = n / 2, upper = label_new(l);
	emit_bra_if(l, test(l, w, v, MOD_BITS(CMP, GE), w->arm.at[first + half].low),
	            false, upper);
	search(l, w, v, first, half);
	label_set(l, upper);
	search(l, w, v, first + half, n - half);
}

static bool is_dense(const struct switch_ *w) {
	u32 n = w->arm.n;
	if (n < TABLE_MIN)
		return false;
	u64 span = (u64)w->arm.at[n - 1].high - (u64)w->arm.at[0].low;
	return span < TABLE_MAX && span < (u64)n * 3;
}

static void table(struct lower *l, const struct switch_ *w, struct operand v) {
	s64 base = w->arm.at[0].low;
	u64 n = (u64)w->arm.at[w->arm.n - 1].high - (u64)base + 1;
	enum type t = w->is_wide ? TYPE_S64 : TYPE_S32,
		  ut = w->is_wide ? TYPE_U64 : TYPE_U32;
	struct operand i = base ? emit2(l, ROW_SUB, 0, t, v, opr_imm((u64)base)) : v;
	struct operand out = emit2(l, ROW_SETP_U, MOD_BITS(CMP, GE), ut, i, opr_imm(n));
	emit_bra_if(l, out, false, w->fallback);
	if (w->is_wide)
		i = emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U64, i);
	struct targets to = {.kind = TARGETS_BRANCH,
	                     .n = (u32)n,
	                     .block = NO_REG,
	                     .before_inst = l->r.b.inst.n,
	                     .loc = l->loc};
	to.label = name_unique(&l->r, name_of(l, "$L_brx_%u", l->r.b.targets.n), 1);
	to.index = arena_array(l->arena, u32, n);
	for (u64 k = 0; k < n; k++)
		to.index[k] = w->fallback;
	for (u32 k = 0; k < w->arm.n; k++)
		for (s64 c = w->arm.at[k].low; c <= w->arm.at[k].high; c++)
			to.index[c - base] = w->arm.at[k].label;
	vec_push(&l->r.scratch, &l->r.b.targets, to);
	struct operand o[2] = {i, {.kind = OPR_TARGETS, .index = l->r.b.targets.n - 1}};
	emit_inst(l, ROW_BRX, 0, TYPE_NONE, TYPE_NONE, o, 2);
}

static struct operand selector(struct lower *l, struct switch_ *w, struct cexpr *e) {
	static const struct ctype int_type = {.kind = CT_INT, .plain = &int_type};
	struct val v = lower_full_value(l, e);
	w->type = e->type;
	w->is_signed = ctype_is_signed(e->type);
	w->is_wide = type_reg(e->type) == TYPE_B64;
	if (ctype_size(e->type) < 4) {
		v = value_convert(l, v, &int_type, e->type);
		w->is_signed = true;
	}
	return emit_reg(l, w->is_wide ? TYPE_B64 : TYPE_B32, v.o);
}

void lower_switch(struct lower *l, struct cstmt *s) {
	struct switch_ w = {.up = l->sw};
	struct jump j = {
		.up = l->jump, .brk = label_new(l), .cont = NO_REG, .base = l->cleanup};
	w.fallback = j.brk;
	struct operand v = selector(l, &w, s->e);
	collect(l, &w, s->s);
	if (w.arm.n)
		qsort(w.arm.at, w.arm.n, sizeof *w.arm.at,
		      w.is_signed ? arm_signed : arm_unsigned);
	if (w.arm.n && is_dense(&w))
		table(l, &w, v);
	else
		search(l, &w, v, 0, w.arm.n);
	l->sw = &w;
	l->jump = &j;
	lower_stmt(l, s->s);
	l->jump = j.up;
	l->sw = w.up;
	label_set(l, j.brk);
}
