/* copy.c - allocation, copies and fills as the public interface has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device.h"

#define LL(x) ((unsigned long long)(x))

enum simt_status simt_alloc(struct simt_device *dev, u64 size, u64 *addr) {
	enum simt_status s = device_check(dev);
	*addr = 0;
	if (s != SIMT_OK || size == 0)
		return s;
	*addr = memory_alloc(&dev->memory, MEMORY_GLOBAL, size, MEMORY_GRANULE);
	if (*addr == 0)
		return fail(SIMT_OUT_OF_MEMORY, "no room for %llu bytes on a device of %llu",
		            LL(size), LL(dev->memory.limit_bytes));
	return SIMT_OK;
}

enum simt_status simt_free(struct simt_device *dev, u64 addr) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK || addr == 0)
		return s;
	if (!memory_free(&dev->memory, MEMORY_GLOBAL, addr))
		return fail(SIMT_INVALID_VALUE,
		            "0x%llx is not the start of an allocation, or was freed", LL(addr));
	return SIMT_OK;
}

static enum simt_status check_range(struct simt_device *dev, u64 addr, u64 size) {
	if (size == 0 || memory_holds(&dev->memory, addr, size))
		return SIMT_OK;
	return fail(SIMT_INVALID_VALUE, "no allocation holds the %llu bytes at 0x%llx", LL(size),
	            LL(addr));
}

enum simt_status simt_copy_in(struct simt_device *dev, u64 dst, const void *src, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = check_range(dev, dst, size);
	if (s == SIMT_OK && size)
		memcpy(memory_host(dst), src, size);
	return s;
}

enum simt_status simt_copy_out(struct simt_device *dev, void *dst, u64 src, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = check_range(dev, src, size);
	if (s == SIMT_OK && size)
		memcpy(dst, memory_host(src), size);
	return s;
}

enum simt_status simt_copy_device(struct simt_device *dev, u64 dst, u64 src, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = check_range(dev, src, size);
	if (s == SIMT_OK)
		s = check_range(dev, dst, size);
	if (s == SIMT_OK && size)
		memmove(memory_host(dst), memory_host(src), size);
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
	s = check_range(dev, dst, count * width);
	if (s == SIMT_OK && count)
		fill(memory_host(dst), value, width, count);
	return s;
}

bool simt_allocation_near(struct simt_device *dev, u64 addr, u64 *base, u64 *size) {
	return memory_near(&dev->memory, addr, base, size);
}
