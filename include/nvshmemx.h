/* nvshmemx.h - NVSHMEM's functions that OpenSHMEM does not have: for streams, warps and
 * blocks. They are in nvshmem.h, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _NVSHMEMX_H_

#include <nvshmem.h>

#if defined __CUDACC__ && __cplusplus >= 201703L && !defined NVSHMEM_HOSTLIB_ONLY
#include <simt/nvshmem/tile.h>
#endif
