/* opt.h - the optimiser: turns naive PTX, as a front end writes it, into PTX that is
 * pleasant to read and quick to interpret. A function is taken to SSA form (ssa.h), run
 * through a list of passes (opt.c) and written back; what the passes may not do is listed
 * there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Who watches the passes: gets each function as it comes in (`pass` is "start"), after
 * each pass in the form of ssa.h (ssa_print.c), and as it goes out ("end"). A function
 * that is not optimised only starts. */
struct opt_viewer {
	void (*see)(void *ctx, const struct func *f, const char *pass, const char *text);
	void *ctx;
};

struct opt_options {
	int level;      /* 0: nothing, 1: all but unrolling, 3: everything */
	bool fmad;      /* products and sums without a rounding mode may become fma */
	bool is_source; /* compiled from CUDA C++: those that nvcc would write become fma
	                 */
	bool no_signed_wrap; /* sums of signed types (add.s32, sub.s32) stay in range, as
	                        C++ has it */
	bool no_inline;      /* calls stay calls */
	bool debug; /* check the form after every pass; a mistake ends in bug() */
	const struct opt_viewer *viewer; /* NULL: nobody watches */
};

/* Optimises one function. Its analyses (cfg, dom ...) are dropped. False if nothing was
 * done: level 0, no body, or a function with something that is not described to the
 * passes (see opt.c). */
bool opt_func(struct module *m, struct func *f, const struct opt_options *options);

/* All functions of a module. */
void opt_module(struct module *m, const struct opt_options *options);
