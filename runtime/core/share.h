/* share.h - how many workers a launch is worth.
 *
 * To call another worker takes about as long as a small kernel, and more workers take
 * longer. So what launches of a kernel have cost is remembered.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "base/base.h"

struct launch;

/* Picoseconds of one worker that a warp of a kernel has taken in launches up to now: the
 * highest. It sinks by a quarter with each launch that takes less, so that a kernel that
 * is short now and then keeps its workers. 0: no launch is over. Launches that run
 * together change it in any order. */
struct share {
	_Atomic u32 warp_ps;
};

/* Returns how many workers, `most` at most, do l sooner than fewer do. All of them where
 * that is not known, or where ctas may wait for each other. */
u32 share_workers(const struct share *s, const struct launch *l, u32 most);
/* Remembers a launch that is over, of which the first worker has done `clusters` in ns.
 */
void share_note(struct share *s, const struct launch *l, u64 ns, u64 clusters);
