/* deduced.c - whether a parameter of a function takes part in the deduction: whether its
 * type names template parameters where they can be deduced ([temp.deduct.type]/5).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/deduction.h"
#include "parser/cuda/meaning/template/template.h"

static bool in_type(struct deduction *d, struct syn *s);

static bool is_param(struct deduction *d, const struct syn *s) {
	int i = s->name ? tparam_index(d->params, s->name) : -1;
	return i >= 0 && !(d->is_fixed && d->is_fixed[i]);
}

/* Arguments of an alias template are deduced through the alias's own parameters. */
static bool in_alias(struct deduction *d, struct cdecl *alias, struct syn *id) {
	const struct syn *params = alias->params;
	struct deduction of = {.c = d->c,
	                       .at = alias->tscope ? alias->tscope : alias->scope};
	bool found = false;
	if (!check_enter(d->c, id->loc))
		return true;
	for (u32 i = 0, p = 0; !found && i < id->nkid && p < params->nkid; i++) {
		struct syn one = {.nkid = 1, .kid = &params->kid[p]};
		of.params = &one;
		found = in_type(d, id->kid[i]) &&
		        in_type(&of, syn_alias(alias->syn)->type_id);
		p += !tparam_is_pack(params->kid[p]);
	}
	check_leave(d->c);
	return found;
}

static bool in_name(struct deduction *d, struct syn *s) {
	struct syn *last = s->kind == SYN_QUALIFIED ? s->kid[s->nkid - 1] : s;
	for (u32 i = 0; s->kind == SYN_QUALIFIED && i + 1 < s->nkid; i++)
		if (tparam_named_in(d->params, s->kid[i], d->is_fixed))
			return false; /* X<T>::type */
	if (last->kind != SYN_TEMPLATE_ID)
		return last == s && is_param(d, s);
	if (last == s && is_param(d, s))
		return true;
	struct cdecl *tmpl = deduction_template(d, s);
	if (tmpl && tmpl->syn->kind == SYN_ALIAS)
		return in_alias(d, tmpl, last);
	for (u32 i = 0; i < last->nkid; i++)
		if (in_type(d, last->kid[i]))
			return true;
	return false;
}

static bool in_params(struct deduction *d, const struct syn *list) {
	for (u32 i = 0; list && i < list->nkid; i++)
		if (list->kid[i]->kind == SYN_PARAM &&
		    (in_type(d, syn_param(list->kid[i])->specs) ||
		     in_type(d, syn_param(list->kid[i])->declarator)))
			return true;
	return false;
}

/* Looks into a declarator from its outermost node on. */
static bool in_declarator(struct deduction *d, struct syn *s) {
	switch (s->kind) {
	case SYN_D_ARRAY:
		if (in_type(d, syn_d_array(s)->size))
			return true;
		break;
	case SYN_D_FUNC:
		if (in_params(d, syn_d_func(s)->params) ||
		    in_type(d, syn_d_func(s)->trailing) ||
		    (s->nkid > 3 && in_type(d, syn_d_func(s)->noexcept)))
			return true;
		break;
	case SYN_D_MEMPTR:
		if (in_type(d, syn_d_memptr(s)->id))
			return true;
		break;
	case SYN_D_NAME:
	case SYN_D_BINDING: return false;
	default: break;
	}
	return in_type(d, syn_declarator(s)->inner);
}

/* Whether a part of a pattern, a type or a value, names a parameter where it is
 * deduced. */
static bool in_type(struct deduction *d, struct syn *s) {
	if (!s)
		return false;
	switch (s->kind) {
	case SYN_SPECS: return in_type(d, syn_specs(s)->type);
	case SYN_TYPE_ID:
		return in_type(d, syn_type_id(s)->specs) ||
		       in_type(d, syn_type_id(s)->declarator);
	case SYN_PACK_EXPANSION: return in_type(d, syn_pack_expansion(s)->node);
	case SYN_PAREN: return in_type(d, syn_paren(s)->expr);
	case SYN_NAME:
	case SYN_QUALIFIED:
	case SYN_TEMPLATE_ID: return in_name(d, s);
	case SYN_D_NAME:
	case SYN_D_BINDING:
	case SYN_D_ARRAY:
	case SYN_D_FUNC:
	case SYN_D_MEMPTR:
	case SYN_D_PTR:
	case SYN_D_LREF:
	case SYN_D_RREF:
	case SYN_D_PACK: return in_declarator(d, s);
	default: return false; /* decltype(...), n + 1 */
	}
}

bool deduction_uses(struct deduction *d, const struct syn *p) {
	bool failed = quiet_begin(d->c);
	bool uses = in_type(d, syn_param(p)->specs) ||
	            in_type(d, syn_param(p)->declarator);
	quiet_end(d->c, failed);
	return uses;
}
