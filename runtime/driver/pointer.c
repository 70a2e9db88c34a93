/* pointer.c - attributes of pointers in the driver interface, as an H100 has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "runtime/driver/driver.h"
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/pool.h"

enum { HOST_PAGE = 4096, DEVICE_PAGE = 2 << 20 };

static cudaError_t address_range(CUdeviceptr *base, size_t *size, CUdeviceptr p) {
	if (!base && !size)
		return cudaSuccess;
	struct pointed at = pointed_by(host_pointer(p));
	bool found = at.to != POINTED_NOTHING && at.is_open;
	if (base)
		*base = found ? at.base : 0;
	if (size)
		*size = found ? at.size : 0;
	return found ? cudaSuccess : cudaErrorSymbolNotFound;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr p) {
	return RUNTIME(address_range(base, size, p));
}

/* ---- synchronous copies: all are, so the attribute is only stored ---- */

/* Allocations and registered memory have MARK_SYNCHRONOUS; variables are here, by
 * address. */
static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of;
} variables = {.lock = PTHREAD_MUTEX_INITIALIZER, .of = {.arena = &variables.arena}};

static bool is_synchronous(const struct pointed *at) {
	if (at->to != POINTED_VARIABLE)
		return at->flags & MARK_SYNCHRONOUS;
	pthread_mutex_lock(&variables.lock);
	const u64 *v = map_find(&variables.of, at->base);
	bool is = v ? *v : at->kind == SIMT_MEMORY_MANAGED;
	pthread_mutex_unlock(&variables.lock);
	return is;
}

static cudaError_t set_synchronous(const struct pointed *at, bool on) {
	unsigned value = on ? MARK_SYNCHRONOUS : 0;
	cudaError_t e = cudaSuccess;
	if (at->to == POINTED_REGISTERED) {
		host_range_mark(at->base, MARK_SYNCHRONOUS, value);
	} else if (at->to == POINTED_VARIABLE) {
		pthread_mutex_lock(&variables.lock);
		if (map_reserve(&variables.of))
			*map_at(&variables.of, at->base) = on;
		else
			e = cudaErrorMemoryAllocation;
		pthread_mutex_unlock(&variables.lock);
	} else {
		simt_allocation_mark(at->device->dev, at->base, MARK_SYNCHRONOUS, value);
	}
	return e;
}

/* ---- attributes ---- */

static bool is_managed(const struct pointed *at) {
	return at->kind == SIMT_MEMORY_MANAGED;
}

/* Memory of cudaMalloc. */
static bool is_plain(const struct pointed *at) {
	return at->to == POINTED_ALLOCATION && at->kind == SIMT_MEMORY_DEVICE;
}

/* Returns the context of the memory; NULL: memory of pools, graphs and cuMemCreate, and
 * managed variables have none. */
static CUcontext context_of(const struct pointed *at, struct cuda_device *d) {
	bool has_none = at->to == POINTED_POOL || at->to == POINTED_MAPPED ||
	                at->to == POINTED_GRAPH ||
	                (at->to == POINTED_VARIABLE && is_managed(at));
	return has_none ? NULL : context_of_mark(d, at->context);
}

static unsigned handle_types(const struct pointed *at) {
	struct virtual_range r;
	if (at->to == POINTED_POOL)
		return at->pool->fd >= 0 && !at->pool->imports
		               ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
		               : 0;
	return at->to == POINTED_MAPPED && virtual_range_at(at->base, &r) ? r.handles
	                                                                  : 0u;
}

static unsigned access_flags(const struct pointed *at) {
	if (at->to == POINTED_MAPPED && !at->is_open)
		return CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE;
	return at->to == POINTED_REGISTERED && at->flags & cudaHostRegisterReadOnly
	               ? CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ
	               : CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
}

/* Returns the pages that hold the memory: of 2 MiB on the device, the system's for
 * registered memory. */
static u64 mapping_of(const struct pointed *at, u64 *size) {
	u64 page = at->to == POINTED_REGISTERED ? HOST_PAGE : DEVICE_PAGE;
	u64 from = at->base / page * page;
	*size = alignup(at->base + at->size, page) - from;
	return from;
}

/* Returns the start and gives the size; of mapped memory those of the reserved addresses.
 * The start of host memory of a pool that the device may not use is 0. */
static u64 range_of(const struct pointed *at, u64 *size) {
	bool is_reserved = at->to == POINTED_MAPPED;
	*size = is_reserved ? at->reserved_size : at->size;
	if (at->to == POINTED_POOL && !at->is_open)
		return 0;
	return is_reserved ? at->reserved_base : at->base;
}

