/* devrt.c - the device runtime: the functions that kernels call.
 * Work that threads ask for waits until their grid has ended, which is allowed: parents
 * cannot wait for children. Then it is done in the order in which it was asked for, tails
 * last (launch.c). So one queue serves all streams of a grid, its events are always in
 * order, and a child sees what was written before its launch.
 *
 * A launch waits only for what must come before it; what counts against the limit of
 * pending launches is a grid's ancestors and tails: the others are as good as started.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/devrt.h"

#include "base/map.h"
#include "base/reserve.h"

enum { /* numbers of CUDA's errors that no status has */
       ERROR_INVALID_CONFIGURATION = 9,
       ERROR_INVALID_PITCH = 12,
       ERROR_INVALID_DIRECTION = 21,
       ERROR_PENDING_COUNT = 69,
       ERROR_INVALID_FUNCTION = 98,
       ERROR_INVALID_DEVICE = 101,
       ERROR_UNKNOWN = 999,
};

enum { /* streams that have no handle */
       STREAM_LEGACY = 1,
       STREAM_PER_THREAD = 2,
       STREAM_TAIL = 3,
       STREAM_FIRE_AND_FORGET = 4,
       FIRST_HANDLE = 0x10000,
       HANDLE_STEP = 0x10,
};

enum {
	BUFFER_CHUNK = 64 << 10,
	BUFFER_SKEW = 16, /* where in 64 bytes parameter buffers begin: recorded,
	                     112_cdp_param_buffer */
	PARAM_MAX = 4608,
};

struct chunk {
	struct chunk *next;
	u64 addr;
};

struct buffer {
	u64 size;
	bool is_ready;            /* of V2, and not launched yet */
	struct simt_function *fn; /* what it is for, if that is a function */
	struct simt_launch launch;
};

struct queue {
	struct nested_item *first, **last;
};

struct nested {
	struct nested *up; /* of the grid that launched this one */
	struct simt_device *dev;
	u64 grid_id; /* of the grid whose threads ask */
	struct arena arena;
	struct chunk *chunk;
	u64 chunk_at, chunk_left;
	struct map buffers; /* address -> struct buffer */
	struct map errors;  /* thread -> its last error */
	u32 nerror;
	u64 nhandle;
	struct queue work, tails;
};

/* ---- what a grid asked for --------------------------------------------------------- */

static struct nested *nested_new(struct simt_device *dev) {
	struct nested *n = memory_new(sizeof *n);
	if (!n)
		return NULL;
	n->dev = dev;
	n->buffers = MAP_INIT(&n->arena);
	n->errors = MAP_INIT(&n->arena);
	n->work.last = &n->work.first;
	n->tails.last = &n->tails.first;
	return n;
}

static struct nested *nested_of(struct simt_device *dev, struct launch *l) {
	struct nested *n = l->nested;
	if (!n && (n = l->nested = nested_new(dev)))
		n->grid_id = l->grid_id;
	return n;
}

struct nested *nested_take(struct launch *l) {
	struct nested *n = l->nested;
	l->nested = NULL;
	return n;
}

static struct nested_item *take(struct queue *q) {
	struct nested_item *i = q->first;
	if (i)
		q->first = i->next;
	return i;
}

struct nested_item *nested_next(struct nested *n, bool *last) {
	struct nested_item *i = take(&n->work);
	*last = false;
	if (i)
		return i;
	i = take(&n->tails);
	if (i)
		n->dev->devrt.ntail--;
	*last = !n->tails.first;
	return i;
}

void nested_drop(struct nested *n) {
	bool last;
	while (nested_next(n, &last))
		;
	for (struct chunk *c = n->chunk; c; c = c->next)
		memory_free(&n->dev->memory, MEMORY_GLOBAL, c->addr);
	arena_drop(&n->arena);
	memory_delete(n);
}

struct nested *nested_up(const struct nested *n) {
	return n->up;
}

void nested_set_up(struct nested *n, struct nested *up) {
	n->up = up;
}

static struct nested_item *put(struct nested *n, u64 stream, u32 kind) {
	struct queue *q = stream == STREAM_TAIL ? &n->tails : &n->work;
	struct nested_item *i = arena_new(&n->arena, struct nested_item);
	if (!q->first)
		q->last = &q->first;
	i->kind = kind;
	i->parent_id = n->grid_id;
	*q->last = i;
	q->last = &i->next;
	n->dev->devrt.ntail += stream == STREAM_TAIL;
	return i;
}

