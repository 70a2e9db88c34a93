/* progress.c - see progress.h. A thread, which starts with the first launch where there
 * is a terminal, looks now and then at the oldest launch that runs. A launch costs an
 * uncontended lock.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/device.h"
#include "runtime/core/names.h"
#include "runtime/threads/thread.h"

#define SECOND 1000000000ull

enum {
	LOOK_MS = 500,
	IDLE_LOOKS = 20, /* without a launch: then the thread sleeps until there is one */
	LONG_S = 3,      /* launches that end before are not shown */
	NAME_MOST = 40,
	LINE_BYTES = 160,
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct progress *first; /* the youngest */
	bool has_thread, sleeps, is_shown;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

/* ---- the text ---------------------------------------------------------------------- */

static u64 ctas_of(const struct launch *l) {
	return l->ncluster * l->cluster[0] * l->cluster[1] * l->cluster[2];
}

/* Ctas that are done: all but those that no worker has taken, and the last one of each.
 */
static u64 ctas_done(const struct launch *l) {
	u64 left = 0;
	for (u32 i = 0; i < l->nworker; i++)
		left += clusters_left(l, i);
	return l->ncluster
	               ? ctas_of(l) / l->ncluster * (l->ncluster - MIN(left, l->ncluster))
	               : 0;
}

static void put_time(char *to, size_t size, u64 s) {
	if (s < 120)
		snprintf(to, size, "%llu s", (unsigned long long)s);
	else if (s < 7200)
		snprintf(to, size, "%llu min", (unsigned long long)(s + 30) / 60);
	else
		snprintf(to, size, "%llu h", (unsigned long long)(s + 1800) / 3600);
}

static void describe(const struct progress *p, u64 ns, char *to, size_t size) {
	const struct launch *l = p->launch;
	u64 done = ctas_done(l), n = ctas_of(l);
	struct arena scratch = ARENA_INIT;
	const char *name = name_shown(&scratch, l->kernel->name->s);
	char passed[32], left[32];
	put_time(passed, sizeof passed, ns / SECOND);
	int len = snprintf(to, size, "%.*s%s: %llu of %llu ctas done, %s", NAME_MOST,
	                   name, strlen(name) > NAME_MOST ? "..." : "",
	                   (unsigned long long)done, (unsigned long long)n, passed);
	arena_drop(&scratch);
	if (!done || done == n || len < 0 || (size_t)len >= size)
		return;
	put_time(left, sizeof left,
	         (u64)((double)ns / SECOND * (double)(n - done) / (double)done));
	snprintf(to + len, size - (size_t)len, ", about %s left", left);
}

/* ---- the terminal ------------------------------------------------------------------ */

static void put(const char *text) {
	ssize_t n = write(STDERR_FILENO, text, strlen(text));
	(void)n; /* a failure loses nothing */
}

/* Returns the width of the terminal: a line that wraps could not be cleared. */
static u32 columns(void) {
	struct winsize w;
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col ? w.ws_col : 80;
}

static void show(const char *text) {
	char line[LINE_BYTES + 16];
	snprintf(line, sizeof line, "\r%.*s\033[K",
	         (int)MIN(columns() - 1, (u32)LINE_BYTES), text);
	put(line);
	all.is_shown = true;
}

static void clear(void) {
	if (all.is_shown)
		put("\r\033[K");
	all.is_shown = false;
}

static bool is_wanted(void) {
	static _Atomic int answer; /* 0: not known yet */
	if (!answer) {
		const char *term = getenv("TERM");
		bool is_dumb = term && strcmp(term, "dumb") == 0;
		answer = isatty(STDERR_FILENO) && !env_is_on("SIMT_QUIET") && !is_dumb
		                 ? 1
		                 : -1;
	}
	return answer > 0;
}

/* ---- the thread -------------------------------------------------------------------- */

static void look(void) {
	char text[LINE_BYTES];
	const struct progress *oldest = all.first;
	while (oldest && oldest->next)
		oldest = oldest->next;
	u64 ns = oldest ? machine_clock_ns() - oldest->start_ns : 0;
	if (ns < LONG_S * SECOND)
		return;
	describe(oldest, ns, text, sizeof text);
	show(text);
}

static void *main_loop(void *unused) {
	u32 idle = 0;
	(void)unused;
	pthread_mutex_lock(&all.lock);
	for (;;) {
		idle = all.first ? 0 : idle + 1;
		all.sleeps = idle > IDLE_LOOKS;
		while (all.sleeps)
			pthread_cond_wait(&all.wake, &all.lock);
		pthread_mutex_unlock(&all.lock);
		nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000}, NULL);
		pthread_mutex_lock(&all.lock);
		look();
	}
	return NULL;
}

/* In a child of fork there is no such thread. */
static void in_child(void) {
	pthread_mutex_init(&all.lock, NULL);
	all.first = NULL;
	all.has_thread = all.sleeps = all.is_shown = false;
}

static void watch_forks(void) {
	pthread_atfork(NULL, NULL, in_child);
}

static void start(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_t thread;
	pthread_once(&once, watch_forks);
	all.has_thread = true;
	if (thread_start(&thread, main_loop, NULL))
		pthread_detach(thread);
}

/* Shows nothing where another part uses the terminal, or the kernel does not run by
 * itself. */
void progress_begin(struct progress *p, const struct simt_device *dev,
                    const struct launch *l) {
	p->link = NULL;
	if (!is_wanted() || dev->sandbox || dev->machine.debugged || dev->steer)
		return;
	p->launch = l;
	p->start_ns = machine_clock_ns();
	pthread_mutex_lock(&all.lock);
	p->next = all.first;
	p->link = &all.first;
	if (p->next)
		p->next->link = &p->next;
	all.first = p;
	if (!all.has_thread)
		start();
	if (all.sleeps) {
		all.sleeps = false;
		pthread_cond_signal(&all.wake);
	}
	pthread_mutex_unlock(&all.lock);
}

void progress_end(struct progress *p) {
	if (!p->link)
		return;
	pthread_mutex_lock(&all.lock);
	*p->link = p->next;
	if (p->next)
		p->next->link = p->link;
	clear();
	pthread_mutex_unlock(&all.lock);
}
