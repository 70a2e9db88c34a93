/* suppress.c - see suppress.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/suppress.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>

#include "base/file.h"
#include "base/xml.h"

enum { FILE_MOST = 16 << 20 };

struct loader {
	struct arena *a;
	const char *path, *why;
	struct suppression *to;
};

static bool refuse(struct loader *l, u32 line, const char *fmt, ...) PRINTF_LIKE(3, 4);
static bool refuse(struct loader *l, u32 line, const char *fmt, ...) {
	char text[240];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (!l->why)
		l->why = line ? arena_printf(l->a, "%s:%u: %s", l->path, line, text)
		              : arena_printf(l->a, "%s: %s", l->path, text);
	return false;
}

/* ---- patterns ---- */

bool pattern_fits(const struct pattern *p, const char *s) {
	return !p->text || strcmp(p->text, s) == 0 ||
	       (p->has_re && regexec(&p->re, s, 0, NULL, 0) == 0);
}

/* A text that is no regular expression, as names of functions may be, matches itself
 * alone. */
static bool set_pattern(struct loader *l, struct pattern *p, const struct xml_node *n) {
	if (p->text)
		return refuse(l, n->line, "a second <%s>", n->name);
	if (n->first)
		return refuse(l, n->first->line, "<%s> in <%s> is not known",
		              n->first->name, n->name);
	p->text = n->text;
	const char *whole = arena_printf(l->a, "^(%s)$", n->text);
	p->has_re = strpbrk(n->text, ".*+?[|") &&
	            regcomp(&p->re, whole, REG_EXTENDED | REG_NOSUB) == 0;
	return true;
}

/* ---- XML ---- */

/* Elements that are known and not compared: they differ from run to run, or say nothing
 * about where the mistake is. */
