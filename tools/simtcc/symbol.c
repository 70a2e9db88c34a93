/* symbol.c - finds in assembly which symbols are defined, and which functions are stubs
 * of kernels: those that contain the mark `.set .Lsimt_stub...`. Unlike with an object's
 * symbol table, local symbols can be used: what refers to them is appended to the
 * assembly. Where only the instances are asked for, they are found in a dump, by the name
 * of the table of virtual functions of a class of theirs (mark.c): the dump costs half of
 * what assembly does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/symbol.h"

#include <ctype.h>

static bool is_name(char c) {
	return isalnum((u8)c) || c == '_' || c == '.' || c == '$' || (u8)c >= 0x80;
}

static const char *skip_name(const char *s, const char *end) {
	while (s < end && is_name(*s))
		s++;
	return s;
}

/* Whether there is an L before a digit, which may mark internal linkage. */
static bool may_be_marked(const char *s) {
	for (; (s = strchr(s, 'L')); s++)
		if (isdigit((u8)s[1]))
			return true;
	return false;
}

static void define(struct arena *a, struct host_symbols *out, const char *s, size_t len) {
	struct str *name = str_intern(&out->defined, s, len);
	if (may_be_marked(name->s)) {
		const char *plain = host_symbol_plain(a, name->s);
		str_intern(&out->plain, plain, strlen(plain))->memo = name->s;
	}
}

/* Reads .comm NAME,8,8 or .lcomm, a variable without a label. */
static void read_common(struct arena *a, struct host_symbols *out, const char *s,
                        const char *end) {
	while (s < end && isspace((u8)*s))
		s++;
	size_t skip = end - s > 6 && memcmp(s, ".comm", 5) == 0    ? 5
	              : end - s > 7 && memcmp(s, ".lcomm", 6) == 0 ? 6
	                                                           : 0;
	if (!skip || !isspace((u8)s[skip]))
		return;
	for (s += skip; s < end && isspace((u8)*s); s++)
		;
	const char *after = skip_name(s, end);
	if (after > s)
		define(a, out, s, (size_t)(after - s));
}

/* Whether it is not a part that gcc split off a function, whose name ends with .cold,
 * .isra.0 or the like. */
static bool is_whole_function(const char *name, size_t len) {
	return !memchr(name, '.', len);
}

/* ---- instances of templates of variables ---- */

/* Returns where the symbol that has the byte at `at` begins. */
static const char *name_start(const char *text, const char *at) {
	while (at > text && is_name(at[-1]))
		at--;
	return at;
}

/* Finds the symbols of instances, defined or used, by the template's name: _Z1vIiE,
 * _ZN2ns1vIiLi4EEE. What follows its arguments in a function's name is not only the E of
 * a nested name. */
static void find_instances(struct arena *a, const char *text, size_t len,
                           const char *name, struct strtab *seen,
                           struct host_symbols *out) {
	const char *end = text + len;
	const char *key = arena_printf(a, "%zu%sI", strlen(name), name);
	size_t nkey = strlen(key);
	for (const char *s = text, *next; s < end; s = next) {
		const char *at = memmem(s, (size_t)(end - s), key, nkey);
		if (!at)
			return;
		const char *first = name_start(text, at), *stop = skip_name(at, end);
		next = stop;
		if (stop[-1] != 'E' || strncmp(first, "_Z", 2) != 0 ||
		    strncmp(first, "_ZG", 3) == 0 || /* whether it was initialised */
		    str_find(seen, first, (size_t)(stop - first)))
			continue;
		const struct str *found = str_intern(seen, first, (size_t)(stop - first));
		vec_push(a, &out->variable, found->s);
	}
}

/* ---- reading ---- */

void host_symbols_read(struct arena *a, const char *text, size_t len,
                       const struct texts *variable_template, struct host_symbols *out) {
	struct strtab seen;
	static const char mark[] = ".Lsimt_stub";
	const char *end = text + len, *label = NULL;
	size_t nlabel = 0;
	*out = (struct host_symbols){0};
	strtab_init(&out->defined, a);
	strtab_init(&out->plain, a);
	strtab_init(&seen, a);
	text_each (name, variable_template)
		find_instances(a, text, len, *name, &seen, out);
	for (const char *line = text, *next; line < end; line = next) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		stop = stop ? stop : end;
		next = stop + 1;
		const char *after = skip_name(line, stop);
		if (after > line && after < stop && *after == ':' && *line != '.') {
			label = line;
			nlabel = (size_t)(after - line);
			define(a, out, label, nlabel);
		} else {
			read_common(a, out, line, stop);
			if (label &&
			    memmem(line, (size_t)(stop - line), mark, sizeof mark - 1) &&
			    is_whole_function(label, nlabel)) {
				vec_push(a, &out->stub, arena_strdup(a, label, nlabel));
				label = NULL;
			}
		}
	}
}

