/* opt.h - the optimiser: turns naive PTX, as a front end writes it, into PTX that is
 * pleasant to read and quick to interpret. opt_func takes a function to SSA form (ssa.h),
 * runs a list of passes (opt.c) and writes it back; opt.c lists what a pass must not do.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Watches the passes: `see` gets each function before them (`pass` is "start"), after
 * each pass in SSA form (ssa_print.c), and after all ("end"). For a function that is not
 * optimised it is called with "start" alone. */
struct opt_viewer {
	void (*see)(void *ctx, const struct func *f, const char *pass, const char *text);
	void *ctx;
};

struct opt_options {
	int level;      /* 0: nothing, 1: all but unrolling, 3: everything */
	bool fmad;      /* products and sums without a rounding mode may become fma */
	bool is_source; /* from CUDA C++: those that nvcc fuses become fma */
	bool no_signed_wrap; /* sums of signed types (add.s32, sub.s32) stay in range, as
	                        C++ has it */
	bool no_inline;      /* calls stay calls */
	bool is_loaded; /* by opt_calls: what is inlined keeps its lines, else it has that
	                   of the call; and less is */
	bool debug;     /* check the form after every pass; a mistake ends in bug() */
	const struct opt_viewer *viewer; /* NULL: none */
};

/* Optimises one function. Its analyses (cfg, dom ...) are dropped. False if nothing was
 * done: level 0, no body, or a function with something that is not described to the
 * passes (see opt.c). */
bool opt_func(struct module *m, struct func *f, const struct opt_options *options);

/* Optimises all functions of a module. */
void opt_module(struct module *m, const struct opt_options *options);

/* Optimises those functions of a module that call others, so that small ones, virtual
 * ones too, stand in place of their calls; the rest stays as it is. For a module that is
 * whole: its functions may not be defined by another one. */
void opt_calls(struct module *m, bool debug);
