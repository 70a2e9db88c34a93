/* pair.c - sends and receives. The two ends of one find each other by their ranks and
 * number; the one that comes second copies, or, between processes, the one that receives.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

static struct pair *pair_at(struct clique *q, s32 src, s32 dst, struct key key) {
	struct pair **at = &q->pairs, *p;
	while ((p = *at) && (p->src != src || p->dst != dst || !key_equal(p->key, key)))
		at = &p->next;
	if (p)
		return p;
	p = q->spare_pairs;
	if (p)
		q->spare_pairs = p->next;
	else
		p = arena_new(&q->arena, struct pair);
	*p = (struct pair){.src = src, .dst = dst, .key = key, .since_ns = now_ns()};
	*at = p;
	return p;
}

static void recycle(struct clique *q, struct pair *p) {
	struct pair **at = &q->pairs;
	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
	p->next = q->spare_pairs;
	q->spare_pairs = p;
}

static void wake(struct batch *b) {
	if (b->token)
		lib_resume(b->token);
}

/* ---- batches ----------------------------------------------------------------------- */

static struct batch *batch_of(struct ncclComm *c, const void *payload) {
	struct batch *b = c->batches;
	while (b && b->payload != payload)
		b = b->next;
	return b;
}

static struct batch *batch_new(struct ncclComm *c, const struct batch_work *w) {
	struct batch *b = c->spare_batches;
	if (b)
		c->spare_batches = b->next;
	else
		b = arena_new(&c->arena, struct batch);
	b->payload = w;
	b->token = lib_token();
	b->left = (u32)w->n;
	b->to_pull.n = 0;
	b->next = c->batches;
	c->batches = b;
	return b;
}

static void batch_drop(struct ncclComm *c, struct batch *b) {
	struct batch **at = &c->batches;
	while (*at != b)
		at = &(*at)->next;
	*at = b->next;
	b->next = c->spare_batches;
	c->spare_batches = b;
}

/* ---- both ends are there ----------------------------------------------------------- */

static void one_done(struct batch *b, const struct batch *me) {
	if (--b->left == 0 && b != me)
		wake(b);
}

/* What has failed meanwhile is forgotten: its batches are over. */

/* Locked; unlocked for the copy. Both ends are in this process. */
static void copy_here(struct lib_call *c, struct clique *q, struct pair *p,
                      struct batch *me) {
	struct source from = {.addr = p->send.addr, .process = q->me};
	p->copying = true;
	pthread_mutex_unlock(&q->lock);
	move_bytes(c, q, (u8 *)(uintptr_t)p->recv.addr, &from, p->send.bytes);
	pthread_mutex_lock(&q->lock);
	if (q->error != ncclSuccess)
		return;
	one_done(p->send.batch, me);
	one_done(p->recv.batch, me);
	recycle(q, p);
}

/* The same; the sender is in another one. */
static bool pull(struct lib_call *c, struct clique *q, struct pair *p, struct batch *me) {
	struct source from = {.addr = p->send.addr, .process = q->member[p->src].process};
	s32 src = p->src, dst = p->dst;
	struct key key = p->key;
	p->copying = true;
	pthread_mutex_unlock(&q->lock);
	bool ok = move_bytes(c, q, (u8 *)(uintptr_t)p->recv.addr, &from, p->send.bytes);
	if (ok)
		net_received(q, from.process, src, dst, key);
	else
		net_fail(q, ncclRemoteError);
	pthread_mutex_lock(&q->lock);
	if (!ok) {
		clique_fail(q, ncclRemoteError);
		return false;
	}
	one_done(me, me);
	recycle(q, p);
	return true;
}

/* ---- posting ----------------------------------------------------------------------- */

static struct key key_of(const struct ncclComm *comm, const struct point *o) {
	struct key k = o->key;
	if (k.space)
		k.number = comm->launches.at[k.number];
	return k;
}

static void post_end(struct end *e, struct batch *b, const struct point *o, u32 item) {
	*e = (struct end){.here = true,
	                  .addr = o->addr,
	                  .bytes = o->count * type_bytes((ncclDataType_t)o->type),
	                  .batch = b,
	                  .item = item,
	                  .pc = o->pc};
}

