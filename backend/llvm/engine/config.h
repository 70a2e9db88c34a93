/* config.h - settings of the JIT, which hold for the whole process.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Which stage of a compilation a text shows. */
enum jit_stage { STAGE_LLVM, STAGE_LLVM_OPT, STAGE_ASM };

/* Set before the first launch. */
struct jit_config {
	const char *cpu; /* processor to make code for, NULL: the host */
	bool quick;      /* slower code, made sooner */
	bool is_fast;    /* approximations need not have the hardware's bits */
	bool gdb, perf;  /* tell debuggers; write /tmp/perf-PID.map */
	bool refuse;     /* compile nothing, as if LLVM failed */
	bool sanitize;   /* for the sanitizer that is in the process (sanitize.h) */
	bool cut; /* make small functions, too, of several pieces (function_split.c) */
	bool coarsen; /* warps go together (warp_coarsening.c), and lanes run loops by
	                 themselves (lane_loop.c), wherever they can */
	bool wide;    /* vectors of 16 lanes, as for AVX-512, on any host */
	bool leave;   /* a warp goes back to the interpreter at nearly every back edge */
	bool verify;  /* the interpreter executes all that compiled code does
	                 (machine/compiled_verify.h) */
	/* One line about a compilation, without newline; NULL: silence. */
	void (*verbose)(const char *text);
	/* Threads that help with large kernels; NULL: none. Reserves up to `most` of them
	 * and returns their number ... */
	u32 (*reserve)(u32 most);
	/* ... and call work(ctx) beside this one; returns when all have, and gives them
	 * back. */
	void (*share)(u32 n, void (*work)(void *ctx), void *ctx);
	/* Compiles: calls work(ctx); false: there is no time for it, as the process ends.
	 * NULL: there always is. */
	bool (*work)(void (*work)(void *ctx), void *ctx);
	/* Compilations, and threads that help them, call it between their steps, if it is
	 * not NULL. It may keep them for a while, or for ever when the process ends;
	 * false: they give up. */
	bool (*goes_on)(void);
	/* True when the process ends: threads that call goes_on() may never come back. */
	bool (*ended)(void);
	/* What a thread does from now on, and then no more, may go on while the process
	 * ends. The second call may keep the thread as goes_on does; neither does
	 * anything twice. NULL: the process waits. */
	void (*apart)(bool begins);
	/* LLVM is about to destroy its objects: returns when all are kept for ever. NULL:
	 * there are none. */
	void (*stop)(void);
};
void jit_configure(const struct jit_config *c);
const struct jit_config *jit_config(void);
