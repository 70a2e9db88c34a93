/* stream.c - queues, their order, and the threads that empty them.
 *
 *     stream A:  op 1 -> op 2 -> op 3          a stream is `ready` when its first op waits for none and
 *                          ^                   nothing of it runs; threads take ready streams, most
 *     stream B:  op 7 -----'waits              urgent first, and do one op of each in turn
 *
 * A kernel may let the next one begin before it is done: then both run, and are done in
 * their order all the same.
 *
 * A stream that waits has no thread and blocks no other. Threads start when streams
 * are ready and all threads are busy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/stream.h"
#include "runtime/core/check.h"
#include "runtime/core/happens_before.h"
#include "runtime/core/inject.h"
#include "runtime/core/timeline.h"
#include "runtime/threads/awake.h"
#include "runtime/threads/background.h"
#include "runtime/threads/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum {
	MAX_THREADS = 144, /* an H200 runs 128 kernels together */
	HELPER_STACK_BYTES = 4 << 20,
};

/* Ops have a multiple of so many bytes; up to a limit they are used again. */
enum { OP_STEP = 32, OP_SIZES = 768 / OP_STEP };

/* It is held for a moment only, by threads that queue work and threads that do it, in
 * turns: to sleep takes longer. */
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#define SHORT_LOCK PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#else
#define SHORT_LOCK PTHREAD_MUTEX_INITIALIZER
#endif

static struct {
	pthread_mutex_t lock;
	pthread_cond_t work, done;
	struct simt_stream *ready, *ready_last; /* most urgent first, else in turn */
	struct op *running;                     /* host functions not counted */
	struct op *parked;
	u32 nrunning, nparked;
	struct simt_stream *settle; /* where work may be done, see settle_all */
	struct arena ops;           /* of those that are used again */
	struct op *spare_op[OP_SIZES];
	struct waiter *spare_waiter;
	u32 nspare_op; /* of those that can be reserved */
	u32 nspare_waiter, nstream;
	/* Each thread is looking for a ready stream, at work, or asleep; tokens wake
	 * sleepers. */
	u32 nthread, nlooking, nasleep, ntoken;
	_Atomic u32 nready;
	bool spins;   /* one of those that look does not sleep yet */
	u32 nwaiting; /* callers that wait */
	u64 last_id;
	u64 npending, ncompleted; /* pieces of work of all streams */
	_Atomic bool leaving; /* the main thread has ended, perhaps the process does */
	_Atomic bool quit;
} q = {
	.lock = SHORT_LOCK,
	.work = PTHREAD_COND_INITIALIZER,
	.done = PTHREAD_COND_INITIALIZER,
};

static _Thread_local bool in_host_function;
static _Thread_local struct op *doing; /* the work that the thread does */
/* The work of a thread that ends the process, and does not return. */
static _Atomic(struct op *) dying;

void queue_lock(void) {
	pthread_mutex_lock(&q.lock);
}

void queue_unlock(void) {
	pthread_mutex_unlock(&q.lock);
}

bool queue_ending(void) {
	return q.quit;
}

bool simt_in_host_function(void) {
	return in_host_function;
}

/* ---- references -------------------------------------------------------------------- */

void stream_ref(struct simt_stream *s) {
	s->refs++;
}

void stream_unref(struct simt_stream *s) {
	if (--s->refs)
		return;
	hb_stream_drop(s);
	memory_delete(s);
}

static bool is_pending(const struct simt_stream *s) {
	return s->completed != s->submitted;
}

static void join_device(struct simt_stream *s, struct simt_device *dev) {
	s->next = dev->streams;
	s->link = &dev->streams;
	if (s->next)
		s->next->link = &s->next;
	dev->streams = s;
}

/* Puts s on the list of streams whose last work the default stream has not seen yet, so
 * that it need not look at all streams. */
static void join_news(struct simt_stream *s) {
	struct simt_device *dev = s->dev;
	if (s->nonblocking || s == dev->default_stream || s->news_link)
		return;
	s->news_next = dev->news;
	s->news_link = &dev->news;
	if (s->news_next)
		s->news_next->news_link = &s->news_next;
	dev->news = s;
}

