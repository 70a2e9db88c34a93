/* comm.c - the life of communicators.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

#include <stdlib.h>

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct ncclComm *spare;
	u64 lives;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- memory ------------------------------------------------------------------------ */

/* Memory of communicators is never given back: captured calls look at it long after. */
static struct ncclComm *comm_new(s32 nranks, s32 rank) {
	pthread_mutex_lock(&all.lock);
	struct ncclComm *c = all.spare;
	if (c)
		all.spare = c->next;
	else
		c = arena_new(&all.arena, struct ncclComm);
	*c = (struct ncclComm){.magic = COMM_MAGIC,
	                       .life = ++all.lives,
	                       .rank = rank,
	                       .nranks = nranks,
	                       .async = ncclSuccess};
	pthread_mutex_unlock(&all.lock);
	u64 *counts = arena_array(&c->arena, u64, 4 * (u32)nranks);
	c->nsent = counts;
	c->nreceived = counts + nranks;
	c->csent = counts + 2 * nranks;
	c->creceived = counts + 3 * nranks;
	return c;
}

static void comm_drop(struct ncclComm *c) {
	arena_drop(&c->arena);
	pthread_mutex_lock(&all.lock);
	c->magic = 0;
	c->life = 0;
	c->clique = NULL;
	c->next = all.spare;
	all.spare = c;
	pthread_mutex_unlock(&all.lock);
}

/* ---- checks ------------------------------------------------------------------------ */

static ncclResult_t is_null(const void *p, const char *function, const char *name) {
	if (p)
		return ncclSuccess;
	WARN("%s : %s argument is NULL", function, name);
	return ncclInvalidArgument;
}

ncclResult_t comm_check(const struct ncclComm *c, const char *function) {
	ncclResult_t r = is_null(c, function, "comm");
	if (r == ncclSuccess && c->magic != COMM_MAGIC) {
		WARN("Error: corrupted comm object detected");
		r = ncclInvalidArgument;
	}
	return r;
}

ncclResult_t comm_is_parent(const struct ncclComm *c, const char *function) {
	ncclResult_t r = comm_check(c, function);
	if (r != ncclSuccess)
		return r;
	if (!c->clique) {
		WARN("Communicator is not initialized; it is in a group that has not "
		     "ended");
		return ncclInvalidArgument;
	}
	if (c->is_finalized) {
		WARN("%s : the communicator is finalized", function);
		return ncclInvalidUsage;
	}
	r = (ncclResult_t)atomic_load(&c->async);
	if (r != ncclSuccess && !c->is_revoked)
		WARN("%s : the communicator has failed: %s", function,
		     ncclGetErrorString(r));
	return c->is_revoked ? ncclSuccess : r;
}

ncclResult_t comm_ready(const struct ncclComm *c, const char *function) {
	ncclResult_t r = comm_is_parent(c, function);
	if (r == ncclSuccess && (c->is_revoked || c->is_suspended)) {
		WARN("%s : the communicator is %s", function,
		     c->is_revoked ? "revoked" : "suspended");
		r = ncclInvalidUsage;
	}
	return r;
}

/* ---- devices ----------------------------------------------------------------------- */

bool comm_enter(struct ncclComm *c) {
	return lib_driver()->cuCtxPushCurrent_v2(c->context) == CUDA_SUCCESS;
}

void comm_leave(struct ncclComm *c) {
	CUcontext old;
	(void)c;
	lib_driver()->cuCtxPopCurrent_v2(&old);
}

/* Takes the current device, or a given one (not NOBODY). */
static ncclResult_t take_device(struct ncclComm *c, s32 device) {
	int current;
	CUdevice d;
	if (lib_current_device(&current) != cudaSuccess)
		return ncclUnhandledCudaError;
	c->device = device == NOBODY ? current : device;
	if (lib_driver()->cuDeviceGet(&d, c->device) != CUDA_SUCCESS ||
	    lib_driver()->cuDevicePrimaryCtxRetain(&c->context, d) != CUDA_SUCCESS) {
		WARN("device %d cannot be used", (int)c->device);
		return ncclUnhandledCudaError;
	}
	return ncclSuccess;
}

