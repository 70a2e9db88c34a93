/* deduce.c - template argument deduction ([temp.deduct]): matches a pattern, which is
 * syntax that names parameters, with actual types and values. The parts of a pattern that
 * nothing can be deduced from (the left of a ::, decltype, an expression of a parameter)
 * are skipped, and compared after substitution.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/deduce.h"

#include "base/scratch.h"
#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduction.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

static struct ctarg *copy_args(const struct deduction *d, const struct ctarg *from) {
	size_t n = d->params->nkid + 1;
	return from ? arena_copy(d->c->a, from, sizeof *from * n, 8)
	            : arena_array(d->c->a, struct ctarg, n);
}

static bool *copy_flags(const struct deduction *d, const bool *from) {
	size_t n = d->params->nkid + 1;
	return from ? arena_copy(d->c->a, from, sizeof *from * n, 8)
	            : arena_array(d->c->a, bool, n);
}

/* Copies bindings to *to and *is_to, in `room` if they fit there; NULL: there are none.
 */
static void copy_bindings(const struct deduction *d, struct bindings *room,
                          const struct ctarg *bound, const bool *is_bound,
                          struct ctarg **to, bool **is_to) {
	u32 n = d->params->nkid;
	if (n > TARG_ROOM) {
		*to = copy_args(d, bound);
		*is_to = copy_flags(d, is_bound);
		return;
	}
	*to = room->bound;
	*is_to = room->is_bound;
	if (bound && n) {
		memcpy(room->bound, bound, sizeof *bound * n);
		memcpy(room->is_bound, is_bound, n);
	} else {
		memset(room->bound, 0, sizeof *bound * n);
		memset(room->is_bound, 0, n);
	}
}

/* Gives `d` a copy of the bindings. */
static void save_bindings(struct deduction *d, struct bindings *room,
                          const struct ctarg *bound, const bool *is_bound) {
	copy_bindings(d, room, bound, is_bound, &d->bound, &d->is_bound);
}

static int param_index(const struct deduction *d, const struct str *name) {
	return tparam_index(d->params, name);
}

/* ---- binding ----------------------------------------------------------------------- */

static bool bind_pack_element(struct deduction *d, u32 i, const struct ctarg *a) {
	struct ctarg *pack = &d->bound[i];
	if (!d->is_bound[i]) {
		*pack = (struct ctarg){.kind = TARG_PACK};
		d->is_bound[i] = true;
	}
	if (pack->kind != TARG_PACK)
		return false;
	if (d->pack_index < pack->nelem)
		return targ_equal(&pack->elem[d->pack_index], a);
	/* a copy of the bindings that has fewer elements does not see the new one */
	u32 n = d->pack_index + 1, more = n - pack->nelem;
	struct ctarg *elem = pack->elem;
	if (!scratch_extend(d->c->a, elem, pack->nelem * sizeof *a, more * sizeof *a)) {
		elem = arena_array_raw(d->c->a, struct ctarg, n);
		if (pack->nelem)
			memcpy(elem, pack->elem, pack->nelem * sizeof *a);
	}
	memset(elem + pack->nelem, 0, more * sizeof *a);
	elem[d->pack_index] = *a;
	pack->elem = elem;
	pack->nelem = n;
	return true;
}

static bool same_value(const struct ctarg *a, const struct ctarg *b) {
	if (a->kind == TARG_VALUE && b->kind == TARG_VALUE)
		return a->value == b->value; /* retype makes their types equal */
	return targ_equal(a, b);
}

/* Whether an argument that was read without its parameter is the actual one: an object of
 * a class is made with the type of that. */
static bool same_written(struct sema *c, struct cscope *at, struct ctarg *written,
                         const struct ctarg *actual) {
	bool has_type = actual->kind == TARG_VALUE || targ_is_object(actual);
	if (written->init &&
	    (!has_type ||
	     !targ_convert_object(c, at, actual->type, written, written->init->loc)))
		return false;
	return same_value(written, actual);
}

/* Whether it is template<auto V>: the value's type is deduced with it. */
static bool has_auto_type(const struct syn *p) {
	const struct syn *type =
		p->kind == SYN_TPARAM_VALUE
			? syn_specs(syn_param(syn_tparam_value(p)->param)->specs)->type
			: NULL;
	return type && type->kind == SYN_AUTO;
}

static bool bind(struct deduction *d, u32 i, const struct ctarg *a) {
	const struct syn *p = d->params->kid[i];
	if (!targ_is_for(d->c, a, p))
		return false;
	if (tparam_is_pack(p))
		return d->in_pack && bind_pack_element(d, i, a);
	if (d->is_bound[i])
		return same_value(&d->bound[i], a) &&
		       (d->bound[i].type == a->type || a->kind != TARG_VALUE ||
		        !has_auto_type(p));
	d->bound[i] = *a;
	d->is_bound[i] = true;
	return true;
}

static bool bind_type(struct deduction *d, u32 i, const struct ctype *t) {
	return bind(d, i, &(struct ctarg){.kind = TARG_TYPE, .type = t});
}

/* ---- whether a pattern mentions parameters ----------------------------------------- */

static bool mentions(const struct deduction *d, const struct syn *s) {
	return tparam_named_in(d->params, s, NULL);
}

/* Whether a pattern is open: it mentions a parameter whose argument is not explicit. */
static bool mentions_open(const struct deduction *d, const struct syn *s) {
	return tparam_named_in(d->params, s, d->is_fixed);
}

/* Returns the scope in which a pattern that is not open is read: explicit arguments are
 * substituted before any are deduced ([temp.arg.explicit], [temp.deduct]/2). */
static struct cscope *fixed_scope(const struct deduction *d, const struct syn *pattern) {
	return mentions(d, pattern)
	               ? template_scope_of_some(d->c, d->tmpl, d->bound, d->is_fixed)
	               : d->at;
}

/* ---- matching ---------------------------------------------------------------------- */

static bool match_args(struct deduction *d, struct syn **pattern, u32 np,
                       const struct ctarg *actual, u32 na);

static bool match_value(struct deduction *d, struct syn *pattern,
                        const struct ctarg *actual) {
	while (pattern->kind == SYN_PAREN)
		pattern = syn_paren(pattern)->expr;
	if (pattern->kind == SYN_NAME) {
		int i = param_index(d, pattern->name);
		if (i >= 0)
			return bind(d, (u32)i, actual);
	}
	if (mentions_open(d, pattern))
		return true; /* not deduced */
	struct syn id = {.kind = SYN_TEMPLATE_ID, .nkid = 1, .kid = &pattern};
	struct ctargs one = {0};
	struct arena *temp = &d->c->temp;
	struct arena_mark mark = arena_mark(temp);
	bool ok = template_args_in(d->c, temp, fixed_scope(d, pattern), &id, NULL,
	                           &one) &&
	          one.n == 1 && same_written(d->c, d->at, &one.at[0], actual);
	arena_rewind(temp, mark);
	return ok;
}

struct cdecl *deduction_template(struct deduction *d, struct syn *id) {
	struct syn *last;
	struct cscope *in;
	struct cdecl *t = decl_of(d->c, lookup_id(d->c, d->at, id, &last, &in));
	if (!t || t->kind != CDECL_TEMPLATE)
		return t && t->kind == CDECL_TYPE && t->type && t->type->kind == CT_CLASS
		               ? t->type->decl->pattern
		               : NULL;
	return template_canonical(d->c, t);
}

