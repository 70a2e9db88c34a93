/* group.c - calls that begin together. Each thread has its own group; a call outside of
 * one is a group of itself.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

struct item {
	bool is_point;
	struct ncclComm *comm;
	cudaStream_t stream;
	struct coll_work coll;
	struct point point;
	bool taken;
};

static _Thread_local struct {
	u32 depth;
	ncclResult_t error;
	struct arena arena;
	VEC(struct item) items;
	VEC(struct join) joins;
	VEC(struct split_job) splits;
	bool ends; /* joins that come now are of splits */
} g;

/* ---- numbers ----------------------------------------------------------------------- */

static u64 new_count(struct ncclComm *c) {
	vec_push(&c->arena, &c->launches, 0);
	return c->launches.n - 1;
}

static void number_coll(struct ncclComm *c, struct coll_work *w, bool captured) {
	if (captured)
		w->key = (struct key){1 + c->ncaptured++, new_count(c)};
	else
		w->key = (struct key){0, c->ncoll++};
}

static void number_point(struct ncclComm *c, struct point *p, bool captured) {
	u64 *direct = p->is_send ? c->nsent : c->nreceived;
	u64 *in_graph = p->is_send ? c->csent : c->creceived;
	if (captured)
		p->key = (struct key){1 + in_graph[p->peer]++, new_count(c)};
	else
		p->key = (struct key){0, direct[p->peer]++};
}

/* ---- submitting -------------------------------------------------------------------- */

static ncclResult_t submit(struct ncclComm *c, cudaStream_t stream, struct lib_steps *w) {
	if (!comm_enter(c))
		return ncclUnhandledCudaError;
	cudaError_t e = lib_submit_steps(stream, w);
	comm_leave(c);
	if (e == cudaSuccess)
		return ncclSuccess;
	WARN("%s: the stream takes no work (%d)", w->function, (int)e);
	pthread_mutex_lock(&c->clique->lock);
	comm_call_over(c);
	pthread_mutex_unlock(&c->clique->lock);
	return ncclUnhandledCudaError;
}

/* So little that a thread of the program may do it. */
enum { QUICK_BYTES = 32 << 10 };

static bool is_quick(const struct coll *w, s32 nranks) {
	u64 n = (u64)nranks * type_bytes((ncclDataType_t)w->type);
	return w->count <= QUICK_BYTES / n;
}

static ncclResult_t submit_coll(struct item *i) {
	struct ncclComm *c = i->comm;
	bool captured = lib_is_capturing(i->stream);
	pthread_mutex_lock(&c->clique->lock);
	number_coll(c, &i->coll, captured);
	c->last = i->coll.what;
	c->last_pc = i->coll.pc;
	c->pending += !captured;
	pthread_mutex_unlock(&c->clique->lock);
	struct lib_steps w = {.function = func_name((enum func)i->coll.what.func),
	                      .step = coll_step,
	                      .payload = &i->coll,
	                      .bytes = sizeof i->coll,
	                      .quick = is_quick(&i->coll.what, c->nranks)};
	return submit(c, i->stream, &w);
}

/* Sends and receives of a communicator and stream are one piece of work. */
static ncclResult_t submit_points(struct item *first, struct item *end) {
	struct ncclComm *c = first->comm;
	bool captured = lib_is_capturing(first->stream);
	u64 n = 0;
	for (struct item *i = first; i < end; i++)
		n += i->is_point && i->comm == c && i->stream == first->stream;
	struct arena scratch = ARENA_INIT;
	u64 bytes = sizeof(struct batch_work) + n * sizeof(struct point);
	struct batch_work *b = arena_zalloc(&scratch, bytes, 16);
	*b = (struct batch_work){.comm = c, .life = c->life};
	pthread_mutex_lock(&c->clique->lock);
	for (struct item *i = first; i < end; i++) {
		if (!i->is_point || i->comm != c || i->stream != first->stream)
			continue;
		i->taken = true;
		number_point(c, &i->point, captured);
		b->point[b->n++] = i->point;
	}
	struct point *last = &b->point[b->n - 1];
	c->last = (struct coll){.func = last->is_send ? FUNC_SEND : FUNC_RECV,
	                        .type = last->type,
	                        .root = last->peer,
	                        .count = last->count};
	c->last_pc = last->pc;
	c->pending += !captured;
	pthread_mutex_unlock(&c->clique->lock);
	struct lib_steps w = {.function = n > 1 ? "ncclGroupEnd"
	                                        : func_name((enum func)c->last.func),
	                      .step = batch_step,
	                      .payload = b,
	                      .bytes = (u32)bytes};
	ncclResult_t r = submit(c, first->stream, &w);
	arena_drop(&scratch);
	return r;
}

