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

enum {
	ACCESSED_BY_HOST = 1 << MAX_DEVICES,
	ADVISED_PAGE = 4096,
	PREFETCHED = 0x100, /* among the kinds of advice */
};

/* What is told of pages. */
struct hints {
	bool read_mostly;
	struct cudaMemLocation preferred, prefetched;
	u32 accessed_by; /* a bit for each device, and ACCESSED_BY_HOST */
};

/* The pages of an allocation from `from` on, up to those of the next. */
struct advice {
	struct slot slot;
	struct advice *next;
	u64 from; /* bytes from the base */
	struct hints hints;
};

/* Bytes from the base, whole pages. */
struct page_range {
	u64 from, to;
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
	a->hints.preferred.id = a->hints.prefetched.id = cudaInvalidDeviceId;
	*at = (uintptr_t)a;
	return a;
}

/* Makes pages begin at `at`. False: no memory. */
static bool split_advice(struct advice *a, u64 at) {
	while (a->next && a->next->from <= at)
		a = a->next;
	if (a->from == at)
		return true;
	struct advice *rest = slot_take(&advice_slots);
	if (!rest)
		return false;
	rest->next = a->next;
	rest->from = at;
	rest->hints = a->hints;
	a->next = rest;
	return true;
}

static bool same_location(const struct cudaMemLocation *a,
                          const struct cudaMemLocation *b) {
	return a->type == b->type && a->id == b->id;
}

static bool same_hints(const struct hints *a, const struct hints *b) {
	return a->read_mostly == b->read_mostly && a->accessed_by == b->accessed_by &&
	       same_location(&a->preferred, &b->preferred) &&
	       same_location(&a->prefetched, &b->prefetched);
}

static void merge_advice(struct advice *a) {
	for (struct advice *next; (next = a->next);)
		if (same_hints(&a->hints, &next->hints)) {
			a->next = next->next;
			slot_give(&advice_slots, next);
		} else {
			a = next;
		}
}

/* Returns what is true of all the pages. */
static struct hints common_hints(const struct advice *a, struct page_range r) {
	const struct cudaMemLocation nowhere = {.id = cudaInvalidDeviceId};
	while (a->next && a->next->from <= r.from)
		a = a->next;
	struct hints h = a->hints;
	for (a = a->next; a && a->from < r.to; a = a->next) {
		h.read_mostly &= a->hints.read_mostly;
		h.accessed_by &= a->hints.accessed_by;
		if (!same_location(&h.preferred, &a->hints.preferred))
			h.preferred = nowhere;
		if (!same_location(&h.prefetched, &a->hints.prefetched))
			h.prefetched = nowhere;
	}
	return h;
}

static void forget_advice(u64 base) {
	if (!atomic_load(&advices.n))
		return;
	pthread_mutex_lock(&advices.lock);
	u64 *at = map_find(&advices.of, base);
	if (at && *at) {
		for (struct advice *a = (void *)(uintptr_t)*at, *next; a; a = next) {
			next = a->next;
			slot_give(&advice_slots, a);
		}
		*at = 0;
		atomic_fetch_sub(&advices.n, 1);
	}
	pthread_mutex_unlock(&advices.lock);
}

/* Gives the base of the memory and the pages: as many as n bytes need, from that of p on.
 */
static cudaError_t find_managed(const void *p, size_t n, u64 *base,
                                struct page_range *r) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	struct pointed at = pointed_by(p);
	if (at.kind != SIMT_MEMORY_MANAGED || n > at.size - ((uintptr_t)p - at.base))
		return cudaErrorInvalidValue;
	*base = at.base;
	r->from = ((uintptr_t)p - at.base) / ADVISED_PAGE * ADVISED_PAGE;
	r->to = r->from + alignup(n, ADVISED_PAGE);
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