/* Locked. False: the clique has failed. */
static bool post(struct lib_call *c, struct ncclComm *comm, struct batch *b,
                 const struct point *o, u32 item) {
	struct clique *q = comm->clique;
	s32 src = o->is_send ? comm->rank : o->peer,
	    dst = o->is_send ? o->peer : comm->rank;
	u32 other = q->member[o->peer].process;
	struct key key = key_of(comm, o);
	struct pair *p = pair_at(q, src, dst, key);
	post_end(o->is_send ? &p->send : &p->recv, b, o, item);
	u64 bytes = p->send.bytes;
	if (p->send.here && p->recv.here && bytes != p->recv.bytes)
		hang_pair_mismatch(q, p);
	else if (p->send.here && p->recv.here && other == q->me)
		copy_here(c, q, p, b);
	else if (p->send.here && p->recv.here)
		return pull(c, q, p, b);
	else if (o->is_send && other != q->me) {
		pthread_mutex_unlock(&q->lock);
		net_send(q, other, src, dst, key, o->addr, bytes, o->pc);
		pthread_mutex_lock(&q->lock);
	}
	return q->error == ncclSuccess;
}

void pair_remote_send(struct clique *q, s32 src, s32 dst, struct key key, u64 addr,
                      u64 bytes, const char *place) {
	struct pair *p = pair_at(q, src, dst, key);
	p->send = (struct end){.here = true, .addr = addr, .bytes = bytes};
	memcpy(p->send.place, place, PLACE_BYTES);
	if (!p->recv.here)
		return;
	if (p->recv.bytes != bytes) {
		hang_pair_mismatch(q, p);
		return;
	}
	struct batch *b = p->recv.batch;
	vec_push(&q->rank[dst]->arena, &b->to_pull, p);
	wake(b);
}

void pair_remote_done(struct clique *q, s32 src, s32 dst, struct key key) {
	struct pair *p = pair_at(q, src, dst, key);
	if (p->send.batch)
		one_done(p->send.batch, NULL);
	recycle(q, p);
}

/* ---- the step ---------------------------------------------------------------------- */

static bool name_operands(struct lib_call *c, const struct batch_work *w) {
	for (u64 i = 0; i < w->n; i++) {
		const struct point *o = &w->point[i];
		struct lib_box box = lib_bytes(
			(const void *)(uintptr_t)o->addr,
			o->count * type_bytes((ncclDataType_t)o->type));
		bool ok = o->is_send ? lib_reads(c, "sendbuff", &box)
		                     : lib_writes(c, "recvbuff", &box);
		if (!ok)
			return false;
	}
	return true;
}

static void begin(struct lib_call *c, const struct batch_work *w) {
	struct ncclComm *comm = w->comm;
	struct clique *q = comm->clique;
	pthread_mutex_unlock(&q->lock);
	bool ok = name_operands(c, w);
	if (!ok && !clique_is_local(q))
		net_fail(q, ncclRemoteError);
	pthread_mutex_lock(&q->lock);
	if (!ok)
		clique_fail(q, ncclUnhandledCudaError);
	if (q->error != ncclSuccess)
		return;
	struct batch *b = batch_new(comm, w);
	for (u64 i = 0; i < w->n && post(c, comm, b, &w->point[i], (u32)i); i++)
		;
}

static void count_launch(struct ncclComm *comm, const struct batch_work *w) {
	for (u64 i = 0; i < w->n; i++)
		if (w->point[i].key.space)
			comm->launches.at[w->point[i].key.number]++;
}

static bool step_locked(struct lib_call *c, const void *work) {
	const struct batch_work *w = work;
	struct ncclComm *comm = w->comm;
	struct clique *q = comm->clique;
	if (lib_is_over(c) && q->error == ncclSuccess)
		clique_fail(q, ncclUnhandledCudaError);
	else if (q->error == ncclSuccess && !batch_of(comm, w))
		begin(c, w);
	struct batch *b = batch_of(comm, w);
	while (q->error == ncclSuccess && b->to_pull.n)
		pull(c, q, vec_pop(&b->to_pull), b);
	if (q->error == ncclSuccess && b->left)
		return false;
	if (q->error == ncclSuccess)
		count_launch(comm, w);
	else if (!lib_is_over(c) && !q->is_aborted)
		lib_fail_stream(c, q->error == ncclInvalidUsage ? cudaErrorLaunchTimeout
		                                                : cudaErrorUnknown);
	if (b)
		batch_drop(comm, b);
	comm_call_over(comm);
	return true;
}

bool batch_step(struct lib_call *c, const void *payload) {
	const struct batch_work *w = payload;
	return clique_step(c, w->comm, w->life, step_locked, w);
}
