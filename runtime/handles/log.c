/* log.c - one line about each failed call (cudaLogs*): kept in a ring, and passed to
 * callbacks.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "runtime/handles/error.h"
#include "runtime/handles/slot.h"

enum { KEPT = 100, LINE_BYTES = 320, MEMORY_MAX = 25600 };

struct CUlogsCallbackEntry_st {
	struct slot slot;
	struct CUlogsCallbackEntry_st *next;
	cudaLogsCallback_t fn;
	void *user;
};

static struct slots slots = SLOTS_INIT(struct CUlogsCallbackEntry_st);

static struct {
	pthread_mutex_t lock;
	u32 n; /* lines ever written */
	char line[KEPT][LINE_BYTES];
	struct CUlogsCallbackEntry_st *callbacks;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- writing ----------------------------------------------------------------------- */

static void format(char *line, cudaError_t e) {
	struct timespec t;
	struct tm tm;
	char when[16];
	const char *sentence = simt_last_status() == (enum simt_status)e
	                               ? simt_last_error()
	                               : "";
	clock_gettime(CLOCK_REALTIME, &t);
	localtime_r(&t.tv_sec, &tm);
	strftime(when, sizeof when, "%H:%M:%S", &tm);
	snprintf(line, LINE_BYTES, "[%s.%03ld][simt][%d] %s: %s%s%s", when,
	         t.tv_nsec / 1000000, (int)gettid(), cudaGetErrorName(e),
	         cudaGetErrorString(e), *sentence ? ": " : "", sentence);
}

enum { CALLBACKS_MAX = 16 }; /* that are called for one line */

void cudart_log(cudaError_t e) {
	struct CUlogsCallbackEntry_st call[CALLBACKS_MAX];
	char line[LINE_BYTES];
	u32 n = 0;
	format(line, e);
	pthread_mutex_lock(&all.lock);
	memcpy(all.line[all.n++ % KEPT], line, LINE_BYTES);
	for (struct CUlogsCallbackEntry_st *c = all.callbacks; c && n < CALLBACKS_MAX;
	     c = c->next)
		call[n++] = *c;
	pthread_mutex_unlock(&all.lock);
	for (u32 i = 0; i < n; i++)
		call[i].fn(call[i].user, cudaLogLevelError, line, strlen(line));
}

/* ---- callbacks --------------------------------------------------------------------- */

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t fn, void *user,
                                     cudaLogsCallbackHandle *out) {
	if (!fn)
		return cudart_report(cudaErrorInvalidValue);
	struct CUlogsCallbackEntry_st *c = slot_take(&slots);
	if (!c)
		return cudart_report(cudaErrorMemoryAllocation);
	c->fn = fn;
	c->user = user;
	pthread_mutex_lock(&all.lock);
	c->next = all.callbacks;
	all.callbacks = c;
	pthread_mutex_unlock(&all.lock);
	if (out)
		*out = c;
	return cudaSuccess;
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) {
	pthread_mutex_lock(&all.lock);
	struct CUlogsCallbackEntry_st **at = &all.callbacks;
	while (*at && *at != callback)
		at = &(*at)->next;
	bool found = *at != NULL;
	if (found)
		*at = callback->next;
	pthread_mutex_unlock(&all.lock);
	if (!found)
		return cudart_report(cudaErrorInvalidValue);
	slot_give(&slots, callback);
	return cudaSuccess;
}

/* ---- reading ----------------------------------------------------------------------- */

cudaError_t cudaLogsCurrent(cudaLogIterator *it, unsigned flags) {
	(void)flags; /* none are defined; any are accepted */
	if (!it)
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&all.lock);
	*it = all.n;
	pthread_mutex_unlock(&all.lock);
	return cudaSuccess;
}

/* Locked. */
static u32 begin(const cudaLogIterator *it) {
	u32 oldest = all.n > KEPT ? all.n - KEPT : 0;
	return it ? MAX(MIN(*it, all.n), oldest) : oldest;
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator *it, const char *path, unsigned flags) {
	(void)flags;
	FILE *f = path ? fopen(path, "a") : NULL;
	if (!f)
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&all.lock);
	for (u32 i = begin(it); i < all.n; i++)
		fprintf(f, "%s\n", all.line[i % KEPT]);
	if (it)
		*it = all.n;
	pthread_mutex_unlock(&all.lock);
	fclose(f);
	return cudaSuccess;
}

/* Copies the newest lines that fit, each with a line end, and a zero after them. */
cudaError_t cudaLogsDumpToMemory(cudaLogIterator *it, char *buffer, size_t *size,
                                 unsigned flags) {
	if (!buffer || !size || flags)
		return cudart_report(cudaErrorInvalidValue);
	if (!*size)
		return cudaSuccess;
	size_t room = MIN(*size, (size_t)MEMORY_MAX) - 1, used = 0;
	pthread_mutex_lock(&all.lock);
	u32 first = begin(it), i = all.n;
	while (i > first && strlen(all.line[(i - 1) % KEPT]) + 1 <= room - used)
		used += strlen(all.line[--i % KEPT]) + 1;
	for (used = 0; i < all.n; i++) {
		size_t n = strlen(all.line[i % KEPT]);
		memcpy(buffer + used, all.line[i % KEPT], n);
		buffer[used + n] = '\n';
		used += n + 1;
	}
	if (it)
		*it = all.n;
	pthread_mutex_unlock(&all.lock);
	buffer[used] = 0;
	*size = used;
	return cudaSuccess;
}
