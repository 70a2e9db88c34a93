/* body.c - bodies of functions: parsed and checked once they are needed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/hosted.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/ctor.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/table.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/stmt/flow.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/warn/unused.h"

/* ---- bodies ------------------------------------------------------------------------ */

static struct syn *parsed_body(struct sema *c, struct cscope *at, struct syn *body) {
	u64 key = (u64)body->first_token << 1;
	u64 *slot = map_find(&c->body, key);
	if (slot)
		return (struct syn *)(uintptr_t)*slot;
	struct syn *s = cuda_parse_body(c->u, at, body->first_token, body->end_token);
	*map_at(&c->body, key) = (uintptr_t)s;
	return s;
}

static struct syn *parsed_mem_inits(struct sema *c, struct cscope *at, struct syn *body) {
	u64 key = (u64)body->first_token << 1 | 1;
	u64 *slot = map_find(&c->body, key);
	if (slot)
		return (struct syn *)(uintptr_t)*slot;
	struct syn *s = cuda_parse_mem_inits(c->u, at, body->first_token,
	                                     body->end_token);
	*map_at(&c->body, key) = (uintptr_t)s;
	return s;
}

static void undefined_labels(struct sema *c) {
	map_each (it, &c->fn->label) {
		struct clabel *l = (struct clabel *)(uintptr_t)it->value;
		if (!l->is_defined && strcmp(l->name->s, "(end)") != 0)
			check_error(c, l->loc, E0601, "label '%s' is not defined",
			            l->name->s);
	}
}

static void destructor_end(struct sema *c, struct cdecl *f) {
	struct clabel *end = map_get_ptr(&c->fn->label, str_lit(c->u->names, "(end)"));
	if (end) {
		struct cstmt *l = cstmt_new(c, CS_LABEL, f->loc);
		l->label = end;
		end->is_defined = true;
		l->s = cstmt_new(c, CS_NULL, f->loc);
		cstmt_push(c, f->body, l);
	}
	class_destroy_parts(c, f, f->body);
}

/* Sets the type of the function and of its declarations without a body. */
void check_result(struct sema *c, struct cdecl *f, const struct ctype *result) {
	const struct ctype *t = f->type;
	const struct ctype *written = cdecl_written_type(f);
	cdecl_rare_set(c->a, f)->placeholder = written;
	f->type = ctype_func(c->t, result, t->param, t->nparam, t->is_variadic,
	                     t->memquals, t->ref);
	if (f->name && f->scope && !f->is_inst)
		for (struct cdecl *e = cscope_find_here(f->scope, f->name, 0); e;
		     e = e->next)
			if (e->definition == f && e->type == t) {
				cdecl_rare_set(c->a, e)->placeholder = written;
				e->type = f->type;
			}
}

static void check_written_body(struct sema *c, struct cdecl *f) {
	struct cfunc_state *fn = c->fn;
	struct syn *def = f->syn;
	u32 nerror = c->u->diag->nerror;
	f->body = cstmt_block(c, f->loc);
	if (f->is_ctor) {
		struct syn *list = syn_func_def(def)->mem_inits
		                           ? parsed_mem_inits(
						     c, f->inner,
						     syn_func_def(def)->mem_inits)
		                           : NULL;
		ctor_init_parts(c, f, f->body,
		                list && list->kind == SYN_LIST ? list : NULL);
	}
	if (f->is_dtor && cdecl_rare(f)->vtt_param)
		vbase_begin(c, f, f->body);
	if (f->is_dtor && f->cls_owner->cls->has_vptr)
		class_set_vptr(c, f, f->body);
	struct syn *body = parsed_body(c, f->inner, syn_func_def(def)->body);
	struct cstmt *block = check_stmt(c, f->inner, body);
	cstmt_push(c, f->body, block);
	returned_variable(c, block);
	if (f->is_dtor)
		destructor_end(c, f);
	if (fn->deduces_result) {
		if (ctype_has_auto(fn->result))
			fn->result = c->t->basic[CT_VOID];
		check_result(c, f, fn->result);
	}
	undefined_labels(c);
	flow_labels(c);
	if (c->u->diag->nerror == nerror) {
		unused_warn(c);
		flow_warn_unreachable(c, block);
	}
	const struct ctype *t = f->type->base;
	if (t->kind != CT_VOID && t->kind != CT_ERROR && !f->is_ctor && !f->is_dtor &&
	    !(f->flags & SPEC_NORETURN) && !c->failed && flow_falls_through(f->body))
		check_warning(c, f->loc, E0635,
		              "control reaches the end of '%s' without a return",
		              f->name ? f->name->s : "a function");
}

