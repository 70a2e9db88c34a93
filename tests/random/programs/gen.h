/* gen.h - random kernels that no legal schedule and no backend may tell apart: they have
 * no races, they end, they do not fault, and each value they store depends on the inputs
 * alone.
 *
 *     seed, class -> lines of PTX, a launch shape, inputs -> rand.c runs them on two backends
 *
 * A program is a flat list of lines. A line may be left out of the text (that is how
 * rand.c makes a failing program smaller), alone or with the block that it opens; each
 * register has a value from the start of the kernel on, so what is left is a program that
 * the rules above still hold for. A seed names the same program in builds by the same
 * compiler: the order in which the arguments of a call draw from the generator is the
 * compiler's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/vec.h"

enum gen_class {
	GEN_STRAIGHT, /* every deterministic row of alu.def, loads, stores */
	GEN_MEMORY,   /* address patterns, widths, vectors, spaces, generic addresses */
	GEN_FLOW,     /* nested branches, loops, switches, guards, early exits */
	GEN_GOTO,     /* control flow of any shape, ended by a fuel counter */
	GEN_WARP, /* shfl, vote, match, redux, elect; under the mask of the lanes there */
	GEN_SHARED,  /* stores, a barrier, loads of what others stored */
	GEN_BARRIER, /* named barriers, counts, reductions, arrive and sync, exited
	                threads */
	GEN_ATOMIC,  /* operations whose order cannot be seen */
	GEN_CLUSTER, /* distributed shared memory */
	GEN_CALL,    /* functions: parameters, recursion, indirect calls */
	GEN_MIXED,   /* all that may stand anywhere, in one kernel */
	GEN_CLASSES,
};

extern const char *const gen_class_name[GEN_CLASSES];

/* Programs leave out what PTX defines within an error only (.approx, .full), in which a
 * real device and this project may differ. */
extern bool gen_exact;

/* At most so many statements in a kernel's body and before a barrier; 0: as many as come,
 * up to 17. Small programs compile in half the time. */
extern u32 gen_size;

enum line_kind {
	LINE_PLAIN, /* may go */
	LINE_KEEP,  /* goes only with the block around it */
	LINE_OPEN,  /* may go with everything up to its LINE_CLOSE */
	LINE_CLOSE,
	LINE_INIT, /* may go once nothing mentions what it defines */
};

struct line {
	const char *text;
	const char *defines; /* a name; NULL: none. A block that defines one goes like
	                        LINE_INIT */
	u8 kind;
	bool gone;
};

VEC_TYPE(lines, struct line);

enum {
	GEN_IN_BYTES = 16384, /* read-only buffer */
	GEN_ACC_BYTES = 4096, /* buffer of accumulators */
	GEN_PARAM_BYTES = 64, /* by-value parameter */
};

struct program {
	u64 seed;
	enum gen_class class;
	u32 grid[3], block[3], cluster[3];
	u32 shared_dynamic, out_bytes;
	u32 uniform; /* value of the .u32 parameter */
	struct lines line;
	u32 ntemp[128]; /* temporary registers by letter of their class */
};

/* The program of a seed; lives in the arena. `index` makes its names unique within a
 * module. */
struct program *gen_make(struct arena *a, u64 seed, enum gen_class class, u32 index);
/* The text, without what is gone, and what a module has before the first kernel. */
void gen_print(const struct program *p, FILE *out);
void gen_print_header(FILE *out);
/* Initial bytes of the buffers and of the by-value parameter. */
void gen_fill_in(const struct program *p, u8 *in);
void gen_fill_out(const struct program *p, u8 *out);
void gen_fill_acc(const struct program *p, u8 *acc);
void gen_fill_param(const struct program *p, u8 *param);

u64 gen_mix(u64 *state);
