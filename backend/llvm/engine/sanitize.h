/* sanitize.h - compiled code that a sanitizer watches: AddressSanitizer's or
 * ThreadSanitizer's, whichever has its runtime in the process. Host code of a build with
 * -Db_sanitize has its checks from the C compiler; kernels get theirs here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>

#include <llvm-c/Core.h>

enum sanitizer { SANITIZE_NO, SANITIZE_ADDRESS, SANITIZE_THREAD };

/* Finds the sanitizer of the process, if jit_config asks for one. False: it does, and
 * there is none. */
bool sanitize_which(enum sanitizer *which);
/* After LLVM's other passes: marks the module's functions as watched, and adds calls for
 * accesses that the sanitizer's own pass does not know. */
void sanitize_prepare(LLVMModuleRef m, enum sanitizer which);
/* The sanitizer's passes, which run after that; NULL: none. */
const char *sanitize_passes(enum sanitizer which);
