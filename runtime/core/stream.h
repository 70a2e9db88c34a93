/* stream.h - the queues of streams: which op waits for which, and the threads that do the
 * work. A piece of work has a number in its stream. Whatever it waits for is a stream and
 * a number there: work of other streams, the default stream's, or that which an event was
 * recorded after. Inside runtime/; one lock guards the queues of all devices, so that
 * streams of different devices can wait for each other.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* A hardware queue that streams share: an op starts when all before it has
 * started. */
struct connection {
	struct op *first, *last;
};

enum { QUEUE_RESERVED = 64 }; /* bytes of payload of the ops that are reserved */

/* Small, since a long queue lies in memory that was not touched before, and that costs
 * more than the work. */
struct op {
	struct op *next;
	struct simt_stream *stream;
	union {
		struct op *follower;     /* in the connection, until it starts */
		struct op *running_next; /* while it runs; functions of the program are
		                            not listed */
	};
	u64 seq;
	u32 waits; /* for so many others */
	/* The number of ops that have let it begin and still run. It is not done before
	 * them. */
	_Atomic u32 ahead;
	enum simt_status status; /* once it has finished */
	u8 size;                 /* which of the sizes that are used again; 0: none */
	bool host : 1;           /* a function of the program */
	bool early : 1; /* it begins when all before it in its stream have let it, or are
	                   done */
	bool begun : 1, finished : 1;
	bool followed : 1;    /* when it began, work of the same kind was next */
	bool timed : 1;       /* an event that keeps the time was recorded before it */
	bool parked : 1;      /* it is called again when it is resumed */
	bool resumed : 1;     /* before it was parked */
	bool ends_parked : 1; /* it needs not be called again to be over */
	/* Checked mode: what it comes after, see happens_before.h. */
	struct hb_point *point;
	/* SIMT_NOT_READY: it is to be called again. */
	enum simt_status (*run)(void *payload, enum simt_status status);
	u64 payload[];
};

struct waiter {
	struct waiter *next;
	u64 seq; /* of the stream in whose list it is */
	struct op *op;
	bool has_begun; /* the op: it is its `ahead` that gets less */
};

struct waiters { /* by number */
	struct waiter *first, *last;
};

enum { CARRIED = 4 };

struct simt_stream {
	struct simt_stream *next, **link; /* of the device, and what points to this one
	                                     there; NULL: it is in no list */
	struct simt_device *dev;
	struct op *first, **last;
	struct op *begins; /* the first that has not begun, or is to be called again */
	struct waiters waiters; /* for its work */
	struct waiters early;   /* for being let begin by it */
	u64 submitted;          /* number, as what follows */
	_Atomic u64 completed;
	_Atomic u64 let; /* up to this number all have let others begin, or are done */
	/* Kernels of other streams that let work of this one begin before they were done.
	 */
	struct {
		struct simt_stream *stream;
		u64 seq;
	} carried[CARRIED];
	u32 ncarried;
	u64 wanted;       /* the least number that a caller waits for; 0: none does */
	u64 barrier_seen; /* a blocking stream's work waits for the default one up to this
	                     number */
	struct simt_stream *news_next, **news_link; /* of the device; NULL: the default
	                                               one has seen all of this */
	u64 id;
	struct connection *connection; /* NULL: it shares nothing with other streams */
	s32 priority;
	u32 refs;
	bool nonblocking, ready, destroyed, settles;
	bool just_sent; /* not queried since host memory was copied away */
	/* After a cooperative launch a stream's ordinary ones have a grid workspace, too
	 * (recorded on an H200). */
	_Atomic bool may_sync;
	/* An event that keeps the time was recorded; the host has not waited since. */
	bool is_timed;
	/* What its kernels have waited for their code: time that its events do not count.
	 */
	_Atomic u64 waited_ns;
	/* Of work that could not be done, until a thread waits. */
	enum simt_status failed;
	struct simt_stream *ready_next, *settle_next;
	struct hb_stream *order; /* checked mode, see happens_before.h */
};

struct simt_event {
	struct simt_device *dev;
	/* Recorded after its number seq; NULL: the record is done. */
	struct simt_stream *stream;
	u64 seq, generation;
	u64 time_ns;
	u64 waited_ns, waited_in; /* the waited_ns of the stream of this id, or 0 */
	u32 refs;
	bool timing, recorded;
	bool early;             /* it is enough that the kernel lets others begin */
	struct hb_point *point; /* checked mode: where it was recorded */
};

/* The queues of all devices and their threads. */
void queue_lock(void);
void queue_unlock(void);
/* Locked from here on.
 *
 * Makes a piece of work with room for `bytes` of payload; it is not queued yet. Until
 * then queue_after may be called for it `nwait` times. NULL: no memory. */
struct op *queue_op(u32 bytes, u32 nwait);
/* Reserves room for so many pieces of work of at most QUEUE_RESERVED bytes, which wait
 * for nwait others beside what the rules of default streams demand. False: no memory. */