static void leave_news(struct simt_stream *s) {
	if (!s->news_link)
		return;
	*s->news_link = s->news_next;
	if (s->news_next)
		s->news_next->news_link = s->news_link;
	s->news_link = NULL;
}

/* Takes s off the device's list; hidden streams are not in it. */
static void leave_device(struct simt_stream *s) {
	if (!s->link)
		return;
	*s->link = s->next;
	if (s->next)
		s->next->link = s->link;
	s->link = NULL;
}

static void stream_delist(struct simt_stream *s) {
	leave_device(s);
	leave_news(s);
	q.nstream--;
	hb_stream_retire(s);
	for (u32 i = 0; i < s->ncarried; i++)
		stream_unref(s->carried[i].stream);
	s->ncarried = 0;
	stream_unref(s);
}

/* ---- readiness --------------------------------------------------------------------- */

static void *thread_main(void *unused);

static bool start_thread(void) {
	pthread_t thread;
	bool ok = thread_start(&thread, thread_main, NULL);
	if (ok)
		pthread_detach(thread);
	return ok;
}

/* As many threads look for work as there are ready streams, if there can be as many. */
static void wake_threads(void) {
	while (q.nready > q.nlooking) {
		if (q.nasleep) {
			q.nasleep--;
			q.ntoken++;
			pthread_cond_signal(&q.work);
		} else if (q.nthread < MAX_THREADS && start_thread()) {
			q.nthread++;
		} else {
			return; /* another thread does it, or one that waits */
		}
		q.nlooking++;
	}
}

static void make_ready(struct simt_stream *s) {
	struct simt_stream **at = &q.ready;
	if (q.ready && q.ready_last->priority <= s->priority)
		at = &q.ready_last->ready_next;
	while (*at && (*at)->priority <= s->priority)
		at = &(*at)->ready_next;
	s->ready_next = *at;
	*at = s;
	if (!s->ready_next)
		q.ready_last = s;
	s->ready = true;
	q.nready++;
	wake_threads();
}

static void take_ready(struct simt_stream *s) {
	struct simt_stream **at = &q.ready, *before = NULL;
	while (*at != s) {
		before = *at;
		at = &before->ready_next;
	}
	*at = s->ready_next;
	if (q.ready_last == s)
		q.ready_last = before;
	s->ready = false;
	q.nready--;
}

/* Whether op is the first in the queue that its stream shares with others; an op that has
 * begun has left the queue. */
static bool has_turn(const struct op *op) {
	const struct connection *c = op->stream->connection;
	return !c || op->begun || c->first == op;
}

static void consider(struct simt_stream *s) {
	const struct op *op = s->begins;
	bool may = op && op->waits == 0 && !s->ready && !op->parked && has_turn(op);
	if (may && (op == s->first || (op->early && s->let + 1 >= op->seq)))
		make_ready(s);
}

/* Takes the first op off the connection: it begins. */
static void leave_connection(struct connection *c) {
	if (!c)
		return;
	c->first = c->first->follower;
	if (c->first && c->first->stream->begins == c->first)
		consider(c->first->stream);
}

static void join_connection(struct simt_stream *s, struct op *op) {
	struct connection *c = s->connection;
	op->follower = NULL;
	if (!c)
		return;
	if (c->first)
		c->last->follower = op;
	else
		c->first = op;
	c->last = op;
}

/* ---- waiting for other work -------------------------------------------------------- */

static void recycle_waiter(struct waiter *w) {
	w->next = q.spare_waiter;
	q.spare_waiter = w;
	q.nspare_waiter++;
}

/* As many as a piece of work may need: by the rules of the default stream it can wait for
 * every stream. */
static bool have_waiters(u32 more) {
	while (q.nspare_waiter < q.nstream + more) {
		struct waiter *w = memory_new(sizeof *w);
		if (!w)
			return false;
		recycle_waiter(w);
	}
	return true;
}

