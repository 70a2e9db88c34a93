/* preproc.h - runs the host compiler as a preprocessor.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"

/* Runs argv[0] (looked up in PATH, without a shell; argv ends in NULL) and takes its
 * standard output as a preprocessed text named `name`; its standard error is ours.
 * NULL after reporting what went wrong. */
struct source_file *preproc_run(struct sources *s, struct diag *d, const char *name,
                                char *const argv[]);
