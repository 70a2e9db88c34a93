/* check_stmt.c - statements, local declarations and function bodies ([stmt]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

struct cstmt *cstmt_new(struct check *c, enum cstmt_kind kind, struct loc loc) {
	struct cstmt *s = arena_new(c->a, struct cstmt);
	s->kind = (u8)kind;
	s->loc = loc;
	return s;
}

struct cstmt *cstmt_block(struct check *c, struct loc loc) {
	return cstmt_new(c, CS_BLOCK, loc);
}

void cstmt_push(struct check *c, struct cstmt *block, struct cstmt *s) {
	if (s)
		vec_push(c->a, &block->list, s);
}

static struct cscope *block_scope(struct check *c, struct cscope *at) {
	return cscope_new(c->a, CSCOPE_BLOCK, at, at->owner);
}

static struct cstmt *expr_stmt(struct check *c, struct cexpr *e) {
	struct cstmt *s = cstmt_new(c, CS_EXPR, e->loc);
	s->e = e;
	return s;
}

/* ---- local declarations -------------------------------------------------------------------------------- */

struct cstmt *decl_stmt(struct check *c, struct cdecl *d) {
	struct cstmt *s = cstmt_new(c, CS_DECL, d->loc);
	s->decl = d;
	if (!ctype_is_ref(d->type)) {
		s->dtor = class_dtor(c, d->type);
		if (s->dtor) {
			check_use(c, s->dtor, d->loc);
			s->dtor = func_definition(c, s->dtor);
		}
	}
	return s;
}

struct cdecl *local_var_new(struct check *c, struct cscope *at, struct str *name,
                            const struct ctype *type, struct loc loc) {
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR, name, loc);
	d->type = type;
	d->state = CSTATE_CHECKED;
	d->space = CSPACE_AUTO;
	d->scope = at;
	if (name)
		cscope_add(at, d);
	return d;
}

static void check_redeclaration(struct check *c, struct cscope *at, struct str *name,
                                struct loc loc) {
	struct cdecl *d = name ? map_get_ptr(&at->name, name) : NULL;
	if (d && d->scope == at && d->kind != CDECL_FUNC && d->kind != CDECL_TYPE)
		check_error(c, loc, E0628, "'%s' is declared twice in this scope",
		            name->s);
}

static void set_local_space(struct check *c, struct cdecl *d, u64 flags) {
	d->flags = (u32)flags;
	d->is_constexpr = (flags & SPEC_CONSTEXPR) != 0;
	if (flags & SPEC_SHARED)
		d->space = CSPACE_SHARED;
	else if (flags & SPEC_CONSTANT)
		d->space = CSPACE_CONSTANT;
	else if (flags & (SPEC_STATIC | SPEC_DEVICE | SPEC_MANAGED))
		d->space = flags & SPEC_MANAGED ? CSPACE_MANAGED : CSPACE_GLOBAL;
	if (d->space != CSPACE_AUTO)
		d->is_static_local = true;
	if (flags & SPEC_EXTERN) {
		d->is_extern = true;
		d->is_extern_shared = d->space == CSPACE_SHARED;
		if (d->space == CSPACE_AUTO)
			d->space = CSPACE_HOST;
	}
	if (d->is_static_local)
		d->cls_owner = NULL;
	(void)c;
}

enum init_kind kind_of_init(const struct syn *init_decl) {
	struct syn *init = init_decl->kid[1];
	return init_decl->flags & SYNF_PARENS ? INIT_DIRECT
	       : init && init->kind == SYN_INIT_LIST
	               ? (init_decl->flags & SYNF_BRACED ? INIT_LIST_DIRECT
	                                                 : INIT_LIST_COPY)
	               : INIT_COPY;
}

/* A temporary that a reference is bound to lives as long as the reference ([class.temporary]/6). */
void extend_lifetime(struct cdecl *d) {
	struct cexpr *e = ctype_is_ref(d->type) ? d->init : NULL;
	list_extend(d->init, d);
	while (e && (e->kind == CE_MEMBER || e->kind == CE_TO_BASE))
		e = e->a;
	if (e && e->kind == CE_TEMP) {
		e->decl = d;
		list_extend(e->a, d);
	}
}

static bool is_empty_init(struct check *c, const struct cexpr *e);

static bool is_empty_body(struct check *c, const struct cstmt *s) {
	if (!s || s->kind == CS_NULL)
		return true;
	if (s->kind == CS_EXPR)
		return is_empty_init(c, s->e);
	bool is_empty = s->kind == CS_BLOCK;
	for (u32 i = 0; is_empty && i < s->list.n; i++)
		is_empty = is_empty_body(c, s->list.at[i]);
	return is_empty;
}

/* Does making an object this way do nothing at all? */
static bool is_empty_init(struct check *c, const struct cexpr *e) {
	if (!e || is_error(e))
		return true;
	if (e->kind == CE_FILL)
		return is_empty_init(c, e->a);
	if (e->kind == CE_INIT)
		return is_empty_init(c, e->b);
	if (e->kind != CE_CONSTRUCT || e->narg || !check_enter(c, e->loc))
		return false;
	struct cdecl *f = func_definition(c, e->decl);
	check_body(c, f);
	bool is_empty = (f->has_definition || f->is_defaulted) &&
	                is_empty_body(c, f->body);
	check_leave(c);
	return is_empty;
}

