/* usage.h - what functions need of a multiprocessor: registers, barriers, local and
 * shared memory.
 *
 * Registers are our measure, not an assembler's: the most 32-bit units that are live at
 * one instruction. A 64-bit register counts twice, a predicate not at all; liveness is
 * that of live.h, whose intervals have no holes. A kernel has no more than its .maxnreg
 * or its launch bounds leave it, as an assembler spills then. Everything else is exact.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "ir/ir.h"

/* Bounds of the number of registers that hardware gives a thread. */
enum { USAGE_LEAST_REGISTERS = 4, USAGE_MOST_REGISTERS = 255 };

/* What -maxrregcount N becomes: an assembler gives at least as many as calls need. */
static inline u32 usage_limit(u32 n) {
	enum { LEAST_LIMIT = 24 };
	return n ? MAX(n, (u32)LEAST_LIMIT) : 0;
}

struct usage {
	u32 registers;
	u32 barriers; /* barrier 0 to the highest that is named; all if a register names
	                 one */
	u64 frame_bytes;   /* of .local in the function itself */
	u64 stack_bytes;   /* of frames in the longest chain of calls */
	u64 shared_bytes;  /* of static .shared */
	bool is_unbounded; /* recursion, call by address: stack_bytes counts one round */
};

/* The function alone, without what it calls. The module is left as it is. */
struct usage usage_of_func(const struct module *m, const struct func *f);

/* All functions of a module, with what they call where it counts; in the arena. */
struct usage *usage_of_module(struct arena *a, const struct module *m);

/* The registers of a kernel and of all that it may call. */
u32 usage_registers(const struct module *m, const struct func *kernel);

/* Prints what usage_of_module found, as ptxas -v does. */
void usage_list(FILE *out, const struct module *m, const struct usage *u,
                const char *arch);
