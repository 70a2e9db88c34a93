/* stdlib.h - the heap and absolute values, for NVRTC on a machine without a C library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

extern "C" {
void *malloc(size_t __size) noexcept;
void free(void *__pointer) noexcept;
int abs(int __x) noexcept;
long labs(long __x) noexcept;
long long llabs(long long __x) noexcept;
void abort(void) noexcept;
}
