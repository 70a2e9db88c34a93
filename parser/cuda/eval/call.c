/* call.c - constant evaluation of statements and calls, and of the end of what they make:
 * destructors of variables and temporaries, delete for the memory of new.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/pretty.h"
#include "parser/cuda/meaning/stmt/body.h"

/* ---- destruction ------------------------------------------------------------------- */

bool eval_later(struct eval *v, struct cleanups *list, struct cexpr *e,
                struct cdecl *dtor, const struct ctype *type, u64 place) {
	vec_push(v->c->a, list, (struct cleanup){e, dtor, type, place});
	return true;
}

/* Destroys what was put on the list since it had `mark` entries, the latest first. */
bool eval_cleanup(struct eval *v, struct cleanups *list, u64 mark) {
	while (list->n > mark) {
		struct cleanup last = list->at[--list->n];
		if (!eval_destroy(v, last.e, last.dtor, last.type, last.place))
			return false;
	}
	return true;
}

/* ---- statements -------------------------------------------------------------------- */

enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAIL };

static enum flow exec(struct eval *v, struct cstmt *s, const struct ctype *result);

static bool exec_decl(struct eval *v, struct cstmt *s) {
	u64 place, mark = v->temps.n;
	struct cdecl *d = s->decl;
	if (!eval_new_var(v, d, &place) || !eval_init_into(v, d->type, d->init, place))
		return false;
	eval_object(v, place)->is_const = d->type->quals & Q_CONST &&
	                                  ctype_is_scalar(d->type);
	return eval_cleanup(v, &v->temps, mark) &&
	       (!s->dtor ||
	        eval_later(v, &v->frame->alive, d->init, s->dtor, d->type, place));
}

/* Evaluates a condition; without one it holds. */
static bool condition(struct eval *v, struct cexpr *e, bool *holds) {
	u64 mark = v->temps.n;
	u128 value = 1;
	bool ok = !e || (eval_value(v, e, &value) && eval_cleanup(v, &v->temps, mark));
	*holds = value != 0;
	return ok;
}

static bool effect(struct eval *v, struct cexpr *e) {
	u64 mark = v->temps.n;
	return eval_drop(v, e) && eval_cleanup(v, &v->temps, mark);
}

/* Whether a loop continues whose body ended with *f. If not, the loop ends with *f. */
static bool goes_on(struct eval *v, struct cstmt *s, enum flow *f) {
	if (*f == FLOW_RETURN || *f == FLOW_FAIL)
		return false;
	bool is_broken = *f == FLOW_BREAK;
	*f = FLOW_NEXT;
	if (is_broken)
		return false;
	if (++v->steps > STEPS_MAX)
		eval_fail(v, s->e, "it takes too many steps");
	else if (s->kind != CS_FOR || !s->step || effect(v, s->step))
		return true;
	*f = FLOW_FAIL;
	return false;
}

/* `is_inside`: the body has run already, from a label in it, and ended with f. */
static enum flow exec_loop(struct eval *v, struct cstmt *s, const struct ctype *result,
                           bool is_inside, enum flow f) {
	bool is_first = s->kind == CS_DO && !is_inside, holds;
	if (is_inside && !goes_on(v, s, &f))
		return f;
	for (;;) {
		if (!is_first && !condition(v, s->e, &holds))
			return FLOW_FAIL;
		if (!is_first && !holds)
			return FLOW_NEXT;
		is_first = false;
		f = exec(v, s->s, result);
		if (!goes_on(v, s, &f))
			return f;
	}
}

/* The label of a switch that is searched for, then run from. */
struct target {
	s64 value;
	bool want_default, found;
};

static enum flow exec_from(struct eval *v, struct cstmt *s, struct target *to,
                           const struct ctype *result);

/* Runs the statements of a block, from the label `to` if it is not NULL; destroys the
 * block's variables at its end. */
static enum flow exec_block(struct eval *v, struct cstmt *s, struct target *to,
                            const struct ctype *result) {
	u64 mark = v->frame->alive.n;
	enum flow f = FLOW_NEXT;
	for (u32 i = 0; i < s->list.n && f == FLOW_NEXT; i++)
		f = to ? exec_from(v, s->list.at[i], to, result)
		       : exec(v, s->list.at[i], result);
	if (f != FLOW_FAIL && !eval_cleanup(v, &v->frame->alive, mark))
		return FLOW_FAIL;
	return f;
}

static bool is_target(const struct cstmt *s, const struct target *to) {
	return s->kind == CS_DEFAULT
	               ? to->want_default
	               : !to->want_default && to->value >= s->low && to->value <= s->high;
}

