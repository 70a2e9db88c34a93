/* collective.c - collectives of host code and of streams: a synchronization of the team,
 * this PE's part of the work, and another synchronization, as in kernels
 * (include/simt/nvshmem/collective.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <string.h>

enum func { SYNC, BROADCAST, FCOLLECT, ALLTOALL, REDUCE, REDUCESCATTER };
_Static_assert((int)SYNC == __NVSHMEM_SYNC &&
                       (int)REDUCESCATTER == __NVSHMEM_REDUCESCATTER,
               "the same");

struct work {
	const char *function;
	enum func func;
	nvshmem_team_t team;
	u8 *dest;
	const u8 *source;
	u64 n;     /* elements of one PE */
	u32 bytes; /* of an element */
	int root;
	enum kind kind;
	enum op op;
};

/* ---- this PE's part ------------------------------------------------------------------------------ */

struct part {
	const struct work *w;
	const struct __nvshmem_team *t;
	u64 first, end; /* elements that it reduces, or bytes that it copies */
	u64 piece;
	reduce_fn *reduce;
	_Atomic bool failed; /* a PE of another host has ended */
};

enum { PIECE = 32 << 10, COPIED = 1 << 20 };

static void fetch(struct part *p, int i, const u8 *from, u8 *to, u64 bytes) {
	if (!pe_get(p->t->__pe[i], from, to, bytes))
		p->failed = true;
}

static void store(struct part *p, int i, u8 *to, const u8 *from, u64 bytes) {
	if (!pe_put(p->t->__pe[i], to, from, bytes))
		p->failed = true;
}

/* All PEs' elements [from, to), reduced, into `sum`. */
static void reduce_piece(struct part *p, u8 *sum, const u8 *source, u64 n) {
	_Alignas(64) u8 more[PIECE];
	fetch(p, 0, source, sum, n * p->w->bytes);
	for (int i = 1; i < p->t->__size; i++) {
		int pe = p->t->__pe[i];
		if (job_is_far(pe))
			fetch(p, i, source, more, n * p->w->bytes);
		p->reduce(sum, job_is_far(pe) ? more : job_at(source, pe), n);
	}
}

static void run_piece(void *ctx, u64 i) {
	struct part *p = ctx;
	const struct work *w = p->w;
	u64 from = p->first + i * p->piece, n = MIN(p->piece, p->end - from);
	_Alignas(64) u8 sum[PIECE];
	if (w->func == REDUCE) {
		reduce_piece(p, sum, w->source + from * w->bytes, n);
		for (int k = 0; k < p->t->__size; k++)
			store(p, k, w->dest + from * w->bytes, sum, n * w->bytes);
	} else {
		reduce_piece(p, sum,
		             w->source + ((u64)p->t->__me * w->n + from) * w->bytes, n);
		memcpy(w->dest + from * w->bytes, sum, n * w->bytes);
	}
}

/* In a stream on all its threads; NULL: on this one. */
static void parallel(struct lib_call *c, u64 n, void (*fn)(void *ctx, u64 i), void *ctx) {
	if (c)
		lib_parallel(c, n, fn, ctx);
	for (u64 i = 0; i < n && !c; i++)
		fn(ctx, i);
}

static void reduce(struct lib_call *c, struct part *p) {
	const struct work *w = p->w;
	u64 size = (u64)p->t->__size, me = (u64)p->t->__me;
	bool all = w->func == REDUCESCATTER;
	p->first = all ? 0 : w->n * me / size;
	p->end = all ? w->n : w->n * (me + 1) / size;
	p->piece = PIECE / w->bytes;
	p->reduce = reduce_of(w->kind, w->op);
	parallel(c, (p->end - p->first + p->piece - 1) / p->piece, run_piece, p);
}

struct copy {
	struct part *p;
	int pe; /* in the team; the end that is its */
	bool gets;
	u8 *to;
	const u8 *from;
	u64 bytes;
};

static void copy_piece(void *ctx, u64 i) {
	const struct copy *k = ctx;
	u64 at = i * COPIED, n = MIN(k->bytes - at, COPIED);
	if (k->gets)
		fetch(k->p, k->pe, k->from + at, k->to + at, n);
	else
		store(k->p, k->pe, k->to + at, k->from + at, n);
}

static void copy(struct lib_call *c, struct copy k) {
	bool same = k.to == k.from && k.p->t->__pe[k.pe] == job.me;
	if (!same)
		parallel(c, (k.bytes + COPIED - 1) / COPIED, copy_piece, &k);
}

static void do_part(struct lib_call *c, struct part *p) {
	const struct work *w = p->w;
	u64 bytes = w->n * w->bytes, mine = (u64)p->t->__me * bytes;
	switch (w->func) {
	case SYNC: break;
	case BROADCAST:
		copy(c, (struct copy){p, w->root, true, w->dest, w->source, bytes});
		break;
	case FCOLLECT:
		for (int i = 0; i < p->t->__size; i++)
			copy(c, (struct copy){p, i, false, w->dest + mine, w->source,
			                      bytes});
		break;
	case ALLTOALL:
		for (int i = 0; i < p->t->__size; i++)
			copy(c, (struct copy){p, i, false, w->dest + mine,
			                      w->source + (u64)i * bytes, bytes});
		break;
	case REDUCE:
	case REDUCESCATTER: reduce(c, p); break;
	}
}

