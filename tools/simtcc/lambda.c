/* lambda.c - extended lambdas: `[=] __device__ (int i) {...}` in host code. The lambda
 * becomes an object of a class that both halves know: its members are the captured
 * variables, its name has the file and the line, and a constant in it tells the kind
 * (simt/lambda_traits.h). The class is put before the declaration that the lambda is in.
 * In the host half its function ends the program, in the device half it is the lambda's.
 * Its template parameters are the type parameters of the templates around it, the types
 * that it names of the class around and, unless their declarations are copied, of the
 * function, and the types of the captured variables. Only the host compiler knows these;
 * the mangled name of a kernel instance gives them to the device half.
 *
 *   auto f = [=] __device__ (int i) { p[i] = n; };
 *
 *   template<class __C0, class __C1> struct __simt_lambda_1 {
 *           enum { __simt_extended = 1 }; __C0 p; __C1 n; ... };
 *   auto f = __simt_lambda_1<__typeof__(p), __typeof__(n)>{p, n};
 *
 * In a member function, `this` or *this is one more member, __simt_this, through which
 * the device half looks for names that it does not find in the class (find_captured in
 * class/class.c). Of a lambda for both halves the host executes the body as well: there
 * `this` and the members that the class declares are named through __simt_this, and the
 * class of the lambda is a friend of the one around.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "tools/simtcc/edit.h"

struct capture {
	const char *name;
	const char *value; /* the initialiser of an init-capture; else the name */
};
VEC_TYPE(captures, struct capture);

/* A declaration of the function around that the lambda names, or one of these. */
struct local {
	const struct str *name; /* NULL: names of a namespace */
	u32 first, end;         /* the statement */
	bool is_type, is_named;
	bool is_copied; /* a type: into the class */
	bool is_around; /* names of a namespace: also in one around the class */
};
VEC_TYPE(locals, struct local);

/* A template parameter or a type around it, of the function or the class: a parameter of
 * its class. */
struct around {
	const char *declared, *name;
	enum around_kind {
		AROUND_ONE,
		AROUND_PACK, /* the last parameter ([temp.param]/14), so the first pack */
		AROUND_TYPES, /* a further pack, which is deduced from one type */
		AROUND_VALUES
	} kind;
};
VEC_TYPE(around_list, struct around);

/* A name in the lambda that needs a text before it where it is copied. */
struct member_use {
	u32 at; /* its token */
	const char *before;
	bool is_instead; /* of the token */
};
VEC_TYPE(member_uses, struct member_use);

struct lambda {
	u32 open, close; /* [ and ] */
	u32 params;      /* (, or NONE */
	u32 rest;        /* after the parameters and `mutable`: -> type, body */
	u32 body, end;   /* {, and one past } */
	bool is_host, is_mutable, has_result;
	bool has_namespace; /* around its class */
	/* The declarations around it; function is NULL in an initialiser. */
	const struct scope_range *top, *function;
	struct captures captures;
	struct around_list around;
	struct locals locals;
	struct member_uses uses; /* in the order of the text */
};

/* ---- the parts of a lambda ---- */

/* Whether it is [ ... ] followed by an execution space, and not [[attribute]]. */
static bool is_extended(const struct rewrite *rw, u32 open) {
	u32 close = rw->t[open].match;
	if (rw->t[open].kind != '[' || close == CU_NO_MATCH || close < open ||
	    token_kind(rw, open + 1) == '[')
		return false;
	u32 after = token_kind(rw, close + 1);
	return after == CU_DEVICE ||
	       (after == CU_HOST && token_kind(rw, close + 2) == CU_DEVICE);
}

static bool find_parts(const struct rewrite *rw, struct lambda *l) {
	u32 i = l->close = rw->t[l->open].match;
	for (i++; token_kind(rw, i) == CU_DEVICE || token_kind(rw, i) == CU_HOST; i++)
		l->is_host |= token_kind(rw, i) == CU_HOST;
	l->params = token_kind(rw, i) == '(' ? i : NONE;
	if (l->params != NONE && (i = skip_group(rw, i)) == l->params)
		return false;
	if (token_kind(rw, i) == CU_MUTABLE) {
		l->is_mutable = true;
		i++;
	}
	l->rest = i;
	l->has_result = token_kind(rw, i) == CU_ARROW;
	while (i < rw->n && rw->t[i].kind != '{' && rw->t[i].kind != ';')
		i++;
	l->body = i;
	l->end = token_kind(rw, i) == '{' ? skip_group(rw, i) : i;
	return l->end > l->body;
}

static bool is_range_around(const struct lambda *l, const struct scope_range *r) {
	return r->first <= l->open && r->end >= l->end;
}

static void find_around(struct rewrite *rw, struct lambda *l) {
	vec_each (struct scope_range, r, &rw->range) {
		if (!is_range_around(l, r))
			continue;
		if (!r->in_class)
			l->top = r;
		if (r->body != NONE && r->body < l->open)
			l->function = r; /* the innermost comes last */
	}
}

/* ---- captured variables ---- */

static bool has_capture(const struct lambda *l, const char *name) {
	vec_each (struct capture, c, &l->captures)
		if (strcmp(c->name, name) == 0)
			return true;
	return false;
}

static bool declares_at(const struct rewrite *rw, u32 params, u32 i,
                        const struct str *name) {
	return rw->t[i].name == name && rw->t[i].kind == CU_IDENT &&
	       token_declares(rw, i, params);
}

static bool is_declared(const struct rewrite *rw, u32 params, u32 first, u32 end,
                        const struct str *name) {
	for (u32 i = MAX(first, 1); i < end; i++)
		if (declares_at(rw, params, i, name))
			return true;
	return false;
}

/* Returns what is past the lambda whose parameters begin with the ( at token i; i: it is
 * no such (. */
static u32 past_lambda(const struct rewrite *rw, u32 i) {
	if (rw->t[i].kind != '(' || token_kind(rw, i - 1) != ']')
		return i;
	u32 k = skip_group(rw, i);
	while (k < rw->n && rw->t[k].kind != '{' && rw->t[k].kind != ';' &&
	       rw->t[k].kind != ')' && rw->t[k].kind != '}')
		k++;
	return token_kind(rw, k) == '{' ? skip_group(rw, k) : i;
}

/* Returns what is past the ( ) after `if`, `for` and the like. */
static u32 past_condition(const struct rewrite *rw, u32 i) {
	i += 1 + (u32)(token_kind(rw, i + 1) == CU_CONSTEXPR);
	return MAX(skip_group(rw, i), i + 1);
}

/* Returns what is past the statement at token i. */
static u32 past_statement(const struct rewrite *rw, u32 i) {
	u32 kind = token_kind(rw, i);
	while (kind == CU_IF) {
		i = past_statement(rw, past_condition(rw, i));
		if (token_kind(rw, i) != CU_ELSE)
			return i;
		kind = token_kind(rw, ++i);
	}
	if (kind == CU_FOR || kind == CU_WHILE || kind == CU_SWITCH)
		return past_statement(rw, past_condition(rw, i));
	if (kind == '{')
		return MAX(skip_group(rw, i), i + 1);
	while (i < rw->n && rw->t[i].kind != ';' && rw->t[i].kind != '}')
		i = MAX(skip_group(rw, i), i + 1);
	return i + (u32)(token_kind(rw, i) == ';');
}

/* Returns what is past the group, lambda or statement that ends the scope of what it
 * declares, when token i begins one; else i. */
static u32 past_scope(const struct rewrite *rw, u32 i) {
	switch (rw->t[i].kind) {
	case '{': return opens_enumerators(rw, i) ? i : skip_group(rw, i);
	case CU_IF:
	case CU_FOR:
	case CU_WHILE:
	case CU_SWITCH: return past_statement(rw, i);
	default: return past_lambda(rw, i);
	}
}