/* Nothing runs before a kernel that could initialise its shared variables. */
static void shared_init(struct check *c, struct cdecl *d, struct syn *init_decl) {
	const struct ctype *t = d->type->kind == CT_ARRAY ? d->type->base : d->type;
	if (!type_complete(c, t, d->loc))
		return;
	if (init_decl->kid[1])
		check_error(c, d->loc, E0627,
		            "a __shared__ variable cannot be initialised");
	else if (!d->is_extern && t->kind == CT_CLASS &&
	         !is_empty_init(c, init_default(c, t, d->loc)))
		check_error(c, d->loc, E0633,
		            "a __shared__ variable cannot be initialised, and the "
		            "constructor of '%s' is not empty",
		            check_type_text(c, t));
}

static void local_init(struct check *c, struct cscope *at, struct cdecl *d,
                       struct syn *init_decl) {
	if (d->space == CSPACE_SHARED) {
		shared_init(c, d, init_decl);
		return;
	}
	if (d->is_extern)
		return;
	if (!type_complete(c, d->type, d->loc)) {
		d->type = c->t->basic[CT_ERROR];
		return;
	}
	d->init = init_object(c, at, d->type, init_decl->kid[1], kind_of_init(init_decl),
	                      d->loc);
	if (d->init && is_error(d->init)) {
		d->init = NULL;
		return;
	}
	extend_lifetime(d);
	if (d->is_constexpr && ctype_is_scalar(d->type)) {
		u64 v;
		if (d->init && const_int(c, d->init, &v, "a constexpr variable")) {
			d->value = v;
			d->is_const_known = true;
		}
	} else if (d->is_constexpr && d->init && d->space == CSPACE_AUTO) {
		const_check_object(c, d->init);
	}
}

bool type_needs_deduction(const struct ctype *t) {
	while (ctype_is_ref(t) || t->kind == CT_PTR)
		t = t->base;
	return t->kind == CT_AUTO || (t->kind == CT_ARRAY && !t->has_size);
}

static const struct ctype *needs_initialiser(struct check *c, struct loc loc) {
	check_error(c, loc, E0618, "'auto' needs an initialiser");
	return c->t->basic[CT_ERROR];
}

static void local_var(struct check *c, struct cscope *at, struct cstmt *out,
                      struct syn *specs, struct syn *init_decl) {
	struct declarator_info info = declarator_peek(init_decl->kid[0]);
	if (info.binding) {
		check_binding(c, at, out, specs, init_decl, info.binding);
		return;
	}
	struct str *name = info.id ? name_of_id(c, info.id) : NULL;
	struct cdecl *tmpl = ctad_template(c, at, specs);
	const struct ctype *t = tmpl ? ctad_type(c, at, tmpl, specs, init_decl->kid[0],
	                                         init_decl->kid[1], info.loc)
	                             : type_of_specs(c, at, specs);
	t = type_of_declarator(c, at, t, init_decl->kid[0], &info);
	if (specs->value & SPEC_TYPEDEF) {
		refuse_typedef_attrs(c, at, specs, t);
		struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, name, info.loc);
		d->is_typedef = true;
		d->type = t;
		d->state = CSTATE_CHECKED;
		cscope_add(at, d);
		return;
	}
	if (info.func) { /* a function declared in a block */
		struct cdecl *d = cdecl_new(c->a, CDECL_UNPARSED, name, info.loc);
		cscope_add(at, d);
		declare_func(c, d, at, specs, init_decl->kid[0], NULL);
		struct cscope *ns = at;
		while (ns->kind != CSCOPE_NAMESPACE)
			ns = ns->parent;
		d->target = name ? cscope_find_here(ns, name, 0) : NULL;
		if (d->target)
			d->kind = CDECL_USING;
		return;
	}
	if (t->kind == CT_VOID) {
		check_error(c, info.loc, E0609, "a variable cannot have type void");
		t = c->t->basic[CT_ERROR];
	}
	if (type_needs_deduction(t) && init_decl->kid[1] && t->kind != CT_ERROR)
		t = specs->kid[0]->kind == SYN_AUTO && specs->kid[0]->op == 1
		            ? type_of_expr(c, at, init_decl->kid[1])
		            : init_deduce_type(c, at, t, init_decl->kid[1],
		                               kind_of_init(init_decl), info.loc);
	else if (type_needs_deduction(t) && ctype_noref(t)->kind == CT_AUTO)
		t = needs_initialiser(c, info.loc);
	if (specs->value & SPEC_THREAD_LOCAL)
		check_error(c, info.loc, E0608,
		            "thread_local variables are not supported in device code");
	if (specs->value & SPEC_CONSTEXPR)
		t = ctype_qualified(c->t, t, Q_CONST);
	check_redeclaration(c, at, name, info.loc);
	struct cdecl *d = local_var_new(c, at, name, t, info.loc);
	d->flags = (u32)specs->value;
	attrs_of_specs(c, at, specs, d);
	set_local_space(c, d, specs->value);
	d->cls_owner = NULL;
	if (c->fn)
		d->definition =
			c->fn->func; /* a static local's name is mangled with its function's */
	if (t->kind != CT_ERROR)
		local_init(c, at, d, init_decl);
	if (d->type->kind == CT_ERROR)
		return;
	if (d->space != CSPACE_AUTO) {
		check_use(c, d, d->loc);
		return;
	}
	cstmt_push(c, out, decl_stmt(c, d));
	flow_declare(c, d, d->init || class_dtor(c, ctype_noref(d->type)));
}

