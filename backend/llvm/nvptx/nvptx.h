/* nvptx.h - NVVM IR, as text or bitcode, becomes PTX: LLVM's backend for NVIDIA's GPUs,
 * and around it what the IR of libNVVM has beside LLVM's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"

struct nvptx_options {
	u32 sm;            /* 90 */
	char suffix;       /* 'a', 'f' or 0 */
	u32 opt;           /* 0 to 3 */
	bool debug, lines; /* -g, -generate-line-info */
	bool ftz, fma, prec_div, prec_sqrt;
	bool verify; /* checks only */
};

struct nvptx_module {
	const char *name;
	const char *data;
	size_t size;
	bool lazy; /* only what the others use is taken from it */
};

/* The same numbers as nvvmResult's. */
enum nvptx_status {
	NVPTX_GOOD = 0,
	NVPTX_IR_VERSION = 3,
	NVPTX_INVALID_IR = 6,
	NVPTX_COMPILATION = 9,
};

struct nvptx_input {
	struct nvptx_options options;
	const struct nvptx_module *module;
	u32 nmodule;
	FILE *log;
	/* LLVM has given up, and may not be called any more; must not return. */
	void (*fatal)(const char *reason);
};

/* One compilation in a process: its memory is not all given back. `ptx` has a zero after
 * it and is only set if the status is good and it was asked for. */
enum nvptx_status nvptx_compile(struct arena *a, const struct nvptx_input *in,
                                const char **ptx);

/* Writes a module as bitcode. False: the log says why not. */
bool nvptx_bitcode(struct arena *a, const struct nvptx_input *in, FILE *out);