bool queue_reserve(u32 nop, u32 nwait);
/* Takes one of them. */
struct op *queue_take_op(u32 bytes);
/* Whether nothing that s's next work would wait for is under way. */
bool queue_idle(struct simt_stream *s);
/* op waits for number seq of s, which is not its own stream. */
void queue_after(struct op *op, struct simt_stream *s, u64 seq);
/* op begins when number seq of s, which is not its own stream, lets it, and is done when
 * that is. */
void queue_after_let(struct op *op, struct simt_stream *s, u64 seq);
/* The same, but op is done whenever it is. */
void queue_when_let(struct op *op, struct simt_stream *s, u64 seq);
/* op, which is a kernel for s, begins when those before it let it (if `early`), or those
 * of other streams that s has waited for have. It takes up to 1 + CARRIED waiters. */
void queue_beside(struct op *op, struct simt_stream *s, bool early);
/* The op whose payload this is lets others begin. */
void queue_let(void *payload);
/* Whether more work of the same kind was queued after the op whose payload this is when
 * it began. */
bool queue_followed(const void *payload);
/* Whether events keep the time of the op whose payload this is. */
bool queue_timed(const void *payload);
/* Leaves ns out of the times that events measure around it. */
void queue_waited(const void *payload, u64 ns);
/* Returns the number of pieces of work that run beside the one whose payload this is, and
 * came first. */
const _Atomic u32 *queue_ahead(const void *payload);
/* Makes later work of s begin when number seq of `of` lets it. False: a whole wait is
 * needed. */
bool queue_carry(struct simt_stream *s, struct simt_stream *of, u64 seq);
/* Appends, with what the rules of default streams demand. False: the process is ending,
 * and op is gone. */
bool queue_put(struct simt_stream *s, struct op *op);
/* Whether the calling thread may do the next work of s itself, at once. */
bool queue_may_begin(struct simt_stream *s);
/* Appends as queue_put, and does the work if nothing comes before it; unlocked
 * meanwhile. */
bool queue_put_and_begin(struct simt_stream *s, struct op *op);
/* Waits until s has done number seq, or, if `let`, lets others begin. The caller holds a
 * reference. */
void queue_wait(struct simt_stream *s, u64 seq, bool let);
/* Waits until s has done number seq, for at most so long; the host counts as not having
 * waited. False: it has not. A function of the program is not waited for. */
bool queue_wait_briefly(struct simt_stream *s, u64 seq, u32 ms);
/* The process ends; not locked. Waits until all work of all streams is done; false: none
 * was done for idle_ns, or most_ns are over. *beat grows as long as it looks. */
bool queue_drain(u64 idle_ns, u64 most_ns, _Atomic u64 *beat);
/* The calling thread ends the process: the work that it does counts as done. Called on
 * any thread, also in a signal handler. */
void queue_note_dying(void);
/* Stops what runs and waits for it; nothing begins any more. Returns how many pieces of
 * work had not begun. */
u64 queue_stop(void);
void stream_ref(struct simt_stream *s);
void stream_unref(struct simt_stream *s);

/* stream_work.c: operations on memory, wherever they are done. */
struct ops_progress {
	u32 done, polls;
};
enum simt_status memory_ops_check(struct simt_device *dev,
                                  const struct simt_memory_op *op, u32 n);
/* SIMT_NOT_READY: a wait is not over. When all is done, *p is as it was in the beginning.
 */
enum simt_status memory_ops_run(const struct simt_memory_op *op, u32 n,
                                struct ops_progress *p, enum simt_status status);

/* Returns why the calling thread may not queue anything there, or SIMT_OK. Not locked. */
enum simt_status stream_may_queue(struct simt_stream *s);
/* Makes a hidden stream: it follows no rules of default streams and is in no list. Called
 * with the lock held, too. */
struct simt_stream *stream_hidden(struct simt_device *dev);
/* It goes when its work is done. */
void stream_retire(struct simt_stream *s);
/* event_put: work that records e was put into s as its last one. event_reached: that work
 * runs; records the time. */
void event_put(struct simt_event *e, struct simt_stream *s);
void event_reached(struct simt_event *e, u64 generation);
/* The same; notes what kernels of the stream have waited for. */
void event_reached_in(struct simt_event *e, u64 generation, const struct simt_stream *s);
/* op, which goes into s, waits for e as it was recorded last. */
void event_hold(struct op *op, struct simt_event *e, struct simt_stream *s);
void event_ref(struct simt_event *e);
void event_unref(struct simt_event *e);

/* call.c: the function of work that is a call of a library. */
enum simt_status (*call_work(void))(void *payload, enum simt_status status);

/* Whether the process is ending: nothing is queued any more. Takes no lock. */
bool queue_ending(void);
/* Called by threads that queue work: the process must not end while work is half done. */
void queue_guard_thread(void);
