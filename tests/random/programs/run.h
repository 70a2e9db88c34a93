/* run.h - runs random programs under two settings, compares, makes what differs smaller,
 * keeps it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/api.h"
#include "tests/random/programs/gen.h"
#include "tests/random/programs/gpu.h"

/* "interp", "interp:seed=3", "jit:cpu=x86-64-v3", "jit:quick=1:cut=1", "jit:jam=1": a
 * device of its own. "gpu", "gpu:opt=4": a real one. */
struct setting {
	const char *text;
	struct simt_device *dev;
	struct gpu *gpu; /* in place of dev */
	const char *cpu; /* of the JIT; NULL: the host */
	u64 seed;
	u32 threads;
	u32 optimize; /* level of the optimiser, of a GPU: of its driver's */
	bool sandbox; /* addresses of compiled code are confined */
	bool quick;   /* the JIT does not optimise: more programs in the time */
	bool cut;     /* it makes small functions, too, of several pieces */
	bool leave;   /* warps leave it at each back edge */
	bool verify;  /* the interpreter watches */
	bool jam;     /* warps go together wherever they can */
	bool wide;    /* vectors are of 16 lanes, as for AVX-512 */
};

enum outcome {
	SAME,
	DIFFERENT,   /* all ran, and memory differs */
	FIRST_FAILS, /* refused, or a fault, under the first setting: the generator's
	                mistake, or its */
	OTHER_FAILS, /* ... under another one only */
	HANDED_BACK, /* equal, but the JIT left the kernel to the interpreter */
};

enum { MAX_SETTINGS = 8 };

struct runner {
	struct setting setting[MAX_SETTINGS];
	u32 nsetting;
	const char *keep; /* folder for what fails */
	u64 timeout_ms;
	u64 warp_insts; /* executed under the first setting */
};

struct verdict {
	enum outcome outcome;
	u32 setting;      /* the one that differs from the first */
	const char *what; /* where, or the error */
};

/* false, and *why (in the arena). */
bool setting_open(struct setting *s, struct arena *a, const char *text, const char **why);
void setting_close(struct setting *s);
/* Runs the programs as one module under all settings. */
void run_programs(struct runner *r, struct arena *a, struct program *const *p, u32 n,
                  struct verdict *out);
/* Gives the results of a program under the first setting: out, then acc. NULL if it
 * fails. */
u8 *run_expected(struct runner *r, struct arena *a, struct program *p);
/* Drops lines as long as the outcome stays. */
void reduce_program(struct runner *r, struct program *p, enum outcome outcome);
/* Writes NAME.ptx, NAME.launch.json and the buffers; false if that fails. */
bool save_program(struct runner *r, struct arena *a, struct program *p, const char *name);
/* The text of a module of these programs. */
const char *module_text(struct arena *a, struct program *const *p, u32 n, size_t *len);
