/* copy.c - copies and fills.
 * When a call returns, a copy does not use ordinary host memory any more: small sources
 * are copied away, everything else is waited for. Asynchronous calls queue copies between
 * memory that the runtime knows.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/array.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/device.h"
#include "runtime/handles/memory.h"
#include "runtime/handles/stream.h"
#include "runtime/handles/symbol.h"

struct transfer {
	struct simt_copy copy;
	struct place dst, src;
	bool may_return_early; /* an Async call */
	bool is_peer; /* between devices: both sides have to be memory that the runtime
	                 knows */
};

/* ---- what is copied ---- */

static cudaError_t check_kind(enum cudaMemcpyKind kind) {
	return (unsigned)kind <= cudaMemcpyDefault ? cudaSuccess
	                                           : cudaErrorInvalidMemcpyDirection;
}

static bool is_known(const struct place *at) {
	return at->device || at->registered;
}

/* The addresses say where things are; the kind must not claim that plain host memory is
 * the device's. */
static cudaError_t find_places(struct transfer *t, enum cudaMemcpyKind kind) {
	struct simt_copy *c = &t->copy;
	bool to_device = kind == cudaMemcpyHostToDevice ||
	                 kind == cudaMemcpyDeviceToDevice;
	bool from_device = kind == cudaMemcpyDeviceToHost ||
	                   kind == cudaMemcpyDeviceToDevice;
	t->dst = place_of((void *)(uintptr_t)c->dst);
	t->src = place_of((void *)(uintptr_t)c->src);
	if ((to_device && !is_known(&t->dst)) || (from_device && !is_known(&t->src)) ||
	    (t->is_peer && !(is_known(&t->dst) && is_known(&t->src))))
		return cudaErrorInvalidValue;
	c->dst_device = t->dst.device ? t->dst.device->dev : NULL;
	c->src_device = t->src.device ? t->src.device->dev : NULL;
	return cudaSuccess;
}

static bool is_empty(const struct simt_copy *c) {
	return !c->width || !c->height || !c->depth;
}

static bool is_line(const struct simt_copy *c) {
	return c->height == 1 && c->depth == 1;
}

static bool is_device_memory(const struct place *at) {
	return at->device && at->allocation.kind != SIMT_MEMORY_HOST &&
	       at->allocation.kind != SIMT_MEMORY_MANAGED;
}

/* ---- how ---- */

/* Waits for the other devices of the copy: it comes after their work, too. */
static cudaError_t settle_others(const struct transfer *t,
                                 const struct cuda_device *own) {
	const struct place *at[] = {&t->dst, &t->src};
	for (u32 i = 0; i < countof(at); i++) {
		struct cuda_device *d = at[i]->device;
		if (!d || d == own)
			continue;
		struct simt_stream *stream = simt_stream_default(d->dev);
		cudaError_t e = stream ? device_error(d, simt_stream_settle(stream))
		                       : cudaErrorMemoryAllocation;
		if (e != cudaSuccess)
			return e;
	}
	return cudaSuccess;
}

static cudaError_t copy_now(const struct transfer *t, struct CUstream_st *s) {
	cudaError_t e = device_error(s->device, simt_stream_settle(s->stream));
	if (e == cudaSuccess)
		e = settle_others(t, s->device);
	return e == cudaSuccess ? device_error(s->device, simt_copy(&t->copy)) : e;
}