/* ---- errors of threads ------------------------------------------------------------- */

static u64 last_error(struct nested *n, u64 thread, bool forget) {
	if (!n || !n->nerror)
		return 0;
	u64 *at = map_find(&n->errors, thread), e = at ? *at : 0;
	if (at && forget)
		*at = 0;
	return e;
}

static void set_error(struct nested *n, u64 thread, u64 error) {
	n->nerror++;
	*map_at(&n->errors, thread) = error;
}

/* ---- launches ---------------------------------------------------------------------- */

static struct simt_function *find_function(struct simt_device *dev, u64 addr) {
	struct simt_function *fn = NULL;
	pthread_mutex_lock(&dev->lock);
	struct simt_module *m = dev->modules;
	for (; m; m = m->next)
		if (m->image.code_base &&
		    addr - m->image.code_base < 16ull * m->ir->nfunc &&
		    addr % 16 == m->image.code_base % 16)
			break;
	pthread_mutex_unlock(&dev->lock);
	if (m)
		function_at(m, (u32)((addr - m->image.code_base) / 16), &fn);
	return fn;
}

/* Takes device memory of the grid, for its threads to write to; 0 if there is none. */
static u64 take_memory(struct nested *n, u64 size) {
	size = alignup(size + BUFFER_SKEW, 64);
	if (size > n->chunk_left) {
		u64 bytes = MAX(size, (u64)BUFFER_CHUNK);
		struct chunk *c = arena_new(&n->arena, struct chunk);
		c->addr = memory_alloc(&n->dev->memory, MEMORY_GLOBAL, bytes,
		                       MEMORY_GRANULE);
		if (!c->addr)
			return 0;
		c->next = n->chunk;
		n->chunk = c;
		n->chunk_at = c->addr;
		n->chunk_left = bytes;
	}
	u64 at = n->chunk_at + BUFFER_SKEW;
	n->chunk_at += size;
	n->chunk_left -= size;
	return at;
}

static struct buffer *new_buffer(struct nested *n, u64 size, u64 *addr) {
	*addr = take_memory(n, size);
	if (!*addr)
		return NULL;
	struct buffer *b = arena_new(&n->arena, struct buffer);
	b->size = size;
	map_put_ptr(&n->buffers, (void *)(uintptr_t)*addr, b);
	return b;
}

/* An address of no function gives the same error as a shape that the kernel cannot
 * have. */
static u64 check_launch(struct simt_function *fn, const struct simt_launch *l) {
	bool good = fn && simt_launch_check(fn, l) == SIMT_OK;
	return good ? 0 : ERROR_INVALID_CONFIGURATION;
}

static bool is_stream(const struct nested *n, u64 s) {
	return s <= STREAM_FIRE_AND_FORGET ||
	       (s >= FIRST_HANDLE && (s - FIRST_HANDLE) / HANDLE_STEP < n->nhandle);
}

/* Copies the parameters from the buffer at once, so the thread may use it again. */
static u64 queue_launch(struct nested *n, struct simt_function *fn,
                        const struct simt_launch *l, u64 stream, u64 params) {
	struct devrt *d = &n->dev->devrt;
	u32 bytes = fn->func->param_bytes;
	if (!is_stream(n, stream))
		return SIMT_INVALID_VALUE;
	if ((u64)d->nancestor + d->ntail >= d->pending_limit)
		return ERROR_PENDING_COUNT;
	struct nested_item *i = put(n, stream, NESTED_LAUNCH);
	i->fn = fn;
	i->launch = *l;
	i->launch.params = arena_alloc(&n->arena, MAX(bytes, 1), 16);
	i->launch.param_bytes = bytes;
	if (bytes)
		memcpy((void *)(uintptr_t)i->launch.params, memory_host(params), bytes);
	return 0;
}

static void set_shape(struct simt_launch *l, const u64 *grid, const u64 *block,
                      u64 shared) {
	memcpy(l->grid, grid, sizeof l->grid);
	memcpy(l->block, block, sizeof l->block);
	l->shared_dynamic = (u32)shared;
}

/* void *(func, dim3 grid, dim3 block, unsigned shared): errors in them are found by the
 * launch. */
