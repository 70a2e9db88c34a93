/* pool.h - memory pools, and the records of their blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

struct CUmemPoolHandle_st {
	struct slot slot;
	struct cuda_device *device; /* of host memory: the one that was current */
	enum cudaMemAllocationType type;
	enum cudaMemLocationType where;
	bool is_default; /* the default pool of a place that is no device */
	u32 refs;        /* its blocks, and one until it is destroyed */
	u64 used, used_high;
	u64 leaving;                 /* of what is used: its free is queued in a stream */
	u64 reserved, reserved_high; /* what a GPU's pool would hold of its device */
	u64 threshold;               /* of reserved memory that is kept */
	int reuse[cudaMemPoolReuseAllowInternalDependencies + 1];
	size_t max_bytes;       /* 0: no limit */
	u8 access[MAX_DEVICES]; /* of other devices: enum cudaMemAccessFlags */
	u8 host_access;
	int fd; /* the file of its memory, for other processes; -1: it is not shared */
	u32 imports; /* how often it was imported from another process; 0: it was made
	                here */
	/* imported */
	u64 inode, number;
	struct CUmemPoolHandle_st *next;
};

/* Notes that a block belongs to p; offset: of it in the pool's file. False: no memory. */
bool pool_note_block(struct CUmemPoolHandle_st *p, u64 addr, u64 size, u64 offset);
/* Finds the pool whose block starts at addr, and where the block lies in its file. NULL:
 * there is none. */
struct CUmemPoolHandle_st *pool_of_block(u64 addr, u64 *offset, u64 *size);
/* Finds the block of an imported pool at an offset of its file; 0: it was not imported
 * yet. */
u64 pool_block_at(const struct CUmemPoolHandle_st *p, u64 offset);
struct CUmemPoolHandle_st *mempool_new(struct cuda_device *d, size_t max_bytes);
/* Destroys the pool; it is deleted with its last block. */
void mempool_drop(struct CUmemPoolHandle_st *p);
/* Whether the pool has no blocks. */
bool pool_is_unused(const struct CUmemPoolHandle_st *p);
bool is_pool(const struct CUmemPoolHandle_st *p);

/* pool_place.c: whether there are pools of such memory. */
cudaError_t pool_check_place(const struct cudaMemLocation *l,
                             enum cudaMemAllocationType type);
/* Whether it is a device's own memory, whose pools are in pool.c. */
bool pool_is_devices(const struct cudaMemLocation *l, enum cudaMemAllocationType type);
enum simt_memory_kind pool_kind(const struct CUmemPoolHandle_st *p);
/* The pool is destroyed. */
void pool_leaves_place(const struct CUmemPoolHandle_st *p);
/* Access to pools of host and of managed memory. */
cudaError_t pool_place_access(struct CUmemPoolHandle_st *p,
                              const struct cudaMemLocation *l,
                              enum cudaMemAccessFlags *flags);
cudaError_t pool_place_allow(struct CUmemPoolHandle_st *p,
                             const struct cudaMemAccessDesc *a);

/* pool_ipc.c: a file for the blocks of a new pool of the device; -1: the system
 * refuses. */
int pool_file(const struct cuda_device *d);
/* The program destroys an imported pool; the last of as many calls as imports ends it. */
cudaError_t pool_leave(struct CUmemPoolHandle_st *p);
