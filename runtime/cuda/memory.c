/* memory.c - memory of the driver interface: allocation, pools, hints, what an address is. copy.c copies.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cuda/driver.h"

/* ---- allocation ------------------------------------------------------------------------------ */

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
	return RUNTIME(cudaMemGetInfo(free_bytes, total));
}

/* Zero bytes are no allocation here; the runtime gives NULL for them. */
CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t size) {
	return RUNTIME(p && size ? cudaMalloc((void **)p, size) : cudaErrorInvalidValue);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
                            unsigned element) {
	bool ok = p && pitch && width && height &&
	          (element == 4 || element == 8 || element == 16);
	return RUNTIME(ok ? cudaMallocPitch((void **)p, pitch, width, height)
	                  : cudaErrorInvalidValue);
}

CUresult cuMemFree_v2(CUdeviceptr p) {
	return RUNTIME(cudaFree(host_pointer(p)));
}

CUresult cuMemAllocHost_v2(void **p, size_t size) {
	return RUNTIME(cudaHostAlloc(p, size, 0));
}

CUresult cuMemHostAlloc(void **p, size_t size, unsigned flags) {
	return RUNTIME(cudaHostAlloc(p, size, flags));
}

CUresult cuMemFreeHost(void *p) {
	return RUNTIME(cudaFreeHost(p));
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *p, unsigned flags) {
	return RUNTIME(cudaHostGetDevicePointer((void **)out, p, flags));
}

CUresult cuMemHostGetFlags(unsigned *flags, void *p) {
	return RUNTIME(cudaHostGetFlags(flags, p));
}

CUresult cuMemHostRegister_v2(void *p, size_t size, unsigned flags) {
	return RUNTIME(cudaHostRegister(p, size, flags));
}

CUresult cuMemHostRegister(void *p, size_t size, unsigned flags) {
	return cuMemHostRegister_v2(p, size, flags);
}

CUresult cuMemHostUnregister(void *p) {
	return RUNTIME(cudaHostUnregister(p));
}

CUresult cuMemAllocManaged(CUdeviceptr *p, size_t size, unsigned flags) {
	return RUNTIME(size ? cudaMallocManaged((void **)p, size, flags)
	                    : cudaErrorInvalidValue);
}

CUresult cuMemAllocAsync(CUdeviceptr *p, size_t size, CUstream stream) {
	return RUNTIME(cudaMallocAsync((void **)p, size, driver_stream(stream)));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t size, CUmemoryPool pool,
                                 CUstream stream) {
	return RUNTIME(
		cudaMallocFromPoolAsync((void **)p, size, pool, driver_stream(stream)));
}

CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) {
	return RUNTIME(cudaFreeAsync(host_pointer(p), driver_stream(stream)));
}

/* ---- pools: structures and numbers are the runtime's ----------------------------------------- */

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props) {
	return RUNTIME_BARE(
		cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)props));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
	return RUNTIME_BARE(cudaMemPoolDestroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep) {
	return RUNTIME_BARE(cudaMemPoolTrimTo(pool, keep));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute which,
                               void *value) {
	return RUNTIME_BARE(
		cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)which, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute which,
                               void *value) {
	return RUNTIME_BARE(
		cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)which, value));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *desc, size_t n) {
	return RUNTIME_BARE(
		cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc *)desc, n));
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool,
                            CUmemLocation *location) {
	return RUNTIME_BARE(cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, pool,
	                                         (struct cudaMemLocation *)location));
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location,
                                CUmemAllocationType type) {
	return RUNTIME_BARE(cudaMemGetDefaultMemPool(pool,
	                                             (struct cudaMemLocation *)location,
	                                             (enum cudaMemAllocationType)type));
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location,
                         CUmemAllocationType type) {
	return RUNTIME_BARE(cudaMemGetMemPool(pool, (struct cudaMemLocation *)location,
	                                      (enum cudaMemAllocationType)type));
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type,
                         CUmemoryPool pool) {
	return RUNTIME_BARE(cudaMemSetMemPool((struct cudaMemLocation *)location,
	                                      (enum cudaMemAllocationType)type, pool));
}

CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool,
                                          CUmemAllocationHandleType type,
                                          unsigned long long flags) {
	return RUNTIME_BARE(cudaMemPoolExportToShareableHandle(
		handle, pool, (enum cudaMemAllocationHandleType)type, (unsigned)flags));
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags) {
	return RUNTIME_BARE(cudaMemPoolImportFromShareableHandle(
		pool, handle, (enum cudaMemAllocationHandleType)type, (unsigned)flags));
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr p) {
	return RUNTIME_BARE(cudaMemPoolExportPointer(
		(struct cudaMemPoolPtrExportData *)data, host_pointer(p)));
}

CUresult cuMemPoolImportPointer(CUdeviceptr *p, CUmemoryPool pool,
                                CUmemPoolPtrExportData *data) {
	return RUNTIME_BARE(cudaMemPoolImportPointer(
		(void **)p, pool, (struct cudaMemPoolPtrExportData *)data));
}

