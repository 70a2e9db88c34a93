/* compile.h - compiles a kernel and what it calls, for one block shape, to a struct
 * compiled.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/cache.h"
#include "backend/llvm/engine/engine.h"
#include "backend/llvm/engine/native.h"
#include "backend/machine/compiled.h"

struct compile {
	/* what to compile */
	const struct image *image;
	const struct func *kernel;
	u32 ntid[3];
	const struct host *host;
	bool optimise;
	bool only_cached;  /* make nothing: false if the cache does not have it */
	bool only_begun;   /* the same: whether a process ended before it was made */
	bool is_over_4gib; /* valid memory reaches over 4 GiB: offsets of 64 bits */
	bool is_confined;  /* no address leaves the kernel's memory (confine.c) */
	bool lines;     /* say in the texts shown which PTX each instruction comes from */
	bool only_show; /* no code, only what `dump` and `explain` get */
	const _Atomic bool *closing; /* once true the code is of no use; NULL: never */
	void (*dump)(void *ctx, enum jit_stage stage, const char *text);
	void (*dump_pass)(void *ctx, const char *pass, const char *text);
	void *dump_ctx;
	struct explain *explain;
	const struct cache_key *module_key; /* of the module's text; NULL: no cache */
	struct native_files *ahead; /* the code is for a program to carry, which may run
	                               elsewhere; module_key is that of such code */
	/* results, in `out` */
	struct arena *out;
	struct compiled code;
	struct engine_code *engine;
	bool is_cached;  /* came from the cache */
	bool is_carried; /* came with the program */
	u64 ns_emit, ns_passes, ns_code, ns_link, ninst;
	u32 nmodule;     /* LLVM modules that it was made in */
	char error[256]; /* why there is no code */
};

/* The instructions of a kernel and of all that it can reach. */
u64 compile_size(const struct image *img, const struct func *kernel);
bool compile_kernel(struct compile *c);
/* Takes the code from what the program carries: for the host, or for the best of the
 * processors that it can pass for. `module_key` is that of such code. False: there is
 * none. */
bool compile_carried(struct compile *c, const struct native *n);
