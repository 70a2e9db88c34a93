/* source.c - source texts in the arena, and the way back from an offset to file, line and
 * column. The line table of a file is built on the first look-up, so a text without
 * errors does not pay for it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"

enum { TAIL = SOURCE_TAIL };

enum { NAMED_MOST = 256 << 20 }; /* of a file that a text names */

void sources_init(struct sources *s, struct arena *arena) {
	*s = (struct sources){.arena = arena, .next_base = 1};
}

static bool has_room(const struct sources *s, size_t len) {
	return len <= UINT32_MAX - TAIL && s->next_base <= UINT32_MAX - TAIL - (u32)len;
}

/* Registers a text that is already in the arena with its tail. */
static struct source_file *add_in_place(struct sources *s, const char *name,
                                        const char *text, size_t len) {
	if (s->nfile == s->cap)
		vec_grow(s->arena, (void **)&s->file, &s->cap, sizeof(*s->file));
	struct source_file *f = &s->file[s->nfile++];
	*f = (struct source_file){
		.name = arena_strdup(s->arena, name, strlen(name)),
		.text = text,
		.len = (u32)len,
		.base = s->next_base,
	};
	s->next_base += (u32)len + TAIL;
	return f;
}

struct source_file *source_add(struct sources *s, const char *name, const char *text,
                               size_t len) {
	if (!has_room(s, len))
		return NULL;
	char *copy = arena_alloc(s->arena, len + TAIL, 1);
	if (len)
		memcpy(copy, text, len);
	memset(copy + len, 0, TAIL);
	return add_in_place(s, name, copy, len);
}

/* Reads until the end of file into an arena buffer that doubles; `cap` is the first
 * guess, which the size of a regular file makes exact: then what is read short of one
 * byte more ends it. Returns NULL with errno set. */
static char *read_all(struct sources *s, int fd, size_t cap, bool is_exact, size_t *len) {
	char *buf = arena_alloc(s->arena, cap + TAIL, 1);
	size_t n = 0;
	for (;;) {
		ssize_t got = read(fd, buf + n, cap + 1 - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return NULL;
		if (got == 0)
			break;
		n += (size_t)got;
		if (n == cap && is_exact)
			break;
		if (n <= cap)
			continue;
		if (!has_room(s, n)) {
			errno = EFBIG;
			return NULL;
		}
		char *bigger = arena_alloc(s->arena, cap * 2 + TAIL, 1);
		memcpy(bigger, buf, n);
		buf = bigger;
		cap *= 2;
	}
	memset(buf + n, 0, TAIL);
	*len = n;
	return buf;
}

static struct source_file *load(struct sources *s, const char *path, int fd,
                                const struct stat *st) {
	if (fd < 0)
		return NULL;
	bool is_exact = S_ISREG(st->st_mode) && st->st_size > 0;
	size_t cap = is_exact ? (size_t)st->st_size : 4096, len = 0;
	char *text = NULL;
	if (has_room(s, cap))
		text = read_all(s, fd, cap, is_exact, &len);
	else
		errno = EFBIG;
	int saved = errno;
	close(fd);
	errno = saved;
	if (text && !has_room(s, len)) {
		errno = EFBIG;
		return NULL;
	}
	return text ? add_in_place(s, path, text, len) : NULL;
}

struct source_file *source_load(struct sources *s, const char *path) {
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) != 0) {
		close(fd);
		return NULL;
	}
	return load(s, path, fd, &st);
}

struct source_file *source_load_named(struct sources *s, const char *path) {
	struct stat st;
	return load(s, path, file_open(path, 0, NAMED_MOST, &st), &st);
}

struct source_file *source_load_seen(struct sources *s, const char *name, int folder,
                                     const char *at) {
	struct stat st;
	return load(s, name, file_open_seen(folder, at, 0, NAMED_MOST, &st), &st);
}

struct source_file *source_read(struct sources *s, const char *name, int fd) {
	size_t len = 0;
	char *text = read_all(s, fd, 1 << 20, false, &len);
	if (text && !has_room(s, len)) {
		errno = EFBIG;
		return NULL;
	}
	return text ? add_in_place(s, name, text, len) : NULL;
}

static void build_lines(struct arena *a, struct source_file *f) {
	VEC(u32) start = {0};
	vec_push(a, &start, 0);
	const char *end = f->text + f->len;
	for (const char *p = f->text; (p = memchr(p, '\n', (size_t)(end - p))) != NULL;) {
		p++;
		vec_push(a, &start, (u32)(p - f->text));
	}
	f->line_start = start.at;
	f->nline = start.n;
}

/* Returns the last of `n` ascending values that is <= x; value 0 must be. */
static u32 last_at_or_before(const u32 *value, u32 n, u32 x) {
	u32 lo = 0;
	while (n > 1) {
		u32 half = n / 2;
		if (value[lo + half] <= x)
			lo += half;
		n -= half;
	}
	return lo;
}

struct source_file *source_file_of(const struct sources *s, u32 offset) {
	u32 lo = 0, hi = s->nfile;
	while (lo < hi) {
		u32 mid = lo + (hi - lo) / 2;
		if (s->file[mid].base <= offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	struct source_file *f = lo ? &s->file[lo - 1] : NULL;
	return f && offset - f->base < f->len + TAIL ? f : NULL;
}

struct source_pos source_pos(const struct sources *s, u32 offset) {
	/* files loaded meanwhile are a cache: to the caller the sources do not change */
	struct sources *cached = (struct sources *)(uintptr_t)s;
	const char *macro;
	offset = source_origin(cached, (struct loc){offset, offset}, &macro).start;
	struct source_file *f = offset ? source_file_of(s, offset) : NULL;
	if (!f)
		return (struct source_pos){0};
	if (!f->line_start)
		build_lines(s->arena, f);
	u32 at = MIN(offset - f->base, f->len);
	u32 line = last_at_or_before(f->line_start, f->nline, at);
	u32 start = f->line_start[line];
	u32 end = line + 1 < f->nline ? f->line_start[line + 1] - 1 : f->len;
	if (end > start && f->text[end - 1] == '\r')
		end--;
	return (struct source_pos){
		.file = f,
		.line = line + 1,
		.column = at - start + 1,
		.line_text = f->text + start,
		.line_len = end - start,
	};
}
