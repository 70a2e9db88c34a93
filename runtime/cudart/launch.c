/* launch.c - launches of kernels, from <<<>>> and by function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/capture.h"
#include "runtime/cudart/function.h"

/* ---- <<<>>>: the configuration between the call and the stub ---- */

struct configuration {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
};

/* An argument may itself be computed with a launch, so they stack. */
enum { NESTED_CALLS = 16 };
static _Thread_local struct configuration stack[NESTED_CALLS];
static _Thread_local unsigned depth;

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
	return cudaSuccess;
}

/* ---- launching ---- */

static cudaError_t launch(enum stream_zero zero, struct CUkern_st *k, cudaStream_t stream,
                          struct simt_launch *l, size_t shared) {
	struct CUstream_st *s;
	struct simt_function *f;
	struct capture *c;
	cudaError_t e = stream_find_here(stream, zero, &s);
	if (e == cudaSuccess && shared > UINT32_MAX)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = kernel_on(k, s->device, &f);
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (e != cudaSuccess)
		return e;
	l->shared_dynamic = (u32)shared;
	if (c)
		return capture_launch(c, s, k, f, l);
	return stream_queued(s, simt_stream_launch(s->stream, f, l));
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
		return cudaErrorInvalidDeviceFunction;
	return launch(zero, k, stream, &l, shared);
}
CUDA_PTSZ(__cudaLaunchKernel, launch_handle,
          (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
           cudaStream_t stream),
          kernel, grid, block, args, shared, stream)

static cudaError_t launch_function(enum stream_zero zero, bool cooperative,
                                   const void *func, dim3 grid, dim3 block, void **args,
                                   size_t shared, cudaStream_t stream) {
	struct CUkern_st *k;
	struct simt_launch l = shape(grid, block, args);
	cudaError_t e = kernel_find(func, &k);
	l.cooperative = cooperative;
	return e == cudaSuccess ? launch(zero, k, stream, &l, shared) : e;
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

/* Those about caches, priorities and when a kernel may begin early change nothing that a program could
 * rely on: beginning when all before it is done is always allowed. */
static cudaError_t apply(const cudaLaunchAttribute *a, struct simt_launch *l) {
	switch (a->id) {
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeSynchronizationPolicy:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributeProgrammaticStreamSerialization:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributeMemSyncDomainMap:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributePreferredClusterDimension:
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
	case cudaLaunchAttributeNvlinkUtilCentricScheduling: return cudaSuccess;
	case cudaLaunchAttributeCooperative:
		l->cooperative = a->val.cooperative != 0;
		return cudaSuccess;
	case cudaLaunchAttributeClusterDimension:
		l->cluster[0] = a->val.clusterDim.x;
		l->cluster[1] = a->val.clusterDim.y;
		l->cluster[2] = a->val.clusterDim.z;
		return cudaSuccess;
	default: return cudaErrorNotSupported;
	}
}

static cudaError_t launch_config(enum stream_zero zero, const cudaLaunchConfig_t *c,
                                 const void *func, void **args) {
	struct CUkern_st *k;
	if (!c || (c->numAttrs && !c->attrs))
		return cudaErrorInvalidValue;
	struct simt_launch l = shape(c->gridDim, c->blockDim, args);
	cudaError_t e = kernel_find(func, &k);
	for (unsigned i = 0; e == cudaSuccess && i < c->numAttrs; i++)
		e = apply(&c->attrs[i], &l);
	return e == cudaSuccess ? launch(zero, k, c->stream, &l, c->dynamicSmemBytes) : e;
}
CUDA_PTSZ(cudaLaunchKernelExC, launch_config,
          (const cudaLaunchConfig_t *config, const void *func, void **args), config, func,
          args)

/* ---- a function of a device, as the driver interface has them ---- */

cudaError_t launch_on(struct cuda_device *d, const void *func, struct simt_function *f,
                      const cudaLaunchConfig_t *c, struct simt_launch *l, enum stream_zero zero) {
	struct CUstream_st *s;
	struct capture *capture;
	cudaError_t e = stream_find_here(c->stream, zero, &s);
	if (e == cudaSuccess && s->device != d)
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && c->dynamicSmemBytes > UINT32_MAX)
		e = cudaErrorInvalidValue;
	for (unsigned i = 0; e == cudaSuccess && i < c->numAttrs; i++)
		e = apply(&c->attrs[i], l);
	if (e == cudaSuccess)
		e = capture_enter(s, &capture);
	if (e != cudaSuccess)
		return e;
	struct simt_launch shaped = shape(c->gridDim, c->blockDim, NULL);
	memcpy(l->grid, shaped.grid, sizeof l->grid);
	memcpy(l->block, shaped.block, sizeof l->block);
	l->shared_dynamic = (u32)c->dynamicSmemBytes;
	if (capture)
		return capture_launch(capture, s, func, f, l);
	return stream_queued(s, simt_stream_launch(s->stream, f, l));
}
