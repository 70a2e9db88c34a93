/* helper_threads.c - see helper_threads.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/helper_threads.h"

#include <sched.h>
#include <stdatomic.h>

#include "runtime/threads/background.h"
#include "runtime/threads/thread.h"

enum { MOST = 64 };

static _Atomic u32 in_use;

u32 helper_threads_reserve(u32 most) {
	cpu_set_t set;
	u32 cores = sched_getaffinity(0, sizeof set, &set) == 0 ? (u32)CPU_COUNT(&set)
	                                                        : 1;
	u32 limit = MIN(cores - 1, (u32)MOST), now = atomic_load(&in_use), n;
	do
		n = now < limit ? MIN(limit - now, most) : 0;
	while (!atomic_compare_exchange_weak(&in_use, &now, now + n));
	return n;
}

struct shared {
	void (*work)(void *ctx);
	void *ctx;
	struct background *of; /* the caller's */
};

static void *thread_main(void *arg) {
	struct shared *s = arg;
	background_help(s->of);
	s->work(s->ctx);
	background_helped(s->of);
	return NULL;
}

void helper_threads_run(u32 n, void (*work)(void *ctx), void *ctx) {
	struct shared s = {work, ctx, background_here()};
	pthread_t thread[MOST];
	u32 started = 0;
	while (started < n && thread_start(&thread[started], thread_main, &s))
		started++;
	work(ctx);
	background_wait(s.of);
	for (u32 i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	background_waited(s.of);
	atomic_fetch_sub(&in_use, n);
}
