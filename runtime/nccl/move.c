/* move.c - reductions and copies of regions, in pieces that all threads share. The order
 * of a reduction is that of ranks, whatever the pieces are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

enum {
	/* Bytes of a copy, or of each source, that a thread takes at a time. */
	TASK_BYTES = 512 << 10,
	/* Of memory of other processes at a time: the more at once, the cheaper, as long
	 * as it stays in the cache. */
	FETCH_BYTES = 1536 << 10,
	LEAST_FETCH_BYTES = 16 << 10, /* of one source */
	NEAR_SOURCES = 64,
	/* From here on targets are not kept in the cache. */
	SPILL_BYTES = 4 << 20,
};

struct moving {
	struct clique *q;
	const struct regions *r;
	struct reduction how;
	const struct reducers *with;
	u32 bytes;       /* of an element */
	u64 task;        /* elements of a task */
	u64 *first_task; /* of each region */
	bool spills;
	_Atomic bool failed;
	/* Rooms for copies of other processes' memory, one for each thread at work. */
	pthread_mutex_t lock;
	struct arena arena;
	struct room *spare;
};

struct room {
	struct room *next;
	u64 bytes;
	u8 *at;
};

static struct room *take_room(struct moving *w, u64 bytes) {
	pthread_mutex_lock(&w->lock);
	struct room *r = w->spare;
	if (r)
		w->spare = r->next;
	else
		r = arena_new(&w->arena, struct room);
	if (r->bytes < bytes) {
		r->at = arena_alloc(&w->arena, bytes, 64);
		r->bytes = bytes;
	}
	pthread_mutex_unlock(&w->lock);
	return r;
}

static void give_room(struct moving *w, struct room *r) {
	pthread_mutex_lock(&w->lock);
	r->next = w->spare;
	w->spare = r;
	pthread_mutex_unlock(&w->lock);
}

/* Source memory as this process sees it: where it is, or a copy in `room`. */
static const u8 *fetch(struct moving *w, const struct source *s, u64 offset, u64 bytes,
                       u8 *room) {
	if (s->process == w->q->me)
		return (const u8 *)(uintptr_t)(s->addr + offset);
	if (!net_read(w->q, s->process, room, s->addr + offset, bytes)) {
		atomic_store(&w->failed, true);
		memset(room, 0, bytes);
	}
	return room;
}

static void put(const struct moving *w, const struct region *r, u64 offset,
                const u8 *from, u64 bytes) {
	for (u32 i = 0; i < r->ntarget; i++)
		if (w->spills)
			w->with->spill(r->target[i] + offset, from, bytes);
		else
			memcpy(r->target[i] + offset, from, bytes);
}

/* What another process has is read into the first target, and copied from there. */
static void copy_piece(struct moving *w, const struct region *r, u64 begin, u64 n) {
	u64 from = begin * w->bytes, bytes = n * w->bytes;
	if (r->source->process == w->q->me) {
		put(w, r, from, (const u8 *)(uintptr_t)(r->source->addr + from), bytes);
		return;
	}
	const u8 *first = fetch(w, r->source, from, bytes, r->target[0] + from);
	for (u32 i = 1; i < r->ntarget; i++)
		memcpy(r->target[i] + from, first, bytes);
}

/* Reduces sources that are all at hand. */
static void reduce_near(struct moving *w, const struct region *r, const u8 *const *x,
                        u64 offset, u64 n) {
	_Alignas(64) u64 acc[REDUCE_PIECE];
	_Alignas(64) u8 out[REDUCE_PIECE * 8];
	for (u64 i = 0, step; i < n; i += step) {
		u64 at = i * w->bytes;
		step = MIN(n - i, REDUCE_PIECE);
		w->with->first(&w->how, acc, x[0] + at, r->source->scalar, (u32)step);
		for (u32 k = 1; k < r->nsource; k++)
			w->with->next(&w->how, acc, x[k] + at, r->source[k].scalar,
			              (u32)step);
		w->with->last(&w->how, out, acc, (u32)step);
		put(w, r, offset + at, out, step * w->bytes);
	}
}

