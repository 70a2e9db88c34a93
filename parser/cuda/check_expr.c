/* check_expr.c - expressions ([expr]): names, members, operators, casts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

/* ---- literals ------------------------------------------------------------------------------------ */

/* The first type of the list in [lex.icon] that holds the value. */
static const struct ctype *int_type(struct check *c, u64 v, u16 suffix) {
	static const u8 list[] = {CT_INT,   CT_UINT,  CT_LONG,
	                          CT_ULONG, CT_LLONG, CT_ULLONG};
	u32 from = suffix & SUFFIX_LL ? 4 : suffix & SUFFIX_L ? 2 : 0;
	for (u32 i = from; i < countof(list); i++) {
		const struct ctype *t = c->t->basic[list[i]];
		bool is_unsigned = i & 1;
		if (suffix & SUFFIX_U && !is_unsigned)
			continue;
		if (!(suffix & (SUFFIX_U | SUFFIX_HEX)) && is_unsigned)
			continue;
		u32 bits = (u32)ctype_size(t) * 8 - !is_unsigned;
		if (bits >= 64 || v >> bits == 0)
			return t;
	}
	return c->t->basic[CT_ULLONG];
}

static const struct ctype *char_type(struct check *c, u16 prefix) {
	return c->t->basic[prefix == 'L'   ? CT_WCHAR
	                   : prefix == 'u' ? CT_CHAR16
	                   : prefix == 'U' ? CT_CHAR32
	                                   : CT_CHAR];
}

static struct cexpr *check_string(struct check *c, struct syn *s) {
	const struct ctype *elem = char_type(c, s->op);
	u64 n = s->length / ctype_size(elem) + 1;
	struct cexpr *e = cexpr_new(
		c, CE_STRING,
		ctype_array(c->t, ctype_qualified(c->t, elem, Q_CONST), true, n), s->loc);
	e->is_lvalue = true;
	e->text = s->text;
	e->length = s->length;
	return e;
}

/* ---- literals of the program's own ([lex.ext]) ------------------------------------------------------- */

/* A literal operator for the value (unsigned long long, long double, a character; a string and its length), or else
 * for the text of a number: as a string, or as characters that are template arguments. */
static struct cexpr *check_user_literal(struct check *c, struct cscope *at,
                                        struct syn *s) {
	struct syn id = {.kind = SYN_LITERAL_NAME, .loc = s->loc, .name = s->name};
	struct syn *cooked = s->kid[0], *raw = s->kid[1];
	struct cexprs arg = {0};
	struct coverload set = {.name = name_of_id(c, &id), .at = at}, exact = set;
	struct cdecl *first = lookup(c, at, set.name, s->loc);
	if (!first) {
		check_error(c, s->loc, E0601, "'%s' is not declared", set.name->s);
		return cexpr_error(c, s->loc);
	}
	overload_add_chain(c, first, &set.cand);
	vec_push(c->a, &arg, check_expr(c, at, cooked));
	if (cooked->kind == SYN_STRING)
		vec_push(c->a, &arg,
		         cexpr_int(c, c->t->basic[CT_ULONG], arg.at[0]->type->n - 1,
		                   s->loc));
	for (u32 i = 0; i < set.cand.n; i++) {
		struct cdecl *d = decl_of(c, set.cand.at[i]);
		if (d && d->kind == CDECL_FUNC && d->state == CSTATE_CHECKED &&
		    d->type->nparam == arg.n &&
		    (arg.n == 2 || d->type->param[0] == ctype_unqual(arg.at[0]->type)))
			vec_push(c->a, &exact.cand, d);
	}
	if (exact.cand.n || !raw)
		return overload_call(c, exact.cand.n ? &exact : &set, arg.at, arg.n,
		                     s->loc);
	for (u32 i = 0; i < set.cand.n; i++) {
		struct cdecl *d = decl_of(c, set.cand.at[i]);
		if (!d || d->kind != CDECL_TEMPLATE)
			continue;
		set.explicit_args = arena_new(c->a, struct ctargs);
		for (u32 k = 0; k < raw->length; k++)
			vec_push(c->a, set.explicit_args,
			         ((struct ctarg){.kind = TARG_VALUE,
			                         .type = c->t->basic[CT_CHAR],
			                         .value = (u8)raw->text[k]}));
		return overload_call(c, &set, NULL, 0, s->loc);
	}
	arg.at[0] = check_expr(c, at, raw);
	return overload_call(c, &set, arg.at, 1, s->loc);
}

/* ---- names ------------------------------------------------------------------------------------------ */

static struct cexpr *overload_expr(struct check *c, struct coverload *set,
                                   struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_FUNC, c->t->basic[CT_OVERLOAD], loc);
	e->set = arena_copy(c->a, set, sizeof *set, 8);
	e->is_lvalue = true;
	return e;
}

static bool is_function_like(const struct cdecl *d) {
	return d->kind == CDECL_FUNC ||
	       (d->kind == CDECL_TEMPLATE && d->template_of == CDECL_FUNC);
}

static struct cexpr *this_expr(struct check *c, struct loc loc) {
	struct cfunc_state *fn = c->fn;
	if (fn && fn->lambda) { /* `this` of the function around, captured */
		struct cexpr *e = lambda_capture(c, NULL, loc);
		if (e)
			return e;
	}
	struct cdecl *f = fn ? fn->func : NULL;
	if (!f || !f->this_param) {
		check_error(c, loc, E0619,
		            "'this' outside of a non-static member function");
		return cexpr_error(c, loc);
	}
	return cexpr_this(c, f, loc);
}

/* The way from an object to a field that may sit in a base or an anonymous member. */
static struct cexpr *field_path(struct check *c, struct cexpr *obj, struct cdecl *field) {
	const struct ctype *t = ctype_unqual(obj->type);
	if (t->kind != CT_CLASS || !t->decl->cls->is_complete)
		return NULL;
	if (field->scope == t->decl->inner)
		return cexpr_field(c, obj, t, field->field_index, obj->loc);
	struct cclass *cls = t->decl->cls;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if ((!f->is_base && !f->is_anonymous) || f->type->kind != CT_CLASS)
			continue;
		struct cexpr *part = f->is_base ? class_to_base(c, obj, f->type, obj->loc)
		                                : cexpr_field(c, obj, t, i, obj->loc);
		struct cexpr *r = field_path(c, part, field);
		if (r)
			return r;
	}
	return NULL;
}

static bool can_access(struct check *c, const struct cdecl *member) {
	if (member->access == CACCESS_PUBLIC || !member->scope || !member->scope->owner)
		return true;
	for (struct cfunc_state *f = c->fn; f; f = f->outer)
		for (struct cscope *s = f->scope; s; s = s->parent)
			if (s->kind == CSCOPE_CLASS && s->owner) {
				if (s->owner == member->scope->owner ||
				    s->owner->pattern == member->scope->owner->pattern)
					return true;
				if (member->access == CACCESS_PROTECTED &&
				    class_base_depth(c, s->owner->type,
				                     member->scope->owner->type) > 0)
					return true;
			}
	return c->fn == NULL || class_is_friend(c, member->scope->owner);
}

static void check_access(struct check *c, const struct cdecl *member, struct loc loc) {
	if (!can_access(c, member))
		check_error(c, loc, E0620, "'%s' is a %s member of '%s'",
		            member->name ? member->name->s : "?",
		            member->access == CACCESS_PRIVATE ? "private" : "protected",
		            check_type_text(c, member->scope->owner->type));
}

/* A member named without an object: this->member. */
static struct cexpr *implicit_member(struct check *c, struct cdecl *d, struct loc loc) {
	if (c->unevaluated &&
	    (!c->fn || !c->fn->func->this_param)) { /* sizeof(C::field) */
		struct cexpr *e = cexpr_new(c, CE_ZERO, d->type, loc);
		e->is_lvalue = true;
		return e;
	}
	struct cexpr *obj = this_expr(c, loc);
	if (is_error(obj))
		return obj;
	struct cexpr *e = field_path(c, cexpr_deref(c, obj), d);
	if (!e) {
		check_error(c, loc, E0619, "'%s' is not a member of the object at hand",
		            d->name->s);
		return cexpr_error(c, loc);
	}
	return e;
}

