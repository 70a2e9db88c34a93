/* stream_work.c - the work of streams: launches, copies, fills, functions, events;
 * waiting for it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "backend/machine/launch.h"
#include "runtime/core/check.h"
#include "runtime/core/happens_before.h"
#include "runtime/core/timeline.h"

/* ---- queueing ---------------------------------------------------------------------- */

static enum simt_status ending(void) {
	return fail(SIMT_UNLOADING, "the process is ending");
}

static enum simt_status no_memory(void) {
	return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

static enum simt_status may_call(void) {
	return queue_ending() ? ending() : SIMT_OK;
}

enum simt_status stream_may_queue(struct simt_stream *s) {
	enum simt_status status = may_call();
	return status == SIMT_OK ? device_check(s->dev) : status;
}

enum role { WORK, QUICK_WORK, HOST_WORK, KERNEL, EARLY_KERNEL };

/* Queues fn with a payload of two parts. */
static enum simt_status add(struct simt_stream *s, enum role role,
                            enum simt_status (*fn)(void *, enum simt_status),
                            const void *head, u32 head_bytes, const void *tail,
                            u32 tail_bytes) {
	queue_guard_thread();
	queue_lock();
	struct op *op = queue_op(head_bytes + tail_bytes, 1 + CARRIED);
	if (op) {
		op->run = fn;
		op->host = role == HOST_WORK;
		op->ends_parked = fn == call_work();
		if (role == EARLY_KERNEL || (role == KERNEL && s->ncarried))
			queue_beside(op, s, role == EARLY_KERNEL);
		if (head_bytes)
			memcpy(op->payload, head, head_bytes);
		if (tail_bytes)
			memcpy((u8 *)op->payload + head_bytes, tail, tail_bytes);
	}
	bool quick = role == QUICK_WORK && queue_may_begin(s);
	bool queued = op && (quick ? queue_put_and_begin(s, op) : queue_put(s, op));
	bool waits = queued && role != HOST_WORK && fn != call_work();
	u64 seq = s->submitted;
	queue_unlock();
	if (waits)
		host_access_wait(s, seq);
	if (queued)
		return SIMT_OK;
	return op ? ending() : no_memory();
}

static enum role role_of(const struct simt_work *w) {
	return w->host ? HOST_WORK : w->quick ? QUICK_WORK : WORK;
}

enum simt_status simt_stream_add(struct simt_stream *s, const struct simt_work *w) {
	enum simt_status status = stream_may_queue(s);
	if (status != SIMT_OK)
		return status;
	return add(s, role_of(w), w->run, w->payload, w->bytes, NULL, 0);
}

/* ---- launches ---------------------------------------------------------------------- */

/* The payload of a launch; a long queue is many of them. The limits, if there are any,
 * and the parameters follow it. */
struct launch_work {
	struct simt_function *f;
	u32 grid[3], block[3], cluster[3], shared_dynamic;
	u32 stack; /* of the caller that queued it, for reports */
	bool cooperative, programmatic, may_sync, has_limits;
	struct launch_limits {
		u64 timeout_ms, step_limit, seed;
		u32 threads;
	} limits;
};

static u32 head_bytes(const struct launch_work *w) {
	return w->has_limits ? sizeof *w : offsetof(struct launch_work, limits);
}

static struct launch_work pack_launch(struct simt_function *f,
                                      const struct simt_launch *l) {
	struct launch_work w = {
		.f = f,
		.shared_dynamic = l->shared_dynamic,
		.stack = check_stack_to_keep(),
		.cooperative = l->cooperative,
		.programmatic = l->programmatic,
		.may_sync = l->may_sync,
		.has_limits = l->timeout_ms || l->step_limit || l->seed || l->threads,
		.limits = {l->timeout_ms, l->step_limit, l->seed, l->threads},
	};
	const u32 *c = l->cluster;
	memcpy(w.grid, l->grid, sizeof w.grid);
	memcpy(w.block, l->block, sizeof w.block);
	memcpy(w.cluster, c[0] || c[1] || c[2] ? c : f->cluster, sizeof w.cluster);
	return w;
}

static struct simt_launch unpack_launch(const struct launch_work *w) {
	struct simt_launch l = {
		.shared_dynamic = w->shared_dynamic,
		.cooperative = w->cooperative,
		.programmatic = w->programmatic,
		.may_sync = w->may_sync,
		.params = (const u8 *)w + head_bytes(w),
		.param_bytes = w->f->func->param_bytes,
	};
	memcpy(l.grid, w->grid, sizeof l.grid);
	memcpy(l.block, w->block, sizeof l.block);
	memcpy(l.cluster, w->cluster, sizeof l.cluster);
	if (w->has_limits) {
		l.timeout_ms = w->limits.timeout_ms;
		l.step_limit = w->limits.step_limit;
		l.seed = w->limits.seed;
		l.threads = w->limits.threads;
	}
	return l;
}

static enum simt_status run_launch_work(void *payload, enum simt_status status) {
	const struct launch_work *w = payload;
	if (status != SIMT_OK)
		return SIMT_OK;
	struct simt_launch launch = unpack_launch(w);
	check_launch_stack(w->stack);
	status = launch_linked(w->f, &launch, payload);
	check_launch_stack(0);
	/* A fault is the device's business; what else went wrong is the stream's. */
	return atomic_load(&w->f->module->dev->sticky) == SIMT_OK ? status : SIMT_OK;
}

enum simt_status simt_stream_launch(struct simt_stream *s, struct simt_function *f,
                                    const struct simt_launch *l) {
	u64 params[4608 / 8]; /* PTX allows 4352 bytes */
	u32 bytes = f->func->param_bytes;
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK && s->dev != f->module->dev)
		status = fail(SIMT_INVALID_HANDLE, "the stream is another device's");
	if (status == SIMT_OK && f->launches_graphs)
		status = fail(SIMT_NOT_SUPPORTED,
		              "a kernel that launches graphs runs in graphs only");
	if (status == SIMT_OK)
		status = simt_launch_check(f, l);
	if (status == SIMT_OK && bytes > sizeof params)
		status = fail(SIMT_INVALID_VALUE, "%u bytes of parameters", bytes);
	if (status != SIMT_OK)
		return status;
	memset(params, 0, bytes);
	status = launch_params(f, l, (u8 *)params);
	if (status != SIMT_OK)
		return status;
	struct launch_work w = pack_launch(f, l);
	if (l->cooperative && !atomic_load(&s->may_sync))
		atomic_store(&s->may_sync, true);
	w.may_sync = atomic_load(&s->may_sync);
	background_guard_thread();
	status = add(s, l->programmatic ? EARLY_KERNEL : KERNEL, run_launch_work, &w,
	             head_bytes(&w), params, bytes);
	return status == SIMT_OK && check_blocks() ? simt_stream_wait(s) : status;
}

