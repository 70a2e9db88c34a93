/* call.c - reports host code that calls what only the device has: `k(x)` where
 * k<<<...>>>(x) was meant, which would launch nothing, and functions of the device, which
 * would end the program. Names decide, not types: an error is given only if every
 * function of that name in the whole text is the device's and nothing else has the name,
 * and only in functions that are not templates (nvcc lets templates name such calls,
 * too). Those of both halves count like the host's: what only their device half has is
 * not in this text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

/* The kinds of declarations of a name; bits of the interned name's tag. */
enum {
	CALL_HOST = 1 << 0, /* a host function, or another name that may be called */
	CALL_DEVICE = 1 << 1,
	CALL_KERNEL = 1 << 2,
	CALL_TEMPLATE = 1 << 3,
};

bool is_function_template(const struct rewrite *rw, u32 i) {
	return rw->t[i].kind == CU_IDENT && rw->t[i].name->tag & CALL_TEMPLATE;
}

void note_callable(struct rewrite *rw, const struct decl *d) {
	if (d->params == NONE || d->name == NONE ||
	    rw->t[d->name_end - 1].kind != CU_IDENT)
		return;
	if (d->is_template)
		rw->t[d->name_end - 1].name->tag |= CALL_TEMPLATE;
	bool for_host = !(d->quals & QUAL_DEVICE) || (d->quals & QUAL_HOST) ||
	                d->is_constexpr;
	if (d->in_class && !for_host)
		return; /* called as x.f() or X::f(), not by its name alone */
	u32 what = d->quals & QUAL_GLOBAL ? CALL_KERNEL
	           : for_host             ? CALL_HOST
	                                  : CALL_DEVICE;
	rw->t[d->name_end - 1].name->tag |= what;
	rw->has_calls |= what != CALL_HOST;
}

static bool is_device_name(const struct rewrite *rw, u32 i) {
	const struct str *name = rw->t[i].name;
	return rw->t[i].kind == CU_IDENT && name &&
	       (name->tag & (CALL_DEVICE | CALL_KERNEL)) && !(name->tag & CALL_HOST);
}

/* Whether the token before a name may be the end of its type. */
static bool ends_type(u32 kind) {
	return kind == CU_IDENT || kind == '>' || kind == '*' || kind == '&' ||
	       kind == CU_ANDAND || kind == CU_STRUCT || kind == CU_CLASS ||
	       kind == CU_UNION || kind == CU_ENUM || kind == CU_TYPENAME ||
	       kind == CU_CONST || (kind >= CU_KW_VOID && kind <= CU_AUTO);
}

/* Marks names that are also a variable, parameter, class or binding, as a call may mean
 * that. */
static void note_variables(struct rewrite *rw) {
	for (u32 i = 1; i < rw->n; i++) {
		if (!is_device_name(rw, i) || (rw->t[i].flags & CU_TF_SYSTEM))
			continue; /* ignore the locals of headers */
		u32 after = token_kind(rw, i + 1);
		bool is_function = after == '(' || after == '<' || after == CU_LAUNCH;
		u32 before = token_kind(rw, i - 1);
		if (after == '=' || after == ']' ||
		    (!is_function &&
		     (ends_type(before) || before == '}' || before == CU_ELLIPSIS)) ||
		    (!ends_type(before) &&
		     token_declares(rw, i, NONE))) /* dim3 a(1), name(2) */
			rw->t[i].name->tag |= CALL_HOST;
	}
}

bool is_evaluated(const struct rewrite *rw, u32 first, u32 i) {
	for (; i > first; i--) {
		u32 kind = token_kind(rw, i), match = rw->t[i].match;
		if ((kind == ')' || kind == ']' || kind == '}') && match != CU_NO_MATCH &&
		    match < i)
			i = match;
		else if (kind == ';' || kind == '{')
			return true;
		else if (kind == '(' && (token_kind(rw, i - 1) == CU_DECLTYPE ||
		                         token_kind(rw, i - 1) == CU_SIZEOF ||
		                         token_kind(rw, i - 1) == CU_NOEXCEPT ||
		                         token_kind(rw, i - 1) == CU_TYPEID))
			return false;
	}
	return true;
}