static cudaError_t advise(struct hints *a, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation where) {
	const struct cudaMemLocation nowhere = {.id = cudaInvalidDeviceId};
	if (where.type != cudaMemLocationTypeDevice)
		where.id = cudaCpuDeviceId;
	u32 who = where.id < 0 ? ACCESSED_BY_HOST : 1u << where.id;
	if ((int)advice == PREFETCHED) {
		a->prefetched = where;
		return cudaSuccess;
	}
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

/* Locked. */
static cudaError_t advise_pages(u64 base, struct page_range r,
                                enum cudaMemoryAdvise advice,
                                struct cudaMemLocation location) {
	struct advice *first = advice_at(base);
	cudaError_t e = cudaSuccess;
	if (!first || !split_advice(first, r.from) || !split_advice(first, r.to))
		return cudaErrorMemoryAllocation;
	for (struct advice *a = first; a && a->from < r.to && e == cudaSuccess;
	     a = a->next)
		if (a->from >= r.from)
			e = advise(&a->hints, advice, location);
	merge_advice(first);
	return e;
}

cudaError_t cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
	u64 base;
	struct page_range r;
	cudaError_t e = capture_forbids_unsafe();
	if (e == cudaSuccess)
		e = count ? find_managed(p, count, &base, &r) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !suits_advice(&location, advice))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		pthread_mutex_lock(&advices.lock);
		e = advise_pages(base, r, advice, location);
		pthread_mutex_unlock(&advices.lock);
	}
	return cudart_report(e);
}

static cudaError_t prefetch(enum stream_zero zero, const void *p, size_t count,
                            struct cudaMemLocation location, unsigned flags,
                            cudaStream_t stream) {
	struct CUstream_st *s;
	u64 base;
	struct page_range r;
	cudaError_t e = p && count && !flags ? check_location(&location)
	                                     : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = find_managed(p, count, &base, &r);
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e != cudaSuccess)
		return e;
	if (location.type != cudaMemLocationTypeDevice)
		location.id = cudaCpuDeviceId;
	pthread_mutex_lock(&advices.lock);
	e = advise_pages(base, r, (enum cudaMemoryAdvise)PREFETCHED, location);
	pthread_mutex_unlock(&advices.lock);
	return e;
}
CUDA_PTSZ(cudaMemPrefetchAsync, prefetch,
          (const void *p, size_t count, struct cudaMemLocation location,
           unsigned int flags, cudaStream_t stream),
          p, count, location, flags, stream)

static bool range_attribute(const struct hints *a, enum cudaMemRangeAttribute which,
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
	struct page_range r;
	bool is_list = attribute == cudaMemRangeAttributeAccessedBy;
	if (!data || size < sizeof *out || size % sizeof *out || !count ||
	    (size > sizeof *out && !is_list))
		return cudaErrorInvalidValue;
	cudaError_t e = find_managed(p, count, &base, &r);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&advices.lock);
	const struct advice *a = advice_at(base);
	struct hints h = {0};
	if (a)
		h = common_hints(a, r);
	pthread_mutex_unlock(&advices.lock);
	if (!a)
		return cudaErrorMemoryAllocation;
	if (is_list)
		list_accessors(h.accessed_by, out, size / sizeof *out);
	else if (!range_attribute(&h, attribute, out))
		return cudaErrorInvalidValue;
	return cudaSuccess;
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
	struct page_range r;
	u64 base;
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
	    flags != cudaMemAttachSingle)
		return cudaErrorInvalidValue;
	cudaError_t e = find_managed(p, length, &base, &r);
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

/* NULL where there is no memory, as on hardware. */
cudaError_t cudaMalloc(void **p, size_t size) {
	cudaError_t e = allocate(SIMT_MEMORY_DEVICE, 0, p, size);
	if (e == cudaErrorMemoryAllocation && p)
		*p = NULL;
	return cudart_report(e);
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

/* Gives the pitch, 0 for a width that none holds. False: there is no number for so many
 * bytes. */
static bool pitched_bytes(size_t width, size_t height, size_t depth, size_t *pitch,
                          size_t *bytes) {
	bool some = height && depth, fits = width <= SIZE_MAX - PITCH_ALIGN;
	*pitch = some && fits ? alignup(width, PITCH_ALIGN) : 0;
	return (fits || !some) && !__builtin_mul_overflow(*pitch, height, bytes) &&
	       !__builtin_mul_overflow(*bytes, depth, bytes);
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
	size_t bytes;
	if (!p || !pitch)
		return cudart_report(cudaErrorInvalidValue);
	*p = NULL;
	if (!pitched_bytes(width, height, 1, pitch, &bytes))
		return cudart_report(cudaErrorInvalidValue);
	return cudaMalloc(p, bytes);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent) {
	size_t bytes;
	if (!p)
		return cudart_report(cudaErrorInvalidValue);
	p->ptr = NULL;
	if (!pitched_bytes(extent.width, extent.height, extent.depth, &p->pitch, &bytes))
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = cudaMalloc(&p->ptr, bytes);
	if (e == cudaSuccess) {
		p->xsize = extent.width;
		p->ysize = extent.height;
	}
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
