/* trace.c - writes events into a mapped file.
 *
 * The document's end always follows the last event: "\n]}\n" and then blanks up to the
 * end of the mapping, which JSON allows. An event is written over that end, and a new end
 * after it. So the file is a whole document when the process ends in exit, _exit, abort
 * or a signal, unless it is killed within that copy of some hundred bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/map.h"

enum {
	CHUNK = 4 << 20, /* the file grows by so much, and so much of it is mapped */
	EVENT_BYTES = 4096,
	NAME_BYTES = 1024,
	THREADS_END = 1 << 22, /* no thread of Linux has such a number */
};

_Atomic u32 trace_watchers;

static struct {
	pthread_mutex_t lock;
	int fd;
	u8 *map;      /* of the chunk at `base` */
	u64 base, at; /* where the end of the file is */
	u64 start_ns;
	bool first;
} out = {.lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1};

static const char tail[4] = "\n]}\n";

/* ---- the file ---------------------------------------------------------------------- */

/* Maps the file from `base` on, filled with blanks. Two chunks, so that no event reaches
 * past them. */
static bool map_chunk(u64 base) {
	if (ftruncate(out.fd, (off_t)(base + 2 * CHUNK)) != 0)
		return false;
	void *p = mmap(NULL, 2 * CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, out.fd,
	               (off_t)base);
	if (p == MAP_FAILED)
		return false;
	if (out.map) { /* its second half is the first one now */
		munmap(out.map, 2 * CHUNK);
		memset((u8 *)p + CHUNK, ' ', CHUNK);
	} else {
		memset(p, ' ', 2 * CHUNK);
	}
	out.map = p;
	out.base = base;
	return true;
}

static void put(const char *event, size_t n) {
	char text[EVENT_BYTES + sizeof tail];
	memcpy(text, event, n);
	memcpy(text + n, tail, sizeof tail);
	pthread_mutex_lock(&out.lock);
	if (tracing()) {
		if (out.first) /* no comma before it */
			text[0] = ' ';
		out.first = false;
		memcpy(out.map + (out.at - out.base), text, n + sizeof tail);
		out.at += n;
		if (out.at - out.base >= CHUNK && !map_chunk(out.base + CHUNK))
			/* the disk is full; the file so far is whole */
			trace_watch(WATCH_TRACE, false);
	}
	pthread_mutex_unlock(&out.lock);
}

static void lock_out(void) {
	pthread_mutex_lock(&out.lock);
}

static void unlock_out(void) {
	pthread_mutex_unlock(&out.lock);
}

/* In a child of fork: the file stays the parent's. */
static void in_child(void) {
	trace_watch(WATCH_TRACE, false);
	pthread_mutex_unlock(&out.lock);
}

void trace_close(void) {
	pthread_mutex_lock(&out.lock);
	if (tracing()) {
		trace_watch(WATCH_TRACE, false);
		munmap(out.map, 2 * CHUNK);
		if (ftruncate(out.fd, (off_t)(out.at + sizeof tail)) != 0)
			out.at = 0; /* blanks stay at its end */
		close(out.fd);
	}
	pthread_mutex_unlock(&out.lock);
}

bool trace_open(const char *path, char *why, size_t size) {
	static const char head[] = "{\"traceEvents\":[";
	char name[4096];
	errno = ENAMETOOLONG;
	if (tracing())
		return true;
	out.fd = file_of_process(name, sizeof name, path)
	                 ? open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
	                 : -1;
	if (out.fd < 0 || !map_chunk(0)) {
		snprintf(why, size, "cannot write %s: %s", path, strerror(errno));
		return false;
	}
	out.at = sizeof head - 1;
	memcpy(out.map, head, out.at);
	memcpy(out.map + out.at, tail, sizeof tail);
	out.first = true;
	out.start_ns = 0;
	out.start_ns = trace_now();
	pthread_atfork(lock_out, unlock_out, in_child);
	atexit(trace_close);
	trace_watch(WATCH_TRACE, true);
	trace_name_process(TRACE_HOST, "host");
	return true;
}

/* ---- events ------------------------------------------------------------------------ */