/* Runs a statement from a label in it on, at any depth; runs nothing if the label is not
 * in it. */
static enum flow exec_from(struct eval *v, struct cstmt *s, struct target *to,
                           const struct ctype *result) {
	enum flow f;
	if (!s)
		return FLOW_NEXT;
	switch ((enum cstmt_kind)s->kind) {
	case CS_CASE:
	case CS_DEFAULT:
		to->found |= is_target(s, to);
		return exec_from(v, s->s, to, result);
	case CS_BLOCK: return exec_block(v, s, to, result);
	case CS_IF:
		if (to->found)
			break;
		f = exec_from(v, s->s, to, result);
		return to->found || !s->t ? f : exec_from(v, s->t, to, result);
	case CS_WHILE:
	case CS_DO:
	case CS_FOR:
		if (to->found)
			break;
		f = exec_from(v, s->s, to, result);
		return to->found ? exec_loop(v, s, result, true, f) : FLOW_NEXT;
	default: break;
	}
	return to->found ? exec(v, s, result) : FLOW_NEXT;
}

static enum flow exec_switch(struct eval *v, struct cstmt *s,
                             const struct ctype *result) {
	u64 mark = v->temps.n;
	u128 value;
	if (!eval_value(v, s->e, &value) || !eval_cleanup(v, &v->temps, mark))
		return FLOW_FAIL;
	struct target to = {.value = (s64)value};
	enum flow f = exec_from(v, s->s, &to, result);
	if (!to.found) {
		to.want_default = true;
		f = exec_from(v, s->s, &to, result);
	}
	return f == FLOW_BREAK ? FLOW_NEXT : f;
}

static bool exec_return(struct eval *v, struct cexpr *e, const struct ctype *result) {
	struct frame *f = v->frame;
	u64 mark = v->temps.n, ptr;
	bool ok;
	if (!e)
		return true;
	if (ctype_is_ref(result)) {
		ok = eval_lvalue(v, e, &ptr);
		f->result = ok ? ptr : 0;
	} else if (result->kind == CT_VOID || ctype_is_scalar(result)) {
		ok = eval_value(v, e, &f->result);
	} else {
		ok = eval_into(v, e, f->result_place);
	}
	return ok && eval_cleanup(v, &v->temps, mark);
}

static enum flow exec(struct eval *v, struct cstmt *s, const struct ctype *result) {
	bool holds;
	if (!s) /* its errors are reported */
		return FLOW_NEXT;
	if (++v->steps > STEPS_MAX) {
		eval_fail(v, s->e, "it takes too many steps");
		return FLOW_FAIL;
	}
	switch ((enum cstmt_kind)s->kind) {
	case CS_NULL: return FLOW_NEXT;
	case CS_EXPR: return effect(v, s->e) ? FLOW_NEXT : FLOW_FAIL;
	case CS_DECL: return exec_decl(v, s) ? FLOW_NEXT : FLOW_FAIL;
	case CS_BLOCK: return exec_block(v, s, NULL, result);
	case CS_IF:
		if (!condition(v, s->e, &holds))
			return FLOW_FAIL;
		return holds  ? exec(v, s->s, result)
		       : s->t ? exec(v, s->t, result)
		              : FLOW_NEXT;
	case CS_WHILE:
	case CS_DO:
	case CS_FOR: return exec_loop(v, s, result, false, FLOW_NEXT);
	case CS_SWITCH: return exec_switch(v, s, result);
	case CS_CASE:
	case CS_DEFAULT: return exec(v, s->s, result);
	case CS_BREAK: return FLOW_BREAK;
	case CS_CONTINUE: return FLOW_CONTINUE;
	case CS_RETURN: return exec_return(v, s->e, result) ? FLOW_RETURN : FLOW_FAIL;
	default:
		eval_fail(v, s->e, "a statement of this kind is not evaluated");
		return FLOW_FAIL;
	}
}

/* GNU's ({ ... }): the value is that of the last statement, if it is an expression. */
bool eval_statements(struct eval *v, struct cexpr *e, u128 *out) {
	struct cstmt *body = e->body;
	*out = 0;
	if (!v->frame)
		return eval_fail(v, e, "it is not inside of a function");
	u64 mark = v->frame->alive.n;
	u32 n = body->list.n;
	bool has_value = e->type->kind != CT_VOID, ok = true;
	for (u32 i = 0; ok && i < n; i++) {
		struct cstmt *s = body->list.at[i];
		if (has_value && i + 1 == n && s && s->kind == CS_EXPR) {
			u64 temps = v->temps.n;
			ok = eval_value(v, s->e, out) &&
			     eval_cleanup(v, &v->temps, temps);
			continue;
		}
		enum flow f = exec(v, s, e->type);
		if (f != FLOW_NEXT && f != FLOW_FAIL)
			eval_fail(v, e, "it jumps out of a statement expression");
		ok = f == FLOW_NEXT;
	}
	return ok && eval_cleanup(v, &v->frame->alive, mark);
}

