/* graph_memory.c - memory that belongs to allocation nodes. It is there while a graph, or what was made of it,
 * is; launches and frees only change whether the program may count on it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/graph.h"

static struct slots slots = SLOTS_INIT(struct graph_memory);

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of; /* by address */
	u64 used[MAX_DEVICES], used_high[MAX_DEVICES];
	u64 reserved[MAX_DEVICES], reserved_high[MAX_DEVICES];
} blocks = {.lock = PTHREAD_MUTEX_INITIALIZER, .of = {.arena = &blocks.arena}};

static _Atomic u32 count; /* of blocks; most programs have none */

cudaError_t graph_memory_new(struct cuda_device *d, u64 size, struct graph_memory **out) {
	void *p;
	if (!graph_ready(NULL, blocks.of.nslot, 0)) /* a slot is less than an edge */
		return cudaErrorMemoryAllocation;
	cudaError_t e = memory_alloc_kind(d, SIMT_MEMORY_DEVICE, 0, &p, size);
	if (e != cudaSuccess)
		return e;
	struct graph_memory *m = slot_take(&slots);
	atomic_store(&m->refs, 1);
	m->device = d;
	m->generation = d->generation;
	m->addr = (uintptr_t)p;
	m->size = size;
	pthread_mutex_lock(&blocks.lock);
	map_put_ptr(&blocks.of, p, m);
	blocks.reserved[d->index] += size;
	blocks.reserved_high[d->index] = MAX(blocks.reserved_high[d->index],
	                                     blocks.reserved[d->index]);
	pthread_mutex_unlock(&blocks.lock);
	atomic_fetch_add(&count, 1);
	*out = m;
	return cudaSuccess;
}

void graph_memory_ref(struct graph_memory *m) {
	atomic_fetch_add(&m->refs, 1);
}

/* Memory that a launch has left allocated stays: the program frees it. */
static void drop(struct graph_memory *m) {
	pthread_mutex_lock(&blocks.lock);
	map_put_ptr(&blocks.of, (void *)(uintptr_t)m->addr, NULL);
	blocks.reserved[m->device->index] -= m->size;
	pthread_mutex_unlock(&blocks.lock);
	atomic_fetch_sub(&count, 1);
	if (m->generation == m->device->generation)
		simt_free(m->device->dev, m->addr);
	slot_give(&slots, m);
}

void graph_memory_unref(struct graph_memory *m) {
	if (atomic_fetch_sub(&m->refs, 1) == 1)
		drop(m);
}

struct graph_memory *graph_memory_at(u64 addr) {
	if (!atomic_load(&count))
		return NULL;
	pthread_mutex_lock(&blocks.lock);
	struct graph_memory *m = map_get_ptr(&blocks.of, (void *)(uintptr_t)addr);
	pthread_mutex_unlock(&blocks.lock);
	return m;
}

bool graph_memory_shown(u64 addr, u64 *size) {
	struct graph_memory *m = graph_memory_at(addr);
	*size = m && m->live ? m->size : 0;
	return m != NULL;
}

bool graph_memory_mark(struct graph_memory *m, bool live) {
	u64 *used = &blocks.used[m->device->index],
	    *high = &blocks.used_high[m->device->index];
	pthread_mutex_lock(&blocks.lock);
	bool changed = m->live != live;
	m->live = live;
	if (changed)
		*used += live ? m->size : -m->size;
	*high = MAX(*high, *used);
	pthread_mutex_unlock(&blocks.lock);
	if (!changed)
		return false;
	if (live)
		graph_memory_ref(m);
	else
		graph_memory_unref(m);
	return true;
}

cudaError_t graph_memory_take_back(u64 addr, bool *mine) {
	struct graph_memory *m = graph_memory_at(addr);
	*mine = m != NULL;
	return !m || graph_memory_mark(m, false) ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- what the program sees ---- */

cudaError_t cudaDeviceGraphMemTrim(int device) {
	struct cuda_device *d;
	return cudart_report(
		device_at(device, &d)); /* nothing is kept beyond its graphs */
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value) {
	struct cuda_device *d;
	cudaError_t e = value ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	pthread_mutex_lock(&blocks.lock);
	switch (attr) {
	case cudaGraphMemAttrUsedMemCurrent: *(u64 *)value = blocks.used[device]; break;
	case cudaGraphMemAttrUsedMemHigh: *(u64 *)value = blocks.used_high[device]; break;
	case cudaGraphMemAttrReservedMemCurrent:
		*(u64 *)value = blocks.reserved[device];
		break;
	case cudaGraphMemAttrReservedMemHigh:
		*(u64 *)value = blocks.reserved_high[device];
		break;
	default: e = cudaErrorInvalidValue;
	}
	pthread_mutex_unlock(&blocks.lock);
	return cudart_report(e);
}

/* The high marks can be reset, and nothing else. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value) {
	struct cuda_device *d;
	cudaError_t e = value && *(const u64 *)value == 0 ? device_at(device, &d)
	                                                  : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	pthread_mutex_lock(&blocks.lock);
	if (attr == cudaGraphMemAttrUsedMemHigh)
		blocks.used_high[device] = blocks.used[device];
	else if (attr == cudaGraphMemAttrReservedMemHigh)
		blocks.reserved_high[device] = blocks.reserved[device];
	else
		e = cudaErrorInvalidValue;
	pthread_mutex_unlock(&blocks.lock);
	return cudart_report(e);
}
