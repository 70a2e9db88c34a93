/* address.h - the memory that an address belongs to: allocations, registered host memory,
 * variables, pools, mapped memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"

/* An address as copies see it. */
struct place {
	struct cuda_device *device; /* NULL: host memory that the runtime does not know */
	struct simt_allocation allocation;
	bool registered; /* host memory that the program registered */
};
struct place place_of(const void *p);
/* host_memory.c: finds the registered range that holds addr, and the program's flags of
 * it. */
bool host_range_at(u64 addr, u64 *base, u64 *size, unsigned *flags);
void host_range_mark(u64 addr, unsigned mask, unsigned value);
/* A bit of the flags of allocations and registered ranges that is not the program's:
 * copies are to be synchronous, which they are anyway; the driver interface returns
 * it. */
enum { MARK_SYNCHRONOUS = 0x80 };

/* The memory that an address belongs to, as programs see it. */
enum pointed_to {
	POINTED_NOTHING, /* belongs to no allocation: never did, no longer does, or not
	                    yet */
	POINTED_ALLOCATION,
	POINTED_REGISTERED,
	POINTED_VARIABLE,
	POINTED_POOL,
	POINTED_MAPPED, /* memory of cuMemCreate */
	POINTED_GRAPH,
};
struct pointed {
	enum pointed_to to;
	struct cuda_device *device;
	enum simt_memory_kind
		kind; /* of registered memory SIMT_MEMORY_HOST; 0: nothing */
	u64 base, size;
	unsigned flags;
	u32 context;  /* the mark of an allocation's (context.h); 0: a primary one */
	bool is_open; /* kernels of the current device may use it */
	struct CUmemPoolHandle_st *pool;
	/* of cuMemAddressReserve, also where nothing is mapped */
	u64 reserved_base, reserved_size;
};
struct pointed pointed_by(const void *p);

/* driver/virtual.c: memory that is mapped at an address. */
struct virtual_range {
	u64 base, size;
	u32 allowed; /* bit per device */
	u32 handles; /* CUmemAllocationHandleType that it was made for */
};
bool virtual_range_at(u64 addr, struct virtual_range *r);

/* graph_memory.c: frees memory of graphs for the program. *mine: it was such memory. */
cudaError_t graph_memory_take_back(u64 addr, bool *mine);
/* Whether memory of graphs starts at addr. *size: what the program may use of it now; 0:
 * it is free. */
bool graph_memory_shown(u64 addr, u64 *size);
/* pool.c: the pool of a block; NULL: it is none. */
struct CUmemPoolHandle_st *pool_of_address(u64 addr);
/* Whether the block at addr is of a pool of host memory to which the device has no
 * access. */
bool pool_hides(u64 addr, int device);
/* Frees a block of a pool. False: addr is none. */
bool pool_take_back(struct cuda_device *d, u64 addr, bool in_stream);
