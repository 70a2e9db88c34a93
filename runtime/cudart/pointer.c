/* pointer.c - attributes of pointers, as an H100 has them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"

static enum cudaMemoryType type_of(enum simt_memory_kind kind) {
	switch (kind) {
	case SIMT_MEMORY_HOST: return cudaMemoryTypeHost;
	case SIMT_MEMORY_MANAGED: return cudaMemoryTypeManaged;
	default: return cudaMemoryTypeDevice;
	}
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p) {
	struct cuda_device *d;
	cudaError_t e = a ? device_current(&d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	struct pointed at = pointed_by(p);
	void *same = (void *)(uintptr_t)p;
	*a = (struct cudaPointerAttributes){
		.type = cudaMemoryTypeUnregistered,
		.device = cudaInvalidDeviceId,
		.hostPointer = same,
	};
	if (at.to == POINTED_NOTHING)
		return cudaSuccess;
	a->type = type_of(at.kind);
	a->device = at.device ? at.device->index : device_current_index();
	a->devicePointer = at.is_open ? same : NULL;
	a->hostPointer = a->type == cudaMemoryTypeDevice ? NULL : same;
	return cudaSuccess;
}

/* Whether it is host memory, which has a device pointer (the same address here), or
 * memory for which an H100 gives one, too. */
static bool has_device_pointer(const struct pointed *at) {
	return at->is_open && (at->to == POINTED_MAPPED || at->kind == SIMT_MEMORY_HOST);
}

cudaError_t cudaHostGetDevicePointer(void **pointer, void *p, unsigned int flags) {
	struct cuda_device *d;
	cudaError_t e = pointer && !flags ? device_current(&d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	struct pointed at = pointed_by(p);
	if (!has_device_pointer(&at))
		return cudart_report(cudaErrorInvalidValue);
	*pointer = at.to == POINTED_MAPPED ? (void *)(uintptr_t)at.base : p;
	return cudaSuccess;
}

static bool host_flags(const struct pointed *at, unsigned *flags) {
	if (!at->is_open)
		return false;
	if (at->to == POINTED_MAPPED)
		*flags = cudaHostAllocPortable | cudaHostAllocMapped;
	else if (at->kind == SIMT_MEMORY_MANAGED)
		*flags = cudaHostAllocMapped;
	else if (at->kind == SIMT_MEMORY_HOST)
		*flags = (at->flags &
		          (cudaHostAllocPortable | cudaHostAllocWriteCombined)) |
		         cudaHostAllocMapped;
	else
		return false;
	return true;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *p) {
	struct cuda_device *d;
	cudaError_t e = flags ? device_current(&d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	struct pointed at = pointed_by(p);
	return cudart_report(host_flags(&at, flags) ? cudaSuccess
	                                            : cudaErrorInvalidValue);
}
