/* legacy.c - launches as before CUDA 4.0: one call sets the block, others each parameter,
 * another launches. What was not set is 0.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/module.h"
#include "runtime/handles/device.h"
#include "runtime/handles/function.h"
#include "runtime/handles/kernel.h"

enum {
	PLAIN_SHARED = 48 << 10, /* what a launch has without asking for more */
	MOST_PARAMS = 5120,      /* what an H200 takes and more than PTX allows */
};

struct legacy_launch {
	u32 block[3], shared, bytes;
	u64 params[MOST_PARAMS / 8];
};

/* Only functions of modules have such a state; it lives as long as the module. */
static cudaError_t state_of(CUfunction f, struct legacy_launch **out) {
	struct cuda_device *d;
	struct simt_function *on;
	cudaError_t e = f ? (cudaError_t)function_find(f, &d, &on)
	                  : cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && f->handle != HANDLE_FUNCTION)
		e = cudaErrorInvalidResourceHandle;
	if (e != cudaSuccess)
		return e;
	struct CUmod_st *m = f->module;
	pthread_mutex_lock(&m->lock);
	if (!f->legacy && arena_reserve(&m->arena, sizeof *f->legacy, _Alignof(u64))) {
		f->legacy = arena_new(&m->arena, struct legacy_launch);
		for (u32 i = 0; i < 3; i++)
			f->legacy->block[i] = 1;
	}
	pthread_mutex_unlock(&m->lock);
	*out = f->legacy;
	return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

static bool is_block(const struct simt_properties *p, int x, int y, int z) {
	return x > 0 && y > 0 && z > 0 && (u32)x <= p->max_block[0] &&
	       (u32)y <= p->max_block[1] && (u32)z <= p->max_block[2] &&
	       (u64)x * (u64)y * (u64)z <= p->max_threads_cta;
}

static cudaError_t set_block(CUfunction f, int x, int y, int z) {
	struct legacy_launch *l;
	struct simt_properties p;
	cudaError_t e = state_of(f, &l);
	if (e != cudaSuccess)
		return e;
	simt_device_properties(f->device->dev, &p);
	if (!is_block(&p, x, y, z))
		return cudaErrorInvalidValue;
	l->block[0] = (u32)x;
	l->block[1] = (u32)y;
	l->block[2] = (u32)z;
	return e;
}

CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z) {
	return RUNTIME(set_block(f, x, y, z));
}

static cudaError_t set_shared(CUfunction f, unsigned bytes) {
	struct legacy_launch *l;
	cudaError_t e = state_of(f, &l);
	if (e == cudaSuccess && bytes > PLAIN_SHARED)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		l->shared = bytes;
	return e;
}

CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes) {
	return RUNTIME(set_shared(f, bytes));
}

static cudaError_t set_size(CUfunction f, unsigned bytes) {
	struct legacy_launch *l;
	cudaError_t e = state_of(f, &l);
	if (e == cudaSuccess && bytes > sizeof l->params)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		l->bytes = bytes;
	return e;
}

CUresult cuParamSetSize(CUfunction f, unsigned bytes) {
	return RUNTIME(set_size(f, bytes));
}

static cudaError_t set_param(CUfunction f, int at, const void *from, unsigned n) {
	struct legacy_launch *l;
	cudaError_t e = from ? state_of(f, &l) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	if (at < 0 || (size_t)at > sizeof l->params || n > sizeof l->params - (size_t)at)
		return cudaErrorInvalidValue;
	memcpy((u8 *)l->params + at, from, n);
	return e;
}

CUresult cuParamSetv(CUfunction f, int at, void *from, unsigned n) {
	return RUNTIME(set_param(f, at, from, n));
}

CUresult cuParamSeti(CUfunction f, int at, unsigned value) {
	return RUNTIME(set_param(f, at, &value, sizeof value));
}

CUresult cuParamSetf(CUfunction f, int at, float value) {
	return RUNTIME(set_param(f, at, &value, sizeof value));
}

/* No effect: kernels find the references of their module. */
CUresult cuParamSetTexRef(CUfunction f, int unit, CUtexref t) {
	struct legacy_launch *l;
	cudaError_t e = f && t ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	return RUNTIME(f && t && unit == -1 ? state_of(f, &l) : e);
}

static cudaError_t launch(CUfunction f, int width, int height, CUstream stream) {
	struct legacy_launch *l;
	struct simt_function_attributes a;
	cudaError_t e = state_of(f, &l);
	if (e == cudaSuccess && (width <= 0 || height <= 0))
		e = cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	simt_function_attributes(f->function, &a);
	if (l->bytes && !a.param_bytes)
		return cudaErrorLaunchOutOfResources;
	cudaLaunchConfig_t c = {.gridDim = {(u32)width, (u32)height, 1},
	                        .blockDim = {l->block[0], l->block[1], l->block[2]},
	                        .dynamicSmemBytes = l->shared,
	                        .stream = stream};
	struct simt_launch s = {.params = l->params, .param_bytes = a.param_bytes};
	return launch_on(f->device, f, f->function, &c, &s, driver_zero());
}

CUresult cuLaunchGridAsync(CUfunction f, int width, int height, CUstream stream) {
	return RUNTIME(launch(f, width, height, stream));
}

CUresult cuLaunchGrid(CUfunction f, int width, int height) {
	return RUNTIME(launch(f, width, height, NULL));
}

CUresult cuLaunch(CUfunction f) {
	return RUNTIME(launch(f, 1, 1, NULL));
}
