/* call.c - calls: checks that arguments and results fit the callee or the prototype (PTX
 * 9.7.12.5).
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

struct signature {
	const u32 *ret, *param;
	u32 nret, nparam;
};

/* ---- parameters without a size (PTX 5.1.6.4, 7.2: variadic functions) -------------- */

static bool is_open(const struct var *v) {
	return v->is_param && v->ndim && !v->dim[0];
}

void open_params_check(struct resolver *r, const u32 *list, u32 n, bool is_entry) {
	for (u32 i = 0; i < n; i++) {
		const struct var *v = &r->var.at[list[i]];
		struct diag_record *e;
		if (!is_open(v) || (!is_entry && !v->is_ret && i + 1 == n))
			continue;
		e = diag_error(r->d, v->loc, E0209, "the size of '%s' is missing",
		               v->name ? v->name->s : "_");
		diag_note(
			r->d, e,
			"only the last parameter of a function that is not a kernel goes "
			"without");
		diag_nvcc(r->d, e,
		          is_entry ? "Parameter to entry function cannot be an "
		                     "incomplete array."
		                   : "Only the last input parameter can be an incomplete "
		                     "array.");
	}
}

void open_params_size(struct resolver *r) {
	for (u32 i = 0; r->open_bytes && i < r->var.n; i++)
		if (is_open(&r->var.at[i]) && !r->var.at[i].is_ret)
			r->var.at[i].size_bytes = r->open_bytes;
}

/* Checks whether the argument is an array that is aligned as the callee expects. */
static bool open_fits(struct resolver *r, const struct var *formal,
                      const struct operand *o) {
	const struct var *v = o->kind == OPR_SYM ? &r->var.at[o->index] : NULL;
	if (!v || !v->ndim || v->align < formal->align)
		return false;
	r->open_bytes = MAX(r->open_bytes, v->size_bytes);
	return true;
}

/* ---- whether they fit -------------------------------------------------------------- */

static bool value_fits(struct resolver *r, const struct var *formal,
                       const struct operand *o) {
	if (is_open(formal))
		return open_fits(r, formal, o);
	switch (o->kind) {
	case OPR_SYM: return r->var.at[o->index].size_bytes == formal->size_bytes;
	case OPR_REG:
		return (type_size_bytes((enum type)r->b.reg.at[o->index].type) + 1u) /
		                       2u ==
		               (formal->size_bytes + 1) / 2 ||
		       formal->size_bytes == 1;
	case OPR_IMM: return formal->size_bytes <= 8;
	case OPR_SINK: return true;
	default: return false;
	}
}

static bool values_fit(struct resolver *r, const struct ast_inst *in,
                       const struct operand *list, const u32 *formal, u32 n,
                       const char *what) {
	u32 given = list->kind == OPR_VEC ? list->n : 0;
	if (given + 1 == n && is_open(&r->var.at[formal[given]]))
		n = given; /* nothing is passed through it */
	if (given != n) {
		struct diag_record *e = diag_error(
			r->d, in->opcode_loc, E0222,
			"the call has %u %ss, and the callee %u", given, what, n);
		diag_nvcc(r->d, e, "Call has wrong number of parameters");
		return false;
	}
	for (u32 i = 0; i < n; i++) {
		const struct var *f = &r->var.at[formal[i]];
		if (value_fits(r, f, &r->b.operand.at[list->index + i]))
			continue;
		struct diag_record *e = diag_error(r->d, in->opcode_loc, E0222,
		                                   "%s %u of the call does not fit '%s'",
		                                   what, i + 1,
		                                   f->name ? f->name->s : "_");
		diag_nvcc(r->d, e,
		          "Type of argument does not match formal parameter '%s'",
		          f->name ? f->name->s : "_");
		return false;
	}
	return true;
}

static bool signature_find(struct resolver *r, const struct operand *o,
                           struct signature *s) {
	if (o[1].kind == OPR_FUNC) {
		const struct func *f = r->func.at[o[1].index];
		*s = (struct signature){f->ret, f->param, f->nret, f->nparam};
		return true;
	}
	if (o[3].kind != OPR_TARGETS)
		return false;
	const struct targets *t = &r->b.targets.at[o[3].index];
	*s = (struct signature){t->ret, t->param, t->nret, t->nparam};
	return t->kind == TARGETS_PROTO;
}