static bool is_automatic(const struct cdecl *d) {
	return d->kind == CDECL_VAR && !d->is_static_local && !d->is_static_member &&
	       (d->is_param || (d->scope && (d->scope->kind == CSCOPE_BLOCK ||
	                                     d->scope->kind == CSCOPE_FUNC))) &&
	       d->space == CSPACE_AUTO;
}

static bool belongs_to(const struct cdecl *d, struct cfunc_state *fn) {
	for (struct cscope *s = d->scope; s; s = s->parent) {
		if (s == fn->scope)
			return true;
		if (s->kind == CSCOPE_FUNC)
			return false;
	}
	return d == fn->func->this_param;
}

static struct cexpr *var_expr(struct check *c, struct cdecl *d, struct loc loc) {
	if (d->type->kind == CT_ERROR)
		return cexpr_error(c, loc);
	if (d->type->kind == CT_AUTO) {
		check_error(c, loc, E0618, "'%s' is used before its type is known",
		            d->name->s);
		return cexpr_error(c, loc);
	}
	if (c->fn && is_automatic(d) && !belongs_to(d, c->fn)) {
		struct cexpr *e = c->fn->lambda ? lambda_capture(c, d, loc) : NULL;
		if (e)
			return e;
		struct cexpr *k = cexpr_var(c, d, loc);
		k = rvalue(c, k);
		if (k->kind == CE_CONST ||
		    c->unevaluated) /* a constant is not captured */
			return c->unevaluated ? cexpr_var(c, d, loc) : k;
		check_error(c, loc, E0619, "'%s' is not captured", d->name->s);
		return cexpr_error(c, loc);
	}
	d = var_definition(c, d);
	struct cexpr *e = cexpr_var(c, d, loc);
	if (d->space == CSPACE_HOST && !d->is_param && c->fn && !c->in_const &&
	    !c->unevaluated) {
		struct cexpr *k = rvalue(c, e);
		if (k->kind == CE_CONST && k != e)
			return k;
		if (d->is_constexpr ||
		    (d->type->quals &
		     Q_CONST)) { /* nvcc copies constants that device code reads */
			d->space = CSPACE_GLOBAL;
			decl_var_init(c, d);
			check_use(c, d, loc);
			return e;
		}
		if (!d->is_static_local) {
			struct diag_record *r = check_error(
				c, loc, E0603,
				"device code cannot use the host variable '%s'",
				d->name->s);
			check_note(c, r,
			           "declare it __device__, __constant__ or __managed__");
			return cexpr_error(c, loc);
		}
	}
	check_use(c, d, loc);
	return e;
}

static struct cexpr *value_expr(struct check *c, struct cdecl *d, struct loc loc) {
	if (!d->target)
		return cexpr_int(c, d->type, d->value, loc);
	struct cexpr *e = cexpr_new(c, d->target->kind == CDECL_FUNC ? CE_FUNC : CE_VAR,
	                            d->target->type, loc);
	e->decl = d->target;
	e->is_lvalue = true;
	check_use(c, d->target, loc);
	return d->type->kind == CT_PTR ? cexpr_addr(c, e) : e;
}

struct name_walk {
	struct cscope *scope;
	u32 slot;
};

static const char *walk_names(void *ctx) {
	struct name_walk *w = ctx;
	while (w->scope) {
		while (w->slot < w->scope->name.nslot) {
			struct map_slot *s = &w->scope->name.slot[w->slot++];
			if (s->used)
				return ((struct str *)(uintptr_t)s->key)->s;
		}
		w->scope = w->scope->parent;
		w->slot = 0;
	}
	return NULL;
}

void check_suggest(struct check *c, struct diag_record *r, struct cscope *at,
                   const char *name) {
	struct name_walk w = {at, 0};
	if (!r || diag_is_full(c->u->diag))
		return;
	const char *near = diag_nearest(name, walk_names, &w);
	if (near)
		check_note(c, r, "did you mean '%s'?", near);
}

static struct cexpr *unknown_name(struct check *c, struct cscope *at, struct cscope *in,
                                  struct syn *last) {
	const char *name = last->name ? last->name->s : "?";
	struct diag_record *r;
	if (in && in->owner)
		r = check_error(c, last->loc, E0601, "no member named '%s' in '%s'", name,
		                in->owner->type   ? check_type_text(c, in->owner->type)
		                : in->owner->name ? in->owner->name->s
		                                  : "namespace");
	else
		r = check_error(c, last->loc, E0601, "'%s' is not declared", name);
	if (last->name)
		check_suggest(c, r, in ? in : at, name);
	return cexpr_error(c, last->loc);
}

/* An expression for a declaration found by name. `last` may carry template arguments. */
static struct cexpr *decl_expr(struct check *c, struct cscope *at, struct cdecl *first,
                               struct syn *last, struct cscope *in) {
	struct loc loc = last->loc;
	struct cdecl *d = decl_of(c, first);
	/* struct stat and stat(): an expression means the function */
	for (struct cdecl *e = first; d && d->kind == CDECL_TYPE && e; e = e->next) {
		struct cdecl *r = decl_of(c, e);
		if (r && r->kind != CDECL_TYPE)
			d = first = r;
	}
	if (!d || d->state == CSTATE_FAILED)
		return cexpr_error(c, loc);
	if (in && in->kind == CSCOPE_CLASS)
		check_access(c, d, loc);
	if (is_function_like(d)) {
		struct coverload set = {.name = d->name,
		                        .adl = !in,
		                        .is_qualified = in != NULL,
		                        .is_exact = in != NULL,
		                        .at = at};
		overload_add_chain(c, first, &set.cand);
		if (last->kind == SYN_TEMPLATE_ID || last->kind == SYN_OPERATOR_ID) {
			set.explicit_args = arena_new(c->a, struct ctargs);
			if (!template_args_of(c, at, last,
			                      d->kind == CDECL_TEMPLATE ? d : NULL,
			                      set.explicit_args))
				return cexpr_error(c, loc);
		}
		struct cdecl *cls = d->cls_owner ? d->cls_owner
		                    : d->scope && d->scope->kind == CSCOPE_CLASS
		                            ? d->scope->owner
		                            : NULL;
		if (cls && c->fn && c->fn->func->this_param && !c->fn->lambda &&
		    class_base_depth(c, c->fn->func->this_param->type->base, cls->type) >=
		            0)
			set.object = cexpr_deref(c, this_expr(c, loc));
		else if (cls && c->fn && c->fn->lambda && lambda_has_this(c))
			set.object = cexpr_deref(c, this_expr(c, loc));
		return overload_expr(c, &set, loc);
	}
	switch (d->kind) {
	case CDECL_VAR: return var_expr(c, d, loc);
	case CDECL_FIELD:
		if (!d->type)
			type_complete(c, d->scope->owner->type, loc);
		return implicit_member(c, d, loc);
	case CDECL_ENUMERATOR: return cexpr_int(c, d->type, d->value, loc);
	case CDECL_VALUE: return value_expr(c, d, loc);
	case CDECL_TEMPLATE:
		if (d->template_of == CDECL_VAR && last->kind == SYN_TEMPLATE_ID) {
			struct ctargs args = {0};
			if (!template_args_of(c, at, last, d, &args))
				return cexpr_error(c, loc);
			struct cdecl *v = template_instance(c, d, &args, loc);
			return v && v->kind == CDECL_VAR ? var_expr(c, v, loc)
			                                 : cexpr_error(c, loc);
		}
		check_error(c, loc, E0605,
		            "'%s' is a template: it needs arguments in < >", d->name->s);
		return cexpr_error(c, loc);
	case CDECL_PACK:
		check_error(c, loc, E0614,
		            "the parameter pack '%s' is not expanded with '...'",
		            d->name->s);
		return cexpr_error(c, loc);
	case CDECL_TYPE:
		check_error(c, loc, E0621, "'%s' is a type; an expression is wanted here",
		            d->name->s);
		return cexpr_error(c, loc);
	default:
		check_error(c, loc, E0621, "'%s' cannot be used as an expression",
		            d->name ? d->name->s : "?");
		return cexpr_error(c, loc);
	}
}

