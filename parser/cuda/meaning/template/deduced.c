/* deduced.c - whether a parameter of a function takes part in the deduction: whether its
 * type names template parameters where they can be deduced ([temp.deduct.type]/5).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/template/deduction.h"
#include "parser/cuda/meaning/template/template.h"

/* What the types in a pattern mean: the template parameters that count, and where other
 * names are looked up. */
struct names {
	struct sema *c;
	struct cscope *at;
	const struct syn *params;
	const bool *except;
};

static bool in_type(const struct names *in, struct syn *s);

static bool is_param(const struct names *in, const struct syn *s) {
	int i = s->name ? tparam_index(in->params, s->name) : -1;
	return i >= 0 && !(in->except && in->except[i]);
}

/* Arguments of an alias template are deduced through the alias's own parameters. */
static bool in_alias(const struct names *in, struct cdecl *alias, struct syn *id) {
	const struct syn *params = alias->params;
	struct names of = {.c = in->c,
	                   .at = alias->tscope ? alias->tscope : alias->scope};
	bool found = false;
	if (!check_enter(in->c, id->loc))
		return true;
	for (u32 i = 0, p = 0; !found && i < id->nkid && p < params->nkid; i++) {
		struct syn one = {.nkid = 1, .kid = &params->kid[p]};
		of.params = &one;
		found = in_type(in, id->kid[i]) &&
		        in_type(&of, syn_alias(alias->syn)->type_id);
		p += !tparam_is_pack(params->kid[p]);
	}
	check_leave(in->c);
	return found;
}

static bool in_name(const struct names *in, struct syn *s) {
	struct syn *last = s->kind == SYN_QUALIFIED ? s->kid[s->nkid - 1] : s;
	for (u32 i = 0; s->kind == SYN_QUALIFIED && i + 1 < s->nkid; i++)
		if (tparam_named_in(in->params, s->kid[i], in->except))
			return false; /* X<T>::type */
	if (last->kind != SYN_TEMPLATE_ID)
		return last == s && is_param(in, s);
	if (last == s && is_param(in, s))
		return true;
	struct syn *end;
	struct cscope *scope;
	struct cdecl *d = lookup_id(in->c, in->at, s, &end, &scope);
	d = d ? decl_of(in->c, d) : NULL;
	if (d && d->kind == CDECL_TEMPLATE && d->syn->kind == SYN_ALIAS)
		return in_alias(in, d, last);
	for (u32 i = 0; i < last->nkid; i++)
		if (in_type(in, last->kid[i]))
			return true;
	return false;
}

static bool in_params(const struct names *in, const struct syn *list) {
	for (u32 i = 0; list && i < list->nkid; i++)
		if (list->kid[i]->kind == SYN_PARAM &&
		    (in_type(in, syn_param(list->kid[i])->specs) ||
		     in_type(in, syn_param(list->kid[i])->declarator)))
			return true;
	return false;
}

/* Looks into a declarator from its outermost node on. */
static bool in_declarator(const struct names *in, struct syn *s) {
	switch (s->kind) {
	case SYN_D_ARRAY:
		if (in_type(in, syn_d_array(s)->size))
			return true;
		break;
	case SYN_D_FUNC:
		if (in_params(in, syn_d_func(s)->params) ||
		    in_type(in, syn_d_func(s)->trailing) ||
		    (s->nkid > 3 && in_type(in, syn_d_func(s)->noexcept)))
			return true;
		break;
	case SYN_D_MEMPTR:
		if (in_type(in, syn_d_memptr(s)->id))
			return true;
		break;
	case SYN_D_NAME:
	case SYN_D_BINDING: return false;
	default: break;
	}
	return in_type(in, syn_declarator(s)->inner);
}

/* Whether a part of a pattern, a type or a value, names a parameter where it is
 * deduced. */
static bool in_type(const struct names *in, struct syn *s) {
	if (!s)
		return false;
	switch (s->kind) {
	case SYN_SPECS: return in_type(in, syn_specs(s)->type);
	case SYN_TYPE_ID:
		return in_type(in, syn_type_id(s)->specs) ||
		       in_type(in, syn_type_id(s)->declarator);
	case SYN_PACK_EXPANSION: return in_type(in, syn_pack_expansion(s)->node);
	case SYN_PAREN: return in_type(in, syn_paren(s)->expr);
	case SYN_NAME:
	case SYN_QUALIFIED:
	case SYN_TEMPLATE_ID: return in_name(in, s);
	case SYN_D_NAME:
	case SYN_D_BINDING:
	case SYN_D_ARRAY:
	case SYN_D_FUNC:
	case SYN_D_MEMPTR:
	case SYN_D_PTR:
	case SYN_D_LREF:
	case SYN_D_RREF:
	case SYN_D_PACK: return in_declarator(in, s);
	default: return false; /* decltype(...), n + 1 */
	}
}

bool deduction_uses(const struct deduction *d, const struct syn *p) {
	struct names in = {
		.c = d->c, .at = d->at, .params = d->params, .except = d->is_fixed};
	bool failed = quiet_begin(d->c);
	bool uses = in_type(&in, syn_param(p)->specs) ||
	            in_type(&in, syn_param(p)->declarator);
	quiet_end(d->c, failed);
	return uses;
}
