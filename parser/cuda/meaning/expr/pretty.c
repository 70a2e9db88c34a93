/* pretty.c - __func__ and __PRETTY_FUNCTION__, which assert prints: the function's name,
 * and its declaration as nvcc's device half spells it: `void X<T>::f(T, int (&)[N]) [with
 * int N = 3; T = float]`. The text for an instance comes from the template's declaration,
 * read again with made-up arguments that have the parameters' names; for a member of a
 * class template's instance, from the member of an instance with such arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/pretty.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/template.h"

const char *check_func_name(struct sema *c, const struct cdecl *f) {
	const struct cdecl *cls = f->cls_owner;
	if (f->is_conversion)
		return arena_printf(c->a, "operator %s",
		                    check_type_text(c, f->type->base));
	if (cls && cls->name && (f->is_ctor || f->is_dtor))
		return arena_printf(c->a, "%s%s", f->is_dtor ? "~" : "", cls->name->s);
	return f->name ? f->name->s : "";
}

/* A made-up value is a number that nothing else has. */
struct named_value {
	u64 value;
	const struct str *name;
};

/* An instance of a primary template with made-up arguments; those of type bool or char
 * are no longer numbers. */
struct made_up {
	const struct cdecl *cls, *tmpl;
};

struct pretty {
	struct sema *c;
	VEC(struct made_up) made;
	struct arena *a;
	VEC(struct named_value) value;
	const char *with; /* the template arguments: "T = float" */
};

/* A function as its template declares it. */
struct form {
	const struct cdecl *decl; /* FUNC or TEMPLATE */
	const struct ctype *type; /* NULL: not known */
	const struct syn *func;   /* D_FUNC */
};

/* ---- types ------------------------------------------------------------------------- */

static const char *type_text(struct pretty *p, const struct ctype *t, const char *inner);
static const char *scope_text(struct pretty *p, const struct cscope *s);
static const char *decl_text(struct pretty *p, const struct cdecl *d);

enum { MADE_UP = 0x10000000 }; /* programs hardly have larger template arguments */

/* Returns a number, or the name of the parameter that it is made up for. */
static const char *number_text(struct pretty *p, u64 v, const char *otherwise) {
	for (u32 i = 0; i < p->value.n; i++)
		if (p->value.at[i].value == v)
			return p->value.at[i].name ? p->value.at[i].name->s : "";
	return p->value.n && v > MADE_UP ? "<expression>" : otherwise;
}

static const char *enumerator_text(struct pretty *p, const struct ctype *t, u64 v) {
	const struct cdecl *en = t->decl;
	const struct cscope *s = en->inner ? en->inner : en->scope;
	for (u32 i = 0; s && i < s->member.n; i++) {
		const struct cdecl *e = s->member.at[i];
		if (e->kind == CDECL_ENUMERATOR && ctype_unqual(e->type) == t &&
		    e->value == v)
			return arena_printf(
				p->a, "%s%s",
				en->is_scoped_enum
					? arena_printf(p->a, "%s::", decl_text(p, en))
					: scope_text(p, en->scope),
				e->name->s);
	}
	return arena_printf(p->a, "(%s)%lld", decl_text(p, en), (long long)v);
}

static const char *char_text(struct pretty *p, u64 v) {
	return v >= ' ' && v < 127 && v != '\'' && v != '\\'
	               ? arena_printf(p->a, "'%c'", (char)v)
	               : arena_printf(p->a, "'\\%03o'", (unsigned)(v & 255));
}

