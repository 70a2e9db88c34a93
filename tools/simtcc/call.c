/* call.c - reports host code that calls what only the device has: `k(x)` where
 * k<<<...>>>(x) was meant, which would launch nothing, and functions of the device, which
 * would end the program. Names decide, not types: an error is given only if every
 * function of that name in the whole text is the device's and nothing else has the name,
 * and only in functions of the host that are not templates (nvcc lets templates name such
 * calls, too).
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

static void check_body(struct rewrite *rw, const struct scope_range *f) {
	for (u32 i = f->body + 1; i < f->end; i++) {
		u32 kind = token_kind(rw, i), before = token_kind(rw, i - 1);
		bool is_class = kind == CU_STRUCT || kind == CU_CLASS || kind == CU_UNION;
		if (is_class || kind == CU_DEVICE) {
			/* skip members and lambdas for the device */
			while (i < f->end && rw->t[i].kind != '{' && rw->t[i].kind != ';')
				i = MAX(skip_group(rw, i), i + 1);
			if (token_kind(rw, i) == '{')
				i = MAX(skip_group(rw, i), i + 1) - 1;
			continue;
		}
		if (token_kind(rw, i + 1) != '(' || !is_device_name(rw, i) ||
		    ends_type(before) || before == '.' || before == CU_ARROW ||
		    !is_evaluated(rw, f->body, i))
			continue;
		const char *name = rw->t[i].name->s;
		bool is_kernel = rw->t[i].name->tag & CALL_KERNEL;
		if (is_kernel)
			report_error(
				rw, i, E0611,
				arena_printf(rw->arena,
			                     "calling a __global__ function must say "
			                     "how: %s<<<grid, block>>>(...)",
			                     name),
				NULL);
		else
			report_error(
				rw, i, E0683,
				arena_printf(rw->arena,
			                     "host code cannot call '%s', which is a "
			                     "__device__ function",
			                     name),
				"declare it __host__ __device__, if both may call it");
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

void check_calls(struct rewrite *rw) {
	check_launches(rw);
	if (!rw->has_calls)
		return;
	note_variables(rw);
	vec_each (struct scope_range, f, &rw->range)
		if (f->body != NONE && f->params != NONE && f->angle == NONE &&
		    !f->in_class && !(f->quals & (QUAL_GLOBAL | QUAL_DEVICE)) &&
		    !(rw->t[f->params].flags & CU_TF_SYSTEM))
			check_body(rw, f);
}
