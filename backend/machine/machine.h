/* machine.h - the device that both backends implement: its memory, its limits, what it
 * asks of the runtime; and modules placed in its memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/arena_map.h"
#include "backend/machine/devrt.h"
#include "ir/ir.h"

enum {
	WARP_LANES = 32,
	CLUSTER_MAX_CTAS = 16,
	CTA_MAX_THREADS = 1024,
	CTA_BARRIERS = 16,
};

/* A device's attributes and limits; filled by runtime/core/device.c from its table. */
struct device_limits {
	u32 sm;  /* 90 */
	u32 nsm; /* multiprocessors */
	u32 max_threads_cta, max_warps_sm, max_ctas_sm, regs_sm, regs_cta;
	u32 shared_sm, shared_cta, shared_cta_optin;
	u32 max_grid[3], max_block[3];
	u32 clock_khz;
	u64 local_max; /* bytes of local memory (stack) per lane */
};

struct machine;
struct launch;
struct texture_table; /* texture.h */
struct checker;       /* watch/checker.h */

/* Services of the runtime that device code can reach; called from worker threads. */
struct machine_hooks {
	/* Device printf, whole calls; device assert. */
	void (*print)(struct machine *m, const char *text, size_t len);
	void (*print_error)(struct machine *m, const char *text, size_t len);
	u64 (*heap_alloc)(struct machine *m, u64 size, u64 align); /* 0 when full */
	bool (*heap_free)(struct machine *m, u64 addr); /* false: not an allocation */
	/* Runs work(ctx, false) on another thread after that time, or work(ctx, true) if
	 * no time is left: the work then only notes that it was cancelled. False: it
	 * cannot. */
	bool (*later)(struct machine *m, u64 after_ns,
	              void (*work)(void *ctx, bool cancelled), void *ctx);
	/* All ctas of l have let the next grid begin, or have ended. */
	void (*all_triggered)(struct machine *m, struct launch *l);
	/* Executes the call: fills in the result and what is to be written. */
	void (*device_runtime)(struct machine *m, struct devrt_call *c);
};

struct machine {
	struct arena_map map;
	struct device_limits limits;
	struct machine_hooks hooks;
	bool eager;         /* launches wait for compiled code */
	bool only_compiled; /* a kernel without compiled code does not run at all */
	bool profiled; /* instructions are counted: the interpreter runs everything */
	bool debugged; /* a debugger steps through launches: each register has a place of
	                  its own */
	bool steered;  /* launches follow a chosen schedule: decoded code marks visible
	                  instructions */
	bool weak;  /* with `steered`: memory is as weak as the memory model lets it be */
	bool alone; /* while a launch runs, only its own threads write memory */
	void *runtime;                            /* the runtime's own device */
	struct checker *check;                    /* checked mode, or NULL */
	_Atomic(struct texture_table *) textures; /* NULL as long as there are none */
};

/* A module placed in device memory. */
struct image {
	const struct module *module;
	struct machine *machine;
	u64 *var_addr; /* per module variable: device address of global and const ones; 0
	                  else */
	struct window constants; /* memory of its .const variables */
	u64 code_base; /* address of function i: code_base + 16*i, in the code window */
	/* host code that came with the module, or NULL: backend/llvm/engine/native.h */
	const u8 *native;
	u64 native_bytes;
	void *prepared[2]; /* per backend: what its prepare made (0 interp, 1 llvm) */
};

/* Lets the core's other thread go first for a moment. */
static inline void machine_pause(void) {
#if defined __x86_64__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
}

/* CLOCK_MONOTONIC, in nanoseconds. */
u64 machine_clock_ns(void);
