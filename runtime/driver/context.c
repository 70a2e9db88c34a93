/* context.c - functions about contexts: primary ones, others, the stack, queries.
 * handles/context.c has the contexts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/driver.h"
#include "runtime/handles/device.h"

enum {
	/* cuCtxSetFlags changes the others */
	FLAGS_OF_CREATION = CU_CTX_MAP_HOST | CU_CTX_COREDUMP_ENABLE |
	                    CU_CTX_USER_COREDUMP_ENABLE,
	API_VERSION = 3020,
	NARROW_VERSION = 3010,
};

/* ---- primary contexts -------------------------------------------------------------- */

static CUresult find_device(CUdevice index, struct cuda_device **d) {
	CUresult r = driver_begin_bare();
	return r == CUDA_SUCCESS ? driver_end(device_at(index, d)) : r;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device) {
	struct cuda_device *d;
	CUresult r = out ? find_device(device, &d) : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	*out = context_primary(d);
	if (!*out)
		return CUDA_ERROR_OUT_OF_MEMORY;
	context_retain(*out);
	return CUDA_SUCCESS;
}

/* Whether the runtime uses the primary context: it keeps that of a device that it has
 * used, whatever the driver interface does. */
static bool primary_in_use(CUdevice device) {
	struct cuda_device *d;
	return device_is_open(device) && device_at(device, &d) == cudaSuccess &&
	       d->runtime_used;
}

/* The last release ends the context, unless the runtime uses it. */
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
	struct cuda_device *d;
	CUresult r = find_device(device, &d);
	if (r != CUDA_SUCCESS)
		return r;
	struct CUctx_st *c = context_primary(d);
	if (!c)
		return CUDA_ERROR_OUT_OF_MEMORY;
	bool last;
	if (!context_release(c, &last))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!last || primary_in_use(device))
		return CUDA_SUCCESS;
	device_set_flags(device, 0);
	return driver_result(device_reset(d));
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
	return cuDevicePrimaryCtxRelease_v2(device);
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
	struct cuda_device *d;
	CUresult r = find_device(device, &d);
	return r == CUDA_SUCCESS ? driver_result(device_reset(d)) : r;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
	return cuDevicePrimaryCtxReset_v2(device);
}

static CUresult check_index(CUdevice device) {
	return RUNTIME_BARE(driver_check_device(device));
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
	CUresult r = check_index(device);
	if (r == CUDA_SUCCESS && flags & CU_CTX_MAP_HOST)
		r = CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? driver_result(device_set_flags(device, flags)) : r;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
	return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
	CUresult r = flags && active ? check_index(device) : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	*active = context_is_retained(device) || primary_in_use(device);
	*flags = device_flags(device);
	return CUDA_SUCCESS;
}

/* ---- other contexts ---------------------------------------------------------------- */

