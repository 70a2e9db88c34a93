/* escape.c - escape analysis: which variables can live in registers. One walk over a
 * function, before it is lowered for the first time, notes for every variable how its
 * address is used: only as place.c can follow, or so that the variable must be in memory.
 * For a call that will be lowered in place it uses the result for the callee, which is
 * walked first; objects bound to a local reference, pointer or closure get its uses once
 * all of them are known.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/call.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/expr.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

enum edge_kind { EDGE_REF, EDGE_POINTER, EDGE_COPY, EDGE_FIELD };

/* `info` is bound to, points to, was copied from, or has a member that refers to `e`. */
struct edge {
	enum edge_kind kind;
	struct var_info *info;
	struct cexpr *e;
	u8 seen; /* uses passed on so far */
};

struct walk {
	struct lower *l;
	struct cdecl *fn;
	struct func_info *info;
	VEC(struct edge) edge;
	bool settling; /* what is walked now was before: only uses are propagated */
};

static void value(struct walk *w, struct cexpr *e);
static void use_place(struct walk *w, struct cexpr *e, u8 use);
static void use_pointer(struct walk *w, struct cexpr *e, u8 use);
static void stmt(struct walk *w, struct cstmt *s);
static void make(struct walk *w, struct cexpr *e, struct var_info *into);

/* ---- edges ------------------------------------------------------------------------- */

/* Returns the use of the object of e when e is bound in this way to the variable of
 * info. */
static u8 edge_use(enum edge_kind kind, const struct var_info *info) {
	bool lost = info->use & USE_ADDR;
	switch (kind) {
	case EDGE_REF: return info->use;
	case EDGE_POINTER:
		if ((info->use & (USE_WRITE | USE_ADDR)) || info->needs_pointer)
			return info->pointee | USE_ADDR;
		return info->pointee;
	case EDGE_COPY:
		if (lost)
			return USE_REF | USE_REF_WRITE;
		return info->use & (USE_REF | USE_REF_WRITE);
	case EDGE_FIELD:
		if (lost || (info->use & (USE_REF | USE_INDEX)))
			return USE_ALL;
		/* itself, or what a reference member of it refers to in turn */
		return info->use & USE_REF_WRITE ? USE_WRITE | USE_REF_WRITE : 0;
	}
	return USE_ADDR;
}

static void pass_on(struct walk *w, const struct edge *e) {
	u8 use = edge_use(e->kind, e->info);
	if (e->kind == EDGE_POINTER)
		use_pointer(w, e->e, use);
	else
		use_place(w, e->e, use);
}

static void edge_add(struct walk *w, enum edge_kind kind, struct var_info *info,
                     struct cexpr *e) {
	struct edge edge = {kind, info, e, edge_use(kind, info)};
	vec_push(&w->l->r.scratch, &w->edge, edge);
	pass_on(w, &edge);
}

/* Propagates uses until nothing changes. The expressions were walked for their effects
 * when the edges were made. */
static void edges_settle(struct walk *w) {
	bool again = true;
	w->settling = true;
	while (again) {
		again = false;
		for (u32 i = 0; i < w->edge.n; i++) {
			struct edge *e = &w->edge.at[i];
			u8 use = edge_use(e->kind, e->info);
			if (use == e->seen)
				continue;
			e->seen = use;
			struct edge copy_ = *e;
			pass_on(w, &copy_);
			again = true;
		}
	}
}

/* ---- objects that are made --------------------------------------------------------- */

static u8 self_use(struct lower *l, struct cdecl *fn) {
	if (!call_is_inlined(l, fn))
		return USE_ADDR | USE_WRITE;
	fn = func_definition(fn);
	if (!fn->this_param)
		return USE_WRITE;
	const struct var_info *self = var_info(l, fn->this_param);
	return (u8)(self->pointee | USE_WRITE | (self->needs_pointer ? USE_ADDR : 0));
}

