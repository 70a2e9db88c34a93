/* std_bit.h - <bit> of C++20 and C++23 in cuda::std, for C++17 too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

enum class endian { little = 0, big = 1, native = little };

template <typename _To, typename _From>
__SIMT_CXX constexpr _To bit_cast(const _From &__from) noexcept {
	static_assert(sizeof(_To) == sizeof(_From), "both types must have the same size");
	static_assert(__is_trivially_copyable(_To) && __is_trivially_copyable(_From),
	              "both types must be trivially copyable");
	return __builtin_bit_cast(_To, __from);
}

/* Numbers of up to 64 bits; T is unsigned. */
template <typename __T> __SIMT_CXX constexpr int popcount(__T __v) noexcept {
	return __builtin_popcountll(__v);
}
template <typename __T> __SIMT_CXX constexpr int countl_zero(__T __v) noexcept {
	return __v == 0 ? (int)sizeof(__T) * 8
	                : __builtin_clzll(__v) - (64 - (int)sizeof(__T) * 8);
}
template <typename __T> __SIMT_CXX constexpr int countr_zero(__T __v) noexcept {
	return __v == 0 ? (int)sizeof(__T) * 8 : __builtin_ctzll(__v);
}
template <typename __T> __SIMT_CXX constexpr int countl_one(__T __v) noexcept {
	return cuda::std::countl_zero((__T)~__v);
}
template <typename __T> __SIMT_CXX constexpr int countr_one(__T __v) noexcept {
	return cuda::std::countr_zero((__T)~__v);
}
template <typename __T> __SIMT_CXX constexpr int bit_width(__T __v) noexcept {
	return (int)sizeof(__T) * 8 - cuda::std::countl_zero(__v);
}
template <typename __T> __SIMT_CXX constexpr bool has_single_bit(__T __v) noexcept {
	return __v != 0 && (__v & (__v - 1)) == 0;
}
template <typename __T> __SIMT_CXX constexpr __T bit_floor(__T __v) noexcept {
	return __v == 0 ? 0 : (__T)((__T)1 << (cuda::std::bit_width(__v) - 1));
}
template <typename __T> __SIMT_CXX constexpr __T bit_ceil(__T __v) noexcept {
	return __v <= 1 ? 1 : (__T)((__T)1 << cuda::std::bit_width((__T)(__v - 1)));
}
template <typename __T> __SIMT_CXX constexpr __T rotl(__T __v, int __n) noexcept {
	const unsigned __bits = sizeof(__T) * 8, __k = (unsigned)__n % __bits;
	return __k == 0 ? __v : (__T)((__T)(__v << __k) | (__T)(__v >> (__bits - __k)));
}
template <typename __T> __SIMT_CXX constexpr __T rotr(__T __v, int __n) noexcept {
	const unsigned __bits = sizeof(__T) * 8, __k = (unsigned)__n % __bits;
	return __k == 0 ? __v : (__T)((__T)(__v >> __k) | (__T)(__v << (__bits - __k)));
}
template <typename __T> __SIMT_CXX constexpr __T byteswap(__T __v) noexcept {
	static_assert(sizeof(__T) <= 8, "numbers have up to 64 bits");
	unsigned long long __swapped = 0, __left = (unsigned long long)__v;
	for (size_t __i = 0; __i < sizeof(__T); __i++, __left >>= 8)
		__swapped = __swapped << 8 | (__left & 0xff);
	return (__T)__swapped;
}

} // namespace std
} // namespace cuda
