/* host.h - what a host compiler knows before the first line: its macros, its folders,
 * its answers to __has_builtin and the like. It is asked once, and what it said is kept
 * in a file; a machine without a compiler takes the table.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "preprocessor/preprocessor.h"

/* Asks the compiler word->at[0] with the options after it. Answers are kept in cache_dir
 * (NULL: only for this call). False if it cannot be started or does not understand: *why
 * says so. */
bool pp_host_ask(struct arena *a, const struct pp_names *word, const char *cache_dir,
                 struct pp_host *h, const char **why);

/* The folder of the user's cache, or NULL: SIMT_CACHE_PATH, XDG_CACHE_HOME/simt or
 * ~/.cache/simt. */
const char *pp_cache_dir(struct arena *a);

/* Without any compiler: the macros that GCC has for this machine's kind and this
 * standard of C++ (17), and no folders. */
void pp_host_table(struct arena *a, u32 standard, struct pp_host *h);
