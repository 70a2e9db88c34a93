/* comm.h - communicators. A clique is what the ranks of one communicator share in this
 * process; an ncclComm is one rank of it.
 *
 *     a call of the program      checked, and numbered in the communicator      collective.c, point.c
 *       -> a group               begins together                                group.c
 *       -> work of a stream      a step that no thread waits in
 *       -> a meeting             the same call of all ranks, found by number    meeting.c
 *       -> regions               which bytes are reduced or copied where        region.c, move.c
 *
 * Ranks of other processes: net.c. What never completes: hang.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/vec.h"
#include "runtime/driver/table.h"
#include "runtime/libs/call.h"
#include "runtime/nccl/reduce.h"

/* The second name of a public function. */
#define SECOND_NAME(name) extern __typeof__(name) p##name __attribute__((alias(#name)))

/* ---- calls ------------------------------------------------------------------------- */

enum func {
	FUNC_ALL_REDUCE,
	FUNC_REDUCE,
	FUNC_BROADCAST,
	FUNC_REDUCE_SCATTER,
	FUNC_ALL_GATHER,
	FUNC_ALL_TO_ALL,
	FUNC_GATHER,
	FUNC_SCATTER,
	FUNC_SEND,
	FUNC_RECV,
};
const char *func_name(enum func f); /* "ncclAllReduce" */

/* What one rank asks for; addresses are those of its process. The same in messages. */
struct coll {
	u8 func, type, op, scales;
	s32 root; /* of Send and Recv: the peer */
	u32 divisor;
	u32 reserved;
	u64 count;
	u64 send, recv;
	u64 scalar; /* one element */
};

/* A call is found by others under its number: those that run once are counted as they are
 * called (space 0); one that was captured has a space of its own, and its launches are
 * counted. So order does not depend on time. */
struct key {
	u64 space, number;
};
static inline bool key_less(struct key a, struct key b) {
	return a.space != b.space ? a.space < b.space : a.number < b.number;
}
static inline bool key_equal(struct key a, struct key b) {
	return a.space == b.space && a.number == b.number;
}

/* ---- meetings ---------------------------------------------------------------------- */

enum { PLACE_BYTES = 96, NOBODY = -1 };

struct arrival {
	bool here;
	struct coll what;
	void *token;             /* of local ranks */
	const void *pc;          /* the same: where the program called */
	char place[PLACE_BYTES]; /* of others */
};

struct meeting {
	struct meeting *next;
	struct key key;
	u64 since_ns;
	u32 arrived, left;
	s32 leader; /* the local rank whose step does the work of this process */
	bool done, reported;
	u32 phase;          /* of this process */
	u32 *phase_of;      /* of each process */
	struct arrival *at; /* each rank */
};

/* One end of a send and a receive. */
struct end {
	bool here;
	u64 addr, bytes;
	struct batch *batch; /* NULL: another process's */
	u32 item;
	const void *pc;
	char place[PLACE_BYTES];
};

struct pair {
	struct pair *next;
	s32 src, dst;
	struct key key;
	u64 since_ns;
	bool copying, reported;
	struct end send, recv;
};

/* Sends and receives of one rank that go on together. */
struct batch {
	struct batch *next;
	const void *payload;
	void *token;
	u32 left;
	VEC(struct pair *) to_pull; /* whose data another process has */
};

/* ---- communicators ----------------------------------------------------------------- */

struct process {
	u64 uid[2];
	u64 probe; /* where uid is in its memory */
	s32 pid;
	u32 address; /* IPv4, as in messages */
	u16 port;
	char host[54];
};

struct member {
	u32 process; /* its number in the clique */
	s32 device;
};

struct link; /* net.h */

