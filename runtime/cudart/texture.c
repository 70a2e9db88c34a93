/* texture.c - texture and surface objects. What hardware accepts and refuses was recorded
 * on an H200, oddities included: destroying an object twice is no error, and fields of a
 * description that do not matter for the resource are not checked. The description of an
 * object is kept for queries.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "runtime/handles/address.h"
#include "runtime/handles/array.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

enum {
	LINEAR_ALIGN = 512, /* of textures in linear memory: what cudaMalloc gives */
	PITCH_STEP = 32,
	LINEAR_TEXELS = 1 << 28, /* the most of a texture in linear memory */
	SMALL_TEXELS = 1 << 30,  /* the same of texels of at most 4 bytes */
	BLOCK_SIDE = 4,          /* texels of a block of a compressed format */
};

struct object {
	struct slot slot;
	struct cuda_device *device;
	u32 generation;
	u64 handle;
	bool is_surface, view_is_given;
	struct cudaResourceDesc resource;
	struct cudaTextureDesc texture;
	struct cudaResourceViewDesc view;
};

static struct slots object_slots = SLOTS_INIT(struct object);

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct map of; /* by device and handle */
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER, .of = {.arena = &objects.arena}};

static u64 key_of(const struct cuda_device *d, u64 handle) {
	return handle << 8 | (u64)(u8)d->index;
}

/* Locked. The live object of a handle of the device. */
static struct object *object_at(const struct cuda_device *d, u64 handle,
                                bool is_surface) {
	u64 *at = handle >> 40 ? NULL : map_find(&objects.of, key_of(d, handle));
	struct object *o = at ? (void *)(uintptr_t)*at : NULL;
	return o && o->is_surface == is_surface && o->generation == d->generation ? o
	                                                                          : NULL;
}

/* Makes sure of memory for the record of an object that is about to be made. */
static bool object_ready(void) {
	pthread_mutex_lock(&objects.lock);
	size_t n = objects.of.nslot;
	pthread_mutex_unlock(&objects.lock);
	return arena_ready(map_bytes(n * 2) + (64 << 10));
}

static void object_keep(struct cuda_device *d, const struct object *given) {
	pthread_mutex_lock(&objects.lock);
	u64 *at = map_at(&objects.of, key_of(d, given->handle));
	struct object *o = (void *)(uintptr_t)*at;
	if (!o) /* else it was made before a reset */
		o = slot_take(&object_slots);
	struct slot slot = o->slot;
	*o = *given;
	o->slot = slot;
	o->device = d;
	o->generation = d->generation;
	*at = (uintptr_t)o;
	pthread_mutex_unlock(&objects.lock);
}

/* ---- formats of views ---- */

static bool view_texel(enum cudaResourceViewFormat f, struct simt_texel *t) {
	static const struct {
		u8 kind, bits;
	} of[] = {{SIMT_TEXEL_UINT, 8},   {SIMT_TEXEL_SINT, 8},  {SIMT_TEXEL_UINT, 16},
	          {SIMT_TEXEL_SINT, 16},  {SIMT_TEXEL_UINT, 32}, {SIMT_TEXEL_SINT, 32},
	          {SIMT_TEXEL_FLOAT, 16}, {SIMT_TEXEL_FLOAT, 32}};
	u32 i = (u32)f - cudaResViewFormatUnsignedChar1;
	if (i / 3 >= countof(of))
		return false;
	*t = (struct simt_texel){(enum simt_texel_kind)of[i / 3].kind, of[i / 3].bits,
	                         1u << i % 3};
	return true;
}

/* A view of blocks shows an array of 64 or 128 bits an element as BLOCK_SIDE times as
 * wide and high. Blocks are not decoded here. */
