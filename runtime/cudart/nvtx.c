/* nvtx.c - the function table of nvtx3/nvToolsExt.h: a program's ranges and marks in a
 * timeline.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <simt/nvtx_table.h>
#include <wchar.h>

#include "base/str.h"
#include "base/vec.h"
#include "runtime/handles/error.h"

struct range {
	const char *domain, *text;
};

struct pushed {
	struct pushed *around;
	const char *domain, *text;
	int level; /* number of ranges of the domain around it */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct strtab texts;
	VEC(struct range) range; /* by id, from 1 */
	VEC(u64) free;           /* ids that have ended */
	struct pushed *spare;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The ranges that the calling thread has pushed, in all domains. */
static _Thread_local struct pushed *innermost;

static struct pushed **innermost_of(const char *domain) {
	struct pushed **at = &innermost;
	while (*at && (*at)->domain != domain)
		at = &(*at)->around;
	return at;
}

static const char *keep_n(const char *text, size_t n) {
	pthread_mutex_lock(&all.lock);
	if (!all.texts.arena)
		strtab_init(&all.texts, &all.arena);
	const char *s = str_intern(&all.texts, text, n)->s;
	pthread_mutex_unlock(&all.lock);
	return s;
}

static const char *keep(const char *text) {
	return text ? keep_n(text, strlen(text)) : NULL;
}

static size_t put_utf8(char *to, u32 c) {
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xe0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 63));
		to[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	to[0] = (char)(0xf0 | (c >> 18 & 7));
	to[1] = (char)(0x80 | (c >> 12 & 63));
	to[2] = (char)(0x80 | (c >> 6 & 63));
	to[3] = (char)(0x80 | (c & 63));
	return 4;
}

static const char *keep_wide(const void *text) {
	const wchar_t *w = text;
	char utf8[1024];
	size_t n = 0;
	if (!text)
		return NULL;
	for (; *w && n + 4 <= sizeof utf8; w++)
		n += put_utf8(utf8 + n, (u32)*w);
	return keep_n(utf8, n);
}

static int is_on(void) {
	return simt_tracing();
}

static const char *shown(const char *text) {
	return text ? text : "";
}

static void mark(const char *domain, const char *text, uint32_t argb) {
	if (simt_tracing())
		simt_trace_mark(domain, shown(text), argb);
}

static int push(const char *domain, const char *text, uint32_t argb) {
	const struct pushed *outer = *innermost_of(domain);
	const char *kept = keep(shown(text));
	pthread_mutex_lock(&all.lock);
	struct pushed *p = all.spare ? all.spare : arena_new(&all.arena, struct pushed);
	all.spare = all.spare ? p->around : NULL;
	pthread_mutex_unlock(&all.lock);
	*p = (struct pushed){innermost, domain, kept, outer ? outer->level + 1 : 0};
	innermost = p;
	if (simt_tracing())
		simt_trace_push(domain, kept, argb);
	return p->level;
}

/* Returns -2 if nothing was pushed, as the interface defines. */
static int pop(const char *domain) {
	struct pushed **at = innermost_of(domain), *p = *at;
	if (!p)
		return -2;
	int level = p->level;
	*at = p->around;
	if (simt_tracing())
		simt_trace_pop(domain, p->text);
	pthread_mutex_lock(&all.lock);
	p->around = all.spare;
	all.spare = p;
	pthread_mutex_unlock(&all.lock);
	return level;
}

static uint64_t start(const char *domain, const char *text, uint32_t argb) {
	const char *kept = keep(shown(text));
	pthread_mutex_lock(&all.lock);
	u64 id;
	if (all.free.n) {
		id = vec_pop(&all.free);
	} else {
		vec_push(&all.arena, &all.range, (struct range){0});
		id = all.range.n;
	}
	all.range.at[id - 1] = (struct range){domain, kept};
	pthread_mutex_unlock(&all.lock);
	if (simt_tracing())
		simt_trace_range(true, domain, kept, id, argb);
	return id;
}

static void end(uint64_t id) {
	struct range r = {NULL, NULL};
	pthread_mutex_lock(&all.lock);
	if (id && id <= all.range.n && all.range.at[id - 1].text) {
		r = all.range.at[id - 1];
		all.range.at[id - 1].text = NULL;
		vec_push(&all.arena, &all.free, id);
	}
	pthread_mutex_unlock(&all.lock);
	if (r.text && simt_tracing())
		simt_trace_range(false, r.domain, r.text, id, 0);
}

static void name_thread(uint32_t id, const char *text) {
	if (simt_tracing())
		simt_trace_name_thread(id, shown(text));
}

const struct simt_nvtx *__cudaNvtx(void) {
	static const struct simt_nvtx table = {
		.is_on = is_on,
		.mark = mark,
		.push = push,
		.pop = pop,
		.start = start,
		.end = end,
		.name_thread = name_thread,
		.keep = keep,
		.keep_wide = keep_wide,
	};
	return &table;
}
