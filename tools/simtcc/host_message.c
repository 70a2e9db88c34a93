/* host_message.c - reads the text of a compiler (GCC, clang) or linker (GNU, LLVM):
 *
 *     In file included from FILE:LINE:
 *     FILE: In instantiation of 'void f(T) [with T = int]':
 *     FILE:LINE:COLUMN:   required from here
 *     FILE:LINE:COLUMN: error: TEXT [-Woption]
 *        12 | the line
 *           |     ~~^~~
 *     FILE:LINE:COLUMN: note: TEXT
 *     ld: FILE: in function `f':
 *     FILE:(.text+0x12): undefined reference to `g'
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/host_message.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/text.h"

struct reader {
	struct arena *arena;
	struct host_records *out;
	struct host_places lead;  /* for the next record */
	struct diag_place *caret; /* the place that the next excerpt shows */
	const char *function;     /* the linker's `in function` */
	bool in_message;          /* the last record takes notes */
};

enum line_kind { LINE_ERROR, LINE_WARNING, LINE_NOTE, LINE_LEAD };

static const struct {
	const char *text;
	u8 kind, skip; /* skip: of the text, which is not part of the message */
} word[] = {
	{": fatal error: ", LINE_ERROR, 14},
	{": error: ", LINE_ERROR, 8},
	{": Error: ", LINE_ERROR, 8}, /* the assembler's */
	{": warning: ", LINE_WARNING, 10},
	{": note: ", LINE_NOTE, 8},
	/* where a template is used, before the message about it */
	{":   required from ", LINE_LEAD, 3},
	{":   recursively required ", LINE_LEAD, 3},
};

/* GCC's quotes in UTF-8 become those of ASCII, `x' of the linker as well; {aka 'T'} goes,
 * as the user wrote the other name. */
static void plain_quotes(char *s) {
	char *to = s, *tick = NULL;
	while (*s) {
		if (!strncmp(s, "\xe2\x80\x98", 3) || !strncmp(s, "\xe2\x80\x99", 3)) {
			*to++ = '\'';
			s += 3;
			continue;
		}
		if (*s == '`')
			tick = to;
		else if (*s == '\'' && tick) {
			*tick = '\'';
			tick = NULL;
		}
		*to++ = *s++;
	}
	*to = 0;
}

static void drop_aka(char *s, const char *open, const char *close) {
	for (char *at; (at = strstr(s, open)) != NULL;) {
		char *end = strstr(at + strlen(open), close);
		if (!end)
			return;
		end += strlen(close);
		memmove(at, end, strlen(end) + 1);
		s = at;
	}
}

/* Reads "FILE:LINE:COLUMN", from the end, and cuts the text at the colons. */
static bool read_place(char *s, struct diag_place *at) {
	u32 number[2] = {0, 0}, n = 0;
	char *end = s + strlen(s);
	while (n < 2) {
		char *colon = end;
		while (colon > s && isdigit((u8)colon[-1]))
			colon--;
		if (colon == end || colon - s < 2 || colon[-1] != ':')
			break;
		number[n++] = (u32)strtoul(colon, NULL, 10);
		end = colon - 1;
		*end = 0;
	}
	at->line = n == 2 ? number[1] : number[0];
	at->column = n == 2 ? number[0] : 0;
	at->file = n ? s : NULL; /* without a line it is a program's name */
	return n > 0;
}

/* Cuts clang's ":{LINE:COLUMN-LINE:COLUMN}" off a place; returns the first range's width,
 * 0 if there is none or it has several lines. */
static u32 cut_range(char *s) {
	char *open = strstr(s, ":{"), *end;
	if (!open || s[strlen(s) - 1] != '}')
		return 0;
	unsigned long line = strtoul(open + 2, &end, 10), from = 0, to = 0, last = 0;
	if (*end == ':')
		from = strtoul(end + 1, &end, 10);
	if (*end == '-')
		last = strtoul(end + 1, &end, 10);
	if (*end == ':')
		to = strtoul(end + 1, &end, 10);
	*open = 0;
	return line == last && to > from ? (u32)(to - from) : 0;
}

