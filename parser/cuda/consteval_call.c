/* consteval_call.c - constant evaluation of statements and calls.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/consteval.h"

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAIL };

static enum flow exec(struct eval *v, struct cstmt *s, const struct ctype *result);

static bool exec_decl(struct eval *v, struct cstmt *s) {
	u64 place;
	return eval_new_var(v, s->decl, &place) &&
	       eval_init_into(v, s->decl->type, s->decl->init, place);
}

static enum flow exec_loop(struct eval *v, struct cstmt *s, const struct ctype *result) {
	bool first = s->kind == CS_DO;
	for (;;) {
		u64 go = 1;
		if (!first && s->e && !eval_value(v, s->e, &go))
			return FLOW_FAIL;
		if (!go)
			return FLOW_NEXT;
		first = false;
		enum flow f = s->s ? exec(v, s->s, result) : FLOW_NEXT;
		if (f == FLOW_BREAK)
			return FLOW_NEXT;
		if (f == FLOW_RETURN || f == FLOW_FAIL)
			return f;
		if (s->kind == CS_FOR && s->step && !eval_discard(v, s->step))
			return FLOW_FAIL;
		if (++v->steps > STEPS_MAX) {
			eval_fail(v, s->e, "it takes too many steps");
			return FLOW_FAIL;
		}
	}
}

/* Runs the body of a switch from the label that fits; returns whether one was found in `*found`. */
static enum flow exec_switch(struct eval *v, struct cstmt *body, s64 value,
                             bool want_default, bool *found, const struct ctype *result) {
	if (body->kind == CS_CASE || body->kind == CS_DEFAULT) {
		if (!*found)
			*found = body->kind == CS_CASE
			                 ? value >= body->low && value <= body->high
			                 : want_default;
		return exec_switch(v, body->s, value, want_default, found, result);
	}
	if (body->kind != CS_BLOCK)
		return *found ? exec(v, body, result) : FLOW_NEXT;
	for (u32 i = 0; i < body->list.n; i++) {
		enum flow f = exec_switch(v, body->list.at[i], value, want_default, found,
		                          result);
		if (f != FLOW_NEXT)
			return f;
	}
	return FLOW_NEXT;
}

static enum flow exec(struct eval *v, struct cstmt *s, const struct ctype *result) {
	u64 a;
	if (++v->steps > STEPS_MAX) {
		eval_fail(v, s->e, "it takes too many steps");
		return FLOW_FAIL;
	}
	switch ((enum cstmt_kind)s->kind) {
	case CS_NULL: return FLOW_NEXT;
	case CS_EXPR: return eval_discard(v, s->e) ? FLOW_NEXT : FLOW_FAIL;
	case CS_DECL: return exec_decl(v, s) ? FLOW_NEXT : FLOW_FAIL;
	case CS_BLOCK:
		for (u32 i = 0; i < s->list.n; i++) {
			enum flow f = exec(v, s->list.at[i], result);
			if (f != FLOW_NEXT)
				return f;
		}
		return FLOW_NEXT;
	case CS_IF:
		if (!eval_value(v, s->e, &a))
			return FLOW_FAIL;
		return a      ? exec(v, s->s, result)
		       : s->t ? exec(v, s->t, result)
		              : FLOW_NEXT;
	case CS_WHILE:
	case CS_DO:
	case CS_FOR: return exec_loop(v, s, result);
	case CS_SWITCH: {
		bool found = false;
		if (!eval_value(v, s->e, &a))
			return FLOW_FAIL;
		enum flow f = exec_switch(v, s->s, (s64)a, false, &found, result);
		if (!found)
			f = exec_switch(v, s->s, (s64)a, true, &found, result);
		return f == FLOW_BREAK ? FLOW_NEXT : f;
	}
	case CS_CASE:
	case CS_DEFAULT: return exec(v, s->s, result);
	case CS_BREAK: return FLOW_BREAK;
	case CS_CONTINUE: return FLOW_CONTINUE;
	case CS_RETURN: {
		if (!s->e)
			return FLOW_RETURN;
		struct frame *f = v->frame;
		bool ok;
		if (ctype_is_ref(result))
			ok = eval_lvalue(v, s->e, &f->result);
		else if (type_is_wide(result))
			ok = eval_init_into(v, result, s->e, f->result_place);
		else if (result->kind == CT_VOID || ctype_is_scalar(result))
			ok = eval_value(v, s->e, &f->result);
		else
			ok = f->result_place
			             ? eval_into(v, s->e, f->result_place)
			             : eval_fail(v, s->e,
			                         "it is not a constant expression");
		return ok ? FLOW_RETURN : FLOW_FAIL;
	}
	default:
		eval_fail(v, s->e, "a statement of this kind is not evaluated");
		return FLOW_FAIL;
	}
}

