/* json.c - see json.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/json.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/vec.h"

enum { DEPTH = 100 };

struct reader {
	struct arena *a;
	const char *at;
	u32 depth;
	bool bad;
};

static struct json *read_value(struct reader *r);

static void blanks(struct reader *r) {
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static bool take(struct reader *r, const char *text) {
	size_t n = strlen(text);
	blanks(r);
	if (strncmp(r->at, text, n) != 0)
		return false;
	r->at += n;
	return true;
}

static u32 hex4(struct reader *r) {
	u32 v = 0;
	for (u32 i = 0; i < 4; i++) {
		char c = *r->at;
		if (!isxdigit((unsigned char)c)) {
			r->bad = true;
			return 0;
		}
		v = v * 16 +
		    (u32)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
		r->at++;
	}
	return v;
}

VEC_TYPE(json_chars, char);

static void put_utf8(struct reader *r, struct json_chars *s, u32 c) {
	if (c < 0x80) {
		vec_push(r->a, s, (char)c);
	} else if (c < 0x800) {
		vec_push(r->a, s, (char)(0xc0 | c >> 6));
		vec_push(r->a, s, (char)(0x80 | (c & 63)));
	} else if (c < 0x10000) {
		vec_push(r->a, s, (char)(0xe0 | c >> 12));
		vec_push(r->a, s, (char)(0x80 | (c >> 6 & 63)));
		vec_push(r->a, s, (char)(0x80 | (c & 63)));
	} else {
		vec_push(r->a, s, (char)(0xf0 | c >> 18));
		vec_push(r->a, s, (char)(0x80 | (c >> 12 & 63)));
		vec_push(r->a, s, (char)(0x80 | (c >> 6 & 63)));
		vec_push(r->a, s, (char)(0x80 | (c & 63)));
	}
}

static void read_escape(struct reader *r, struct json_chars *s) {
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *k = *r->at ? strchr(from, *r->at) : NULL;
	if (k) {
		r->at++;
		vec_push(r->a, s, to[k - from]);
	} else if (*r->at == 'u') {
		r->at++;
		u32 c = hex4(r);
		if (c >= 0xd800 && c < 0xdc00 && r->at[0] == '\\' && r->at[1] == 'u') {
			r->at += 2;
			c = 0x10000 + ((c - 0xd800) << 10) + ((hex4(r) - 0xdc00) & 0x3ff);
		}
		put_utf8(r, s, c);
	} else {
		r->bad = true;
	}
}

static const char *read_string(struct reader *r) {
	struct json_chars s = {0};
	while (*r->at && *r->at != '"' && !r->bad) {
		if (*r->at != '\\') {
			vec_push(r->a, &s, *r->at++);
			continue;
		}
		r->at++;
		read_escape(r, &s);
	}
	if (*r->at++ != '"') {
		r->at--;
		r->bad = true;
	}
	vec_push(r->a, &s, 0);
	return s.at;
}

static void read_members(struct reader *r, struct json *j, bool object) {
	struct json **end = &j->first;
	const char *close = object ? "}" : "]";
	if (take(r, close))
		return;
	do {
		const char *key = NULL;
		if (object) {
			if (!take(r, "\""))
				r->bad = true;
			else
				key = read_string(r);
			if (!take(r, ":"))
				r->bad = true;
		}
		*end = r->bad ? NULL : read_value(r);
		if (!*end)
			break;
		(*end)->key = key;
		end = &(*end)->next;
	} while (take(r, ","));
	if (!take(r, close))
		r->bad = true;
}

static struct json *read_value(struct reader *r) {
	struct json *j = arena_new(r->a, struct json);
	if (++r->depth > DEPTH)
		r->bad = true;
	blanks(r);
	if (r->bad) {
		;
	} else if (take(r, "{")) {
		j->kind = JSON_OBJECT;
		read_members(r, j, true);
	} else if (take(r, "[")) {
		j->kind = JSON_ARRAY;
		read_members(r, j, false);
	} else if (take(r, "\"")) {
		j->kind = JSON_STRING;
		j->text = read_string(r);
	} else if (take(r, "true")) {
		j->kind = JSON_BOOL;
		j->number = 1;
	} else if (take(r, "false")) {
		j->kind = JSON_BOOL;
	} else if (!take(r, "null")) {
		char *end;
		j->kind = JSON_NUMBER;
		j->number = strtod(r->at, &end);
		r->bad |= end == r->at;
		r->at = end;
	}
	r->depth--;
	return r->bad ? NULL : j;
}

struct json *json_read(struct arena *a, const char *text) {
	struct reader r = {.a = a, .at = text};
	struct json *j = read_value(&r);
	blanks(&r);
	return *r.at ? NULL : j;
}

const struct json *json_member(const struct json *j, const char *key) {
	if (!j || j->kind != JSON_OBJECT)
		return NULL;
	for (const struct json *m = j->first; m; m = m->next)
		if (strcmp(m->key, key) == 0)
			return m;
	return NULL;
}

const char *json_text_of(const struct json *j, const char *key, const char *fallback) {
	const struct json *m = json_member(j, key);
	return m && m->kind == JSON_STRING ? m->text : fallback;
}

double json_number_of(const struct json *j, const char *key, double fallback) {
	const struct json *m = json_member(j, key);
	return m && (m->kind == JSON_NUMBER || m->kind == JSON_BOOL) ? m->number
	                                                             : fallback;
}

u32 json_u32_of(const struct json *j, const char *key) {
	double v = json_number_of(j, key, 0);
	return v > 0 ? (u32)MIN(v, (double)UINT32_MAX) : 0;
}
