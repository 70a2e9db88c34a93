/* diag_print.c - records to text: for people, for programs (JSON lines, SARIF 2.1.0), and
 * in ptxas's own format.
 *
 *   scale.ptx:14:8: error[E0107]: .sat is not allowed with .u32
 *      14 |     add.sat.u32  %r3, %r1, %r2;
 *         |        ^^^^~~~~
 *         = note: add takes .sat with: .s32
 *
 * The primary range is drawn with ^, a related one with ~. Source lines come from users
 * and fuzzers, so bytes that would upset a terminal are shown as '?', and a long line
 * is clipped around the primary range.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/plain.h"

enum { TAB_STOP = 8, VIEW_COLUMNS = 100, VIEW_LEFT = 40 };

#define RED "\033[1;31m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[1;36m"
#define GREEN "\033[1;32m"
#define BLUE "\033[1;34m"
#define BOLD "\033[1m"
#define RESET "\033[0m"

static const char *const severity_name[] = {"error", "warning", "info"};
static const char *const severity_color[] = {RED, MAGENTA, CYAN};

struct printer {
	FILE *out;
	const struct diag *d;
	bool color;
	u32 *nresult; /* of a SARIF document */
};

static const char *paint(const struct printer *p, const char *color) {
	return p->color ? color : "";
}

/* Messages quote the user's text, and names of files may be any text. */
static void put_plain(FILE *out, const char *s) {
	plain_put(out, s, strlen(s), PLAIN_LINES);
}

/* ---- one source line and its marks ---- */

/* A character of a line as it is shown. */
struct glyph {
	u32 byte, nbyte; /* where in the line */
	u32 column, width;
	bool printable; /* the bytes may be shown as they are */
};

static struct glyph glyph_first(void) {
	return (struct glyph){0};
}

/* Steps to the next character; false at the end of the line. */
static bool glyph_next(struct glyph *g, const char *line, u32 len) {
	g->byte += g->nbyte;
	g->column += g->width;
	if (g->byte >= len)
		return false;
	const char *s = line + g->byte;
	g->nbyte = utf8_plain(s, len - g->byte, &g->printable);
	g->width = *s == '\t' ? TAB_STOP - g->column % TAB_STOP : 1;
	return true;
}

static u32 column_of(const char *line, u32 len, u32 byte) {
	struct glyph g = glyph_first();
	while (glyph_next(&g, line, MIN(len, byte)))
		;
	return g.column;
}

/* The part of a range that is on the line of `pos`, as byte indices; false if none is. */
static bool clip_to_line(const struct source_pos *pos, struct loc loc, u32 *from,
                         u32 *to) {
	u32 start = pos->file->base + (u32)(pos->line_text - pos->file->text);
	u32 end = start + pos->line_len + 1; /* a caret may be just past the text */
	if (loc.start >= end || MAX(loc.end, loc.start + 1) <= start)
		return false;
	*from = loc.start < start ? 0 : loc.start - start;
	*to = MIN(MAX(loc.end, loc.start + 1), end) - start;
	return true;
}

struct view {
	u32 left, right; /* columns shown: [left, right) */
	bool cut_left, cut_right;
};

static struct view view_around(const struct source_pos *pos, u32 byte) {
	u32 total = column_of(pos->line_text, pos->line_len, UINT32_MAX);
	u32 at = column_of(pos->line_text, pos->line_len, byte);
	struct view v = {.right = total + 1};
	if (total <= VIEW_COLUMNS)
		return v;
	v.left = at > VIEW_LEFT ? at - VIEW_LEFT : 0;
	v.right = v.left + VIEW_COLUMNS;
	v.cut_left = v.left > 0;
	v.cut_right = v.right < total;
	return v;
}

