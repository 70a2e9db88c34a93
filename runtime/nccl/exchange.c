/* exchange.c - what ranks tell each other when communicators are made: each posts two
 * numbers, and waits for those of all.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

struct exchange {
	struct exchange *next;
	u64 number;
	u32 posted, left;
	bool *here;
	u64 (*data)[2];
};

static struct exchange *exchange_at(struct clique *q, u64 number) {
	struct exchange *e = q->exchanges;
	while (e && e->number != number)
		e = e->next;
	if (e)
		return e;
	e = arena_new(&q->arena, struct exchange);
	e->number = number;
	e->left = q->nlocal;
	e->here = arena_array(&q->arena, bool, (u32)q->nranks);
	e->data = arena_alloc(&q->arena, (u32)q->nranks * sizeof *e->data, 8);
	e->next = q->exchanges;
	q->exchanges = e;
	return e;
}

/* A rank that takes no part counts as one that has posted. */
static void put(struct exchange *e, s32 rank, const u64 data[2]) {
	if (e->here[rank])
		return;
	e->here[rank] = true;
	e->posted++;
	e->data[rank][0] = data[0];
	e->data[rank][1] = data[1];
}

void exchange_remote(struct clique *q, u64 number, s32 rank, const u64 data[2]) {
	put(exchange_at(q, number), rank, data);
	pthread_cond_broadcast(&q->changed);
}

void exchange_post(struct clique *q, u64 number, s32 rank, const u64 data[2],
                   const bool *left_out) {
	static const u64 none[2];
	pthread_mutex_lock(&q->lock);
	struct exchange *e = exchange_at(q, number);
	put(e, rank, data);
	for (s32 r = 0; left_out && r < q->nranks; r++)
		if (left_out[r])
			put(e, r, none);
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->lock);
	if (!clique_is_local(q))
		net_exchange(q, number, rank, data);
}

/* A rank that is gone, and has not posted, never will. */
static bool one_is_gone(const struct clique *q, const struct exchange *e) {
	for (s32 r = 0; r < q->nranks; r++)
		if (q->is_gone[r] && !e->here[r])
			return true;
	return false;
}

ncclResult_t exchange_wait(struct clique *q, u64 number, u64 (*all)[2]) {
	ncclResult_t r = ncclSuccess;
	pthread_mutex_lock(&q->lock);
	struct exchange *e = exchange_at(q, number);
	atomic_fetch_add(&hang_waiting, 1);
	while (e->posted < (u32)q->nranks && r == ncclSuccess) {
		if (one_is_gone(q, e)) /* it may be since before this wait */
			r = ncclRemoteError;
		else
			pthread_cond_wait(&q->changed, &q->lock);
	}
	atomic_fetch_sub(&hang_waiting, 1);
	if (r == ncclSuccess && all)
		memcpy(all, e->data, (u32)q->nranks * sizeof *all);
	pthread_mutex_unlock(&q->lock);
	return r;
}
