/* annotation.c - warnings about __host__, __device__ and __global__ that have no effect
 * or differ between declarations of a function: nvcc's 20012, 20035 to 20040 and 20050.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/annotation.h"

#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/pretty.h"

/* ---- redeclarations ---------------------------------------------------------------- */

enum { SPACES = SPEC_HOST | SPEC_DEVICE | SPEC_GLOBAL };

/* Returns the annotations of this declaration itself; none means __host__. */
static u64 written(const struct cdecl *d) {
	const struct syn *s = syn_inner_decl(
		d->is_inst && d->pattern && d->pattern->kind == CDECL_TEMPLATE
			? d->pattern->syn
			: d->syn);
	bool is_func = s && (s->kind == SYN_FUNC_DEF || s->kind == SYN_SIMPLE_DECL);
	return is_func && syn_specified(s)->specs->kind == SYN_SPECS
	               ? syn_specified(s)->specs->value & SPACES
	               : 0;
}

static const char *space_text(u64 space) {
	return space & SPEC_GLOBAL                             ? "__global__"
	       : !(space & SPEC_DEVICE)                        ? "__host__"
	       : (space & SPACES) == (SPEC_HOST | SPEC_DEVICE) ? "__host__ __device__"
	                                                       : "__device__";
}

/* `before`: what the declarations before d make of the function. */
static void warn_space(struct sema *c, u64 before, const struct cdecl *d) {
	u64 now = written(d);
	bool is_host = !(before & (SPEC_DEVICE | SPEC_GLOBAL));
	const char *name = d->cls_owner
	                           ? arena_printf(c->a, "%s::%s",
	                                          check_type_text(c, d->cls_owner->type),
	                                          check_func_name(c, d))
	                           : check_func_name(c, d);
	if ((before ^ now) & SPEC_GLOBAL) {
		check_error(c, d->loc, E0628,
		            "a %s function(\"%s\") redeclared %s __global__",
		            space_text(before), name,
		            now & SPEC_GLOBAL ? "with" : "without");
		return;
	}
	if (now & SPEC_GLOBAL || (before & SPEC_HOST && before & SPEC_DEVICE))
		return;
	enum diag_code code = DIAG_NONE;
	const char *how = "with";
	const char *what = space_text(now);
	if (is_host && now & SPEC_DEVICE)
		code = now & SPEC_HOST ? E0676 : E0675;
	else if (!is_host && now & SPEC_HOST)
		code = now & SPEC_DEVICE ? E0673 : E0672;
	else if (!is_host && !now) {
		code = E0674;
		how = "without";
		what = "__device__";
	}
	if (code != DIAG_NONE)
		check_warning(
			c, d->loc, code,
			"a %s function(\"%s\") redeclared %s %s, hence treated as a "
			"__host__ __device__ function",
			space_text(before), name, how, what);
}

void warn_redeclared_space(struct sema *c, const struct cdecl *first,
                           const struct cdecl *second) {
	u64 before = written(first);
	warn_space(c, before ? before : SPEC_HOST, second);
}

void warn_spaces(struct sema *c, struct cdecl *d) {
	struct cdecl *e = d->scope && d->name ? cscope_find_here(d->scope, d->name, 0)
	                                      : NULL;
	u64 before = 0;
	if (!e || (e == d && !e->next))
		return;
	for (; e; e = e->next) {
		if (e->is_system || e->is_template || e->scope != d->scope)
			continue;
		if (e->state == CSTATE_SKIMMED)
			decl_resolve(c, e);
		if (e->kind != CDECL_FUNC || e->state != CSTATE_CHECKED ||
		    (e != d && !decl_same_function(e, d)))
			continue;
		if (e->loc.start < d->loc.start &&
		    written(e) & (SPEC_DEVICE | SPEC_GLOBAL))
			return; /* checked from that declaration */
	}
	for (e = cscope_find_here(d->scope, d->name, 0); e; e = e->next) {
		if (e->is_system || e->kind != CDECL_FUNC || e->scope != d->scope ||
		    e->state != CSTATE_CHECKED || (e != d && !decl_same_function(e, d)))
			continue;
		u64 now = written(e);
		if (before)
			warn_space(c, before, e);
		bool is_changed = before && !(now & SPEC_GLOBAL) &&
		                  ((before ^ now) & (SPEC_DEVICE | SPEC_HOST));
		before = is_changed ? SPEC_HOST | SPEC_DEVICE : now ? now : SPEC_HOST;
	}
}

