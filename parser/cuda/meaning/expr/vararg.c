/* vararg.c - functions with variable arguments. What follows the named parameters is put
 * into a buffer of the caller, each argument in whole words of eight bytes, and its
 * address is passed as one more parameter: a va_list is a pointer into it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/vararg.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"

enum { WORD = 8 };

const struct ctype *vararg_list_type(struct sema *c) {
	return ctype_ptr(c->t, c->t->basic[CT_CHAR]);
}

/* Promotes an argument ([expr.call]/12). */
struct cexpr *vararg_promote(struct sema *c, struct cexpr *e) {
	if (e->type->kind == CT_OVERLOAD || e->type->kind == CT_INIT_LIST) {
		check_error(c, e->loc, E0615,
		            "this argument has no type that '...' could pass");
		return cexpr_error(c, e->loc);
	}
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	if (e->type->kind == CT_FLOAT)
		return cast_scalar(c, e, c->t->basic[CT_DOUBLE]);
	e = bits_promoted(c, e);
	if (ctype_is_integer(e->type) || e->type->kind == CT_ENUM)
		return cast_scalar(c, e, ctype_promoted(c->t, ctype_underlying(e->type)));
	if (e->type->kind == CT_CLASS)
		return init_from(c, ctype_unqual(e->type), &e, 1, INIT_COPY, e->loc);
	return e;
}

void vararg_declare(struct sema *c, struct cdecl *f) {
	struct cdecl *p = cdecl_new(c->a, CDECL_VAR, NULL, f->loc);
	p->type = vararg_list_type(c);
	p->is_param = true;
	p->state = CSTATE_CHECKED;
	p->scope = f->inner;
	cdecl_rare_set(c->a, f)->va_param = p;
	vec_push(c->a, &f->param, p);
}

static bool can_pass(struct sema *c, const struct ctype *t, struct loc loc) {
	if (t->kind == CT_VOID || !type_complete(c, t, loc)) {
		check_error(c, loc, E0615, "'%s' cannot be passed through '...'",
		            check_type_text(c, t));
		return false;
	}
	if (!type_is_trivially_copyable(c, t)) {
		check_error(
			c, loc, E0615,
			"'%s' cannot be passed through '...': copying it is not trivial",
			check_type_text(c, t));
		return false;
	}
	return true;
}

struct cexpr *vararg_pack(struct sema *c, struct cexpr **arg, u32 n, struct loc loc) {
	const struct ctype *list = vararg_list_type(c);
	if (!n)
		return cexpr_int(c, list, 0, loc);
	struct cdecl *cls = class_make(c, loc);
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, cls->type, loc);
	e->arg = node_array(c, struct cexpr *, n);
	e->narg = n;
	for (u32 i = 0; i < n; i++) {
		e->arg[i] = vararg_promote(c, arg[i]);
		if (is_error(e->arg[i]) || !can_pass(c, e->arg[i]->type, arg[i]->loc))
			return cexpr_error(c, loc);
		struct cdecl *f = class_add_field(
			c, cls, NULL, ctype_unqual(e->arg[i]->type), arg[i]->loc);
		f->align_attr = MAX(WORD, ctype_align(f->type));
	}
	class_finish(c, cls);
	return cast_scalar(c, cexpr_addr(c, materialise(c, e)), list);
}

/* ---- va_start and the like --------------------------------------------------------- */

static struct cexpr *list_lvalue(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = check_expr(c, at, s);
	if (is_error(e))
		return e;
	if (!e->is_lvalue || ctype_unqual(e->type) != vararg_list_type(c)) {
		check_error(c, s->loc, E0623, "'%s' is not a va_list",
		            check_type_text(c, e->type));
		return cexpr_error(c, s->loc);
	}
	return e;
}

static struct cexpr *set_list(struct sema *c, struct cexpr *to, struct cexpr *from,
                              struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_ASSIGN, to->type, loc);
	e->a = to;
	e->b = from;
	e->is_lvalue = true;
	struct cexpr *v = cexpr_new(c, CE_CAST, c->t->basic[CT_VOID], loc);
	v->a = e;
	return v;
}