static cudaError_t view_blocks(const struct simt_texel *t, const struct cudaArray *a,
                               const struct cudaResourceViewDesc *v) {
	bool small = v->format == cudaResViewFormatUnsignedBlockCompressed1 ||
	             v->format == cudaResViewFormatUnsignedBlockCompressed4 ||
	             v->format == cudaResViewFormatSignedBlockCompressed4;
	bool fits = t->kind == SIMT_TEXEL_UINT && t->bits == 32 &&
	            t->channels == (small ? 2 : 4) &&
	            v->width == BLOCK_SIDE * a->extent.width &&
	            v->height == BLOCK_SIDE * a->extent.height;
	return fits ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

static cudaError_t view_apply(struct simt_texture_desc *t, const struct cudaArray *a,
                              u32 nlevel, const struct cudaResourceViewDesc *v) {
	u32 bytes = simt_texel_bytes(&t->texel);
	if (v->format >= cudaResViewFormatUnsignedBlockCompressed1 &&
	    v->format <= cudaResViewFormatUnsignedBlockCompressed7)
		return view_blocks(&t->texel, a, v);
	if (!view_texel(v->format, &t->texel) || simt_texel_bytes(&t->texel) != bytes ||
	    v->width != a->extent.width || v->height != a->extent.height)
		return cudaErrorInvalidValue;
	bool layered = a->flags & (cudaArrayLayered | cudaArrayCubemap);
	u32 layers = layered ? (u32)a->extent.depth : 1;
	bool leaves = v->lastMipmapLevel >= nlevel && nlevel == 1;
	if (v->firstMipmapLevel > MIN(v->lastMipmapLevel, nlevel - 1) || leaves ||
	    v->firstLayer > v->lastLayer || v->lastLayer >= layers)
		return cudaErrorInvalidValue;
	t->first_level = v->firstMipmapLevel;
	t->last_level = MIN(v->lastMipmapLevel, nlevel - 1);
	t->first_layer = v->firstLayer;
	t->last_layer = v->lastLayer;
	return cudaSuccess;
}

/* ---- resources ---- */

static cudaError_t use_array(struct simt_texture_desc *t, cudaArray_const_t array,
                             u32 nlevel, const struct cudaResourceViewDesc *view,
                             bool *normalized) {
	const struct cudaArray *a;
	cudaError_t e = array_find(array, &a);
	if (e != cudaSuccess)
		return e;
	e = texel_of(&a->desc, &t->texel, normalized);
	t->array = a->array;
	t->first_level = a->level;
	t->last_level = a->level + nlevel - 1;
	t->last_layer = ~0u;
	return e == cudaSuccess && view ? view_apply(t, a, nlevel, view) : e;
}

/* Linear memory must be the device's, or registered host memory. A texture may be longer
 * than the allocation, as in NVIDIA's convolutionFFT2D: nothing is read beyond it. */
static cudaError_t use_memory(struct simt_texture_desc *t, const void *p, u64 bytes,
                              const struct cudaChannelFormatDesc *desc,
                              bool *normalized) {
	struct place at = place_of(p);
	cudaError_t e = texel_of(desc, &t->texel, normalized);
	if (e != cudaSuccess)
		return e;
	if (!p || (uintptr_t)p % LINEAR_ALIGN || (!at.device && !at.registered))
		return cudaErrorInvalidValue;
	const struct simt_allocation *a = &at.allocation;
	bool has_end = at.device && a->size;
	t->addr = (uintptr_t)p;
	t->bytes = has_end ? MIN(bytes, a->size - ((uintptr_t)p - a->base)) : bytes;
	return cudaSuccess;
}

static cudaError_t use_resource(struct simt_texture_desc *t, const struct cuda_device *d,
                                const struct cudaResourceDesc *r,
                                const struct cudaResourceViewDesc *view,
                                bool *normalized) {
	struct cudaDeviceProp prop;
	switch (r->resType) {
	case cudaResourceTypeArray:
		return use_array(t, r->res.array.array, 1, view, normalized);
	case cudaResourceTypeMipmappedArray: {
		cudaMipmappedArray_t m = r->res.mipmap.mipmap;
		if (!m || !m->slot.live)
			return cudaErrorInvalidResourceHandle;
		return use_array(t, m->level[0], m->nlevel, view, normalized);
	}
	case cudaResourceTypeLinear: {
		u64 bytes = r->res.linear.sizeInBytes;
		cudaError_t e = use_memory(t, r->res.linear.devPtr, bytes,
		                           &r->res.linear.desc, normalized);
		if (e == cudaSuccess &&
		    (bytes > (u64)LINEAR_TEXELS * 16 ||
		     bytes / simt_texel_bytes(&t->texel) > SMALL_TEXELS))
			e = cudaErrorInvalidValue;
		return e;
	}
	case cudaResourceTypePitch2D:
		device_fill_properties(d, &prop);
		t->width = MAX(r->res.pitch2D.width, 1u);
		t->height = MAX(r->res.pitch2D.height, 1u);
		t->pitch = r->res.pitch2D.pitchInBytes;
		if (t->pitch % PITCH_STEP || t->pitch > (u64)prop.maxTexture2DLinear[2] ||
		    t->width > (u64)prop.maxTexture2DLinear[0] ||
		    t->height > (u64)prop.maxTexture2DLinear[1])
			return cudaErrorInvalidValue;
		return use_memory(t, r->res.pitch2D.devPtr, 0, &r->res.pitch2D.desc,
		                  normalized);
	default: return cudaErrorInvalidValue;
	}
}

/* ---- samplers ---- */

/* The dimensions whose address mode matters. */
static u32 dimensions(const struct simt_texture_desc *t) {
	const struct simt_array_desc *d = t->array ? simt_array_desc(t->array) : NULL;
	if (!d)
		return t->pitch ? 2 : 1;
	return d->depth ? 3 : d->height ? 2 : 1;
}

/* Whether the modes that matter exist. Others that do not exist are told as clamp. */
static bool take_address_modes(const struct simt_texture_desc *t,
                               struct cudaTextureDesc *d) {
	for (u32 i = 0; i < 3; i++) {
		if ((unsigned)d->addressMode[i] <= cudaAddressModeBorder)
			continue;
		if (i < dimensions(t))
			return false;
		d->addressMode[i] = cudaAddressModeClamp;
	}
	return true;
}

/* *d becomes what queries tell. */
static cudaError_t use_sampler(struct simt_texture_desc *t, struct cudaTextureDesc *d,
                               bool normalized) {
	bool is_float = t->texel.kind == SIMT_TEXEL_FLOAT, small = t->texel.bits < 32;
	bool fractions = normalized ||
	                 (d->readMode != cudaReadModeElementType && !is_float && small);
	bool is_cube = t->array && simt_array_desc(t->array)->is_cube;
	if (d->readMode == cudaReadModeNormalizedFloat && !normalized &&
	    (is_float || !small) && d->filterMode != cudaFilterModeLinear)
		return cudaErrorInvalidNormSetting;
	if ((unsigned)d->filterMode > cudaFilterModeLinear ||
	    (unsigned)d->mipmapFilterMode > cudaFilterModeLinear ||
	    !take_address_modes(t, d))
		return cudaErrorInvalidValue;
	if (d->filterMode == cudaFilterModeLinear && !is_float && !fractions)
		return cudaErrorInvalidFilterSetting;
	if (d->readMode == cudaReadModeNormalizedFloat && !normalized &&
	    (is_float || !small))
		return cudaErrorInvalidNormSetting;
	if (d->seamlessCubemap && !is_cube)
		return cudaErrorInvalidValue;
	struct simt_sampler *s = &t->sampler;
	*s = (struct simt_sampler){
		.filter_linear = d->filterMode == cudaFilterModeLinear,
		.mip_filter_linear = d->mipmapFilterMode == cudaFilterModeLinear,
		.normalized_coords = d->normalizedCoords != 0,
		.normalized_read = fractions,
		.srgb = d->sRGB != 0,
		.seamless_cube = d->seamlessCubemap != 0,
		.anisotropy = d->maxAnisotropy,
		.lod_bias = d->mipmapLevelBias,
		.lod_min = d->minMipmapLevelClamp,
		.lod_max = d->maxMipmapLevelClamp,
	};
	for (u32 i = 0; i < 3; i++)
		s->address[i] = (u32)d->addressMode[i];
	memcpy(s->border, d->borderColor, sizeof(s->border));
	if ((unsigned)d->readMode > cudaReadModeNormalizedFloat)
		d->readMode = fractions ? cudaReadModeNormalizedFloat
		                        : cudaReadModeElementType;
	d->normalizedCoords = d->normalizedCoords != 0;
	d->sRGB = d->sRGB != 0;
	d->disableTrilinearOptimization = d->disableTrilinearOptimization != 0;
	return cudaSuccess;
}

/* ---- interface ---- */

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *out,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view) {
	struct cuda_device *d;
	struct simt_texture_desc t = {0};
	bool normalized = false;
	u64 handle;
	cudaError_t e = resource ? device_current(&d) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !texture)
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && !object_ready())
		e = cudaErrorMemoryAllocation;
	if (e == cudaSuccess)
		e = use_resource(&t, d, resource, view, &normalized);
	struct object o = {.view_is_given = view != NULL};
	if (e == cudaSuccess) {
		o.texture = *texture;
		e = use_sampler(&t, &o.texture, normalized);
	}
	if (e == cudaSuccess && !out)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = device_error(d, simt_texture_create(d->dev, &t, &handle));
	if (e != cudaSuccess)
		return cudart_report(e);
	o.handle = handle;
	o.resource = *resource;
	if (view)
		o.view = *view;
	object_keep(d, &o);
	*out = handle;
	return cudaSuccess;
}

