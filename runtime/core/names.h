/* names.h - names of functions as the program has them, made from the linker's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Returns what "_Z1fPKii" stands for, as C++ libraries write it: "f(int const*, int)";
 * the name itself if it is no such name, or if the process has no C++ library. */
const char *name_demangle(struct arena *a, const char *name);
/* The same as the vendor's tools write it for device code: "f(const int *, int)". */
const char *name_shown(struct arena *a, const char *name);
/* The text with all names of the linker in it made such. */
const char *name_shown_in(struct arena *a, const char *text);
/* Finds the library now: a sandbox opens no file later. */
void name_prepare(void);
