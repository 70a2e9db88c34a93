/* sanitize.h - compiled code that a sanitizer watches: AddressSanitizer's or
 * ThreadSanitizer's, whichever has its runtime in the process. Host code of a build with
 * -Db_sanitize has its checks from the C compiler; kernels get theirs here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>

#include <llvm-c/Core.h>

enum sanitizer { SANITIZE_NO, SANITIZE_ADDRESS, SANITIZE_THREAD };

/* Which is to watch: what is in the process, if jit_config says so. False: it does, and
 * there is none. */
bool sanitize_which(enum sanitizer *which);
/* Behind LLVM's other passes: says that the module's functions are to be watched, and
 * makes calls for accesses which the sanitizer's own pass does not know. */
void sanitize_prepare(LLVMModuleRef m, enum sanitizer which);
/* Of the sanitizer, to run behind that; NULL: none. */
const char *sanitize_passes(enum sanitizer which);
