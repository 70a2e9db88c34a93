/* copy.c - copies and fills.
 * A copy whose host side is ordinary memory is over, as far as that memory goes, when the call returns:
 * small sources are copied away, everything else is waited for. Copies between memory that the runtime
 * knows are queued if the call is one that may be.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/cudart.h"

struct plan {
	struct simt_copy copy;
	struct place dst, src;
	bool may_return_early; /* an Async call */
};

/* ---- what is copied ---- */

static cudaError_t check_kind(enum cudaMemcpyKind kind) {
	return (unsigned)kind <= cudaMemcpyDefault ? cudaSuccess
	                                           : cudaErrorInvalidMemcpyDirection;
}

static bool is_known(const struct place *at) {
	return at->device || at->registered;
}

/* The addresses say where things are; the kind must not claim that plain host memory is the device's. */
static cudaError_t find_places(struct plan *p, enum cudaMemcpyKind kind) {
	struct simt_copy *c = &p->copy;
	bool to_device = kind == cudaMemcpyHostToDevice ||
	                 kind == cudaMemcpyDeviceToDevice;
	bool from_device = kind == cudaMemcpyDeviceToHost ||
	                   kind == cudaMemcpyDeviceToDevice;
	p->dst = place_of((void *)(uintptr_t)c->dst);
	p->src = place_of((void *)(uintptr_t)c->src);
	if ((to_device && !is_known(&p->dst)) || (from_device && !is_known(&p->src)))
		return cudaErrorInvalidValue;
	c->dst_device = p->dst.device ? p->dst.device->dev : NULL;
	c->src_device = p->src.device ? p->src.device->dev : NULL;
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

/* Work of another device that the copy comes after, too. */
static cudaError_t settle_others(const struct plan *p, const struct cuda_device *own) {
	const struct place *at[] = {&p->dst, &p->src};
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

static cudaError_t copy_now(const struct plan *p, struct CUstream_st *s) {
	cudaError_t e = device_error(s->device, simt_stream_settle(s->stream));
	if (e == cudaSuccess)
		e = settle_others(p, s->device);
	return e == cudaSuccess ? device_error(s->device, simt_copy(&p->copy)) : e;
}

static cudaError_t run(struct plan *p, enum stream_zero zero, cudaStream_t stream,
                       enum cudaMemcpyKind kind) {
	const struct simt_copy *c = &p->copy;
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = check_kind(kind);
	if (e == cudaSuccess)
		e = device_error(s->device, simt_device_status(s->device->dev));
	if (e != cudaSuccess || is_empty(c))
		return e;
	e = find_places(p, kind);
	if (e != cudaSuccess)
		return e;
	if (is_device_memory(&p->dst) && p->dst.device == s->device &&
	    !is_known(&p->src) && c->src && is_line(c) && c->width <= SENT_AWAY_BYTES)
		return stream_queued(s, simt_stream_send(s->stream, c->dst,
		                                         (const void *)(uintptr_t)c->src,
		                                         c->width));
	if (p->may_return_early && is_known(&p->dst) && is_known(&p->src))
		return stream_queued(s, simt_stream_copy(s->stream, c));
	return copy_now(p, s);
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
	struct plan p = {.copy = line(dst, src, count), .may_return_early = async};
	return run(&p, zero, stream, kind);
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
	cudaError_t e = check_devices(dst_device, src_device);
	if (e == cudaSuccess)
		e = copy(ZERO_IS_LEGACY, false, dst, src, count, cudaMemcpyDeviceToDevice,
		         0);
	return cudart_report(e);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t count, cudaStream_t stream) {
	cudaError_t e = check_devices(dst_device, src_device);
	if (e == cudaSuccess)
		e = copy(ZERO_IS_LEGACY, true, dst, src, count, cudaMemcpyDeviceToDevice,
		         stream);
	return cudart_report(e);
}

/* ---- rows and boxes ---- */

static cudaError_t copy_2d(enum stream_zero zero, bool async, void *dst, size_t dpitch,
                           const void *src, size_t spitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind, cudaStream_t stream) {
	struct plan p = {.copy = line(dst, src, width), .may_return_early = async};
	if (width > dpitch || width > spitch)
		return cudaErrorInvalidPitchValue;
	p.copy.height = height;
	p.copy.dst_pitch = dpitch;
	p.copy.src_pitch = spitch;
	return run(&p, zero, stream, kind);
}
CUDA_PTDS(cudaMemcpy2D, copy_2d,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
           size_t height, enum cudaMemcpyKind kind),
          false, dst, dpitch, src, spitch, width, height, kind, 0)
CUDA_PTSZ(cudaMemcpy2DAsync, copy_2d,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
           size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
          true, dst, dpitch, src, spitch, width, height, kind, stream)

/* Where a box starts in pitched memory, and its pitches. */
static bool box_side(const struct cudaPitchedPtr *p, const struct cudaPos *pos,
                     const struct cudaExtent *e, u64 *addr, u64 *pitch, u64 *slice) {
	*addr = (uintptr_t)p->ptr;
	*pitch = p->pitch;
	*slice = p->pitch * p->ysize;
	*addr += pos->x + pos->y * *pitch + pos->z * *slice;
	bool rows = e->height <= 1 && e->depth <= 1;
	bool slices = e->depth <= 1 || pos->y + e->height <= p->ysize;
	return p->ptr && (rows || pos->x + e->width <= p->pitch) && slices;
}

static cudaError_t plan_box(struct plan *p, const struct cudaPitchedPtr *dst,
                            const struct cudaPos *dst_pos,
                            const struct cudaPitchedPtr *src,
                            const struct cudaPos *src_pos, const struct cudaExtent *e) {
	struct simt_copy *c = &p->copy;
	c->width = e->width;
	c->height = e->height;
	c->depth = e->depth;
	if (is_empty(c))
		return cudaSuccess;
	bool ok = box_side(dst, dst_pos, e, &c->dst, &c->dst_pitch, &c->dst_slice) &&
	          box_side(src, src_pos, e, &c->src, &c->src_pitch, &c->src_slice);
	return ok ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t copy_3d(enum stream_zero zero, bool async,
                           const struct cudaMemcpy3DParms *a, cudaStream_t stream) {
	struct plan p = {.may_return_early = async};
	if (!a || a->srcArray || a->dstArray)
		return cudaErrorInvalidValue;
	cudaError_t e = plan_box(&p, &a->dstPtr, &a->dstPos, &a->srcPtr, &a->srcPos,
	                         &a->extent);
	return e == cudaSuccess ? run(&p, zero, stream, a->kind) : e;
}
CUDA_PTDS(cudaMemcpy3D, copy_3d, (const struct cudaMemcpy3DParms *p), false, p, 0)
CUDA_PTSZ(cudaMemcpy3DAsync, copy_3d,
          (const struct cudaMemcpy3DParms *p, cudaStream_t stream), true, p, stream)

static cudaError_t copy_3d_peer(enum stream_zero zero, bool async,
                                const struct cudaMemcpy3DPeerParms *a,
                                cudaStream_t stream) {
	struct plan p = {.may_return_early = async};
	if (!a || a->srcArray || a->dstArray)
		return cudaErrorInvalidValue;
	cudaError_t e = check_devices(a->dstDevice, a->srcDevice);
	if (e == cudaSuccess)
		e = plan_box(&p, &a->dstPtr, &a->dstPos, &a->srcPtr, &a->srcPos,
		             &a->extent);
	return e == cudaSuccess ? run(&p, zero, stream, cudaMemcpyDefault) : e;
}
CUDA_PTDS(cudaMemcpy3DPeer, copy_3d_peer, (const struct cudaMemcpy3DPeerParms *p), false,
          p, 0)
CUDA_PTSZ(cudaMemcpy3DPeerAsync, copy_3d_peer,
          (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream), true, p, stream)

/* ---- variables ---- */

static cudaError_t symbol_range(const void *symbol, size_t count, size_t offset,
                                u64 *addr) {
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

static cudaError_t copy_to_symbol(enum stream_zero zero, bool async, const void *symbol,
                                  const void *src, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind, cudaStream_t stream) {
	u64 addr;
	if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
		return cudaErrorInvalidMemcpyDirection;
	cudaError_t e = symbol_range(symbol, count, offset, &addr);
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
	if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
		return cudaErrorInvalidMemcpyDirection;
	cudaError_t e = symbol_range(symbol, count, offset, &addr);
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
	cudaError_t e = p ? symbol_find(symbol, &d, &addr, &size) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*p = (void *)(uintptr_t)addr;
	return cudart_report(e);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
	struct cuda_device *d;
	u64 addr, bytes;
	cudaError_t e = size ? symbol_find(symbol, &d, &addr, &bytes)
	                     : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*size = bytes;
	return cudart_report(e);
}

/* ---- fills ---- */

static bool is_empty_fill(const struct simt_fill *f) {
	return !f->width || !f->height || !f->depth;
}

cudaError_t fill_queue(enum stream_zero zero, cudaStream_t stream, const struct simt_fill *f,
                       bool async) {
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = device_error(s->device, simt_device_status(s->device->dev));
	if (e != cudaSuccess || is_empty_fill(f))
		return e;
	e = stream_queued(s, simt_stream_fill(s->stream, f));
	/* Host memory is the host's again when the call returns. */
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
	if (!is_empty_fill(&f) &&
	    ((!rows && e.width > p.pitch) || (e.depth > 1 && e.height > p.ysize)))
		return cudaErrorInvalidValue;
	return fill_queue(zero, stream, &f, async);
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
