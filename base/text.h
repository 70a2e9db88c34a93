/* text.h - a text that grows at its end; appending n items takes time linear in n.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct text {
	struct arena *arena;
	char *at;
	u32 n, cap;
};

void text_printf(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* ", " between items: nothing at the beginning. */
void text_comma(struct text *t);
/* Returns the text so far; nothing may be added while it is in use. */
const char *text_get(const struct text *t);