u8 escape_destroy(struct lower *l, struct cdecl *dtor) {
	return dtor ? self_use(l, dtor) : 0;
}

u8 escape_into(struct lower *l, const struct cexpr *e) {
	u8 use = 0;
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONSTRUCT: return self_use(l, e->decl);
	case CE_COND: return escape_into(l, e->b) | escape_into(l, e->c);
	case CE_COMMA: return escape_into(l, e->b);
	case CE_INIT_LIST:
		if (e->decl) /* a pointer to the object */
			return USE_ALL;
		for (u32 i = 0; i < e->narg; i++)
			if (e->arg[i] && !e->arg[i]->is_lvalue)
				use |= escape_into(l, e->arg[i]);
		return use;
	case CE_FILL: return e->type->kind == CT_ARRAY ? escape_into(l, e->a) : 0;
	case CE_ARRAY_COPY: return e->decl ? self_use(l, e->decl) : 0;
	case CE_CALL:
		if (e->is_lvalue || !type_is_object(e->type))
			return 0;
		if (e->decl && call_is_inlined(l, e->decl))
			return func_info(l, e->decl)->result_use;
		return type_is_by_address(e->type) ? USE_ADDR : 0;
	case CE_STMT_EXPR: {
		const struct cstmt *b = e->body;
		const struct cstmt *last = b->list.n ? vec_last(&b->list) : NULL;
		return last && last->kind == CS_EXPR && last->e ? escape_into(l, last->e)
		                                                : 0;
	}
	default: return 0;
	}
}

/* ---- places ------------------------------------------------------------------------ */

static void temp(struct walk *w, struct cexpr *e, u8 use) {
	struct var_info *info = temp_info(w->l, e);
	if (!(info->use & USE_WALKED)) { /* once */
		info->use |= USE_WALKED;
		make(w, e->a, info);
		info->use |= escape_into(w->l, e->a);
		if (e->dtor)
			info->use |= escape_destroy(w->l, e->dtor);
	}
	info->use |= use;
}

static void member(struct walk *w, struct cexpr *e, u8 use) {
	if (!e->a->is_lvalue) {
		value(w, e->a);
		return;
	}
	const struct cfield *f = &e->a->type->decl->cls->field.at[e->field];
	if (ctype_is_ref(f->type)) {
		u8 inner = use & (USE_ADDR | USE_REF | USE_INDEX) ? USE_REF : 0;
		if (use & (USE_WRITE | USE_ADDR | USE_REF_WRITE))
			inner |= USE_REF_WRITE;
		use = inner;
	}
	use_place(w, e->a, use);
}

static void call(struct walk *w, struct cexpr *e);

/* Passes a use on to what was walked before: in a chain of calls or assignments, each
 * link would be walked twice as often as the one around it. */
static void use_again(struct walk *w, void (*pass)(struct walk *, struct cexpr *, u8),
                      struct cexpr *e, u8 use) {
	bool settling = w->settling;
	w->settling = true;
	pass(w, e, use);
	w->settling = settling;
}

/* Passes a use of a call's reference result to the argument that it is known to lie in,
 * which was walked with the call. */
static void use_result(struct walk *w, struct cexpr *e, u8 use) {
	if (!e->decl || !call_is_inlined(w->l, e->decl))
		return;
	struct cdecl *fn = func_definition(e->decl);
	s32 root = func_info(w->l, fn)->root;
	if (root < 0)
		return;
	u32 first = fn->this_param ? 1 : 0;
	if (root == 0 && first && e->narg)
		use_again(w, use_pointer, e->arg[0], use);
	else if (root > 0 && (u32)root - 1 + first < e->narg)
		use_again(w, use_place, e->arg[(u32)root - 1 + first], use);
}

