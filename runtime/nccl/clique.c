/* clique.c - what ranks of one communicator share in this process.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

#include <stdio.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	struct clique *first, *spare;
	struct arena arena;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

u64 now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

void random_key(u64 key[2]) {
	static _Atomic u64 count;
	if (getrandom(key, 16, 0) != 16) {
		key[0] = now_ns() ^ (uintptr_t)&count;
		key[1] = (u64)getpid() << 32 ^ ++count;
	}
}

bool clique_is_local(const struct clique *q) {
	return q->nprocess == 1;
}

static struct clique *find(const u64 key[2]) {
	struct clique *q = all.first;
	while (q && (q->key[0] != key[0] || q->key[1] != key[1]))
		q = q->next;
	return q;
}

static struct clique *clique_new(const u64 key[2], s32 nranks,
                                 const struct member *member,
                                 const struct process *process, u32 nprocess, u32 me) {
	struct clique *q = all.spare;
	if (q)
		all.spare = q->next;
	else
		q = arena_new(&all.arena, struct clique);
	*q = (struct clique){.key = {key[0], key[1]},
	                     .nranks = nranks,
	                     .nprocess = nprocess,
	                     .me = me,
	                     .lock = PTHREAD_MUTEX_INITIALIZER,
	                     .changed = PTHREAD_COND_INITIALIZER};
	struct arena *a = &q->arena;
	u32 n = (u32)nranks;
	q->rank = arena_array(a, struct ncclComm *, n);
	q->is_gone = arena_array(a, bool, n);
	q->member = arena_copy(a, member, n * sizeof *member, _Alignof(struct member));
	q->process = arena_copy(a, process, nprocess * sizeof *process,
	                        _Alignof(struct process));
	q->link = arena_array(a, struct link *, nprocess);
	for (u32 i = 0; i < n; i++)
		q->nlocal += member[i].process == me;
	snprintf(q->name, sizeof q->name, "%016llx", (unsigned long long)key[0]);
	q->next = all.first;
	all.first = q;
	return q;
}

struct clique *clique_join(const u64 key[2], s32 nranks, const struct member *member,
                           const struct process *process, u32 nprocess, u32 me) {
	pthread_mutex_lock(&all.lock);
	struct clique *q = find(key);
	if (!q)
		q = clique_new(key, nranks, member, process, nprocess, me);
	q->refs++;
	pthread_mutex_unlock(&all.lock);
	return q;
}

static void drop(struct clique *q) {
	struct clique **at = &all.first;
	while (*at != q)
		at = &(*at)->next;
	*at = q->next;
	pthread_mutex_destroy(&q->lock);
	pthread_cond_destroy(&q->changed);
	arena_drop(&q->arena);
	q->next = all.spare;
	all.spare = q;
}

void clique_leave(struct clique *q, s32 rank) {
	pthread_mutex_lock(&q->lock);
	q->rank[rank] = NULL;
	q->is_gone[rank] = true;
	/* Others that wait for it have not misused anything if it leaves after a failure.
	 */
	bool failed = q->error != ncclSuccess && q->error != ncclInvalidUsage;
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->lock);
	if (!clique_is_local(q)) {
		if (failed)
			net_fail(q, ncclRemoteError);
		net_gone(q, rank);
	}
	pthread_mutex_lock(&all.lock);
	bool last = --q->refs == 0;
	pthread_mutex_unlock(&all.lock);
	if (!last)
		return;
	net_close(q);
	pthread_mutex_lock(&all.lock);
	drop(q);
	pthread_mutex_unlock(&all.lock);
}

void clique_each(void (*fn)(struct clique *q, void *ctx), void *ctx) {
	pthread_mutex_lock(&all.lock);
	for (struct clique *q = all.first; q; q = q->next) {
		pthread_mutex_lock(&q->lock);
		fn(q, ctx);
		pthread_mutex_unlock(&q->lock);
	}
	pthread_mutex_unlock(&all.lock);
}

bool clique_step(struct lib_call *c, const struct ncclComm *comm, u64 life,
                 bool (*locked)(struct lib_call *c, const void *work), const void *work) {
	struct clique *q = comm->clique;
	if (life != comm->life || !q) {
		if (!lib_is_over(c))
			lib_fail_stream(c, cudaErrorInvalidResourceHandle);
		return true;
	}
	pthread_mutex_lock(&q->lock);
	bool over = locked(c, work);
	pthread_mutex_unlock(&q->lock);
	return over;
}

static void wake(void **token) {
	if (*token)
		lib_resume(*token);
	*token = NULL;
}

void clique_fail(struct clique *q, ncclResult_t error) {
	if (q->error == ncclSuccess)
		q->error = error;
	for (struct meeting *m = q->meetings; m; m = m->next)
		for (s32 r = 0; r < q->nranks; r++)
			wake(&m->at[r].token);
	for (s32 r = 0; r < q->nranks; r++) {
		struct ncclComm *c = q->rank[r];
		int none = ncclSuccess;
		if (!c)
			continue;
		atomic_compare_exchange_strong(&c->async, &none, (int)error);
		for (struct batch *b = c->batches; b; b = b->next)
			wake(&b->token);
	}
	pthread_cond_broadcast(&q->changed);
}
