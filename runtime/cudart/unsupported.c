/* unsupported.c - functions that need a graphics card, or belong to other systems. Each
 * returns cudaErrorNotSupported and prints why, once for each kind.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <stdio.h>

#include "runtime/handles/error.h"

enum reason { EXTERNAL, GRAPHICS, NVSCI, PRIVATE_TABLE, REASON_COUNT };

static cudaError_t refuse(enum reason why, const char *function) {
	static const char *const text[REASON_COUNT] = {
		"memory and semaphores of graphics interfaces do not exist here",
		"there is no graphics card",
		"NvSci is a part of NVIDIA's own systems",
		"NVIDIA documents no such table",
	};
	static _Atomic bool told[REASON_COUNT];
	if (!atomic_exchange(&told[why], true))
		fprintf(stderr, "simt: %s is not supported: %s\n", function, text[why]);
	return cudart_report(cudaErrorNotSupported);
}

#define REFUSED(name, params, why)         \
	cudaError_t name params {          \
		return refuse(why, #name); \
	}

/* The parameters do not matter. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(cudaImportExternalMemory,
        (cudaExternalMemory_t * out, const struct cudaExternalMemoryHandleDesc *desc),
        EXTERNAL)
REFUSED(cudaExternalMemoryGetMappedBuffer,
        (void **p, cudaExternalMemory_t m,
         const struct cudaExternalMemoryBufferDesc *desc),
        EXTERNAL)
REFUSED(cudaExternalMemoryGetMappedMipmappedArray,
        (cudaMipmappedArray_t * a, cudaExternalMemory_t m,
         const struct cudaExternalMemoryMipmappedArrayDesc *desc),
        EXTERNAL)
REFUSED(cudaDestroyExternalMemory, (cudaExternalMemory_t m), EXTERNAL)
REFUSED(cudaImportExternalSemaphore,
        (cudaExternalSemaphore_t * out,
         const struct cudaExternalSemaphoreHandleDesc *desc),
        EXTERNAL)
REFUSED(cudaSignalExternalSemaphoresAsync,
        (const cudaExternalSemaphore_t *s,
         const struct cudaExternalSemaphoreSignalParams *params, unsigned n,
         cudaStream_t stream),
        EXTERNAL)
REFUSED(cudaWaitExternalSemaphoresAsync,
        (const cudaExternalSemaphore_t *s,
         const struct cudaExternalSemaphoreWaitParams *params, unsigned n,
         cudaStream_t stream),
        EXTERNAL)
#define REFUSED_TWIN(name, params)              \
	cudaError_t name params;                \
	cudaError_t name params {               \
		return refuse(EXTERNAL, #name); \
	}
REFUSED_TWIN(cudaSignalExternalSemaphoresAsync_ptsz,
             (const cudaExternalSemaphore_t *s,
              const struct cudaExternalSemaphoreSignalParams *params, unsigned n,
              cudaStream_t stream))
REFUSED_TWIN(cudaWaitExternalSemaphoresAsync_ptsz,
             (const cudaExternalSemaphore_t *s,
              const struct cudaExternalSemaphoreWaitParams *params, unsigned n,
              cudaStream_t stream))
REFUSED(cudaDestroyExternalSemaphore, (cudaExternalSemaphore_t s), EXTERNAL)
REFUSED(cudaGraphAddExternalSemaphoresSignalNode,
        (cudaGraphNode_t * out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
         const struct cudaExternalSemaphoreSignalNodeParams *p),
        EXTERNAL)
REFUSED(cudaGraphExternalSemaphoresSignalNodeGetParams,
        (cudaGraphNode_t n, struct cudaExternalSemaphoreSignalNodeParams *p), EXTERNAL)
REFUSED(cudaGraphExternalSemaphoresSignalNodeSetParams,
        (cudaGraphNode_t n, const struct cudaExternalSemaphoreSignalNodeParams *p),
        EXTERNAL)
REFUSED(cudaGraphExecExternalSemaphoresSignalNodeSetParams,
        (cudaGraphExec_t x, cudaGraphNode_t n,
         const struct cudaExternalSemaphoreSignalNodeParams *p),
        EXTERNAL)
REFUSED(cudaGraphAddExternalSemaphoresWaitNode,
        (cudaGraphNode_t * out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
         const struct cudaExternalSemaphoreWaitNodeParams *p),
        EXTERNAL)
REFUSED(cudaGraphExternalSemaphoresWaitNodeGetParams,
        (cudaGraphNode_t n, struct cudaExternalSemaphoreWaitNodeParams *p), EXTERNAL)
REFUSED(cudaGraphExternalSemaphoresWaitNodeSetParams,
        (cudaGraphNode_t n, const struct cudaExternalSemaphoreWaitNodeParams *p),
        EXTERNAL)
REFUSED(cudaGraphExecExternalSemaphoresWaitNodeSetParams,
        (cudaGraphExec_t x, cudaGraphNode_t n,
         const struct cudaExternalSemaphoreWaitNodeParams *p),
        EXTERNAL)
REFUSED(cudaDeviceGetNvSciSyncAttributes, (void *list, int device, int flags), NVSCI)
REFUSED(cudaGraphicsUnregisterResource, (cudaGraphicsResource_t r), GRAPHICS)
REFUSED(cudaGraphicsResourceSetMapFlags, (cudaGraphicsResource_t r, unsigned flags),
        GRAPHICS)
REFUSED(cudaGraphicsMapResources, (int n, cudaGraphicsResource_t *r, cudaStream_t stream),
        GRAPHICS)
REFUSED(cudaGraphicsUnmapResources,
        (int n, cudaGraphicsResource_t *r, cudaStream_t stream), GRAPHICS)
REFUSED(cudaGraphicsResourceGetMappedPointer,
        (void **p, size_t *size, cudaGraphicsResource_t r), GRAPHICS)
REFUSED(cudaGraphicsSubResourceGetMappedArray,
        (cudaArray_t * a, cudaGraphicsResource_t r, unsigned i, unsigned level), GRAPHICS)
REFUSED(cudaGraphicsResourceGetMappedMipmappedArray,
        (cudaMipmappedArray_t * a, cudaGraphicsResource_t r), GRAPHICS)
REFUSED(cudaGetExportTable, (const void **table, const cudaUUID_t *id), PRIVATE_TABLE)

/* Functions of OpenGL, EGL and VDPAU, without parameters: their headers are not part of
 * this project. */
#define CUDART(name, state, note)
#define CUDART_SZ(name, state, note)
#define CUDART_DS(name, state, note)
#define CUDART_BARE(name, state, note)          \
	cudaError_t name(void);                 \
	cudaError_t name(void) {                \
		return refuse(GRAPHICS, #name); \
	}
#include "runtime/cudart/functions.def"
