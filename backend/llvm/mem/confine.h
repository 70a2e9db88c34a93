/* confine.h - addresses that cannot leave the kernel's memory (confine.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/mem/mem.h"

/* Confines the host pointer p of an access, scalar or lanes, to the space's memory,
 * whatever it was. Returns p itself if nothing is confined. */
val jit_confined(struct fn *c, const struct mem *m, val p);

/* Whether the module's accesses stand one by one, as confine_holds and sanitize.c look at
 * them: none is within a function that is called, none takes its neighbours along. */
bool jit_accesses_stand_alone(const struct fn *c);

/* Checks that every access of the module is to a record of the machine, or to an address
 * that jit_confined returned. */
bool confine_holds(LLVMModuleRef mod, const struct map *confined);
