/* launch.c - launches of kernels, from <<<>>> and by function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/capture.h"
#include "runtime/handles/device.h"
#include "runtime/handles/event.h"
#include "runtime/handles/function.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/stream.h"

/* ---- <<<>>>: the configuration between the call and the stub ---- */

struct configuration {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
};

/* An argument may itself be computed with a launch, so there is a stack of them. */
enum { NESTED_CALLS = 16 };
static _Thread_local struct configuration stack[NESTED_CALLS];
static _Thread_local unsigned depth;
static _Thread_local bool is_from_stub; /* the launch that follows has no one to ask */

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     struct CUstream_st *stream) {
	if (depth == NESTED_CALLS)
		return (unsigned)cudart_report(cudaErrorLaunchFailure);
	stack[depth++] = (struct configuration){grid, block, shared, stream};
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                       void *stream) {
	if (depth == 0)
		return cudart_report(cudaErrorMissingConfiguration);
	const struct configuration *c = &stack[--depth];
	*grid = c->grid;
	*block = c->block;
	*shared = c->shared;
	*(cudaStream_t *)stream = c->stream;
	is_from_stub = true;
	return cudaSuccess;
}

/* Notes a launch of <<<>>> that fails: its stub drops what the function returns. A fault
 * is told by who sees it first. */
static cudaError_t stub_launched(const struct CUkern_st *k, cudaError_t e) {
	bool fault = e >= cudaErrorIllegalAddress && e <= cudaErrorLaunchFailure &&
	             e != cudaErrorLaunchOutOfResources;
	if (is_from_stub && e != cudaSuccess && !fault)
		simt_unasked_launch(k ? k->name : NULL, cudaGetErrorName(e),
		                    (enum simt_status)e);
	is_from_stub = false;
	return e;
}

/* ---- launching ---- */

/* Attributes of a launch beside its shape. Its events are reached when all of
 * its blocks let others begin or have ended; for events that need only that all have
 * begun this is later than needed. */
struct launch_extra {
	struct {
		cudaEvent_t event;
		unsigned flags;
		u8 port;
	} event[2];
	u32 nevent;
	bool programmatic;
	u32 preferred[3]; /* of a cluster; 0: not given */
};

static cudaError_t note_event(struct launch_extra *x, cudaEvent_t event, int flags,
                              u8 port) {
	cudaError_t e = x->nevent < countof(x->event) ? event_find(event)
	                                              : cudaErrorInvalidValue;
	if (e == cudaSuccess && (unsigned)flags & ~(unsigned)cudaEventRecordExternal)
		e = cudaErrorInvalidValue;
	/* An external one is refused without a capture, whether it keeps times or not. */
	if (e == cudaSuccess && !flags && simt_event_keeps_time(event->event))
		e = cudaErrorNotSupported;
	if (e != cudaSuccess)
		return e;
	x->event[x->nevent].event = event;
	x->event[x->nevent].port = port;
	x->event[x->nevent++].flags = (unsigned)flags;
	return cudaSuccess;
}

static cudaError_t queue(struct CUstream_st *s, const void *func, struct simt_function *f,
                         const struct simt_launch *l, const struct launch_extra *x) {
	struct capture *c;
	cudaError_t e = capture_enter(s, &c);
	if (e != cudaSuccess)
		return e;
	e = c ? capture_launch(c, s, func, f, l, x && x->programmatic)
	      : stream_queued(s, simt_stream_launch(s->stream, f, l));
	for (u32 i = 0; x && i < x->nevent && e == cudaSuccess; i++)
		e = event_record(x->event[i].event, s, x->event[i].flags,
		                 x->event[i].port);
	return e;
}