u64 trace_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec - out.start_ns;
}

/* Whether the program has given thread `id` a name, which the first event of that thread
 * must not take away. */
static bool has_name(u32 id, bool now) {
	static _Atomic u32 named[THREADS_END / 32];
	u32 bit = 1u << id % 32;
	if (id >= THREADS_END)
		return false;
	return (now ? atomic_fetch_or(&named[id / 32], bit)
	            : atomic_load(&named[id / 32])) &
	       bit;
}

struct track trace_host(void) {
	static _Thread_local u32 id;
	if (!id) {
		id = (u32)syscall(SYS_gettid);
		struct track t = {TRACE_HOST, id};
		bool is_main = id == (u32)getpid();
		if (!has_name(id, false))
			trace_name(t, is_main ? "main" : "thread");
		if (is_main) /* before the others */
			trace_order(t, -1);
	}
	return (struct track){TRACE_HOST, id};
}

void trace_name_thread(u32 id, const char *name) {
	has_name(id, true);
	trace_name((struct track){TRACE_HOST, id}, name);
}

/* Rows of neither threads nor streams are numbered in the order of their creation. */
static u32 next_row(void) {
	static _Atomic u32 rows = THREADS_END;
	return atomic_fetch_add(&rows, 1);
}

struct track trace_host_domain(const char *domain) {
	enum { ROWS = 16 };
	static _Thread_local struct {
		const char *domain;
		u32 tid;
	} row[ROWS];
	struct track thread = trace_host();
	u32 i = 0;
	while (i < ROWS && row[i].tid && row[i].domain != domain)
		i++;
	if (i == ROWS)
		return thread;
	struct track t = {TRACE_HOST, row[i].tid};
	if (!t.tid) {
		char name[NAME_BYTES];
		snprintf(name, sizeof name, "%s, of %s %u", domain,
		         thread.tid == (u32)getpid() ? "main" : "thread", thread.tid);
		row[i].domain = domain;
		row[i].tid = t.tid = next_row();
		trace_name(t, name);
	}
	return t;
}

static void name_worker(struct track t, u32 slot, u32 index, u32 place) {
	char name[96];
	int n = snprintf(name, sizeof name, "worker %u", index);
	if (place)
		n += snprintf(name + n, sizeof name - (size_t)n, ", place %u", place);
	if (slot)
		snprintf(name + n, sizeof name - (size_t)n, ", beside %u other kernel%s",
		         slot, &"s"[slot == 1]);
	trace_name(t, name);
	trace_order(t, (s32)(MIN(slot, 15u) << 26 | MIN(index, 1023u) << 16 |
	                     MIN(place, 65535u)));
}

struct track trace_worker(u32 pid, u32 slot, u32 index, u32 place) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct arena arena;
	static struct map rows = {.arena = &arena};
	u64 key = (u64)pid << 52 | (u64)slot << 42 | (u64)index << 28 | place;
	pthread_mutex_lock(&lock);
	struct track t = {0};
	if (map_reserve(&rows)) {
		u64 *row = map_at(&rows, key);
		t = (struct track){pid, *row ? (u32)*row : next_row()};
		if (!*row)
			name_worker(t, slot, index, place);
		*row = t.tid;
	}
	pthread_mutex_unlock(&lock);
	return t;
}

/* ,{"ph":..,"pid":..,"tid":..,"cat":"..","name":".." and what follows */
struct event {
	size_t n;
	char text[EVENT_BYTES];
};

