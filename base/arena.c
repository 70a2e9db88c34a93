/* arena.c - chunks of doubling size, a bump pointer in the newest.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK_MIN = 4096, CHUNK_MAX = 8 << 20 };

struct arena_chunk {
	struct arena_chunk *next;
	size_t size; /* bytes after this header */
	_Alignas(64) u8 data[];
};

static void out_of_memory(size_t size) {
	fprintf(stderr, "simt: out of memory (%zu bytes wanted)\n", size);
	exit(70);
}

/* A new chunk with room for `size` bytes. */
static bool add_chunk(struct arena *a, size_t size, size_t align) {
	if (size > SIZE_MAX / 4)
		return false;
	size_t want = a->chunk ? a->chunk->size * 2 : CHUNK_MIN;
	if (want > CHUNK_MAX)
		want = CHUNK_MAX;
	if (want < size + align)
		want = size + align;
	struct arena_chunk *c = aligned_alloc(64, alignup(sizeof(*c) + want, 64));
	if (!c)
		return false;
	c->size = want;
	c->next = a->chunk;
	a->chunk = c;
	a->total_bytes += sizeof(*c) + want;
	a->at = c->data;
	a->end = c->data + want;
	return true;
}

bool arena_reserve(struct arena *a, size_t size, size_t align) {
	uintptr_t at = alignup((uintptr_t)a->at, align);
	bool fits = a->at && at <= (uintptr_t)a->end && size <= (uintptr_t)a->end - at;
	return fits || add_chunk(a, size, align);
}

void *arena_alloc_slow(struct arena *a, size_t size, size_t align) {
	if (!add_chunk(a, size, align))
		out_of_memory(size);
	u8 *at = (u8 *)alignup((uintptr_t)a->at, align);
	a->at = at + size;
	return at;
}

void *arena_copy(struct arena *a, const void *src, size_t size, size_t align) {
	void *p = arena_alloc(a, size, align);
	if (size)
		memcpy(p, src, size);
	return p;
}

char *arena_strdup(struct arena *a, const char *s, size_t len) {
	char *p = arena_alloc(a, len + 1, 1);
	memcpy(p, s, len);
	p[len] = 0;
	return p;
}

char *arena_adopt(struct arena *a, char *text, size_t len) {
	char *copy = arena_strdup(a, text, len);
	free(text);
	return copy;
}

char *arena_printf(struct arena *a, const char *fmt, ...) {
	va_list ap, again;
	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	char *p = arena_alloc(a, (size_t)n + 1, 1);
	vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	va_end(ap);
	return p;
}

static void free_chunks(struct arena_chunk *c) {
	while (c) {
		struct arena_chunk *next = c->next;
		free(c);
		c = next;
	}
}

void arena_reset(struct arena *a) {
	if (!a->chunk)
		return;
	free_chunks(a->chunk->next);
	a->chunk->next = NULL;
	a->at = a->chunk->data;
	a->end = a->chunk->data + a->chunk->size;
	a->total_bytes = sizeof(*a->chunk) + a->chunk->size;
}

void arena_drop(struct arena *a) {
	free_chunks(a->chunk);
	*a = ARENA_INIT;
}
