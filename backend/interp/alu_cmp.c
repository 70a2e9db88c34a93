/* alu_cmp.c - lane loops of ir/isa/alu_cmp.def; see alu_loop.h.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ALU_SUFFIX
#define ALU_SUFFIX
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define ALU_PART "ir/isa/alu_cmp.def"
#define ALU_LOOKUP PASTE(alu_lookup_cmp, ALU_SUFFIX)
#include "backend/interp/alu_loop.h"
