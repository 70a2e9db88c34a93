/* host.h - processors that code can be made for, as far as that changes what is emitted.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "base/base.h"

struct host {
	const char *cpu; /* these two as LLVM knows them: engine_prepare asks it */
	char *features, *preserving; /* for engine_tune, for engine_preserve */
	bool is_prepared;
	u32 identity[40]; /* identifies the processor, as far as LLVM's code depends on it
	                     (host.c) */
	u32 width;        /* lanes of a chunk */
	bool has_fma, has_gather;
	bool has_mxcsr;    /* VEX instructions, which round as MXCSR says
	                      (directed_rounding.c) */
	bool has_rounding; /* directed rounding in its instructions, and scatters: AVX-512
	                    */
	bool scatters_slowly;  /* as many stores of one lane take less time (mem/access.c)
	                        */
	u64 nontemporal_bytes; /* if a launch stores so many bytes its stores bypass the
	                          caches; 0: never */
	bool prefetches_to_second; /* prefetches go into the second cache (prefetch.c) */
	const char *name;          /* "x86-64-v4", for cache keys and messages */
};

/* Finds a processor by its name; NULL or "native" is the host. NULL if it is unknown or
 * the host cannot run its code: then *why says so. The result lives as long as the
 * process. Thread-safe. Asks the processor itself and not LLVM, if it can. */
const struct host *engine_host(const char *cpu, const char **why);
/* Before code is made for it: opens LLVM's library. NULL, or why there is no LLVM.
 * Thread-safe. */
const char *engine_prepare(const struct host *h);
/* NULL if engine_host has it, else why not. Costs nothing. */
const char *engine_host_check(const char *cpu);
/* All names that engine_host knows, NULL-terminated. */
const char *const *engine_hosts(void);

/* For functions of a module that is to be compiled for that host. */
void engine_tune(LLVMValueRef fn, const struct host *h);
/* The same, and it preserves its caller's registers (of 256 bits and less), as each call
 * of it is told to expect. */
void engine_preserve(LLVMValueRef fn, const struct host *h);
void engine_preserving_call(LLVMValueRef call);