static void use_place(struct walk *w, struct cexpr *e, u8 use) {
	w->info->cost++;
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
		if (cdecl_is_local(e->decl)) {
			struct var_info *info = var_info(w->l, e->decl);
			info->use |= use;
			info->needs_pointer |= e->decl->type->kind == CT_PTR;
		}
		return;
	case CE_DEREF: use_pointer(w, e->a, use); return;
	case CE_MEMBER: member(w, e, use); return;
	case CE_TO_BASE:
	case CE_TO_DERIVED:
		if (e->a->is_lvalue)
			use_place(w, e->a, use);
		else
			value(w, e->a);
		return;
	case CE_TEMP: temp(w, e, use); return;
	case CE_CALL:
		call(w, e);
		use_result(w, e, use);
		return;
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC:
		value(w, e);
		use_again(w, use_place, e->a, use);
		return;
	case CE_COMMA:
		value(w, e->a);
		use_place(w, e->b, use);
		return;
	case CE_COND: /* a pointer to one or the other */
		value(w, e->a);
		use_place(w, e->b, use | USE_ADDR);
		use_place(w, e->c, use | USE_ADDR);
		return;
	case CE_CAST:
	case CE_BITCAST:
	case CE_LOAD: use_place(w, e->a, use); return;
	case CE_STRING:
	case CE_FUNC: return;
	default: value(w, e); return;
	}
}

static void use_pointer_variable(struct walk *w, struct var_info *info, u8 use) {
	(void)w;
	info->pointee |= use;
}

/* Returns USE_INDEX if an object split into registers cannot be accessed as type `to`. */
static u8 pun(struct walk *w, const struct ctype *to, const struct ctype *from) {
	if (to == from || ctype_unqual(to) == ctype_unqual(from))
		return 0;
	while (from->kind == CT_ARRAY && ctype_unqual(from) != ctype_unqual(to))
		from = from->base;
	if (ctype_unqual(to) == ctype_unqual(from) || type_can_pun(w->l, from, to))
		return 0;
	return USE_INDEX;
}

/* Notes the use of the object that pointer e points to: e is dereferenced, or bound to a
 * variable with that use. */
static void use_pointer(struct walk *w, struct cexpr *e, u8 use) {
	u64 c;
	w->info->cost++;
	switch ((enum cexpr_kind)e->kind) {
	case CE_ADDR:
		if (e->a->type->kind != CT_FUNC && e->type->base &&
		    e->type->base->kind != CT_VOID)
			use |= pun(w, e->type->base, e->a->type);
		use_place(w, e->a, use);
		return;
	case CE_PTR_ADD:
		value(w, e->b);
		use_pointer(w, e->a, expr_is_const(e->b, &c) ? use : use | USE_INDEX);
		return;
	case CE_CAST:
		if (e->a->type->kind == CT_PTR && e->type->kind == CT_PTR) {
			u8 more = e->type->base->kind == CT_VOID ||
			                          e->a->type->base->kind == CT_VOID ||
			                          e->type->base->kind == CT_FUNC
			                  ? USE_INDEX
			                  : pun(w, e->type->base, e->a->type->base);
			use_pointer(w, e->a, use | more);
			return;
		}
		break;
	case CE_THIS:
		if (w->fn->this_param)
			use_pointer_variable(w, var_info(w->l, w->fn->this_param), use);
		return;
	case CE_LOAD:
		if (e->a->kind == CE_VAR && cdecl_is_local(e->a->decl) &&
		    !ctype_is_ref(e->a->decl->type)) {
			use_pointer_variable(w, var_info(w->l, e->a->decl), use);
			return;
		}
		break;
	case CE_COMMA:
		value(w, e->a);
		use_pointer(w, e->b, use);
		return;
	default: break;
	}
	value(w, e);
}

/* ---- initialisation and calls ------------------------------------------------------ */

