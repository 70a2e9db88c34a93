/* copy.c - copies and fills of the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cuda/driver.h"
#include "runtime/cudart/array.h"

/* ---- copies ---------------------------------------------------------------------------------- */

static cudaError_t copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind) {
	return driver_zero() == ZERO_IS_PER_THREAD ? cudaMemcpy_ptds(dst, src, n, kind)
	                                           : cudaMemcpy(dst, src, n, kind);
}

static cudaError_t copy_async(void *dst, const void *src, size_t n,
                              enum cudaMemcpyKind kind, CUstream stream) {
	return cudaMemcpyAsync(dst, src, n, kind, driver_stream(stream));
}

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t n) {
	return RUNTIME(copy(host_pointer(dst), host_pointer(src), n, cudaMemcpyDefault));
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr dst, const void *src, size_t n) {
	return RUNTIME(copy(host_pointer(dst), src, n, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH_v2(void *dst, CUdeviceptr src, size_t n) {
	return RUNTIME(copy(dst, host_pointer(src), n, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr dst, CUdeviceptr src, size_t n) {
	return RUNTIME(
		copy(host_pointer(dst), host_pointer(src), n, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t n, CUstream stream) {
	return RUNTIME(copy_async(host_pointer(dst), host_pointer(src), n,
	                          cudaMemcpyDefault, stream));
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t n,
                              CUstream stream) {
	return RUNTIME(
		copy_async(host_pointer(dst), src, n, cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t n, CUstream stream) {
	return RUNTIME(
		copy_async(dst, host_pointer(src), n, cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dst, CUdeviceptr src, size_t n,
                              CUstream stream) {
	return RUNTIME(copy_async(host_pointer(dst), host_pointer(src), n,
	                          cudaMemcpyDeviceToDevice, stream));
}

static bool is_context(const struct CUctx_st *c) {
	return c && context_is_alive(c);
}

CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src,
                      CUcontext src_context, size_t n) {
	if (!is_context(dst_context) || !is_context(src_context))
		return CUDA_ERROR_INVALID_CONTEXT;
	return cuMemcpyDtoD_v2(dst, src, n);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src,
                           CUcontext src_context, size_t n, CUstream stream) {
	if (!is_context(dst_context) || !is_context(src_context))
		return CUDA_ERROR_INVALID_CONTEXT;
	return cuMemcpyDtoDAsync_v2(dst, src, n, stream);
}

/* ---- boxes: everything in bytes here, while the runtime counts elements where there is an array ---- */

static bool is_array(CUmemorytype type) {
	return type == CU_MEMORYTYPE_ARRAY;
}

/* One side of a box: its first byte, and what the runtime calls its rows and slices. False: it is
 * nowhere. */
static bool side(CUmemorytype type, const void *host, CUdeviceptr device, size_t pitch,
                 size_t height, size_t width, size_t rows, struct cudaPitchedPtr *p) {
	if (type < CU_MEMORYTYPE_HOST || type > CU_MEMORYTYPE_UNIFIED)
		return false;
	if (is_array(type))
		return true;
	p->ptr = type == CU_MEMORYTYPE_HOST ? (void *)(uintptr_t)host
	                                    : host_pointer(device);
	p->pitch = pitch ? pitch : width;
	p->ysize = height ? height : rows;
	p->xsize = width;
	return true;
}

static bool from_host(CUmemorytype type) {
	return type == CU_MEMORYTYPE_HOST;
}

static enum cudaMemcpyKind direction(CUmemorytype dst, CUmemorytype src) {
	if (dst == CU_MEMORYTYPE_UNIFIED || src == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	return from_host(src)
	               ? from_host(dst) ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice
	       : from_host(dst) ? cudaMemcpyDeviceToHost
	                        : cudaMemcpyDeviceToDevice;
}

/* The bytes of an element; 1 without an array. */
static cudaError_t element_bytes(CUmemorytype type, CUarray array, size_t *bytes) {
	const struct cudaArray *a;
	*bytes = 1;
	if (!is_array(type))
		return cudaSuccess;
	if (!array)
		return cudaErrorInvalidValue;
	cudaError_t e = array_find((cudaArray_const_t)array, &a);
	if (e == cudaSuccess)
		*bytes = array_texel_bytes(a);
	return e;
}

/* From bytes to elements. */
static bool count_elements(struct cudaMemcpy3DParms *p, size_t src, size_t dst) {
	size_t element = MAX(src, dst);
	if (p->srcPos.x % src || p->dstPos.x % dst || p->extent.width % element)
		return false;
	p->srcPos.x /= src;
	p->dstPos.x /= dst;
	p->extent.width /= element;
	return true;
}

/* *whole: it begins and ends between elements, which p counts then. */
static cudaError_t box(const CUDA_MEMCPY3D_PEER *c, struct cudaMemcpy3DParms *p,
                       bool *whole) {
	size_t src, dst;
	*p = (struct cudaMemcpy3DParms){
		.srcPos = {c->srcXInBytes, c->srcY, c->srcZ},
		.dstPos = {c->dstXInBytes, c->dstY, c->dstZ},
		.extent = {c->WidthInBytes, c->Height, c->Depth},
		.kind = direction(c->dstMemoryType, c->srcMemoryType),
	};
	if (c->srcLOD || c->dstLOD)
		return cudaErrorInvalidValue;
	if (!side(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcPitch, c->srcHeight,
	          c->srcXInBytes + c->WidthInBytes, c->srcY + c->Height, &p->srcPtr) ||
	    !side(c->dstMemoryType, c->dstHost, c->dstDevice, c->dstPitch, c->dstHeight,
	          c->dstXInBytes + c->WidthInBytes, c->dstY + c->Height, &p->dstPtr))
		return cudaErrorInvalidValue;
	if (is_array(c->srcMemoryType))
		p->srcArray = (cudaArray_t)c->srcArray;
	if (is_array(c->dstMemoryType))
		p->dstArray = (cudaArray_t)c->dstArray;
	cudaError_t e = element_bytes(c->srcMemoryType, c->srcArray, &src);
	if (e == cudaSuccess)
		e = element_bytes(c->dstMemoryType, c->dstArray, &dst);
	*whole = e == cudaSuccess && count_elements(p, src, dst);
	return e;
}

/* Rows of an array that do not begin or end between elements. */
static cudaError_t copy_bytes(const CUDA_MEMCPY3D_PEER *c,
                              const struct cudaMemcpy3DParms *p, bool async,
                              CUstream stream) {
	cudaArray_t to = p->dstArray, from = p->srcArray;
	const struct cudaPitchedPtr *plain = to ? &p->srcPtr : &p->dstPtr;
	const struct cudaPos *pos = to ? &p->srcPos : &p->dstPos;
	u8 *at = (u8 *)plain->ptr + pos->x + pos->y * plain->pitch +
	         pos->z * plain->pitch * plain->ysize;
	bool own = driver_zero() == ZERO_IS_PER_THREAD;
	if (to && from) /* there is no asynchronous form */
		return async ? cudaErrorNotSupported
		             : cudaMemcpy2DArrayToArray(
				       to, c->dstXInBytes, c->dstY, from, c->srcXInBytes,
				       c->srcY, c->WidthInBytes, c->Height, p->kind);
	CUstream s = async ? driver_stream(stream)
	             : own ? CU_STREAM_PER_THREAD
	                   : CU_STREAM_LEGACY;
	cudaError_t e = to ? cudaMemcpy2DToArrayAsync(to, c->dstXInBytes, c->dstY, at,
	                                              plain->pitch, c->WidthInBytes,
	                                              c->Height, p->kind, s)
	                   : cudaMemcpy2DFromArrayAsync(
				     at, plain->pitch, from, c->srcXInBytes, c->srcY,
				     c->WidthInBytes, c->Height, p->kind, s);
	return e == cudaSuccess && !async ? cudaStreamSynchronize(s) : e;
}

static cudaError_t copy_box(const CUDA_MEMCPY3D_PEER *c, bool async, CUstream stream) {
	struct cudaMemcpy3DParms p;
	bool whole;
	if (!c->WidthInBytes || !c->Height || !c->Depth) /* whatever the places are */
		return cudaSuccess;
	cudaError_t e = box(c, &p, &whole);
	if (e == cudaSuccess && !whole && c->Depth == 1 && !c->srcZ && !c->dstZ)
		return copy_bytes(c, &p, async, stream);
	if (e != cudaSuccess || !whole)
		return e != cudaSuccess ? e : cudaErrorInvalidValue;
	if (async)
		return cudaMemcpy3DAsync(&p, driver_stream(stream));
	return driver_zero() == ZERO_IS_PER_THREAD ? cudaMemcpy3D_ptds(&p)
	                                           : cudaMemcpy3D(&p);
}

static CUDA_MEMCPY3D_PEER from_2d(const CUDA_MEMCPY2D *c) {
	return (CUDA_MEMCPY3D_PEER){
		.srcXInBytes = c->srcXInBytes,
		.srcY = c->srcY,
		.srcMemoryType = c->srcMemoryType,
		.srcHost = c->srcHost,
		.srcDevice = c->srcDevice,
		.srcArray = c->srcArray,
		.srcPitch = c->srcPitch,
		.dstXInBytes = c->dstXInBytes,
		.dstY = c->dstY,
		.dstMemoryType = c->dstMemoryType,
		.dstHost = c->dstHost,
		.dstDevice = c->dstDevice,
		.dstArray = c->dstArray,
		.dstPitch = c->dstPitch,
		.WidthInBytes = c->WidthInBytes,
		.Height = c->Height,
		.Depth = 1,
	};
}

static CUDA_MEMCPY3D_PEER from_3d(const CUDA_MEMCPY3D *c) {
	return (CUDA_MEMCPY3D_PEER){
		.srcXInBytes = c->srcXInBytes,
		.srcY = c->srcY,
		.srcZ = c->srcZ,
		.srcLOD = c->srcLOD,
		.srcMemoryType = c->srcMemoryType,
		.srcHost = c->srcHost,
		.srcDevice = c->srcDevice,
		.srcArray = c->srcArray,
		.srcPitch = c->srcPitch,
		.srcHeight = c->srcHeight,
		.dstXInBytes = c->dstXInBytes,
		.dstY = c->dstY,
		.dstZ = c->dstZ,
		.dstLOD = c->dstLOD,
		.dstMemoryType = c->dstMemoryType,
		.dstHost = c->dstHost,
		.dstDevice = c->dstDevice,
		.dstArray = c->dstArray,
		.dstPitch = c->dstPitch,
		.dstHeight = c->dstHeight,
		.WidthInBytes = c->WidthInBytes,
		.Height = c->Height,
		.Depth = c->Depth,
	};
}

cudaError_t driver_box(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p) {
	CUDA_MEMCPY3D_PEER all = from_3d(c);
	bool whole;
	cudaError_t e = box(&all, p, &whole);
	return e == cudaSuccess && !whole ? cudaErrorInvalidValue : e;
}

static CUmemorytype type_of(cudaArray_t array, enum cudaMemcpyKind kind, bool is_source) {
	enum cudaMemcpyKind away = is_source ? cudaMemcpyHostToDevice
	                                     : cudaMemcpyDeviceToHost;
	if (array)
		return CU_MEMORYTYPE_ARRAY;
	if (kind == cudaMemcpyDefault)
		return CU_MEMORYTYPE_UNIFIED;
	return kind == away || kind == cudaMemcpyHostToHost ? CU_MEMORYTYPE_HOST
	                                                    : CU_MEMORYTYPE_DEVICE;
}

void driver_box_of(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *c) {
	size_t src = 1, dst = 1;
	CUmemorytype from = type_of(p->srcArray, p->kind, true);
	CUmemorytype to = type_of(p->dstArray, p->kind, false);
	element_bytes(from, (CUarray)p->srcArray, &src);
	element_bytes(to, (CUarray)p->dstArray, &dst);
	*c = (CUDA_MEMCPY3D){
		.srcXInBytes = p->srcPos.x * src,
		.srcY = p->srcPos.y,
		.srcZ = p->srcPos.z,
		.srcMemoryType = from,
		.srcHost = from_host(from) ? p->srcPtr.ptr : NULL,
		.srcDevice = from_host(from) ? 0 : (uintptr_t)p->srcPtr.ptr,
		.srcArray = (CUarray)p->srcArray,
		.srcPitch = p->srcPtr.pitch,
		.srcHeight = p->srcPtr.ysize,
		.dstXInBytes = p->dstPos.x * dst,
		.dstY = p->dstPos.y,
		.dstZ = p->dstPos.z,
		.dstMemoryType = to,
		.dstHost = from_host(to) ? p->dstPtr.ptr : NULL,
		.dstDevice = from_host(to) ? 0 : (uintptr_t)p->dstPtr.ptr,
		.dstArray = (CUarray)p->dstArray,
		.dstPitch = p->dstPtr.pitch,
		.dstHeight = p->dstPtr.ysize,
		.WidthInBytes = p->extent.width * MAX(src, dst),
		.Height = p->extent.height,
		.Depth = p->extent.depth,
	};
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool async, CUstream stream) {
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_MEMCPY3D_PEER box = from_2d(c);
	return RUNTIME(copy_box(&box, async, stream));
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *c) {
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *c) {
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream stream) {
	return copy_2d(c, true, stream);
}

static CUresult copy_3d(const CUDA_MEMCPY3D *c, bool async, CUstream stream) {
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_MEMCPY3D_PEER box = from_3d(c);
	return RUNTIME(copy_box(&box, async, stream));
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *c) {
	return copy_3d(c, false, NULL);
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *c, CUstream stream) {
	return copy_3d(c, true, stream);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *c) {
	return RUNTIME(c ? copy_box(c, false, NULL) : cudaErrorInvalidValue);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *c, CUstream stream) {
	return RUNTIME(c ? copy_box(c, true, stream) : cudaErrorInvalidValue);
}

/* ---- lines of arrays: bytes of the first row ------------------------------------------------- */

static CUDA_MEMCPY3D_PEER line(CUmemorytype dst, CUmemorytype src, size_t n) {
	return (CUDA_MEMCPY3D_PEER){.dstMemoryType = dst,
	                            .srcMemoryType = src,
	                            .WidthInBytes = n,
	                            .Height = 1,
	                            .Depth = 1};
}

CUresult cuMemcpyDtoA_v2(CUarray dst, size_t at, CUdeviceptr src, size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_DEVICE, n);
	c.dstArray = dst;
	c.dstXInBytes = at;
	c.srcDevice = src;
	return RUNTIME(copy_box(&c, false, NULL));
}

CUresult cuMemcpyAtoD_v2(CUdeviceptr dst, CUarray src, size_t at, size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, n);
	c.dstDevice = dst;
	c.srcArray = src;
	c.srcXInBytes = at;
	return RUNTIME(copy_box(&c, false, NULL));
}

static CUDA_MEMCPY3D_PEER host_to_array(CUarray dst, size_t at, const void *src,
                                        size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_HOST, n);
	c.dstArray = dst;
	c.dstXInBytes = at;
	c.srcHost = src;
	return c;
}

CUresult cuMemcpyHtoA_v2(CUarray dst, size_t at, const void *src, size_t n) {
	CUDA_MEMCPY3D_PEER c = host_to_array(dst, at, src, n);
	return RUNTIME(copy_box(&c, false, NULL));
}

CUresult cuMemcpyHtoAAsync_v2(CUarray dst, size_t at, const void *src, size_t n,
                              CUstream stream) {
	CUDA_MEMCPY3D_PEER c = host_to_array(dst, at, src, n);
	return RUNTIME(copy_box(&c, true, stream));
}

static CUDA_MEMCPY3D_PEER array_to_host(void *dst, CUarray src, size_t at, size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_ARRAY, n);
	c.dstHost = dst;
	c.srcArray = src;
	c.srcXInBytes = at;
	return c;
}

CUresult cuMemcpyAtoH_v2(void *dst, CUarray src, size_t at, size_t n) {
	CUDA_MEMCPY3D_PEER c = array_to_host(dst, src, at, n);
	return RUNTIME(copy_box(&c, false, NULL));
}

CUresult cuMemcpyAtoHAsync_v2(void *dst, CUarray src, size_t at, size_t n,
                              CUstream stream) {
	CUDA_MEMCPY3D_PEER c = array_to_host(dst, src, at, n);
	return RUNTIME(copy_box(&c, true, stream));
}

CUresult cuMemcpyAtoA_v2(CUarray dst, size_t to, CUarray src, size_t from, size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_ARRAY, n);
	c.dstArray = dst;
	c.dstXInBytes = to;
	c.srcArray = src;
	c.srcXInBytes = from;
	return RUNTIME(copy_box(&c, false, NULL));
}

/* ---- batches --------------------------------------------------------------------------------- */

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dst, CUdeviceptr *src, size_t *size, size_t n,
                               CUmemcpyAttributes *attribute, size_t *first,
                               size_t nattribute, CUstream stream) {
	return RUNTIME(cudaMemcpyBatchAsync((void *const *)dst, (const void *const *)src,
	                                    size, n,
	                                    (struct cudaMemcpyAttributes *)attribute,
	                                    first, nattribute, driver_stream(stream)));
}

CUresult cuMemcpy3DBatchAsync_v2(size_t n, CUDA_MEMCPY3D_BATCH_OP *op,
                                 unsigned long long flags, CUstream stream) {
	return RUNTIME(cudaMemcpy3DBatchAsync(n, (struct cudaMemcpy3DBatchOp *)op, flags,
	                                      driver_stream(stream)));
}

/* ---- fills ----------------------------------------------------------------------------------- */

/* Blocking ones wait as the runtime's do: not for device memory. */
static CUresult fill(CUdeviceptr p, size_t pitch, u32 value, u32 element, size_t width,
                     size_t height, bool async, CUstream stream) {
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	struct simt_fill f = {.dst = p,
	                      .pitch = pitch,
	                      .width = width,
	                      .height = height,
	                      .depth = 1,
	                      .value = value,
	                      .element = element};
	if (height > 1 && width > pitch / element)
		return driver_end(cudaErrorInvalidValue);
	return driver_end(fill_queue(driver_zero(), stream, &f, async));
}

#define FILLS(bits, T)                                                                \
	CUresult cuMemsetD##bits##_v2(CUdeviceptr p, T v, size_t n) {                 \
		return fill(p, 0, v, bits / 8, n, 1, false, NULL);                    \
	}                                                                             \
	CUresult cuMemsetD##bits##Async(CUdeviceptr p, T v, size_t n, CUstream s) {   \
		return fill(p, 0, v, bits / 8, n, 1, true, s);                        \
	}                                                                             \
	CUresult cuMemsetD2D##bits##_v2(CUdeviceptr p, size_t pitch, T v, size_t w,   \
	                                size_t h) {                                   \
		return fill(p, pitch, v, bits / 8, w, h, false, NULL);                \
	}                                                                             \
	CUresult cuMemsetD2D##bits##Async(CUdeviceptr p, size_t pitch, T v, size_t w, \
	                                  size_t h, CUstream s) {                     \
		return fill(p, pitch, v, bits / 8, w, h, true, s);                    \
	}
FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)