/* Returns the token of the last declaration of the name that is visible at token `end`,
 * not in blocks, classes and lambdas that end before; NONE: there is none. */
static u32 visible_declaration(const struct rewrite *rw, u32 params, u32 first, u32 end,
                               const struct str *name) {
	u32 last = NONE;
	for (u32 i = MAX(first, 1); i < end; i++) {
		u32 past = past_scope(rw, i);
		if (past > i && past <= end)
			i = past - 1;
		else if (declares_at(rw, params, i, name))
			last = i;
	}
	return last;
}

static bool is_visible(const struct rewrite *rw, u32 params, u32 first, u32 end,
                       const struct str *name) {
	return visible_declaration(rw, params, first, end, name) != NONE;
}

/* ---- what the function around declares ---- */

/* Whether the name at token i is looked up in an object's class or after `::`. What
 * stands after `) ->` may be a lambda's result and counts as a name of its own. */
static bool is_qualified(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1), object = i > 1 ? token_kind(rw, i - 2) : 0;
	return before == '.' || before == CU_SCOPE ||
	       (before == CU_ARROW &&
	        (object == CU_IDENT || object == CU_THIS || object == ']'));
}

static bool names_in(const struct rewrite *rw, const struct str *name, u32 first,
                     u32 end) {
	for (u32 i = first; i < end; i++)
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name == name &&
		    !is_qualified(rw, i))
			return true;
	return false;
}

/* The name that `typedef T name;` declares; NULL: it has another form. */
static const struct str *typedef_name(const struct rewrite *rw, u32 first, u32 end) {
	if (rw->t[end - 2].kind == CU_IDENT)
		return rw->t[end - 2].name;
	for (u32 i = first; i + 3 < end; i++) /* (*name)(, (&name)[ */
		if (rw->t[i].kind == '(' && rw->t[i + 2].kind == CU_IDENT &&
		    rw->t[i + 3].kind == ')')
			return rw->t[i + 2].name;
	return NULL;
}

/* The names of `constexpr T a = ..., b{...};`, each for itself. */
static void note_constants(struct rewrite *rw, struct lambda *l, u32 first, u32 end) {
	bool is_value = false;
	for (u32 i = first + 1; i + 1 < end; i = MAX(skip_group(rw, i), i + 1)) {
		u32 kind = rw->t[i].kind, after = rw->t[i + 1].kind;
		if (!is_value && kind == CU_IDENT &&
		    (after == '=' || after == '{' || after == '['))
			vec_push(rw->arena, &l->locals,
			         (struct local){.name = rw->t[i].name,
			                        .first = first,
			                        .end = end});
		is_value = kind == '=' || (is_value && kind != ',');
	}
}

/* The name and the enumerators of `enum E { a, b = 2 };`. */
static void note_enumerators(struct rewrite *rw, struct lambda *l, u32 first) {
	u32 open = first, close;
	while (open < l->open && rw->t[open].kind != '{' && rw->t[open].kind != ';')
		open++;
	close = open < l->open && rw->t[open].kind == '{' ? rw->t[open].match : NONE;
	if (close == NONE || close == CU_NO_MATCH || token_kind(rw, close + 1) != ';')
		return;
	struct local n = {.first = first, .end = close + 2};
	for (u32 i = first + 1; i < close; i++) {
		n.name = rw->t[i].name;
		if (rw->t[i].kind == CU_IDENT &&
		    (i < open ? token_kind(rw, i - 1) != ':'
		              : rw->t[i - 1].kind == '{' || rw->t[i - 1].kind == ','))
			vec_push(rw->arena, &l->locals, n);
		if (i > open)
			i = MAX(skip_group(rw, i), i + 1) - 1;
	}
}

/* Whether `constexpr` is among the words and names that a statement begins with: the
 * specifiers of a declaration have no order ([dcl.spec.general]/1). */
static bool says_constexpr(const struct rewrite *rw, u32 first) {
	for (u32 i = first;; i++) {
		u32 kind = token_kind(rw, i);
		if (kind == CU_CONSTEXPR)
			return true;
		if (kind != CU_STATIC && kind != CU_AUTO && kind != CU_CONST &&
		    kind != CU_IDENT && kind != CU_SCOPE &&
		    !(kind >= CU_KW_VOID && kind <= CU_KW_FLOAT128))
			return false;
	}
}

/* Notes the declaration that the statement is, if a body elsewhere needs it: a type, a
 * constant, which no lambda captures, names of a namespace. */
static void note_local(struct rewrite *rw, struct lambda *l, u32 first) {
	u32 end = first, kind = rw->t[first].kind;
	if (kind == CU_ENUM)
		note_enumerators(rw, l, first);
	if (kind != CU_USING && kind != CU_TYPEDEF && kind != CU_NAMESPACE &&
	    !says_constexpr(rw, first))
		return;
	while (end < l->open && rw->t[end].kind != ';')
		end = MAX(skip_group(rw, end), end + 1);
	if (end >= l->open)
		return;
	struct local n = {.first = first, .end = end + 1};
	if (kind == CU_USING && token_kind(rw, first + 2) == '=')
		n.name = rw->t[first + 1].name;
	else if (kind == CU_TYPEDEF)
		n.name = typedef_name(rw, first, n.end);
	else if (kind != CU_USING && kind != CU_NAMESPACE)
		note_constants(rw, l, first, n.end);
	n.is_type = n.name != NULL;
	if (n.name || kind == CU_USING || kind == CU_NAMESPACE)
		vec_push(rw->arena, &l->locals, n);
}

/* Whether a parameter or a capture of the lambda has the name. */
static bool hides(const struct rewrite *rw, const struct lambda *l,
                  const struct str *name) {
	return has_capture(l, name->s) ||
	       (l->params != NONE && is_declared(rw, l->params, l->params + 1,
	                                         skip_group(rw, l->params), name));
}

/* Whether the lambda itself names what the function around declares: its own parameters
 * hide that. */
static bool names_local(const struct rewrite *rw, const struct lambda *l,
                        const struct str *name) {
	return names_in(rw, name, l->close + 1, l->end) && !hides(rw, l, name);
}

/* Whether a later declaration in a block inside hides the constant where the lambda is
 * ([basic.scope.block]). */
static bool is_hidden(const struct rewrite *rw, const struct lambda *l,
                      const struct local *n) {
	u32 last = visible_declaration(rw, l->function->params, n->end, l->open, n->name);
	return !n->is_type && last != NONE;
}

/* Declarations of blocks that are still open where the lambda is. */
static void find_locals(struct rewrite *rw, struct lambda *l) {
	bool is_start = true;
	if (!l->function || l->function->body == NONE)
		return;
	for (u32 i = l->function->body + 1; i < l->open;) {
		u32 kind = rw->t[i].kind, past = skip_group(rw, i);
		if (is_start)
			note_local(rw, l, i);
		is_start = kind == ';' || kind == '{' || kind == '}';
		i = past > i && past <= l->open ? past : i + 1;
	}
	for (u32 i = l->locals.n; i--;) {
		struct local *n = &l->locals.at[i];
		n->is_named = !n->name ||
		              (names_local(rw, l, n->name) && !is_hidden(rw, l, n));
		for (u32 k = i + 1; k < l->locals.n && !n->is_named; k++)
			n->is_named = l->locals.at[k].is_named &&
			              !l->locals.at[k].is_type &&
			              names_in(rw, n->name, l->locals.at[k].first,
			                       l->locals.at[k].end);
	}
}

/* Whether the lambda, or a declaration that its body needs a copy of, names it. */
static bool lambda_names(const struct rewrite *rw, const struct lambda *l,
                         const struct str *name) {
	if (names_in(rw, name, l->close + 1, l->end))
		return true;
	vec_each (struct local, n, &l->locals)
		if (n->is_named && !n->is_type && names_in(rw, name, n->first, n->end))
			return true;
	return false;
}

