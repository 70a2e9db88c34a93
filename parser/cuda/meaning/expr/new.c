/* new.c - new and delete ([expr.new], [expr.delete]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/new.h"

#include <string.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/alloc.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/ctad.h"

/* ---- new and delete ---------------------------------------------------------------- */

/* Returns how many bytes an array takes, with the count before it. */
static struct cexpr *array_bytes(struct sema *c, struct cscope *at, struct cexpr *count,
                                 const struct ctype *t, bool is_counted, struct loc loc) {
	const struct ctype *ulong = c->t->basic[CT_ULONG];
	struct cexpr *n = check_binary(c, at, '*', count,
	                               cexpr_int(c, ulong, ctype_size(t), loc), loc);
	return is_counted
	               ? check_binary(c, at, '+', n,
	                              cexpr_int(c, ulong, ctype_count_bytes(t), loc), loc)
	               : n;
}

/* Sets e->b, where the object is made, unless malloc makes its memory. `count` is used
 * twice then. */
static bool allocate(struct sema *c, struct cscope *at, struct syn *s, struct cexpr *e,
                     struct cexpr **count, struct cexpr **hold) {
	const struct ctype *t = e->type->base;
	struct coverload set;
	struct cdecl *f = NULL;
	struct cexpr *bytes = e->a;
	if (!alloc_find(c, at, t, *count != NULL, s, &set))
		return true;
	if (*count) {
		*count = value_held(c, *count, hold, s->loc);
		bytes = array_bytes(c, at, *count, t, e->op & NEW_COUNTED, s->loc);
	}
	e->b = alloc_call(c, at, s, &set, bytes, &f);
	if (!f)
		e->op = 0; /* a place that is given has no count before it */
	else if (!func_may_throw(c, f))
		e->op |= NEW_MAY_FAIL;
	return !is_error(e->b);
}

/* new T[]{...} ([expr.new]/9): counts the initialisers; NULL after an error. */
static struct cexpr *counted_by(struct sema *c, struct cscope *at, const struct ctype *t,
                                struct syn *init, struct loc loc) {
	if (!init) {
		check_error(c, loc, E0627,
		            "an array without a size needs an initialiser");
		return NULL;
	}
	if (t->kind == CT_ERROR || !type_complete(c, t, loc))
		return NULL;
	t = init_deduce_type(c, at, ctype_array(c->t, t, false, 0), init,
	                     init->kind == SYN_INIT_LIST ? INIT_LIST_DIRECT : INIT_DIRECT,
	                     loc);
	return t->kind == CT_ARRAY ? cexpr_int(c, c->t->basic[CT_ULONG], t->n, loc)
	                           : NULL;
}

