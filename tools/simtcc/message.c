/* message.c - messages of the driver, of compilers and of linkers, in the requested
 * format: text as it comes, or records (--diagnostics-format=json, sarif). Lines of the
 * form
 *
 *     FILE:LINE:COLUMN: error: TEXT
 *     FILE:LINE: error: TEXT
 *     PROGRAM: fatal error: TEXT
 *
 * become records. A `note` becomes a related place of the record before it, and `required
 * from here` one of the record after it. Source lines with carets, and lines that only
 * lead up to a message, are left out; other lines become records without a place.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdlib.h>

#include "tools/simtcc/driver.h"

/* The style of messages: set once, when the command line is known. */
static struct diag_style style;
static u32 nresult;

void cc_begin_messages(const struct cc_settings *s) {
	static const enum diag_format format[] = {DIAG_TEXT, DIAG_JSON, DIAG_SARIF};
	style = (struct diag_style){.format = format[s->format],
	                            .color = diag_want_color(stderr),
	                            .quiet_warnings = s->no_warnings,
	                            .nresult = &nresult};
	/* compilers' messages are parsed: they must be English */
	if (style.format != DIAG_TEXT)
		setenv("LC_ALL", "C.UTF-8", 1);
	if (style.format == DIAG_SARIF)
		diag_sarif_begin(stderr, "simtcc");
	vec_each (struct cc_message, m, &s->message)
		if (m->severity == DIAG_ERROR || !s->no_warnings)
			cc_tell(m->severity, NULL, 0, m->text);
}

void cc_end_messages(void) {
	if (style.format == DIAG_SARIF)
		diag_sarif_end(stderr);
}

struct diag_style cc_message_style(void) {
	return style;
}

void cc_tell(enum diag_severity severity, const char *file, u32 line, const char *text) {
	if (!file && style.format == DIAG_TEXT)
		file = "simtcc";
	cc_tell_at(severity,
	           &(struct diag_place){.file = file, .line = line, .text = text}, NULL);
}

void cc_tell_at(enum diag_severity severity, const struct diag_place *at,
                const char *note) {
	const struct diag_place related = {.text = note};
	diag_print_foreign(stderr, style,
	                   &(struct diag_foreign){.severity = severity,
	                                          .at = *at,
	                                          .related = &related,
	                                          .nrelated = note != NULL});
}

static void tell_list(enum diag_severity severity, const char *fmt, va_list args) {
	struct arena arena = ARENA_INIT;
	va_list again;
	va_copy(again, args);
	size_t size = (size_t)vsnprintf(NULL, 0, fmt, again) + 1;
	va_end(again);
	char *text = arena_array_raw(&arena, char, size);
	vsnprintf(text, size, fmt, args);
	cc_tell(severity, NULL, 0, text);
	arena_drop(&arena);
}

void cc_error(const char *fmt, ...) {
	va_list args;
	va_start(args, fmt);
	tell_list(DIAG_ERROR, fmt, args);
	va_end(args);
}

void cc_warning(struct cc *cc, const char *fmt, ...) {
	va_list args;
	if (cc->set.no_warnings)
		return;
	va_start(args, fmt);
	tell_list(DIAG_WARNING, fmt, args);
	va_end(args);
}

/* ---- messages of other programs ---- */

enum line_kind { LINE_MESSAGE, LINE_NOTE, LINE_LEAD, LINE_OTHER };

struct line {
	enum line_kind kind;
	enum diag_severity severity;
	struct diag_place at;
};

static const struct {
	const char *text;
	u8 kind, severity;
} word[] = {
	{": fatal error: ", LINE_MESSAGE, DIAG_ERROR},
	{": error: ", LINE_MESSAGE, DIAG_ERROR},
	{": warning: ", LINE_MESSAGE, DIAG_WARNING},
	{": note: ", LINE_NOTE, DIAG_INFO},
	/* where a template is used, before the message about it */
	{":   required from ", LINE_LEAD, DIAG_INFO},
	{":   recursively required ", LINE_LEAD, DIAG_INFO},
};

/* Reads "FILE:LINE:COLUMN", from the end, and cuts the text at the colons. */
static void read_place(char *s, struct diag_place *at) {
	u32 number[2] = {0, 0}, n = 0;
	char *end = s + strlen(s);
	while (n < 2) {
		char *colon = end;
		while (colon > s && colon[-1] >= '0' && colon[-1] <= '9')
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
}

static struct line read_line(char *s) {
	struct line l = {.kind = LINE_OTHER, .severity = DIAG_INFO, .at = {.text = s}};
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
		return l;
	*first = 0;
	l.kind = (enum line_kind)word[which].kind;
	l.severity = (enum diag_severity)word[which].severity;
	read_place(s, &l.at);
	l.at.text = first +
	            (l.kind == LINE_LEAD ? strlen(":   ") : strlen(word[which].text));
	return l;
}

/* Whether the line is an excerpt of the source, leads up to a message or counts
 * messages. */
static bool says_nothing(const char *s) {
	static const char *const start[] = {"In file included from",
	                                    "compilation terminated"};
	size_t n = strlen(s);
	for (u32 i = 0; i < countof(start); i++)
		if (strncmp(s, start[i], strlen(start[i])) == 0)
			return true;
	return n == 0 || *s == ' ' || s[n - 1] == ':' ||
	       (*s >= '1' && *s <= '9' && strstr(s, " generated."));
}

VEC_TYPE(places, struct diag_place);

struct record {
	struct line head;
	struct places note, lead; /* lead: for the next record */
};

static void flush_record(struct record *r) {
	if (r->head.at.text && !(style.quiet_warnings && r->head.severity != DIAG_ERROR))
		diag_print_foreign(stderr, style,
		                   &(struct diag_foreign){r->head.severity, r->head.at,
		                                          r->note.at, r->note.n});
	r->head.at.text = NULL;
	r->note.n = 0;
}

void cc_pass_on(struct cc *cc, char *text, bool failed) {
	struct record r = {0};
	if (style.format == DIAG_TEXT) {
		fputs(text, stderr);
		return;
	}
	for (char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		if (*end)
			*end++ = 0;
		if (says_nothing(text))
			continue;
		struct line l = read_line(text);
		if (l.kind == LINE_LEAD) {
			vec_push(&cc->arena, &r.lead, l.at);
			continue;
		}
		if (l.kind == LINE_NOTE && r.head.at.text) {
			vec_push(&cc->arena, &r.note, l.at);
			continue;
		}
		flush_record(&r);
		r.head = l;
		vec_each (struct diag_place, at, &r.lead)
			vec_push(&cc->arena, &r.note, *at);
		r.lead.n = 0;
		if (l.kind == LINE_OTHER && failed)
			r.head.severity = DIAG_ERROR;
	}
	flush_record(&r);
}
