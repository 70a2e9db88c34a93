/* plain.c - see plain.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain.h"

#include "base/json.h"

/* Writes one character, as it is or as escapes. Returns the bytes written to `to`; *n:
 * the bytes of s. */
static u32 shown(char to[16], const char *s, size_t rest, const char *keep, u32 *n) {
	static const char hex[] = "0123456789abcdef";
	bool plain;
	u32 put = 0;
	*n = utf8_plain(s, rest < 4 ? (u32)rest : 4, &plain);
	if (plain || (*s && strchr(keep, *s))) {
		memcpy(to, s, *n);
		return *n;
	}
	for (u32 i = 0; i < *n; i++) {
		to[put++] = '\\';
		to[put++] = 'x';
		to[put++] = hex[(u8)s[i] >> 4];
		to[put++] = hex[s[i] & 15];
	}
	return put;
}

/* Returns the number of bytes before the first that is not plain. */
static size_t plain_part(const char *s, size_t len, const char *keep) {
	size_t at = 0;
	while (at < len) {
		bool plain;
		u32 n = utf8_plain(s + at, len - at < 4 ? (u32)(len - at) : 4, &plain);
		if (!plain && !(s[at] && strchr(keep, s[at])))
			break;
		at += n;
	}
	return at;
}

void plain_put(FILE *out, const char *s, size_t len, const char *keep) {
	u32 used;
	size_t at = plain_part(s, len, keep);
	fwrite(s, 1, at, out);
	for (; at < len; at += used) {
		char to[16];
		u32 n = shown(to, s + at, len - at, keep, &used);
		fwrite(to, 1, n, out);
	}
}

const char *plain_bytes(struct arena *a, const char *s, size_t *len, const char *keep) {
	size_t at = plain_part(s, *len, keep), put = at;
	if (at == *len)
		return s;
	char *to = arena_alloc(a, at + 4 * (*len - at) + 1, 1);
	memcpy(to, s, at);
	for (u32 used; at < *len; at += used) {
		char c[16];
		u32 n = shown(c, s + at, *len - at, keep, &used);
		memcpy(to + put, c, n);
		put += n;
	}
	to[put] = 0;
	*len = put;
	return to;
}

const char *plain_text(struct arena *a, const char *s, const char *keep) {
	size_t len = s ? strlen(s) : 0;
	return s ? plain_bytes(a, s, &len, keep) : NULL;
}

void plain_buffer(char *buf, size_t size, const char *keep) {
	size_t len = strlen(buf);
	if (plain_part(buf, len, keep) == len)
		return;
	struct arena a = ARENA_INIT;
	const char *s = plain_bytes(&a, buf, &len, keep);
	len = len < size ? len : size - 1;
	memcpy(buf, s, len);
	buf[len] = 0;
	arena_drop(&a);
}
