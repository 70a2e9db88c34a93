/* confine.h - addresses that cannot leave the kernel's memory (confine.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/mem/mem.h"

/* The host pointer p of an access, scalar or lanes, so that it lies in the space's memory
 * whatever it was; p itself where nothing is confined. */
val jit_confined(struct fn *c, const struct mem *m, val p);

/* Every access of the module is to a record of the machine, or to what jit_confined gave.
 */
bool confine_holds(LLVMModuleRef mod, const struct map *confined);
