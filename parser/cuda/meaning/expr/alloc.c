/* alloc.c - which functions new and delete call ([expr.new]/9, [expr.delete]/9): those
 * that a class declares, or the program's own. The usual ones of the global namespace are
 * malloc and free, unless the program replaces them for the device.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/alloc.h"

#include <string.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/cuda/meaning/stmt/stmt.h"

static bool is_alloc_name(struct sema *c, const struct cdecl *f) {
	return f->name == c->name.op_new[0] || f->name == c->name.op_new[1];
}

static bool is_delete_name(struct sema *c, const struct cdecl *f) {
	return f->name == c->name.op_delete[0] || f->name == c->name.op_delete[1];
}

static bool is_global(struct sema *c, const struct cdecl *f) {
	return f->kind == CDECL_FUNC && !f->cls_owner && f->scope == c->u->global &&
	       f->type->kind == CT_FUNC && !f->ntarg;
}

static bool takes(const struct cdecl *f, u32 i, enum ctype_kind kind) {
	const struct ctype *t = ctype_unqual(f->type->param[i]);
	return kind == CT_VOID ? t->kind == CT_PTR && t->base->kind == CT_VOID
	                       : t->kind == kind;
}

/* operator new(size_t, void *): it returns its argument. */
static bool is_placement(struct sema *c, const struct cdecl *f) {
	return is_global(c, f) && is_alloc_name(c, f) && f->type->nparam == 2 &&
	       takes(f, 0, CT_ULONG) && takes(f, 1, CT_VOID);
}

static struct cdecl *c_library(struct sema *c, const char *name) {
	struct str *key = str_intern(c->u->names, name, strlen(name));
	for (struct cdecl *d = cscope_find_here(c->u->global, key, 0); d; d = d->next) {
		struct cdecl *f = decl_of(c, d);
		if (f && f->kind == CDECL_FUNC && decl_is_device(f))
			return f;
	}
	return NULL;
}

/* Whether the program defines a function of the global namespace that the library has,
 * too ([replacement.functions]). */
static bool is_replaced(struct sema *c, struct cdecl *f) {
	const struct cdecl *def = is_global(c, f) ? func_definition(c, f) : NULL;
	return def && def->has_definition && !def->is_system && decl_is_device(def);
}

struct cdecl *alloc_on_device(struct sema *c, struct cdecl *f, u32 *narg) {
	struct cdecl *to = NULL;
	if (!f->name || f->cls_owner || !is_global(c, f) ||
	    !(is_alloc_name(c, f) || is_delete_name(c, f)) || is_replaced(c, f))
		return f;
	u32 n = f->type->nparam;
	if (is_alloc_name(c, f) && n == 1 && takes(f, 0, CT_ULONG))
		to = c_library(c, "malloc");
	else if (is_delete_name(c, f) && takes(f, 0, CT_VOID) &&
	         (n == 1 || (n == 2 && takes(f, 1, CT_ULONG))))
		to = c_library(c, "free");
	if (to)
		*narg = 1;
	return to ? to : f;
}

/* Finds the functions of this name that an expression with objects of type t means: the
 * class's, else the program's. */
static void find_functions(struct sema *c, struct cscope *at, const struct ctype *t,
                           struct str *name, const struct syn *s, struct coverload *set) {
	struct cdecl *first = NULL;
	*set = (struct coverload){.name = name, .at = at};
	t = ctype_unqual(ctype_element(t));
	if (t->kind == CT_CLASS && !(s->flags & SYNF_GLOBAL) && type_try_complete(c, t))
		first = lookup_member(c, t, name, s->loc);
	set->is_member = first != NULL;
	if (!first)
		first = cscope_find_here(c->u->global, name, 0);
	if (first)
		overload_add_chain(c, first, &set->cand);
}

/* ---- new --------------------------------------------------------------------------- */

static bool any_replaced(struct sema *c, const struct cdecls *cand) {
	for (u32 i = 0; i < cand->n; i++) {
		struct cdecl *f = decl_of(c, cand->at[i]);
		if (f && f->kind == CDECL_FUNC && f->type->nparam == 1 &&
		    is_replaced(c, f))
			return true;
	}
	return false;
}

bool alloc_find(struct sema *c, struct cscope *at, const struct ctype *t, bool is_array,
                const struct syn *s, struct coverload *set) {
	find_functions(c, at, t, c->name.op_new[is_array], s, set);
	return set->is_member || syn_new(s)->placement->nkid ||
	       any_replaced(c, &set->cand);
}

struct cexpr *alloc_call(struct sema *c, struct cscope *at, struct syn *s,
                         struct coverload *set, struct cexpr *size, struct cdecl **by) {
	struct syn *place = syn_new(s)->placement;
	struct cexprs args = {0};
	vec_push(c->a, &args, size);
	check_args(c, at, place->kid, place->nkid, &args);
	for (u32 i = 0; i < args.n; i++)
		if (is_error(args.at[i]))
			return args.at[i];
	struct cdecl *f = NULL;
	if (set->cand.n) {
		f = overload_pick(c, set, args.at, args.n, s->loc, true);
		if (!f)
			return cexpr_error(c, s->loc);
	}
	if (!f || is_placement(c, f)) {
		if (args.n == 2)
			return convert(c, args.at[1],
			               ctype_ptr(c->t, c->t->basic[CT_VOID]),
			               CONV_IMPLICIT, s->loc);
		check_error(c, s->loc, E0616,
		            "no 'operator new' takes these %u arguments", place->nkid);
		return cexpr_error(c, s->loc);
	}
	check_member_access(c, at, f, s->loc);
	*by = f;
	return build_call(c, f, NULL, args.at, args.n, s->loc);
}

