/* graph.c - work whose order is fixed beforehand: its steps, and changes of them.
 * graph_run.c launches it.
 *
 *     graph --> plan (steps as they are now) --> state, shared by all plans --> order (never changes)
 *                   ^
 *     launches that are queued keep the plan they were launched with; an update makes a new one if any does
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/graph/graph.h"
#include "base/reserve.h"

/* ---- steps ------------------------------------------------------------------------- */

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
	case SIMT_STEP_MEMORY:
		s->nop = o->nop;
		memcpy(s->payload, o->op, o->nop * sizeof *o->op);
		return memory_ops_check(dev, o->op, o->nop);
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
	size_t payload = o->kind == SIMT_STEP_WORK     ? o->work.bytes
	                 : o->kind == SIMT_STEP_MEMORY ? o->nop * sizeof *o->op
	                                               : 0;
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

/* ---- orders and plans -------------------------------------------------------------- */

static void state_unref(struct graph_state *state) {
	if (atomic_fetch_sub(&state->refs, 1) != 1)
		return;
	queue_lock();
	for (u32 i = 1; i < GRAPH_LANES; i++)
		if (state->lane[i])
			stream_retire(state->lane[i]);
	if (state->last_stream)
		stream_unref(state->last_stream);
	queue_unlock();
	graph_order_delete(state->order);
	arena_drop(&state->calls.arena);
	pthread_mutex_destroy(&state->calls.lock);
	memory_delete(state);
}

static struct graph_state *state_new(struct simt_device *dev, struct graph_order *order) {
	struct graph_state *state = memory_new(sizeof *state +
	                                       order->nsegment * sizeof state->seq[0]);
	bool ok = state != NULL;
	if (!state)
		return NULL;
	state->order = order;
	pthread_mutex_init(&state->calls.lock, NULL);
	atomic_store(&state->refs, 1);
	queue_lock();
	for (u32 i = 1; i < order->nlane && ok; i++)
		ok = (state->lane[i] = stream_hidden(dev)) != NULL;
	queue_unlock();
	if (ok)
		return state;
	state->order = NULL;
	state_unref(state);
	return NULL;
}

