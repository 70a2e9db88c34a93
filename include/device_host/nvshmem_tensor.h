/* nvshmem_tensor.h - NVSHMEM's tensors: an address, and a layout of two dimensions, for the
 * functions of tiles. C++17.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/tensor.h>
