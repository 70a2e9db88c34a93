/* check_new.c - new and delete ([expr.new], [expr.delete]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

/* ---- new and delete --------------------------------------------------------------------------------------------------------- */

struct cexpr *check_new(struct check *c, struct cscope *at, struct syn *s) {
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
	e->arg = arena_array(c->a, struct cexpr *,
	                     3); /* of one or all, their number, the first ones */
	e->arg[1] = count;
	if (count && init && init->nkid) {
		bool is_known = count->kind == CE_CONST;
		struct cexpr *list = init_object(
			c, at,
			ctype_array(c->t, t, true, is_known ? count->value : init->nkid),
			init, INIT_LIST_DIRECT, s->loc);
		e->arg[0] = is_known || is_error(list)
		                    ? list
		                    : init_value(c, ctype_unqual(t), s->loc);
		e->arg[2] = list;
		e->narg = is_known ? 2 : 3;
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

struct cexpr *check_delete(struct check *c, struct cscope *at, struct syn *s) {
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