/* ---- copies and fills -------------------------------------------------------------- */

static enum simt_status run_copy_work(void *payload, enum simt_status status) {
	if (status == SIMT_OK)
		copy_run(payload);
	return SIMT_OK;
}

enum simt_status simt_stream_copy(struct simt_stream *s, const struct simt_copy *c) {
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK)
		status = copy_check(c);
	return status == SIMT_OK ? add(s, WORK, run_copy_work, c, sizeof *c, NULL, 0)
	                         : status;
}

struct send_work {
	struct simt_device *dev;
	u64 dst;
	u64 size;
};

static enum simt_status run_send_work(void *payload, enum simt_status status) {
	struct send_work *w = payload;
	struct simt_copy c = {.src = (uintptr_t)(w + 1),
	                      .dst = w->dst,
	                      .width = w->size,
	                      .height = 1,
	                      .depth = 1,
	                      .dst_device = w->dev};
	if (status == SIMT_OK)
		copy_run(&c);
	return SIMT_OK;
}

/* If nothing has to come first, the copy is made at once, so that work of all streams
 * finds it. As on hardware, the next query of the stream still finds it under way. */
static bool send_at_once(struct simt_stream *s, const struct simt_copy *c) {
	queue_lock();
	bool idle = queue_idle(s);
	s->just_sent = idle;
	if (idle)
		atomic_store_explicit(&s->dev->at_rest, false, memory_order_relaxed);
	struct hb_point *point = idle ? hb_here(s) : NULL;
	queue_unlock();
	if (!idle)
		return false;
	host_access_work(true);
	hb_doing(point);
	copy_run(c);
	hb_doing(NULL);
	host_access_work(false);
	hb_unref(point);
	return true;
}