/* As a literal of its type. */
static const char *value_text(struct pretty *p, const struct ctype *t, u64 v) {
	static const char *const suffix[] = {[CT_UINT] = "U",
	                                     [CT_LONG] = "L",
	                                     [CT_ULONG] = "UL",
	                                     [CT_LLONG] = "LL",
	                                     [CT_ULLONG] = "ULL"};
	t = ctype_unqual(t);
	if (t->kind == CT_ENUM)
		return enumerator_text(p, t, v);
	if (t->kind == CT_BOOL)
		return v ? "true" : "false";
	if (t->kind == CT_CHAR || t->kind == CT_SCHAR || t->kind == CT_UCHAR)
		return char_text(p, v);
	if (t->kind == CT_NULLPTR)
		return "nullptr";
	if (t->kind == CT_PTR || t->kind == CT_MEMPTR)
		return arena_printf(p->a, "(%s)0", type_text(p, t, ""));
	const char *s = t->kind < countof(suffix) && suffix[t->kind] ? suffix[t->kind]
	                                                             : "";
	return ctype_is_signed(t)
	               ? arena_printf(p->a, "%lld%s", (long long)v, s)
	               : arena_printf(p->a, "%llu%s", (unsigned long long)v, s);
}

static const char *targ_text(struct pretty *p, const struct ctarg *a) {
	switch (a->kind) {
	case TARG_TYPE: return type_text(p, a->type, "");
	case TARG_VALUE:
		return number_text(p, a->value, value_text(p, a->type, a->value));
	case TARG_DECL:
		if (a->type && a->type->kind == CT_CLASS)
			return arena_printf(p->a, "%s{...}", type_text(p, a->type, ""));
		return !a->decl ? "nullptr"
		                : arena_printf(p->a, "%s%s",
		                               a->decl->kind == CDECL_FUNC ? "" : "&",
		                               decl_text(p, a->decl));
	case TARG_TEMPLATE: return decl_text(p, a->decl);
	default: break;
	}
	const char *s = "";
	for (u32 i = 0; i < a->nelem; i++)
		s = arena_printf(p->a, "%s%s%s", s, i ? ", " : "",
		                 targ_text(p, &a->elem[i]));
	bool is_pattern = a->nelem == 1 && a->elem[0].kind == TARG_TYPE &&
	                  a->elem[0].type->kind == CT_SYNTH;
	return is_pattern ? arena_printf(p->a, "%s...", s) : s;
}

static const char *lambda_text(struct pretty *p, const struct cdecl *cls);
static struct form form_of_template(struct pretty *p, struct cdecl *tmpl);

static const char *scope_text(struct pretty *p, const struct cscope *s) {
	while (s && s->kind == CSCOPE_TEMPLATE)
		s = s->parent;
	if (!s || !s->owner || (s->kind != CSCOPE_NAMESPACE && s->kind != CSCOPE_CLASS))
		return "";
	return arena_printf(p->a, "%s::", decl_text(p, s->owner));
}

static const struct cdecl *made_up_of(const struct pretty *p, const struct cdecl *cls) {
	for (u32 i = 0; i < p->made.n; i++)
		if (p->made.at[i].cls == cls)
			return p->made.at[i].tmpl;
	return NULL;
}

/* Returns the qualified name of whatever has one; instances with their arguments. */
static const char *decl_text(struct pretty *p, const struct cdecl *d) {
	bool is_lambda = d->cls && d->cls->is_lambda;
	const char *name = is_lambda ? lambda_text(p, d)
	                   : d->name ? d->name->s
	                             : "<unnamed>";
	if (is_lambda || d->kind == CDECL_TPARAM)
		return strncmp(name, "auto:", 5) == 0 ? "auto" : name;
	const struct cdecl *tmpl = made_up_of(p, d);
	const char *args = "";
	for (u32 i = 0; d->is_inst && d->kind == CDECL_TYPE && i < d->ntarg; i++) {
		const struct str *param = tmpl && d->targ[i].kind == TARG_VALUE
		                                  ? tparam_name(tmpl->params->kid[i])
		                                  : NULL;
		const char *one = param ? param->s : targ_text(p, &d->targ[i]);
		args = arena_printf(p->a, "%s%s%s", args, *args && *one ? ", " : "", one);
	}
	if (d->is_inst && d->kind == CDECL_TYPE && d->ntarg)
		name = arena_printf(p->a, "%s<%s>", name, args);
	return arena_printf(p->a, "%s%s", scope_text(p, d->scope), name);
}

static const char *quals_text(const struct pretty *p, u8 quals, const char *inner) {
	const char *text = quals & Q_CONST
	                           ? (quals & Q_VOLATILE ? "const volatile" : "const")
	                   : quals & Q_VOLATILE ? "volatile"
	                                        : "";
	return arena_printf(p->a, "%s%s%s", text, *text && *inner ? " " : "", inner);
}

