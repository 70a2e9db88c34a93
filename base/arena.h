/* arena.h - region allocator. Everything allocated from an arena dies together in
 * arena_reset or arena_drop; nothing is freed alone, but a large block that nothing
 * refers to can be given to later allocations (arena_give). An arena belongs to one
 * thread at a time. When host memory runs out, the process ends with a message (the
 * compiler's arenas only; device memory has status codes).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

#include <stdio.h>

struct arena_chunk;
struct arena_given;

struct arena {
	u8 *at, *end;              /* free part of the newest chunk */
	struct arena_chunk *chunk; /* newest first */
	size_t total_bytes;        /* obtained from the system */
	struct arena_chunk *spare; /* of arena_rewind, for what comes next */
	struct arena_given *given; /* by arena_give, by size; NULL: nothing */
};

#define ARENA_INIT ((struct arena){0})

/* `size` bytes, aligned to `align` (a power of two, at most 64), not cleared. */
void *arena_alloc_slow(struct arena *a, size_t size, size_t align);

/* Makes sure that the next allocation of at most `size` bytes cannot fail. False if there
 * is no memory. */
bool arena_reserve(struct arena *a, size_t size, size_t align);

static inline void *arena_alloc(struct arena *a, size_t size, size_t align) {
	uintptr_t at = alignup((uintptr_t)a->at, align);
	if (a->at && at <= (uintptr_t)a->end && size <= (uintptr_t)a->end - at) {
		a->at = (u8 *)at + size;
		return (void *)at;
	}
	return arena_alloc_slow(a, size, align);
}

static inline void *arena_zalloc(struct arena *a, size_t size, size_t align) {
	void *p = arena_alloc(a, size, align);
	memset(p, 0, size);
	return p;
}

/* One zeroed T, n zeroed Ts, n uninitialised Ts. */
#define arena_new(a, T) ((T *)arena_zalloc((a), sizeof(T), _Alignof(T)))
#define arena_array(a, T, n) \
	((T *)arena_zalloc((a), sizeof(T) * (size_t)(n), _Alignof(T)))
#define arena_array_raw(a, T, n) \
	((T *)arena_alloc((a), sizeof(T) * (size_t)(n), _Alignof(T)))

/* Copies of memory, and formatted text, in the arena. */
void *arena_copy(struct arena *a, const void *src, size_t size, size_t align);
char *arena_strdup(struct arena *a, const char *s, size_t len);
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Moves a text that the C library allocated (open_memstream) into the arena. */
char *arena_adopt(struct arena *a, char *text, size_t len);

/* Gives the block of `size` bytes at p, to which nothing refers any more, to what is
 * allocated from now on. Small blocks are left as they are. */
void arena_give(struct arena *a, void *p, size_t size);

/* A stream into memory; text_close copies the text, its len bytes and a zero, into the
 * arena. Without memory for it the process ends, as with an arena. */
struct text_stream {
	FILE *out;
	char *text;
	size_t len;
};
FILE *text_open(struct text_stream *s);
char *text_close(struct text_stream *s, struct arena *a);

/* A place in an arena that is used as a stack: everything allocated after arena_mark dies
 * in arena_rewind. Not together with arena_reset. */
struct arena_mark {
	struct arena_chunk *chunk;
	u8 *at, *end;
};

static inline struct arena_mark arena_mark(const struct arena *a) {
	return (struct arena_mark){a->chunk, a->at, a->end};
}

void arena_rewind(struct arena *a, struct arena_mark mark);

/* Keeps the newest chunk for reuse and frees the others / frees everything. */
void arena_reset(struct arena *a);
void arena_drop(struct arena *a);
/* Gives what was freed back to the system, after much was. */
void arena_return(void);