static u64 parameter_buffer_v2(struct nested *n, struct devrt_call *c) {
	struct simt_function *fn = find_function(n->dev, c->arg[0]);
	u64 addr;
	struct buffer *b = new_buffer(n, fn ? fn->func->param_bytes : PARAM_MAX, &addr);
	if (!b) {
		set_error(n, c->thread, SIMT_OUT_OF_MEMORY);
		return 0;
	}
	b->is_ready = true;
	b->fn = fn;
	set_shape(&b->launch, &c->arg[1], &c->arg[3], c->arg[5]);
	return addr;
}

/* (buffer, stream) */
static u64 launch_v2(struct nested *n, struct devrt_call *c) {
	struct buffer *b = map_get_ptr(&n->buffers, (void *)(uintptr_t)c->arg[0]);
	if (!b || !b->is_ready)
		return SIMT_INVALID_VALUE;
	b->is_ready = false; /* once */
	u64 e = check_launch(b->fn, &b->launch);
	return e ? e : queue_launch(n, b->fn, &b->launch, c->arg[1], c->arg[0]);
}

/* void *(alignment, size) */
static u64 parameter_buffer(struct nested *n, struct devrt_call *c) {
	u64 addr;
	if (c->arg[1] > PARAM_MAX * 4 || !new_buffer(n, c->arg[1], &addr)) {
		set_error(n, c->thread, SIMT_OUT_OF_MEMORY);
		return 0;
	}
	return addr;
}

/* (func, buffer, dim3 grid, dim3 block, unsigned shared, stream): of the streams without
 * handles only the default ones: recorded, 112_cdp_param_buffer. */
static u64 launch_v1(struct nested *n, struct devrt_call *c) {
	struct simt_function *fn = find_function(n->dev, c->arg[0]);
	struct buffer *b = map_get_ptr(&n->buffers, (void *)(uintptr_t)c->arg[1]);
	struct simt_launch l = {.shared_dynamic = 0};
	if (!fn)
		return ERROR_INVALID_CONFIGURATION;
	set_shape(&l, &c->arg[2], &c->arg[4], c->arg[6]);
	if (c->arg[7] == STREAM_TAIL || c->arg[7] == STREAM_FIRE_AND_FORGET ||
	    (fn->func->param_bytes && (!b || b->size < fn->func->param_bytes)))
		return SIMT_INVALID_VALUE;
	u64 e = check_launch(fn, &l);
	return e ? e : queue_launch(n, fn, &l, c->arg[7], c->arg[1]);
}

/* ---- copies and fills -------------------------------------------------------------- */

static u64 queue_copy(struct nested *n, struct simt_copy *c, u64 kind, u64 stream) {
	c->dst_device = c->src_device = n->dev;
	if (kind != 3 && kind != 4) /* cudaMemcpyDeviceToDevice, cudaMemcpyDefault */
		return ERROR_INVALID_DIRECTION;
	if (!is_stream(n, stream))
		return ERROR_UNKNOWN;
	if (!c->width || !c->height || !c->depth)
		return 0;
	if (copy_check(c) != SIMT_OK)
		return SIMT_INVALID_VALUE;
	put(n, stream, NESTED_COPY)->copy = *c;
	return 0;
}

/* (dst, src, count, kind, stream) */
static u64 memcpy_1d(struct nested *n, struct devrt_call *c) {
	struct simt_copy copy = {.dst = c->arg[0],
	                         .src = c->arg[1],
	                         .width = c->arg[2],
	                         .height = 1,
	                         .depth = 1};
	return queue_copy(n, &copy, c->arg[3], c->arg[4]);
}

/* (dst, dpitch, src, spitch, width, height, kind, stream) */
static u64 memcpy_2d(struct nested *n, struct devrt_call *c) {
	const u64 *a = c->arg;
	struct simt_copy copy = {.dst = a[0],
	                         .dst_pitch = a[1],
	                         .src = a[2],
	                         .src_pitch = a[3],
	                         .width = a[4],
	                         .height = a[5],
	                         .depth = 1};
	if (a[4] > a[1] || a[4] > a[3])
		return ERROR_INVALID_PITCH;
	return queue_copy(n, &copy, a[6], a[7]);
}

/* struct cudaMemcpy3DParms as words: array, position, {pointer, pitch, width, height} of
 * each side. */
struct params_3d {
	u64 src_array, src_pos[3], src[4];
	u64 dst_array, dst_pos[3], dst[4];
	u64 extent[3];
	u32 kind;
};