static bool declares_constant(const struct lambda *l, const struct str *name) {
	vec_each (struct local, n, &l->locals)
		if (n->name == name && !n->is_type)
			return true;
	return false;
}

/* Whether the name is a constant where the lambda is: no variable hides it. */
static bool is_local_constant(const struct rewrite *rw, const struct lambda *l,
                              const struct str *name) {
	const struct local *last = NULL;
	vec_each (struct local, n, &l->locals)
		last = n->name == name && !n->is_type ? n : last;
	return last && !is_hidden(rw, l, last);
}

/* For [=]: captures the names in the body that are declared in the enclosing function and
 * not in the lambda.
 */
static void capture_used(struct rewrite *rw, struct lambda *l) {
	if (!l->function)
		return;
	for (u32 i = l->body; i < l->end; i++) {
		u32 before = rw->t[i - 1].kind;
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || before == '.' || before == CU_ARROW ||
		    before == CU_SCOPE || token_kind(rw, i + 1) == CU_SCOPE ||
		    has_capture(l, name->s) || is_local_constant(rw, l, name))
			continue;
		u32 own = l->params == NONE ? l->body : l->params;
		if (is_visible(rw, l->params, own, i + 1, name) ||
		    !is_visible(rw, l->function->params, l->function->params, l->open,
		                name))
			continue;
		vec_push(rw->arena, &l->captures, (struct capture){name->s, name->s});
	}
}

/* ---- the object of a member function ---- */

static void capture_object(struct rewrite *rw, struct lambda *l, const char *value) {
	if (!has_capture(l, "__simt_this"))
		vec_push(rw->arena, &l->captures, (struct capture){"__simt_this", value});
}

/* Returns the { of the innermost class around token `at`, or NONE. */
static u32 enclosing_class(const struct rewrite *rw, u32 at) {
	u32 open = NONE;
	vec_each (struct scope_range, r, &rw->range) {
		u32 i = r->first;
		if (r->end <= at || r->body != NONE)
			continue;
		while (i < at && rw->t[i].kind != '{')
			i++;
		if (i < at && rw->t[i].match != CU_NO_MATCH && rw->t[i].match > at)
			open = i;
	}
	return open;
}

/* Returns the token of the name of the class whose { is at `open`; NONE: it has none. */
static u32 class_name_token(const struct rewrite *rw, u32 open) {
	u32 i = open, name = NONE;
	while (i && rw->t[i].kind != ';' && rw->t[i].kind != '}' &&
	       (i == open || rw->t[i].kind != '{') && rw->t[i].kind != CU_STRUCT &&
	       rw->t[i].kind != CU_CLASS)
		i--;
	for (i++; i < open && rw->t[i].kind != ':' && rw->t[i].kind != '<';
	     i = MAX(skip_group(rw, i), i + 1))
		if (rw->t[i].kind == CU_IDENT && strcmp(rw->t[i].name->s, "final") != 0)
			name = i;
	return name;
}

static const char *class_name_at(const struct rewrite *rw, u32 open) {
	u32 name = class_name_token(rw, open);
	return name != NONE ? rw->t[name].name->s : NULL;
}

VEC_TYPE(path, u32); /* tokens that name scopes, the innermost first */

/* Adds the names of the classes and namespaces around a token. */
static void add_scopes_around(const struct rewrite *rw, u32 at, struct path *path) {
	for (u32 i = at; i-- > 0;) {
		u32 k = i;
		if (rw->t[i].kind == '}' && rw->t[i].match != CU_NO_MATCH)
			i = rw->t[i].match;
		if (rw->t[i].kind != '{' || i != k)
			continue;
		while (k > 1 &&
		       (rw->t[k - 1].kind == CU_IDENT || rw->t[k - 1].kind == CU_SCOPE))
			k--;
		u32 name = class_name_token(rw, i);
		if (k && rw->t[k - 1].kind == CU_NAMESPACE) {
			for (u32 j = i; j-- > k;)
				if (rw->t[j].kind == CU_IDENT)
					vec_push(rw->arena, path, j);
		} else if (name != NONE) {
			vec_push(rw->arena, path, name);
		}
	}
}

/* Returns how well the class or namespace named at token `own` fits the part of a path at
 * token `named`, 0 to 3: a partial specialisation has the same arguments, a primary
 * template none. */
static u32 fit_of_part(const struct rewrite *rw, u32 own, u32 named) {
	bool has_args = token_kind(rw, own + 1) == '<',
	     wants_args = token_kind(rw, named + 1) == '<';
	if (rw->t[own].name != rw->t[named].name)
		return 0;
	if (!has_args)
		return wants_args ? 1 : 2;
	for (u32 i = 1; wants_args && rw->t[own + i].kind == rw->t[named + i].kind &&
	                rw->t[own + i].name == rw->t[named + i].name;
	     i++) {
		u32 next = token_kind(rw, named + i + 1);
		if (rw->t[named + i].kind == '>' && (next == CU_SCOPE || next == '{'))
			return 3;
	}
	return 0;
}

/* Returns how well the class named at token `cls` and the scopes around it fit the path
 * of a member's definition, whose first `nclass` names are the classes that it names: 0
 * if not at all; the nearest namespace fits best ([class.mfct]/1). */
static u32 fit_of_class(const struct rewrite *rw, u32 cls, const struct path *path,
                        u32 nclass) {
	struct path own = {0};
	u32 parts = 0, same = 0;
	vec_push(rw->arena, &own, cls);
	add_scopes_around(rw, cls, &own);
	if (own.n < nclass)
		return 0;
	for (u32 i = 0; i < nclass; i++) {
		u32 part = fit_of_part(rw, own.at[i], path->at[i]);
		if (!part)
			return 0;
		parts += part;
	}
	u32 n = own.n - nclass, around = path->n - nclass;
	while (same < n && same < around &&
	       fit_of_part(rw, own.at[own.n - 1 - same], path->at[path->n - 1 - same]))
		same++;
	return (same == n ? 2 + same : 1) * (3 * nclass + 1) + parts;
}

/* Lists the classes of f's qualifier and the scopes around it. */
static struct path path_of_function(const struct rewrite *rw, const struct scope_range *f,
                                    u32 *nclass) {
	struct path path = {0};
	for (u32 at = f->params - 1; at > f->first + 1;) {
		if (token_kind(rw, at - 1) != CU_SCOPE)
			break;
		at -= 2; /* the last token of a class's name, X or X<T> */
		if (token_kind(rw, at) == '>') {
			at = open_angle(rw, at, f->first);
			if (at == NONE || !at)
				break;
			at--;
		}
		if (token_kind(rw, at) != CU_IDENT)
			break;
		vec_push(rw->arena, &path, at);
	}
	*nclass = path.n;
	add_scopes_around(rw, f->first, &path);
	return path;
}

/* Returns the { of the class that the function is a member of, or NONE. */
static u32 class_of_function(const struct rewrite *rw, const struct scope_range *f) {
	u32 nclass, best = NONE, most = 0;
	if (f->in_class)
		return enclosing_class(rw, f->first);
	if (f->params < 3 || token_kind(rw, f->params - 2) != CU_SCOPE)
		return NONE;
	struct path path = path_of_function(rw, f, &nclass);
	for (u32 i = 1; nclass && i < f->first; i++) {
		u32 key = rw->t[i - 1].kind, k = i + 1;
		if (rw->t[i].kind != CU_IDENT ||
		    rw->t[i].name != rw->t[path.at[0]].name ||
		    (key != CU_STRUCT && key != CU_CLASS))
			continue;
		while (k < f->first && rw->t[k].kind != ';' && rw->t[k].kind != '{')
			k++;
		u32 fits = token_kind(rw, k) == '{' ? fit_of_class(rw, i, &path, nclass)
		                                    : 0;
		if (fits > most) {
			most = fits;
			best = k;
		}
	}
	return best;
}