/* Walks e, which makes the object `into`; NULL: an object that escapes. */
static void make(struct walk *w, struct cexpr *e, struct var_info *into) {
	bool has_ref = e->type->kind == CT_CLASS && type_has_ref(e->type);
	if (e->kind == CE_LOAD && has_ref) {
		if (into)
			edge_add(w, EDGE_COPY, into, e->a);
		else
			use_place(w, e->a, USE_REF | USE_REF_WRITE);
		return;
	}
	if (e->kind != CE_INIT_LIST || !has_ref) {
		if (has_ref && into)
			into->use |= USE_ALL;
		value(w, e);
		return;
	}
	const struct cclass *c = e->type->decl->cls;
	if (e->decl && into)
		into->use |= USE_ALL;
	for (u32 i = 0; i < e->narg; i++) {
		struct cexpr *arg = e->arg[i];
		if (!arg)
			continue;
		bool is_ref = i < c->field.n && ctype_is_ref(c->field.at[i].type);
		if (is_ref && into)
			edge_add(w, EDGE_FIELD, into, arg);
		else if (is_ref)
			use_place(w, arg, USE_ALL);
		else
			make(w, arg, into);
	}
}

static void bind(struct walk *w, struct cdecl *d, struct cexpr *init) {
	struct var_info *info = var_info(w->l, d);
	if (ctype_is_ref(d->type) || param_is_handed_on(d->type, init)) {
		edge_add(w, EDGE_REF, info, init);
	} else if (d->type->kind == CT_PTR) {
		info->needs_pointer |= (d->type->quals & Q_VOLATILE) != 0;
		edge_add(w, EDGE_POINTER, info, init);
	} else {
		make(w, init, info);
		info->use |= escape_into(w->l, init);
	}
}

static void argument(struct walk *w, const struct ctype *t, struct cexpr *arg) {
	if (t && (ctype_is_ref(t) || param_is_handed_on(t, arg)))
		use_place(w, arg, USE_ALL);
	else
		make(w, arg, NULL);
}

static void inlined_call(struct walk *w, struct cdecl *fn, struct cexpr **arg, u32 narg) {
	for (u32 i = 0; i < narg; i++) {
		if (i >= fn->param.n) {
			value(w, arg[i]);
			continue;
		}
		struct cdecl *p = fn->param.at[i];
		bind(w, p, arg[i]);
		if (p->type->kind == CT_CLASS && p->type->decl->cls->dtor)
			var_info(w->l, p)->use |= escape_destroy(
				w->l, p->type->decl->cls->dtor);
	}
	w->info->cost += func_info(w->l, fn)->cost;
}

static void call(struct walk *w, struct cexpr *e) {
	struct cexpr **arg = e->arg;
	u32 narg = e->narg;
	const struct ctype *ft = NULL;
	bool in_place = false;
	if (w->settling)
		return;
	if (e->decl) {
		struct cdecl *fn = func_definition(e->decl);
		in_place = call_is_inlined(w->l, fn);
		func_info(w->l, fn)->ncall++;
		ft = fn->type;
		if (fn->this_param && narg) {
			struct var_info *self = var_info(w->l, fn->this_param);
			if (in_place)
				edge_add(w, EDGE_POINTER, self, arg[0]);
			else
				use_pointer(w, arg[0], USE_ALL);
			arg++;
			narg--;
		}
		if (in_place) {
			inlined_call(w, fn, arg, narg);
			return;
		}
	} else {
		ft = e->a->type;
		if (e->c)
			value(w, e->c);
		value(w, e->a);
	}
	while (ft && (ft->kind == CT_PTR || ctype_is_ref(ft)))
		ft = ft->base;
	for (u32 i = 0; i < narg; i++)
		argument(w, ft && i < ft->nparam ? ft->param[i] : NULL, arg[i]);
}

static void construct(struct walk *w, struct cexpr *e) {
	struct cdecl *fn = func_definition(e->decl);
	func_info(w->l, fn)->ncall++;
	if (call_is_inlined(w->l, fn)) {
		inlined_call(w, fn, e->arg, e->narg);
		return;
	}
	for (u32 i = 0; i < e->narg; i++)
		argument(w, i < fn->type->nparam ? fn->type->param[i] : NULL, e->arg[i]);
}

