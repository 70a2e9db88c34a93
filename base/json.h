/* json.h - texts inside JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/base.h"

/* The characters of s, escaped; bytes that are not UTF-8 become U+FFFD. */
void json_chars(FILE *out, const char *s);
/* The same between quotes; NULL is null. */
void json_quoted(FILE *out, const char *s);
/* The same for len bytes at s. */
void json_quoted_n(FILE *out, const char *s, size_t len);
/* Writes as many escaped characters of s as fit into size bytes, without a zero byte.
 * Returns the number of bytes. */
size_t json_escape(char *to, size_t size, const char *s);

/* A document that is written from front to back. An object that is an element of an array
 * begins a line, so that texts of many small objects can be read and compared. `key` is
 * NULL for elements. */
struct json_out {
	FILE *out;
	u32 depth;    /* brackets that are open */
	bool is_next; /* something was written before, so a comma comes first */
};
void json_open(struct json_out *j, const char *key, char bracket);  /* '{' or '[' */
void json_close(struct json_out *j, char bracket);                  /* '}' or ']' */
void json_text(struct json_out *j, const char *key, const char *s); /* NULL is null */
void json_text_n(struct json_out *j, const char *key, const char *s, size_t len);
void json_number(struct json_out *j, const char *key, s64 n);
void json_unsigned(struct json_out *j, const char *key, u64 n);
void json_bool(struct json_out *j, const char *key, bool b);
/* Numbers as an array. */
void json_numbers(struct json_out *j, const char *key, const u32 *at, u32 n);
/* Ends the line, after the last bracket. */
void json_end(struct json_out *j);

/* Bytes of the character at s, of which `rest` are there; 1 for one that is not valid
 * UTF-8; `ok` says which. */
u32 utf8_len(const char *s, u32 rest, bool *ok);
/* The same; *plain: it is valid and no control character, which a terminal would obey. */
u32 utf8_plain(const char *s, u32 rest, bool *plain);
