/* pool.c - allocation in stream order, and its pools. A block is allocated at once; it is
 * freed when the stream reaches its free.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/pool.h"
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/memory.h"
#include "runtime/handles/reset.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/map.h"
#include "runtime/handles/capture.h"

struct block {
	struct slot slot;
	struct CUmemPoolHandle_st *pool;
	u64 addr, size;
	u64 offset; /* in the pool's file, if it has one */
	bool freed; /* its free is queued in a stream */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of;       /* by address */
	struct map imported; /* by import_key */
	_Atomic u32 n; /* most programs have none; a caller with a pointer to a block sees
	                  the count that its allocation made */
} blocks = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .of = {.arena = &blocks.arena},
            .imported = {.arena = &blocks.arena}};

static struct slots pool_slots = SLOTS_INIT(struct CUmemPoolHandle_st);
static struct slots block_slots = SLOTS_INIT(struct block);

/* ---- pools ---- */

struct CUmemPoolHandle_st *mempool_new(struct cuda_device *d, size_t max_bytes) {
	struct CUmemPoolHandle_st *p = slot_take(&pool_slots);
	if (!p)
		return NULL;
	p->device = d;
	p->type = cudaMemAllocationTypePinned;
	p->where = cudaMemLocationTypeDevice;
	p->refs = 1;
	p->max_bytes = alignup(max_bytes, MEMORY_CHUNK);
	p->fd = -1;
	for (u32 i = 0; i < countof(p->reuse); i++)
		p->reuse[i] = 1;
	return p;
}

/* Locked. */
static void pool_unref(struct CUmemPoolHandle_st *p) {
	if (--p->refs)
		return;
	if (p->fd >= 0)
		close(p->fd);
	slot_give(&pool_slots, p);
}

void mempool_drop(struct CUmemPoolHandle_st *p) {
	pthread_mutex_lock(&blocks.lock);
	pool_unref(p);
	pthread_mutex_unlock(&blocks.lock);
}

bool pool_is_unused(const struct CUmemPoolHandle_st *p) {
	pthread_mutex_lock(&blocks.lock);
	bool unused = p->refs == 1;
	pthread_mutex_unlock(&blocks.lock);
	return unused;
}

static struct CUmemPoolHandle_st *current_pool(struct cuda_device *d) {
	pthread_mutex_lock(&blocks.lock);
	if (!d->default_pool)
		d->default_pool = mempool_new(d, 0);
	if (!d->pool)
		d->pool = d->default_pool;
	struct CUmemPoolHandle_st *p = d->pool;
	pthread_mutex_unlock(&blocks.lock);
	return p;
}

bool is_pool(const struct CUmemPoolHandle_st *p) {
	return p && p->slot.live;
}

/* Whether the pool was made here: an imported pool only imports pointers. */
static bool is_own(const struct CUmemPoolHandle_st *p) {
	return is_pool(p) && !p->imports;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
	struct cuda_device *d;
	cudaError_t e = pool ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		if (!current_pool(d))
			return cudart_report(cudaErrorMemoryAllocation);
		*pool = d->default_pool;
	}
	return cudart_report(e);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
	struct cuda_device *d;
	cudaError_t e = pool ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !(*pool = current_pool(d)))
		e = cudaErrorMemoryAllocation;
	return cudart_report(e == cudaErrorInvalidDevice ? cudaErrorInvalidValue : e);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
	struct cuda_device *d;
	cudaError_t e = device_at(device, &d);
	if (e == cudaErrorInvalidDevice ||
	    (e == cudaSuccess && (!is_own(pool) || pool->device != d ||
	                          pool->where != cudaMemLocationTypeDevice)))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		current_pool(d);
		pthread_mutex_lock(&blocks.lock);
		d->pool = pool;
		pthread_mutex_unlock(&blocks.lock);
	}
	return cudart_report(e);
}

static cudaError_t create(struct CUmemPoolHandle_st **out, struct cuda_device *d,
                          const struct cudaMemPoolProps *props) {
	int fd = props->handleTypes ? pool_file(d) : -1;
	if (props->handleTypes && fd < 0)
		return cudaErrorMemoryAllocation;
	bool fits = props->maxSize <= SIZE_MAX - SIMT_PIECE; /* in whole pieces */
	struct CUmemPoolHandle_st *p = fits ? mempool_new(d, props->maxSize) : NULL;
	if (!p) {
		if (fd >= 0)
			close(fd);
		return cudaErrorMemoryAllocation;
	}
	p->fd = fd;
	p->type = props->allocType;
	p->where = props->location.type;
	*out = p;
	return cudaSuccess;
}

