/* job.h - the processes (PEs) of a job, and what they share.
 *
 *     a control block    who they are and how they do: of the host only         meet.c, watch.c
 *     a symmetric heap   memory of each PE's device, mapped by all              symmetric.c
 *       a state          for kernels: include/simt/nvshmem/state.h
 *       counters         of teams' synchronizations, for kernels and host      team.c
 *
 * PEs of one host map each other's memory. Those of others are "far": each request is a
 * message, which a thread of the other process answers when it is done.
 *
 *     desk               where hosts meet, at the process that made the id   desk.c
 *     messages           puts, gets and atomic operations                    far.c
 *     requests           what kernels ask for, and collectives for them      request.c
 *
 * Transfers (move.c), waiting (wait.c) and collectives (collective.c) are work of
 * streams.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "runtime/driver/table.h"

#include <nvshmem_host.h>

#include "runtime/libs/call.h"
#include "simt/nvshmem/state.h"

enum { MAX_PES = __NVSHMEM_MAX_PES, MAX_TEAMS = __NVSHMEM_MAX_TEAMS };

/* ---- the control block --------------------------------------------------------------- */

enum pe_state {
	PE_FREE,
	PE_JOINED,
	PE_FINISHED, /* nvshmem_finalize */
	PE_LEFT,     /* its process ended by itself before that */
	PE_KILLED
};

struct pe {
	_Atomic u32 state;
	s32 pid;
	u64 key[2];  /* of its newest piece of the heap: descriptor and inode */
	u64 word[2]; /* what it tells the others in an exchange */
	s32 host;    /* 0: that of the process that made the id */
	u32 address; /* where other hosts reach it */
	_Atomic u32 port;
};

/* A team that is being made by PEs that do not know each other: it is in the block of the
 * PE that made its id. */
enum { FORMING = 8 }; /* of one PE at a time */
struct forming {
	_Atomic u64 id;
	_Atomic u64 arrived, used; /* numbers of teams that its members have */
	u16 pe[MAX_PES];           /* 1 + the PE; 0: not there yet */
};

struct control {
	u64 magic;
	_Atomic s32 npes;
	_Atomic s32 exit_status; /* of nvshmem_global_exit: 1 + it */
	_Atomic u64 arrived;     /* PEs, as in a team */
	struct pe pe[MAX_PES];
	struct forming forming[MAX_PES][FORMING];
};

struct job {
	bool is_ready; /* it has met the others */
	bool has_heap; /* its device is known */
	bool has_far;  /* some PEs are on other hosts */
	int me, n;
	int status, thread_support;
	struct control *control;
	int fd;     /* of the control block */
	char *base; /* of all heaps */
	u64 stride; /* from one heap to the next */
	CUcontext context;
	CUdevice device;
	cudaStream_t stream; /* of calls that wait */
	struct __nvshmem_state *state;
};
extern struct job job;

/* ---- errors ----------------------------------------------------------------------------
 */

