/* graph_run.c - launches of graphs, and the execution of their steps.
 * A launch puts one op for each segment of the order into streams: lane 0 is the stream
 * of the launch, the others are hidden streams of the graph. A chain of kernels is one
 * op, however long.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/check.h"
#include "runtime/core/timeline.h"
#include "runtime/graph/graph.h"

#include <time.h>

/* ---- running ----------------------------------------------------------------------- */

/* A plan under way, and the graphs that its kernels launch to follow it. */
struct running {
	struct plan *plan;
	struct simt_device *dev;
	struct graph_calls *calls;
	struct slot *slot; /* of the launch before, while launches follow each other, or
	                      NULL */
	struct simt_device *slot_dev;
	void *work;   /* the payload of the segment; NULL: it is in none */
	bool is_last; /* step of it */
};

static void leave_slot(struct running *r) {
	if (r->slot)
		gate_leave(r->slot_dev, r->slot);
	r->slot = NULL;
}

static bool is_over(const struct simt_device *dev) {
	return atomic_load(&dev->sticky) != SIMT_OK || queue_ending();
}

static enum simt_status run_range(struct running *r, struct range steps);
static enum simt_status run_graph(struct simt_device *dev, void *id);

/* No step waits for a kernel of a body to let it begin. */
static enum simt_status run_body(struct running *r, const struct step *s, u32 body) {
	void *work = r->work;
	if (body >= s->bodies.n)
		return SIMT_OK;
	r->work = NULL;
	enum simt_status status = run_range(
		r, r->plan->state->order->body[1 + s->bodies.first + body]);
	r->work = work;
	return status;
}

static enum simt_status run_choice(struct running *r, const struct step *s) {
	u32 value = atomic_load(&s->condition->value);
	enum simt_status status = SIMT_OK;
	if (s->kind == SIMT_STEP_IF)
		return run_body(r, s, value ? 0 : 1);
	if (s->kind == SIMT_STEP_SWITCH)
		return run_body(r, s, value);
	while (value && status == SIMT_OK && !is_over(r->dev)) {
		status = run_body(r, s, 0);
		value = atomic_load(&s->condition->value);
	}
	return status;
}

static enum simt_status no_memory(void) {
	return fail(SIMT_OUT_OF_MEMORY,
	            "out of host memory for what a graph leaves to be run");
}

static bool add_tail(struct graph_calls *calls, const struct graph_call *c) {
	pthread_mutex_lock(&calls->lock);
	bool ok = vec_reserve(&calls->arena, &calls->call);
	if (ok)
		vec_push(&calls->arena, &calls->call, *c);
	pthread_mutex_unlock(&calls->lock);
	return ok;
}

/* Runs a kernel, then the graphs that it launched to fire and forget. They could run
 * beside the steps that follow, but need not. */
static enum simt_status run_launch(struct running *r, const struct step *s) {
	struct graph_calls fired = {.lock = PTHREAD_MUTEX_INITIALIZER};
	if (r->slot_dev != s->launch.fn->module->dev)
		leave_slot(r);
	r->slot_dev = s->launch.fn->module->dev;
	struct graph_place place = {&fired, r->plan->id, r->work, r->is_last};
	enum simt_status status = launch_prepared(&s->launch, &r->slot, &place);
	if (fired.call.n)
		leave_slot(r);
	for (u32 i = 0; i < fired.call.n; i++) {
		const struct graph_call *c = &fired.call.at[i];
		if (c->tail) {
			if (!add_tail(r->calls, c))
				status = no_memory();
		} else if (status == SIMT_OK) {
			status = run_graph(r->dev, c->id);
		}
	}
	arena_drop(&fired.arena);
	return is_over(s->launch.fn->module->dev) ? SIMT_OK : status;
}

/* A segment can be parked; a body is part of a step, so its thread waits. */
static enum simt_status run_work(struct running *r, struct step *s,
                                 enum simt_status status) {
	enum simt_status ran = s->run(s->payload, status);
	while (ran == SIMT_PARKED && !r->work && !queue_ending()) {
		nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
		ran = s->run(s->payload, atomic_load(&r->dev->sticky));
	}
	return ran == SIMT_PARKED && !r->work ? SIMT_OK : ran;
}