static cudaError_t launch(enum stream_zero zero, struct CUkern_st *k, cudaStream_t stream,
                          struct simt_launch *l, size_t shared,
                          const struct launch_extra *x) {
	struct CUstream_st *s;
	struct simt_function *f;
	cudaError_t e = stream_find_here(stream, zero, &s);
	if (e == cudaSuccess && shared > UINT32_MAX)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = kernel_on(k, s->device, &f);
	l->shared_dynamic = (u32)shared;
	if (e == cudaSuccess && (e = queue(s, k, f, l, x)) != cudaSuccess)
		capture_spoil(s);
	return e;
}

static struct simt_launch shape(dim3 grid, dim3 block, void **args) {
	return (struct simt_launch){
		.grid = {grid.x, grid.y, grid.z},
		.block = {block.x, block.y, block.z},
		.args = args,
	};
}

static cudaError_t launch_handle(enum stream_zero zero, cudaKernel_t k, dim3 grid,
                                 dim3 block, void **args, size_t shared,
                                 cudaStream_t stream) {
	struct simt_launch l = shape(grid, block, args);
	if (!k)
		return stub_launched(NULL, cudaErrorInvalidDeviceFunction);
	return stub_launched(k, launch(zero, k, stream, &l, shared, NULL));
}
CUDA_PTSZ(__cudaLaunchKernel, launch_handle,
          (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
           cudaStream_t stream),
          kernel, grid, block, args, shared, stream)

static cudaError_t launch_function(enum stream_zero zero, bool cooperative,
                                   const void *func, dim3 grid, dim3 block, void **args,
                                   size_t shared, cudaStream_t stream) {
	struct CUkern_st *k = NULL;
	struct simt_launch l = shape(grid, block, args);
	cudaError_t e = kernel_find(func, &k);
	l.cooperative = cooperative;
	if (e == cudaSuccess)
		e = launch(zero, k, stream, &l, shared, NULL);
	return stub_launched(k, e);
}
CUDA_PTSZ(cudaLaunchKernel, launch_function,
          (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
           cudaStream_t stream),
          false, func, grid, block, args, shared, stream)
CUDA_PTSZ(cudaLaunchCooperativeKernel, launch_function,
          (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
           cudaStream_t stream),
          true, func, grid, block, args, shared, stream)

/* ---- with attributes ---- */

enum { MOST_PREFERRED = 16 }; /* ctas of a cluster */

/* A cluster has no dimension 0; all 0 stand for the kernel's own. */
static bool is_cluster(u32 x, u32 y, u32 z) {
	return (x && y && z) || !(x || y || z);
}

static bool is_preferred(u32 x, u32 y, u32 z) {
	return is_cluster(x, y, z) && (u64)x * y <= MOST_PREFERRED &&
	       (u64)x * y * z <= MOST_PREFERRED;
}

/* A preferred cluster is several of the clusters that the launch has. */
static bool preference_fits(const u32 preferred[3], const u32 cluster[3]) {
	for (u32 i = 0; i < 3 && preferred[0]; i++)
		if (!cluster[i] || preferred[i] % cluster[i])
			return false;
	return true;
}

/* Attributes about caches and priorities have no effect, but their values must be valid
 * (as on an H200). */
