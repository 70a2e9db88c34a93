/* join.c - links PTX modules by their text. Each is cut into its top-level items; the result has one header,
 * then the prototypes of all functions, the variables, and the functions, so that every name is declared
 * in front of its use. File numbers of line tables are renumbered.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/join.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/str.h"

enum linkage { LOCAL, EXTERN, VISIBLE, WEAK, COMMON };
enum item_kind { ITEM_FUNC, ITEM_ENTRY, ITEM_VAR, ITEM_FILE, ITEM_OTHER };

enum { FILES_PER_MODULE = 10000 };

struct item {
	const char *start, *end; /* the whole directive */
	const char *body;        /* { of a function's body; NULL for a prototype */
	struct str *name;        /* NULL for ITEM_FILE and ITEM_OTHER */
	u8 kind, linkage;
	u32 module;
};
VEC_TYPE(items, struct item);

struct join {
	struct arena *arena;
	struct strtab names;
	struct items item;
	struct map owner;   /* name -> 1 + item of the definition that others mean */
	struct map local;   /* name -> 1 + first module that has it as a local name */
	struct map *rename; /* by module: name -> new name */
	char *out;
	size_t n, cap;
};

/* ---- characters ---- */

static bool is_word(char c) {
	return isalnum((u8)c) || c == '_' || c == '$' || c == '%';
}

/* One past the comment, string, word or character at s. */
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

static bool is_directive(const char *s, const char *end, const char *word) {
	size_t n = strlen(word);
	return (size_t)(end - s) > n && *s == '.' && memcmp(s + 1, word, n) == 0 &&
	       !is_word(s[n + 1]);
}

static const char *line_end(const char *s, const char *end) {
	const char *nl = memchr(s, '\n', (size_t)(end - s));
	return nl ? nl + 1 : end;
}

/* ---- items ---- */

static const char *skip_braces(const char *s, const char *end) {
	u32 depth = 0;
	for (; s < end; s = next_token(s, end)) {
		depth += *s == '{';
		if (*s == '}' && --depth == 0)
			return s + 1;
	}
	return end;
}

/* The name of a function: the word in front of its parameters, behind those of its result. */
static void name_function(struct join *j, struct item *it, const char *s,
                          const char *stop) {
	s = skip_space(s, stop);
	if (s < stop && *s == '(') {
		while (s < stop && *s != ')')
			s = next_token(s, stop);
		s = skip_space(s + (s < stop), stop);
	}
	const char *after = s < stop ? next_token(s, stop) : s;
	if (after > s && is_word(*s))
		it->name = str_intern(&j->names, s, (size_t)(after - s));
}

/* ... of a variable: the last word in front of its bounds or initialiser that belongs to no directive. */
static void name_variable(struct join *j, struct item *it, const char *s,
                          const char *stop) {
	const char *name = NULL, *after = NULL;
	for (; s < stop && !strchr("[={;", *s); s = next_token(s, stop)) {
		if (*s == '.' || *s == '(') { /* .u32, .attribute(.managed) */
			const char *next = next_token(s, stop);
			if (*s == '(')
				while (next < stop && *next != ')')
					next = next_token(next, stop);
			s = next;
			if (s >= stop || !is_word(*s))
				s--;
			continue;
		}
		if (is_word(*s) && !isdigit((u8)*s)) {
			name = s;
			after = next_token(s, stop);
		}
	}
	if (name)
		it->name = str_intern(&j->names, name, (size_t)(after - name));
}

/* Words in front of a symbol's name say what it is. */
static void classify(struct join *j, struct item *it, const char *stop) {
	static const char *const link[] = {NULL, "extern", "visible", "weak", "common"};
	it->kind = ITEM_OTHER;
	for (const char *s = it->start;
	     s < stop && *s != '(' && it->kind == ITEM_OTHER;) {
		for (u32 i = EXTERN; i <= COMMON; i++)
			if (is_directive(s, stop, link[i]))
				it->linkage = (u8)i;
		if (is_directive(s, stop, "func") || is_directive(s, stop, "entry")) {
			it->kind = is_directive(s, stop, "func") ? ITEM_FUNC : ITEM_ENTRY;
			name_function(j, it, next_token(s + 1, stop), stop);
		} else if (is_directive(s, stop, "global") ||
		           is_directive(s, stop, "const") ||
		           is_directive(s, stop, "shared")) {
			it->kind = ITEM_VAR;
			name_variable(j, it, next_token(s + 1, stop), stop);
		}
		s = next_token(s, stop);
	}
	if (!it->name && it->kind != ITEM_FILE)
		it->kind = ITEM_OTHER;
}

