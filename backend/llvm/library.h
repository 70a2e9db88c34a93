/* library.h - LLVM's library, which is opened when the first kernel is to be compiled. A program that compiles none does not
 * wait for its hundred megabytes to be relocated; it need not be there where everything is interpreted; and
 * linkers do not read its symbols for each program.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* NULL: LLVM's functions (library.def) can be called from now on; otherwise why they cannot: the library named by
 * SIMT_LLVM, or else the one that simt was built with, is not there or lacks a function. The first call opens it, the answer
 * stays the same. Thread-safe. */
const char *library_open(void);

/* A function of the library, or of one that it uses, by the name that linkers know; NULL if there is none. */
void *library_find(const char *symbol);
