/* cooperative_groups.h - threads that work together as objects: blocks, grids, clusters,
 * tiles of a block, and threads that happen to run together.
 *
 * The groups that are known when compiling have no state, so that a member is the few
 * instructions that a programmer would write with warp intrinsics.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_HELPERS_H_
#define _COOPERATIVE_GROUPS_MEMORY_H_
#define _CG_DRIVER_API_H
#define _CG_GRID_H
#define _CG_INFO_H_
#define _CG_INVOKE_H
#define _CG_PARTITIONING_H

#if defined(__cplusplus) && defined(__CUDACC__) /* for others it is empty */

#if !defined(__CUDACC_RTC__) /* as a toolkit's does */
#include <float.h>
#include <limits.h>
#include <stdint.h>
#endif

#include "cuda_runtime.h"

#include "simt/cg/base.h"

#include "simt/cg/block.h"
#include "simt/cg/coalesced.h"
#include "simt/cg/tile.h"

#include "simt/cg/any.h"
#include "simt/cg/partition.h"

#endif
