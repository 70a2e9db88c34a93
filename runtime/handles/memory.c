/* memory.c - allocations of a device, marked with the current context.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/memory.h"

#include "runtime/handles/context.h"

cudaError_t memory_alloc_kind(struct cuda_device *d, enum simt_memory_kind kind,
                              u32 flags, void **p, size_t size) {
	u64 addr;
	flags |= context_memory_mark();
	cudaError_t e = device_error(d, simt_alloc_as(d->dev, kind, flags, size, &addr));
	if (e == cudaSuccess)
		*p = (void *)(uintptr_t)addr;
	return e;
}

cudaError_t device_alloc_in_file(struct cuda_device *d, int fd, void **p, size_t size,
                                 u64 *offset) {
	struct simt_memory_file s = {.fd = fd, .size = size};
	u64 addr;
	cudaError_t e = device_error(
		d, simt_alloc_in_file(d->dev, context_memory_mark(), &s, &addr));
	if (e == cudaSuccess) {
		*p = (void *)(uintptr_t)addr;
		*offset = s.offset;
	}
	return e;
}