/* ---- expressions ------------------------------------------------------------------- */

static void load_value(struct walk *w, struct cexpr *e) {
	struct cexpr *a = e->a;
	if (a->kind == CE_COND && a->is_lvalue) {
		value(w, a->a);
		use_place(w, a->b, 0);
		use_place(w, a->c, 0);
		return;
	}
	u8 use = type_is_object(e->type) && type_has_ref(e->type)
	                 ? USE_REF | USE_REF_WRITE
	                 : 0;
	use_place(w, a, use);
}

static void value(struct walk *w, struct cexpr *e) {
	if (!e || w->settling)
		return;
	w->info->cost++;
	switch ((enum cexpr_kind)e->kind) {
	case CE_LOAD: load_value(w, e); return;
	case CE_ADDR: use_place(w, e->a, USE_ALL); return;
	case CE_PTR_ADD:
		value(w, e->b);
		use_pointer(w, e->a, USE_ALL);
		if (e->a->kind == CE_LOAD || e->a->kind == CE_THIS)
			value(w, e->a);
		return;
	case CE_THIS:
		if (w->fn->this_param)
			var_info(w->l, w->fn->this_param)->needs_pointer = true;
		return;
	case CE_ASSIGN:
		use_place(w, e->a, USE_WRITE);
		if (type_is_object(e->type) && e->b->kind == CE_LOAD)
			use_place(w, e->b->a,
			          type_has_ref(e->type) ? USE_REF | USE_REF_WRITE : 0);
		else
			make(w, e->b, NULL);
		return;
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC:
	case CE_POSTINC:
	case CE_POSTDEC:
		use_place(w, e->a, USE_WRITE);
		value(w, e->b);
		return;
	case CE_CALL: call(w, e); return;
	case CE_CONSTRUCT: construct(w, e); return;
	case CE_INIT_LIST:
		if (e->type->kind == CT_CLASS && type_has_ref(e->type)) {
			make(w, e, NULL);
			return;
		}
		for (u32 i = 0; i < e->narg; i++)
			if (e->arg[i])
				make(w, e->arg[i], NULL);
		return;
	case CE_INIT:
		use_place(w, e->a, e->b ? USE_WRITE | escape_into(w->l, e->b) : 0);
		if (e->b && e->op)
			use_place(w, e->b, USE_ALL);
		else if (e->b)
			make(w, e->b, NULL);
		return;
	case CE_DESTROY:
		for (u32 i = 0; i < e->narg; i++)
			value(w, e->arg[i]);
		use_place(w, e->a, escape_destroy(w->l, e->dtor));
		return;
	case CE_ARRAY_COPY: use_place(w, e->a, e->decl ? USE_ADDR : 0); return;
	case CE_DELETE: /* the destructor may delete other objects: a list's nodes */
		escape_destroy(w->l, e->dtor);
		value(w, e->a);
		return;
	case CE_NEW:
		value(w, e->a);
		value(w, e->b);
		break;
	case CE_HOLD: bind(w, e->decl, e->a); return;
	case CE_STMT_EXPR:
		for (u32 i = 0; i < e->body->list.n; i++)
			stmt(w, e->body->list.at[i]);
		return;
	case CE_BITCAST: value(w, e->a); return;
	default:
		if (e->is_lvalue) {
			use_place(w, e, 0);
			return;
		}
		if ((e->kind == CE_MEMBER || e->kind == CE_TO_BASE) && e->a->is_lvalue) {
			use_place(w, e->a, 0);
			return;
		}
		value(w, e->a);
		value(w, e->b);
		value(w, e->c);
		break;
	}
	for (u32 i = 0; i < e->narg; i++)
		value(w, e->arg[i]);
}

/* ---- statements -------------------------------------------------------------------- */

/* Returns the root of a reference result: 0: the object of `this`; 1 + i: that of
 * parameter i; -1: anything else. */
