/* schedule.c - work whose order is fixed beforehand, launched as a whole.
 *
 *     schedule --> plan (steps as they are now) --> shape (their order: never changes)
 *                   ^
 *     launches that are queued keep the plan they were launched with; an update makes a new one if any does
 *
 * A launch puts one op for each segment of the shape into streams: lane 0 is the stream of the launch, the
 * others are hidden streams of the shape. A chain of kernels is one op, however long.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/schedule.h"
#include "runtime/timeline.h"

#include "backend/machine.h"

/* ---- conditions ----------------------------------------------------------------------------- */

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(struct condition *) at;
	VEC(u32) spare; /* places in at */
	u64 made;
} conditions = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Locked. A handle is 1 + the place in the low half, and in the high half how many there were before. */
static struct condition *condition_find(const struct simt_device *dev, u64 handle) {
	u32 i = (u32)handle - 1;
	struct condition *c = i < conditions.at.n ? conditions.at.at[i] : NULL;
	return c && c->handle == handle && c->dev == dev ? c : NULL;
}

enum simt_status simt_condition_create(struct simt_device *dev, u64 *handle) {
	struct condition *c = memory_new(sizeof *c);
	u32 i = 0;
	*handle = 0;
	if (!c)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	pthread_mutex_lock(&conditions.lock);
	if (conditions.spare.n)
		i = vec_pop(&conditions.spare);
	else
		i = conditions.at.n;
	if (i == conditions.at.n)
		vec_push(&conditions.arena, &conditions.at, NULL);
	conditions.at.at[i] = c;
	c->dev = dev;
	c->refs = 1;
	c->handle = *handle = ++conditions.made << 32 | (i + 1);
	pthread_mutex_unlock(&conditions.lock);
	return SIMT_OK;
}

static void condition_unref(struct condition *c) {
	pthread_mutex_lock(&conditions.lock);
	bool gone = --c->refs == 0;
	if (gone) {
		conditions.at.at[(u32)c->handle - 1] = NULL;
		vec_push(&conditions.arena, &conditions.spare, (u32)c->handle - 1);
	}
	pthread_mutex_unlock(&conditions.lock);
	if (gone)
		memory_delete(c);
}

static struct condition *condition_get(struct simt_device *dev, u64 handle) {
	pthread_mutex_lock(&conditions.lock);
	struct condition *c = condition_find(dev, handle);
	if (c)
		c->refs++;
	pthread_mutex_unlock(&conditions.lock);
	return c;
}

void simt_condition_destroy(struct simt_device *dev, u64 handle) {
	pthread_mutex_lock(&conditions.lock);
	struct condition *c = condition_find(dev, handle);
	pthread_mutex_unlock(&conditions.lock);
	if (c)
		condition_unref(c);
}

