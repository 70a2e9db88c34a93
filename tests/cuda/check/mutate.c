/* mutate.c - a unit with one word of it replaced, for each word in turn: what the
 * compiler says then.
 *   cuda-mutate WORD-OR-KIND REPLACEMENT STEP STANDARD FILE.ii...
 * replaces each STEP-th word that is WORD (or any "name", "number", "word") of what the
 * user wrote by REPLACEMENT, which may be empty. It compiles, or it reports errors, which
 * stand in the file and mention no type that is itself an error. Anything else is
 * printed.
 *   cuda-mutate instance _Z... STEP STANDARD FILE.ii...
 * asks for that kernel instance, and for its name cut off at each place and with each
 * STEP-th other character there: it is made, or an error is reported.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "ir/lower/compile.h"

static struct {
	const char *what, *by;
	const char *instance; /* of a kernel that is asked for, or NULL */
	u32 step, standard;
	u32 tried, failed, odd;
} run;

static bool is_word_char(char ch) {
	return isalnum((unsigned char)ch) || ch == '_';
}

/* The first word at or after p; NULL at the end. Strings, characters and line markers
 * are passed over. */
static const char *next_word(const char *p, size_t *len) {
	while (*p) {
		if (*p == '"' || *p == '\'') {
			char quote = *p++;
			while (*p && *p != quote && *p != '\n')
				p += *p == '\\' && p[1] ? 2 : 1;
			p += *p != 0;
		} else if (*p == '\n' && p[1] == '#') {
			p++;
			while (*p && *p != '\n')
				p++;
		} else if (is_word_char(*p)) {
			for (*len = 0; is_word_char(p[*len]);)
				++*len;
			return p;
		} else {
			p++;
		}
	}
	return NULL;
}

static bool is_wanted(const char *word, size_t len) {
	bool digit = isdigit((unsigned char)*word);
	if (strcmp(run.what, "word") == 0)
		return true;
	if (strcmp(run.what, "number") == 0)
		return digit;
	if (strcmp(run.what, "name") == 0)
		return !digit;
	return strlen(run.what) == len && memcmp(word, run.what, len) == 0;
}

/* Returns where the part begins that the user wrote: after the last header. */
static size_t users_part(const char *text) {
	size_t at = 0;
	for (const char *p = text; (p = strstr(p, "\n# ")); p++)
		at = (size_t)(p - text) + 1;
	return at;
}

static bool mentions_error_type(const char *text) {
	return strstr(text, "<error>") != NULL;
}

static void compile(const char *name, const char *text, size_t len, u32 offset) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct cuda_compile_result r = {0};
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	diag.limit = 100;
	struct cuda_compile_options o = {.input_name = name,
	                                 .text = text,
	                                 .len = len,
	                                 .sm = 90,
	                                 .standard = run.standard,
	                                 .opt_level = 3,
	                                 .keep_functions = true,
	                                 .instance = &run.instance,
	                                 .ninstance = run.instance != NULL};
	bool ok = cuda_compile(&arena, &o, &diag, &r);
	run.tried++;
	run.failed += !ok;
	u32 odd = ok == (diag.nerror > 0);
	for (u32 i = 0; i < diag.nrecord; i++) {
		const struct diag_record *e = &diag.record[i];
		if (e->severity != DIAG_ERROR)
			continue;
		odd += (!e->loc.start && !run.instance) || !*e->text ||
		       mentions_error_type(e->text);
	}
	if (odd) {
		struct source_pos at = source_pos(&sources, offset + 1);
		printf("%s:%u:%u: %s\n", name, at.line, at.column,
		       run.instance ? run.instance : "");
		diag_flush(&diag, stdout, (struct diag_style){.quiet_warnings = true});
	}
	run.odd += odd > 0;
	arena_drop(&arena);
}

static void ask(const char *path, const char *name) {
	static const char other[] = "0159_EIKLNPSTXZilv";
	struct arena arena = ARENA_INIT;
	struct sources sources;
	sources_init(&sources, &arena);
	const struct source_file *f = source_load(&sources, path);
	if (!f)
		bug("cannot read %s", path);
	char *text = arena_printf(&arena, "%s", name);
	run.instance = text;
	compile(path, f->text, f->len, 0);
	for (size_t i = 2; name[i]; i++) {
		for (size_t k = i % run.step; k < countof(other); k += run.step) {
			text[i] = other[k]; /* the zero after them cuts it off */
			compile(path, f->text, f->len, 0);
		}
		text[i] = name[i];
	}
	arena_drop(&arena);
}

static void mutate(const char *path) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	size_t len, by_len = strlen(run.by);
	sources_init(&sources, &arena);
	const struct source_file *f = source_load(&sources, path);
	if (!f)
		bug("cannot read %s", path);
	u32 n = 0;
	const char *end = f->text + f->len;
	for (const char *w = f->text + users_part(f->text); (w = next_word(w, &len));
	     w += len) {
		if (!is_wanted(w, len) || n++ % run.step)
			continue;
		size_t before = (size_t)(w - f->text), after = (size_t)(end - w) - len;
		char *text = arena_array(&arena, char, before + by_len + after + 2);
		memcpy(text, f->text, before);
		memcpy(text + before, run.by, by_len);
		memcpy(text + before + by_len, w + len, after);
		memset(text + before + by_len + after, 0, 2);
		compile(path, text, before + by_len + after, (u32)before);
	}
	arena_drop(&arena);
}

int main(int argc, char **argv) {
	if (argc < 6)
		return 2;
	run.what = argv[1];
	run.by = argv[2];
	run.step = (u32)atoi(argv[3]);
	run.standard = (u32)atoi(argv[4]);
	for (int i = 5; i < argc; i++) {
		if (strcmp(run.what, "instance") == 0)
			ask(argv[i], run.by);
		else
			mutate(argv[i]);
	}
	printf("%u tried, %u refused, %u odd\n", run.tried, run.failed, run.odd);
	return run.odd != 0;
}