static void print_line(const struct printer *p, const struct source_pos *pos,
                       struct view v) {
	fprintf(p->out, "%s%5u |%s ", paint(p, BLUE), pos->line, paint(p, RESET));
	if (v.cut_left)
		fputs("...", p->out);
	for (struct glyph g = glyph_first();
	     glyph_next(&g, pos->line_text, pos->line_len);) {
		if (g.column + g.width <= v.left || g.column >= v.right)
			continue;
		const char *s = pos->line_text + g.byte;
		if (*s == '\t')
			for (u32 c = MAX(g.column, v.left);
			     c < MIN(g.column + g.width, v.right); c++)
				fputc(' ', p->out);
		else if (g.printable)
			fwrite(s, 1, g.nbyte, p->out);
		else
			fputc('?', p->out);
	}
	fprintf(p->out, "%s\n", v.cut_right ? "..." : "");
}

/* Writes `mark` over the columns of a range that are in view and still blank. */
static void draw(char *marks, struct view v, const struct source_pos *pos, struct loc loc,
                 char mark) {
	u32 from, to;
	if (!clip_to_line(pos, loc, &from, &to))
		return;
	u32 lo = column_of(pos->line_text, pos->line_len, from);
	u32 hi = column_of(pos->line_text, pos->line_len, to);
	hi = MAX(hi, lo + 1);
	for (u32 c = MAX(lo, v.left); c < hi && c < v.right; c++)
		if (marks[c - v.left] == ' ')
			marks[c - v.left] = mark;
}

static void print_gutter(const struct printer *p) {
	fprintf(p->out, "      %s|%s ", paint(p, BLUE), paint(p, RESET));
}

/* Shows the line of `pos` with a primary range (may be NULL) and related ones under
 * it. */
static void print_excerpt(const struct printer *p, const struct source_pos *pos,
                          const struct loc *primary, const struct diag_range *related,
                          u32 nrelated) {
	struct view v = view_around(pos, pos->column - 1);
	char marks[VIEW_COLUMNS + 2];
	memset(marks, ' ', sizeof(marks));
	if (primary)
		draw(marks, v, pos, *primary, '^');
	for (u32 i = 0; i < nrelated; i++)
		draw(marks, v, pos, related[i].loc, '~');
	u32 n = sizeof(marks);
	while (n > 0 && marks[n - 1] == ' ')
		n--;
	print_line(p, pos, v);
	print_gutter(p);
	fprintf(p->out, "%s%s%.*s%s\n", v.cut_left ? "   " : "", paint(p, GREEN), (int)n,
	        marks, paint(p, RESET));
}

/* ---- text ---- */

static void print_place(const struct printer *p, const struct source_pos *pos) {
	if (!pos->file)
		return;
	fputs(paint(p, BOLD), p->out);
	put_plain(p->out, pos->file->name);
	fprintf(p->out, ":%u:%u:%s ", pos->line, pos->column, paint(p, RESET));
}

static bool same_line(const struct source_pos *a, const struct source_pos *b) {
	return a->file == b->file && a->line == b->line;
}

/* A related range of another line gets its own place and excerpt; one of the same line is
 * already drawn, and only its label is printed. */
static void print_related(const struct printer *p, const struct source_pos *at,
                          const struct diag_range *r) {
	struct source_pos pos = source_pos(p->d->sources, r->loc.start);
	if (!pos.file)
		return;
	if (same_line(at, &pos)) {
		if (r->label) {
			fprintf(p->out, "      %s=%s ~~~ ", paint(p, BLUE),
			        paint(p, RESET));
			put_plain(p->out, r->label);
			fputc('\n', p->out);
		}
		return;
	}
	print_place(p, &pos);
	fprintf(p->out, "%snote:%s ", paint(p, CYAN), paint(p, RESET));
	put_plain(p->out, r->label ? r->label : "see here");
	fputc('\n', p->out);
	print_excerpt(p, &pos, NULL, r, 1);
}

static void print_note(const struct printer *p, const char *text) {
	fprintf(p->out, "      %s=%s %snote:%s ", paint(p, BLUE), paint(p, RESET),
	        paint(p, CYAN), paint(p, RESET));
	put_plain(p->out, text);
	fputc('\n', p->out);
}

