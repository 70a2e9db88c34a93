/* diff.h - what differs between two texts, line by line, as `diff -u` shows it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"

struct diff_line {
	char kind; /* ' ' in both, '-' in the first only, '+' in the second only */
	u32 len;
	const char *text; /* without the newline */
};

struct diff {
	struct diff_line *line; /* all lines of both texts, in order */
	u32 n, added, removed;
};

/* Near-linear: lines that occur once in both texts are where they meet (so moved blocks
 * show as removed and added), and between them what is equal at the starts and the
 * ends. */
struct diff diff_texts(struct arena *a, const char *from, const char *to);
/* Calls `put` for each line that differs and for `around` lines before and after it; in
 * front of each such piece, for a line of kind '@' whose text is the last earlier line
 * that begins without a blank: the block that the piece is in. */
void diff_pieces(const struct diff *d, u32 around,
                 void (*put)(void *ctx, struct diff_line line), void *ctx);
