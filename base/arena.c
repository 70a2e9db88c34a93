/* arena.c - chunks of doubling size, a bump pointer in the newest; and memory that is set
 * aside for when the host has no more.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/reserve.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	CHUNK_MIN = 4096,
	CHUNK_MAX = 8 << 20,
	RESERVE_MIN = 256 << 10,
	SMALL_CHUNK = 512
};
enum { HUGE_PAGE = 2 << 20 }; /* requested where a chunk has room for one */

/* Memory that arena_ready has set aside. Each chunk and block taken from it holds a
 * reference, and so does the thread that set it aside. */
struct reserve {
	_Atomic u32 refs;
	size_t size, used;
	_Alignas(64) u8 data[];
};

struct arena_chunk {
	struct arena_chunk *next;
	size_t size;          /* bytes after this header */
	struct reserve *from; /* NULL: the system */
	_Alignas(64) u8 data[];
};

/* Blocks that were given back, by the power of two that they hold. */
enum { GIVEN_BITS_MIN = 10, GIVEN_BITS_MAX = 40, GIVEN_TRIES = 8, GIVEN_ALIGN = 8 };
struct given_block {
	struct given_block *next;
	size_t size;
};
struct arena_given {
	struct given_block *of[GIVEN_BITS_MAX - GIVEN_BITS_MIN + 1];
};

static _Thread_local arena_rescue *rescue;

arena_rescue *arena_on_failure(arena_rescue *now) {
	arena_rescue *before = rescue;
	rescue = now;
	return before;
}

static void out_of_memory(size_t size) {
	if (rescue)
		rescue();
	fprintf(stderr, "simt: out of memory (%zu bytes wanted)\n", size);
	/* exit() would run LLVM's destructors while other threads compile. A thread that
	 * prints holds stdout's lock, perhaps for ever. */
	if (ftrylockfile(stdout) == 0) {
		fflush(stdout);
		funlockfile(stdout);
	}
	_exit(70);
}

FILE *text_open(struct text_stream *s) {
	*s = (struct text_stream){.text = NULL};
	s->out = open_memstream(&s->text, &s->len);
	if (!s->out)
		out_of_memory(BUFSIZ);
	return s->out;
}

char *text_close(struct text_stream *s, struct arena *a) {
	bool cut = ferror(s->out) != 0;
	if (fclose(s->out) != 0 || cut || !s->text)
		out_of_memory(s->len);
	return arena_adopt(a, s->text, s->len);
}

/* ---- memory set aside ---- */

static _Thread_local struct reserve *reserve;

static void reserve_unref(struct reserve *r) {
	if (r && atomic_fetch_sub(&r->refs, 1) == 1)
		munmap(r, sizeof *r + r->size);
}

static pthread_key_t at_thread_end;

static void thread_ends(void *r) {
	reserve_unref(r);
	reserve = NULL;
}

static void make_key(void) {
	pthread_key_create(&at_thread_end, thread_ends);
}

/* A partly used reserve is replaced, as the rest of it may be too small. */
bool arena_ready(size_t size) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	if (reserve && reserve->used == 0 && reserve->size >= size)
		return true;
	if (size > SIZE_MAX / 4)
		return false;
	pthread_once(&once, make_key);
	size = alignup(size < RESERVE_MIN ? RESERVE_MIN : size, 64);
	/* not of malloc, which writes to all of it where MALLOC_PERTURB_ is set */
	struct reserve *r = mmap(NULL, sizeof *r + size, PROT_READ | PROT_WRITE,
	                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (r == MAP_FAILED)
		return false;
	if (pthread_setspecific(at_thread_end, r) != 0) {
		munmap(r, sizeof *r + size);
		return false;
	}
	atomic_init(&r->refs, 1);
	r->size = size;
	r->used = 0;
	reserve_unref(reserve);
	reserve = r;
	return true;
}

static void *take_reserve(size_t size) {
	if (!reserve || size > reserve->size - reserve->used)
		return NULL;
	void *p = reserve->data + reserve->used;
	reserve->used += size;
	atomic_fetch_add(&reserve->refs, 1);
	return p;
}

/* ---- blocks ---- */

struct block {
	struct reserve *from;
	size_t size;
	_Alignas(16) u8 data[];
};

void *block_new(size_t size) {
	if (size > SIZE_MAX / 4)
		return NULL;
	struct block *b = malloc(sizeof *b + size);
	struct reserve *from = b ? NULL : reserve;
	if (!b)
		b = take_reserve(alignup(sizeof *b + size, 64));
	if (!b)
		return NULL;
	b->from = from;
	b->size = size;
	return b->data;
}

void block_free(void *block) {
	struct block *b = block ? (struct block *)((u8 *)block - sizeof *b) : NULL;
	if (b && b->from)
		reserve_unref(b->from);
	else
		free(b);
}