static void local_decl(struct check *c, struct cscope *at, struct cstmt *out,
                       struct syn *s) {
	switch (s->kind) {
	case SYN_SIMPLE_DECL:
		if (s->nkid == 1)
			type_of_specs(c, at, s->kid[0]);
		for (u32 i = 1; i < s->nkid; i++)
			local_var(c, at, out, s->kid[0], s->kid[i]);
		break;
	case SYN_ALIAS: {
		struct cdecl *d = cdecl_new(c->a, CDECL_TYPE, s->name, s->loc);
		d->is_typedef = true;
		d->type = type_of_type_id(c, at, s->kid[0]);
		d->state = CSTATE_CHECKED;
		cscope_add(at, d);
		break;
	}
	case SYN_USING_DECL:
		for (u32 i = 0; i < s->nkid; i++) {
			struct cdecl *d = cdecl_new(c->a, CDECL_USING,
			                            name_of_id(c, s->kid[i]),
			                            s->kid[i]->loc);
			d->state = CSTATE_PARSED;
			d->syn = s;
			cscope_add(at, d);
			decl_resolve(c, d);
		}
		break;
	case SYN_USING_NAMESPACE: {
		struct syn *id = s->kid[0];
		struct cscope *ns = id->kind == SYN_QUALIFIED
		                            ? lookup_scope(c, at, id, id->nkid, true)
		                            : check_scope_of(c->u, at, id);
		if (ns)
			cscope_use(at, ns);
		else
			check_error(c, s->loc, E0601, "no such namespace");
		break;
	}
	case SYN_NAMESPACE_ALIAS: {
		struct cdecl *d = cdecl_new(c->a, CDECL_NAMESPACE, s->name, s->loc);
		struct syn *id = s->kid[0];
		d->inner = id->kind == SYN_QUALIFIED
		                   ? lookup_scope(c, at, id, id->nkid, true)
		                   : check_scope_of(c->u, at, id);
		d->state = d->inner ? CSTATE_CHECKED : CSTATE_FAILED;
		cscope_add(at, d);
		break;
	}
	case SYN_STATIC_ASSERT: check_static_assert(c, at, s); break;
	case SYN_EMPTY_DECL:
	case SYN_ERROR: break;
	default:
		check_error(c, s->loc, E0608,
		            "this declaration (%s) is not supported in a function",
		            syn_kind_name[s->kind]);
	}
}

void check_static_assert(struct check *c, struct cscope *at, struct syn *s) {
	bool v;
	if (!const_bool(c, at, s->kid[0], &v, "static_assert") || v)
		return;
	const char *text = s->nkid > 1 && s->kid[1] && s->kid[1]->kind == SYN_STRING
	                           ? s->kid[1]->text
	                           : NULL;
	check_error(c, s->loc, E0629, "static assertion failed%s%s", text ? ": " : "",
	            text ? text : "");
}

/* case 1: T x; declares x in the block around: the label and the declaration are two statements. */
static struct syn *without_declaration(struct check *c, struct syn *s,
                                       struct syn **decl) {
	u32 i = s->kind == SYN_CASE ? 2 : 0;
	struct syn *inner = s->kid[i];
	if (!inner)
		return s;
	struct syn *rest = NULL;
	if (inner->kind == SYN_DECL_STMT || inner->kind == SYN_SIMPLE_DECL)
		*decl = inner;
	else if (inner->kind == SYN_CASE || inner->kind == SYN_DEFAULT ||
	         inner->kind == SYN_LABEL)
		rest = without_declaration(c, inner, decl);
	if (!*decl)
		return s;
	struct syn *copy = arena_copy(c->a, s, sizeof *s, 8);
	copy->kid = arena_copy(c->a, s->kid, sizeof(*s->kid) * s->nkid, 8);
	copy->kid[i] = rest;
	return copy;
}

/* A statement into a block; what it declares lives as long as the block. */
static void push_stmt(struct check *c, struct cscope *scope, struct cstmt *block,
                      struct syn *s) {
	if (s->kind == SYN_DECL_STMT)
		local_decl(c, scope, block, s->kid[0]);
	else if (s->kind == SYN_SIMPLE_DECL)
		local_decl(c, scope, block, s);
	else if (s->kind == SYN_CASE || s->kind == SYN_DEFAULT || s->kind == SYN_LABEL) {
		struct syn *decl = NULL;
		s = without_declaration(c, s, &decl);
		cstmt_push(c, block, check_stmt(c, scope, s));
		if (decl)
			push_stmt(c, scope, block, decl);
	} else
		cstmt_push(c, block, check_stmt(c, scope, s));
}

/* ---- conditions --------------------------------------------------------------------------------------------- */

/* The condition of an if, while or for: an expression, or a declaration that goes to `out`. */
static struct cexpr *condition(struct check *c, struct cscope *at, struct syn *s,
                               struct cstmt *out) {
	if (s->kind != SYN_SIMPLE_DECL)
		return check_expr(c, at, s);
	u32 n = at->member.n;
	local_decl(c, at, out, s);
	struct cdecl *d = at->member.n > n ? at->member.at[at->member.n - 1] : NULL;
	return d && d->kind == CDECL_VAR ? cexpr_var(c, d, s->loc)
	                                 : cexpr_error(c, s->loc);
}

static struct cstmt *check_if(struct check *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc);
	if (s->kid[0])
		push_stmt(c, scope, out, s->kid[0]);
	if (s->flags & SYNF_CONSTEXPR) { /* the other branch is not even looked at */
		bool v;
		if (!const_bool(c, scope, s->kid[1], &v, "if constexpr"))
			return out;
		struct syn *taken = v ? s->kid[2] : s->kid[3];
		if (taken)
			cstmt_push(c, out, check_stmt(c, block_scope(c, scope), taken));
		return out;
	}
	struct cstmt *i = cstmt_new(c, CS_IF, s->loc);
	i->e = to_bool(c, condition(c, scope, s->kid[1], out));
	i->s = check_stmt(c, block_scope(c, scope), s->kid[2]);
	i->t = s->kid[3] ? check_stmt(c, block_scope(c, scope), s->kid[3]) : NULL;
	if (!out->list.n)
		return i;
	cstmt_push(c, out, i);
	return out;
}