/* Returns the { of the class around whose member function has the lambda, or NONE. */
static u32 class_around(const struct rewrite *rw, const struct lambda *l) {
	u32 open = l->function && l->function->params != NONE && l->function->params
	                   ? class_of_function(rw, l->function)
	                   : NONE;
	return open != NONE && rw->t[open].match != CU_NO_MATCH ? open : NONE;
}

/* Whether the declaration of the member at token i says `static`. */
static bool says_static(const struct rewrite *rw, u32 i) {
	for (; i && rw->t[i - 1].kind != ';' && rw->t[i - 1].kind != '{' &&
	       rw->t[i - 1].kind != '}';
	     i--)
		if (rw->t[i].kind == CU_STATIC)
			return true;
	return rw->t[i].kind == CU_STATIC;
}

/* Whether the name at token i of a class's body is that of a member in its declaration,
 * and not of a type, a base or a value there. */
static bool names_member(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1), after = token_kind(rw, i + 1);
	if (rw->t[i].kind != CU_IDENT)
		return false;
	if (token_declares(rw, i, NONE))
		return true;
	return (after == '(' || after == '=' || after == ';' || after == '[' ||
	        after == '{' || after == ',' || after == ':' || after == CU_ATTRIBUTE) &&
	       before != ';' && before != '{' && before != '}' && before != ':' &&
	       before != '<' && before != '~' && before != CU_SCOPE &&
	       before != CU_ARROW && before != CU_OPERATOR && before != CU_USING;
}

/* Returns the token after the one at i of a class's body, past groups, template arguments
 * and initialisers, which may name anything. */
static u32 next_in_class(const struct rewrite *rw, u32 i, u32 end) {
	u32 kind = rw->t[i].kind, before = rw->t[i - 1].kind;
	if (kind == '<' && (before == CU_IDENT || before == CU_TEMPLATE)) {
		u32 close = close_angle(rw, i, end);
		return close == NONE ? i + 1 : close + 1;
	}
	if (kind == '=' && before != CU_OPERATOR) {
		while (i < end && rw->t[i].kind != ';' && rw->t[i].kind != ',' &&
		       rw->t[i].kind != '}')
			i = MAX(skip_group(rw, i), i + 1);
		return i;
	}
	return opens_enumerators(rw, i) ? i + 1 : MAX(skip_group(rw, i), i + 1);
}

/* Whether the class itself declares the name; *is_static: whether it declares the
 * function static. */
static bool class_declares(const struct rewrite *rw, u32 open, const struct str *name,
                           const struct str *function, bool *is_static) {
	bool found = false;
	u32 end = rw->t[open].match;
	for (u32 i = open + 1; i < end; i = next_in_class(rw, i, end)) {
		found |= rw->t[i].name == name && names_member(rw, i);
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name == function &&
		    token_kind(rw, i + 1) == '(')
			*is_static |= says_static(rw, i);
	}
	return found;
}

/* Whether the declaration of the member at token i is a template. */
static bool says_template(const struct rewrite *rw, u32 i) {
	for (; i && rw->t[i].kind != ';' && rw->t[i].kind != '{' && rw->t[i].kind != '}';
	     i--)
		if (rw->t[i].kind == CU_TEMPLATE)
			return true;
	return false;
}

/* Whether all that the class declares by the name belongs to the class and to no object:
 * static functions and variables, enumerators. */
static bool is_static_member(const struct rewrite *rw, u32 open, const struct str *name,
                             bool *is_template) {
	bool found = false;
	u32 enumerators = NONE; /* the end of an enum without `class` */
	*is_template = false;
	for (u32 i = open + 1; i < rw->t[open].match;) {
		u32 after = token_kind(rw, i + 1);
		if (rw->t[i].name == name && rw->t[i].kind == CU_IDENT) {
			bool is_enumerator = enumerators != NONE && i < enumerators;
			bool is_member = after == '(' || after == '=' || after == ';' ||
			                 after == '[' || after == '{' || after == ',';
			if (!is_enumerator && (!is_member || !says_static(rw, i)))
				return false;
			*is_template |= !is_enumerator && says_template(rw, i);
			found = true;
		}
		if (opens_enumerators(rw, i)) {
			u32 key = i;
			while (token_kind(rw, key) != CU_ENUM)
				key--;
			bool is_scoped = token_kind(rw, key + 1) == CU_CLASS ||
			                 token_kind(rw, key + 1) == CU_STRUCT;
			enumerators = is_scoped ? NONE : rw->t[i].match;
			i = is_scoped ? skip_group(rw, i) : i + 1;
		} else {
			i = next_in_class(rw, i, rw->t[open].match);
		}
		if (enumerators != NONE && i >= enumerators)
			enumerators = NONE;
	}
	return found;
}

static bool is_around(const struct lambda *l, const char *name) {
	vec_each (struct around, x, &l->around)
		if (strcmp(x->name, name) == 0)
			return true;
	return false;
}

static void add_around(struct rewrite *rw, struct lambda *l, const char *declared,
                       const char *name) {
	if (!is_around(l, name))
		vec_push(rw->arena, &l->around,
		         (struct around){declared, name, AROUND_ONE});
}

static struct member_use *add_use(struct rewrite *rw, struct lambda *l, u32 at,
                                  const char *before) {
	u32 i = l->uses.n;
	vec_push(rw->arena, &l->uses, (struct member_use){0});
	for (; i && l->uses.at[i - 1].at > at; i--)
		l->uses.at[i] = l->uses.at[i - 1];
	l->uses.at[i] = (struct member_use){at, before, false};
	return &l->uses.at[i];
}

/* A declaration is copied for any name that it declares. Constants and enumerators of it
 * that the lambda hides get another name there. */
static void rename_hidden(struct rewrite *rw, struct lambda *l) {
	u32 copied = NONE;
	vec_each (struct local, n, &l->locals) {
		if (!n->is_named || n->is_type || n->first == copied)
			continue;
		copied = n->first;
		for (u32 i = n->first; i < n->end; i++) {
			const struct str *name = rw->t[i].name;
			if (rw->t[i].kind == CU_IDENT && !is_qualified(rw, i) &&
			    declares_constant(l, name) && hides(rw, l, name))
				add_use(rw, l, i,
				        arena_printf(rw->arena, " __simt_hidden_%s ",
				                     name->s))
					->is_instead = true;
		}
	}
}

/* Whether the token is the [ of a lambda. */
static bool opens_captures(const struct rewrite *rw, u32 open) {
	u32 before = rw->t[open - 1].kind, close = rw->t[open].match;
	u32 after = rw->t[open].kind == '[' && close != CU_NO_MATCH
	                    ? token_kind(rw, close + 1)
	                    : 0;
	bool follows = after == '(' || after == '{' || after == '<' ||
	               after == CU_MUTABLE || after == CU_ARROW;
	return follows && before != CU_IDENT && before != ')' && before != ']' &&
	       before != '[' && before != CU_THIS && before != CU_STRING;
}

/* Finds what lambdas inside capture of the captured variables: these are members here,
 * which only `x = x` captures ([expr.prim.lambda.capture]/8, 10). */
static void find_captured_again(struct rewrite *rw, struct lambda *l) {
	u32 own = l->params == NONE ? l->body : l->params;
	for (u32 open = l->body; open < l->end; open++) {
		u32 close = rw->t[open].match;
		if (!opens_captures(rw, open))
			continue;
		for (u32 i = open + 1, end; i < close; i = end + 1) {
			end = param_end(rw, i, close);
			i += (u32)(rw->t[i].kind == '&');
			const struct str *name = rw->t[i].name;
			if (end == i + 1 && rw->t[i].kind == CU_IDENT &&
			    has_capture(l, name->s) &&
			    !is_visible(rw, l->params, own, open, name))
				add_use(rw, l, i,
				        arena_printf(rw->arena, " %s = ", name->s));
		}
	}
}