/* Whether it stands for the default argument of a parameter, of made-up ones. */
static bool is_made_up_default(const struct ctarg *a, const struct cdecl *tmpl, u32 i) {
	return a->kind == TARG_TYPE && a->type->kind == CT_SYNTH &&
	       a->type->decl->pattern == tmpl && a->type->decl->field_index == i;
}

struct ctargs deduce_written(struct sema *c, struct cdecl *tmpl, const struct syn *id,
                             const struct ctarg *targ, u32 n) {
	for (u32 i = 0; i < id->nkid; i++)
		if (id->kid[i]->kind == SYN_PACK_EXPANSION)
			return targs_flat(c, targ, n);
	if (id->nkid >= n)
		return targs_flat(c, targ, n);
	struct ctarg *all = arena_copy(c->a, targ, sizeof *targ * MAX(n, 1u), 8);
	u32 i = id->nkid;
	while (i < n && i < tmpl->params->nkid && !tparam_is_pack(tmpl->params->kid[i]) &&
	       (is_made_up_default(&targ[i], tmpl, i) ||
	        (template_bind_default(c, tmpl, i, all) &&
	         targ_equal(&all[i], &targ[i]))))
		i++;
	scratch_drop_block(c->a, all, sizeof *targ * MAX(n, 1u));
	return targs_flat(c, targ, i == n ? id->nkid : n);
}

static bool match_instance(struct deduction *d, struct syn *id, struct cdecl *inst) {
	struct ctargs flat = deduce_written(d->c, inst->pattern, id, inst->targ,
	                                    inst->ntarg);
	bool ok = match_args(d, id->kid, id->nkid, flat.at, flat.n);
	template_args_drop(d->c, &flat);
	return ok;
}

/* Binds the parameters of an alias whose arguments are not open: in al<L, V>, the first
 * if L = 4 is explicit. */
static void fix_known(const struct deduction *d, struct deduction *in, struct syn *id) {
	bool failed = quiet_begin(d->c);
	for (u32 i = 0; i < in->params->nkid && i < id->nkid; i++) {
		if (tparam_is_pack(in->params->kid[i]) ||
		    id->kid[i]->kind == SYN_PACK_EXPANSION)
			break;
		struct syn one = {.kind = SYN_TEMPLATE_ID, .nkid = 1, .kid = &id->kid[i]};
		struct ctargs value = {0};
		if (mentions_open(d, id->kid[i]) ||
		    !template_args_of(d->c, fixed_scope(d, id->kid[i]), &one, NULL,
		                      &value) ||
		    value.n != 1 || !targ_is_for(d->c, &value.at[0], in->params->kid[i]))
			continue;
		in->bound[i] = value.at[0];
		in->is_bound[i] = in->is_fixed[i] = true;
	}
	quiet_end(d->c, failed);
}

/* Matches al<...>, where al is an alias template: matching the type that al stands for
 * deduces al's own parameters, and these are matched with the arguments. What cannot be
 * deduced that way is compared after substitution. */
static bool match_alias(struct deduction *d, struct cdecl *alias, struct syn *id,
                        const struct ctype *actual) {
	struct sema *c = d->c;
	u32 n = alias->params->nkid;
	struct deduction in = {.c = c,
	                       .tmpl = alias,
	                       .at = alias->tscope ? alias->tscope : alias->scope,
	                       .params = alias->params,
	                       .bound = arena_array(c->a, struct ctarg, n + 1),
	                       .is_bound = arena_array(c->a, bool, n + 1),
	                       .is_fixed = arena_array(c->a, bool, n + 1)};
	if (!check_enter(c, id->loc))
		return false;
	fix_known(d, &in, id);
	bool ok = deduction_match_type_id(&in, syn_alias(alias->syn)->type_id, actual);
	check_leave(c);
	u32 k = 0;
	for (u32 i = 0; ok && i < n && k < id->nkid; i++) {
		if (tparam_is_pack(alias->params->kid[i]))
			return !in.is_bound[i] ||
			       match_args(d, id->kid + k, id->nkid - k, in.bound[i].elem,
			                  in.bound[i].nelem);
		if (id->kid[k]->kind == SYN_PACK_EXPANSION)
			return true;
		if (in.is_bound[i] && !in.is_fixed[i])
			ok = match_args(d, id->kid + k, 1, &in.bound[i], 1);
		k++;
	}
	return ok;
}

/* Matches X<...>, or TT<...> with a template parameter TT, with a class; `quals` stand
 * before it. */
static bool match_template_id(struct deduction *d, struct syn *whole, struct syn *id,
                              u8 quals, const struct ctype *actual) {
	int p = whole == id ? param_index(d, id->name) : -1;
	struct cdecl *tmpl = p < 0 ? deduction_template(d, whole) : NULL;
	u8 own = ctype_element(actual)->quals & (Q_CONST | Q_VOLATILE);
	/* what an alias stands for may have qualifiers of its own */
	if (tmpl && tmpl->syn->kind == SYN_ALIAS)
		return (own & quals) == quals &&
		       match_alias(d, tmpl, id,
		                   ctype_qualified(d->c->t,
		                                   type_without(d->c, actual, UINT8_MAX),
		                                   own & (u8)~quals));
	if (actual->kind != CT_CLASS || own != quals)
		return false;
	actual = ctype_unqual(actual);
	struct cdecl *inst = actual->decl;
	if (p < 0)
		return tmpl && inst->pattern == tmpl && match_instance(d, id, inst);
	struct ctarg made_of = {.kind = TARG_TEMPLATE, .decl = inst->pattern};
	return inst->is_inst && targ_is_for(d->c, &made_of, d->params->kid[p]) &&
	       bind(d, (u32)p, &made_of) && match_instance(d, id, inst);
}

/* Matches a name with a type; `specs`: the specifiers that it stands in, with `quals`, or
 * NULL. */
static bool match_name(struct deduction *d, struct syn *specs, struct syn *type, u8 quals,
                       const struct ctype *actual) {
	struct syn *last = type->kind == SYN_QUALIFIED ? type->kid[type->nkid - 1] : type;
	if (type->kind == SYN_NAME) {
		int i = param_index(d, type->name);
		if (i >= 0) {
			/* an array has the qualifiers of its elements */
			u8 own = ctype_element(actual)->quals;
			if ((own & quals) != quals)
				return false;
			return bind_type(
				d, (u32)i,
				ctype_qualified(d->c->t,
			                        type_without(d->c, actual, UINT8_MAX),
			                        own & (u8)~quals));
		}
	}
	if (!mentions_open(d, type)) {
		struct cscope *at = fixed_scope(d, type);
		const struct ctype *t = specs ? type_of_specs(d->c, at, specs)
		                              : type_of_id(d->c, at, type, false);
		return t == ctype_qualified(d->c->t, ctype_unqual(actual),
		                            actual->quals & (Q_CONST | Q_VOLATILE));
	}
	if (last->kind == SYN_TEMPLATE_ID) {
		if (type->kind == SYN_QUALIFIED)
			for (u32 i = 0; i + 1 < type->nkid; i++)
				if (mentions(d, type->kid[i]))
					return true; /* X<T>::Y<..>: not deduced */
		return match_template_id(d, type, last, quals, actual);
	}
	return true; /* typename X<T>::type, decltype(...): not deduced */
}

static bool match_specs(struct deduction *d, struct syn *specs,
                        const struct ctype *actual) {
	struct syn *type = syn_specs(specs)->type;
	u8 quals = (specs->value & SPEC_CONST ? Q_CONST : 0) |
	           (specs->value & SPEC_VOLATILE ? Q_VOLATILE : 0);
	return type && match_name(d, specs, type, quals, actual);
}