static bool is_passed_over(const char *name) {
	static const char *const names[] = {"who",     "pc",    "address",
	                                    "hazards", "value", "incomingValue"};
	for (u32 i = 0; i < countof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

struct field {
	const char *name;
	bool (*read)(struct loader *l, void *to, const struct xml_node *n);
	void *to;
};

static bool read_pattern(struct loader *l, void *to, const struct xml_node *n) {
	return set_pattern(l, to, n);
}

static bool read_fields(struct loader *l, const struct xml_node *n,
                        const struct field *field, u32 nfield) {
	for (const struct xml_node *c = n->first; c; c = c->next) {
		u32 i = 0;
		while (i < nfield && strcmp(field[i].name, c->name) != 0)
			i++;
		if (i == nfield && !is_passed_over(c->name))
			return refuse(l, c->line, "<%s> in <%s> is not known", c->name,
			              n->name);
		if (i < nfield && !field[i].read(l, field[i].to, c))
			return false;
	}
	if (n->text[0])
		return refuse(l, n->line, "text in <%s>, which holds elements", n->name);
	return true;
}

static bool read_place(struct loader *l, void *to, const struct xml_node *n) {
	struct suppressed_place *p = to;
	const struct field fields[] = {{"func", read_pattern, &p->func},
	                               {"path", read_pattern, &p->path},
	                               {"line", read_pattern, &p->line}};
	p->is_there = true;
	return read_fields(l, n, fields, countof(fields));
}

static bool read_access(struct loader *l, void *to, const struct xml_node *n) {
	struct suppressed_access *x = to;
	const struct field fields[] = {{"direction", read_pattern, &x->direction},
	                               {"where", read_place, &x->where}};
	return read_fields(l, n, fields, countof(fields));
}

static bool read_source(struct loader *l, void *to, const struct xml_node *n) {
	struct suppression *s = to;
	if (s->has_source)
		return refuse(l, n->line, "a second <source>");
	s->has_source = true;
	return read_access(l, &s->source, n);
}

static bool read_destination(struct loader *l, void *to, const struct xml_node *n) {
	struct suppression *s = to;
	if (s->ndestination == SUPPRESSED_ACCESSES)
		return refuse(l, n->line, "more than %u of <destination>",
		              (u32)SUPPRESSED_ACCESSES);
	return read_access(l, &s->destination[s->ndestination++], n);
}

static bool read_what(struct loader *l, void *to, const struct xml_node *n) {
	struct suppression *s = to;
	const struct field fields[] = {
		{"text", read_pattern, &s->text},
		{"space", read_pattern, &s->space},
		{"size", read_pattern, &s->size},
		{"accessSize", read_pattern, &s->size},
		{"direction", read_pattern, &s->direction},
		{"error", read_pattern, &s->error},
		{"source", read_source, s},
		{"destination", read_destination, s},
	};
	return read_fields(l, n, fields, countof(fields));
}

/* A frame's path and line stand in files of others; no stack of ours has them. */
static bool read_frame(struct loader *l, struct suppressed_frame *f,
                       const struct xml_node *n) {
	struct pattern path = {0}, line = {0};
	const struct field fields[] = {{"func", read_pattern, &f->func},
	                               {"module", read_pattern, &f->module},
	                               {"path", read_pattern, &path},
	                               {"line", read_pattern, &line}};
	return read_fields(l, n, fields, countof(fields));
}

static bool read_frames(struct loader *l, struct suppressed_frame *frame, u32 *nframe,
                        const struct xml_node *n) {
	for (const struct xml_node *c = n->first; c; c = c->next) {
		if (strcmp(c->name, "saveLocation") == 0)
			continue;
		if (strcmp(c->name, "frame") != 0)
			return refuse(l, c->line, "<%s> in <%s> is not known", c->name,
			              n->name);
		if (*nframe == SUPPRESSED_FRAMES)
			return refuse(l, c->line, "more than %u frames",
			              (u32)SUPPRESSED_FRAMES);
		if (!read_frame(l, &frame[(*nframe)++], c))
			return false;
	}
	return true;
}

static bool read_host(struct loader *l, void *to, const struct xml_node *n) {
	struct suppression *s = to;
	const struct xml_node *at = xml_child(n, "saveLocation");
	return (!at || set_pattern(l, &s->saved_at, at)) &&
	       read_frames(l, s->host, &s->nhost, n);
}

static bool read_device(struct loader *l, void *to, const struct xml_node *n) {
	struct suppression *s = to;
	return read_frames(l, s->device, &s->ndevice, n);
}

static bool read_record(struct loader *l, const struct xml_node *n,
                        struct suppressions *to) {
	struct suppression *s = arena_new(l->a, struct suppression);
	const struct field fields[] = {
		{"kind", read_pattern, &s->kind}, {"level", read_pattern, &s->level},
		{"what", read_what, s},           {"where", read_place, &s->where},
		{"hostStack", read_host, s},      {"deviceStack", read_device, s},
	};
	s->line = n->line;
	if (strcmp(n->name, "record") != 0)
		return refuse(l, n->line, "<%s> where <record> was expected", n->name);
	if (!read_fields(l, n, fields, countof(fields)))
		return false;
	if (!n->first)
		return refuse(l, n->line, "an empty <record> would suppress everything");
	vec_push(l->a, &to->all, s);
	return true;
}

static bool read_xml(struct loader *l, const char *text, size_t len,
                     struct suppressions *to) {
	struct xml_error e;
	const struct xml_node *root = xml_parse(l->a, text, len, &e);
	if (!root)
		return refuse(l, e.line, "%s", e.text);
	if (strcmp(root->name, "ComputeSanitizerOutput") != 0)
		return refuse(l, root->line,
		              "<%s> where <ComputeSanitizerOutput> was expected",
		              root->name);
	for (const struct xml_node *n = root->first; n; n = n->next)
		if (!read_record(l, n, to))
			return false;
	return true;
}

/* ---- lines of key=value ---- */

static bool check_words(struct loader *l, u32 line, const char *at) {
	static const char *const keys[] = {"kind", "func", "file", "line"};
	while (*at) {
		size_t n = strcspn(at, "= ");
		u32 i = 0;
		while (i < countof(keys) &&
		       (strlen(keys[i]) != n || memcmp(keys[i], at, n) != 0))
			i++;
		if (at[n] != '=' || i == countof(keys))
			return refuse(l, line,
			              "'%.*s': kind=, func=, file= or line= was expected",
			              (int)n, at);
		at += n + 1;
		bool quoted = *at == '"';
		at += quoted;
		n = strcspn(at, quoted ? "\"" : " ");
		if (quoted && !at[n])
			return refuse(l, line, "a '\"' is missing");
		at += n + quoted;
		at += strspn(at, " ");
	}
	return true;
}

static bool read_lines(struct loader *l, const char *text, struct suppressions *to) {
	for (u32 line = 1; *text; line++) {
		size_t n = strcspn(text, "\n"), len = n;
		while (len && isspace((unsigned char)text[len - 1]))
			len--;
		if (len && *text != '#') {
			struct suppression *s = arena_new(l->a, struct suppression);
			*s = (struct suppression){.line = line,
			                          .is_text = true,
			                          .words = arena_strdup(l->a, text, len)};
			if (!check_words(l, line, s->words))
				return false;
			vec_push(l->a, &to->all, s);
		}
		text += n + (text[n] != 0);
	}
	return true;
}

/* ---- files ---- */

static bool read_file(struct loader *l, struct suppressions *to) {
	FILE *in = file_stream(l->path, FILE_MOST);
	if (!in)
		return refuse(l, 0, "%s", strerror(errno));
	char *text = arena_alloc(l->a, FILE_MOST + 1, 1);
	size_t len = fread(text, 1, FILE_MOST, in);
	bool failed = ferror(in);
	fclose(in);
	text[len] = 0;
	if (failed)
		return refuse(l, 0, "%s", strerror(EIO));
	if (strlen(text) != len)
		return refuse(l, 0, "it is no text");
	bool bom = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
	if (text[strspn(text + 3 * bom, " \t\r\n") + 3 * bom] == '<')
		return read_xml(l, text, len, to);
	return read_lines(l, text, to);
}

bool suppress_load(struct arena *a, const char *path, struct suppressions *s,
                   const char **why) {
	struct loader l = {.a = a, .path = path};
	bool ok = read_file(&l, s);
	*why = l.why;
	return ok;
}
