/* atom.h - read-modify-write on one element; also what asynchronous reductions do.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"

/* New value of an element of at most 8 bytes; operand b. */
typedef u64 atom_fn(u64 old, u64 b);

/* Global memory: f32 adds flush subnormals there, and NaNs differ. */
enum {
	ATOM_GLOBAL = 1,
};

/* The function of `op` (a MOD_AOP value) on elements of type t. */
atom_fn *atom_find(u32 op, enum type t, u32 flags);

/* *p = f(*p, b) for an aligned element; the old value. alone: no other worker thread can
 * reach p. */
u64 atom_apply(u8 *p, u32 size, bool alone, atom_fn *f, u64 b);