static void print_text(const struct printer *p, const struct diag_record *r) {
	struct source_pos pos = source_pos(p->d->sources, r->loc.start);
	const char *code = diag_code_name(r->code);
	print_place(p, &pos);
	fprintf(p->out, "%s%s", paint(p, severity_color[r->severity]),
	        code[0] == 'T' ? "trap" : severity_name[r->severity]);
	if (code[0])
		fprintf(p->out, "[%s]", code);
	fprintf(p->out, ":%s %s", paint(p, RESET), paint(p, BOLD));
	put_plain(p->out, r->text);
	fputs(paint(p, RESET), p->out);
	u32 number = diag_nvcc_number(r->code);
	if (number)
		fprintf(p->out, " [#%u-D]", number);
	fputc('\n', p->out);
	if (pos.file)
		print_excerpt(p, &pos, &r->loc, r->related, r->nrelated);
	for (u32 i = 0; i < r->nrelated; i++)
		print_related(p, &pos, &r->related[i]);
	for (u32 i = 0; i < r->nnote; i++)
		print_note(p, r->note[i]);
}

/* ---- JSON lines; "version" changes when a key changes its meaning or goes ---- */

static void json_key_string(FILE *out, const char *key, const char *value) {
	fprintf(out, ",\"%s\":", key);
	json_quoted(out, value);
}

/* file, line, column, end_line, end_column; all null when the place is nowhere. */
static void json_place(const struct printer *p, struct loc loc) {
	struct source_pos a = source_pos(p->d->sources, loc.start);
	struct source_pos b = source_pos(p->d->sources, MAX(loc.end, loc.start));
	json_key_string(p->out, "file", a.file ? a.file->name : NULL);
	if (a.file && a.file == b.file)
		fprintf(p->out,
		        ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u",
		        a.line, a.column, b.line, b.column);
	else if (a.file)
		fprintf(p->out,
		        ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u",
		        a.line, a.column, a.line, a.column);
	else
		fputs(",\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":"
		      "null",
		      p->out);
}

static void json_head(FILE *out, enum diag_severity severity, enum diag_code of,
                      const char *text) {
	const char *code = diag_code_name(of);
	fprintf(out, "{\"version\":1,\"severity\":\"%s\"", severity_name[severity]);
	json_key_string(out, "code", code[0] ? code : NULL);
	json_key_string(out, "title", code[0] ? diag_code_title(of) : NULL);
	if (diag_nvcc_number(of))
		fprintf(out, ",\"number\":%u", diag_nvcc_number(of));
	json_key_string(out, "message", text);
}

static void print_json(const struct printer *p, const struct diag_record *r) {
	json_head(p->out, r->severity, r->code, r->text);
	json_place(p, r->loc);
	fputs(",\"related\":[", p->out);
	for (u32 i = 0; i < r->nrelated; i++) {
		fputs(i ? ",{\"label\":" : "{\"label\":", p->out);
		if (r->related[i].label)
			json_quoted(p->out, r->related[i].label);
		else
			fputs("null", p->out);
		json_place(p, r->related[i].loc);
		fputc('}', p->out);
	}
	fputs("],\"notes\":[", p->out);
	for (u32 i = 0; i < r->nnote; i++) {
		if (i)
			fputc(',', p->out);
		json_quoted(p->out, r->note[i]);
	}
	fputs("]}\n", p->out);
}

/* ---- SARIF 2.1.0: one object with a result for each record ---- */

void diag_sarif_begin(FILE *out, const char *tool) {
	fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
	      "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":",
	      out);
	json_quoted(out, tool);
	fputs("}},\"results\":[", out);
}

void diag_sarif_end(FILE *out) {
	fputs("]}]}\n", out);
}

/* A path as a relative reference, or with the scheme file if it is absolute. */
static void sarif_uri(FILE *out, const char *path) {
	fputs(path[0] == '/' ? "\"file://" : "\"", out);
	for (; *path; path++) {
		u8 c = (u8)*path;
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		             (c >= '0' && c <= '9') || strchr("-._~/+", c);
		fprintf(out, plain ? "%c" : "%%%02X", c);
	}
	fputc('"', out);
}

/* A message, with notes on lines of their own. */
static void sarif_message(FILE *out, const char *text, const char *const *note,
                          u32 nnote) {
	fputs("\"message\":{\"text\":\"", out);
	json_chars(out, text);
	for (u32 i = 0; i < nnote; i++) {
		fputs("\\nnote: ", out);
		json_chars(out, note[i]);
	}
	fputs("\"}", out);
}

