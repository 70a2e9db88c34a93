/* texref.c - texture and surface references: names in modules, to which textures are
 * bound. Each one has an object like any other, made again whenever the program changes
 * the reference; kernels that were launched before have ended by then. While its settings
 * make no texture, nothing is bound, and a kernel that reads it faults.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/module.h"
#include "runtime/driver/texture.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

enum { BASE_ALIGN = 512 };

struct CUtexref_st {
	struct slot slot;
	struct object_ref ref;
	bool has_resource;
	CUDA_RESOURCE_DESC resource;
	CUDA_TEXTURE_DESC texture;
	CUarray_format format;
	unsigned channels;
};

struct CUsurfref_st {
	struct slot slot;
	struct object_ref ref;
	CUarray array;
};

static struct slots texture_slots = SLOTS_INIT(struct CUtexref_st);
static struct slots surface_slots = SLOTS_INIT(struct CUsurfref_st);

/* ---- names in modules -------------------------------------------------------------- */

/* Destroys an object of device d: functions for objects use the current device. */
static void destroy_on(struct cuda_device *d, u64 handle, cudaError_t (*destroy)(u64)) {
	int index = device_current_index();
	device_choose(d->index);
	destroy(handle);
	device_choose(index);
}

/* Frees the references of a module; after a reset of the device their objects are gone
 * already. */
void module_drop_refs(struct CUmod_st *m) {
	map_each (it, &m->ref_of) {
		struct object_ref *r = (void *)(uintptr_t)it->value;
		if (r->handle && m->generation == m->device->generation)
			destroy_on(m->device, r->handle, r->destroy);
		r->give(r);
	}
}

static struct CUtexref_st *texture_at(struct object_ref *r) {
	return (struct CUtexref_st *)((char *)r - offsetof(struct CUtexref_st, ref));
}

static struct CUsurfref_st *surface_at(struct object_ref *r) {
	return (struct CUsurfref_st *)((char *)r - offsetof(struct CUsurfref_st, ref));
}

static cudaError_t destroy_texture(u64 handle) {
	return cudaDestroyTextureObject(handle);
}

static cudaError_t destroy_surface(u64 handle) {
	return cudaDestroySurfaceObject(handle);
}

static void give_texture(struct object_ref *r) {
	slot_give(&texture_slots, texture_at(r));
}

static void give_surface(struct object_ref *r) {
	slot_give(&surface_slots, surface_at(r));
}

static struct CUtexref_st *texture_new(void) {
	struct CUtexref_st *t = slot_take(&texture_slots);
	if (!t)
		return NULL;
	t->format = CU_AD_FORMAT_FLOAT;
	t->channels = 1;
	for (u32 i = 0; i < 3; i++)
		t->texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
	return t;
}

