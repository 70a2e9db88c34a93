/* rtc.h - what programs of NVRTC have without a header, beside the device functions: assert, printf, variable arguments,
 * placement new, and of std four names. Everything else of std is the program's to include or to define.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/alone/assert.h"

#ifndef NULL
#define NULL __null
#endif

/* as <stdarg.h> writes them, which may come after this */
#define va_start(v, l) __builtin_va_start(v, l)
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, l) __builtin_va_arg(v, l)
#define va_copy(d, s) __builtin_va_copy(d, s)

extern "C" int printf(const char *__format, ...);

__device__ inline void *operator new(size_t, void *__p) noexcept {
	return __p;
}
__device__ inline void *operator new[](size_t, void *__p) noexcept {
	return __p;
}
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}

#if __cplusplus >= 201103L
#if __SIMT_INITIALIZER_LIST
#include <initializer_list>
#endif

namespace std {
enum class align_val_t : size_t;

#if __SIMT_MOVE_FORWARD
template <class __T>
__device__ constexpr __T &&forward(__remove_reference(__T) & __x) noexcept {
	return static_cast<__T &&>(__x);
}
template <class __T>
__device__ constexpr __T &&forward(__remove_reference(__T) && __x) noexcept {
	return static_cast<__T &&>(__x);
}
template <class __T>
__device__ constexpr __remove_reference(__T) && move(__T &&__x) noexcept {
	return static_cast<__remove_reference(__T) &&>(__x);
}
#endif
} // namespace std
#endif
