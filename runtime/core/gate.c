/* gate.c - which launches run at the same time. See gate.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/device.h"
#include "runtime/core/timeline.h"

#include <time.h>

/* How long a launch waits for earlier ones. If those wait for it, this is lost time. */
enum { PATIENCE_NS = 2000000 };
/* Allocations that may wait to be freed; with more, launches wait for those that run. */
enum { LATER_MOST = 256 };

void gate_init(struct gate *g) {
	pthread_condattr_t attr;
	pthread_mutex_init(&g->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&g->free, &attr);
	pthread_cond_init(&g->empty, &attr);
	pthread_condattr_destroy(&attr);
}

void gate_drop(struct simt_device *dev) {
	struct slot *s = atomic_load(&dev->gate.all), *next;
	for (; s; s = next) {
		next = s->next;
		for (u32 i = 0; i < dev->threads; i++) {
			arena_drop(&s->workers[i].arena);
			arena_drop(&s->workers[i].page.arena);
		}
		memory_delete(s->workers);
		memory_delete(s);
	}
	arena_drop(&dev->gate.arena);
	pthread_mutex_destroy(&dev->gate.lock);
	pthread_cond_destroy(&dev->gate.free);
	pthread_cond_destroy(&dev->gate.empty);
}

/* ---- slots ------------------------------------------------------------------------- */

static struct slot *slot_new(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	struct slot *s = memory_new(sizeof *s);
	if (!s)
		return NULL;
	s->workers = memory_new(dev->threads * sizeof *s->workers);
	if (!s->workers) {
		memory_delete(s);
		return NULL;
	}
	s->number = g->nslot++;
	s->next = atomic_load(&g->all);
	atomic_store(&g->all, s);
	return s;
}

static struct slot *take_slot(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	struct slot *s = g->spare;
	if (s)
		g->spare = s->spare;
	else
		s = slot_new(dev);
	if (!s)
		return NULL;
	s->in_use = true;
	s->is_long = s->goes_on = false;
	g->nrunning++;
	return s;
}

/* Nothing runs, and the lock is held. */
static void free_later_ones(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	for (u32 i = 0; i < g->later.n; i++)
		if (!memory_free_tagged(&dev->memory, g->later.at[i]))
			memory_detach(&dev->memory, g->later.at[i]);
	g->later.n = 0;
}

static void give_slot(struct simt_device *dev, struct slot *s) {
	struct gate *g = &dev->gate;
	if (--g->nrunning == 0 && g->later.n)
		free_later_ones(dev);
	g->nlong -= s->is_long;
	s->in_use = false;
	s->spare = g->spare;
	g->spare = s;
}

void gate_forget_memory(struct gate *g) {
	for (struct slot *s = atomic_load(&g->all); s; s = s->next)
		s->param = s->workspace = s->reach_changes = 0;
	g->later.n = 0;
}

/* ---- in and out -------------------------------------------------------------------- */

/* Whether launches run one by one: counting, checking and choosing schedules have one
 * state for all of them. */
static bool goes_alone(const struct simt_device *dev) {
	return dev->machine.check || dev->machine.profiled || dev->machine.debugged ||
	       dev->steer;
}

static bool is_full(const struct simt_device *dev) {
	const struct gate *g = &dev->gate;
	if (goes_alone(dev))
		return g->nrunning != 0;
	return g->nalone || g->nrunning - g->nlong >= dev->threads ||
	       (g->nrunning && g->later.n >= LATER_MOST);
}

/* Marks all running launches as long. */
static void call_them_long(struct gate *g) {
	for (struct slot *s = atomic_load(&g->all); s; s = s->next)
		s->is_long = s->in_use;
	g->nlong = g->nrunning;
}

static void wait_for_turn(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	bool alone = goes_alone(dev);
	u64 due = machine_clock_ns() + PATIENCE_NS;
	struct timespec t = {(time_t)(due / 1000000000), (long)(due % 1000000000)};
	bool late = false;
	atomic_fetch_add(&g->nwaiting, 1);
	while (is_full(dev) && !late) {
		if (alone)
			pthread_cond_wait(&g->free, &g->lock);
		else
			late = pthread_cond_timedwait(&g->free, &g->lock, &t) != 0;
	}
	if (late && is_full(dev))
		call_them_long(g);
	atomic_fetch_sub(&g->nwaiting, 1);
}