/* Returns the { of the class whose static member the name at token i is, from the class
 * whose { is at `open` outwards, or NONE. */
static u32 class_of_static(const struct rewrite *rw, u32 open, const struct str *name,
                           bool *is_template) {
	bool is_static;
	while (open != NONE && !class_declares(rw, open, name, name, &is_static))
		open = enclosing_class(rw, open);
	return open != NONE && is_static_member(rw, open, name, is_template) ? open
	                                                                     : NONE;
}

/* Finds the static members that a lambda without `this` names: its class gets the class
 * that declares them as a parameter, in which they are looked up. */
static void find_static_members(struct rewrite *rw, struct lambda *l) {
	const struct scope_range *f = l->function;
	u32 around = class_around(rw, l);
	bool is_static = false, is_template;
	if (around == NONE)
		return;
	class_declares(rw, around, rw->t[f->params - 1].name, rw->t[f->params - 1].name,
	               &is_static);
	bool has_object = !l->is_host && !is_static;
	u32 own = l->params == NONE ? l->body : l->params;
	for (u32 i = own; i < l->end; i++) {
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || is_qualified(rw, i) ||
		    token_kind(rw, i + 1) == CU_SCOPE || has_capture(l, name->s) ||
		    is_around(l, name->s) || is_local_constant(rw, l, name) ||
		    is_visible(rw, l->params, own, i + 1, name) ||
		    is_visible(rw, f->params, f->params, l->open, name))
			continue;
		u32 open = class_of_static(rw, around, name, &is_template);
		const char *class_name = open != NONE && (open != around || !has_object)
		                                 ? class_name_at(rw, open)
		                                 : NULL;
		if (!class_name)
			continue;
		bool has_args = is_template && token_kind(rw, i + 1) == '<';
		add_use(rw, l, i,
		        arena_printf(rw->arena, " %s::%s", class_name,
		                     has_args ? "template " : ""));
		add_around(rw, l, arena_printf(rw->arena, "class %s", class_name),
		           class_name);
	}
}

#define OBJECT_POINTER " __builtin_addressof(*__simt_this)"

/* Returns the { of the class whose members the host's body of the lambda names through
 * __simt_this, or NONE. */
static u32 class_of_host_body(const struct rewrite *rw, const struct lambda *l) {
	return !rw->opt->device && l->is_host && has_capture(l, "__simt_this")
	               ? class_around(rw, l)
	               : NONE;
}

static bool is_copy_of_object(const struct rewrite *rw, u32 i) {
	u32 before = rw->t[i - 1].kind, after = token_kind(rw, i + 2);
	return rw->t[i].kind == '*' && token_kind(rw, i + 1) == CU_THIS &&
	       (before == '[' || before == ',') && (after == ']' || after == ',');
}

/* What a lambda inside captures of the object, whose class's `this` is the extended
 * lambda's class's: `this` and [=] capture that, through which they find __simt_this;
 * *this becomes a capture of the name __simt_this, which lambdas further inside, until
 * token `copied`, refer to. Returns the token past the captures of the object. */
static u32 capture_inside(struct rewrite *rw, struct lambda *l, u32 open, u32 *copied) {
	u32 close = rw->t[open].match, first = open + 1, k = close;
	bool is_copied = open < *copied, copies = false, names = false;
	for (u32 i = first; i < close; i++) {
		bool ends = rw->t[i + 1].kind == ',' || i + 1 == close;
		bool begins = i == first || rw->t[i - 1].kind == ',';
		if (is_copy_of_object(rw, i)) {
			add_use(rw, l, i, "")->is_instead = true;
			add_use(rw, l, i + 1,
			        " __simt_this = ::__simt_copied(*__simt_this)")
				->is_instead = true;
			copies = true;
			i++;
		} else if (begins && ends && rw->t[i].kind == CU_THIS) {
			names = true;
			if (is_copied)
				add_use(rw, l, i, " &__simt_this = __simt_this")
					->is_instead = true;
		} else if (rw->t[i].kind == CU_THIS) {
			add_use(rw, l, i, OBJECT_POINTER)->is_instead = true;
		}
	}
	if (is_copied && !copies && !names && rw->t[first].kind == '=')
		add_use(rw, l, first, "=, &__simt_this = __simt_this")->is_instead = true;
	while (copies && k < l->end && rw->t[k].kind != '{')
		k++;
	if (copies && k < l->end)
		*copied = MAX(*copied, skip_group(rw, k));
	return close;
}

/* Returns what is past the body of the class that token i is the key of; i: it is none.
 */
static u32 past_class(const struct rewrite *rw, u32 i) {
	u32 kind = rw->t[i].kind, k = i;
	if ((kind != CU_STRUCT && kind != CU_CLASS && kind != CU_UNION) ||
	    rw->t[i - 1].kind == CU_ENUM)
		return i;
	while (rw->t[k].kind != '{' && rw->t[k].kind != ';' && rw->t[k].kind != ')' &&
	       rw->t[k].kind != '>' && k + 1 < rw->n)
		k++;
	return rw->t[k].kind == '{' ? skip_group(rw, k) : i;
}

/* The body of a lambda for both halves is executed by the host, too, in a class of its
 * own: `this` is its member there, through which members of the object are named. */
static void find_members(struct rewrite *rw, struct lambda *l) {
	u32 open = class_of_host_body(rw, l), copied = 0,
	    own = l->params == NONE ? l->body : l->params;
	if (open == NONE)
		return;
	for (u32 i = own; i < l->end; i++) {
		const struct str *name = rw->t[i].name;
		bool is_static = false, is_template;
		u32 past = past_class(rw, i); /* a class has objects of its own */
		if (past > i)
			i = past - 1;
		else if (opens_captures(rw, i))
			i = capture_inside(rw, l, i, &copied);
		else if (rw->t[i].kind == CU_THIS)
			add_use(rw, l, i,
			        token_kind(rw, i + 1) == CU_ARROW ? " __simt_this "
			                                          : OBJECT_POINTER)
				->is_instead = true;
		else if (rw->t[i].kind == CU_IDENT && !is_qualified(rw, i) &&
		         token_kind(rw, i + 1) != CU_SCOPE && !has_capture(l, name->s) &&
		         !is_around(l, name->s) && !is_local_constant(rw, l, name) &&
		         !is_visible(rw, l->params, own, i + 1, name) &&
		         class_declares(rw, open, name, name, &is_static) &&
		         !is_static_member(rw, open, name, &is_template))
			add_use(rw, l, i, " __simt_this->");
	}
}

/* For [=]: captures `this` if the body names it or a member. */
static void capture_this_used(struct rewrite *rw, struct lambda *l) {
	u32 open = class_around(rw, l);
	if (open == NONE || has_capture(l, "__simt_this"))
		return;
	bool has_bases = false;
	for (u32 i = open; i && rw->t[i].kind != ';' && rw->t[i].kind != CU_STRUCT &&
	                   rw->t[i].kind != CU_CLASS;
	     i--)
		has_bases |= rw->t[i].kind == ':';
	const struct str *function = rw->t[l->function->params - 1].name;
	for (u32 i = l->body; i < l->end; i++) {
		u32 before = rw->t[i - 1].kind;
		const struct str *name = rw->t[i].name;
		bool is_static = false, is_used = rw->t[i].kind == CU_THIS;
		if (rw->t[i].kind == CU_IDENT && before != '.' && before != CU_ARROW &&
		    before != CU_SCOPE && token_kind(rw, i + 1) != CU_SCOPE &&
		    !has_capture(l, name->s) && !is_around(l, name->s) &&
		    !is_visible(rw, l->params, l->params == NONE ? l->body : l->params,
		                i + 1, name))
			is_used = class_declares(rw, open, name, function, &is_static) ||
			          (has_bases && !l->is_host);
		if (is_used && !is_static) {
			capture_object(rw, l, "this");
			return;
		}
	}
}

