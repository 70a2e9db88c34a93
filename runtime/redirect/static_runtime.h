/* static_runtime.h - programs and libraries that another compiler linked with a CUDA
 * runtime of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/elf_file.h"

enum static_runtime {
	STATIC_RUNTIME_NONE,     /* it has none, or simt's */
	STATIC_RUNTIME_NAMED,    /* its functions can be found by their names */
	STATIC_RUNTIME_STRIPPED, /* its functions have no names any more */
	STATIC_RUNTIME_OLDER, /* it is of CUDA 12 or older, some of whose functions have
	                         other parameters */
};
enum static_runtime static_runtime(const struct elf_file *e);