/* A function whose body is checked, and the variables that hold its device lambdas. */
struct caller {
	struct rewrite *rw;
	bool is_of_both;
	VEC(const struct str *) lambda;
};

static void refuse_device_call(const struct caller *k, u32 i, const char *what) {
	struct rewrite *rw = k->rw;
	report_error(rw, i, E0683,
	             arena_printf(rw->arena, "%s cannot call %s",
	                          k->is_of_both ? "a __host__ __device__ function"
	                                        : "host code",
	                          what),
	             k->is_of_both || strchr(what, '\'') == NULL
	                     ? NULL
	                     : "declare it __host__ __device__, if both may call it");
}

static u32 find_lambda(const struct caller *k, const struct str *name) {
	u32 i = 0;
	while (i < k->lambda.n && k->lambda.at[i] != name)
		i++;
	return i;
}

/* Returns the { of a lambda of the device that begins at i, or NONE. */
static u32 device_lambda(const struct rewrite *rw, u32 i, u32 end) {
	u32 before = token_kind(rw, i - 1), n_device = 0;
	if (rw->t[i].kind != '[' || rw->t[i].match == CU_NO_MATCH || before == CU_IDENT ||
	    before == ')' || before == ']' || before == CU_OPERATOR)
		return NONE;
	for (i = rw->t[i].match + 1; i < end && rw->t[i].kind != '{';
	     i = MAX(skip_group(rw, i), i + 1)) {
		u32 kind = rw->t[i].kind;
		if (kind == ';' || kind == '=' || kind == CU_HOST)
			return NONE;
		n_device += kind == CU_DEVICE;
	}
	return n_device && i < end ? i : NONE;
}

/* Notes, or refuses to call, what `auto x = [] __device__ {...}` declares. Returns the
 * last token. */
static u32 pass_lambda(struct caller *k, u32 i, u32 brace) {
	struct rewrite *rw = k->rw;
	u32 after = MAX(skip_group(rw, brace), brace + 1);
	bool has_name = token_kind(rw, i - 1) == '=' &&
	                token_kind(rw, i - 2) == CU_IDENT &&
	                token_kind(rw, i - 3) == CU_AUTO;
	if (has_name)
		vec_push(rw->arena, &k->lambda, rw->t[i - 2].name);
	if (token_kind(rw, after) == '(' && is_evaluated(rw, i, after))
		refuse_device_call(k, i, "a lambda of the device");
	return after - 1;
}

static void check_name(struct caller *k, u32 first, u32 i) {
	struct rewrite *rw = k->rw;
	u32 before = token_kind(rw, i - 1);
	u32 lambda = find_lambda(k, rw->t[i].name);
	if (before == CU_AUTO && lambda < k->lambda.n) { /* another of that name */
		k->lambda.at[lambda] = NULL;
		return;
	}
	if (token_kind(rw, i + 1) != '(' || ends_type(before) || before == '.' ||
	    before == CU_ARROW || !is_evaluated(rw, first, i))
		return;
	const char *name = rw->t[i].name->s;
	if (lambda < k->lambda.n && before != CU_SCOPE)
		refuse_device_call(k, i,
		                   arena_printf(rw->arena,
		                                "'%s', which is a lambda of the device",
		                                name));
	else if (is_device_name(rw, i) && rw->t[i].name->tag & CALL_KERNEL)
		report_error(rw, i, E0611,
		             arena_printf(rw->arena,
		                          "calling a __global__ function must say "
		                          "how: %s<<<grid, block>>>(...)",
		                          name),
		             NULL);
	else if (is_device_name(rw, i))
		refuse_device_call(k, i,
		                   arena_printf(rw->arena,
		                                "'%s', which is a __device__ function",
		                                name));
}