/* Returns the text after a function's name. */
static const char *params_text(struct pretty *p, const struct ctype *t,
                               const struct syn *func) {
	const struct syn *list = func && syn_d_func(func)->params &&
	                                         syn_d_func(func)->params->nkid ==
	                                                 t->nparam
	                                 ? syn_d_func(func)->params
	                                 : NULL;
	const char *text = "";
	for (u32 i = 0; i < t->nparam; i++) {
		const struct syn *param = list ? list->kid[i] : NULL;
		bool is_pack = param &&
		               (param->flags & SYNF_PACK ||
		                declarator_peek(syn_param(param)->declarator).is_pack);
		text = arena_printf(p->a, "%s%s%s%s", text, i ? ", " : "",
		                    type_text(p, t->param[i], ""), is_pack ? "..." : "");
	}
	if (t->is_variadic)
		text = arena_printf(p->a, "%s%s...", text, t->nparam ? ", " : "");
	bool is_noexcept = t->is_noexcept || (func && func->flags & SYNF_NOEXCEPT &&
	                                      !syn_d_func(func)->noexcept);
	return arena_printf(p->a, "(%s)%s%s%s%s", text,
	                    t->memquals ? quals_text(p, 0, " ") : "",
	                    quals_text(p, t->memquals, ""),
	                    t->ref == 1   ? " &"
	                    : t->ref == 2 ? " &&"
	                                  : "",
	                    is_noexcept ? " noexcept" : "");
}

/* `inner` is written in place of the name. */
static const char *type_text(struct pretty *p, const struct ctype *t, const char *inner) {
	bool wraps = t->base && (t->base->kind == CT_ARRAY || t->base->kind == CT_FUNC);
	const char *space = *inner ? " " : "";
	const char *name = "";
	switch (t->kind) {
	case CT_PTR:
	case CT_LREF:
	case CT_RREF:
		inner = arena_printf(p->a, "%s%s",
		                     t->kind == CT_PTR    ? "*"
		                     : t->kind == CT_LREF ? "&"
		                                          : "&&",
		                     quals_text(p, t->quals, inner));
		return type_text(p, t->base,
		                 wraps ? arena_printf(p->a, "(%s)", inner) : inner);
	case CT_MEMPTR:
		inner = arena_printf(p->a, "%s::*%s", decl_text(p, t->decl),
		                     quals_text(p, t->quals, inner));
		return type_text(p, t->base,
		                 wraps ? arena_printf(p->a, "(%s)", inner) : inner);
	case CT_ARRAY: {
		char n[24];
		snprintf(n, sizeof n, "%llu", (unsigned long long)t->n);
		inner = arena_printf(p->a, "%s[%s]", inner,
		                     t->has_size ? number_text(p, t->n, n) : "");
		return type_text(p, t->base, inner);
	}
	case CT_FUNC:
		return type_text(
			p, t->base,
			arena_printf(p->a, "%s%s", inner, params_text(p, t, NULL)));
	case CT_CLASS:
		if (t->decl->cls && t->decl->cls->memfn)
			return type_text(p, t->decl->cls->memfn, inner);
		name = decl_text(p, t->decl);
		break;
	case CT_ENUM:
	case CT_SYNTH: name = decl_text(p, t->decl); break;
	case CT_BOOL: name = "__nv_bool"; break; /* so nvcc's device half has them */
	case CT_WCHAR: name = "int"; break;
	default: name = check_type_text(p->c, ctype_unqual(t)); break;
	}
	return arena_printf(p->a, "%s%s%s", quals_text(p, t->quals, name), space, inner);
}

/* ---- declarations ------------------------------------------------------------------ */

static struct syn *function_syn(const struct cdecl *f) {
	struct syn *s = syn_inner_decl(f->syn);
	return s && (s->kind == SYN_FUNC_DEF || s->kind == SYN_SIMPLE_DECL) ? s : NULL;
}