/* Only arrays have surfaces; for other memory the format is checked first, as on an
 * H100. */
static cudaError_t surface_of(const struct cudaResourceDesc *r) {
	struct simt_texel t;
	bool normalized;
	if (r->resType == cudaResourceTypeArray)
		return cudaSuccess;
	if (r->resType == cudaResourceTypeLinear &&
	    texel_of(&r->res.linear.desc, &t, &normalized) != cudaSuccess)
		return cudaErrorInvalidChannelDescriptor;
	return cudaErrorInvalidValue;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *out,
                                    const struct cudaResourceDesc *resource) {
	struct cuda_device *d;
	const struct cudaArray *a;
	u64 handle;
	cudaError_t e = out && resource ? surface_of(resource) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = device_current(&d);
	if (e == cudaSuccess)
		e = array_find(resource->res.array.array, &a);
	if (e == cudaSuccess && !object_ready())
		e = cudaErrorMemoryAllocation;
	if (e == cudaSuccess)
		e = device_error(
			d, simt_surface_create(d->dev, a->array, a->level, &handle));
	if (e != cudaSuccess)
		return cudart_report(e);
	object_keep(d, &(struct object){.handle = handle,
	                                .is_surface = true,
	                                .resource = *resource});
	*out = handle;
	return cudaSuccess;
}

