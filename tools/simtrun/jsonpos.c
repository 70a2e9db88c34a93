/* jsonpos.c - walks a valid JSON text by a path; see jsonpos.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/jsonpos.h"

static const char *blanks(const char *s) {
	return s + strspn(s, " \t\r\n");
}

static const char *skip_string(const char *s) {
	for (s++; *s && *s != '"'; s++)
		if (*s == '\\' && s[1])
			s++;
	return s + (*s != 0);
}

/* Returns the place after the value at s. */
static const char *skip_value(const char *s) {
	u32 depth = 0;
	do {
		s = blanks(s);
		if (*s == '"') {
			s = skip_string(s);
		} else if (*s == '{' || *s == '[') {
			depth++;
			s++;
		} else if (*s == '}' || *s == ']') {
			depth--;
			s++;
		} else if (*s == ',' || *s == ':') {
			s++;
		} else {
			s += strcspn(s, ",:]} \t\r\n\"[{");
		}
	} while (*s && depth);
	return s;
}

static bool key_is(const char *s, const char *key) {
	size_t n = strlen(key);
	return s[0] == '"' && strncmp(s + 1, key, n) == 0 && s[n + 1] == '"';
}

/* Returns the value inside the container at s, or NULL. */
static const char *enter(const char *s, const struct json_step *step) {
	char close = step->key ? '}' : ']';
	if (*s != (step->key ? '{' : '['))
		return NULL;
	s = blanks(s + 1);
	for (u32 i = 0; *s && *s != close; i++) {
		bool here = step->key ? key_is(s, step->key) : i == step->index;
		if (step->key) {
			s = blanks(skip_string(s));
			s = blanks(s + (*s == ':'));
		}
		if (here)
			return s;
		s = blanks(skip_value(s));
		s = blanks(s + (*s == ','));
	}
	return NULL;
}

struct loc json_locate(const struct source_file *file, const struct json_step *path,
                       u32 n) {
	const char *s = blanks(file->text);
	for (u32 i = 0; i < n; i++) {
		const char *in = enter(s, &path[i]);
		if (!in)
			break;
		s = in;
	}
	const char *end = *s == '{' || *s == '[' ? s + 1 : skip_value(s);
	u32 start = (u32)(s - file->text);
	return (struct loc){file->base + start, file->base + (u32)(end - file->text)};
}
