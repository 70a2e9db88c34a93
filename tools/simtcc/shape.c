/* shape.c - finds the launches in a source, for --explain: k<<<grid, block>>> where the
 * block is written in numbers, constants, or dim3 variables made of these. If it is
 * computed at run time, the program is run to learn it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "tools/simtcc/driver.h"

enum { DEPTH_MOST = 32 }; /* depth of constants that are defined by other constants */

/* Reads integer expressions between two places of the preprocessed text. */
struct reader {
	const char *text; /* all of the text, to find earlier declarations */
	const char *s, *end;
	u32 depth;
	bool failed;
};

static bool is_name(char c) {
	return isalnum((u8)c) || c == '_';
}

/* Skips spaces, and the preprocessor's line markers. */
static void skip(struct reader *r) {
	while (r->s < r->end) {
		if (*r->s == '#' && (r->s == r->text || r->s[-1] == '\n'))
			while (r->s < r->end && *r->s != '\n')
				r->s++;
		else if (isspace((u8)*r->s))
			r->s++;
		else
			return;
	}
}

static bool take(struct reader *r, const char *what) {
	size_t n = strlen(what);
	skip(r);
	if ((size_t)(r->end - r->s) < n || memcmp(r->s, what, n) != 0)
		return false;
	r->s += n;
	return true;
}

static size_t name_at(struct reader *r) {
	size_t n = 0;
	skip(r);
	if (r->s < r->end && !isdigit((u8)*r->s))
		while (r->s + n < r->end && is_name(r->s[n]))
			n++;
	return n;
}

/* ---- declarations before a use ---- */

static bool is_word_at(const char *text, const char *s, const char *name, size_t n) {
	return memcmp(s, name, n) == 0 && !is_name(s[n]) &&
	       (s == text || !is_name(s[-1]));
}

/* Whether the text between `from` and `to` may change the variable: assigns or increments
 * it, takes its address, or reads into it. */
static bool changes(const char *text, const char *from, const char *to, const char *name,
                    size_t n) {
	for (const char *s = from; s + n < to; s++) {
		if (!is_word_at(text, s, name, n))
			continue;
		const char *after = s + n, *before = s;
		after += strspn(after, " \t\n");
		while (before > text && strchr(" \t\n", before[-1]))
			before--;
		bool assigned = (after[0] == '=' && after[1] != '=') ||
		                (strchr("+-*/%|&^", after[0]) && after[0] &&
		                 after[1] == '=') ||
		                (after[0] && after[0] == after[1] &&
		                 strchr("+-<", after[0]));
		bool member = after[0] == '.' && strchr("xyz", after[1]) &&
		              !is_name(after[2]);
		bool prefix = before > text + 1 &&
		              ((before[-1] == '&' && before[-2] != '&') ||
		               (before[-1] == '>' && before[-2] == '>') ||
		               (before[-1] == before[-2] && strchr("+-", before[-1])));
		if (assigned || prefix)
			return true;
		if (member && after[2 + strspn(after + 2, " \t")] == '=')
			return true;
	}
	return false;
}

/* Returns the nearest place before `use` where one of the characters `next` follows the
 * name, as in the declaration of a variable, or NULL. */
static const char *declared(const char *text, const char *use, const char *name, size_t n,
                            const char *next) {
	for (const char *s = use; s-- > text;) {
		if (!is_word_at(text, s, name, n))
			continue;
		const char *after = s + n + strspn(s + n, " \t\n");
		if (*after && strchr(next, *after) &&
		    !(after[0] == '=' && after[1] == '='))
			return s;
	}
	return NULL;
}

static s64 expression(struct reader *r, u32 level);

/* Returns the value of n from const int n = 256; or from one without const that is not
 * changed before its use. */
static s64 named_value(struct reader *r, const char *name, size_t n) {
	const char *use = name, *at = declared(r->text, use, name, n, "=");
	if (!at || r->depth >= DEPTH_MOST || changes(r->text, at + n + 2, use, name, n)) {
		r->failed = true;
		return 0;
	}
	const char *from = strchr(at, '=') + 1;
	struct reader in = {r->text, from, from + strcspn(from, ",;}"), r->depth + 1,
	                    false};
	s64 v = expression(&in, 0);
	skip(&in);
	r->failed |= in.failed || in.s < in.end;
	return v;
}

/* ---- expressions ---- */

static s64 primary(struct reader *r) {
	char *end;
	if (take(r, "(")) {
		s64 v = expression(r, 0);
		r->failed |= !take(r, ")");
		return v;
	}
	if (take(r, "-"))
		return -primary(r);
	size_t n = name_at(r);
	const char *name = r->s;
	if (n) {
		r->s += n;
		return named_value(r, name, n);
	}
	s64 v = (s64)strtoll(r->s, &end, 0);
	r->failed |= end == r->s || end > r->end;
	r->s = end + strspn(end, "uUlL");
	return v;
}

static s64 apply(struct reader *r, const char *op, s64 a, s64 b) {
	bool shift = op[1] != 0;
	r->failed |= (strchr("/%", op[0]) && b == 0) || (shift && (b < 0 || b > 31));
	r->failed |= a > 1 << 30 || a < -(1 << 30) || b > 1 << 30 || b < -(1 << 30);
	if (r->failed)
		return 0;
	switch (op[0]) {
	case '*': return a * b;
	case '/': return a / b;
	case '%': return a % b;
	case '+': return a + b;
	case '-': return a - b;
	case '<': return a * (s64)(1ull << b);
	default: return a >> b;
	}
}

