/* llvm.h - the JIT as the runtime and the tools see it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/backend.h"

extern const struct backend backend_llvm;

/* For the whole process; set before the first launch. */
struct jit_config {
	const char *cpu;     /* processor to make code for, NULL: the host */
	bool quick;          /* slower code, made sooner */
	/* One line about a compilation, without newline; NULL: silence. */
	void (*verbose)(const char *text);
};
void jit_configure(const struct jit_config *c);
const struct jit_config *jit_config(void);
/* A name for jit_config.cpu, of static lifetime; NULL: `why` says what is wrong and what could be. */
const char *jit_find_cpu(const char *name, char *why, size_t size);