static bool callee_check(struct resolver *r, const struct ast_inst *in,
                         const struct operand *o, struct loc loc) {
	struct diag_record *e;
	if (o[1].kind == OPR_FUNC) {
		if (!r->func.at[o[1].index]->is_entry)
			return true;
		e = diag_error(r->d, loc, E0223, "a kernel cannot be called");
		diag_nvcc(r->d, e, "Illegal call target, device function expected");
		return false;
	}
	if (o[1].kind == OPR_REG && o[3].kind == OPR_TARGETS)
		return true;
	e = diag_error(r->d, loc, E0223,
	               o[1].kind == OPR_REG
	                       ? "an indirect call needs a prototype or a list "
	                         "of targets"
	                       : "this is not a function");
	diag_nvcc(r->d, e, "Call to '%s' requires call prototype",
	          in->operand[0].kind == AST_NAME ? in->operand[0].name->s : "?");
	return false;
}

/* Immediate arguments take the type of the formal parameter. */
static void call_imms(struct resolver *r, const struct signature *s,
                      const struct operand *list, const struct ast_operand *a) {
	u32 at = 0; /* operands before a->list[i], which counts as the elements of a
	               vector */
	for (u32 i = 0;
	     list->kind == OPR_VEC && i < a->n && at < list->n && at < s->nparam; i++) {
		struct operand *o = &r->b.operand.at[list->index + at];
		const struct var *v = &r->var.at[s->param[at]];
		bool in_braces = a->list[i].kind == AST_VEC;
		u32 n = in_braces ? a->list[i].n : MAX(v->group, 1u);
		for (u32 k = 0; k < n && at + k < list->n; k++)
			if (o[k].kind == OPR_IMM)
				imm_convert((enum type)v->type,
				            in_braces ? &a->list[i].list[k] : &a->list[i],
				            &o[k].value);
		at += n;
	}
}

/* Reports a register with an offset among the arguments, which ptxas does not take. */
static bool has_sum(struct resolver *r, const struct ast_operand *a) {
	for (u32 i = 0; i < a->n; i++) {
		struct bind *b = a->list[i].kind == AST_NAME && a->list[i].has_offset
		                         ? name_find(r, a->list[i].name)
		                         : NULL;
		if (!b || b->kind != BIND_REG)
			continue;
		diag_error(r->d, a->list[i].loc, E0111,
		           "a register that is passed cannot have an offset");
		return true;
	}
	return false;
}

void resolve_call(struct resolver *r, const struct ast_inst *in, const struct cand *c,
                  u32 guard, struct loc loc) {
	struct operand o[4] = {{0}};
	const struct ast_operand *args = NULL;
	u32 i = 0, n = in->noperand;
	bool ok = true;
	if (n > 1 && in->operand[0].kind == AST_LIST)
		ok = arg_resolve(r, &in->operand[i++], &o[0], 0);
	u32 callee = i;
	if (i < n)
		ok &= arg_resolve(r, &in->operand[i++], &o[1], 0);
	if (i < n && in->operand[i].kind == AST_LIST) {
		args = &in->operand[i];
		ok &= !has_sum(r, args);
		ok &= arg_resolve(r, &in->operand[i++], &o[2], 0);
	}
	if (i < n)
		ok &= arg_resolve(r, &in->operand[i++], &o[3], 0);
	if (!ok)
		return;
	if (i < n || callee >= n) {
		diag_error(r->d, in->opcode_loc, E0110,
		           "a call is written: call (results), function, "
		           "(arguments), prototype");
		return;
	}
	struct signature s;
	if (!callee_check(r, in, o, in->operand[callee].loc))
		return;
	if (signature_find(r, o, &s)) {
		if (!values_fit(r, in, &o[0], s.ret, s.nret, "result") ||
		    !values_fit(r, in, &o[2], s.param, s.nparam, "argument"))
			return;
		if (args)
			call_imms(r, &s, &o[2], args);
	}
	for (i = 0; i < 3; i += 2)
		if (o[i].kind == OPR_VEC && o[i].n == 0)
			o[i] = (struct operand){0};
	resolve_append(r, c, in, o, 4, guard, loc);
}
