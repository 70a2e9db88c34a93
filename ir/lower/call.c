/* call.c - calls. Most are lowered in place: parameters become variables of the caller,
 * references and pointers are bound to the places of their arguments. The others pass
 * values through variables of .param space (PTX 7.1).
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/call.h"
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/line.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/stmt.h"
#include "ir/lower/types.h"

enum { COST_LIMIT = 20000, COST_ALWAYS = 60 };

bool call_is_inlined(struct lower *l, struct cdecl *fn) {
	fn = func_definition(fn);
	if (!fn->body || (fn->flags & SPEC_NOINLINE))
		return false;
	struct func_info *info = func_info(l, fn);
	if (info->state == FUNC_NEW)
		escape_func(l, fn);
	if (info->state == FUNC_BUSY)
		info->is_recursive = true;
	if (info->is_recursive || (fn->type && fn->type->is_variadic))
		return false;
	return (fn->flags & SPEC_FORCEINLINE) || info->cost <= COST_LIMIT;
}

bool result_is_by_address(const struct ctype *t) {
	return type_is_by_address(t);
}

/* ---- in place ---------------------------------------------------------------------- */

struct place place_constant(struct lower *l, const struct ctype *t, struct val v) {
	struct object *o = arena_new(&l->r.scratch, struct object);
	o->leaf = arena_new(&l->r.scratch, struct leaf);
	o->nleaf = 1;
	o->size_bytes = ctype_size(t);
	o->leaf[0] = (struct leaf){.type = t, .val = value_keep(l, v, t)};
	return (struct place){.kind = PLACE_OBJECT, .obj = o};
}

static struct binding bind_pointer(struct lower *l, struct var_info *info,
                                   const struct ctype *t, struct place to) {
	if (to.kind == PLACE_OBJECT &&
	    (info->needs_pointer || (info->pointee & (USE_ADDR | USE_INDEX))))
		to = place_spill(l, to, t->base);
	return (struct binding){place_fixed(l, to), true};
}

static bool is_changed(const struct lower *l, const struct var_info *info) {
	return l->opt->debug || info->use & (USE_WRITE | USE_ADDR | USE_INDEX);
}

/* Whether a pointer that is never changed stands for the place that it points to. */
static bool is_bound_pointer(const struct lower *l, const struct var_info *info,
                             const struct ctype *t) {
	return t->kind == CT_PTR && t->base->kind != CT_FUNC && !is_changed(l, info) &&
	       !(t->quals & Q_VOLATILE);
}

/* Whether a variable has a place of its own: it is not only a name for its initial
 * value. */
static bool has_place(const struct lower *l, const struct var_info *info,
                      const struct ctype *t) {
	return !ctype_is_ref(t) && !is_bound_pointer(l, info, t) &&
	       (type_is_object(t) || is_changed(l, info) || (t->quals & Q_VOLATILE));
}

static struct binding bind_variable(struct lower *l, struct cdecl *d,
                                    struct cexpr *init) {
	struct var_info *info = var_info(l, d);
	const struct ctype *t = d->type;
	struct binding b = {0};
	if (ctype_is_ref(t) || param_is_handed_on(t, init)) {
		const struct ctype *of = ctype_noref(t);
		b.place = place_fixed(l, lower_place(l, init));
		if (b.place.kind == PLACE_OBJECT && (info->use & (USE_ADDR | USE_INDEX)))
			b.place = place_spill(l, b.place, of);
		if (of->quals & Q_VOLATILE)
			b.place.is_volatile = true;
	} else if (is_bound_pointer(l, info, t)) {
		b = bind_pointer(l, info, t, lower_pointer(l, init));
	} else if (has_place(l, info, t)) {
		b.place = place_new(l, t, info->use, d->align_attr);
		lower_into(l, init, b.place);
	} else {
		b.place = place_constant(l, t, lower_value(l, init));
	}
	return b;
}

static void binding_commit(struct lower *l, struct cdecl *d, const struct binding *b) {
	struct var_info *info = var_info(l, d);
	info->place = b->place;
	info->is_bound = b->is_bound;
}

void var_bind(struct lower *l, struct cdecl *d, struct cexpr *init) {
	struct var_info *info = var_info(l, d);
	if (init && !has_place(l, info, d->type)) {
		struct binding b = bind_variable(l, d, init);
		binding_commit(l, d, &b);
		return;
	}
	/* before the initialiser, which may name the variable ([basic.scope.pdecl]/1) */
	info->is_bound = false;
	info->place = place_new(l, d->type, info->use, d->align_attr);
	if (init)
		lower_into(l, init, info->place);
}

