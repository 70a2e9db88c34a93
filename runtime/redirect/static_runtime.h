/* static_runtime.h - programs and libraries that another compiler linked with a CUDA
 * runtime of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/elf_file.h"

enum static_runtime {
	STATIC_RUNTIME_NONE,     /* it has none, or simt's */
	STATIC_RUNTIME_STRIPPED, /* its functions have no names any more */
	/* Its functions can be found by their names; it is of CUDA 13, 12, 11 or older.
	 */
	STATIC_RUNTIME_13,
	STATIC_RUNTIME_12,
	STATIC_RUNTIME_11,
	STATIC_RUNTIME_COUNT
};
enum static_runtime static_runtime(const struct elf_file *e);
