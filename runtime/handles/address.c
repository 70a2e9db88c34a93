/* address.c - the memory that an address belongs to.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"

#include "runtime/handles/context.h"

struct place place_of(const void *p) {
	struct place at = {.device = device_of_address(p)};
	unsigned flags;
	if (at.device)
		simt_allocation_at(at.device->dev, (uintptr_t)p, &at.allocation);
	else
		at.registered = host_range_at((uintptr_t)p, &at.allocation.base,
		                              &at.allocation.size, &flags);
	return at;
}

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
		at.context = a.flags & CONTEXT_MARK;
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