/* (parameters, stream) */
static u64 memcpy_3d(struct nested *n, struct devrt_call *c) {
	struct params_3d p;
	memcpy(&p, c->in, sizeof p);
	if (p.src_array || p.dst_array)
		return SIMT_INVALID_VALUE;
	struct simt_copy copy = {
		.dst_pitch = p.dst[1],
		.dst_slice = p.dst[1] * p.dst[3],
		.src_pitch = p.src[1],
		.src_slice = p.src[1] * p.src[3],
		.width = p.extent[0],
		.height = p.extent[1],
		.depth = p.extent[2],
	};
	copy.dst = p.dst[0] + p.dst_pos[0] + p.dst_pos[1] * p.dst[1] +
	           p.dst_pos[2] * copy.dst_slice;
	copy.src = p.src[0] + p.src_pos[0] + p.src_pos[1] * p.src[1] +
	           p.src_pos[2] * copy.src_slice;
	return queue_copy(n, &copy, p.kind, c->arg[1]);
}

/* Ignores the value and fills with zeros, as the hardware's device runtime does:
 * recorded, 110_cdp_events_memops. */
static u64 queue_fill(struct nested *n, struct simt_fill *f, u64 stream) {
	f->element = 1;
	f->value = 0;
	if (!is_stream(n, stream))
		return ERROR_UNKNOWN;
	if (!f->width || !f->height || !f->depth)
		return 0;
	if (fill_check(n->dev, f) != SIMT_OK)
		return SIMT_INVALID_VALUE;
	put(n, stream, NESTED_FILL)->fill = *f;
	return 0;
}

/* (p, value, count, stream) */
static u64 memset_1d(struct nested *n, struct devrt_call *c) {
	struct simt_fill f = {
		.dst = c->arg[0], .width = c->arg[2], .height = 1, .depth = 1};
	return queue_fill(n, &f, c->arg[3]);
}

/* (p, pitch, value, width, height, stream) */
static u64 memset_2d(struct nested *n, struct devrt_call *c) {
	const u64 *a = c->arg;
	struct simt_fill f = {
		.dst = a[0], .pitch = a[1], .width = a[3], .height = a[4], .depth = 1};
	return a[4] > 1 && a[3] > a[1] ? SIMT_INVALID_VALUE : queue_fill(n, &f, a[5]);
}

/* ({pointer, pitch, width, height}, value, extent, stream) */
static u64 memset_3d(struct nested *n, struct devrt_call *c) {
	const u64 *a = c->arg;
	struct simt_fill f = {.dst = a[0],
	                      .pitch = a[1],
	                      .slice = a[1] * a[3],
	                      .width = a[5],
	                      .height = a[6],
	                      .depth = a[7]};
	return queue_fill(n, &f, a[8]);
}

/* ---- queries ----------------------------------------------------------------------- */

static u64 answer(struct devrt_call *c, const void *value, u32 bytes) {
	memcpy(c->out, value, bytes);
	c->out_bytes = bytes;
	return 0;
}

static u64 answer_int(struct devrt_call *c, s32 v) {
	return answer(c, &v, sizeof v);
}

static u64 device_attribute(struct simt_device *dev, struct devrt_call *c) {
	s32 v = 0;
	if (c->arg[2] != (u64)dev->devrt.index)
		return ERROR_INVALID_DEVICE;
	if (!dev->devrt.queries.attribute)
		return SIMT_NOT_SUPPORTED;
	if (!dev->devrt.queries.attribute(dev, (int)c->arg[1], &v))
		return SIMT_INVALID_VALUE;
	return answer_int(c, v);
}

static u64 device_limit(struct simt_device *dev, struct devrt_call *c) {
	u64 v = 0;
	if (!dev->devrt.queries.limit)
		return SIMT_NOT_SUPPORTED;
	if (!dev->devrt.queries.limit(dev, (int)c->arg[1], &v))
		return SIMT_INVALID_VALUE;
	return answer(c, &v, sizeof v);
}

static u64 function_attributes(struct simt_device *dev, struct devrt_call *c) {
	struct simt_function *fn = find_function(dev, c->arg[1]);
	if (!fn)
		return ERROR_INVALID_FUNCTION;
	if (!dev->devrt.queries.function)
		return SIMT_NOT_SUPPORTED;
	c->out_bytes = dev->devrt.queries.function(fn, c->out, sizeof c->out);
	return 0;
}

