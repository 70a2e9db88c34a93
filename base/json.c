/* json.c - texts inside JSON: UTF-8, escaped.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

u32 utf8_len(const char *s, u32 rest, bool *ok) {
	u8 c = (u8)s[0];
	u32 n = c < 0x80                ? 1
	        : c >= 0xc2 && c < 0xe0 ? 2
	        : c >= 0xe0 && c < 0xf0 ? 3
	        : c >= 0xf0 && c < 0xf5 ? 4
	                                : 0;
	*ok = n != 0 && n <= rest;
	for (u32 i = 1; *ok && i < n; i++)
		*ok = ((u8)s[i] & 0xc0) == 0x80;
	if (*ok && n == 3) /* no overlong forms, no surrogates */
		*ok = !(c == 0xe0 && (u8)s[1] < 0xa0) && !(c == 0xed && (u8)s[1] >= 0xa0);
	if (*ok && n == 4)
		*ok = !(c == 0xf0 && (u8)s[1] < 0x90) && !(c == 0xf4 && (u8)s[1] >= 0x90);
	return *ok ? n : 1;
}

/* C1 controls (U+0080 to U+009F) move a terminal's cursor just as C0 ones do. */
u32 utf8_plain(const char *s, u32 rest, bool *plain) {
	u32 n = utf8_len(s, rest, plain);
	*plain &= (u8)*s >= 0x20 && *s != 0x7f &&
	          !((u8)*s == 0xc2 && n == 2 && (u8)s[1] < 0xa0);
	return n;
}

/* Writes one character of s, escaped for JSON. Returns the bytes written to `to`; *n: the
 * bytes of s. */
static u32 escaped(char to[8], const char *s, size_t rest, u32 *n) {
	static const char hex[] = "0123456789abcdef";
	bool valid;
	*n = utf8_len(s, rest < 4 ? (u32)rest : 4, &valid);
	if (!valid) {
		memcpy(to, "\\ufffd", 6);
		return 6;
	}
	if (*s == '"' || *s == '\\') {
		to[0] = '\\';
		to[1] = *s;
		return 2;
	}
	/* control characters: C0, DEL and C1, whose second byte of UTF-8 is its number */
	bool is_c1 = (u8)*s == 0xc2 && (u8)s[1] < 0xa0;
	if ((u8)*s < 0x20 || *s == 0x7f || is_c1) {
		u8 c = (u8)s[is_c1];
		memcpy(to, "\\u00", 4);
		to[4] = hex[c >> 4];
		to[5] = hex[c & 15];
		return 6;
	}
	memcpy(to, s, *n);
	return *n;
}

static void chars(FILE *out, const char *s, size_t len) {
	u32 used;
	for (size_t at = 0; at < len; at += used) {
		char to[8];
		u32 n = escaped(to, s + at, len - at, &used);
		fwrite(to, 1, n, out);
	}
}

void json_chars(FILE *out, const char *s) {
	chars(out, s, strlen(s));
}

void json_quoted_n(FILE *out, const char *s, size_t len) {
	fputc('"', out);
	chars(out, s, len);
	fputc('"', out);
}

void json_quoted(FILE *out, const char *s) {
	if (s)
		json_quoted_n(out, s, strlen(s));
	else
		fputs("null", out);
}

size_t json_escape(char *to, size_t size, const char *s) {
	size_t len = strlen(s), put = 0;
	u32 used;
	for (size_t at = 0; at < len; at += used) {
		char c[8];
		u32 n = escaped(c, s + at, len - at, &used);
		if (n > size - put)
			break;
		memcpy(to + put, c, n);
		put += n;
	}
	return put;
}

/* ---- documents --------------------------------------------------------------------- */

static void json_begin_value(struct json_out *j, const char *key) {
	if (j->is_next)
		fputs(key ? ", " : ",", j->out);
	j->is_next = true;
	if (!key)
		return;
	json_quoted(j->out, key);
	fputs(": ", j->out);
}

void json_open(struct json_out *j, const char *key, char bracket) {
	json_begin_value(j, key);
	if (!key && j->depth && bracket == '{')
		fprintf(j->out, "\n%*s", (int)MIN(j->depth, 32u), "");
	fputc(bracket, j->out);
	j->depth++;
	j->is_next = false;
}

void json_close(struct json_out *j, char bracket) {
	fputc(bracket, j->out);
	j->depth--;
	j->is_next = true;
}

void json_text(struct json_out *j, const char *key, const char *s) {
	json_begin_value(j, key);
	json_quoted(j->out, s);
}

void json_text_n(struct json_out *j, const char *key, const char *s, size_t len) {
	json_begin_value(j, key);
	json_quoted_n(j->out, s, len);
}

void json_number(struct json_out *j, const char *key, s64 n) {
	json_begin_value(j, key);
	fprintf(j->out, "%lld", (long long)n);
}

void json_unsigned(struct json_out *j, const char *key, u64 n) {
	json_begin_value(j, key);
	fprintf(j->out, "%llu", (unsigned long long)n);
}

void json_bool(struct json_out *j, const char *key, bool b) {
	json_begin_value(j, key);
	fputs(b ? "true" : "false", j->out);
}

void json_numbers(struct json_out *j, const char *key, const u32 *at, u32 n) {
	json_open(j, key, '[');
	for (u32 i = 0; i < n; i++)
		json_unsigned(j, NULL, at[i]);
	json_close(j, ']');
}

void json_end(struct json_out *j) {
	fputc('\n', j->out);
}