static bool match_params(struct deduction *d, struct syn *list, const struct ctype *func);
static bool is_forwarding(const struct deduction *d, const struct syn *p,
                          const struct syn *rref);

/* Matches noexcept(N). Any other noexcept of a function type is compared, or converted,
 * after deduction. */
static bool match_noexcept(struct deduction *d, struct syn *func,
                           const struct ctype *actual) {
	struct ctarg is = {.kind = TARG_VALUE,
	                   .type = d->c->t->basic[CT_BOOL],
	                   .value = actual->is_noexcept};
	return func->nkid <= 3 || !syn_d_func(func)->noexcept ||
	       !mentions(d, syn_d_func(func)->noexcept) ||
	       match_value(d, syn_d_func(func)->noexcept, &is);
}

/* Matches the declarator nodes and then the specifiers. The last node, next to the name,
 * is the outermost part of the type. */
static bool match_nodes(struct deduction *d, struct syn *specs, struct syn **node, u32 n,
                        const struct ctype *actual) {
	if (n == 0)
		return match_specs(d, specs, actual);
	struct syn *s = node[n - 1];
	switch (s->kind) {
	case SYN_D_PTR:
		return actual->kind == CT_PTR &&
		       match_nodes(d, specs, node, n - 1, actual->base);
	case SYN_D_LREF:
		return actual->kind == CT_LREF &&
		       match_nodes(d, specs, node, n - 1, actual->base);
	case SYN_D_RREF:
		return actual->kind == CT_RREF &&
		       match_nodes(d, specs, node, n - 1, actual->base);
	case SYN_D_ARRAY:
		if (actual->kind != CT_ARRAY ||
		    actual->has_size != (syn_d_array(s)->size != NULL))
			return false;
		if (syn_d_array(s)->size) {
			struct ctarg size = {.kind = TARG_VALUE,
			                     .type = d->c->t->basic[CT_ULONG],
			                     .value = actual->n};
			if (!match_value(d, syn_d_array(s)->size, &size))
				return false;
		}
		return match_nodes(d, specs, node, n - 1, actual->base);
	case SYN_D_FUNC:
		return actual->kind == CT_FUNC &&
		       match_params(d, syn_d_func(s)->params, actual) &&
		       match_noexcept(d, s, actual) &&
		       (syn_d_func(s)->trailing
		                ? deduction_match_type_id(d, syn_d_func(s)->trailing,
		                                          actual->base)
		                : match_nodes(d, specs, node, n - 1, actual->base));
	case SYN_D_MEMPTR:
		if (memfn_of(actual))
			actual = memfn_of(actual);
		if (actual->kind != CT_MEMPTR)
			return false;
		return match_name(d, NULL, syn_d_memptr(s)->id, 0, actual->decl->type) &&
		       match_nodes(d, specs, node, n - 1, actual->base);
	default: return match_nodes(d, specs, node, n - 1, actual);
	}
}

enum { NODES_MAX = 64 };

/* Lists the declarator's nodes, the one next to the name last, and returns their number;
 * -1 if there are too many. */
static int declarator_nodes(struct syn *declarator, struct syn **node) {
	int n = 0;
	for (struct syn *s = declarator;
	     s && s->kind != SYN_D_NAME && s->kind != SYN_D_BINDING;
	     s = syn_declarator(s)->inner) {
		if (n == NODES_MAX)
			return -1;
		if (s->kind != SYN_D_PACK)
			node[n++] = s;
	}
	return n;
}

bool deduction_match(struct deduction *d, struct syn *specs, struct syn *declarator,
                     const struct ctype *actual) {
	struct syn *node[NODES_MAX];
	int n = declarator_nodes(declarator, node);
	return n >= 0 && match_nodes(d, specs, node, (u32)n, actual);
}

/* Matches a parameter of a function type: it is not const itself, and a pointer instead
 * of an array or a function ([dcl.fct]/5). */
static bool match_param(struct deduction *d, const struct syn *p,
                        const struct ctype *actual) {
	struct syn *node[NODES_MAX], specs = *syn_param(p)->specs;
	int n = declarator_nodes(syn_param(p)->declarator, node);
	if (n < 0)
		return false;
	/* T && is matched with an lvalue reference as T ([temp.deduct.type]/10) */
	if (n == 1 && actual->kind == CT_LREF && is_forwarding(d, p, node[0]))
		return match_nodes(d, &specs, node, 0, actual);
	if (n == 0)
		specs.value &= ~(u64)(SPEC_CONST | SPEC_VOLATILE);
	else if (node[n - 1]->kind == SYN_D_ARRAY && actual->kind == CT_PTR)
		return match_nodes(d, &specs, node, (u32)n - 1, actual->base);
	else if (node[n - 1]->kind == SYN_D_FUNC && actual->kind == CT_PTR)
		actual = actual->base;
	return match_nodes(d, &specs, node, (u32)n, actual);
}

bool deduction_match_type_id(struct deduction *d, struct syn *s,
                             const struct ctype *actual) {
	return s->kind == SYN_TYPE_ID && syn_type_id(s)->specs->kind == SYN_SPECS &&
	       deduction_match(d, syn_type_id(s)->specs, syn_type_id(s)->declarator,
	                       actual);
}

static bool match_params(struct deduction *d, struct syn *list,
                         const struct ctype *func) {
	u32 k = 0;
	for (u32 i = 0; i < list->nkid; i++) {
		struct syn *p = list->kid[i];
		bool is_pack = p->flags & SYNF_PACK ||
		               declarator_peek(syn_param(p)->declarator).is_pack;
		if (is_pack && !mentions(d, syn_param(p)->specs) &&
		    !mentions(d, syn_param(p)->declarator)) {
			/* a pack of the enclosing class: compared after substitution */
			u32 n = pack_length(d->c, d->at, p, p->loc);
			for (u32 j = 0; n != UINT32_MAX && j < n; j++, k++)
				if (k >= func->nparam)
					return false;
			continue;
		}
		if (is_pack) {
			bool was = d->in_pack;
			d->in_pack = true;
			for (d->pack_index = 0; k < func->nparam; k++, d->pack_index++)
				if (!match_param(d, p, func->param[k]))
					return false;
			d->in_pack = was;
			continue;
		}
		if (k >= func->nparam) /* (void) */
			return list->nkid == 1 && syn_specs(syn_param(p)->specs)->type &&
			       syn_specs(syn_param(p)->specs)->type->op == TW_VOID;
		if (!match_param(d, p, func->param[k++]))
			return false;
	}
	return k == func->nparam;
}

static bool match_one(struct deduction *d, struct syn *pattern, const struct ctarg *a) {
	if (a->kind == TARG_TYPE)
		return deduction_match_type_id(d, pattern, a->type);
	if (a->kind != TARG_TEMPLATE)
		return pattern->kind != SYN_TYPE_ID ? match_value(d, pattern, a) :
		                                    /* `A<N>` with a parameter N that the
		                                       grammar took for a type */
		               syn_type_id(pattern)->specs->kind == SYN_SPECS &&
		                       syn_specs(syn_type_id(pattern)->specs)->type
		               ? match_value(d,
		                             syn_specs(syn_type_id(pattern)->specs)->type,
		                             a)
		               : false;
	struct syn *id = pattern->kind == SYN_TYPE_ID
	                         ? syn_specs(syn_type_id(pattern)->specs)->type
	                         : pattern;
	int i = id && id->kind == SYN_NAME ? param_index(d, id->name) : -1;
	if (i >= 0)
		return bind(d, (u32)i, a);
	return id && deduction_template(d, id) == a->decl;
}

