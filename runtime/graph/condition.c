/* condition.c - numbers that kernels set and steps of graphs test.
 * A handle has 1 + the place in its low half, and in its high half a number that counts
 * up: the handle of a destroyed condition never names another one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/graph/graph.h"

/* Free places are a list through `spare`, so that giving one back needs no memory. */
struct place {
	struct condition *condition;
	u32 spare; /* 1 + the next free place */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(struct place) at;
	u32 spare;
	u64 made;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* find, take_place and unref are called with the lock held. */
static struct condition *find(const struct simt_device *dev, u64 handle) {
	u32 i = (u32)handle - 1;
	struct condition *c = i < all.at.n ? all.at.at[i].condition : NULL;
	return c && c->handle == handle && c->dev == dev ? c : NULL;
}

/* False: no memory. */
static bool take_place(u32 *i) {
	if (all.spare) {
		*i = all.spare - 1;
		all.spare = all.at.at[*i].spare;
		return true;
	}
	if (!vec_reserve(&all.arena, &all.at))
		return false;
	*i = all.at.n;
	vec_push(&all.arena, &all.at, (struct place){NULL, 0});
	return true;
}

/* Returns true when no reference is left; the caller deletes it after it unlocks. */
static bool unref(struct condition *c) {
	u32 i = (u32)c->handle - 1;
	if (--c->refs)
		return false;
	all.at.at[i] = (struct place){NULL, all.spare};
	all.spare = i + 1;
	return true;
}

enum simt_status simt_condition_create(struct simt_device *dev, u64 *handle) {
	struct condition *c = memory_new(sizeof *c);
	u32 i = 0;
	*handle = 0;
	pthread_mutex_lock(&all.lock);
	bool ok = c && take_place(&i);
	if (ok) {
		all.at.at[i].condition = c;
		c->dev = dev;
		c->refs = 1;
		c->handle = *handle = ++all.made << 32 | (i + 1);
	}
	pthread_mutex_unlock(&all.lock);
	if (!ok && c)
		memory_delete(c);
	return ok ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

void condition_ref(struct condition *c) {
	pthread_mutex_lock(&all.lock);
	c->refs++;
	pthread_mutex_unlock(&all.lock);
}

void condition_unref(struct condition *c) {
	pthread_mutex_lock(&all.lock);
	bool gone = unref(c);
	pthread_mutex_unlock(&all.lock);
	if (gone)
		memory_delete(c);
}

struct condition *condition_get(struct simt_device *dev, u64 handle) {
	pthread_mutex_lock(&all.lock);
	struct condition *c = find(dev, handle);
	if (c)
		c->refs++;
	pthread_mutex_unlock(&all.lock);
	return c;
}

void simt_condition_destroy(struct simt_device *dev, u64 handle) {
	pthread_mutex_lock(&all.lock);
	struct condition *c = find(dev, handle);
	bool gone = c && !c->is_destroyed && unref(c);
	if (c && !gone)
		c->is_destroyed = true;
	pthread_mutex_unlock(&all.lock);
	if (gone)
		memory_delete(c);
}

bool condition_set(struct simt_device *dev, u64 handle, u32 value) {
	pthread_mutex_lock(&all.lock);
	struct condition *c = find(dev, handle);
	if (c)
		atomic_store(&c->value, value);
	pthread_mutex_unlock(&all.lock);
	return c != NULL;
}
