/* rewrite.c - rewrites the host half: collects edits, then writes the text with them.
 * After an edit that moves the text after it, a line marker and blanks put the next token
 * back to its line and column.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "tools/simtcc/edit.h"

/* ---- tokens ---- */

const char *token_text(struct rewrite *rw, u32 first, u32 end) {
	if (first >= end)
		return "";
	u32 start = token_at(rw, first);
	return arena_strdup(rw->arena, rw->text + start, token_end(rw, end - 1) - start);
}

const char *token_line(struct rewrite *rw, u32 first, u32 end) {
	struct text out = {.arena = rw->arena};
	for (u32 i = first; i < end; i++) {
		bool apart = i > first && token_at(rw, i) > token_end(rw, i - 1);
		text_printf(&out, "%s%s", apart ? " " : "", token_text(rw, i, i + 1));
	}
	return text_get(&out);
}

bool token_is(const struct rewrite *rw, u32 i, const char *word) {
	return i < rw->n && rw->t[i].name && strcmp(rw->t[i].name->s, word) == 0;
}

u32 skip_group(const struct rewrite *rw, u32 i) {
	u32 m = rw->t[i].match;
	return m == CU_NO_MATCH || m < i ? i : m + 1;
}

u32 close_angle(const struct rewrite *rw, u32 i, u32 end) {
	u32 depth = 0;
	for (; i < end; i++) {
		switch (rw->t[i].kind) {
		case '<': depth++; break;
		case '>':
			if (--depth == 0)
				return i;
			break;
		case '(':
		case '[':
		case '{': {
			u32 next = skip_group(rw, i);
			if (next == i || next > end)
				return NONE;
			i = next - 1;
			break;
		}
		case ')':
		case ']':
		case '}':
		case ';':
		case CU_LAUNCH: return NONE;
		default: break;
		}
	}
	return NONE;
}

u32 open_angle(const struct rewrite *rw, u32 i, u32 first) {
	u32 depth = 0;
	for (;; i--) {
		switch (rw->t[i].kind) {
		case '>': depth++; break;
		case '<':
			if (--depth == 0)
				return i;
			break;
		case ')':
		case ']':
		case '}':
			if (rw->t[i].match == CU_NO_MATCH || rw->t[i].match < first)
				return NONE;
			i = rw->t[i].match;
			break;
		case '(':
		case '[':
		case '{':
		case ';':
		case CU_LAUNCH: return NONE;
		default: break;
		}
		if (i == first)
			return NONE;
	}
}

/* ---- edits ---- */

void edit_add(struct rewrite *rw, u32 start, u32 end, const char *text) {
	vec_push(rw->arena, &rw->edit,
	         (struct edit){start, end, rw->edit.n, text, NONE, NONE});
}

void edit_tokens(struct rewrite *rw, u32 first, u32 end, const char *text) {
	edit_add(rw, token_at(rw, first), token_end(rw, end - 1), text);
}

static int compare_edits(const void *x, const void *y) {
	const struct edit *a = x, *b = y;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->seq < b->seq ? -1 : 1;
}

void sort_edits(struct rewrite *rw) {
	if (rw->edit.n)
		qsort(rw->edit.at, rw->edit.n, sizeof *rw->edit.at, compare_edits);
}

/* ---- lines ---- */

/* `# 12 "file" 1 3` */
static void read_marker(struct rewrite *rw, const char *s, const char *end) {
	char *after;
	if (s + 2 >= end || s[0] != '#' || s[1] != ' ' || !isdigit((u8)s[2]))
		return;
	unsigned long line = strtoul(s + 2, &after, 10);
	const char *open = after + (*after == ' ');
	if (open >= end || *open != '"')
		return;
	const char *close = open + 1;
	while (close < end && *close != '"')
		close += 1 + (*close == '\\');
	if (close >= end)
		return;
	rw->line = (u32)line - 1; /* of the next line */
	rw->file = open;
	rw->file_len = (u32)(close + 1 - open);
	bool is_system = memmem(close, (size_t)(end - close), " 3", 2) != NULL;
	bool is_c = memmem(close, (size_t)(end - close), " 4", 2) != NULL;
	rw->flags = !is_system ? "" : is_c ? " 3 4" : " 3";
}

/* Moves rw->line and rw->file to where the offset is; offsets must not go back. */
static void find_line(struct rewrite *rw, u32 offset) {
	while (rw->at < offset) {
		const char *s = rw->text + rw->at;
		const char *end = memchr(s, '\n', offset - rw->at);
		if (!end)
			return; /* rw->at stays at the start of the line */
		read_marker(rw, s, end);
		rw->line++;
		rw->at += (u32)(end - s) + 1;
	}
}

