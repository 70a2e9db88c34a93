/* pool_place.c - pools of host and of managed memory, and which pool is current for a
 * place. All of it lies where device memory does, so that a place is only recorded;
 * refusals and access flags are as on an H200. Devices' own pools are in pool.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/pool.h"

struct place_pools {
	struct CUmemPoolHandle_st *first, *now; /* made at the first use */
};

static struct {
	pthread_mutex_t lock;
	struct place_pools pinned[cudaMemLocationTypeHostNumaCurrent + 1];
	struct place_pools managed[cudaMemLocationTypeHostNumaCurrent + 1];
	struct place_pools managed_device[MAX_DEVICES];
} places = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* There is one NUMA node; where the host as a whole is meant any number is accepted. */
cudaError_t pool_check_place(const struct cudaMemLocation *l,
                             enum cudaMemAllocationType type) {
	bool managed = type == cudaMemAllocationTypeManaged;
	if (!managed && type != cudaMemAllocationTypePinned)
		return cudaErrorInvalidValue;
	switch (l->type) {
	case cudaMemLocationTypeDevice:
		return l->id >= 0 && l->id < device_count() ? cudaSuccess
		                                            : cudaErrorInvalidValue;
	case cudaMemLocationTypeHost: return cudaSuccess;
	case cudaMemLocationTypeHostNuma:
		return l->id == 0 ? cudaSuccess : cudaErrorInvalidValue;
	case cudaMemLocationTypeInvalid: /* of managed memory: anywhere */
	case cudaMemLocationTypeHostNumaCurrent:
		return managed ? cudaSuccess : cudaErrorInvalidValue;
	default: return cudaErrorInvalidValue;
	}
}

enum simt_memory_kind pool_kind(const struct CUmemPoolHandle_st *p) {
	if (p->type == cudaMemAllocationTypeManaged)
		return SIMT_MEMORY_MANAGED;
	return p->where == cudaMemLocationTypeDevice ? SIMT_MEMORY_DEVICE
	                                             : SIMT_MEMORY_HOST;
}

bool pool_is_devices(const struct cudaMemLocation *l, enum cudaMemAllocationType type) {
	return l->type == cudaMemLocationTypeDevice &&
	       type == cudaMemAllocationTypePinned;
}

/* ---- the pools of a place ---- */

static struct place_pools *pools_of(const struct cudaMemLocation *l,
                                    enum cudaMemAllocationType type) {
	if (type == cudaMemAllocationTypePinned)
		return &places.pinned[l->type];
	return l->type == cudaMemLocationTypeDevice ? &places.managed_device[l->id]
	                                            : &places.managed[l->type];
}

/* Locked. */
static cudaError_t make_first(struct place_pools *of, const struct cudaMemLocation *l,
                              enum cudaMemAllocationType type) {
	struct cuda_device *d;
	bool is_device = l->type == cudaMemLocationTypeDevice;
	cudaError_t e = is_device ? device_at(l->id, &d) : device_current(&d);
	if (e != cudaSuccess)
		return e;
	struct CUmemPoolHandle_st *p = mempool_new(d, 0);
	if (!p)
		return cudaErrorMemoryAllocation;
	p->type = type;
	p->where = l->type;
	p->is_default = true;
	of->first = of->now = p;
	return cudaSuccess;
}

static cudaError_t check_query(const void *out, const struct cudaMemLocation *l,
                               enum cudaMemAllocationType type) {
	if (!out || !l)
		return cudaErrorInvalidValue;
	return l->type == cudaMemLocationTypeHostNumaCurrent ? cudaErrorNotSupported
	                                                     : pool_check_place(l, type);
}

