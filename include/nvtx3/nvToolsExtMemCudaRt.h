/* nvToolsExtMemCudaRt.h - NVTX: regions of CUDA's arrays, and what kernels may do with
 * memory. They are not watched.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../cuda.h"
#include "../cuda_runtime_api.h"
#include "nvToolsExtMem.h"

#define NVTX_MEM_TYPE_CUDA_ARRAY 0x11
#define NVTX_MEM_TYPE_CU_ARRAY 0x12
#define NVTX_MEM_CUDA_PEER_ALL_DEVICES -1

typedef struct nvtxMemCudaArrayRangeDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	cudaArray_t src;
	size_t offset[3], extent[3];
} nvtxMemCudaArrayRangeDesc_v1;
typedef nvtxMemCudaArrayRangeDesc_v1 nvtxMemCudaArrayRangeDesc_t;

typedef struct nvtxMemCuArrayRangeDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	CUarray src;
	size_t offset[3], extent[3];
} nvtxMemCuArrayRangeDesc_v1;
typedef nvtxMemCuArrayRangeDesc_v1 nvtxMemCuArrayRangeDesc_t;

typedef struct nvtxMemMarkInitializedBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	size_t regionDescCount, regionDescElementSize;
	void const *regionDescElements;
} nvtxMemMarkInitializedBatch_v1;
typedef nvtxMemMarkInitializedBatch_v1 nvtxMemMarkInitializedBatch_t;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(nvtxMemPermissionsHandle_t, NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL, nvtxMemCudaGetProcessWidePermissions, (nvtxDomainHandle_t __domain))
SIMT_NVTX_IGNORE(nvtxMemPermissionsHandle_t, NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL, nvtxMemCudaGetDeviceWidePermissions, (nvtxDomainHandle_t __domain, int __device))
SIMT_NVTX_IGNORE(void, , nvtxMemCudaSetPeerAccess, (nvtxDomainHandle_t __domain, nvtxMemPermissionsHandle_t __permissions, int __peer, uint32_t __flags))
SIMT_NVTX_IGNORE(void, , nvtxMemCudaMarkInitialized, (nvtxDomainHandle_t __domain, cudaStream_t __stream, uint8_t __isPerThreadStream, nvtxMemMarkInitializedBatch_t const *__desc))

#pragma GCC diagnostic pop