static void sarif_place(FILE *out, const struct diag_place *at,
                        const struct source_pos *end) {
	fputs("\"physicalLocation\":{\"artifactLocation\":{\"uri\":", out);
	sarif_uri(out, at->file);
	fputc('}', out);
	if (at->line) {
		fprintf(out, ",\"region\":{\"startLine\":%u", at->line);
		if (at->column)
			fprintf(out, ",\"startColumn\":%u", at->column);
		if (end)
			fprintf(out, ",\"endLine\":%u,\"endColumn\":%u", end->line,
			        end->column);
		fputc('}', out);
	}
	fputc('}', out);
}

static void sarif_loc(const struct printer *p, struct loc loc) {
	struct source_pos a = source_pos(p->d->sources, loc.start);
	struct source_pos b = source_pos(p->d->sources, MAX(loc.end, loc.start));
	struct diag_place at = {.file = a.file->name, .line = a.line, .column = a.column};
	sarif_place(p->out, &at, b.file == a.file ? &b : NULL);
}

static void sarif_head(const struct printer *p, enum diag_severity severity) {
	static const char *const level[] = {"error", "warning", "note"};
	fprintf(p->out, "%s{\"level\":\"%s\",", (*p->nresult)++ ? "," : "",
	        level[severity]);
}

static bool is_somewhere(const struct printer *p, struct loc loc) {
	return source_pos(p->d->sources, loc.start).file != NULL;
}

static void print_sarif(const struct printer *p, const struct diag_record *r) {
	const char *code = diag_code_name(r->code);
	u32 n = 0;
	sarif_head(p, r->severity);
	if (code[0])
		fprintf(p->out, "\"ruleId\":\"%s\",", code);
	sarif_message(p->out, r->text, r->note, r->nnote);
	if (is_somewhere(p, r->loc)) {
		fputs(",\"locations\":[{", p->out);
		sarif_loc(p, r->loc);
		fputs("}]", p->out);
	}
	for (u32 i = 0; i < r->nrelated; i++) {
		if (!is_somewhere(p, r->related[i].loc))
			continue;
		fputs(n++ ? ",{" : ",\"relatedLocations\":[{", p->out);
		sarif_loc(p, r->related[i].loc);
		if (r->related[i].label) {
			fputc(',', p->out);
			sarif_message(p->out, r->related[i].label, NULL, 0);
		}
		fputc('}', p->out);
	}
	fputs(n ? "]}" : "}", p->out);
}

/* ---- messages of other programs ---- */

/* Makes the line of a place a file of its own, so that it is shown as those of records
 * are. */
static void foreign_excerpt(const struct printer *p, const struct diag_place *at) {
	u32 len = (u32)strlen(at->source), from = at->column ? at->column - 1 : 0;
	struct source_file file = {.name = at->file, .text = at->source, .len = len};
	struct source_pos pos = {&file, at->line, from + 1, at->source, len};
	struct diag_range r = {{from, from + MAX(at->width, 1u)}, NULL};
	print_excerpt(p, &pos, at->text ? NULL : &r.loc, &r, at->text ? 1 : 0);
}

static void foreign_place(const struct printer *p, const struct diag_place *at) {
	if (!at->file)
		return;
	fputs(paint(p, BOLD), p->out);
	put_plain(p->out, at->file);
	if (at->line && at->column)
		fprintf(p->out, ":%u:%u", at->line, at->column);
	else if (at->line)
		fprintf(p->out, ":%u", at->line);
	fprintf(p->out, ":%s ", paint(p, RESET));
}

