/* alloc.c - allocations and registered host memory as the public interface has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/check.h"
#include "runtime/core/device.h"

#define LL(x) ((unsigned long long)(x))

enum { TAG_FLAGS_SHIFT = 8 };

u64 alloc_tag(enum simt_memory_kind kind, u32 flags) {
	return (u64)kind | (u64)flags << TAG_FLAGS_SHIFT;
}

enum simt_status simt_alloc_as(struct simt_device *dev, enum simt_memory_kind kind,
                               u32 flags, u64 size, u64 *addr) {
	enum simt_status s = device_check(dev);
	*addr = 0;
	if (s != SIMT_OK || size == 0)
		return s;
	u64 tag = alloc_tag(kind, flags);
	bool apart = check_wants_pages(dev, kind);
	*addr = memory_alloc_tagged(&dev->memory, size, tag, apart);
	if (*addr == 0 && gate_free_waiting(dev))
		*addr = memory_alloc_tagged(&dev->memory, size, tag, apart);
	if (*addr == 0)
		return fail(SIMT_OUT_OF_MEMORY,
		            "no room for %llu bytes on a device of %llu", LL(size),
		            LL(dev->memory.limit_bytes));
	if (kind == SIMT_MEMORY_HOST || kind == SIMT_MEMORY_MANAGED)
		memory_open_pages(&dev->memory, *addr, size);
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

bool simt_allocation_mark(struct simt_device *dev, u64 addr, u32 mask, u32 value) {
	return memory_retag(&dev->memory, addr, (u64)mask << TAG_FLAGS_SHIFT,
	                    (u64)value << TAG_FLAGS_SHIFT);
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
	if (!memory_admit(&dev->memory, (uintptr_t)p, size))
		return fail(SIMT_ALREADY_REGISTERED,
		            "part of the range is registered already");
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
		         "0x%llx is not the start of an allocation, or was freed",
		         LL(addr));
	return s;
}

enum simt_status simt_free_in_stream(struct simt_device *dev, u64 addr) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK && addr && !gate_free(dev, addr))
		s = fail(SIMT_INVALID_VALUE,
		         "0x%llx is not the start of an allocation, or was freed",
		         LL(addr));
	else if (s == SIMT_OK && addr)
		check_note_free(dev, addr);
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

bool simt_allocation_near(struct simt_device *dev, u64 addr, u64 *base, u64 *size) {
	return memory_near(&dev->memory, addr, base, size);
}
