/* xml.c - see xml.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/xml.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

enum { DEPTH_MOST = 32, CODE_MOST = 0x10ffff };

struct element {
	struct xml_node *node;
	struct xml_node **last;
	struct text_stream text;
};

struct reader {
	struct arena *a;
	const char *at, *end;
	u32 line, depth;
	struct element open[DEPTH_MOST];
	struct xml_node *root;
	struct xml_error *error;
	bool failed;
};

static void refuse(struct reader *r, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void refuse(struct reader *r, const char *fmt, ...) {
	va_list ap;
	if (r->failed)
		return;
	r->failed = true;
	r->error->line = r->line;
	va_start(ap, fmt);
	vsnprintf(r->error->text, sizeof r->error->text, fmt, ap);
	va_end(ap);
}

static bool next_is(const struct reader *r, const char *s) {
	size_t n = strlen(s);
	return (size_t)(r->end - r->at) >= n && memcmp(r->at, s, n) == 0;
}

static void skip(struct reader *r, size_t n) {
	for (; n && r->at < r->end; n--)
		r->line += *r->at++ == '\n';
}

static void skip_blanks(struct reader *r) {
	while (r->at < r->end && isspace((unsigned char)*r->at))
		skip(r, 1);
}

/* Moves after the next `s`; returns the text before it. */
static const char *up_to(struct reader *r, const char *s, const char *what, size_t *len) {
	const char *from = r->at;
	while (r->at < r->end && !next_is(r, s))
		skip(r, 1);
	if (r->at == r->end)
		refuse(r, "%s does not end", what);
	*len = (size_t)(r->at - from);
	skip(r, strlen(s));
	return from;
}

static bool is_name(char c, bool first) {
	return isalpha((unsigned char)c) || c == '_' ||
	       (!first &&
	        (isdigit((unsigned char)c) || c == '-' || c == '.' || c == ':'));
}

static const char *name(struct reader *r) {
	const char *from = r->at;
	while (r->at < r->end && is_name(*r->at, r->at == from))
		r->at++;
	if (r->at == from)
		refuse(r, "a name was expected after '<'");
	return arena_strdup(r->a, from, (size_t)(r->at - from));
}

/* ---- text ---- */

static void put_utf8(FILE *out, u32 c) {
	if (c < 0x80) {
		fputc((int)c, out);
	} else if (c < 0x800) {
		fputc((int)(0xc0 | c >> 6), out);
		fputc((int)(0x80 | (c & 63)), out);
	} else {
		if (c < 0x10000) {
			fputc((int)(0xe0 | c >> 12), out);
		} else {
			fputc((int)(0xf0 | c >> 18), out);
			fputc((int)(0x80 | (c >> 12 & 63)), out);
		}
		fputc((int)(0x80 | (c >> 6 & 63)), out);
		fputc((int)(0x80 | (c & 63)), out);
	}
}

