/* unversioned.c - the driver interface under the names that functions had before they had
 * versions. Those of before CUDA 3.2 have 32-bit addresses and sizes, and work in
 * contexts that the old cuCtxCreate made, as on hardware; in others they are
 * CUDA_ERROR_INVALID_CONTEXT, and their results are zero. Functions of later versions are
 * the present ones. The memory of such a context is the host's, below 4 GiB, which
 * kernels use as it lies.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "runtime/driver/driver.h"
#include "runtime/handles/slot.h"

typedef unsigned narrow_ptr;

struct narrow_copy_2d { /* CUDA_MEMCPY2D_v1 */
	unsigned src_x, src_y;
	CUmemorytype src_type;
	const void *src_host;
	narrow_ptr src_device;
	CUarray src_array;
	unsigned src_pitch, dst_x, dst_y;
	CUmemorytype dst_type;
	void *dst_host;
	narrow_ptr dst_device;
	CUarray dst_array;
	unsigned dst_pitch, width, height;
};

struct narrow_copy_3d { /* CUDA_MEMCPY3D_v1 */
	unsigned src_x, src_y, src_z, src_lod;
	CUmemorytype src_type;
	const void *src_host;
	narrow_ptr src_device;
	CUarray src_array;
	void *reserved0;
	unsigned src_pitch, src_height, dst_x, dst_y, dst_z, dst_lod;
	CUmemorytype dst_type;
	void *dst_host;
	narrow_ptr dst_device;
	CUarray dst_array;
	void *reserved1;
	unsigned dst_pitch, dst_height, width, height, depth;
};

struct narrow_array_2d { /* CUDA_ARRAY_DESCRIPTOR_v1 */
	unsigned width, height;
	CUarray_format format;
	unsigned channels;
};

struct narrow_array_3d { /* CUDA_ARRAY3D_DESCRIPTOR_v1 */
	unsigned width, height, depth;
	CUarray_format format;
	unsigned channels, flags;
};

