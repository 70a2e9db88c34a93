/* context.c - contexts: each thread's stack of them, primary ones, others, and what a
 * context owns. A primary context is the device as the runtime has it, so cudaSetDevice
 * and cuCtxSetCurrent change the same thing. Memory of the other contexts has their
 * number in its flags, by which it is freed when they end.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/context.h"

#include "base/vec.h"
#include "runtime/handles/reset.h"

enum { MAX_NESTING = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st *primary[MAX_DEVICES];
static u64 last_id;

/* What names a context that has ended shall not soon name another one. */
enum { KEPT_ENDED = 64 };
static struct slots slots = {.lock = PTHREAD_MUTEX_INITIALIZER,
                             .size = sizeof(struct CUctx_st),
                             .keep = KEPT_ENDED};
/* Every record that was ever a context. */
static struct arena known_arena;
static VEC(struct CUctx_st *) known;

static bool is_known(const struct CUctx_st *c) {
	for (u32 i = 0; i < known.n; i++)
		if (known.at[i] == c)
			return true;
	return false;
}

static _Thread_local struct {
	struct CUctx_st *at[MAX_NESTING];
	u32 n;
} stack;

/* ---- the calling thread's ---------------------------------------------------------- */

static struct CUctx_st *context_new(struct cuda_device *d, u32 flags, bool is_primary) {
	struct CUctx_st *c = vec_reserve(&known_arena, &known) ? slot_take(&slots) : NULL;
	if (!c)
		return NULL;
	if (!is_known(c))
		vec_push(&known_arena, &known, c);
	c->device = d;
	c->generation = d->generation;
	c->flags = flags;
	c->primary = is_primary;
	c->things.prev = c->things.next = &c->things;
	c->id = ++last_id;
	return c;
}

struct CUctx_st *context_primary(struct cuda_device *d) {
	pthread_mutex_lock(&lock);
	struct CUctx_st **at = &primary[d->index];
	if (!*at)
		*at = context_new(d, 0, true);
	struct CUctx_st *c = *at;
	pthread_mutex_unlock(&lock);
	return c;
}

bool context_is_alive(const struct CUctx_st *c) {
	return c->slot.live &&
	       (c->primary ? !c->ended : c->generation == c->device->generation);
}

bool context_is_one(const struct CUctx_st *c) {
	pthread_mutex_lock(&lock);
	bool found = is_known(c);
	pthread_mutex_unlock(&lock);
	return found;
}

struct CUctx_st *context_current(void) {
	struct cuda_device *d;
	if (stack.n)
		return stack.at[stack.n - 1];
	if (!device_is_bound() || device_at(device_current_index(), &d) != cudaSuccess)
		return NULL;
	return context_primary(d);
}

/* Makes the device of the top of the stack the runtime's current one. */
static void tell_runtime(void) {
	if (stack.n)
		device_choose(stack.at[stack.n - 1]->device->index);
}

void context_follow(struct cuda_device *d) {
	struct CUctx_st *c = context_primary(d);
	/* without a stack the runtime's device is current */
	if (c && stack.n)
		stack.at[stack.n - 1] = c;
	context_use();
}

cudaError_t context_use(void) {
	struct CUctx_st *c = context_current();
	if (!c || context_is_alive(c))
		return cudaSuccess;
	if (!c->primary)
		return cudaErrorDeviceUninitialized;
	pthread_mutex_lock(&lock);
	c->ended = false;
	pthread_mutex_unlock(&lock);
	return cudaSuccess;
}

static bool put_on_top(struct CUctx_st *c) {
	if (stack.n == MAX_NESTING)
		return false;
	stack.at[stack.n++] = c;
	tell_runtime();
	return true;
}

/* Without a stack the runtime's goes, until the thread uses the runtime again. */
static void drop_top(void) {
	if (stack.n)
		stack.n--;
	if (!stack.n)
		device_unbind();
}

/* What the runtime has made current lies below, and is current again after the pop. */
bool context_push(struct CUctx_st *c) {
	struct CUctx_st *below = stack.n ? NULL : context_current();
	return (!below || put_on_top(below)) && put_on_top(c);
}

