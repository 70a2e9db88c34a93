/* paste.c - the operators # and ##, and the reverse of #.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

/* ---- ## -------------------------------------------------------------------------- */

bool pp_paste(struct pp *pp, struct pp_token *left, const struct pp_token *right) {
	u32 n = left->len + right->len;
	char *text = arena_alloc(pp->arena, n + SOURCE_TAIL, 1);
	struct pp_token t;
	memcpy(text, left->text, left->len);
	memcpy(text + left->len, right->text, right->len);
	memset(text + n, 0, SOURCE_TAIL);
	bool wants_header = pp->wants_header;
	pp->wants_header = false;
	const char *end = pp_lex_at(pp, text, text + n, left->at, &t);
	pp->wants_header = wants_header;
	bool is_comment = n > 1 && text[0] == '/' && (text[1] == '/' || text[1] == '*');
	if (end != text + n || is_comment) {
		pp_error(pp, pp->outer_at, pp->outer_len, E0812,
		         "pasting '%.*s' and '%.*s' does not make one token",
		         (int)left->len, left->text, (int)right->len, right->text);
		return false;
	}
	t.flags = left->flags & PF_WHITE;
	t.system = left->system;
	*left = t;
	return true;
}

/* ---- # --------------------------------------------------------------------------- */

struct writer {
	struct pp *pp;
	char *at;
	u32 n, cap;
};

static void put(struct writer *w, char c) {
	if (w->n == w->cap) {
		u32 cap = w->cap ? w->cap * 2 : 64;
		char *bigger = arena_alloc(&w->pp->temp, cap, 1);
		if (w->n)
			memcpy(bigger, w->at, w->n);
		w->at = bigger;
		w->cap = cap;
	}
	w->at[w->n++] = c;
}

static void put_token(struct writer *w, const struct pp_token *t) {
	bool escapes = t->kind == PP_STRING || t->kind == PP_CHAR ||
	               (t->kind == PP_OTHER && (*t->text == '"' || *t->text == '\''));
	for (u32 i = 0; i < t->len; i++) {
		char c = t->text[i];
		if (escapes && c == '\n') {
			put(w, '\\');
			c = 'n';
		} else if (escapes && (c == '"' || c == '\\')) {
			put(w, '\\');
		}
		put(w, c);
	}
}

/* A backslash before the closing quote would escape it. */
static void close_string(struct writer *w) {
	u32 n = 0;
	while (n < w->n && w->at[w->n - 1 - n] == '\\')
		n++;
	if (n % 2)
		w->n--;
	put(w, '"');
}

struct pp_token pp_stringize(struct pp *pp, const struct pp_token *t, u32 n) {
	struct writer w = {.pp = pp};
	u64 source = PAD_NONE;
	put(&w, '"');
	for (u32 i = 0; i < n; i++) {
		if (t[i].kind == PP_PAD) {
			if (source == PAD_NONE ||
			    (source == PAD_TIGHT && t[i].op == PAD_NONE))
				source = t[i].op;
			continue;
		}
		bool is_white = source == PAD_NONE ? t[i].flags & PF_WHITE
		                                   : source == PAD_WHITE;
		if (w.n > 1 && is_white)
			put(&w, ' ');
		put_token(&w, &t[i]);
		source = PAD_NONE;
	}
	close_string(&w);
	put(&w, 0);
	return (struct pp_token){.kind = PP_STRING,
	                         .text = w.at,
	                         .len = w.n - 1,
	                         .at = pp->outer_at,
	                         .system = pp->buf->system};
}

const char *pp_unquote(struct pp *pp, const struct pp_token *t, u32 *len) {
	struct writer w = {.pp = pp};
	const char *s = t->text, *end = s + t->len;
	while (s < end && *s != '"')
		s++;
	bool is_raw = s > t->text && s[-1] == 'R';
	const char *close = end;
	while (close > s + 1 && close[-1] != '"')
		close--;
	if (is_raw) {
		while (s < close && *s != '(')
			s++;
		while (close > s + 1 && *close != ')')
			close--;
		close++;
	}
	for (s++; s < close - 1; s++) {
		if (!is_raw && *s == '\\' && (s[1] == '\\' || s[1] == '"'))
			s++;
		put(&w, *s == '\n' ? ' ' : *s);
	}
	*len = w.n;
	put(&w, 0);
	return arena_strdup(pp->arena, w.at, *len);
}
