/* locals.c - gives a PTX module's names of internal linkage a suffix. The text is cut
 * into its top-level items; a name is local if the item that declares it has no .visible,
 * .weak, .common or .extern.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/locals.h"

#include <ctype.h>

#include "base/map.h"
#include "base/str.h"

struct module {
	struct arena *arena;
	struct strtab names;
	struct map rename; /* name -> new name */
	const char *suffix;
	char *out;
	size_t n, cap;
};

/* ---- characters ---- */

static bool is_word(char c) {
	return isalnum((u8)c) || c == '_' || c == '$' || c == '%';
}

/* Returns the place after the comment, string, word or character at s. */
static const char *next_token(const char *s, const char *end) {
	if (end - s > 1 && s[0] == '/' && s[1] == '/') {
		const char *nl = memchr(s, '\n', (size_t)(end - s));
		return nl ? nl : end;
	}
	if (end - s > 1 && s[0] == '/' && s[1] == '*') {
		const char *close = memmem(s + 2, (size_t)(end - s - 2), "*/", 2);
		return close ? close + 2 : end;
	}
	if (*s == '"') {
		for (s++; s < end && *s != '"' && *s != '\n'; s++)
			if (*s == '\\' && s + 1 < end)
				s++;
		return MIN(s + 1, end);
	}
	if (!is_word(*s))
		return s + 1;
	while (s < end && is_word(*s))
		s++;
	return s;
}

static bool is_space(const char *s, const char *end) {
	return isspace((u8)*s) ||
	       (end - s > 1 && s[0] == '/' && (s[1] == '/' || s[1] == '*'));
}

static const char *skip_space(const char *s, const char *end) {
	while (s < end && is_space(s, end))
		s = next_token(s, end);
	return s;
}

/* Returns the place after the group of parentheses or braces that opens at s. */
static const char *skip_group(const char *s, const char *end) {
	u32 depth = 0;
	for (; s < end; s = next_token(s, end)) {
		depth += *s == '(' || *s == '{';
		if ((*s == ')' || *s == '}') && --depth == 0)
			return s + 1;
	}
	return end;
}

static bool is_directive(const char *s, const char *end, const char *word) {
	size_t n = strlen(word);
	return (size_t)(end - s) > n && *s == '.' && memcmp(s + 1, word, n) == 0 &&
	       !is_word(s[n + 1]);
}

/* ---- items ---- */

static void rename_local(struct module *m, const char *s, const char *end) {
	struct str *name = str_intern(&m->names, s, (size_t)(end - s));
	map_put_ptr(&m->rename, name, arena_printf(m->arena, "%s%s", name->s, m->suffix));
}

/* Renames a function: the word before its parameters, after those of the result. */
static void name_function(struct module *m, const char *s, const char *stop) {
	s = skip_space(s, stop);
	if (s < stop && *s == '(')
		s = skip_space(skip_group(s, stop), stop);
	if (s < stop && is_word(*s))
		rename_local(m, s, next_token(s, stop));
}

/* Renames a variable: the last word before bounds or initialiser that is not part of a
 * directive. */
static void name_variable(struct module *m, const char *s, const char *stop) {
	const char *name = NULL, *after = NULL;
	while (s < stop && !strchr("[={;", *s)) {
		const char *next = *s == '(' ? skip_group(s, stop) : next_token(s, stop);
		if (*s == '.' && next < stop && is_word(*next)) { /* .u32 */
			next = next_token(next, stop);
		} else if (is_word(*s) && !isdigit((u8)*s)) {
			name = s;
			after = next;
		}
		s = next;
	}
	if (name)
		rename_local(m, name, after);
}

