/* memory.c - allocation, and hints about managed memory.
 * Managed and pinned host memory lie where device memory does: one address serves the
 * host and kernels, and nothing moves.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/memory.h"
#include "base/map.h"
#include "runtime/handles/address.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

/* ---- hints about managed memory: stored and returned ---- */

enum { ACCESSED_BY_HOST = 1 << MAX_DEVICES };

struct advice {
	struct slot slot;
	bool read_mostly;
	struct cudaMemLocation preferred, prefetched;
	u32 accessed_by; /* a bit for each device, and ACCESSED_BY_HOST */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of; /* by the base of the allocation */
	_Atomic u32 n; /* most programs give none */
} advices = {.lock = PTHREAD_MUTEX_INITIALIZER, .of = {.arena = &advices.arena}};

static struct slots advice_slots = SLOTS_INIT(struct advice);

/* Locked. NULL: no memory. */
static struct advice *advice_at(u64 base) {
	if (!map_reserve(&advices.of))
		return NULL;
	u64 *at = map_at(&advices.of, base);
	struct advice *a = (void *)(uintptr_t)*at;
	if (a)
		return a;
	a = slot_take(&advice_slots);
	if (!a)
		return NULL;
	atomic_fetch_add(&advices.n, 1);
	a->preferred.id = a->prefetched.id = cudaInvalidDeviceId;
	a->accessed_by = 0;
	*at = (uintptr_t)a;
	return a;
}

static void forget_advice(u64 base) {
	if (!atomic_load(&advices.n))
		return;
	pthread_mutex_lock(&advices.lock);
	u64 *at = map_find(&advices.of, base);
	if (at && *at) {
		slot_give(&advice_slots, (void *)(uintptr_t)*at);
		*at = 0;
		atomic_fetch_sub(&advices.n, 1);
	}
	pthread_mutex_unlock(&advices.lock);
}

static cudaError_t find_managed(const void *p, size_t n, u64 *base) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	struct pointed at = pointed_by(p);
	if (at.kind != SIMT_MEMORY_MANAGED || n > at.size - ((uintptr_t)p - at.base))
		return cudaErrorInvalidValue;
	*base = at.base;
	return device_fault(d);
}

static bool is_location(enum cudaMemLocationType type) {
	return type == cudaMemLocationTypeDevice || type == cudaMemLocationTypeHost ||
	       type == cudaMemLocationTypeHostNuma ||
	       type == cudaMemLocationTypeHostNumaCurrent;
}

/* The host is one NUMA node, node 0. */
static cudaError_t check_location(const struct cudaMemLocation *l) {
	if (!is_location(l->type) || (l->type == cudaMemLocationTypeHostNuma && l->id))
		return cudaErrorInvalidValue;
	return l->type != cudaMemLocationTypeDevice ||
	                       (l->id >= 0 && l->id < device_count())
	               ? cudaSuccess
	               : cudaErrorInvalidDevice;
}

static cudaError_t advise(struct advice *a, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation where) {
	const struct cudaMemLocation nowhere = {.id = cudaInvalidDeviceId};
	if (where.type != cudaMemLocationTypeDevice)
		where.id = cudaCpuDeviceId;
	u32 who = where.id < 0 ? ACCESSED_BY_HOST : 1u << where.id;
	switch (advice) {
	case cudaMemAdviseSetReadMostly: a->read_mostly = true; return cudaSuccess;
	case cudaMemAdviseUnsetReadMostly: a->read_mostly = false; return cudaSuccess;
	case cudaMemAdviseSetPreferredLocation: a->preferred = where; return cudaSuccess;
	case cudaMemAdviseUnsetPreferredLocation:
		a->preferred = nowhere;
		return cudaSuccess;
	case cudaMemAdviseSetAccessedBy: a->accessed_by |= who; return cudaSuccess;
	case cudaMemAdviseUnsetAccessedBy: a->accessed_by &= ~who; return cudaSuccess;
	default: return cudaErrorInvalidValue;
	}
}

static bool needs_location(enum cudaMemoryAdvise advice) {
	return advice == cudaMemAdviseSetPreferredLocation ||
	       advice == cudaMemAdviseSetAccessedBy ||
	       advice == cudaMemAdviseUnsetAccessedBy;
}

/* NUMA nodes may be preferred; memory is accessed by a device or the host. */
static bool suits_advice(const struct cudaMemLocation *l, enum cudaMemoryAdvise advice) {
	if (!needs_location(advice))
		return is_location(l->type);
	bool is_preferred = advice == cudaMemAdviseSetPreferredLocation;
	return check_location(l) == cudaSuccess &&
	       (is_preferred || l->type == cudaMemLocationTypeDevice ||
	        l->type == cudaMemLocationTypeHost);
}