enum simt_status simt_stream_send(struct simt_stream *s, u64 dst, const void *src,
                                  u64 size) {
	struct simt_copy c = {.dst_device = s->dev,
	                      .dst = dst,
	                      .src = (uintptr_t)src,
	                      .width = size,
	                      .height = 1,
	                      .depth = 1};
	struct send_work w = {s->dev, dst, size};
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK)
		status = copy_check(&c);
	if (status == SIMT_OK && size > 1u << 30)
		status = fail(SIMT_INVALID_VALUE, "%llu bytes are too many to copy away",
		              (unsigned long long)size);
	if (status != SIMT_OK || send_at_once(s, &c))
		return status;
	return add(s, WORK, run_send_work, &w, sizeof w, src, (u32)size);
}

void simt_check_sent(struct simt_stream *s) {
	queue_lock();
	if (s->just_sent)
		hb_host_settled(s);
	queue_unlock();
}

static enum simt_status run_fill_work(void *payload, enum simt_status status) {
	if (status == SIMT_OK)
		fill_run(payload);
	return SIMT_OK;
}

enum simt_status simt_stream_fill(struct simt_stream *s, const struct simt_fill *f) {
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK)
		status = fill_check(s->dev, f);
	return status == SIMT_OK ? add(s, WORK, run_fill_work, f, sizeof *f, NULL, 0)
	                         : status;
}

/* ---- operations on memory ---------------------------------------------------------- */

struct ops_work {
	u64 n;
	struct ops_progress progress;
};

static u64 read_word(const struct simt_memory_op *op) {
	if (op->bytes == 4)
		return atomic_load((_Atomic u32 *)memory_host(op->addr));
	return atomic_load((_Atomic u64 *)memory_host(op->addr));
}

static void write_word(const struct simt_memory_op *op) {
	if (op->bytes == 4)
		atomic_store((_Atomic u32 *)memory_host(op->addr), (u32)op->value);
	else
		atomic_store((_Atomic u64 *)memory_host(op->addr), op->value);
}

static bool is_met(const struct simt_memory_op *op) {
	u64 word = read_word(op), mask = op->bytes == 4 ? 0xffffffffu : ~0ull;
	switch (op->kind) {
	case SIMT_WAIT_GEQ:
		return op->bytes == 4 ? (s32)(u32)(word - op->value) >= 0
		                      : (s64)(word - op->value) >= 0;
	case SIMT_WAIT_EQ: return word == (op->value & mask);
	case SIMT_WAIT_AND: return (word & op->value) != 0;
	default: return (~(word | op->value) & mask) != 0;
	}
}

/* Memory is polled: at first without a pause, then the stream rests between polls. */
static void rest(u32 polls) {
	u32 us = polls < 16 ? 0 : polls < 64 ? 20 : 500;
	if (us)
		nanosleep(&(struct timespec){.tv_nsec = (long)us * 1000}, NULL);
}

/* The host may look at the word to learn that what came before is done. */
static void tell_host(void) {
	if (!hb_is_doing())
		return;
	struct hb_point *p = hb_now();
	host_access_told(p);
	hb_unref(p);
}

enum simt_status memory_ops_run(const struct simt_memory_op *op, u32 n,
                                struct ops_progress *p, enum simt_status status) {
	for (; p->done < n && status == SIMT_OK; p->done++) {
		if (op[p->done].kind == SIMT_WRITE) {
			write_word(&op[p->done]);
			tell_host();
		} else if (op[p->done].kind == SIMT_BARRIER) {
			atomic_thread_fence(memory_order_seq_cst);
		} else if (!is_met(&op[p->done])) {
			rest(p->polls++);
			return SIMT_NOT_READY;
		} else { /* its writer may have waited for anything */
			simt_check_ordered();
		}
	}
	*p = (struct ops_progress){0};
	return SIMT_OK;
}

static enum simt_status run_ops_work(void *payload, enum simt_status status) {
	struct ops_work *w = payload;
	return memory_ops_run((const struct simt_memory_op *)(w + 1), (u32)w->n,
	                      &w->progress, status);
}

enum simt_status memory_ops_check(struct simt_device *dev,
                                  const struct simt_memory_op *op, u32 n) {
	for (u32 i = 0; i < n; i++) {
		if (op[i].kind == SIMT_BARRIER)
			continue;
		if ((op[i].bytes != 4 && op[i].bytes != 8) || op[i].addr % op[i].bytes ||
		    op[i].kind > SIMT_BARRIER)
			return fail(SIMT_INVALID_VALUE,
			            "a word has 4 or 8 bytes and is aligned");
		enum simt_status s = range_check(dev, op[i].addr, op[i].bytes);
		if (s != SIMT_OK)
			return s;
	}
	return SIMT_OK;
}