static cudaError_t find(cudaMemPool_t *out, const struct cudaMemLocation *l,
                        enum cudaMemAllocationType type, bool first) {
	cudaError_t e = check_query(out, l, type);
	if (e != cudaSuccess)
		return e;
	if (pool_is_devices(l, type))
		return first ? cudaDeviceGetDefaultMemPool(out, l->id)
		             : cudaDeviceGetMemPool(out, l->id);
	pthread_mutex_lock(&places.lock);
	struct place_pools *of = pools_of(l, type);
	e = of->first ? cudaSuccess : make_first(of, l, type);
	if (e == cudaSuccess)
		*out = first ? of->first : of->now;
	pthread_mutex_unlock(&places.lock);
	return e;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                                     enum cudaMemAllocationType type) {
	return cudart_report(find(pool, where, type, true));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                              enum cudaMemAllocationType type) {
	return cudart_report(find(pool, where, type, false));
}

static cudaError_t set(const struct cudaMemLocation *l, enum cudaMemAllocationType type,
                       cudaMemPool_t pool) {
	cudaMemPool_t first;
	cudaError_t e = check_query(pool, l, type);
	if (e == cudaSuccess && pool_is_devices(l, type))
		return cudaDeviceSetMemPool(l->id, pool);
	if (e == cudaSuccess && (!is_pool(pool) || pool->imports || pool->type != type ||
	                         pool->where != l->type))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess && l->type == cudaMemLocationTypeDevice &&
	    pool->device->index != l->id)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = find(&first, l, type, true);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&places.lock);
	pools_of(l, type)->now = pool;
	pthread_mutex_unlock(&places.lock);
	return cudaSuccess;
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *where,
                              enum cudaMemAllocationType type, cudaMemPool_t pool) {
	return cudart_report(set(where, type, pool));
}

void pool_leaves_place(const struct CUmemPoolHandle_st *p) {
	struct cudaMemLocation l = {p->where, p->device->index};
	if (pool_is_devices(&l, p->type))
		return;
	pthread_mutex_lock(&places.lock);
	struct place_pools *of = pools_of(&l, p->type);
	if (of->now == p)
		of->now = of->first;
	pthread_mutex_unlock(&places.lock);
}

/* ---- access flags: stored and returned ---- */

static u8 *access_of(struct CUmemPoolHandle_st *p, const struct cudaMemLocation *l) {
	if (l->type == cudaMemLocationTypeHost)
		return &p->host_access;
	return l->type == cudaMemLocationTypeDevice && l->id >= 0 &&
	                       l->id < device_count()
	               ? &p->access[l->id]
	               : NULL;
}

cudaError_t pool_place_access(struct CUmemPoolHandle_st *p,
                              const struct cudaMemLocation *l,
                              enum cudaMemAccessFlags *flags) {
	const u8 *at = access_of(p, l);
	if (!at && l->type == cudaMemLocationTypeHostNuma) {
		*flags = cudaMemAccessFlagsProtNone;
		return cudaSuccess;
	}
	if (!at)
		return cudaErrorInvalidValue;
	bool hosts_own = pool_kind(p) == SIMT_MEMORY_HOST && at == &p->host_access;
	*flags = hosts_own ? cudaMemAccessFlagsProtReadWrite
	                   : (enum cudaMemAccessFlags) * at;
	return cudaSuccess;
}

bool pool_hides(u64 addr, int device) {
	const struct CUmemPoolHandle_st *p = pool_of_address(addr);
	return p && pool_kind(p) == SIMT_MEMORY_HOST && !p->access[device];
}

cudaError_t pool_place_allow(struct CUmemPoolHandle_st *p,
                             const struct cudaMemAccessDesc *a) {
	u8 *at = access_of(p, &a->location);
	if (!at)
		return a->location.type == cudaMemLocationTypeDevice
		               ? cudaErrorInvalidDevice
		               : cudaErrorNotSupported;
	bool whole = a->flags == cudaMemAccessFlagsProtReadWrite;
	if (!whole &&
	    (a->flags || (pool_kind(p) == SIMT_MEMORY_HOST && at == &p->host_access)))
		return cudaErrorNotSupported;
	*at = (u8)a->flags;
	return cudaSuccess;
}