/* ---- hints ----------------------------------------------------------------------------------- */

static struct cudaMemLocation runtime_location(CUmemLocation l) {
	return (struct cudaMemLocation){(enum cudaMemLocationType)l.type, l.id};
}

/* The older form names the host by a number. */
static struct cudaMemLocation device_location(CUdevice d) {
	return (struct cudaMemLocation){d == CU_DEVICE_CPU ? cudaMemLocationTypeHost
	                                                   : cudaMemLocationTypeDevice,
	                                d};
}

CUresult cuMemAdvise_v2(CUdeviceptr p, size_t n, CUmem_advise advice,
                        CUmemLocation where) {
	return RUNTIME(cudaMemAdvise(host_pointer(p), n, (enum cudaMemoryAdvise)advice,
	                             runtime_location(where)));
}

/* It tells a device that is none, which the later form takes for a bad value. */
CUresult cuMemAdvise(CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device) {
	bool has_place = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
	                 advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
	                 advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
	bool is_known = device == CU_DEVICE_CPU ||
	                driver_check_device(device) == cudaSuccess;
	if (p && n && has_place && !is_known)
		return RUNTIME(cudaErrorInvalidDevice);
	return RUNTIME(cudaMemAdvise(host_pointer(p), n, (enum cudaMemoryAdvise)advice,
	                             device_location(device)));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr p, size_t n, CUmemLocation where,
                               unsigned flags, CUstream stream) {
	return RUNTIME(cudaMemPrefetchAsync(host_pointer(p), n, runtime_location(where),
	                                    flags, driver_stream(stream)));
}

CUresult cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUdevice device, CUstream stream) {
	return RUNTIME(cudaMemPrefetchAsync(host_pointer(p), n, device_location(device),
	                                    0, driver_stream(stream)));
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *p, size_t *size, size_t n,
                                 CUmemLocation *where, size_t *first, size_t nwhere,
                                 unsigned long long flags, CUstream stream) {
	return RUNTIME(cudaMemPrefetchBatchAsync((void **)p, size, n,
	                                         (struct cudaMemLocation *)where, first,
	                                         nwhere, flags, driver_stream(stream)));
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *p, size_t *size, size_t n,
                                unsigned long long flags, CUstream stream) {
	return RUNTIME(cudaMemDiscardBatchAsync((void **)p, size, n, flags,
	                                        driver_stream(stream)));
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *p, size_t *size, size_t n,
                                           CUmemLocation *where, size_t *first,
                                           size_t nwhere, unsigned long long flags,
                                           CUstream stream) {
	return RUNTIME(cudaMemDiscardAndPrefetchBatchAsync(
		(void **)p, size, n, (struct cudaMemLocation *)where, first, nwhere,
		flags, driver_stream(stream)));
}

CUresult cuMemRangeGetAttribute(void *data, size_t size, CUmem_range_attribute which,
                                CUdeviceptr p, size_t n) {
	return RUNTIME(cudaMemRangeGetAttribute(
		data, size, (enum cudaMemRangeAttribute)which, host_pointer(p), n));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *size, CUmem_range_attribute *which,
                                 size_t nwhich, CUdeviceptr p, size_t n) {
	return RUNTIME(cudaMemRangeGetAttributes(data, size,
	                                         (enum cudaMemRangeAttribute *)which,
	                                         nwhich, host_pointer(p), n));
}

/* ---- what an address is ---------------------------------------------------------------------- */

enum { HOST_PAGE = 4096, DEVICE_PAGE = 2 << 20 };

static bool at_allocation(const struct place *at) {
	return at->device && at->allocation.size != 0;
}

/* Where the allocation, the variable or the registered memory begins that holds the address, and how long it is. */
struct extent {
	u64 base, size;
};

static bool extent_of(const struct place *at, CUdeviceptr p, struct extent *x) {
	*x = (struct extent){at->allocation.base, at->allocation.size};
	if (at->device)
		return simt_allocation_near(at->device->dev, p, &x->base, &x->size) &&
		       p - x->base < x->size;
	return at->registered;
}

static cudaError_t address_range(CUdeviceptr *base, size_t *size, CUdeviceptr p) {
	struct place at = place_of(host_pointer(p));
	struct extent x;
	if (!base && !size)
		return cudaSuccess;
	if (!extent_of(&at, p, &x))
		return cudaErrorSymbolNotFound;
	if (base)
		*base = x.base;
	if (size)
		*size = x.size;
	return cudaSuccess;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr p) {
	return RUNTIME(address_range(base, size, p));
}

/* Of memory that the host uses too. */
static bool is_hosts(const struct place *at) {
	return at->registered ||
	       (at_allocation(at) && at->allocation.kind != SIMT_MEMORY_DEVICE);
}

static unsigned memory_type(const struct place *at) {
	return at->registered || at->allocation.kind == SIMT_MEMORY_HOST
	               ? CU_MEMORYTYPE_HOST
	               : CU_MEMORYTYPE_DEVICE;
}