/* Cuts " [-Wunused]" off the text. */
static const char *cut_option(struct arena *a, char *s) {
	size_t n = strlen(s);
	char *open = n && s[n - 1] == ']' ? strrchr(s, '[') : NULL;
	if (!open || open == s || open[-1] != ' ' || open[1] != '-')
		return NULL;
	const char *option = arena_strdup(a, open + 1, strlen(open + 1) - 1);
	open[-1] = 0;
	return option;
}

static struct host_record *add_record(struct reader *r, enum diag_severity severity,
                                      struct diag_place at) {
	struct host_record record = {.severity = severity, .at = at, .lead = r->lead};
	vec_push(r->arena, r->out, record);
	r->lead = (struct host_places){0};
	r->in_message = true;
	struct host_record *last = &vec_last(r->out);
	r->caret = &last->at;
	return last;
}

/* Whether a message goes on in the note after it: "parameter packs not expanded with
 * '...':" and
 * "        'T'". */
static bool continues(const struct host_record *h, const char *note) {
	size_t n = strlen(h->at.text);
	return n && h->at.text[n - 1] == ':' && *note == ' ';
}

static bool read_message(struct reader *r, char *s) {
	char *first = NULL;
	u32 which = 0;
	for (u32 i = 0; i < countof(word); i++) {
		char *at = strstr(s, word[i].text);
		if (at && (!first || at < first)) {
			first = at;
			which = i;
		}
	}
	if (!first)
		return false;
	char *text = first + word[which].skip;
	if (word[which].kind !=
	    LINE_NOTE) /* one that is indented belongs to the one before */
		text += strspn(text, " ");
	*first = 0;
	struct diag_place at = {0};
	u32 width = cut_range(s);
	read_place(s, &at);
	at.width = width;
	const char *option = cut_option(r->arena, text);
	drop_aka(text, " {aka '", "'}");
	drop_aka(text, " (aka '", "')");
	at.text = text;
	switch (word[which].kind) {
	case LINE_LEAD:
		vec_push(r->arena, &r->lead, at);
		r->caret = NULL;
		r->in_message = false;
		return true;
	case LINE_NOTE:
		if (!r->out->n || !r->in_message)
			break;
		if (continues(&vec_last(r->out), text)) {
			struct diag_place *of = &vec_last(r->out).at;
			of->text = arena_printf(r->arena, "%s %s", of->text,
			                        text + strspn(text, " "));
			return true;
		}
		if (!strncmp(text, "in instantiation of ", 20)) /* clang's order */
			vec_push(r->arena, &vec_last(r->out).lead, at);
		else
			vec_push(r->arena, &vec_last(r->out).note, at);
		r->caret = vec_last(r->out).note.n ? &vec_last(&vec_last(r->out).note)
		                                   : NULL;
		return true;
	default: break;
	}
	struct host_record *record = add_record(
		r, word[which].kind == LINE_ERROR ? DIAG_ERROR : DIAG_WARNING, at);
	record->option = option;
	return true;
}

/* Takes the range of the place from the line under its excerpt: `      |   ~~^~~`. */
static void read_caret(struct reader *r, const char *s) {
	const char *caret = strchr(s, '^');
	if (!r->caret || !caret || s[strspn(s, " |~^")])
		return;
	u32 before = 0, width = 1;
	while (caret - before > s && caret[-1 - (int)before] == '~')
		before++;
	while (caret[width] == '~')
		width++;
	/* a tab would make columns of two kinds: the caret's own place is enough */
	if (r->caret->column > before)
		r->caret->width = width;
	r->caret = NULL;
}

static bool starts(const char *s, const char *with) {
	return strncmp(s, with, strlen(with)) == 0;
}