static struct waiter *new_waiter(void) {
	struct waiter *w = q.spare_waiter;
	q.spare_waiter = w->next;
	q.nspare_waiter--;
	return w;
}

static void put_waiter(struct waiters *list, struct op *op, u64 seq, bool has_begun) {
	struct waiter *w = new_waiter(), **at = &list->first;
	*w = (struct waiter){.seq = seq, .op = op, .has_begun = has_begun};
	if (list->first && list->last->seq <= seq)
		at = &list->last->next;
	while (*at && (*at)->seq <= seq)
		at = &(*at)->next;
	w->next = *at;
	*at = w;
	if (!w->next)
		list->last = w;
}

void queue_after(struct op *op, struct simt_stream *s, u64 seq) {
	hb_after(op, s, seq);
	if (s->completed >= seq)
		return;
	put_waiter(&s->waiters, op, seq, false);
	op->waits++;
}

static void stay_behind(struct op *op, struct simt_stream *s, u64 seq) {
	if (s->completed >= seq)
		return;
	put_waiter(&s->waiters, op, seq, true);
	atomic_fetch_add(&op->ahead, 1);
}

void queue_when_let(struct op *op, struct simt_stream *s, u64 seq) {
	if (s->let >= seq)
		return;
	put_waiter(&s->early, op, seq, false);
	op->waits++;
}

void queue_after_let(struct op *op, struct simt_stream *s, u64 seq) {
	hb_after(op, s, seq);
	stay_behind(op, s, seq);
	queue_when_let(op, s, seq);
}

static void forget_carried(struct simt_stream *s) {
	u32 n = 0;
	for (u32 i = 0; i < s->ncarried; i++) {
		if (s->carried[i].stream->completed >= s->carried[i].seq)
			stream_unref(s->carried[i].stream);
		else
			s->carried[n++] = s->carried[i];
	}
	s->ncarried = n;
}

bool queue_carry(struct simt_stream *s, struct simt_stream *of, u64 seq) {
	forget_carried(s);
	if (s->ncarried == CARRIED)
		return false;
	stream_ref(of);
	s->carried[s->ncarried].stream = of;
	s->carried[s->ncarried++].seq = seq;
	return true;
}

void queue_beside(struct op *op, struct simt_stream *s, bool early) {
	forget_carried(s);
	for (u32 i = 0; i < s->ncarried; i++)
		stay_behind(op, s->carried[i].stream, s->carried[i].seq);
	op->early = early;
	if (early)
		stay_behind(op, s, s->submitted);
}

/* Lets settle_all look at s: its first piece of work may be done now. */
static void settle_later(struct simt_stream *s) {
	if (s->settles)
		return;
	s->settles = true;
	s->settle_next = q.settle;
	q.settle = s;
}

static void release(struct waiters *list, u64 reached) {
	while (list->first && list->first->seq <= reached) {
		struct waiter *w = list->first;
		struct op *op = w->op;
		list->first = w->next;
		if (w->has_begun) {
			if (atomic_fetch_sub(&op->ahead, 1) == 1 && op->finished)
				settle_later(op->stream);
		} else if (--op->waits == 0 && op->stream->begins == op) {
			consider(op->stream);
		}
		recycle_waiter(w);
	}
}

/* The default stream's work waits for all blocking streams. What its earlier work waits
 * for is not in `news` any more. */
static void barrier_after_all(struct op *op, struct simt_stream *def) {
	struct simt_stream *s;
	while ((s = def->dev->news)) {
		leave_news(s);
		queue_after(op, s, s->submitted);
	}
}

static void follow_default_rules(struct op *op, struct simt_stream *s) {
	struct simt_stream *def = s->dev->default_stream;
	if (s->nonblocking || !def)
		return;
	if (s == def) {
		barrier_after_all(op, s);
	} else if (s->barrier_seen < def->submitted) {
		queue_after(op, def, def->submitted);
		s->barrier_seen = def->submitted;
	}
}

