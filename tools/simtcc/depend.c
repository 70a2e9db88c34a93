/* depend.c - what a source depends on: one make rule with the headers of both halves.
 * Each half's preprocessor writes a rule; the words of the device half's rules that the
 * host half's does not have go to the end of its rule.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "tools/simtcc/driver.h"

struct rules {
	const char *text, *end; /* end: of the first rule, at its newline */
	struct texts word;      /* its prerequisites, as make spells them */
};

/* Returns the first of the prerequisites: after the colon that a space follows. */
static const char *after_target(const char *s) {
	for (; *s && *s != '\n'; s++)
		if (*s == ':' && strchr(" \t\\\n", s[1]))
			return s + 1;
	return s;
}

/* Skips spaces and newlines that a backslash joins. */
static const char *skip_space(const char *s) {
	while (*s == ' ' || *s == '\t' || (*s == '\\' && s[1] == '\n'))
		s += *s == '\\' ? 2 : 1;
	return s;
}

/* A backslash takes the next character into the word. */
static const char *word_end(const char *s) {
	while (*s && !strchr(" \t\n", *s) && !(*s == '\\' && s[1] == '\n'))
		s += *s == '\\' && s[1] ? 2 : 1;
	return s;
}

static void read_rule(struct cc *cc, const char *text, struct rules *out) {
	*out = (struct rules){.text = text};
	const char *s = skip_space(after_target(text));
	while (*s && *s != '\n') {
		const char *end = word_end(s);
		vec_push(&cc->arena, &out->word,
		         arena_strdup(&cc->arena, s, (size_t)(end - s)));
		s = skip_space(end);
	}
	out->end = s;
}

/* Returns the words of `more` that are not in `seen`, which they join. */
static void add_new(struct cc *cc, struct strtab *seen, const struct texts *more,
                    struct texts *out) {
	text_each (w, more) {
		size_t len = strlen(*w);
		if (str_find(seen, *w, len))
			continue;
		str_intern(seen, *w, len);
		vec_push(&cc->arena, out, *w);
	}
}

/* Returns each word of the list between `before` and `after`. */
static const char *joined(struct cc *cc, const struct texts *list, const char *before,
                          const char *after) {
	size_t size = 1, pair = strlen(before) + strlen(after);
	text_each (w, list)
		size += strlen(*w) + pair;
	char *text = arena_array(&cc->arena, char, size), *at = text;
	text_each (w, list)
		at += snprintf(at, size - (size_t)(at - text), "%s%s%s", before, *w,
		               after);
	return text;
}

/* Operands: the file to write ("-": standard output), the host half's rules, those of the
 * device half for each architecture. */
int cc_unite_dependencies(struct cc *cc, const struct texts *operand) {
	struct strtab seen;
	struct texts own = {0}, added = {0};
	struct rules host, device;
	size_t size;
	const char *text = cc_read(cc, operand->at[1], &size);
	if (!text)
		return CC_FAILED;
	strtab_init(&seen, &cc->arena);
	read_rule(cc, text, &host);
	add_new(cc, &seen, &host.word, &own);
	for (u32 i = 2; i < operand->n; i++) {
		const char *more = cc_read(cc, operand->at[i], &size);
		if (!more)
			return CC_FAILED;
		read_rule(cc, more, &device);
		add_new(cc, &seen, &device.word, &added);
	}
	const char *all = arena_printf(&cc->arena, "%.*s%s%s%s", (int)(host.end - text),
	                               text, joined(cc, &added, " \\\n  ", ""), host.end,
	                               cc->set.mp ? joined(cc, &added, "", ":\n") : "");
	return cc_write(cc, operand->at[0], all, strlen(all)) ? CC_OK : CC_FAILED;
}