/* ---- calls ------------------------------------------------------------------------- */

static bool may_call(const struct cdecl *f) {
	return f->flags & SPEC_CONSTEXPR || f->is_defaulted ||
	       (f->cls_owner && f->cls_owner->cls->is_lambda);
}

/* A parameter is an object of the callee, made of an argument that the caller
 * evaluates. */
static bool pass(struct eval *v, struct cexpr *e, u32 first, struct cdecl *f,
                 struct frame *frame) {
	for (u32 k = first; k < e->narg; k++) {
		u32 i = e->op == CE_ASSIGN ? e->narg - 1 - (k - first) : k, p = i - first;
		if (p >= f->param.n)
			return eval_fail(v, e, "it passes variable arguments");
		struct cdecl *param = f->param.at[p];
		struct cdecl *dtor = class_dtor(v->c, param->type);
		u64 object;
		if (param->type->kind == CT_CLASS && e->arg[i]->kind == CE_VAR) {
			/* handed on */
			if (!eval_lvalue(v, e->arg[i], &object))
				return false;
			*map_at(&frame->var, (uintptr_t)param) = object >> 32;
			continue;
		}
		if (!eval_new_object(v, ctype_size(param->type), &object) ||
		    !eval_init_into(v, param->type, e->arg[i], object))
			return false;
		*map_at(&frame->var, (uintptr_t)param) = object >> 32;
		if (dtor)
			eval_later(v, &frame->alive, e, dtor, param->type, object);
	}
	return true;
}

static bool run(struct eval *v, struct cexpr *e, struct cdecl *f, struct frame *frame) {
	if (v->nframe >= FRAMES_MAX)
		return eval_fail(v, e, "calls are nested too deeply");
	u64 first = v->obj.n;
	struct frame *outer = v->frame;
	frame->func = f;
	v->frame = frame;
	v->nframe++;
	enum flow flow = exec(v, f->body, f->type->base);
	bool ok = flow != FLOW_FAIL && eval_cleanup(v, &frame->alive, 0);
	v->frame = outer;
	v->nframe--;
	eval_end_objects(v, first);
	if (ok && flow != FLOW_RETURN && f->type->base->kind != CT_VOID && !f->is_ctor &&
	    !f->is_dtor)
		return eval_fail(v, e, "a function ends without returning a value");
	return ok;
}

static bool callable(struct eval *v, struct cexpr *e, struct cdecl *f) {
	const char *name = f->name ? check_func_name(v->c, f) : "a function";
	if (!may_call(f))
		return eval_fail(v, e,
		                 arena_printf(v->c->a,
		                              "it calls '%s', which is not constexpr",
		                              name));
	check_body(v->c, f);
	return f->body ? true
	               : eval_fail(
				 v, e,
				 arena_printf(v->c->a,
	                                      "it calls '%s', which is not defined here",
	                                      name));
}

/* Returns the function that a pointer holds. */
static struct cdecl *callee(struct eval *v, struct cexpr *e) {
	u128 ptr;
	if (!eval_value(v, e, &ptr))
		return NULL;
	const struct cobject *o = eval_object(v, (u64)ptr);
	if (o && o->decl && o->decl->kind == CDECL_FUNC)
		return func_definition(v->c, o->decl);
	eval_fail(v, e, "it calls an unknown function");
	return NULL;
}

/* `place`: where a class result or the object of a constructor is made; 0 if there is
 * none. */