bool queue_idle(struct simt_stream *s) {
	struct simt_stream *def = s->dev->default_stream;
	if (is_pending(s))
		return false;
	if (s->nonblocking || !def)
		return true;
	if (s != def)
		return !is_pending(def);
	return s->dev->nbusy == 0;
}

/* ---- waiting awake ----------------------------------------------------------------- */

static bool is_reached(const struct simt_stream *s, u64 seq, bool let) {
	return (let ? s->let : s->completed) >= seq;
}

/* What a thread waits for: work, or, with a stream, that it has come so far. */
struct awaited {
	const struct simt_stream *stream;
	u64 seq;
	bool let;
};

static bool is_awaited(void *ctx) {
	const struct awaited *a = ctx;
	return !(a->stream ? is_reached(a->stream, a->seq, a->let) : q.nready > 0) &&
	       !q.quit;
}

/* Without the lock. */
static void wait_awake(struct awaited a) {
	queue_unlock();
	awake_enter();
	awake_while(is_awaited, &a);
	awake_leave();
	queue_lock();
}

/* ---- ops --------------------------------------------------------------------------- */

static u32 size_of_op(u32 bytes) {
	return (u32)(sizeof(struct op) + bytes + OP_STEP - 1) / OP_STEP;
}

static u32 reserved_size(void) {
	return size_of_op(QUEUE_RESERVED);
}

static struct op *spare_op(u32 size) {
	struct op *op = q.spare_op[size];
	q.spare_op[size] = op->next;
	q.nspare_op -= size == reserved_size();
	return op;
}

/* Ops of a long queue lie one after the other, in large pages. NULL: no memory. */
static struct op *fresh_op(u32 size) {
	return arena_reserve(&q.ops, size * OP_STEP, OP_STEP)
	               ? arena_alloc(&q.ops, size * OP_STEP, OP_STEP)
	               : NULL;
}

static void recycle_op(struct op *op, u32 size) {
	op->next = q.spare_op[size];
	q.spare_op[size] = op;
	q.nspare_op += size == reserved_size();
}

struct op *queue_op(u32 bytes, u32 nwait) {
	u32 size = size_of_op(bytes);
	if (!have_waiters(nwait))
		return NULL;
	if (size >= OP_SIZES)
		return memory_new(sizeof(struct op) + bytes);
	struct op *op = q.spare_op[size] ? spare_op(size) : fresh_op(size);
	if (op)
		*op = (struct op){.size = (u8)size};
	return op;
}

bool queue_reserve(u32 nop, u32 nwait) {
	while (q.nspare_op < nop) {
		struct op *op = fresh_op(reserved_size());
		if (!op)
			return false;
		recycle_op(op, reserved_size());
	}
	return have_waiters(nwait);
}

struct op *queue_take_op(u32 bytes) {
	struct op *op = spare_op(reserved_size());
	if (bytes > QUEUE_RESERVED)
		bug("a piece of work of %u bytes was not reserved", bytes);
	*op = (struct op){.size = (u8)reserved_size()};
	return op;
}

static void drop_op(struct op *op) {
	hb_unref(op->point);
	if (op->size)
		recycle_op(op, op->size);
	else
		memory_delete(op);
}

bool queue_put(struct simt_stream *s, struct op *op) {
	if (q.quit) {
		drop_op(op);
		return false;
	}
	atomic_store_explicit(&s->dev->at_rest, false, memory_order_relaxed);
	op->stream = s;
	op->next = NULL;
	follow_default_rules(op, s);
	s->dev->nbusy += !s->nonblocking && !is_pending(s);
	op->seq = ++s->submitted;
	op->timed = s->is_timed;
	q.npending++;
	join_news(s);
	hb_put(s, op, op->seq);
	s->just_sent = false;
	join_connection(s, op);
	*s->last = op;
	s->last = &op->next;
	if (!s->begins) {
		s->begins = op;
		consider(s);
	}
	return true;
}

