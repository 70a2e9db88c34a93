/* shipped.h - a library of LLVM that came with simt: the archive of ./dev package has
 * one, so that kernels are compiled on machines without LLVM.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* lib/simt/libsimt-llvm.so of the tree that this code was loaded from, or, in a program
 * that has the runtime inside, of the tree whose simtcc compiled the program; NULL if
 * there is none. The answer stays the same. Thread-safe. */
const char *shipped_library(void);