/* A closure is const unless it says that it is not. */
static const char *closure_params_text(struct pretty *p, const struct ctype *t,
                                       const struct syn *func) {
	struct ctype plain = *t;
	plain.memquals = 0;
	return arena_printf(p->a, "%s%s", params_text(p, &plain, func),
	                    t->memquals & Q_CONST ? "" : " mutable");
}

static bool is_decltype(const struct syn *s) {
	return s && s->kind == SYN_TYPE_ID && syn_type_id(s)->specs->nkid &&
	       syn_specs(syn_type_id(s)->specs)->type &&
	       syn_specs(syn_type_id(s)->specs)->type->kind == SYN_DECLTYPE;
}

/* Returns the declaration of `head`, a function's name with the scopes around. */
static const char *declared_text(struct pretty *p, const struct cdecl *f,
                                 const struct ctype *t, const struct syn *func,
                                 const char *head) {
	const struct syn *s = function_syn(f);
	const struct syn *type = s && syn_specified(s)->specs->kind == SYN_SPECS &&
	                                         syn_specified(s)->specs->nkid
	                                 ? syn_specs(syn_specified(s)->specs)->type
	                                 : NULL;
	const struct syn *trailing = func ? syn_d_func(func)->trailing : NULL;
	bool is_lambda = f->cls_owner && f->cls_owner->cls->is_lambda;
	head = arena_printf(p->a, "%s%s", head,
	                    is_lambda ? closure_params_text(p, t, func)
	                              : params_text(p, t, func));
	if (f->is_ctor || f->is_dtor || f->is_conversion)
		return head;
	if (is_decltype(trailing))
		return arena_printf(p->a, "auto %s->decltype((<expression>))", head);
	if (trailing || is_lambda)
		return arena_printf(p->a, "%s%s->%s", is_lambda ? "" : "auto ", head,
		                    type_text(p, t->base, ""));
	if (type && type->kind == SYN_AUTO && !(func && s->kid[1] == NULL) &&
	    ctype_noref(t->base)->kind != CT_PTR)
		return arena_printf(p->a, "%s %s",
		                    type->op == 1 ? "decltype(auto)" : "auto", head);
	return type_text(p, t->base, head);
}

/* lambda [](int)->auto */
static const char *lambda_text(struct pretty *p, const struct cdecl *cls) {
	struct cdecl *f = cscope_find_here(cls->inner, p->c->name.operator_call, 0);
	struct form form = {0};
	u32 nvalue = p->value.n;
	if (f && f->kind == CDECL_TEMPLATE)
		form = form_of_template(p, f);
	if (f && f->kind == CDECL_FUNC && f->type->kind == CT_FUNC &&
	    f->type->base->kind == CT_AUTO && !p->c->quiet)
		check_body(p->c, f); /* does nothing within the body itself */
	if (f && f->kind == CDECL_FUNC && f->type->kind == CT_FUNC)
		form = (struct form){f, f->type, f->func_syn};
	const char *text = !form.type ? "lambda []"
	                              : arena_printf(p->a, "lambda []%s->%s",
	                                             closure_params_text(p, form.type,
	                                                                 form.func),
	                                             type_text(p, form.type->base, ""));
	p->value.n = nvalue;
	return text;
}

/* ---- templates --------------------------------------------------------------------- */

static void make_up_value(struct pretty *p, const struct ctarg *a,
                          const struct str *name) {
	if (a->kind == TARG_VALUE)
		vec_push(p->a, &p->value, ((struct named_value){a->value, name}));
}

/* Returns a scope that binds the template's parameters to made-up arguments, and puts
 * these in `args`, packs flattened. */
static struct cscope *make_up(struct pretty *p, struct cdecl *tmpl, struct ctargs *args) {
	u32 n = tmpl->params->nkid;
	struct ctarg *synth = arena_array(p->a, struct ctarg, n + 1);
	for (u32 i = 0; i < n; i++) {
		synth[i] = synth_arg(p->c, tmpl->params->kid[i]);
		const struct ctarg *one = synth[i].kind == TARG_PACK ? synth[i].elem
		                                                     : &synth[i];
		make_up_value(p, one, tparam_name(tmpl->params->kid[i]));
		vec_push(p->a, args, *one);
	}
	return template_scope(p->c, tmpl, synth, n);
}