static void complete(struct simt_stream *s) {
	struct op *op = s->first;
	s->first = op->next;
	if (!s->first)
		s->last = &s->first;
	s->completed = op->seq;
	q.npending--;
	q.ncompleted++;
	s->dev->nbusy -= !s->nonblocking && !is_pending(s);
	s->let = MAX(s->let, op->seq);
	if (op->status != SIMT_OK && s->failed == SIMT_OK)
		s->failed = op->status;
	drop_op(op);
	release(&s->early, s->let);
	release(&s->waiters, s->completed);
	consider(s);
	if ((s->wanted && s->completed >= s->wanted) || (q.nwaiting && !q.nthread)) {
		s->wanted = 0;
		pthread_cond_broadcast(&q.done);
	}
}

/* Work is done in order, and that may let work of other streams be done: in turn, so that
 * no chain of it is too long for the stack. */
static void settle_all(void) {
	struct simt_stream *s;
	while ((s = q.settle)) {
		q.settle = s->settle_next;
		s->settles = false;
		while (s->first && s->first->finished && !atomic_load(&s->first->ahead))
			complete(s);
		if (s->destroyed && !is_pending(s))
			stream_delist(s);
	}
}

static struct op *op_of(const void *payload) {
	return (struct op *)((uintptr_t)payload - offsetof(struct op, payload));
}

const _Atomic u32 *queue_ahead(const void *payload) {
	return &op_of(payload)->ahead;
}

bool queue_followed(const void *payload) {
	return op_of(payload)->followed;
}

bool queue_timed(const void *payload) {
	return op_of(payload)->timed;
}

void queue_waited(const void *payload, u64 ns) {
	atomic_fetch_add(&op_of(payload)->stream->waited_ns, ns);
}

void queue_let(void *payload) {
	struct op *op = op_of(payload);
	struct simt_stream *s = op->stream;
	queue_lock();
	s->let = MAX(s->let, op->seq);
	release(&s->early, s->let);
	consider(s);
	if (q.nwaiting)
		pthread_cond_broadcast(&q.done);
	queue_unlock();
}

static void list_running(struct op *op) {
	op->running_next = q.running;
	q.running = op;
}

static void delist(struct op **at, struct op *op) {
	while (*at != op)
		at = &(*at)->running_next;
	*at = op->running_next;
}

static void delist_running(struct op *op) {
	delist(&q.running, op);
}

/* ---- parked work ------------------------------------------------------------------- */

/* Work that waits for other streams, devices or processes has no thread meanwhile. */
static void park(struct op *op) {
	if (op->resumed) {
		op->resumed = false;
		return;
	}
	op->parked = true;
	op->running_next = q.parked;
	q.parked = op;
	q.nparked++;
}

static void unpark(struct op *op) {
	delist(&q.parked, op);
	q.nparked--;
	op->parked = false;
	consider(op->stream);
}

void *simt_work_here(void) {
	return doing;
}

void simt_work_resume(void *work) {
	struct op *op = work;
	queue_lock();
	if (op->parked)
		unpark(op);
	else
		op->resumed = true;
	queue_unlock();
}

bool simt_work_finish(void *work) {
	struct op *op = work;
	queue_lock();
	bool now = op->parked && op->ends_parked;
	if (now) {
		delist(&q.parked, op);
		q.nparked--;
		op->parked = false;
		op->stream->begins = op->next;
		op->finished = true;
		op->status = SIMT_OK;
		settle_later(op->stream);
		settle_all();
		consider(op->stream);
		wake_threads();
	} else if (op->parked) {
		unpark(op);
	} else {
		op->resumed = true;
	}
	queue_unlock();
	return now;
}

/* The device has failed: what is parked there sees it. */
static void unpark_all(const struct simt_device *dev) {
	for (struct op *next, *op = q.parked; op; op = next) {
		next = op->running_next;
		if (op->stream->dev == dev)
			unpark(op);
	}
}

