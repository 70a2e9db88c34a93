/* pointer.c - what programs are told of an address. Which attributes which memory has was
 * asked of an H100.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"

static void point_at_reserved(struct pointed *at, u64 addr) {
	struct virtual_range r;
	at->reserved_base = at->base;
	at->reserved_size = at->size;
	at->kind = 0;
	if (!virtual_range_at(addr, &r))
		return;
	at->to = POINTED_MAPPED;
	at->kind = SIMT_MEMORY_DEVICE;
	at->base = r.base;
	at->size = r.size;
	at->is_open = r.allowed >> device_current_index() & 1;
}

static void point_at_variable(struct pointed *at, u64 addr) {
	struct simt_variable v;
	if (!simt_variable_at(at->device->dev, addr, &v))
		return;
	at->to = POINTED_VARIABLE;
	at->kind = v.is_managed ? SIMT_MEMORY_MANAGED : SIMT_MEMORY_DEVICE;
	at->base = v.base;
	at->size = v.size;
}

static void point_at_allocation(struct pointed *at) {
	u64 size;
	at->to = POINTED_ALLOCATION;
	at->pool = pool_of_address(at->base);
	if (at->pool) {
		at->to = POINTED_POOL;
		at->is_open = !pool_hides(at->base, at->device->index);
	} else if (graph_memory_shown(at->base, &size)) {
		at->to = size ? POINTED_GRAPH : POINTED_NOTHING;
		at->kind = size ? at->kind : 0;
		at->size = size;
	}
}

struct pointed pointed_by(const void *p) {
	struct pointed at = {.device = device_of_address(p), .is_open = true};
	struct simt_allocation a;
	u64 addr = (uintptr_t)p;
	if (!at.device) {
		if (host_range_at(addr, &at.base, &at.size, &at.flags)) {
			at.to = POINTED_REGISTERED;
			at.kind = SIMT_MEMORY_HOST;
		}
		return at;
	}
	if (!simt_allocation_at(at.device->dev, addr, &a)) {
		point_at_variable(&at, addr);
	} else if (addr - a.base < a.size) {
		at.base = a.base;
		at.size = a.size;
		at.kind = a.kind;
		at.flags = a.flags & ((1u << CONTEXT_SHIFT) - 1);
		if (a.kind == SIMT_MEMORY_RESERVED)
			point_at_reserved(&at, addr);
		else
			point_at_allocation(&at);
	}
	if (at.to != POINTED_NOTHING && addr - at.base >= at.size)
		at.to = POINTED_NOTHING;
	if (at.to == POINTED_NOTHING)
		at.kind = 0;
	return at;
}

/* ---- the runtime's questions ---- */

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

/* Host memory that kernels use under an address of its own, which is the same; and what
 * an H100 takes for such. */
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