/* The pages that hold it: the device's are of 2 MiB, the program's the system's. */
static struct extent mapping_of(const struct place *at, struct extent x) {
	u64 page = at->registered ? HOST_PAGE : DEVICE_PAGE;
	u64 from = x.base / page * page;
	return (struct extent){from, alignup(x.base + x.size, page) - from};
}

static cudaError_t pointer_attribute(void *out, CUpointer_attribute which,
                                     const struct place *at, CUdeviceptr p) {
	struct extent x;
	struct cuda_device *d = at->device;
	if (!extent_of(at, p, &x) || (!d && device_current(&d) != cudaSuccess))
		return cudaErrorInvalidValue;
	switch (which) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: /* what a pool gives belongs to none */
		*(CUcontext *)out = pool_of_address(x.base) ? NULL : context_primary(d);
		break;
	case CU_POINTER_ATTRIBUTE_MAPPED: *(int *)out = 1; break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)out = memory_type(at); break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)out = p; break;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (!is_hosts(at))
			return cudaErrorInvalidValue;
		*(void **)out = host_pointer(p);
		break;
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(int *)out = 0; break;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID: *(unsigned long long *)out = x.base; break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*(int *)out = at_allocation(at) &&
		              at->allocation.kind == SIMT_MEMORY_MANAGED;
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = d->index; break;
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
		*(int *)out = at_allocation(at) &&
		              at->allocation.kind == SIMT_MEMORY_DEVICE;
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)out = x.base; break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)out = x.size; break;
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		*(size_t *)out = mapping_of(at, x).size;
		break;
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		*(CUdeviceptr *)out = mapping_of(at, x).base;
		break;
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
		*(unsigned long long *)out = mapping_of(at, x).base / HOST_PAGE;
		break;
	case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
	case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: *(int *)out = 0; break;
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*(int *)out = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
		break;
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		*(CUmemoryPool *)out = pool_of_address(p);
		break;
	case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return cudaErrorNotSupported;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

CUresult cuPointerGetAttribute(void *out, CUpointer_attribute which, CUdeviceptr p) {
	CUresult r = out ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	struct place at = place_of(host_pointer(p));
	return driver_end(pointer_attribute(out, which, &at, p));
}

/* What does not apply to the address is zero. */
static void clear_attribute(void *out, CUpointer_attribute which) {
	switch (which) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: memset(out, 0, 8); break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = CU_DEVICE_INVALID; break;
	default: memset(out, 0, 4); break;
	}
}

/* What may be asked together with others. Tokens come in a structure. */
static bool is_listed(CUpointer_attribute which) {
	return which >= CU_POINTER_ATTRIBUTE_CONTEXT &&
	       which <= CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE &&
	       which != CU_POINTER_ATTRIBUTE_P2P_TOKENS;
}

CUresult cuPointerGetAttributes(unsigned n, CUpointer_attribute *which, void **out,
                                CUdeviceptr p) {
	CUresult r = n && which && out ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	for (unsigned i = 0; i < n; i++)
		if (!out[i] || !is_listed(which[i]))
			return driver_end(cudaErrorInvalidValue);
	struct place at = place_of(host_pointer(p));
	for (unsigned i = 0; i < n; i++)
		if (pointer_attribute(out[i], which[i], &at, p) != cudaSuccess)
			clear_attribute(out[i], which[i]);
	return driver_end(cudaSuccess);
}

/* Copies are as synchronous as they can be already. */
CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute which,
                               CUdeviceptr p) {
	CUresult r = value ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	struct place at = place_of(host_pointer(p));
	if (which != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ||
	    !(at.registered || at_allocation(&at)))
		return driver_end(cudaErrorInvalidValue);
	return driver_end(cudaSuccess);
}

/* File descriptors of memory for other devices of the machine. */
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr p, size_t size,
                                       CUmemRangeHandleType type,
                                       unsigned long long flags) {
	(void)p, (void)size, (void)type, (void)flags;
	return RUNTIME(handle ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

/* ---- between processes ----------------------------------------------------------------------- */

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr p) {
	return RUNTIME(
		cudaIpcGetMemHandle((cudaIpcMemHandle_t *)handle, host_pointer(p)));
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *p, CUipcMemHandle handle, unsigned flags) {
	cudaIpcMemHandle_t h;
	memcpy(&h, &handle, sizeof h);
	return RUNTIME(cudaIpcOpenMemHandle((void **)p, h, flags));
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *p, CUipcMemHandle handle, unsigned flags) {
	return cuIpcOpenMemHandle_v2(p, handle, flags);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr p) {
	return RUNTIME(cudaIpcCloseMemHandle(host_pointer(p)));
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event) {
	if (!handle)
		return CUDA_ERROR_INVALID_VALUE;
	return RUNTIME(cudaIpcGetEventHandle((cudaIpcEventHandle_t *)handle, event));
}

CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle) {
	cudaIpcEventHandle_t h;
	memcpy(&h, &handle, sizeof h);
	return RUNTIME(cudaIpcOpenEventHandle(event, h));
}