/* The directive at s, which ends with a semicolon, a body, or its line. */
static const char *read_item(struct join *j, const char *s, const char *end, u32 module) {
	struct item it = {.start = s, .module = module};
	const char *stop = s;
	if (is_directive(s, end, "file")) {
		it.kind = ITEM_FILE;
		it.end = line_end(s, end);
		vec_push(j->arena, &j->item, it);
		return it.end;
	}
	while (stop < end && *stop != ';' && *stop != '{')
		stop = next_token(stop, end);
	classify(j, &it, stop);
	if (it.kind == ITEM_VAR) /* = {1, 2}; */
		while (stop < end && *stop != ';')
			stop = *stop == '{' ? skip_braces(stop, end)
			                    : next_token(stop, end);
	it.body = stop < end && *stop == '{' ? stop : NULL;
	it.end = it.body ? skip_braces(stop, end) : MIN(stop + 1, end);
	vec_push(j->arena, &j->item, it);
	return it.end;
}

static void read_module(struct join *j, const struct join_input *in, u32 module) {
	static const char *const header[] = {"version", "target", "address_size"};
	const char *end = in->text + in->len;
	for (const char *s = in->text; (s = skip_space(s, end)) < end && *s;) {
		bool skip = false;
		for (u32 i = 0; i < countof(header); i++)
			skip |= is_directive(s, end, header[i]);
		s = skip ? line_end(s, end) : read_item(j, s, end, module);
	}
}

/* ---- names ---- */

static bool is_definition(const struct item *it) {
	return it->linkage != EXTERN && (it->kind == ITEM_VAR || it->body);
}

static bool is_external(const struct item *it) {
	return it->linkage == VISIBLE || it->linkage == WEAK || it->linkage == COMMON;
}

/* A strong definition goes before weak ones, whatever the order. */
static void find_owners(struct join *j) {
	for (u32 strong = 2; strong-- > 0;)
		for (u32 i = 0; i < j->item.n; i++) {
			const struct item *it = &j->item.at[i];
			if (!it->name || !is_definition(it) || !is_external(it) ||
			    (it->linkage == VISIBLE) != (strong == 1))
				continue;
			u64 *owner = map_at(&j->owner, (uintptr_t)it->name);
			*owner = *owner ? *owner : i + 1;
		}
}

/* A local name gives way if it is external elsewhere, or local in a module before. */
static void rename_locals(struct join *j) {
	vec_each (struct item, it, &j->item) {
		if (!it->name || it->linkage != LOCAL)
			continue;
		u64 *first = map_at(&j->local, (uintptr_t)it->name);
		if (!*first)
			*first = it->module + 1;
		if (*first == it->module + 1 && !map_find(&j->owner, (uintptr_t)it->name))
			continue;
		map_put_ptr(&j->rename[it->module], it->name,
		            arena_printf(j->arena, "%s$m%u", it->name->s, it->module));
	}
}

/* ---- output ---- */

static void put(struct join *j, const char *s, size_t n) {
	if (j->cap - j->n < n + 1) {
		j->cap = (j->cap + n + 1) * 2;
		char *more = arena_array_raw(j->arena, char, j->cap);
		if (j->n)
			memcpy(more, j->out, j->n);
		j->out = more;
	}
	memcpy(j->out + j->n, s, n);
	j->n += n;
	j->out[j->n] = 0;
}

static void put_text(struct join *j, const char *s) {
	put(j, s, strlen(s));
}

/* .file 3 and .loc 3: the number of a file, of this module. */
static const char *put_file_number(struct join *j, const char *s, const char *end,
                                   u32 module) {
	char *after;
	const char *digits = s + strspn(s, " \t");
	unsigned long n = strtoul(digits, &after, 10);
	if (after == digits || after > end)
		return s;
	put_text(j, arena_printf(j->arena, " %lu",
	                         n + (unsigned long)module * FILES_PER_MODULE));
	return after;
}

/* Text of a module, its names as they are called now. */
static void put_range(struct join *j, const char *s, const char *end, u32 module) {
	for (const char *next; s < end; s = next) {
		next = next_token(s, end);
		bool numbered = is_directive(s, end, "loc") ||
		                is_directive(s, end, "file");
		const struct str *name = is_word(*s) && j->rename[module].n
		                                 ? str_find(&j->names, s,
		                                            (size_t)(next - s))
		                                 : NULL;
		const char *new_name = name ? map_get_ptr(&j->rename[module], name)
		                            : NULL;
		if (new_name) {
			put_text(j, new_name);
		} else if (numbered) {
			next = next_token(s + 1, end);
			put(j, s, (size_t)(next - s));
			next = put_file_number(j, next, end, module);
		} else {
			put(j, s, (size_t)(next - s));
		}
	}
}

