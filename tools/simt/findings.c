/* findings.c - the records of checked mode from many processes; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdlib.h>

#include "tools/simt/ci.h"

static const char *text_of(struct arena *a, const json_t *o, const char *key) {
	const char *s = json_string_value(json_object_get(o, key));
	return s ? arena_strdup(a, s, strlen(s)) : "";
}

/* The place of a record is that of its source, or of its PTX. */
static void add_record(struct arena *a, const json_t *o, struct ci_findings *out) {
	const json_t *at = json_object_get(o, "at"), *notes = json_object_get(o, "notes");
	struct ci_finding f = {
		.kind = text_of(a, o, "kind"),
		.what = text_of(a, o, "what"),
		.func = text_of(a, at, "func"),
		.file = text_of(a, at, "file"),
		.detail = "",
		.times = 1,
	};
	const char *line = *f.file ? "line" : "ptx_line";
	if (!*f.file)
		f.file = text_of(a, at, "ptx_file");
	f.line = (u32)json_integer_value(json_object_get(at, line));
	for (size_t i = 0; i < json_array_size(notes); i++) {
		const char *note = json_string_value(json_array_get(notes, i));
		if (note)
			f.detail = arena_printf(a, "%s\n%s", f.detail, note);
	}
	vec_push(a, out, f);
}

static void read_file(struct arena *a, const char *path, struct ci_findings *out) {
	char *text = ci_text(a, path), *save;
	for (char *l = text ? strtok_r(text, "\n", &save) : NULL; l;
	     l = strtok_r(NULL, "\n", &save)) {
		json_t *o = json_loads(l, 0, NULL); /* the last line may be cut off */
		if (json_is_object(o))
			add_record(a, o, out);
		json_decref(o);
	}
}

static int by_place(const void *x, const void *y) {
	const struct ci_finding *a = x, *b = y;
	int c = strcmp(a->file, b->file);
	if (!c)
		c = (a->line > b->line) - (a->line < b->line);
	if (!c)
		c = strcmp(a->what, b->what);
	return c ? c : strcmp(a->func, b->func);
}

void findings_read(struct arena *a, const char *folder, struct ci_findings *out) {
	struct texts files = {0};
	ci_files(a, folder, &files);
	text_each (path, &files)
		read_file(a, *path, out);
	if (out->n < 2)
		return;
	qsort(out->at, out->n, sizeof *out->at, by_place);
	u32 n = 1;
	for (u32 i = 1; i < out->n; i++)
		if (by_place(&out->at[n - 1], &out->at[i]) == 0)
			out->at[n - 1].times++;
		else
			out->at[n++] = out->at[i];
	out->n = n;
}