static struct plan *plan_new(struct graph_state *state, u32 nstep, u32 ndefault) {
	size_t bytes = nstep * (sizeof(struct step *) + sizeof(bool)) +
	               ndefault * sizeof(struct assign);
	struct plan *p = memory_new(sizeof *p + bytes);
	if (!p)
		return NULL;
	atomic_store(&p->refs, 1);
	p->state = state;
	p->nstep = nstep;
	p->step = (struct step **)(p + 1);
	p->assign = (struct assign *)(p->step + nstep);
	p->disabled = (bool *)(p->assign + ndefault);
	if (state)
		atomic_fetch_add(&state->refs, 1);
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
	if (p->state)
		state_unref(p->state);
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

/* Makes a plan that has no owner yet. */
static enum simt_status plan_make(struct simt_device *dev, struct graph_state *state,
                                  const struct simt_plan *p, struct plan **out,
                                  u32 *bad) {
	struct plan *plan = plan_new(state, p->nstep, p->ndefault);
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

/* Gives the owner back to the caller. */
static void disown(struct plan *plan) {
	plan->owner->drop = NULL;
}

/* Whether a step is a segment of its own: a host function or a wait for memory may take
 * long, and other steps must not wait for it; events belong to the queue of a stream. */
static bool is_alone(const struct simt_step *s) {
	return s->kind == SIMT_STEP_RECORD || s->kind == SIMT_STEP_WAIT ||
	       s->kind == SIMT_STEP_MEMORY ||
	       (s->kind == SIMT_STEP_WORK && (s->work.host || s->work.parks));
}

static enum simt_status find_order(const struct simt_plan *p,
                                   struct graph_order **order) {
	struct arena scratch = ARENA_INIT;
	*order = NULL;
	if (!arena_ready(p->nstep * 256ull + p->nbody * 64ull + p->nedge * 64ull +
	                 (64 << 10)))
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	struct graph_order_step *step = arena_array(&scratch, struct graph_order_step,
	                                            p->nstep + 1);
	bool is_cyclic = false;
	for (u32 i = 0; i < p->nstep; i++)
		step[i] = (struct graph_order_step){p->step[i].body,
		                                    is_alone(&p->step[i])};
	*order = graph_order_new(step, p->nstep, p->nbody, p->edge, p->early, p->nedge,
	                         &is_cyclic);
	arena_drop(&scratch);
	if (is_cyclic)
		return fail(SIMT_INVALID_VALUE, "the edges form a cycle");
	return *order ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

/* The graphs that kernels can launch. One that is destroyed leaves an empty place, which
 * the next one with its id takes. */
static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map by_id;
} device_graphs = {.lock = PTHREAD_MUTEX_INITIALIZER,
                   .by_id = {.arena = &device_graphs.arena}};

/* False: no memory. */
static bool list_by_id(struct simt_graph *g) {
	pthread_mutex_lock(&device_graphs.lock);
	bool ok = map_reserve(&device_graphs.by_id);
	if (ok)
		map_put_ptr(&device_graphs.by_id, g->id, g);
	pthread_mutex_unlock(&device_graphs.lock);
	return ok;
}

static void delist_by_id(struct simt_graph *g) {
	pthread_mutex_lock(&device_graphs.lock);
	map_put_ptr(&device_graphs.by_id, g->id, NULL);
	pthread_mutex_unlock(&device_graphs.lock);
}

struct plan *graph_plan_by_id(const void *id) {
	pthread_mutex_lock(&device_graphs.lock);
	struct simt_graph *g = map_get_ptr(&device_graphs.by_id, id);
	struct plan *p = g ? graph_plan(g) : NULL;
	pthread_mutex_unlock(&device_graphs.lock);
	return p;
}

enum simt_status simt_graph_create(struct simt_device *dev, const struct simt_plan *p,
                                   struct simt_graph **out, u32 *bad) {
	struct simt_graph *g = memory_new(sizeof *g);
	struct graph_order *order = NULL;
	struct graph_state *state = NULL;
	*out = NULL;
	*bad = p->nstep;
	enum simt_status s = g ? find_order(p, &order)
	                       : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	if (s == SIMT_OK && !(state = state_new(dev, order))) {
		graph_order_delete(order);
		s = fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	if (s == SIMT_OK)
		s = plan_make(dev, state, p, &g->now, bad);
	if (state)
		state_unref(state); /* the plan holds it now */
	if (s == SIMT_OK && (s = plan_own(g->now, p)) != SIMT_OK)
		plan_unref(g->now);
	if (s != SIMT_OK) {
		if (g)
			memory_delete(g);
		return s;
	}
	g->dev = dev;
	pthread_mutex_init(&g->lock, NULL);
	g->id = p->id;
	g->for_device = p->for_device && list_by_id(g);
	if (p->for_device && !g->for_device) {
		disown(g->now);
		simt_graph_destroy(g);
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	*out = g;
	return SIMT_OK;
}

void simt_graph_destroy(struct simt_graph *g) {
	if (g->for_device)
		delist_by_id(g);
	plan_unref(g->now);
	pthread_mutex_destroy(&g->lock);
	memory_delete(g);
}

/* ---- updates ----------------------------------------------------------------------- */

/* Returns the current plan, or, if launches use that, a copy, which becomes the current
 * one; NULL: no memory. Called with the lock held. */
static struct plan *plan_to_change(struct simt_graph *g) {
	struct plan *old = g->now;
	if (atomic_load(&old->refs) == 1)
		return old;
	struct plan *p = plan_new(old->state, old->nstep, old->nassign);
	if (!p)
		return NULL;
	for (u32 i = 0; i < p->nstep; i++) {
		p->step[i] = old->step[i];
		atomic_fetch_add(&p->step[i]->refs, 1);
	}
	memcpy(p->disabled, old->disabled, p->nstep * sizeof *p->disabled);
	for (u32 i = 0; i < old->nassign; i++) {
		p->assign[i] = old->assign[i];
		condition_ref(p->assign[i].condition);
	}
	p->nassign = old->nassign;
	p->owner = old->owner;
	p->id = old->id;
	atomic_fetch_add(&p->owner->refs, 1);
	g->now = p;
	plan_unref(old);
	return p;
}

enum simt_status simt_graph_set_step(struct simt_graph *g, u32 i,
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

enum simt_status simt_graph_enable_step(struct simt_graph *g, u32 i, bool enabled) {
	pthread_mutex_lock(&g->lock);
	struct plan *p = plan_to_change(g);
	if (p)
		p->disabled[i] = !enabled;
	pthread_mutex_unlock(&g->lock);
	return p ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

enum simt_status simt_graph_update(struct simt_graph *g, const struct simt_plan *p,
                                   u32 *bad) {
	struct plan *plan, *old;
	enum simt_status s = plan_make(g->dev, g->now->state, p, &plan, bad);
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

struct plan *graph_plan(struct simt_graph *g) {
	pthread_mutex_lock(&g->lock);
	struct plan *p = g->now;
	atomic_fetch_add(&p->refs, 1);
	pthread_mutex_unlock(&g->lock);
	return p;
}