struct cexpr *check_id(struct check *c, struct cscope *at, struct syn *s) {
	struct syn *last;
	struct cscope *in;
	u32 nerror = c->u->diag->nerror;
	struct cdecl *d = lookup_id(c, at, s, &last, &in);
	if (d)
		return decl_expr(c, at, d, last, in);
	if (s->kind == SYN_QUALIFIED && !in) /* reported, or must be now */
		return c->u->diag->nerror > nerror || c->quiet
		               ? cexpr_error(c, s->loc)
		               : unknown_name(c, at, NULL, s->kid[0]);
	if (s->kind ==
	    SYN_NAME) { /* a call may find it through its arguments; check_call looks at the set */
		struct coverload set = {.name = s->name, .adl = true, .at = at};
		if (c->callee_depth)
			return overload_expr(c, &set, s->loc);
		if (strcmp(s->name->s, "__func__") == 0 ||
		    strcmp(s->name->s, "__FUNCTION__") == 0 ||
		    strcmp(s->name->s, "__PRETTY_FUNCTION__") == 0) {
			const char *name = c->fn ? c->fn->func->name->s : "";
			struct syn str = {.kind = SYN_STRING,
			                  .loc = s->loc,
			                  .text = name,
			                  .length = (u32)strlen(name)};
			return check_string(c, &str);
		}
	}
	return unknown_name(c, at, in, last);
}

/* ---- members ------------------------------------------------------------------------------------------- */

/* p->m: through operator-> of classes. */
static struct cexpr *arrow_object(struct check *c, struct cscope *at, struct cexpr *e) {
	for (u32 i = 0; e->type->kind == CT_CLASS && i < 64; i++) {
		struct cexpr *next = overload_operator(c, at, "->", &e, 1, e->loc, true);
		if (!next) {
			check_error(c, e->loc, E0622, "'%s' has no operator->",
			            check_type_text(c, e->type));
			return cexpr_error(c, e->loc);
		}
		e = next;
	}
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	if (e->type->kind != CT_PTR) {
		struct diag_record *r = check_error(
			c, e->loc, E0622, "'->' on '%s', which is not a pointer",
			check_type_text(c, e->type));
		if (e->type->kind == CT_CLASS)
			check_note(c, r, "did you mean '.'?");
		return cexpr_error(c, e->loc);
	}
	return cexpr_deref(c, e);
}

static struct cexpr *pseudo_destructor(struct check *c, struct cexpr *obj,
                                       struct loc loc) {
	struct coverload set = {.name = c->name.dtor, .object = obj};
	return overload_expr(c, &set, loc);
}

/* The members of built-in variables such as threadIdx are special registers. */
static struct cexpr *sreg_member(struct check *c, struct cexpr *obj, struct str *member,
                                 const struct ctype *type, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_SREG, ctype_unqual(type), loc);
	e->text = arena_printf(c->a, "%s.%s", obj->decl->sreg->s, member->s);
	e->length = (u32)strlen(e->text);
	return e;
}

struct cexpr *check_member(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *obj = check_expr(c, at, s->kid[0]);
	if (is_error(obj))
		return obj;
	if (s->flags & SYNF_ARROW)
		obj = arrow_object(c, at, obj);
	if (is_error(obj))
		return obj;
	struct syn *id = s->kid[1],
		   *last = id->kind == SYN_QUALIFIED ? id->kid[id->nkid - 1] : id;
	if (last->kind == SYN_DTOR_NAME && obj->type->kind != CT_CLASS)
		return pseudo_destructor(c, obj, s->loc);
	if (obj->type->kind != CT_CLASS) {
		struct diag_record *r = check_error(
			c, s->loc, E0622, "member of '%s', which is not a class",
			check_type_text(c, obj->type));
		if (obj->type->kind == CT_PTR && obj->type->base->kind == CT_CLASS)
			check_note(c, r, "did you mean '->'?");
		return cexpr_error(c, s->loc);
	}
	struct cscope *in = NULL;
	if (id->kind == SYN_QUALIFIED) { /* x.Base::f() */
		in = lookup_scope(c, at, id, id->nkid - 1, true);
		if (in && in->owner && in->owner->type)
			obj = class_to_base(c, materialise(c, obj), in->owner->type,
			                    s->loc);
	}
	struct str *name = name_of_id(c, last);
	struct cdecl *first = in ? lookup_in(c, in, name)
	                         : lookup_member(c, ctype_unqual(obj->type), name,
	                                         s->loc);
	if (!first) {
		if (last->kind == SYN_DTOR_NAME)
			return pseudo_destructor(c, obj, s->loc);
		if (!type_try_complete(c, obj->type))
			return cexpr_error(c, s->loc);
		return unknown_name(c, at, obj->type->decl->inner, last);
	}
	struct cdecl *d = decl_of(c, first);
	if (!d || d->state == CSTATE_FAILED)
		return cexpr_error(c, s->loc);
	check_access(c, d, last->loc);
	if (is_function_like(d)) {
		struct coverload set = {
			.name = d->name, .object = obj, .at = at, .is_exact = in != NULL};
		overload_add_chain(c, first, &set.cand);
		if (last->kind == SYN_TEMPLATE_ID) {
			set.explicit_args = arena_new(c->a, struct ctargs);
			if (!template_args_of(c, at, last,
			                      d->kind == CDECL_TEMPLATE ? d : NULL,
			                      set.explicit_args))
				return cexpr_error(c, s->loc);
		}
		return overload_expr(c, &set, s->loc);
	}
	if (d->kind == CDECL_FIELD) {
		if (obj->kind == CE_VAR && obj->decl->sreg)
			return sreg_member(c, obj, d->name, d->type, s->loc);
		struct cexpr *e = field_path(c, obj, d);
		if (e)
			e->loc = s->loc;
		return e ? e : cexpr_error(c, s->loc);
	}
	return decl_expr(c, at, d, last, NULL); /* static members, enumerators */
}

/* ---- unary operators ---------------------------------------------------------------------------------------- */

static struct cexpr *bad_operand(struct check *c, const char *op, struct cexpr *e,
                                 struct loc loc) {
	if (!is_error(e))
		check_error(c, loc, E0623, "operator '%s' cannot be applied to '%s'", op,
		            check_type_text(c, e->type));
	return cexpr_error(c, loc);
}

bool check_modifiable(struct check *c, struct cexpr *e, struct loc loc) {
	if (is_error(e))
		return false;
	if (!e->is_lvalue || (e->is_xvalue && e->type->kind != CT_CLASS)) {
		check_error(c, loc, E0624, "the expression is not assignable");
		return false;
	}
	if (e->type->quals & Q_CONST || e->type->kind == CT_FUNC) {
		check_error(c, loc, E0624, "cannot assign to '%s': it is const",
		            check_type_text(c, e->type));
		return false;
	}
	return true;
}

