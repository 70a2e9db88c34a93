/* meeting.c - the same collective of all ranks. Work that comes is parked, and no thread
 * waits with it. The last one to come does the work of all ranks of this process, phase
 * by phase.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/cost.h"
#include "runtime/libs/links.h"
#include "runtime/nccl/net.h"

enum { MOST_TRACED = 16 };

/* Collectives have the same numbers in the model. */
_Static_assert((int)FUNC_SCATTER == (int)COST_SCATTER, "the model's order");

static struct meeting *meeting_new(struct clique *q) {
	struct meeting *m = q->spare_meetings;
	u32 n = (u32)q->nranks;
	if (!m) {
		m = arena_new(&q->arena, struct meeting);
		m->at = arena_array(&q->arena, struct arrival, n);
		m->phase_of = arena_array(&q->arena, u32, q->nprocess);
		return m;
	}
	q->spare_meetings = m->next;
	for (u32 i = 0; i < n; i++)
		m->at[i].here = false;
	memset(m->phase_of, 0, q->nprocess * sizeof *m->phase_of);
	*m = (struct meeting){.at = m->at, .phase_of = m->phase_of};
	return m;
}

struct meeting *meeting_at(struct clique *q, struct key key) {
	struct meeting **at = &q->meetings; /* in the order of keys */
	while (*at && key_less((*at)->key, key))
		at = &(*at)->next;
	if (*at && key_equal((*at)->key, key))
		return *at;
	struct meeting *m = meeting_new(q);
	m->key = key;
	m->leader = NOBODY;
	m->left = q->nlocal;
	m->since_ns = now_ns();
	m->next = *at;
	*at = m;
	return m;
}

static void recycle(struct clique *q, struct meeting *m) {
	struct meeting **at = &q->meetings;
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	m->next = q->spare_meetings;
	q->spare_meetings = m;
}

/* ---- coming ------------------------------------------------------------------------ */

bool coll_same(const struct coll *a, const struct coll *b) {
	return a->func == b->func && a->type == b->type && a->op == b->op &&
	       a->scales == b->scales && a->root == b->root && a->count == b->count;
}

static void arrive(struct clique *q, struct meeting *m, s32 rank,
                   const struct coll *what) {
	const struct coll *other = NULL;
	for (s32 r = 0; r < q->nranks && !other; r++)
		if (m->at[r].here)
			other = &m->at[r].what;
	m->at[rank].here = true;
	m->at[rank].what = *what;
	m->arrived++;
	if (other && !coll_same(other, what))
		hang_mismatch(q, m, rank);
}

static void wake_leader(struct clique *q, struct meeting *m) {
	s32 r = m->leader;
	for (s32 i = 0; r == NOBODY && i < q->nranks; i++)
		if (m->at[i].token)
			r = i;
	if (r != NOBODY && m->at[r].token)
		lib_resume(m->at[r].token);
}

void meeting_remote(struct clique *q, struct key key, s32 rank, const struct coll *what,
                    const char *place) {
	struct meeting *m = meeting_at(q, key);
	memcpy(m->at[rank].place, place, PLACE_BYTES);
	m->at[rank].token = NULL;
	arrive(q, m, rank, what);
	if (q->error == ncclSuccess && m->arrived == (u32)q->nranks)
		wake_leader(q, m);
}

void meeting_phase(struct clique *q, struct key key, u32 process, u32 phase) {
	struct meeting *m = meeting_at(q, key);
	m->phase_of[process] = phase;
	wake_leader(q, m);
}

/* ---- work -------------------------------------------------------------------------- */

static bool work_phase(struct lib_call *c, struct clique *q, const struct meeting *m,
                       u32 phase) {
	struct arena scratch = ARENA_INIT;
	struct regions r = {NULL, 0, 0};
	region_plan(&scratch, q, m, phase, &r);
	bool ok = move_regions(c, q, &m->at[m->leader].what, &r);
	arena_drop(&scratch);
	return ok;
}

static bool all_have(const struct clique *q, const struct meeting *m) {
	for (u32 i = 0; i < q->nprocess; i++)
		if (i != q->me && m->phase_of[i] < m->phase)
			return false;
	return true;
}

/* Locked, and unlocked in between. Does what can be done; true: the collective is over.
 */
static bool lead(struct lib_call *c, struct clique *q, struct meeting *m) {
	u32 nphase = region_phases(q, &m->at[m->leader].what);
	while (all_have(q, m) && q->error == ncclSuccess) {
		if (m->phase == nphase)
			return true;
		u32 phase = m->phase;
		pthread_mutex_unlock(&q->lock);
		bool ok = work_phase(c, q, m, phase);
		pthread_mutex_lock(&q->lock);
		m->phase++;
		if (clique_is_local(q))
			continue;
		pthread_mutex_unlock(&q->lock);
		if (ok)
			net_phase(q, m->key, phase + 1);
		else
			net_fail(q, ncclRemoteError);
		pthread_mutex_lock(&q->lock);
		if (!ok)
			clique_fail(q, ncclRemoteError);
	}
	return false;
}

/* For timelines: the largest buffer of a rank, and the devices of this process. */
static void trace_links(const struct clique *q, const struct coll *w) {
	int device[MOST_TRACED];
	u32 n = 0;
	double bytes = (double)w->count * type_bytes((ncclDataType_t)w->type);
	bool is_whole = w->func == FUNC_ALL_REDUCE || w->func == FUNC_REDUCE ||
	                w->func == FUNC_BROADCAST;
	for (s32 r = 0; r < q->nranks && n < MOST_TRACED; r++)
		if (q->rank[r])
			device[n++] = q->rank[r]->device;
	lib_trace_links(func_name((enum func)w->func), w->func,
	                is_whole ? bytes : bytes * q->nranks, (u32)q->nranks, device, n);
}

