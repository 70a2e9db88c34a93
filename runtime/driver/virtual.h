/* virtual.h - memory that handles name (cuMemCreate), and multicast objects, which have
 * handles of the same kind.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/driver/driver.h"
#include "runtime/handles/slot.h"

struct team;

struct physical {
	struct slot slot;
	struct physical *next;
	struct cuda_device *device;
	struct team *team; /* not NULL: a multicast object */
	int fd;
	u64 size;
	u32 refs;      /* handles, and one for each mapping and binding */
	u32 handles;   /* how many of them the program has */
	bool imported; /* it counts in the process that made it */
	bool of_host;
	CUmemAllocationProp prop;
};

/* A lock of all handles and mappings. */
void virtual_lock(void);
void virtual_unlock(void);
/* A record to fill in, zero; NULL: no memory. */
struct physical *virtual_new(void);
/* Makes it a handle, with one reference. Not locked. */
CUmemGenericAllocationHandle virtual_publish(struct physical *m);
/* Locked. A handle is a number that a program may have made up: NULL. */
struct physical *virtual_find(CUmemGenericAllocationHandle handle);
void virtual_unref(struct physical *m);
/* Locked. The memory that is mapped at addr, where in it that is, and how much of the
 * mapping follows; NULL: none. */
struct physical *virtual_memory_at(u64 addr, u64 *offset, u64 *rest);