struct clique {
	struct clique *next;
	u64 key[2];
	s32 nranks;
	u32 nlocal, njoined; /* local ranks: all, and those that have joined */
	u32 refs;            /* local ranks that are not destroyed */
	char name[32];
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct ncclComm **rank; /* local ones, or NULL */
	bool *is_gone;          /* ranks whose communicator is destroyed */
	bool is_linking;
	struct member *member;
	struct process *process;
	struct link **link; /* by process; NULL: this one */
	u32 nprocess, me;
	struct meeting *meetings, *spare_meetings;
	struct pair *pairs, *spare_pairs;
	struct exchange *exchanges;
	u64 nexchange;
	ncclResult_t error; /* nothing completes any more */
	bool is_aborted;    /* by the program: that is no failure of streams */
	struct arena arena;
};

struct red_op {
	bool used;
	ncclDataType_t type;
	ncclScalarResidence_t residence;
	u64 scalar;
	const void *at;
};

enum { COMM_MAGIC = 0x6e63636c };

struct ncclComm {
	u32 magic;
	struct ncclComm *next; /* spare ones */
	u64 life;              /* which communicator this memory is */
	struct clique *clique;
	s32 rank, nranks, device;
	CUcontext context;
	bool is_finalized, is_revoked, is_suspended;
	ncclConfig_t config;
	_Atomic int async; /* ncclResult_t */
	u64 pending;       /* calls that are not over; clique->lock */
	u64 ncoll, ncaptured;
	u64 *nsent, *nreceived, *csent, *creceived; /* by peer; c: captured */
	VEC(u64) launches;                          /* of each captured call */
	VEC(struct red_op) ops;
	struct batch *batches, *spare_batches;
	struct coll last; /* what it called last, for reports */
	const void *last_pc;
	u64 nchild;
	struct arena arena;
};

/* comm.c */
ncclResult_t comm_check(const struct ncclComm *c, const char *function);
/* The same; and others can be made of it. */
ncclResult_t comm_is_parent(const struct ncclComm *c, const char *function);
/* The same; and it can be given work. */
ncclResult_t comm_ready(const struct ncclComm *c, const char *function);
/* Takes it out of its clique, if it is in one, and frees it. */
void comm_discard(struct ncclComm *c);
/* Its device is current until comm_leave. */
bool comm_enter(struct ncclComm *c);
void comm_leave(struct ncclComm *c);
/* A call of it begins to count, and is over. The lock of the clique is held. */
void comm_call_over(struct ncclComm *c);

/* clique.c. Locked: the clique fails, and everything that waits in it ends. */
void clique_fail(struct clique *q, ncclResult_t error);
/* Finds the clique with this key, or makes it; takes a reference for one local rank. */
struct clique *clique_join(const u64 key[2], s32 nranks, const struct member *member,
                           const struct process *process, u32 nprocess, u32 me);
/* The rank is gone: the clique goes with the last one. */
void clique_leave(struct clique *q, s32 rank);
/* A step of the work of a communicator that had this `life`: locks its clique around
 * `locked`; work of one that is gone fails its stream. Returns whether the work is over.
 */
bool clique_step(struct lib_call *c, const struct ncclComm *comm, u64 life,
                 bool (*locked)(struct lib_call *c, const void *work), const void *work);
bool clique_is_local(const struct clique *q);
/* All cliques of the process; fn holds the lock of each. */
void clique_each(void (*fn)(struct clique *q, void *ctx), void *ctx);
u64 now_ns(void);
/* Random bytes. */
void random_key(u64 key[2]);

/* exchange.c: 16 bytes of each rank to all, by calls that wait. Posted for all local
 * ranks before any of them waits. */
struct exchange;
void exchange_post(struct clique *q, u64 number, s32 rank, const u64 data[2],
                   const bool *left_out);
/* Locked: what a rank of another process has posted. */
void exchange_remote(struct clique *q, u64 number, s32 rank, const u64 data[2]);
ncclResult_t exchange_wait(struct clique *q, u64 number, u64 (*all)[2]);

/* meeting.c */
struct coll_work {
	struct ncclComm *comm;
	u64 life;
	struct coll what;
	struct key key;        /* of captured ones: number is the index of its count */
	const void *scalar_at; /* in memory of the device, or NULL */
	const void *pc;
};
bool coll_step(struct lib_call *c, const void *payload);
/* Whether two ranks ask for the same; buffers may differ. */
bool coll_same(const struct coll *a, const struct coll *b);
struct meeting *meeting_at(struct clique *q, struct key key);
/* Locked. A rank of another process comes; a process has finished a phase. */
void meeting_remote(struct clique *q, struct key key, s32 rank, const struct coll *what,
                    const char *place);