static struct cexpr *inc_dec(struct check *c, struct cscope *at, u16 op, bool is_post,
                             struct cexpr *e, struct loc loc) {
	const char *text = op == CU_INC ? "++" : "--";
	if (e->type->kind == CT_CLASS || e->type->kind == CT_ENUM) {
		struct cexpr *arg[2] = {e, cexpr_int(c, c->t->basic[CT_INT], 0, loc)};
		struct cexpr *r = overload_operator(c, at, text, arg, is_post ? 2 : 1,
		                                    loc, false);
		return r ? r : bad_operand(c, text, e, loc);
	}
	if (!ctype_is_arithmetic(e->type) && e->type->kind != CT_PTR)
		return bad_operand(c, text, e, loc);
	if (!check_modifiable(c, e, loc))
		return cexpr_error(c, loc);
	if (e->type->kind == CT_PTR && !type_complete(c, e->type->base, loc))
		return cexpr_error(c, loc);
	enum cexpr_kind kind = op == CU_INC ? (is_post ? CE_POSTINC : CE_PREINC)
	                       : is_post    ? CE_POSTDEC
	                                    : CE_PREDEC;
	struct cexpr *r = cexpr_new(c, kind, is_post ? ctype_unqual(e->type) : e->type,
	                            loc);
	r->a = e;
	r->is_lvalue = !is_post;
	return r;
}

static struct cexpr *address_of(struct check *c, struct cscope *at, struct syn *s) {
	struct syn *o = s->kid[0];
	while (o->kind == SYN_PAREN)
		o = o->kid[0];
	if (o->kind == SYN_QUALIFIED) { /* &C::m: a pointer to member */
		struct syn *last;
		struct cscope *in;
		struct cdecl *d = lookup_id(c, at, o, &last, &in);
		d = d ? decl_of(c, d) : NULL;
		if (d && d->kind == CDECL_FIELD && in->kind == CSCOPE_CLASS) {
			type_complete(c, in->owner->type, s->loc);
			struct cexpr *m = cexpr_new(
				c, CE_MEMPTR, ctype_memptr(c->t, d->type, in->owner),
				s->loc);
			m->value = in->owner->cls->field.at[d->field_index].offset_bytes;
			return m;
		}
		if (d && d->kind == CDECL_FUNC && d->this_param) {
			return memfn_value(c, d, s->loc);
		}
	}
	struct cexpr *e = check_expr(c, at, s->kid[0]);
	if (is_error(e) || e->type->kind == CT_OVERLOAD)
		return e;
	struct cexpr *r = overload_operator(c, at, "&", &e, 1, s->loc, false);
	if (r)
		return r;
	if (!e->is_lvalue || e->kind == CE_TEMP) {
		check_error(c, s->loc, E0624, "cannot take the address of a value");
		return cexpr_error(c, s->loc);
	}
	if (e->kind == CE_MEMBER && e->a->type->decl->cls->field.at[e->field].bit_width) {
		check_error(c, s->loc, E0624, "cannot take the address of a bit-field");
		return cexpr_error(c, s->loc);
	}
	return cexpr_addr(c, e);
}

static struct cexpr *dereference(struct check *c, struct cexpr *e, struct loc loc) {
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	if (e->type->kind != CT_PTR) {
		check_error(c, loc, E0623, "'*' on '%s', which is not a pointer",
		            check_type_text(c, e->type));
		return cexpr_error(c, loc);
	}
	if (e->type->base->kind == CT_VOID) {
		check_error(c, loc, E0623, "'*' on a void pointer");
		return cexpr_error(c, loc);
	}
	return cexpr_deref(c, e);
}

static struct cexpr *negate(struct check *c, u16 op, struct cexpr *e, struct loc loc) {
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	bool ok = op == '~' ? ctype_is_integer(e->type) || ctype_is_unscoped_enum(e->type)
	                    : ctype_is_arithmetic(e->type) ||
	                              ctype_is_unscoped_enum(e->type);
	if (op == '+' && e->type->kind == CT_PTR)
		return e;
	if (!ok)
		return bad_operand(c, op_spelling(op), e, loc);
	e = cast_scalar(c, e, ctype_promoted(c->t, e->type));
	if (op == '+')
		return e;
	if (e->kind == CE_CONST && ctype_is_integer(e->type) &&
	    ctype_size(e->type) <= 8) {
		struct cexpr *k = cexpr_int(c, e->type,
		                            op == '-' ? 0 - e->value : ~e->value, loc);
		return cast_scalar(c, cexpr_int(c, c->t->basic[CT_ULLONG], k->value, loc),
		                   e->type);
	}
	if (e->kind == CE_CONST && ctype_is_floating(e->type))
		return cexpr_int(c, e->type, e->value ^ (u64)1 << 63, loc);
	struct cexpr *r = cexpr_new(c, op == '-' ? CE_NEG : CE_COMPL, e->type, loc);
	r->a = e;
	return r;
}

static struct cexpr *check_unary(struct check *c, struct cscope *at, struct syn *s) {
	if (s->op == '&')
		return address_of(c, at, s);
	struct cexpr *e = check_expr(c, at, s->kid[0]);
	if (is_error(e))
		return e;
	if (s->op == CU_INC || s->op == CU_DEC)
		return inc_dec(c, at, s->op, false, e, s->loc);
	struct cexpr *r = overload_operator(c, at, op_spelling(s->op), &e, 1, s->loc,
	                                    false);
	if (r)
		return r;
	switch (s->op) {
	case '*':
		if (e->type->kind == CT_CLASS) {
			for (struct cdecl *d = lookup_in(c, e->type->decl->inner,
			                                 c->name.conversion);
			     d; d = d->next) {
				struct cdecl *f = decl_of(c, d);
				if (f && f->kind == CDECL_FUNC &&
				    f->type->base->kind == CT_PTR)
					return dereference(c,
					                   convert(c, e, f->type->base,
					                           CONV_IMPLICIT, s->loc),
					                   s->loc);
			}
		}
		return dereference(c, e, s->loc);
	case '!': {
		struct cexpr *b = to_bool(c, e);
		if (is_error(b))
			return b;
		if (b->kind == CE_CONST)
			return cexpr_int(c, b->type, !b->value, s->loc);
		r = cexpr_new(c, CE_NOT, b->type, s->loc);
		r->a = b;
		return r;
	}
	case '+':
	case '-':
	case '~':
		if (e->type->kind == CT_CLASS)
			e = class_to_arithmetic(c, e);
		return negate(c, s->op, e, s->loc);
	default:
		check_error(c, s->loc, E0608,
		            "this operator is not supported in device code");
		return cexpr_error(c, s->loc);
	}
}

/* ---- conditional -------------------------------------------------------------------------------------------------- */

static const struct ctype *composite_pointer(struct check *c, struct cexpr *a,
                                             struct cexpr *b) {
	const struct ctype *p = a->type->kind == CT_PTR ? a->type : b->type,
			   *q = b->type->kind == CT_PTR ? b->type : a->type;
	if (p->kind != CT_PTR || q->kind != CT_PTR)
		return p;
	u8 quals = (p->base->quals | q->base->quals) & (Q_CONST | Q_VOLATILE);
	const struct ctype *x = ctype_unqual(p->base), *y = ctype_unqual(q->base);
	if (x == y)
		return ctype_ptr(c->t, ctype_qualified(c->t, x, quals));
	if (x->kind == CT_VOID || y->kind == CT_VOID)
		return ctype_ptr(c->t,
		                 ctype_qualified(c->t, c->t->basic[CT_VOID], quals));
	if (x->kind == CT_CLASS && y->kind == CT_CLASS && class_base_depth(c, x, y) > 0)
		return ctype_ptr(c->t, ctype_qualified(c->t, y, quals));
	if (x->kind == CT_CLASS && y->kind == CT_CLASS && class_base_depth(c, y, x) > 0)
		return ctype_ptr(c->t, ctype_qualified(c->t, x, quals));
	return NULL;
}

static struct cexpr *cond_node(struct check *c, struct cexpr *cond, struct cexpr *a,
                               struct cexpr *b, const struct ctype *type, bool is_lvalue,
                               struct loc loc) {
	if (cond->kind == CE_CONST)
		return cond->value ? a : b;
	struct cexpr *e = cexpr_new(c, CE_COND, type, loc);
	e->a = cond;
	e->b = a;
	e->c = b;
	e->is_lvalue = is_lvalue;
	e->is_xvalue = is_lvalue && (a->is_xvalue || b->is_xvalue);
	return e;
}

