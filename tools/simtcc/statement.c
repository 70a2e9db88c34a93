/* statement.c - tells whether a name in a function's text is the declaration of a local
 * variable, by reading from the start of its statement: specifiers and a type, then
 * declarators. What only types could decide (`a * b;`) is taken for a declaration at the
 * start of a statement and nowhere else.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

enum { MOST_TOKENS = 4000 }; /* tokens of a statement that are read */

static bool is_basic_type(u32 kind) {
	return kind >= CU_KW_VOID && kind <= CU_AUTO;
}

static bool is_specifier(u32 kind) {
	return kind == CU_CONST || kind == CU_VOLATILE || kind == CU_STATIC ||
	       kind == CU_CONSTEXPR || kind == CU_TYPENAME || kind == CU_REGISTER;
}

/* Returns the ( of `(*name)(int)`, `(&name)[3]` or `(C::*name)`, whose name is token i,
 * or NONE. */
static u32 nested_declarator(const struct rewrite *rw, u32 i) {
	u32 open = i;
	while (open > 0 &&
	       (token_kind(rw, open - 1) == '*' || token_kind(rw, open - 1) == '&' ||
	        token_kind(rw, open - 1) == CU_CONST))
		open--;
	while (open < i && open > 1 && token_kind(rw, open - 1) == CU_SCOPE &&
	       token_kind(rw, open - 2) == CU_IDENT)
		open -= 2;
	if (open == i || open == 0 || token_kind(rw, open - 1) != '(')
		return NONE;
	u32 after = token_kind(rw, skip_group(rw, open - 1));
	return after == '(' || after == '[' ? open - 1 : NONE;
}

/* Returns where the statement, the head of a `for`, or the parameter that holds token i
 * begins; NONE in parentheses of an expression. */
static u32 statement_start(const struct rewrite *rw, u32 i) {
	u32 comma = NONE, nested = nested_declarator(rw, i);
	i = nested == NONE ? i : nested;
	for (u32 look = 0; i > 0 && look < MOST_TOKENS; look++) {
		u32 kind = token_kind(rw, i - 1), match = rw->t[i - 1].match;
		if (kind == ';' || kind == '{')
			return i;
		if (kind == '(') {
			u32 before = i >= 2 ? token_kind(rw, i - 2) : 0;
			bool is_head = before == CU_FOR || before == CU_IF ||
			               before == CU_WHILE || before == CU_SWITCH;
			if (before == ']') /* parameters of a lambda */
				return comma == NONE ? i : comma;
			return is_head ? i : NONE;
		}
		if (kind == ',' && comma == NONE)
			comma = i;
		if (kind == '}' && match != CU_NO_MATCH) {
			/* ends a block and so a statement, or `struct {...} name` */
			u32 open = match;
			bool is_class = open > 1 &&
			                (token_kind(rw, open - 1) == CU_STRUCT ||
			                 token_kind(rw, open - 2) == CU_STRUCT ||
			                 token_kind(rw, open - 1) == CU_UNION);
			bool is_value = token_kind(rw, i) == ',';
			if (!is_class && !is_value)
				return i;
		}
		if ((kind == ')' || kind == ']' || kind == '}') && match != CU_NO_MATCH &&
		    match < i)
			i = match;
		else
			i--;
	}
	return NONE;
}

/* Skips specifiers and a type; returns i if there is none: `const` alone is no type. */
static u32 skip_type(const struct rewrite *rw, u32 i, u32 end) {
	u32 first = i, type;
	bool basic = false;
	while (i < end &&
	       (is_specifier(token_kind(rw, i)) || is_basic_type(token_kind(rw, i))))
		basic |= is_basic_type(token_kind(rw, i++));
	if (!basic && i < end &&
	    (token_kind(rw, i) == CU_STRUCT || token_kind(rw, i) == CU_UNION ||
	     token_kind(rw, i) == CU_CLASS || token_kind(rw, i) == CU_ENUM)) {
		i++;
		if (token_kind(rw, i) == '{')
			return skip_group(rw, i);
	}
	type = i;
	while (!basic && i < end &&
	       (token_kind(rw, i) == CU_IDENT || token_kind(rw, i) == CU_SCOPE)) {
		bool is_name = token_kind(rw, i) == CU_IDENT;
		i++;
		if (is_name && token_kind(rw, i) == '<') {
			u32 close = close_angle(rw, i, end);
			if (close == NONE)
				return first;
			i = close + 1;
		}
		if (is_name && token_kind(rw, i) != CU_SCOPE)
			break;
	}
	if (!basic && i == type)
		return first;
	if (i < end && token_kind(rw, i) == '{' && i > first)
		i = skip_group(rw, i);
	while (i < end && is_specifier(token_kind(rw, i)))
		i++;
	return i;
}