static struct form form_of_template(struct pretty *p, struct cdecl *tmpl) {
	struct syn *s = function_syn(tmpl);
	struct syn *declarator = !s ? NULL : syn_first_declarator(s);
	struct ctargs args = {0};
	struct declarator_info info;
	if (!declarator)
		return (struct form){0};
	const struct syn *func = declarator_peek(declarator).func;
	struct syn bare, *kids[5] = {0};
	/* a decltype of made-up values says nothing */
	if (declarator == func && is_decltype(syn_d_func(func)->trailing)) {
		bare = *declarator;
		memcpy(kids, declarator->kid, sizeof(*kids) * MIN(declarator->nkid, 5));
		kids[2] = NULL;
		bare.kid = kids;
		declarator = &bare;
	}
	struct cscope *at = make_up(p, tmpl, &args);
	bool failed = quiet_begin(p->c);
	const struct ctype *t = type_of_specs(p->c, at, syn_specified(s)->specs);
	t = type_of_declarator(p->c, at, t, declarator, &info);
	if (quiet_end(p->c, failed) || t->kind != CT_FUNC)
		return (struct form){0};
	return (struct form){tmpl, t, func};
}

static struct cdecl *class_around(const struct cdecl *cls) {
	struct cscope *s = scope_outside_template(cls->scope);
	return s && s->kind == CSCOPE_CLASS ? s->owner : NULL;
}

/* Returns the template, or the specialisation, that an instance of a class was made from;
 * NULL if it is not an instance. */
static struct cdecl *template_made_from(const struct cdecl *cls) {
	struct cdecl *t = cls->is_inst && cls->tscope ? cls->tscope->owner : NULL;
	return t && t->params && t->params->nkid ? t : NULL;
}

/* Returns the class with made-up arguments of all its templates; itself if it has none;
 * NULL if that cannot be made. */
static struct cdecl *class_form(struct pretty *p, struct cdecl *cls) {
	struct cdecl *outer = class_around(cls), *tmpl = template_made_from(cls);
	struct cdecl *around = outer ? class_form(p, outer) : NULL;
	if (outer && !around)
		return NULL;
	struct syn *special = tmpl ? template_special_id(tmpl) : NULL;
	if (around != outer) {
		struct cdecl *m = cls->name
		                          ? cscope_find_here(around->inner, cls->name, 0)
		                          : NULL;
		m = m ? decl_of(p->c, m) : NULL;
		if (!m || special || m->kind != (tmpl ? CDECL_TEMPLATE : CDECL_TYPE))
			return NULL;
		if (!tmpl)
			return m->cls && type_try_complete(p->c, m->type) ? m : NULL;
		tmpl = m;
	}
	if (!tmpl)
		return cls;
	struct ctargs args = {0};
	struct cscope *at = make_up(p, tmpl, &args);
	struct cdecl *primary = template_canonical(p->c, tmpl);
	if (special) {
		args.n = 0;
		if (!template_args_of(p->c, at, special, primary, &args))
			return NULL;
	}
	struct cdecl *made = template_instance(p->c, primary, &args, tmpl->loc);
	if (!made || !made->cls || !type_try_complete(p->c, made->type))
		return NULL;
	if (!special)
		vec_push(p->a, &p->made, ((struct made_up){made, primary}));
	return made;
}

/* Returns the member that has f's position among those of its name. */
static struct form form_of_member(struct pretty *p, struct cdecl *f) {
	struct cdecl *cls = class_form(p, f->cls_owner);
	if (!cls)
		return (struct form){0};
	struct cdecl *tmpl = f->is_inst ? f->pattern : NULL;
	struct cdecl *e = cscope_find_here(f->cls_owner->inner, f->name, 0);
	struct cdecl *m = cscope_find_here(cls->inner, f->name, 0);
	while (e && m && e != f && e != tmpl && func_definition(p->c, e) != f) {
		e = e->next;
		m = m->next;
	}
	m = e && m ? decl_of(p->c, m) : NULL;
	if (m && m->kind == CDECL_TEMPLATE)
		return form_of_template(p, m);
	if (!m || m->kind != CDECL_FUNC || m->state != CSTATE_CHECKED ||
	    m->type->kind != CT_FUNC)
		return (struct form){0};
	return (struct form){m, m->type, m->func_syn};
}