/* ---- loops ---------------------------------------------------------------------------------------------------- */

static void set_unroll(struct check *c, struct cscope *at, struct cstmt *loop,
                       struct syn *s, struct syn *factor) {
	if (!(s->flags & SYNF_PRAGMA_UNROLL))
		return;
	loop->unroll = CUNROLL_FULL;
	if (!factor)
		return;
	struct cexpr *e = check_value(c, at, factor);
	u64 n;
	if (is_error(e) || !const_int(c, e, &n, "#pragma unroll"))
		return;
	if ((s64)n < 1 || n > INT32_MAX) {
		if (n != 0)
			check_warning(c, factor->loc, E0610,
			              "#pragma unroll with a factor that is not positive "
			              "is ignored");
		loop->unroll = CUNROLL_N;
		loop->unroll_factor = 1;
		return;
	}
	loop->unroll = CUNROLL_N;
	loop->unroll_factor = (u32)n;
}

static struct cstmt *loop_body(struct check *c, struct cscope *at, struct syn *s) {
	c->fn->loop_depth++;
	struct cstmt *b = check_stmt(c, block_scope(c, at), s);
	c->fn->loop_depth--;
	return b;
}

/* A condition that declares a variable is made anew each time round:
 * for (;; step) { T x = ...; if (!x) break; body } */
static struct cstmt *loop_with_decl(struct check *c, struct cscope *at, struct syn *cond,
                                    struct syn *body, struct loc loc) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *out = cstmt_block(c, loc), *leave = cstmt_new(c, CS_IF, loc);
	struct cexpr *test = to_bool(c, condition(c, scope, cond, out));
	struct cexpr *not_ = cexpr_new(c, CE_NOT, c->t->basic[CT_BOOL], loc);
	not_->a = test;
	leave->e = not_;
	leave->s = cstmt_new(c, CS_BREAK, loc);
	cstmt_push(c, out, leave);
	cstmt_push(c, out, loop_body(c, scope, body));
	return out;
}

static struct cstmt *check_while(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *w = cstmt_new(c, CS_WHILE, s->loc);
	set_unroll(c, at, w, s, s->nkid > 2 ? s->kid[2] : NULL);
	if (s->kid[0]->kind == SYN_SIMPLE_DECL) {
		w->e = cexpr_int(c, c->t->basic[CT_BOOL], 1, s->loc);
		w->s = loop_with_decl(c, at, s->kid[0], s->kid[1], s->loc);
		return w;
	}
	w->e = to_bool(c, check_expr(c, at, s->kid[0]));
	w->s = loop_body(c, at, s->kid[1]);
	return w;
}

static struct cstmt *check_do(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *w = cstmt_new(c, CS_DO, s->loc);
	set_unroll(c, at, w, s, s->nkid > 2 ? s->kid[2] : NULL);
	w->s = loop_body(c, at, s->kid[0]);
	w->e = to_bool(c, check_expr(c, at, s->kid[1]));
	return w;
}

/* A value that nobody uses. */
static struct cexpr *discarded(struct check *c, struct cexpr *e) {
	if (e->type->kind == CT_OVERLOAD && !is_error(e)) {
		check_error(c, e->loc, E0623, "a function is named here, but not called");
		return cexpr_error(c, e->loc);
	}
	return e;
}

static struct cstmt *check_for(struct check *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *f = cstmt_new(c, CS_FOR, s->loc);
	if (s->kid[0])
		push_stmt(c, scope, out, s->kid[0]);
	set_unroll(c, at, f, s, s->nkid > 4 ? s->kid[4] : NULL);
	if (s->kid[2])
		f->step = discarded(c, check_expr(c, scope, s->kid[2]));
	if (s->kid[1] && s->kid[1]->kind == SYN_SIMPLE_DECL) {
		f->s = loop_with_decl(c, scope, s->kid[1], s->kid[3], s->loc);
	} else {
		f->e = s->kid[1] ? to_bool(c, check_expr(c, scope, s->kid[1])) : NULL;
		f->s = loop_body(c, scope, s->kid[3]);
	}
	cstmt_push(c, out, f);
	return out;
}

static struct cexpr *range_end(struct check *c, struct cscope *at, struct cexpr *range,
                               struct str *name, struct loc loc) {
	struct cdecl *m = lookup_member(c, ctype_unqual(range->type), name, loc);
	struct coverload set = {.name = name, .at = at};
	if (m) {
		set.object = range;
		overload_add_chain(c, m, &set.cand);
		return overload_call(c, &set, NULL, 0, loc);
	}
	set.adl = true;
	return overload_call(c, &set, &range, 1, loc);
}