static cudaError_t apply(const cudaLaunchAttribute *a, struct simt_launch *l,
                         struct launch_extra *x) {
	cudaError_t e = stream_check_hint(a->id, &a->val);
	if (e != cudaSuccess)
		return e;
	switch (a->id) {
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributeMemSyncDomainMap:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributeNvlinkUtilCentricScheduling: return cudaSuccess;
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
		/* -1 is the default of functions alone */
		return (int)a->val.sharedMemCarveout < 0 ? cudaErrorInvalidValue
		                                         : cudaSuccess;
	case cudaLaunchAttributePreferredClusterDimension:
		if (!is_preferred(a->val.preferredClusterDim.x,
		                  a->val.preferredClusterDim.y,
		                  a->val.preferredClusterDim.z))
			return cudaErrorInvalidClusterSize;
		x->preferred[0] = a->val.preferredClusterDim.x;
		x->preferred[1] = a->val.preferredClusterDim.y;
		x->preferred[2] = a->val.preferredClusterDim.z;
		return cudaSuccess;
	case cudaLaunchAttributeCooperative:
		l->cooperative = a->val.cooperative != 0;
		return cudaSuccess;
	case cudaLaunchAttributeClusterDimension:
		if (!is_cluster(a->val.clusterDim.x, a->val.clusterDim.y,
		                a->val.clusterDim.z))
			return cudaErrorInvalidClusterSize;
		l->cluster[0] = a->val.clusterDim.x;
		l->cluster[1] = a->val.clusterDim.y;
		l->cluster[2] = a->val.clusterDim.z;
		return cudaSuccess;
	case cudaLaunchAttributeProgrammaticStreamSerialization:
		l->programmatic = x->programmatic =
			a->val.programmaticStreamSerializationAllowed != 0;
		return cudaSuccess;
	case cudaLaunchAttributeLaunchCompletionEvent:
		return note_event(x, a->val.launchCompletionEvent.event,
		                  a->val.launchCompletionEvent.flags,
		                  cudaGraphKernelNodePortLaunchCompletion);
	case cudaLaunchAttributeProgrammaticEvent:
		return note_event(x, a->val.programmaticEvent.event,
		                  a->val.programmaticEvent.flags,
		                  a->val.programmaticEvent.triggerAtBlockStart
		                          ? cudaGraphKernelNodePortLaunchCompletion
		                          : cudaGraphKernelNodePortProgrammatic);
	case cudaLaunchAttributeDeviceUpdatableKernelNode: return cudaErrorNotSupported;
	default: return cudaErrorInvalidValue;
	}
}

static cudaError_t apply_all(const cudaLaunchConfig_t *c, struct simt_launch *l,
                             struct launch_extra *x) {
	cudaError_t e = cudaSuccess;
	for (unsigned i = 0; e == cudaSuccess && i < c->numAttrs; i++)
		e = apply(&c->attrs[i], l, x);
	if (e == cudaSuccess && !preference_fits(x->preferred, l->cluster))
		e = cudaErrorInvalidClusterSize;
	return e;
}

static cudaError_t launch_config(enum stream_zero zero, const cudaLaunchConfig_t *c,
                                 const void *func, void **args) {
	struct CUkern_st *k;
	if (!c || (c->numAttrs && !c->attrs))
		return cudaErrorInvalidValue;
	struct simt_launch l = shape(c->gridDim, c->blockDim, args);
	struct launch_extra x = {.nevent = 0};
	cudaError_t e = kernel_find(func, &k);
	if (e == cudaSuccess)
		e = apply_all(c, &l, &x);
	return e == cudaSuccess ? launch(zero, k, c->stream, &l, c->dynamicSmemBytes, &x)
	                        : e;
}
CUDA_PTSZ(cudaLaunchKernelExC, launch_config,
          (const cudaLaunchConfig_t *config, const void *func, void **args), config, func,
          args)

/* ---- a function of a device, as the driver interface has them ---- */

cudaError_t launch_on(struct cuda_device *d, const void *func, struct simt_function *f,
                      const cudaLaunchConfig_t *c, struct simt_launch *l,
                      enum stream_zero zero) {
	struct CUstream_st *s;
	struct launch_extra x = {.nevent = 0};
	cudaError_t e = stream_find_here(c->stream, zero, &s);
	if (e == cudaSuccess && s->device != d)
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && c->dynamicSmemBytes > UINT32_MAX)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = apply_all(c, l, &x);
	if (e != cudaSuccess)
		return e;
	struct simt_launch shaped = shape(c->gridDim, c->blockDim, NULL);
	memcpy(l->grid, shaped.grid, sizeof l->grid);
	memcpy(l->block, shaped.block, sizeof l->block);
	l->shared_dynamic = (u32)c->dynamicSmemBytes;
	return queue(s, func, f, l, &x);
}
