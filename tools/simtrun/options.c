/* options.c - parses a command line by a table; see options.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/options.h"

#include <errno.h>
#include <stdlib.h>

struct parse {
	const struct option_table *t;
	u8 *out;
	struct texts *rest;
	struct arena *arena;
	struct diag *d;
	char **argv;
	int argc, at;
};

static const struct loc nowhere = {0, 0};

/* ---- look-up ---- */

struct name_walk {
	const struct option_table *t;
	struct arena *arena;
	u32 i;
};

static const char *next_name(void *ctx) {
	struct name_walk *w = ctx;
	return w->i < w->t->nrow ? w->t->row[w->i++].name : NULL;
}

static const struct option_row *find(const struct option_table *t, const char *name,
                                     size_t len) {
	for (u32 i = 0; i < t->nrow; i++)
		if (strlen(t->row[i].name) == len &&
		    memcmp(t->row[i].name, name, len) == 0)
			return &t->row[i];
	return NULL;
}

static const struct option_row *find_letter(const struct option_table *t, char letter) {
	for (u32 i = 0; i < t->nrow; i++)
		if (letter && t->row[i].letter == letter)
			return &t->row[i];
	return NULL;
}

const char *options_like(const struct option_table *t, const char *name) {
	struct name_walk w = {.t = t}, again = w;
	const char *near = diag_nearest(name, next_name, &w);
	return near ? near : diag_with_part(name, next_name, &again);
}

static void unknown(struct parse *p, const char *word, const char *name, size_t len) {
	const char *near = options_like(p->t, arena_strdup(p->arena, name, len));
	struct diag_record *r = diag_error(p->d, nowhere, E0408, "unknown option '%s'",
	                                   word);
	if (near)
		diag_note(p->d, r, "did you mean '--%s'?", near);
	else
		diag_note(p->d, r, "%s --help lists them", p->t->program);
}

struct word_walk {
	const char *words; /* separated by | */
	struct arena *arena;
};

static const char *next_choice(void *ctx) {
	struct word_walk *w = ctx;
	size_t n = strcspn(w->words, "|");
	const char *word = n ? arena_strdup(w->arena, w->words, n) : NULL;
	w->words += n + (w->words[n] == '|');
	return word;
}

/* Checks whether the numbers differ: c++98 for c++03 is no typing error. */
static bool is_other_number(const char *a, const char *b) {
	size_t n = strcspn(a, "0123456789");
	const char *number = b + n;
	if (!a[n] || strncmp(a, b, n) != 0 ||
	    strspn(number, "0123456789") != strlen(number) || !*number)
		return false;
	u32 digits[10] = {0};
	for (const char *s = number; *s; s++)
		digits[*s - '0']++;
	for (const char *s = a + n; *s >= '0' && *s <= '9'; s++)
		if (!digits[*s - '0']--)
			return true;
	return false;
}

const char *options_like_choice(struct arena *a, const char *words, const char *value) {
	struct word_walk w = {words, a}, again = w;
	const char *near = diag_nearest(value, next_choice, &w);
	if (near && is_other_number(near, value))
		return NULL;
	return near ? near : diag_with_part(value, next_choice, &again);
}

/* ---- values ---- */

static void bad_value(struct parse *p, const struct option_row *o, const char *value,
                      const char *wants) {
	diag_error(p->d, nowhere, E0408, "--%s=%s: %s", o->name, value, wants);
}

static void bad_choice(struct parse *p, const struct option_row *o, const char *value) {
	const char *near = options_like_choice(p->arena, o->arg, value);
	struct diag_record *r = diag_error(p->d, nowhere, E0408,
	                                   "--%s=%s: it takes one of %s", o->name, value,
	                                   o->arg);
	if (near)
		diag_note(p->d, r, "did you mean '%s'?", near);
}

static bool parse_number(const char *s, u64 *n) {
	static const char suffix[] = "KkMmGg";
	char *end;
	errno = 0;
	*n = strtoull(s, &end, 0);
	if (end == s || errno || *s == '-')
		return false;
	const char *at = *end ? strchr(suffix, *end) : NULL;
	u32 shift = at ? 10 * (1 + (u32)(at - suffix) / 2) : 0;
	if (end[at != NULL] || *n > ~0ull >> shift)
		return false;
	*n <<= shift;
	return true;
}

static bool parse_seconds(const char *s, u64 *ms) {
	char *end;
	double x = strtod(s, &end);
	double unit = strcmp(end, "ms") == 0           ? 1
	              : strcmp(end, "m") == 0          ? 60000
	              : strcmp(end, "s") == 0 || !*end ? 1000
	                                               : 0;
	if (end == s || unit == 0 || !(x >= 0) || x * unit > 1e15)
		return false;
	*ms = (u64)(x * unit);
	if (*ms == 0 && x > 0)
		*ms = 1;
	return true;
}