static void foreign_text(const struct printer *p, const struct diag_foreign *f) {
	const char *code = diag_code_name(f->code);
	u32 number = diag_nvcc_number(f->code);
	struct diag_place at = f->at;
	foreign_place(p, &at);
	fprintf(p->out, "%s%s", paint(p, severity_color[f->severity]),
	        severity_name[f->severity]);
	if (code[0])
		fprintf(p->out, "[%s]", code);
	fprintf(p->out, ":%s %s", paint(p, RESET), paint(p, BOLD));
	put_plain(p->out, at.text);
	fputs(paint(p, RESET), p->out);
	if (number)
		fprintf(p->out, " [#%u-D]", number);
	fputc('\n', p->out);
	at.text = NULL;
	if (at.source)
		foreign_excerpt(p, &at);
	for (u32 i = 0; i < f->nrelated; i++) {
		foreign_place(p, &f->related[i]);
		fprintf(p->out, "%snote:%s ", paint(p, CYAN), paint(p, RESET));
		put_plain(p->out, f->related[i].text);
		fputc('\n', p->out);
		if (f->related[i].source)
			foreign_excerpt(p, &f->related[i]);
	}
	for (u32 i = 0; i < f->nnote; i++)
		print_note(p, f->note[i]);
}

static void foreign_json_place(FILE *out, const struct diag_place *at) {
	json_key_string(out, "file", at->file);
	for (u32 i = 0; i < 4; i++) {
		static const char *const key[] = {"line", "column", "end_line",
		                                  "end_column"};
		u32 value = i % 2 ? at->column : at->line;
		fprintf(out, ",\"%s\":", key[i]);
		if (at->file && value)
			fprintf(out, "%u", value);
		else
			fputs("null", out);
	}
}

static void foreign_json(FILE *out, const struct diag_foreign *f) {
	json_head(out, f->severity, f->code, f->at.text);
	foreign_json_place(out, &f->at);
	fputs(",\"related\":[", out);
	for (u32 i = 0; i < f->nrelated; i++) {
		fputs(i ? ",{\"label\":" : "{\"label\":", out);
		json_quoted(out, f->related[i].text);
		foreign_json_place(out, &f->related[i]);
		fputc('}', out);
	}
	fputs("],\"notes\":[", out);
	for (u32 i = 0; i < f->nnote; i++) {
		if (i)
			fputc(',', out);
		json_quoted(out, f->note[i]);
	}
	fputs("]}\n", out);
}

static void foreign_sarif(const struct printer *p, const struct diag_foreign *f) {
	const char *code = diag_code_name(f->code);
	u32 n = 0;
	sarif_head(p, f->severity);
	if (code[0])
		fprintf(p->out, "\"ruleId\":\"%s\",", code);
	sarif_message(p->out, f->at.text, f->note, f->nnote);
	if (f->at.file) {
		fputs(",\"locations\":[{", p->out);
		sarif_place(p->out, &f->at, NULL);
		fputs("}]", p->out);
	}
	for (u32 i = 0; i < f->nrelated; i++) {
		fputs(n++ ? ",{" : ",\"relatedLocations\":[{", p->out);
		if (f->related[i].file) {
			sarif_place(p->out, &f->related[i], NULL);
			fputc(',', p->out);
		}
		sarif_message(p->out, f->related[i].text, NULL, 0);
		fputc('}', p->out);
	}
	fputs(n ? "]}" : "}", p->out);
}

void diag_print_foreign(FILE *out, struct diag_style style,
                        const struct diag_foreign *f) {
	u32 n = 0;
	struct printer p = {.out = out,
	                    .color = style.color && style.format == DIAG_TEXT,
	                    .nresult = style.nresult ? style.nresult : &n};
	switch (style.format) {
	case DIAG_JSON: foreign_json(out, f); return;
	case DIAG_SARIF:
		if (!style.nresult)
			diag_sarif_begin(out, "simt");
		foreign_sarif(&p, f);
		if (!style.nresult)
			diag_sarif_end(out);
		return;
	case DIAG_TEXT:
	case DIAG_NVCC: break;
	}
	foreign_text(&p, f);
}

/* ---- ptxas's format, which editors and Compiler Explorer parse ---- */

/* Whether ptxas calls the error fatal: its scanner or grammar finds it. */
static bool nvcc_is_fatal(enum diag_code code) {
	switch (code) {
	case E0001:
	case E0002:
	case E0003:
	case E0004:
	case E0101:
	case E0103:
	case E0104:
	case E0204:
	case E0205:
	case E0210:
	case E0218: return true;
	default: return false;
	}
}