static void give_device(struct ncclComm *c) {
	CUdevice d;
	if (c->context && lib_driver()->cuDeviceGet(&d, c->device) == CUDA_SUCCESS)
		lib_driver()->cuDevicePrimaryCtxRelease_v2(d);
}

/* ---- configurations ---------------------------------------------------------------- */

static bool in_range(const char *name, int value, int least, int most) {
	bool ok = value == NCCL_CONFIG_UNDEF_INT || (value >= least && value <= most);
	if (!ok)
		WARN("Invalid config %s attribute value %d", name, value);
	return ok;
}

static ncclResult_t read_config(struct ncclComm *c, const ncclConfig_t *config) {
	ncclConfig_t in = NCCL_CONFIG_INITIALIZER;
	size_t size;
	memcpy(&size, config, sizeof size);
	memcpy(&in, config, MIN(size, sizeof in));
	if (in.magic != 0xcafebeef) {
		WARN("ncclConfig_t argument not initialized via NCCL_CONFIG_INITIALIZER");
		return ncclInvalidArgument;
	}
	if (!in_range("blocking", in.blocking, 0, 1) ||
	    !in_range("cgaClusterSize", in.cgaClusterSize, 0, INT_MAX) ||
	    !in_range("min/max channels", in.minCTAs, 1, INT_MAX) ||
	    !in_range("min/max channels", in.maxCTAs, 1, INT_MAX) ||
	    !in_range("splitShare", in.splitShare, 0, 1) ||
	    !in_range("collnetEnable", in.collnetEnable, 0, 1) ||
	    !in_range("policy", in.CTAPolicy, 0, 3) ||
	    !in_range("shrinkShare", in.shrinkShare, 0, 1) ||
	    !in_range("nvlsCTAs", in.nvlsCTAs, 1, INT_MAX))
		return ncclInvalidArgument;
	if (in.minCTAs != NCCL_CONFIG_UNDEF_INT && in.maxCTAs != NCCL_CONFIG_UNDEF_INT &&
	    in.minCTAs > in.maxCTAs) {
		WARN("Invalid config min/max channels attribute value %d/%d", in.minCTAs,
		     in.maxCTAs);
		return ncclInvalidArgument;
	}
	c->config = in;
	if (in.commName)
		c->config.commName = arena_strdup(&c->arena, in.commName,
		                                  strlen(in.commName));
	return ncclSuccess;
}

/* ---- new communicators ------------------------------------------------------------- */

/* What a unique id holds. */
struct id {
	u64 key[2];
	struct process root;
};
_Static_assert(sizeof(struct id) <= NCCL_UNIQUE_ID_BYTES, "an id has 128 bytes");

ncclResult_t ncclGetUniqueId(ncclUniqueId *out) {
	struct id id = {{0}, {{0}, 0, 0, 0, 0, {0}}};
	ncclResult_t r = is_null(out, "GetUniqueId", "out");
	if (r != ncclSuccess)
		return r;
	random_key(id.key);
	if (!net_self(&id.root) || !net_open_meeting(id.key)) {
		WARN("GetUniqueId: no socket to listen on");
		return ncclSystemError;
	}
	memset(out, 0, sizeof *out);
	memcpy(out, &id, sizeof id);
	return ncclSuccess;
}

static ncclResult_t join(ncclComm_t *out, struct join *j, const ncclConfig_t *config,
                         s32 device) {
	struct ncclComm *c = comm_new(j->nranks, j->rank);
	ncclResult_t r = read_config(c, config);
	if (r == ncclSuccess)
		r = take_device(c, device);
	if (r != ncclSuccess) {
		comm_drop(c);
		*out = NULL;
		return r;
	}
	*out = c;
	j->out = out;
	j->comm = c;
	return group_join(j);
}

