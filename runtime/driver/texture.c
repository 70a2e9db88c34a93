/* texture.c - arrays, texture and surface objects of the driver interface, over the
 * runtime's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/texture.h"
#include "runtime/handles/array.h"

/* ---- formats ----------------------------------------------------------------------- */

/* Kinds whose channels and bits are part of the format: first format, first kind, how
 * many. */
static const struct {
	CUarray_format format;
	enum cudaChannelFormatKind kind;
	int n;
} runs[] = {
	{CU_AD_FORMAT_UNORM_INT8X1, cudaChannelFormatKindUnsignedNormalized8X1, 12},
	{CU_AD_FORMAT_BC1_UNORM, cudaChannelFormatKindUnsignedBlockCompressed1, 14},
	{CU_AD_FORMAT_UNORM_INT_101010_2, cudaChannelFormatKindUnsignedNormalized1010102,
         1},
	{CU_AD_FORMAT_NV12, cudaChannelFormatKindNV12, 1},
};

static bool plain_format(CUarray_format f, enum cudaChannelFormatKind *kind, int *bits) {
	switch (f) {
	case CU_AD_FORMAT_UNSIGNED_INT8:
	case CU_AD_FORMAT_UNSIGNED_INT16:
	case CU_AD_FORMAT_UNSIGNED_INT32:
		*kind = cudaChannelFormatKindUnsigned;
		*bits = 8 << (f - CU_AD_FORMAT_UNSIGNED_INT8);
		return true;
	case CU_AD_FORMAT_SIGNED_INT8:
	case CU_AD_FORMAT_SIGNED_INT16:
	case CU_AD_FORMAT_SIGNED_INT32:
		*kind = cudaChannelFormatKindSigned;
		*bits = 8 << (f - CU_AD_FORMAT_SIGNED_INT8);
		return true;
	case CU_AD_FORMAT_HALF:
	case CU_AD_FORMAT_FLOAT:
		*kind = cudaChannelFormatKindFloat;
		*bits = f == CU_AD_FORMAT_HALF ? 16 : 32;
		return true;
	default: return false;
	}
}

bool format_is_small_integer(CUarray_format f) {
	return f == CU_AD_FORMAT_UNSIGNED_INT8 || f == CU_AD_FORMAT_UNSIGNED_INT16 ||
	       f == CU_AD_FORMAT_SIGNED_INT8 || f == CU_AD_FORMAT_SIGNED_INT16;
}

static bool format_is_integer(CUarray_format f) {
	enum cudaChannelFormatKind kind;
	int bits;
	return plain_format(f, &kind, &bits) && kind != cudaChannelFormatKindFloat;
}

static struct cudaChannelFormatDesc channels_of(enum cudaChannelFormatKind kind, int bits,
                                                unsigned n) {
	return (struct cudaChannelFormatDesc){bits, n > 1 ? bits : 0, n > 2 ? bits : 0,
	                                      n > 3 ? bits : 0, kind};
}

/* Returns how many channels a packed format, or one of blocks, has on an H200; 0: it is
 * none, or planar, which is none for an array there. */
static u32 block_channels(CUarray_format f) {
	static const u8 of_blocks[] = {/* BC1 to BC7, plain and sRGB or signed */
	                               4, 4, 4, 4, 4, 4, 1, 1, 2, 2, 3, 3, 4, 4};
	if (f == CU_AD_FORMAT_UNORM_INT_101010_2)
		return 4;
	return f >= CU_AD_FORMAT_BC1_UNORM && f <= CU_AD_FORMAT_BC7_UNORM_SRGB
	               ? of_blocks[f - CU_AD_FORMAT_BC1_UNORM]
	               : 0;
}

CUresult format_of(CUarray_format format, unsigned n, struct cudaChannelFormatDesc *d) {
	static const u8 channels[] = {1, 2, 4};
	enum cudaChannelFormatKind kind;
	int bits;
	if (plain_format(format, &kind, &bits)) {
		*d = channels_of(kind, bits, n);
		return n == 1 || n == 2 || n == 4 ? CUDA_SUCCESS
		                                  : CUDA_ERROR_INVALID_VALUE;
	}
	if (format >= CU_AD_FORMAT_UNORM_INT8X1 && format <= CU_AD_FORMAT_SNORM_INT16X4) {
		u32 i = format - CU_AD_FORMAT_UNORM_INT8X1;
		kind = (enum cudaChannelFormatKind)(
			cudaChannelFormatKindUnsignedNormalized8X1 + i);
		*d = channels_of(kind, i / 3 % 2 ? 16 : 8, channels[i % 3]);
		return n == channels[i % 3] ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
	}
	/* Known, but not supported. */
	bool known = n && block_channels(format) == n;
	return known ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}