/* ---- in a stream --------------------------------------------------------------------------------- */

static u64 source_bytes(const struct work *w, u64 size) {
	return w->n * w->bytes *
	       (w->func == ALLTOALL || w->func == REDUCESCATTER ? size : 1);
}

static u64 dest_bytes(const struct work *w, u64 size) {
	return w->n * w->bytes * (w->func == ALLTOALL || w->func == FCOLLECT ? size : 1);
}

static bool name_operands(struct lib_call *c, const struct work *w, u64 size) {
	if (w->func == SYNC)
		return true;
	struct lib_box source = lib_bytes(w->source, source_bytes(w, size)),
		       dest = lib_bytes(w->dest, dest_bytes(w, size));
	return lib_reads(c, "source", &source) && lib_writes(c, "dest", &dest);
}

enum { BEGIN, COMING, GOING };

static bool fail(struct lib_call *c, struct visit *v) {
	if (watch_ended() >= 0)
		job_say("a stream", "PE %d has ended before nvshmem_finalize",
		        watch_ended());
	else
		job_say("a stream", "a PE has ended before nvshmem_finalize");
	lib_fail_stream(c, cudaErrorLaunchFailure);
	visit_end(v);
	return true;
}

static bool step(struct lib_call *c, const void *payload) {
	const struct work *w = payload;
	struct visit *v = visit_of(payload);
	const struct __nvshmem_team *t = team_find(w->team);
	bool is_over = lib_is_over(c) || !t ||
	               (v->phase == BEGIN && !name_operands(c, w, (u64)t->__size));
	if (is_over) {
		visit_end(v);
		return true;
	}
	if (v->phase == BEGIN) {
		v->all = team_arrive(t);
		v->phase = COMING;
	}
	bool ended = watch_ended() >= 0;
	if (!team_has_come(t, v->all))
		return ended ? fail(c, v) : visit_again(v);
	if (v->phase == COMING && w->func != SYNC) {
		struct part p = {.w = w, .t = t};
		do_part(c, &p);
		if (p.failed)
			return fail(c, v);
		v->all = team_arrive(t);
		v->phase = GOING;
		v->patience.looks = 0;
		if (!team_has_come(t, v->all))
			return visit_again(v);
	}
	visit_end(v);
	return true;
}

static void check(const struct work *w) {
	const struct __nvshmem_team *t = team_check(w->function, w->team);
	if (w->func == SYNC)
		return;
	job_check_heap(w->function, w->dest, dest_bytes(w, (u64)t->__size));
	job_check_heap(w->function, w->source, source_bytes(w, (u64)t->__size));
	if (w->func == BROADCAST && (w->root < 0 || w->root >= t->__size))
		job_fatal(w->function, "root %d is not one of 0 to %d", w->root,
		          t->__size - 1);
}

static int in_stream(const struct work *w, cudaStream_t stream) {
	check(w);
	struct lib_steps s = {
		.function = w->function, .step = step, .payload = w, .bytes = sizeof *w};
	return lib_submit_steps(stream, &s) == cudaSuccess ? NVSHMEMX_SUCCESS
	                                                   : NVSHMEMX_ERROR_INTERNAL;
}

static int now(const struct work *w) {
	check(w);
	if (w->func == SYNC) {
		team_sync_wait(w->function, team_find(w->team));
		return 0;
	}
	int r = in_stream(w, job.stream);
	return r == 0 && lib_wait(job.stream) != cudaSuccess ? NVSHMEMX_ERROR_INTERNAL
	                                                     : r;
}

/* ---- for a kernel of a team on several hosts ---------------------------------------------------------- */

bool collective_for_kernel(const struct __nvshmem_request *r) {
	const struct __nvshmem_ask *a = &r->__ask;
	const struct __nvshmem_team *t = team_find(a->__pe);
	struct work w = {.function = "a kernel",
	                 .func = a->__op,
	                 .team = a->__pe,
	                 .dest = (u8 *)job.state->__heap + a->__at,
	                 .source = (const u8 *)job.state->__heap + a->__source,
	                 .n = a->__bytes,
	                 .bytes = a->__width,
	                 .root = a->__root,
	                 .kind = a->__kind,
	                 .op = a->__by};
	struct part p = {.w = &w, .t = t};
	if (!t || !team_sync_try(t))
		return false;
	if (w.func == SYNC)
		return true;
	do_part(NULL, &p);
	return !p.failed && team_sync_try(t);
}

/* ---- synchronization -------------------------------------------------------------------------------- */

static struct work sync_of(const char *function, nvshmem_team_t team) {
	return (struct work){.function = function, .func = SYNC, .team = team};
}