bool condition_set(struct simt_device *dev, u64 handle, u32 value) {
	pthread_mutex_lock(&conditions.lock);
	struct condition *c = condition_find(dev, handle);
	if (c)
		atomic_store(&c->value, value);
	pthread_mutex_unlock(&conditions.lock);
	return c != NULL;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void step_drop(struct step *s) {
	if (s->kind == SIMT_STEP_LAUNCH)
		launch_unprepare(&s->launch);
	if (s->kind == SIMT_STEP_RECORD || s->kind == SIMT_STEP_WAIT)
		simt_event_destroy(s->event);
	if (s->condition)
		condition_unref(s->condition);
	memory_delete(s);
}

static void step_unref(struct step *s) {
	if (s && atomic_fetch_sub(&s->refs, 1) == 1)
		step_drop(s);
}

static enum simt_status fill_step(struct simt_device *dev, struct step *s,
                                  const struct simt_step *o) {
	switch (o->kind) {
	case SIMT_STEP_NOTHING: return SIMT_OK;
	case SIMT_STEP_LAUNCH: return launch_prepare(&s->launch, o->function, &o->launch);
	case SIMT_STEP_COPY: s->copy = o->copy; return copy_check(&o->copy);
	case SIMT_STEP_FILL: s->fill = o->fill; return fill_check(o->device, &o->fill);
	case SIMT_STEP_WORK:
		s->run = o->work.run;
		s->is_host = o->work.host;
		if (o->work.bytes)
			memcpy(s->payload, o->work.payload, o->work.bytes);
		return SIMT_OK;
	case SIMT_STEP_RECORD:
	case SIMT_STEP_WAIT:
		s->event = o->event;
		queue_lock();
		event_ref(o->event);
		queue_unlock();
		return SIMT_OK;
	case SIMT_STEP_IF:
	case SIMT_STEP_WHILE:
	case SIMT_STEP_SWITCH:
		s->condition = condition_get(dev, o->condition);
		s->bodies = (struct range){o->first_body, o->nbody};
		return s->condition ? SIMT_OK
		                    : fail(SIMT_INVALID_VALUE, "no such condition");
	}
	return fail(SIMT_INVALID_VALUE, "no such kind of step");
}

static enum simt_status step_new(struct simt_device *dev, const struct simt_step *o,
                                 struct step **out) {
	u32 payload = o->kind == SIMT_STEP_WORK ? o->work.bytes : 0;
	struct step *s = memory_new(sizeof *s + payload);
	*out = NULL;
	if (!s)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	atomic_store(&s->refs, 1);
	enum simt_status status = fill_step(dev, s, o);
	if (status != SIMT_OK) {
		if (s->condition)
			condition_unref(s->condition);
		memory_delete(s);
		return status;
	}
	s->kind = o->kind;
	*out = s;
	return SIMT_OK;
}

/* ---- shapes and plans ----------------------------------------------------------------------- */

static void frame_unref(struct frame *f) {
	if (atomic_fetch_sub(&f->refs, 1) != 1)
		return;
	queue_lock();
	for (u32 i = 1; i < SHAPE_LANES; i++)
		if (f->lane[i])
			stream_retire(f->lane[i]);
	if (f->last_stream)
		stream_unref(f->last_stream);
	queue_unlock();
	shape_delete(f->shape);
	arena_drop(&f->calls.arena);
	pthread_mutex_destroy(&f->calls.lock);
	memory_delete(f);
}

static struct frame *frame_new(struct simt_device *dev, struct shape *shape) {
	struct frame *f = memory_new(sizeof *f + shape->nsegment * sizeof f->seq[0]);
	bool ok = f != NULL;
	if (!f)
		return NULL;
	f->shape = shape;
	pthread_mutex_init(&f->calls.lock, NULL);
	atomic_store(&f->refs, 1);
	queue_lock();
	for (u32 i = 1; i < shape->nlane && ok; i++)
		ok = (f->lane[i] = stream_hidden(dev)) != NULL;
	queue_unlock();
	if (ok)
		return f;
	f->shape = NULL;
	frame_unref(f);
	return NULL;
}

static struct plan *plan_new(struct frame *frame, u32 nstep, u32 ndefault) {
	size_t bytes = nstep * (sizeof(struct step *) + sizeof(bool)) +
	               ndefault * sizeof(struct assign);
	struct plan *p = memory_new(sizeof *p + bytes);
	if (!p)
		return NULL;
	atomic_store(&p->refs, 1);
	p->frame = frame;
	p->nstep = nstep;
	p->step = (struct step **)(p + 1);
	p->assign = (struct assign *)(p->step + nstep);
	p->disabled = (bool *)(p->assign + ndefault);
	if (frame)
		atomic_fetch_add(&frame->refs, 1);
	return p;
}

void plan_unref(struct plan *p) {
	if (atomic_fetch_sub(&p->refs, 1) != 1)
		return;
	for (u32 i = 0; i < p->nstep; i++)
		step_unref(p->step[i]);
	for (u32 i = 0; i < p->nassign; i++)
		condition_unref(p->assign[i].condition);
	if (p->owner)
		owner_unref(p->owner);
	if (p->frame)
		frame_unref(p->frame);
	memory_delete(p);
}

void owner_unref(struct owner *o) {
	if (atomic_fetch_sub(&o->refs, 1) != 1)
		return;
	if (o->drop)
		o->drop(o->what);
	memory_delete(o);
}

static enum simt_status add_defaults(struct simt_device *dev, struct plan *plan,
                                     const struct simt_plan *p) {
	for (u32 i = 0; i < p->ndefault; i++) {
		struct condition *c = condition_get(dev, p->defaults[i].condition);
		if (!c)
			return fail(SIMT_INVALID_VALUE, "no such condition");
		plan->assign[plan->nassign++] = (struct assign){c, p->defaults[i].value};
	}
	return SIMT_OK;
}

/* The plan takes no owner yet. */
static enum simt_status plan_make(struct simt_device *dev, struct frame *frame,
                                  const struct simt_plan *p, struct plan **out,
                                  u32 *bad) {
	struct plan *plan = plan_new(frame, p->nstep, p->ndefault);
	enum simt_status s = SIMT_OK;
	*bad = p->nstep;
	*out = NULL;
	if (!plan)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	for (u32 i = 0; i < p->nstep && s == SIMT_OK; i++) {
		plan->disabled[i] = p->step[i].disabled;
		s = step_new(dev, &p->step[i], &plan->step[i]);
		if (s != SIMT_OK)
			*bad = i;
	}
	if (s == SIMT_OK)
		s = add_defaults(dev, plan, p);
	if (s != SIMT_OK) {
		plan_unref(plan);
		return s;
	}
	*out = plan;
	return SIMT_OK;
}

static enum simt_status plan_own(struct plan *plan, const struct simt_plan *p) {
	struct owner *o = memory_new(sizeof *o);
	if (!o)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	*o = (struct owner){.drop = p->drop, .what = p->owner};
	atomic_store(&o->refs, 1);
	plan->owner = o;
	plan->id = p->id;
	return SIMT_OK;
}

/* A function of the program may take its time, and events are bookkeeping of the queue: others must not
 * wait for the one, nor find the other half done. */
static bool is_alone(const struct simt_step *s) {
	return s->kind == SIMT_STEP_RECORD || s->kind == SIMT_STEP_WAIT ||
	       (s->kind == SIMT_STEP_WORK && s->work.host);
}

static enum simt_status find_shape(const struct simt_plan *p, struct shape **shape) {
	struct arena scratch = ARENA_INIT;
	struct shape_step *step = arena_array(&scratch, struct shape_step, p->nstep + 1);
	bool circle = false;
	for (u32 i = 0; i < p->nstep; i++)
		step[i] = (struct shape_step){p->step[i].body, is_alone(&p->step[i])};
	*shape = shape_new(step, p->nstep, p->nbody, p->edge, p->nedge, &circle);
	arena_drop(&scratch);
	if (circle)
		return fail(SIMT_INVALID_VALUE, "the edges make a circle");
	return *shape ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

static struct {
	pthread_mutex_t lock;
	struct simt_schedule *first;
} device_graphs = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void list_by_id(struct simt_schedule *g) {
	pthread_mutex_lock(&device_graphs.lock);
	g->next = device_graphs.first;
	device_graphs.first = g;
	pthread_mutex_unlock(&device_graphs.lock);
}

static void delist_by_id(struct simt_schedule *g) {
	pthread_mutex_lock(&device_graphs.lock);
	struct simt_schedule **at = &device_graphs.first;
	while (*at != g)
		at = &(*at)->next;
	*at = g->next;
	pthread_mutex_unlock(&device_graphs.lock);
}

enum simt_status simt_schedule_create(struct simt_device *dev, const struct simt_plan *p,
                                      struct simt_schedule **out, u32 *bad) {
	struct simt_schedule *g = memory_new(sizeof *g);
	struct shape *shape = NULL;
	struct frame *frame = NULL;
	*out = NULL;
	*bad = p->nstep;
	enum simt_status s = g ? find_shape(p, &shape)
	                       : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	if (s == SIMT_OK && !(frame = frame_new(dev, shape))) {
		shape_delete(shape);
		s = fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	if (s == SIMT_OK)
		s = plan_make(dev, frame, p, &g->now, bad);
	if (frame)
		frame_unref(frame); /* the plan's */
	if (s == SIMT_OK && (s = plan_own(g->now, p)) != SIMT_OK)
		plan_unref(g->now);
	if (s != SIMT_OK) {
		memory_delete(g);
		return s;
	}
	g->dev = dev;
	pthread_mutex_init(&g->lock, NULL);
	g->for_device = p->for_device;
	g->id = p->id;
	if (g->for_device)
		list_by_id(g);
	*out = g;
	return SIMT_OK;
}

void simt_schedule_destroy(struct simt_schedule *g) {
	if (g->for_device)
		delist_by_id(g);
	plan_unref(g->now);
	pthread_mutex_destroy(&g->lock);
	memory_delete(g);
}

/* ---- updates -------------------------------------------------------------------------------- */

/* A plan that no launch uses, equal to the one that is; locked. */
static struct plan *plan_to_change(struct simt_schedule *g) {
	struct plan *old = g->now;
	if (atomic_load(&old->refs) == 1)
		return old;
	struct plan *p = plan_new(old->frame, old->nstep, old->nassign);
	if (!p)
		return NULL;
	for (u32 i = 0; i < p->nstep; i++) {
		p->step[i] = old->step[i];
		atomic_fetch_add(&p->step[i]->refs, 1);
	}
	memcpy(p->disabled, old->disabled, p->nstep * sizeof *p->disabled);
	pthread_mutex_lock(&conditions.lock);
	for (u32 i = 0; i < old->nassign; i++) {
		p->assign[i] = old->assign[i];
		p->assign[i].condition->refs++;
	}
	pthread_mutex_unlock(&conditions.lock);
	p->nassign = old->nassign;
	p->owner = old->owner;
	p->id = old->id;
	atomic_fetch_add(&p->owner->refs, 1);
	g->now = p;
	plan_unref(old);
	return p;
}

enum simt_status simt_schedule_set_step(struct simt_schedule *g, u32 i,
                                        const struct simt_step *o) {
	struct step *step = NULL;
	enum simt_status s = step_new(g->dev, o, &step);
	if (s != SIMT_OK)
		return s;
	pthread_mutex_lock(&g->lock);
	struct plan *p = plan_to_change(g);
	struct step *old = step;
	if (p) {
		old = p->step[i];
		step->bodies = old->bodies;
		p->step[i] = step;
	}
	pthread_mutex_unlock(&g->lock);
	step_unref(old);
	return p ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

enum simt_status simt_schedule_enable_step(struct simt_schedule *g, u32 i, bool enabled) {
	pthread_mutex_lock(&g->lock);
	struct plan *p = plan_to_change(g);
	if (p)
		p->disabled[i] = !enabled;
	pthread_mutex_unlock(&g->lock);
	return p ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

enum simt_status simt_schedule_update(struct simt_schedule *g, const struct simt_plan *p,
                                      u32 *bad) {
	struct plan *plan, *old;
	enum simt_status s = plan_make(g->dev, g->now->frame, p, &plan, bad);
	if (s != SIMT_OK)
		return s;
	if ((s = plan_own(plan, p)) != SIMT_OK) {
		plan_unref(plan);
		return s;
	}
	pthread_mutex_lock(&g->lock);
	old = g->now;
	g->now = plan;
	pthread_mutex_unlock(&g->lock);
	plan_unref(old);
	return SIMT_OK;
}

struct plan *schedule_plan(struct simt_schedule *g) {
	pthread_mutex_lock(&g->lock);
	struct plan *p = g->now;
	atomic_fetch_add(&p->refs, 1);
	pthread_mutex_unlock(&g->lock);
	return p;
}

/* ---- running -------------------------------------------------------------------------------- */

/* A plan under way, and the graphs that its kernels launch to follow it. */
struct running {
	struct plan *plan;
	struct simt_device *dev;
	struct graph_calls *calls;
};

static bool is_over(const struct simt_device *dev) {
	return atomic_load(&dev->sticky) != SIMT_OK || queue_ending();
}

static enum simt_status run_range(const struct running *r, struct range steps);
static enum simt_status run_graph(struct simt_device *dev, void *id);

static enum simt_status run_body(const struct running *r, const struct step *s,
                                 u32 body) {
	return body < s->bodies.n
	               ? run_range(
				 r,
				 r->plan->frame->shape->body[1 + s->bodies.first + body])
	               : SIMT_OK;
}

static enum simt_status run_choice(const struct running *r, const struct step *s) {
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

/* A kernel, and the graphs that it fires. They could go on beside what follows, but need not. */
static enum simt_status run_launch(const struct running *r, const struct step *s) {
	struct graph_calls fired = {.lock = PTHREAD_MUTEX_INITIALIZER};
	enum simt_status status = launch_prepared(&s->launch, &fired, r->plan->id);
	for (u32 i = 0; i < fired.call.n; i++) {
		const struct graph_call *c = &fired.call.at[i];
		if (c->tail) {
			pthread_mutex_lock(&r->calls->lock);
			vec_push(&r->calls->arena, &r->calls->call, *c);
			pthread_mutex_unlock(&r->calls->lock);
		} else if (status == SIMT_OK) {
			status = run_graph(r->dev, c->id);
		}
	}
	arena_drop(&fired.arena);
	return is_over(s->launch.fn->module->dev) ? SIMT_OK : status;
}

static enum simt_status run_step(const struct running *r, struct step *s) {
	enum simt_status status = atomic_load(&r->dev->sticky);
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
	case SIMT_STEP_WORK: return s->run(s->payload, status);
	case SIMT_STEP_IF:
	case SIMT_STEP_WHILE:
	case SIMT_STEP_SWITCH: return status == SIMT_OK ? run_choice(r, s) : SIMT_OK;
	case SIMT_STEP_NOTHING:
	case SIMT_STEP_RECORD:
	case SIMT_STEP_WAIT: return SIMT_OK;
	}
	return SIMT_OK;
}

static enum simt_status run_range(const struct running *r, struct range steps) {
	const struct plan *p = r->plan;
	const u32 *order = p->frame->shape->order + steps.first;
	enum simt_status status = SIMT_OK;
	for (u32 i = 0; i < steps.n; i++) {
		if (p->disabled[order[i]])
			continue;
		enum simt_status s = run_step(r, p->step[order[i]]);
		status = status == SIMT_OK ? s : status;
	}
	return status;
}

static void assign_defaults(const struct plan *p) {
	for (u32 i = 0; i < p->nassign; i++)
		atomic_store(&p->assign[i].condition->value, p->assign[i].value);
}

/* ---- graphs that kernels launch ------------------------------------------------------------- */

static struct plan *plan_by_id(const void *id) {
	struct plan *p = NULL;
	pthread_mutex_lock(&device_graphs.lock);
	for (struct simt_schedule *g = device_graphs.first; g && !p; g = g->next)
		if (g->id == id)
			p = schedule_plan(g);
	pthread_mutex_unlock(&device_graphs.lock);
	return p;
}

bool schedule_by_id(const void *id) {
	struct plan *p = plan_by_id(id);
	if (p)
		plan_unref(p);
	return p != NULL;
}

/* What a graph leaves to be run comes before what was left to be run already, in its own order. `todo` is the
 * stack of it, the next one last. */
struct todo {
	struct arena arena;
	VEC(void *) id;
};

static void put_tails(struct todo *t, struct graph_calls *c) {
	pthread_mutex_lock(&c->lock);
	for (u32 i = c->call.n; i-- > 0;)
		vec_push(&t->arena, &t->id, c->call.at[i].id);
	c->call.n = 0;
	pthread_mutex_unlock(&c->lock);
}

static enum simt_status run_todo(struct simt_device *dev, struct todo *t) {
	struct graph_calls calls = {.lock = PTHREAD_MUTEX_INITIALIZER};
	enum simt_status status = SIMT_OK;
	while (t->id.n && status == SIMT_OK && !is_over(dev)) {
		struct plan *p = plan_by_id(vec_pop(&t->id));
		if (!p)
			continue;
		struct running r = {p, dev, &calls};
		assign_defaults(p);
		status = run_range(&r, p->frame->shape->body[0]);
		plan_unref(p);
		put_tails(t, &calls);
	}
	arena_drop(&calls.arena);
	arena_drop(&t->arena);
	return status;
}

static enum simt_status run_graph(struct simt_device *dev, void *id) {
	struct todo t = {.id = {NULL, 0, 0}};
	vec_push(&t.arena, &t.id, id);
	return run_todo(dev, &t);
}

static enum simt_status run_tails(struct simt_device *dev, struct graph_calls *calls) {
	struct todo t = {.id = {NULL, 0, 0}};
	put_tails(&t, calls);
	return run_todo(dev, &t);
}

/* ---- launches ------------------------------------------------------------------------------- */

enum { IS_START = 1, IS_END = 2, NO_SEGMENT = 4 };

struct segment_work {
	struct plan *plan;
	struct simt_device *dev;
	u32 segment, flags;
	u64 generation; /* of the event that it records */
};

/* What went wrong in lanes that nobody can ask. */
static enum simt_status lanes_failed(struct frame *f) {
	enum simt_status status = SIMT_OK;
	queue_lock();
	for (u32 i = 1; i < f->shape->nlane; i++) {
		status = status == SIMT_OK ? f->lane[i]->failed : status;
		f->lane[i]->failed = SIMT_OK;
	}
	queue_unlock();
	return status;
}

static enum simt_status run_segment(void *payload, enum simt_status unused) {
	struct segment_work *w = payload;
	struct frame *f = w->plan->frame;
	enum simt_status status = SIMT_OK;
	(void)unused;
	if (w->flags & IS_START) {
		timeline_graph(true, w->plan);
		assign_defaults(w->plan);
	}
	if (!(w->flags & NO_SEGMENT)) {
		const struct segment *g = &f->shape->segment[w->segment];
		struct step *s = w->plan->step[f->shape->order[g->steps.first]];
		struct running r = {w->plan, w->dev, &f->calls};
		status = run_range(&r, g->steps);
		if (w->generation) {
			queue_lock();
			event_reached(s->event, w->generation);
			queue_unlock();
		}
	}
	if (w->flags & IS_END) {
		enum simt_status other = lanes_failed(f);
		status = status == SIMT_OK ? other : status;
		if (f->calls.call.n && status == SIMT_OK)
			status = run_tails(w->dev, &f->calls);
		f->calls.call.n = 0;
		timeline_graph(false, w->plan);
		plan_unref(w->plan);
	}
	return status;
}

struct launching {
	struct plan *plan;
	struct frame *f;
	struct simt_stream *s;
	u64 start; /* number of the start in s; 0: there is none */
	bool began, ended;
};

/* nwait: how often it waits beside what it begins with. */
static struct op *new_op(struct launching *l, struct simt_stream *lane, u32 segment,
                         u32 flags, u32 nwait) {
	struct op *op = queue_op(sizeof(struct segment_work), nwait + 1);
	if (!op)
		bug("out of host memory");
	op->run = run_segment;
	*(struct segment_work *)op->payload = (struct segment_work){
		.plan = l->plan, .dev = l->s->dev, .segment = segment, .flags = flags};
	/* A schedule never overlaps itself; a stream never does. */
	if (!l->began && l->f->last_stream && l->f->last_stream != lane)
		queue_after(op, l->f->last_stream, l->f->last_seq);
	l->began = true;
	return op;
}

static void put(struct launching *l, struct simt_stream *s, struct op *op) {
	if (!queue_put(s, op))
		l->ended = true;
}

static struct simt_stream *lane_of(const struct launching *l, const struct segment *g) {
	return g->lane ? l->f->lane[g->lane] : l->s;
}

static void wait_for_others(const struct launching *l, const struct segment *g,
                            struct op *op) {
	const struct shape *shape = l->f->shape;
	for (u32 i = 0; i < g->after.n; i++) {
		u32 k = shape->after[g->after.first + i];
		queue_after(op, lane_of(l, &shape->segment[k]), l->f->seq[k]);
	}
	if (g->lane && l->start)
		queue_after(op, l->s, l->start);
}

static void put_segment(struct launching *l, u32 i, u32 flags) {
	const struct segment *g = &l->f->shape->segment[i];
	u32 number = l->f->shape->order[g->steps.first];
	struct step *step = l->plan->step[number];
	struct simt_stream *lane = lane_of(l, g);
	bool enabled = !l->plan->disabled[number];
	struct op *op = new_op(l, lane, i, flags, g->after.n + 2);
	struct segment_work *w = (struct segment_work *)op->payload;
	op->host = step->kind == SIMT_STEP_WORK && step->is_host;
	wait_for_others(l, g, op);
	if (step->kind == SIMT_STEP_WAIT && enabled)
		event_hold(op, step->event, lane);
	if (step->kind == SIMT_STEP_RECORD && enabled)
		w->generation = ++step->event->generation;
	put(l, lane, op);
	l->f->seq[i] = lane->submitted;
	if (step->kind == SIMT_STEP_RECORD && enabled && !l->ended)
		event_put(step->event, lane);
}

static void put_end(struct launching *l) {
	const struct shape *shape = l->f->shape;
	struct op *op = new_op(l, l->s, 0,
	                       IS_END | NO_SEGMENT | (shape->nsegment ? 0 : IS_START),
	                       shape->nsegment);
	for (u32 i = 0; i < shape->nsegment; i++)
		if (shape->segment[i].is_last && shape->segment[i].lane)
			queue_after(op, l->f->lane[shape->segment[i].lane], l->f->seq[i]);
	put(l, l->s, op);
}

static bool has_one_end(const struct shape *s) {
	u32 n = 0;
	for (u32 i = 0; i < s->nsegment; i++)
		n += s->segment[i].is_last;
	return n == 1 && s->segment[s->nsegment - 1].is_last &&
	       !s->segment[s->nsegment - 1].lane;
}

static void put_all(struct launching *l) {
	const struct shape *shape = l->f->shape;
	bool one_root = shape->nroot == 1, one_end = has_one_end(shape);
	if (!one_root && shape->nsegment) {
		put(l, l->s, new_op(l, l->s, 0, IS_START | NO_SEGMENT, 0));
		l->start = l->s->submitted;
	}
	for (u32 i = 0; i < shape->nsegment && !l->ended; i++)
		put_segment(l, i,
		            (i == 0 && one_root ? IS_START : 0) |
		                    (i + 1 == shape->nsegment && one_end ? IS_END : 0));
	if (!one_end && !l->ended)
		put_end(l);
	if (l->f->last_stream)
		stream_unref(l->f->last_stream);
	l->f->last_stream = l->s;
	l->f->last_seq = l->s->submitted;
	stream_ref(l->s);
}

enum simt_status simt_schedule_launch(struct simt_schedule *g, struct simt_stream *s) {
	enum simt_status status = stream_may_queue(s);
	if (status != SIMT_OK)
		return status;
	background_guard_thread();
	queue_guard_thread();
	struct plan *p = schedule_plan(g);
	struct launching l = {.plan = p, .f = p->frame, .s = s};
	queue_lock();
	put_all(&l);
	queue_unlock();
	return l.ended ? fail(SIMT_UNLOADING, "the process is ending") : SIMT_OK;
}