static bool find_captures(struct rewrite *rw, struct lambda *l) {
	bool all = false;
	for (u32 i = l->open + 1; i < l->close;) {
		u32 end = param_end(rw, i, l->close), value = find_default(rw, i, end);
		u32 kind = rw->t[i].kind;
		if (kind == '=' && end == i + 1) {
			all = true;
		} else if (kind == CU_THIS && end == i + 1) {
			capture_object(rw, l, "this");
		} else if (kind == '*' && token_kind(rw, i + 1) == CU_THIS &&
		           end == i + 2) {
			capture_object(rw, l, "*this");
		} else if (kind == CU_IDENT) {
			const char *name = rw->t[i].name->s;
			vec_push(rw->arena, &l->captures,
			         (struct capture){name,
			                          value + 1 < end
			                                  ? token_text(rw, value + 1, end)
			                                  : name});
		} else {
			report_error(rw, i, DIAG_NONE,
			             "a __device__ lambda captures variables by "
			             "value, not by reference",
			             NULL);
			return false;
		}
		i = end + 1;
	}
	if (all) {
		capture_used(rw, l);
		capture_this_used(rw, l);
	}
	return true;
}

static void add_pack(struct rewrite *rw, struct lambda *l, const char *declared,
                     const char *name, bool is_type) {
	enum around_kind kind = AROUND_PACK;
	if (is_around(l, name))
		return;
	vec_each (struct around, x, &l->around)
		if (x->kind == AROUND_PACK)
			kind = is_type ? AROUND_TYPES : AROUND_VALUES;
	vec_push(rw->arena, &l->around, (struct around){declared, name, kind});
}

/* Finds the parameters between < and > of a template around the lambda, which the body
 * may name. */
static void find_parameters(struct rewrite *rw, struct lambda *l, u32 angle,
                            u32 angle_end) {
	for (u32 i = angle + 1, end; i + 1 < angle_end; i = end + 1) {
		end = param_end(rw, i, angle_end);
		bool is_type = rw->t[i].kind == CU_TYPENAME || rw->t[i].kind == CU_CLASS;
		u32 past = find_default(rw, i, end);
		if (is_type && rw->t[i + 1].kind == CU_IDENT && past == i + 2) {
			const char *name = rw->t[i + 1].name->s;
			add_around(rw, l, arena_printf(rw->arena, "class %s", name),
			           name);
		} else if (rw->t[past - 1].kind == CU_IDENT && past > i + 1 &&
		           lambda_names(rw, l, rw->t[past - 1].name)) {
			const char *declared = token_text(rw, i, past),
				   *name = rw->t[past - 1].name->s;
			if (rw->t[past - 2].kind == CU_ELLIPSIS)
				add_pack(rw, l, declared, name, is_type);
			else
				add_around(rw, l, declared, name);
		}
	}
}

/* The same for all headers of a declaration: a member template that is defined outside of
 * its class template has one for each. */
static void find_all_parameters(struct rewrite *rw, struct lambda *l,
                                const struct scope_range *r) {
	if (r->angle == NONE)
		return;
	for (u32 i = r->first; i < r->angle && token_kind(rw, i) == CU_TEMPLATE;) {
		u32 close = close_angle(rw, i + 1, r->angle_end + 1);
		if (close == NONE)
			break;
		find_parameters(rw, l, i + 1, close);
		i = skip_requires(rw, close + 1, r->angle);
	}
}

/* Whether the name means the same before the declaration around the lambda as in its
 * function. */
static bool is_of_namespace(const struct rewrite *rw, const struct lambda *l,
                            const struct str *name) {
	vec_each (struct local, n, &l->locals)
		if (n->name ? n->name == name : !n->is_around)
			return false;
	vec_each (struct scope_range, r, &rw->range)
		if (is_range_around(l, r) &&
		    (r->in_class ||
		     (r->angle != NONE && names_in(rw, name, r->first, r->angle_end)) ||
		     (r->params != NONE && r->params > 1 &&
		      token_kind(rw, r->params - 2) == CU_SCOPE)))
			return false;
	u32 params = l->function->params;
	return params != NONE && !is_visible(rw, params, params, l->open, name);
}

/* Whether the class may have a copy of the type's declaration. A parameter of its
 * template would make `name::type` a dependent name, which needs `typename`
 * ([temp.res]/5). */
static bool is_copied_type(const struct rewrite *rw, const struct lambda *l,
                           const struct local *type) {
	for (u32 i = type->first; i < type->end; i++)
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name != type->name &&
		    !is_qualified(rw, i) && !is_of_namespace(rw, l, rw->t[i].name))
			return false;
	return true;
}

/* Whether the statement, which names what is in a namespace, means the same in a
 * namespace around the lambda's class: it names no enumeration of a class or the
 * function. */
static bool means_namespace(const struct rewrite *rw, const struct lambda *l,
                            const struct local *n) {
	u32 class = class_around(rw, l), kind = token_kind(rw, n->first + 1);
	bool is_static;
	if (rw->t[n->first].kind == CU_NAMESPACE || kind == CU_NAMESPACE)
		return true;
	for (u32 i = n->first + 1; i < n->end; i++) {
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || is_qualified(rw, i))
			continue;
		if (class != NONE && class_declares(rw, class, name, name, &is_static))
			return false;
		vec_each (struct local, type, &l->locals)
			if (type->name == name)
				return false;
	}
	return true;
}

static bool names_any(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i < end; i++)
		if (rw->t[i].kind == CU_IDENT)
			return true;
	return false;
}

/* Finds what the lambda's parameters, result and local types may name of a namespace
 * through a statement of the function: names of a using-directive are found as if they
 * were in a namespace around the function ([namespace.udir]/2), and so they are in one
 * around the class. */
static void find_namespaces(struct rewrite *rw, struct lambda *l) {
	bool names = names_any(rw, l->rest, l->body) ||
	             (l->params != NONE && names_any(rw, l->params, l->rest));
	vec_each (struct local, n, &l->locals)
		names |= n->is_type && n->is_named;
	vec_each (struct local, n, &l->locals) {
		n->is_around = names && !n->name && means_namespace(rw, l, n);
		l->has_namespace |= n->is_around;
	}
}

/* Types that the function itself declares: a copy, or one more parameter of the same
 * name, each. */
static void add_local_types(struct rewrite *rw, struct lambda *l) {
	vec_each (struct local, n, &l->locals) {
		if (!n->is_type || !n->is_named)
			continue;
		n->is_copied = is_copied_type(rw, l, n);
		if (!n->is_copied)
			add_around(rw, l, arena_printf(rw->arena, "class %s", n->name->s),
			           n->name->s);
	}
}

/* The name of the type that a member declares; NULL: it declares another thing. */
static const struct str *member_type(const struct rewrite *rw, u32 i, u32 end) {
	u32 kind = rw->t[i].kind, past = i;
	if (kind == CU_USING)
		return token_kind(rw, i + 2) == '=' ? rw->t[i + 1].name : NULL;
	if (kind == CU_TYPEDEF) {
		while (past < end && rw->t[past].kind != ';')
			past = MAX(skip_group(rw, past), past + 1);
		return past < end ? typedef_name(rw, i, past + 1) : NULL;
	}
	if (kind != CU_STRUCT && kind != CU_CLASS && kind != CU_ENUM && kind != CU_UNION)
		return NULL;
	i += 1 + (u32)(kind == CU_ENUM && (token_kind(rw, i + 1) == CU_STRUCT ||
	                                   token_kind(rw, i + 1) == CU_CLASS));
	u32 after = token_kind(rw, i + 1);
	bool is_head = after == '{' || after == ':' || after == ';' ||
	               (after == CU_IDENT && token_kind(rw, i + 2) == '{'); /* final */
	return token_kind(rw, i) == CU_IDENT && is_head ? rw->t[i].name : NULL;
}

