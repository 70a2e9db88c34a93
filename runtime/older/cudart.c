/* cudart.c - functions of the runtime interface whose parameters or structures were
 * others in CUDA 12 and 11, over those of libcudart.so.13. All others jump there
 * (forward.py). Compiled for each release: SIMT_OLDER is 12 or 11.
 *
 * Names of this library are those of the release; new_NAME is a function of 13.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cuda_runtime_api.h"

/* A function of libcudart.so.13, and a function of this library with that name. */
#define NEW(name, ...)                              \
	extern cudaError_t new_##name(__VA_ARGS__); \
	__asm__(".symver new_" #name "," #name "@libcudart.so.13")
#define OLD(id, name, ...)                                      \
	extern cudaError_t old_##id(__VA_ARGS__) __asm__(name); \
	cudaError_t old_##id(__VA_ARGS__)

NEW(cudaDeviceGetAttribute, int *, enum cudaDeviceAttr, int);
NEW(cudaGetDevice, int *);

/* ---- properties of devices ---- */

/* As CUDA 12 has them. CUDA 11 has all up to reservedSharedMemPerBlock. */
struct properties_12 {
	char name[256];
	struct CUuuid_st uuid;
	char luid[8];
	unsigned luidDeviceNodeMask;
	size_t totalGlobalMem, sharedMemPerBlock;
	int regsPerBlock, warpSize;
	size_t memPitch;
	int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
	size_t totalConstMem;
	int major, minor;
	size_t textureAlignment, texturePitchAlignment;
	int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
	int canMapHostMemory, computeMode, maxTexture1D, maxTexture1DMipmap;
	int maxTexture1DLinear;
	/* maxTexture2D to maxSurfaceCubemapLayered */
	int sizes[37];
	size_t surfaceAlignment;
	int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
	int asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth;
	int l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
	int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
	size_t sharedMemPerMultiprocessor;
	int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
	int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio;
	int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
	int canUseHostPointerForRegisteredMem, cooperativeLaunch;
	int cooperativeMultiDeviceLaunch;
	size_t sharedMemPerBlockOptin;
	int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
	int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
	size_t reservedSharedMemPerBlock;
	/* hostRegisterSupported to unifiedFunctionPointers */
	int more[13];
	int reserved[63];
};
_Static_assert(sizeof(struct properties_12) == 1032, "as in CUDA 12");
_Static_assert(offsetof(struct properties_12, clockRate) == 348, "as in CUDA 12");
_Static_assert(offsetof(struct properties_12, memoryClockRate) == 608, "as in CUDA 12");
_Static_assert(offsetof(struct properties_12, reservedSharedMemPerBlock) == 720,
               "as in 12");
enum { PROPERTIES_11 = 728 };

NEW(cudaGetDeviceProperties, struct cudaDeviceProp *, int);

static int attribute(enum cudaDeviceAttr a, int device) {
	int v = 0;
	return new_cudaDeviceGetAttribute(&v, a, device) == cudaSuccess ? v : 0;
}

/* Fields that lie side by side in both. */
#define RUN(to, first, from, last)                                      \
	memcpy((to), &p->from,                                          \
	       offsetof(struct cudaDeviceProp, last) + sizeof p->last - \
	               offsetof(struct cudaDeviceProp, from))

static void convert(struct properties_12 *o, const struct cudaDeviceProp *p, int device) {
	memset(o, 0, sizeof *o);
	RUN(o->name, name, name, maxGridSize);
	o->clockRate = attribute(cudaDevAttrClockRate, device);
	RUN(&o->totalConstMem, totalConstMem, totalConstMem, texturePitchAlignment);
	o->deviceOverlap = attribute(cudaDevAttrGpuOverlap, device);
	o->multiProcessorCount = p->multiProcessorCount;
	o->kernelExecTimeoutEnabled = attribute(cudaDevAttrKernelExecTimeout, device);
	o->integrated = p->integrated;
	o->canMapHostMemory = p->canMapHostMemory;
	o->computeMode = attribute(cudaDevAttrComputeMode, device);
	o->maxTexture1D = p->maxTexture1D;
	o->maxTexture1DMipmap = p->maxTexture1DMipmap;
	o->maxTexture1DLinear = attribute(cudaDevAttrMaxTexture1DLinearWidth, device);
	RUN(o->sizes, maxTexture2D, maxTexture2D, maxSurfaceCubemapLayered);
	RUN(&o->surfaceAlignment, surfaceAlignment, surfaceAlignment, unifiedAddressing);
	o->memoryClockRate = attribute(cudaDevAttrMemoryClockRate, device);
	RUN(&o->memoryBusWidth, memoryBusWidth, memoryBusWidth, localL1CacheSupported);
	RUN(&o->sharedMemPerMultiprocessor, sharedMemPerMultiprocessor,
	    sharedMemPerMultiprocessor, hostNativeAtomicSupported);
	o->singleToDoublePrecisionPerfRatio = attribute(
		cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
	RUN(&o->pageableMemoryAccess, pageableMemoryAccess, pageableMemoryAccess,
	    cooperativeLaunch);
	RUN(&o->sharedMemPerBlockOptin, sharedMemPerBlockOptin, sharedMemPerBlockOptin,
	    unifiedFunctionPointers);
}

static cudaError_t properties(void *out, size_t size, int device) {
	struct cudaDeviceProp p;
	struct properties_12 o;
	cudaError_t e = new_cudaGetDeviceProperties(out ? &p : NULL, device);
	if (e != cudaSuccess)
		return e;
	convert(&o, &p, device);
	memcpy(out, &o, size);
	return cudaSuccess;
}

/* The structure of CUDA 11, also in the library of CUDA 12. */
OLD(properties, "cudaGetDeviceProperties", void *out, int device) {
	return properties(out, PROPERTIES_11, device);
}

#if SIMT_OLDER == 12
OLD(properties_v2, "cudaGetDeviceProperties_v2", struct properties_12 *out, int device) {
	return properties(out, sizeof *out, device);
}
#endif

NEW(cudaChooseDevice, int *, const struct cudaDeviceProp *);
/* What is asked for begins alike up to the sizes of grids; the version lies elsewhere. */
OLD(choose, "cudaChooseDevice", int *device, const struct properties_12 *o) {
	struct cudaDeviceProp p;
	memset(&p, 0, sizeof p);
	if (!o)
		return new_cudaChooseDevice(device, NULL);
	memcpy(p.name, o->name, offsetof(struct properties_12, clockRate));
	p.totalConstMem = o->totalConstMem;
	p.major = o->major;
	p.minor = o->minor;
	p.multiProcessorCount = o->multiProcessorCount;
	return new_cudaChooseDevice(device, &p);
}

/* ---- attributes that have grown ---- */

enum { POINTER_BYTES = 24, FUNCTION_BYTES = SIMT_OLDER == 12 ? 144 : 56 };

NEW(cudaPointerGetAttributes, struct cudaPointerAttributes *, const void *);
OLD(pointer, "cudaPointerGetAttributes", void *out, const void *p) {
	struct cudaPointerAttributes a;
	cudaError_t e = new_cudaPointerGetAttributes(out ? &a : NULL, p);
	if (e == cudaSuccess)
		memcpy(out, &a, POINTER_BYTES);
	return e;
}

NEW(cudaFuncGetAttributes, struct cudaFuncAttributes *, const void *);
OLD(function, "cudaFuncGetAttributes", void *out, const void *f) {
	struct cudaFuncAttributes a;
	cudaError_t e = new_cudaFuncGetAttributes(out ? &a : NULL, f);
	if (e == cudaSuccess)
		memcpy(out, &a, FUNCTION_BYTES < sizeof a ? FUNCTION_BYTES : sizeof a);
	return e;
}

/* ---- textures: descriptors of resources end with the union ---- */

enum { RESOURCE_BYTES = 64, TEXTURE_BYTES_11 = 68 };

static const struct cudaResourceDesc *resource(struct cudaResourceDesc *to,
                                               const void *from) {
	memset(to, 0, sizeof *to);
	if (from)
		memcpy(to, from, RESOURCE_BYTES);
	return from ? to : NULL;
}

NEW(cudaCreateTextureObject, cudaTextureObject_t *, const struct cudaResourceDesc *,
    const struct cudaTextureDesc *, const struct cudaResourceViewDesc *);

OLD(texture, "cudaCreateTextureObject", cudaTextureObject_t *out, const void *r,
    const void *t, const struct cudaResourceViewDesc *view) {
	struct cudaResourceDesc own;
	struct cudaTextureDesc texture;
	memset(&texture, 0, sizeof texture);
	if (t)
		memcpy(&texture, t, SIMT_OLDER == 11 ? TEXTURE_BYTES_11 : sizeof texture);
	return new_cudaCreateTextureObject(out, resource(&own, r), t ? &texture : NULL,
	                                   view);
}

#if SIMT_OLDER == 11
OLD(texture_v2, "cudaCreateTextureObject_v2", cudaTextureObject_t *out, const void *r,
    const struct cudaTextureDesc *t, const struct cudaResourceViewDesc *view) {
	struct cudaResourceDesc own;
	return new_cudaCreateTextureObject(out, resource(&own, r), t, view);
}
#endif

NEW(cudaCreateSurfaceObject, cudaSurfaceObject_t *, const struct cudaResourceDesc *);
OLD(surface, "cudaCreateSurfaceObject", cudaSurfaceObject_t *out, const void *r) {
	struct cudaResourceDesc own;
	return new_cudaCreateSurfaceObject(out, resource(&own, r));
}

NEW(cudaGetTextureObjectResourceDesc, struct cudaResourceDesc *, cudaTextureObject_t);
OLD(texture_resource, "cudaGetTextureObjectResourceDesc", void *out,
    cudaTextureObject_t t) {
	struct cudaResourceDesc r;
	cudaError_t e = new_cudaGetTextureObjectResourceDesc(out ? &r : NULL, t);
	if (e == cudaSuccess)
		memcpy(out, &r, RESOURCE_BYTES);
	return e;
}

NEW(cudaGetSurfaceObjectResourceDesc, struct cudaResourceDesc *, cudaSurfaceObject_t);
OLD(surface_resource, "cudaGetSurfaceObjectResourceDesc", void *out,
    cudaSurfaceObject_t s) {
	struct cudaResourceDesc r;
	cudaError_t e = new_cudaGetSurfaceObjectResourceDesc(out ? &r : NULL, s);
	if (e == cudaSuccess)
		memcpy(out, &r, RESOURCE_BYTES);
	return e;
}

/* ---- managed memory: a device's number where there is a location now ---- */

static struct cudaMemLocation location(int device) {
	bool host = device == cudaCpuDeviceId;
	return (struct cudaMemLocation){host ? cudaMemLocationTypeHost
	                                     : cudaMemLocationTypeDevice,
	                                host ? 0 : device};
}

NEW(cudaMemAdvise, const void *, size_t, enum cudaMemoryAdvise, struct cudaMemLocation);
OLD(advise, "cudaMemAdvise", const void *p, size_t n, enum cudaMemoryAdvise advice,
    int device) {
	return new_cudaMemAdvise(p, n, advice, location(device));
}

#define PREFETCH(suffix)                                                                \
	NEW(cudaMemPrefetchAsync##suffix, const void *, size_t, struct cudaMemLocation, \
	    unsigned, cudaStream_t);                                                    \
	OLD(prefetch##suffix, "cudaMemPrefetchAsync" #suffix, const void *p, size_t n,  \
	    int device, cudaStream_t s) {                                               \
		return new_cudaMemPrefetchAsync##suffix(p, n, location(device), 0, s);  \
	}
PREFETCH()
PREFETCH(_ptsz)

/* ---- graphs and captures without the data of edges ---- */

typedef const cudaGraphNode_t *nodes;
typedef struct cudaGraphEdgeData *edges;

NEW(cudaGraphAddDependencies, cudaGraph_t, nodes, nodes, const struct cudaGraphEdgeData *,
    size_t);
OLD(add_dependencies, "cudaGraphAddDependencies", cudaGraph_t g, nodes from, nodes to,
    size_t n) {
	return new_cudaGraphAddDependencies(g, from, to, NULL, n);
}

NEW(cudaGraphRemoveDependencies, cudaGraph_t, nodes, nodes,
    const struct cudaGraphEdgeData *, size_t);
OLD(remove_dependencies, "cudaGraphRemoveDependencies", cudaGraph_t g, nodes from,
    nodes to, size_t n) {
	return new_cudaGraphRemoveDependencies(g, from, to, NULL, n);
}

NEW(cudaGraphGetEdges, cudaGraph_t, cudaGraphNode_t *, cudaGraphNode_t *, edges,
    size_t *);
OLD(get_edges, "cudaGraphGetEdges", cudaGraph_t g, cudaGraphNode_t *from,
    cudaGraphNode_t *to, size_t *n) {
	return new_cudaGraphGetEdges(g, from, to, NULL, n);
}

NEW(cudaGraphNodeGetDependencies, cudaGraphNode_t, cudaGraphNode_t *, edges, size_t *);
OLD(dependencies, "cudaGraphNodeGetDependencies", cudaGraphNode_t node,
    cudaGraphNode_t *out, size_t *n) {
	return new_cudaGraphNodeGetDependencies(node, out, NULL, n);
}

NEW(cudaGraphNodeGetDependentNodes, cudaGraphNode_t, cudaGraphNode_t *, edges, size_t *);
OLD(dependents, "cudaGraphNodeGetDependentNodes", cudaGraphNode_t node,
    cudaGraphNode_t *out, size_t *n) {
	return new_cudaGraphNodeGetDependentNodes(node, out, NULL, n);
}

#if SIMT_OLDER == 12
NEW(cudaGraphAddNode, cudaGraphNode_t *, cudaGraph_t, nodes,
    const struct cudaGraphEdgeData *, size_t, struct cudaGraphNodeParams *);
OLD(add_node, "cudaGraphAddNode", cudaGraphNode_t *out, cudaGraph_t g, nodes from,
    size_t n, struct cudaGraphNodeParams *params) {
	return new_cudaGraphAddNode(out, g, from, NULL, n, params);
}
#endif

#define CAPTURES(suffix)                                                                 \
	NEW(cudaStreamGetCaptureInfo##suffix, cudaStream_t,                              \
	    enum cudaStreamCaptureStatus *, unsigned long long *, cudaGraph_t *,         \
	    nodes *, const struct cudaGraphEdgeData **, size_t *);                       \
	OLD(capture_info##suffix, "cudaStreamGetCaptureInfo" #suffix, cudaStream_t s,    \
	    enum cudaStreamCaptureStatus *status, unsigned long long *id) {              \
		return new_cudaStreamGetCaptureInfo##suffix(s, status, id, NULL, NULL,   \
		                                            NULL, NULL);                 \
	}                                                                                \
	OLD(capture_info_v2##suffix, "cudaStreamGetCaptureInfo_v2" #suffix,              \
	    cudaStream_t s, enum cudaStreamCaptureStatus *status,                        \
	    unsigned long long *id, cudaGraph_t *g, nodes *deps, size_t *n) {            \
		return new_cudaStreamGetCaptureInfo##suffix(s, status, id, g, deps,      \
		                                            NULL, n);                    \
	}                                                                                \
	NEW(cudaStreamUpdateCaptureDependencies##suffix, cudaStream_t,                   \
	    cudaGraphNode_t *, const struct cudaGraphEdgeData *, size_t, unsigned);      \
	OLD(update_dependencies##suffix, "cudaStreamUpdateCaptureDependencies" #suffix,  \
	    cudaStream_t s, cudaGraphNode_t *deps, size_t n, unsigned flags) {           \
		return new_cudaStreamUpdateCaptureDependencies##suffix(s, deps, NULL, n, \
		                                                       flags);           \
	}