cudaError_t cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
	u64 base;
	cudaError_t e = capture_forbids_unsafe();
	if (e == cudaSuccess)
		e = count ? find_managed(p, count, &base) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !suits_advice(&location, advice))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		pthread_mutex_lock(&advices.lock);
		struct advice *a = advice_at(base);
		e = a ? advise(a, advice, location) : cudaErrorMemoryAllocation;
		pthread_mutex_unlock(&advices.lock);
	}
	return cudart_report(e);
}

static cudaError_t prefetch(enum stream_zero zero, const void *p, size_t count,
                            struct cudaMemLocation location, unsigned flags,
                            cudaStream_t stream) {
	struct CUstream_st *s;
	u64 base;
	cudaError_t e = p && count && !flags ? check_location(&location)
	                                     : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = find_managed(p, count, &base);
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e != cudaSuccess)
		return e;
	if (location.type != cudaMemLocationTypeDevice)
		location.id = cudaCpuDeviceId;
	pthread_mutex_lock(&advices.lock);
	struct advice *a = advice_at(base);
	if (a)
		a->prefetched = location;
	pthread_mutex_unlock(&advices.lock);
	return a ? cudaSuccess : cudaErrorMemoryAllocation;
}
CUDA_PTSZ(cudaMemPrefetchAsync, prefetch,
          (const void *p, size_t count, struct cudaMemLocation location,
           unsigned int flags, cudaStream_t stream),
          p, count, location, flags, stream)

static bool range_attribute(const struct advice *a, enum cudaMemRangeAttribute which,
                            int *v) {
	switch (which) {
	case cudaMemRangeAttributeReadMostly: *v = a->read_mostly; return true;
	case cudaMemRangeAttributePreferredLocation:
	case cudaMemRangeAttributePreferredLocationId: *v = a->preferred.id; return true;
	case cudaMemRangeAttributePreferredLocationType:
		*v = (int)a->preferred.type;
		return true;
	case cudaMemRangeAttributeLastPrefetchLocation:
	case cudaMemRangeAttributeLastPrefetchLocationId:
		*v = a->prefetched.id;
		return true;
	case cudaMemRangeAttributeLastPrefetchLocationType:
		*v = (int)a->prefetched.type;
		return true;
	default: return false;
	}
}

/* The devices first, then the host; places that are left have cudaInvalidDeviceId. */
static void list_accessors(u32 who, int *out, size_t n) {
	size_t at = 0;
	for (int i = 0; i < MAX_DEVICES && at < n; i++)
		if (who >> i & 1)
			out[at++] = i;
	if (at < n && who & ACCESSED_BY_HOST)
		out[at++] = cudaCpuDeviceId;
	while (at < n)
		out[at++] = cudaInvalidDeviceId;
}

static cudaError_t get_range_attribute(void *data, size_t size,
                                       enum cudaMemRangeAttribute attribute,
                                       const void *p, size_t count) {
	int *out = data;
	u64 base;
	bool is_list = attribute == cudaMemRangeAttributeAccessedBy;
	if (!data || size < sizeof *out || size % sizeof *out || !count ||
	    (size > sizeof *out && !is_list))
		return cudaErrorInvalidValue;
	cudaError_t e = find_managed(p, count, &base);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&advices.lock);
	const struct advice *a = advice_at(base);
	if (!a)
		e = cudaErrorMemoryAllocation;
	else if (is_list)
		list_accessors(a->accessed_by, out, size / sizeof *out);
	else if (!range_attribute(a, attribute, out))
		e = cudaErrorInvalidValue;
	pthread_mutex_unlock(&advices.lock);
	return e;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size,
                                     enum cudaMemRangeAttribute attribute, const void *p,
                                     size_t count) {
	return cudart_report(get_range_attribute(data, size, attribute, p, count));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes,
                                      enum cudaMemRangeAttribute *attributes, size_t n,
                                      const void *p, size_t count) {
	cudaError_t e = data && sizes && attributes && n ? cudaSuccess
	                                                 : cudaErrorInvalidValue;
	for (size_t i = 0; i < n && e == cudaSuccess; i++)
		e = get_range_attribute(data[i], sizes[i], attributes[i], p, count);
	return cudart_report(e);
}