void format_back(const struct cudaChannelFormatDesc *d, CUarray_format *format,
                 unsigned *channels) {
	u32 size = d->x == 8 ? 0 : d->x == 16 ? 1 : 2;
	*channels = !d->y ? 1 : !d->z ? 2 : 4;
	*format = CU_AD_FORMAT_FLOAT;
	if (d->f == cudaChannelFormatKindUnsigned)
		*format = (CUarray_format)(CU_AD_FORMAT_UNSIGNED_INT8 + size);
	else if (d->f == cudaChannelFormatKindSigned)
		*format = (CUarray_format)(CU_AD_FORMAT_SIGNED_INT8 + size);
	else if (d->f == cudaChannelFormatKindFloat && d->x == 16)
		*format = CU_AD_FORMAT_HALF;
	for (u32 i = 0; i < countof(runs); i++)
		if (d->f >= runs[i].kind && (int)d->f - (int)runs[i].kind < runs[i].n)
			*format = (CUarray_format)((int)runs[i].format + (int)d->f -
			                           (int)runs[i].kind);
}

/* ---- arrays ------------------------------------------------------------------------ */

static bool is_array(CUarray a) {
	return a != NULL;
}

static cudaError_t create(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *p) {
	struct cudaChannelFormatDesc d;
	if (!out || !p)
		return cudaErrorInvalidValue;
	CUresult r = format_of(p->Format, p->NumChannels, &d);
	struct cudaExtent e = {p->Width, p->Height, p->Depth};
	return r == CUDA_SUCCESS ? cudaMalloc3DArray((cudaArray_t *)out, &d, e, p->Flags)
	                         : (cudaError_t)r;
}

CUresult cuArray3DCreate_v2(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *p) {
	return RUNTIME(create(out, p));
}

CUresult cuArrayCreate_v2(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *p) {
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_ARRAY3D_DESCRIPTOR all = {.Width = p->Width,
	                               .Height = p->Height,
	                               .Format = p->Format,
	                               .NumChannels = p->NumChannels};
	return cuArray3DCreate_v2(out, &all);
}

CUresult cuArrayDestroy(CUarray a) {
	return RUNTIME_FREE(is_array(a) ? cudaFreeArray((cudaArray_t)a)
	                                : cudaErrorInvalidResourceHandle);
}

static cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR *p, CUarray a) {
	struct cudaChannelFormatDesc d;
	struct cudaExtent e;
	if (!p)
		return cudaErrorInvalidValue;
	cudaError_t err = cudaArrayGetInfo(&d, &e, &p->Flags, (cudaArray_t)a);
	if (err != cudaSuccess)
		return err;
	p->Width = e.width;
	p->Height = e.height;
	p->Depth = e.depth;
	format_back(&d, &p->Format, &p->NumChannels);
	return cudaSuccess;
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *p, CUarray a) {
	return RUNTIME_FREE(describe(p, a));
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *p, CUarray a) {
	CUDA_ARRAY3D_DESCRIPTOR all;
	CUresult r = cuArray3DGetDescriptor_v2(p ? &all : NULL, a);
	if (r == CUDA_SUCCESS)
		*p = (CUDA_ARRAY_DESCRIPTOR){all.Width, all.Height, all.Format,
		                             all.NumChannels};
	return r;
}

CUresult cuArrayGetPlane(CUarray *plane, CUarray a, unsigned i) {
	return RUNTIME(cudaArrayGetPlane((cudaArray_t *)plane, (cudaArray_t)a, i));
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p, CUarray a) {
	return RUNTIME(cudaArrayGetSparseProperties((struct cudaArraySparseProperties *)p,
	                                            (cudaArray_t)a));
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p,
                                             CUmipmappedArray m) {
	return RUNTIME(cudaMipmappedArrayGetSparseProperties(
		(struct cudaArraySparseProperties *)p, (cudaMipmappedArray_t)m));
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *p, CUarray a,
                                      CUdevice d) {
	return RUNTIME(cudaArrayGetMemoryRequirements(
		(struct cudaArrayMemoryRequirements *)p, (cudaArray_t)a, d));
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *p,
                                               CUmipmappedArray m, CUdevice d) {
	return RUNTIME(cudaMipmappedArrayGetMemoryRequirements(
		(struct cudaArrayMemoryRequirements *)p, (cudaMipmappedArray_t)m, d));
}

