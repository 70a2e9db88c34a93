/* selftest.h - known miscompilations, tried before the first kernel is compiled.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* False: why LLVM is not to be used. The work is done once. Thread-safe. */
bool selftest(const struct host *h, char error[256]);

/* For tests: the functions as LLVM's text, and a trial of such a text. */
extern const char selftest_text[];
bool selftest_run(const char *text, const struct host *h, char error[256]);