/* Compares the elements of a pack of the class around with arguments from *k on. */
static bool match_known_pack(struct deduction *d, struct syn *pattern,
                             const struct ctarg *actual, u32 na, u32 *k) {
	struct syn id = {.kind = SYN_TEMPLATE_ID, .nkid = 1, .kid = &pattern};
	struct ctargs known = {0};
	if (!template_args_of(d->c, d->at, &id, NULL, &known) || known.n > na - *k)
		return false;
	for (u32 i = 0; i < known.n; i++, (*k)++)
		if (!same_written(d->c, d->at, &known.at[i], &actual[*k]))
			return false;
	return true;
}

static bool match_args(struct deduction *d, struct syn **pattern, u32 np,
                       const struct ctarg *actual, u32 na) {
	u32 k = 0;
	for (u32 i = 0; i < np; i++) {
		if (pattern[i]->kind == SYN_PACK_EXPANSION && !mentions(d, pattern[i])) {
			if (!match_known_pack(d, pattern[i], actual, na, &k))
				return false;
			continue;
		}
		if (pattern[i]->kind == SYN_PACK_EXPANSION) {
			bool was = d->in_pack;
			u32 was_index = d->pack_index;
			d->in_pack = true;
			/* an empty pack is bound, too */
			for (u32 p = 0; p < d->params->nkid; p++)
				if (tparam_is_pack(d->params->kid[p]) &&
				    !d->is_bound[p] &&
				    mentions(
					    &(struct deduction){
						    .params =
							    &(struct syn){
								    .nkid = 1,
								    .kid = &d->params->kid
				                                                    [p]}},
					    pattern[i])) {
					d->bound[p] = (struct ctarg){.kind = TARG_PACK};
					d->is_bound[p] = true;
				}
			for (d->pack_index = 0; k < na; k++, d->pack_index++)
				if (!match_one(d, syn_pack_expansion(pattern[i])->node,
				               &actual[k]))
					return false;
			d->in_pack = was;
			d->pack_index = was_index;
			continue;
		}
		if (k < na) {
			/* an element of a pack fits nothing but a pack
			 * ([temp.deduct.type]/9) */
			if (d->c->in_order && synth_is_of_pack(&actual[k]))
				return false;
			if (!match_one(d, pattern[i], &actual[k++]))
				return false;
		} else {
			return false;
		}
	}
	return k == na;
}

/* ---- finishing --------------------------------------------------------------------- */

/* Whether the declarator is f(A...), not (*f)(A...). */
static bool declares_function(const struct syn *d) {
	const struct syn *last = NULL;
	while (d && d->kind != SYN_D_NAME) {
		last = d;
		d = syn_declarator(d)->inner;
	}
	return last && last->kind == SYN_D_FUNC;
}

/* Deduces a parameter from the types of values: T in A<n> with template <class T, T n>,
 * all of template <class R, class... A, R (*f)(A...)> ([temp.deduct.type]/13). */
static bool bind_by_values(struct deduction *d, u32 of) {
	if (!tparam_name(d->params->kid[of]) || !is_cxx17(d->c))
		return false;
	for (u32 i = 0; i < d->params->nkid && !d->is_bound[of]; i++) {
		const struct syn *p = d->params->kid[i];
		if (p->kind != SYN_TPARAM_VALUE || !d->is_bound[i] || !d->bound[i].type ||
		    (d->bound[i].kind != TARG_VALUE && d->bound[i].kind != TARG_DECL))
			continue;
		const struct syn_param *param = syn_param(syn_tparam_value(p)->param);
		bool is_open = tparam_named_in(d->params, param->specs, d->is_bound) ||
		               tparam_named_in(d->params, param->declarator, d->is_bound);
		const struct ctype *t = ctype_unqual(d->bound[i].type);
		if (t->kind == CT_PTR && declares_function(param->declarator))
			t = t->base; /* R f(A...) is a pointer */
		if (is_open && !deduction_match(d, param->specs, param->declarator, t))
			return false;
	}
	return d->is_bound[of];
}

/* Gives parameters that were not deduced their defaults; packs that were not bound are
 * empty. */
static bool fill(struct deduction *d, struct cdecl *tmpl) {
	for (u32 i = 0; i < d->params->nkid; i++) {
		struct syn *p = d->params->kid[i];
		if (d->is_bound[i])
			continue;
		if (tparam_is_pack(p)) {
			if (!bind_by_values(d, i))
				d->bound[i] = (struct ctarg){.kind = TARG_PACK};
			continue;
		}
		if (!bind_by_values(d, i) &&
		    !template_bind_default(d->c, tmpl, i, d->bound))
			return false;
		d->is_bound[i] = true;
	}
	return true;
}

/* Returns the type of a value's parameter, which s reads. */
static const struct ctype *value_type(struct sema *c, struct cscope *s,
                                      const struct syn *p) {
	struct declarator_info info;
	const struct syn_param *param = syn_param(syn_tparam_value(p)->param);
	const struct ctype *t = type_of_specs(c, s, param->specs);
	return tparam_type(c, type_of_declarator(c, s, t, param->declarator, &info));
}

static bool retype_one(struct sema *c, struct cscope *s, const struct syn *p,
                       struct ctarg *a) {
	if (a->kind == TARG_DECL && (a->init || targ_is_object(a)))
		return template_convert(c, s, p, a, p->loc);
	if (a->kind != TARG_VALUE && a->kind != TARG_DECL)
		return true;
	const struct ctype *t = value_type(c, s, p);
	if (t->kind == CT_ERROR)
		return false;
	if (a->kind == TARG_DECL && !targ_choose(c, a, t, p->loc))
		return false;
	/* 2 as bool is true, and a null member pointer is not 0 */
	return a->kind != TARG_VALUE || t->kind == CT_AUTO || a->type == t ||
	       template_convert(c, s, p, a, p->loc);
}

/* The elements of template <Ts... vs>, each of which has its own type. */
static bool retype_each(struct sema *c, struct cscope *s, const struct syn *p,
                        struct ctarg *pack) {
	struct syn *specs = syn_param(syn_tparam_value(p)->param)->specs;
	bool ok = pack_length(c, s, specs, p->loc) == pack->nelem;
	for (u32 i = 0; ok && i < pack->nelem; i++) {
		struct cscope *element = pack_element_scope(c, s, specs, i);
		ok = retype_one(c, element, p, &pack->elem[i]);
		pack_element_drop(c, element);
	}
	return ok;
}

/* Converts the elements of a pack that has one type, which most of them have already, or
 * of one with a type for each. */
static bool retype_pack(struct sema *c, struct cscope *s, const struct syn *p,
                        struct ctarg *pack) {
	bool is_each = pack_is_named(c, s, syn_param(syn_tparam_value(p)->param)->specs);
	const struct ctype *t = is_each ? NULL : value_type(c, s, p);
	u32 same = 0;
	while (same < pack->nelem && pack->elem[same].type == t && !pack->elem[same].init)
		same++;
	if (same == pack->nelem)
		return true;
	/* another list of arguments may have the same elements */
	pack->elem = arena_copy(c->a, pack->elem, sizeof *pack->elem * pack->nelem, 8);
	if (is_each)
		return retype_each(c, s, p, pack);
	for (u32 i = same; i < pack->nelem; i++)
		if (!retype_one(c, s, p, &pack->elem[i]))
			return false;
	return true;
}

/* Converts the value arguments to their parameters' types, which may depend on other
 * arguments. False if one does not convert. */
