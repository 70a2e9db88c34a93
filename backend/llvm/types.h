/* types.h - short names for LLVM's types, and sets of lanes as values.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "base/base.h"

typedef LLVMValueRef val;
typedef LLVMTypeRef typ;
typedef LLVMBasicBlockRef bb;

/* A register's 32 lanes are a vector in so many chunks at most (fn.nchunk). */
enum { MAX_CHUNKS = 8 };

struct fn;

/* Lanes as a value: NULL chunks if all 32. */
struct mask {
	bool full;             /* all 32 */
	u32 constant;          /* bits of the lanes, in code for these alone; else 0 */
	val chunk[MAX_CHUNKS]; /* <width x i1> */
	val bits;              /* i32, or NULL: not made yet */
};
