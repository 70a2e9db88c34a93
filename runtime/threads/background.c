/* background.c - a queue and the thread that empties it.
 *
 * A piece of work rests a moment before it starts: a kernel that ends before that needs
 * no code, and a program that ends before that does not wait for code that it never uses.
 * Neither the end of the process nor LLVM's destructors, where there are any
 * (backend/llvm/engine/atexit.c), run beside LLVM, so work asks between its steps
 * (background_goes_on) whether it may go on:
 *
 *     a thread ends, perhaps in exit()   work rests, and goes on half a second later
 *     the process ends                   work never returns: what it holds is not touched any more
 *     the device closes                  work gives up and cleans up
 *
 * The thread that ends waits until no thread is at work. The thread of the queue and
 * those that help it (helper_threads.c) each count as long as they are in a step; the
 * first does not while it waits for the others, nor any while it is in a library whose
 * objects outlive the process (background_apart).
 *
 * A thread of the program that compiles for itself does not rest. When the process ends
 * it gives up and returns, since others wait for it.
 *
 * exit() waits where thread-local objects are destroyed, if its thread has launched
 * something, and else in background_end(), which comes before any destructor of LLVM's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/background.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "backend/machine/launch.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/thread.h"

enum {
	REST_NS = 2000000,
	/* after a thread has ended, in case the process is about to end */
	PAUSE_NS = 500000000,
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
	struct item *first; /* by the time when they are due */
	u32 at_work;        /* threads in a step */
	bool has_thread, busy;
	bool ended; /* the process ends */
	bool gone;  /* ... and its thread does not return */
	_Atomic bool quit;
};

/* All threads of the program that compile for themselves. */
static struct background front = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                  .wake = PTHREAD_COND_INITIALIZER,
                                  .idle = PTHREAD_COND_INITIALIZER};

/* The queue that this thread belongs to or helps. */
static _Thread_local struct background *here;
static _Thread_local bool works;     /* it is in a step */
static _Thread_local bool ends_here; /* this thread has called exit() */

/* ---- rest -------------------------------------------------------------------------- */

/* Threads in leaving(): while there are any, nothing goes on. */
static _Atomic u32 leavers;
static _Atomic u64 rest_until_ns; /* 0: there was no reason to rest yet */
static _Atomic bool process_ends;

bool background_ended(void) {
	return atomic_load(&process_ends);
}

static bool must_rest(void) {
	u64 until = atomic_load_explicit(&rest_until_ns, memory_order_relaxed);
	return atomic_load_explicit(&leavers, memory_order_relaxed) ||
	       (until && machine_clock_ns() < until) || background_ended();
}

static void wait_until(struct background *b, u64 due_ns) {
	struct timespec t = {(time_t)(due_ns / 1000000000), (long)(due_ns % 1000000000)};
	pthread_cond_timedwait(&b->wake, &b->lock, &t);
}

static void wait_for_rest(struct background *b) {
	wait_until(b, MAX(atomic_load(&rest_until_ns), machine_clock_ns() + REST_NS));
}

/* With the lock. */
static void count(struct background *b, bool at_work) {
	works = at_work;
	b->at_work += at_work ? 1 : -1u;
	pthread_cond_broadcast(&b->idle);
}

/* With the lock. Does not count this thread, which is in a step where LLVM or a signal
 * ends the process amid one. */
static bool others_work(const struct background *b) {
	return b->at_work > (here == b && works);
}

static void leave_work(struct background *b) {
	pthread_mutex_lock(&b->lock);
	count(b, false);
	pthread_mutex_unlock(&b->lock);
}

static bool come_back(struct background *b) {
	pthread_mutex_lock(&b->lock);
	while (b != &front && !b->quit && must_rest())
		wait_for_rest(b);
	while (b->ended)
		pthread_cond_wait(&b->wake, &b->lock); /* never returns */
	count(b, true);
	bool goes_on = !b->quit || (b == &front && ends_here);
	pthread_mutex_unlock(&b->lock);
	return goes_on;
}

bool background_goes_on(void) {
	struct background *b = here;
	if (!b || ((b == &front || !must_rest()) &&
	           !atomic_load_explicit(&b->quit, memory_order_relaxed)))
		return true;
	leave_work(b);
	return come_back(b);
}

void background_apart(void) {
	if (here && works)
		leave_work(here);
}

void background_rejoin(void) {
	if (here && !works)
		come_back(here);
}

bool background_in_front(void (*work)(void *ctx), void *ctx) {
	if (here) {
		work(ctx);
		return true;
	}
	here = &front;
	bool has_time = come_back(here);
	if (has_time)
		work(ctx);
	leave_work(here);
	here = NULL;
	return has_time;
}

/* ---- helpers ----------------------------------------------------------------------- */

struct background *background_here(void) {
	return here;
}

void background_help(struct background *b) {
	here = b;
	if (b)
		come_back(b);
}

void background_helped(struct background *b) {
	here = NULL;
	if (b)
		leave_work(b);
}

void background_wait(struct background *b) {
	if (b)
		leave_work(b);
}

void background_waited(struct background *b) {
	if (b)
		come_back(b);
}

/* ---- the end of the process -------------------------------------------------------- */

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static struct background *all;

void background_give_up(void) {
	ends_here = true;
	pthread_mutex_lock(&front.lock);
	front.quit = true;
	pthread_mutex_unlock(&front.lock);
}