/* Prints "simt: NVSHMEM: PE 0: FUNCTION: ..." */
void job_say(const char *function, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same, and the process ends, as NVSHMEM's does. */
NORETURN void job_fatal(const char *function, const char *format, ...) PRINTF_LIKE(2, 3);
/* There is a job. The first time that memory is needed, the device that is current
 * becomes the PE's. */
void job_check(const char *function);
/* The same for what needs no memory: programs choose a device by the answer. */
void job_check_met(const char *function);
/* The device of the PE is current until job_leave. */
void job_enter(void);
void job_leave(void);
void job_check_pe(const char *function, int pe);
/* The bytes are in the heap of this PE. */
void job_check_heap(const char *function, const void *p, u64 bytes);
/* The PE has them: in its heap, or it is this PE. */
void job_check_reach(const char *function, const void *p, u64 bytes, int pe);
static inline void *job_at(const void *p, int pe) {
	return (char *)(uintptr_t)p + (s64)(pe - job.me) * (s64)job.stride;
}

static inline bool job_is_far(int pe) {
	return job.has_far && job.control->pe[pe].host != job.control->pe[job.me].host;
}
/* Where something of this PE's heap is in it. */
static inline u64 job_offset(const void *p) {
	return (u64)((uintptr_t)p - (uintptr_t)job.state->__heap);
}

/* ---- far.c --------------------------------------------------------------------------------
 */

enum far_space { FAR_HEAP, FAR_CONTROL };
enum far_op {
	FAR_FETCH = __NVSHMEM_FETCH,
	FAR_ADD,
	FAR_AND,
	FAR_OR,
	FAR_XOR,
	FAR_SWAP,
	FAR_COMPARE
};
struct far_word {
	enum far_space space;
	u64 at;
	u32 bytes; /* 4 or 8 */
	enum far_op op;
	u64 value, cond;
};

/* Begins to answer others; returns the port, 0 if the system refuses. */
u16 far_listen(void);
/* Connects with all PEs of other hosts; `key` is what all have from the desk. False: that
 * has been said. */
bool far_connect(const char *function, const u64 key[2]);
void far_end(void);
/* The connection, whose end is that of the PE's process. */
int far_socket(int pe);
/* All return when it is done. False: the PE has ended. */
bool far_put(int pe, enum far_space space, u64 at, const void *from, u64 bytes);
bool far_get(int pe, enum far_space space, u64 at, void *to, u64 bytes);
bool far_atomic(int pe, const struct far_word *w, u64 *old);
/* Other hosts' control blocks get these bytes of this one's. */
void far_share(const void *at, u64 bytes);

/* The same for all PEs, near or far; p is in this PE's heap. */
bool pe_put(int pe, void *p, const void *from, u64 bytes);
bool pe_get(int pe, const void *p, void *to, u64 bytes);
bool pe_atomic(int pe, const void *p, u32 bytes, enum far_op op, u64 value, u64 cond,
               u64 *old);

/* ---- desk.c ------------------------------------------------------------------------------
 */

/* Processes of other hosts come to it. */
struct desk {
	u64 key[2];
	u32 address;
	u16 port; /* 0: there is none, so all PEs are on one host */
};
bool desk_open(struct desk *d, int control_fd);
/* All are here, and none is of another host. */
void desk_close(void);
/* Joins from another host; the control block of this one is made. */
bool desk_join(const char *function, const struct desk *d, int rank, int n,
               const char *host);
/* A control block in a file without a name, which stays open until the next one. */
struct control_file {
	s32 fd;
	u64 inode;
};
bool control_new(struct control_file *f);
struct control *control_open(s32 pid, const struct control_file *f, int *fd);
u64 meet_now_ns(void);

/* ---- request.c ----------------------------------------------------------------------------
 */

/* A thread looks for what kernels ask of far PEs, in the heap's own memory. */
void request_start(struct __nvshmem_request *ring);
void request_stop(void);

/* ---- meet.c ------------------------------------------------------------------------------
 */

/* Joins the job that the id names. Returns 0 or an error that has been said. */
int meet_by_id(const char *function, int rank, int n, const nvshmemx_uniqueid_t *id);
int meet_by_launcher(const char *function);
/* NULL: all processes that the launcher has started. */
int meet_by_mpi(const char *function, void *comm);
/* All PEs come; waits. */
void meet_sync(const char *function);
/* Word of each PE to all, between two calls of meet_sync. */
void meet_tell(u64 a, u64 b);
void meet_leave(void);

/* ---- mpi.c ------------------------------------------------------------------------------
 */

/* Rank and size in the communicator at comm; NULL: MPI_COMM_WORLD, of an MPI that is
 * opened and begun if need be. False: that has been said. */
bool mpi_begin(const char *function, const void *comm, int *rank, int *n);
/* From rank 0 to all. */
bool mpi_broadcast(void *at, u32 bytes);

/* ---- watch.c -----------------------------------------------------------------------------
 */

/* Looks for PEs that end before nvshmem_finalize. */
void watch_start(void);
void watch_stop(void);
/* The processor is given to others. A PE that has ended: the process ends, if what it
 * waits for has not come by then. */
struct patience {
	u32 looks;
};
void watch_rest(struct patience *p);
/* The first PE that has ended; -1: none. */
int watch_ended(void);
NORETURN void watch_give_up(const char *function);
u64 watch_timeout_ns(void);

/* ---- symmetric.c ------------------------------------------------------------------------------
 */

bool symmetric_start(const char *function);
/* Memory that others may write to already. */
u64 symmetric_mapped(void);
void symmetric_stop(void);

/* ---- team.c ------------------------------------------------------------------------------
 */

void team_start(void);
/* NULL: it is none of this PE's. */
struct __nvshmem_team *team_find(nvshmem_team_t team);
struct __nvshmem_team *team_check(const char *function, nvshmem_team_t team);
/* Comes to a synchronization. It is over when the counter is at the number returned. */
u64 team_arrive(const struct __nvshmem_team *t);
bool team_has_come(const struct __nvshmem_team *t, u64 all);
/* False: a PE has ended, and it never will be complete. */
bool team_sync_try(const struct __nvshmem_team *t);
void team_sync_wait(const char *function, const struct __nvshmem_team *t);

/* ---- calls that take several steps --------------------------------------------------------
 */

/* What a call has to remember from step to step. */
struct visit {
	const void *token, *payload;
	u32 phase;
	struct patience patience;
	u64 all;
};
struct visit *visit_of(const void *payload);
void visit_end(struct visit *v);
/* The call is to be called again soon; returns false. */
bool visit_again(struct visit *v);

/* ---- collective.c ------------------------------------------------------------------------
 */

enum kind { S8, U8, S16, U16, S32, U32, S64, U64, F16, BF16, F32, F64, PAIR, KIND_COUNT };
enum op { OP_sum_, OP_prod_, OP_max_, OP_min_, OP_and_, OP_or_, OP_xor_, OP_COUNT };
_Static_assert((int)S8 == __NVSHMEM_S8 && (int)PAIR == __NVSHMEM_PAIR,
               "kernels name the same");
_Static_assert((int)OP_sum_ == __NVSHMEM__sum_ && (int)OP_xor_ == __NVSHMEM__xor_,
               "the same");
/* acc[i] = acc[i] op x[i] */
typedef void reduce_fn(void *acc, const void *x, u64 n);
reduce_fn *reduce_of(enum kind kind, enum op op);
u32 kind_bytes(enum kind kind);
/* What a kernel asks for. */
bool collective_for_kernel(const struct __nvshmem_request *r);
#define KIND_OF(T)                          \
	_Generic((T *)0,                    \
	        char *: S8,                 \
	        signed char *: S8,          \
	        unsigned char *: U8,        \
	        short *: S16,               \
	        unsigned short *: U16,      \
	        int *: S32,                 \
	        unsigned *: U32,            \
	        long *: S64,                \
	        unsigned long *: U64,       \
	        long long *: S64,           \
	        unsigned long long *: U64,  \
	        __nvshmem_half *: F16,      \
	        __nvshmem_bfloat16 *: BF16, \
	        float *: F32,               \
	        double *: F64)