static bool retype(struct deduction *d, struct cdecl *tmpl) {
	for (u32 i = 0; i < d->params->nkid; i++) {
		struct syn *p = d->params->kid[i];
		struct ctarg *a = &d->bound[i];
		bool is_pack = a->kind == TARG_PACK;
		if (p->kind != SYN_TPARAM_VALUE || (is_pack && !a->nelem))
			continue;
		struct cscope *s = template_scope(d->c, tmpl, d->bound, i);
		if (is_pack ? !retype_pack(d->c, s, p, a) : !retype_one(d->c, s, p, a))
			return false;
	}
	return true;
}

bool deduce_args(struct sema *c, struct cscope *at, struct syn *params,
                 struct syn **pattern, u32 np, const struct ctarg *actual, u32 na,
                 struct ctarg *bound) {
	bool *is_bound = arena_array(c->a, bool, params->nkid + 1);
	struct deduction d = {
		.c = c, .at = at, .params = params, .bound = bound, .is_bound = is_bound};
	if (!match_args(&d, pattern, np, actual, na))
		return false;
	for (u32 i = 0; i < params->nkid; i++) {
		if (is_bound[i] || bind_by_values(&d, i))
			continue;
		if (!tparam_is_pack(params->kid[i]))
			return false;
		bound[i] = (struct ctarg){.kind = TARG_PACK};
	}
	/* what was skipped is compared after substitution */
	struct cdecl holder = {.params = params, .scope = at};
	retype(&d, &holder);
	struct ctargs full = {0};
	struct syn id = {.kind = SYN_TEMPLATE_ID, .nkid = np, .kid = pattern};
	bool failed = quiet_begin(c);
	struct arena_mark mark = arena_mark(&c->temp);
	bool ok = template_args_in(c, &c->temp,
	                           template_scope(c, &holder, bound, params->nkid), &id,
	                           NULL, &full) &&
	          full.n == na;
	for (u32 i = 0; ok && i < na; i++)
		ok = actual[i].kind == TARG_TEMPLATE ||
		     same_written(c, at, &full.at[i], &actual[i]);
	arena_rewind(&c->temp, mark);
	return !quiet_end(c, failed) && ok;
}

/* ---- functions --------------------------------------------------------------------- */

struct syn *template_func_declarator(const struct cdecl *tmpl) {
	struct syn *s = tmpl->syn;
	struct syn *declarator = syn_first_declarator(s);
	return declarator_peek(declarator).func;
}

struct syn *template_func_params(const struct cdecl *tmpl) {
	struct syn *func = template_func_declarator(tmpl);
	return func ? syn_d_func(func)->params : NULL;
}

bool deduction_start(struct deduction *d, struct deduction_room *room, struct sema *c,
                     struct cdecl *tmpl, const struct ctargs *given) {
	u32 n = tmpl->params->nkid;
	*d = (struct deduction){.c = c,
	                        .tmpl = tmpl,
	                        .at = tmpl->tscope ? tmpl->tscope : tmpl->scope,
	                        .params = tmpl->params};
	save_bindings(d, &room->now, NULL, NULL);
	if (!given)
		return true;
	d->is_fixed = arena_array(c->a, bool, n + 1);
	u32 used = 0;
	for (u32 i = 0; i < n && used < given->n; i++) {
		if (tparam_is_pack(tmpl->params->kid[i])) {
			/* may be extended by deduction */
			u32 k = given->n - used;
			for (u32 a = used; a < given->n; a++)
				if (given->at[a].kind != TARG_PACK &&
				    !targ_is_for(c, &given->at[a], tmpl->params->kid[i]))
					return false;
			d->bound[i] = (struct ctarg){
				.kind = TARG_PACK, .nelem = k, .elem = &given->at[used]};
			used = given->n;
		} else {
			if (!targ_is_for(c, &given->at[used], tmpl->params->kid[i]))
				return false;
			d->bound[i] = given->at[used++];
			d->is_fixed[i] = true;
		}
		d->is_bound[i] = true;
	}
	copy_bindings(d, &room->given, d->bound, d->is_bound, &d->given, &d->is_given);
	return used == given->n;
}

/* Whether P is T &&, so that an lvalue makes T a reference ([temp.deduct.call]/3): not
 * for a parameter of the class in a guide that a constructor makes. */
static bool is_forwarding(const struct deduction *d, const struct syn *p,
                          const struct syn *rref) {
	struct syn *type = syn_specs(syn_param(p)->specs)->type;
	if (rref->kind != SYN_D_RREF ||
	    syn_param(p)->specs->value & (SPEC_CONST | SPEC_VOLATILE) || !type)
		return false;
	if (type->kind == SYN_AUTO)
		return true;
	int i = type->kind == SYN_NAME ? param_index(d, type->name) : -1;
	bool is_made = d->tmpl &&
	               (d->tmpl->guide == GUIDE_IMPLICIT || d->tmpl->guide == GUIDE_COPY);
	return i >= 0 && !(is_made && (u32)i < d->tmpl->pattern->params->nkid);
}

struct syn *outermost_declarator(struct syn *declarator) {
	struct syn *last = NULL;
	for (struct syn *s = declarator; s && s->kind != SYN_D_NAME;
	     s = syn_declarator(s)->inner)
		if (s->kind != SYN_D_PACK)
			last = s;
	return last;
}

/* ---- through a base class ---------------------------------------------------------- */

/* Returns the template with arguments that a pattern's specifiers name, or NULL. */
static struct syn *template_id_of(struct syn *specs) {
	struct syn *type = syn_specs(specs)->type;
	struct syn *last = type && type->kind == SYN_QUALIFIED ? type->kid[type->nkid - 1]
	                                                       : type;
	return last && last->kind == SYN_TEMPLATE_ID ? last : NULL;
}

/* Whether the pattern is X<...>, or a pointer to it, for which [temp.deduct.call]/4.3
 * accepts a base. An alias template is replaced by its type; npointer says how many
 * pointers must come from aliases. */
static bool is_class_form(struct deduction *d, struct syn *specs, u32 npointer) {
	struct syn *last = template_id_of(specs);
	if (!last)
		return false;
	struct cdecl *tmpl = param_index(d, last->name) < 0
	                             ? deduction_template(d, syn_specs(specs)->type)
	                             : NULL;
	if (!tmpl || tmpl->syn->kind != SYN_ALIAS)
		return npointer == 0;
	struct syn *id = syn_alias(tmpl->syn)->type_id, *node[NODES_MAX];
	int n = declarator_nodes(syn_type_id(id)->declarator, node);
	if (n < 0 || (u32)n > npointer || (n == 1 && node[0]->kind != SYN_D_PTR) ||
	    !check_enter(d->c, last->loc))
		return false;
	struct deduction in = {.c = d->c,
	                       .at = tmpl->tscope ? tmpl->tscope : tmpl->scope,
	                       .params = tmpl->params};
	struct syn *type = syn_specs(syn_type_id(id)->specs)->type;
	int p = type && type->kind == SYN_NAME ? param_index(&in, type->name) : -1;
	bool is = p < 0 ? is_class_form(&in, syn_type_id(id)->specs, npointer - (u32)n)
	                /* an alias for its own parameter: use the argument */
	                : (u32)p < last->nkid && last->kid[p]->kind == SYN_TYPE_ID &&
	                          !syn_type_id(last->kid[p])->declarator &&
	                          is_class_form(d, syn_type_id(last->kid[p])->specs,
	                                        npointer - (u32)n);
	check_leave(d->c);
	return is;
}

/* One parameter of a call, to be matched with its argument. */
struct pattern {
	struct syn *specs, **node;
	u32 n;
};

