/* ptxas.h - the options of ptxas, for -Xptxas of nvJitLink and for nvPTXCompiler.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "runtime/ptxlink/unit.h"

struct ptxas_settings {
	const char *arch; /* sm_90; NULL: not given */
	u32 sm;
	u32 max_registers; /* 0: not given */
	bool verbose, no_warnings, warnings_are_errors, compile_only;
	const char *entries; /* with commas between them; NULL: all */
};

/* Reads n options; the log says what is wrong. What only changes machine code is checked
 * and has no effect. */
bool ptxas_options(struct arena *a, struct ptxas_settings *s, u32 n,
                   const char *const *option, FILE *log);
/* Returns the number of an architecture's name, as sm_90a; 0: it is none. */
u32 ptxas_arch(const char *name);
/* Whether there is an architecture of this number. */
bool ptxas_knows(u32 sm);
/* The index-th version of PTX that CUDA 13.0 reads, oldest first. False: there are fewer.
 */
bool ptxas_version(u32 index, u32 *major, u32 *minor);
/* Whether the value of this option is the next word. */
bool ptxas_takes_value(const char *option);
/* The index-th option, without dashes; *arg: what its value is, "" if it has none. False:
 * there are fewer. */
bool ptxas_option_at(u32 index, const char **longer, const char **shorter,
                     const char **arg);
/* Lists the options. */
void ptxas_help(FILE *out);
/* Checks what a text that was read defines: the kernels of --entry, and all names that it
 * needs unless --compile-only was given. The log says what is missing. */
bool ptxas_accepts(const struct ptxas_settings *s, const struct ptx_unit *u, FILE *log);
