/* modules.h - the LLVM modules that one compilation emits. LLVM makes code of a module on
 * one thread, so a large kernel goes to several, of which code is made side by side
 * (codegen.c). Sizes alone decide where it is divided: the same kernel always becomes the
 * same code, however many cores there are.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "base/arena.h"
#include "base/vec.h"

struct modules {
	LLVMContextRef ctx;
	struct arena *a;
	VEC(LLVMModuleRef) list;
	u32 enough; /* instructions, above which the next function goes to a module of its
	               own; 0: all go to one */
	u32 size;   /* of those in the last module */
	bool has_lines;
};

/* Returns the module for a function, or a piece of one, of `ninst` PTX instructions; 0:
 * the last module. */
LLVMModuleRef modules_for(struct modules *m, u32 ninst);
/* Drops all modules. */
void modules_drop(struct modules *m);
