/* utf8.h - characters as UTF-8.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Writes a character, at most four bytes; returns their number. What is no character is
 * written in the same form. */
static inline u32 utf8_put(char *to, u32 c) {
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	u32 n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (u32 i = n; --i; c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3f));
	to[0] = (char)(n == 2   ? 0xc0 | (c & 0x1f)
	               : n == 3 ? 0xe0 | (c & 0xf)
	                        : 0xf0 | (c & 7));
	return n;
}