static cudaError_t create_mipmapped(CUmipmappedArray *out,
                                    const CUDA_ARRAY3D_DESCRIPTOR *p, unsigned levels) {
	struct cudaChannelFormatDesc d;
	if (!out || !p)
		return cudaErrorInvalidValue;
	CUresult r = format_of(p->Format, p->NumChannels, &d);
	struct cudaExtent e = {p->Width, p->Height, p->Depth};
	return r == CUDA_SUCCESS ? cudaMallocMipmappedArray((cudaMipmappedArray_t *)out,
	                                                    &d, e, levels, p->Flags)
	                         : (cudaError_t)r;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *out, const CUDA_ARRAY3D_DESCRIPTOR *p,
                                unsigned levels) {
	return RUNTIME(create_mipmapped(out, p, levels));
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray m) {
	return RUNTIME_FREE(m ? cudaFreeMipmappedArray((cudaMipmappedArray_t)m)
	                      : cudaErrorInvalidResourceHandle);
}

CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray m, unsigned i) {
	return RUNTIME_FREE(cudaGetMipmappedArrayLevel((cudaArray_t *)level,
	                                               (cudaMipmappedArray_t)m, i));
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format format,
                                            unsigned n, CUdevice device) {
	struct cudaChannelFormatDesc d;
	CUresult r = format_of(format, n, &d);
	return r == CUDA_SUCCESS ? RUNTIME_BARE(cudaDeviceGetTexture1DLinearMaxWidth(
					   width, &d, device))
	                         : r;
}

/* ---- descriptions ------------------------------------------------------------------ */

CUresult resource_of(const CUDA_RESOURCE_DESC *p, struct cudaResourceDesc *r) {
	*r = (struct cudaResourceDesc){.resType = (enum cudaResourceType)p->resType};
	if (p->flags)
		return CUDA_ERROR_INVALID_VALUE;
	switch (p->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		r->res.array.array = (cudaArray_t)p->res.array.hArray;
		return CUDA_SUCCESS;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		r->res.mipmap.mipmap = (cudaMipmappedArray_t)
		                               p->res.mipmap.hMipmappedArray;
		return CUDA_SUCCESS;
	case CU_RESOURCE_TYPE_LINEAR:
		if (p->res.linear.format >= CU_AD_FORMAT_UNORM_INT8X1 &&
		    p->res.linear.format <= CU_AD_FORMAT_SNORM_INT16X4)
			return CUDA_ERROR_INVALID_VALUE;
		r->res.linear.devPtr = host_pointer(p->res.linear.devPtr);
		r->res.linear.sizeInBytes = p->res.linear.sizeInBytes;
		return format_of(p->res.linear.format, p->res.linear.numChannels,
		                 &r->res.linear.desc);
	case CU_RESOURCE_TYPE_PITCH2D:
		r->res.pitch2D.devPtr = host_pointer(p->res.pitch2D.devPtr);
		r->res.pitch2D.width = p->res.pitch2D.width;
		r->res.pitch2D.height = p->res.pitch2D.height;
		r->res.pitch2D.pitchInBytes = p->res.pitch2D.pitchInBytes;
		return format_of(p->res.pitch2D.format, p->res.pitch2D.numChannels,
		                 &r->res.pitch2D.desc);
	default: return CUDA_ERROR_INVALID_VALUE;
	}
}

static void resource_back(const struct cudaResourceDesc *r, CUDA_RESOURCE_DESC *p) {
	*p = (CUDA_RESOURCE_DESC){.resType = (CUresourcetype)r->resType};
	switch (r->resType) {
	case cudaResourceTypeArray:
		p->res.array.hArray = (CUarray)r->res.array.array;
		break;
	case cudaResourceTypeMipmappedArray:
		p->res.mipmap.hMipmappedArray = (CUmipmappedArray)r->res.mipmap.mipmap;
		break;
	case cudaResourceTypeLinear:
		p->res.linear.devPtr = (uintptr_t)r->res.linear.devPtr;
		p->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
		format_back(&r->res.linear.desc, &p->res.linear.format,
		            &p->res.linear.numChannels);
		break;
	case cudaResourceTypePitch2D:
		p->res.pitch2D.devPtr = (uintptr_t)r->res.pitch2D.devPtr;
		p->res.pitch2D.width = r->res.pitch2D.width;
		p->res.pitch2D.height = r->res.pitch2D.height;
		p->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
		format_back(&r->res.pitch2D.desc, &p->res.pitch2D.format,
		            &p->res.pitch2D.numChannels);
		break;
	}
}