CUresult cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device) {
	struct cuda_device *d;
	if (!out || !device_flags_are_valid(flags))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = find_device(device, &d);
	if (r != CUDA_SUCCESS)
		return r;
	/* A dump that the user starts needs what a dump of an exception needs. */
	if (flags & CU_CTX_USER_COREDUMP_ENABLE)
		flags |= CU_CTX_COREDUMP_ENABLE;
	*out = context_make(d, flags & ~(unsigned)CU_CTX_USER_COREDUMP_ENABLE);
	return *out && context_push(*out) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxCreate_v3(CUcontext *out, CUexecAffinityParam *affinity, int n,
                        unsigned flags, CUdevice device) {
	(void)affinity;
	return n ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
	         : cuCtxCreate_v2(out, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *out, CUctxCreateParams *params, unsigned flags,
                        CUdevice device) {
	if (params && params->cigParams)
		return CUDA_ERROR_NOT_SUPPORTED; /* for graphics */
	if (params && params->numExecAffinityParams)
		return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
	return cuCtxCreate_v2(out, flags, device);
}

/* The context of a green context ends with it. */
CUresult cuCtxDestroy_v2(CUcontext c) {
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	if (!context_is_one(c) || c->primary || c->green)
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!context_is_alive(c))
		return context_current() ? CUDA_ERROR_CONTEXT_IS_DESTROYED
		                         : CUDA_ERROR_INVALID_CONTEXT;
	context_end(c);
	return CUDA_SUCCESS;
}

CUresult cuCtxAttach(CUcontext *out, unsigned flags) {
	CUresult r = out && !flags ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	*out = context_current();
	context_retain(*out);
	return driver_end(cudaSuccess);
}

/* Without a reference, which cuCtxAttach takes, it ends the context. */
CUresult cuCtxDetach(CUcontext c) {
	bool last;
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	if (c != context_current())
		return CUDA_ERROR_INVALID_CONTEXT;
	return context_release(c, &last) ? CUDA_SUCCESS : cuCtxDestroy_v2(c);
}

/* ---- the stack --------------------------------------------------------------------- */

/* Whether it was made as a context, destroyed or not. */
static CUresult check_made(const struct CUctx_st *c) {
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	return c && context_is_one(c) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult check_context(const struct CUctx_st *c) {
	CUresult r = check_made(c);
	return r != CUDA_SUCCESS || context_is_alive(c) ? r : CUDA_ERROR_INVALID_CONTEXT;
}

/* A context that was destroyed can be made current; what is called then fails. */
CUresult cuCtxPushCurrent_v2(CUcontext c) {
	CUresult r = c || !driver_is_ready() ? check_made(c) : CUDA_ERROR_INVALID_VALUE;
	return r != CUDA_SUCCESS ? r
	       : context_push(c) ? CUDA_SUCCESS
	                         : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent_v2(CUcontext *out) {
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!context_current())
		return CUDA_ERROR_INVALID_CONTEXT;
	struct CUctx_st *c = context_pop();
	if (out)
		*out = c;
	return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext c) {
	CUresult r = c                   ? check_made(c)
	             : driver_is_ready() ? CUDA_SUCCESS
	                                 : CUDA_ERROR_NOT_INITIALIZED;
	if (r != CUDA_SUCCESS)
		return r;
	return context_set(c) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxGetCurrent(CUcontext *out) {
	if (!out)
		return CUDA_ERROR_INVALID_VALUE;
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	*out = context_current();
	return CUDA_SUCCESS;
}

/* ---- queries ----------------------------------------------------------------------- */

/* NULL stands for the current one. */
static CUresult made_or_current(CUcontext *c) {
	if (!*c)
		*c = context_current();
	return check_made(*c);
}

/* The functions that CUDA 13 calls by the suffix _v2 had no context before. Programs that
 * try each name with that suffix first, as Numba does, call them so: what is no context
 * stands for the current one. */
static CUcontext given_context(CUcontext c) {
	return context_is_one(c) ? c : NULL;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext c) {
	if (!device)
		return CUDA_ERROR_INVALID_VALUE;
	c = given_context(c);
	CUresult r = made_or_current(&c);
	if (r == CUDA_SUCCESS)
		*device = c->device->index;
	return r;
}

CUresult cuCtxGetDevice(CUdevice *device) {
	return cuCtxGetDevice_v2(device, NULL);
}

CUresult cuCtxGetFlags(unsigned *flags) {
	CUcontext c = NULL;
	CUresult r = flags ? made_or_current(&c) : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*flags = c->primary ? device_flags(c->device->index) | CU_CTX_MAP_HOST
		                    : c->flags; /* host memory can always be mapped */
	return r;
}

CUresult cuCtxSetFlags(unsigned flags) {
	CUcontext c = NULL;
	CUresult r = made_or_current(&c);
	if (r != CUDA_SUCCESS)
		return r;
	if (c->primary)
		return driver_result(device_set_flags(c->device->index, flags));
	if (!context_is_alive(c))
		return CUDA_ERROR_CONTEXT_IS_DESTROYED;
	if (!device_flags_are_valid(flags))
		return CUDA_ERROR_INVALID_VALUE;
	c->flags = (flags & ~(unsigned)FLAGS_OF_CREATION) |
	           (c->flags & FLAGS_OF_CREATION);
	return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext c, unsigned long long *id) {
	if (!id)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = made_or_current(&c);
	if (r == CUDA_SUCCESS && !context_is_alive(c))
		r = CUDA_ERROR_CONTEXT_IS_DESTROYED;
	if (r == CUDA_SUCCESS)
		*id = c->id;
	return r;
}

CUresult cuCtxGetApiVersion(CUcontext c, unsigned *version) {
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	bool given = c;
	CUresult r = made_or_current(&c);
	if (r == CUDA_SUCCESS && !context_is_alive(c))
		r = given ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_CONTEXT_IS_DESTROYED;
	if (r == CUDA_SUCCESS)
		*version = c->is_narrow ? NARROW_VERSION : API_VERSION;
	return r;
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *param, CUexecAffinityType type) {
	CUresult r = param ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) {
		driver_end(cudaSuccess);
		return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
	}
	struct simt_properties p;
	simt_device_properties(context_current()->device->dev, &p);
	param->type = type;
	param->param.smCount.val = p.multiprocessors;
	return driver_end(cudaSuccess);
}

/* ---- functions that the runtime has, too ------------------------------------------- */

CUresult cuCtxSynchronize(void) {
	return RUNTIME(cudaDeviceSynchronize());
}

CUresult cuCtxSynchronize_v2(CUcontext c) {
	c = given_context(c);
	if (!c)
		return cuCtxSynchronize();
	CUresult r = check_context(c);
	return r == CUDA_SUCCESS ? driver_result(device_error(
					   c->device, simt_device_wait(c->device->dev)))
	                         : r;
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
	return RUNTIME(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
	return RUNTIME(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config) {
	return RUNTIME(cudaDeviceGetCacheConfig((enum cudaFuncCache *)config));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
	return RUNTIME(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config) {
	return RUNTIME(cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)config));
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
	return RUNTIME(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
	return RUNTIME(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CUresult cuCtxResetPersistingL2Cache(void) {
	return RUNTIME(cudaCtxResetPersistingL2Cache());
}

/* Runs after everything that was queued; the device has one set of queues for all its
 * contexts. */
static CUresult in_all_streams(CUcontext c, CUevent event, bool record) {
	CUresult r = check_context(c);
	if (r != CUDA_SUCCESS || (r = driver_begin_bare()) != CUDA_SUCCESS)
		return r;
	if (!context_push(c))
		return driver_end(cudaErrorMemoryAllocation);
	cudaError_t e = record ? cudaEventRecord(event, cudaStreamLegacy)
	                       : cudaStreamWaitEvent(cudaStreamLegacy, event, 0);
	context_pop();
	return driver_end(e);
}

CUresult cuCtxRecordEvent(CUcontext c, CUevent event) {
	return in_all_streams(c, event, true);
}

CUresult cuCtxWaitEvent(CUcontext c, CUevent event) {
	return in_all_streams(c, event, false);
}

/* ---- peers ------------------------------------------------------------------------- */

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
	CUresult r = check_context(peer);
	return r == CUDA_SUCCESS
	               ? RUNTIME(cudaDeviceEnablePeerAccess(peer->device->index, flags))
	               : r;
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
	CUresult r = check_context(peer);
	return r == CUDA_SUCCESS
	               ? RUNTIME(cudaDeviceDisablePeerAccess(peer->device->index))
	               : r;
}