static struct cexpr *check_cond(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *cond = check_expr(c, at, s->kid[0]), *a;
	struct cexpr *test = to_bool(c, cond);
	a = s->kid[1] ? check_expr(c, at, s->kid[1]) : cond;
	struct cexpr *b = check_expr(c, at, s->kid[2]);
	if (is_error(test) || is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	if (a->type->kind == CT_VOID || b->type->kind == CT_VOID) {
		if (a->type->kind != CT_VOID)
			a = cast_scalar(c, rvalue(c, a), c->t->basic[CT_VOID]);
		if (b->type->kind != CT_VOID)
			b = cast_scalar(c, rvalue(c, b), c->t->basic[CT_VOID]);
		return cond_node(c, test, a, b, c->t->basic[CT_VOID], false, s->loc);
	}
	if (a->is_lvalue && b->is_lvalue && a->type == b->type &&
	    a->type->kind != CT_OVERLOAD && a->is_xvalue == b->is_xvalue &&
	    a->type->kind != CT_FUNC)
		return cond_node(c, test, a, b, a->type, true, s->loc);
	if (a->is_lvalue && b->is_lvalue &&
	    ctype_unqual(a->type) == ctype_unqual(b->type) && a->type->kind == CT_CLASS) {
		const struct ctype *t = ctype_qualified(c->t, a->type, b->type->quals);
		return cond_node(c, test, a, b, t, true, s->loc);
	}
	if (a->type->kind == CT_CLASS || b->type->kind == CT_CLASS) {
		if (ctype_unqual(a->type) != ctype_unqual(b->type)) {
			bool ab = ics_find(c, a, ctype_unqual(b->type), CONV_IMPLICIT)
			                  .kind != ICS_BAD;
			bool ba = ics_find(c, b, ctype_unqual(a->type), CONV_IMPLICIT)
			                  .kind != ICS_BAD;
			if (ab == ba) {
				check_error(c, s->loc, E0623,
				            "the operands of '?:' have the types '%s' "
				            "and '%s'",
				            check_type_text(c, a->type),
				            check_type_text(c, b->type));
				return cexpr_error(c, s->loc);
			}
			if (ab)
				a = convert(c, a, ctype_unqual(b->type), CONV_IMPLICIT,
				            a->loc);
			else
				b = convert(c, b, ctype_unqual(a->type), CONV_IMPLICIT,
				            b->loc);
		}
		if (a->type->kind == CT_CLASS) {
			a = convert(c, a, ctype_unqual(a->type), CONV_IMPLICIT, a->loc);
			b = convert(c, b, ctype_unqual(a->type), CONV_IMPLICIT, b->loc);
			return is_error(a) || is_error(b)
			               ? cexpr_error(c, s->loc)
			               : cond_node(c, test, a, b, ctype_unqual(a->type),
			                           false, s->loc);
		}
	}
	if (a->type->kind == CT_OVERLOAD && b->type->kind != CT_OVERLOAD)
		a = convert(c, a, rvalue(c, b)->type, CONV_IMPLICIT, a->loc);
	if (b->type->kind == CT_OVERLOAD && a->type->kind != CT_OVERLOAD)
		b = convert(c, b, rvalue(c, a)->type, CONV_IMPLICIT, b->loc);
	a = rvalue(c, a);
	b = rvalue(c, b);
	const struct ctype *t = NULL;
	if (a->type == b->type)
		t = a->type;
	else if ((ctype_is_arithmetic(a->type) || ctype_is_unscoped_enum(a->type)) &&
	         (ctype_is_arithmetic(b->type) || ctype_is_unscoped_enum(b->type)))
		t = ctype_arith(c->t, a->type, b->type);
	else if (a->type->kind == CT_PTR || b->type->kind == CT_PTR)
		t = composite_pointer(c, a, b);
	if (!t) {
		if (!is_error(a) && !is_error(b))
			check_error(c, s->loc, E0623,
			            "the operands of '?:' have the types '%s' and '%s'",
			            check_type_text(c, a->type),
			            check_type_text(c, b->type));
		return cexpr_error(c, s->loc);
	}
	a = convert(c, a, t, CONV_IMPLICIT, a->loc);
	b = convert(c, b, t, CONV_IMPLICIT, b->loc);
	return is_error(a) || is_error(b) ? cexpr_error(c, s->loc)
	                                  : cond_node(c, test, a, b, t, false, s->loc);
}

/* ---- casts --------------------------------------------------------------------------------------------------------- */

static bool is_pointer_like(const struct ctype *t) {
	return t->kind == CT_PTR || t->kind == CT_NULLPTR;
}

static struct cexpr *reinterpret(struct check *c, struct cexpr *e, const struct ctype *to,
                                 struct loc loc) {
	if (ctype_is_ref(to)) {
		if (!e->is_lvalue)
			e = materialise(c, e);
		struct cexpr *p = cast_scalar(c, cexpr_addr(c, e),
		                              ctype_ptr(c->t, to->base));
		struct cexpr *d = cexpr_new(c, CE_DEREF, to->base, loc);
		d->a = p;
		d->is_lvalue = true;
		d->is_xvalue = to->kind == CT_RREF;
		return d;
	}
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	const struct ctype *from = ctype_unqual(e->type), *t = ctype_unqual(to);
	bool ok = (is_pointer_like(from) && is_pointer_like(t)) || from == t ||
	          (is_pointer_like(from) &&
	           (ctype_is_integer(t) || t->kind == CT_ENUM)) ||
	          ((ctype_is_integer(from) || from->kind == CT_ENUM) &&
	           t->kind == CT_PTR);
	if (ok)
		return cast_scalar(c, e, t);
	check_error(c, loc, E0625, "cannot reinterpret '%s' as '%s'",
	            check_type_text(c, from), check_type_text(c, to));
	return cexpr_error(c, loc);
}

static struct cexpr *to_derived_pointer(struct check *c, struct cexpr *e,
                                        const struct ctype *to, struct loc loc) {
	struct cexpr *p = cexpr_new(c, CE_ADDR, to, loc);
	p->a = derived_from_base(c, cexpr_deref(c, e), to->base, loc);
	return p;
}

/* What static_cast does beyond implicit conversions ([expr.static.cast]). NULL: nothing of the kind. */
static struct cexpr *static_more(struct check *c, struct cexpr *e, const struct ctype *to,
                                 struct loc loc) {
	const struct ctype *t = ctype_unqual(to);
	if (ctype_is_ref(to)) {
		const struct ctype *r = to->base;
		if (e->is_lvalue && r->kind == CT_CLASS && e->type->kind == CT_CLASS &&
		    class_base_depth(c, r, e->type) > 0)
			return derived_from_base(c, e, r, loc);
		if (to->kind == CT_RREF && e->is_lvalue &&
		    (ctype_same_but_quals(e->type, r) ||
		     class_base_depth(c, e->type, r) > 0)) {
			struct cexpr *b = class_to_base(c, e, r, loc);
			struct cexpr *x = arena_copy(c->a, b, sizeof *b, 8);
			x->is_xvalue = true;
			return x;
		}
		return NULL;
	}
	e = rvalue(c, e);
	const struct ctype *from = ctype_unqual(e->type);
	bool num_from = ctype_is_arithmetic(from) || from->kind == CT_ENUM,
	     num_to = ctype_is_arithmetic(t) || t->kind == CT_ENUM;
	if (num_from && num_to)
		return cast_scalar(c, e, t);
	if (from->kind == CT_PTR && t->kind == CT_PTR) {
		if (from->base->kind == CT_VOID)
			return cast_scalar(c, e, t);
		if (from->base->kind == CT_CLASS && t->base->kind == CT_CLASS &&
		    class_base_depth(c, t->base, from->base) > 0) {
			return class_base_offset(c, t->base, from->base)
			               ? guard_null(c, e, t, to_derived_pointer, loc)
			               : to_derived_pointer(c, e, t, loc);
		}
	}
	return NULL;
}

struct cexpr *derived_from_base(struct check *c, struct cexpr *e,
                                const struct ctype *derived, struct loc loc) {
	if (ctype_unqual(e->type) == ctype_unqual(derived))
		return e;
	struct cclass *cls = derived->decl->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		if (class_base_depth(c, cls->field.at[i].type, e->type) < 0)
			continue;
		struct cexpr *mid = derived_from_base(c, e, cls->field.at[i].type, loc);
		struct cexpr *d = cexpr_new(c, CE_TO_DERIVED, derived, loc);
		d->a = mid;
		d->field = i;
		d->is_lvalue = true;
		return d;
	}
	return e;
}

