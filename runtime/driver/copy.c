/* copy.c - copies and fills of the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/driver.h"
#include "runtime/handles/array.h"
#include "runtime/handles/memory.h"
#include "runtime/handles/stream.h"

/* ---- copies ------------------------------------------------------------------------ */

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
	return RUNTIME_ON(stream, copy_async(host_pointer(dst), host_pointer(src), n,
	                                     cudaMemcpyDefault, stream));
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t n,
                              CUstream stream) {
	return RUNTIME_ON(stream, copy_async(host_pointer(dst), src, n,
	                                     cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t n, CUstream stream) {
	return RUNTIME_ON(stream, copy_async(dst, host_pointer(src), n,
	                                     cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dst, CUdeviceptr src, size_t n,
                              CUstream stream) {
	return RUNTIME_ON(stream, copy_async(host_pointer(dst), host_pointer(src), n,
	                                     cudaMemcpyDeviceToDevice, stream));
}

static bool is_context(const struct CUctx_st *c) {
	return !c || context_is_alive(c); /* NULL: the current one */
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

/* Describes one side of a box. False: it has no address. */
static cudaError_t side(CUmemorytype type, const void *host, CUdeviceptr device,
                        CUarray array, size_t pitch, size_t height, struct cudaPos at,
                        const struct cudaExtent *e, struct copy_side *s) {
	*s = (struct copy_side){.at = at};
	switch (type) {
	case CU_MEMORYTYPE_ARRAY:
		return array ? array_find((cudaArray_const_t)array, &s->array)
		             : cudaErrorInvalidValue;
	case CU_MEMORYTYPE_HOST: s->ptr = (uintptr_t)host; break;
	case CU_MEMORYTYPE_DEVICE:
	case CU_MEMORYTYPE_UNIFIED: s->ptr = device; break;
	default: return cudaErrorInvalidValue;
	}
	s->pitch = pitch ? pitch : at.x + e->width;
	s->height = height ? height : at.y + e->height;
	return cudaSuccess;
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

static cudaError_t box(const CUDA_MEMCPY3D_PEER *c, struct copy_box *b) {
	*b = (struct copy_box){
		.bytes = {c->WidthInBytes, c->Height, c->Depth},
		.kind = direction(c->dstMemoryType, c->srcMemoryType),
	};
	cudaError_t e = side(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray,
	                     c->srcPitch, c->srcHeight,
	                     make_cudaPos(c->srcXInBytes, c->srcY, c->srcZ), &b->bytes,
	                     &b->src);
	return e != cudaSuccess ? e
	                        : side(c->dstMemoryType, c->dstHost, c->dstDevice,
	                               c->dstArray, c->dstPitch, c->dstHeight,
	                               make_cudaPos(c->dstXInBytes, c->dstY, c->dstZ),
	                               &b->bytes, &b->dst);
}

static cudaError_t copy_box(const CUDA_MEMCPY3D_PEER *c, bool async, CUstream stream) {
	struct copy_box b;
	/* addresses are not checked then */
	if (!c->WidthInBytes || !c->Height || !c->Depth)
		return cudaSuccess;
	cudaError_t e = box(c, &b);
	return e == cudaSuccess ? copy_box_run(driver_zero(), async, &b, stream) : e;
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

static size_t element_bytes(const struct copy_side *s) {
	return s->array ? array_texel_bytes(s->array) : 1;
}

/* If the other side is an array, positions in memory count the array's elements, so they
 * are added to the address here. */
static struct cudaPitchedPtr pitched(const struct copy_side *s) {
	u64 at = s->ptr + s->at.x + (s->at.y + s->at.z * s->height) * s->pitch;
	return s->array ? (struct cudaPitchedPtr){0}
	                : make_cudaPitchedPtr(host_pointer(at), s->pitch, s->pitch,
	                                      s->height);
}

static struct cudaPos elements(const struct copy_side *s) {
	return s->array ? make_cudaPos(s->at.x / element_bytes(s), s->at.y, s->at.z)
	                : make_cudaPos(0, 0, 0);
}

cudaError_t driver_box(const CUDA_MEMCPY3D *c, struct copy_box *b,
                       struct cudaMemcpy3DParms *p) {
	CUDA_MEMCPY3D_PEER all = from_3d(c);
	cudaError_t e = box(&all, b);
	if (e != cudaSuccess)
		return e;
	size_t element = MAX(element_bytes(&b->src), element_bytes(&b->dst));
	*p = (struct cudaMemcpy3DParms){
		.srcArray = is_array(c->srcMemoryType) ? (cudaArray_t)c->srcArray : NULL,
		.srcPos = elements(&b->src),
		.srcPtr = pitched(&b->src),
		.dstArray = is_array(c->dstMemoryType) ? (cudaArray_t)c->dstArray : NULL,
		.dstPos = elements(&b->dst),
		.dstPtr = pitched(&b->dst),
		.extent = {c->WidthInBytes / element, c->Height, c->Depth},
		.kind = b->kind,
	};
	return cudaSuccess;
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
	struct copy_side s = {0}, d = {0};
	CUmemorytype from = type_of(p->srcArray, p->kind, true);
	CUmemorytype to = type_of(p->dstArray, p->kind, false);
	if (p->srcArray)
		array_find(p->srcArray, &s.array);
	if (p->dstArray)
		array_find(p->dstArray, &d.array);
	size_t element = MAX(element_bytes(&s), element_bytes(&d));
	/* if the other side is an array, positions in memory count its elements */
	size_t src = s.array ? element_bytes(&s) : element,
	       dst = d.array ? element_bytes(&d) : element;
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
		.WidthInBytes = p->extent.width * element,
		.Height = p->extent.height,
		.Depth = p->extent.depth,
	};
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool async, CUstream stream) {
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_MEMCPY3D_PEER box = from_2d(c);
	return RUNTIME_ON(stream, copy_box(&box, async, stream));
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
	return RUNTIME_ON(stream, copy_box(&box, async, stream));
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
	return RUNTIME_ON(stream, c ? copy_box(c, true, stream) : cudaErrorInvalidValue);
}

/* ---- lines of arrays: bytes of the first row --------------------------------------- */

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
	return RUNTIME_ON(stream, copy_box(&c, true, stream));
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
	return RUNTIME_ON(stream, copy_box(&c, true, stream));
}

CUresult cuMemcpyAtoA_v2(CUarray dst, size_t to, CUarray src, size_t from, size_t n) {
	CUDA_MEMCPY3D_PEER c = line(CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_ARRAY, n);
	c.dstArray = dst;
	c.dstXInBytes = to;
	c.srcArray = src;
	c.srcXInBytes = from;
	return RUNTIME(copy_box(&c, false, NULL));
}

/* ---- batches ----------------------------------------------------------------------- */

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dst, CUdeviceptr *src, size_t *size, size_t n,
                               CUmemcpyAttributes *attribute, size_t *first,
                               size_t nattribute, CUstream stream) {
	return RUNTIME_ON(stream,
	                  cudaMemcpyBatchAsync((void *const *)dst,
	                                       (const void *const *)src, size, n,
	                                       (struct cudaMemcpyAttributes *)attribute,
	                                       first, nattribute, driver_stream(stream)));
}

CUresult cuMemcpy3DBatchAsync_v2(size_t n, CUDA_MEMCPY3D_BATCH_OP *op,
                                 unsigned long long flags, CUstream stream) {
	return RUNTIME_ON(stream,
	                  cudaMemcpy3DBatchAsync(n, (struct cudaMemcpy3DBatchOp *)op,
	                                         flags, driver_stream(stream)));
}

/* ---- fills ------------------------------------------------------------------------- */

/* Blocking fills wait as the runtime's do: not for device memory. */
static CUresult fill(CUdeviceptr p, size_t pitch, u32 value, u32 element, size_t width,
                     size_t height, bool async, CUstream stream) {
	CUresult r = driver_begin_on(stream);
	if (r != CUDA_SUCCESS)
		return r;
	struct simt_fill f = {.dst = p,
	                      .pitch = height > 1 ? pitch : 0,
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
