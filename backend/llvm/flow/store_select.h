/* store_select.h - stores under a condition, without parting the lanes; see
 * store_select.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/base.h"

/* The part of struct fn about them. */
struct store_select {
	bb away; /* where the code at hand goes if it cannot go on; NULL: it is none of
	            such stores */
	bool failed; /* it is impossible and not used */
};

/* The lanes of a full warp go to the block `side` where `lanes` (chunks of i1) say so,
 * and to `join`. False: nothing is emitted. Else the code at hand is where all of them
 * are on their way to join; what *otherwise gets is where the branch is still to be
 * taken. */
bool jit_select_stores(struct fn *c, u32 side, u32 join, const val *lanes, bb *otherwise);