static void reference(struct reader *r, FILE *out) {
	static const char *const names[][2] = {{"&lt;", "<"},
	                                       {"&gt;", ">"},
	                                       {"&amp;", "&"},
	                                       {"&quot;", "\""},
	                                       {"&apos;", "'"}};
	for (u32 i = 0; i < countof(names); i++)
		if (next_is(r, names[i][0])) {
			fputs(names[i][1], out);
			skip(r, strlen(names[i][0]));
			return;
		}
	bool hex = next_is(r, "&#x");
	if (!hex && !next_is(r, "&#")) {
		refuse(r, "'&' begins none of &lt; &gt; &amp; &quot; &apos; &#N;");
		return;
	}
	u64 code = 0;
	u32 digits = 0;
	for (r->at += hex ? 3 : 2; r->at < r->end && code <= CODE_MOST;
	     r->at++, digits++) {
		int c = tolower((unsigned char)*r->at);
		if (!(hex ? isxdigit(c) : isdigit(c)))
			break;
		code = code * (hex ? 16 : 10) + (u64)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	if (!digits || !code || code > CODE_MOST || !next_is(r, ";"))
		refuse(r, "the number of a character was expected after '&#'");
	else
		put_utf8(out, (u32)code);
	skip(r, 1);
}

static void text(struct reader *r) {
	struct element *top = r->depth ? &r->open[r->depth - 1] : NULL;
	if (!top && !isspace((unsigned char)*r->at)) {
		refuse(r, "text outside of the root element");
		return;
	}
	if (!top)
		skip_blanks(r);
	while (top && r->at < r->end && *r->at != '<' && !r->failed) {
		if (*r->at == '&') {
			reference(r, top->text.out);
			continue;
		}
		fputc(*r->at, top->text.out);
		skip(r, 1);
	}
}

static void literal(struct reader *r) {
	size_t len;
	skip(r, strlen("<![CDATA["));
	const char *s = up_to(r, "]]>", "a CDATA section", &len);
	if (!r->depth)
		refuse(r, "text outside of the root element");
	else
		fwrite(s, 1, len, r->open[r->depth - 1].text.out);
}

/* ---- elements ---- */

static void open_element(struct reader *r) {
	struct xml_node *n = arena_new(r->a, struct xml_node);
	n->line = r->line;
	skip(r, 1);
	n->name = name(r);
	n->text = "";
	skip_blanks(r);
	bool is_empty = next_is(r, "/>");
	if (!is_empty && !next_is(r, ">"))
		refuse(r, "'>' was expected after <%s: attributes are not known",
		       n->name);
	if (!r->depth && r->root)
		refuse(r, "a second root element <%s>", n->name);
	if (r->depth == DEPTH_MOST)
		refuse(r, "more than %u elements inside each other", (u32)DEPTH_MOST);
	if (r->failed)
		return;
	skip(r, is_empty ? 2 : 1);
	if (r->depth) {
		struct element *up = &r->open[r->depth - 1];
		*up->last = n;
		up->last = &n->next;
	} else {
		r->root = n;
	}
	if (is_empty)
		return;
	struct element *e = &r->open[r->depth++];
	*e = (struct element){.node = n, .last = &n->first};
	text_open(&e->text);
}

static void end_text(struct reader *r, struct element *e) {
	const char *s = text_close(&e->text, r->a);
	size_t len = e->text.len;
	while (len && isspace((unsigned char)*s))
		s++, len--;
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	e->node->text = arena_strdup(r->a, s, len);
}

static void close_element(struct reader *r) {
	skip(r, 2);
	const char *s = name(r);
	skip_blanks(r);
	if (!next_is(r, ">"))
		refuse(r, "'>' was expected after </%s", s);
	else if (!r->depth)
		refuse(r, "</%s> ends no element", s);
	else if (strcmp(s, r->open[r->depth - 1].node->name) != 0)
		refuse(r, "</%s> where <%s> of line %u has to end", s,
		       r->open[r->depth - 1].node->name,
		       r->open[r->depth - 1].node->line);
	if (r->failed)
		return;
	skip(r, 1);
	end_text(r, &r->open[--r->depth]);
}

static void piece(struct reader *r) {
	size_t len;
	if (*r->at != '<')
		text(r);
	else if (next_is(r, "<!--"))
		up_to(r, "-->", "a comment", &len);
	else if (next_is(r, "<?"))
		up_to(r, "?>", "an instruction", &len);
	else if (next_is(r, "<![CDATA["))
		literal(r);
	else if (next_is(r, "<!"))
		refuse(r, "document types are not read");
	else if (next_is(r, "</"))
		close_element(r);
	else
		open_element(r);
}

struct xml_node *xml_parse(struct arena *a, const char *s, size_t len,
                           struct xml_error *e) {
	struct reader r = {.a = a, .at = s, .end = s + len, .line = 1, .error = e};
	if (next_is(&r, "\xef\xbb\xbf"))
		r.at += 3;
	while (r.at < r.end && !r.failed)
		piece(&r);
	if (!r.failed && r.depth)
		refuse(&r, "<%s> of line %u does not end", r.open[r.depth - 1].node->name,
		       r.open[r.depth - 1].node->line);
	if (!r.failed && !r.root)
		refuse(&r, "there is no element");
	while (r.depth)
		end_text(&r, &r.open[--r.depth]);
	return r.failed ? NULL : r.root;
}

const struct xml_node *xml_child(const struct xml_node *n, const char *child) {
	for (n = n->first; n; n = n->next)
		if (strcmp(n->name, child) == 0)
			return n;
	return NULL;
}
