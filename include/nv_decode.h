/* nv_decode.h - the C++ names of mangled ones (-lcufilt).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define DECODE_H 1

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* Returns what `id` stands for: in output_buffer, which malloc made and *length tells the size of, or which is
 * replaced if it is too small; in new memory if it is NULL. The caller frees the result. *length becomes the size of new
 * memory. *status: 0; -1: no memory; -2: `id` is no mangled name; -3: an argument is wrong. NULL if *status is not 0. */
char *__cu_demangle(const char *id, char *output_buffer, size_t *length, int *status);

#if defined(__cplusplus)
}
#endif
