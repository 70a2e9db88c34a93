/* copy.c - allocation, copies and fills as the public interface has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/check.h"
#include "runtime/device.h"
#include "runtime/timeline.h"

#define LL(x) ((unsigned long long)(x))

enum { TAG_FLAGS_SHIFT = 8 }; /* of a block: kind | flags << 8; never 0 */

enum simt_status simt_alloc_as(struct simt_device *dev, enum simt_memory_kind kind, u32 flags,
                               u64 size, u64 *addr) {
	enum simt_status s = device_check(dev);
	*addr = 0;
	if (s != SIMT_OK || size == 0)
		return s;
	*addr = memory_alloc(&dev->memory, MEMORY_GLOBAL, size, MEMORY_GRANULE);
	if (*addr == 0)
		return fail(SIMT_OUT_OF_MEMORY, "no room for %llu bytes on a device of %llu",
		            LL(size), LL(dev->memory.limit_bytes));
	memory_tag(&dev->memory, MEMORY_GLOBAL, *addr, (u64)kind | (u64)flags << TAG_FLAGS_SHIFT);
	check_note_alloc(dev, *addr, size, kind);
	return SIMT_OK;
}

enum simt_status simt_alloc(struct simt_device *dev, u64 size, u64 *addr) {
	return simt_alloc_as(dev, SIMT_MEMORY_DEVICE, 0, size, addr);
}

bool simt_allocation_at(struct simt_device *dev, u64 addr, struct simt_allocation *a) {
	struct memory_block b;
	if (!memory_find(&dev->memory, addr, &b) || !b.tag)
		return false;
	*a = (struct simt_allocation){
		.base = b.base,
		.size = b.size,
		.kind = (enum simt_memory_kind)(b.tag & ((1 << TAG_FLAGS_SHIFT) - 1)),
		.flags = (u32)(b.tag >> TAG_FLAGS_SHIFT),
	};
	return true;
}

bool simt_device_owns(const struct simt_device *dev, u64 addr) {
	const struct arena_map *map = &dev->machine.map;
	return addr - map->base < map->size;
}

void simt_device_range(const struct simt_device *dev, u64 *base, u64 *size) {
	*base = dev->machine.map.base;
	*size = dev->machine.map.size;
}

enum simt_status simt_host_register(struct simt_device *dev, void *p, u64 size) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	if (!p || !size)
		return fail(SIMT_INVALID_VALUE, "there is nothing to register");
	if (!memory_admit(&dev->memory, (uintptr_t)p, size, NULL))
		return fail(SIMT_ALREADY_REGISTERED, "part of the range is registered already");
	return SIMT_OK;
}

enum simt_status simt_host_unregister(struct simt_device *dev, void *p) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	if (!memory_expel(&dev->memory, (uintptr_t)p))
		s = fail(SIMT_NOT_REGISTERED, "no registered range starts at %p", p);
	gate_open(dev);
	return s;
}

enum simt_status simt_free(struct simt_device *dev, u64 addr) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK || addr == 0)
		return s;
	gate_close(dev); /* no kernel loses memory while it runs */
	bool ok = memory_free_tagged(&dev->memory, addr);
	gate_open(dev);
	if (ok)
		check_note_free(dev, addr);
	if (!ok)
		s = fail(SIMT_INVALID_VALUE,
		         "0x%llx is not the start of an allocation, or was freed", LL(addr));
	return s;
}

enum simt_status simt_free_flagged(struct simt_device *dev, u32 mask, u32 value) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	memory_free_marked(&dev->memory, (u64)mask << TAG_FLAGS_SHIFT,
	                   (u64)value << TAG_FLAGS_SHIFT);
	gate_open(dev);
	return s;
}

enum simt_status range_check(struct simt_device *dev, u64 addr, u64 size) {
	struct window w;
	if (size == 0 || memory_holds(&dev->memory, addr, size))
		return SIMT_OK;
	if (memory_admitted(&dev->memory, addr, &w) && size <= w.size - (addr - w.base))
		return SIMT_OK;
	return fail(SIMT_INVALID_VALUE, "no allocation holds the %llu bytes at 0x%llx", LL(size),
	            LL(addr));
}

enum simt_status simt_copy_in(struct simt_device *dev, u64 dst, const void *src, u64 size) {
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

enum simt_status simt_fill(struct simt_device *dev, u64 dst, u32 value, u32 width, u64 count) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	if ((width != 1 && width != 2 && width != 4) || dst % width || count > ~0ull / width)
		return fail(SIMT_INVALID_VALUE, "elements have 1, 2 or 4 bytes and are aligned");
	s = range_check(dev, dst, count * width);
	if (s == SIMT_OK && count) {
		fill(memory_host(dst), value, width, count);
		check_note_write(dst, count * width);
	}
	return s;
}

bool simt_allocation_near(struct simt_device *dev, u64 addr, u64 *base, u64 *size) {
	return memory_near(&dev->memory, addr, base, size);
}

/* ---- boxes: rows, slices ---- */

/* Bytes from the first to the last; false if that overflows. */
static bool box_bytes(u64 width, u64 height, u64 depth, u64 pitch, u64 slice, u64 *bytes) {
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
			check_note_copy(dst + y * c->dst_pitch, src + y * c->src_pitch, c->width);
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
		return fail(SIMT_INVALID_VALUE, "elements have 1, 2 or 4 bytes and are aligned");
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