static struct cexpr *const_cast_to(struct check *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc) {
	if (ctype_is_ref(to)) {
		e = materialise(c, e);
		struct cexpr *x = arena_copy(c->a, e, sizeof *e, 8);
		if (!ctype_same_but_quals(e->type, to->base)) {
			check_error(c, loc, E0625, "const_cast cannot make '%s' of '%s'",
			            check_type_text(c, to), check_type_text(c, e->type));
			return cexpr_error(c, loc);
		}
		x->type = to->base;
		x->is_xvalue = to->kind == CT_RREF;
		return x;
	}
	return reinterpret(c, e, to, loc);
}

struct cexpr *check_cast_to(struct check *c, struct cexpr *e, const struct ctype *to,
                            u16 how, struct loc loc) {
	if (is_error(e) || to->kind == CT_ERROR)
		return cexpr_error(c, loc);
	const struct ctype *t = ctype_unqual(to);
	if (t->kind == CT_VOID) {
		e = e->type->kind == CT_CLASS || e->type->kind == CT_ARRAY ? e
		                                                           : rvalue(c, e);
		struct cexpr *v = cexpr_new(c, CE_CAST, t, loc);
		v->a = e;
		return v;
	}
	if (how == CU_REINTERPRET_CAST)
		return reinterpret(c, e, to, loc);
	if (how == CU_CONST_CAST)
		return const_cast_to(c, e, to, loc);
	/* down to a derived class before any conversion function or constructor ([expr.static.cast]/2) */
	if (ctype_is_ref(to) && e->is_lvalue && e->type->kind == CT_CLASS &&
	    to->base->kind == CT_CLASS &&
	    ctype_unqual(e->type) != ctype_unqual(to->base) &&
	    !(e->type->quals & ~to->base->quals & (Q_CONST | Q_VOLATILE)) &&
	    class_base_depth(c, to->base, e->type) > 0) {
		struct cexpr *r = derived_from_base(c, e, to->base, loc);
		r->is_xvalue = to->kind == CT_RREF;
		return r;
	}
	struct ics ics = ics_find(c, e, to, CONV_EXPLICIT);
	if (ics.kind != ICS_BAD) {
		struct cexpr *r = convert(c, e, to, CONV_EXPLICIT, loc);
		if (to->kind == CT_RREF && !is_error(r) && !r->is_xvalue) {
			r = arena_copy(c->a, r, sizeof *r, 8);
			r->is_xvalue = true;
		}
		return r;
	}
	if (e->type->kind != CT_OVERLOAD && e->type->kind != CT_INIT_LIST) {
		struct cexpr *r = static_more(c, e, to, loc);
		if (r)
			return r;
		if (how == '(' && (ctype_is_ref(to) ||
		                   (ctype_is_scalar(t) && e->type->kind != CT_CLASS)))
			return reinterpret(c, e, to, loc);
	}
	if (t->kind == CT_CLASS)
		return init_from(c, t, &e, 1, INIT_DIRECT, loc);
	return convert(c, e, to, CONV_EXPLICIT, loc); /* reports */
}

static struct cexpr *check_cast(struct check *c, struct cscope *at, struct syn *s) {
	const struct ctype *to = type_of_type_id(c, at, s->kid[0]);
	if (s->kind == SYN_NAMED_CAST && s->op == CU_DYNAMIC_CAST) {
		check_error(c, s->loc, E0608,
		            "dynamic_cast is not supported in device code");
		return cexpr_error(c, s->loc);
	}
	if (s->kid[1]->kind == SYN_INIT_LIST) /* a compound literal */
		return init_object(c, at, to, s->kid[1], INIT_LIST_DIRECT, s->loc);
	return check_cast_to(c, check_expr(c, at, s->kid[1]), to,
	                     s->kind == SYN_CAST ? '(' : s->op, s->loc);
}

static struct cexpr *check_functional_cast(struct check *c, struct cscope *at,
                                           struct syn *s) {
	struct cdecl *tmpl = ctad_template(c, at, s->kid[0]);
	struct syn list = {.kind = SYN_INIT_LIST,
	                   .loc = s->loc,
	                   .nkid = s->nkid - 1,
	                   .kid = s->kid + 1};
	struct syn *l = s->flags & SYNF_BRACED ? arena_copy(c->a, &list, sizeof list, 8)
	                                       : NULL;
	struct cexprs given = {0};
	if (tmpl)
		check_args(c, at, s->kid + 1, s->nkid - 1, &given);
	const struct ctype *to = tmpl ? ctad_deduce(c, at, tmpl, &given, l, s->loc)
	                              : type_of_specs(c, at, s->kid[0]);
	if (to->kind == CT_ERROR)
		return cexpr_error(c, s->loc);
	if (to->kind == CT_AUTO && s->nkid == 2)
		return rvalue(c, check_expr(c, at, s->kid[1]));
	if (l) {
		struct cexpr *e = init_object(c, at, to, l, INIT_LIST_DIRECT, s->loc);
		return e ? e : init_value(c, to, s->loc);
	}
	struct cexprs args = {0};
	check_args(c, at, s->kid + 1, s->nkid - 1, &args);
	if (args.n == 0)
		return to->kind == CT_VOID ? cexpr_new(c, CE_ZERO, to, s->loc)
		                           : init_value(c, ctype_unqual(to), s->loc);
	if (args.n == 1 && to->kind != CT_CLASS)
		return check_cast_to(c, args.at[0], to, '(', s->loc);
	struct cexpr *e = init_from(c, ctype_unqual(to), args.at, args.n, INIT_DIRECT,
	                            s->loc);
	return e;
}

/* ---- sizes --------------------------------------------------------------------------------------------------------------- */

static struct cexpr *check_sizeof(struct check *c, struct cscope *at, struct syn *s) {
	const struct ctype *t;
	if (s->kid[0]->kind == SYN_TYPE_ID) {
		t = type_of_type_id(c, at, s->kid[0]);
	} else {
		c->unevaluated++;
		t = check_expr(c, at, s->kid[0])->type;
		c->unevaluated--;
	}
	t = ctype_noref(t);
	if (t->kind == CT_ERROR || !type_complete(c, t, s->loc))
		return cexpr_error(c, s->loc);
	if (t->kind == CT_FUNC || (t->kind == CT_ARRAY && !t->has_size)) {
		check_error(c, s->loc, E0613, "'%s' has no size", check_type_text(c, t));
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_ULONG],
	                 s->kind == SYN_SIZEOF ? ctype_size(t) : ctype_align(t), s->loc);
}

static struct cexpr *check_sizeof_pack(struct check *c, struct cscope *at,
                                       struct syn *s) {
	struct cdecl *d = lookup(c, at, s->name, s->loc);
	if (!d || d->kind != CDECL_PACK) {
		check_error(c, s->loc, E0614, "'%s' is not a parameter pack", s->name->s);
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_ULONG], d->nelem, s->loc);
}

