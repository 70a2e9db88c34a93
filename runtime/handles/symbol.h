/* symbol.h - variables of device code by their host shadows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"

/* Gives address and size on the current device of the variable with this host shadow. */
cudaError_t symbol_find(const void *symbol, struct cuda_device **d, u64 *addr, u64 *size);
/* cudart/copy.c: gives an address inside a variable with room for count bytes. */
cudaError_t symbol_range(const void *symbol, size_t count, size_t offset, u64 *addr);
/* Checks the symbol alone: graphs do so before all else. */
cudaError_t symbol_known(const void *symbol);