enum simt_status simt_memory_ops_check(struct simt_device *dev,
                                       const struct simt_memory_op *op, u32 n) {
	return memory_ops_check(dev, op, n);
}

enum simt_status simt_stream_memory_ops(struct simt_stream *s,
                                        const struct simt_memory_op *op, u32 n) {
	struct ops_work w = {.n = n};
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK)
		status = memory_ops_check(s->dev, op, n);
	return status == SIMT_OK
	               ? add(s, WORK, run_ops_work, &w, sizeof w, op, n * (u32)sizeof *op)
	               : status;
}

/* ---- waiting ----------------------------------------------------------------------- */

static enum simt_status take_failure(struct simt_stream *s) {
	enum simt_status status = s->failed;
	s->failed = SIMT_OK;
	return status;
}

static enum simt_status finished(struct simt_device *dev, enum simt_status failed) {
	simt_device_flush(dev);
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK && failed != SIMT_OK)
		s = fail(failed, "work in a stream could not be done: %s",
		         simt_status_text(failed));
	return s;
}

/* The default stream comes after what was queued in all blocking streams, so to wait for
 * it, or to ask whether it is done, is to wait for them, too (recorded on an H200). */
static bool is_default(const struct simt_stream *s) {
	return s == s->dev->default_stream;
}

static void host_settled(struct simt_stream *s) {
	hb_host_settled(s);
	if (!is_default(s) || !hb_wanted())
		return;
	for (struct simt_stream *t = s->dev->streams; t; t = t->next)
		if (!t->nonblocking)
			hb_host_settled(t);
}

enum simt_status simt_stream_query(struct simt_stream *s) {
	enum simt_status status = may_call();
	if (status != SIMT_OK)
		return status;
	queue_lock();
	bool busy = s->just_sent ||
	            (is_default(s) ? !queue_idle(s) : s->completed != s->submitted);
	s->just_sent = false;
	enum simt_status failed = busy ? SIMT_OK : take_failure(s);
	if (!busy)
		host_settled(s);
	queue_unlock();
	return busy ? SIMT_NOT_READY : finished(s->dev, failed);
}

static enum simt_status run_nothing(void *payload, enum simt_status status) {
	(void)payload;
	(void)status;
	return SIMT_OK;
}

/* Waits until work queued now could start. */
static enum simt_status wait_idle(struct simt_stream *s) {
	if (queue_idle(s))
		return SIMT_OK;
	struct op *op = queue_op(0, 1);
	if (!op)
		return no_memory();
	op->run = run_nothing;
	if (queue_put(s, op))
		queue_wait(s, s->submitted, false);
	return SIMT_OK;
}

enum simt_status simt_stream_wait(struct simt_stream *s) {
	struct simt_device *dev = s->dev;
	enum simt_status status = may_call();
	if (status != SIMT_OK)
		return status;
	queue_lock();
	stream_ref(s);
	if (is_default(s))
		status = wait_idle(s);
	else
		queue_wait(s, s->submitted, false);
	host_settled(s);
	if (status == SIMT_OK)
		status = take_failure(s);
	stream_unref(s);
	queue_unlock();
	return status == SIMT_OUT_OF_MEMORY ? status : finished(dev, status);
}

static struct simt_stream *find_pending(struct simt_device *dev) {
	struct simt_stream *s = dev->streams;
	while (s && s->completed == s->submitted)
		s = s->next;
	return s;
}

enum simt_status simt_device_wait(struct simt_device *dev) {
	enum simt_status status = may_call(), failed = SIMT_OK;
	struct simt_stream *s;
	if (status != SIMT_OK)
		return status;
	if (atomic_load(&dev->at_rest) && !hb_wanted())
		return finished(dev, SIMT_OK);
	queue_lock();
	while ((s = find_pending(dev))) {
		stream_ref(s);
		u64 seq = s->submitted;
		queue_wait(s, seq, false);
		bool left = s->completed < seq; /* the process is ending */
		stream_unref(s);
		if (left)
			break;
	}
	hb_host_waited_all(dev);
	for (s = dev->streams; s; s = s->next) {
		s->just_sent = false;
		failed = failed == SIMT_OK ? take_failure(s) : failed;
	}
	atomic_store(&dev->at_rest, !find_pending(dev));
	queue_unlock();
	return finished(dev, failed);
}

