/* background.c - a queue and the thread that empties it.
 *
 * A piece of work rests a moment before it starts: a kernel that ends before that needs no code, and a
 * program that ends before that does not wait for code that it never uses. Once work has started it is
 * waited for, also by exit(): LLVM cannot be stopped halfway, and its destructors must not run beside it.
 * exit() runs handlers backwards, so those that LLVM registers as it works come before one that was
 * registered earlier. What ends with the calling thread comes before them all: that is where exit() waits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/background.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "backend/machine.h"
#include "runtime/memory.h"
#include "runtime/thread.h"

enum {
	REST_NS = 2000000,
	PAUSE_NS = 500000000, /* after a thread has ended, in case the process is about to */
};

struct item {
	struct item *next;
	void (*work)(void *ctx, bool cancelled);
	void *ctx;
	u64 due_ns;
};

struct background {
	struct background *next; /* of `all` */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	pthread_cond_t idle;
	struct item *first, **last;
	u64 paused_until_ns;
	u32 leavers; /* threads that wait in leaving(): nothing starts before them */
	bool has_thread, quit, busy;
};

/* ---- the end of the process ----------------------------------------------------------------- */

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static struct background *all;

static void stop_all(void) {
	pthread_mutex_lock(&all_lock);
	for (struct background *b = all; b; b = b->next)
		background_stop(b);
	pthread_mutex_unlock(&all_lock);
}

static void at_exit(void) {
	atexit(stop_all);
}

static void pause_work(struct background *b) {
	pthread_mutex_lock(&b->lock);
	b->leavers++;
	while (b->busy)
		pthread_cond_wait(&b->idle, &b->lock);
	b->leavers--;
	b->paused_until_ns = machine_clock_ns() + PAUSE_NS; /* from here: what ran may have taken longer */
	pthread_cond_signal(&b->wake);
	pthread_mutex_unlock(&b->lock);
}

/* The thread ends, perhaps in exit(). */
static void leaving(void *unused) {
	(void)unused;
	pthread_mutex_lock(&all_lock);
	for (struct background *b = all; b; b = b->next)
		pause_work(b);
	pthread_mutex_unlock(&all_lock);
}

/* What thread_local destructors in C++ use; of glibc. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

void background_guard_thread(void) {
	static _Thread_local bool guarded;
	if (!guarded && __cxa_thread_atexit_impl)
		__cxa_thread_atexit_impl(leaving, NULL, &__dso_handle);
	guarded = true;
}

static void enlist(struct background *b) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, at_exit);
	pthread_mutex_lock(&all_lock);
	b->next = all;
	all = b;
	pthread_mutex_unlock(&all_lock);
}

static void delist(struct background *b) {
	pthread_mutex_lock(&all_lock);
	struct background **at = &all;
	while (*at && *at != b)
		at = &(*at)->next;
	if (*at)
		*at = b->next;
	pthread_mutex_unlock(&all_lock);
}

/* ---- the thread ----------------------------------------------------------------------------- */

static struct item *take(struct background *b) {
	struct item *it = b->first;
	b->first = it->next;
	if (!b->first)
		b->last = &b->first;
	return it;
}

/* The next piece whose time has come; NULL: quit. Called, and comes back, with the lock held. */
static struct item *next(struct background *b) {
	while (!b->quit) {
		if (!b->first || b->leavers) {
			pthread_cond_wait(&b->wake, &b->lock);
			continue;
		}
		u64 due = MAX(b->first->due_ns, b->paused_until_ns);
		if (machine_clock_ns() >= due)
			return take(b);
		struct timespec t = {(time_t)(due / 1000000000), (long)(due % 1000000000)};
		pthread_cond_timedwait(&b->wake, &b->lock, &t);
	}
	return NULL;
}

static void run(struct background *b, struct item *it, bool cancelled) {
	b->busy = true;
	pthread_mutex_unlock(&b->lock);
	it->work(it->ctx, cancelled);
	memory_delete(it);
	pthread_mutex_lock(&b->lock);
	b->busy = false;
	pthread_cond_broadcast(&b->idle);
}

static void *main_loop(void *arg) {
	struct background *b = arg;
	struct item *it;
	pthread_mutex_lock(&b->lock);
	while ((it = next(b)))
		run(b, it, false);
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

/* ---- from outside --------------------------------------------------------------------------- */

struct background *background_new(void) {
	struct background *b = memory_new(sizeof *b);
	pthread_condattr_t attr;
	if (!b)
		return NULL;
	b->last = &b->first;
	pthread_mutex_init(&b->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&b->wake, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&b->idle, NULL);
	enlist(b);
	return b;
}

bool background_later(struct background *b, void (*work)(void *ctx, bool cancelled), void *ctx) {
	struct item *it = memory_new(sizeof *it);
	if (!it)
		return false;
	*it = (struct item){.work = work, .ctx = ctx, .due_ns = machine_clock_ns() + REST_NS};
	pthread_mutex_lock(&b->lock);
	bool quit = b->quit;
	if (!quit && !b->has_thread)
		b->has_thread = thread_start(&b->thread, main_loop, b);
	bool queued = !quit && b->has_thread;
	if (queued) {
		*b->last = it;
		b->last = &it->next;
		pthread_cond_signal(&b->wake);
	}
	pthread_mutex_unlock(&b->lock);
	if (!queued)
		memory_delete(it);
	if (quit)
		work(ctx, true);
	return queued || quit;
}

void background_stop(struct background *b) {
	pthread_mutex_lock(&b->lock);
	b->quit = true;
	bool join = b->has_thread && !pthread_equal(b->thread, pthread_self());
	if (join)
		b->has_thread = false;
	pthread_cond_signal(&b->wake);
	pthread_mutex_unlock(&b->lock);
	if (join)
		pthread_join(b->thread, NULL);
	pthread_mutex_lock(&b->lock);
	while (b->first)
		run(b, take(b), true);
	pthread_mutex_unlock(&b->lock);
}

void background_delete(struct background *b) {
	if (!b)
		return;
	delist(b);
	background_stop(b);
	pthread_mutex_destroy(&b->lock);
	pthread_cond_destroy(&b->wake);
	pthread_cond_destroy(&b->idle);
	memory_delete(b);
}
