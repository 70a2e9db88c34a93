/* log.h - logs that programs ask for by size and text.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"

struct log {
	struct text_stream stream;
	FILE *out;
};

static inline void log_begin(struct log *l) {
	l->out = text_open(&l->stream);
}

static inline size_t log_bytes(struct log *l) {
	fflush(l->out);
	return l->stream.len;
}

/* Writes the text and a zero. */
static inline void log_give(struct log *l, char *out) {
	memcpy(out, l->stream.text, log_bytes(l));
	out[l->stream.len] = 0;
}

static inline void log_end(struct log *l) {
	struct arena a = ARENA_INIT;
	text_close(&l->stream, &a);
	arena_drop(&a);
}
