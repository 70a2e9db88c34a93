/* green.c - parts of devices, and contexts that have only a part. The multiprocessors of
 * a context are only recorded; kernels run on all worker threads of the device, whatever
 * their context.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/driver.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

/* A resource, in the bytes of CUdevResource that are internal. */
struct part {
	u32 magic;
	int device;
	u32 first; /* multiprocessor */
};

enum { PART_MAGIC = 0x70617274 };

struct CUdevResourceDesc_st {
	struct slot slot;
	int device;
	CUdevResource sm;
};

struct CUgreenCtx_st {
	struct slot slot;
	struct CUctx_st *context;
	CUdevResource sm;
};

static struct slots desc_slots = SLOTS_INIT(struct CUdevResourceDesc_st);
static struct slots green_slots = SLOTS_INIT(struct CUgreenCtx_st);

/* ---- resources --------------------------------------------------------------------- */

/* step: the unit in which it can be split; recorded: only a whole device reports it. */
static CUdevResource resource(int device, u32 first, u32 n, u32 step) {
	struct part p = {PART_MAGIC, device, first};
	CUdevResource r = {.type = CU_DEV_RESOURCE_TYPE_SM, .sm = {n, step, step}};
	memcpy(r._internal_padding, &p, sizeof p);
	return r;
}

static bool part_of(const CUdevResource *r, struct part *p) {
	if (!r || r->type != CU_DEV_RESOURCE_TYPE_SM)
		return false;
	memcpy(p, r->_internal_padding, sizeof *p);
	return p->magic == PART_MAGIC;
}

/* Returns the unit in which multiprocessors are split; 1 where there are only a few. */
static u32 step_of(const struct simt_properties *p, bool alone) {
	u32 step = alone ? 2 : p->sm >= 90 ? 8 : p->sm >= 70 ? 2 : 1;
	return p->multiprocessors < 2 * step ? 1 : step;
}

static CUdevResource all_of(const struct cuda_device *d) {
	struct simt_properties p;
	simt_device_properties(d->dev, &p);
	return resource(d->index, 0, p.multiprocessors, step_of(&p, false));
}

static CUresult whole_device(CUdevice device, CUdevResource *out,
                             CUdevResourceType type) {
	struct cuda_device *d;
	if (!out)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	r = driver_end(device_at(device, &d));
	if (r != CUDA_SUCCESS)
		return r;
	if (type != CU_DEV_RESOURCE_TYPE_SM)
		return CUDA_ERROR_INVALID_RESOURCE_TYPE;
	*out = all_of(d);
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *out,
                                CUdevResourceType type) {
	return whole_device(device, out, type);
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *out, unsigned *n,
                                     const CUdevResource *input, CUdevResource *rest,
                                     unsigned flags, unsigned least) {
	const unsigned known = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
	                       CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
	struct cuda_device *d;
	struct simt_properties p;
	struct part part;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	if (!n || !input || (flags & ~known) || (out && !*n))
		return CUDA_ERROR_INVALID_VALUE;
	if (!part_of(input, &part) || device_at(part.device, &d) != cudaSuccess)
		return CUDA_ERROR_INVALID_RESOURCE_TYPE;
	simt_device_properties(d->dev, &p);
	u32 step = step_of(&p, flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
	u32 size = MAX((least + step - 1) / step * step, step), total = input->sm.smCount;
	if (least > total || size > total)
		return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
	u32 most = total / size, count = out ? MIN(*n, most) : most;
	for (u32 i = 0; out && i < count; i++)
		out[i] = resource(part.device, part.first + i * size, size, 0);
	if (rest) {
		*rest = resource(part.device, part.first + count * size,
		                 total - count * size, step);
		if (count * size == total)
			*rest = (CUdevResource){.type = CU_DEV_RESOURCE_TYPE_INVALID};
	}
	*n = count;
	return CUDA_SUCCESS;
}

/* Descriptions are never freed: the interface has no function for it. */
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *out, CUdevResource *resources,
                                   unsigned n) {
	struct part part;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	if (!out || !resources || !n)
		return CUDA_ERROR_INVALID_VALUE;
	if (n != 1) /* one resource of each type is allowed, and there is one type */
		return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
	if (!part_of(resources, &part))
		return CUDA_ERROR_INVALID_RESOURCE_TYPE;
	struct CUdevResourceDesc_st *d = slot_take(&desc_slots);
	if (!d)
		return CUDA_ERROR_OUT_OF_MEMORY;
	d->device = part.device;
	d->sm = resources[0];
	*out = d;
	return CUDA_SUCCESS;
}

