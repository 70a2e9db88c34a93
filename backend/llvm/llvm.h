/* llvm.h - the JIT as the runtime and the tools see it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/backend.h"

enum jit_stage { STAGE_LLVM, STAGE_LLVM_OPT, STAGE_ASM };

extern const struct backend backend_llvm;

/* For the whole process; set before the first launch. */
struct jit_config {
	const char *cpu; /* processor to make code for, NULL: the host */
	bool quick;      /* slower code, made sooner */
	bool gdb, perf;  /* tell debuggers; write /tmp/perf-PID.map */
	bool refuse;     /* compile nothing, as if LLVM failed */
	bool sanitize;   /* for the sanitizer that is in the process (sanitize.h) */
	bool cut; /* make small functions, too, of several pieces (function_split.c) */
	bool coarsen; /* warps go together wherever they can (warp_coarsening.c) */
	bool leave;   /* a warp goes back to the interpreter at nearly every back edge */
	bool verify;  /* the interpreter executes all that compiled code does
	                 (machine/verify.h) */
	/* One line about a compilation, without newline; NULL: silence. */
	void (*verbose)(const char *text);
	/* Threads that help with large kernels; NULL: none. So many of `most` are
	 * reserved ... */
	u32 (*reserve)(u32 most);
	/* ... and call work(ctx) beside this one; returns when all have, and gives them
	 * back. */
	void (*share)(u32 n, void (*work)(void *ctx), void *ctx);
	/* Compiles: calls work(ctx); false: there is no time for it, as the process ends.
	 * NULL: there always is. */
	bool (*work)(void (*work)(void *ctx), void *ctx);
	/* Compilations, and threads that help them, ask between their steps whether they
	 * may go on, where goes_on is no NULL. It may keep them for a while, or for ever
	 * when the process ends; false: they are to give up. */
	bool (*goes_on)(void);
	/* Some never comes back. */
	bool (*ended)(void);
	/* LLVM is about to destroy its objects: returns when all are kept for ever. NULL:
	 * there are none. */
	void (*stop)(void);
};
void jit_configure(const struct jit_config *c);
const struct jit_config *jit_config(void);
/* Objects are kept in this folder, of at most that size; NULL: nowhere. The text is
 * copied. */
void jit_cache(const char *folder, u64 max_bytes);
/* A name for jit_config.cpu, of static lifetime; NULL: `why` says what is wrong and what
 * could be. */
const char *jit_find_cpu(const char *name, char *why, size_t size);

/* Who looks at a compilation; each may be NULL. */
struct jit_viewer {
	void (*text)(void *ctx, enum jit_stage stage, const char *text);
	/* What a load, store or branch became, and why; instructions come in order. */
	void (*line)(void *ctx, const struct func *f, const struct inst *in,
	             const char *what, const char *why);
	/* LLVM's passes one at a time: "start", each pass, "end". Then text() is not
	 * called. */
	void (*pass)(void *ctx, const char *pass, const char *text);
	bool lines; /* the texts say from which line of the PTX each instruction comes:
	               !dbg and .loc */
	void *ctx;
};
/* Compiles a kernel for a block shape (zeros: any shape), keeps nothing and runs nothing.
 * False: why it cannot be compiled. */
bool jit_show(const struct image *img, const struct func *kernel, const u32 ntid[3],
              const struct jit_viewer *viewer, char why[256]);