static cudaError_t run(struct transfer *t, enum stream_zero zero, cudaStream_t stream,
                       enum cudaMemcpyKind kind) {
	const struct simt_copy *c = &t->copy;
	struct capture *capture = NULL;
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess && !is_empty(c))
		e = check_kind(kind);
	if (e == cudaSuccess)
		e = device_fault(s->device);
	if (e == cudaSuccess && !t->may_return_early)
		e = capture_forbids(s);
	if (e != cudaSuccess || is_empty(c))
		return e;
	e = find_places(t, kind);
	if (e == cudaSuccess && t->may_return_early)
		e = capture_enter(s, &capture);
	if (e != cudaSuccess)
		return e;
	if (capture)
		return capture_copy(capture, s, c, kind);
	if (is_device_memory(&t->dst) && t->dst.device == s->device &&
	    !is_known(&t->src) && c->src && is_line(c) && c->width <= SENT_AWAY_BYTES) {
		e = stream_queued(s, simt_stream_send(s->stream, c->dst,
		                                      (const void *)(uintptr_t)c->src,
		                                      c->width));
		if (e == cudaSuccess && !t->may_return_early)
			simt_check_sent(s->stream);
		return e;
	}
	if (t->may_return_early && is_known(&t->dst) && is_known(&t->src))
		return stream_queued(s, simt_stream_copy(s->stream, c));
	return copy_now(t, s);
}

static struct simt_copy line(void *dst, const void *src, size_t count) {
	return (struct simt_copy){.dst = (uintptr_t)dst,
	                          .src = (uintptr_t)src,
	                          .width = count,
	                          .height = 1,
	                          .depth = 1};
}

/* ---- lines ---- */

static cudaError_t copy(enum stream_zero zero, bool async, void *dst, const void *src,
                        size_t count, enum cudaMemcpyKind kind, cudaStream_t stream) {
	struct transfer t = {.copy = line(dst, src, count), .may_return_early = async};
	return run(&t, zero, stream, kind);
}
CUDA_PTDS(cudaMemcpy, copy,
          (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind), false,
          dst, src, count, kind, 0)
CUDA_PTSZ(cudaMemcpyAsync, copy,
          (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
           cudaStream_t stream),
          true, dst, src, count, kind, stream)

static cudaError_t check_devices(int a, int b) {
	int n = device_count();
	return a < 0 || a >= n || b < 0 || b >= n ? cudaErrorInvalidDevice : cudaSuccess;
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device,
                           size_t count) {
	cudaError_t e = count ? check_devices(dst_device, src_device) : cudaSuccess;
	if (e == cudaSuccess)
		e = copy(ZERO_IS_LEGACY, false, dst, src, count, cudaMemcpyDeviceToDevice,
		         0);
	return cudart_report(e);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t count, cudaStream_t stream) {
	cudaError_t e = count ? check_devices(dst_device, src_device) : cudaSuccess;
	if (e == cudaSuccess)
		e = copy(ZERO_IS_LEGACY, true, dst, src, count, cudaMemcpyDeviceToDevice,
		         stream);
	return cudart_report(e);
}

/* ---- rows and boxes ---- */

/* Without a pitch a single row is as wide as it likes (recorded on an H200). */
static bool row_fits(size_t width, size_t pitch) {
	return width <= pitch || !pitch;
}

static cudaError_t copy_2d(enum stream_zero zero, bool async, void *dst, size_t dpitch,
                           const void *src, size_t spitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind, cudaStream_t stream) {
	struct transfer t = {.copy = line(dst, src, width), .may_return_early = async};
	if (height > 1 && (width > dpitch || width > spitch))
		return cudaErrorInvalidPitchValue;
	if (height && (!row_fits(width, dpitch) || !row_fits(width, spitch)))
		return cudaErrorInvalidValue;
	t.copy.height = height;
	t.copy.dst_pitch = dpitch ? dpitch : width;
	t.copy.src_pitch = spitch ? spitch : width;
	return run(&t, zero, stream, kind);
}
CUDA_PTDS(cudaMemcpy2D, copy_2d,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
           size_t height, enum cudaMemcpyKind kind),
          false, dst, dpitch, src, spitch, width, height, kind, 0)
CUDA_PTSZ(cudaMemcpy2DAsync, copy_2d,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
           size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
          true, dst, dpitch, src, spitch, width, height, kind, stream)

/* Computes where a box starts in pitched memory, and its pitches. It lies inside of rows
 * and slices, also where there is only one; without a pitch or a height the memory is as
 * wide or high as the box ends (recorded on an H100). */
