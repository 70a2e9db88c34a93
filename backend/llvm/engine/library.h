/* library.h - LLVM's library, which is opened when the first kernel is to be compiled. A
 * program that compiles none does not wait for its hundred megabytes to be relocated; it
 * need not be there where everything is interpreted; and linkers do not read its symbols
 * for each program.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* NULL: LLVM's functions (library.def) can be called from now on; otherwise why they
 * cannot: the library named by SIMT_LLVM, or else the one that came with simt
 * (shipped.h), or else the one that it was built with, is not there or lacks a function.
 * The first call opens it, the answer stays the same. Thread-safe. */
const char *library_open(void);

/* A function of the library, or of one that it uses, by the name that linkers know; NULL
 * if there is none. */
void *library_find(const char *symbol);

/* Whether a thread may be in the library while the process ends: no object that it uses
 * is destroyed. A program that replaces operator new may destroy what that uses. */
bool library_outlives_exit(void);

/* The library's file: once it is another one, code that it made before is not used any
 * more. */
struct library_file {
	const char *path; /* absolute */
	u64 size_bytes;
	u64 mtime_ns;
};
/* Describes the library that is open. False if none is. */
bool library_file(struct library_file *f);
/* Checks whether that file still exists, without opening it. */
bool library_is_there(const struct library_file *f);
/* The name that decides which library is opened. */
const char *library_wanted(void);
