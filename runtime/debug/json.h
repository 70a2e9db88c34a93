/* json.h - JSON texts as trees, for the Debug Adapter Protocol.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

enum json_kind {
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

struct json {
	enum json_kind kind;
	const char *key;  /* in an object; else NULL */
	const char *text; /* of a string */
	double number;    /* of a bool: 0 or 1 */
	struct json *first, *next;
};

/* NULL: the text is no JSON. */
struct json *json_read(struct arena *a, const char *text);
/* A member of an object; NULL: there is none, or j is no object. */
const struct json *json_member(const struct json *j, const char *key);
const char *json_text_of(const struct json *j, const char *key, const char *fallback);
double json_number_of(const struct json *j, const char *key, double fallback);
/* The nearest whole number of 32 bits; 0 if there is none. */
u32 json_u32_of(const struct json *j, const char *key);