CAPTURES()
CAPTURES(_ptsz)

#if SIMT_OLDER == 11
NEW(cudaGraphInstantiate, cudaGraphExec_t *, cudaGraph_t, unsigned long long);
OLD(instantiate, "cudaGraphInstantiate", cudaGraphExec_t *out, cudaGraph_t g,
    cudaGraphNode_t *failed, char *log, size_t size) {
	if (failed)
		*failed = NULL;
	if (log && size)
		*log = 0;
	return new_cudaGraphInstantiate(out, g, 0);
}

NEW(cudaGraphExecUpdate, cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
OLD(exec_update, "cudaGraphExecUpdate", cudaGraphExec_t e, cudaGraph_t g,
    cudaGraphNode_t *failed, enum cudaGraphExecUpdateResult *result) {
	cudaGraphExecUpdateResultInfo info;
	memset(&info, 0, sizeof info);
	cudaError_t status = new_cudaGraphExecUpdate(e, g, &info);
	if (failed)
		*failed = info.errorNode;
	if (result)
		*result = info.result;
	return status;
}
#endif

/* ---- batches of copies: CUDA 12 tells which one failed ---- */

#if SIMT_OLDER == 12
#define BATCHES(suffix)                                                                 \
	NEW(cudaMemcpyBatchAsync##suffix, const void **, const void **, const size_t *, \
	    size_t, struct cudaMemcpyAttributes *, size_t *, size_t, cudaStream_t);     \
	OLD(batch##suffix, "cudaMemcpyBatchAsync" #suffix, const void **dsts,           \
	    const void **srcs, const size_t *sizes, size_t n,                           \
	    struct cudaMemcpyAttributes *attrs, size_t *at, size_t nattr,               \
	    size_t *failed, cudaStream_t s) {                                           \
		cudaError_t e = new_cudaMemcpyBatchAsync##suffix(dsts, srcs, sizes, n,  \
		                                                 attrs, at, nattr, s);  \
		if (e != cudaSuccess && failed)                                         \
			*failed = SIZE_MAX; /* none in particular */                    \
		return e;                                                               \
	}                                                                               \
	NEW(cudaMemcpy3DBatchAsync##suffix, size_t, struct cudaMemcpy3DBatchOp *,       \
	    unsigned long long, cudaStream_t);                                          \
	OLD(batch_3d##suffix, "cudaMemcpy3DBatchAsync" #suffix, size_t n,               \
	    struct cudaMemcpy3DBatchOp *ops, size_t *failed, unsigned long long flags,  \
	    cudaStream_t s) {                                                           \
		cudaError_t e = new_cudaMemcpy3DBatchAsync##suffix(n, ops, flags, s);   \
		if (e != cudaSuccess && failed)                                         \
			*failed = SIZE_MAX;                                             \
		return e;                                                               \
	}
