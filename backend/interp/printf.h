/* printf.h - the text of one device printf call.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

/* Begins empty but for the arena. */
struct text {
	struct arena *arena;
	char *at;
	size_t n, cap;
};

/* Appends, and keeps a zero after the text. */
void text_add(struct text *t, const char *s, size_t n);

/* The string at generic address addr as `lane` sees it, appended to t. false after a
 * recorded fault. */
bool text_add_string(struct text *t, struct warp *w, const struct dinst *d, u32 lane,
                     u64 addr);

/* Formats as `format`, with the packed arguments at generic address args. *result is what
 * printf returns. false after a recorded fault. */
bool printf_format(struct text *t, struct warp *w, const struct dinst *d, u32 lane,
                   u64 format, u64 args, s32 *result);