struct call {
	struct cdecl *fn;
	struct cexpr **arg; /* without `this` */
	u32 narg;
	/* an assignment operator, whose right operand is evaluated first ([expr.ass]/1)
	 */
	bool is_reversed;
	struct cexpr *object; /* reversed: `this`, not evaluated yet; NULL: none */
	struct cexpr *hold;   /* ... of a virtual one: what is evaluated before it */
	bool has_self;
	struct binding self;
	struct place to, *ref;
	const struct ctype *result;
	struct loc loc;
};

/* Returns which of n operands is the k-th to be evaluated. */
static u32 nth(const struct call *c, u32 n, u32 k) {
	return c->is_reversed ? n - 1 - k : k;
}

static void bind_object(struct lower *l, struct call *c, struct cexpr *object) {
	c->has_self = true;
	c->self = (struct binding){place_fixed(l, lower_pointer(l, object)), true};
}

static struct val inline_call(struct lower *l, struct call *c) {
	struct cdecl *fn = func_definition(c->fn);
	u32 n = fn->param.n, given = MIN(n, c->narg);
	u32 first = l->binding.n; /* arguments are calls, too, and push theirs */
	for (u32 i = 0; i < n; i++)
		vec_push(&l->unit, &l->binding, (struct binding){0});
	for (u32 k = 0; k < given; k++) {
		u32 i = nth(c, given, k);
		const struct ctype *t = fn->param.at[i]->type;
		struct binding b = bind_variable(l, fn->param.at[i], c->arg[i]);
		l->binding.at[first + i] = b;
		/* the full-expression's end destroys it, as Itanium 3.1.1 has it */
		if (t->kind == CT_CLASS && t->decl->cls->dtor &&
		    !param_is_handed_on(t, c->arg[i]))
			cleanup_push(l, b.place, t, t->decl->cls->dtor);
	}
	if (c->object)
		bind_object(l, c, c->object);
	for (u32 i = 0; i < given; i++)
		binding_commit(l, fn->param.at[i], &l->binding.at[first + i]);
	l->binding.n = first;
	if (c->has_self && fn->this_param)
		binding_commit(l, fn->this_param, &c->self);
	struct frame f = {.up = l->frame,
	                  .fn = fn,
	                  .info = func_info(l, fn),
	                  .ret_label = NO_REG,
	                  .ret = c->to,
	                  .ret_ref = c->ref,
	                  .base = l->cleanup,
	                  .inlined_at = line_of_call(l, c->loc),
	                  .serial = ++l->nframe};
	bool is_scalar = c->result->kind != CT_VOID && !type_is_object(c->result) &&
	                 !ctype_is_ref(c->result);
	if (is_scalar && f.info->nreturn != 1)
		f.ret = place_new(l, ctype_unqual(c->result), 0, 0);
	if (ctype_is_ref(c->result) && f.info->nreturn != 1)
		f.ret = place_new(l, type_address(), 0, 0);
	struct jump *jump = l->jump;
	struct switch_ *sw = l->sw;
	l->jump = NULL;
	l->sw = NULL;
	l->frame = &f;
	u32 asm_frame = asm_frame_begin(l);
	debug_open(l, DEBUG_INLINE, fn, c->loc);
	if (c->has_self && fn->this_param)
		debug_var(l, fn->this_param);
	for (u32 i = 0; i < n && i < c->narg; i++)
		debug_var(l, fn->param.at[i]);
	lower_stmt(l, fn->body);
	debug_close(l, DEBUG_INLINE, fn);
	asm_frame_end(l, asm_frame);
	l->frame = f.up;
	l->jump = jump;
	l->sw = sw;
	return_label_set(l, &f);
	if (is_scalar && f.ret.kind)
		f.value = place_load(l, f.ret, c->result);
	if (is_scalar && f.ret.kind == PLACE_OBJECT) {
		l->is_var_reg.at[f.value.o.index] = false;
		if (f.value.hi.kind)
			l->is_var_reg.at[f.value.hi.index] = false;
	}
	if (ctype_is_ref(c->result) && f.ret.kind && c->ref)
		*c->ref = place_at(
			emit_copy(l, TYPE_B64, place_load(l, f.ret, type_address()).o));
	if (is_scalar && !f.value.o.kind) /* the callee never returns */
		f.value = value_const(c->result, 0);
	return f.value;
}

/* ---- through .param space ---------------------------------------------------------- */

/* an instruction's list of operands holds no more */
enum { CALL_ARGS_MOST = 255 };