BATCHES()
BATCHES(_ptsz)
#endif

/* ---- entry points of the driver: CUDA 11 asks without a status ---- */

#if SIMT_OLDER == 11
#define ENTRY_POINTS(suffix)                                                            \
	NEW(cudaGetDriverEntryPoint##suffix, const char *, void **, unsigned long long, \
	    enum cudaDriverEntryPointQueryResult *);                                    \
	OLD(entry_point##suffix, "cudaGetDriverEntryPoint" #suffix, const char *name,   \
	    void **out, unsigned long long flags) {                                     \
		enum cudaDriverEntryPointQueryResult r;                                 \
		return new_cudaGetDriverEntryPoint##suffix(name, out, flags, &r);       \
	}
ENTRY_POINTS()
ENTRY_POINTS(_ptsz)
#endif

/* ---- what CUDA 13 has taken out ---- */

NEW(cudaLaunchCooperativeKernel, const void *, dim3, dim3, void **, size_t, cudaStream_t);

struct launch_params {
	void *func;
	dim3 grid, block;
	void **args;
	size_t shared;
	cudaStream_t stream;
};

/* Grids of several devices that wait for each other are refused; one alone is a
 * cooperative launch. */
OLD(multi_device, "cudaLaunchCooperativeKernelMultiDevice", struct launch_params *list,
    unsigned n, unsigned flags) {
	if (!list || n == 0 || flags > 3)
		return cudaErrorInvalidValue;
	return n > 1 ? cudaErrorNotSupported
	             : new_cudaLaunchCooperativeKernel(list->func, list->grid,
	                                               list->block, list->args,
	                                               list->shared, list->stream);
}

/* Texture references: the functions are there, so that programs load, and refuse. */
static cudaError_t no_references(void) {
	static bool told;
	if (!told)
		fputs("simt: texture references of CUDA 11 are not supported; texture "
		      "objects are\n",
		      stderr);
	told = true;
	return cudaErrorNotSupported;
}

#if SIMT_OLDER == 11
#define REFUSED(name)                   \
	OLD(no_##name, #name, void) {   \
		return no_references(); \
	}
REFUSED(cudaBindTexture)
REFUSED(cudaBindTexture2D)
REFUSED(cudaBindTextureToArray)
REFUSED(cudaBindTextureToMipmappedArray)
REFUSED(cudaUnbindTexture)
REFUSED(cudaGetTextureAlignmentOffset)
REFUSED(cudaGetTextureReference)
REFUSED(cudaBindSurfaceToArray)
REFUSED(cudaGetSurfaceReference)
#endif

extern void simt_register_texture(void) __asm__("__cudaRegisterTexture");
void simt_register_texture(void) {
	no_references();
}
extern void simt_register_surface(void) __asm__("__cudaRegisterSurface");
void simt_register_surface(void) {
	no_references();
}