/* ---- kernels that are inline ------------------------------------------------------- */

void warn_inline_kernel(struct sema *c, const struct cdecl *d) {
	u64 inlined = SPEC_INLINE | SPEC_FORCEINLINE | SPEC_CONSTEXPR;
	if (!(d->flags & SPEC_GLOBAL) || !(d->flags & inlined))
		return;
	for (u32 i = d->first_token; i < d->end_token && i < d->name_token; i++)
		if (c->u->token[i].kind == CU_GLOBAL)
			check_warning(
				c, cu_token_loc(&c->u->token[i]), E0677,
				"inline qualifier ignored for \"__global__\" function");
	if (d->flags & SPEC_CONSTEXPR)
		check_error(c, d->loc, E0611,
		            "a __global__ function cannot be constexpr");
}

/* ---- defaulted members ------------------------------------------------------------- */

enum around { AROUND_OTHER, AROUND_CLASS, AROUND_DERIVED };

/* Finds what the innermost brace around token i belongs to. A destructor of a class with
 * bases may be virtual: that is known when the class is completed, if ever. */
static enum around around(const struct cu_token_rec *t, u32 i) {
	bool has_colon = false;
	for (; i > 0 && t[i - 1].kind != '{'; i--)
		if (t[i - 1].kind == '}' && t[i - 1].match < i)
			i = t[i - 1].match + 1;
	for (i -= i > 0; i > 0; i--) {
		u32 kind = t[i - 1].kind;
		if (kind == ';' || kind == '{' || kind == '}')
			break;
		has_colon |= kind == ':';
		if (kind == CU_CLASS || kind == CU_STRUCT || kind == CU_UNION)
			return has_colon ? AROUND_DERIVED : AROUND_CLASS;
	}
	return AROUND_OTHER;
}

/* Whether parentheses after the word belong to it. */
static bool has_arguments(u32 kind) {
	return kind == CU_EXPLICIT || kind == CU_ATTRIBUTE || kind == CU_ALIGNAS;
}

/* Warns of the annotations of `X() = default`, tokens first to end. */
static void warn_defaulted(struct sema *c, u32 first, u32 end) {
	const struct cu_token_rec *t = c->u->token;
	u32 open = first, nnote = 0;
	for (; open < end; open++) {
		if (t[open].kind == '(' && !has_arguments(t[open - 1].kind))
			break;
		if (t[open].kind == '(' && t[open].match < end)
			open = t[open].match;
		nnote += t[open].kind == CU_HOST || t[open].kind == CU_DEVICE;
		if (t[open].kind == CU_VIRTUAL || t[open].kind == CU_FRIEND)
			return;
	}
	if (!nnote || open == end || open < first + 2)
		return;
	u32 name = t[open - 2].kind == CU_OPERATOR ? open - 2 : open - 1;
	bool is_dtor = t[name - 1].kind == '~';
	if (name == open - 1 && !t[name].name)
		return;
	enum around of = around(t, first);
	if (of == AROUND_OTHER || (of == AROUND_DERIVED && is_dtor))
		return;
	struct loc loc = {t[name - is_dtor].start, t[open - 1].end};
	const char *text = c->u->file->text + (loc.start - c->u->file->base);
	for (u32 i = first; i < name; i++)
		if (t[i].kind == CU_HOST || t[i].kind == CU_DEVICE)
			check_warning(
				c, cu_token_loc(&t[i]), E0671,
				"%s annotation is ignored on a non-virtual "
				"function(\"%.*s\") that is explicitly defaulted on its "
				"first declaration",
				t[i].kind == CU_HOST ? "__host__" : "__device__",
				(int)(loc.end - loc.start), text);
}

void warn_annotations(struct sema *c) {
	const struct cu_token_rec *t = c->u->token;
	u32 first = 1;
	for (u32 i = 1; i + 1 < c->u->ntoken; i++) {
		bool is_access = t[i].kind == ':' && (t[i - 1].kind == CU_PUBLIC ||
		                                      t[i - 1].kind == CU_PROTECTED ||
		                                      t[i - 1].kind == CU_PRIVATE);
		if (t[i].kind == CU_DEFAULT && t[i - 1].kind == '=' &&
		    t[i + 1].kind == ';' && !(t[i].flags & CU_TF_SYSTEM))
			warn_defaulted(c, first, i - 1);
		if (t[i].kind == ';' || t[i].kind == '{' || t[i].kind == '}' || is_access)
			first = i + 1;
	}
}