static enum simt_status run_step(struct running *r, struct step *s) {
	enum simt_status status = atomic_load(&r->dev->sticky);
	/* Other steps may take long, or need the device for themselves. */
	if (s->kind != SIMT_STEP_LAUNCH)
		leave_slot(r);
	switch (s->kind) {
	case SIMT_STEP_LAUNCH: return status == SIMT_OK ? run_launch(r, s) : SIMT_OK;
	case SIMT_STEP_COPY:
		if (status == SIMT_OK)
			copy_run(&s->copy);
		return SIMT_OK;
	case SIMT_STEP_FILL:
		if (status == SIMT_OK)
			fill_run(&s->fill);
		return SIMT_OK;
	case SIMT_STEP_WORK: return run_work(r, s, status);
	case SIMT_STEP_MEMORY:
		return memory_ops_run((const struct simt_memory_op *)s->payload, s->nop,
		                      &s->progress, status);
	case SIMT_STEP_IF:
	case SIMT_STEP_WHILE:
	case SIMT_STEP_SWITCH: return status == SIMT_OK ? run_choice(r, s) : SIMT_OK;
	case SIMT_STEP_NOTHING:
	case SIMT_STEP_RECORD:
	case SIMT_STEP_WAIT: return SIMT_OK;
	}
	return SIMT_OK;
}

static enum simt_status run_range(struct running *r, struct range steps) {
	const struct plan *p = r->plan;
	const u32 *order = p->state->order->order + steps.first;
	enum simt_status status = SIMT_OK;
	for (u32 i = 0; i < steps.n; i++) {
		if (p->disabled[order[i]])
			continue;
		r->is_last = i + 1 == steps.n;
		enum simt_status s = run_step(r, p->step[order[i]]);
		status = status == SIMT_OK ? s : status;
	}
	return status;
}

static void assign_defaults(const struct plan *p) {
	for (u32 i = 0; i < p->nassign; i++)
		atomic_store(&p->assign[i].condition->value, p->assign[i].value);
}

/* ---- graphs that kernels launch ---------------------------------------------------- */

bool graph_by_id(const void *id) {
	struct plan *p = graph_plan_by_id(id);
	if (p)
		plan_unref(p);
	return p != NULL;
}

/* Graphs that are left to run, as a stack, the next one last: those that a graph launches
 * come before those that were left already, in their own order. */
struct todo {
	struct arena arena;
	VEC(void *) id;
};

static enum simt_status put_tails(struct todo *t, struct graph_calls *c) {
	bool ok = true;
	pthread_mutex_lock(&c->lock);
	for (u32 i = c->call.n; i-- > 0 && ok;) {
		ok = vec_reserve(&t->arena, &t->id);
		if (ok)
			vec_push(&t->arena, &t->id, c->call.at[i].id);
	}
	c->call.n = 0;
	pthread_mutex_unlock(&c->lock);
	return ok ? SIMT_OK : no_memory();
}

static enum simt_status run_todo(struct simt_device *dev, struct todo *t) {
	struct graph_calls calls = {.lock = PTHREAD_MUTEX_INITIALIZER};
	enum simt_status status = SIMT_OK;
	while (t->id.n && status == SIMT_OK && !is_over(dev)) {
		struct plan *p = graph_plan_by_id(vec_pop(&t->id));
		if (!p)
			continue;
		struct running r = {.plan = p, .dev = dev, .calls = &calls};
		assign_defaults(p);
		status = run_range(&r, p->state->order->body[0]);
		leave_slot(&r);
		plan_unref(p);
		enum simt_status put = put_tails(t, &calls);
		status = status == SIMT_OK ? put : status;
	}
	arena_drop(&calls.arena);
	arena_drop(&t->arena);
	return status;
}

