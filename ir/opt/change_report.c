/* change_report.c - see change_report.h.
 *
 *     {"functions": [{"name": "...", "start": PTX, "passes": [
 *         {"pass": "construct", "text": ...},                  the form in which the passes see it
 *         {"pass": "gvn", "changed": true, "removed": 2, "added": 1, "diff": ["@B1:", " ...", "-...", "+..."]},
 *         {"pass": "dce", "changed": false}], "end": PTX}]}
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/change_report.h"

#include "base/diff.h"

enum { AROUND = 3 };

bool change_report_form_find(const char *word, enum change_report_form *form,
                             bool *llvm) {
	static const char *const words[] = {"text", "diff", "json"};
	*form = CHANGE_REPORT_TEXT;
	*llvm = strncmp(word, "llvm", 4) == 0 &&
	        (!word[4] || (word[4] == ':' && word[5]));
	if (*llvm)
		word += word[4] ? 5 : 4;
	for (u32 i = 0; i < countof(words); i++) {
		if (strcmp(word, words[i]) != 0)
			continue;
		*form = (enum change_report_form)i;
		return true;
	}
	return !*word;
}

/* ---- text and differences ---------------------------------------------------------- */

static void put_text_line(void *ctx, struct diff_line l) {
	struct change_report *c = ctx;
	if (l.kind == '@')
		fprintf(c->out, "@@ %.*s @@\n", l.len ? (int)l.len : 5,
		        l.len ? l.text : "start");
	else
		fprintf(c->out, "%c%.*s\n", l.kind, (int)l.len, l.text);
}

static void see_text(struct change_report *c, const struct func *f, const char *pass,
                     const char *text, const struct diff *d) {
	const char *name = f->name->s;
	if (strcmp(pass, "start") == 0)
		fprintf(c->out, "*** %s: as it comes in ***\n%s\n", name, text);
	else if (strcmp(pass, "construct") == 0)
		fprintf(c->out, "*** %s: as the passes see it ***\n%s\n", name, text);
	else if (strcmp(pass, "end") == 0)
		fprintf(c->out, "*** %s: as it goes out ***\n%s\n", name, text);
	else if (!d->added && !d->removed)
		fprintf(c->out, "*** %s: %s changed nothing ***\n\n", name, pass);
	else if (c->form == CHANGE_REPORT_TEXT)
		fprintf(c->out, "*** %s: after %s ***\n%s\n", name, pass, text);
	else {
		fprintf(c->out, "*** %s: %s, %u lines removed, %u added ***\n", name,
		        pass, d->removed, d->added);
		diff_pieces(d, AROUND, put_text_line, c);
		fputc('\n', c->out);
	}
}

/* ---- JSON -------------------------------------------------------------------------- */

struct row {
	struct change_report *c;
	struct arena *a;
};

static void put_json_line(void *ctx, struct diff_line l) {
	struct row *r = ctx;
	json_text(&r->c->json, NULL,
	          arena_printf(r->a, "%c%.*s", l.kind, (int)l.len, l.text));
}

static void close_function(struct change_report *c, const char *text) {
	if (!c->is_open)
		return;
	json_close(&c->json, ']');
	if (text)
		json_text(&c->json, "end", text);
	json_close(&c->json, '}');
	c->is_open = false;
}

static void put_pass(struct change_report *c, const char *pass, const char *text,
                     const struct diff *d) {
	struct json_out *j = &c->json;
	struct arena a = ARENA_INIT;
	struct row row = {c, &a};
	json_open(j, NULL, '{');
	json_text(j, "pass", pass);
	if (!d) {
		json_text(j, "text", text);
	} else {
		json_bool(j, "changed", d->added || d->removed);
		if (d->added || d->removed) {
			json_number(j, "removed", d->removed);
			json_number(j, "added", d->added);
			json_open(j, "diff", '[');
			diff_pieces(d, AROUND, put_json_line, &row);
			json_close(j, ']');
		}
	}
	json_close(j, '}');
	arena_drop(&a);
}

static void see_json(struct change_report *c, const struct func *f, const char *pass,
                     const char *text, const struct diff *d) {
	struct json_out *j = &c->json;
	if (strcmp(pass, "start") == 0) {
		close_function(c, NULL);
		json_open(j, NULL, '{');
		json_text(j, "name", f->name->s);
		json_text(j, "start", text);
		json_open(j, "passes", '[');
		c->is_open = true;
	} else if (strcmp(pass, "end") == 0) {
		close_function(c, text);
	} else {
		put_pass(c, pass, text, d);
	}
}

/* ---- all --------------------------------------------------------------------------- */

static void see(void *ctx, const struct func *f, const char *pass, const char *text) {
	struct change_report *c = ctx;
	struct arena a = ARENA_INIT;
	struct diff d;
	bool is_pass = c->before && strcmp(pass, "end") != 0 &&
	               strcmp(pass, "start") != 0;
	if (is_pass)
		d = diff_texts(&a, c->before, text);
	if (c->form == CHANGE_REPORT_JSON)
		see_json(c, f, pass, text, is_pass ? &d : NULL);
	else
		see_text(c, f, pass, text, is_pass ? &d : NULL);
	arena_drop(&a);
	arena_drop(&c->arena);
	bool is_ssa = strcmp(pass, "end") != 0 &&
	              (c->same_form || strcmp(pass, "start") != 0);
	c->before = is_ssa ? arena_printf(&c->arena, "%s", text) : NULL;
}

void change_report_begin(struct change_report *c, enum change_report_form form,
                         FILE *out) {
	*c = (struct change_report){
		.form = form, .out = out, .json = {.out = out}, .arena = ARENA_INIT};
	c->viewer = (struct opt_viewer){.see = see, .ctx = c};
	if (form == CHANGE_REPORT_JSON) {
		json_open(&c->json, NULL, '{');
		json_open(&c->json, "functions", '[');
	}
}

void change_report_end(struct change_report *c) {
	if (c->form == CHANGE_REPORT_JSON) {
		close_function(c, NULL);
		json_close(&c->json, ']');
		json_close(&c->json, '}');
		json_end(&c->json);
	}
	arena_drop(&c->arena);
}