struct CUctx_st *context_pop(void) {
	struct CUctx_st *c = context_current();
	drop_top();
	tell_runtime();
	return c;
}

bool context_set(struct CUctx_st *c) {
	drop_top();
	if (c)
		return put_on_top(c);
	tell_runtime();
	return true;
}

struct CUctx_st *context_apart(struct CUctx_st *c) {
	return !c || c->primary || c->green ? NULL : c;
}

/* ---- what a context has ------------------------------------------------------------ */

struct CUctx_st *context_own(struct owned *o, void (*drop)(struct owned *o)) {
	struct CUctx_st *c = stack.n ? stack.at[stack.n - 1] : NULL;
	o->drop = drop;
	o->prev = o->next = NULL;
	if (!c || c->primary)
		return NULL;
	pthread_mutex_lock(&lock);
	o->prev = &c->things;
	o->next = c->things.next;
	o->next->prev = o->prev->next = o;
	pthread_mutex_unlock(&lock);
	return c;
}

void context_disown(struct owned *o) {
	if (!o->drop)
		return;
	pthread_mutex_lock(&lock);
	if (o->next) {
		o->next->prev = o->prev;
		o->prev->next = o->next;
		o->prev = o->next = NULL;
		o->drop = NULL;
	}
	pthread_mutex_unlock(&lock);
}

static struct owned *youngest(struct CUctx_st *c) {
	pthread_mutex_lock(&lock);
	struct owned *o = c->things.next == &c->things ? NULL : c->things.next;
	pthread_mutex_unlock(&lock);
	return o;
}

static void drop_things(struct CUctx_st *c) {
	struct owned *o;
	while ((o = youngest(c))) {
		void (*drop)(struct owned *o) = o->drop;
		context_disown(o);
		drop(o);
	}
}

void contexts_forget(struct cuda_device *d) {
	struct CUctx_st *c;
	pthread_mutex_lock(&lock);
	c = primary[d->index];
	if (c) {
		c->generation = d->generation;
		c->ended = true;
	}
	pthread_mutex_unlock(&lock);
}

/* ---- life -------------------------------------------------------------------------- */

void context_retain(struct CUctx_st *c) {
	pthread_mutex_lock(&lock);
	c->refs++;
	c->ended = false;
	pthread_mutex_unlock(&lock);
}

bool context_release(struct CUctx_st *c, bool *last) {
	pthread_mutex_lock(&lock);
	bool held = c->refs > 0;
	*last = held && --c->refs == 0;
	pthread_mutex_unlock(&lock);
	return held;
}

bool context_is_retained(int device) {
	pthread_mutex_lock(&lock);
	const struct CUctx_st *c = primary[device];
	bool retained = c && c->refs;
	pthread_mutex_unlock(&lock);
	return retained;
}

struct CUctx_st *context_make(struct cuda_device *d, u32 flags) {
	pthread_mutex_lock(&lock);
	struct CUctx_st *c = context_new(d, flags, false);
	pthread_mutex_unlock(&lock);
	return c;
}

/* Bits of an allocation's flags from here on are the number of its context. */
static u32 memory_mark(const struct CUctx_st *c) {
	return c->primary ? 0 : (u32)(1 + c->id % 0xffff) << CONTEXT_SHIFT;
}

u32 context_memory_mark(void) {
	return stack.n ? memory_mark(stack.at[stack.n - 1]) : 0;
}

struct CUctx_st *context_of_mark(struct cuda_device *d, u32 mark) {
	struct CUctx_st *found = NULL;
	pthread_mutex_lock(&lock);
	for (u32 i = 0; i < known.n && mark; i++)
		if (known.at[i]->slot.live && known.at[i]->device == d &&
		    memory_mark(known.at[i]) == mark)
			found = known.at[i];
	pthread_mutex_unlock(&lock);
	return found ? found : context_primary(d);
}

void context_end(struct CUctx_st *c) {
	struct simt_device *dev = c->device->dev;
	simt_device_wait(dev);
	drop_things(c);
	simt_free_flagged(dev, CONTEXT_MARK, memory_mark(c));
	slot_give(&slots, c);
	if (stack.n && stack.at[stack.n - 1] == c)
		context_pop();
}