/* Whether the line leads up to a message or counts messages. */
static bool says_nothing(const char *s) {
	static const char *const start[] = {"In file included from",
	                                    "compilation terminated",
	                                    "cc1plus: all warnings",
	                                    "cc1plus: some warnings",
	                                    "collect2: error: ld",
	                                    "clang: error: linker command failed",
	                                    "fatal error: too many errors emitted"};
	size_t n = strlen(s);
	for (u32 i = 0; i < countof(start); i++)
		if (starts(s, start[i]))
			return true;
	bool leads_up = n && s[n - 1] == ':' && !strstr(s, ": error: ");
	return n == 0 || *s == ' ' || leads_up ||
	       strstr(s, ": all warnings being treated as errors") ||
	       (isdigit((u8)*s) && (strstr(s, " generated.") ||
	                            strstr(s, " generated when ") || strstr(s, " | ")));
}

/* ---- the linker ---- */

/* Returns what follows the quote, to its end. */
static const char *quoted(struct arena *a, const char *s) {
	const char *open = strchr(s, '\''), *end = open ? strrchr(open + 1, '\'') : NULL;
	return end ? arena_strdup(a, open + 1, (size_t)(end - open - 1)) : s;
}

/* Returns the source of an object: FILE in "FILE:LINE" or "FILE:(.text+0x12)", if it is
 * no object. */
static bool linker_place(char *s, struct diag_place *at) {
	char *section = strstr(s, ":(.");
	if (section)
		*section = 0;
	char *blank = strrchr(s, ' ');
	s = blank ? blank + 1 : s;
	size_t n = strlen(s);
	if (!read_place(s, at) && n > 2 && strcmp(s + n - 2, ".o") != 0)
		at->file = s;
	return at->file != NULL;
}

static void add_note(struct reader *r, struct host_record *h, const char *text) {
	vec_push(r->arena, &h->more, text);
}

/* Returns what follows the template arguments that begin at s, "I...E". */
static const char *skip_arguments(const char *s) {
	u32 depth = 0;
	while (*s) {
		if (isdigit((u8)*s)) {
			char *end;
			unsigned long n = strtoul(s, &end, 10);
			s = end + MIN(n, strlen(end));
			continue;
		}
		depth += *s == 'I' || *s == 'N' || *s == 'L' || *s == 'X' || *s == 'J';
		if (*s++ == 'E' && --depth == 0)
			return s;
	}
	return s;
}

const char *cc_plain_name(struct arena *a, const char *name) {
	struct text t = {.arena = a};
	const char *s = name;
	if (!starts(name, "_Z"))
		return name;
	s += s[2] == 'N' ? 3 : 2;
	s += strspn(s, "KVL");
	while (isdigit((u8)*s)) {
		char *end;
		unsigned long n = strtoul(s, &end, 10);
		if (n > strlen(end))
			return name;
		text_printf(&t, "%s%.*s", t.n ? "::" : "", (int)n, end);
		s = end + n;
		if (*s == 'I')
			s = skip_arguments(s);
	}
	return t.n ? text_get(&t) : name;
}