static ncclResult_t submit_all(void) {
	ncclResult_t r = ncclSuccess;
	struct item *end = g.items.at + g.items.n;
	for (struct item *i = g.items.at; i < end && r == ncclSuccess; i++)
		if (!i->is_point)
			r = submit_coll(i);
		else if (!i->taken)
			r = submit_points(i, end);
	return r;
}

/* ---- groups ------------------------------------------------------------------------ */

static ncclResult_t end(bool simulated) {
	ncclResult_t r = g.error;
	g.ends = true;
	for (u32 i = 0; i < g.splits.n && r == ncclSuccess && !simulated; i++)
		r = comm_split(&g.splits.at[i]);
	g.ends = false;
	if (r == ncclSuccess && g.joins.n && !simulated)
		r = net_join(g.joins.at, g.joins.n);
	if (r == ncclSuccess && !simulated)
		r = submit_all();
	g.error = ncclSuccess;
	g.items.n = g.joins.n = g.splits.n = 0;
	g.items.cap = g.joins.cap = g.splits.cap = 0;
	arena_reset(&g.arena);
	return r;
}

ncclResult_t group_error(ncclResult_t r) {
	if (g.depth && g.error == ncclSuccess)
		g.error = r;
	return r;
}

static ncclResult_t added(void) {
	return g.depth || g.ends ? ncclSuccess : end(false);
}

ncclResult_t group_coll(const struct coll_work *w, cudaStream_t stream) {
	struct item i = {.comm = w->comm, .stream = stream, .coll = *w};
	vec_push(&g.arena, &g.items, i);
	return added();
}

ncclResult_t group_point(struct ncclComm *c, const struct point *p, cudaStream_t stream) {
	struct item i = {.is_point = true, .comm = c, .stream = stream, .point = *p};
	vec_push(&g.arena, &g.items, i);
	return added();
}

ncclResult_t group_join(const struct join *j) {
	vec_push(&g.arena, &g.joins, *j);
	return added();
}

ncclResult_t group_split(const struct split_job *s) {
	vec_push(&g.arena, &g.splits, *s);
	return added();
}

struct arena *group_arena(void) {
	return &g.arena;
}

ncclResult_t ncclGroupStart(void) {
	g.depth++;
	return ncclSuccess;
}

static ncclResult_t leave(bool simulated) {
	if (!g.depth) {
		WARN("ncclGroupEnd: not in a group call.");
		return ncclInvalidUsage;
	}
	return --g.depth ? ncclSuccess : end(simulated);
}

ncclResult_t ncclGroupEnd(void) {
	return leave(false);
}

ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *info) {
	ncclSimInfo_t whole = NCCL_SIM_INFO_INITIALIZER;
	if (info && info->magic != whole.magic) {
		WARN("ncclSimInfo_t argument not initialized via "
		     "NCCL_SIM_INFO_INITIALIZER");
		return ncclInvalidArgument;
	}
	ncclResult_t r = leave(true);
	if (r == ncclSuccess && info && info->size >= sizeof *info)
		info->estimatedTime = 0;
	return r;
}

SECOND_NAME(ncclGroupStart);
SECOND_NAME(ncclGroupEnd);
SECOND_NAME(ncclGroupSimulateEnd);
