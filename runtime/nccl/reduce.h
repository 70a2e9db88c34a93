/* reduce.h - the arithmetic of reductions, on pieces that fit into a cache. Elements of 8
 * and 16 bits that are numbers with a fraction are summed in float and rounded once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <nccl.h>

#include "base/base.h"

/* Elements that are reduced at a time. */
enum { REDUCE_PIECE = 2048 };

/* What happens to elements beside the operation: PreMulSum multiplies what it reads, the
 * average of integers divides in the end. */
struct reduction {
	ncclDataType_t type;
	ncclRedOp_t op; /* Sum, Prod, Max, Min */
	bool scales;
	u32 divisor; /* 0: none */
};

/* acc has REDUCE_PIECE elements of 8 bytes. `scalar` points to one element of the type.
 */
struct reducers {
	void (*first)(const struct reduction *r, void *acc, const void *x,
	              const void *scalar, u32 n);
	void (*next)(const struct reduction *r, void *acc, const void *x,
	             const void *scalar, u32 n);
	void (*last)(const struct reduction *r, void *out, const void *acc, u32 n);
	/* Copies without filling the cache, where that pays. */
	void (*spill)(void *to, const void *from, u64 n);
};
/* For the vector registers of this machine. */
const struct reducers *reducers(void);

static inline u32 type_bytes(ncclDataType_t t) {
	static const u8 bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
	return bytes[t];
}
/* Makes one element of a type that is no integer. */
void element_of_float(ncclDataType_t t, void *p, float x);
