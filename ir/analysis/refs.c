/* refs.c - marks what operands and initial values name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/refs.h"

static void ref_operand(const struct module_refs *r, const struct func *f,
                        const struct operand *o) {
	if (o->kind == OPR_SYM || o->kind == OPR_ADDR_SYM) {
		if (r->var)
			r->var[o->index] = 1;
	} else if (o->kind == OPR_FUNC) {
		r->func[o->index] = 1;
	} else if (o->kind == OPR_VEC || o->kind == OPR_TENSOR || o->kind == OPR_PAIR) {
		for (u32 i = 0; i < o->n; i++)
			ref_operand(r, f, &f->operand[o->index + i]);
	} else if (o->kind == OPR_TARGETS && f->targets[o->index].kind == TARGETS_CALL) {
		for (u32 i = 0; i < f->targets[o->index].n; i++)
			r->func[f->targets[o->index].index[i]] = 1;
	}
}

void add_func_refs(const struct module_refs *r, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			ref_operand(r, f, &f->inst[i].operand[k]);
}

void add_init_refs(const struct module_refs *r, const struct var *v) {
	for (u32 i = 0; i < v->nreloc; i++) {
		const struct init_reloc *rel = &v->reloc[i];
		if (rel->func != NO_REG)
			r->func[rel->func] = 1;
		if (rel->var != NO_REG && r->var)
			r->var[rel->var] = 1;
	}
}

struct module_refs module_refs(struct arena *a, const struct module *m) {
	struct module_refs r = {
		.var = arena_array(a, u8, m->nvar + 1),
		.func = arena_array(a, u8, m->nfunc + 1),
	};
	for (u32 i = 0; i < m->nfunc; i++)
		add_func_refs(&r, m->func[i]);
	for (u32 i = 0; i < m->nvar; i++)
		add_init_refs(&r, &m->var[i]);
	return r;
}
