/* graph_memory.c - memory that belongs to allocation nodes. It exists as long as the
 * graph, or an executable graph made of it; launches and frees only change whether it
 * counts as allocated.
 *
 * The program sees it as on an H100: each graph has addresses of its own, in segments of
 * 32 MiB or more, and launches map chunks of physical memory where allocations lie.
 * Chunks without allocations are free for other graphs until they are trimmed. Only the
 * counters follow this model.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/graph.h"
#include "runtime/handles/memory.h"
#include "runtime/handles/slot.h"

enum {
	ALIGN = 512,    /* of allocations in a graph's addresses */
	LOOK_BACK = 256 /* nodes, for memory that is free before a new one */
};

/* A piece of physical memory. */
struct chunk {
	struct slot slot;
	struct chunk *next;
	const struct graph_space *of; /* the last one that took it */
	u32 live;                     /* live allocations on it */
	bool is_used;                 /* it was mapped */
};

struct segment {
	u64 first, n; /* chunks of the graph's addresses */
	struct chunk **chunk;
};

/* The addresses of a graph. */
struct graph_space {
	struct slot slot;
	struct arena arena;
	struct graph_space *next; /* of all */
	u32 device, refs;         /* refs: the graph and its memory */
	u64 end;
	VEC(struct segment) segments;
};

static struct slots slots = SLOTS_INIT(struct graph_memory);
static struct slots chunk_slots = SLOTS_INIT(struct chunk);
static struct slots space_slots = SLOTS_INIT(struct graph_space);

struct chunks {
	struct chunk *first;
	u64 used, used_high, reserved, reserved_high; /* how many */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of; /* by address */
	struct graph_space *spaces;
	struct chunks on[MAX_DEVICES];
} blocks = {.lock = PTHREAD_MUTEX_INITIALIZER, .of = {.arena = &blocks.arena}};

static _Atomic u32 count; /* of blocks; most programs have none */

/* ---- addresses, all locked ---- */

static struct graph_space *space_new(const struct cuda_device *d) {
	struct graph_space *s = slot_take(&space_slots);
	if (!s)
		return NULL;
	s->arena = (struct arena)ARENA_INIT;
	s->device = (u32)d->index;
	s->refs = 1;
	s->next = blocks.spaces;
	blocks.spaces = s;
	return s;
}

static void space_unref(struct graph_space *s) {
	if (--s->refs)
		return;
	struct graph_space **at = &blocks.spaces;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	for (struct chunk *k = blocks.on[s->device].first; k; k = k->next)
		if (k->of == s)
			k->of = NULL;
	arena_drop(&s->arena);
	slot_give(&space_slots, s);
}

/* Finds room for an allocation after all others: in what is left of the last segment, or
 * in a new one. */
static u64 space_place(struct graph_space *s, u64 size) {
	u64 at = s->end, room = 0;
	if (s->segments.n) {
		const struct segment *last = &s->segments.at[s->segments.n - 1];
		room = (last->first + last->n) * MEMORY_CHUNK;
	}
	if (at + size > room) {
		struct segment g = {.first = room / MEMORY_CHUNK,
		                    .n = (size + MEMORY_CHUNK - 1) / MEMORY_CHUNK};
		g.chunk = arena_zalloc(&s->arena, g.n * sizeof *g.chunk,
		                       _Alignof(struct chunk *));
		vec_push(&s->arena, &s->segments, g);
	}
	s->end = alignup(at + size, ALIGN);
	return at;
}

static bool touches(const struct segment *g, const struct graph_memory *m, u64 size) {
	return g->first * MEMORY_CHUNK < m->offset + size &&
	       (g->first + g->n) * MEMORY_CHUNK > m->offset;
}

/* ---- chunks, all locked ---- */

static void note_high(struct chunks *c) {
	c->used_high = MAX(c->used_high, c->used);
	c->reserved_high = MAX(c->reserved_high, c->reserved);
}

static bool is_free_for(const struct chunk *k, const struct graph_space *s) {
	return !k->live && k->of != s;
}

/* Finds a chunk that no graph needs now, used ones first; NULL: there is none. */
static struct chunk *find_free(const struct chunks *c, const struct graph_space *s) {
	for (u32 is_used = 2; is_used--;)
		for (struct chunk *k = c->first; k; k = k->next)
			if (k->is_used == is_used && is_free_for(k, s))
				return k;
	return NULL;
}