/* Types that a class declares and the lambda names, likewise. */
static void add_types_of(struct rewrite *rw, struct lambda *l, u32 open) {
	bool is_start = true;
	u32 own = l->params == NONE ? l->body : l->params;
	for (u32 i = open + 1; i < rw->t[open].match;) {
		u32 kind = rw->t[i].kind;
		const struct str *name = is_start ? member_type(rw, i, rw->t[open].match)
		                                  : NULL;
		if (name && names_in(rw, name, l->close + 1, l->end) &&
		    !is_declared(rw, l->params, own, l->end, name))
			add_around(rw, l, arena_printf(rw->arena, "class %s", name->s),
			           name->s);
		is_start = kind == ';' || kind == '{' || kind == '}' || kind == ':';
		i = MAX(skip_group(rw, i), i + 1);
		is_start |= rw->t[i - 1].kind == '}';
	}
}

/* The same for all classes around. */
static void add_member_types(struct rewrite *rw, struct lambda *l) {
	for (u32 open = class_around(rw, l); open != NONE;
	     open = enclosing_class(rw, open))
		add_types_of(rw, l, open);
}

/* ---- output ---- */

static const char *lambda_name(struct rewrite *rw, const struct lambda *l) {
	struct rewrite_place p = place_of(rw, l->open);
	u32 hash = 2166136261u, nth = 0;
	for (const char *s = p.file; *s; s++)
		hash = (hash ^ (u8)*s) * 16777619u;
	vec_each (struct rewrite_place, before, &rw->lambda_place)
		nth += before->line == p.line && strcmp(before->file, p.file) == 0;
	vec_push(rw->arena, &rw->lambda_place, p);
	return arena_printf(rw->arena, "__simt_lambda_%08x_%u_%u", hash, p.line, nth);
}

/* Returns the kind of a lambda for its traits (simt/lambda_traits.h): for both halves,
 * with a result type, or for the device. */
static u32 lambda_kind(const struct lambda *l) {
	return l->is_host ? 2 : l->has_result ? 5 : 1;
}

enum put_as { AS_PARAMETER, AS_ARGUMENT, AS_PRIMARY, AS_FRIEND };

/* A parameter without its name, which may be one of the class that declares a friend. */
static const char *unnamed(struct rewrite *rw, const struct around *x) {
	size_t n = strlen(x->declared), name = strlen(x->name);
	bool has_name = n > name && strcmp(x->declared + n - name, x->name) == 0;
	return arena_strdup(rw->arena, x->declared, has_name ? n - name : n);
}

/* Adds the parameters around of one kind: as a template declares them, as its arguments,
 * or as the primary template or a friend declares what stands for further packs. */
static void put_around(struct rewrite *rw, struct text *t, const struct lambda *l,
                       enum around_kind kind, enum put_as as) {
	vec_each (struct around, x, &l->around) {
		if (x->kind != kind)
			continue;
		text_comma(t);
		if (kind == AROUND_ONE || kind == AROUND_PACK)
			text_printf(t, "%s%s",
			            as == AS_ARGUMENT ? x->name
			            : as == AS_FRIEND ? unnamed(rw, x)
			                              : x->declared,
			            kind == AROUND_PACK && as == AS_ARGUMENT ? "..."
			                                                     : "");
		else if (as == AS_ARGUMENT)
			text_printf(t, "::__simt::%s<%s...>",
			            kind == AROUND_TYPES ? "__types" : "__values",
			            x->name);
		else
			text_printf(t, "%s", as == AS_PARAMETER ? x->declared : "class");
	}
}

/* All parameters: the captures' types stand between single parameters and packs. */
static const char *parameters(struct rewrite *rw, const struct lambda *l, enum put_as as,
                              const char *types) {
	struct text t = {.arena = rw->arena};
	put_around(rw, &t, l, AROUND_ONE, as);
	if (*types) {
		text_comma(&t);
		text_printf(&t, "%s", types);
	}
	put_around(rw, &t, l, AROUND_TYPES, as);
	put_around(rw, &t, l, AROUND_VALUES, as);
	put_around(rw, &t, l, AROUND_PACK, as);
	return t.n ? text_get(&t) : "";
}

static bool has_further_packs(const struct lambda *l) {
	vec_each (struct around, x, &l->around)
		if (x->kind == AROUND_TYPES || x->kind == AROUND_VALUES)
			return true;
	return false;
}

/* Returns the beginning of the namespace around the class, if there is one. */
static const char *namespace_head(struct rewrite *rw, const struct lambda *l,
                                  const char *name) {
	struct text t = {.arena = rw->arena};
	if (!l->has_namespace)
		return "";
	text_printf(&t, "namespace %s_around { ", name);
	vec_each (struct local, n, &l->locals)
		if (n->is_around)
			text_printf(&t, "%s ", token_text(rw, n->first, n->end));
	return text_get(&t);
}

/* Returns the text of the class up to its function. A template has one pack; what deduces
 * more is a partial specialisation. */
static const char *class_head(struct rewrite *rw, const struct lambda *l,
                              const char *name) {
	struct text types = {.arena = rw->arena}, names = types, members = types;
	text_printf(&members, "enum { __simt_extended = %u }; ", lambda_kind(l));
	vec_each (struct local, n, &l->locals)
		if (n->is_copied)
			text_printf(&members, "%s ", token_text(rw, n->first, n->end));
	for (u32 i = 0; i < l->captures.n; i++) {
		text_comma(&types);
		text_printf(&types, "class __C%u", i);
		text_comma(&names);
		text_printf(&names, "__C%u", i);
		if (rw->opt->device)
			text_printf(&members, "__C%u %s; ", i, l->captures.at[i].name);
		else if (l->is_host && strcmp(l->captures.at[i].value, "*this") == 0)
			text_printf(&members, "__simt_object<__C%u> %s; ", i,
			            l->captures.at[i].name);
		else
			text_printf(&members, "typename __simt_held<__C%u>::type %s; ", i,
			            l->captures.at[i].name);
	}
	const char *declared = types.n ? text_get(&types) : "",
		   *params = parameters(rw, l, AS_PARAMETER, declared),
		   *space = namespace_head(rw, l, name);
	if (has_further_packs(l))
		return arena_printf(
			rw->arena,
			"%stemplate<%s> struct %s; template<%s> struct %s<%s> { %s",
			space, parameters(rw, l, AS_PRIMARY, declared), name, params,
			name,
			parameters(rw, l, AS_ARGUMENT, names.n ? text_get(&names) : ""),
			text_get(&members));
	return *params ? arena_printf(rw->arena, "%stemplate<%s> struct %s { %s", space,
	                              params, name, text_get(&members))
	               : arena_printf(rw->arena, "%sstruct %s { %s", space, name,
	                              text_get(&members));
}

/* The class of an object whose members the host's body names may name all of them. */
static void add_friend(struct rewrite *rw, const struct lambda *l, const char *name) {
	u32 open = class_of_host_body(rw, l);
	struct text types = {.arena = rw->arena};
	if (open == NONE)
		return;
	for (u32 i = 0; i < l->captures.n; i++) {
		text_comma(&types);
		text_printf(&types, "class");
	}
	edit_add(rw, token_end(rw, open), token_end(rw, open),
	         arena_printf(rw->arena, " template<%s> friend struct %s;",
	                      parameters(rw, l, AS_FRIEND, text_get(&types)), name));
}