static s64 expression(struct reader *r, u32 level) {
	static const char *const op[3][4] = {{"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
	if (level == countof(op))
		return primary(r);
	s64 v = expression(r, level + 1);
	for (u32 k = 0; k < countof(op[0]) && op[level][k] && !r->failed;) {
		if (take(r, op[level][k])) {
			v = apply(r, op[level][k], v, expression(r, level + 1));
			k = 0;
		} else {
			k++;
		}
	}
	return v;
}

/* ---- dim3 ---- */

/* Reads up to three numbers with commas between them, and `close`. */
static bool numbers(struct reader *r, const char *close, u32 out[3]) {
	for (u32 i = 0; i < 3; i++) {
		s64 v = expression(r, 0);
		if (r->failed || v < 1 || v > 0x7fffffff)
			return false;
		out[i] = (u32)v;
		if (take(r, close))
			return true;
		if (!take(r, ","))
			return false;
	}
	return false;
}

static bool shape(struct reader *r, u32 out[3]);

/* Returns where the statement that declares a name begins: after a semicolon or a brace;
 * past_braces: not one of an initialiser. */
static const char *statement(const char *text, const char *s, bool past_braces) {
	for (u32 depth = 0; s > text; s--) {
		depth += past_braces && s[-1] == '}';
		if (!depth && strchr(";{}", s[-1]))
			break;
		depth -= depth && s[-1] == '{';
	}
	return s;
}

static bool begins_with_dim3(struct reader *r) {
	while (take(r, "const") || take(r, "constexpr") || take(r, "static"))
		;
	return take(r, "dim3");
}

/* Whether the use at s cannot change the variable: it is between <<< and >>>, or names a
 * member. */
static bool is_read(const char *text, const char *s, size_t n) {
	if (s[n] == '.')
		return true;
	for (; s > text && *s != ';'; s--)
		if (strncmp(s, "<<<", 3) == 0)
			return true;
		else if (strncmp(s, ">>>", 3) == 0)
			return false;
	return false;
}

/* Whether the variable is used in another way, as by a function that it is passed to,
 * which may change it. */
static bool is_given_away(const char *text, const char *from, const char *to,
                          const char *name, size_t n) {
	for (const char *s = from; s + n < to; s++)
		if (is_word_at(text, s, name, n) && !is_read(text, s, n))
			return true;
	return false;
}

/* Reads the declaration of a variable: dim3 b(16, 16); dim3 b{16}; dim3 b = ...; perhaps
 * one of several. */
static bool named_shape(struct reader *r, const char *name, size_t n, u32 out[3]) {
	const char *at = declared(r->text, name, name, n, "({=");
	if (!at || r->depth >= DEPTH_MOST)
		return false;
	struct reader in = {r->text, statement(r->text, at, false), at, r->depth + 1,
	                    false};
	if (!begins_with_dim3(&in)) {
		in.s = statement(r->text, at, true);
		if (!begins_with_dim3(&in))
			return false;
	}
	in.s = at + n;
	in.end = in.s + strcspn(in.s, ";");
	if (changes(r->text, in.end, name, name, n) ||
	    is_given_away(r->text, in.end, name, name, n))
		return false;
	if (take(&in, "="))
		return shape(&in, out);
	return take(&in, "(") ? numbers(&in, ")", out)
	                      : take(&in, "{") && numbers(&in, "}", out);
}

static bool shape(struct reader *r, u32 out[3]) {
	struct reader again = *r;
	out[0] = out[1] = out[2] = 1;
	size_t n = name_at(r);
	const char *name = r->s;
	if (n == 4 && memcmp(name, "dim3", 4) == 0) {
		r->s += n;
		return take(r, "(") ? numbers(r, ")", out)
		                    : take(r, "{") && numbers(r, "}", out);
	}
	if (n && named_shape(r, name, n, out))
		return true;
	*r = again;
	if (take(r, "{"))
		return numbers(r, "}", out);
	s64 v = expression(r, 0);
	skip(r);
	out[0] = (u32)v;
	return !r->failed && v >= 1 && v <= 1024 &&
	       (r->s == r->end || *r->s == ',' || *r->s == ';');
}

/* ---- launches ---- */

/* Returns the end of an argument of the launch, a comma outside of brackets or >>>; NULL
 * if there is none. */
static const char *argument_end(const char *s) {
	for (u32 depth = 0; *s; s++) {
		if (!depth && (*s == ',' || strncmp(s, ">>>", 3) == 0))
			return s;
		depth += strchr("({[", *s) != NULL;
		depth -= depth && strchr(")}]", *s) != NULL;
	}
	return NULL;
}

/* Returns the name before <<<, without template arguments. */
static const char *callee(struct cc *cc, const char *text, const char *s) {
	u32 depth = 0;
	while (s > text && (isspace((u8)s[-1]) || depth || s[-1] == '>')) {
		depth += s[-1] == '>';
		depth -= s[-1] == '<' && depth;
		s--;
	}
	const char *end = s;
	while (s > text && is_name(s[-1]))
		s--;
	return arena_strdup(&cc->arena, s, (size_t)(end - s));
}

void cc_find_shapes(struct cc *cc, const char *text, struct cc_shapes *out) {
	for (const char *s = text; (s = strstr(s, "<<<")); s += 3) {
		const char *grid = argument_end(s + 3);
		const char *block = grid && *grid == ',' ? argument_end(grid + 1) : NULL;
		struct cc_shape found = {.kernel = callee(cc, text, s)};
		bool seen = false;
		if (!*found.kernel)
			continue;
		struct reader r = {text, grid ? grid + 1 : s, block ? block : s, 0,
		                   false};
		found.is_known = block && shape(&r, found.block);
		vec_each (struct cc_shape, x, out) /* the first launch counts */
			seen |= strcmp(x->kernel, found.kernel) == 0;
		if (!seen)
			vec_push(&cc->arena, out, found);
	}
}