/* for (decl : range) as [stmt.ranged] spells it out. */
static struct cstmt *check_range_for(struct check *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *f = cstmt_new(c, CS_FOR, s->loc);
	if (s->kid[0])
		push_stmt(c, scope, out, s->kid[0]);
	set_unroll(c, at, f, s, s->nkid > 4 ? s->kid[4] : NULL);
	struct syn *decl = s->kid[1];
	struct cexpr *range = check_expr(c, scope, s->kid[2]);
	if (is_error(range))
		return out;
	if (range->type->kind == CT_INIT_LIST) {
		const struct ctype *t = deduce_auto(c, c->t->basic[CT_AUTO], range,
		                                    range->loc);
		range = t->kind == CT_ERROR
		                ? cexpr_error(c, range->loc)
		                : list_make(c, scope, t, s->kid[2], range->loc);
		if (is_error(range))
			return out;
	}
	const struct ctype *rt = range->is_lvalue && !range->is_xvalue
	                                 ? ctype_lref(c->t, range->type)
	                                 : ctype_rref(c->t, range->type);
	struct cdecl *r = local_var_new(c, scope, NULL, rt, s->kid[2]->loc);
	r->init = convert(c, range, rt, CONV_IMPLICIT, range->loc);
	extend_lifetime(r);
	cstmt_push(c, out, decl_stmt(c, r));
	struct cexpr *obj = cexpr_var(c, r, range->loc), *begin, *end;
	if (obj->type->kind == CT_ARRAY && obj->type->has_size) {
		begin = decay(c, obj);
		end = check_binary(
			c, at, '+', decay(c, cexpr_var(c, r, range->loc)),
			cexpr_int(c, c->t->basic[CT_LONG], obj->type->n, s->loc), s->loc);
	} else if (obj->type->kind == CT_CLASS) {
		begin = range_end(c, scope, obj, c->name.begin, range->loc);
		end = range_end(c, scope, cexpr_var(c, r, range->loc), c->name.end,
		                range->loc);
	} else {
		check_error(c, range->loc, E0623, "'%s' is no range",
		            check_type_text(c, obj->type));
		return out;
	}
	if (is_error(begin) || is_error(end))
		return out;
	struct cdecl *b = local_var_new(c, scope, NULL, ctype_unqual(begin->type),
	                                range->loc);
	b->init = init_from(c, b->type, &begin, 1, INIT_COPY, range->loc);
	struct cdecl *e = local_var_new(c, scope, NULL, ctype_unqual(end->type),
	                                range->loc);
	e->init = init_from(c, e->type, &end, 1, INIT_COPY, range->loc);
	cstmt_push(c, out, decl_stmt(c, b));
	cstmt_push(c, out, decl_stmt(c, e));
	f->e = to_bool(c, check_binary(c, scope, CU_NE, cexpr_var(c, b, s->loc),
	                               cexpr_var(c, e, s->loc), s->loc));
	struct cscope *inside = block_scope(c, scope);
	struct cstmt *body = cstmt_block(c, s->loc);
	/* decl = *__begin, with a hidden name that the syntax can refer to */
	struct str *hidden = str_lit(c->u->names, "(begin)");
	struct syn name = {.kind = SYN_NAME, .loc = s->kid[2]->loc, .name = hidden};
	struct syn *kid = arena_copy(c->a, &name, sizeof name, 8),
		   deref = {.kind = SYN_UNARY,
	                    .op = '*',
	                    .loc = s->kid[2]->loc,
	                    .nkid = 1};
	deref.kid = arena_copy(c->a, &kid, sizeof kid, 8);
	struct syn *d = arena_copy(c->a, &deref, sizeof deref, 8);
	map_put_ptr(&inside->name, hidden, b);
	struct syn init_decl = *decl->kid[1];
	init_decl.kid = arena_copy(
		c->a, decl->kid[1]->kid,
		sizeof(struct syn *) * (decl->kid[1]->nkid < 3 ? 3 : decl->kid[1]->nkid),
		8);
	init_decl.kid[1] = d;
	init_decl.flags &= ~(u32)(SYNF_PARENS | SYNF_BRACED);
	local_var(c, inside, body, decl->kid[0],
	          arena_copy(c->a, &init_decl, sizeof init_decl, 8));
	struct syn inc = {
		.kind = SYN_UNARY, .op = CU_INC, .loc = s->loc, .nkid = 1, .kid = d->kid};
	f->step = check_expr(c, inside, &inc);
	cstmt_push(c, body, loop_body(c, inside, s->kid[3]));
	f->s = body;
	cstmt_push(c, out, f);
	return out;
}

/* ---- switch ---------------------------------------------------------------------------------------------------------- */

static struct cstmt *check_switch(struct check *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *out = cstmt_block(c, s->loc), *w = cstmt_new(c, CS_SWITCH, s->loc);
	if (s->kid[0])
		push_stmt(c, scope, out, s->kid[0]);
	struct cexpr *e = rvalue(
		c, class_to_arithmetic(c, condition(c, scope, s->kid[1], out)));
	if (is_error(e))
		return out;
	if (!ctype_is_integer(e->type) && e->type->kind != CT_ENUM) {
		check_error(c, e->loc, E0623, "switch on '%s', which is not an integer",
		            check_type_text(c, e->type));
		return out;
	}
	w->e = cast_scalar(c, e, ctype_promoted(c->t, ctype_underlying(e->type)));
	const struct ctype *type = c->fn->switch_type;
	c->fn->switch_type = e->type->kind == CT_ENUM ? e->type : w->e->type;
	struct cswitch *outer = c->fn->sw, sw = {.live = c->fn->live};
	c->fn->sw = &sw;
	c->fn->switch_depth++;
	w->s = check_stmt(c, block_scope(c, scope), s->kid[2]);
	c->fn->switch_depth--;
	flow_switch(c);
	c->fn->sw = outer;
	c->fn->switch_type = type;
	cstmt_push(c, out, w);
	return out;
}

static s64 case_value(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = convert(c, check_value(c, at, s), c->fn->switch_type,
	                          CONV_EXPLICIT, s->loc);
	u64 v = 0;
	if (!is_error(e))
		const_int(c, e, &v, "a case label");
	return (s64)v;
}

static struct cstmt *check_case(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *k = cstmt_new(c, s->kind == SYN_CASE ? CS_CASE : CS_DEFAULT,
	                            s->loc);
	if (!c->fn->switch_depth) {
		check_error(c, s->loc, E0630, "'%s' outside of a switch",
		            s->kind == SYN_CASE ? "case" : "default");
		return k;
	}
	if (s->kind == SYN_CASE) {
		k->low = k->high = case_value(c, at, s->kid[0]);
		if (s->kid[1])
			k->high = case_value(c, at, s->kid[1]);
	}
	flow_case(c, k, s->loc);
	struct syn *body = s->kind == SYN_CASE ? s->kid[2] : s->kid[0];
	k->s = body ? check_stmt(c, at, body) : cstmt_new(c, CS_NULL, s->loc);
	return k;
}

