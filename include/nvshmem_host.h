/* nvshmem_host.h - NVSHMEM for host code. docs/nvshmem.md says how it is done.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define NVSHMEM_HOST_H

#include <cuda.h>
#include <cuda_runtime.h>

#include <simt/nvshmem/host.h>