static void stop_front(void) {
	background_give_up();
	pthread_mutex_lock(&front.lock);
	while (others_work(&front))
		pthread_cond_wait(&front.idle, &front.lock);
	pthread_mutex_unlock(&front.lock);
}

void background_end(void) {
	atomic_store(&process_ends, true);
	stop_front();
	pthread_mutex_lock(&all_lock);
	for (struct background *b = all; b; b = b->next) {
		pthread_mutex_lock(&b->lock);
		b->ended = true;
		pthread_mutex_unlock(&b->lock);
		background_stop(b);
	}
	pthread_mutex_unlock(&all_lock);
}

/* A child of fork() has none of the threads. */
static void in_child(void) {
	pthread_mutex_init(&all_lock, NULL);
	pthread_mutex_init(&front.lock, NULL);
	pthread_cond_init(&front.idle, NULL);
	front.at_work = 0;
	all = NULL;
}

static void at_exit(void) {
	atexit(background_end);
	pthread_atfork(NULL, NULL, in_child);
}

static void wait_for_step(struct background *b) {
	pthread_mutex_lock(&b->lock);
	while (others_work(b))
		pthread_cond_wait(&b->idle, &b->lock);
	pthread_mutex_unlock(&b->lock);
}

/* The thread ends, perhaps in exit(). */
static void leaving(void *unused) {
	(void)unused;
	atomic_fetch_add(&leavers, 1);
	pthread_mutex_lock(&all_lock);
	for (struct background *b = all; b; b = b->next)
		wait_for_step(b);
	/* counted from here: waiting for a step may have taken longer */
	atomic_store(&rest_until_ns, machine_clock_ns() + PAUSE_NS);
	pthread_mutex_unlock(&all_lock);
	atomic_fetch_sub(&leavers, 1);
}

/* The function of glibc that C++ uses for destructors of thread_local variables. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso)
	__attribute__((weak));
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

/* ---- the thread -------------------------------------------------------------------- */

static struct item *take(struct background *b) {
	struct item *it = b->first;
	b->first = it->next;
	return it;
}

/* Waits for the next piece whose time has come; NULL: quit. Called, and returns, with the
 * lock held. */
static struct item *next(struct background *b) {
	while (!b->quit) {
		if (!b->first)
			pthread_cond_wait(&b->wake, &b->lock);
		else if (must_rest())
			wait_for_rest(b);
		else if (machine_clock_ns() >= b->first->due_ns)
			return take(b);
		else
			wait_until(b, b->first->due_ns);
	}
	return NULL;
}

static void run(struct background *b, struct item *it) {
	b->busy = true;
	count(b, true);
	pthread_mutex_unlock(&b->lock);
	it->work(it->ctx, false);
	memory_delete(it);
	pthread_mutex_lock(&b->lock);
	b->busy = false;
	count(b, false);
}

/* Called on the thread that stops b: the thread of b may never return. */
static void cancel(struct background *b, struct item *it) {
	pthread_mutex_unlock(&b->lock);
	it->work(it->ctx, true);
	memory_delete(it);
	pthread_mutex_lock(&b->lock);
}

static void *main_loop(void *arg) {
	struct background *b = here = arg;
	struct item *it;
	pthread_mutex_lock(&b->lock);
	while ((it = next(b)))
		run(b, it);
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

/* ---- from outside ------------------------------------------------------------------ */

struct background *background_new(void) {
	struct background *b = memory_new(sizeof *b);
	pthread_condattr_t attr;
	if (!b)
		return NULL;
	pthread_mutex_init(&b->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&b->wake, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&b->idle, NULL);
	enlist(b);
	return b;
}

static void enqueue(struct background *b, struct item *it) {
	struct item **at = &b->first;
	while (*at && (*at)->due_ns <= it->due_ns)
		at = &(*at)->next;
	it->next = *at;
	*at = it;
}

bool background_later(struct background *b, u64 after_ns,
                      void (*work)(void *ctx, bool cancelled), void *ctx) {
	struct item *it = memory_new(sizeof *it);
	if (!it)
		return false;
	*it = (struct item){.work = work,
	                    .ctx = ctx,
	                    .due_ns = machine_clock_ns() + MAX(after_ns, REST_NS)};
	pthread_mutex_lock(&b->lock);
	bool quit = b->quit;
	if (!quit && !b->has_thread)
		b->has_thread = thread_start(&b->thread, main_loop, b);
	bool queued = !quit && b->has_thread;
	if (queued) {
		enqueue(b, it);
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
	pthread_cond_broadcast(&b->wake);
	while (b->ended && others_work(b))
		pthread_cond_wait(&b->idle, &b->lock);
	b->gone = b->ended && b->busy;
	bool join = b->has_thread && !b->gone && here != b;
	if (join)
		b->has_thread = false;
	pthread_mutex_unlock(&b->lock);
	if (join)
		pthread_join(b->thread, NULL);
	pthread_mutex_lock(&b->lock);
	while (b->first)
		cancel(b, take(b));
	pthread_mutex_unlock(&b->lock);
}

void background_delete(struct background *b) {
	if (!b)
		return;
	delist(b);
	background_stop(b);
	if (b->gone)
		return; /* its thread never returns and still uses it */
	pthread_mutex_destroy(&b->lock);
	pthread_cond_destroy(&b->wake);
	pthread_cond_destroy(&b->idle);
	memory_delete(b);
}