static struct chunk *chunk_new(struct chunks *c) {
	struct chunk *k = slot_take(&chunk_slots), **at = &c->first;
	if (!k)
		return NULL;
	while (*at)
		at = &(*at)->next;
	*at = k;
	c->reserved++;
	return k;
}

/* Gives a segment the chunks that it lacks: first makes as many as are missing, then
 * takes free ones. */
static void fill_segment(struct chunks *c, struct graph_space *s, struct segment *g) {
	u64 lacks = 0, have = 0;
	for (u64 i = 0; i < g->n; i++)
		lacks += !g->chunk[i];
	for (const struct chunk *k = c->first; k; k = k->next)
		have += is_free_for(k, s);
	for (u64 i = 0; i < g->n && lacks; i++) {
		if (g->chunk[i])
			continue;
		struct chunk *k = lacks > have ? chunk_new(c) : find_free(c, s);
		have -= lacks <= have;
		lacks--;
		g->chunk[i] = k;
		if (k)
			k->of = s;
	}
}

/* Gives up chunks that another graph uses; takes back those that it does not. */
static void leave_stolen(const struct graph_space *s, struct segment *g) {
	for (u64 i = 0; i < g->n; i++)
		if (g->chunk[i] && g->chunk[i]->of != s) {
			if (g->chunk[i]->live)
				g->chunk[i] = NULL;
			else
				g->chunk[i]->of = s;
		}
}

typedef void chunk_visitor(struct chunks *c, struct chunk *k);

static void each_chunk(const struct graph_memory *m, u64 size, chunk_visitor *visit) {
	for (u32 i = 0; i < m->space->segments.n; i++) {
		const struct segment *g = &m->space->segments.at[i];
		u64 from = m->offset / MEMORY_CHUNK,
		    to = (m->offset + size - 1) / MEMORY_CHUNK;
		for (u64 k = MAX(from, g->first); k <= to && k < g->first + g->n; k++)
			if (g->chunk[k - g->first])
				visit(&blocks.on[m->space->device],
				      g->chunk[k - g->first]);
	}
}

static void use_chunk(struct chunks *c, struct chunk *k) {
	c->used += !k->is_used;
	k->is_used = true;
}

static void enter_chunk(struct chunks *c, struct chunk *k) {
	(void)c;
	k->live++;
}

static void leave_chunk(struct chunks *c, struct chunk *k) {
	(void)c;
	k->live--;
}

void graph_memory_map(struct graph_memory *m, u64 size) {
	struct chunks *c = &blocks.on[m->space->device];
	pthread_mutex_lock(&blocks.lock);
	for (u32 i = 0; i < m->space->segments.n; i++) {
		struct segment *g = &m->space->segments.at[i];
		if (!touches(g, m, size))
			continue;
		leave_stolen(m->space, g);
		fill_segment(c, m->space, g);
	}
	each_chunk(m, size, use_chunk);
	note_high(c);
	pthread_mutex_unlock(&blocks.lock);
}

static void forget_chunk(const struct chunk *k, u32 device) {
	for (struct graph_space *s = blocks.spaces; s; s = s->next)
		for (u32 i = 0; s->device == device && i < s->segments.n; i++)
			for (u64 j = 0; j < s->segments.at[i].n; j++)
				if (s->segments.at[i].chunk[j] == k)
					s->segments.at[i].chunk[j] = NULL;
}

static void trim(u32 device, bool all) {
	struct chunks *c = &blocks.on[device];
	for (struct chunk **at = &c->first, *k; (k = *at);) {
		if (k->live && !all) {
			at = &k->next;
			continue;
		}
		*at = k->next;
		c->used -= k->is_used;
		c->reserved--;
		forget_chunk(k, device);
		slot_give(&chunk_slots, k);
	}
}

void graph_memory_forget(const struct cuda_device *d) {
	pthread_mutex_lock(&blocks.lock);
	trim((u32)d->index, true);
	blocks.on[d->index] = (struct chunks){0};
	pthread_mutex_unlock(&blocks.lock);
}

/* ---- allocations ---- */

/* Finds memory of the node's graph that a node before it frees, and that no other node
 * has used since: the smallest that is large enough. NULL: there is none within LOOK_BACK
 * nodes. */