void simt_work_state(struct simt_work_state *out) {
	queue_lock();
	*out = (struct simt_work_state){.running = q.nrunning,
	                                .ready = q.nready,
	                                .parked = q.nparked,
	                                .waiting = q.nwaiting,
	                                .threads = thread_count(),
	                                .completed = q.ncompleted};
	queue_unlock();
}

/* The calling thread looks for work again afterwards, which complete() counts on. */
static void run_next(struct simt_stream *s) {
	struct op *op = s->begins;
	bool host = op->host;
	s->begins = op->next;
	op->followed = op->next && op->next->run == op->run;
	if (!op->begun) {
		op->begun = true;
		leave_connection(s->connection);
	}
	if (!host)
		list_running(op);
	q.nrunning++;
	queue_unlock();
	bool outer_host = in_host_function; /* which waits, and does work meanwhile */
	struct op *outer = doing;
	in_host_function = host;
	doing = op;
	u64 start = timeline_enter(s);
	inject_delay();
	host_access_work(true);
	hb_doing(op->point);
	enum simt_status status = op->run(op->payload, atomic_load(&s->dev->sticky));
	if (start)
		timeline_leave(host ? "host function" : NULL, start);
	in_host_function = outer_host;
	doing = outer;
	hb_doing(outer ? outer->point : NULL);
	queue_lock();
	host_access_work(false);
	host_access_settle();
	if (host) /* the program's threads may learn from it that work is done */
		hb_host_after(op->point);
	else
		delist_running(op);
	q.nlooking++;
	q.nrunning--;
	if (status == SIMT_PARKED)
		park(op);
	if (q.nparked && atomic_load(&s->dev->sticky) != SIMT_OK)
		unpark_all(s->dev);
	if (status == SIMT_NOT_READY || status == SIMT_PARKED) {
		s->begins = op;
		consider(s);
		return;
	}
	op->finished = true;
	op->status = status;
	settle_later(s);
	settle_all();
}

static void sleep_for_work(void) {
	q.nlooking--;
	q.nasleep++;
	while (!q.ntoken && !q.quit)
		pthread_cond_wait(&q.work, &q.lock);
	if (q.ntoken)
		q.ntoken--; /* the thread that gave it counts this one as looking */
}

static void look_for_work(void) {
	if (!q.spins) { /* of the threads that look for work one stays awake */
		q.spins = true;
		wait_awake((struct awaited){NULL});
		q.spins = false;
	}
	if (!q.ready)
		sleep_for_work();
}

static void *thread_main(void *unused) {
	(void)unused;
	queue_lock();
	while (!q.quit) {
		struct simt_stream *s = q.ready;
		if (!s) {
			look_for_work();
			continue;
		}
		take_ready(s);
		q.nlooking--;
		run_next(s);
	}
	queue_unlock();
	return NULL;
}

/* A launch may compile, and LLVM recurses: on a small stack of the program's it must not.
 */
static bool has_room(void) {
	static _Thread_local s32 answer; /* 0: not known yet */
	pthread_attr_t attr;
	size_t size = 0;
	void *base;
	if (answer)
		return answer > 0;
	if (pthread_getattr_np(pthread_self(), &attr) == 0) {
		pthread_attr_getstack(&attr, &base, &size);
		pthread_attr_destroy(&attr);
	}
	answer = size >= HELPER_STACK_BYTES ? 1 : -1;
	return answer > 0;
}

bool queue_may_begin(struct simt_stream *s) {
	const struct simt_device *dev = s->dev;
	bool alone = dev->machine.check || dev->machine.profiled ||
	             dev->machine.debugged || dev->steer;
	return !alone && queue_idle(s) && has_room();
}

bool queue_put_and_begin(struct simt_stream *s, struct op *op) {
	u64 seq = s->submitted + 1;
	q.nlooking++; /* the calling thread: no other is woken */
	bool queued = queue_put(s, op);
	if (queued && s->ready && s->begins && s->begins->seq == seq) {
		take_ready(s);
		q.nlooking--;
		run_next(s);
	}
	q.nlooking--;
	wake_threads();
	return queued;
}