static void undefined(struct reader *r, char *s, const char *name) {
	static const char device[] = "__simt_device.";
	struct diag_place at = {0};
	bool of_device = starts(name, device);
	linker_place(s, &at);
	if (of_device)
		name += strlen(device);
	if (strcmp(name, "main") == 0) {
		at = (struct diag_place){.text = "the program has no function 'main'"};
		add_record(r, DIAG_ERROR, at)->code = E0411;
		return;
	}
	at.text = arena_printf(r->arena, "undefined reference to %s'%s'",
	                       of_device ? "the device's " : "",
	                       of_device ? cc_plain_name(r->arena, name) : name);
	/* one error for a name: its other uses are not told */
	vec_each (struct host_record, h, r->out)
		if (h->code == E0411 && strcmp(h->at.text, at.text) == 0)
			return;
	struct host_record *h = add_record(r, DIAG_ERROR, at);
	h->code = E0411;
	if (r->function)
		add_note(r, h, arena_printf(r->arena, "it is used in '%s'", r->function));
	if (starts(name, "cu") && isupper((u8)name[2]))
		add_note(r, h, "a function of the driver's interface needs -lcuda");
	else if (strstr(name, "cublas") == name || starts(name, "curand") ||
	         starts(name, "cusparse") || starts(name, "cusolver") ||
	         starts(name, "nvrtc"))
		add_note(r, h,
		         arena_printf(r->arena, "is its library missing: -l%.*s?",
		                      (int)strcspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
		                      name));
	else if (of_device)
		add_note(r, h,
		         "code of several files needs -rdc=true for each, and all "
		         "their objects");
	else
		add_note(r, h, "is a source, an object or a library (-l) missing?");
}

static void twice(struct reader *r, char *s, const char *name) {
	struct diag_place at = {0};
	linker_place(s, &at);
	at.text = arena_printf(r->arena, "'%s' is defined more than once", name);
	vec_each (struct host_record, h, r->out)
		if (h->code == E0412 && strcmp(h->at.text, at.text) == 0)
			return;
	struct host_record *h = add_record(r, DIAG_ERROR, at);
	h->code = E0412;
	if (strcmp(name, "main") != 0)
		add_note(r, h, "what a header defines is inline or static");
}

/* Reads a line of the linker's; false if it is not one that is known. */
static bool read_linker(struct reader *r, char *s) {
	char *at;
	if (strstr(s, "DT_TEXTREL") || strstr(s, "in read-only section") ||
	    (r->out->n &&
	     (strstr(s, "' isn't defined") || strstr(s, "final link failed"))))
		return true; /* what follows from an undefined reference */
	if ((at = strstr(s, " in function '")) != NULL) {
		r->function = quoted(r->arena, at);
		return s[strlen(s) - 1] == ':';
	}
	if ((at = strstr(s, "undefined reference to '")) != NULL ||
	    (at = strstr(s, "undefined symbol: ")) != NULL) {
		const char *name = strchr(at, '\'') ? quoted(r->arena, at)
		                                    : at + strlen("undefined symbol: ");
		at[at > s && at[-1] == ' ' ? -1 : 0] = 0;
		size_t n = strlen(s);
		if (n && s[n - 1] == ':')
			s[n - 1] = 0;
		undefined(r, s, name);
		return true;
	}
	if (strstr(s, "more undefined references to"))
		return true;
	if ((at = strstr(s, "multiple definition of '")) != NULL) {
		char *name = strchr(at, '\'') + 1, *end = strchr(name, '\'');
		if (end)
			*end = 0;
		*at = 0;
		twice(r, s, name);
		return true;
	}
	if ((at = strstr(s, "cannot find -l")) != NULL) {
		at += strlen("cannot find ");
		at[strcspn(at, ": ")] = 0;
		struct diag_place none = {
			.text = arena_printf(r->arena, "no library for %s", at)};
		struct host_record *h = add_record(r, DIAG_ERROR, none);
		h->code = E0413;
		add_note(r, h, "-L names a folder that has it");
		return true;
	}
	return false;
}

void host_messages_read(struct arena *a, char *text, struct host_records *out) {
	struct reader r = {.arena = a, .out = out};
	for (char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		if (*end)
			*end++ = 0;
		plain_quotes(text);
		bool is_linker = strstr(text, "ld: ") || strstr(text, "): ") ||
		                 strstr(text, "undefined ");
		if (*text == ' ')
			read_caret(&r, text);
		else if (!(is_linker && read_linker(&r, text)) && !says_nothing(text) &&
		         !read_message(&r, text)) {
			struct diag_place at = {.text = text};
			add_record(&r, DIAG_INFO, at)->is_plain = true;
			r.in_message = false;
		}
	}
}