static ncclResult_t init_rank(ncclComm_t *out, int nranks, const ncclUniqueId *unique,
                              int rank, const ncclConfig_t *config) {
	struct id id;
	ncclResult_t r;
	if (rank == 0)
		log_version();
	if ((r = is_null(out, "CommInitRank", "newcomm")) != ncclSuccess ||
	    (r = is_null(config, "CommInitRank", "config")) != ncclSuccess)
		return group_error(r);
	if (nranks < 1 || rank < 0 || rank >= nranks) {
		WARN("Invalid rank requested : %d/%d", rank, nranks);
		*out = NULL;
		return group_error(ncclInvalidArgument);
	}
	memcpy(&id, unique, sizeof id);
	struct join j = {.key = {id.key[0], id.key[1]},
	                 .nranks = nranks,
	                 .rank = rank,
	                 .root = id.root};
	return group_error(join(out, &j, config, NOBODY));
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId id,
                                    int rank, ncclConfig_t *config) {
	ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
	return init_rank(comm, nranks, &id, rank, config ? config : &none);
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId id, int rank) {
	ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
	return init_rank(comm, nranks, &id, rank, &none);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t *comm, int nranks, int rank, int nid,
                                      ncclUniqueId *ids, ncclConfig_t *config) {
	ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
	if (nid <= 0 || nid > nranks || !ids) {
		WARN("improper usage of ncclCommInitRank: nId = %d, nranks=%d", nid,
		     nranks);
		return group_error(ncclInvalidArgument);
	}
	return init_rank(comm, nranks, ids, rank, config ? config : &none);
}

static ncclResult_t check_devices(int n, const int *list) {
	int count;
	int current;
	if (lib_current_device(&current) != cudaSuccess ||
	    lib_driver()->cuDeviceGetCount(&count) != CUDA_SUCCESS)
		return ncclUnhandledCudaError;
	for (int i = 0; i < n; i++) {
		int d = list ? list[i] : i;
		if (d < 0 || d >= count) {
			WARN("Invalid device %d of %d", d, count);
			return list ? ncclInvalidArgument : ncclUnhandledCudaError;
		}
		for (int k = 0; list && k < i; k++)
			if (list[k] == d) {
				WARN("Duplicate device %d in the list", d);
				return ncclInvalidUsage;
			}
	}
	return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int ndev, const int *list) {
	ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
	u64 key[2];
	ncclResult_t r = is_null(comms, "CommInitAll", "comms");
	if (r != ncclSuccess)
		return r;
	if (ndev <= 0) {
		WARN("Invalid device count requested : %d", ndev);
		return ncclInvalidArgument;
	}
	log_version();
	if ((r = check_devices(ndev, list)) != ncclSuccess)
		return r;
	random_key(key);
	struct member *member = arena_array(group_arena(), struct member, ndev);
	struct process *self = arena_new(group_arena(), struct process);
	for (int i = 0; i < ndev; i++)
		member[i].device = list ? list[i] : i;
	r = ncclGroupStart();
	for (int i = 0; i < ndev && r == ncclSuccess; i++) {
		struct join j = {.key = {key[0], key[1]},
		                 .nranks = ndev,
		                 .rank = i,
		                 .is_local = true,
		                 .member = member,
		                 .process = self,
		                 .nprocess = 1};
		r = group_error(join(&comms[i], &j, &none, member[i].device));
	}
	ncclResult_t end = ncclGroupEnd();
	return r == ncclSuccess ? end : r;
}

/* ---- communicators of others ------------------------------------------------------- */