void meeting_phase(struct clique *q, struct key key, u32 process, u32 phase);

/* pair.c */
struct point {
	s32 peer;
	u8 is_send, type;
	u16 reserved;
	u64 count, addr;
	struct key key;
	const void *pc;
};
struct batch_work {
	struct ncclComm *comm;
	u64 life;
	u64 n;
	struct point point[];
};
bool batch_step(struct lib_call *c, const void *payload);
void pair_remote_send(struct clique *q, s32 src, s32 dst, struct key key, u64 addr,
                      u64 bytes, const char *place);
void pair_remote_done(struct clique *q, s32 src, s32 dst, struct key key);

/* region.c: what a process has to do for a collective, as pieces of memory. */
struct source {
	u64 addr;
	u32 process;
	const void *scalar; /* of the rank */
};
struct region {
	u64 count; /* elements */
	bool reduces;
	u32 nsource, ntarget;
	struct source *source;
	u8 **target; /* in this process */
};
VEC_TYPE(regions, struct region);
/* How many phases the collective has; processes wait for each other after each. */
u32 region_phases(const struct clique *q, const struct coll *what);
void region_plan(struct arena *a, const struct clique *q, const struct meeting *m,
                 u32 phase, struct regions *out);

/* move.c: does it. False: memory of another process could not be read. */
bool move_regions(struct lib_call *c, struct clique *q, const struct coll *what,
                  const struct regions *r);
bool move_bytes(struct lib_call *c, struct clique *q, u8 *to, const struct source *from,
                u64 bytes);

/* A split whose ranks have posted their colors; done when the group ends. */
struct split_job {
	struct ncclComm *comm;
	u64 number; /* of the exchange */
	s32 color;
	s32 grows; /* ranks of a larger communicator; 0: it is a split */
	ncclComm_t *out;
	bool has_config;
	ncclConfig_t config;
};
/* Waits for all ranks, and adds the child that this one joins to the group. */
ncclResult_t comm_split(const struct split_job *s);

/* group.c */
struct join;
/* Memory until the group of the thread ends. */
struct arena *group_arena(void);
ncclResult_t group_split(const struct split_job *s);
ncclResult_t group_coll(const struct coll_work *w, cudaStream_t stream);
ncclResult_t group_point(struct ncclComm *c, const struct point *p, cudaStream_t stream);
/* Joins are done when the group ends; j is copied. */
ncclResult_t group_join(const struct join *j);
/* An error of a call inside a group is the group's. */
ncclResult_t group_error(ncclResult_t r);

/* log.c */
enum log_level { LOG_NONE, LOG_VERSION, LOG_WARN, LOG_INFO, LOG_TRACE };
bool log_wants(enum log_level l);
/* WARN is also what ncclGetLastError returns. */
void log_line(enum log_level l, const char *format, ...) PRINTF_LIKE(2, 3);
void log_version(void);
#define WARN(...) log_line(LOG_WARN, __VA_ARGS__)
#define INFO(...)                                        \
	do {                                             \
		if (log_wants(LOG_INFO))                 \
			log_line(LOG_INFO, __VA_ARGS__); \
	} while (0)

/* hang.c */
/* Text of a call, "ncclAllReduce(1024 x float32, sum)". */
void hang_describe(const struct coll *c, char *text, size_t bytes);
/* Locked: two ranks have called what does not go together. */
void hang_mismatch(struct clique *q, const struct meeting *m, s32 rank);
void hang_pair_mismatch(struct clique *q, const struct pair *p);
/* Looks for what cannot complete; called now and then by the thread of net.c. */
void hang_watch(void);
/* Nanoseconds of a variable in seconds. */
u64 hang_seconds(const char *variable, u64 otherwise);
/* Threads of the program that wait inside of this library. */
extern _Atomic u32 hang_waiting;