static enum simt_status run_graph(struct simt_device *dev, void *id) {
	struct todo t = {.id = {NULL, 0, 0}};
	if (!vec_reserve(&t.arena, &t.id))
		return no_memory();
	vec_push(&t.arena, &t.id, id);
	return run_todo(dev, &t);
}

static enum simt_status run_tails(struct simt_device *dev, struct graph_calls *calls) {
	struct todo t = {.id = {NULL, 0, 0}};
	enum simt_status status = put_tails(&t, calls), ran = run_todo(dev, &t);
	return status == SIMT_OK ? ran : status;
}

/* ---- launches ---------------------------------------------------------------------- */

enum { IS_START = 1, IS_END = 2, NO_SEGMENT = 4 };

struct segment_work {
	struct plan *plan;
	struct simt_device *dev;
	u32 segment, flags;
	u64 generation; /* of the event that it records */
};

/* Returns the first failure of the hidden lanes. */
static enum simt_status lanes_failed(struct graph_state *state) {
	enum simt_status status = SIMT_OK;
	queue_lock();
	for (u32 i = 1; i < state->order->nlane; i++) {
		status = status == SIMT_OK ? state->lane[i]->failed : status;
		state->lane[i]->failed = SIMT_OK;
	}
	queue_unlock();
	return status;
}

static enum simt_status run_segment(void *payload, enum simt_status unused) {
	struct segment_work *w = payload;
	struct graph_state *state = w->plan->state;
	enum simt_status status = SIMT_OK;
	(void)unused;
	if (w->flags & IS_START) {
		timeline_graph(true, w->plan);
		assign_defaults(w->plan);
	}
	if (!(w->flags & NO_SEGMENT)) {
		const struct segment *g = &state->order->segment[w->segment];
		struct step *s = w->plan->step[state->order->order[g->steps.first]];
		struct running r = {.plan = w->plan,
		                    .dev = w->dev,
		                    .calls = &state->calls,
		                    .work = payload};
		status = run_range(&r, g->steps);
		leave_slot(&r);
		/* The segment has one step, which goes on later. */
		if (status == SIMT_NOT_READY || status == SIMT_PARKED)
			return status;
		if (w->generation) {
			queue_lock();
			event_reached(s->event, w->generation);
			queue_unlock();
		}
	}
	if (w->flags & IS_END) {
		enum simt_status other = lanes_failed(state);
		status = status == SIMT_OK ? other : status;
		if (state->calls.call.n && status == SIMT_OK)
			status = run_tails(w->dev, &state->calls);
		state->calls.call.n = 0;
		timeline_graph(false, w->plan);
		plan_unref(w->plan);
	}
	return status;
}

struct launching {
	struct plan *plan;
	struct graph_state *state;
	struct simt_stream *s;
	u64 start; /* number of the start in s; 0: there is none */
	bool began, ended;
};

/* Never fails: make_room has reserved the op. */
static struct op *new_op(struct launching *l, struct simt_stream *lane, u32 segment,
                         u32 flags) {
	struct op *op = queue_take_op(sizeof(struct segment_work));
	op->run = run_segment;
	*(struct segment_work *)op->payload = (struct segment_work){
		.plan = l->plan, .dev = l->s->dev, .segment = segment, .flags = flags};
	/* A graph never overlaps itself; in one stream it cannot. */
	if (!l->began && l->state->last_stream && l->state->last_stream != lane)
		queue_after(op, l->state->last_stream, l->state->last_seq);
	l->began = true;
	return op;
}

/* Reserves what a launch takes, so that it happens as a whole or not at all: an op for
 * each segment, one for the start and one for the end; and for each what it waits for in
 * other lanes, the start, an event and the end. */
static bool make_room(const struct graph_order *s) {
	return queue_reserve(s->nsegment + 2,
	                     2 * s->nafter + (4 + CARRIED) * s->nsegment + 4);
}

static void put(struct launching *l, struct simt_stream *s, struct op *op) {
	if (!queue_put(s, op))
		l->ended = true;
}

static struct simt_stream *lane_of(const struct launching *l, const struct segment *g) {
	return g->lane ? l->state->lane[g->lane] : l->s;
}