struct call_params {
	struct operand *arg, ret[1];
	const struct ctype **type;
	u32 n, most, nret;
};

static struct call_params *params_new(struct lower *l, u32 n) {
	struct call_params *p = arena_new(&l->r.scratch, struct call_params);
	p->most = MIN(n, (u32)CALL_ARGS_MOST);
	p->arg = arena_array(&l->r.scratch, struct operand, p->most);
	p->type = arena_array(&l->r.scratch, const struct ctype *, p->most);
	return p;
}

static void params_add(struct lower *l, struct call_params *p, const struct ctype *t,
                       struct loc loc) {
	if (p->n == p->most) {
		lower_unsupported(l, loc, "a call with more than %u arguments",
		                  (u32)CALL_ARGS_MOST);
		p->n--;
	}
	struct str *name = name_of(l, "param%u_%u", l->ncallseq, p->n);
	u32 v = param_var(l, t, name, l->f->index);
	vec_push(&l->r.scratch, &l->r.b.var, v);
	p->type[p->n] = t;
	p->arg[p->n++] = opr_sym(v, 0);
}

static void pass_value(struct lower *l, struct call_params *p, const struct ctype *t,
                       struct val v, struct loc loc) {
	params_add(l, p, t, loc);
	param_store(l, p->arg[p->n - 1].index, t, v);
}

struct spilled { /* an object that a call may change through an address that it does not
	            keep */
	struct place from, to;
	const struct ctype *type;
};
VEC_TYPE(spills, struct spilled);

static struct operand address_for_call(struct lower *l, struct place p,
                                       const struct ctype *t, struct spills *s) {
	if (p.kind == PLACE_OBJECT) {
		struct place mem = place_spill(l, p, t);
		vec_push(&l->r.scratch, s, (struct spilled){mem, p, t});
		p = mem;
	}
	return place_address(l, p);
}

/* The value of an argument to be passed; objects are made in memory or registers
 * first. */
struct passed {
	struct val val;
	struct place place;
	const struct ctype *type;
};

static struct passed arg_evaluate(struct lower *l, const struct ctype *t,
                                  struct cexpr *arg, struct spills *s) {
	struct passed r = {.type = t};
	if (ctype_is_ref(t)) {
		r.val = val_of(address_for_call(l, lower_place(l, arg), t->base, s));
		r.type = type_address();
	} else if (param_is_handed_on(t, arg)) {
		r.val = val_of(address_for_call(l, lower_place(l, arg), t, s));
		r.type = type_address();
	} else if (type_is_by_address(t)) {
		struct place p = place_new(l, t, USE_ADDR, 0);
		lower_into(l, arg, p);
		if (t->decl->cls->dtor)
			cleanup_push(l, p, t, t->decl->cls->dtor);
		r.val = val_of(place_address(l, p));
		r.type = type_address();
	} else if (type_is_object(t)) {
		r.place = place_new(l, t, escape_into(l, arg), 0);
		lower_into(l, arg, r.place);
	} else {
		r.val = value_keep(l, lower_value(l, arg), t);
	}
	return r;
}

/* Makes the prototype of a call by pointer. */
static u32 proto_new(struct lower *l, const struct call_params *p,
                     const struct ctype *ret) {
	struct targets t = {
		.kind = TARGETS_PROTO,
		.block = NO_REG,
		.before_inst = l->r.b.inst.n,
		.label = name_unique(&l->r, name_of(l, "prototype_%u", l->ncallseq), 1),
		.loc = l->loc,
		.nret = ret ? 1 : 0,
		.nparam = p->n};
	t.ret = arena_array(l->arena, u32, 1);
	t.param = arena_array(l->arena, u32, p->n + 1);
	if (ret) {
		t.ret[0] = param_var(l, ret, NULL, l->f->index);
		l->r.var.at[t.ret[0]].is_param = l->r.var.at[t.ret[0]].is_ret = true;
	}
	for (u32 i = 0; i < p->n; i++) {
		t.param[i] = param_var(l, p->type[i], NULL, l->f->index);
		l->r.var.at[t.param[i]].is_param = true;
	}
	vec_push(&l->r.scratch, &l->r.b.targets, t);
	return l->r.b.targets.n - 1;
}

static struct operand operand_list(struct lower *l, const struct operand *o, u32 n) {
	if (!n)
		return (struct operand){0};
	return (struct operand){
		.kind = OPR_VEC, .n = (u8)n, .index = ir_elements_new(&l->r.b, o, n)};
}

