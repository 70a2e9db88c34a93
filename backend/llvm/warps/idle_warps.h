/* idle_warps.h - what the cta's warps do after a barrier, as far as their %tid tells
 * (idle_warps.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

enum { MAX_SLEEPS = 2 };

struct idle_after {
	u32 ends;   /* bits of the warps that only wait for others until they end */
	bool alone; /* only the first does anything up to the next barrier */
	u32 nsleep;
	struct sleep {                   /* warps that do nothing for some barriers */
		u32 warps;               /* their bits */
		u32 nbarrier;            /* how many barriers */
		u32 ninst;               /* of `inst` */
		const struct inst *last; /* the last barrier, and its position */
		u32 last_pos;
		/* what they compute in between, for what comes then */
		const struct path_inst {
			u32 index, pos; /* in the function; in the layout (live.h) */
		} *inst;
	} sleep[MAX_SLEEPS];
};
struct idle_after jit_idle_after(struct fn *c, const struct inst *barrier);