/* ---- jumps --------------------------------------------------------------------------------------------------------------- */

static struct clabel *label_of(struct check *c, struct str *name, struct loc loc) {
	struct clabel *l = map_get_ptr(&c->fn->label, name);
	if (!l) {
		l = arena_new(c->a, struct clabel);
		l->name = name;
		l->loc = loc;
		map_put_ptr(&c->fn->label, name, l);
	}
	return l;
}

/* decltype(auto), as the result type or behind -> */
static bool result_is_decltype(const struct cdecl *f) {
	struct syn *def = f->syn;
	if (!def || def->kind != SYN_FUNC_DEF || def->kid[0]->kind != SYN_SPECS)
		return false;
	struct declarator_info info = declarator_peek(def->kid[1]);
	struct syn *specs = info.func && info.func->kid[2] ? info.func->kid[2]->kid[0]
	                                                   : def->kid[0];
	return specs->kid[0] && specs->kid[0]->kind == SYN_AUTO && specs->kid[0]->op == 1;
}

static void deduce_result(struct check *c, struct cscope *at, struct syn *value,
                          struct cexpr *e, struct loc loc) {
	struct cfunc_state *fn = c->fn;
	const struct ctype *t;
	if (!e)
		t = c->t->basic[CT_VOID];
	else if (e->type->kind == CT_VOID)
		t = e->type;
	else if (result_is_decltype(fn->func))
		t = type_of_expr(c, at, value);
	else
		t = deduce_auto(c, fn->func->type->base, e, loc);
	if (fn->result->kind == CT_AUTO || ctype_noref(fn->result)->kind == CT_AUTO)
		fn->result = t;
	else if (t != fn->result && t->kind != CT_ERROR)
		check_error(
			c, loc, E0618,
			"returns of '%s' and '%s' in one function with a deduced result",
			check_type_text(c, fn->result), check_type_text(c, t));
}

static bool returns_local(const struct check *c, const struct cexpr *e) {
	return e->kind == CE_VAR && e->type->kind == CT_CLASS &&
	       e->decl->space == CSPACE_AUTO && !ctype_is_ref(e->decl->type) &&
	       !(e->type->quals & Q_VOLATILE) && c->fn;
}

static struct cstmt *check_return(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *r = cstmt_new(c, CS_RETURN, s->loc);
	struct syn *value = s->kid[0];
	struct cfunc_state *fn = c->fn;
	if (fn->func->is_dtor && !value) {
		r->kind = CS_GOTO;
		r->label = label_of(c, str_lit(c->u->names, "(end)"), s->loc);
		return r;
	}
	struct cexpr *e = value && value->kind != SYN_INIT_LIST ? check_expr(c, at, value)
	                                                        : NULL;
	if (e && is_error(e))
		return r;
	if (fn->deduces_result)
		deduce_result(c, at, value, e, s->loc);
	const struct ctype *t = fn->result;
	if (t->kind == CT_ERROR)
		return r;
	if (t->kind == CT_VOID) {
		if (e && e->type->kind != CT_VOID)
			check_error(c, value->loc, E0630,
			            "a value is returned from a function whose result is "
			            "void");
		r->e = e;
		return r;
	}
	if (!value) {
		check_error(c, s->loc, E0630,
		            "'return' without a value in a function that returns '%s'",
		            check_type_text(c, t));
		return r;
	}
	if (!e) {
		r->e = init_object(c, at, t, value, INIT_LIST_COPY, s->loc);
		return r;
	}
	if (returns_local(c, e) && !ctype_is_ref(t) &&
	    !type_is_trivially_copyable(c, e->type)) {
		struct cexpr *x = arena_copy(c->a, e, sizeof *e, 8);
		x->is_xvalue = true;
		e = x;
	}
	r->e = init_from(c, t, &e, 1, INIT_COPY, value->loc);
	return r;
}

static struct cstmt *check_break(struct check *c, struct syn *s) {
	bool is_break = s->kind == SYN_BREAK;
	if (!c->fn->loop_depth && !(is_break && c->fn->switch_depth))
		check_error(c, s->loc, E0630, "'%s' outside of a loop%s",
		            is_break ? "break" : "continue",
		            is_break ? " or switch" : "");
	return cstmt_new(c, is_break ? CS_BREAK : CS_CONTINUE, s->loc);
}

/* ---- asm ------------------------------------------------------------------------------------------------------------------- */

static bool asm_operand(struct check *c, struct cscope *at, struct syn *s, bool is_output,
                        struct casm_operand *o) {
	struct syn *con = s->kid[0];
	o->name = s->name;
	o->constraint = con->kind == SYN_STRING ? con->text : "";
	o->loc = s->loc;
	const char *letter = o->constraint + strspn(o->constraint, "=+&");
	bool is_string = *letter == 'C';
	struct cexpr *e = check_expr(c, at, s->kid[1]);
	if (is_error(e))
		return false;
	if (is_output) {
		if (o->constraint[0] != '=' && o->constraint[0] != '+') {
			check_error(c, con->loc, E0631,
			            "an output's constraint starts with '=' or '+'");
			return false;
		}
		if (!check_modifiable(c, e, s->loc))
			return false;
	} else if (letter != o->constraint) {
		check_error(c, con->loc, E0631, "'%s' is a constraint of outputs",
		            o->constraint);
		return false;
	} else if (!is_string) {
		e = rvalue(c, class_to_arithmetic(c, e));
		if (is_error(e))
			return false;
	}
	if (!*letter || !strchr("hrlfdqnCb", *letter)) {
		check_error(
			c, con->loc, E0631,
			"unknown constraint '%s'; there are h, r, l, q, f, d, n and C",
			o->constraint);
		return false;
	}
	if (*letter == 'n') {
		u64 v;
		if (!const_int(c, e, &v, "an operand with constraint 'n'"))
			return false;
		e = cexpr_int(c, e->type, v, e->loc);
	}
	o->e = e;
	return true;
}