enum simt_status simt_stream_settle(struct simt_stream *s) {
	struct simt_device *dev = s->dev;
	enum simt_status status = stream_may_queue(s);
	if (status != SIMT_OK)
		return status;
	queue_lock();
	stream_ref(s);
	s->just_sent = false;
	status = wait_idle(s);
	host_settled(s);
	if (status == SIMT_OK)
		status = take_failure(s);
	stream_unref(s);
	queue_unlock();
	return status == SIMT_OUT_OF_MEMORY ? status : finished(dev, status);
}

/* ---- events ------------------------------------------------------------------------ */

enum simt_status simt_event_create(struct simt_device *dev, bool timing,
                                   struct simt_event **out) {
	enum simt_status s = device_check(dev);
	*out = NULL;
	if (s != SIMT_OK)
		return s;
	struct simt_event *e = memory_new(sizeof *e);
	if (!e)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	*e = (struct simt_event){.dev = dev, .timing = timing, .refs = 1};
	*out = e;
	return SIMT_OK;
}

struct simt_device *simt_event_device(const struct simt_event *e) {
	return e->dev;
}

bool simt_event_keeps_time(const struct simt_event *e) {
	return e->timing;
}

static void event_forget_stream(struct simt_event *e) {
	if (e->stream)
		stream_unref(e->stream);
	e->stream = NULL;
}

void event_ref(struct simt_event *e) {
	e->refs++;
}

void event_unref(struct simt_event *e) {
	if (--e->refs)
		return;
	event_forget_stream(e);
	hb_unref(e->point);
	memory_delete(e);
}

void simt_event_destroy(struct simt_event *e) {
	queue_lock();
	event_unref(e);
	queue_unlock();
}

struct record_work {
	struct simt_event *event;
	const struct simt_stream *stream;
	u64 generation;
};

/* A later record of the same event makes this one void. */
static enum simt_status run_record_work(void *payload, enum simt_status status) {
	struct record_work *w = payload;
	(void)status;
	queue_lock();
	event_reached_in(w->event, w->generation, w->stream);
	queue_unlock();
	return SIMT_OK;
}

/* Notes the time, and what is to be left out of it. */
static void set_time(struct simt_event *e, const struct simt_stream *s) {
	e->time_ns = machine_clock_ns();
	e->waited_in = s ? s->id : 0;
	e->waited_ns = s ? atomic_load(&s->waited_ns) : 0;
}

void event_reached_in(struct simt_event *e, u64 generation, const struct simt_stream *s) {
	if (e->generation == generation)
		set_time(e, s);
	timeline_event(e);
	event_unref(e);
}

void event_reached(struct simt_event *e, u64 generation) {
	event_reached_in(e, generation, NULL);
}

/* Sets the point where the event was recorded, whose reference it takes. */
static void place_event(struct simt_event *e, struct hb_point *p) {
	hb_unref(e->point);
	e->point = p;
}

void event_put(struct simt_event *e, struct simt_stream *s) {
	place_event(e, hb_last(s));
	event_forget_stream(e);
	e->recorded = true;
	e->early = false;
	e->refs++;
	e->stream = s;
	e->seq = s->submitted;
	stream_ref(s);
}

static bool record_later(struct simt_event *e, struct simt_stream *s, struct op *op) {
	op->run = run_record_work;
	*(struct record_work *)op->payload = (struct record_work){e, s, e->generation};
	if (!queue_put(s, op))
		return false;
	event_put(e, s);
	return true;
}

/* Nothing of the stream is left to wait for. */
static void reached_at_once(struct simt_event *e, struct simt_stream *s) {
	place_event(e, hb_here(s));
	u64 start = timeline_enter(s);
	set_time(e, s);
	if (start) {
		timeline_event(e);
		timeline_leave(NULL, start);
	}
}

/* A record that cannot be made leaves the event as it was. */
static enum simt_status record(struct simt_event *e, struct simt_stream *s) {
	bool idle = queue_idle(s);
	struct op *op = idle ? NULL : queue_op(sizeof(struct record_work), 0);
	if (!idle && !op)
		return no_memory();
	event_forget_stream(e);
	e->generation++;
	e->recorded = true;
	e->early = false;
	s->is_timed = e->timing;
	if (idle)
		reached_at_once(e, s);
	else if (!record_later(e, s, op))
		return ending();
	return SIMT_OK;
}

