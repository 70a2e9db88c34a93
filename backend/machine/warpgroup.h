/* warpgroup.h - four warps that make matrix products together.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/code.h"
#include "backend/machine/warp.h"

enum {
	WARPGROUP_WARPS = 4,
	WAIT_WARPGROUP = CTA_BARRIERS, /* group.wait of GROUP_BARRIER: the products */
};

/* wgmma.wait_group for the lanes of mask: groups of products are the warpgroup's, so when
 * they are complete, all of its warps have made theirs (PTX 9.7.15.7). */
enum step warpgroup_wait(struct warp *w, const struct dinst *d, u32 mask);