static void print_nvcc(const struct printer *p, const struct diag_record *r) {
	static const char *const label[] = {"error   ", "warning ", "info    "};
	struct source_pos pos = source_pos(p->d->sources, r->loc.start);
	fputs("ptxas ", p->out);
	if (pos.file) {
		put_plain(p->out, pos.file->name);
		fprintf(p->out, ", line %u; ", pos.line);
	}
	fprintf(p->out, "%s: ", nvcc_is_fatal(r->code) ? "fatal   " : label[r->severity]);
	put_plain(p->out, r->nvcc_text ? r->nvcc_text : r->text);
	fputc('\n', p->out);
}

/* ---- all of them ---- */

static int by_report(const void *pa, const void *pb) {
	const struct diag_record *a = pa, *b = pb;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static int by_place(const void *pa, const void *pb) {
	const struct diag_record *a = pa, *b = pb;
	if (a->loc.start != b->loc.start)
		return a->loc.start < b->loc.start ? -1 : 1;
	return by_report(pa, pb);
}

/* Returns the record with its places mapped to the user's files, and with a note if a
 * macro expanded to its place. */
static struct diag_record at_origin(struct diag *d, const struct diag_record *r) {
	struct diag_record m = *r;
	const char *macro, *of_range;
	m.loc = source_origin(d->sources, r->loc, &macro);
	for (u32 i = 0; i < m.nrelated; i++)
		m.related[i].loc = source_origin(d->sources, r->related[i].loc,
		                                 &of_range);
	if (macro && m.nnote < countof(m.note))
		m.note[m.nnote++] = arena_printf(d->arena, "in expansion of macro '%s'",
		                                 macro);
	return m;
}

static void print_suppressed(const struct printer *p, enum diag_format format, u32 n) {
	char text[64];
	snprintf(text, sizeof(text), "%u more error%s", n, n == 1 ? "" : "s");
	if (format == DIAG_TEXT)
		fprintf(p->out, "%s\n", text);
	else if (format == DIAG_JSON)
		print_json(p, &(struct diag_record){.severity = DIAG_INFO, .text = text});
	else if (format == DIAG_SARIF)
		print_sarif(p,
		            &(struct diag_record){.severity = DIAG_INFO, .text = text});
}

void diag_flush(struct diag *d, FILE *out, struct diag_style style) {
	u32 nresult = 0;
	struct printer p = {.out = out,
	                    .d = d,
	                    .color = style.color && style.format == DIAG_TEXT,
	                    .nresult = style.nresult ? style.nresult : &nresult};
	bool is_document = style.format == DIAG_SARIF && !style.nresult &&
	                   (d->nrecord || d->suppressed);
	if (is_document)
		diag_sarif_begin(out, "simt");
	if (d->nrecord)
		qsort(d->record, d->nrecord, sizeof(*d->record),
		      style.is_log ? by_report : by_place);
	for (u32 i = 0; i < d->nrecord; i++) {
		if (style.quiet_warnings && d->record[i].severity != DIAG_ERROR)
			continue;
		struct diag_record r = at_origin(d, &d->record[i]);
		if (style.format == DIAG_JSON)
			print_json(&p, &r);
		else if (style.format == DIAG_SARIF)
			print_sarif(&p, &r);
		else if (style.format == DIAG_NVCC)
			print_nvcc(&p, &r);
		else
			print_text(&p, &r);
		if (style.is_log)
			fputc('\n', out);
	}
	if (d->suppressed)
		print_suppressed(&p, style.format, d->suppressed);
	if (style.format == DIAG_NVCC && d->kept[DIAG_ERROR])
		fputs("ptxas fatal   : Ptx assembly aborted due to errors\n", out);
	if (is_document)
		diag_sarif_end(out);
	d->nrecord = 0;
	d->suppressed = 0;
	memset(d->kept, 0, sizeof(d->kept));
}

bool diag_want_color(FILE *out) {
	const char *no_color = getenv("NO_COLOR");
	return !(no_color && no_color[0]) && isatty(fileno(out));
}
