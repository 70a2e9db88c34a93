/* text.c - see text.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

static void make_room(struct text *t, u32 more) {
	if (t->cap - t->n >= more)
		return;
	u32 cap = MAX(2 * t->cap, t->n + more);
	char *at = arena_alloc(t->arena, cap, 1);
	if (t->n)
		memcpy(at, t->at, t->n);
	t->at = at;
	t->cap = cap;
}

void text_printf(struct text *t, const char *fmt, ...) {
	va_list ap, again;
	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n > 0) {
		make_room(t, (u32)n + 1);
		vsnprintf(t->at + t->n, (size_t)n + 1, fmt, again);
		t->n += (u32)n;
	}
	va_end(again);
}

void text_comma(struct text *t) {
	if (t->n)
		text_printf(t, ", ");
}

const char *text_get(const struct text *t) {
	return t->n ? t->at : "";
}
