/* host.h - processors that code can be made for, as far as that changes what is emitted.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "base/base.h"

struct host {
	const char *name; /* "x86-64-v4", for cache keys and messages */
	/* engine_prepare asks LLVM for these */
	bool is_prepared;     /* what follows is known */
	const char *cpu;      /* by LLVM's name */
	char *features;       /* by LLVM's names, for engine_tune */
	char *preserving;     /* the same for engine_preserve */
	u32 identity[40];     /* all that LLVM's code depends on (host.c) */
	u32 width;            /* lanes of 32 bits in a vector register */
	bool has_fma;         /* fused multiply-add */
	bool has_gather;      /* gathers, and masks for elements of 4 and 8 bytes */
	bool has_mxcsr;       /* VEX: rounds as MXCSR says (alu/host_asm.c) */
	bool has_rounding;    /* AVX-512: directions in instructions, and scatters */
	bool has_byte_dots;   /* AVX-512 VBMI and VNNI: bytes at any bit, sums of products
	                       */
	bool permutes_bytes;  /* chooses among 128 bytes in one operation */
	bool scatters_slowly; /* stores lane by lane are faster (mem/access.c) */
	bool gathers_slowly;  /* loads lane by lane are faster (scalar_gathers.c) */
	bool gathers_by_lane; /* a gather takes as long as a load for each lane, or longer
	                       */
	bool reads_many_places; /* in turns, at no cost (warps/cta_sums.c) */
	bool follows_turns;     /* its prefetchers see what ctas read in turns, and fetch
	                           enough of it (the same) */
	bool prefetches_to_second; /* prefetch to the second cache (mem/prefetch.c) */
	u64 nontemporal_bytes; /* a launch that stores more bypasses the caches; 0: no */
};

/* Finds a processor by its name; NULL or "native" is the host. NULL if it is unknown or
 * the host cannot run its code: then *why says so. The result lives as long as the
 * process. Thread-safe. Asks the processor itself and not LLVM, if it can. */
const struct host *engine_host(const char *cpu, const char **why);
/* The same for code that is made for other machines, too. */
const struct host *engine_host_elsewhere(const char *cpu, const char **why);
/* Called before code is made for the host: opens LLVM's library. NULL, or why there is no
 * LLVM. Thread-safe. */
const char *engine_prepare(const struct host *h);
/* NULL if engine_host has the processor, else why not. Costs nothing. */
const char *engine_host_check(const char *cpu);
/* The same without asking whether this machine can run its code. */
const char *engine_host_name_check(const char *cpu);
/* All names that engine_host knows, NULL-terminated. */
const char *const *engine_hosts(void);

/* Tunes a function of a module that is to be compiled for that host. */
void engine_tune(LLVMValueRef fn, const struct host *h);
/* The same for a function that preserves its caller's registers (of 256 bits and less);
 * and marks a call of such a function. */
void engine_preserve(LLVMValueRef fn, const struct host *h);
void engine_preserving_call(LLVMValueRef call);