static struct form form_of(struct pretty *p, struct cdecl *f) {
	struct form form = {0};
	bool is_inst = f->is_inst && f->pattern && f->pattern->kind == CDECL_TEMPLATE;
	bool failed = quiet_begin(p->c);
	p->c->in_order++;
	if (f->cls_owner && f->cls_owner->name)
		form = form_of_member(p, f);
	else if (is_inst)
		form = form_of_template(p, f->pattern);
	p->c->in_order--;
	quiet_end(p->c, failed);
	if (form.type)
		return form;
	p->value.n = 0;
	return (struct form){f, f->type, f->func_syn};
}

/* ---- template arguments ------------------------------------------------------------ */

static void with_one(struct pretty *p, const struct cdecl *d, const char *name) {
	const char *text = NULL;
	for (u32 i = 0; d->kind == CDECL_PACK && i < d->nelem; i++)
		with_one(p, d->elem[i], name);
	if (d->kind == CDECL_TYPE)
		text = arena_printf(p->a, "%s = %s", name, type_text(p, d->type, ""));
	else if (d->kind == CDECL_USING && d->target)
		text = arena_printf(p->a, "%s = %s", name, decl_text(p, d->target));
	else if (d->kind == CDECL_VALUE)
		text = arena_printf(
			p->a, "%s = %s", type_text(p, d->type, name),
			d->target || d->type->kind == CT_CLASS
				? targ_text(p, &(struct ctarg){.kind = TARG_DECL,
		                                               .type = d->type,
		                                               .decl = d->target})
				: value_text(p, d->type, d->value));
	if (text)
		p->with = arena_printf(p->a, "%s%s%s", p->with, *p->with ? "; " : "",
		                       text);
}

static void with_params(struct pretty *p, const struct cdecl *tmpl,
                        struct cscope *bound) {
	u32 nauto = 0;
	for (u32 i = 0; i < tmpl->params->nkid; i++) {
		struct str *name = tparam_name(tmpl->params->kid[i]);
		const struct cdecl *d = name ? cscope_own(bound, name) : NULL;
		bool is_auto = name && strncmp(name->s, "auto:", 5) == 0;
		if (d)
			with_one(p, d,
			         is_auto ? arena_printf(p->a, "<auto-%u>", ++nauto)
			                 : name->s);
	}
}

static void with_all(struct pretty *p, struct cdecl *f) {
	if (f->is_inst && f->pattern && f->pattern->kind == CDECL_TEMPLATE && f->tscope)
		with_params(p, f->pattern, f->tscope);
	for (struct cdecl *cls = f->cls_owner; cls; cls = class_around(cls))
		if (template_made_from(cls))
			with_params(p, cls->tscope->owner, cls->tscope);
}

const char *check_pretty_function(struct sema *c, struct cdecl *f) {
	struct pretty p = {.c = c, .a = c->a, .with = ""};
	if (!f->type || f->type->kind != CT_FUNC)
		return check_func_name(c, f);
	if (cdecl_rare(f)->pretty)
		return cdecl_rare(f)->pretty;
	with_all(&p, f);
	struct form form = form_of(&p, f);
	const char *name = f->is_conversion
	                           ? arena_printf(c->a, "operator %s",
	                                          type_text(&p, form.type->base, ""))
	                           : check_func_name(c, f);
	const char *head = arena_printf(c->a, "%s%s", scope_text(&p, form.decl->scope),
	                                name);
	cdecl_rare_set(c->a, f)->pretty = arena_printf(
		c->a, "%s%s%s%s%s", f->is_static_member_func ? "static " : "",
		declared_text(&p, f, form.type, form.func, head),
		*p.with ? " [with " : "", p.with, *p.with ? "]" : "");
	return cdecl_rare(f)->pretty;
}