/* ---- contexts ---------------------------------------------------------------------- */

static bool is_green(const struct CUgreenCtx_st *g) {
	return g && g->slot.live && context_is_alive(g->context);
}

/* Without a description it has all of the device. The primary context lives as long. */
CUresult cuGreenCtxCreate(CUgreenCtx *out, CUdevResourceDesc desc, CUdevice device,
                          unsigned flags) {
	struct cuda_device *d;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	r = driver_end(device_at(device, &d));
	if (r != CUDA_SUCCESS)
		return r;
	if (!out || (desc && !desc->slot.live) || flags != CU_GREEN_CTX_DEFAULT_STREAM)
		return CUDA_ERROR_INVALID_VALUE;
	if (desc && desc->device != device)
		return CUDA_ERROR_INVALID_DEVICE;
	struct CUctx_st *primary = context_primary(d);
	struct CUgreenCtx_st *g = primary ? slot_take(&green_slots) : NULL;
	struct CUctx_st *c = g ? context_make(d, 0) : NULL;
	if (!c) {
		if (g)
			slot_give(&green_slots, g);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	context_retain(primary);
	g->context = c;
	g->sm = desc ? desc->sm : all_of(d);
	c->green = g;
	*out = g;
	return CUDA_SUCCESS;
}

CUresult cuGreenCtxDestroy(CUgreenCtx g) {
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	if (!is_green(g))
		return CUDA_ERROR_INVALID_CONTEXT;
	bool last;
	context_release(context_primary(g->context->device), &last);
	context_end(g->context);
	slot_give(&green_slots, g);
	return CUDA_SUCCESS;
}

static CUresult check(const struct CUgreenCtx_st *g, const void *out) {
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!out)
		return CUDA_ERROR_INVALID_VALUE;
	return is_green(g) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxFromGreenCtx(CUcontext *out, CUgreenCtx g) {
	CUresult r = check(g, out);
	if (r == CUDA_SUCCESS)
		*out = g->context;
	return r;
}

CUresult cuGreenCtxGetId(CUgreenCtx g, unsigned long long *id) {
	CUresult r = check(g, id);
	if (r == CUDA_SUCCESS)
		*id = g->context->id;
	return r;
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx g, CUdevResource *out,
                                  CUdevResourceType type) {
	if (out && type != CU_DEV_RESOURCE_TYPE_SM)
		return CUDA_ERROR_INVALID_RESOURCE_TYPE;
	CUresult r = check(g, out);
	if (r != CUDA_SUCCESS)
		return r;
	*out = g->sm;
	return CUDA_SUCCESS;
}

CUresult cuCtxGetDevResource(CUcontext c, CUdevResource *out, CUdevResourceType type) {
	CUdevice device;
	CUresult r = cuCtxGetDevice_v2(&device, c);
	if (r != CUDA_SUCCESS)
		return r;
	if (!c)
		c = context_current();
	return c->green ? cuGreenCtxGetDevResource(c->green, out, type)
	                : whole_device(device, out, type);
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx g, CUevent event) {
	CUresult r = check(g, &g);
	return r == CUDA_SUCCESS ? cuCtxRecordEvent(g->context, event) : r;
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx g, CUevent event) {
	CUresult r = check(g, &g);
	return r == CUDA_SUCCESS ? cuCtxWaitEvent(g->context, event) : r;
}

/* ---- streams ----------------------------------------------------------------------- */

CUresult cuGreenCtxStreamCreate(CUstream *out, CUgreenCtx g, unsigned flags,
                                int priority) {
	CUresult r = check(g, out);
	if (r == CUDA_SUCCESS && flags != CU_STREAM_NON_BLOCKING)
		r = CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		r = cuCtxPushCurrent_v2(g->context);
	if (r != CUDA_SUCCESS)
		return r;
	r = cuStreamCreateWithPriority(out, flags, priority);
	cuCtxPopCurrent_v2(NULL);
	return r;
}

/* A green context is not named as a context: the primary one stands for it. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *c, CUgreenCtx *g) {
	CUcontext found;
	CUresult r = cuStreamGetCtx(stream, &found);
	if (r == CUDA_SUCCESS && g)
		*g = found->green;
	if (r == CUDA_SUCCESS && c)
		*c = found->green ? context_primary(found->device) : found;
	return r;
}

CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *g) {
	CUcontext found;
	CUresult r = g ? cuStreamGetCtx(stream, &found) : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*g = found->green;
	return r;
}