static void wake_others(struct clique *q, struct meeting *m) {
	for (s32 r = 0; r < q->nranks; r++)
		if (r != m->leader && m->at[r].token) {
			if (lib_finish(m->at[r].token)) {
				m->left--;
				comm_call_over(q->rank[r]);
			}
			m->at[r].token = NULL;
		}
}

/* Locked. True: the call of this rank is over. */
static bool advance(struct lib_call *c, struct clique *q, struct meeting *m, s32 rank) {
	if (!m->done && m->arrived == (u32)q->nranks) {
		if (m->leader == NOBODY)
			m->leader = rank;
		if (m->leader == rank && lead(c, q, m)) {
			m->done = true;
			trace_links(q, &m->at[rank].what);
			m->at[rank].token = NULL;
			wake_others(q, m);
		}
	}
	if (!m->done)
		return false;
	if (--m->left == 0)
		recycle(q, m);
	return true;
}

/* ---- the step of a call ------------------------------------------------------------ */

static u64 parts_read(const struct coll *w, s32 rank, s32 nranks) {
	switch ((enum func)w->func) {
	case FUNC_REDUCE_SCATTER:
	case FUNC_ALL_TO_ALL: return (u64)nranks;
	case FUNC_BROADCAST: return rank == w->root;
	case FUNC_SCATTER: return rank == w->root ? (u64)nranks : 0;
	default: return 1;
	}
}

static u64 parts_written(const struct coll *w, s32 rank, s32 nranks) {
	switch ((enum func)w->func) {
	case FUNC_ALL_GATHER:
	case FUNC_ALL_TO_ALL: return (u64)nranks;
	case FUNC_REDUCE: return rank == w->root;
	case FUNC_GATHER: return rank == w->root ? (u64)nranks : 0;
	default: return 1;
	}
}

static bool name_operands(struct lib_call *c, const struct ncclComm *comm,
                          const struct coll *w) {
	u64 bytes = w->count * type_bytes((ncclDataType_t)w->type);
	u64 in = bytes * parts_read(w, comm->rank, comm->nranks),
	    out = bytes * parts_written(w, comm->rank, comm->nranks);
	struct lib_box reads = lib_bytes((const void *)(uintptr_t)w->send, in),
		       writes = lib_bytes((const void *)(uintptr_t)w->recv, out);
	return lib_reads(c, "sendbuff", &reads) && lib_writes(c, "recvbuff", &writes);
}

static bool read_scalar(struct lib_call *c, const struct coll_work *w,
                        struct coll *what) {
	u32 bytes = type_bytes((ncclDataType_t)what->type);
	struct lib_box box = lib_bytes(w->scalar_at, bytes);
	if (!w->scalar_at)
		return true;
	if (!lib_reads(c, "scalar", &box))
		return false;
	memcpy(&what->scalar, w->scalar_at, bytes);
	return true;
}

/* Locked. The call ends with the error of its clique. */
static void end_failed(struct lib_call *c, struct ncclComm *comm) {
	struct clique *q = comm->clique;
	if (!lib_is_over(c) && !q->is_aborted)
		lib_fail_stream(c, q->error == ncclInvalidUsage ? cudaErrorLaunchTimeout
		                                                : cudaErrorUnknown);
	comm_call_over(comm);
}

static struct key key_of(struct ncclComm *comm, const struct coll_work *w) {
	struct key k = w->key;
	if (k.space)
		k.number = comm->launches.at[w->key.number];
	return k;
}

/* The first call of the step: false, if an operand is bad, or the device has failed. */
static bool come(struct lib_call *c, const struct coll_work *w, struct coll *what) {
	*what = w->what;
	return !lib_is_over(c) && name_operands(c, w->comm, what) &&
	       read_scalar(c, w, what);
}

static bool step_locked(struct lib_call *c, const void *work) {
	const struct coll_work *w = work;
	struct ncclComm *comm = w->comm;
	struct clique *q = comm->clique;
	struct coll what;
	struct key key = key_of(comm, w);
	struct meeting *m = q->error == ncclSuccess ? meeting_at(q, key) : NULL;
	if (m && !m->at[comm->rank].here && !lib_is_over(c)) {
		pthread_mutex_unlock(&q->lock);
		bool ok = come(c, w, &what);
		if (ok && !clique_is_local(q))
			net_arrive(q, key, comm->rank, &what, w->pc);
		else if (!ok && !clique_is_local(q))
			net_fail(q, ncclRemoteError);
		pthread_mutex_lock(&q->lock);
		if (!ok) {
			clique_fail(q, ncclUnhandledCudaError);
		} else if (q->error == ncclSuccess) {
			m->at[comm->rank].token = lib_token();
			m->at[comm->rank].pc = w->pc;
			arrive(q, m, comm->rank, &what);
		}
	}
	if (lib_is_over(c) && q->error == ncclSuccess)
		clique_fail(q, ncclUnhandledCudaError);
	if (q->error == ncclSuccess && advance(c, q, m, comm->rank)) {
		if (w->key.space)
			comm->launches.at[w->key.number]++;
		comm_call_over(comm);
		return true;
	}
	if (q->error == ncclSuccess)
		return false;
	end_failed(c, comm);
	return true;
}

bool coll_step(struct lib_call *c, const void *payload) {
	const struct coll_work *w = payload;
	return clique_step(c, w->comm, w->life, step_locked, w);
}