/* Returns an argument's type with another class in place of its own. */
static const struct ctype *with_class(const struct deduction *d, const struct ctype *a,
                                      const struct ctype *cls) {
	if (a->kind == CT_PTR)
		return ctype_ptr(d->c->t, with_class(d, a->base, cls));
	return ctype_qualified(d->c->t, ctype_unqual(cls), a->quals);
}

/* Whether the parameter fits with only the explicit arguments bound, as each parameter is
 * deduced on its own ([temp.deduct.type]/2). */
static bool fits_alone(const struct deduction *d, const struct pattern *p,
                       const struct ctype *a) {
	struct deduction alone = *d;
	struct bindings room;
	save_bindings(&alone, &room, d->given, d->is_given);
	return match_nodes(&alone, p->specs, p->node, p->n, a);
}

enum { BASES_MAX = 64 };

struct bases {
	const struct ctype *at[BASES_MAX];
	u32 n;
};

static bool bases_have(const struct bases *b, const struct ctype *t) {
	for (u32 i = 0; i < b->n; i++)
		if (b->at[i] == t)
			return true;
	return false;
}

/* Finds the bases that fit, but not the bases of one that fits. */
static void bases_that_fit(struct deduction *d, const struct pattern *p,
                           const struct ctype *a, const struct ctype *cls,
                           struct bases *found) {
	if (!type_try_complete(d->c, cls))
		return;
	const struct cclass *of = cls->decl->cls;
	for (u32 i = 0; i < of->nbase && found->n < BASES_MAX; i++) {
		const struct ctype *base = ctype_unqual(of->field.at[i].type);
		if (bases_have(found, base))
			continue;
		if (fits_alone(d, p, with_class(d, a, base)))
			found->at[found->n++] = base;
		else
			bases_that_fit(d, p, a, base, found);
	}
}

/* Returns the one base that fits: of a base and a base of that, the nearer. NULL if there
 * is none, or more than one. */
static const struct ctype *the_base(struct deduction *d, const struct bases *found) {
	const struct ctype *one = NULL;
	for (u32 i = 0; i < found->n; i++) {
		bool is_nearest = true;
		for (u32 k = 0; k < found->n; k++)
			is_nearest &= k == i || class_base_depth(d->c, found->at[k],
			                                         found->at[i]) < 0;
		if (is_nearest && one)
			return NULL;
		if (is_nearest)
			one = found->at[i];
	}
	return one;
}

/* Matches P and A; if they do not fit, matches P with a base of A's class
 * ([temp.deduct.call]/4.3). */
static bool match_or_base(struct deduction *d, const struct pattern *p,
                          const struct ctype *a) {
	bool is_pointer = a->kind == CT_PTR &&
	                  !(p->n == 1 && p->node[0]->kind != SYN_D_PTR);
	const struct ctype *cls = is_pointer ? a->base : a;
	if (cls->kind != CT_CLASS || p->n > is_pointer || !template_id_of(p->specs))
		return match_nodes(d, p->specs, p->node, p->n, a);
	struct deduction before = *d;
	struct bindings room;
	save_bindings(&before, &room, d->bound, d->is_bound);
	if (match_nodes(d, p->specs, p->node, p->n, a))
		return true;
	if (!is_class_form(d, p->specs, is_pointer - p->n) || fits_alone(&before, p, a))
		return false;
	struct bases found = {0};
	bases_that_fit(&before, p, a, ctype_unqual(cls), &found);
	const struct ctype *base = the_base(d, &found);
	memcpy(d->bound, before.bound, sizeof *d->bound * d->params->nkid);
	memcpy(d->is_bound, before.is_bound, d->params->nkid);
	d->pack_index = before.pack_index;
	d->in_pack = before.in_pack;
	return base && match_nodes(d, p->specs, p->node, p->n, with_class(d, a, base));
}

static bool match_list_element(struct deduction *d, struct syn *id,
                               const struct ctype *t) {
	struct syn *node[NODES_MAX];
	int n = declarator_nodes(syn_type_id(id)->declarator, node);
	return n >= 0 &&
	       match_or_base(d, &(struct pattern){syn_type_id(id)->specs, node, (u32)n},
	                     t);
}

/* Matches {a, b} with std::initializer_list<P'> or P'[N]: P' is deduced from each element
 * ([temp.deduct.call]/1). Any other parameter is not deduced from a list. */
static bool match_list(struct deduction *d, struct syn *p, struct cexpr *list) {
	struct syn *type = syn_specs(syn_param(p)->specs)->type,
		   *outer = outermost_declarator(syn_param(p)->declarator);
	if (type && type->kind == SYN_QUALIFIED)
		type = type->kid[type->nkid - 1];
	bool is_list = list_names_type(type) && type->kid[0]->kind == SYN_TYPE_ID &&
	               (!outer ||
	                (outer == syn_param(p)->declarator && outer->kind != SYN_D_PTR &&
	                 outer->kind != SYN_D_ARRAY));
	struct syn *node[64];
	u32 n = 0;
	for (struct syn *s = syn_param(p)->declarator; s && s->kind != SYN_D_NAME;
	     s = syn_declarator(s)->inner)
		if (s->kind != SYN_D_PACK && n < countof(node))
			node[n++] = s;
	bool is_array = n >= 2 && node[n - 2]->kind == SYN_D_ARRAY &&
	                (node[n - 1]->kind == SYN_D_LREF ||
	                 node[n - 1]->kind == SYN_D_RREF);
	if (!is_list && !is_array)
		return true;
	struct cexprs e = {0};
	list_elements(d->c, list, &e);
	bool is_open = is_list || mentions_open(d, syn_param(p)->specs);
	for (u32 i = 0; is_open && i < e.n; i++) {
		if (e.at[i]->type->kind == CT_INIT_LIST || is_error(e.at[i]))
			continue;
		const struct ctype *t = ctype_unqual(decay(d->c, e.at[i])->type);
		if (is_list ? !match_list_element(d, type->kid[0], t)
		            : !match_nodes(d, syn_param(p)->specs, node, n - 2,
		                           ctype_qualified(d->c->t, t,
		                                           syn_param(p)->specs->value &
		                                                           SPEC_CONST
		                                                   ? Q_CONST
		                                                   : 0)))
			return false;
	}
	struct ctarg size = {
		.kind = TARG_VALUE, .type = d->c->t->basic[CT_ULONG], .value = e.n};
	return !is_array || !syn_d_array(node[n - 2])->size ||
	       match_value(d, syn_d_array(node[n - 2])->size, &size);
}

/* Returns type a, with what its n pointers and arrays lead to qualified as p's specifiers
 * say: a pointer converts to one to a more qualified type ([temp.deduct.call]/4.2), or to
 * an array of such. Whether this pointer does is decided when the argument is converted
 * ([conv.qual]/3). */
static const struct ctype *as_const_as(const struct deduction *d, const struct syn *p,
                                       struct syn *const *node, u32 n,
                                       const struct ctype *a) {
	u8 q = (syn_param(p)->specs->value & SPEC_CONST ? Q_CONST : 0) |
	       (syn_param(p)->specs->value & SPEC_VOLATILE ? Q_VOLATILE : 0);
	if (n == 0)
		return ctype_qualified(d->c->t, a, q);
	if (node[n - 1]->kind == SYN_D_ARRAY && a->kind == CT_ARRAY)
		return ctype_array(d->c->t, as_const_as(d, p, node, n - 1, a->base),
		                   a->has_size, a->n);
	return node[n - 1]->kind == SYN_D_PTR && a->kind == CT_PTR
	               ? ctype_ptr(d->c->t, as_const_as(d, p, node, n - 1, a->base))
	               : a;
}

