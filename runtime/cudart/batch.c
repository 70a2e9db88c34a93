/* batch.c - many copies, prefetches or discards in one call. The stream does them one
 * after another, which is one of the orders that are allowed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/array.h"
#include "runtime/handles/stream.h"

/* Whether the indices are valid: each attribute is for the elements from its index up to
 * the next one's. */
static bool valid_groups(const size_t *first, size_t n, size_t count) {
	if (!n || n > count || !first || first[0] != 0)
		return false;
	for (size_t i = 1; i < n; i++)
		if (first[i] <= first[i - 1] || first[i] >= count)
			return false;
	return true;
}

static bool valid_order(enum cudaMemcpySrcAccessOrder order) {
	return order >= cudaMemcpySrcAccessOrderStream &&
	       order <= cudaMemcpySrcAccessOrderAny;
}

/* Returns the stream that 0 means, for functions that take no enum stream_zero. */
static cudaStream_t own_if_zero(enum stream_zero zero, cudaStream_t stream) {
	return !stream && zero == ZERO_IS_PER_THREAD ? cudaStreamPerThread : stream;
}

/* ---- copies ------------------------------------------------------------------------ */

static cudaError_t copy_batch(enum stream_zero zero, void *const *dst,
                              const void *const *src, const size_t *size, size_t n,
                              const struct cudaMemcpyAttributes *attribute,
                              const size_t *first, size_t nattribute,
                              cudaStream_t stream) {
	cudaError_t e = cudaSuccess;
	stream = own_if_zero(zero, stream);
	if (!dst || !src || !size || !n || !attribute ||
	    !valid_groups(first, nattribute, n) || !stream || stream == cudaStreamLegacy)
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < nattribute; i++)
		if (!valid_order(attribute[i].srcAccessOrder) ||
		    attribute[i].flags &
		            ~(unsigned)cudaMemcpyFlagPreferOverlapWithCompute)
			return cudaErrorInvalidValue;
	for (size_t i = 0; i < n; i++)
		if (!dst[i] || !src[i] || !size[i])
			return cudaErrorInvalidValue;
	/* Refused, and the capture goes on, as on an H200. */
	enum cudaStreamCaptureStatus capture;
	e = cudaStreamIsCapturing(stream, &capture);
	if (e == cudaSuccess && capture == cudaStreamCaptureStatusActive)
		e = cudaErrorStreamCaptureUnsupported;
	for (size_t i = 0; i < n && e == cudaSuccess; i++)
		e = cudaMemcpyAsync(dst[i], src[i], size[i], cudaMemcpyDefault, stream);
	return e;
}

CUDA_PTSZ(cudaMemcpyBatchAsync, copy_batch,
          (void *const *dst, const void *const *src, const size_t *size, size_t n,
           struct cudaMemcpyAttributes *attribute, size_t *first, size_t nattribute,
           cudaStream_t stream),
          dst, src, size, n, attribute, first, nattribute, stream)

/* Rows and layers of memory are counted in elements of the array on the other side, else
 * in bytes. */
static struct cudaPitchedPtr pitched(const struct cudaMemcpy3DOperand *o,
                                     const struct cudaExtent *e, size_t element) {
	size_t row = (o->op.ptr.rowLength ? o->op.ptr.rowLength : e->width) * element;
	size_t rows = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : e->height;
	return (struct cudaPitchedPtr){o->op.ptr.ptr, row, row, rows};
}

static cudaError_t operand(const struct cudaMemcpy3DOperand *o, cudaArray_t *array,
                           struct cudaPos *pos, size_t *element) {
	const struct cudaArray *a;
	if (o->type == cudaMemcpyOperandTypePointer)
		return cudaSuccess;
	if (o->type != cudaMemcpyOperandTypeArray)
		return cudaErrorInvalidValue;
	*array = o->op.array.array;
	*pos = make_cudaPos(o->op.array.offset.x, o->op.array.offset.y,
	                    o->op.array.offset.z);
	cudaError_t e = array_find(*array, &a);
	if (e == cudaSuccess)
		*element = array_texel_bytes(a);
	return e;
}

