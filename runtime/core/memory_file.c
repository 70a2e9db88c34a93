/* memory_file.c - memory as parts of files: of other processes, or apart from addresses.
 * The gate is closed while pages change, so no kernel runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/check.h"
#include "runtime/core/device.h"

#define LL(x) ((unsigned long long)(x))

static enum simt_status no_file(void) {
	return fail(SIMT_OUT_OF_MEMORY,
	            "the system has no file for memory, or does not map it");
}

enum simt_status simt_export(struct simt_device *dev, u64 addr,
                             struct simt_memory_file *out) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	out->fd = memory_share(&dev->memory, addr, &out->offset, &out->size);
	gate_open(dev);
	if (out->fd == MEMORY_NO_FILE)
		return no_file();
	return out->fd >= 0 ? SIMT_OK
	                    : fail(SIMT_INVALID_VALUE,
	                           "the memory at 0x%llx cannot be shared with other "
	                           "processes",
	                           LL(addr));
}

enum simt_status simt_import(struct simt_device *dev, const struct simt_memory_file *in,
                             u64 *addr) {
	enum simt_status s = device_check(dev);
	*addr = 0;
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	*addr = memory_attach(&dev->memory, in->fd, in->offset, in->size,
	                      SIMT_MEMORY_DEVICE);
	gate_open(dev);
	return *addr ? SIMT_OK
	             : fail(SIMT_OUT_OF_MEMORY, "no addresses for %llu bytes",
	                    LL(in->size));
}

enum simt_status simt_alloc_in_file(struct simt_device *dev, uint32_t flags,
                                    struct simt_memory_file *io, u64 *addr) {
	enum simt_status s = device_check(dev);
	u64 tag = alloc_tag(SIMT_MEMORY_DEVICE, flags);
	*addr = 0;
	if (s != SIMT_OK || !io->size)
		return s;
	*addr = memory_alloc_in_file(&dev->memory, io->fd, io->size, tag, &io->offset);
	if (!*addr && gate_free_waiting(dev))
		*addr = memory_alloc_in_file(&dev->memory, io->fd, io->size, tag,
		                             &io->offset);
	if (!*addr)
		return fail(SIMT_OUT_OF_MEMORY,
		            "no room for %llu bytes on a device of %llu", LL(io->size),
		            LL(dev->memory.limit_bytes));
	check_note_alloc(dev, *addr, io->size, SIMT_MEMORY_DEVICE);
	return SIMT_OK;
}

enum simt_status simt_import_close_in_stream(struct simt_device *dev, u64 addr) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK && !gate_detach(dev, addr))
		s = fail(SIMT_INVALID_VALUE, "0x%llx is not another process's memory",
		         LL(addr));
	return s;
}

enum simt_status simt_import_close(struct simt_device *dev, u64 addr) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	bool ok = memory_detach(&dev->memory, addr);
	gate_open(dev);
	return ok ? SIMT_OK
	          : fail(SIMT_INVALID_VALUE, "0x%llx is not another process's memory",
	                 LL(addr));
}

static enum simt_status check_pieces(u64 a, u64 b) {
	return a % SIMT_PIECE || b % SIMT_PIECE
	               ? fail(SIMT_INVALID_VALUE,
	                      "addresses and sizes are multiples of %d", SIMT_PIECE)
	               : SIMT_OK;
}

enum simt_status simt_reserve(struct simt_device *dev, u64 size, u64 align, u64 wanted,
                              u64 *addr) {
	enum simt_status s = device_check(dev);
	*addr = 0;
	if (s == SIMT_OK)
		s = check_pieces(size, align);
	if (s == SIMT_OK && (!size || align & (align - 1)))
		s = fail(SIMT_INVALID_VALUE, "%llu bytes of addresses, aligned to %llu",
		         LL(size), LL(align));
	if (s != SIMT_OK)
		return s;
	*addr = memory_reserve(&dev->memory, size, align,
	                       wanted % SIMT_PIECE ? 0 : wanted, SIMT_MEMORY_RESERVED);
	return *addr ? SIMT_OK
	             : fail(SIMT_OUT_OF_MEMORY, "no room for %llu bytes of addresses",
	                    LL(size));
}

static enum simt_status changed(struct simt_device *dev, enum memory_answer answer,
                                u64 addr, u64 size) {
	gate_open(dev);
	if (answer == MEMORY_NO_FILE)
		return no_file();
	return answer == MEMORY_OK
	               ? SIMT_OK
	               : fail(SIMT_INVALID_VALUE,
	                      "the %llu bytes at 0x%llx are not reserved, or in "
	                      "another state",
	                      LL(size), LL(addr));
}

static enum memory_answer answer_of(bool ok) {
	return ok ? MEMORY_OK : MEMORY_WRONG;
}

enum simt_status simt_unreserve(struct simt_device *dev, u64 addr, u64 size) {
	gate_close(dev);
	return changed(dev, answer_of(memory_unreserve(&dev->memory, addr, size)), addr,
	               size);
}

enum simt_status simt_map(struct simt_device *dev, u64 addr,
                          const struct simt_memory_file *in) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = check_pieces(addr, in->size | in->offset);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	return changed(dev, memory_map(&dev->memory, addr, in->size, in->fd, in->offset),
	               addr, in->size);
}

enum simt_status simt_unmap(struct simt_device *dev, u64 addr, u64 size) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	return changed(dev, answer_of(memory_unmap(&dev->memory, addr, size)), addr,
	               size);
}

enum simt_status simt_allow(struct simt_device *dev, u64 addr, u64 size, bool allowed) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	return changed(dev, memory_allow(&dev->memory, addr, size, allowed), addr, size);
}

enum simt_status simt_multicast_check(struct simt_device *dev, u64 addr, u64 size) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK)
		s = check_pieces(addr, size);
	if (s == SIMT_OK && !memory_is_free_reservation(&dev->memory, addr, size))
		s = fail(SIMT_INVALID_VALUE,
		         "the %llu bytes at 0x%llx are not reserved, or in use", LL(size),
		         LL(addr));
	return s;
}

enum simt_status simt_multicast_show(struct simt_device *dev, u64 addr, u64 size,
                                     struct multicast *object) {
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	gate_close(dev);
	memory_show_multicast(&dev->memory, addr, size, object);
	gate_open(dev);
	return SIMT_OK;
}

enum simt_status simt_multicast_hide(struct simt_device *dev, u64 addr) {
	gate_close(dev);
	memory_hide_multicast(&dev->memory, addr);
	gate_open(dev);
	return SIMT_OK;
}

enum simt_status simt_memory_claim(struct simt_device *dev, u64 bytes) {
	enum simt_status s = device_check(dev);
	if (s == SIMT_OK && !memory_claim(&dev->memory, bytes))
		s = fail(SIMT_OUT_OF_MEMORY, "no room for %llu bytes on a device of %llu",
		         LL(bytes), LL(dev->memory.limit_bytes));
	return s;
}

void simt_memory_unclaim(struct simt_device *dev, u64 bytes) {
	memory_unclaim(&dev->memory, bytes);
}
