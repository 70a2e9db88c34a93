/* list.c - std::initializer_list ([dcl.init.list]): an array that lives as long as a
 * temporary, and an object that says where it is and how long. The class is the C++
 * library's own; only its two members are known here.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/init/list.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/binding.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/template/arg.h"

static bool is_std(const struct cscope *s) {
	while (s && s->is_inline)
		s = s->parent;
	return s && s->kind == CSCOPE_NAMESPACE && s->owner && s->owner->name &&
	       strcmp(s->owner->name->s, "std") == 0;
}

const struct ctype *list_element(const struct ctype *t) {
	const struct cdecl *d = t->kind == CT_CLASS ? t->decl : NULL;
	if (!d || !d->is_inst || !d->pattern || !d->pattern->name || d->ntarg != 1 ||
	    d->targ[0].kind != TARG_TYPE || !is_std(d->pattern->scope) ||
	    strcmp(d->pattern->name->s, "initializer_list") != 0)
		return NULL;
	return d->targ[0].type;
}

bool list_names_type(const struct syn *id) {
	return id && id->kind == SYN_TEMPLATE_ID && id->nkid == 1 &&
	       strcmp(id->name->s, "initializer_list") == 0;
}

const struct ctype *list_type(struct sema *c, const struct ctype *elem, struct loc loc) {
	struct ctargs args = {0};
	vec_push(c->a, &args, ((struct ctarg){.kind = TARG_TYPE, .type = elem}));
	struct cdecl *d = std_instance(c, "initializer_list", &args, loc);
	if (d && d->type)
		return d->type;
	struct diag_record *r = check_error(
		c, loc, E0618, "no type can be deduced from this initialiser");
	check_note(c, r, "a braced list needs #include <initializer_list>");
	return c->t->basic[CT_ERROR];
}

void list_elements(struct sema *c, const struct cexpr *list, struct cexprs *out) {
	struct syn *s = list->set->list;
	check_args(c, list->set->at, s->kid, s->nkid, out);
}

const struct ctype *list_deduce(struct sema *c, const struct cexpr *list) {
	struct cexprs e = {0};
	const struct ctype *elem = NULL;
	list_elements(c, list, &e);
	for (u32 i = 0; i < e.n; i++) {
		const struct ctype *t = e.at[i]->type->kind == CT_INIT_LIST
		                                ? NULL
		                                : decay(c, e.at[i])->type;
		if (t && t->kind == CT_ERROR)
			return t;
		if (!t || t->kind == CT_OVERLOAD || t->kind == CT_VOID ||
		    (elem && elem != ctype_unqual(t)))
			return NULL;
		elem = ctype_unqual(t);
	}
	return elem;
}

struct ics list_conversion(struct sema *c, const struct cexpr *list,
                           const struct ctype *elem, const struct ctype *to) {
	struct cexprs e = {0};
	struct ics worst = {.kind = ICS_STANDARD, .rank = RANK_EXACT, .to = to};
	list_elements(c, list, &e);
	for (u32 i = 0; i < e.n; i++) {
		struct ics one = ics_find(c, e.at[i], elem, CONV_IMPLICIT);
		if (one.kind > worst.kind ||
		    (one.kind == worst.kind && one.rank > worst.rank)) {
			worst.kind = one.kind;
			worst.rank = one.rank;
		}
	}
	worst.is_list = worst.is_init_list = true;
	return worst;
}

/* { pointer, length } */
struct cexpr *list_make(struct sema *c, struct cscope *at, const struct ctype *t,
                        struct syn *list, struct loc loc) {
	const struct ctype *elem = list_element(t);
	struct cclass *cls = type_complete(c, t, loc) ? class_of(t) : NULL;
	if (!cls || cls->field.n != 2 || cls->field.at[0].type->kind != CT_PTR ||
	    !ctype_is_integer(cls->field.at[1].type)) {
		if (cls)
			check_error(c, loc, E0608,
			            "this library's std::initializer_list is not a "
			            "pointer and a "
			            "length");
		return cexpr_error(c, loc);
	}
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, ctype_unqual(t), loc);
	e->narg = 2;
	e->arg = node_array(c, struct cexpr *, 2);
	u64 n = 0;
	struct cexpr *first = cexpr_int(c, cls->field.at[0].type, 0, loc);
	if (list->nkid) {
		const struct ctype *array = ctype_array(c->t, elem, false, 0);
		struct cexpr *a = init_from_list(c, at, array, list, loc);
		if (is_error(a))
			return a;
		n = a->type->n;
		if (n)
			first = decay(c, materialise(c, a));
	}
	e->arg[0] = cast_scalar(c, first, cls->field.at[0].type);
	e->arg[1] = cexpr_int(c, cls->field.at[1].type, n, loc);
	return e;
}

void list_extend(struct cexpr *e, struct cdecl *d) {
	if (!e || e->kind != CE_INIT_LIST || !list_element(e->type) || e->narg != 2)
		return;
	struct cexpr *first = e->arg[0];
	while (first && (first->kind == CE_CAST || first->kind == CE_ADDR))
		first = first->a;
	if (first && first->kind == CE_TEMP)
		first->decl = d;
}

/* Whether a constructor takes the whole list as a std::initializer_list; such ones are
 * tried first ([over.match.list]). */
static bool takes_list(struct sema *c, const struct cdecl *f) {
	if (f->kind == CDECL_FUNC && f->type && f->type->kind == CT_FUNC)
		return f->type->nparam && f->min_args <= 1 &&
		       list_element(ctype_unqual(ctype_noref(f->type->param[0])));
	if (f->kind != CDECL_TEMPLATE)
		return false;
	struct syn *s = f->syn;
	struct declarator_info info = declarator_peek(syn_first_declarator(s));
	struct syn *p = info.func && syn_d_func(info.func)->params->nkid
	                        ? syn_d_func(info.func)->params->kid[0]
	                        : NULL;
	struct syn *type = p && p->kind == SYN_PARAM
	                           ? syn_specs(syn_param(p)->specs)->type
	                           : NULL;
	if (type && type->kind == SYN_QUALIFIED)
		type = type->kid[type->nkid - 1];
	(void)c;
	return list_names_type(type);
}

struct cdecl *list_constructor(struct sema *c, const struct ctype *t,
                               struct cexpr *list) {
	struct coverload all = {0}, set = {0};
	class_constructors(c, t, &all.cand);
	for (u32 i = 0; i < all.cand.n; i++)
		if (takes_list(c, all.cand.at[i]))
			vec_push(c->a, &set.cand, all.cand.at[i]);
	if (!set.cand.n)
		return NULL;
	if (!list->set->list->nkid) /* {}: the default constructor, if there is one */
		for (u32 i = 0; i < all.cand.n; i++)
			if (all.cand.at[i]->kind == CDECL_FUNC &&
			    !all.cand.at[i]->min_args)
				return NULL;
	return overload_pick(c, &set, &list, 1, list->loc, false);
}