static u64 mix(u64 h, u64 x) {
	h = (h ^ x) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

/* The ranks of a child, in order: of[i] is the parent's number. */
static ncclResult_t child(struct ncclComm *parent, const s32 *of, s32 n, const u64 key[2],
                          ncclComm_t *out, const ncclConfig_t *config) {
	struct clique *q = parent->clique;
	struct arena *a = group_arena();
	struct member *member = arena_array(a, struct member, (u32)n);
	struct process *process = arena_array(a, struct process, q->nprocess);
	u32 *number = arena_array(a, u32, q->nprocess), nprocess = 0;
	struct join j = {.key = {key[0], key[1]}, .nranks = n};
	for (s32 i = 0; i < n; i++) {
		u32 p = q->member[of[i]].process;
		if (!number[p]) {
			process[nprocess] = q->process[p];
			number[p] = ++nprocess;
		}
		member[i] = (struct member){number[p] - 1, q->member[of[i]].device};
		if (of[i] == parent->rank)
			j.rank = i;
	}
	j.member = member;
	j.process = process;
	j.nprocess = nprocess;
	j.me = number[q->me] - 1;
	j.is_local = nprocess == 1;
	return join(out, &j, config ? config : &parent->config, parent->device);
}

struct chosen {
	s32 key, rank;
};

static int by_key(const void *a, const void *b) {
	const struct chosen *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->rank < y->rank ? -1 : 1;
}

/* The rank that has the id has posted its key; the larger communicator meets at its
 * process. */
static ncclResult_t grow(const struct split_job *s, u64 (*keys)[2]) {
	struct ncclComm *c = s->comm;
	struct clique *q = c->clique;
	s32 from = 0;
	while (from < c->nranks && !keys[from][0] && !keys[from][1])
		from++;
	if (from == c->nranks) {
		WARN("ncclCommGrow : no rank has given the id of ncclCommGetUniqueId");
		return ncclInvalidUsage;
	}
	struct join j = {.key = {keys[from][0], keys[from][1]},
	                 .nranks = s->grows,
	                 .rank = c->rank,
	                 .root = q->process[q->member[from].process]};
	if (q->member[from].process == q->me && !net_self(&j.root))
		return ncclSystemError;
	return join(s->out, &j, s->has_config ? &s->config : &c->config, c->device);
}

ncclResult_t comm_split(const struct split_job *s) {
	struct ncclComm *c = s->comm;
	u64 number = s->number;
	s32 color = s->color;
	struct arena scratch = ARENA_INIT;
	u32 n = (u32)c->nranks;
	u64(*all_keys)[2] = arena_alloc(&scratch, n * sizeof *all_keys, 8);
	struct chosen *chosen = arena_array(&scratch, struct chosen, n);
	s32 *of = arena_array(&scratch, s32, n), nchosen = 0;
	ncclResult_t r = exchange_wait(c->clique, number, all_keys);
	if (s->grows) {
		r = r == ncclSuccess ? grow(s, all_keys) : r;
		arena_drop(&scratch);
		return r;
	}
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		if ((s32)all_keys[i][0] == color && color != NCCL_SPLIT_NOCOLOR)
			chosen[nchosen++] = (struct chosen){(s32)all_keys[i][1], (s32)i};
	qsort(chosen, (size_t)nchosen, sizeof *chosen, by_key);
	for (s32 i = 0; i < nchosen; i++)
		of[i] = chosen[i].rank;
	u64 key[2] = {mix(mix(c->clique->key[0], number), (u32)color),
	              mix(mix(c->clique->key[1], (u32)color), number)};
	if (nchosen)
		r = child(c, of, nchosen, key, s->out, s->has_config ? &s->config : NULL);
	arena_drop(&scratch);
	return r;
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm,
                           ncclConfig_t *config) {
	ncclResult_t r = comm_check(comm, "ncclCommSplit");
	if (r == ncclSuccess)
		r = is_null(newcomm, "ncclCommSplit", "newcomm");
	if (r == ncclSuccess)
		r = comm_is_parent(comm, "ncclCommSplit");
	if (r != ncclSuccess)
		return group_error(r);
	*newcomm = NULL;
	if (color < NCCL_SPLIT_NOCOLOR) {
		WARN("ncclCommSplit : invalid color %d", color);
		return group_error(ncclInvalidArgument);
	}
	struct split_job job = {.comm = comm,
	                        .number = ++comm->nchild,
	                        .color = color,
	                        .out = newcomm,
	                        .has_config = config != NULL};
	if (config)
		job.config = *config;
	exchange_post(comm->clique, job.number, comm->rank,
	              (u64[2]){(u32)color, (u32)key}, NULL);
	return group_split(&job);
}

ncclResult_t ncclCommGetUniqueId(ncclComm_t comm, ncclUniqueId *id) {
	ncclResult_t r = comm_ready(comm, "ncclCommGetUniqueId");
	return r == ncclSuccess ? ncclGetUniqueId(id) : r;
}

/* A rank of the old communicator. */
static ncclResult_t grow_old(ncclComm_t comm, int nranks, const ncclUniqueId *unique,
                             int rank, ncclComm_t *newcomm, const ncclConfig_t *config) {
	struct id id = {0};
	ncclResult_t r = comm_ready(comm, "ncclCommGrow");
	if (r != ncclSuccess)
		return r;
	if (rank != -1 || nranks <= comm->nranks) {
		WARN("ncclCommGrow : rank %d of %d: ranks of the old communicator give "
		     "-1, "
		     "and there are more of the new one",
		     rank, nranks);
		return ncclInvalidArgument;
	}
	if (unique)
		memcpy(&id, unique, sizeof id);
	*newcomm = NULL;
	struct split_job job = {.comm = comm,
	                        .number = ++comm->nchild,
	                        .grows = nranks,
	                        .out = newcomm,
	                        .has_config = config != NULL};
	if (config)
		job.config = *config;
	exchange_post(comm->clique, job.number, comm->rank, id.key, NULL);
	return group_split(&job);
}

ncclResult_t ncclCommGrow(ncclComm_t comm, int nranks, const ncclUniqueId *unique,
                          int rank, ncclComm_t *newcomm, ncclConfig_t *config) {
	ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
	ncclResult_t r = is_null(newcomm, "ncclCommGrow", "newcomm");
	if (r == ncclSuccess && comm)
		return group_error(grow_old(comm, nranks, unique, rank, newcomm, config));
	if (r == ncclSuccess)
		r = is_null(unique, "ncclCommGrow", "uniqueId");
	if (r != ncclSuccess)
		return group_error(r);
	return init_rank(newcomm, nranks, unique, rank, config ? config : &none);
}

static int by_number(const void *a, const void *b) {
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

ncclResult_t ncclCommShrink(ncclComm_t comm, int *excluded, int nexcluded,
                            ncclComm_t *newcomm, ncclConfig_t *config, int flags) {
	struct arena scratch = ARENA_INIT;
	ncclResult_t r = comm_check(comm, "ncclCommShrink");
	if (r == ncclSuccess)
		r = is_null(newcomm, "ncclCommShrink", "newcomm");
	if (r == ncclSuccess)
		r = is_null(excluded, "ncclCommShrink", "excludeRanksList");
	if (r != ncclSuccess || nexcluded <= 0)
		return r != ncclSuccess ? r : ncclInvalidArgument;
	struct clique *q = comm->clique;
	if (!(flags & NCCL_SHRINK_ABORT) &&
	    (r = comm_is_parent(comm, "ncclCommShrink")) != ncclSuccess)
		return r;
	qsort(excluded, (size_t)nexcluded, sizeof *excluded, by_number);
	s32 *of = arena_array(&scratch, s32, (u32)comm->nranks), n = 0;
	u64 key[2] = {mix(q->key[0], 0x736872696e6b), mix(q->key[1], (u32)nexcluded)};
	for (s32 i = 0; i < comm->nranks; i++)
		if (bsearch(&i, excluded, (size_t)nexcluded, sizeof *excluded, by_number))
			key[0] = mix(key[0], (u32)i);
		else
			of[n++] = i;
	key[1] = mix(key[1], ++comm->nchild << 32);
	*newcomm = NULL;
	if (bsearch(&comm->rank, excluded, (size_t)nexcluded, sizeof *excluded,
	            by_number))
		r = ncclInvalidArgument;
	if (r == ncclSuccess && flags & NCCL_SHRINK_ABORT) {
		pthread_mutex_lock(&q->lock);
		q->is_aborted = true;
		clique_fail(q, ncclRemoteError);
		pthread_mutex_unlock(&q->lock);
	}
	if (r == ncclSuccess)
		r = child(comm, of, n, key, newcomm, config);
	arena_drop(&scratch);
	return r;
}

/* ---- the end ----------------------------------------------------------------------- */

void comm_call_over(struct ncclComm *c) {
	if (c->pending && --c->pending == 0)
		pthread_cond_broadcast(&c->clique->changed);
}

static void wait_for_calls(struct ncclComm *c) {
	struct clique *q = c->clique;
	pthread_mutex_lock(&q->lock);
	atomic_fetch_add(&hang_waiting, 1);
	while (c->pending)
		pthread_cond_wait(&q->changed, &q->lock);
	atomic_fetch_sub(&hang_waiting, 1);
	pthread_mutex_unlock(&q->lock);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
	ncclResult_t r = comm_check(comm, "CommFinalize");
	if (r != ncclSuccess)
		return r;
	if (comm->is_finalized || comm->is_revoked) {
		WARN("CommFinalize : the communicator is %s already",
		     comm->is_finalized ? "finalized" : "revoked");
		return ncclInvalidArgument;
	}
	wait_for_calls(comm);
	comm->is_finalized = true;
	return ncclSuccess;
}

void comm_discard(struct ncclComm *c) {
	if (c->clique)
		clique_leave(c->clique, c->rank);
	give_device(c);
	comm_drop(c);
}

static void destroy(struct ncclComm *c) {
	wait_for_calls(c);
	comm_discard(c);
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
	if (!comm)
		return ncclSuccess;
	ncclResult_t r = comm_check(comm, "CommDestroy");
	if (r != ncclSuccess || !comm->clique)
		return r != ncclSuccess ? r : ncclInvalidArgument;
	INFO("comm %p rank %d nRanks %d - Destroy COMPLETE", (void *)comm, comm->rank,
	     comm->nranks);
	destroy(comm);
	return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
	if (!comm)
		return ncclSuccess;
	ncclResult_t r = comm_check(comm, "CommAbort");
	if (r != ncclSuccess || !comm->clique)
		return r != ncclSuccess ? r : ncclInvalidArgument;
	struct clique *q = comm->clique;
	pthread_mutex_lock(&q->lock);
	bool busy = comm->pending != 0;
	if (busy) {
		q->is_aborted = true;
		clique_fail(q, ncclRemoteError);
	}
	pthread_mutex_unlock(&q->lock);
	if (busy && !clique_is_local(q))
		net_fail(q, ncclRemoteError);
	destroy(comm);
	return ncclSuccess;
}

ncclResult_t ncclCommRevoke(ncclComm_t comm, int flags) {
	ncclResult_t r = comm_check(comm, "ncclCommRevoke");
	if (r != ncclSuccess || !comm->clique)
		return r != ncclSuccess ? r : ncclInvalidArgument;
	if (flags != NCCL_REVOKE_DEFAULT || comm->is_finalized) {
		WARN("ncclCommRevoke : %s", flags ? "flags are not NCCL_REVOKE_DEFAULT"
		                                  : "the communicator is finalized");
		return ncclInvalidArgument;
	}
	struct clique *q = comm->clique;
	pthread_mutex_lock(&q->lock);
	q->is_aborted = true;
	clique_fail(q, ncclRemoteError);
	comm->is_revoked = true;
	pthread_mutex_unlock(&q->lock);
	if (!clique_is_local(q))
		net_fail(q, ncclRemoteError);
	wait_for_calls(comm);
	return ncclSuccess;
}

ncclResult_t ncclCommSuspend(ncclComm_t comm, int flags) {
	ncclResult_t r = comm_ready(comm, "ncclCommSuspend");
	if (r == ncclSuccess && flags != NCCL_SUSPEND_MEM) {
		WARN("ncclCommSuspend : flags are not NCCL_SUSPEND_MEM");
		r = ncclInvalidArgument;
	}
	if (r != ncclSuccess)
		return r;
	wait_for_calls(comm);
	comm->is_suspended = true;
	return ncclSuccess;
}

ncclResult_t ncclCommResume(ncclComm_t comm) {
	ncclResult_t r = comm_is_parent(comm, "ncclCommResume");
	if (r == ncclSuccess && !comm->is_suspended) {
		WARN("ncclCommResume : the communicator is not suspended");
		r = ncclInvalidUsage;
	}
	if (r == ncclSuccess)
		comm->is_suspended = false;
	return r;
}

/* ---- questions --------------------------------------------------------------------- */

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
	ncclResult_t r = comm_check(comm, "ncclGetAsyncError");
	if (r == ncclSuccess)
		r = is_null(error, "ncclGetAsyncError", "asyncError");
	if (r == ncclSuccess)
		*error = comm->is_revoked ? ncclSuccess
		                          : (ncclResult_t)atomic_load(&comm->async);
	return r;
}

/* There is no memory of a device that is a communicator's own. */
ncclResult_t ncclCommMemStats(ncclComm_t comm, ncclCommMemStat_t stat, uint64_t *value) {
	ncclResult_t r = comm_check(comm, "ncclCommMemStats");
	if (r == ncclSuccess)
		r = is_null(value, "ncclCommMemStats", "value");
	if (r == ncclSuccess && (u32)stat > ncclStatGpuMemTotal) {
		WARN("ncclCommMemStats : %d is no statistic", (int)stat);
		r = ncclInvalidArgument;
	}
	if (r == ncclSuccess)
		*value = stat == ncclStatGpuMemSuspended && comm->is_suspended;
	return r;
}

static ncclResult_t answer(ncclComm_t comm, const char *function, int *out, int value,
                           const char *name) {
	ncclResult_t r = is_null(out, function, name);
	if (r == ncclSuccess)
		*out = value;
	(void)comm;
	return r;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
	ncclResult_t r = comm_check(comm, "CommCount");
	return r == ncclSuccess ? answer(comm, "CommCount", count, comm->nranks, "count")
	                        : r;
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
	ncclResult_t r = comm_check(comm, "CommCuDevice");
	return r == ncclSuccess
	               ? answer(comm, "CommCuDevice", device, comm->device, "devid")
	               : r;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
	ncclResult_t r = comm_check(comm, "CommUserRank");
	return r == ncclSuccess ? answer(comm, "CommUserRank", rank, comm->rank, "rank")
	                        : r;
}

SECOND_NAME(ncclGetUniqueId);
SECOND_NAME(ncclCommInitRankConfig);
SECOND_NAME(ncclCommInitRank);
SECOND_NAME(ncclCommInitRankScalable);
SECOND_NAME(ncclCommInitAll);
SECOND_NAME(ncclCommSplit);
SECOND_NAME(ncclCommShrink);
SECOND_NAME(ncclCommGetUniqueId);
SECOND_NAME(ncclCommGrow);
SECOND_NAME(ncclCommRevoke);
SECOND_NAME(ncclCommSuspend);
SECOND_NAME(ncclCommResume);
SECOND_NAME(ncclCommMemStats);
SECOND_NAME(ncclCommFinalize);
SECOND_NAME(ncclCommDestroy);
SECOND_NAME(ncclCommAbort);
SECOND_NAME(ncclCommGetAsyncError);
SECOND_NAME(ncclCommCount);
SECOND_NAME(ncclCommCuDevice);
SECOND_NAME(ncclCommUserRank);