static struct cexpr *check_offsetof(struct check *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = type_of_type_id(c, at, s->kid[0]);
	struct syn *m = s->kid[1];
	if (m->kind != SYN_NAME || t->kind != CT_CLASS || !type_complete(c, t, s->loc)) {
		check_error(c, s->loc, E0608,
		            "only members named directly are supported in offsetof");
		return cexpr_error(c, s->loc);
	}
	struct cdecl *d = lookup_member(c, ctype_unqual(t), m->name, s->loc);
	if (!d || d->kind != CDECL_FIELD)
		return unknown_name(c, at, t->decl->inner, m);
	return cexpr_int(c, c->t->basic[CT_ULONG],
	                 d->scope->owner->cls->field.at[d->field_index].offset_bytes,
	                 s->loc);
}

static struct cexpr *check_noexcept(struct check *c, struct cscope *at, struct syn *s) {
	c->unevaluated++;
	struct cexpr *e = check_expr(c, at, s->kid[0]);
	c->unevaluated--;
	return is_error(e) ? e : cexpr_int(c, c->t->basic[CT_BOOL], 1, s->loc);
}

/* ---- new and delete --------------------------------------------------------------------------------------------------------- */

static struct cexpr *check_new(struct check *c, struct cscope *at, struct syn *s) {
	struct syn *place = s->kid[0], *type_id = s->kid[1], *init = s->kid[2];
	struct cexpr *count = NULL;
	struct syn *declarator = type_id->kid[1];
	const struct ctype *t;
	if (declarator &&
	    declarator->kind ==
	            SYN_D_ARRAY) { /* the outermost bound may be any expression */
		struct declarator_info info;
		struct syn *outer = declarator;
		while (outer->kid[0] && outer->kid[0]->kind == SYN_D_ARRAY)
			outer = outer->kid[0];
		count = outer->kid[1]
		                ? convert(c, check_expr(c, at, outer->kid[1]),
		                          c->t->basic[CT_ULONG], CONV_IMPLICIT, s->loc)
		                : NULL;
		t = type_of_specs(c, at, type_id->kid[0]);
		for (struct syn *d = declarator; d != outer; d = d->kid[0]) {
			struct syn one = *d;
			struct syn *kids[2] = {NULL, d->kid[1]};
			one.kid = kids;
			t = type_of_declarator(c, at, t, &one, &info);
		}
	} else {
		struct cdecl *tmpl = type_id->kid[1]
		                             ? NULL
		                             : ctad_template(c, at, type_id->kid[0]);
		struct cexprs given = {0};
		if (tmpl && init)
			check_args(c, at, init->kid, init->nkid, &given);
		t = tmpl ? ctad_deduce(c, at, tmpl, &given,
		                       init && init->kind == SYN_INIT_LIST ? init : NULL,
		                       s->loc)
		         : type_of_type_id(c, at, type_id);
		if (t->kind == CT_ARRAY) {
			count = cexpr_int(c, c->t->basic[CT_ULONG], t->n, s->loc);
			t = t->base;
		}
	}
	if (t->kind == CT_ERROR || !type_complete(c, t, s->loc) ||
	    (count && is_error(count)))
		return cexpr_error(c, s->loc);
	struct cexpr *e = cexpr_new(c, CE_NEW, ctype_ptr(c->t, t), s->loc);
	if (place && place->nkid) {
		if (place->nkid > 1) {
			check_error(c, s->loc, E0608,
			            "placement new with more than an address is not "
			            "supported in device code");
			return cexpr_error(c, s->loc);
		}
		e->b = convert(c, check_expr(c, at, place->kid[0]),
		               ctype_ptr(c->t, c->t->basic[CT_VOID]), CONV_IMPLICIT,
		               s->loc);
	}
	e->a = cexpr_int(c, c->t->basic[CT_ULONG], ctype_size(t), s->loc);
	e->narg = 2;
	e->arg = arena_array(c->a, struct cexpr *, 2);
	e->arg[1] = count;
	if (count && init && init->nkid) {
		u64 n = count->kind == CE_CONST ? count->value : init->nkid;
		if (count->kind != CE_CONST) {
			check_error(c, s->loc, E0608,
			            "a braced list for an array whose length is known at "
			            "run time only "
			            "is not supported in device code");
			return cexpr_error(c, s->loc);
		}
		e->arg[0] = init_object(c, at, ctype_array(c->t, t, true, n), init,
		                        INIT_LIST_DIRECT, s->loc);
	} else if (init) {
		bool is_list = init->kind == SYN_INIT_LIST;
		e->arg[0] = init->nkid == 0 ? init_value(c, ctype_unqual(t), s->loc)
		                            : init_object(c, at, ctype_unqual(t), init,
		                                          is_list ? INIT_LIST_DIRECT
		                                                  : INIT_DIRECT,
		                                          s->loc);
	} else {
		e->arg[0] = t->kind == CT_CLASS ? init_default(c, ctype_unqual(t), s->loc)
		                                : NULL;
	}
	e->dtor = class_dtor(c, t);
	return (e->arg[0] && is_error(e->arg[0])) || (e->b && is_error(e->b))
	               ? cexpr_error(c, s->loc)
	               : e;
}

/* ({ T *p = e; if (p) { p->~T(), virtually; free(p); } }) */
static struct cexpr *virtual_delete(struct check *c, struct cexpr *e, struct loc loc) {
	struct cdecl *p = cdecl_new(c->a, CDECL_VAR, str_lit(c->u->names, "(deleted)"),
	                            loc);
	p->type = ctype_unqual(e->a->type);
	p->state = CSTATE_CHECKED;
	p->scope = c->fn ? c->fn->scope : NULL;
	p->init = e->a;
	struct cstmt *body = cstmt_block(c, loc), *decl = cstmt_new(c, CS_DECL, loc),
		     *test = cstmt_new(c, CS_IF, loc), *call = cstmt_new(c, CS_EXPR, loc),
		     *release = cstmt_new(c, CS_EXPR, loc), *then = cstmt_block(c, loc);
	decl->decl = p;
	struct cexpr *object = cexpr_deref(c, cexpr_load(c, cexpr_var(c, p, loc)));
	struct cdecl *whole = cdecl_new(c->a, CDECL_VAR, str_lit(c->u->names, "(whole)"),
	                                loc);
	whole->type = ctype_ptr(c->t, c->t->basic[CT_VOID]);
	whole->state = CSTATE_CHECKED;
	whole->scope = p->scope;
	whole->init = class_whole_object(c, object, loc);
	struct cstmt *keep = cstmt_new(c, CS_DECL, loc);
	keep->decl = whole;
	object = cexpr_deref(c, cexpr_load(c, cexpr_var(c, p, loc)));
	call->e = build_call(c, e->dtor, object, NULL, 0, loc);
	e->a = cexpr_load(c, cexpr_var(c, whole, loc));
	e->dtor = NULL;
	release->e = e;
	cstmt_push(c, then, keep);
	cstmt_push(c, then, call);
	cstmt_push(c, then, release);
	test->e = to_bool(c, cexpr_load(c, cexpr_var(c, p, loc)));
	test->s = then;
	cstmt_push(c, body, decl);
	cstmt_push(c, body, test);
	struct cexpr *r = cexpr_new(c, CE_STMT_EXPR, c->t->basic[CT_VOID], loc);
	r->body = body;
	return r;
}

static struct cexpr *check_delete(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *p = rvalue(c, check_expr(c, at, s->kid[0]));
	if (is_error(p))
		return p;
	if (p->type->kind != CT_PTR) {
		check_error(c, s->loc, E0623, "delete of '%s', which is not a pointer",
		            check_type_text(c, p->type));
		return cexpr_error(c, s->loc);
	}
	struct cexpr *e = cexpr_new(c, CE_DELETE, c->t->basic[CT_VOID], s->loc);
	e->a = p;
	e->op = (s->flags & SYNF_ARRAY) != 0;
	e->dtor = class_dtor(c, p->type->base);
	if (e->dtor)
		check_use(c, e->dtor, s->loc);
	if (e->dtor && e->dtor->is_virtual && !e->op)
		return virtual_delete(c, e, s->loc);
	return e;
}