static u32 retval_new(struct lower *l, struct call_params *p, const struct ctype *t) {
	u32 v = param_var(l, t, name_of(l, "retval%u", l->ncallseq), l->f->index);
	vec_push(&l->r.scratch, &l->r.b.var, v);
	p->ret[0] = opr_sym(v, 0);
	p->nret = 1;
	return v;
}

static struct val call_finish(struct lower *l, struct call_params *p,
                              struct operand callee, const struct ctype *result,
                              struct place to) {
	u32 ret = NO_REG;
	bool has_value = result->kind != CT_VOID && !result_is_by_address(result);
	const struct ctype *rt = ctype_is_ref(result) ? type_address() : result;
	if (has_value)
		ret = retval_new(l, p, rt);
	struct operand o[4] = {operand_list(l, p->ret, p->nret),
	                       callee,
	                       operand_list(l, p->arg, p->n),
	                       {0}};
	if (callee.kind == OPR_REG)
		o[3] = (struct operand){.kind = OPR_TARGETS,
		                        .index = proto_new(l, p, has_value ? rt : NULL)};
	emit_inst(l, ROW_CALL, 0, TYPE_NONE, TYPE_NONE, o, 4);
	l->ncallseq++;
	if (!has_value)
		return (struct val){0};
	if (type_is_object(rt)) {
		if (to.kind)
			place_copy(l, to, place_sym(l, ret), rt);
		return (struct val){0};
	}
	return param_load(l, ret, rt);
}

static struct operand callee_address(struct lower *l, struct cexpr *e) {
	struct operand callee = emit_reg(l, TYPE_B64, lower_operand(l, e));
	return reg_is_var(l, callee) ? emit_copy(l, TYPE_B64, callee) : callee;
}

/* Calls `callee`; NULL: c->fn. */
static struct val real_call(struct lower *l, struct call *c, struct cexpr *callee,
                            const struct ctype *fn_type) {
	struct call_params *p = params_new(l, c->narg + 2);
	struct passed *v = arena_array(&l->r.scratch, struct passed, c->narg + 2);
	struct spills spill = {0};
	struct operand to = {.kind = OPR_FUNC};
	bool has_object = c->has_self || c->object;
	u32 n = 0;
	if (callee && !c->is_reversed)
		to = callee_address(l, callee);
	if (result_is_by_address(c->result))
		v[n++] = (struct passed){val_of(place_address(l, c->to)), place_none(),
		                         type_address()};
	u32 first = n + has_object;
	for (u32 k = 0; k < c->narg; k++) {
		u32 i = nth(c, c->narg, k);
		const struct ctype *t = i < fn_type->nparam ? fn_type->param[i]
		                                            : c->arg[i]->type;
		if (callee && c->is_reversed && i == 0) { /* the object has the table */
			if (c->hold)
				lower_effect(l, c->hold);
			to = callee_address(l, callee);
		}
		v[first + i] = arg_evaluate(l, t, c->arg[i], &spill);
	}
	if (c->object)
		bind_object(l, c, c->object);
	if (has_object) {
		const struct ctype *self = c->fn->this_param->type->base;
		v[n] = (struct passed){
			val_of(address_for_call(l, c->self.place, self, &spill)),
			place_none(), type_address()};
	}
	n = first + c->narg;
	if (!callee)
		to.index = func_declare(l, c->fn);
	for (u32 i = 0; i < n; i++) {
		if (!v[i].place.kind) {
			pass_value(l, p, v[i].type, v[i].val, c->loc);
			continue;
		}
		params_add(l, p, v[i].type, c->loc);
		place_copy(l, place_sym(l, p->arg[p->n - 1].index), v[i].place,
		           v[i].type);
	}
	struct val r = call_finish(l, p, to, c->result, c->to);
	for (u32 i = 0; i < spill.n; i++)
		place_copy(l, spill.at[i].to, spill.at[i].from, spill.at[i].type);
	/* temporaries of the arguments live until the end of the full-expression */
	if (ctype_is_ref(c->result) && c->ref)
		*c->ref = place_at(r.o);
	return r;
}

static struct val direct_call(struct lower *l, struct call *c) {
	if (call_is_inlined(l, c->fn))
		return inline_call(l, c);
	return real_call(l, c, NULL, c->fn->type);
}

/* ---- interface --------------------------------------------------------------------- */