static bool names_alias(struct deduction *d, struct syn *specs) {
	struct cdecl *t = template_id_of(specs)
	                          ? deduction_template(d, syn_specs(specs)->type)
	                          : NULL;
	return t && t->syn && t->syn->kind == SYN_ALIAS;
}

/* Matches P and the pointer A. Where an alias hides that P is a pointer, it may be one to
 * a more qualified type ([temp.deduct.call]/4.2). */
static bool match_or_qualified(struct deduction *d, const struct pattern *p,
                               const struct ctype *a) {
	if (p->n || a->kind != CT_PTR || !names_alias(d, p->specs))
		return match_or_base(d, p, a);
	static const u8 more[] = {0, Q_CONST, Q_VOLATILE, Q_CONST | Q_VOLATILE};
	struct deduction before = *d;
	struct bindings room;
	save_bindings(&before, &room, d->bound, d->is_bound);
	for (u32 i = 0; i < countof(more); i++) {
		const struct ctype *base = ctype_qualified(d->c->t, a->base, more[i]);
		if (match_or_base(d, p, ctype_ptr(d->c->t, base)))
			return true;
		memcpy(d->bound, before.bound, sizeof *d->bound * d->params->nkid);
		memcpy(d->is_bound, before.is_bound, d->params->nkid);
	}
	return false;
}

/* Returns the qualifiers of the type that specifiers name: those that are written, and
 * those of a type that is not to be deduced, as a member typedef is. */
static u8 qualifiers_of(struct deduction *d, struct syn *specs) {
	u8 q = (specs->value & SPEC_CONST ? Q_CONST : 0) |
	       (specs->value & SPEC_VOLATILE ? Q_VOLATILE : 0);
	if (!mentions_open(d, specs))
		q |= ctype_element(type_of_specs(d->c, fixed_scope(d, specs), specs))
		             ->quals;
	return q & (Q_CONST | Q_VOLATILE);
}

static bool names_parameter(struct deduction *d, const struct syn *p, u32 which);

/* Whether the explicit arguments give all that an element of a pack names: it is not
 * deduced from, and converted ([temp.arg.explicit]/7). */
static bool is_given_here(struct deduction *d, const struct syn *p) {
	if (!d->in_pack || !d->is_given)
		return false;
	for (u32 t = 0; t < d->params->nkid; t++) {
		bool is_pack = d->is_given[t] && d->given[t].kind == TARG_PACK;
		bool is_known = is_pack ? d->pack_index < d->given[t].nelem
		                        : d->is_given[t];
		if (!is_known && names_parameter(d, p, t))
			return false;
	}
	return true;
}

/* Matches P and A of one parameter ([temp.deduct.call]/2-3). */
static bool match_call_arg(struct deduction *d, struct syn *p, struct cexpr *arg) {
	struct syn *outer = outermost_declarator(syn_param(p)->declarator);
	const struct ctype *a = arg->type;
	if (!mentions_open(d, syn_param(p)->specs) &&
	    !mentions_open(d, syn_param(p)->declarator))
		return true; /* nothing to deduce: conversions decide */
	if (is_given_here(d, p))
		return true;
	if (a->kind == CT_INIT_LIST)
		return match_list(d, p, arg);
	if (a->kind == CT_OVERLOAD) {
		struct cdecl *only = overload_only(d->c, arg, arg->loc);
		if (!only || !only->type)
			return true;
		a = func_value_type(d->c, only);
	}
	struct syn *node[64];
	u32 n = 0;
	for (struct syn *s = syn_param(p)->declarator; s && s->kind != SYN_D_NAME;
	     s = syn_declarator(s)->inner)
		if (s->kind != SYN_D_PACK && n < countof(node))
			node[n++] = s;
	bool is_ref = outer && (outer->kind == SYN_D_LREF || outer->kind == SYN_D_RREF);
	if (is_ref) {
		if (is_forwarding(d, p, outer) && arg->is_lvalue && !arg->is_xvalue)
			return match_nodes(d, syn_param(p)->specs, node, n - 1,
			                   ctype_lref(d->c->t, a));
		/* P may be more const than A, or its elements than A's */
		bool direct = true;
		for (u32 i = 0; i + 1 < n; i++)
			direct &= node[i]->kind == SYN_D_ARRAY;
		if (direct)
			a = ctype_qualified(d->c->t, a,
			                    qualifiers_of(d, syn_param(p)->specs));
		if (n >= 2)
			a = as_const_as(d, p, node, n - 1, a);
		/* const T & takes functions, which are never const ([dcl.fct]/7) */
		struct syn specs = *syn_param(p)->specs;
		if (n == 1 && a->kind == CT_FUNC)
			specs.value &= ~(u64)(SPEC_CONST | SPEC_VOLATILE);
		return match_or_base(d, &(struct pattern){&specs, node, n - 1}, a);
	}
	if (a->kind == CT_ARRAY)
		a = ctype_ptr(d->c->t, a->base);
	else if (a->kind == CT_FUNC)
		a = ctype_ptr(d->c->t, a);
	a = ctype_unqual(a);
	if (n && node[n - 1]->kind == SYN_D_ARRAY) { /* T a[] is T *a */
		if (a->kind != CT_PTR)
			return false;
		a = as_const_as(d, p, node, n - 1, a->base);
		return match_nodes(d, syn_param(p)->specs, node, n - 1, a);
	}
	if (n)
		a = as_const_as(d, p, node, n, a);
	if (n == 0) /* top-level const of a by-value parameter */
		a = ctype_qualified(
			d->c->t, a,
			(syn_param(p)->specs->value & SPEC_CONST ? Q_CONST : 0) |
				(syn_param(p)->specs->value & SPEC_VOLATILE ? Q_VOLATILE
		                                                            : 0));
	return match_or_qualified(d, &(struct pattern){syn_param(p)->specs, node, n}, a);
}

/* An argument that does not match may convert to a parameter from which nothing is
 * deduced ([temp.arg.explicit]/6). */
static bool fits_call_arg(struct deduction *d, struct syn *p, struct cexpr *arg) {
	return match_call_arg(d, p, arg) || !deduction_uses(d, p);
}

static bool names_parameter(struct deduction *d, const struct syn *p, u32 which) {
	bool *others = arena_array(d->c->a, bool, d->params->nkid);
	memset(others, true, d->params->nkid);
	others[which] = false;
	return tparam_named_in(d->params, syn_param(p)->specs, others) ||
	       tparam_named_in(d->params, syn_param(p)->declarator, others);
}

/* Returns how many arguments a pack takes that others follow: it is not deduced
 * ([temp.deduct.call]/1), so as many as are explicit. */
static u32 explicit_length(struct deduction *d, const struct syn *p) {
	for (u32 t = 0; d->is_given && t < d->params->nkid; t++)
		if (d->is_given[t] && d->given[t].kind == TARG_PACK &&
		    names_parameter(d, p, t))
			return d->given[t].nelem;
	return 0;
}

