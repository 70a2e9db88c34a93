/* device.h - NVSHMEM's functions for kernels. The heaps of all PEs are mapped, so each is
 * loads and stores at the address where the other PE's memory is; signals and collectives
 * order them by fences and atomic operations of the system's scope.
 *
 * A group of threads (one thread, a warp, a block) is a type of group.h; functions of all
 * groups and types are rows of tables at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/collective.h>
#include <simt/nvshmem/group.h>
#include <simt/nvshmem/move.h>
#include <simt/nvshmem/wait.h>

/* Host code has functions of this name in the library; kernels have these. */
#ifdef __CUDA_ARCH__
#define __NVSHMEM_BOTH static __inline__ __host__ __device__
#endif
#define __NVSHMEM_HERE static __inline__ __device__

#include <simt/nvshmem/device_functions.h>