static cudaError_t pointer_attribute(void *out, CUpointer_attribute which,
                                     const struct pointed *at, CUdeviceptr p) {
	struct cuda_device *d = at->device;
	bool host_sees = at->kind != SIMT_MEMORY_DEVICE;
	u64 size;
	if (at->to == POINTED_NOTHING || (!d && device_current(&d) != cudaSuccess))
		return cudaErrorInvalidValue;
	switch (which) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)out = context_of(at, d); break;
	case CU_POINTER_ATTRIBUTE_MAPPED: *(int *)out = 1; break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*(unsigned *)out = at->kind == SIMT_MEMORY_HOST ? CU_MEMORYTYPE_HOST
		                                                : CU_MEMORYTYPE_DEVICE;
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*(CUdeviceptr *)out = at->is_open ? p : 0;
		return at->is_open ? cudaSuccess : cudaErrorInvalidValue;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		*(void **)out = host_sees ? host_pointer(p) : NULL;
		return host_sees ? cudaSuccess : cudaErrorInvalidValue;
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(int *)out = is_synchronous(at); break;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID: *(unsigned long long *)out = at->base; break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(int *)out = is_managed(at); break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = d->index; break;
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
	case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
	case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
		*(int *)out = is_plain(at);
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		*(CUdeviceptr *)out = range_of(at, &size);
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		range_of(at, &size);
		*(size_t *)out = size;
		break;
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		mapping_of(at, &size);
		*(size_t *)out = size;
		break;
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		*(CUdeviceptr *)out = mapping_of(at, &size);
		break;
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
		*(unsigned long long *)out = mapping_of(at, &size) / HOST_PAGE;
		break;
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		*(unsigned long long *)out = handle_types(at);
		break;
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*(unsigned *)out = access_flags(at);
		break;
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: *(CUmemoryPool *)out = at->pool; break;
	case CU_POINTER_ATTRIBUTE_P2P_TOKENS: /* no memory of a device has any */
		memset(out, 0, sizeof(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS));
		/* Who asks reads the memory from elsewhere: copies to it are complete
		 * from then on. */
		return at->kind == SIMT_MEMORY_HOST ? cudaErrorInvalidValue
		                                    : set_synchronous(at, true);
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

CUresult cuPointerGetAttribute(void *out, CUpointer_attribute which, CUdeviceptr p) {
	CUresult r = out ? driver_begin_bare() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	struct pointed at = pointed_by(host_pointer(p));
	return driver_end(pointer_attribute(out, which, &at, p));
}

/* An attribute that does not apply to the address is zero. Where the address belongs to
 * no allocation, some attributes are set all the same; the others are left as they were.
 */
static void clear_attribute(void *out, CUpointer_attribute which,
                            const struct pointed *at, CUdeviceptr p) {
	bool is_nothing = at->to == POINTED_NOTHING;
	switch (which) {
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		*(void **)out = is_nothing ? host_pointer(p) : NULL;
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		if (at->reserved_size)
			*(CUdeviceptr *)out = at->reserved_base;
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		if (at->reserved_size)
			*(size_t *)out = at->reserved_size;
		break;
	case CU_POINTER_ATTRIBUTE_CONTEXT:
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: memset(out, 0, 8); break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = CU_DEVICE_INVALID; break;
	default: memset(out, 0, 4); break;
	}
}

/* Whether an attribute may be queried together with others. Tokens come in a structure.
 */
static bool is_listed(CUpointer_attribute which) {
	return which >= CU_POINTER_ATTRIBUTE_CONTEXT &&
	       which <= CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE &&
	       which != CU_POINTER_ATTRIBUTE_P2P_TOKENS;
}

CUresult cuPointerGetAttributes(unsigned n, CUpointer_attribute *which, void **out,
                                CUdeviceptr p) {
	CUresult r = n && which && out ? driver_begin_bare() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	struct pointed at = pointed_by(host_pointer(p));
	for (unsigned i = 0; i < n; i++) {
		if (!out[i] || !is_listed(which[i])) /* those before it are answered */
			return driver_end(cudaErrorInvalidValue);
		if (pointer_attribute(out[i], which[i], &at, p) != cudaSuccess)
			clear_attribute(out[i], which[i], &at, p);
	}
	return driver_end(cudaSuccess);
}

static cudaError_t set_attribute(const void *value, CUpointer_attribute which,
                                 const struct pointed *at) {
	if (at->to == POINTED_NOTHING)
		return cudaErrorInvalidValue;
	if (at->to == POINTED_MAPPED)
		return cudaErrorNotSupported;
	if (which != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
		return cudaErrorInvalidValue;
	return set_synchronous(at, *(const unsigned *)value != 0);
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute which,
                               CUdeviceptr p) {
	CUresult r = value ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	struct pointed at = pointed_by(host_pointer(p));
	return driver_end(set_attribute(value, which, &at));
}
