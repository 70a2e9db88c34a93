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

/* What a toolkit's headers write their functions with; programs that go on in their way do, too. */
#define _CG_QUALIFIER __forceinline__ __device__
#define _CG_STATIC_QUALIFIER static _CG_QUALIFIER
#define _CG_CONSTEXPR_QUALIFIER constexpr _CG_QUALIFIER
#define _CG_ASM_PTR_CONSTRAINT(__ptr) "l"(__ptr)

#include "simt/cg/base.h"

#include "simt/cg/block.h"
#include "simt/cg/coalesced.h"
#include "simt/cg/tile.h"

#include "simt/cg/any.h"
#include "simt/cg/partition.h"

/* The counter of a grid's barrier, for programs that have one of their own in its form: who comes last changes its
 * highest bit. */
namespace cooperative_groups {
namespace details {
typedef unsigned int barrier_t;
_CG_STATIC_QUALIFIER bool bar_has_flipped(unsigned int __before, unsigned int __now) {
	return (int)(__before ^ __now) < 0;
}
} // namespace details
} // namespace cooperative_groups

#endif
