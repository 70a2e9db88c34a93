/* mem_state.h - what loads and stores of one function share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/map.h"
#include "ir/isa/inst.h"

/* Offsets, rotated right by `shift`, at which `span` bytes lie below `total` are less
 * than v. */
struct limit {
	val v, total;
	struct limit *next; /* with the same span and shift */
};

/* The part of struct fn about memory. Values are NULL until they are made. */
struct mem_state {
	/* values of the prologue */
	struct bounds {
		val low, total;
	} bounds[4];               /* of global, shared, local, constant memory */
	val near_size;             /* of global memory, 4 GiB at most */
	struct map limits;         /* by span and shift: struct limit */
	val nowhere;               /* for the loads of lanes that take no part */
	val own_lanes[MAX_CHUNKS]; /* local.c: where each lane's own memory lies */
	val lane_array[4];         /* allocas of 8 bytes a lane, for loops over lanes */
	/* accesses that are checked together (bounds_check.c), per instruction */
	u32 *group_of;  /* 1 + the first of them, or 0 */
	val *group_ptr; /* of the first: host pointer of the address register */
	struct {
		s64 first, end;
	} *group_span; /* of the first: bytes around it that are valid */
	/* the same for accesses lane by lane (lanes_group.c) */
	u32 *lanes_of;
	struct lanes_group **lanes_group;
	/* table.c: the last load of narrow numbers that may be indices of an atomic, and
	 * the host's pointer to lane 0's; NULL where the interpreter has loaded them */
	struct {
		const struct inst *in;
		val place;
	} narrow;
	u32 nunrolled; /* atomic.c: atomics lane by lane without a loop */
	u32 nprefetch; /* prefetch.c: accesses whose last place the warp remembers */
	u32 nwalks;    /* prefetch.c: accesses in which each lane walks for itself */
	u32 wait_loop; /* prefetch.c: 1 + the loop that `has_wait` is of */
	bool has_wait; /* that loop has barriers in it */
};