static void check_body(struct rewrite *rw, const struct scope_range *f) {
	struct caller k = {.rw = rw, .is_of_both = (f->quals & QUAL_DEVICE) != 0};
	for (u32 i = f->body + 1; i < f->end; i++) {
		u32 kind = token_kind(rw, i), brace = device_lambda(rw, i, f->end);
		bool is_class = kind == CU_STRUCT || kind == CU_CLASS || kind == CU_UNION;
		if (kind == CU_IF && token_kind(rw, i + 1) == CU_CONSTEXPR) {
			i = past_statement(rw, i) - 1; /* may be left out */
		} else if (brace != NONE) {
			i = pass_lambda(&k, i, brace);
		} else if (is_class || kind == CU_DEVICE) {
			/* skip members */
			while (i < f->end && rw->t[i].kind != '{' && rw->t[i].kind != ';')
				i = MAX(skip_group(rw, i), i + 1);
			if (token_kind(rw, i) == '{')
				i = MAX(skip_group(rw, i), i + 1) - 1;
		} else if (kind == CU_IDENT) {
			check_name(&k, f->body, i);
		}
	}
}

/* Whether every use of the name is a call, a launch or its declaration, so that it is not
 * a variable that may point to a kernel. */
static bool is_only_called(const struct rewrite *rw, const struct str *name) {
	for (u32 i = 0; i < rw->n; i++) {
		u32 after = token_kind(rw, i + 1);
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name == name &&
		    !(rw->t[i].flags & CU_TF_SYSTEM) && after != '(' &&
		    after != CU_LAUNCH)
			return false;
	}
	return true;
}

/* Reports k<<<1, 32>>>(x) where k is declared without __global__. What system headers
 * launch is theirs, such as a parameter. */
static void check_launches(struct rewrite *rw) {
	for (u32 i = 1; i < rw->n; i++) {
		const struct str *name = rw->t[i - 1].name;
		if (rw->t[i].kind != CU_LAUNCH || rw->t[i - 1].kind != CU_IDENT ||
		    rw->t[i].flags & CU_TF_SYSTEM || !name ||
		    (name->tag & (CALL_HOST | CALL_DEVICE | CALL_KERNEL)) == 0 ||
		    name->tag & CALL_KERNEL || !is_only_called(rw, name))
			continue;
		report_error(rw, i - 1, E0611,
		             arena_printf(rw->arena,
		                          "'%s' is launched, but it is not a kernel",
		                          name->s),
		             name->tag & CALL_DEVICE
		                     ? "its declaration says __device__; a kernel is "
		                       "__global__"
		                     : "declare it __global__: __global__ void ...");
	}
}

/* Whether #pragma nv_exec_check_disable stands before the function. */
static bool is_unchecked(const struct rewrite *rw, const struct scope_range *f) {
	u32 i = rw->warn.n;
	while (i && (rw->warn.at[i - 1].action != CU_WARN_NO_EXEC ||
	             rw->warn.at[i - 1].start > rw->t[f->params].start))
		i--;
	u32 from = i ? rw->warn.at[i - 1].start : 0;
	return i && (f->first == 0 || rw->t[f->first - 1].start < from);
}

void check_calls(struct rewrite *rw) {
	check_launches(rw);
	if (!rw->has_calls && !rw->lambda_place.n)
		return;
	note_variables(rw);
	vec_each (struct scope_range, f, &rw->range) {
		bool is_hosts = !(f->quals & QUAL_GLOBAL) &&
		                (!(f->quals & QUAL_DEVICE) || f->quals & QUAL_HOST);
		if (f->body != NONE && f->params != NONE && f->angle == NONE &&
		    !f->in_class && is_hosts && !is_unchecked(rw, f) &&
		    !(rw->t[f->params].flags & CU_TF_SYSTEM))
			check_body(rw, f);
	}
}