/* Reads the item at s and renames what it declares. Returns where it ends. */
static const char *read_item(struct module *m, const char *s, const char *end) {
	static const char *const external[] = {"extern", "visible", "weak", "common"};
	const char *name = NULL;
	bool local = true, is_variable = false;
	for (; s < end && *s != ';' && *s != '{'; s = next_token(s, end)) {
		for (u32 i = 0; i < countof(external); i++)
			local &= !is_directive(s, end, external[i]);
		bool variable = is_directive(s, end, "global") ||
		                is_directive(s, end, "const") ||
		                is_directive(s, end, "shared");
		bool function = is_directive(s, end, "func") ||
		                is_directive(s, end, "entry");
		if (name || (!variable && !function))
			continue;
		is_variable = variable;
		name = next_token(s + 1, end);
	}
	if (name && local && is_variable)
		name_variable(m, name, s);
	else if (name && local)
		name_function(m, name, s);
	while (is_variable && s < end && *s != ';') /* = {1, 2}; */
		s = *s == '{' ? skip_group(s, end) : next_token(s, end);
	return s < end && *s == '{' ? skip_group(s, end) : MIN(s + 1, end);
}

/* Whether it is a directive that ends with its line. */
static bool is_line(const char *s, const char *end) {
	return is_directive(s, end, "version") || is_directive(s, end, "target") ||
	       is_directive(s, end, "address_size") || is_directive(s, end, "file");
}

static void read_items(struct module *m, const char *s, const char *end) {
	while ((s = skip_space(s, end)) < end) {
		const char *line = is_line(s, end) ? memchr(s, '\n', (size_t)(end - s))
		                                   : NULL;
		s = line ? line : is_line(s, end) ? end : read_item(m, s, end);
	}
}

/* ---- output ---- */

static void put(struct module *m, const char *s, size_t n) {
	if (m->cap - m->n < n + 1) {
		m->cap = (m->cap + n + 1) * 2;
		char *more = arena_array_raw(m->arena, char, m->cap);
		if (m->n)
			memcpy(more, m->out, m->n);
		m->out = more;
	}
	memcpy(m->out + m->n, s, n);
	m->n += n;
	m->out[m->n] = 0;
}

/* Where the next token is. */
struct position {
	bool is_first; /* of a statement, after its guard */
	bool is_guard; /* of the statement: @p, @!p */
	bool in_value; /* an initialiser, whose braces have names */
	bool after_dot;
};

/* Moves behind a token that begins with c. */
static void pass(struct position *at, char c) {
	at->in_value = c != ';' && (at->in_value || c == '=');
	at->is_first = (at->is_guard && at->is_first) || c == '@' ||
	               (strchr(";{}:", c) && !at->in_value);
	at->is_guard = c == '@' || (at->is_guard && c == '!');
	at->after_dot = c == '.';
}

/* Whether the word is an opcode or the name of a directive or modifier: names of
 * variables may be the same. */
static bool is_opcode(const struct position *at, const char *s, const char *next,
                      const char *end) {
	if (at->after_dot || (next < end && *next == '.'))
		return true;
	return at->is_first && !at->is_guard && *s != '%' && next < end && *next != ':';
}

char *ptx_rename_locals(struct arena *a, const char *text, size_t len, const char *suffix,
                        size_t *out_len) {
	struct module m = {.arena = a, .rename = MAP_INIT(a), .suffix = suffix};
	const char *end = text + len;
	strtab_init(&m.names, a);
	read_items(&m, text, end);
	put(&m, "", 0);
	struct position at = {.is_first = true};
	for (const char *s = text, *next; s < end; s = next) {
		next = next_token(s, end);
		const struct str *name = is_word(*s) && !is_opcode(&at, s, next, end)
		                                 ? str_find(&m.names, s,
		                                            (size_t)(next - s))
		                                 : NULL;
		const char *renamed = name ? map_get_ptr(&m.rename, name) : NULL;
		put(&m, renamed ? renamed : s,
		    renamed ? strlen(renamed) : (size_t)(next - s));
		if (!is_space(s, end))
			pass(&at, *s);
	}
	*out_len = m.n;
	return m.out;
}