static cudaError_t copy_box(const struct cudaMemcpy3DBatchOp *op, cudaStream_t stream) {
	struct cudaMemcpy3DParms p = {.extent = op->extent, .kind = cudaMemcpyDefault};
	size_t element = 1;
	if (!valid_order(op->srcAccessOrder) || !p.extent.width || !p.extent.height ||
	    !p.extent.depth)
		return cudaErrorInvalidValue;
	cudaError_t e = operand(&op->src, &p.srcArray, &p.srcPos, &element);
	if (e == cudaSuccess)
		e = operand(&op->dst, &p.dstArray, &p.dstPos, &element);
	if (!p.srcArray)
		p.srcPtr = pitched(&op->src, &op->extent, element);
	if (!p.dstArray)
		p.dstPtr = pitched(&op->dst, &op->extent, element);
	return e == cudaSuccess ? cudaMemcpy3DAsync(&p, stream) : e;
}

static cudaError_t copy_boxes(enum stream_zero zero, size_t n,
                              struct cudaMemcpy3DBatchOp *op, unsigned long long flags,
                              cudaStream_t stream) {
	stream = own_if_zero(zero, stream);
	cudaError_t e = n && op && !flags && stream && stream != cudaStreamLegacy
	                        ? cudaSuccess
	                        : cudaErrorInvalidValue;
	for (size_t i = 0; i < n && e == cudaSuccess; i++)
		e = copy_box(&op[i], stream);
	return e;
}
CUDA_PTSZ(cudaMemcpy3DBatchAsync, copy_boxes,
          (size_t n, struct cudaMemcpy3DBatchOp *op, unsigned long long flags,
           cudaStream_t stream),
          n, op, flags, stream)

/* ---- managed memory ---------------------------------------------------------------- */

static cudaError_t discard(enum stream_zero zero, void **p, size_t *size, size_t n,
                           unsigned long long flags, cudaStream_t stream) {
	struct CUstream_st *s;
	cudaError_t e = p && size && n && !flags ? stream_find(stream, zero, &s)
	                                         : cudaErrorInvalidValue;
	for (size_t i = 0; i < n && e == cudaSuccess; i++) {
		struct place at = place_of(p[i]);
		const struct simt_allocation *a = &at.allocation;
		if (!at.device || a->kind != SIMT_MEMORY_MANAGED || !size[i] ||
		    size[i] > a->size - ((uintptr_t)p[i] - a->base))
			e = cudaErrorInvalidValue;
	}
	return e;
}

CUDA_PTSZ(cudaMemDiscardBatchAsync, discard,
          (void **p, size_t *size, size_t n, unsigned long long flags,
           cudaStream_t stream),
          p, size, n, flags, stream)

static cudaError_t prefetch(enum stream_zero zero, void **p, size_t *size, size_t n,
                            struct cudaMemLocation *where, size_t *first, size_t nwhere,
                            unsigned long long flags, cudaStream_t stream) {
	cudaError_t e = p && size && n && where && !flags &&
	                                valid_groups(first, nwhere, n)
	                        ? cudaSuccess
	                        : cudaErrorInvalidValue;
	size_t group = 0;
	stream = own_if_zero(zero, stream);
	for (size_t i = 0; i < n && e == cudaSuccess; i++) {
		group += group + 1 < nwhere && first[group + 1] == i;
		e = cudaMemPrefetchAsync(p[i], size[i], where[group], 0, stream);
	}
	return e == cudaErrorInvalidDevice ? cudaErrorInvalidValue : e; /* as hardware */
}

CUDA_PTSZ(cudaMemPrefetchBatchAsync, prefetch,
          (void **p, size_t *size, size_t n, struct cudaMemLocation *where, size_t *first,
           size_t nwhere, unsigned long long flags, cudaStream_t stream),
          p, size, n, where, first, nwhere, flags, stream)

static cudaError_t discard_and_prefetch(enum stream_zero zero, void **p, size_t *size,
                                        size_t n, struct cudaMemLocation *where,
                                        size_t *first, size_t nwhere,
                                        unsigned long long flags, cudaStream_t stream) {
	cudaError_t e = discard(zero, p, size, n, flags, stream);
	return e == cudaSuccess
	               ? prefetch(zero, p, size, n, where, first, nwhere, flags, stream)
	               : e;
}
CUDA_PTSZ(cudaMemDiscardAndPrefetchBatchAsync, discard_and_prefetch,
          (void **p, size_t *size, size_t n, struct cudaMemLocation *where, size_t *first,
           size_t nwhere, unsigned long long flags, cudaStream_t stream),
          p, size, n, where, first, nwhere, flags, stream)