static bool parse_dim(const char *s, u32 dim[3]) {
	dim[0] = dim[1] = dim[2] = 1;
	for (u32 i = 0; i < 3; i++) {
		char *end;
		unsigned long long n = strtoull(s, &end, 0);
		if (end == s || *s == '-' || n > 0xffffffffu)
			return false;
		dim[i] = (u32)n;
		if (!*end)
			return true;
		if (*end != ',' && *end != 'x')
			return false;
		s = end + 1;
	}
	return false;
}

static bool parse_choice(const char *words, const char *value, u32 *index) {
	size_t len = strlen(value);
	for (u32 i = 0;; i++) {
		size_t n = strcspn(words, "|");
		if (n == len && memcmp(words, value, n) == 0) {
			*index = i;
			return true;
		}
		if (!words[n])
			return false;
		words += n + 1;
	}
}

static void set(struct parse *p, const struct option_row *o, const char *value) {
	void *field = p->out + o->offset;
	switch ((enum option_kind)o->kind) {
	case OPTION_FLAG: *(bool *)field = true; break;
	case OPTION_TEXT:
	case OPTION_MAYBE: *(const char **)field = value; break;
	case OPTION_LIST: vec_push(p->arena, (struct texts *)field, value); break;
	case OPTION_NUMBER:
		if (!parse_number(value, field))
			bad_value(p, o, value, "not a number such as 16, 0x10 or 64K");
		break;
	case OPTION_SECONDS:
		if (!parse_seconds(value, field))
			bad_value(p, o, value, "not a time such as 10, 0.5, 300ms or 2m");
		break;
	case OPTION_DIM:
		if (!parse_dim(value, field))
			bad_value(p, o, value, "not of the form X, X,Y or X,Y,Z");
		break;
	case OPTION_CHOICE:
		if (!parse_choice(o->arg, value, field))
			bad_choice(p, o, value);
		break;
	}
}

/* ---- words ---- */

static bool takes_value(const struct option_row *o) {
	return o->kind != OPTION_FLAG && o->kind != OPTION_MAYBE;
}

static void set_next(struct parse *p, const struct option_row *o) {
	if (!takes_value(o))
		set(p, o, "");
	else if (p->at < p->argc)
		set(p, o, p->argv[p->at++]);
	else
		diag_error(p->d, nowhere, E0408, "--%s needs a value: --%s=%s", o->name,
		           o->name, o->arg);
}

static void parse_long(struct parse *p, const char *word) {
	const char *name = word + 2;
	size_t len = strcspn(name, "=");
	const struct option_row *o = find(p->t, name, len);
	if (!o)
		unknown(p, word, name, len);
	else if (name[len] == '=' && o->kind == OPTION_FLAG)
		diag_error(p->d, nowhere, E0408, "--%s takes no value", o->name);
	else if (name[len] == '=')
		set(p, o, name + len + 1);
	else
		set_next(p, o);
}

/* -v, -vq, -j4, -j 4, -k=NAME */
static void parse_short(struct parse *p, const char *word) {
	for (const char *s = word + 1; *s; s++) {
		const struct option_row *o = find_letter(p->t, *s);
		if (!o) {
			unknown(p, word, s, 1);
			return;
		}
		if (takes_value(o) && s[1]) {
			set(p, o, s + 1 + (s[1] == '='));
			return;
		}
		set_next(p, o);
	}
}

bool options_parse(const struct option_table *t, void *out, struct texts *rest,
                   struct arena *a, struct diag *d, int argc, char **argv) {
	struct parse p = {t, out, rest, a, d, argv, argc, 1};
	bool only_words = false;
	u32 before = d->nerror;
	while (p.at < argc) {
		const char *word = argv[p.at++];
		if (only_words || word[0] != '-' || !word[1])
			vec_push(a, rest, word);
		else if (strcmp(word, "--") == 0)
			only_words = true;
		else if (word[1] == '-')
			parse_long(&p, word);
		else
			parse_short(&p, word);
	}
	return d->nerror == before;
}

/* ---- where the options end ---- */

/* -k NAME: the last letter of a word takes the next word, if it takes one at all. */
static bool letters_take_next(const struct option_table *t, const char *letters) {
	for (const char *s = letters; *s; s++) {
		const struct option_row *o = find_letter(t, *s);
		if (!o || takes_value(o))
			return o && !s[1];
	}
	return false;
}

int options_after(const struct option_table *t, int argc, char **argv, int at) {
	const char *word = argv[at];
	bool takes;
	if (word[1] == '-') {
		size_t len = strcspn(word + 2, "=");
		const struct option_row *o = find(t, word + 2, len);
		takes = o && takes_value(o) && !word[2 + len];
	} else {
		takes = letters_take_next(t, word + 1);
	}
	return MIN(at + 1 + takes, argc);
}

int options_end(const struct option_table *t, int argc, char **argv) {
	int at = 1;
	while (at < argc && argv[at][0] == '-' && argv[at][1]) {
		if (strcmp(argv[at], "--") == 0)
			return at + 1;
		at = options_after(t, argc, argv, at);
	}
	return at;
}