struct cexpr *check_va_builtin(struct sema *c, struct cscope *at, struct syn *s,
                               const char *name) {
	bool is_start = strcmp(name, "__builtin_va_start") == 0,
	     is_copy = strcmp(name, "__builtin_va_copy") == 0,
	     is_end = strcmp(name, "__builtin_va_end") == 0;
	if (!is_start && !is_copy && !is_end)
		return NULL;
	if (s->nkid != (is_end ? 2u : 3u)) {
		check_error(c, s->loc, E0616, "too %s arguments to '%s'",
		            s->nkid < 3 ? "few" : "many", name);
		return cexpr_error(c, s->loc);
	}
	struct cexpr *list = list_lvalue(c, at, syn_call(s)->arg[0]);
	if (is_error(list))
		return list;
	if (is_end)
		return cexpr_new(c, CE_ZERO, c->t->basic[CT_VOID], s->loc);
	if (is_copy) {
		struct cexpr *from = list_lvalue(c, at, syn_call(s)->arg[1]);
		return is_error(from) ? from
		                      : set_list(c, list, cexpr_load(c, from), s->loc);
	}
	struct cdecl *p = c->fn ? cdecl_rare(c->fn->func)->va_param : NULL;
	if (!p) {
		check_error(c, s->loc, E0630,
		            "va_start in a function without variable arguments");
		return cexpr_error(c, s->loc);
	}
	return set_list(c, list, cexpr_load(c, cexpr_var(c, p, s->loc)), s->loc);
}

/* list = (list + align - 1) & -align: the argument is aligned in its buffer, which is as
 * much aligned. */
static struct cexpr *aligned_list(struct sema *c, struct cexpr *list, u64 align,
                                  struct loc loc) {
	const struct ctype *number = c->t->basic[CT_ULONG];
	struct cexpr *sum = cexpr_new(c, CE_ADD, number, loc),
		     *mask = cexpr_new(c, CE_AND, number, loc),
		     *set = cexpr_new(c, CE_ASSIGN, list->type, loc);
	sum->a = cast_scalar(c, cexpr_load(c, list), number);
	sum->b = cexpr_int(c, number, align - 1, loc);
	mask->a = sum;
	mask->b = cexpr_int(c, number, ~(align - 1), loc);
	set->a = list;
	set->b = cast_scalar(c, mask, list->type);
	set->is_lvalue = true;
	return set;
}

/* Whether the expression may be evaluated twice. */
static bool is_plain(const struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
	case CE_THIS: return true;
	case CE_DEREF:
	case CE_LOAD:
	case CE_MEMBER:
	case CE_TO_BASE: return is_plain(e->a);
	default: return false;
	}
}

/* va_arg(list, T): ((T *)(list += size))[-size] */
struct cexpr *check_va_arg(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *list = list_lvalue(c, at, syn_va_arg(s)->expr);
	const struct ctype *t = type_of_type_id(c, at, syn_va_arg(s)->type_id);
	if (is_error(list) || t->kind == CT_ERROR)
		return cexpr_error(c, s->loc);
	t = ctype_unqual(t);
	if (!can_pass(c, t, syn_va_arg(s)->type_id->loc))
		return cexpr_error(c, s->loc);
	s64 size = (s64)alignup(ctype_size(t), WORD);
	if (ctype_align(t) > WORD && !is_plain(list)) {
		check_error(
			c, syn_va_arg(s)->expr->loc, E0608,
			"va_arg of '%s', which is aligned to more than %d bytes, needs a "
			"variable as its list in device code",
			check_type_text(c, t), WORD);
		return cexpr_error(c, s->loc);
	}
	if (ctype_align(t) > WORD)
		list = aligned_list(c, list, ctype_align(t), s->loc);
	struct cexpr *step = cexpr_new(c, CE_COMPOUND, list->type, s->loc);
	step->op = CE_PTR_ADD;
	step->a = list;
	step->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)size, s->loc);
	step->calc = list->type;
	step->is_lvalue = true;
	struct cexpr *back = cexpr_new(c, CE_PTR_ADD, list->type, s->loc);
	back->a = cexpr_load(c, step);
	back->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)-size, s->loc);
	return cexpr_load(c, cexpr_deref(c, cast_scalar(c, back, ctype_ptr(c->t, t))));
}
