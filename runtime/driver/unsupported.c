/* unsupported.c - functions of the driver interface for what does not exist here:
 * graphics cards, memory and semaphores of their interfaces, checkpoints, core dumps.
 * Each returns CUDA_ERROR_NOT_SUPPORTED and prints why, once for each kind.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runtime/driver/driver.h"

enum reason {
	EXTERNAL,
	GRAPHICS,
	NVSCI,
	SPARSE,
	DECOMPRESS,
	CHECKPOINT,
	CORE_DUMP,
	REASON_COUNT
};

static CUresult refuse(enum reason why, const char *function) {
	static const char *const text[REASON_COUNT] = {
		[EXTERNAL] =
			"memory and semaphores of graphics interfaces do not exist here",
		[GRAPHICS] = "there is no graphics card",
		[NVSCI] = "NvSci is a part of NVIDIA's own systems",
		[SPARSE] = "arrays have all their memory from the beginning",
		[DECOMPRESS] = "there is no hardware that decompresses",
		[CHECKPOINT] = "the memory of devices is the process's; the system's own "
			       "tools save it",
		[CORE_DUMP] = "a fault is told on stderr, and a core of the process has "
			      "the device's memory",
	};
	static _Atomic bool told[REASON_COUNT];
	if (!atomic_exchange(&told[why], true))
		fprintf(stderr, "simt: %s is not supported: %s\n", function, text[why]);
	return CUDA_ERROR_NOT_SUPPORTED;
}

#define REFUSED(why, name, ...)            \
	CUresult name(__VA_ARGS__) {       \
		return refuse(why, #name); \
	}

/* The parameters do not matter. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(EXTERNAL, cuImportExternalMemory, CUexternalMemory *out,
        const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *desc)
REFUSED(EXTERNAL, cuExternalMemoryGetMappedBuffer, CUdeviceptr *p, CUexternalMemory m,
        const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc)
REFUSED(EXTERNAL, cuExternalMemoryGetMappedMipmappedArray, CUmipmappedArray *a,
        CUexternalMemory m, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *desc)
REFUSED(EXTERNAL, cuDestroyExternalMemory, CUexternalMemory m)
REFUSED(EXTERNAL, cuImportExternalSemaphore, CUexternalSemaphore *out,
        const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *desc)
REFUSED(EXTERNAL, cuSignalExternalSemaphoresAsync, const CUexternalSemaphore *s,
        const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *p, unsigned n, CUstream stream)
REFUSED(EXTERNAL, cuWaitExternalSemaphoresAsync, const CUexternalSemaphore *s,
        const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *p, unsigned n, CUstream stream)
REFUSED(EXTERNAL, cuDestroyExternalSemaphore, CUexternalSemaphore s)
REFUSED(EXTERNAL, cuGraphAddExternalSemaphoresSignalNode, CUgraphNode *out, CUgraph g,
        const CUgraphNode *deps, size_t n, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExternalSemaphoresSignalNodeGetParams, CUgraphNode n,
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExternalSemaphoresSignalNodeSetParams, CUgraphNode n,
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExecExternalSemaphoresSignalNodeSetParams, CUgraphExec x,
        CUgraphNode n, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphAddExternalSemaphoresWaitNode, CUgraphNode *out, CUgraph g,
        const CUgraphNode *deps, size_t n, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExternalSemaphoresWaitNodeGetParams, CUgraphNode n,
        CUDA_EXT_SEM_WAIT_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExternalSemaphoresWaitNodeSetParams, CUgraphNode n,
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS *p)
REFUSED(EXTERNAL, cuGraphExecExternalSemaphoresWaitNodeSetParams, CUgraphExec x,
        CUgraphNode n, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *p)
REFUSED(NVSCI, cuDeviceGetNvSciSyncAttributes, void *list, CUdevice d, int flags)
REFUSED(GRAPHICS, cuGraphicsUnregisterResource, CUgraphicsResource r)
REFUSED(GRAPHICS, cuGraphicsSubResourceGetMappedArray, CUarray *a, CUgraphicsResource r,
        unsigned i, unsigned level)
REFUSED(GRAPHICS, cuGraphicsResourceGetMappedMipmappedArray, CUmipmappedArray *a,
        CUgraphicsResource r)
REFUSED(GRAPHICS, cuGraphicsResourceGetMappedPointer_v2, CUdeviceptr *p, size_t *n,
        CUgraphicsResource r)
REFUSED(GRAPHICS, cuGraphicsResourceSetMapFlags_v2, CUgraphicsResource r, unsigned flags)
REFUSED(GRAPHICS, cuGraphicsMapResources, unsigned n, CUgraphicsResource *r, CUstream s)
REFUSED(GRAPHICS, cuGraphicsUnmapResources, unsigned n, CUgraphicsResource *r, CUstream s)
REFUSED(SPARSE, cuMemMapArrayAsync, CUarrayMapInfo *info, unsigned n, CUstream s)
REFUSED(DECOMPRESS, cuMemBatchDecompressAsync, CUmemDecompressParams *p, size_t n,
        unsigned flags, size_t *bad, CUstream s)
REFUSED(CHECKPOINT, cuCheckpointProcessGetRestoreThreadId, int pid, int *tid)
REFUSED(CHECKPOINT, cuCheckpointProcessGetState, int pid, CUprocessState *state)
REFUSED(CHECKPOINT, cuCheckpointProcessLock, int pid, CUcheckpointLockArgs *args)
REFUSED(CHECKPOINT, cuCheckpointProcessCheckpoint, int pid,
        CUcheckpointCheckpointArgs *args)
REFUSED(CHECKPOINT, cuCheckpointProcessRestore, int pid, CUcheckpointRestoreArgs *args)
REFUSED(CHECKPOINT, cuCheckpointProcessUnlock, int pid, CUcheckpointUnlockArgs *args)
REFUSED(CORE_DUMP, cuCoredumpGetAttribute, CUcoredumpSettings which, void *value,
        size_t *n)
REFUSED(CORE_DUMP, cuCoredumpGetAttributeGlobal, CUcoredumpSettings which, void *value,
        size_t *n)
REFUSED(CORE_DUMP, cuCoredumpSetAttribute, CUcoredumpSettings which, void *value,
        size_t *n)
REFUSED(CORE_DUMP, cuCoredumpSetAttributeGlobal, CUcoredumpSettings which, void *value,
        size_t *n)