static CUarray_format array_format(cudaArray_const_t a, unsigned *n) {
	struct cudaChannelFormatDesc d;
	CUarray_format f = CU_AD_FORMAT_FLOAT;
	*n = 1;
	if (a &&
	    cudaArrayGetInfo(&d, NULL, NULL, (cudaArray_t)(uintptr_t)a) == cudaSuccess)
		format_back(&d, &f, n);
	return f;
}

CUarray_format resource_format(const CUDA_RESOURCE_DESC *p, unsigned *channels) {
	cudaArray_t level;
	*channels = 1;
	switch (p->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		return array_format((cudaArray_t)p->res.array.hArray, channels);
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		return cudaGetMipmappedArrayLevel(
			       &level,
			       (cudaMipmappedArray_t)p->res.mipmap.hMipmappedArray,
			       0) == cudaSuccess
		               ? array_format(level, channels)
		               : CU_AD_FORMAT_FLOAT;
	case CU_RESOURCE_TYPE_LINEAR:
		*channels = p->res.linear.numChannels;
		return p->res.linear.format;
	case CU_RESOURCE_TYPE_PITCH2D:
		*channels = p->res.pitch2D.numChannels;
		return p->res.pitch2D.format;
	}
	return CU_AD_FORMAT_FLOAT;
}

/* Small integers are fractions unless a flag says otherwise; for everything else the flag
 * means nothing. Integers that stay integers are not filtered, whatever is asked for. */
