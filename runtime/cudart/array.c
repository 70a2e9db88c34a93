/* array.c - CUDA arrays and mipmapped arrays: making, queries. What hardware accepts and
 * refuses was recorded on an H200. Sparse arrays, arrays without memory, and compressed
 * or planar formats are cudaErrorNotSupported.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/array.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

enum {
	CUBE_FACES = 6,
	ACCEPTED_FLAG = 0x100 /* hardware accepts it; undocumented */
};

static struct slots array_slots = SLOTS_INIT(struct cudaArray);
static struct slots mip_slots = SLOTS_INIT(struct cudaMipmappedArray);

/* ---- formats ---- */

static bool channels_fit(const struct cudaChannelFormatDesc *d, u32 *n) {
	*n = !d->y ? 1 : !d->z ? 2 : 4;
	return d->x && (*n < 2 || d->y == d->x) &&
	       (*n < 4 || (d->z == d->x && d->w == d->x)) &&
	       (*n == 4 || (!d->z && !d->w)) && (*n > 1 || !d->y);
}

/* Whether channels and bits are those that the name of a normalized format says. */
static bool is_named(enum cudaChannelFormatKind f, int bits, u32 channels) {
	static const u32 count[] = {1, 2, 4}; /* of 8 bits, then of 16 */
	u32 i = (u32)(f - cudaChannelFormatKindUnsignedNormalized8X1) % 6;
	return bits == (i < 3 ? 8 : 16) && channels == count[i % 3];
}