/* ---- all of them ---------------------------------------------------------------------------------------------------------------- */

static struct cexpr *check_index(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *a = check_expr(c, at, s->kid[0]);
	struct cexpr *b = s->kid[1]->kind == SYN_INIT_LIST
	                          ? check_init_list(c, at, s->kid[1])
	                          : check_expr(c, at, s->kid[1]);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	if (a->type->kind == CT_CLASS) {
		struct cexpr *arg[2] = {a, b};
		struct cexpr *r = overload_operator(c, at, "[]", arg, 2, s->loc, true);
		if (r)
			return r;
	}
	if (a->type->kind == CT_CLASS)
		a = class_to_arithmetic(c, a);
	if (b->type->kind == CT_CLASS)
		b = class_to_arithmetic(c, b);
	struct cexpr *sum = check_binary(c, at, '+', a, b, s->loc);
	if (is_error(sum))
		return sum;
	if (sum->type->kind != CT_PTR) {
		check_error(c, s->loc, E0623, "'%s' cannot be subscripted",
		            check_type_text(c, a->type));
		return cexpr_error(c, s->loc);
	}
	struct cexpr *e = dereference(c, sum, s->loc);
	if (a->is_xvalue)
		e->is_xvalue = true;
	return e;
}

struct cexpr *check_init_list(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, c->t->basic[CT_INIT_LIST], s->loc);
	e->set = arena_new(c->a, struct coverload);
	e->set->list = s;
	e->set->at = at;
	return e;
}

static struct cexpr *check_throw(struct check *c, struct syn *s) {
	check_error(c, s->loc, E0608, "exceptions are not supported in device code");
	return cexpr_error(c, s->loc);
}

static struct cexpr *check_stmt_expr(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = cexpr_new(c, CE_STMT_EXPR, c->t->basic[CT_VOID], s->loc);
	e->body = check_stmt(c, at, s->kid[0]);
	struct cstmt *b = e->body;
	struct cstmt *last = b->kind == CS_BLOCK && b->list.n ? b->list.at[b->list.n - 1]
	                                                      : NULL;
	if (last && last->kind == CS_EXPR && last->e) {
		last->e = rvalue(c, last->e);
		e->type = ctype_unqual(last->e->type);
	}
	return e;
}

static struct cexpr *check_assign_expr(struct check *c, struct cscope *at,
                                       struct syn *s) {
	struct cexpr *a = check_expr(c, at, s->kid[0]);
	struct cexpr *b = s->kid[1]->kind == SYN_INIT_LIST
	                          ? check_init_list(c, at, s->kid[1])
	                          : check_expr(c, at, s->kid[1]);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	return check_binary(c, at, s->op, a, b, s->loc);
}

static struct cexpr *check_short_circuit(struct check *c, struct cscope *at,
                                         struct syn *s) {
	struct cexpr *a = check_expr(c, at, s->kid[0]), *b = check_expr(c, at, s->kid[1]);
	return is_error(a) || is_error(b) ? cexpr_error(c, s->loc)
	                                  : check_binary(c, at, s->op, a, b, s->loc);
}

static struct cexpr *check_kind(struct check *c, struct cscope *at, struct syn *s) {
	switch ((enum syn_kind)s->kind) {
	case SYN_INT: return cexpr_int(c, int_type(c, s->value, s->op), s->value, s->loc);
	case SYN_FLOAT:
		return cexpr_int(c,
		                 c->t->basic[s->op & SUFFIX_F   ? CT_FLOAT
		                             : s->op & SUFFIX_L ? CT_LDOUBLE
		                                                : CT_DOUBLE],
		                 s->value, s->loc);
	case SYN_CHAR: return cexpr_int(c, char_type(c, s->op), s->value, s->loc);
	case SYN_STRING: return check_string(c, s);
	case SYN_USER_LITERAL: return check_user_literal(c, at, s);
	case SYN_BOOL: return cexpr_int(c, c->t->basic[CT_BOOL], s->value, s->loc);
	case SYN_NULLPTR: return cexpr_int(c, c->t->basic[CT_NULLPTR], 0, s->loc);
	case SYN_THIS: return this_expr(c, s->loc);
	case SYN_PAREN: return check_expr(c, at, s->kid[0]);
	case SYN_NAME:
	case SYN_TEMPLATE_ID:
	case SYN_OPERATOR_NAME:
	case SYN_OPERATOR_ID:
	case SYN_LITERAL_NAME:
	case SYN_QUALIFIED:
	case SYN_CONVERSION_NAME: return check_id(c, at, s);
	case SYN_MEMBER: return check_member(c, at, s);
	case SYN_UNARY: return check_unary(c, at, s);
	case SYN_POSTFIX: {
		struct cexpr *e = check_expr(c, at, s->kid[0]);
		return is_error(e) ? e : inc_dec(c, at, s->op, true, e, s->loc);
	}
	case SYN_BINARY: return check_short_circuit(c, at, s);
	case SYN_ASSIGN: return check_assign_expr(c, at, s);
	case SYN_COND: return check_cond(c, at, s);
	case SYN_CALL: return check_call(c, at, s);
	case SYN_INDEX: return check_index(c, at, s);
	case SYN_CAST:
	case SYN_NAMED_CAST: return check_cast(c, at, s);
	case SYN_FUNCTIONAL_CAST: return check_functional_cast(c, at, s);
	case SYN_INIT_LIST: return check_init_list(c, at, s);
	case SYN_SIZEOF:
	case SYN_ALIGNOF: return check_sizeof(c, at, s);
	case SYN_SIZEOF_PACK: return check_sizeof_pack(c, at, s);
	case SYN_NOEXCEPT: return check_noexcept(c, at, s);
	case SYN_OFFSETOF: return check_offsetof(c, at, s);
	case SYN_TYPE_TRAIT: return check_trait(c, at, s);
	case SYN_NEW: return check_new(c, at, s);
	case SYN_DELETE: return check_delete(c, at, s);
	case SYN_LAMBDA: return check_lambda(c, at, s);
	case SYN_FOLD: return check_fold(c, at, s);
	case SYN_STMT_EXPR: return check_stmt_expr(c, at, s);
	case SYN_VA_ARG: return check_va_arg(c, at, s);
	case SYN_THROW: return check_throw(c, s);
	case SYN_TYPEID:
		check_error(c, s->loc, E0608, "typeid is not supported in device code");
		return cexpr_error(c, s->loc);
	case SYN_ERROR: return cexpr_error(c, s->loc);
	case SYN_LAUNCH:
		check_error(
			c, s->loc, E0608,
			"a kernel cannot be launched with <<< >>> from device code here");
		return cexpr_error(c, s->loc);
	default:
		check_error(c, s->loc, E0608,
		            "this expression (%s) is not supported in device code",
		            syn_kind_name[s->kind]);
		return cexpr_error(c, s->loc);
	}
}

struct cexpr *check_expr(struct check *c, struct cscope *at, struct syn *s) {
	u32 callee = c->callee_depth;
	if (s->kind != SYN_NAME && s->kind != SYN_PAREN)
		c->callee_depth = 0;
	struct cexpr *e = check_kind(c, at, s);
	c->callee_depth = callee;
	return e;
}

struct cexpr *check_value(struct check *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = check_expr(c, at, s);
	if (e->type->kind == CT_CLASS)
		e = class_to_arithmetic(c, e);
	e = rvalue(c, e);
	if (e->type->kind == CT_OVERLOAD || e->type->kind == CT_INIT_LIST) {
		check_error(c, s->loc, E0623, "this expression has no value");
		return cexpr_error(c, s->loc);
	}
	return e;
}
