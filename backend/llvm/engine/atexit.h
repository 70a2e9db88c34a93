/* atexit.h - opens a library of C++ whose objects outlive exit(): threads may be in the
 * library when the process ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Opens a library, as dlopen(name, RTLD_LAZY | RTLD_LOCAL) does, so that neither its
 * static objects nor those of the libraries that are loaded with it are ever destroyed.
 * Where the system does not allow this, exit() calls before() before it destroys any of
 * the library's objects, perhaps many times, but may still do so while the library is
 * being opened. NULL: dlerror() says why. One library in a process; not thread-safe. */
void *atexit_open(const char *name, void (*before)(void));
/* Whether nothing of the open library is ever destroyed. */
bool atexit_destroys_nothing(void);
