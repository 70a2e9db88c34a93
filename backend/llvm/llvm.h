/* llvm.h - the JIT as the runtime and the tools see it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/backend.h"

extern const struct backend backend_llvm;

/* For the whole process; set before the first launch. */
struct jit_config {
	const char *cpu;     /* processor to make code for, NULL: the host */
	/* One line about a compilation, without newline; NULL: silence. */
	void (*verbose)(const char *text);
	/* Texts of the stages of LLVM (enum engine_stage), NULL: not wanted. */
	void (*dump)(void *ctx, u32 stage, const char *text);
	void *dump_ctx;
};
void jit_configure(const struct jit_config *c);
const struct jit_config *jit_config(void);
