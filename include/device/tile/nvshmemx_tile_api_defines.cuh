/* nvshmemx_tile_api_defines.cuh - NVSHMEM's functions of tiles; nvshmemx.h has them, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <nvshmemx.h>
