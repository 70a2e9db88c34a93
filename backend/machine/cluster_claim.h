/* cluster_claim.h - clusters that a worker takes from the launch, see cluster_claim.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/launch.h"

/* Clusters taken: from `next` to the one before `end`. */
struct claim {
	u64 next, end;
};

/* Takes some, at most `room` of them unless that is 0; false if all have been taken. */
bool clusters_claim(struct launch *l, u32 worker, u32 room, struct claim *c);