/* Whether 32-bit functions work in the calling thread's context. */
static CUresult check(void) {
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	return context_current()->is_narrow ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* Returns from the calling function unless they do. */
#define CHECK()                           \
	do {                              \
		CUresult why_ = check();  \
		if (why_ != CUDA_SUCCESS) \
			return why_;      \
	} while (0)

static unsigned capped(size_t n) {
	return n > 0xffffffffu ? 0xffffffffu : (unsigned)n;
}

static CUresult cannot(const char *what) {
	static _Atomic bool told;
	if (!atomic_exchange(&told, true))
		fprintf(stderr,
		        "simt: %s is not supported: it does not lie below 4 GiB\n", what);
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- contexts and devices ---------------------------------------------------------- */

CUresult cuCtxCreate(CUcontext *out, unsigned flags, CUdevice device) {
	CUresult r = cuCtxCreate_v2(out, flags, device);
	if (r == CUDA_SUCCESS)
		(*out)->is_narrow = true;
	return r;
}

CUresult cuCtxDestroy(CUcontext c) {
	return c ? cuCtxDestroy_v2(c) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxPopCurrent(CUcontext *c) {
	return cuCtxPopCurrent_v2(c);
}

CUresult cuCtxPushCurrent(CUcontext c) {
	return cuCtxPushCurrent_v2(c);
}

CUresult cuDeviceTotalMem(unsigned *bytes, CUdevice device) {
	size_t all = 0;
	CUresult r = cuDeviceTotalMem_v2(bytes ? &all : NULL, device);
	if (bytes)
		*bytes = capped(all);
	return r;
}

CUresult cuModuleGetGlobal(narrow_ptr *p, unsigned *bytes, CUmodule m, const char *name) {
	CUdeviceptr at = 0;
	size_t size = 0;
	if (p)
		*p = 0;
	if (bytes)
		*bytes = 0;
	CHECK();
	CUresult r = cuModuleGetGlobal_v2(&at, &size, m, name);
	if (r != CUDA_SUCCESS)
		return r;
	if (p && at >> 32)
		return cannot("the address of a variable in 32 bits");
	if (p)
		*p = (narrow_ptr)at;
	if (bytes)
		*bytes = capped(size);
	return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream s) {
	return cuStreamDestroy_v2(s);
}

CUresult cuEventDestroy(CUevent e) {
	return cuEventDestroy_v2(e);
}

CUresult cuProfilerInitialize(const char *config, const char *output, int mode) {
	(void)config, (void)output, (void)mode;
	return CUDA_ERROR_NOT_SUPPORTED; /* as on present hardware */
}

/* ---- memory ------------------------------------------------------------------------ */

struct narrow_block {
	struct slot slot;
	struct owned own; /* by the context */
	struct narrow_block *next;
	narrow_ptr base;
	unsigned size;
};

static struct slots slots = SLOTS_INIT(struct narrow_block);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct narrow_block *blocks;

static void *below_4g(size_t size) {
#ifdef MAP_32BIT
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	return p == MAP_FAILED ? NULL : p;
#else
	for (uintptr_t at = 256 << 20; at + size <= 0xffffffffu; at += 16 << 20) {
		void *p = mmap((void *)at, size, PROT_READ | PROT_WRITE,
		               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p != MAP_FAILED && (uintptr_t)p + size <= 0xffffffffu)
			return p;
		if (p != MAP_FAILED)
			munmap(p, size);
	}
	return NULL;
#endif
}

static void unlink_block(struct narrow_block *b) {
	pthread_mutex_lock(&lock);
	struct narrow_block **at = &blocks;
	while (*at && *at != b)
		at = &(*at)->next;
	if (*at)
		*at = b->next;
	pthread_mutex_unlock(&lock);
}

static void drop_block(struct narrow_block *b) {
	unlink_block(b);
	context_disown(&b->own);
	cudaHostUnregister(host_pointer(b->base));
	munmap(host_pointer(b->base), b->size);
	slot_give(&slots, b);
}

static void drop_owned(struct owned *o) {
	drop_block(
		(struct narrow_block *)((char *)o - offsetof(struct narrow_block, own)));
}

static cudaError_t allocate(narrow_ptr *out, unsigned size) {
	struct narrow_block *b = slot_take(&slots);
	void *p = b ? below_4g(size) : NULL;
	cudaError_t e = p ? cudaHostRegister(p, size, 0) : cudaErrorMemoryAllocation;
	if (e != cudaSuccess) {
		if (p)
			munmap(p, size);
		if (b)
			slot_give(&slots, b);
		return e;
	}
	b->base = (narrow_ptr)(uintptr_t)p;
	b->size = size;
	context_own(&b->own, drop_owned);
	pthread_mutex_lock(&lock);
	b->next = blocks;
	blocks = b;
	pthread_mutex_unlock(&lock);
	*out = b->base;
	return cudaSuccess;
}

CUresult cuMemAlloc(narrow_ptr *p, unsigned size) {
	if (p)
		*p = 0;
	CHECK();
	return RUNTIME(p && size ? allocate(p, size) : cudaErrorInvalidValue);
}

CUresult cuMemAllocPitch(narrow_ptr *p, unsigned *pitch, unsigned width, unsigned height,
                         unsigned element) {
	u64 row = alignup((u64)width, 512), all = row * height;
	if (p)
		*p = 0;
	if (pitch)
		*pitch = 0;
	CHECK();
	if (!p || !pitch || !width || !height ||
	    (element != 4 && element != 8 && element != 16))
		return CUDA_ERROR_INVALID_VALUE;
	if (all > 0xffffffffu)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*pitch = (unsigned)row;
	return cuMemAlloc(p, (unsigned)all);
}

static struct narrow_block *block_of(narrow_ptr p) {
	pthread_mutex_lock(&lock);
	struct narrow_block *b = blocks;
	while (b && b->base != p)
		b = b->next;
	pthread_mutex_unlock(&lock);
	return b;
}

static cudaError_t release(narrow_ptr p) {
	struct narrow_block *b = p ? block_of(p) : NULL;
	if (b)
		drop_block(b);
	return b || !p ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuMemFree(narrow_ptr p) {
	CHECK();
	return RUNTIME(release(p));
}

CUresult cuMemGetInfo(unsigned *left, unsigned *total) {
	size_t l = 0, t = 0;
	if (left)
		*left = 0;
	if (total)
		*total = 0;
	CHECK();
	CUresult r = cuMemGetInfo_v2(left ? &l : NULL, total ? &t : NULL);
	if (left)
		*left = capped(l);
	if (total)
		*total = capped(t);
	return r;
}

CUresult cuMemGetAddressRange(narrow_ptr *base, unsigned *size, narrow_ptr p) {
	CUdeviceptr b = 0;
	size_t n = 0;
	if (base)
		*base = 0;
	if (size)
		*size = 0;
	CHECK();
	CUresult r = cuMemGetAddressRange_v2(&b, &n, p);
	if (base)
		*base = (narrow_ptr)b;
	if (size)
		*size = capped(n);
	return r;
}

CUresult cuMemAllocHost(void **p, unsigned size) {
	if (p)
		*p = NULL;
	CHECK();
	return cuMemAllocHost_v2(p, size);
}

/* Pinned memory does not lie below 4 GiB, on hardware either. */
CUresult cuMemHostGetDevicePointer(narrow_ptr *out, void *p, unsigned flags) {
	(void)p, (void)flags;
	if (out)
		*out = 0;
	CHECK();
	return CUDA_ERROR_INVALID_VALUE;
}

/* ---- copies and fills -------------------------------------------------------------- */

#define NARROW(name, params, call) \
	CUresult name params {     \
		CHECK();           \
		return call;       \
	}

NARROW(cuMemcpyHtoD, (narrow_ptr d, const void *s, unsigned n), cuMemcpyHtoD_v2(d, s, n))
NARROW(cuMemcpyDtoH, (void *d, narrow_ptr s, unsigned n), cuMemcpyDtoH_v2(d, s, n))
NARROW(cuMemcpyDtoD, (narrow_ptr d, narrow_ptr s, unsigned n), cuMemcpyDtoD_v2(d, s, n))
NARROW(cuMemcpyHtoDAsync, (narrow_ptr d, const void *s, unsigned n, CUstream q),
       cuMemcpyHtoDAsync_v2(d, s, n, q))
NARROW(cuMemcpyDtoHAsync, (void *d, narrow_ptr s, unsigned n, CUstream q),
       cuMemcpyDtoHAsync_v2(d, s, n, q))
NARROW(cuMemcpyDtoDAsync, (narrow_ptr d, narrow_ptr s, unsigned n, CUstream q),
       cuMemcpyDtoDAsync_v2(d, s, n, q))
NARROW(cuMemcpyDtoA, (CUarray d, unsigned at, narrow_ptr s, unsigned n),
       cuMemcpyDtoA_v2(d, at, s, n))
NARROW(cuMemcpyAtoD, (narrow_ptr d, CUarray s, unsigned at, unsigned n),
       cuMemcpyAtoD_v2(d, s, at, n))
NARROW(cuMemcpyHtoA, (CUarray d, unsigned at, const void *s, unsigned n),
       cuMemcpyHtoA_v2(d, at, s, n))
NARROW(cuMemcpyAtoH, (void *d, CUarray s, unsigned at, unsigned n),
       cuMemcpyAtoH_v2(d, s, at, n))
NARROW(cuMemcpyAtoA, (CUarray d, unsigned to, CUarray s, unsigned from, unsigned n),
       cuMemcpyAtoA_v2(d, to, s, from, n))
NARROW(cuMemcpyHtoAAsync, (CUarray d, unsigned at, const void *s, unsigned n, CUstream q),
       cuMemcpyHtoAAsync_v2(d, at, s, n, q))
NARROW(cuMemcpyAtoHAsync, (void *d, CUarray s, unsigned at, unsigned n, CUstream q),
       cuMemcpyAtoHAsync_v2(d, s, at, n, q))
NARROW(cuMemsetD8, (narrow_ptr p, unsigned char v, unsigned n), cuMemsetD8_v2(p, v, n))
NARROW(cuMemsetD16, (narrow_ptr p, unsigned short v, unsigned n), cuMemsetD16_v2(p, v, n))
NARROW(cuMemsetD32, (narrow_ptr p, unsigned v, unsigned n), cuMemsetD32_v2(p, v, n))
NARROW(cuMemsetD2D8,
       (narrow_ptr p, unsigned pitch, unsigned char v, unsigned w, unsigned h),
       cuMemsetD2D8_v2(p, pitch, v, w, h))
NARROW(cuMemsetD2D16,
       (narrow_ptr p, unsigned pitch, unsigned short v, unsigned w, unsigned h),
       cuMemsetD2D16_v2(p, pitch, v, w, h))
NARROW(cuMemsetD2D32, (narrow_ptr p, unsigned pitch, unsigned v, unsigned w, unsigned h),
       cuMemsetD2D32_v2(p, pitch, v, w, h))

static CUDA_MEMCPY2D wide_2d(const struct narrow_copy_2d *c) {
	return (CUDA_MEMCPY2D){
		.srcXInBytes = c->src_x,
		.srcY = c->src_y,
		.srcMemoryType = c->src_type,
		.srcHost = c->src_host,
		.srcDevice = c->src_device,
		.srcArray = c->src_array,
		.srcPitch = c->src_pitch,
		.dstXInBytes = c->dst_x,
		.dstY = c->dst_y,
		.dstMemoryType = c->dst_type,
		.dstHost = c->dst_host,
		.dstDevice = c->dst_device,
		.dstArray = c->dst_array,
		.dstPitch = c->dst_pitch,
		.WidthInBytes = c->width,
		.Height = c->height,
	};
}

static CUDA_MEMCPY3D wide_3d(const struct narrow_copy_3d *c) {
	return (CUDA_MEMCPY3D){
		.srcXInBytes = c->src_x,
		.srcY = c->src_y,
		.srcZ = c->src_z,
		.srcLOD = c->src_lod,
		.srcMemoryType = c->src_type,
		.srcHost = c->src_host,
		.srcDevice = c->src_device,
		.srcArray = c->src_array,
		.srcPitch = c->src_pitch,
		.srcHeight = c->src_height,
		.dstXInBytes = c->dst_x,
		.dstY = c->dst_y,
		.dstZ = c->dst_z,
		.dstLOD = c->dst_lod,
		.dstMemoryType = c->dst_type,
		.dstHost = c->dst_host,
		.dstDevice = c->dst_device,
		.dstArray = c->dst_array,
		.dstPitch = c->dst_pitch,
		.dstHeight = c->dst_height,
		.WidthInBytes = c->width,
		.Height = c->height,
		.Depth = c->depth,
	};
}

static CUresult copy_2d(const struct narrow_copy_2d *c, bool async, CUstream s) {
	CHECK();
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_MEMCPY2D wide = wide_2d(c);
	return async ? cuMemcpy2DAsync_v2(&wide, s) : cuMemcpy2D_v2(&wide);
}

CUresult cuMemcpy2D(const struct narrow_copy_2d *c) {
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DUnaligned(const struct narrow_copy_2d *c) {
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DAsync(const struct narrow_copy_2d *c, CUstream s) {
	return copy_2d(c, true, s);
}

static CUresult copy_3d(const struct narrow_copy_3d *c, bool async, CUstream s) {
	CHECK();
	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_MEMCPY3D wide = wide_3d(c);
	return async ? cuMemcpy3DAsync_v2(&wide, s) : cuMemcpy3D_v2(&wide);
}

CUresult cuMemcpy3D(const struct narrow_copy_3d *c) {
	return copy_3d(c, false, NULL);
}

CUresult cuMemcpy3DAsync(const struct narrow_copy_3d *c, CUstream s) {
	return copy_3d(c, true, s);
}

/* ---- arrays and textures ----------------------------------------------------------- */

CUresult cuArrayCreate(CUarray *out, const struct narrow_array_2d *d) {
	CHECK();
	CUDA_ARRAY_DESCRIPTOR wide = {0};
	if (d)
		wide = (CUDA_ARRAY_DESCRIPTOR){d->width, d->height, d->format,
		                               d->channels};
	return cuArrayCreate_v2(out, d ? &wide : NULL);
}

CUresult cuArrayGetDescriptor(struct narrow_array_2d *d, CUarray a) {
	CUDA_ARRAY_DESCRIPTOR wide = {0};
	CHECK();
	CUresult r = cuArrayGetDescriptor_v2(d ? &wide : NULL, a);
	if (r == CUDA_SUCCESS)
		*d = (struct narrow_array_2d){capped(wide.Width), capped(wide.Height),
		                              wide.Format, wide.NumChannels};
	return r;
}

CUresult cuArray3DCreate(CUarray *out, const struct narrow_array_3d *d) {
	CHECK();
	CUDA_ARRAY3D_DESCRIPTOR wide = {0};
	if (d)
		wide = (CUDA_ARRAY3D_DESCRIPTOR){d->width,  d->height,   d->depth,
		                                 d->format, d->channels, d->flags};
	return cuArray3DCreate_v2(out, d ? &wide : NULL);
}

CUresult cuArray3DGetDescriptor(struct narrow_array_3d *d, CUarray a) {
	CUDA_ARRAY3D_DESCRIPTOR wide = {0};
	CHECK();
	CUresult r = cuArray3DGetDescriptor_v2(d ? &wide : NULL, a);
	if (r == CUDA_SUCCESS)
		*d = (struct narrow_array_3d){capped(wide.Width), capped(wide.Height),
		                              capped(wide.Depth), wide.Format,
		                              wide.NumChannels,   wide.Flags};
	return r;
}

CUresult cuTexRefSetAddress(unsigned *offset, CUtexref t, narrow_ptr p, unsigned bytes) {
	size_t at = 0;
	if (offset)
		*offset = 0;
	CHECK();
	CUresult r = cuTexRefSetAddress_v2(offset ? &at : NULL, t, p, bytes);
	if (offset)
		*offset = capped(at);
	return r;
}

NARROW(cuTexRefSetAddress2D,
       (CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d, narrow_ptr p, unsigned pitch),
       cuTexRefSetAddress2D_v3(t, d, p, pitch))

CUresult cuTexRefGetAddress(narrow_ptr *p, CUtexref t) {
	CUdeviceptr at = 0;
	if (p)
		*p = 0;
	CHECK();
	CUresult r = cuTexRefGetAddress_v2(p ? &at : NULL, t);
	if (p)
		*p = (narrow_ptr)at;
	return r;
}

/* ---- the same under other names ---------------------------------------------------- */

CUresult cuLinkCreate(unsigned n, CUjit_option *options, void **values,
                      CUlinkState *out) {
	return cuLinkCreate_v2(n, options, values, out);
}

CUresult cuLinkAddData(CUlinkState l, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned n, CUjit_option *options,
                       void **values) {
	return cuLinkAddData_v2(l, type, data, size, name, n, options, values);
}

CUresult cuLinkAddFile(CUlinkState l, CUjitInputType type, const char *path, unsigned n,
                       CUjit_option *options, void **values) {
	return cuLinkAddFile_v2(l, type, path, n, options, values);
}

CUresult cuGraphicsResourceGetMappedPointer(narrow_ptr *p, unsigned *size,
                                            CUgraphicsResource r) {
	CUdeviceptr at = 0;
	size_t n = 0;
	if (p)
		*p = 0;
	if (size)
		*size = 0;
	return cuGraphicsResourceGetMappedPointer_v2(&at, &n, r);
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource r, unsigned flags) {
	return cuGraphicsResourceSetMapFlags_v2(r, flags);
}

/* ---- batches that tell which copy failed ------------------------------------------- */

static bool is_own_stream(CUstream s) {
	return driver_stream(s) && driver_stream(s) != CU_STREAM_LEGACY;
}

static bool are_groups(const size_t *first, size_t n, size_t count) {
	if (!first || !n || n > count || first[0])
		return false;
	for (size_t i = 1; i < n; i++)
		if (first[i] <= first[i - 1] || first[i] >= count)
			return false;
	return true;
}

/* *failed is SIZE_MAX for errors of no single copy, and unchanged for those of the stream
 * (as on an H100). */
CUresult cuMemcpyBatchAsync(CUdeviceptr *dst, CUdeviceptr *src, size_t *size, size_t n,
                            CUmemcpyAttributes *attr, size_t *first, size_t nattr,
                            size_t *failed, CUstream s) {
	size_t zero = 0, group = 0;
	if (!is_own_stream(s))
		return CUDA_ERROR_INVALID_VALUE;
	if (failed)
		*failed = SIZE_MAX;
	if (context_current() && context_current()->is_narrow)
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!dst || !src || !size || !attr || !are_groups(first, nattr, n))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = CUDA_SUCCESS;
	for (size_t i = 0; i < n && r == CUDA_SUCCESS; i++) {
		group += group + 1 < nattr && first[group + 1] == i;
		r = cuMemcpyBatchAsync_v2(&dst[i], &src[i], &size[i], 1, &attr[group],
		                          &zero, 1, driver_stream(s));
		if (r != CUDA_SUCCESS && failed)
			*failed = i;
	}
	return r;
}

CUresult cuMemcpy3DBatchAsync(size_t n, CUDA_MEMCPY3D_BATCH_OP *op, size_t *failed,
                              unsigned long long flags, CUstream s) {
	if (!is_own_stream(s))
		return CUDA_ERROR_INVALID_VALUE;
	if (failed)
		*failed = SIZE_MAX;
	if (context_current() && context_current()->is_narrow)
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!n || !op || flags)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = CUDA_SUCCESS;
	for (size_t i = 0; i < n && r == CUDA_SUCCESS; i++) {
		r = cuMemcpy3DBatchAsync_v2(1, &op[i], 0, driver_stream(s));
		if (r != CUDA_SUCCESS && failed)
			*failed = i;
	}
	return r;
}