static struct cstmt *check_asm(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *st = cstmt_new(c, CS_ASM, s->loc);
	struct casm *a = arena_new(c->a, struct casm);
	st->asm_ = a;
	if (s->kid[0]->kind != SYN_STRING) {
		check_error(c, s->loc, E0631, "asm needs a string");
		return cstmt_new(c, CS_NULL, s->loc);
	}
	a->text = s->kid[0]->text;
	a->length = s->kid[0]->length;
	a->loc = s->kid[0]->loc;
	a->noutput = s->kid[1] ? s->kid[1]->nkid : 0;
	a->ninput = s->kid[2] ? s->kid[2]->nkid : 0;
	a->is_volatile = (s->flags & SYNF_VOLATILE) != 0 || a->noutput == 0;
	a->operand = arena_array(c->a, struct casm_operand, a->noutput + a->ninput + 1);
	bool ok = true;
	for (u32 i = 0; i < a->noutput; i++)
		ok &= asm_operand(c, at, s->kid[1]->kid[i], true, &a->operand[i]);
	for (u32 i = 0; i < a->ninput; i++)
		ok &= asm_operand(c, at, s->kid[2]->kid[i], false,
		                  &a->operand[a->noutput + i]);
	for (u32 i = 0; s->kid[3] && i < s->kid[3]->nkid; i++)
		if (s->kid[3]->kid[i]->kind == SYN_STRING &&
		    strcmp(s->kid[3]->kid[i]->text, "memory") == 0)
			a->clobbers_memory = true;
	return ok ? st : cstmt_new(c, CS_NULL, s->loc);
}

/* ---- all of them --------------------------------------------------------------------------------------------------------------- */

static struct cstmt *check_block(struct check *c, struct cscope *at, struct syn *s) {
	struct cscope *scope = block_scope(c, at);
	struct cstmt *b = cstmt_block(c, s->loc);
	for (u32 i = 0; i < s->nkid; i++)
		push_stmt(c, scope, b, s->kid[i]);
	return b;
}

static struct cstmt *stmt_of_kind(struct check *c, struct cscope *at, struct syn *s) {
	switch ((enum syn_kind)s->kind) {
	case SYN_BLOCK: return check_block(c, at, s);
	case SYN_EXPR_STMT:
		if (!s->kid[0])
			return cstmt_new(c, CS_NULL, s->loc);
		return expr_stmt(c, discarded(c, check_expr(c, at, s->kid[0])));
	case SYN_DECL_STMT: /* a declaration as the whole body of an if or a loop */
	case SYN_SIMPLE_DECL: {
		struct cstmt *b = cstmt_block(c, s->loc);
		push_stmt(c, at, b, s);
		return b;
	}
	case SYN_IF: return check_if(c, at, s);
	case SYN_WHILE: return check_while(c, at, s);
	case SYN_DO: return check_do(c, at, s);
	case SYN_FOR: return check_for(c, at, s);
	case SYN_RANGE_FOR: return check_range_for(c, at, s);
	case SYN_SWITCH: return check_switch(c, at, s);
	case SYN_CASE:
	case SYN_DEFAULT: return check_case(c, at, s);
	case SYN_BREAK:
	case SYN_CONTINUE: return check_break(c, s);
	case SYN_RETURN: return check_return(c, at, s);
	case SYN_GOTO: {
		struct cstmt *g = cstmt_new(c, CS_GOTO, s->loc);
		g->label = label_of(c, s->name, s->loc);
		flow_goto(c, g->label, s->loc);
		return g;
	}
	case SYN_LABEL: {
		struct cstmt *l = cstmt_new(c, CS_LABEL, s->loc);
		l->label = label_of(c, s->name, s->loc);
		if (l->label->is_defined)
			check_error(c, s->loc, E0628, "label '%s' is defined twice",
			            s->name->s);
		l->label->is_defined = true;
		l->label->live = c->fn->live;
		l->s = s->kid[0] ? check_stmt(c, at, s->kid[0])
		                 : cstmt_new(c, CS_NULL, s->loc);
		return l;
	}
	case SYN_ASM: return check_asm(c, at, s);
	case SYN_TRY:
		check_error(c, s->loc, E0608,
		            "exceptions are not supported in device code");
		return cstmt_new(c, CS_NULL, s->loc);
	case SYN_ERROR: c->failed = true; return cstmt_new(c, CS_NULL, s->loc);
	default:
		check_error(c, s->loc, E0608,
		            "this statement (%s) is not supported in device code",
		            syn_kind_name[s->kind]);
		return cstmt_new(c, CS_NULL, s->loc);
	}
}

/* What a statement declares is not seen behind it, unless it is a declaration, labelled perhaps. */
static bool declares(const struct syn *s) {
	while (s &&
	       (s->kind == SYN_CASE || s->kind == SYN_DEFAULT || s->kind == SYN_LABEL))
		s = s->kid[s->kind == SYN_CASE ? 2 : 0];
	return s && (s->kind == SYN_DECL_STMT || s->kind == SYN_SIMPLE_DECL);
}

struct cstmt *check_stmt(struct check *c, struct cscope *at, struct syn *s) {
	const struct clive *live = c->fn ? c->fn->live : NULL;
	struct cstmt *r = stmt_of_kind(c, at, s);
	if (c->fn && !declares(s))
		c->fn->live = live;
	return r;
}