/* A thread that waits for a stream does its work meanwhile, where no other thread has
 * begun, and no more than it waits for: that saves two switches between threads. */
void queue_wait(struct simt_stream *s, u64 seq, bool let) {
	bool spun = false;
	bool looking = false; /* the calling thread counts as one that looks for work */
	q.nwaiting++;
	s->just_sent = false;
	while (!is_reached(s, seq, let) && !q.quit) {
		/* A host function may change the state of its thread, so it runs on
		 * another one. */
		bool may_help = !let && s->ready && s->begins->seq <= seq &&
		                !s->begins->host;
		struct simt_stream *help = may_help && has_room() ? s : NULL;
		if (!q.nthread) /* the system gives no threads */
			help = q.ready;
		if (help)
			take_ready(help);
		q.nlooking -= looking;
		if (help) {
			run_next(help);
		} else if (!spun) {
			wake_threads();
			wait_awake((struct awaited){s, seq, let});
			spun = true;
		} else {
			wake_threads();
			s->wanted = s->wanted ? MIN(s->wanted, seq) : seq;
			pthread_cond_wait(&q.done, &q.lock);
		}
		looking = help != NULL;
	}
	q.nlooking -= looking;
	q.nwaiting--;
	hb_host_waited(s, seq);
	wake_threads();
}

bool queue_wait_briefly(struct simt_stream *s, u64 seq, u32 ms) {
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	stream_ref(s);
	q.nwaiting++;
	wake_threads();
	bool late = false;
	while (!late && !is_reached(s, seq, false) && !q.quit &&
	       !(s->first && s->first->host)) {
		s->wanted = s->wanted ? MIN(s->wanted, seq) : seq;
		late = pthread_cond_timedwait(&q.done, &q.lock, &until) == ETIMEDOUT;
	}
	q.nwaiting--;
	stream_unref(s);
	return !late;
}

/* ---- the end of the process -------------------------------------------------------- */

static void interrupt_all(void) {
	for (const struct op *op = q.running; op; op = op->running_next)
		simt_device_interrupt(op->stream->dev);
}

/* Returns how many pieces of work had not begun. */
u64 queue_stop(void) {
	u64 running = 0;
	background_give_up();
	queue_lock();
	for (const struct op *op = q.running; op; op = op->running_next)
		running++;
	u64 dropped = q.npending - MIN(running, q.npending);
	q.quit = true;
	pthread_cond_broadcast(&q.work);
	pthread_cond_broadcast(&q.done);
	while (q.running) {
		interrupt_all();
		queue_unlock();
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		queue_lock();
	}
	queue_unlock();
	return dropped;
}

void queue_note_dying(void) {
	if (doing)
		atomic_store(&dying, doing);
}

/* A thread that ends the process amid a piece of work does not return: that work is
 * over. */
static void leave_work(void) {
	struct op *op = atomic_exchange(&dying, NULL);
	if (!op)
		return;
	if (op->host)
		hb_host_after(op->point);
	else
		delist_running(op);
	q.nrunning--;
	op->finished = true;
	settle_later(op->stream);
	settle_all();
}

/* Work that is ready is done here where the system gives no threads. */
static void drain_a_little(void) {
	wake_threads();
	struct simt_stream *s = q.nthread ? NULL : q.ready;
	if (s) {
		take_ready(s);
		run_next(s);
		q.nlooking--;
		return;
	}
	queue_unlock();
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	queue_lock();
}

bool queue_drain(u64 idle_ns, u64 most_ns, _Atomic u64 *beat) {
	u64 start = machine_clock_ns(), last = start;
	queue_note_dying();
	queue_lock();
	leave_work();
	for (u64 done = q.ncompleted; q.npending && !q.quit; done = q.ncompleted) {
		drain_a_little();
		atomic_fetch_add(beat, 1);
		u64 now = machine_clock_ns();
		last = q.ncompleted != done ? now : last;
		if (now - last > idle_ns || now - start > most_ns)
			break;
	}
	bool all = !q.npending;
	queue_unlock();
	return all;
}