struct slot *gate_enter(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	pthread_mutex_lock(&g->lock);
	if (is_full(dev))
		wait_for_turn(dev);
	struct slot *s = take_slot(dev);
	pthread_mutex_unlock(&g->lock);
	return s;
}

/* The lock is held. Threads that need the device alone come first; launches wait for them
 * no longer than for other launches. */
static void call_next(struct gate *g) {
	if (!atomic_load_explicit(&g->nwaiting, memory_order_relaxed))
		return;
	if (!g->nalone)
		pthread_cond_signal(&g->free);
	else if (!g->nrunning)
		pthread_cond_signal(&g->empty);
}

void gate_leave(struct simt_device *dev, struct slot *s) {
	struct gate *g = &dev->gate;
	pthread_mutex_lock(&g->lock);
	dev->counters = s->counters;
	give_slot(dev, s);
	call_next(g);
	pthread_mutex_unlock(&g->lock);
}

struct slot *gate_turn(struct simt_device *dev, struct slot *s) {
	if (!atomic_load_explicit(&dev->gate.nwaiting, memory_order_relaxed))
		return s;
	gate_leave(dev, s);
	return gate_enter(dev);
}

/* Work in a stream must not wait for kernels of other streams: those may be waiting for
 * what follows it. */
static bool let_go(struct simt_device *dev, u64 addr, bool (*now)(struct memory *, u64)) {
	struct gate *g = &dev->gate;
	struct memory_block b;
	pthread_mutex_lock(&g->lock);
	if (g->nrunning && vec_reserve(&g->arena, &g->later)) {
		bool ok = memory_find(&dev->memory, addr, &b) && b.base == addr &&
		          b.tag &&
		          !(b.tag & MEMORY_ATTACHED) == (now == memory_free_tagged);
		if (ok)
			vec_push(&g->arena, &g->later, addr);
		pthread_mutex_unlock(&g->lock);
		return ok;
	}
	pthread_mutex_unlock(&g->lock);
	gate_close(dev);
	bool ok = now(&dev->memory, addr);
	gate_open(dev);
	return ok;
}

bool gate_free(struct simt_device *dev, u64 addr) {
	return let_go(dev, addr, memory_free_tagged);
}

bool gate_detach(struct simt_device *dev, u64 addr) {
	return let_go(dev, addr, memory_detach);
}

bool gate_free_waiting(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	pthread_mutex_lock(&g->lock);
	bool any = g->later.n != 0;
	pthread_mutex_unlock(&g->lock);
	if (any) { /* the last launch that leaves frees it */
		gate_close(dev);
		gate_open(dev);
	}
	return any;
}

void gate_close(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	pthread_mutex_lock(&g->lock);
	if (!g->nrunning)
		return;
	atomic_fetch_add(&g->nwaiting, 1);
	g->nalone++;
	while (g->nrunning)
		pthread_cond_wait(&g->empty, &g->lock);
	g->nalone--;
	atomic_fetch_sub(&g->nwaiting, 1);
}

bool gate_try_close(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	if (pthread_mutex_trylock(&g->lock))
		return false;
	if (!g->nrunning)
		return true;
	pthread_mutex_unlock(&g->lock);
	return false;
}

/* Launches that came meanwhile begin as if they came now. */
void gate_open(struct simt_device *dev) {
	struct gate *g = &dev->gate;
	if (g->nalone)
		pthread_cond_signal(&g->empty);
	else if (atomic_load_explicit(&g->nwaiting, memory_order_relaxed))
		pthread_cond_broadcast(&g->free);
	pthread_mutex_unlock(&g->lock);
}

void gate_interrupt(struct gate *g, enum fault_kind why) {
	for (struct slot *s = atomic_load(&g->all); s; s = s->next) {
		struct launch *l = atomic_load(&s->launch);
		u32 none = 0;
		if (l)
			atomic_compare_exchange_strong(&l->stop, &none, why);
	}
}
