/* llvm.h - the JIT as the runtime and the tools see it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/config.h"
#include "backend/machine/backend.h"

extern const struct backend backend_llvm;

/* Objects are kept in this folder, of at most that size; NULL: nowhere. The text is
 * copied. */
void jit_cache(const char *folder, u64 max_bytes);
/* Finds a name for jit_config.cpu, of static lifetime. NULL: `why` says what is wrong,
 * and which names there are. */
const char *jit_find_cpu(const char *name, char *why, size_t size);
/* The same for code that is made for other machines, too. */
const char *jit_find_processor(const char *name, char *why, size_t size);

/* Makes code that a program carries, so that no machine that runs it compiles. NULL: no
 * memory. */
struct jit_ahead;
struct jit_ahead *jit_ahead_new(void);
void jit_ahead_drop(struct jit_ahead *ahead);
/* Adds the code of a kernel for a block shape (zeros: any shape) and a processor, of
 * jit_find_cpu's names, which need not be able to run here. False: why there is none. */
bool jit_ahead_add(struct jit_ahead *ahead, const struct image *img,
                   const struct func *kernel, const u32 ntid[3], const char *cpu,
                   char why[256]);
/* All that was added, for image.native. They live as long as `ahead`. NULL: no memory. */
const u8 *jit_ahead_bytes(struct jit_ahead *ahead, u64 *size);

/* Callbacks that see a compilation; each may be NULL. */
struct jit_viewer {
	void (*text)(void *ctx, enum jit_stage stage, const char *text);
	/* Called for each load, store or branch: what it became, and why; in the order of
	 * instructions. */
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