struct cexpr *check_new(struct sema *c, struct cscope *at, struct syn *s) {
	struct syn *type_id = syn_new(s)->type_id, *init = syn_new(s)->init;
	struct cexpr *count = NULL;
	struct syn *declarator = syn_type_id(type_id)->declarator;
	const struct ctype *t;
	/* the outermost bound may be any expression */
	if (declarator && declarator->kind == SYN_D_ARRAY) {
		struct declarator_info info;
		struct syn *outer = declarator;
		while (syn_d_array(outer)->inner &&
		       syn_d_array(outer)->inner->kind == SYN_D_ARRAY)
			outer = syn_d_array(outer)->inner;
		count = syn_d_array(outer)->size
		                ? convert(c, check_expr(c, at, syn_d_array(outer)->size),
		                          c->t->basic[CT_ULONG], CONV_IMPLICIT, s->loc)
		                : NULL;
		t = type_of_specs(c, at, syn_type_id(type_id)->specs);
		for (struct syn *d = declarator; d != outer; d = syn_d_array(d)->inner) {
			struct syn one = *d;
			struct syn *kids[2] = {NULL, syn_d_array(d)->size};
			one.kid = kids;
			t = type_of_declarator(c, at, t, &one, &info);
		}
		if (!syn_d_array(outer)->size) {
			count = counted_by(c, at, t, init, s->loc);
			if (!count)
				return cexpr_error(c, s->loc);
		}
	} else {
		struct cdecl *tmpl = syn_type_id(type_id)->declarator
		                             ? NULL
		                             : ctad_template(c, at,
		                                             syn_type_id(type_id)->specs);
		struct cexprs given = {0};
		if (tmpl && init)
			ctad_args(c, at, init, &given);
		t = tmpl ? ctad_deduce(c, at, tmpl, &given,
		                       init && init->kind == SYN_INIT_LIST ? init : NULL,
		                       s->loc)
		         : type_of_type_id(c, at, type_id);
		if (ctype_has_auto(t)) {
			if (!init) {
				check_error(c, s->loc, E0618,
				            "'auto' needs an initialiser");
				return cexpr_error(c, s->loc);
			}
			t = init_deduce_type(c, at, t, init,
			                     init->kind == SYN_INIT_LIST
			                             ? INIT_LIST_DIRECT
			                             : INIT_DIRECT,
			                     s->loc);
		}
		if (t->kind == CT_ARRAY) {
			count = cexpr_int(c, c->t->basic[CT_ULONG], t->n, s->loc);
			t = t->base;
		}
	}
	if (t->kind == CT_ERROR || !type_complete(c, t, s->loc) ||
	    (count && is_error(count)))
		return cexpr_error(c, s->loc);
	if (!check_concrete(c, t, s->loc))
		return cexpr_error(c, s->loc);
	struct cexpr *e = cexpr_new(c, CE_NEW, ctype_ptr(c->t, t), s->loc), *hold = NULL;
	e->a = cexpr_int(c, c->t->basic[CT_ULONG], ctype_size(t), s->loc);
	if (count && alloc_counts(c, at, s, t))
		e->op = NEW_COUNTED;
	if (!allocate(c, at, s, e, &count, &hold))
		return cexpr_error(c, s->loc);
	e->narg = 2;
	/* the initialiser of one or all, their number, the first ones */
	e->arg = node_array(c, struct cexpr *, 3);
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
		if (!check_given(c, t, "a const object", s->loc))
			return cexpr_error(c, s->loc);
		e->arg[0] = t->kind == CT_CLASS ? init_default(c, ctype_unqual(t), s->loc)
		                                : NULL;
	}
	e->dtor = class_dtor(c, t);
	return e->arg[0] && is_error(e->arg[0]) ? cexpr_error(c, s->loc)
	                                        : value_in(c, hold, e);
}

static struct cdecl *hidden_variable(struct sema *c, const char *name,
                                     const struct ctype *t, struct cexpr *init,
                                     struct loc loc) {
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR,
	                            str_intern(c->u->names, name, strlen(name)), loc);
	d->type = t;
	d->state = CSTATE_CHECKED;
	d->scope = c->fn ? c->fn->scope : NULL;
	d->init = init;
	return d;
}

static struct cexpr *declared(struct sema *c, struct cstmt *block, struct cdecl *d) {
	struct cstmt *s = cstmt_new(c, CS_DECL, d->loc);
	s->decl = d;
	cstmt_push(c, block, s);
	return cexpr_load(c, cexpr_var(c, d, d->loc));
}

static void push_expr(struct sema *c, struct cstmt *block, struct cexpr *e) {
	struct cstmt *s = cstmt_new(c, CS_EXPR, e->loc);
	s->e = e;
	cstmt_push(c, block, s);
}

static const struct ctype *address_type(struct sema *c) {
	return ctype_ptr(c->t, c->t->basic[CT_VOID]);
}

/* whole = the object that *p is a part of; p->~T(), virtually; what its class does with
 * memory */
static void delete_whole(struct sema *c, struct cstmt *then, struct cexpr *e,
                         struct cexpr *p, bool is_global) {
	struct loc loc = e->loc;
	struct cdecl *whole = hidden_variable(
		c, "(whole)", address_type(c),
		class_whole_object(c, cexpr_deref(c, p), loc), loc);
	struct cexpr *at = declared(c, then, whole), *deleter = NULL;
	if (alloc_has_own_delete(c) && !is_global) {
		const struct ctype *arg = address_type(c);
		const struct ctype *f = ctype_func(c->t, c->t->basic[CT_VOID], &arg, 1,
		                                   false, 0, 0);
		struct cexpr *word = class_table_word(c, cexpr_deref(c, p), -1, loc);
		word = cast_scalar(c, word, ctype_ptr(c->t, f));
		deleter = declared(
			c, then, hidden_variable(c, "(deleter)", word->type, word, loc));
	}
	push_expr(c, then, build_call(c, e->dtor, cexpr_deref(c, p), NULL, 0, loc));
	e->a = at;
	e->dtor = NULL;
	if (!deleter) {
		push_expr(c, then, e);
		return;
	}
	struct cstmt *test = cstmt_new(c, CS_IF, loc);
	test->e = to_bool(c, deleter);
	test->s = cstmt_block(c, loc);
	test->t = cstmt_block(c, loc);
	push_expr(c, test->s, build_call_pointer(c, deleter, &at, 1, loc));
	push_expr(c, test->t, e);
	cstmt_push(c, then, test);
}

