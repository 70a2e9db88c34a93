/* string.h - bytes in memory, for NVRTC on a machine without a C library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

extern "C" {
void *memcpy(void *__to, const void *__from, size_t __n) noexcept;
void *memmove(void *__to, const void *__from, size_t __n) noexcept;
void *memset(void *__to, int __value, size_t __n) noexcept;
int memcmp(const void *__a, const void *__b, size_t __n) noexcept;
size_t strlen(const char *__s) noexcept;
int strcmp(const char *__a, const char *__b) noexcept;
char *strcpy(char *__to, const char *__from) noexcept;
}
