/* reachable.c - see reachable.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/reachable.h"

#include "ir/isa/inst.h"

static void reachable_func(struct reachable *r, u32 f) {
	if (f >= r->m->nfunc || r->func[f])
		return;
	r->func[f] = 1;
	vec_push(r->scratch, &r->list, f);
}

static void reachable_operand(struct reachable *r, const struct func *f,
                              const struct operand *o) {
	switch (o->kind) {
	case OPR_SYM:
	case OPR_ADDR_SYM:
		if (o->index < r->m->nvar && !r->var[o->index]) {
			r->var[o->index] = 1;
			vec_push(r->scratch, &r->vars, o->index);
		}
		break;
	case OPR_FUNC: reachable_func(r, o->index); break;
	case OPR_VEC:
	case OPR_TENSOR:
	case OPR_PAIR:
		for (u32 i = 0; i < o->n; i++)
			reachable_operand(r, f, &f->operand[o->index + i]);
		break;
	case OPR_TARGETS:
		if (f->targets[o->index].kind == TARGETS_CALL)
			for (u32 i = 0; i < f->targets[o->index].n; i++)
				reachable_func(r, f->targets[o->index].index[i]);
		break;
	default: break;
	}
}

static bool is_indirect_call(const struct inst *in) {
	return row_info((enum row)in->row)->props & PROP_CALL && in->noperand > 1 &&
	       in->operand[1].kind != OPR_FUNC;
}

static void reachable_body(struct reachable *r, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		for (u32 k = 0; k < in->noperand; k++)
			reachable_operand(r, f, &in->operand[k]);
		r->indirect = r->indirect || is_indirect_call(in);
	}
}

static void take_addresses(struct reachable *r, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		bool call = row_info((enum row)in->row)->props & PROP_CALL;
		for (u32 k = 0; k < in->noperand; k++)
			if (in->operand[k].kind == OPR_FUNC && !call)
				reachable_func(r, in->operand[k].index);
	}
}

/* An indirect call may reach every function whose address is taken anywhere in the
 * module. */
static void reachable_indirect(struct reachable *r) {
	const struct module *m = r->m;
	for (u32 i = 0; i < m->nfunc; i++)
		take_addresses(r, m->func[i]);
	for (u32 i = 0; i < m->nvar; i++)
		for (u32 k = 0; k < m->var[i].nreloc; k++)
			if (m->var[i].reloc[k].func != NO_REG)
				reachable_func(r, m->var[i].reloc[k].func);
}

void reachable_begin(struct reachable *r, const struct module *m, struct arena *scratch) {
	*r = (struct reachable){.m = m, .scratch = scratch};
	r->func = arena_array(scratch, u8, m->nfunc + 1);
	r->var = arena_array(scratch, u8, m->nvar + 1);
}

void reachable_from(struct reachable *r, u32 from) {
	bool spread = false;
	for (u32 i = 0; i < r->list.n; i++)
		r->func[r->list.at[i]] = 0;
	for (u32 i = 0; i < r->vars.n; i++)
		r->var[r->vars.at[i]] = 0;
	r->list.n = r->vars.n = r->next = 0;
	r->indirect = false;
	reachable_func(r, from);
	while (r->next < r->list.n) {
		reachable_body(r, r->m->func[r->list.at[r->next++]]);
		if (r->indirect && !spread) {
			spread = true;
			reachable_indirect(r);
		}
	}
}

void reachable_find(struct reachable *r, const struct module *m, struct arena *scratch,
                    u32 from) {
	reachable_begin(r, m, scratch);
	reachable_from(r, from);
}

u64 space_bytes(const struct module *m, enum space space, u32 func) {
	u64 n = 0;
	for (u32 i = 0; i < m->nvar; i++)
		if (m->var[i].space == space &&
		    (func == NO_REG || m->var[i].func == func))
			n = alignup(n, var_align(&m->var[i])) + m->var[i].size_bytes;
	return n;
}
