/* thread_pool.c - persistent threads, and the jobs that are open for them: the oldest
 * first.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/memory/memory.h"
#include "runtime/threads/awake.h"
#include "runtime/threads/thread.h"

/* Lives as long as thread_pool_run. */
struct job {
	struct job *next;
	u64 number;
	u32 wanted;        /* threads that may take part, the caller included */
	_Atomic u32 nbusy; /* threads at work, without it; changes with the lock held */
	void (*fn)(void *ctx, u32 i);
	void *ctx;
	pthread_cond_t done;
};

struct thread_pool {
	pthread_mutex_t lock;
	pthread_cond_t start;
	u32 max;             /* threads beside the caller's */
	_Atomic u32 nthread; /* started; it changes with the lock held */
	struct job *first, **last;
	_Atomic u64 njob; /* opened; changes with the lock held */
	bool quit;
	struct worker_thread {
		struct thread_pool *pool;
		pthread_t thread;
		u32 index; /* from 1 */
		u64 seen;  /* number of the last job that it took part in */
	} worker[];
};

/* A worker never goes back to a job: it left because there was nothing left for it. */
static struct job *find_job(const struct worker_thread *w) {
	struct job *j = w->pool->first;
	while (j && (j->number <= w->seen || w->index >= j->wanted))
		j = j->next;
	return j;
}

static void do_job(struct worker_thread *w, struct job *j) {
	struct thread_pool *p = w->pool;
	w->seen = j->number;
	j->nbusy++;
	pthread_mutex_unlock(&p->lock);
	j->fn(j->ctx, w->index);
	pthread_mutex_lock(&p->lock);
	if (--j->nbusy == 0)
		pthread_cond_signal(&j->done);
}

static bool has_seen_all(void *ctx) {
	const struct worker_thread *w = ctx;
	return w->pool->njob == w->seen;
}

/* Until there is a job after the last: often one follows at once. */
static void wait_awake(struct worker_thread *w) {
	pthread_mutex_unlock(&w->pool->lock);
	awake_while(has_seen_all, w);
	pthread_mutex_lock(&w->pool->lock);
}

/* From job j on, as long as there are some. */
static void do_jobs(struct worker_thread *w, struct job *j) {
	awake_enter();
	do {
		do_job(w, j);
		wait_awake(w);
	} while (!w->pool->quit && (j = find_job(w)));
	awake_leave();
}

static void *work(void *arg) {
	struct worker_thread *w = arg;
	struct thread_pool *p = w->pool;
	pthread_mutex_lock(&p->lock);
	while (!p->quit) {
		struct job *j = find_job(w);
		if (j)
			do_jobs(w, j);
		else
			pthread_cond_wait(&p->start, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* All workers come for it at a job's start and end, and hold it for a moment only. */
static void init_lock(pthread_mutex_t *lock) {
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ADAPTIVE_NP);
	pthread_mutex_init(lock, &a);
	pthread_mutexattr_destroy(&a);
}

struct thread_pool *thread_pool_new(u32 max_threads) {
	struct thread_pool *p = memory_new(sizeof *p + max_threads * sizeof p->worker[0]);
	if (!p)
		return NULL;
	p->max = max_threads - 1;
	p->last = &p->first;
	init_lock(&p->lock);
	pthread_cond_init(&p->start, NULL);
	return p;
}

void thread_pool_delete(struct thread_pool *p) {
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->quit = true;
	p->njob++; /* for those that wait awake */
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	for (u32 i = 0; i < p->nthread; i++)
		pthread_join(p->worker[i].thread, NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->start);
	memory_delete(p);
}

static bool start_worker(struct thread_pool *p) {
	struct worker_thread *w = &p->worker[p->nthread];
	w->pool = p;
	w->index = p->nthread + 1;
	return thread_start(&w->thread, work, w);
}

u32 thread_pool_reserve(struct thread_pool *p, u32 n) {
	if (n <= 1 || atomic_load_explicit(&p->nthread, memory_order_relaxed) + 1 >= n)
		return n;
	pthread_mutex_lock(&p->lock);
	while (p->nthread + 1 < n && p->nthread < p->max) {
		if (!start_worker(p))
			break;
		p->nthread++;
	}
	n = MIN(n, p->nthread + 1);
	pthread_mutex_unlock(&p->lock);
	return n;
}

static void open_job(struct thread_pool *p, struct job *j) {
	pthread_mutex_lock(&p->lock);
	j->number = ++p->njob;
	*p->last = j;
	p->last = &j->next;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
}

static bool is_busy(void *ctx) {
	const struct job *j = ctx;
	return j->nbusy;
}

/* Takes the job off the list, so that no thread joins any more. */
static void close_job(struct thread_pool *p, struct job *j) {
	struct job **at = &p->first;
	pthread_mutex_lock(&p->lock);
	while (*at != j)
		at = &(*at)->next;
	*at = j->next;
	if (!*at)
		p->last = at;
	pthread_mutex_unlock(&p->lock);
	awake_while(is_busy, j);
	pthread_mutex_lock(&p->lock);
	while (j->nbusy)
		pthread_cond_wait(&j->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

u32 thread_pool_run(struct thread_pool *p, u32 n, void (*fn)(void *ctx, u32 i),
                    void *ctx) {
	n = thread_pool_reserve(p, n);
	struct job j = {
		.wanted = n, .fn = fn, .ctx = ctx, .done = PTHREAD_COND_INITIALIZER};
	if (n <= 1) {
		fn(ctx, 0);
		return n;
	}
	awake_enter();
	open_job(p, &j);
	fn(ctx, 0);
	close_job(p, &j);
	awake_leave();
	return n;
}
