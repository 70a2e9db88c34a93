/* pool.c - persistent threads that wait on one condition for the next generation of work.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/pool.h"

#include <pthread.h>
#include <signal.h>

#include "runtime/memory.h"

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t start, done;
	u32 max, nthread;   /* threads beside the caller's */
	u64 generation;
	u32 wanted, busy;   /* of this generation: workers, those at work */
	bool open;          /* the caller is at work: others may join */
	bool quit;
	void (*fn)(void *ctx, u32 i);
	void *ctx;
	struct worker_thread {
		struct pool *pool;
		pthread_t thread;
		u32 index;  /* from 1 */
	} worker[];
};

static void *work(void *arg) {
	struct worker_thread *w = arg;
	struct pool *p = w->pool;
	u64 seen = 0;
	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (!p->quit && (!p->open || p->generation == seen || w->index >= p->wanted))
			pthread_cond_wait(&p->start, &p->lock);
		if (p->quit)
			break;
		seen = p->generation;
		p->busy++;
		pthread_mutex_unlock(&p->lock);
		p->fn(p->ctx, w->index);
		pthread_mutex_lock(&p->lock);
		if (--p->busy == 0)
			pthread_cond_signal(&p->done);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct pool *pool_new(u32 max_threads) {
	struct pool *p = memory_new(sizeof *p + max_threads * sizeof p->worker[0]);
	if (!p)
		return NULL;
	p->max = max_threads - 1;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->start, NULL);
	pthread_cond_init(&p->done, NULL);
	return p;
}

void pool_delete(struct pool *p) {
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->quit = true;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	for (u32 i = 0; i < p->nthread; i++)
		pthread_join(p->worker[i].thread, NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->start);
	pthread_cond_destroy(&p->done);
	memory_delete(p);
}

/* Signals are for the program's own threads. */
static bool start_thread(struct pool *p, struct worker_thread *w) {
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	w->pool = p;
	w->index = p->nthread + 1;
	bool ok = pthread_create(&w->thread, NULL, work, w) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}

u32 pool_reserve(struct pool *p, u32 n) {
	while (p->nthread + 1 < n && p->nthread < p->max) {
		if (!start_thread(p, &p->worker[p->nthread]))
			break;
		p->nthread++;
	}
	return MIN(n, p->nthread + 1);
}

u32 pool_run(struct pool *p, u32 n, void (*fn)(void *ctx, u32 i), void *ctx) {
	n = pool_reserve(p, n);
	if (n > 1) {
		pthread_mutex_lock(&p->lock);
		p->fn = fn;
		p->ctx = ctx;
		p->wanted = n;
		p->open = true;
		p->generation++;
		pthread_cond_broadcast(&p->start);
		pthread_mutex_unlock(&p->lock);
	}
	fn(ctx, 0);
	if (n > 1) {
		pthread_mutex_lock(&p->lock);
		p->open = false;
		while (p->busy)
			pthread_cond_wait(&p->done, &p->lock);
		pthread_mutex_unlock(&p->lock);
	}
	return n;
}