/* Hardware can also share memory of a NUMA node of the host; here only devices' memory
 * can be. */
static cudaError_t check_handles(const struct cudaMemPoolProps *p) {
	if (p->handleTypes & cudaMemHandleTypeFabric)
		return cudaErrorNotSupported;
	if (p->handleTypes & ~(unsigned)cudaMemHandleTypePosixFileDescriptor)
		return cudaErrorInvalidValue; /* other systems have those */
	if (!p->handleTypes || pool_is_devices(&p->location, p->allocType))
		return cudaSuccess;
	bool is_node = p->allocType == cudaMemAllocationTypePinned &&
	               p->location.type == cudaMemLocationTypeHostNuma;
	return is_node ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

static bool is_reserved_zero(const struct cudaMemPoolProps *p) {
	bool zero = true;
	for (u32 i = 0; i < countof(p->reserved); i++)
		zero &= !p->reserved[i];
	return zero;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) {
	struct cuda_device *d;
	cudaError_t e = pool && props && is_reserved_zero(props)
	                        ? pool_check_place(&props->location, props->allocType)
	                        : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = check_handles(props);
	if (e == cudaSuccess)
		e = props->location.type == cudaMemLocationTypeDevice
		            ? device_at(props->location.id, &d)
		            : device_current(&d);
	if (e == cudaSuccess)
		e = create(pool, d, props);
	return cudart_report(e);
}

/* Its blocks stay until they are freed. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
	if (!is_pool(pool) || pool->is_default || pool == pool->device->default_pool)
		return cudart_report(cudaErrorInvalidValue);
	if (pool->imports)
		return cudart_report(pool_leave(pool));
	pool_leaves_place(pool);
	pthread_mutex_lock(&blocks.lock);
	if (pool->device->pool == pool)
		pool->device->pool = pool->device->default_pool;
	pool_unref(pool);
	pthread_mutex_unlock(&blocks.lock);
	return cudaSuccess;
}

/* A GPU's pool takes memory of its device in chunks and gives back whole ones, down to
 * the threshold when streams are waited for. Here freed memory is not kept, so that
 * only numbers are told: those that an H200 tells if blocks lie one after another. */
static void reserve_more(struct CUmemPoolHandle_st *p) {
	p->reserved = MAX(p->reserved, alignup(p->used, MEMORY_CHUNK));
	p->reserved_high = MAX(p->reserved_high, p->reserved);
}

static void reserve_less(struct CUmemPoolHandle_st *p, u64 keep) {
	p->reserved = MAX(alignup(p->used, MEMORY_CHUNK), MIN(p->reserved, keep));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) {
	cudaError_t e = capture_forbids_unsafe();
	if (e == cudaSuccess && !is_own(pool))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		pthread_mutex_lock(&blocks.lock);
		reserve_less(pool, alignup(MIN(keep, pool->reserved), MEMORY_CHUNK));
		pthread_mutex_unlock(&blocks.lock);
	}
	return cudart_report(e);
}

/* A block counts until its free is called, not until its stream gets there: an H200 says
 * so. */
static u64 used_by_program(const struct CUmemPoolHandle_st *p) {
	return p->used - p->leaving;
}