static struct graph_memory *find_reusable(const struct CUgraphNode_st *n, u64 size) {
	struct CUgraphNode_st *queue[LOOK_BACK];
	struct graph_memory *best = NULL;
	u64 mark = graph_next_id();
	u32 len = 0;
	for (u32 i = 0; i < n->in.n && len < LOOK_BACK; i++)
		queue[len++] = n->in.at[i].node;
	for (u32 i = 0; i < len && !(best && best->room == size); i++) {
		struct CUgraphNode_st *o = queue[i];
		struct graph_memory *m = o->memory;
		if (o->mark == mark)
			continue;
		o->mark = mark;
		if (o->type == cudaGraphNodeTypeMemFree && m && m->freed_by == o->id &&
		    m->space == n->graph->space && m->room >= size &&
		    (!best || m->room < best->room))
			best = m;
		for (u32 k = 0; k < o->in.n && len < LOOK_BACK; k++)
			queue[len++] = o->in.at[k].node;
	}
	return best;
}

static cudaError_t new_block(struct cuda_device *d, struct graph_space *s, u64 size,
                             struct graph_memory **out) {
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
	m->size = m->room = size;
	pthread_mutex_lock(&blocks.lock);
	map_put_ptr(&blocks.of, p, m);
	m->space = s;
	m->offset = space_place(s, size);
	s->refs++;
	pthread_mutex_unlock(&blocks.lock);
	atomic_fetch_add(&count, 1);
	*out = m;
	return cudaSuccess;
}

cudaError_t graph_memory_new(const struct CUgraphNode_st *n, struct cuda_device *d,
                             u64 size, struct graph_memory **out) {
	struct graph_memory *m = find_reusable(n, size);
	if (m && m->device == d && m->generation == d->generation) {
		graph_memory_ref(m);
		m->size = size;
		m->freed_by = 0;
		*out = m;
		return cudaSuccess;
	}
	pthread_mutex_lock(&blocks.lock);
	if (!n->graph->space)
		n->graph->space = space_new(d);
	pthread_mutex_unlock(&blocks.lock);
	return n->graph->space ? new_block(d, n->graph->space, size, out)
	                       : cudaErrorMemoryAllocation;
}

void graph_space_drop(struct graph_space *s) {
	pthread_mutex_lock(&blocks.lock);
	space_unref(s);
	pthread_mutex_unlock(&blocks.lock);
}

void graph_memory_ref(struct graph_memory *m) {
	atomic_fetch_add(&m->refs, 1);
}

/* Memory that a launch has left allocated stays until the program frees it. */
static void drop(struct graph_memory *m) {
	pthread_mutex_lock(&blocks.lock);
	map_put_ptr(&blocks.of, (void *)(uintptr_t)m->addr, NULL);
	space_unref(m->space);
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
	pthread_mutex_lock(&blocks.lock);
	bool changed = m->live != live;
	m->live = live;
	if (changed)
		each_chunk(m, m->size, live ? enter_chunk : leave_chunk);
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
	cudaError_t e = device_at(device, &d);
	if (e == cudaSuccess) {
		pthread_mutex_lock(&blocks.lock);
		trim((u32)device, false);
		pthread_mutex_unlock(&blocks.lock);
	}
	return cudart_report(e);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value) {
	struct cuda_device *d;
	u64 *bytes = value;
	cudaError_t e = value ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	pthread_mutex_lock(&blocks.lock);
	const struct chunks *c = &blocks.on[device];
	switch (attr) {
	case cudaGraphMemAttrUsedMemCurrent: *bytes = c->used * MEMORY_CHUNK; break;
	case cudaGraphMemAttrUsedMemHigh: *bytes = c->used_high * MEMORY_CHUNK; break;
	case cudaGraphMemAttrReservedMemCurrent:
		*bytes = c->reserved * MEMORY_CHUNK;
		break;
	case cudaGraphMemAttrReservedMemHigh:
		*bytes = c->reserved_high * MEMORY_CHUNK;
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
	struct chunks *c = &blocks.on[device];
	if (attr == cudaGraphMemAttrUsedMemHigh)
		c->used_high = c->used;
	else if (attr == cudaGraphMemAttrReservedMemHigh)
		c->reserved_high = c->reserved;
	else
		e = cudaErrorInvalidValue;
	pthread_mutex_unlock(&blocks.lock);
	return cudart_report(e);
}