/* (int *n, func, block, shared), of which the size is taken as 32 bits; there is an
 * answer, 0, also when the call is refused. */
static u64 occupancy(struct simt_device *dev, struct devrt_call *c) {
	struct simt_function *fn = find_function(dev, c->arg[1]);
	if (fn && (s32)c->arg[2] >= 1)
		return answer_int(
			c, (s32)simt_occupancy(fn, (u32)c->arg[2], (u32)c->arg[3]));
	answer_int(c, 0);
	return SIMT_INVALID_VALUE;
}

/* Copies a text to device memory when a kernel first asks for it. */
static u64 error_text(struct simt_device *dev, u64 error, bool name) {
	struct devrt *d = &dev->devrt;
	u64 *at = map_at(&d->texts, error << 1 | name);
	if (*at || !d->queries.error_text)
		return *at;
	const char *text = d->queries.error_text((int)error, name);
	size_t size = strlen(text) + 1;
	*at = memory_alloc(&dev->memory, MEMORY_GLOBAL, size, MEMORY_GRANULE);
	if (*at)
		memcpy(memory_host(*at), text, size);
	return *at;
}

/* ---- streams, events, memory, graphs ----------------------------------------------- */

static u64 new_handle(struct nested *n, struct devrt_call *c) {
	u64 h = FIRST_HANDLE + HANDLE_STEP * n->nhandle++;
	return answer(c, &h, sizeof h);
}

static bool is_handle(const struct nested *n, u64 h) {
	return h >= FIRST_HANDLE && is_stream(n, h);
}

/* Events are in order whatever stream they are recorded in; the streams for tails and for
 * fire and forget take none. */
static u64 check_order(const struct nested *n, u64 stream, u64 event) {
	bool ordered = is_stream(n, stream) && stream != STREAM_TAIL &&
	               stream != STREAM_FIRE_AND_FORGET;
	return ordered && is_handle(n, event) ? 0 : SIMT_INVALID_VALUE;
}

static u64 device_malloc(struct machine *m, struct devrt_call *c) {
	u64 p = c->arg[1] ? m->hooks.heap_alloc(m, c->arg[1], 256) : 0;
	if (!c->arg[1])
		return SIMT_INVALID_VALUE;
	return p ? answer(c, &p, sizeof p) : (u64)SIMT_OUT_OF_MEMORY;
}

static u64 device_free(struct machine *m, struct devrt_call *c) {
	return !c->arg[0] || m->hooks.heap_free(m, c->arg[0]) ? 0 : SIMT_INVALID_VALUE;
}

/* (graph, how) */
static u64 launch_graph(struct launch *l, struct devrt_call *c) {
	enum { TAIL = 1, FIRE_AND_FORGET, SIBLING };
	struct graph_calls *calls = l->graph;
	u64 how = c->arg[1] >> 56;
	void *id = (void *)(uintptr_t)c->arg[0];
	if (!calls || c->arg[1] << 8 || how < TAIL || how > SIBLING || !graph_by_id(id))
		return SIMT_INVALID_VALUE;
	pthread_mutex_lock(&calls->lock);
	bool ok = vec_reserve(&calls->arena, &calls->call);
	if (ok)
		vec_push(&calls->arena, &calls->call,
		         (struct graph_call){id, how == TAIL});
	pthread_mutex_unlock(&calls->lock);
	return ok ? 0 : SIMT_OUT_OF_MEMORY;
}

/* ---- the call ---------------------------------------------------------------------- */