static void put_header(struct join *j, const struct join_input *in, u32 n) {
	static const char *const word[] = {".version", ".target"};
	/* the newest of each: what it can do includes the others */
	for (u32 w = 0; w < countof(word); w++) {
		const char *best = NULL, *best_end = NULL;
		double most = -1;
		for (u32 i = 0; i < n; i++) {
			const char *s = memmem(in[i].text, in[i].len, word[w],
			                       strlen(word[w]));
			if (!s)
				continue;
			const char *end = line_end(s, in[i].text + in[i].len);
			const char *digit = s;
			while (digit < end && !isdigit((u8)*digit))
				digit++;
			double number = strtod(digit, NULL);
			if (number > most) {
				most = number;
				best = s;
				best_end = end;
			}
		}
		if (best)
			put(j, best, (size_t)(best_end - best));
	}
	put_text(j, ".address_size 64\n");
}

/* A prototype that nobody makes true stays .extern, once; the others say what the definition says. */
static void put_prototype(struct join *j, const struct item *it, struct map *seen) {
	const u64 *owner = map_find(&j->owner, (uintptr_t)it->name);
	bool local = it->linkage == LOCAL;
	if (it->kind != ITEM_FUNC ||
	    (it->body && !local && owner && *owner - 1 != (u64)(it - j->item.at)))
		return;
	const void *key = map_get_ptr(&j->rename[it->module], it->name);
	if ((*map_at(seen, (uintptr_t)(key ? key : it->name)))++)
		return;
	const char *s = it->start, *stop = it->body ? it->body : it->end - 1;
	if (it->linkage == EXTERN && owner) {
		s = next_token(s + 1, stop);
		put_text(j,
		         j->item.at[*owner - 1].linkage == WEAK ? ".weak" : ".visible");
	}
	while (stop > s && isspace((u8)stop[-1]))
		stop--;
	/* .noreturn and the like stand behind the parameters of a definition, too */
	put_range(j, s, stop, it->module);
	put_text(j, ";\n");
}

static bool is_kept(const struct join *j, const struct item *it) {
	const u64 *owner = it->name ? map_find(&j->owner, (uintptr_t)it->name) : NULL;
	if (it->linkage == WEAK || it->linkage == COMMON)
		return owner && *owner - 1 == (u64)(it - j->item.at);
	return it->linkage != EXTERN || !owner;
}

static void put_items(struct join *j, bool functions) {
	struct map seen = MAP_INIT(j->arena); /* undefined variables, declared once */
	vec_each (struct item, it, &j->item) {
		bool is_func = it->kind == ITEM_FUNC || it->kind == ITEM_ENTRY;
		if (is_func != functions || !is_kept(j, it) ||
		    (it->kind == ITEM_FUNC && !it->body))
			continue;
		if (it->linkage == EXTERN && (*map_at(&seen, (uintptr_t)it->name))++)
			continue;
		put_range(j, it->start, it->end, it->module);
		put_text(j, "\n");
	}
}

char *ptx_join(struct arena *a, const struct join_input *in, u32 n, size_t *len) {
	struct join j = {.arena = a, .owner = MAP_INIT(a), .local = MAP_INIT(a)};
	struct map seen = MAP_INIT(a);
	strtab_init(&j.names, a);
	j.rename = arena_array(a, struct map, n);
	for (u32 i = 0; i < n; i++) {
		j.rename[i] = MAP_INIT(a);
		read_module(&j, &in[i], i);
	}
	find_owners(&j);
	rename_locals(&j);
	put_header(&j, in, n);
	vec_each (struct item, it, &j.item)
		put_prototype(&j, it, &seen);
	put_items(&j, false);
	put_items(&j, true);
	*len = j.n;
	return j.out;
}

char *ptx_rename_locals(struct arena *a, const struct join_input *in, const char *suffix,
                        size_t *len) {
	struct join j = {.arena = a};
	struct map rename = MAP_INIT(a);
	strtab_init(&j.names, a);
	j.rename = &rename;
	read_module(&j, in, 0);
	vec_each (struct item, it, &j.item)
		if (it->name && it->linkage == LOCAL)
			map_put_ptr(&rename, it->name,
			            arena_printf(a, "%s%s", it->name->s, suffix));
	put_range(&j, in->text, in->text + in->len, 0);
	put(&j, "", 0);
	*len = j.n;
	return j.out;
}
