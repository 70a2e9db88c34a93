/* copy.c - copies and fills as the public interface has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/check.h"
#include "runtime/core/device.h"
#include "runtime/core/timeline.h"

#define LL(x) ((unsigned long long)(x))

enum simt_status range_check(struct simt_device *dev, u64 addr, u64 size) {
	struct window w;
	if (size == 0 || memory_holds(&dev->memory, addr, size))
		return SIMT_OK;
	if (memory_admitted(&dev->memory, addr, &w) && size <= w.size - (addr - w.base))
		return SIMT_OK;
	if (memory_open_holds(&dev->memory, addr, size))
		return SIMT_OK;
	return fail(SIMT_INVALID_VALUE, "no allocation holds the %llu bytes at 0x%llx",
	            LL(size), LL(addr));
}

enum simt_status simt_copy_in(struct simt_device *dev, u64 dst, const void *src,
                              u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = range_check(dev, dst, size);
	if (s == SIMT_OK && size) {
		memcpy(memory_host(dst), src, size);
		check_note_write(dst, size);
	}
	return s;
}

enum simt_status simt_copy_out(struct simt_device *dev, void *dst, u64 src, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = range_check(dev, src, size);
	if (s == SIMT_OK && size)
		memcpy(dst, memory_host(src), size);
	return s;
}

enum simt_status simt_copy_device(struct simt_device *dev, u64 dst, u64 src, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = range_check(dev, src, size);
	if (s == SIMT_OK)
		s = range_check(dev, dst, size);
	if (s == SIMT_OK && size) {
		check_note_copy(dst, src, size);
		memmove(memory_host(dst), memory_host(src), size);
	}
	return s;
}

static void fill(void *at, u32 value, u32 width, u64 count) {
	if (width == 1) {
		memset(at, (int)(value & 0xff), count);
	} else if (width == 2) {
		for (u64 i = 0; i < count; i++)
			((u16 *)at)[i] = (u16)value;
	} else {
		for (u64 i = 0; i < count; i++)
			((u32 *)at)[i] = value;
	}
}

enum simt_status simt_fill(struct simt_device *dev, u64 dst, u32 value, u32 width,
                           u64 count) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	if ((width != 1 && width != 2 && width != 4) || dst % width ||
	    count > ~0ull / width)
		return fail(SIMT_INVALID_VALUE,
		            "elements have 1, 2 or 4 bytes and are aligned");
	s = range_check(dev, dst, count * width);
	if (s == SIMT_OK && count) {
		fill(memory_host(dst), value, width, count);
		check_note_write(dst, count * width);
	}
	return s;
}

/* ---- boxes: rows, slices ---- */

/* Bytes from the first to the last; false if that overflows. */
static bool box_bytes(u64 width, u64 height, u64 depth, u64 pitch, u64 slice,
                      u64 *bytes) {
	u64 rows, slices;
	*bytes = 0;
	if (!width || !height || !depth)
		return true;
	return !__builtin_mul_overflow(height - 1, pitch, &rows) &&
	       !__builtin_mul_overflow(depth - 1, slice, &slices) &&
	       !__builtin_add_overflow(rows, slices, &rows) &&
	       !__builtin_add_overflow(rows, width, bytes);
}

static enum simt_status check_box(struct simt_device *dev, u64 addr, u64 bytes) {
	enum simt_status s = dev ? device_check(dev) : SIMT_OK;
	if (s == SIMT_OK && dev)
		s = range_check(dev, addr, bytes);
	if (s == SIMT_OK && bytes && !addr)
		s = fail(SIMT_INVALID_VALUE, "a null pointer");
	return s;
}

enum simt_status copy_check(const struct simt_copy *c) {
	u64 dst, src;
	if (!box_bytes(c->width, c->height, c->depth, c->dst_pitch, c->dst_slice, &dst) ||
	    !box_bytes(c->width, c->height, c->depth, c->src_pitch, c->src_slice, &src))
		return fail(SIMT_INVALID_VALUE, "the extent is larger than any memory");
	enum simt_status s = check_box(c->dst_device, c->dst, dst);
	return s == SIMT_OK ? check_box(c->src_device, c->src, src) : s;
}

void copy_run(const struct simt_copy *c) {
	u64 start = tracing() ? trace_now() : 0;
	for (u64 z = 0; z < c->depth && c->width; z++) {
		u64 dst = c->dst + z * c->dst_slice, src = c->src + z * c->src_slice;
		for (u64 y = 0; y < c->height; y++) {
			check_note_copy(dst + y * c->dst_pitch, src + y * c->src_pitch,
			                c->width);
			memmove(memory_host(dst + y * c->dst_pitch),
			        memory_host(src + y * c->src_pitch), c->width);
		}
	}
	if (tracing())
		timeline_copy(c, start);
}

enum simt_status simt_copy_check(const struct simt_copy *c) {
	return copy_check(c);
}

enum simt_status simt_copy(const struct simt_copy *c) {
	enum simt_status s = copy_check(c);
	if (s == SIMT_OK)
		copy_run(c);
	return s;
}

enum simt_status fill_check(struct simt_device *dev, const struct simt_fill *f) {
	u64 width, bytes;
	u32 e = f->element;
	if ((e != 1 && e != 2 && e != 4) || f->dst % e || f->pitch % e || f->slice % e)
		return fail(SIMT_INVALID_VALUE,
		            "elements have 1, 2 or 4 bytes and are aligned");
	if (__builtin_mul_overflow(f->width, e, &width) ||
	    !box_bytes(width, f->height, f->depth, f->pitch, f->slice, &bytes))
		return fail(SIMT_INVALID_VALUE, "the extent is larger than any memory");
	return check_box(dev, f->dst, bytes);
}

enum simt_status simt_fill_check(struct simt_device *dev, const struct simt_fill *f) {
	return fill_check(dev, f);
}

void fill_run(const struct simt_fill *f) {
	u64 start = tracing() ? trace_now() : 0;
	for (u64 z = 0; z < f->depth && f->width; z++)
		for (u64 y = 0; y < f->height; y++) {
			u64 at = f->dst + z * f->slice + y * f->pitch;
			fill(memory_host(at), f->value, f->element, f->width);
			check_note_write(at, f->width * f->element);
		}
	if (tracing())
		timeline_fill(f, start);
}
