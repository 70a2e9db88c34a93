/* selftest.h - known miscompilations, tried before the first kernel is compiled.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/host.h"

/* False, and `error`: LLVM must not be used. The test runs once; with a cache, once for a
 * library and a kind of host. For a host that is prepared. Thread-safe. */
bool selftest(const struct host *h, char error[256]);

/* Asks the cache whether the open library has passed; notes that it has. */
bool selftest_recall(const struct host *h);
void selftest_remember(const struct host *h);

/* For tests: the functions as LLVM's text, and a function that tests such a text. */
extern const char selftest_text[];
bool selftest_run(const char *text, const struct host *h, char error[256]);
