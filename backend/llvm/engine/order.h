/* order.h - runs of instructions of a block whose order is free, but for what they read
 * of each other (order.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "base/map.h"
#include "base/vec.h"

struct node {
	LLVMValueRef v;
	u32 regs;     /* of the host; 0 for scalars, and for bits */
	bool is_mask; /* a vector of bits */
};

struct order {
	LLVMBuilderRef b;
	struct arena a; /* of this run */
	u32 memory;     /* the attribute's number */
	u32 bits, nreg; /* of the host's vectors; how many there are */
	VEC(struct node) node;
	struct map at; /* 1 + the node of an instruction */
	VEC(u32) done; /* the new order, of all nodes */
};

/* The node of an operand, and its number; NULL: it is none of the run. */
static inline struct node *order_node(const struct order *o, LLVMValueRef v, u32 *i) {
	u64 *at = LLVMIsAInstruction(v) ? map_find(&o->at, (uintptr_t)v) : NULL;
	*i = at ? (u32)*at - 1 : 0;
	return at ? &o->node.at[*i] : NULL;
}

/* Counts the registers, for vectors or for masks, that the values of these nodes take at
 * most, in the order or, if it is NULL, in theirs. What they read of others is not
 * counted. */
u32 order_pressure(struct order *o, const u32 *order, bool of_masks);

/* Each fills `done`, or returns false: the run stays as it is. by_chain.c, by_latency.c
 */
bool order_by_chain(struct order *o);
bool order_by_latency(struct order *o);