/* Waits: kernels that were launched before may still use it, even ones that have not
 * started. */
static cudaError_t destroy(u64 handle, bool is_surface) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&objects.lock);
	struct object *o = object_at(d, handle, is_surface);
	if (o) {
		*map_find(&objects.of, key_of(d, handle)) = 0;
		slot_give(&object_slots, o);
	}
	pthread_mutex_unlock(&objects.lock);
	if (!o)
		return cudaSuccess;
	e = device_error(d, simt_device_wait(d->dev));
	simt_object_destroy(d->dev, handle);
	return e;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
	return cudart_report(destroy(handle, false));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
	return cudart_report(destroy(handle, true));
}

/* Copies the description of an object. */
static cudaError_t look_up(u64 handle, bool is_surface, struct object *out) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&objects.lock);
	const struct object *o = object_at(d, handle, is_surface);
	if (o)
		*out = *o;
	pthread_mutex_unlock(&objects.lock);
	return o ? cudaSuccess : cudaErrorInvalidValue;
}

#define OBJECT_QUERY(name, handle_type, desc_type, is_surface, field, no_place)     \
	cudaError_t name(struct desc_type *out, handle_type handle) {               \
		struct object o;                                                    \
		cudaError_t e = out ? look_up(handle, is_surface, &o) : (no_place); \
		if (e == cudaSuccess)                                               \
			*out = o.field;                                             \
		return cudart_report(e);                                            \
	}
OBJECT_QUERY(cudaGetTextureObjectResourceDesc, cudaTextureObject_t, cudaResourceDesc,
             false, resource, cudaErrorInvalidValue)
OBJECT_QUERY(cudaGetTextureObjectTextureDesc, cudaTextureObject_t, cudaTextureDesc, false,
             texture, cudaErrorInvalidResourceHandle)
OBJECT_QUERY(cudaGetTextureObjectResourceViewDesc, cudaTextureObject_t,
             cudaResourceViewDesc, false, view, cudaErrorInvalidValue)
OBJECT_QUERY(cudaGetSurfaceObjectResourceDesc, cudaSurfaceObject_t, cudaResourceDesc,
             true, resource, cudaErrorInvalidDevice)

bool texture_has_view(cudaTextureObject_t handle) {
	struct object o;
	return look_up(handle, false, &o) == cudaSuccess && o.view_is_given;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                 const struct cudaChannelFormatDesc *desc,
                                                 int device) {
	struct simt_texel t;
	bool normalized;
	cudaError_t e = desc ? texel_of(desc, &t, &normalized) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !width)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess && (device < 0 || device >= device_count()))
		e = cudaErrorInvalidDevice;
	if (e == cudaSuccess)
		*width = simt_texel_bytes(&t) > 4
		                 ? LINEAR_TEXELS * 16ull / simt_texel_bytes(&t)
		                 : (u64)SMALL_TEXELS;
	return cudart_report(e);
}