static bool memory_box(const struct copy_side *s, const struct cudaExtent *e, u64 *addr,
                       u64 *pitch, u64 *slice) {
	u64 width = s->at.x + e->width, height = s->at.y + e->height;
	*pitch = s->pitch ? s->pitch : width;
	*slice = *pitch * (s->height ? s->height : height);
	*addr = s->ptr + s->at.x + s->at.y * *pitch + s->at.z * *slice;
	return s->ptr && width <= *pitch && height * *pitch <= *slice;
}

static bool place_side(const struct copy_side *s, const struct cudaExtent *e, u64 *addr,
                       u64 *pitch, u64 *slice) {
	return s->array ? array_box(s->array, &s->at, e, addr, pitch, slice)
	                : memory_box(s, e, addr, pitch, slice);
}

/* In device memory the layers of a 1D array follow each other as rows do, whatever the
 * height in the parameters (as on an H100). */
static bool layers_are_rows(const struct copy_side *array,
                            const struct copy_side *memory) {
	if (!array->array || memory->array || array->array->extent.height ||
	    !(array->array->flags & cudaArrayLayered))
		return false;
	struct place at = place_of((void *)(uintptr_t)memory->ptr);
	return is_device_memory(&at);
}

static cudaError_t place_box(struct transfer *t, const struct copy_box *b) {
	struct simt_copy *c = &t->copy;
	c->width = b->bytes.width;
	c->height = b->bytes.height;
	c->depth = b->bytes.depth;
	if (is_empty(c))
		return cudaSuccess;
	bool ok = place_side(&b->dst, &b->bytes, &c->dst, &c->dst_pitch, &c->dst_slice) &&
	          place_side(&b->src, &b->bytes, &c->src, &c->src_pitch, &c->src_slice);
	if (layers_are_rows(&b->dst, &b->src))
		c->src_slice = c->src_pitch;
	if (layers_are_rows(&b->src, &b->dst))
		c->dst_slice = c->dst_pitch;
	return ok ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t copy_box_run(enum stream_zero zero, bool async, const struct copy_box *b,
                         cudaStream_t stream) {
	struct transfer t = {.may_return_early = async};
	cudaError_t e = place_box(&t, b);
	return e == cudaSuccess ? run(&t, zero, stream, b->kind) : e;
}

cudaError_t copy_box_prepare(const struct copy_box *b, struct simt_copy *c) {
	struct transfer t = {.may_return_early = true};
	cudaError_t e = place_box(&t, b);
	if (e == cudaSuccess && !is_empty(&t.copy))
		e = find_places(&t, b->kind);
	*c = t.copy;
	return e;
}

static cudaError_t side_of(struct copy_side *s, cudaArray_t array,
                           const struct cudaPitchedPtr *ptr, const struct cudaPos *pos) {
	*s = (struct copy_side){NULL, (uintptr_t)ptr->ptr, ptr->pitch, ptr->ysize, *pos};
	if (array && ptr->ptr)
		return cudaErrorInvalidValue;
	return array ? array_find(array, &s->array) : cudaSuccess;
}

/* A row with more elements than the pitch has bytes, or slices with more rows than the
 * memory has, are an invalid pitch. What only shows in bytes is an invalid value
 * (recorded on an H100). */
static cudaError_t check_pitches(const struct copy_side *s,
                                 const struct cudaExtent *elements) {
	bool slices = elements->depth > 1, rows = slices || elements->height > 1;
	if (s->array || !s->ptr)
		return cudaSuccess;
	return (elements->width > s->pitch && rows) ||
	                       (elements->height > s->height && slices)
	               ? cudaErrorInvalidPitchValue
	               : cudaSuccess;
}

/* Converts elements to bytes. If one side is an array, elements and positions of the
 * other side are the array's, too. */
static cudaError_t count_bytes(struct copy_box *b) {
	const struct cudaArray *a = b->dst.array ? b->dst.array : b->src.array;
	if (!a)
		return cudaSuccess;
	if (b->dst.array && b->src.array &&
	    array_texel_bytes(b->dst.array) != array_texel_bytes(b->src.array))
		return cudaErrorInvalidValue;
	b->bytes.width *= array_texel_bytes(a);
	b->dst.at.x *= array_texel_bytes(a);
	b->src.at.x *= array_texel_bytes(a);
	return cudaSuccess;
}

/* b counts elements. */
static cudaError_t prepare_box(struct transfer *t, struct copy_box *b) {
	struct cudaExtent elements = b->bytes;
	const struct copy_side *plain = b->dst.array ? &b->src : &b->dst;
	if (!elements.width || !elements.height || !elements.depth)
		return cudaSuccess;
	cudaError_t e = count_bytes(b);
	bool has_array = b->dst.array || b->src.array;
	if (e == cudaSuccess && has_array && !t->is_peer && !plain->array && plain->ptr &&
	    !plain->pitch)
		e = cudaErrorInvalidPitchValue;
	if (e == cudaSuccess)
		e = check_pitches(&b->dst, &elements);
	if (e == cudaSuccess)
		e = check_pitches(&b->src, &elements);
	return e == cudaSuccess ? place_box(t, b) : e;
}

/* An array is on the device: checks that the kind does not say otherwise. */
static cudaError_t check_direction(enum cudaMemcpyKind kind, bool to_array,
                                   bool from_array) {
	bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
	bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
	if ((unsigned)kind > cudaMemcpyDefault || (to_array && to_host) ||
	    (from_array && from_host))
		return cudaErrorInvalidMemcpyDirection;
	return cudaSuccess;
}

static cudaError_t prepare_3d(struct transfer *t, const struct cudaMemcpy3DParms *a) {
	struct copy_box b = {.bytes = a->extent, .kind = a->kind};
	cudaError_t e = check_kind(a->kind);
	if (e != cudaSuccess || !a->extent.width || !a->extent.height || !a->extent.depth)
		return e;
	e = side_of(&b.dst, a->dstArray, &a->dstPtr, &a->dstPos);
	if (e == cudaSuccess)
		e = side_of(&b.src, a->srcArray, &a->srcPtr, &a->srcPos);
	if (e == cudaSuccess && check_direction(a->kind, b.dst.array != NULL,
	                                        b.src.array != NULL) != cudaSuccess)
		e = cudaErrorInvalidValue; /* of other copies: 21; recorded */
	return e == cudaSuccess ? prepare_box(t, &b) : e;
}

cudaError_t copy_prepare(const struct cudaMemcpy3DParms *a, struct simt_copy *c) {
	struct transfer t = {.may_return_early = true};
	cudaError_t e = prepare_3d(&t, a);
	if (e == cudaSuccess && !is_empty(&t.copy))
		e = find_places(&t, a->kind);
	*c = t.copy;
	return e;
}

static cudaError_t copy_3d(enum stream_zero zero, bool async,
                           const struct cudaMemcpy3DParms *a, cudaStream_t stream) {
	struct transfer t = {.may_return_early = async};
	cudaError_t e = a ? prepare_3d(&t, a) : cudaErrorInvalidValue;
	return e == cudaSuccess ? run(&t, zero, stream, a->kind) : e;
}
CUDA_PTDS(cudaMemcpy3D, copy_3d, (const struct cudaMemcpy3DParms *p), false, p, 0)
CUDA_PTSZ(cudaMemcpy3DAsync, copy_3d,
          (const struct cudaMemcpy3DParms *p, cudaStream_t stream), true, p, stream)

static cudaError_t copy_3d_peer(enum stream_zero zero, bool async,
                                const struct cudaMemcpy3DPeerParms *a,
                                cudaStream_t stream) {
	struct transfer t = {.may_return_early = async, .is_peer = true};
	if (!a)
		return cudaErrorInvalidValue;
	struct copy_box b = {.bytes = a->extent, .kind = cudaMemcpyDefault};
	cudaError_t e = check_devices(a->dstDevice, a->srcDevice);
	if (e == cudaSuccess)
		e = side_of(&b.dst, a->dstArray, &a->dstPtr, &a->dstPos);
	if (e == cudaSuccess)
		e = side_of(&b.src, a->srcArray, &a->srcPtr, &a->srcPos);
	if (e == cudaSuccess)
		e = prepare_box(&t, &b);
	return e == cudaSuccess ? run(&t, zero, stream, cudaMemcpyDefault) : e;
}
CUDA_PTDS(cudaMemcpy3DPeer, copy_3d_peer, (const struct cudaMemcpy3DPeerParms *p), false,
          p, 0)
CUDA_PTSZ(cudaMemcpy3DPeerAsync, copy_3d_peer,
          (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream), true, p, stream)

/* ---- arrays: widths and offsets in bytes, heights in rows ---- */

/* Computes where rows of an array start; false if they do not lie inside. */
static bool rows_of(const struct cudaArray *a, size_t x, size_t y, size_t width,
                    size_t height, u64 *addr, u64 *pitch) {
	const struct cudaPos origin = {0, 0, 0};
	const struct cudaExtent none = {0, 0, 0};
	u64 slice, row = array_row_bytes(a), rows = array_rows(a);
	if (x > row || width > row - x || y > rows || height > rows - y)
		return false;
	array_box(a, &origin, &none, addr, pitch, &slice);
	*addr += x + y * *pitch;
	return true;
}

static cudaError_t copy_2d_array(enum stream_zero zero, bool async, bool to_array,
                                 cudaArray_const_t array, size_t x, size_t y, void *p,
                                 size_t pitch, size_t width, size_t height,
                                 enum cudaMemcpyKind kind, cudaStream_t stream) {
	struct transfer t = {.copy = line(p, p, width), .may_return_early = async};
	struct simt_copy *c = &t.copy;
	const struct cudaArray *a;
	if (width > pitch && height > 1)
		return cudaErrorInvalidPitchValue;
	cudaError_t e = width && height ? check_direction(kind, to_array, !to_array)
	                                : cudaSuccess;
	if (e == cudaSuccess)
		e = array_find(array, &a);
	if (e != cudaSuccess || !width || !height)
		return e;
	c->height = height;
	if (height && !row_fits(width, pitch))
		return cudaErrorInvalidValue;
	if (!rows_of(a, x, y, width, height, to_array ? &c->dst : &c->src,
	             to_array ? &c->dst_pitch : &c->src_pitch))
		return cudaErrorInvalidValue;
	*(to_array ? &c->src_pitch : &c->dst_pitch) = pitch ? pitch : width;
	return run(&t, zero, stream, kind);
}
CUDA_PTDS(cudaMemcpy2DToArray, copy_2d_array,
          (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
           size_t width, size_t height, enum cudaMemcpyKind kind),
          false, true, dst, x, y, (void *)(uintptr_t)src, spitch, width, height, kind, 0)
CUDA_PTSZ(cudaMemcpy2DToArrayAsync, copy_2d_array,
          (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
           size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
          true, true, dst, x, y, (void *)(uintptr_t)src, spitch, width, height, kind,
          stream)
CUDA_PTDS(cudaMemcpy2DFromArray, copy_2d_array,
          (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
           size_t width, size_t height, enum cudaMemcpyKind kind),
          false, false, src, x, y, dst, dpitch, width, height, kind, 0)
CUDA_PTSZ(cudaMemcpy2DFromArrayAsync, copy_2d_array,
          (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
           size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
          true, false, src, x, y, dst, dpitch, width, height, kind, stream)

static cudaError_t copy_2d_arrays(enum stream_zero zero, cudaArray_t dst, size_t dx,
                                  size_t dy, cudaArray_const_t src, size_t sx, size_t sy,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
	struct transfer t = {.copy = {.width = width, .height = height, .depth = 1}};
	const struct cudaArray *d, *s;
	cudaError_t e = width && height ? check_direction(kind, true, true) : cudaSuccess;
	if (e == cudaSuccess)
		e = array_find(dst, &d);
	if (e == cudaSuccess)
		e = array_find(src, &s);
	if (e != cudaSuccess || !width || !height)
		return e;
	if (!rows_of(d, dx, dy, width, height, &t.copy.dst, &t.copy.dst_pitch) ||
	    !rows_of(s, sx, sy, width, height, &t.copy.src, &t.copy.src_pitch))
		return cudaErrorInvalidValue;
	return run(&t, zero, 0, kind);
}
CUDA_PTDS(cudaMemcpy2DArrayToArray, copy_2d_arrays,
          (cudaArray_t dst, size_t dx, size_t dy, cudaArray_const_t src, size_t sx,
           size_t sy, size_t width, size_t height, enum cudaMemcpyKind kind),
          dst, dx, dy, src, sx, sy, width, height, kind)

/* ---- arrays as runs of bytes that go on in the next row ---- */

/* Returns the bytes of the largest part of a run that is a box: whole rows, or the rest
 * of a row. */
static u64 run_part(const struct cudaArray *a, u64 x, u64 count, u64 *rows) {
	u64 row = array_row_bytes(a);
	*rows = x == 0 && count >= row ? count / row : 1;
	return *rows > 1 ? row : MIN(count, row - x);
}

/* Checks only where a run begins: parts before the first one that does not lie inside are
 * copied (as an H100 does). */
static cudaError_t run_begins(const struct cudaArray *a, u64 x, u64 y) {
	return x <= array_row_bytes(a) && y <= array_rows(a) ? cudaSuccess
	                                                     : cudaErrorInvalidValue;
}

/* A run from one array to another lies inside of the source as a whole, before any of it
 * is copied. */
static cudaError_t run_fits(const struct cudaArray *a, u64 x, u64 y, u64 count) {
	cudaError_t e = run_begins(a, x, y);
	u64 left = e == cudaSuccess ? array_row_bytes(a) * (array_rows(a) - y) : 0;
	return e == cudaSuccess && (x > left || count > left - x) ? cudaErrorInvalidValue
	                                                          : e;
}

static cudaError_t copy_run_array(enum stream_zero zero, bool async, bool to_array,
                                  cudaArray_const_t array, size_t x, size_t y, void *p,
                                  size_t count, enum cudaMemcpyKind kind,
                                  cudaStream_t stream) {
	const struct cudaArray *a;
	cudaError_t e = count ? check_direction(kind, to_array, !to_array) : cudaSuccess;
	if (e == cudaSuccess)
		e = array_find(array, &a);
	if (e == cudaSuccess && count)
		e = run_begins(a, x, y);
	for (u64 done = 0, rows; e == cudaSuccess && done < count; y += rows, x = 0) {
		u64 part = run_part(a, x, count - done, &rows);
		e = copy_2d_array(zero, async, to_array, array, x, y, (u8 *)p + done,
		                  part, part, rows, kind, stream);
		done += part * rows;
	}
	return e;
}
CUDA_PTDS(cudaMemcpyToArray, copy_run_array,
          (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
           enum cudaMemcpyKind kind),
          false, true, dst, x, y, (void *)(uintptr_t)src, count, kind, 0)
CUDA_PTSZ(cudaMemcpyToArrayAsync, copy_run_array,
          (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
           enum cudaMemcpyKind kind, cudaStream_t stream),
          true, true, dst, x, y, (void *)(uintptr_t)src, count, kind, stream)
CUDA_PTDS(cudaMemcpyFromArray, copy_run_array,
          (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
           enum cudaMemcpyKind kind),
          false, false, src, x, y, dst, count, kind, 0)
CUDA_PTSZ(cudaMemcpyFromArrayAsync, copy_run_array,
          (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
           enum cudaMemcpyKind kind, cudaStream_t stream),
          true, false, src, x, y, dst, count, kind, stream)

static cudaError_t copy_run_arrays(enum stream_zero zero, cudaArray_t dst, size_t dx,
                                   size_t dy, cudaArray_const_t src, size_t sx, size_t sy,
                                   size_t count, enum cudaMemcpyKind kind) {
	const struct cudaArray *d, *s;
	cudaError_t e = count ? check_direction(kind, true, true) : cudaSuccess;
	if (e == cudaSuccess)
		e = array_find(dst, &d);
	if (e == cudaSuccess)
		e = array_find(src, &s);
	if (e == cudaSuccess && count)
		e = run_begins(d, dx, dy);
	if (e == cudaSuccess && count)
		e = run_fits(s, sx, sy, count);
	while (e == cudaSuccess && count) {
		u64 part = MIN(count,
		               MIN(array_row_bytes(d) - dx, array_row_bytes(s) - sx));
		e = copy_2d_arrays(zero, dst, dx, dy, src, sx, sy, part, 1, kind);
		count -= part;
		dx += part;
		sx += part;
		dy += dx == array_row_bytes(d);
		sy += sx == array_row_bytes(s);
		dx = dx == array_row_bytes(d) ? 0 : dx;
		sx = sx == array_row_bytes(s) ? 0 : sx;
	}
	return e;
}
CUDA_PTDS(cudaMemcpyArrayToArray, copy_run_arrays,
          (cudaArray_t dst, size_t dx, size_t dy, cudaArray_const_t src, size_t sx,
           size_t sy, size_t count, enum cudaMemcpyKind kind),
          dst, dx, dy, src, sx, sy, count, kind)

/* ---- variables ---- */

cudaError_t symbol_range(const void *symbol, size_t count, size_t offset, u64 *addr) {
	struct cuda_device *d;
	u64 size;
	cudaError_t e = symbol_find(symbol, &d, addr, &size);
	if (e != cudaSuccess)
		return e;
	if (offset > size || count > size - offset)
		return cudaErrorInvalidValue;
	*addr += offset;
	return cudaSuccess;
}

cudaError_t symbol_known(const void *symbol) {
	u64 addr;
	return symbol_range(symbol, 0, 0, &addr);
}

static cudaError_t copy_to_symbol(enum stream_zero zero, bool async, const void *symbol,
                                  const void *src, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind, cudaStream_t stream) {
	u64 addr;
	cudaError_t e = count ? symbol_known(symbol) : cudaSuccess;
	if (e != cudaSuccess || !count)
		return e;
	if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
		return cudaErrorInvalidMemcpyDirection;
	e = symbol_range(symbol, count, offset, &addr);
	return e == cudaSuccess ? copy(zero, async, (void *)(uintptr_t)addr, src, count,
	                               kind, stream)
	                        : e;
}
CUDA_PTDS(cudaMemcpyToSymbol, copy_to_symbol,
          (const void *symbol, const void *src, size_t count, size_t offset,
           enum cudaMemcpyKind kind),
          false, symbol, src, count, offset, kind, 0)
CUDA_PTSZ(cudaMemcpyToSymbolAsync, copy_to_symbol,
          (const void *symbol, const void *src, size_t count, size_t offset,
           enum cudaMemcpyKind kind, cudaStream_t stream),
          true, symbol, src, count, offset, kind, stream)

static cudaError_t copy_from_symbol(enum stream_zero zero, bool async, void *dst,
                                    const void *symbol, size_t count, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
	u64 addr;
	cudaError_t e = count ? symbol_known(symbol) : cudaSuccess;
	if (e != cudaSuccess || !count)
		return e;
	if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
		return cudaErrorInvalidMemcpyDirection;
	e = symbol_range(symbol, count, offset, &addr);
	return e == cudaSuccess ? copy(zero, async, dst, (void *)(uintptr_t)addr, count,
	                               kind, stream)
	                        : e;
}
CUDA_PTDS(cudaMemcpyFromSymbol, copy_from_symbol,
          (void *dst, const void *symbol, size_t count, size_t offset,
           enum cudaMemcpyKind kind),
          false, dst, symbol, count, offset, kind, 0)
CUDA_PTSZ(cudaMemcpyFromSymbolAsync, copy_from_symbol,
          (void *dst, const void *symbol, size_t count, size_t offset,
           enum cudaMemcpyKind kind, cudaStream_t stream),
          true, dst, symbol, count, offset, kind, stream)

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol) {
	struct cuda_device *d;
	u64 addr, size;
	cudaError_t e = symbol_find(symbol, &d, &addr, &size);
	if (e == cudaSuccess && !p)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*p = (void *)(uintptr_t)addr;
	return cudart_report(e);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
	struct cuda_device *d;
	u64 addr, bytes;
	cudaError_t e = symbol_find(symbol, &d, &addr, &bytes);
	if (e == cudaSuccess && !size)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*size = bytes;
	return cudart_report(e);
}

/* ---- fills ---- */

static bool is_empty_fill(const struct simt_fill *f) {
	return !f->width || !f->height || !f->depth;
}

cudaError_t fill_queue(enum stream_zero zero, cudaStream_t stream,
                       const struct simt_fill *f, bool async) {
	struct capture *c = NULL;
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = device_fault(s->device);
	if (e != cudaSuccess || is_empty_fill(f))
		return e;
	e = async ? capture_enter(s, &c) : capture_forbids(s);
	if (e != cudaSuccess)
		return e;
	if (c)
		return capture_fill(c, s, f);
	e = stream_queued(s, simt_stream_fill(s->stream, f));
	/* When the call returns, the host may use its memory. */
	struct place at = place_of((void *)(uintptr_t)f->dst);
	if (e == cudaSuccess && !async && !is_device_memory(&at))
		e = device_error(s->device, simt_stream_wait(s->stream));
	return e;
}

static cudaError_t fill(enum stream_zero zero, bool async, void *p, int value,
                        size_t count, cudaStream_t stream) {
	struct simt_fill f = {.dst = (uintptr_t)p,
	                      .value = (u32)value,
	                      .element = 1,
	                      .width = count,
	                      .height = 1,
	                      .depth = 1};
	return fill_queue(zero, stream, &f, async);
}
CUDA_PTDS(cudaMemset, fill, (void *p, int value, size_t count), false, p, value, count, 0)
CUDA_PTSZ(cudaMemsetAsync, fill, (void *p, int value, size_t count, cudaStream_t stream),
          true, p, value, count, stream)

static cudaError_t fill_2d(enum stream_zero zero, bool async, void *p, size_t pitch,
                           int value, size_t width, size_t height, cudaStream_t stream) {
	struct simt_fill f = {.dst = (uintptr_t)p,
	                      .value = (u32)value,
	                      .element = 1,
	                      .width = width,
	                      .height = height,
	                      .depth = 1,
	                      .pitch = pitch};
	if (height > 1 && width > pitch)
		return cudaErrorInvalidValue;
	return fill_queue(zero, stream, &f, async);
}
CUDA_PTDS(cudaMemset2D, fill_2d,
          (void *p, size_t pitch, int value, size_t width, size_t height), false, p,
          pitch, value, width, height, 0)
CUDA_PTSZ(cudaMemset2DAsync, fill_2d,
          (void *p, size_t pitch, int value, size_t width, size_t height,
           cudaStream_t stream),
          true, p, pitch, value, width, height, stream)

static cudaError_t fill_3d(enum stream_zero zero, bool async, struct cudaPitchedPtr p,
                           int value, struct cudaExtent e, cudaStream_t stream) {
	struct simt_fill f = {.dst = (uintptr_t)p.ptr,
	                      .value = (u32)value,
	                      .element = 1,
	                      .width = e.width,
	                      .height = e.height,
	                      .depth = e.depth,
	                      .pitch = p.pitch,
	                      .slice = p.pitch * p.ysize};
	bool rows = e.height <= 1 && e.depth <= 1;
	if (!is_empty_fill(&f) && !rows && (e.width > p.pitch || e.height > p.ysize))
		return cudaErrorInvalidValue;
	return is_empty_fill(&f) ? cudaSuccess : fill_queue(zero, stream, &f, async);
}
CUDA_PTDS(cudaMemset3D, fill_3d,
          (struct cudaPitchedPtr p, int value, struct cudaExtent extent), false, p, value,
          extent, 0)
CUDA_PTSZ(cudaMemset3DAsync, fill_3d,
          (struct cudaPitchedPtr p, int value, struct cudaExtent extent,
           cudaStream_t stream),
          true, p, value, extent, stream)

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f) {
	return (struct cudaChannelFormatDesc){x, y, z, w, f};
}