static s32 root_of(struct walk *w, const struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
		for (u32 i = 0; i < w->fn->param.n; i++)
			if (w->fn->param.at[i] == e->decl)
				return ctype_is_ref(e->decl->type) ? (s32)i + 1 : -1;
		return -1;
	case CE_MEMBER:
	case CE_TO_BASE:
	case CE_TO_DERIVED:
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC: return root_of(w, e->a);
	case CE_DEREF:
		if (e->a->kind == CE_THIS)
			return 0;
		return e->a->kind == CE_ADDR ? root_of(w, e->a->a) : -1;
	case CE_CAST: return e->is_lvalue ? root_of(w, e->a) : -1;
	default: return -1;
	}
}

static void return_stmt(struct walk *w, struct cstmt *s) {
	if (!s->e)
		return;
	w->info->nreturn++;
	const struct ctype *result = w->fn->type->base;
	if (result && ctype_is_ref(result)) {
		w->info->root = w->info->nreturn == 1 ? root_of(w, s->e) : -1;
		use_place(w, s->e, w->info->root >= 0 ? 0 : USE_ALL);
		return;
	}
	if (s->is_made) {
		w->info->result_use |= USE_ALL;
		return;
	}
	make(w, s->e, NULL);
	if (type_is_object(s->e->type))
		w->info->result_use |= escape_into(w->l, s->e);
}

static void decl(struct walk *w, struct cstmt *s) {
	struct cdecl *d = s->decl;
	struct var_info *info = var_info(w->l, d);
	if (!cdecl_is_local(d))
		return;
	if (s->dtor)
		info->use |= escape_destroy(w->l, s->dtor);
	if (d->init)
		bind(w, d, d->init);
	else
		info->use |= USE_WRITE;
}

static void asm_stmt(struct walk *w, struct casm *a) {
	for (u32 i = 0; i < a->noutput + a->ninput; i++) {
		struct cexpr *e = a->operand[i].e;
		if (i < a->noutput) {
			use_place(w, e, USE_WRITE);
			continue;
		}
		struct cexpr *variable = asm_input_changed(w->l, a, i);
		if (variable)
			use_place(w, variable, USE_WRITE);
		value(w, e);
	}
}

static void stmt(struct walk *w, struct cstmt *s) {
	if (!s)
		return;
	w->info->cost++;
	switch ((enum cstmt_kind)s->kind) {
	case CS_DECL: decl(w, s); return;
	case CS_BLOCK:
		for (u32 i = 0; i < s->list.n; i++)
			stmt(w, s->list.at[i]);
		return;
	case CS_RETURN: return_stmt(w, s); return;
	case CS_ASM: asm_stmt(w, s->asm_); return;
	case CS_IF:
		value(w, s->e);
		stmt(w, if_branch(s, true));
		stmt(w, if_branch(s, false));
		return;
	default:
		value(w, s->e);
		value(w, s->step);
		stmt(w, s->s);
		stmt(w, s->t);
		return;
	}
}

void escape_func(struct lower *l, struct cdecl *fn) {
	fn = func_definition(fn);
	struct func_info *info = func_info(l, fn);
	if (info->state != FUNC_NEW)
		return;
	info->state = FUNC_BUSY;
	struct walk w = {.l = l, .fn = fn, .info = info};
	stmt(&w, fn->body);
	edges_settle(&w);
	if (info->nreturn > 1 && fn->type->base && ctype_is_ref(fn->type->base) &&
	    info->root < 0) {
		/* Several returns of a reference: the walk took the first for the only
		 * one. */
		info->root = -1;
		if (fn->this_param)
			var_info(l, fn->this_param)->pointee |= USE_ADDR;
		for (u32 i = 0; i < fn->param.n; i++)
			if (ctype_is_ref(fn->param.at[i]->type))
				var_info(l, fn->param.at[i])->use |= USE_ADDR;
	}
	info->state = FUNC_DONE;
}
