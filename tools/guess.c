/* guess.c - how a kernel uses its parameters: which are pointers, to what, read or
 * written. A register that holds a parameter, or a parameter plus something, belongs to
 * it; the loads and stores through such registers give its type and use. The instructions
 * are read in their order, twice, because of loops; the result is a guess.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/inst.h"
#include "tools/simtrun/argspec.h"

struct tracker {
	const struct module *m;
	const struct func *f;
	u32 *param_of; /* per register: 1 + parameter, 0: none */
	u32 (*count)[ELEM_COUNT];
	struct param_use *use;
};

static u32 param_index(const struct tracker *t, u32 var) {
	for (u32 i = 0; i < t->f->nparam; i++)
		if (t->f->param[i] == var)
			return i + 1;
	return 0;
}

static u32 source_param(const struct tracker *t, const struct operand *o) {
	switch (o->kind) {
	case OPR_REG: return t->param_of[o->index];
	case OPR_ADDR_SYM:
	case OPR_SYM: return param_index(t, o->index);
	default: return 0;
	}
}

static bool carries_pointer(const struct tracker *t, const struct inst *in) {
	return in->noperand > 1 && in->operand[0].kind == OPR_REG &&
	       type_info[t->f->reg[in->operand[0].index].type].bits == 64;
}

static void spread(struct tracker *t, const struct inst *in) {
	u32 p = 0;
	if (!carries_pointer(t, in))
		return;
	for (u32 k = 1; k < in->noperand && !p; k++)
		p = source_param(t, &in->operand[k]);
	t->param_of[in->operand[0].index] = p;
}

static enum element element_of(enum type type) {
	const struct type_info *ti = &type_info[type];
	enum element e = element_find(ti->text, strlen(ti->text));
	if (e != ELEM_COUNT)
		return e;
	return ti->bits <= 8    ? ELEM_B8
	       : ti->bits <= 16 ? ELEM_B16
	       : ti->bits <= 32 ? ELEM_B32
	                        : ELEM_B64;
}

static void note_access(struct tracker *t, const struct inst *in) {
	u32 props = row_info((enum row)in->row)->props;
	for (u32 k = 0; k < in->noperand; k++) {
		const struct operand *o = &in->operand[k];
		u32 p = o->kind == OPR_ADDR_REG ? t->param_of[o->index] : 0;
		if (!p)
			continue;
		/* Memory that atomics alone change is to begin at zero. */
		t->use[p - 1].is_loaded |= (props & PROP_LOAD) && !(props & PROP_ATOMIC);
		t->use[p - 1].is_stored |= (props & (PROP_STORE | PROP_ATOMIC)) != 0;
		t->use[p - 1].is_updated |= (props & PROP_ATOMIC) != 0;
		t->count[p - 1][element_of((enum type)in->type[0])]++;
	}
}

static u8 most_frequent(const u32 count[ELEM_COUNT]) {
	u32 best = ELEM_B32;
	for (u32 e = 0; e < ELEM_COUNT; e++)
		if (count[e] > count[best])
			best = e;
	return (u8)best;
}

void param_uses(struct arena *a, const struct module *m, const struct func *f,
                struct param_use *use) {
	struct tracker t = {.m = m, .f = f, .use = use};
	t.param_of = arena_array(a, u32, f->nreg + 1);
	t.count = arena_alloc(a, sizeof *t.count * (f->nparam + 1), 16);
	memset(t.count, 0, sizeof *t.count * (f->nparam + 1));
	for (u32 i = 0; i < 2 * f->ninst; i++) {
		note_access(&t, &f->inst[i % f->ninst]);
		spread(&t, &f->inst[i % f->ninst]);
	}
	for (u32 i = 0; i < f->nparam; i++)
		use[i].type = most_frequent(t.count[i]);
}
