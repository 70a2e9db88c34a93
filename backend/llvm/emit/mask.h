/* mask.h - sets of lanes as values (mask.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

val jit_bits_of(struct fn *c, const val *chunk); /* i32 */
void jit_chunks_of(struct fn *c, val bits, val *chunk);
val jit_live_lanes(struct fn *c); /* i32: those of the warp that have not ended */
val jit_mask_bits(struct fn *c, const struct mask *m);
val jit_any(struct fn *c, const struct mask *m); /* i1 */
val jit_chunk_any(struct fn *c, val chunk);
val jit_chunk_all(struct fn *c, val chunk);
val jit_first_lane(struct fn *c, struct mask *m); /* i32 */
struct mask jit_mask_and(struct fn *c, const struct mask *m, val *chunk);

/* The constant lanes of chunk k, one bit each. */
static inline u32 jit_constant_of_chunk(const struct fn *c, const struct mask *m, u32 k) {
	return (u32)((u64)m->constant >> (k * c->width)) &
	       (UINT32_MAX >> (WARP_LANES - c->width));
}
