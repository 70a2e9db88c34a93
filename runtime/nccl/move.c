/* move.c - reductions and copies of regions, in pieces that all threads share. The order
 * of a reduction is that of ranks, whatever the pieces are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

enum {
	/* Bytes of a copy, or of each source, that a thread takes at a time. */
	TASK_BYTES = 256 << 10,
	FETCH_BYTES = 64 << 10,
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
};

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

static void copy_piece(struct moving *w, const struct region *r, u64 begin, u64 n) {
	u8 room[FETCH_BYTES];
	u64 from = begin * w->bytes, end = from + n * w->bytes;
	bool is_here = r->source->process == w->q->me;
	for (u64 step; from < end; from += step) {
		step = is_here ? end - from : MIN(end - from, sizeof room);
		put(w, r, from, fetch(w, r->source, from, step, room), step);
	}
}

static void reduce_piece(struct moving *w, const struct region *r, u64 begin, u64 n) {
	_Alignas(64) u64 acc[REDUCE_PIECE];
	_Alignas(64) u8 out[REDUCE_PIECE * 8];
	u8 room[REDUCE_PIECE * 8];
	for (u64 i = begin, step; i < begin + n; i += step) {
		u64 offset = i * w->bytes;
		step = MIN(begin + n - i,
		           clique_is_local(w->q) ? REDUCE_NEAR : REDUCE_PIECE);
		for (u32 k = 0; k < r->nsource; k++) {
			const struct source *s = &r->source[k];
			const u8 *x = fetch(w, s, offset, step * w->bytes, room);
			if (k)
				w->with->next(&w->how, acc, x, s->scalar, (u32)step);
			else
				w->with->first(&w->how, acc, x, s->scalar, (u32)step);
		}
		w->with->last(&w->how, out, acc, (u32)step);
		put(w, r, offset, out, step * w->bytes);
	}
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
	                   .bytes = type_bytes((ncclDataType_t)what->type)};
	struct arena scratch = ARENA_INIT;
	w.task = TASK_BYTES / w.bytes;
	w.first_task = arena_array(&scratch, u64, r->n + 1);
	bool ok = run_all(c, &w);
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