bool eval_call(struct eval *v, struct cexpr *e, u64 place, u128 *out) {
	if (e->kind == CE_CALL && e->c && !eval_drop(v, e->c))
		return false;
	struct cdecl *f = e->decl ? e->decl : callee(v, e->a);
	struct frame frame = {.var = MAP_INIT(v->c->a), .result_place = place};
	u32 first;
	u128 object = 0;
	*out = 0;
	if (!f)
		return false;
	bool divides, ok = eval_divide_wide(v, e, f, out, &divides);
	if (divides)
		return ok;
	if (!callable(v, e, f))
		return false;
	bool makes_object = f->type->base->kind == CT_CLASS && !f->is_ctor;
	bool is_call = e->kind == CE_CALL, has_object = is_call && f->this_param;
	bool is_reversed = is_call && e->op == CE_ASSIGN;
	first = has_object;
	if (is_reversed && !pass(v, e, first, f, &frame))
		return false;
	if (has_object && !eval_value(v, e->arg[0], &object))
		return false;
	frame.this_ = has_object ? (u64)object : is_call ? 0 : place;
	if (makes_object && !place &&
	    !eval_new_object(v, ctype_size(f->type->base), &frame.result_place))
		return false;
	if (!is_reversed && !pass(v, e, first, f, &frame))
		return false;
	if (!run(v, e, f, &frame))
		return false;
	*out = makes_object ? frame.result_place : frame.result;
	return true;
}

bool eval_destroy(struct eval *v, struct cexpr *e, struct cdecl *dtor,
                  const struct ctype *type, u64 place) {
	if (type->kind == CT_ARRAY) {
		for (u64 i = type->n; i-- > 0;)
			if (!eval_destroy(v, e, dtor, type->base,
			                  place + i * ctype_size(type->base)))
				return false;
		return true;
	}
	struct frame frame = {.var = MAP_INIT(v->c->a), .this_ = place};
	dtor = func_definition(v->c, dtor);
	return callable(v, e, dtor) && run(v, e, dtor, &frame);
}

/* ---- new and delete ---------------------------------------------------------------- */

static bool new_elements(struct eval *v, struct cexpr *e, u64 count, u64 place) {
	const struct ctype *t = ctype_unqual(e->type->base);
	struct cexpr *each = e->arg[0], *list = e->narg > 2 ? e->arg[2] : NULL;
	if (each && e->arg[1] && each->type->kind == CT_ARRAY && t->kind != CT_ARRAY)
		return eval_into(v, each, place);
	if (list && !eval_into(v, list, place))
		return false;
	for (u64 i = list ? list->type->n : 0; i < count; i++)
		if (!eval_init_into(v, t, each, place + i * ctype_size(t)))
			return false;
	return true;
}

/* Whether the function is std::construct_at, in which new may make an object in memory
 * that is there ([expr.const]/6). */
static bool is_construct_at(const struct cdecl *f) {
	const struct cscope *s = f ? f->scope : NULL;
	while (s && (s->is_inline || s->kind == CSCOPE_TEMPLATE))
		s = s->parent;
	return s && s->kind == CSCOPE_NAMESPACE && s->owner && s->owner->name &&
	       strcmp(s->owner->name->s, "std") == 0 && f->name &&
	       strcmp(f->name->s, "construct_at") == 0;
}

static bool new_in_place(struct eval *v, struct cexpr *e, u128 *out) {
	if (!eval_value(v, e->b, out))
		return false;
	return !e->arg[0] ||
	       eval_init_into(v, ctype_unqual(e->type->base), e->arg[0], (u64)*out);
}

bool eval_new(struct eval *v, struct cexpr *e, u128 *out) {
	u64 place;
	u128 count = 1;
	if (e->b && !e->decl && !e->arg[1] && v->frame && is_construct_at(v->frame->func))
		return new_in_place(v, e, out);
	if (e->b || e->decl)
		return eval_fail(v, e,
		                 "it calls an operator new that is not the usual one");
	if (e->arg[1] && !eval_value(v, e->arg[1], &count))
		return false;
	if (count > OBJECT_BYTES_MAX)
		return eval_fail(v, e, "too much memory is needed");
	if (!eval_new_object(v, (u64)count * ctype_size(e->type->base), &place))
		return false;
	struct cobject *o = eval_object(v, place);
	o->is_heap = true;
	o->is_unset = !e->arg[0];
	*out = place;
	return new_elements(v, e, (u64)count, place);
}

bool eval_delete(struct eval *v, struct cexpr *e) {
	const struct ctype *t = e->a->type->base;
	u128 value;
	if (!eval_value(v, e->a, &value))
		return false;
	u64 ptr = (u64)value;
	struct cobject *o = eval_object(v, ptr);
	if (!ptr)
		return true;
	if (!o || !o->is_heap || o->is_dead || ptr & 0xffffffffu)
		return eval_fail(v, e, "it deletes what new has not made, or twice");
	for (u64 n = e->dtor ? o->size / ctype_size(t) : 0; n-- > 0;)
		if (!eval_destroy(v, e, e->dtor, t, ptr + n * ctype_size(t)))
			return false;
	eval_object(v, ptr)->is_dead = true;
	return true;
}