/* No effect: all managed memory is visible to every stream. */
static cudaError_t attach(enum stream_zero zero, cudaStream_t stream, void *p,
                          size_t length, unsigned flags) {
	struct CUstream_st *s;
	u64 base;
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
	    flags != cudaMemAttachSingle)
		return cudaErrorInvalidValue;
	cudaError_t e = find_managed(p, length, &base);
	/* All of the memory, or 0 for that; and a stream of its own for one stream alone
	 * (recorded on an H200). */
	bool is_zero = zero == ZERO_IS_LEGACY && (!stream || stream == cudaStreamLegacy);
	if (e == cudaSuccess &&
	    ((uintptr_t)p != base || (length && length != pointed_by(p).size) ||
	     (is_zero && flags == cudaMemAttachSingle)))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	return e == cudaSuccess ? capture_forbids_waiting(s) : e;
}
CUDA_PTSZ(cudaStreamAttachMemAsync, attach,
          (cudaStream_t stream, void *devPtr, size_t length, unsigned int flags), stream,
          devPtr, length, flags)

/* ---- allocation ---- */

static cudaError_t allocate(enum simt_memory_kind kind, unsigned flags, void **p,
                            size_t size) {
	struct cuda_device *d;
	cudaError_t e = p ? device_current(&d) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	return e == cudaSuccess ? memory_alloc_kind(d, kind, flags, p, size) : e;
}

cudaError_t cudaMalloc(void **p, size_t size) {
	return cudart_report(allocate(SIMT_MEMORY_DEVICE, 0, p, size));
}

cudaError_t cudaMallocManaged(void **p, size_t size, unsigned int flags) {
	if (p)
		*p = NULL; /* also if the program ignores the error, as on hardware */
	if (p && !size)
		return cudaSuccess; /* the manual says otherwise */
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(
		allocate(SIMT_MEMORY_MANAGED, flags | MARK_SYNCHRONOUS, p, size));
}

cudaError_t cudaHostAlloc(void **p, size_t size, unsigned int flags) {
	if (flags & ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped |
	                        cudaHostAllocWriteCombined))
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(allocate(SIMT_MEMORY_HOST, flags, p, size));
}

cudaError_t cudaMallocHost(void **p, size_t size) {
	return cudaHostAlloc(p, size, cudaHostAllocDefault);
}

static bool pitched_bytes(size_t width, size_t height, size_t depth, size_t *pitch,
                          size_t *bytes) {
	if (width > SIZE_MAX - PITCH_ALIGN)
		return false;
	*pitch = height && depth ? alignup(width, PITCH_ALIGN) : 0;
	return !__builtin_mul_overflow(*pitch, height, bytes) &&
	       !__builtin_mul_overflow(*bytes, depth, bytes);
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
	size_t bytes;
	if (!p || !pitch)
		return cudart_report(cudaErrorInvalidValue);
	if (!pitched_bytes(width, height, 1, pitch, &bytes))
		return cudart_report(cudaErrorMemoryAllocation);
	return cudaMalloc(p, bytes);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent) {
	size_t pitch, bytes;
	void *at;
	if (!p)
		return cudart_report(cudaErrorInvalidValue);
	if (!pitched_bytes(extent.width, extent.height, extent.depth, &pitch, &bytes))
		return cudart_report(cudaErrorMemoryAllocation);
	cudaError_t e = cudaMalloc(&at, bytes);
	if (e == cudaSuccess)
		*p = make_cudaPitchedPtr(at, pitch, extent.width, extent.height);
	return e;
}

/* Waits for all queued work, which may still use the memory. */
static cudaError_t release(void *p, bool host_memory) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e != cudaSuccess || !p)
		return e;
	struct place at = place_of(p);
	/* Memory of pools is freed by cudaFree, of whatever kind it is. */
	bool is_host = at.allocation.kind == SIMT_MEMORY_HOST &&
	               !pool_of_address((uintptr_t)p);
	if (!at.device || at.allocation.base != (uintptr_t)p || is_host != host_memory)
		e = cudaErrorInvalidValue;
	cudaError_t waited = device_error(
		d, simt_device_wait((at.device ? at.device : d)->dev));
	if (waited != cudaSuccess)
		return waited;
	bool mine = false;
	if (e == cudaSuccess)
		e = graph_memory_take_back((uintptr_t)p, &mine);
	if (mine)
		return e;
	if (e != cudaSuccess || pool_take_back(at.device, (uintptr_t)p, false))
		return e;
	forget_advice((uintptr_t)p);
	return device_error(at.device, simt_free(at.device->dev, (uintptr_t)p));
}

cudaError_t cudaFree(void *p) {
	return cudart_report(release(p, false));
}

cudaError_t cudaFreeHost(void *p) {
	return cudart_report(release(p, true));
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
	struct cuda_device *d;
	u64 left, all;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e == cudaSuccess) {
		simt_memory_info(d->dev, &left, &all);
		if (free_bytes)
			*free_bytes = left;
		if (total)
			*total = all;
	}
	return cudart_report(e);
}
