/* symbol.h - reads the assembly that the host compiler made of a rewritten host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/str.h"
#include "tools/simtrun/options.h"

struct host_symbols {
	struct strtab defined; /* names of labels and of common variables */
	/* names without marks of internal linkage; memo: the name with them */
	struct strtab plain;
	struct texts stub;     /* functions that are stubs of kernels */
	struct texts variable; /* instances of templates of device variables */
};

/* Reads assembly. `text` ends with a zero. Names are in the arena. variable_template:
 * names of templates of variables, whose instances are found. */
void host_symbols_read(struct arena *a, const char *text, size_t len,
                       const struct texts *variable_template, struct host_symbols *out);
/* Finds only stubs and instances of templates of variables, in a dump of the trees of
 * functions (-fdump-tree-original), which GCC writes without making code. They have
 * classes for it (rewrite_options.marks). */
void host_marks_read(struct arena *a, const char *text, size_t len,
                     const struct texts *variable_template, struct host_symbols *out);
/* Returns the symbol for a mangled name: itself, or its form for internal linkage, which
 * compilers mark in different ways (_Z1fv, _ZL1fv). NULL if there is none. */
const char *host_symbol_find(struct arena *a, const struct host_symbols *s,
                             const char *mangled);
/* Returns a name without marks of internal linkage: x for _ZL1x. */
const char *host_symbol_plain(struct arena *a, const char *name);