cudaError_t texel_of(const struct cudaChannelFormatDesc *d, struct simt_texel *t,
                     bool *normalized) {
	u32 n;
	*normalized = d->f >= cudaChannelFormatKindUnsignedNormalized8X1 &&
	              d->f <= cudaChannelFormatKindSignedNormalized16X4;
	if (d->f == cudaChannelFormatKindNV12 ||
	    d->f > cudaChannelFormatKindSignedNormalized16X4)
		return d->f <= cudaChannelFormatKindUnsignedNormalized1010102
		               ? cudaErrorNotSupported
		               : cudaErrorInvalidChannelDescriptor;
	if (!channels_fit(d, &n) || d->f == cudaChannelFormatKindNone ||
	    (*normalized && !is_named(d->f, d->x, n)))
		return cudaErrorInvalidChannelDescriptor;
	bool is_signed = d->f == cudaChannelFormatKindSigned ||
	                 (*normalized &&
	                  d->f >= cudaChannelFormatKindSignedNormalized8X1);
	*t = (struct simt_texel){
		.kind = d->f == cudaChannelFormatKindFloat ? SIMT_TEXEL_FLOAT
	                : is_signed                        ? SIMT_TEXEL_SINT
	                                                   : SIMT_TEXEL_UINT,
		.bits = (u32)d->x,
		.channels = n,
	};
	return simt_texel_bytes(t) ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

/* ---- shapes ---- */

static bool within(u64 n, int limit) {
	return n <= (u64)limit;
}

static bool shape_fits(const struct cudaDeviceProp *p, const struct cudaExtent *e,
                       u32 flags) {
	bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
	u64 w = e->width, h = e->height, d = e->depth;
	if (!w || (d && !h && !layered) || (layered && !d))
		return false;
	if (flags & cudaArrayTextureGather)
		return h && !d && within(w, p->maxTexture2DGather[0]) &&
		       within(h, p->maxTexture2DGather[1]);
	if (cube)
		return w == h && d && d % CUBE_FACES == 0 &&
		       (layered || d == CUBE_FACES) && within(w, p->maxTextureCubemap) &&
		       (!layered || within(d, p->maxTextureCubemapLayered[1]));
	if (layered && h)
		return within(w, p->maxTexture2DLayered[0]) &&
		       within(h, p->maxTexture2DLayered[1]) &&
		       within(d, p->maxTexture2DLayered[2]);
	if (layered)
		return within(w, p->maxTexture1DLayered[0]) &&
		       within(d, p->maxTexture1DLayered[1]);
	if (d)
		return (within(w, p->maxTexture3D[0]) && within(h, p->maxTexture3D[1]) &&
		        within(d, p->maxTexture3D[2])) ||
		       (within(w, p->maxTexture3DAlt[0]) &&
		        within(h, p->maxTexture3DAlt[1]) &&
		        within(d, p->maxTexture3DAlt[2]));
	if (!h && flags & cudaArraySurfaceLoadStore)
		return within(w, p->maxSurface1D);
	return h ? within(w, p->maxTexture2D[0]) && within(h, p->maxTexture2D[1])
	         : within(w, p->maxTexture1D);
}

/* Whether the extent is within the smaller limits of mipmapped arrays (as on an H100). */
static bool mipmap_fits(const struct cudaDeviceProp *p, const struct cudaExtent *e,
                        u32 flags) {
	if (flags & (cudaArrayLayered | cudaArrayCubemap) || e->depth)
		return true;
	return e->height ? within(e->width, p->maxTexture2DMipmap[0]) &&
	                           within(e->height, p->maxTexture2DMipmap[1])
	                 : within(e->width, p->maxTexture1DMipmap);
}

static cudaError_t check_flags(u32 flags) {
	const u32 later = cudaArraySparse | cudaArrayDeferredMapping;
	const u32 known = cudaArrayLayered | cudaArraySurfaceLoadStore |
	                  cudaArrayCubemap | cudaArrayTextureGather | ACCEPTED_FLAG;
	if (flags & ~(known | later))
		return cudaErrorInvalidValue;
	return flags & later ? cudaErrorNotSupported : cudaSuccess;
}

/* Does everything but the handles. levels: 0 for arrays that are not mipmapped. */
static cudaError_t array_make(const struct cudaChannelFormatDesc *desc,
                              const struct cudaExtent *e, u32 levels, u32 flags,
                              struct cuda_device **device, struct simt_array **out) {
	struct simt_texel texel;
	struct cudaDeviceProp prop;
	bool normalized, has_layers = flags & (cudaArrayLayered | cudaArrayCubemap);
	/* Makes sure of memory for the handles, which are made after the array. */
	cudaError_t err = arena_ready(64 << 10) ? device_current(device)
	                                        : cudaErrorMemoryAllocation;
	if (err == cudaSuccess)
		err = check_flags(flags);
	if (err == cudaSuccess && !e->width)
		err = cudaErrorInvalidValue;
	if (err == cudaSuccess)
		err = texel_of(desc, &texel, &normalized);
	if (err == cudaSuccess)
		err = capture_forbids_unsafe();
	if (err != cudaSuccess)
		return err;
	device_fill_properties(*device, &prop);
	if (!shape_fits(&prop, e, flags) || (levels && !mipmap_fits(&prop, e, flags)))
		return cudaErrorInvalidValue;
	struct simt_array_desc d = {
		.texel = texel,
		.width = e->width,
		.height = e->height,
		.depth = has_layers ? 0 : e->depth,
		.layers = has_layers ? (u32)e->depth : 0,
		.is_cube = (flags & cudaArrayCubemap) != 0,
	};
	d.levels = MIN(MAX(levels, 1u), simt_array_most_levels(&d));
	return device_error(*device, simt_array_create((*device)->dev, &d, out));
}

static struct cudaArray *array_new(struct simt_array *array, struct cuda_device *device,
                                   const struct cudaChannelFormatDesc *desc,
                                   const struct cudaExtent *e, u32 flags, u32 level) {
	struct cudaArray *a = slot_take(&array_slots);
	struct simt_array_level l;
	simt_array_level(array, level, &l);
	a->array = array;
	a->device = device;
	a->generation = device->generation;
	a->level = level;
	a->flags = flags;
	a->desc = *desc;
	a->extent = (struct cudaExtent){
		l.width, l.height,
		flags & (cudaArrayLayered | cudaArrayCubemap) ? e->depth : l.depth};
	return a;
}

static cudaError_t array_end(struct cudaArray *a) {
	cudaError_t e = cudaSuccess;
	/* After a reset its memory is freed, and another allocation may have it. */
	bool stale = a->generation != a->device->generation;
	if (!slot_give(&array_slots, a))
		return cudaErrorInvalidResourceHandle;
	if (stale && a->level == 0)
		simt_array_forget(a->array);
	if (!stale && a->level == 0) {
		e = device_error(a->device, simt_device_wait(a->device->dev));
		enum simt_status s = simt_array_destroy(a->array);
		e = e == cudaSuccess ? device_error(a->device, s) : e;
	}
	return e;
}

static cudaError_t mipmapped_end(struct cudaMipmappedArray *m) {
	cudaError_t e = cudaSuccess;
	if (!slot_give(&mip_slots, m))
		return cudaErrorInvalidResourceHandle;
	for (u32 i = m->nlevel; i--;) {
		cudaError_t one = array_end(m->level[i]);
		e = e == cudaSuccess ? one : e;
	}
	return e;
}

/* ---- with its context ---- */

static void drop_array(struct owned *o) {
	struct cudaArray *a = (struct cudaArray *)((char *)o -
	                                           offsetof(struct cudaArray, own));
	a->slot.orphan = true;
	array_end(a);
}

static void drop_mipmapped(struct owned *o) {
	struct cudaMipmappedArray *m =
		(struct cudaMipmappedArray *)((char *)o -
	                                      offsetof(struct cudaMipmappedArray, own));
	m->slot.orphan = true;
	for (u32 i = 0; i < m->nlevel; i++)
		m->level[i]->slot.orphan = true;
	mipmapped_end(m);
}

/* ---- making ---- */

cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags) {
	struct cuda_device *d;
	struct simt_array *core;
	cudaError_t e = array && desc ? array_make(desc, &extent, 0, flags, &d, &core)
	                              : cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		*array = array_new(core, d, desc, &extent, flags, 0);
		context_own(&(*array)->own, drop_array);
	}
	return cudart_report(e);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags) {
	struct cudaExtent e = {width, height, 0};
	if (flags & (cudaArrayLayered | cudaArrayCubemap))
		return cudart_report(cudaErrorInvalidValue);
	return cudaMalloc3DArray(array, desc, e, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mip,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags) {
	struct cuda_device *d;
	struct simt_array *core;
	cudaError_t e = mip && desc ? array_make(desc, &extent, MAX(levels, 1u), flags,
	                                         &d, &core)
	                            : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	struct cudaMipmappedArray *m = slot_take(&mip_slots);
	m->nlevel = simt_array_desc(core)->levels;
	for (u32 i = 0; i < m->nlevel; i++) {
		m->level[i] = array_new(core, d, desc, &extent, flags, i);
		m->level[i]->is_level = true;
	}
	*mip = m;
	context_own(&m->own, drop_mipmapped);
	return cudaSuccess;
}

/* ---- the end ---- */

cudaError_t cudaFreeArray(cudaArray_t array) {
	if (!array)
		return cudaSuccess;
	cudaError_t e = context_slot_error(&array->slot);
	if (e != cudaSuccess || array->is_level)
		return cudart_report(e);
	context_disown(&array->own);
	return cudart_report(array_end(array));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mip) {
	if (!mip)
		return cudaSuccess;
	cudaError_t e = context_slot_error(&mip->slot);
	if (e != cudaSuccess)
		return cudart_report(e);
	context_disown(&mip->own);
	return cudart_report(mipmapped_end(mip));
}

/* ---- questions ---- */

cudaError_t array_find(cudaArray_const_t handle, const struct cudaArray **a) {
	if (!handle ||
	    (handle->slot.live && handle->generation != handle->device->generation))
		return cudaErrorInvalidResourceHandle;
	*a = handle;
	return context_slot_error(&handle->slot);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t mip,
                                       unsigned int i) {
	if (!level)
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = mip ? context_slot_error(&mip->slot)
	                    : cudaErrorInvalidResourceHandle;
	if (e != cudaSuccess)
		return cudart_report(e);
	if (i >= mip->nlevel)
		return cudart_report(cudaErrorInvalidValue);
	*level = mip->level[i];
	return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array) {
	const struct cudaArray *a;
	cudaError_t e = array_find(array, &a);
	if (e != cudaSuccess)
		return cudart_report(e);
	if (desc)
		*desc = a->desc;
	if (extent)
		*extent = a->extent;
	if (flags)
		*flags = a->flags;
	return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array) {
	const struct cudaArray *a;
	cudaError_t e = desc ? array_find(array, &a) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*desc = a->desc;
	return cudart_report(e);
}

/* Only formats of several planes have planes, and only sparse or unmapped arrays have
 * the rest. */
cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index) {
	(void)index;
	return cudart_report(plane && !array ? cudaErrorInvalidResourceHandle
	                                     : cudaErrorInvalidValue);
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *p,
                                         cudaArray_t array) {
	(void)p, (void)array;
	return cudart_report(cudaErrorInvalidValue);
}

cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *p,
                                                  cudaMipmappedArray_t mip) {
	(void)p, (void)mip;
	return cudart_report(cudaErrorInvalidValue);
}

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *r,
                                           cudaArray_t array, int device) {
	(void)r, (void)array, (void)device;
	return cudart_report(cudaErrorInvalidValue);
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *r,
                                                    cudaMipmappedArray_t mip,
                                                    int device) {
	(void)r, (void)mip, (void)device;
	return cudart_report(cudaErrorInvalidValue);
}

/* ---- for copies ---- */

u32 array_texel_bytes(const struct cudaArray *a) {
	return simt_texel_bytes(&simt_array_desc(a->array)->texel);
}

u64 array_row_bytes(const struct cudaArray *a) {
	return a->extent.width * array_texel_bytes(a);
}

u64 array_rows(const struct cudaArray *a) {
	return MAX(a->extent.height, 1u);
}

static bool inside(u64 at, u64 n, u64 size) {
	return at <= size && n <= size - at;
}

bool array_box(const struct cudaArray *a, const struct cudaPos *pos,
               const struct cudaExtent *e, u64 *addr, u64 *pitch, u64 *slice) {
	struct simt_array_level l;
	simt_array_level(a->array, a->level, &l);
	*pitch = l.row;
	*slice = l.slice;
	if (!inside(pos->x, e->width, array_row_bytes(a)) ||
	    !inside(pos->y, e->height, array_rows(a)) ||
	    !inside(pos->z, e->depth, MAX(a->extent.depth, 1u)))
		return false;
	*addr = l.addr + pos->x + pos->y * l.row + pos->z * l.slice;
	return true;
}
