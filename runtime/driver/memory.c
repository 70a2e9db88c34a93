/* memory.c - memory of the driver interface: allocation, pools, hints. Copies are in
 * copy.c, queries of addresses in pointer.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/driver.h"

/* ---- allocation -------------------------------------------------------------------- */

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
	return RUNTIME(cudaMemGetInfo(free_bytes, total));
}

/* Whether the context is one of before CUDA 3.2, whose addresses have 32 bits. */
static bool is_narrow(void) {
	const struct CUctx_st *c = context_current();
	return c && c->is_narrow;
}

/* Zero bytes are an error here; the runtime gives NULL for them. */
CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t size) {
	if (is_narrow()) {
		if (p)
			*p = 0;
		return CUDA_ERROR_INVALID_CONTEXT;
	}
	return RUNTIME(p && size ? cudaMalloc((void **)p, size) : cudaErrorInvalidValue);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
                            unsigned element) {
	if (is_narrow())
		return CUDA_ERROR_INVALID_CONTEXT;
	bool ok = p && pitch && width && height &&
	          (element == 4 || element == 8 || element == 16);
	if (pitch)
		*pitch = 0;
	return RUNTIME(ok ? cudaMallocPitch((void **)p, pitch, width, height)
	                  : cudaErrorInvalidValue);
}

CUresult cuMemFree_v2(CUdeviceptr p) {
	return RUNTIME_FREE(cudaFree(host_pointer(p)));
}

CUresult cuMemAllocHost_v2(void **p, size_t size) {
	return RUNTIME(cudaHostAlloc(p, size, 0));
}

CUresult cuMemHostAlloc(void **p, size_t size, unsigned flags) {
	return RUNTIME(cudaHostAlloc(p, size, flags));
}

CUresult cuMemFreeHost(void *p) {
	return RUNTIME_FREE(cudaFreeHost(p));
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
	return RUNTIME_ON(stream,
	                  cudaMallocAsync((void **)p, size, driver_stream(stream)));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t size, CUmemoryPool pool,
                                 CUstream stream) {
	return RUNTIME_ON(stream, cudaMallocFromPoolAsync((void **)p, size, pool,
	                                                  driver_stream(stream)));
}

CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) {
	return RUNTIME_ON(stream, cudaFreeAsync(host_pointer(p), driver_stream(stream)));
}

/* ---- pools: structures and numbers are the runtime's ------------------------------- */

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

/* ---- hints ------------------------------------------------------------------------- */

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

/* A wrong device is cudaErrorInvalidDevice here, and an invalid value in the later
 * form. */
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

/* File descriptors of memory for other devices of the machine. */
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr p, size_t size,
                                       CUmemRangeHandleType type,
                                       unsigned long long flags) {
	(void)p, (void)size, (void)type, (void)flags;
	return RUNTIME(handle ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

/* ---- between processes ------------------------------------------------------------- */

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
