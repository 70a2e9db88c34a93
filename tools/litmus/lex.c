/* lex.c - the words of a litmus test. SPDX-License-Identifier: Apache-2.0 */
#include "tools/litmus/test.h"

#include <ctype.h>

static bool is_word(char c) {
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '%' || c == '$';
}

static void skip(struct lexer *x) {
	const char *s = x->file->text;
	for (;;) {
		const char *p = s + x->pos;
		if (*p && strchr(" \t\r\n\f\v", *p)) {
			x->pos++;
		} else if (p[0] == '(' && p[1] == '*') {
			const char *end = strstr(p + 2, "*)");
			x->pos = end ? (u32)(end + 2 - s) : x->file->len;
		} else if (p[0] == '/' && p[1] == '/') {
			x->pos += (u32)strcspn(p, "\n");
		} else {
			return;
		}
	}
}

static u32 number(struct token *t) {
	const char *p = t->at;
	u32 n = *p == '-', base = 10;
	u64 v = 0;
	if (p[n] == '0' && (p[n + 1] == 'x' || p[n + 1] == 'X') &&
	    isxdigit((unsigned char)p[n + 2])) {
		base = 16;
		n += 2;
	}
	for (; isxdigit((unsigned char)p[n]) && (base == 16 || p[n] <= '9'); n++) {
		u32 digit = p[n] <= '9' ? (u32)(p[n] - '0')
		                        : (u32)(p[n] | 0x20) - 'a' + 10;
		v = MIN(v * base + digit, (u64)1 << 40);
	}
	t->value = *p == '-' ? -(s64)v : (s64)v;
	return n;
}

void lex_next(struct lexer *x) {
	skip(x);
	const char *p = x->file->text + x->pos;
	struct token *t = &x->token;
	*t = (struct token){.at = p, .len = 1, .kind = TOKEN_PUNCT};
	if (x->pos >= x->file->len || !*p) {
		t->kind = TOKEN_END;
		t->len = 0;
	} else if (isdigit((unsigned char)*p) ||
	           (*p == '-' && isdigit((unsigned char)p[1]))) {
		t->kind = TOKEN_NUMBER;
		t->len = number(t);
	} else if (is_word(*p)) {
		t->kind = TOKEN_WORD;
		while (is_word(p[t->len]))
			t->len++;
	} else if (*p == '"') {
		t->kind = TOKEN_TEXT;
		while (p[t->len] && p[t->len] != '"')
			t->len++;
		t->len += p[t->len] == '"';
	} else if (p[0] == '/'    ? p[1] == '\\'
	           : p[0] == '\\' ? p[1] == '/'
	                          : strchr("=!<>", p[0]) && p[1] == '=') {
		t->len = 2;
	}
	t->loc.start = x->file->base + x->pos;
	t->loc.end = t->loc.start + MAX(t->len, 1u);
	x->pos += t->len;
}

void lex_start(struct lexer *x, const struct source_file *file, struct diag *d, u32 pos) {
	*x = (struct lexer){.file = file, .d = d, .pos = pos};
	lex_next(x);
}

bool lex_is(const struct lexer *x, const char *text) {
	return x->token.kind != TOKEN_END && x->token.kind != TOKEN_TEXT &&
	       strlen(text) == x->token.len &&
	       memcmp(x->token.at, text, x->token.len) == 0;
}

bool lex_accept(struct lexer *x, const char *text) {
	if (!lex_is(x, text))
		return false;
	lex_next(x);
	return true;
}

void lex_wrong(struct lexer *x, const char *wanted) {
	const struct token *t = &x->token;
	if (x->failed)
		return;
	x->failed = true;
	if (t->kind == TOKEN_END)
		diag_error(x->d, t->loc, E0410, "%s expected, but the file ends", wanted);
	else
		diag_error(x->d, t->loc, E0410, "%s expected, not '%.*s'", wanted,
		           (int)MIN(t->len, 60u), t->at);
}

bool lex_expect(struct lexer *x, const char *text) {
	if (lex_accept(x, text))
		return true;
	char wanted[40];
	snprintf(wanted, sizeof wanted, "'%s'", text);
	lex_wrong(x, wanted);
	return false;
}
