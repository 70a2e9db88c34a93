/* trace.h - a timeline of the process in Chrome's trace format, which Perfetto and
 * chrome://tracing open. The file is a whole JSON document after every event, however the
 * process ends. Before trace_open nothing is written; a call costs one test of a flag.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "base/base.h"

/* Watchers of a program's calls, in one word, so that a call tests it once: a timeline is
 * written; runtime/core/inject.c has rules about calls. */
enum { WATCH_TRACE = 1, WATCH_INJECT = 2 };
/* runtime/core/api/inject.h declares it by this name. */
extern _Atomic u32 trace_watchers __asm__("simt_watchers");

static inline void trace_watch(u32 who, bool on) {
	if (on)
		atomic_fetch_or(&trace_watchers, who);
	else
		atomic_fetch_and(&trace_watchers, ~who);
}

static inline bool tracing(void) {
	return atomic_load_explicit(&trace_watchers, memory_order_relaxed) & WATCH_TRACE;
}

/* A row of the timeline: a thread of the process, or of a device. */
struct track {
	u32 pid, tid;
};
enum {
	TRACE_HOST = 1,       /* pid of the process's own threads */
	TRACE_DEVICE = 1000,  /* + number of the device: its streams */
	TRACE_WORKERS = 2000, /* + number of the device: what runs its ctas */
};

/* %p in the path is the process's number. False if it fails; `why` is then the reason. */
bool trace_open(const char *path, char *why, size_t size);
/* Cuts the file to its length; nothing more is written. */
void trace_close(void);

u64 trace_now(void);           /* nanoseconds */
struct track trace_host(void); /* the calling thread */
/* Returns the row of the calling thread's ranges in an NVTX domain: ranges of two domains
 * need not nest. The text of a domain is always at the same address. A thread in more
 * than 16 domains has the others on its own row. */
struct track trace_host_domain(const char *domain);

/* Returns the row that shows what is resident at a place of worker `index` of slot
 * `slot`; such slices overlap, so each place has a row. pid 0: no memory for one more. */
struct track trace_worker(u32 pid, u32 slot, u32 index, u32 place);

/* args: the text between the braces of the event's arguments, or NULL. The texts are
 * escaped here, except args, which trace_text writes escaped. */
void trace_slice(struct track t, const char *category, const char *name, u64 start,
                 u64 end, const char *args);
void trace_begin(struct track t, const char *category, const char *name,
                 const char *args);
void trace_end(struct track t, const char *category, const char *name);
void trace_instant(struct track t, const char *category, const char *name,
                   const char *args);
/* Slices that need not nest: both ends have the same category and id. */
void trace_async(bool begins, struct track t, const char *category, const char *name,
                 u64 id, const char *args);
void trace_name_process(u32 pid, const char *name);
void trace_name(struct track t, const char *name);
/* Rows of a process are in the order of these numbers; a row without one has 0. */
void trace_order(struct track t, s32 order);
/* Gives the row of thread `id` the program's name, whether the row exists yet or not. */
void trace_name_thread(u32 id, const char *name);

/* Formats `"key":"text"` to `at`, of `size` bytes with the zero byte, after a comma if
 * `comma` is set. Returns the length. */
size_t trace_text(char *at, size_t size, const char *key, const char *text, bool comma);