/* ---- bodies -------------------------------------------------------------------------------------------------------------------------- */

static struct syn *parsed_body(struct check *c, struct cscope *at, struct syn *body) {
	u64 key = (u64)body->first_token << 1;
	u64 *slot = map_find(&c->body, key);
	if (slot)
		return (struct syn *)(uintptr_t)*slot;
	struct syn *s = cuda_parse_body(c->u, at, body->first_token, body->end_token);
	*map_at(&c->body, key) = (uintptr_t)s;
	return s;
}

static struct syn *parsed_mem_inits(struct check *c, struct cscope *at,
                                    struct syn *body) {
	u64 key = (u64)body->first_token << 1 | 1;
	u64 *slot = map_find(&c->body, key);
	if (slot)
		return (struct syn *)(uintptr_t)*slot;
	struct syn *s = cuda_parse_mem_inits(c->u, at, body->first_token,
	                                     body->end_token);
	*map_at(&c->body, key) = (uintptr_t)s;
	return s;
}

static void undefined_labels(struct check *c) {
	map_each (it, &c->fn->label) {
		struct clabel *l = (struct clabel *)(uintptr_t)it->value;
		if (!l->is_defined && strcmp(l->name->s, "(end)") != 0)
			check_error(c, l->loc, E0601, "label '%s' is not defined",
			            l->name->s);
	}
}

static void destructor_end(struct check *c, struct cdecl *f) {
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

static void set_result(struct check *c, struct cdecl *f, const struct ctype *result) {
	const struct ctype *t = f->type;
	f->type = ctype_func(c->t, result, t->param, t->nparam, t->is_variadic,
	                     t->memquals, t->ref);
}

static void check_written_body(struct check *c, struct cdecl *f) {
	struct cfunc_state *fn = c->fn;
	struct syn *def = f->syn;
	f->body = cstmt_block(c, f->loc);
	if (f->is_ctor) {
		struct syn *list = def->kid[2]
		                           ? parsed_mem_inits(c, f->inner, def->kid[2])
		                           : NULL;
		ctor_init_parts(c, f, f->body,
		                list && list->kind == SYN_LIST ? list : NULL);
	}
	if (f->is_dtor && f->cls_owner->cls->has_vptr)
		class_set_vptr(c, f, f->body);
	struct syn *body = parsed_body(c, f->inner, def->kid[3]);
	cstmt_push(c, f->body, check_stmt(c, f->inner, body));
	if (f->is_dtor)
		destructor_end(c, f);
	if (fn->deduces_result) {
		if (ctype_noref(fn->result)->kind == CT_AUTO)
			fn->result = c->t->basic[CT_VOID];
		set_result(c, f, fn->result);
	}
	undefined_labels(c);
	flow_labels(c);
	const struct ctype *t = f->type->base;
	if (t->kind != CT_VOID && t->kind != CT_ERROR && !f->is_ctor && !f->is_dtor &&
	    !(f->flags & SPEC_NORETURN) && !c->failed && flow_falls_through(f->body))
		check_warning(c, f->loc, E0635,
		              "control reaches the end of '%s' without a return",
		              f->name ? f->name->s : "a function");
}

void check_body(struct check *c, struct cdecl *f) {
	if (f->is_body_checked || !f->has_definition || !check_enter(c, f->loc))
		return;
	f->is_body_checked = true;
	struct cfunc_state fn = {.func = f,
	                         .scope = f->inner,
	                         .result = f->type->base,
	                         .label = MAP_INIT(c->a)};
	fn.deduces_result = ctype_noref(fn.result)->kind == CT_AUTO ||
	                    (fn.result->kind == CT_PTR &&
	                     fn.result->base->kind == CT_AUTO);
	/* what the body means does not depend on who asked for it */
	struct check saved = *c;
	struct cinst_trace trace = {saved.trace, f, f->loc};
	c->fn = &fn;
	if (f->cls_owner && f->cls_owner->cls->is_lambda) {
		fn.lambda = f->cls_owner;
		fn.outer = saved.fn;
	}
	if (f->is_inst)
		c->trace = &trace;
	c->quiet = c->unevaluated = c->in_const = c->callee_depth =
		c->in_user_conversion = 0;
	if (f->flags & SPEC_HOST && !(f->flags & SPEC_DEVICE))
		c->in_const = 1; /* reached from constant expressions only */
	for (u32 i = 0; i < f->param.n; i++)
		if (f->param.at[i]->type->kind != CT_ERROR &&
		    !ctype_is_ref(f->param.at[i]->type))
			type_complete(c, f->param.at[i]->type, f->param.at[i]->loc);
	if (f->type->base->kind == CT_CLASS)
		type_complete(c, f->type->base, f->loc);
	bool failed = c->failed;
	u32 nerror = c->u->diag->nerror;
	c->failed = false;
	if (f->is_defaulted)
		class_default_body(c, f);
	else if (f->syn && f->syn->kind == SYN_FUNC_DEF && f->syn->kid[3])
		check_written_body(c, f);
	if (c->failed &&
	    c->u->diag->nerror == nerror) /* nothing may be left out in silence */
		check_error(c, f->loc, E0608,
		            "'%s' uses something that is not supported in device code",
		            f->name ? f->name->s : "a function");
	c->failed = failed;
	c->fn = saved.fn;
	c->trace = saved.trace;
	c->quiet = saved.quiet;
	c->unevaluated = saved.unevaluated;
	c->in_const = saved.in_const;
	c->callee_depth = saved.callee_depth;
	c->in_user_conversion = saved.in_user_conversion;
	check_leave(c);
}