/* Returns what is past the template arguments that the < at token i begins, else i: the
 * comma in `int x = f<a, b>(c)` separates no declarators, those in `x = a < b, y = c > d`
 * and `x = a < b, y` do. */
static u32 past_arguments(const struct rewrite *rw, u32 i) {
	u32 close = token_kind(rw, i) == '<' && token_kind(rw, i - 1) == CU_IDENT
	                    ? close_angle(rw, i, MIN(rw->n, i + MOST_TOKENS))
	                    : NONE;
	for (u32 k = i; close != NONE && k < close; k = MAX(skip_group(rw, k), k + 1))
		if (token_kind(rw, k) == '=')
			return i;
	return close == NONE ? i : close + 1;
}

/* Whether tokens [start, i] declare the name at i: a type, then declarators with
 * initialisers. */
static bool declares(const struct rewrite *rw, u32 start, u32 i) {
	u32 at = skip_type(rw, start, i);
	if (at == start || at > i)
		return false;
	bool is_auto = token_kind(rw, at - 1) == CU_AUTO;
	u32 nested = nested_declarator(rw, i);
	for (;;) {
		while (at < i &&
		       (token_kind(rw, at) == '*' || token_kind(rw, at) == '&' ||
		        token_kind(rw, at) == CU_ANDAND ||
		        token_kind(rw, at) == CU_RESTRICT ||
		        is_specifier(token_kind(rw, at))))
			at++;
		while (at < i && token_kind(rw, at) == CU_IDENT &&
		       token_kind(rw, at + 1) == CU_SCOPE) /* int C::*name */
			at += 2;
		while (at < i &&
		       (token_kind(rw, at) == '*' || is_specifier(token_kind(rw, at))))
			at++;
		if (at == i || at == nested)
			return true;
		if (token_kind(rw, at) == '[' && is_auto) /* auto &[a, b] */
			return rw->t[at].match != CU_NO_MATCH && i < rw->t[at].match;
		u32 inside = token_kind(rw, at) == '(' ? token_kind(rw, at + 1) : 0;
		if (token_kind(rw, at) != CU_IDENT && inside != '*' && inside != '&')
			return false;
		while (at < i && token_kind(rw, at) != ',') {
			u32 next = MAX(skip_group(rw, at), past_arguments(rw, at));
			at = next > at ? next : at + 1;
		}
		if (at++ >= i)
			return false;
	}
}

/* Returns where the parameter that holds token i begins. */
static u32 parameter_start(const struct rewrite *rw, u32 open, u32 i) {
	u32 start = open + 1, close = rw->t[open].match;
	while (start < i) {
		u32 end = param_end(rw, start, close);
		if (end >= i)
			return start;
		start = end + 1;
	}
	return start;
}

bool opens_enumerators(const struct rewrite *rw, u32 open) {
	if (token_kind(rw, open) != '{')
		return false;
	for (u32 i = open; i && open - i < 8; i--) { /* enum class E : unsigned char { */
		u32 kind = token_kind(rw, i - 1);
		if (kind == CU_ENUM)
			return true;
		if (kind == ';' || kind == '{' || kind == '}' || kind == '(' ||
		    kind == ')' || kind == '=' || kind == ',')
			return false;
	}
	return false;
}

/* Whether the token is an enumerator in its declaration: enum { a = 1, b }. */
static bool is_enumerator(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1), after = token_kind(rw, i + 1), open = i - 1;
	if ((before != '{' && before != ',') ||
	    (after != '=' && after != ',' && after != '}'))
		return false;
	while (open && rw->t[open].kind != '{' && rw->t[open].kind != ';') {
		u32 match = rw->t[open].match;
		open = (match != CU_NO_MATCH && match < open ? match : open) - 1;
	}
	return opens_enumerators(rw, open);
}

bool token_declares(const struct rewrite *rw, u32 i, u32 params) {
	if (params != NONE && rw->t[params].match != CU_NO_MATCH && i > params &&
	    i < rw->t[params].match) {
		u32 after = token_kind(rw, i + 1);
		return (after == ',' || after == ')' || after == '=' || after == '[') &&
		       declares(rw, parameter_start(rw, params, i), i);
	}
	u32 start = statement_start(rw, i), after = token_kind(rw, i + 1);
	if (after == CU_SCOPE || token_kind(rw, i - 1) == CU_SCOPE)
		return false; /* no local variable's name is qualified */
	/* if (a && b), but if (T &&b = c) and [](T &&b) */
	if (start != NONE && start > 1 && token_kind(rw, start - 1) == '(' &&
	    token_kind(rw, start - 2) != CU_FOR && token_kind(rw, start - 2) != ']' &&
	    after != '=' && after != '{' && after != ',' && after != ']' && after != ';')
		return false;
	return (start != NONE && start < i && declares(rw, start, i)) ||
	       is_enumerator(rw, i);
}
