/* nvToolsExtMem.h - NVTX: heaps and regions that a program manages itself, and
 * permissions for them. They are not watched.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../simt/nvtx_ignore.h"
#include "nvToolsExt.h"

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102
#define NVTX_MEM_HEAP_HANDLE_NO_TOOL (NVTX_STATIC_CAST(nvtxMemHeapHandle_t, NVTX_STATIC_CAST(intptr_t, -1)))
#define NVTX_MEM_REGION_HANDLE_NO_TOOL (NVTX_STATIC_CAST(nvtxMemRegionHandle_t, NVTX_STATIC_CAST(intptr_t, -1)))
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL (NVTX_STATIC_CAST(nvtxMemPermissionsHandle_t, -1))
#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE (NVTX_STATIC_CAST(nvtxMemHeapHandle_t, 0))
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE (NVTX_STATIC_CAST(nvtxMemPermissionsHandle_t, 0))
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

typedef struct nvtxMemHeap_v1 nvtxMemHeap_t;
typedef nvtxMemHeap_t *nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t;
typedef nvtxMemRegion_t *nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t;
typedef nvtxMemPermissions_t *nvtxMemPermissionsHandle_t;

typedef union nvtxMemRegionRef_t {
	void const *pointer;
	nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;

typedef struct nvtxMemVirtualRangeDesc_v1 {
	size_t size;
	void const *ptr;
} nvtxMemVirtualRangeDesc_v1;
typedef nvtxMemVirtualRangeDesc_v1 nvtxMemVirtualRangeDesc_t;

typedef struct nvtxMemHeapDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0, usage, type;
	size_t typeSpecificDescSize;
	void const *typeSpecificDesc;
	uint32_t category, messageType;
	nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1;
typedef nvtxMemHeapDesc_v1 nvtxMemHeapDesc_t;

typedef struct nvtxMemRegionsRegisterBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	nvtxMemHeapHandle_t heap;
	size_t regionCount, regionDescElementSize;
	void const *regionDescElements;
	nvtxMemRegionHandle_t *regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1;
typedef nvtxMemRegionsRegisterBatch_v1 nvtxMemRegionsRegisterBatch_t;

typedef struct nvtxMemRegionsResizeBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	size_t regionDescCount, regionDescElementSize;
	void const *regionDescElements;
} nvtxMemRegionsResizeBatch_v1;
typedef nvtxMemRegionsResizeBatch_v1 nvtxMemRegionsResizeBatch_t;

typedef struct nvtxMemRegionsUnregisterBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t refType;
	size_t refCount, refElementSize;
	nvtxMemRegionRef_t const *refElements;
} nvtxMemRegionsUnregisterBatch_v1;
typedef nvtxMemRegionsUnregisterBatch_v1 nvtxMemRegionsUnregisterBatch_t;

typedef struct nvtxMemRegionNameDesc_v1 {
	uint32_t regionRefType, nameType;
	nvtxMemRegionRef_t region;
	nvtxMessageValue_t name;
	uint32_t category, reserved0;
} nvtxMemRegionNameDesc_v1;
typedef nvtxMemRegionNameDesc_v1 nvtxMemRegionNameDesc_t;

typedef struct nvtxMemRegionsNameBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	size_t regionCount, regionElementSize;
	nvtxMemRegionNameDesc_t const *regionElements;
	size_t reserved1;
} nvtxMemRegionsNameBatch_v1;
typedef nvtxMemRegionsNameBatch_v1 nvtxMemRegionsNameBatch_t;

typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
	uint32_t flags, regionRefType;
	nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1;
typedef nvtxMemPermissionsAssignRegionDesc_v1 nvtxMemPermissionsAssignRegionDesc_t;

typedef struct nvtxMemPermissionsAssignBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	nvtxMemPermissionsHandle_t permissions;
	size_t regionCount, regionElementSize;
	nvtxMemPermissionsAssignRegionDesc_t const *regionElements;
	size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1;
typedef nvtxMemPermissionsAssignBatch_v1 nvtxMemPermissionsAssignBatch_t;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(nvtxMemHeapHandle_t, NVTX_MEM_HEAP_HANDLE_NO_TOOL, nvtxMemHeapRegister, (nvtxDomainHandle_t __domain, nvtxMemHeapDesc_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemHeapUnregister, (nvtxDomainHandle_t __domain, nvtxMemHeapHandle_t __heap))
SIMT_NVTX_IGNORE(void, , nvtxMemHeapReset, (nvtxDomainHandle_t __domain, nvtxMemHeapHandle_t __heap))
SIMT_NVTX_IGNORE(void, , nvtxMemRegionsRegister, (nvtxDomainHandle_t __domain, nvtxMemRegionsRegisterBatch_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemRegionsResize, (nvtxDomainHandle_t __domain, nvtxMemRegionsResizeBatch_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemRegionsUnregister, (nvtxDomainHandle_t __domain, nvtxMemRegionsUnregisterBatch_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemRegionsName, (nvtxDomainHandle_t __domain, nvtxMemRegionsNameBatch_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemPermissionsAssign, (nvtxDomainHandle_t __domain, nvtxMemPermissionsAssignBatch_t const *__desc))
SIMT_NVTX_IGNORE(void, , nvtxMemPermissionsDestroy, (nvtxDomainHandle_t __domain, nvtxMemPermissionsHandle_t __permissions))
SIMT_NVTX_IGNORE(void, , nvtxMemPermissionsReset, (nvtxDomainHandle_t __domain, nvtxMemPermissionsHandle_t __permissions))
SIMT_NVTX_IGNORE(void, , nvtxMemPermissionsBind, (nvtxDomainHandle_t __domain, nvtxMemPermissionsHandle_t __permissions, uint32_t __scope, uint32_t __flags))
SIMT_NVTX_IGNORE(void, , nvtxMemPermissionsUnbind, (nvtxDomainHandle_t __domain, uint32_t __scope))
SIMT_NVTX_IGNORE(nvtxMemPermissionsHandle_t, NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL, nvtxMemPermissionsCreate, (nvtxDomainHandle_t __domain, int32_t __flags))

#pragma GCC diagnostic pop