/* ---- calls --------------------------------------------------------------------------------------------------------------------- */

static bool may_call(const struct cdecl *f) {
	return f->flags & SPEC_CONSTEXPR || f->is_defaulted ||
	       (f->cls_owner && f->cls_owner->cls->is_lambda);
}

/* `place`: where a class result or the object of a constructor is made; 0: none given. */
bool eval_call(struct eval *v, struct cexpr *e, u64 place, u64 *out) {
	struct cdecl *f = e->decl;
	u32 first = 0;
	*out = 0;
	if (e->op && e->kind == CE_CALL)
		return eval_wide_division(v, e, out);
	if (!f && e->a) { /* through a pointer */
		u64 ptr;
		if (!eval_value(v, e->a, &ptr))
			return false;
		f = ptr >> 32 && ptr >> 32 <= v->obj.n ? v->obj.at[(ptr >> 32) - 1].decl
		                                       : NULL;
		if (!f || f->kind != CDECL_FUNC)
			return eval_fail(v, e, "it calls an unknown function");
		f = func_definition(v->c, f);
	}
	if (!may_call(f))
		return eval_fail(v, e,
		                 arena_printf(v->c->a,
		                              "it calls '%s', which is not constexpr",
		                              f->name ? f->name->s : "a function"));
	check_body(v->c, f);
	if (!f->body)
		return eval_fail(v, e,
		                 arena_printf(v->c->a,
		                              "it calls '%s', which is not defined here",
		                              f->name ? f->name->s : "a function"));
	if (v->nframe >= FRAMES_MAX)
		return eval_fail(v, e, "calls are nested too deeply");
	struct frame frame = {
		.outer = v->frame, .var = MAP_INIT(v->c->a), .result_place = place};
	bool makes_object = !f->is_ctor && (f->type->base->kind == CT_CLASS ||
	                                    type_is_wide(f->type->base));
	if (e->kind == CE_CONSTRUCT) {
		frame.this_ = place;
	} else if (f->this_param) {
		if (!eval_value(v, e->arg[0], &frame.this_))
			return false;
		first = 1;
	}
	if (makes_object && !place &&
	    !eval_new_object(v, ctype_size(f->type->base), &frame.result_place))
		return false;
	struct frame *outer = v->frame;
	/* arguments are evaluated in the caller's frame, made in the callee's */
	for (u32 i = first; i < e->narg; i++) {
		u32 p = i - first;
		if (p >= f->param.n)
			return eval_fail(v, e, "it passes variable arguments");
		struct cdecl *param = f->param.at[p];
		u64 object;
		if (!eval_new_object(v, ctype_size(param->type), &object))
			return false;
		if (!eval_init_into(v, param->type, e->arg[i], object))
			return false;
		*map_at(&frame.var, (uintptr_t)param) = object >> 32;
	}
	v->frame = &frame;
	v->nframe++;
	enum flow flow = exec(v, f->body, f->type->base);
	v->frame = outer;
	v->nframe--;
	if (flow == FLOW_FAIL)
		return false;
	if (flow != FLOW_RETURN && f->type->base->kind != CT_VOID)
		return eval_fail(v, e, "a function ends without returning a value");
	*out = makes_object ? frame.result_place : frame.result;
	return true;
}
