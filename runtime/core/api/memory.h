/* memory.h - allocations, copies and fills. Device addresses are 64-bit numbers; they are
 * valid host addresses, too, but only as far as allocations reach. An allocation belongs
 * to its device until it is freed or the device is reset.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;

/* Bytes that are free, and all. */
void simt_memory_info(struct simt_device *dev, uint64_t *free_bytes,
                      uint64_t *total_bytes);

/* Aligned to 512 bytes. Zero bytes give address 0. */
enum simt_status simt_alloc(struct simt_device *dev, uint64_t size, uint64_t *addr);

/* Device memory, two kinds that the host uses under the same address, and addresses of
 * simt_reserve. */
enum simt_memory_kind {
	SIMT_MEMORY_DEVICE = 1,
	SIMT_MEMORY_HOST,
	SIMT_MEMORY_MANAGED,
	SIMT_MEMORY_RESERVED,
};
/* flags: 24 bits of the caller's own. */
enum simt_status simt_alloc_as(struct simt_device *dev, enum simt_memory_kind kind,
                               uint32_t flags, uint64_t size, uint64_t *addr);
struct simt_allocation {
	uint64_t base, size;
	enum simt_memory_kind kind;
	uint32_t flags;
};
/* The allocation that holds addr; false if none does. */
bool simt_allocation_at(struct simt_device *dev, uint64_t addr,
                        struct simt_allocation *a);
/* Sets those bits of its flags that are in mask to value's; false: no allocation. */
bool simt_allocation_mark(struct simt_device *dev, uint64_t addr, uint32_t mask,
                          uint32_t value);
/* Whether the address lies in the device's range, allocated or not. Takes no lock. */
bool simt_device_owns(const struct simt_device *dev, uint64_t addr);
/* The device's range of addresses. */
void simt_device_range(const struct simt_device *dev, uint64_t *base, uint64_t *size);
/* Lets kernels use host memory as it lies. */
enum simt_status simt_host_register(struct simt_device *dev, void *p, uint64_t size);
/* Ends that; p: as it was registered. Waits for the running kernel. */
enum simt_status simt_host_unregister(struct simt_device *dev, void *p);
/* Frees every allocation whose flags have `value` in the bits of mask. */
enum simt_status simt_free_flagged(struct simt_device *dev, uint32_t mask,
                                   uint32_t value);
/* Waits for the running kernel. Address 0 is allowed; SIMT_INVALID_VALUE: addr is no
 * allocation, or was freed. */
enum simt_status simt_free(struct simt_device *dev, uint64_t addr);
/* For work in streams: does not wait for kernels of other streams; the memory is freed
 * when none runs. */
enum simt_status simt_free_in_stream(struct simt_device *dev, uint64_t addr);
/* Each range must lie in one allocation. */
enum simt_status simt_copy_in(struct simt_device *dev, uint64_t dst, const void *src,
                              uint64_t size);
enum simt_status simt_copy_out(struct simt_device *dev, void *dst, uint64_t src,
                               uint64_t size);
enum simt_status simt_copy_device(struct simt_device *dev, uint64_t dst, uint64_t src,
                                  uint64_t size);
/* `count` elements of `width` (1, 2, 4) bytes; dst is a multiple of width. */
enum simt_status simt_fill(struct simt_device *dev, uint64_t dst, uint32_t value,
                           uint32_t width, uint64_t count);

/* depth slices of height rows of width bytes. pitch: bytes from row to row; slice: from
 * slice to slice. */
struct simt_copy {
	/* NULL: host memory, which is not checked */
	struct simt_device *dst_device, *src_device;
	uint64_t dst, src;
	uint64_t dst_pitch, dst_slice, src_pitch, src_slice;
	uint64_t width, height, depth;
};
/* Each side must lie in one allocation or in registered memory. */
enum simt_status simt_copy(const struct simt_copy *c);
/* The checks of simt_copy alone. */
enum simt_status simt_copy_check(const struct simt_copy *c);

struct simt_fill {
	uint64_t dst, pitch, slice;
	uint64_t width, height, depth; /* width: elements */
	uint32_t value, element;       /* element: 1, 2 or 4 bytes */
};

/* The checks of a fill alone. */
enum simt_status simt_fill_check(struct simt_device *dev, const struct simt_fill *f);

/* The allocation that holds addr, else the nearest one; false if there is none. */
bool simt_allocation_near(struct simt_device *dev, uint64_t addr, uint64_t *base,
                          uint64_t *size);

#ifdef __cplusplus
}
#endif
