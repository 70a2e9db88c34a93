/* refs.c - marks what operands and initial values name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/refs.h"

static void ref_operand(struct module_refs *r, const struct func *f,
                        const struct operand *o) {
	if (o->kind == OPR_SYM || o->kind == OPR_ADDR_SYM) {
		r->var[o->index] = 1;
	} else if (o->kind == OPR_FUNC) {
		r->func[o->index] = 1;
	} else if (o->kind == OPR_VEC || o->kind == OPR_TENSOR || o->kind == OPR_PAIR) {
		for (u32 i = 0; i < o->n; i++)
			ref_operand(r, f, &f->operand[o->index + i]);
	}
}

struct module_refs module_refs(struct arena *a, const struct module *m) {
	struct module_refs r = {
		.var = arena_array(a, u8, m->nvar + 1),
		.func = arena_array(a, u8, m->nfunc + 1),
	};
	for (u32 i = 0; i < m->nfunc; i++) {
		const struct func *f = m->func[i];
		for (u32 k = 0; k < f->ninst; k++)
			for (u32 o = 0; o < f->inst[k].noperand; o++)
				ref_operand(&r, f, &f->inst[k].operand[o]);
	}
	for (u32 i = 0; i < m->nvar; i++)
		for (u32 k = 0; k < m->var[i].nreloc; k++) {
			const struct init_reloc *rel = &m->var[i].reloc[k];
			if (rel->func != NO_REG)
				r.func[rel->func] = 1;
			if (rel->var != NO_REG)
				r.var[rel->var] = 1;
		}
	return r;
}