static void add(struct event *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void add(struct event *e, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(e->text + e->n, sizeof e->text - e->n, fmt, ap);
	va_end(ap);
	e->n = MIN(e->n + (size_t)MAX(n, 0), sizeof e->text - 1);
}

static void add_text(struct event *e, const char *key, const char *s) {
	add(e, ",\"%s\":\"", key);
	e->n += json_escape(e->text + e->n, NAME_BYTES, s);
	add(e, "\"");
}

/* No two rows have the same number, whatever their processes, and none has 0: Perfetto
 * keeps names by number, and takes 0 for that of the process. Streams are numbered by
 * each device, the others are not. */
static u32 number_of(struct track t) {
	bool is_stream = t.pid >= TRACE_DEVICE && t.pid < TRACE_WORKERS;
	return is_stream ? t.pid * 1000000 + 1 + t.tid : t.tid;
}

static void begin_row(struct event *e, const char *phase, u32 pid, u32 tid,
                      const char *category, const char *name) {
	e->n = 0;
	add(e, ",\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u", phase, pid, tid);
	if (category)
		add_text(e, "cat", category);
	if (name)
		add_text(e, "name", name);
}

static void begin(struct event *e, const char *phase, struct track t,
                  const char *category, const char *name) {
	begin_row(e, phase, t.pid, number_of(t), category, name);
}

static void add_time(struct event *e, const char *key, u64 ns) {
	add(e, ",\"%s\":%llu.%03u", key, (unsigned long long)(ns / 1000),
	    (unsigned)(ns % 1000));
}

/* Arguments that do not fit are left out, so that the event is whole. */
static void finish(struct event *e, const char *args) {
	if (args && *args && strlen(args) < sizeof e->text - e->n - 16)
		add(e, ",\"args\":{%s}", args);
	add(e, "}");
	put(e->text, e->n);
}

void trace_slice(struct track t, const char *category, const char *name, u64 start,
                 u64 end, const char *args) {
	struct event e;
	begin(&e, "X", t, category, name);
	add_time(&e, "ts", start);
	add_time(&e, "dur", end > start ? end - start : 0);
	finish(&e, args);
}

void trace_begin(struct track t, const char *category, const char *name,
                 const char *args) {
	struct event e;
	begin(&e, "B", t, category, name);
	add_time(&e, "ts", trace_now());
	finish(&e, args);
}

/* With its name: speedscope and Chromium's developer tools find the beginning by it. */
void trace_end(struct track t, const char *category, const char *name) {
	struct event e;
	begin(&e, "E", t, category, name);
	add_time(&e, "ts", trace_now());
	finish(&e, NULL);
}

void trace_instant(struct track t, const char *category, const char *name,
                   const char *args) {
	struct event e;
	begin(&e, "i", t, category, name);
	add_time(&e, "ts", trace_now());
	add(&e, ",\"s\":\"t\"");
	finish(&e, args);
}

void trace_async(bool begins, struct track t, const char *category, const char *name,
                 u64 id, const char *args) {
	struct event e;
	begin(&e, begins ? "b" : "e", t, category, name);
	add_time(&e, "ts", trace_now());
	add(&e, ",\"id\":%llu", (unsigned long long)id);
	finish(&e, args);
}

static void metadata(const char *what, u32 pid, u32 tid, const char *args) {
	struct event e;
	begin_row(&e, "M", pid, tid, NULL, what);
	finish(&e, args);
}

static void metadata_name(const char *what, u32 pid, u32 tid, const char *name) {
	char args[2 * NAME_BYTES];
	trace_text(args, sizeof args, "name", name, false);
	metadata(what, pid, tid, args);
}

static void metadata_order(const char *what, u32 pid, u32 tid, s32 order) {
	char args[64];
	snprintf(args, sizeof args, "\"sort_index\":%d", order);
	metadata(what, pid, tid, args);
}

void trace_name_process(u32 pid, const char *name) {
	metadata_name("process_name", pid, pid, name);
	metadata_order("process_sort_index", pid, pid, (s32)pid);
}

void trace_name(struct track t, const char *name) {
	metadata_name("thread_name", t.pid, number_of(t), name);
}

void trace_order(struct track t, s32 order) {
	metadata_order("thread_sort_index", t.pid, number_of(t), order);
}

size_t trace_text(char *at, size_t size, const char *key, const char *text, bool comma) {
	int n = snprintf(at, size, "%s\"%s\":\"", comma ? "," : "", key);
	if (n < 0 || (size_t)n + 2 >= size)
		return 0;
	size_t len = (size_t)n +
	             json_escape(at + n, MIN(size - (size_t)n - 2, (size_t)NAME_BYTES),
	                         text);
	at[len++] = '"';
	at[len] = 0;
	return len;
}