void lower_member_call(struct lower *l, struct cdecl *fn, struct place self,
                       struct cexpr **arg, u32 narg) {
	struct place ref;
	struct call c = {.fn = fn,
	                 .arg = arg,
	                 .narg = narg,
	                 .has_self = true,
	                 .self = {place_fixed(l, self), true},
	                 .ref = &ref,
	                 .result = fn->type->base,
	                 .loc = l->loc};
	static const struct ctype void_type = {.kind = CT_VOID, .plain = &void_type};
	if (fn->is_ctor || fn->is_dtor)
		c.result = &void_type;
	/* the object is not a base of another one */
	struct cexpr none = {.kind = CE_CONST, .loc = l->loc};
	if (cdecl_rare(fn)->vtt_param && narg < fn->param.n) {
		none.type = cdecl_rare(fn)->vtt_param->type;
		c.arg = arena_array(&l->r.scratch, struct cexpr *, narg + 1);
		if (narg)
			memcpy(c.arg, arg, sizeof(*arg) * narg);
		c.arg[c.narg++] = &none;
	}
	direct_call(l, &c);
}

/* Makes a place for a class result, even for one that is discarded. */
static void result_place(struct lower *l, struct call *c, struct cexpr *e) {
	if (!c->to.kind && type_is_object(c->result))
		c->to = place_new(l, c->result, escape_into(l, e), 0);
}

struct val lower_call(struct lower *l, struct cexpr *e, struct place to,
                      struct place *ref) {
	struct call c = {.fn = e->decl,
	                 .arg = e->arg,
	                 .narg = e->narg,
	                 .is_reversed = e->op == CE_ASSIGN,
	                 .hold = e->c,
	                 .to = to,
	                 .ref = ref,
	                 .loc = e->loc};
	if (!e->decl) {
		const struct ctype *ft = e->a->type;
		while (ft->kind == CT_PTR || ctype_is_ref(ft))
			ft = ft->base;
		c.result = ft->base;
		result_place(l, &c, e);
		return real_call(l, &c, e->a, ft);
	}
	c.result = e->decl->type->base;
	if (e->decl->this_param && e->narg) {
		if (c.is_reversed)
			c.object = e->arg[0];
		else
			bind_object(l, &c, e->arg[0]);
		c.arg++;
		c.narg--;
	}
	result_place(l, &c, e);
	return direct_call(l, &c);
}

static u32 extern_param(struct lower *l, const struct func *f, const struct ctype *t,
                        struct str *name) {
	u32 v = param_var(l, t, name, f->index);
	l->r.var.at[v].is_param = true;
	return v;
}

static u32 extern_declare(struct lower *l, const char *text, const struct ctype *result,
                          u32 nparam) {
	struct str *name = name_of(l, "%s", text);
	struct bind *known = name_find(&l->r, name);
	if (known && known->kind == BIND_FUNC) /* a header declares it too */
		return known->index;
	struct func *f = arena_new(l->arena, struct func);
	f->name = name;
	f->linkage = LINKAGE_EXTERN;
	f->index = l->r.func.n;
	f->arena = l->arena;
	f->param = arena_array(l->arena, u32, nparam + 1);
	f->ret = arena_array(l->arena, u32, 1);
	vec_push(&l->unit, &l->r.func, f);
	name_bind(&l->r, name, BIND_FUNC, f->index, l->loc);
	for (; f->nparam < nparam; f->nparam++)
		f->param[f->nparam] = extern_param(
			l, f, type_address(), name_of(l, "%s_param_%u", text, f->nparam));
	if (result->kind == CT_VOID)
		return f->index;
	f->ret[f->nret++] = extern_param(l, f, result, name_of(l, "func_retval0"));
	l->r.var.at[f->ret[0]].is_ret = true;
	return f->index;
}

struct val call_extern(struct lower *l, enum lower_extern which,
                       const struct operand *arg, u32 n) {
	static const struct ctype int_type = {.kind = CT_INT, .plain = &int_type};
	static const struct ctype void_type = {.kind = CT_VOID, .plain = &void_type};
	static const char *const name[EXTERN_COUNT] = {"vprintf", "malloc", "free"};
	const struct ctype *result = which == EXTERN_VPRINTF ? &int_type
	                             : which == EXTERN_FREE  ? &void_type
	                                                     : type_address();
	if (!l->externs[which])
		l->externs[which] = extern_declare(l, name[which], result, n) + 1;
	struct call_params *p = params_new(l, n);
	for (u32 i = 0; i < n; i++)
		pass_value(l, p, type_address(), val_of(arg[i]), l->loc);
	struct operand callee = {.kind = OPR_FUNC, .index = l->externs[which] - 1};
	return call_finish(l, p, callee, result, place_none());
}
