/* message.c - messages of the driver, of compilers and of linkers, in the requested
 * format: text, or records (--diagnostics-format=json, sarif). What the host compiler and
 * the linker say is put into simtcc's words (host_message.h), told at the user's lines,
 * and told once: not again where the device half has said it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/simtcc/driver.h"
#include "tools/simtcc/host_message.h"

/* The style of messages: set once, when the command line is known. */
static struct diag_style style;
static u32 nresult;

void cc_begin_messages(const struct cc_settings *s) {
	static const enum diag_format format[] = {DIAG_TEXT, DIAG_JSON, DIAG_SARIF};
	style = (struct diag_style){.format = format[s->format],
	                            .color = diag_want_color(stderr),
	                            .quiet_warnings = s->no_warnings,
	                            .nresult = &nresult};
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
	cc_tell_at(severity, DIAG_NONE,
	           &(struct diag_place){.file = file, .line = line, .text = text}, NULL);
}

void cc_tell_at(enum diag_severity severity, enum diag_code code,
                const struct diag_place *at, const char *note) {
	diag_print_foreign(stderr, style,
	                   &(struct diag_foreign){.severity = severity,
	                                          .at = *at,
	                                          .code = code,
	                                          .note = &note,
	                                          .nnote = note != NULL});
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

enum { FRAMES = 3 }; /* of templates of the user's that led to an error */

static const char *copy_line(struct arena *a, const char *text, u32 line) {
	for (; text && line > 1; line--) {
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return text && *text ? arena_strdup(a, text, strcspn(text, "\r\n")) : NULL;
}

const char *cc_line_of(struct cc *cc, const char *file, u32 line) {
	size_t len;
	if (!file || !*file || !line || access(file, R_OK) != 0)
		return NULL;
	return copy_line(&cc->arena, cc_read(cc, file, &len), line);
}

/* GCC counts columns as they are shown, with tabs every 8; records count bytes. */
static u32 byte_column(const char *line, u32 shown) {
	u32 at = 1, i = 0;
	for (; line[i] && at < shown; i++)
		at = line[i] == '\t' ? (at - 1) / 8 * 8 + 9 : at + 1;
	return at >= shown ? i + 1 : UINT32_MAX;
}

/* Finds the first of the text's quoted names that the line has. */
static void find_quoted(struct arena *a, struct diag_place *at) {
	for (const char *open = at->text; (open = strchr(open, '\'')) != NULL;) {
		size_t n = strcspn(++open, "'");
		const char *found = n ? strstr(at->source, arena_strdup(a, open, n))
		                      : NULL;
		if (found) {
			at->column = (u32)(found - at->source) + 1;
			at->width = (u32)n;
			return;
		}
		open += n + (open[n] == '\'');
	}
	at->column = at->width = 0;
	at->source = NULL;
}

/* Moves the place to the name that it is about: columns are those of the preprocessed
 * line, and macros may have moved the name. */
static void find_name(struct diag_place *at) {
	const char *open = strchr(at->text, '\''), *best = NULL;
	size_t n = open ? strcspn(open + 1, "'") : 0;
	const char *here = at->source + at->column - 1;
	if (!n || strncmp(here, open + 1, n) == 0)
		return;
	for (const char *s = at->source; (s = memmem(s, strlen(s), open + 1, n)); s++)
		if (!best || labs(s - here) < labs(best - here))
			best = s;
	if (best) {
		at->column = (u32)(best - at->source) + 1;
		at->width = (u32)n;
	}
}

/* Adds the line of the user's source. A column beyond it is one of generated text. */
static void show_source(struct cc *cc, struct diag_place *at) {
	if (at->source || !at->column)
		return;
	at->source = cc_line_of(cc, at->file, at->line);
	if (!at->source)
		return;
	if (!cc->is_clang)
		at->column = byte_column(at->source, at->column);
	if (at->column > strlen(at->source) + 1)
		find_quoted(&cc->arena, at);
}

bool cc_is_library(struct cc *cc, const char *file) {
	size_t len;
	if (!file)
		return false;
	if (cc->host_text && !cc->marked)
		cc->marked = cc_read(cc, cc->host_text, &len);
	if (!cc->marked)
		return strncmp(file, "/usr/", 5) == 0 ||
		       strncmp(file, cc->top, strlen(cc->top)) == 0;
	vec_each (struct cc_library_file, f, &cc->library_file)
		if (strcmp(f->file, file) == 0)
			return f->is_library;
	/* where it begins; of other lines, macros of system headers have the mark, too */
	const char *begin = arena_printf(&cc->arena, " \"%s\" 1 3", file);
	struct cc_library_file f = {file, strstr(cc->marked, begin) != NULL};
	vec_push(&cc->arena, &cc->library_file, f);
	return f.is_library;
}

/* Returns the function's name in "required from 'void std::sort(I, I) [with ...]'". */
static const char *function_in(struct arena *a, const char *text) {
	const char *end = strchr(text, '('), *start = end, *quote = strchr(text, '\'');
	u32 depth = 0;
	if (!quote || !end || end < quote)
		return NULL;
	while (start > quote + 1 && (start[-1] != ' ' || depth)) {
		start--;
		if (*start == '>')
			depth++;
		else if (*start == '<' && depth)
			depth--;
	}
	return arena_strdup(a, start, (size_t)(end - start));
}

/* An error in a library's template is told where the user's code asked for it: returns
 * whether it was one. */
static bool to_users_code(struct cc *cc, struct host_record *h) {
	struct arena *a = &cc->arena;
	struct host_places frame = {0};
	bool inside = cc_is_library(cc, h->at.file);
	bool moved = false;
	const char *what = NULL;
	vec_each (struct diag_place, l, &h->lead) {
		if (cc_is_library(cc, l->file)) {
			what = function_in(a, l->text);
		} else if (inside && !frame.n && h->at.line) {
			const char *text = h->at.text;
			const char *name = strrchr(h->at.file, '/');
			vec_push(a, &h->more,
			         arena_printf(a,
			                      "in %s%s%s of the library (%s:%u); "
			                      "--host-messages=plain shows all",
			                      what ? "'" : "", what ? what : "a template",
			                      what ? "'" : "",
			                      name ? name + 1 : h->at.file, h->at.line));
			h->at = *l;
			h->at.text = text;
			inside = false;
			moved = true;
		} else if (frame.n < FRAMES) {
			vec_push(a, &frame, *l);
		}
	}
	struct host_places note = h->note;
	bool dropped = false;
	h->note = (struct host_places){0};
	vec_each (struct diag_place, n, &note) {
		if (*n->text != ' ' || !dropped) /* an indented one is about the last */
			dropped = cc_is_library(cc, n->file);
		if (dropped && strstr(n->text, "initializing argument"))
			n->file = NULL; /* for its words only */
		if (!dropped || !n->file)
			vec_push(a, &h->note, *n);
	}
	vec_each (struct diag_place, f, &frame) {
		f->text = "required from here";
		vec_push(a, &h->note, *f);
	}
	return moved;
}

/* ---- what was told already ---- */

/* Errors about names: the halves may find different ones of them for one mistake. */
static bool is_about_names(enum diag_code code) {
	return code == E0601 || code == E0605 || code == E0606 || code == E0607 ||
	       code == E0613 || code == E0614;
}

void cc_told(struct cc *cc, const struct cc_told *t) {
	vec_push(&cc->arena, &cc->told, *t);
}

/* Whether an error is one that another of the same line has brought about. */
static bool follows(const struct cc_told *t, const struct host_record *h,
                    bool from_library) {
	if (h->severity != DIAG_ERROR || !t->is_error)
		return false;
	if (from_library || (h->code == E0101 && is_about_names(t->code)))
		return true;
	return !t->text && (t->code == h->code || !h->code ||
	                    (is_about_names(t->code) && is_about_names(h->code)));
}

static bool is_told(const struct cc *cc, const struct host_record *h, bool from_library) {
	if (!h->at.file || !h->at.line)
		return false;
	vec_each (const struct cc_told, t, &cc->told) {
		bool same_text = t->text && strcmp(t->text, h->at.text) == 0;
		if (strcmp(t->file, h->at.file) != 0)
			continue;
		if (t->line == h->at.line ? same_text || follows(t, h, from_library)
		                          : same_text && is_about_names(h->code))
			return true;
	}
	return false;
}

/* What is missing before the first token of a line is missing at the end of the line
 * before. */
static void to_line_before(struct cc *cc, struct host_record *h) {
	static const char *const words[] = {"expected initializer before",
	                                    "expected ',' or ';' before"};
	bool fits = false;
	for (u32 i = 0; i < countof(words); i++)
		fits |= strncmp(h->at.text, words[i], strlen(words[i])) == 0;
	if (h->code != E0101 || !fits || !h->at.source || !h->at.column ||
	    strspn(h->at.source, " \t") + 1 != h->at.column)
		return;
	for (u32 line = h->at.line - 1; line > 0; line--) {
		const char *s = cc_line_of(cc, h->at.file, line);
		size_t n = s ? strlen(s) : 0;
		while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
			n--;
		if (n == 0)
			continue;
		h->at.line = line;
		h->at.column = (u32)n + 1;
		h->at.width = 1;
		h->at.source = s;
		h->at.text = "expected ';' at end of declaration";
		return;
	}
}

/* The host compiler's suggestion for cudaMalloced is cudaMalloc3D: a function whose whole
 * name the word begins with is nearer. */
static void suggest_prefix(struct cc *cc, struct host_record *h) {
	const char *open = strchr(h->at.text, '\''), *best = NULL;
	size_t n = open ? strcspn(open + 1, "'") : 0, most = 0;
	if (h->code != E0601 || !cc->marked || n < 8 || strncmp(open + 1, "cuda", 4) != 0)
		return;
	for (const char *s = cc->marked; (s = strstr(s, "cuda")) != NULL;) {
		size_t k = 0;
		while (isalnum((u8)s[k]) || s[k] == '_')
			k++;
		if (s[k] == '(' && k > most && k < n && k + 3 >= n &&
		    strncmp(s, open + 1, k) == 0) {
			best = s;
			most = k;
		}
		s += MAX(k, 4u);
	}
	if (!best)
		return;
	h->more.n = 0;
	vec_push(&cc->arena, &h->more,
	         arena_printf(&cc->arena, "did you mean '%.*s'?", (int)most, best));
}

bool cc_has_word(const char *text, size_t end, const char *name, size_t n) {
	for (const char *s = text;
	     n && (s = memmem(s, end - (size_t)(s - text), name, n)); s++) {
		char before = s > text ? s[-1] : ' ', after = s[n];
		if (!isalnum((u8)before) && before != '_' && !isalnum((u8)after) &&
		    after != '_')
			return true;
	}
	return false;
}

/* Whether a name is not declared as an error of syntax before has made the compiler skip
 * the declaration: the name stands in the text before. */
static bool was_not_read(struct cc *cc, const struct host_record *h) {
	const char *open = strchr(h->at.text, '\'');
	size_t n = open ? strcspn(open + 1, "'") : 0, len;
	bool after_syntax = false;
	vec_each (const struct cc_told, t, &cc->told)
		after_syntax |= t->code == E0101 && t->line <= h->at.line &&
		                strcmp(t->file, h->at.file ? h->at.file : "") == 0;
	if (!is_about_names(h->code) || !n || !after_syntax ||
	    access(h->at.file, R_OK) != 0)
		return false;
	const char *text = cc_read(cc, h->at.file, &len), *s = text;
	for (u32 line = 1; s && line < h->at.line; line++) {
		s = strchr(s, '\n');
		s += s != NULL;
	}
	size_t column = h->at.column ? h->at.column - 1 : 0;
	return s && cc_has_word(text, MIN((size_t)(s - text) + column, len), open + 1, n);
}

/* ---- printing ---- */

static bool is_internal(const char *text) {
	return strstr(text, "__simt_") || strstr(text, "__cudaP");
}

/* Words of the generated text that no row of the table explains. */
static void hide_internal(struct cc *cc, struct host_record *h, bool hide) {
	if (!hide || h->severity != DIAG_ERROR)
		return;
	vec_push(&cc->arena, &h->more,
	         "the host compiler refuses what simtcc makes of this; "
	         "--host-messages=plain shows its words");
	h->at.text = "this declaration or launch does not fit its kernel";
}

static void print_record(struct cc *cc, struct host_record *h) {
	struct host_places shown = {0};
	if (style.quiet_warnings && h->severity != DIAG_ERROR)
		return;
	if (h->option && !h->code)
		h->at.text = arena_printf(&cc->arena, "%s [%s]", h->at.text, h->option);
	vec_each (struct diag_place, n, &h->note) {
		if (is_internal(n->text))
			continue;
		show_source(cc, n);
		vec_push(&cc->arena, &shown, *n);
	}
	if (!h->at.file && style.format == DIAG_TEXT)
		h->at.file = "simtcc";
	diag_print_foreign(stderr, style,
	                   &(struct diag_foreign){.severity = h->severity,
	                                          .at = h->at,
	                                          .related = shown.at,
	                                          .nrelated = shown.n,
	                                          .code = h->code,
	                                          .note = h->more.at,
	                                          .nnote = h->more.n});
}

static void print_plain(const struct host_record *h, bool failed) {
	if (style.format == DIAG_TEXT)
		fprintf(stderr, "%s\n", h->at.text);
	else
		diag_print_foreign(stderr, style,
		                   &(struct diag_foreign){.severity = failed ? DIAG_ERROR
		                                                             : DIAG_INFO,
		                                          .at = h->at});
}

/* Whether an error of the same place follows a warning, or the same line's before it is
 * one of syntax, too. */
static bool repeats(const struct host_records *all, const struct host_record *h) {
	const struct host_record *next = h + 1, *before = h - 1;
	if (h->severity == DIAG_WARNING && next < all->at + all->n)
		return next->severity == DIAG_ERROR && next->at.file && h->at.file &&
		       next->at.line == h->at.line && next->at.column == h->at.column &&
		       strcmp(next->at.file, h->at.file) == 0;
	/* "expected primary-expression before '}'" after a line that did not end */
	return h > all->at && h->code == E0101 && before->code == E0101 && h->at.file &&
	       before->at.file && before->at.line + 1 >= h->at.line &&
	       before->at.line <= h->at.line && strcmp(before->at.file, h->at.file) == 0;
}

void cc_pass_on(struct cc *cc, char *text, bool failed) {
	struct host_records records = {0};
	if (style.format == DIAG_TEXT && cc_wants_plain(&cc->set)) {
		fputs(text, stderr);
		return;
	}
	host_messages_read(&cc->arena, text, &records);
	vec_each (struct host_record, h, &records) {
		if (h->is_plain) {
			print_plain(h, failed);
			continue;
		}
		if (cc->is_permissive && !cc_permits(cc, h))
			continue;
		bool from_library = to_users_code(cc, h);
		host_record_translate(&cc->arena, h);
		hide_internal(cc, h, is_internal(h->at.text));
		show_source(cc, &h->at);
		if (!h->at.source && !h->code && cc_line_of(cc, h->at.file, h->at.line))
			hide_internal(cc, h,
			              true); /* the column is one of generated text */
		if (h->at.source && is_about_names(h->code) && !from_library)
			find_name(&h->at);
		to_line_before(cc, h);
		suggest_prefix(cc, h);
		if (is_told(cc, h, from_library) || was_not_read(cc, h) ||
		    repeats(&records, h))
			continue;
		if (h->at.file)
			cc_told(cc,
			        &(struct cc_told){h->at.file, h->at.text, h->at.line,
			                          h->code, h->severity == DIAG_ERROR});
		print_record(cc, h);
	}
}

/* Whether the option makes the host compiler tell what is no message. */
static bool is_talkative(const char *option) {
	static const char *const start[] = {
		"-fdiagnostics-", "-fno-diagnostics", "-fmessage-length", "-ftime-report",
		"-fmem-report",   "-fopt-info",       "-print-",          "--help"};
	static const char *const whole[] = {"-v", "-###", "-H", "-Q", "--verbose"};
	for (u32 i = 0; i < countof(start); i++)
		if (strncmp(option, start[i], strlen(start[i])) == 0)
			return true;
	for (u32 i = 0; i < countof(whole); i++)
		if (strcmp(option, whole[i]) == 0)
			return true;
	return false;
}

bool cc_wants_plain(const struct cc_settings *s) {
	text_each (o, &s->xcompiler)
		if (is_talkative(*o))
			return true;
	return s->host_messages == 1;
}
