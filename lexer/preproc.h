/* preproc.h - runs the host compiler as a preprocessor.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"

/* Runs argv[0] (looked up in PATH, without a shell; argv ends in NULL) and takes its
 * standard output as a preprocessed text named `name`; its standard error is ours.
 * NULL after reporting what went wrong. */
struct source_file *preproc_run(struct sources *s, struct diag *d, const char *name,
                                char *const argv[]);

/* Whether `dir` holds the headers of a CUDA toolkit that is not the one whose headers are
 * in `own`. Its folder is searched after ours: two toolkits' headers do not go together,
 * and what only it has is still found. */
bool preproc_is_other_toolkit(const char *dir, const char *own);

/* Whether a compiler's name is GCC's. */
bool preproc_is_gcc(const char *compiler);

/* Returns the option with which this compiler writes no markers within lines, or NULL.
 * GCC puts macros of system headers, CUDA's words among them, between markers of their
 * own; messages would show pieces of lines. Others write none, and do not know the
 * option. */
const char *preproc_whole_lines_option(const char *compiler);
