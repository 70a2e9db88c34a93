/* plain.h - foreign text on its way to a terminal: control characters and bytes that are
 * not UTF-8 are shown as \x1b, so that they do nothing there. Names from PTX become plain
 * when the scanner reads them, names from launch files when the reader does; all messages
 * become plain when they are made or printed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"

/* Characters that stay as they are, beside printable text, in a text of several lines. */
#define PLAIN_LINES "\n\t"

/* `keep`: control characters that stay; "" for none. */
void plain_put(FILE *out, const char *s, size_t len, const char *keep);
/* s itself if it is plain; NULL is NULL. */
const char *plain_text(struct arena *a, const char *s, const char *keep);
/* The same for len bytes, which may include zeros. *len becomes that of the result, which
 * ends with a zero only if it is not s. */
const char *plain_bytes(struct arena *a, const char *s, size_t *len, const char *keep);
/* Makes the text in a buffer of `size` bytes plain, cut where it does not fit. */
void plain_buffer(char *buf, size_t size, const char *keep);
