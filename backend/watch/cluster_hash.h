/* cluster_hash.h - the state of a cluster as one number.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"
#include "base/hash.h"

/* Registers, local and shared memory, barriers, and where lanes are: all that decides
 * what the cluster does next, but for times and how often loops have gone round. */
u64 cluster_hash(u64 v, const struct cluster *cl);