struct cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC *p, CUarray_format format) {
	bool fractions = format_is_small_integer(format) &&
	                 !(p->flags & CU_TRSF_READ_AS_INTEGER);
	bool whole = !fractions && format_is_integer(format);
	struct cudaTextureDesc t = {
		.filterMode = whole ? cudaFilterModePoint
	                            : (enum cudaTextureFilterMode)p->filterMode,
		.readMode = fractions ? cudaReadModeNormalizedFloat
	                              : cudaReadModeElementType,
		.sRGB = (p->flags & CU_TRSF_SRGB) != 0,
		.normalizedCoords = (p->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
		.maxAnisotropy = p->maxAnisotropy,
		.mipmapFilterMode = (enum cudaTextureFilterMode)p->mipmapFilterMode,
		.mipmapLevelBias = p->mipmapLevelBias,
		.minMipmapLevelClamp = p->minMipmapLevelClamp,
		.maxMipmapLevelClamp = p->maxMipmapLevelClamp,
		.disableTrilinearOptimization =
			(p->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0,
		.seamlessCubemap = (p->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0,
	};
	for (u32 i = 0; i < 3; i++)
		t.addressMode[i] = (enum cudaTextureAddressMode)p->addressMode[i];
	memcpy(t.borderColor, p->borderColor, sizeof t.borderColor);
	return t;
}

/* The colour of the border is not told. */
static void texture_back(const struct cudaTextureDesc *t, CUarray_format format,
                         CUDA_TEXTURE_DESC *p) {
	bool whole = t->readMode == cudaReadModeElementType &&
	             format_is_small_integer(format);
	CUDA_TEXTURE_DESC told = {
		.filterMode = (CUfilter_mode)t->filterMode,
		.flags = (whole ? CU_TRSF_READ_AS_INTEGER : 0u) |
	                 (t->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
	                 (t->sRGB ? CU_TRSF_SRGB : 0u) |
	                 (t->disableTrilinearOptimization
	                          ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION
	                          : 0u) |
	                 (t->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u),
		.maxAnisotropy = t->maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)t->mipmapFilterMode,
		.mipmapLevelBias = t->mipmapLevelBias,
		.minMipmapLevelClamp = t->minMipmapLevelClamp,
		.maxMipmapLevelClamp = t->maxMipmapLevelClamp,
	};
	for (u32 i = 0; i < 3; i++)
		told.addressMode[i] = (CUaddress_mode)t->addressMode[i];
	memcpy(p, &told, offsetof(CUDA_TEXTURE_DESC, borderColor));
}

/* ---- objects ----------------------------------------------------------------------- */

static bool is_array_of_none(const CUDA_RESOURCE_DESC *r) {
	return (r->resType == CU_RESOURCE_TYPE_ARRAY && !r->res.array.hArray) ||
	       (r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY &&
	        !r->res.mipmap.hMipmappedArray);
}

static bool is_reserved_used(const CUDA_TEXTURE_DESC *t) {
	for (u32 i = 0; i < countof(t->reserved); i++)
		if (t->reserved[i])
			return true;
	return false;
}

/* Returns the format that a texture is read in: that of a view, if there is one. */
static CUarray_format read_format(const CUDA_RESOURCE_DESC *resource,
                                  const CUDA_RESOURCE_VIEW_DESC *view) {
	static const CUarray_format of[] = {
		CU_AD_FORMAT_UNSIGNED_INT8,  CU_AD_FORMAT_SIGNED_INT8,
		CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16,
		CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
		CU_AD_FORMAT_HALF,           CU_AD_FORMAT_FLOAT,
	};
	unsigned n, i = view ? (unsigned)view->format - CU_RES_VIEW_FORMAT_UINT_1X8 : ~0u;
	return i / 3 < countof(of) ? of[i / 3] : resource_format(resource, &n);
}

static cudaError_t create_texture(CUtexObject *out, const CUDA_RESOURCE_DESC *resource,
                                  const CUDA_TEXTURE_DESC *texture,
                                  const CUDA_RESOURCE_VIEW_DESC *view) {
	const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
	                       CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
	                       CU_TRSF_SEAMLESS_CUBEMAP | TRSF_WITHOUT_NAME;
	struct cudaResourceDesc r;
	if (!out || !resource || !texture || (texture->flags & ~known) ||
	    is_reserved_used(texture) || is_array_of_none(resource))
		return cudaErrorInvalidValue;
	cudaError_t e = (cudaError_t)resource_of(resource, &r);
	if (e != cudaSuccess)
		return e;
	struct cudaTextureDesc t = texture_of(texture, read_format(resource, view));
	return cudaCreateTextureObject((cudaTextureObject_t *)out, &r, &t,
	                               (const struct cudaResourceViewDesc *)view);
}

CUresult cuTexObjectCreate(CUtexObject *out, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture,
                           const CUDA_RESOURCE_VIEW_DESC *view) {
	return RUNTIME(create_texture(out, resource, texture, view));
}

CUresult cuTexObjectDestroy(CUtexObject t) {
	return RUNTIME(cudaDestroyTextureObject(t));
}

static cudaError_t texture_resource(CUDA_RESOURCE_DESC *p, CUtexObject t) {
	struct cudaResourceDesc r;
	cudaError_t e = p ? cudaGetTextureObjectResourceDesc(&r, t)
	                  : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		resource_back(&r, p);
	return e;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *p, CUtexObject t) {
	return RUNTIME(texture_resource(p, t));
}

static cudaError_t texture_desc(CUDA_TEXTURE_DESC *p, CUtexObject t) {
	struct cudaTextureDesc d;
	CUDA_RESOURCE_DESC r;
	unsigned n;
	cudaError_t e = p ? texture_resource(&r, t) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = cudaGetTextureObjectTextureDesc(&d, t);
	if (e == cudaSuccess)
		texture_back(&d, resource_format(&r, &n), p);
	return e;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *p, CUtexObject t) {
	return RUNTIME(texture_desc(p, t));
}

/* Without a view nothing is told. */
static cudaError_t texture_view(CUDA_RESOURCE_VIEW_DESC *p, CUtexObject t) {
	struct cudaResourceViewDesc v;
	cudaError_t e = p ? cudaGetTextureObjectResourceViewDesc(&v, t)
	                  : cudaErrorInvalidValue;
	if (e == cudaSuccess && texture_has_view(t))
		memcpy(p, &v, sizeof v);
	return e;
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *p, CUtexObject t) {
	return RUNTIME(texture_view(p, t));
}

static cudaError_t create_surface(CUsurfObject *out, const CUDA_RESOURCE_DESC *resource) {
	struct cudaResourceDesc r;
	if (!out || !resource || is_array_of_none(resource))
		return cudaErrorInvalidValue;
	cudaError_t e = (cudaError_t)resource_of(resource, &r);
	return e == cudaSuccess ? cudaCreateSurfaceObject((cudaSurfaceObject_t *)out, &r)
	                        : e;
}

CUresult cuSurfObjectCreate(CUsurfObject *out, const CUDA_RESOURCE_DESC *resource) {
	return RUNTIME(create_surface(out, resource));
}

CUresult cuSurfObjectDestroy(CUsurfObject s) {
	return RUNTIME(cudaDestroySurfaceObject(s));
}

static cudaError_t surface_resource(CUDA_RESOURCE_DESC *p, CUsurfObject s) {
	struct cudaResourceDesc r;
	cudaError_t e = p ? cudaGetSurfaceObjectResourceDesc(&r, s)
	                  : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		resource_back(&r, p);
	return e;
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *p, CUsurfObject s) {
	return RUNTIME(surface_resource(p, s));
}
