/* warp.h - cuda::device: shuffles of values of any type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace device {

/* pred: whether the lane that was asked for lies in the caller's part of the warp. */
template <typename __T> struct warp_shuffle_result {
	__T data;
	bool pred;
	template <typename __U = __T> __SIMT_CXX_DEVICE operator __U() const {
		return data;
	}
};

/* Word by word; the parts of a warp have Width lanes. */
#define __SIMT_CXX_SHUFFLE(name, mode, amount, clamp)                                  \
	template <int _Width = 32, typename __T>                                       \
	[[nodiscard]] __SIMT_CXX_DEVICE warp_shuffle_result<__T> warp_shuffle_##name(  \
		const __T &__v, int amount, uint32_t __mask = 0xffffffffu,             \
		::std::integral_constant<int, _Width> = {}) {                          \
		static_assert(_Width > 0 && _Width <= 32 &&                            \
		                      (_Width & (_Width - 1)) == 0,                    \
		              "the width must be a power of two up to 32");            \
		static_assert(__is_trivially_copyable(__T),                            \
		              "values that cross lanes must be trivially copyable");   \
		union __words {                                                        \
			__T __value;                                                   \
			uint32_t __word[(sizeof(__T) + 3) / 4];                        \
			__SIMT_CXX_DEVICE __words() : __word() {                       \
			}                                                              \
		} __w;                                                                 \
		__w.__value = __v;                                                     \
		uint32_t __inside = 0;                                                 \
		_Pragma("unroll") for (                                                \
			unsigned __i = 0; __i < sizeof __w.__word / 4;                 \
			__i++) asm volatile("{\n\t"                                    \
		                            ".reg .pred p;\n\t"                        \
		                            "shfl.sync." mode                          \
		                            ".b32 %0|p, %2, %3, %4, %5;\n\t"           \
		                            "selp.u32 %1, 1, 0, p;\n\t"                \
		                            "}" : "=r"(__w.__word[__i]),               \
		                            "=r"(__inside) : "r"(__w.__word[__i]),     \
		                            "r"(amount),                               \
		                            "r"((uint32_t)(((32 - _Width) << 8) |      \
		                                           (clamp))),                  \
		                            "r"(__mask));                              \
		return warp_shuffle_result<__T>{__w.__value, __inside != 0};           \
	}                                                                              \
	template <int _Width = 32, typename __T>                                       \
	[[nodiscard]] __SIMT_CXX_DEVICE warp_shuffle_result<__T> warp_shuffle_##name(  \
		const __T &__v, int amount,                                            \
		::std::integral_constant<int, _Width> __width) {                       \
		return warp_shuffle_##name<_Width>(__v, amount, 0xffffffffu, __width); \
	}
__SIMT_CXX_SHUFFLE(idx, "idx", __lane, 31)
__SIMT_CXX_SHUFFLE(up, "up", __delta, 0)
__SIMT_CXX_SHUFFLE(down, "down", __delta, 31)
__SIMT_CXX_SHUFFLE(xor, "bfly", __with, 31)
#undef __SIMT_CXX_SHUFFLE

/* The lanes of the mask, which all run the call, have the same value. */
template <typename __T>
[[nodiscard]] __SIMT_CXX_DEVICE bool warp_match_all(const __T &__v,
                                                    uint32_t __mask = 0xffffffffu) {
	static_assert(__is_trivially_copyable(__T),
	              "values that are compared must be trivially copyable");
	union __words {
		__T __value;
		uint32_t __word[(sizeof(__T) + 3) / 4];
		__SIMT_CXX_DEVICE __words() : __word() {
		}
	} __w;
	__w.__value = __v;
	int __same = 1;
#pragma unroll
	for (unsigned __i = 0; __i < sizeof __w.__word / 4; __i++) {
		int __all;
		__match_all_sync(__mask, __w.__word[__i], &__all);
		__same &= __all;
	}
	return __same != 0;
}

} // namespace device
} // namespace cuda