void *block_resize(void *block, size_t size) {
	void *p = block_new(size);
	if (p && block) {
		const struct block *b = (struct block *)((u8 *)block - sizeof *b);
		memcpy(p, block, b->size < size ? b->size : size);
		block_free(block);
	}
	return p;
}

/* ---- chunks ---- */

/* Large chunks use huge pages: the first touch of a small page takes as long as filling
 * it several times. */
static struct arena_chunk *chunk_new(size_t bytes) {
	bool is_large = bytes >= 2 * HUGE_PAGE;
	size_t align = is_large ? HUGE_PAGE : 64;
	/* the host commits only the pages that are touched */
	void *p = aligned_alloc(align, alignup(bytes, align));
#ifdef MADV_HUGEPAGE
	if (p && is_large)
		madvise(p, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
	return p;
}

/* Adds a chunk with room for `size` bytes: of the preferred size, else as small as
 * possible. */
static bool add_chunk(struct arena *a, size_t size, size_t align) {
	if (size > SIZE_MAX / 4)
		return false;
	size_t want = a->chunk ? a->chunk->size * 2 : CHUNK_MIN;
	if (want > CHUNK_MAX)
		want = CHUNK_MAX;
	if (want < size + align)
		want = size + align;
	struct arena_chunk *c = a->spare;
	struct reserve *from = NULL;
	if (c && c->size >= want) {
		want = c->size;
		from = c->from;
		a->spare = NULL;
	} else {
		c = chunk_new(sizeof(*c) + want);
		from = c ? NULL : reserve;
	}
	if (!c) {
		want = size + align < SMALL_CHUNK ? SMALL_CHUNK : size + align;
		c = take_reserve(alignup(sizeof(*c) + want, 64));
	}
	if (!c)
		return false;
	c->from = from;
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

/* ---- what was given back ---- */

static u32 log2_of(size_t size) {
	return 63 - (u32)__builtin_clzll(size);
}

void arena_give(struct arena *a, void *p, size_t size) {
	u8 *at = (u8 *)alignup((uintptr_t)p, GIVEN_ALIGN), *end = (u8 *)p + size;
	if (!p || end < at + (1 << GIVEN_BITS_MIN))
		return;
	if (!a->given) { /* without memory, the first block has the list */
		a->given = (struct arena_given *)at;
		*a->given = (struct arena_given){0};
		arena_give(a, a->given + 1, (size_t)(end - (u8 *)(a->given + 1)));
		return;
	}
	struct given_block *b = (struct given_block *)at;
	u32 bits = MIN(log2_of((size_t)(end - at)), (u32)GIVEN_BITS_MAX);
	*b = (struct given_block){a->given->of[bits - GIVEN_BITS_MIN],
	                          (size_t)(end - at)};
	a->given->of[bits - GIVEN_BITS_MIN] = b;
}

/* Takes the first of a few blocks that has room. */
static struct given_block *find_given(struct given_block **list, size_t need) {
	for (u32 i = 0; i < GIVEN_TRIES && *list; i++, list = &(*list)->next) {
		struct given_block *b = *list;
		if (b->size < need)
			continue;
		*list = b->next;
		return b;
	}
	return NULL;
}

/* Goes on in a block with room for `size` bytes that was given back. */
static bool take_given(struct arena *a, size_t size, size_t align) {
	size_t more = align > GIVEN_ALIGN ? align : 0;
	size_t need = MAX(size + more, (size_t)1 << GIVEN_BITS_MIN);
	if (!a->given || need >> GIVEN_BITS_MAX)
		return false;
	struct given_block *b = NULL;
	for (u32 i = log2_of(need); !b && i <= GIVEN_BITS_MAX; i++)
		b = find_given(&a->given->of[i - GIVEN_BITS_MIN], need);
	if (!b)
		return false;
	a->at = (u8 *)b;
	a->end = (u8 *)b + b->size;
	return true;
}

void *arena_alloc_slow(struct arena *a, size_t size, size_t align) {
	u8 *rest = a->at, *end = a->end;
	if (!take_given(a, size, align) && !add_chunk(a, size, align))
		out_of_memory(size);
	if (rest)
		arena_give(a, rest, (size_t)(end - rest));
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
		if (c->from)
			reserve_unref(c->from);
		else
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
	a->given = NULL;
}

void arena_rewind(struct arena *a, struct arena_mark mark) {
	while (a->chunk != mark.chunk) {
		struct arena_chunk *c = a->chunk;
		a->chunk = c->next;
		a->total_bytes -= sizeof(*c) + c->size;
		c->next = NULL;
		if (a->spare && a->spare->size >= c->size) {
			free_chunks(c);
			continue;
		}
		free_chunks(a->spare);
		a->spare = c;
	}
	a->at = mark.at;
	a->end = mark.end;
	a->given = NULL; /* some of it may lie in what was dropped */
}

void arena_drop(struct arena *a) {
	free_chunks(a->spare);
	free_chunks(a->chunk);
	*a = ARENA_INIT;
}

void arena_return(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
