/* strip_assume.c - what is supposed of a strip's values where they are computed, and
 * tested once something depends on it. In
 *
 *     out[i * stride] = i * step;
 *
 * the product with `stride` is linear in the lanes if the parameter is 1, which is tested
 * before the strip, as an address depends on it. What `step` is does not matter: its
 * product is computed lane by lane, whatever is supposed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_assume.h"
#include "backend/llvm/mem/mem.h"

struct strip_assumption *strip_assumption(struct strip *s, val holds) {
	struct strip_assumption *a = arena_new(s->c->a, struct strip_assumption);
	*a = (struct strip_assumption){.holds = holds};
	return a;
}

static void test(struct strip *s, struct strip_assumption *a) {
	if (!a->is_tested)
		strip_need_always(s, a->holds);
	a->is_tested = true;
}

void strip_test_assumed(struct strip *s, const struct line *l) {
	for (u32 i = 0; i < STRIP_MOST_ASSUMED && l->assumed[i]; i++)
		test(s, l->assumed[i]);
}

bool strip_is_sure(const struct line *l) {
	for (u32 i = 0; i < STRIP_MOST_ASSUMED && l->assumed[i]; i++)
		if (!l->assumed[i]->is_tested)
			return false;
	return true;
}

bool strip_is_surely_same(const struct line *l) {
	return l && strip_is_same(l) && strip_is_sure(l);
}

struct line *strip_assume(struct strip *s, struct line *l, struct strip_assumption *a) {
	u32 i = 0;
	while (i < STRIP_MOST_ASSUMED && l->assumed[i] && l->assumed[i] != a)
		i++;
	if (i < STRIP_MOST_ASSUMED)
		l->assumed[i] = a;
	else /* no room to wait */
		test(s, a);
	return l;
}

struct line *strip_assume_as(struct strip *s, struct line *l, const struct line *from) {
	for (u32 i = 0; i < STRIP_MOST_ASSUMED && from->assumed[i]; i++)
		strip_assume(s, l, from->assumed[i]);
	return l;
}

/* ---- strides ----------------------------------------------------------------------- */

/* Instructions that are looked at, and registers that are followed. */
enum { LOOK_AHEAD = 64, MOST_FOLLOWED = 16 };

/* Registers that a product is part of, and how often. */
struct followed {
	u32 n;
	u32 reg[MOST_FOLLOWED];
	u64 scale[MOST_FOLLOWED];
};

/* 0: the product is no part of it. */
static u64 scale_of(const struct followed *f, const struct operand *o) {
	for (u32 i = f->n; i-- > 0;)
		if ((o->kind == OPR_REG || o->kind == OPR_ADDR_REG) &&
		    f->reg[i] == o->index)
			return f->scale[i];
	return 0;
}

/* How often the instruction's result has the product. */
static u64 scale_of_result(const struct followed *f, const struct inst *in) {
	const struct operand *o = in->operand;
	u64 by = 1, scale = 0;
	for (u32 i = 1; i < in->noperand && !scale; i++)
		scale = scale_of(f, &o[i]);
	switch (in->row) {
	case ROW_SHL:
		if (o[2].kind != OPR_IMM || (u64)o[2].value > 8)
			return 0;
		by = (u64)1 << o[2].value;
		break;
	case ROW_MUL_LO:
	case ROW_MUL_WIDE:
		if (o[2].kind != OPR_IMM)
			return 0;
		by = (u64)o[2].value;
		break;
	case ROW_MAD_LO:
	case ROW_MAD_WIDE:
		if (!scale_of(f, &o[3]) && o[2].kind != OPR_IMM)
			return 0;
		by = scale_of(f, &o[3]) ? 1 : (u64)o[2].value;
		break;
	case ROW_ADD:
	case ROW_SUB:
	case ROW_MOV:
	case ROW_SELP:
	case ROW_CVT_II:
	case ROW_CVTA:
	case ROW_CVTA_TO: break;
	default: return 0;
	}
	return scale * by;
}

u64 strip_usual_stride(const struct strip *s, const struct inst *product) {
	struct fn *c = s->c;
	const struct inst *end = c->f->inst + c->f->ninst, *in = product + 1;
	struct followed f = {.n = 1, .reg = {product->operand[0].index}, .scale = {1}};
	struct mem m;
	for (u32 i = 0; i < LOOK_AHEAD && in < end; i++, in++) {
		if (mem_describe(c, &m, in)) {
			u64 scale = scale_of(&f, &in->operand[m.ai]);
			if (scale)
				return m.bytes % scale ? 1 : m.bytes / scale;
			continue;
		}
		u64 scale = in->noperand ? scale_of_result(&f, in) : 0;
		if (!scale || in->operand[0].kind != OPR_REG || f.n == MOST_FOLLOWED)
			continue;
		f.reg[f.n] = in->operand[0].index;
		f.scale[f.n++] = scale;
	}
	return 1;
}
