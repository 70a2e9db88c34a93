/* mem_fast.h - loads and stores compiled per level of the host's instruction set.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

struct mem_fast {
	/* [4 or 8 bytes][32- or 64-bit base register] */
	exec_fn *ld[2][2], *st[2][2];
	exec_fn *ld_generic, *st_generic; /* of any size, also vectors */
};

extern const struct mem_fast mem_fast;
#ifdef __x86_64__
extern const struct mem_fast mem_fast_v3, mem_fast_v4;
#endif