struct rewrite_place place_of(struct rewrite *rw, u32 token) {
	struct rewrite look = *rw;
	look.at = 0;
	look.line = 1;
	look.file = NULL;
	find_line(&look, token_at(rw, token));
	struct rewrite_place p = {"", look.line, token_at(rw, token) - look.at + 1};
	if (look.file)
		p.file = arena_strdup(rw->arena, look.file + 1, look.file_len - 2);
	return p;
}

static void report(struct rewrite *rw, u32 token, enum diag_code code, bool is_error,
                   const char *text, const char *note) {
	struct rewrite_place p = place_of(rw, token);
	vec_push(rw->arena, &rw->out->warning,
	         (struct rewrite_warning){p.file, text, note, p.line, p.column,
	                                  token_text(rw, token, token + 1), code,
	                                  is_error});
}

void report_error(struct rewrite *rw, u32 token, enum diag_code code, const char *text,
                  const char *note) {
	report(rw, token, code, true, text, note);
}

void report_warning(struct rewrite *rw, u32 token, enum diag_code code, const char *text,
                    const char *note) {
	report(rw, token, code, false, text, note);
}

/* ---- output ---- */

struct output {
	struct rewrite *rw;
	char *at;
	size_t n, cap;
};

static void put(struct output *o, const char *s, size_t n) {
	if (n == 0)
		return;
	if (o->cap - o->n < n) {
		size_t cap = (o->cap + n) * 2;
		char *more = arena_array_raw(o->rw->arena, char, cap);
		if (o->n)
			memcpy(more, o->at, o->n);
		o->at = more;
		o->cap = cap;
	}
	memcpy(o->at + o->n, s, n);
	o->n += n;
}

static void put_text(struct output *o, const char *s) {
	put(o, s, strlen(s));
}

/* A line that macros made may be a megabyte long and have thousands of edits. */
enum { MOST_INDENT = 1000 };

/* Writes blanks, as wide as the text from the start of the offset's line to the offset.
 * find_line has set rw->at to that start. A longer line gets none: it comes out of
 * macros, and no reader looks for its columns. */
static void put_indent(struct output *o, u32 offset) {
	const char *text = o->rw->text;
	u32 start = o->rw->at;
	if (offset - start > MOST_INDENT)
		return;
	for (; start < offset; start++)
		put(o, text[start] == '\t' ? "\t" : " ", 1);
}

/* Writes a line marker and blanks, so that what follows is where the text at the offset
 * was. */
static void put_place(struct output *o, u32 offset) {
	struct rewrite *rw = o->rw;
	char number[32];
	find_line(rw, offset);
	if (!rw->file)
		return;
	snprintf(number, sizeof number, "\n# %u ", rw->line);
	put_text(o, number);
	put(o, rw->file, rw->file_len);
	put_text(o, rw->flags);
	put_text(o, "\n");
	put_indent(o, offset);
}

static void put_blanks(struct output *o, u32 start, u32 end) {
	const char *text = o->rw->text;
	if (memchr(text + start, '\n', end - start)) {
		put_place(o, end);
		return;
	}
	for (; start < end; start++)
		put(o, text[start] == '\t' ? "\t" : " ", 1);
}

static void put_edit(struct output *o, const struct edit *e, bool more_here) {
	struct rewrite *rw = o->rw;
	if (!e->text) {
		put_blanks(o, e->start, e->end);
		return;
	}
	put_text(o, e->text);
	if (e->moved != NONE) {
		/* for text from an earlier line, the search for its line starts again */
		struct rewrite back = *rw;
		if (e->moved < rw->at) {
			rw->at = 0;
			rw->line = 1;
			rw->file = NULL;
		}
		put_place(o, e->moved);
		*rw = back;
		put(o, rw->text + e->moved, e->moved_end - e->moved);
	}
	if (!more_here)
		put_place(o, e->end);
}

static void write_out(struct rewrite *rw) {
	struct output o = {.rw = rw};
	u32 at = 0;
	sort_edits(rw);
	rw->at = 0;
	rw->line = 1;
	for (u32 i = 0; i < rw->edit.n; i++) {
		const struct edit *e = &rw->edit.at[i];
		if (e->start < at) /* inside text that another edit replaced */
			continue;
		put(&o, rw->text + at, e->start - at);
		put_edit(&o, e, i + 1 < rw->edit.n && e[1].start == e->end && e[1].text);
		at = e->end;
	}
	put(&o, rw->text + at, rw->len - at);
	put(&o, "", 1); /* the zero */
	rw->out->text = o.at;
	rw->out->len = o.n - 1;
}