/* ---- delete ------------------------------------------------------------------------ */

/* Returns the usual operator delete of several ([expr.delete]/10): of a class the one
 * that does not take the size, if there is one; of the program the one that does, which
 * an array without destructors does not call. */
static struct cdecl *usual(struct sema *c, const struct coverload *set, bool is_plain) {
	struct cdecl *found[2] = {NULL, NULL};
	bool prefers_size = !set->is_member && !is_plain;
	for (u32 i = 0; i < set->cand.n; i++) {
		struct cdecl *f = decl_of(c, set->cand.at[i]);
		if (!f || f->kind != CDECL_FUNC || !f->type->nparam ||
		    !takes(f, 0, CT_VOID) || !(set->is_member || is_replaced(c, f)))
			continue;
		if (f->type->nparam == 1)
			found[0] = f;
		else if (f->type->nparam == 2 && takes(f, 1, CT_ULONG))
			found[1] = f;
	}
	return found[prefers_size] ? found[prefers_size] : found[!prefers_size];
}

struct cdecl *dealloc_find(struct sema *c, struct cscope *at, const struct syn *s,
                           const struct ctype *t, bool is_array) {
	struct coverload set;
	find_functions(c, at, t, c->name.op_delete[is_array], s, &set);
	struct cdecl *f = usual(c, &set, is_array && !class_dtor(c, ctype_element(t)));
	if (!f && set.is_member)
		check_error(c, s->loc, E0616,
		            "'%s' has no '%s' that takes only a pointer and a size",
		            check_type_text(c, ctype_element(t)), set.name->s);
	return f;
}

struct cexpr *dealloc_call(struct sema *c, struct cdecl *f, struct cexpr *p,
                           struct cexpr *size, struct loc loc) {
	struct cexpr *arg[2] = {p, size};
	check_member_access(c, NULL, f, loc);
	return build_call(c, f, NULL, arg, f->type->nparam, loc);
}

bool alloc_counts(struct sema *c, struct cscope *at, const struct syn *s,
                  const struct ctype *t) {
	if (class_dtor(c, ctype_element(t)))
		return true;
	struct coverload set;
	find_functions(c, at, t, c->name.op_delete[1], s, &set);
	struct cdecl *f = set.is_member ? usual(c, &set, true) : NULL;
	return f && f->type->nparam == 2;
}

/* ---- delete of an object of a derived class ---------------------------------------- */

bool alloc_has_own_delete(struct sema *c) {
	const struct cunit *u = c->u;
	if (c->own_delete)
		return c->own_delete > 0;
	c->own_delete = -1;
	for (u32 i = 1; i + 1 < u->ntoken && c->own_delete < 0; i++) {
		if (u->token[i].kind != CU_OPERATOR ||
		    u->token[i + 1].kind != CU_DELETE || u->token[i - 1].kind == CU_SCOPE)
			continue;
		if (!(u->token[i].flags & CU_TF_SYSTEM))
			c->own_delete = 1;
	}
	return c->own_delete > 0;
}

/* Makes the deleter of a class whose operator delete takes the size of the object. */
static struct cdecl *sized_deleter(struct sema *c, struct cdecl *d, struct cdecl *to) {
	const char *text = arena_printf(c->a, "__simt_delete%s",
	                                mangle_type(c->u, d->type)->s);
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, to->name, to->loc);
	f->link_name = str_intern(c->u->names, text, strlen(text));
	f->state = CSTATE_CHECKED;
	f->scope = to->scope;
	f->cls_owner = d;
	f->has_definition = f->is_defaulted = f->is_static_member_func = true;
	f->is_thunk = true;
	f->flags = (to->flags & (SPEC_DEVICE | SPEC_HOST)) | SPEC_INLINE;
	f->type = ctype_func(c->t, c->t->basic[CT_VOID], to->type->param, 1, false, 0, 0);
	f->target = to;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, d->inner, f);
	struct cdecl *p = cdecl_new(c->a, CDECL_VAR, c->name.this_, to->loc);
	p->type = to->type->param[0];
	p->state = CSTATE_CHECKED;
	p->is_param = true;
	p->scope = f->inner;
	vec_push(c->a, &f->param, p);
	f->min_args = 1;
	return f;
}

struct cexpr *class_deleter(struct sema *c, struct cdecl *d) {
	const struct cdecl *dtor = d->cls->dtor;
	if (!dtor || !dtor->is_virtual || !alloc_has_own_delete(c))
		return NULL;
	const struct syn none = {.loc = d->loc};
	struct cdecl *f = dealloc_find(c, d->inner, &none, d->type, false);
	if (!f)
		return NULL;
	if (f->type->nparam > 1)
		f = sized_deleter(c, d, f);
	struct cexpr *e = cexpr_new(c, CE_FUNC, f->type, d->loc);
	e->decl = func_definition(c, f);
	e->is_lvalue = true;
	check_use(c, e->decl, d->loc);
	e->decl->is_address_taken = true;
	return cexpr_addr(c, e);
}

void class_deleter_body(struct sema *c, struct cdecl *f) {
	u64 size = ctype_size(f->cls_owner->type);
	struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
	s->e = dealloc_call(c, f->target,
	                    cexpr_load(c, cexpr_var(c, f->param.at[0], f->loc)),
	                    cexpr_int(c, c->t->basic[CT_ULONG], size, f->loc), f->loc);
	cstmt_push(c, f->body, s);
}