/* Replaces the name by the module's own copy of it. */
static CUresult name_in(struct CUmod_st *m, const char **name,
                        enum simt_reference_kind kind) {
	return simt_module_reference(m->module, *name, name) == kind
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetTexRef(CUtexref *out, CUmodule m, const char *name) {
	CUresult r = module_begin(m, out && name && *name);
	if (r == CUDA_SUCCESS)
		r = name_in(m, &name, SIMT_REFERENCE_TEXTURE);
	if (r != CUDA_SUCCESS)
		return r;
	pthread_mutex_lock(&m->lock);
	struct object_ref *ref = map_get_ptr(&m->ref_of, name);
	struct CUtexref_st *t = ref                       ? texture_at(ref)
	                        : map_reserve(&m->ref_of) ? texture_new()
	                                                  : NULL;
	if (t && !ref) {
		t->ref = (struct object_ref){m, name, 0, destroy_texture, give_texture};
		map_put_ptr(&m->ref_of, name, &t->ref);
	}
	pthread_mutex_unlock(&m->lock);
	*out = t;
	return t ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuModuleGetSurfRef(CUsurfref *out, CUmodule m, const char *name) {
	CUresult r = module_begin(m, out && name && *name);
	if (r == CUDA_SUCCESS)
		r = name_in(m, &name, SIMT_REFERENCE_SURFACE);
	if (r != CUDA_SUCCESS)
		return r;
	pthread_mutex_lock(&m->lock);
	struct object_ref *ref = map_get_ptr(&m->ref_of, name);
	struct CUsurfref_st *s = ref                       ? surface_at(ref)
	                         : map_reserve(&m->ref_of) ? slot_take(&surface_slots)
	                                                   : NULL;
	if (s && !ref) {
		s->ref = (struct object_ref){m, name, 0, destroy_surface, give_surface};
		map_put_ptr(&m->ref_of, name, &s->ref);
	}
	pthread_mutex_unlock(&m->lock);
	*out = s;
	return s ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* ---- what is bound ----------------------------------------------------------------- */

static bool is_live(const struct CUtexref_st *t) {
	return t && t->slot.live &&
	       (!t->ref.module || module_check(t->ref.module) == CUDA_SUCCESS);
}

/* Makes the reference name a new object; kernels that run may read the old one. */
static cudaError_t bind(struct object_ref *r, u64 handle) {
	struct cuda_device *d = r->module->device;
	cudaError_t e = device_error(d, simt_device_wait(d->dev));
	if (e == cudaSuccess)
		e = device_error(d, simt_module_bind(r->module->module, r->name, handle));
	u64 old = e == cudaSuccess ? r->handle : handle;
	if (e == cudaSuccess)
		r->handle = handle;
	if (old)
		r->destroy(old);
	return e;
}

static cudaError_t renew(struct CUtexref_st *t) {
	struct cudaResourceDesc r;
	cudaTextureObject_t handle = 0;
	if (!t->ref.module)
		return cudaSuccess; /* of no module: no kernel reads it */
	if (t->has_resource && resource_of(&t->resource, &r) == CUDA_SUCCESS) {
		unsigned n;
		struct cudaTextureDesc d = texture_of(&t->texture,
		                                      resource_format(&t->resource, &n));
		cudaError_t e = cudaCreateTextureObject(&handle, &r, &d, NULL);
		if (e == cudaErrorMemoryAllocation)
			return e;
	}
	return bind(&t->ref, handle);
}

/* ---- setting ----------------------------------------------------------------------- */

CUresult cuTexRefCreate(CUtexref *out) {
	CUresult r = out ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	*out = texture_new();
	return driver_end(*out ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* References of modules end with their modules. */
CUresult cuTexRefDestroy(CUtexref t) {
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	bool live = is_live(t), own = live && !t->ref.module;
	if (own)
		slot_give(&texture_slots, t);
	r = driver_end(live && !own ? cudaErrorInvalidValue : cudaSuccess);
	return live ? r : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult begin_on(CUresult begun, const struct CUtexref_st *t, CUresult wrong) {
	CUresult r = begun;
	if (r != CUDA_SUCCESS)
		return r;
	r = is_live(t) ? wrong : CUDA_ERROR_INVALID_HANDLE;
	if (r != CUDA_SUCCESS)
		driver_end(cudaSuccess);
	return r;
}

/* wrong: an error, or CUDA_SUCCESS: then executes the rest. */
#define SAY_UNLESS(t, wrong, ...)                         \
	CUresult r_ = begin_on(driver_begin(), t, wrong); \
	if (r_ != CUDA_SUCCESS)                           \
		return r_;                                \
	__VA_ARGS__;                                      \
	return driver_end(renew(t))
#define SAY(t, ok, ...) \
	SAY_UNLESS(t, (ok) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

/* Sets the resource, and the format and the number of channels that it has. */
static void bind_resource(struct CUtexref_st *t, const CUDA_RESOURCE_DESC *r) {
	t->resource = *r;
	t->has_resource = true;
	t->format = resource_format(r, &t->channels);
}

CUresult cuTexRefSetArray(CUtexref t, CUarray array, unsigned flags) {
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY};
	r.res.array.hArray = array;
	SAY_UNLESS(t,
	           !array ? CUDA_ERROR_INVALID_HANDLE
	           : flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT ? CUDA_ERROR_INVALID_VALUE
	                                                        : CUDA_SUCCESS,
	           bind_resource(t, &r));
}

CUresult cuTexRefSetMipmappedArray(CUtexref t, CUmipmappedArray array, unsigned flags) {
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY};
	r.res.mipmap.hMipmappedArray = array;
	SAY_UNLESS(t,
	           !array ? CUDA_ERROR_INVALID_HANDLE
	           : flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT ? CUDA_ERROR_INVALID_VALUE
	                                                        : CUDA_SUCCESS,
	           bind_resource(t, &r));
}

/* Textures begin where allocations do; the distance from there to the data is returned if
 * it is asked for. */
CUresult cuTexRefSetAddress_v2(size_t *offset, CUtexref t, CUdeviceptr p, size_t bytes) {
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_LINEAR};
	size_t skew = p % BASE_ALIGN;
	r.res.linear.devPtr = p - skew;
	r.res.linear.sizeInBytes = bytes + skew;
	if (is_live(t)) {
		r.res.linear.format = t->format;
		r.res.linear.numChannels = t->channels;
	}
	if (offset)
		*offset = skew;
	SAY(t, offset || !skew, t->resource = r, t->has_resource = p && bytes);
}

CUresult cuTexRefSetAddress2D_v3(CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d,
                                 CUdeviceptr p, size_t pitch) {
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_PITCH2D};
	struct cudaChannelFormatDesc format;
	if (d) {
		r.res.pitch2D.devPtr = p;
		r.res.pitch2D.format = d->Format;
		r.res.pitch2D.numChannels = d->NumChannels;
		r.res.pitch2D.width = d->Width;
		r.res.pitch2D.height = d->Height;
		r.res.pitch2D.pitchInBytes = pitch;
	}
	SAY(t,
	    d && p && p % BASE_ALIGN == 0 &&
	            format_of(d->Format, d->NumChannels, &format) == CUDA_SUCCESS,
	    t->resource = r, t->has_resource = true, t->format = d->Format,
	    t->channels = d->NumChannels);
}

CUresult cuTexRefSetAddress2D_v2(CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d,
                                 CUdeviceptr p, size_t pitch) {
	return cuTexRefSetAddress2D_v3(t, d, p, pitch);
}

/* Sets the format of linear memory, which has none of its own. */
static void set_format(struct CUtexref_st *t, CUarray_format format, int n) {
	t->format = format;
	t->channels = (unsigned)n;
	if (t->resource.resType == CU_RESOURCE_TYPE_LINEAR) {
		t->resource.res.linear.format = format;
		t->resource.res.linear.numChannels = (unsigned)n;
	}
}

CUresult cuTexRefSetFormat(CUtexref t, CUarray_format format, int n) {
	struct cudaChannelFormatDesc d;
	SAY(t, format_of(format, (unsigned)n, &d) == CUDA_SUCCESS,
	    set_format(t, format, n));
}

CUresult cuTexRefSetAddressMode(CUtexref t, int dim, CUaddress_mode mode) {
	bool exists = (unsigned)mode <= CU_TR_ADDRESS_MODE_BORDER;
	SAY(t, dim >= 0 && dim < 3,
	    t->texture.addressMode[dim] = exists ? mode : CU_TR_ADDRESS_MODE_CLAMP);
}

CUresult cuTexRefSetFilterMode(CUtexref t, CUfilter_mode mode) {
	SAY(t, (unsigned)mode <= CU_TR_FILTER_MODE_LINEAR, t->texture.filterMode = mode);
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref t, CUfilter_mode mode) {
	SAY(t, (unsigned)mode <= CU_TR_FILTER_MODE_LINEAR,
	    t->texture.mipmapFilterMode = mode);
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref t, float bias) {
	SAY(t, true, t->texture.mipmapLevelBias = bias);
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref t, float low, float high) {
	SAY(t, true, t->texture.minMipmapLevelClamp = low,
	    t->texture.maxMipmapLevelClamp = high);
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref t, unsigned n) {
	SAY(t, true, t->texture.maxAnisotropy = n);
}

CUresult cuTexRefSetBorderColor(CUtexref t, float *color) {
	SAY(t, color != NULL, memcpy(t->texture.borderColor, color, 4 * sizeof *color));
}

CUresult cuTexRefSetFlags(CUtexref t, unsigned flags) {
	const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
	                       CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
	                       TRSF_WITHOUT_NAME;
	SAY(t, !(flags & ~known), t->texture.flags = flags);
}

/* ---- queries ----------------------------------------------------------------------- */

#define ASK(t, ok, ...)                                                         \
	CUresult r_ = begin_on(driver_begin_free(), t,                          \
	                       (ok) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE); \
	if (r_ != CUDA_SUCCESS)                                                 \
		return r_;                                                      \
	__VA_ARGS__;                                                            \
	return driver_end(cudaSuccess)

static bool is_bound(const struct CUtexref_st *t, CUresourcetype type) {
	return is_live(t) && t->has_resource && t->resource.resType == type;
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref t) {
	ASK(t, array && is_bound(t, CU_RESOURCE_TYPE_ARRAY),
	    *array = t->resource.res.array.hArray);
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *array, CUtexref t) {
	ASK(t, array && is_bound(t, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY),
	    *array = t->resource.res.mipmap.hMipmappedArray);
}

CUresult cuTexRefGetAddress_v2(CUdeviceptr *p, CUtexref t) {
	ASK(t,
	    p && (is_bound(t, CU_RESOURCE_TYPE_LINEAR) ||
	          is_bound(t, CU_RESOURCE_TYPE_PITCH2D)),
	    *p = t->resource.resType == CU_RESOURCE_TYPE_LINEAR
	                 ? t->resource.res.linear.devPtr
	                 : t->resource.res.pitch2D.devPtr);
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref t, int dim) {
	ASK(t, mode && dim >= 0 && dim < 3, *mode = t->texture.addressMode[dim]);
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref t) {
	ASK(t, mode, *mode = t->texture.filterMode);
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *n, CUtexref t) {
	ASK(t, true, if (format) *format = t->format; if (n) *n = (int)t->channels);
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref t) {
	ASK(t, mode, *mode = t->texture.mipmapFilterMode);
}

CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref t) {
	ASK(t, bias, *bias = t->texture.mipmapLevelBias);
}

CUresult cuTexRefGetMipmapLevelClamp(float *low, float *high, CUtexref t) {
	ASK(t, low && high, *low = t->texture.minMipmapLevelClamp;
	    *high = t->texture.maxMipmapLevelClamp);
}

CUresult cuTexRefGetMaxAnisotropy(int *n, CUtexref t) {
	ASK(t, n, *n = (int)t->texture.maxAnisotropy);
}

CUresult cuTexRefGetBorderColor(float *color, CUtexref t) {
	ASK(t, color, memcpy(color, t->texture.borderColor, 4 * sizeof *color));
}

CUresult cuTexRefGetFlags(unsigned *flags, CUtexref t) {
	ASK(t, flags, *flags = t->texture.flags);
}

/* ---- surfaces ---------------------------------------------------------------------- */

static bool is_surface(const struct CUsurfref_st *s) {
	return s && s->slot.live && module_check(s->ref.module) == CUDA_SUCCESS;
}

static cudaError_t set_surface(struct CUsurfref_st *s, CUarray array) {
	struct cudaResourceDesc r = {.resType = cudaResourceTypeArray};
	cudaSurfaceObject_t handle;
	r.res.array.array = (cudaArray_t)array;
	cudaError_t e = cudaCreateSurfaceObject(&handle, &r);
	if (e == cudaSuccess)
		e = bind(&s->ref, handle);
	if (e == cudaSuccess)
		s->array = array;
	return e;
}

CUresult cuSurfRefSetArray(CUsurfref s, CUarray array, unsigned flags) {
	cudaError_t e = s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	return RUNTIME(is_surface(s) && array && !flags ? set_surface(s, array) : e);
}

CUresult cuSurfRefGetArray(CUarray *array, CUsurfref s) {
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	bool ok = array && is_surface(s) && s->array;
	if (ok)
		*array = s->array;
	return driver_end(ok  ? cudaSuccess
	                  : s ? cudaErrorInvalidValue
	                      : cudaErrorInvalidResourceHandle);
}