#define SYNCS(NAME)                                                            \
	int nvshmem_##NAME(nvshmem_team_t team) {                              \
		struct work w = sync_of("nvshmem_" #NAME, team);               \
		return now(&w);                                                \
	}                                                                      \
	int nvshmemx_##NAME##_on_stream(nvshmem_team_t team, cudaStream_t s) { \
		struct work w = sync_of("nvshmemx_" #NAME "_on_stream", team); \
		return in_stream(&w, s);                                       \
	}
#define SYNCS_ALL(NAME)                                                        \
	void nvshmem_##NAME(void) {                                            \
		struct work w = sync_of("nvshmem_" #NAME, NVSHMEM_TEAM_WORLD); \
		now(&w);                                                       \
	}                                                                      \
	void nvshmemx_##NAME##_on_stream(cudaStream_t s) {                     \
		struct work w = sync_of("nvshmemx_" #NAME "_on_stream",        \
		                        NVSHMEM_TEAM_WORLD);                   \
		in_stream(&w, s);                                              \
	}
SYNCS(barrier)
SYNCS(team_sync)
SYNCS_ALL(barrier_all)
SYNCS_ALL(sync_all)

/* ---- functions of each type ----------------------------------------------------------------------------- */

#define SPREAD(LONG, FUNC, T, BYTES, ROOT)                                         \
	(struct work) {                                                            \
		.function = LONG, .func = FUNC, .team = team, .dest = (u8 *)dest,  \
		.source = (const u8 *)source, .n = n, .bytes = BYTES, .root = ROOT \
	}
#define SPREADS(BEFORE, AFTER, T, BYTES)                                                 \
	int nvshmem_##BEFORE##broadcast##AFTER(nvshmem_team_t team, T *dest,             \
	                                       const T *source, size_t n, int root) {    \
		struct work w = SPREAD("nvshmem_" #BEFORE "broadcast" #AFTER, BROADCAST, \
		                       T, BYTES, root);                                  \
		return now(&w);                                                          \
	}                                                                                \
	int nvshmemx_##BEFORE##broadcast##AFTER##_on_stream(                             \
		nvshmem_team_t team, T *dest, const T *source, size_t n, int root,       \
		cudaStream_t s) {                                                        \
		struct work w = SPREAD("nvshmemx_" #BEFORE "broadcast" #AFTER            \
		                       "_on_stream",                                     \
		                       BROADCAST, T, BYTES, root);                       \
		return in_stream(&w, s);                                                 \
	}                                                                                \
	EXCHANGES(BEFORE, AFTER, T, BYTES, fcollect, FCOLLECT)                           \
	EXCHANGES(BEFORE, AFTER, T, BYTES, alltoall, ALLTOALL)
#define EXCHANGES(BEFORE, AFTER, T, BYTES, NAME, FUNC)                                   \
	int nvshmem_##BEFORE##NAME##AFTER(nvshmem_team_t team, T *dest, const T *source, \
	                                  size_t n) {                                    \
		struct work w = SPREAD("nvshmem_" #BEFORE #NAME #AFTER, FUNC, T, BYTES,  \
		                       0);                                               \
		return now(&w);                                                          \
	}                                                                                \
	int nvshmemx_##BEFORE##NAME##AFTER##_on_stream(nvshmem_team_t team, T *dest,     \
	                                               const T *source, size_t n,        \
	                                               cudaStream_t s) {                 \
		struct work w = SPREAD("nvshmemx_" #BEFORE #NAME #AFTER "_on_stream",    \
		                       FUNC, T, BYTES, 0);                               \
		return in_stream(&w, s);                                                 \
	}
#define SPREADS_OF(UNUSED_OP, NAME, T) SPREADS(NAME##_, , T, sizeof(T))
__NVSHMEM_MOVED_TYPES(SPREADS_OF, 0)
SPREADS(, mem, void, 1)

#define REDUCTION(LONG, FUNC, WHICH, T)                                           \
	(struct work) {                                                           \
		.function = LONG, .func = FUNC, .team = team, .dest = (u8 *)dest, \
		.source = (const u8 *)source, .n = n, .bytes = sizeof(T),         \
		.kind = KIND_OF(T), .op = OP                                      \
		##WHICH                                                           \
	}
#define REDUCES(LINK, OP, T, FUNC)                                                      \
	int nvshmem_##LINK(nvshmem_team_t team, T *dest, const T *source, size_t n) {   \
		struct work w = REDUCTION("nvshmem_" #LINK, FUNC, OP, T);               \
		return now(&w);                                                         \
	}                                                                               \
	int nvshmemx_##LINK##_on_stream(nvshmem_team_t team, T *dest, const T *source,  \
	                                size_t n, cudaStream_t s) {                     \
		struct work w = REDUCTION("nvshmemx_" #LINK "_on_stream", FUNC, OP, T); \
		return in_stream(&w, s);                                                \
	}
#define REDUCES_OF(OP, NAME, T)                  \
	REDUCES(NAME##OP##reduce, OP, T, REDUCE) \
	REDUCES(NAME##OP##reducescatter, OP, T, REDUCESCATTER)
__NVSHMEM_REDUCTIONS(REDUCES_OF)
