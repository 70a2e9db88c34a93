/* json.h - texts inside JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/base.h"

/* The characters of s, escaped; bytes that are no UTF-8 become U+FFFD. */
void json_chars(FILE *out, const char *s);
/* The same between quotes; NULL is null. */
void json_string(FILE *out, const char *s);
/* The same for len bytes at s. */
void json_string_n(FILE *out, const char *s, size_t len);
/* As many escaped characters of s as fit into size bytes, no zero byte behind them. How many bytes they are. */
size_t json_escape(char *to, size_t size, const char *s);

/* Bytes of the character at s, of which `rest` are there; 1 for one that is not valid UTF-8; `ok` says
 * which. */
u32 utf8_len(const char *s, u32 rest, bool *ok);
/* The same; *plain: valid, and no control character, which would do something to a terminal. */
u32 utf8_plain(const char *s, u32 rest, bool *plain);