/* Copies what other processes have into the room, and reduces. */
static void reduce_far(struct moving *w, const struct region *r, u64 begin, u64 n,
                       u32 nfar) {
	u64 most = MAX(FETCH_BYTES / nfar, LEAST_FETCH_BYTES) / w->bytes,
	    each = MIN(n, most), list = alignup(r->nsource * sizeof(u8 *), 64);
	struct room *room = take_room(w, list + nfar * each * w->bytes);
	const u8 **x = (const u8 **)(void *)room->at;
	for (u64 i = begin, step; i < begin + n; i += step) {
		u8 *to = room->at + list;
		step = MIN(begin + n - i, each);
		for (u32 k = 0; k < r->nsource; k++) {
			x[k] = fetch(w, &r->source[k], i * w->bytes, step * w->bytes, to);
			to += x[k] == to ? each * w->bytes : 0;
		}
		reduce_near(w, r, x, i * w->bytes, step);
	}
	give_room(w, room);
}

static void reduce_piece(struct moving *w, const struct region *r, u64 begin, u64 n) {
	const u8 *x[NEAR_SOURCES];
	u32 nfar = 0;
	for (u32 k = 0; k < r->nsource; k++)
		nfar += r->source[k].process != w->q->me;
	if (nfar || r->nsource > NEAR_SOURCES) {
		reduce_far(w, r, begin, n, MAX(nfar, 1));
		return;
	}
	for (u32 k = 0; k < r->nsource; k++)
		x[k] = fetch(w, &r->source[k], begin * w->bytes, n * w->bytes, NULL);
	reduce_near(w, r, x, begin * w->bytes, n);
}

static void run_task(void *ctx, u64 i) {
	struct moving *w = ctx;
	u32 k = 0;
	while (k + 1 < w->r->n && w->first_task[k + 1] <= i)
		k++;
	const struct region *r = &w->r->at[k];
	u64 begin = (i - w->first_task[k]) * w->task, n = MIN(w->task, r->count - begin);
	if (r->reduces)
		reduce_piece(w, r, begin, n);
	else
		copy_piece(w, r, begin, n);
}

static bool run_all(struct lib_call *c, struct moving *w) {
	u64 ntask = 0, bytes = 0;
	for (u32 i = 0; i < w->r->n; i++) {
		const struct region *r = &w->r->at[i];
		w->first_task[i] = ntask;
		ntask += r->ntarget ? (r->count + w->task - 1) / w->task : 0;
		bytes += r->count * w->bytes * r->ntarget;
	}
	w->spills = bytes >= SPILL_BYTES;
	if (ntask > 1)
		lib_parallel(c, ntask, run_task, w);
	else if (ntask)
		run_task(w, 0);
	return !atomic_load(&w->failed);
}

bool move_regions(struct lib_call *c, struct clique *q, const struct coll *what,
                  const struct regions *r) {
	struct moving w = {.q = q,
	                   .r = r,
	                   .how = {.type = (ncclDataType_t)what->type,
	                           .op = (ncclRedOp_t)what->op,
	                           .scales = what->scales,
	                           .divisor = what->divisor},
	                   .with = reducers(),
	                   .bytes = type_bytes((ncclDataType_t)what->type),
	                   .lock = PTHREAD_MUTEX_INITIALIZER};
	struct arena scratch = ARENA_INIT;
	w.task = TASK_BYTES / w.bytes;
	w.first_task = arena_array(&scratch, u64, r->n + 1);
	bool ok = run_all(c, &w);
	arena_drop(&w.arena);
	arena_drop(&scratch);
	return ok;
}

bool move_bytes(struct lib_call *c, struct clique *q, u8 *to, const struct source *from,
                u64 bytes) {
	struct region region = {
		.count = bytes,
		.nsource = 1,
		.ntarget = 1,
		.source = &(struct source){from->addr, from->process, NULL},
		.target = &to};
	struct regions r = {.at = &region, .n = 1};
	struct coll what = {.type = ncclUint8};
	return move_regions(c, q, &what, &r);
}