/* ---- words that may be anywhere ---- */

bool is_qualifier(u32 kind) {
	switch (kind) {
	case CU_GLOBAL:
	case CU_DEVICE:
	case CU_HOST:
	case CU_SHARED:
	case CU_CONSTANT:
	case CU_MANAGED:
	case CU_GRID_CONSTANT: return true;
	default: return false;
	}
}

/* Whether it is inside __attribute__((...)), where __noinline__ is the compiler's own
 * word. */
static bool is_in_attribute(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1);
	return i > 0 && (before == '(' || before == ',');
}

static void scan_anywhere(struct rewrite *rw) {
	for (u32 i = 0; i < rw->n; i++) {
		u32 kind = rw->t[i].kind;
		if (kind == CU_LAUNCH)
			rewrite_launch(rw, i);
		else if (kind == CU_ATTR_WORD && token_kind(rw, i + 1) == '(')
			edit_tokens(rw, i, skip_group(rw, i + 1), NULL);
		else if (is_qualifier(kind) && !rw->done[i])
			edit_tokens(rw, i, i + 1, NULL);
		else if ((kind == CU_NOINLINE || kind == CU_FORCEINLINE) &&
		         !is_in_attribute(rw, i))
			edit_tokens(
				rw, i, i + 1,
				kind == CU_NOINLINE
					? "__attribute__((__noinline__))"
					: "inline __attribute__((__always_inline__))");
	}
}

/* ---- pragmas ---- */

/* Checks whether a pragma is for the CUDA compiler: the host's would warn of it. */
static bool is_cuda_pragma(const char *word, const char *end) {
	static const char *const known[] = {
		"nv_diag_suppress", "nv_diag_default",    "nv_diag_warning",
		"nv_diag_error",    "nv_diag_once",       "nv_diagnostic",
		"nv_abi",           "hd_warning_disable", "nv_exec_check_disable",
	};
	const char *s = word;
	while (s < end && (isalnum((u8)*s) || *s == '_'))
		s++;
	for (size_t i = 0; i < countof(known); i++)
		if (strlen(known[i]) == (size_t)(s - word) &&
		    memcmp(known[i], word, (size_t)(s - word)) == 0)
			return true;
	return false;
}

static void remove_pragmas(struct rewrite *rw) {
	static const char pragma[] = "#pragma ";
	const char *end = rw->text + rw->len, *s = rw->text;
	while ((s = memmem(s, (size_t)(end - s), pragma, strlen(pragma)))) {
		const char *word = s + strlen(pragma);
		const char *line = memchr(word, '\n', (size_t)(end - word));
		line = line ? line : end;
		if ((s == rw->text || s[-1] == '\n') && is_cuda_pragma(word, line))
			edit_add(rw, (u32)(s - rw->text), (u32)(line - rw->text), NULL);
		s = word;
	}
}

void rewrite_host(struct arena *a, const char *text, size_t len,
                  const struct rewrite_options *o, struct rewrite_result *out) {
	struct sources sources;
	struct diag diag;
	struct strtab names;
	*out = (struct rewrite_result){0};
	sources_init(&sources, a);
	/* the host compiler reports wrong tokens; here they are dropped */
	diag_init(&diag, a, &sources);
	strtab_init(&names, a);
	cu_keywords_init(&names);
	struct source_file *file = source_add(&sources, "", text, len);
	if (!file) {
		out->text = text;
		out->len = len;
		return;
	}
	struct cu_tokens tokens = cu_scan(a, &names, &diag, file);
	struct rewrite rw = {.arena = a,
	                     .function_named = MAP_INIT(a),
	                     .opt = o,
	                     .out = out,
	                     .text = text,
	                     .len = (u32)len,
	                     .base = file->base,
	                     .t = tokens.at,
	                     .n = tokens.n ? tokens.n - 1 : 0,
	                     .warn = tokens.warn};
	rw.done = arena_array(a, bool, rw.n + 1);
	find_intrinsics(&rw, &names);
	scan_scope(&rw, 0, rw.n, false, 0);
	rewrite_lambdas(&rw);
	if (!o->device) {
		check_calls(&rw);
		check_accesses(&rw);
		scan_local_classes(&rw);
		scan_anywhere(&rw);
		remove_pragmas(&rw);
	}
	declare_intrinsics(&rw);
	write_out(&rw);
}
