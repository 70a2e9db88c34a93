/* explain.h - notes why each load, store and branch became what it is
 * (--explain-vectorization).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

struct explain_line {
	const struct inst *in;
	const char *what, *why;
};

struct explain {
	struct arena *a;
	VEC(struct explain_line) line;
};

/* Notes the instruction at hand; the same one twice (full and masked version) counts once
 * per text. */
void explain_access(struct fn *c, const struct inst *in, const char *what,
                    const char *why);
void explain_scattered(struct fn *c, const struct inst *in, const struct uniform_value *v,
                       u32 space, bool masked);
void explain_branch(struct fn *c, const struct inst *in, bool divergent);