static bool match_call(struct deduction *d, struct syn *params, struct cexpr **arg,
                       u32 narg) {
	u32 k = 0;
	for (u32 i = 0; i < params->nkid; i++) {
		struct syn *p = params->kid[i];
		if (p->kind != SYN_PARAM)
			continue;
		if (p->flags & SYNF_PACK ||
		    declarator_peek(syn_param(p)->declarator).is_pack) {
			d->in_pack = true;
			bool last = i + 1 == params->nkid;
			if (!mentions(d, syn_param(p)->specs) &&
			    !mentions(d, syn_param(p)->declarator)) {
				/* a pack of the enclosing class */
				u32 n = pack_length(d->c, d->at, p, p->loc);
				k += n == UINT32_MAX ? 0 : n;
				d->in_pack = false;
				continue;
			}
			if (!last) {
				k += explicit_length(d, p);
				d->in_pack = false;
				continue;
			}
			for (u32 t = 0; t < d->params->nkid; t++)
				if (tparam_is_pack(d->params->kid[t]) &&
				    !d->is_bound[t] && narg <= k) {
					d->bound[t] = (struct ctarg){.kind = TARG_PACK};
					d->is_bound[t] = true;
				}
			for (d->pack_index = 0; k < narg; k++, d->pack_index++)
				if (!fits_call_arg(d, p, arg[k]))
					return false;
			d->in_pack = false;
			continue;
		}
		if (k < narg && !fits_call_arg(d, p, arg[k]))
			return false;
		k++;
	}
	/* of more arguments nothing is deduced ([temp.deduct.type]/10,
	 * [over.match.viable]/2), and default arguments of the template are not looked at
	 */
	return k >= narg || params->flags & SYNF_VARIADIC;
}

static bool deduces(struct deduction *d, struct deduction_room *room, struct sema *c,
                    struct cdecl *tmpl, const struct ctargs *given, struct cexpr **arg,
                    u32 narg) {
	struct syn *params = template_func_params(tmpl);
	if (!tmpl->params->nkid || !params)
		return false; /* explicit specialisations are found by their template */
	bool failed = quiet_begin(c);
	bool ok = deduction_start(d, room, c, tmpl, given) &&
	          match_call(d, params, arg, narg) && fill(d, tmpl) && retype(d, tmpl) &&
	          !c->failed;
	quiet_end(c, failed);
	return ok;
}

struct cdecl *deduce_call(struct sema *c, struct cdecl *tmpl, const struct ctargs *given,
                          struct cexpr **arg, u32 narg, struct loc loc) {
	struct deduction_room room;
	struct deduction d;
	return deduces(&d, &room, c, tmpl, given, arg, narg)
	               ? template_func_instance(c, tmpl, d.bound, loc)
	               : NULL;
}

void deduce_explain(struct sema *c, struct diag_record *r, struct cdecl *tmpl,
                    const struct ctargs *given, struct cexpr **arg, u32 narg,
                    struct loc loc) {
	struct deduction_room room;
	struct deduction d;
	if (template_is_constrained(tmpl) &&
	    deduces(&d, &room, c, tmpl, given, arg, narg) &&
	    !template_func_instance(c, tmpl, d.bound, loc))
		template_explain(c, r, tmpl, d.bound);
}

/* Matches the result of a function template ([temp.deduct.funcaddr]/1). If it names no
 * parameter, as a placeholder, it is compared after deduction. */
static bool match_result(struct deduction *d, const struct ctype *actual) {
	const struct syn *s = d->tmpl->syn;
	struct syn *declarator = syn_first_declarator(s), *node[NODES_MAX];
	struct syn *specs = s->kind == SYN_FUNC_DEF ? syn_func_def(s)->specs
	                                            : syn_simple_decl(s)->specs;
	struct syn *trailing = syn_d_func(declarator_peek(declarator).func)->trailing;
	if (trailing)
		return !mentions_open(d, trailing) ||
		       deduction_match_type_id(d, trailing, actual);
	int n = declarator_nodes(declarator, node) - 1; /* without the function's */
	if (n < 0 || !specs || specs->kind != SYN_SPECS || !mentions_open(d, specs))
		return n >= 0;
	u8 quals = (specs->value & SPEC_CONST ? Q_CONST : 0) |
	           (specs->value & SPEC_VOLATILE ? Q_VOLATILE : 0);
	if (n == 0) /* const int f() has the type int() */
		actual = ctype_qualified(d->c->t, actual, quals);
	return match_nodes(d, specs, node, (u32)n, actual);
}

static struct cdecl *deduce_from_type(struct sema *c, struct cdecl *tmpl,
                                      const struct ctargs *given,
                                      const struct ctype *func, bool with_result,
                                      struct loc loc) {
	struct deduction_room room;
	struct deduction d;
	struct syn *params = template_func_params(tmpl);
	if (!tmpl->params->nkid || !params || (with_result && func->kind != CT_FUNC))
		return NULL;
	bool failed = quiet_begin(c);
	bool ok = deduction_start(&d, &room, c, tmpl, given) &&
	          (!func || match_params(&d, params, func)) &&
	          (!with_result || match_result(&d, func->base)) && fill(&d, tmpl) &&
	          retype(&d, tmpl) && !c->failed;
	quiet_end(c, failed);
	return ok ? template_func_instance(c, tmpl, d.bound, loc) : NULL;
}

struct cdecl *deduce_type(struct sema *c, struct cdecl *tmpl, const struct ctargs *given,
                          const struct ctype *func, struct loc loc) {
	struct cdecl *f = deduce_from_type(c, tmpl, given, func, func, loc);
	if (f && func && f->state == CSTATE_CHECKED)
		f = func_with_result(c, f);
	return f && (!func || f->type == func) ? f : NULL;
}

struct cdecl *deduce_params(struct sema *c, struct cdecl *tmpl, const struct ctype *func,
                            struct loc loc) {
	struct cdecl *f = deduce_from_type(c, tmpl, NULL, func, false, loc);
	if (!f || f->type->nparam != func->nparam)
		return NULL;
	for (u32 i = 0; i < func->nparam; i++)
		if (f->type->param[i] != func->param[i])
			return NULL;
	return f;
}

struct cdecl *deduce_conversion(struct sema *c, struct cdecl *tmpl,
                                const struct ctype *to, struct loc loc) {
	struct syn *s = tmpl->syn;
	struct declarator_info info = declarator_peek(syn_first_declarator(s));
	struct deduction_room room;
	struct deduction d;
	if (!info.id || info.id->kind != SYN_CONVERSION_NAME ||
	    !deduction_start(&d, &room, c, tmpl, NULL))
		return NULL;
	struct syn *id = syn_conversion_name(info.id)->type_id, *node[NODES_MAX];
	bool is_plain = id->kind == SYN_TYPE_ID &&
	                syn_type_id(id)->specs->kind == SYN_SPECS;
	int n = is_plain ? declarator_nodes(syn_type_id(id)->declarator, node) : -1;
	if (n < 0)
		return NULL;
	/* what a reference refers to takes its place, of P and of A
	 * ([temp.deduct.conv]/2, 3) */
	bool is_ref = n && (node[n - 1]->kind == SYN_D_LREF ||
	                    node[n - 1]->kind == SYN_D_RREF);
	n -= is_ref;
	to = is_ref && ctype_is_ref(to) ? to->base : ctype_unqual(ctype_noref(to));
	bool failed = quiet_begin(c);
	bool ok = match_nodes(&d, syn_type_id(id)->specs, node, (u32)n, to) &&
	          fill(&d, tmpl) && retype(&d, tmpl) && !c->failed;
	quiet_end(c, failed);
	return ok ? template_func_instance(c, tmpl, d.bound, loc) : NULL;
}

struct cdecl *deduce_fixed_conversion(struct sema *c, struct cdecl *tmpl,
                                      struct loc loc) {
	const struct ctype *any = c->t->basic[CT_NULLPTR];
	struct cdecl *f = deduce_conversion(c, tmpl, any, loc);
	return f && ctype_unqual(ctype_noref(f->type->base)) != any ? f : NULL;
}
