/* device.c - devices of the driver interface. Handles are the runtime's numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runtime/driver/driver.h"
#include "runtime/handles/device.h"

cudaError_t driver_check_device(CUdevice device) {
	return device >= 0 && device < device_count() ? cudaSuccess
	                                              : cudaErrorInvalidDevice;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
	CUresult r = device ? RUNTIME_BARE(driver_check_device(ordinal))
	                    : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*device = ordinal;
	return r;
}

CUresult cuDeviceGetCount(int *count) {
	return RUNTIME_BARE(cudaGetDeviceCount(count));
}

static cudaError_t properties(CUdevice device, struct cudaDeviceProp *p) {
	return cudaGetDeviceProperties(p, device);
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device) {
	struct cudaDeviceProp p;
	CUresult r = name && len > 0 ? RUNTIME_BARE(properties(device, &p))
	                             : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		snprintf(name, (size_t)len, "%s", p.name);
	return r;
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
	struct cudaDeviceProp p;
	CUresult r = uuid ? RUNTIME_BARE(properties(device, &p))
	                  : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*uuid = p.uuid;
	return r;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
	return cuDeviceGetUuid_v2(uuid, device);
}

/* Only Windows has such numbers. */
CUresult cuDeviceGetLuid(char *luid, unsigned *mask, CUdevice device) {
	CUresult r = luid && mask ? RUNTIME_BARE(driver_check_device(device))
	                          : CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? CUDA_ERROR_NOT_SUPPORTED : r;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
	struct cudaDeviceProp p;
	CUresult r = bytes ? RUNTIME_BARE(properties(device, &p))
	                   : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*bytes = p.totalGlobalMem;
	return r;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice device) {
	return RUNTIME_BARE(
		cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)which, device));
}

CUresult cuDeviceGetProperties(CUdevprop *out, CUdevice device) {
	struct cudaDeviceProp p;
	CUresult r = out ? RUNTIME_BARE(properties(device, &p))
	                 : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	*out = (CUdevprop){
		.maxThreadsPerBlock = p.maxThreadsPerBlock,
		.sharedMemPerBlock = (int)p.sharedMemPerBlock,
		.totalConstantMemory = (int)p.totalConstMem,
		.SIMDWidth = p.warpSize,
		.memPitch = (int)p.memPitch,
		.regsPerBlock = p.regsPerBlock,
		.textureAlign = (int)p.textureAlignment,
	};
	memcpy(out->maxThreadsDim, p.maxThreadsDim, sizeof out->maxThreadsDim);
	memcpy(out->maxGridSize, p.maxGridSize, sizeof out->maxGridSize);
	return cuDeviceGetAttribute(&out->clockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
	                            device);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
	struct cudaDeviceProp p;
	CUresult r = major && minor ? RUNTIME_BARE(properties(device, &p))
	                            : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS) {
		*major = p.major;
		*minor = p.minor;
	}
	return r;
}

CUresult cuDeviceGetExecAffinitySupport(int *value, CUexecAffinityType type,
                                        CUdevice device) {
	CUresult r = value ? RUNTIME_BARE(driver_check_device(device))
	                   : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS && type == CU_EXEC_AFFINITY_TYPE_SM_COUNT)
		*value = 0; /* other types have none, as on hardware */
	return r;
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device) {
	return RUNTIME_BARE(cudaDeviceGetPCIBusId(id, len, device));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id) {
	return RUNTIME_BARE(cudaDeviceGetByPCIBusId(device, id));
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
	return RUNTIME_BARE(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute which, CUdevice from,
                                 CUdevice to) {
	return RUNTIME_BARE(cudaDeviceGetP2PAttribute(
		value, (enum cudaDeviceP2PAttr)which, from, to));
}

CUresult cuDeviceGetHostAtomicCapabilities(unsigned *capabilities,
                                           const CUatomicOperation *operations,
                                           unsigned n, CUdevice device) {
	return RUNTIME_BARE(cudaDeviceGetHostAtomicCapabilities(
		capabilities, (const enum cudaAtomicOperation *)operations, n, device));
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned *capabilities,
                                          const CUatomicOperation *operations, unsigned n,
                                          CUdevice from, CUdevice to) {
	return RUNTIME_BARE(cudaDeviceGetP2PAtomicCapabilities(
		capabilities, (const enum cudaAtomicOperation *)operations, n, from, to));
}

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope) {
	return RUNTIME(cudaDeviceFlushGPUDirectRDMAWrites(
		(enum cudaFlushGPUDirectRDMAWritesTarget)target,
		(enum cudaFlushGPUDirectRDMAWritesScope)scope));
}

CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback fn,
                                           void *user, CUasyncCallbackHandle *handle) {
	return RUNTIME_BARE(cudaDeviceRegisterAsyncNotification(
		device, (cudaAsyncCallback)fn, user, handle));
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice device,
                                             CUasyncCallbackHandle handle) {
	return RUNTIME_BARE(cudaDeviceUnregisterAsyncNotification(device, handle));
}

/* ---- pools ------------------------------------------------------------------------- */

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
	return RUNTIME_BARE(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) {
	return RUNTIME_BARE(cudaDeviceGetMemPool(pool, device));
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
	return RUNTIME_BARE(cudaDeviceSetMemPool(device, pool));
}

/* ---- messages ---------------------------------------------------------------------- */

CUresult cuLogsRegisterCallback(CUlogsCallback fn, void *user,
                                CUlogsCallbackHandle *handle) {
	return RUNTIME_BARE(
		cudaLogsRegisterCallback((cudaLogsCallback_t)fn, user, handle));
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle) {
	return RUNTIME_BARE(cudaLogsUnregisterCallback(handle));
}

CUresult cuLogsCurrent(CUlogIterator *it, unsigned flags) {
	return RUNTIME_BARE(cudaLogsCurrent(it, flags));
}

CUresult cuLogsDumpToFile(CUlogIterator *it, const char *path, unsigned flags) {
	return RUNTIME_BARE(cudaLogsDumpToFile(it, path, flags));
}

CUresult cuLogsDumpToMemory(CUlogIterator *it, char *buffer, size_t *size,
                            unsigned flags) {
	return RUNTIME_BARE(cudaLogsDumpToMemory(it, buffer, size, flags));
}