static const char *object(struct rewrite *rw, const struct lambda *l, const char *name) {
	struct text types = {.arena = rw->arena}, values = types;
	vec_each (struct capture, c, &l->captures) {
		bool is_this = strcmp(c->value, "this") == 0;
		text_comma(&types);
		text_printf(&types, "%s(%s)", is_this ? "__decltype" : "__typeof__",
		            c->value);
		text_comma(&values);
		text_printf(&values,
		            strcmp(c->value, "*this") == 0 && l->is_host ? "{%s}" : "%s",
		            c->value);
	}
	const char *args = parameters(rw, l, AS_ARGUMENT,
	                              types.n ? text_get(&types) : "");
	return *args ? arena_printf(rw->arena, "%s<%s>{%s}", name, args,
	                            text_get(&values))
	             : arena_printf(rw->arena, "%s{}", name);
}

static void insert_moved(struct rewrite *rw, u32 at, const char *text, u32 first,
                         u32 end) {
	edit_add(rw, at, at, text);
	vec_last(&rw->edit).moved = token_at(rw, first);
	vec_last(&rw->edit).moved_end = token_end(rw, end - 1);
}

/* The same for a part of the lambda, in which some names get a text before them. */
static void insert_part(struct rewrite *rw, const struct lambda *l, u32 at,
                        const char *text, u32 first, u32 end) {
	vec_each (struct member_use, use, &l->uses) {
		if (use->at < first || use->at >= end)
			continue;
		if (use->at > first)
			insert_moved(rw, at, text, first, use->at);
		else
			edit_add(rw, at, at, text);
		text = use->before;
		first = use->at;
		if (use->is_instead) {
			edit_add(rw, at, at, text);
			text = "";
			first++;
		}
	}
	if (first < end)
		insert_moved(rw, at, text, first, end);
}

/* Whether it is [] (auto x) ...: before C++20 the host compiler would warn of `auto` in
 * operator(). */
static bool is_generic(const struct rewrite *rw, const struct lambda *l) {
	for (u32 i = l->params; l->params != NONE && i < rw->t[l->params].match; i++)
		if (rw->t[i].kind == CU_AUTO)
			return true;
	return false;
}

static bool result_names_parameter(const struct rewrite *rw, const struct lambda *l,
                                   const struct params *p) {
	vec_each (struct param, x, p)
		for (u32 i = l->rest; x->name && i < l->body; i++)
			if (token_is(rw, i, x->name))
				return true;
	return false;
}

/* Declares a device lambda's function for host code, which may name a call, but not
 * execute it. Without a result type it returns int for any arguments, as in nvcc. */
static void declare_call(struct rewrite *rw, const struct lambda *l, u32 at) {
	const char *constant = l->is_mutable ? "" : " const ";
	struct text uses = {.arena = rw->arena};
	struct params p = {0};
	if (l->params != NONE)
		p = find_params(rw, l->params, rw->t[l->params].match, false);
	if (!l->has_result || (is_generic(rw, l) && !result_names_parameter(rw, l, &p))) {
		edit_add(rw, at, at,
		         arena_printf(rw->arena,
		                      "template<class... __A> %s operator()(__A &&...)%s",
		                      l->has_result ? "auto" : "int", constant));
	} else {
		edit_add(rw, at, at, "auto operator()");
		if (l->params != NONE)
			insert_part(rw, l, at, "", l->params, skip_group(rw, l->params));
		edit_add(rw, at, at, l->params != NONE ? constant : "() const ");
		vec_each (struct param, x, &p)
			if (x->name && !x->is_pack)
				text_printf(&uses, "(void)%s; ", x->name);
	}
	if (l->has_result)
		insert_part(rw, l, at, "", l->rest, l->body);
	edit_add(rw, at, at,
	         arena_printf(rw->arena, " { %s__simt_device_lambda_called(); } }; ",
	                      text_get(&uses)));
}

/* The result type and the body: a block of its own in one with copies of what the
 * function around declares, so that its declarations hide them. */
static void insert_body(struct rewrite *rw, const struct lambda *l, u32 at,
                        const char *text) {
	u32 copied = NONE;
	vec_each (struct local, n, &l->locals) {
		if (!n->is_named || n->is_type || n->first == copied)
			continue;
		if (copied == NONE) {
			if (l->rest < l->body)
				insert_part(rw, l, at, text, l->rest, l->body);
			edit_add(rw, at, at,
			         arena_printf(rw->arena, "%s {",
			                      l->rest < l->body ? "" : text));
		}
		bool is_constant = n->name && rw->t[n->first].kind != CU_ENUM;
		insert_part(rw, l, at, is_constant ? " [[maybe_unused]] " : " ", n->first,
		            n->end);
		copied = n->first;
	}
	if (copied == NONE) {
		insert_part(rw, l, at, text, l->rest, l->end);
		return;
	}
	insert_part(rw, l, at, " ", l->body, l->end);
	edit_add(rw, at, at, " }");
}

static void insert_class(struct rewrite *rw, const struct lambda *l, u32 at,
                         const char *name) {
	const char *head = class_head(rw, l, name);
	if (!rw->opt->device && !l->is_host) {
		edit_add(rw, at, at, head);
		declare_call(rw, l, at);
		return;
	}
	const char *spaces = !rw->opt->device ? ""
	                     : l->is_host     ? "__host__ __device__ "
	                                      : "__device__ ";
	const char *constant = l->is_mutable ? "" : " const ";
	head = arena_printf(rw->arena, "%s%sauto operator()", head, spaces);
	if (l->params != NONE) {
		insert_part(rw, l, at, head, l->params, skip_group(rw, l->params));
		insert_body(rw, l, at, constant);
	} else {
		insert_body(rw, l, at, arena_printf(rw->arena, "%s()%s", head, constant));
	}
	edit_add(rw, at, at, " }; ");
}

/* Functions of classes in a body that the host executes have no execution space there. */
static void drop_qualifiers(struct rewrite *rw, struct lambda *l) {
	for (u32 i = l->body; !rw->opt->device && l->is_host && i < l->end; i++)
		if (is_qualifier(rw->t[i].kind))
			add_use(rw, l, i, "")->is_instead = true;
}

static void rewrite_lambda(struct rewrite *rw, u32 open) {
	struct lambda l = {.open = open};
	if (!find_parts(rw, &l))
		return;
	find_around(rw, &l);
	if (!l.top || (l.function && (l.function->quals & (QUAL_GLOBAL | QUAL_DEVICE))))
		return; /* a lambda in device code */
	if (!rw->opt->lambdas) {
		report_error(rw, open, DIAG_NONE,
		             "a __device__ lambda in host code needs -extended-lambda",
		             NULL);
		return;
	}
	find_locals(rw, &l);
	find_namespaces(rw, &l);
	vec_each (struct scope_range, r, &rw->range)
		if (is_range_around(&l, r))
			find_all_parameters(rw, &l, r);
	add_local_types(rw, &l);
	add_member_types(rw, &l);
	if (!find_captures(rw, &l))
		return;
	find_static_members(rw, &l);
	find_members(rw, &l);
	find_captured_again(rw, &l);
	rename_hidden(rw, &l);
	drop_qualifiers(rw, &l);
	const char *name = lambda_name(rw, &l);
	u32 at = token_at(rw, l.top->first);
	insert_class(rw, &l, at, name);
	if (l.has_namespace) {
		edit_add(rw, at, at, "} ");
		name = arena_printf(rw->arena, "%s_around::%s", name, name);
	}
	add_friend(rw, &l, name);
	rw->out->nlambda++;
	if (!rw->opt->device)
		edit_tokens(rw, l.open, l.end, object(rw, &l, name));
}

void rewrite_lambdas(struct rewrite *rw) {
	for (u32 i = 0; i < rw->n; i++)
		if (is_extended(rw, i))
			rewrite_lambda(rw, i);
}