/* Kernels that run are stopped, and what has not started never does: as when a process
 * with a GPU ends. Host functions may wait for things that will not come; exit() does not
 * wait for them. In checked mode all of it is finished first. The handlers and the
 * destructors of static objects that come before this one may use streams. */
static void stop_all(void) {
	q.leaving = true;
	if (!check_finish())
		queue_stop();
}

/* A child has no threads but the one that forked: what was queued stays the parent's. */
static void in_child(void) {
	q.quit = true;
	q.running = q.parked = NULL;
	q.npending = q.nrunning = q.nparked = 0;
	queue_unlock();
}

static void at_exit(void) {
	atexit(stop_all);
}

/* A child of a process that has queued nothing may use streams. */
static void at_fork(void) {
	pthread_atfork(queue_lock, queue_unlock, in_child);
}

void simt_guard_exit(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, at_exit);
}

bool simt_leaving(void) {
	return q.leaving;
}

/* What ends with the main thread comes before all handlers. Checked mode looks at what
 * these do, too. */
static void main_ends(void *unused) {
	(void)unused;
	q.leaving = true;
	check_drain();
}

extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso)
	__attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

void queue_guard_thread(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static _Thread_local bool guarded;
	if (guarded)
		return;
	guarded = true;
	simt_guard_exit();
	pthread_once(&once, at_fork);
	if (__cxa_thread_atexit_impl && getpid() == gettid())
		__cxa_thread_atexit_impl(main_ends, NULL, &__dso_handle);
}

/* ---- life of streams --------------------------------------------------------------- */

static struct simt_stream *stream_new(struct simt_device *dev, bool nonblocking,
                                      s32 priority) {
	struct simt_stream *s = memory_new(sizeof *s);
	if (!s)
		return NULL;
	u64 id = ++q.last_id;
	*s = (struct simt_stream){
		.dev = dev,
		.connection = dev->nconnection ? &dev->connections[id % dev->nconnection]
	                                       : NULL,
		.last = &s->first,
		.nonblocking = nonblocking,
		.priority = priority,
		.refs = 1,
		.id = id,
	};
	join_device(s, dev);
	q.nstream++;
	timeline_stream(s);
	return s;
}

struct simt_stream *stream_hidden(struct simt_device *dev) {
	struct simt_stream *s = stream_new(dev, true, 0);
	if (s)
		leave_device(s);
	return s;
}

void stream_retire(struct simt_stream *s) {
	s->destroyed = true;
	if (!is_pending(s))
		stream_delist(s);
}

enum simt_status simt_stream_create(struct simt_device *dev, bool nonblocking,
                                    s32 priority, struct simt_stream **out) {
	enum simt_status s = device_check(dev);
	*out = NULL;
	if (s != SIMT_OK)
		return s;
	queue_lock();
	*out = stream_new(dev, nonblocking, priority);
	queue_unlock();
	return *out ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

struct simt_stream *simt_stream_default(struct simt_device *dev) {
	queue_lock();
	if (!dev->default_stream)
		dev->default_stream = stream_new(dev, false, 0);
	struct simt_stream *s = dev->default_stream;
	queue_unlock();
	return s;
}

void simt_stream_destroy(struct simt_stream *s) {
	queue_lock();
	stream_retire(s);
	queue_unlock();
}

void streams_close(struct simt_device *dev) {
	queue_lock();
	while (dev->streams && !q.quit) {
		struct simt_stream *s = dev->streams;
		stream_ref(s);
		queue_wait(s, s->submitted, false);
		if (!s->destroyed)
			stream_delist(s);
		s->destroyed = true;
		stream_unref(s);
	}
	dev->default_stream = NULL;
	queue_unlock();
}

void simt_stream_set_priority(struct simt_stream *s, s32 priority) {
	queue_lock();
	s->priority = priority;
	queue_unlock();
}

void simt_stream_info(const struct simt_stream *s, struct simt_stream_info *info) {
	*info = (struct simt_stream_info){s->dev, s->id, s->nonblocking, s->priority};
}