static void wait_for_others(const struct launching *l, const struct segment *g,
                            struct op *op) {
	const struct graph_order *order = l->state->order;
	for (u32 i = 0; i < g->after.n; i++) {
		u32 k = order->after[g->after.first + i].segment;
		if (order->after[g->after.first + i].early)
			queue_after_let(op, lane_of(l, &order->segment[k]),
			                l->state->seq[k]);
		else
			queue_after(op, lane_of(l, &order->segment[k]), l->state->seq[k]);
	}
	if (g->early)
		queue_beside(op, lane_of(l, g), true);
	if (g->lane && l->start)
		queue_after(op, l->s, l->start);
}

static void put_segment(struct launching *l, u32 i, u32 flags) {
	const struct segment *g = &l->state->order->segment[i];
	u32 number = l->state->order->order[g->steps.first];
	struct step *step = l->plan->step[number];
	struct simt_stream *lane = lane_of(l, g);
	bool enabled = !l->plan->disabled[number];
	struct op *op = new_op(l, lane, i, flags);
	struct segment_work *w = (struct segment_work *)op->payload;
	op->host = step->kind == SIMT_STEP_WORK && step->is_host;
	wait_for_others(l, g, op);
	if (step->kind == SIMT_STEP_WAIT && enabled)
		event_hold(op, step->event, lane);
	if (step->kind == SIMT_STEP_RECORD && enabled)
		w->generation = ++step->event->generation;
	put(l, lane, op);
	l->state->seq[i] = lane->submitted;
	if (step->kind == SIMT_STEP_RECORD && enabled && !l->ended)
		event_put(step->event, lane);
}

static void put_end(struct launching *l) {
	const struct graph_order *order = l->state->order;
	struct op *op = new_op(l, l->s, 0,
	                       IS_END | NO_SEGMENT | (order->nsegment ? 0 : IS_START));
	for (u32 i = 0; i < order->nsegment; i++)
		if (order->segment[i].is_last && order->segment[i].lane)
			queue_after(op, l->state->lane[order->segment[i].lane],
			            l->state->seq[i]);
	put(l, l->s, op);
}

static bool has_one_end(const struct graph_order *s) {
	u32 n = 0;
	for (u32 i = 0; i < s->nsegment; i++)
		n += s->segment[i].is_last;
	return n == 1 && s->segment[s->nsegment - 1].is_last &&
	       !s->segment[s->nsegment - 1].lane;
}

static void put_all(struct launching *l) {
	const struct graph_order *order = l->state->order;
	bool one_root = order->nroot == 1,
	     one_end = has_one_end(order) && !order->ends_early;
	if (!one_root && order->nsegment) {
		put(l, l->s, new_op(l, l->s, 0, IS_START | NO_SEGMENT));
		l->start = l->s->submitted;
	}
	for (u32 i = 0; i < order->nsegment && !l->ended; i++)
		put_segment(l, i,
		            (i == 0 && one_root ? IS_START : 0) |
		                    (i + 1 == order->nsegment && one_end ? IS_END : 0));
	if (!one_end && !l->ended)
		put_end(l);
	if (l->state->last_stream)
		stream_unref(l->state->last_stream);
	l->state->last_stream = l->s;
	l->state->last_seq = l->s->submitted;
	stream_ref(l->s);
}

enum simt_status simt_graph_launch(struct simt_graph *g, struct simt_stream *s) {
	enum simt_status status = stream_may_queue(s);
	if (status != SIMT_OK)
		return status;
	background_guard_thread();
	queue_guard_thread();
	struct plan *p = graph_plan(g);
	struct launching l = {.plan = p, .state = p->state, .s = s};
	queue_lock();
	bool room = make_room(l.state->order);
	if (room)
		put_all(&l);
	u64 seq = s->submitted;
	queue_unlock();
	if (room && !l.ended)
		host_access_wait(s, seq);
	if (!room) {
		plan_unref(p);
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	return l.ended ? fail(SIMT_UNLOADING, "the process is ending") : SIMT_OK;
}