static u64 call(struct machine *m, struct simt_device *dev, struct nested *n,
                struct devrt_call *c) {
	switch ((enum devrt_id)c->id) {
	case DEVRT_LAUNCH_V2: return launch_v2(n, c);
	case DEVRT_LAUNCH: return launch_v1(n, c);
	case DEVRT_DEVICE_COUNT: return answer_int(c, (s32)dev->devrt.count);
	case DEVRT_DEVICE: return answer_int(c, (s32)dev->devrt.index);
	case DEVRT_DEVICE_ATTRIBUTE: return device_attribute(dev, c);
	case DEVRT_DEVICE_LIMIT: return device_limit(dev, c);
	case DEVRT_CACHE_CONFIG: return answer_int(c, 0);
	case DEVRT_SHARED_CONFIG: return answer_int(c, 1); /* banks of four bytes */
	case DEVRT_RUNTIME_VERSION:
		return answer_int(c, 6000); /* as an H200 with CUDA 13.0 says */
	case DEVRT_FUNC_ATTRIBUTES: return function_attributes(dev, c);
	case DEVRT_OCCUPANCY: return occupancy(dev, c);
	case DEVRT_STREAM_CREATE:
		return c->arg[1] > 1 ? (u64)SIMT_INVALID_VALUE : new_handle(n, c);
	case DEVRT_EVENT_CREATE: /* without a time, which it could not tell */
		return c->arg[1] != 2 ? (u64)SIMT_INVALID_VALUE : new_handle(n, c);
	case DEVRT_STREAM_DESTROY:
	case DEVRT_EVENT_DESTROY: return is_handle(n, c->arg[0]) ? 0 : SIMT_INVALID_VALUE;
	case DEVRT_STREAM_WAIT: return check_order(n, c->arg[0], c->arg[1]);
	case DEVRT_EVENT_RECORD: return check_order(n, c->arg[1], c->arg[0]);
	case DEVRT_MALLOC: return device_malloc(m, c);
	case DEVRT_FREE: return device_free(m, c);
	case DEVRT_MEMCPY: return memcpy_1d(n, c);
	case DEVRT_MEMCPY_2D: return memcpy_2d(n, c);
	case DEVRT_MEMCPY_3D: return memcpy_3d(n, c);
	case DEVRT_MEMSET: return memset_1d(n, c);
	case DEVRT_MEMSET_2D: return memset_2d(n, c);
	case DEVRT_MEMSET_3D: return memset_3d(n, c);
	case DEVRT_GRAPH_LAUNCH: return launch_graph(c->launch, c);
	default: unreachable(); /* answer_call has done the others */
	}
}

enum { CALL_BYTES = 64 << 10 }; /* records of one call, and its texts */

/* Sets aside the memory that one call may take, growing tables included. */
static bool have_memory(const struct nested *n) {
	size_t slots = (size_t)n->errors.nslot + n->buffers.nslot;
	return arena_ready(CALL_BYTES + map_bytes(slots * 4));
}

/* Calls that return an error also store it for their thread; occupancy does not. */
static void answer_call(struct machine *m, struct devrt_call *c) {
	struct simt_device *dev = m->runtime;
	struct nested *n = c->launch->nested;
	switch ((enum devrt_id)c->id) {
	case DEVRT_GET_LAST_ERROR: c->result = last_error(n, c->thread, true); return;
	case DEVRT_PEEK_AT_LAST_ERROR:
		c->result = last_error(n, c->thread, false);
		return;
	case DEVRT_ERROR_STRING: c->result = error_text(dev, c->arg[0], false); return;
	case DEVRT_ERROR_NAME: c->result = error_text(dev, c->arg[0], true); return;
	case DEVRT_SET_CONDITIONAL: condition_set(dev, c->arg[0], (u32)c->arg[1]); return;
	default: break;
	}
	n = nested_of(dev, c->launch);
	if (!n || !have_memory(n)) {
		c->result = SIMT_OUT_OF_MEMORY;
	} else if (c->id == DEVRT_PARAMETER_BUFFER_V2) {
		c->result = parameter_buffer_v2(n, c);
	} else if (c->id == DEVRT_PARAMETER_BUFFER) {
		c->result = parameter_buffer(n, c);
	} else {
		c->result = call(m, dev, n, c);
		if (c->result && c->id != DEVRT_OCCUPANCY)
			set_error(n, c->thread, c->result);
	}
}

void devrt_call(struct machine *m, struct devrt_call *c) {
	struct simt_device *dev = m->runtime;
	pthread_mutex_lock(&dev->devrt.lock);
	answer_call(m, c);
	pthread_mutex_unlock(&dev->devrt.lock);
}

/* ---- settings ---------------------------------------------------------------------- */

void simt_device_runtime(struct simt_device *dev, const struct simt_device_queries *q,
                         u32 index, u32 count) {
	dev->devrt.queries = *q;
	dev->devrt.index = index;
	dev->devrt.count = count;
}

void simt_set_pending_launches(struct simt_device *dev, u32 n) {
	dev->devrt.pending_limit = n;
}

void devrt_forget(struct simt_device *dev) {
	arena_drop(&dev->devrt.arena);
	dev->devrt.texts = MAP_INIT(&dev->devrt.arena);
}
