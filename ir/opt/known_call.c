/* known_call.c - calls through pointers become direct ones where the pointer is a known
 * function. Inlining makes such pointers: a function that is passed to a function.
 *
 *     mov.u64 p, f;  call (r), p, (a), prototype;     call (r), f, (a);
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

/* Returns the function that the operand points to, or NULL. */
static struct func *known_function(const struct opt *o, const struct operand *x) {
	const struct node *d = def_of(o, x);
	bool is_address = d && d->in.row == ROW_MOV_SYM && d->guard.kind == OPR_NONE &&
	                  d->in.noperand == 2 && d->in.operand[1].kind == OPR_FUNC;
	return is_address ? o->m->func[d->in.operand[1].index] : NULL;
}

/* Whether the variables of the call are as large as those of the function: PTX leaves
 * other calls undefined, and such a call stays as it is. */
static bool list_fits(const struct opt *o, const struct operand *list, const u32 *formal,
                      u32 n) {
	u32 have = list->kind == OPR_VEC ? list->n : 0;
	if (have != n)
		return false;
	for (u32 i = 0; i < n; i++) {
		const struct operand *e = &o->elem.at[list->index + i];
		if (e->kind != OPR_SYM ||
		    o->m->var[e->index].size_bytes != o->m->var[formal[i]].size_bytes)
			return false;
	}
	return true;
}

bool call_fits(const struct opt *o, const struct inst *call, const struct func *f) {
	return !f->is_entry && list_fits(o, &call->operand[0], f->ret, f->nret) &&
	       list_fits(o, &call->operand[2], f->param, f->nparam);
}

static bool make_direct(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (!(n->info->props & PROP_CALL) || n->in.noperand < 2 || x[1].kind != OPR_REG)
		return false;
	const struct func *f = known_function(o, &x[1]);
	if (!f || !call_fits(o, &n->in, f))
		return false;
	x[1] = (struct operand){.kind = OPR_FUNC, .index = f->index};
	x[3] = (struct operand){0}; /* the prototype */
	n->in.noperand = x[2].kind == OPR_NONE ? 2 : 3;
	return true;
}

bool resolve_calls(struct opt *o) {
	bool any = false;
	for (u32 b = 0; b < o->bb.n; b++)
		each_node (n, &o->bb.at[b])
			any |= make_direct(o, n);
	return any;
}