static cudaError_t get_attribute(struct CUmemPoolHandle_st *p, enum cudaMemPoolAttr a,
                                 void *v) {
	u64 *bytes = v;
	switch (a) {
	case cudaMemPoolReuseFollowEventDependencies:
	case cudaMemPoolReuseAllowOpportunistic:
	case cudaMemPoolReuseAllowInternalDependencies: *(int *)v = p->reuse[a]; break;
	case cudaMemPoolAttrReleaseThreshold: *bytes = p->threshold; break;
	case cudaMemPoolAttrUsedMemCurrent: *bytes = used_by_program(p); break;
	case cudaMemPoolAttrReservedMemCurrent: *bytes = p->reserved; break;
	case cudaMemPoolAttrUsedMemHigh: *bytes = p->used_high; break;
	case cudaMemPoolAttrReservedMemHigh: *bytes = p->reserved_high; break;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

static cudaError_t set_attribute(struct CUmemPoolHandle_st *p, enum cudaMemPoolAttr a,
                                 const void *v) {
	switch (a) {
	case cudaMemPoolReuseFollowEventDependencies:
	case cudaMemPoolReuseAllowOpportunistic:
	case cudaMemPoolReuseAllowInternalDependencies:
		p->reuse[a] = *(const int *)v != 0;
		break;
	case cudaMemPoolAttrReleaseThreshold: p->threshold = *(const u64 *)v; break;
	case cudaMemPoolAttrUsedMemHigh:
	case cudaMemPoolAttrReservedMemHigh:
		if (*(const u64 *)v)
			return cudaErrorInvalidValue; /* it can only be reset */
		if (a == cudaMemPoolAttrUsedMemHigh)
			p->used_high = used_by_program(p);
		else
			p->reserved_high = p->reserved;
		break;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr,
                                    void *value) {
	if (!is_own(pool) || !value)
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&blocks.lock);
	cudaError_t e = set_attribute(pool, attr, value);
	pthread_mutex_unlock(&blocks.lock);
	return cudart_report(e);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr,
                                    void *value) {
	if (!is_own(pool) || !value)
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&blocks.lock);
	cudaError_t e = get_attribute(pool, attr, value);
	pthread_mutex_unlock(&blocks.lock);
	return cudart_report(e);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
	if (!flags || !is_pool(pool) || !location)
		return cudart_report(cudaErrorInvalidValue);
	bool own = pool_kind(pool) == SIMT_MEMORY_DEVICE &&
	           location->type == cudaMemLocationTypeDevice &&
	           location->id == pool->device->index;
	if (!own)
		return cudart_report(pool_place_access(pool, location, flags));
	*flags = cudaMemAccessFlagsProtReadWrite;
	return cudaSuccess;
}

/* Enabling peers is for all memory of the pool's device, not for one pool. */
static cudaError_t allow(struct CUmemPoolHandle_st *pool,
                         const struct cudaMemAccessDesc *a) {
	struct cuda_device *d;
	if (pool_kind(pool) != SIMT_MEMORY_DEVICE)
		return pool_place_allow(pool, a);
	if (a->location.type != cudaMemLocationTypeDevice)
		return cudaErrorNotSupported;
	if ((unsigned)a->flags > cudaMemAccessFlagsProtReadWrite || (int)a->flags == 2)
		return cudaErrorInvalidValue;
	cudaError_t e = device_at(a->location.id, &d);
	if (e != cudaSuccess)
		return e;
	if (a->flags == cudaMemAccessFlagsProtRead)
		return cudaErrorNotSupported;
	if (d == pool->device)
		return a->flags == cudaMemAccessFlagsProtReadWrite
		               ? cudaSuccess
		               : cudaErrorInvalidDevice;
	if (!device_link(d->index, pool->device->index).peer)
		return cudaErrorInvalidDevice;
	if (a->flags == cudaMemAccessFlagsProtReadWrite && !d->peer[pool->device->index])
		simt_peer_enable(
			d->dev, pool->device->dev); /* an error: they are peers already */
	pool->access[d->index] = (u8)a->flags;
	return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *desc,
                                 size_t n) {
	cudaError_t e = is_pool(pool) && (desc || !n) ? cudaSuccess
	                                              : cudaErrorInvalidValue;
	for (size_t i = 0; i < n && e == cudaSuccess; i++)
		e = allow(pool, &desc[i]);
	return cudart_report(e);
}

/* ---- blocks ---- */

static u64 import_key(const struct CUmemPoolHandle_st *p, u64 offset) {
	return p->number << 40 ^ offset / SIMT_PIECE;
}

bool pool_note_block(struct CUmemPoolHandle_st *p, u64 addr, u64 size, u64 offset) {
	struct block *b = slot_take(&block_slots);
	if (!b)
		return false;
	b->pool = p;
	b->addr = addr;
	b->size = size;
	b->offset = offset;
	pthread_mutex_lock(&blocks.lock);
	if (!map_reserve(&blocks.of) || (p->imports && !map_reserve(&blocks.imported))) {
		pthread_mutex_unlock(&blocks.lock);
		slot_give(&block_slots, b);
		return false;
	}
	*map_at(&blocks.of, addr) = (uintptr_t)b;
	atomic_fetch_add(&blocks.n, 1);
	if (p->imports)
		*map_at(&blocks.imported, import_key(p, offset)) = addr;
	p->refs++;
	p->used += size;
	p->used_high = MAX(p->used_high, used_by_program(p));
	reserve_more(p);
	pthread_mutex_unlock(&blocks.lock);
	return true;
}

static struct block *find_block(u64 addr) {
	u64 *at = map_find(&blocks.of, addr);
	return at ? (struct block *)(uintptr_t)*at : NULL;
}

u64 pool_block_at(const struct CUmemPoolHandle_st *p, u64 offset) {
	pthread_mutex_lock(&blocks.lock);
	u64 *at = map_find(&blocks.imported, import_key(p, offset)), addr = at ? *at : 0;
	pthread_mutex_unlock(&blocks.lock);
	return addr;
}

struct CUmemPoolHandle_st *pool_of_block(u64 addr, u64 *offset, u64 *size) {
	pthread_mutex_lock(&blocks.lock);
	struct block *b = find_block(addr);
	struct CUmemPoolHandle_st *p = b ? b->pool : NULL;
	if (b) {
		*offset = b->offset;
		*size = b->size;
	}
	pthread_mutex_unlock(&blocks.lock);
	return p;
}

/* Locked. Frees the part of the file that the block had; processes that still have it
 * mapped read zeros. */
static void drop_block(struct block *b) {
	struct CUmemPoolHandle_st *p = b->pool;
	*map_at(&blocks.of, b->addr) = 0;
	atomic_fetch_sub(&blocks.n, 1);
	if (p->imports)
		*map_at(&blocks.imported, import_key(p, b->offset)) = 0;
	else if (p->fd >= 0)
		fallocate(p->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		          (off_t)b->offset, (off_t)alignup(b->size, SIMT_PIECE));
	p->used -= b->size;
	p->leaving -= b->freed ? b->size : 0;
	reserve_less(p, p->threshold / MEMORY_CHUNK * MEMORY_CHUNK);
	pool_unref(p);
	slot_give(&block_slots, b);
}

struct CUmemPoolHandle_st *pool_of_address(u64 addr) {
	pthread_mutex_lock(&blocks.lock);
	struct block *b = find_block(addr);
	struct CUmemPoolHandle_st *p = b ? b->pool : NULL;
	pthread_mutex_unlock(&blocks.lock);
	return p;
}

bool pool_take_back(struct cuda_device *d, u64 addr, bool in_stream) {
	if (!atomic_load(&blocks.n))
		return false;
	pthread_mutex_lock(&blocks.lock);
	struct block *b = find_block(addr);
	bool imported = b && b->pool->imports;
	if (b)
		drop_block(b);
	pthread_mutex_unlock(&blocks.lock);
	if (b && imported)
		(in_stream ? simt_import_close_in_stream : simt_import_close)(d->dev,
		                                                              addr);
	else if (b)
		(in_stream ? simt_free_in_stream : simt_free)(d->dev, addr);
	return b != NULL;
}

/* The device was reset, and its memory with it. */
void pools_forget(struct cuda_device *d) {
	pthread_mutex_lock(&blocks.lock);
	map_each (it, &blocks.of) {
		struct block *b = (void *)(uintptr_t)it->value;
		if (b && b->pool->device == d)
			drop_block(b);
	}
	d->pool = d->default_pool;
	pthread_mutex_unlock(&blocks.lock);
}

static cudaError_t allocate(struct CUmemPoolHandle_st *pool, void **p, size_t size) {
	void *at;
	u64 offset = 0;
	if (!pool)
		return cudaErrorMemoryAllocation;
	if (pool->max_bytes &&
	    (size > pool->max_bytes || pool->used > pool->max_bytes - size))
		return cudaErrorMemoryAllocation;
	cudaError_t e = pool->fd < 0 ? memory_alloc_kind(pool->device, pool_kind(pool), 0,
	                                                 &at, size)
	                             : device_alloc_in_file(pool->device, pool->fd, &at,
	                                                    size, &offset);
	if (e == cudaSuccess && at &&
	    !pool_note_block(pool, (uintptr_t)at, size, offset)) {
		simt_free(pool->device->dev, (uintptr_t)at);
		e = cudaErrorMemoryAllocation;
	}
	if (e == cudaSuccess)
		*p = at;
	return e;
}

static cudaError_t malloc_async(enum stream_zero zero, void **p, size_t size,
                                cudaStream_t stream) {
	struct CUstream_st *s;
	struct capture *c = NULL;
	cudaError_t e = p ? stream_find(stream, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (c)
		return capture_alloc(c, s, size, p);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	return e == cudaSuccess ? allocate(current_pool(s->device), p, size) : e;
}
CUDA_PTSZ(cudaMallocAsync, malloc_async,
          (void **devPtr, size_t size, cudaStream_t stream), devPtr, size, stream)

static cudaError_t malloc_from_pool(enum stream_zero zero, void **p, size_t size,
                                    cudaMemPool_t pool, cudaStream_t stream) {
	struct CUstream_st *s;
	cudaError_t e = p && is_own(pool) ? stream_find(stream, zero, &s)
	                                  : cudaErrorInvalidValue;
	struct capture *c = NULL;
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (c)
		return capture_alloc(c, s, size, p);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	return e == cudaSuccess ? allocate(pool, p, size) : e;
}
CUDA_PTSZ(cudaMallocFromPoolAsync, malloc_from_pool,
          (void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream), ptr,
          size, memPool, stream)

struct free_work {
	struct cuda_device *device;
	u64 addr;
};

static enum simt_status run_free(void *payload, enum simt_status status) {
	struct free_work *w = payload;
	if (status == SIMT_OK && !pool_take_back(w->device, w->addr, true))
		simt_free_in_stream(w->device->dev, w->addr);
	return SIMT_OK;
}

static bool is_pooled(u64 addr) {
	pthread_mutex_lock(&blocks.lock);
	bool found = find_block(addr) != NULL;
	pthread_mutex_unlock(&blocks.lock);
	return found;
}

/* Marks a block as freed. False: it was freed before, and may be gone if it was a pool's
 * a moment ago. */
static bool claim(u64 addr, bool pooled) {
	pthread_mutex_lock(&blocks.lock);
	struct block *b = find_block(addr);
	bool ok = b ? !b->freed : !pooled;
	if (b && ok) {
		b->freed = true;
		b->pool->leaving += b->size;
	}
	pthread_mutex_unlock(&blocks.lock);
	return ok;
}

/* Takes the mark back: the free could not be queued. */
static void unclaim(u64 addr) {
	pthread_mutex_lock(&blocks.lock);
	struct block *b = find_block(addr);
	if (b) {
		b->freed = false;
		b->pool->leaving -= b->size;
	}
	pthread_mutex_unlock(&blocks.lock);
}

static cudaError_t free_async(enum stream_zero zero, void *p, cudaStream_t stream) {
	struct CUstream_st *s;
	struct capture *c = NULL;
	bool mine = false;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess && p)
		e = capture_enter(s, &c);
	if (e != cudaSuccess || !p)
		return e;
	if (c)
		return capture_free(c, s, p);
	e = graph_memory_take_back((uintptr_t)p, &mine);
	if (mine)
		return e;
	bool pooled = is_pooled((uintptr_t)p); /* first: a stream may free it meanwhile */
	struct place at = place_of(p);
	bool whole = at.device && at.allocation.base == (uintptr_t)p &&
	             (pooled || at.allocation.kind == SIMT_MEMORY_DEVICE);
	if (whole)
		e = capture_forbids_unsafe();
	if (e != cudaSuccess)
		return e;
	if (!whole || !claim((uintptr_t)p, pooled))
		return cudaErrorInvalidValue;
	struct free_work w = {at.device, (uintptr_t)p};
	struct simt_work work = {.run = run_free, .payload = &w, .bytes = sizeof w};
	e = device_error(s->device, simt_stream_add(s->stream, &work));
	if (e != cudaSuccess)
		unclaim((uintptr_t)p);
	return e;
}
CUDA_PTSZ(cudaFreeAsync, free_async, (void *devPtr, cudaStream_t stream), devPtr, stream)