/* Whether device code can call the function (check_side). */
static bool is_callable(struct sema *c, const struct cdecl *f) {
	return decl_is_device(f) || f->flags & SPEC_CONSTEXPR || f->is_defaulted ||
	       decl_is_value_library(c, f);
}

void check_body(struct sema *c, struct cdecl *f) {
	if (f->is_body_checked || !f->has_definition ||
	    (c->in_order && func_is_made_up(f)) || !check_enter(c, f->loc))
		return;
	f->is_body_checked = true;
	struct cfunc_state fn = {.func = f,
	                         .scope = f->inner,
	                         .result = f->type->base,
	                         .declared_result = f->type->base,
	                         .label = MAP_INIT(c->a)};
	fn.deduces_result = ctype_has_auto(fn.result);
	/* the meaning of the body does not depend on the code that needs it */
	struct sema saved = *c;
	struct arena_mark mark = arena_mark(&c->temp);
	struct casker asker = check_ask(c, f, f->loc);
	struct cinst_trace trace = {saved.trace, f, f->used_at.end ? f->used_at : f->loc};
	c->fn = &fn;
	c->here = f->inner;
	if (f->cls_owner && f->cls_owner->cls->is_lambda) {
		fn.lambda = f->cls_owner;
		fn.outer = saved.fn;
	}
	if (f->is_inst)
		c->trace = &trace;
	c->quiet = c->unevaluated = c->in_const = c->callee_depth =
		c->in_user_conversion = c->only_public = c->in_order = 0;
	c->site = (struct loc){0, 0};
	if ((f->flags & SPEC_HOST && !(f->flags & SPEC_DEVICE)) || !is_callable(c, f))
		c->in_const = 1; /* reached from constant expressions only, or for its
		                    result's type */
	for (u32 i = 0; i < f->param.n; i++) {
		const struct cdecl *p = f->param.at[i];
		if (p->type->kind != CT_ERROR && !ctype_is_ref(p->type) &&
		    type_complete(c, p->type, p->loc) && p->type->kind == CT_CLASS &&
		    !ctype_size(p->type))
			check_error(c, p->loc, E0613,
			            "a parameter of type '%s' has no size",
			            check_type_text(c, p->type));
	}
	if (f->type->base->kind == CT_CLASS)
		type_complete(c, f->type->base, f->loc);
	bool failed = c->failed;
	c->failed = false;
	if (f->is_defaulted)
		class_default_body(c, f);
	else if (f->syn && f->syn->kind == SYN_FUNC_DEF && syn_func_def(f->syn)->body)
		check_written_body(c, f);
	if (c->failed && !c->u->diag->nerror) /* a failure must be reported */
		check_error(c, f->loc, E0608,
		            "'%s' uses something that is not supported in device code",
		            f->name ? f->name->s : "a function");
	c->failed = failed;
	c->fn = saved.fn;
	c->here = saved.here;
	c->trace = saved.trace;
	c->quiet = saved.quiet;
	c->unevaluated = saved.unevaluated;
	c->in_const = saved.in_const;
	c->callee_depth = saved.callee_depth;
	c->in_user_conversion = saved.in_user_conversion;
	c->only_public = saved.only_public;
	c->in_order = saved.in_order;
	c->site = saved.site;
	arena_rewind(&c->temp, mark);
	check_answer(c, asker);
	check_leave(c);
}

void check_absent_body(struct sema *c, struct cdecl *f) {
	f = func_definition(c, f);
	struct cstmt *trap = cstmt_new(c, CS_EXPR, f->loc);
	trap->e = cexpr_trap(c, f->loc);
	f->body = cstmt_block(c, f->loc);
	cstmt_push(c, f->body, trap);
	f->is_body_checked = true;
}

struct cdecl *func_with_result(struct sema *c, struct cdecl *f) {
	if (f->kind != CDECL_FUNC || !f->type || f->type->kind != CT_FUNC ||
	    !f->type->base || !ctype_has_auto(f->type->base))
		return f;
	struct cdecl *def = func_definition(c, f);
	check_body(c, def);
	return def;
}
