/* check_pretty.c - __func__ and __PRETTY_FUNCTION__, which assert prints: the function's name, and its declaration as
 * nvcc spells it: `void k(T) [with T = float]`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

const char *check_func_name(struct check *c, const struct cdecl *f) {
	const struct cdecl *cls = f->cls_owner;
	if (f->is_conversion)
		return arena_printf(c->a, "operator %s",
		                    check_type_text(c, f->type->base));
	if (cls && cls->name && (f->is_ctor || f->is_dtor))
		return arena_printf(c->a, "%s%s", f->is_dtor ? "~" : "", cls->name->s);
	return f->name ? f->name->s : "";
}

/* The namespaces and classes around, each with :: behind it. */
static const char *scope_text(struct check *c, const struct cscope *s) {
	const char *text = "";
	for (; s; s = s->parent) {
		const struct cdecl *d = s->owner;
		if ((s->kind != CSCOPE_NAMESPACE && s->kind != CSCOPE_CLASS) || !d)
			continue;
		const char *name = s->kind == CSCOPE_CLASS ? check_type_text(c, d->type)
		                   : d->name               ? d->name->s
		                                           : "<unnamed>";
		if (s->kind == CSCOPE_CLASS) /* its text names what is around it */
			return arena_printf(c->a, "%s::%s", name, text);
		text = arena_printf(c->a, "%s::%s", name, text);
	}
	return text;
}

/* A template's own declaration, read with made-up arguments that have the parameters' names. */
struct pattern {
	const struct ctype *type; /* NULL: only the instance's is known */
	struct cdecl *tmpl;
	struct ctarg *synth;
};

static struct pattern pattern_of(struct check *c, struct cdecl *tmpl) {
	struct syn *s = tmpl->syn;
	struct syn *declarator = s->kind == SYN_FUNC_DEF ? s->kid[1]
	                         : s->kind == SYN_SIMPLE_DECL && s->nkid > 1
	                                 ? s->kid[1]->kid[0]
	                                 : NULL;
	u32 n = tmpl->params->nkid;
	struct pattern p = {.tmpl = tmpl,
	                    .synth = arena_array(c->a, struct ctarg, n + 1)};
	for (u32 i = 0; i < n; i++)
		p.synth[i] = synth_arg(c, tmpl->params->kid[i]);
	struct cscope *at = template_scope(c, tmpl, p.synth, n);
	struct declarator_info info;
	bool failed = quiet_begin(c);
	const struct ctype *t = declarator ? type_of_specs(c, at, s->kid[0]) : NULL;
	t = t ? type_of_declarator(c, at, t, declarator, &info) : NULL;
	if (!quiet_end(c, failed) && t && t->kind == CT_FUNC)
		p.type = t;
	return p;
}

/* A made-up value is a number that nothing else has: its parameter's name in its place. */
static const char *pattern_text(struct check *c, const struct pattern *p,
                                const struct ctype *t) {
	const char *text = check_type_text(c, t);
	for (u32 i = 0; p->type && i < p->tmpl->params->nkid; i++) {
		const struct str *name = tparam_name(p->tmpl->params->kid[i]);
		char number[24];
		snprintf(number, sizeof number, "%llu",
		         (unsigned long long)p->synth[i].value);
		const char *at = p->synth[i].kind == TARG_VALUE && name
		                         ? strstr(text, number)
		                         : NULL;
		if (at)
			text = arena_printf(c->a, "%.*s%s%s", (int)(at - text), text,
			                    name->s, at + strlen(number));
	}
	return text;
}

/* " [with T = float; int N = 3]" */
static const char *args_text(struct check *c, const struct cdecl *f) {
	const char *text = "";
	for (u32 i = 0; i < f->pattern->params->nkid && i < f->ntarg; i++) {
		const struct str *param = tparam_name(f->pattern->params->kid[i]);
		const struct ctarg *a = &f->targ[i];
		const char *name = param ? param->s : "";
		const char *sep = *text ? "; " : "";
		if (a->kind == TARG_TYPE)
			text = arena_printf(c->a, "%s%s%s = %s", text, sep, name,
			                    check_type_text(c, a->type));
		else if (a->kind == TARG_VALUE)
			text = arena_printf(c->a, "%s%s%s %s = %lld", text, sep,
			                    check_type_text(c, a->type), name,
			                    (long long)a->value);
	}
	return *text ? arena_printf(c->a, " [with %s]", text) : "";
}

const char *check_pretty_function(struct check *c, struct cdecl *f) {
	bool is_inst = f->is_inst && f->pattern && f->pattern->kind == CDECL_TEMPLATE;
	struct pattern p = {0};
	if (is_inst)
		p = pattern_of(c, f->pattern);
	const struct ctype *t = p.type ? p.type : f->type;
	if (!t || t->kind != CT_FUNC)
		return check_func_name(c, f);
	bool has_result = !f->is_ctor && !f->is_dtor && !f->is_conversion;
	const char *result = has_result ? pattern_text(c, &p, t->base) : "";
	size_t len = strlen(result);
	const char *params = "";
	for (u32 i = 0; i < t->nparam; i++)
		params = arena_printf(c->a, "%s%s%s", params, i ? ", " : "",
		                      pattern_text(c, &p, t->param[i]));
	return arena_printf(
		c->a, "%s%s%s%s%s(%s%s)%s%s%s", f->is_static_member_func ? "static " : "",
		result,
		!len || result[len - 1] == '*' || result[len - 1] == '&' ? "" : " ",
		scope_text(c, f->scope), check_func_name(c, f), params,
		t->is_variadic ? ", ..." : "", t->memquals & Q_CONST ? " const" : "",
		t->memquals & Q_VOLATILE ? " volatile" : "",
		is_inst ? args_text(c, f) : "");
}
