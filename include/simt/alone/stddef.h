/* stddef.h - sizes, for NVRTC on a machine without a C library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef struct {
	long long __a;
	long double __b;
} max_align_t;
#undef NULL
#define NULL __null
#define offsetof(__type, __member) __builtin_offsetof(__type, __member)