/* destroys what p points to, and has f give back the memory */
static void delete_by(struct sema *c, struct cscope *at, struct cstmt *then,
                      struct cexpr *e, struct cexpr *p, struct cdecl *f) {
	struct loc loc = e->loc;
	const struct ctype *t = p->type->base, *ulong = c->t->basic[CT_ULONG];
	struct cexpr *size = cexpr_int(c, ulong, ctype_size(t), loc), *block = p;
	if (e->op & DELETE_COUNTED) {
		struct cexpr *word = cexpr_new(c, CE_PTR_ADD, ctype_ptr(c->t, ulong),
		                               loc);
		word->a = cast_scalar(c, p, word->type);
		word->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)-1, loc);
		word = cexpr_load(c, cexpr_deref(c, word));
		struct cexpr *n = declared(
			c, then, hidden_variable(c, "(count)", ulong, word, loc));
		size = array_bytes(c, at, n, t, true, loc);
		block = cexpr_new(c, CE_PTR_ADD, ctype_ptr(c->t, c->t->basic[CT_CHAR]),
		                  loc);
		block->a = cast_scalar(c, p, block->type);
		block->b = cexpr_int(c, c->t->basic[CT_LONG], -ctype_count_bytes(t), loc);
	}
	if (e->dtor && !(e->op & DELETE_ARRAY)) {
		struct cexpr *destroy = cexpr_new(c, CE_DESTROY, c->t->basic[CT_VOID],
		                                  loc);
		destroy->a = cexpr_deref(c, p);
		destroy->dtor = func_definition(c, e->dtor);
		push_expr(c, then, destroy);
	} else if (e->dtor) {
		e->a = p;
		e->op |= DELETE_KEEPS;
		push_expr(c, then, e);
	}
	block = cast_scalar(c, block, address_type(c));
	push_expr(c, then, dealloc_call(c, f, block, size, loc));
}

struct cexpr *check_delete(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *p = rvalue(
		c, class_to_pointer(c, check_expr(c, at, syn_delete(s)->expr)));
	bool is_array = s->flags & SYNF_ARRAY, is_global = s->flags & SYNF_GLOBAL;
	if (is_error(p))
		return p;
	if (p->type->kind != CT_PTR) {
		check_error(c, s->loc, E0623, "delete of '%s', which is not a pointer",
		            check_type_text(c, p->type));
		return cexpr_error(c, s->loc);
	}
	struct cexpr *e = cexpr_new(c, CE_DELETE, c->t->basic[CT_VOID], s->loc);
	const struct ctype *t = p->type->base;
	e->a = p;
	e->dtor = check_destroyed(c, t, s->loc);
	if (is_array)
		e->op = DELETE_ARRAY | (alloc_counts(c, at, s, t) ? DELETE_COUNTED : 0);
	bool is_virtual = e->dtor && e->dtor->is_virtual && !is_array;
	struct cdecl *f = is_virtual ? NULL : dealloc_find(c, at, s, t, is_array);
	if (!is_virtual && !f)
		return e;
	/* ({ T *p = e; if (p) { ... } }) */
	struct cstmt *body = cstmt_block(c, s->loc), *test = cstmt_new(c, CS_IF, s->loc);
	p = declared(c, body,
	             hidden_variable(c, "(deleted)", ctype_unqual(p->type), p, s->loc));
	test->e = to_bool(c, p);
	test->s = cstmt_block(c, s->loc);
	cstmt_push(c, body, test);
	if (is_virtual)
		delete_whole(c, test->s, e, p, is_global);
	else
		delete_by(c, at, test->s, e, p, f);
	struct cexpr *r = cexpr_new(c, CE_STMT_EXPR, c->t->basic[CT_VOID], s->loc);
	r->body = body;
	return r;
}