enum simt_status simt_event_record(struct simt_event *e, struct simt_stream *s) {
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK && e->dev != s->dev)
		status = fail(SIMT_INVALID_HANDLE,
		              "event and stream are of different devices");
	if (status != SIMT_OK)
		return status;
	queue_guard_thread();
	queue_lock();
	status = record(e, s);
	queue_unlock();
	return status;
}

enum simt_status simt_event_record_early(struct simt_event *e, struct simt_stream *s) {
	enum simt_status status = stream_may_queue(s);
	if (status == SIMT_OK && (e->dev != s->dev || e->timing))
		status = fail(SIMT_INVALID_HANDLE,
		              "the event is another device's, or keeps the time");
	if (status != SIMT_OK)
		return status;
	queue_lock();
	event_forget_stream(e);
	e->generation++;
	e->recorded = true;
	e->early = true;
	place_event(e, hb_last(s));
	e->stream = s;
	e->seq = s->submitted;
	stream_ref(s);
	queue_unlock();
	return SIMT_OK;
}

/* Locked. */
static bool event_pending(struct simt_event *e) {
	if (e->stream && e->stream->completed >= e->seq)
		event_forget_stream(e);
	return e->stream != NULL;
}

/* The kernel that an early event came with may go on although the event is reached. */
static bool event_reached_now(struct simt_event *e) {
	return !event_pending(e) || (e->early && e->stream->let >= e->seq);
}

void event_hold(struct op *op, struct simt_event *e, struct simt_stream *s) {
	hb_hold(s, e->point);
	if (!event_pending(e) || e->stream == s)
		return;
	if (e->early)
		queue_after_let(op, e->stream, e->seq);
	else
		queue_after(op, e->stream, e->seq);
}

/* Makes later work of s wait for e; op holds it back. */
static void hold_all(struct op *op, struct simt_event *e, struct simt_stream *s) {
	if (e->early && queue_carry(s, e->stream, e->seq))
		queue_when_let(op, e->stream, e->seq);
	else
		queue_after(op, e->stream, e->seq);
}

enum simt_status simt_stream_wait_event(struct simt_stream *s, struct simt_event *e) {
	enum simt_status status = stream_may_queue(s);
	if (status != SIMT_OK)
		return status;
	queue_guard_thread();
	queue_lock();
	hb_hold(s, e->point);
	if (event_pending(e) && e->stream != s) {
		struct op *op = queue_op(0, 1);
		if (!op) {
			status = no_memory();
		} else {
			op->run = run_nothing;
			hold_all(op, e, s);
			status = queue_put(s, op) ? SIMT_OK : ending();
		}
	}
	queue_unlock();
	return status;
}

enum simt_status simt_event_query(struct simt_event *e) {
	if (queue_ending())
		return ending();
	queue_lock();
	bool pending = !event_reached_now(e);
	if (!pending)
		hb_host_after(e->point);
	queue_unlock();
	return pending ? SIMT_NOT_READY : finished(e->dev, SIMT_OK);
}

enum simt_status simt_event_wait(struct simt_event *e) {
	enum simt_status status = may_call();
	if (status != SIMT_OK)
		return status;
	queue_lock();
	if (e->stream && e->seq == e->stream->submitted)
		e->stream->is_timed = false;
	if (!event_reached_now(e)) {
		struct simt_stream *s = e->stream;
		u64 seq = e->seq;
		stream_ref(s);
		queue_wait(s, seq, e->early);
		stream_unref(s);
	}
	hb_host_after(e->point);
	queue_unlock();
	return finished(e->dev, SIMT_OK);
}

enum simt_status simt_event_elapsed(struct simt_event *from, struct simt_event *to,
                                    float *ms) {
	if (from->dev != to->dev || !from->timing || !to->timing)
		return fail(SIMT_INVALID_HANDLE,
		            "the events are of different devices or keep no time");
	queue_lock();
	bool recorded = from->recorded && to->recorded;
	bool pending = event_pending(from) || event_pending(to);
	s64 ns = (s64)(to->time_ns - from->time_ns);
	if (from->waited_in && from->waited_in == to->waited_in)
		ns -= (s64)(to->waited_ns - from->waited_ns);
	queue_unlock();
	if (!recorded)
		return fail(SIMT_INVALID_HANDLE, "an event was never recorded");
	if (pending)
		return SIMT_NOT_READY;
	*ms = (float)((double)ns / 1e6);
	return finished(from->dev, SIMT_OK);
}