/* ---- names ---- */

/* Returns a mangled name without the L before a name, as in _ZL3foov and
 * _ZN2nsL3fooEv. */
static const char *mangled_plain(struct arena *a, const char *name) {
	if (strncmp(name, "_Z", 2) != 0)
		return name;
	char *out = arena_strdup(a, name, strlen(name)), *to = out + 2;
	const char *s = name + 2;
	bool nested = *s == 'N';
	if (nested)
		*to++ = *s++;
	do {
		if (*s == 'L' && isdigit((u8)s[1]))
			s++;
		if (!isdigit((u8)*s))
			break;
		size_t n = 0, left = strlen(s);
		const char *digits = s;
		while (isdigit((u8)*s) && n < left)
			n = n * 10 + (size_t)(*s++ - '0');
		if (n > strlen(s))
			return name;
		s += n;
		memcpy(to, digits, (size_t)(s - digits));
		to += s - digits;
	} while (nested);
	memcpy(to, s, strlen(s) + 1);
	return out;
}

/* Returns x for _Z1x: a variable of the global namespace is only mangled if it is
 * local. */
static const char *variable_name(struct arena *a, const char *plain) {
	if (plain[0] != '_' || plain[1] != 'Z' || !isdigit((u8)plain[2]))
		return plain;
	size_t n = 0;
	const char *s = plain + 2;
	while (isdigit((u8)*s) && n < 100000)
		n = n * 10 + (size_t)(*s++ - '0');
	return strlen(s) == n ? arena_strdup(a, s, n) : plain;
}

/* ---- dumps ---- */

/* Returns a name before `at`, without its first letters, if it begins with these; NULL if
 * not, or if it was found before. */
static const char *new_name(const char *text, const char *at, const char *letters,
                            struct strtab *seen) {
	const char *first = name_start(text, at);
	size_t n = strlen(letters);
	if ((size_t)(at - first) < n || strncmp(first, letters, n) != 0)
		return NULL;
	first += n;
	if (str_find(seen, first, (size_t)(at - first)))
		return NULL;
	return str_intern(seen, first, (size_t)(at - first))->s;
}

static void find_stub_marks(struct arena *a, const char *text, size_t len,
                            struct strtab *seen, struct host_symbols *out) {
	static const char mark[] = "E11__simt_mark";
	const char *end = text + len;
	for (const char *s = text, *at; s < end; s = at + sizeof mark - 1) {
		at = memmem(s, (size_t)(end - s), mark, sizeof mark - 1);
		if (!at)
			return;
		const char *name = new_name(text, at, "_ZTVZ", seen);
		if (name)
			vec_push(a, &out->stub,
			         variable_name(a, arena_printf(a, "_Z%s", name)));
	}
}

/* _ZTVN2ns15__simt_shadow_vIiEE is the table of the mark of _ZN2ns1vIiEE: where a name
 * says again what it has said before, both count the same. */
static void find_shadow_marks(struct arena *a, const char *text, size_t len,
                              const char *name, struct strtab *seen,
                              struct host_symbols *out) {
	static const char before[] = "__simt_shadow_";
	size_t n = strlen(name);
	const char *end = text + len,
		   *key = arena_printf(a, "%zu%s%sI", sizeof before - 1 + n, before,
	                               name);
	size_t nkey = strlen(key);
	for (const char *s = text, *stop; s < end; s = stop) {
		const char *at = memmem(s, (size_t)(end - s), key, nkey);
		if (!at)
			return;
		stop = skip_name(at, end);
		const char *symbol = new_name(text, stop, "_ZTV", seen);
		const char *mark = symbol ? strstr(symbol, key) : NULL;
		if (mark)
			vec_push(a, &out->variable,
			         arena_printf(a, "_Z%.*s%zu%s%s", (int)(mark - symbol),
			                      symbol, n, name, mark + nkey - 1));
	}
}

void host_marks_read(struct arena *a, const char *text, size_t len,
                     const struct texts *variable_template, struct host_symbols *out) {
	struct strtab seen;
	*out = (struct host_symbols){0};
	strtab_init(&seen, a);
	find_stub_marks(a, text, len, &seen, out);
	text_each (name, variable_template)
		find_shadow_marks(a, text, len, *name, &seen, out);
}

const char *host_symbol_plain(struct arena *a, const char *name) {
	return variable_name(a, mangled_plain(a, name));
}

const char *host_symbol_find(struct arena *a, const struct host_symbols *s,
                             const char *mangled) {
	const char *want = host_symbol_plain(a, mangled);
	if (str_find(&s->defined, mangled, strlen(mangled)))
		return mangled;
	const struct str *marked = str_find(&s->plain, want, strlen(want));
	if (marked)
		return marked->memo;
	return str_find(&s->defined, want, strlen(want)) ? want : NULL;
}
