/* loop_version.h - loops that are compiled a second time, for warps whose lanes are in
 * step (loop_version.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/base.h"

struct loop_version;

/* The part of struct fn about such loops. */
struct loop_versions {
	struct loop_version *now; /* whose code is being emitted, or NULL */
	struct uniform *guess;    /* of the function; NULL: not made yet */
	u32 n;                    /* how many there are */
	bb *round; /* per block: where the first version's next rounds begin; NULL: where
	              its first one does */
};

/* Describes the second version of the loop with this header. NULL: it would not pay. */
struct loop_version *loop_version_find(struct fn *c, u32 header);
/* Emits, where the loop is entered with all lanes, the test that takes warps in step to
 * the second version; the others go to `otherwise`. From here to the end registers are
 * those of the second version. */
void loop_version_enter(struct fn *c, struct loop_version *v, bb otherwise);
void loop_version_end(struct fn *c);
/* Where the second version of the block begins; NULL: it has none. */
bb loop_version_block(const struct fn *c, u32 block);
/* Hands the registers that live at the start of the block to the code outside. */
void loop_version_leave(struct fn *c, u32 to);
/* Stores registers of the second version that live at a position (jit_save). */
void loop_version_save(struct fn *c, u32 pos, bool after);
