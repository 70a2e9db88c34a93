/* std_bit.h - <bit> of C++20 and C++23 in cuda::std, for C++17 too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

enum class endian { little = 0, big = 1, native = little };

template <typename _To, typename _From>
__SIMT_CXX constexpr _To bit_cast(const _From &from) noexcept {
	static_assert(sizeof(_To) == sizeof(_From), "both types must have the same size");
	static_assert(__is_trivially_copyable(_To) && __is_trivially_copyable(_From),
	              "both types must be trivially copyable");
	return __builtin_bit_cast(_To, from);
}

/* Numbers of up to 64 bits; T is unsigned. */
template <typename __T> __SIMT_CXX constexpr int popcount(__T v) noexcept {
	return __builtin_popcountll(v);
}
template <typename __T> __SIMT_CXX constexpr int countl_zero(__T v) noexcept {
	return v == 0 ? (int)sizeof(__T) * 8
	              : __builtin_clzll(v) - (64 - (int)sizeof(__T) * 8);
}
template <typename __T> __SIMT_CXX constexpr int countr_zero(__T v) noexcept {
	return v == 0 ? (int)sizeof(__T) * 8 : __builtin_ctzll(v);
}
template <typename __T> __SIMT_CXX constexpr int countl_one(__T v) noexcept {
	return cuda::std::countl_zero((__T)~v);
}
template <typename __T> __SIMT_CXX constexpr int countr_one(__T v) noexcept {
	return cuda::std::countr_zero((__T)~v);
}
template <typename __T> __SIMT_CXX constexpr int bit_width(__T v) noexcept {
	return (int)sizeof(__T) * 8 - cuda::std::countl_zero(v);
}
template <typename __T> __SIMT_CXX constexpr bool has_single_bit(__T v) noexcept {
	return v != 0 && (v & (v - 1)) == 0;
}
template <typename __T> __SIMT_CXX constexpr __T bit_floor(__T v) noexcept {
	return v == 0 ? 0 : (__T)((__T)1 << (cuda::std::bit_width(v) - 1));
}
template <typename __T> __SIMT_CXX constexpr __T bit_ceil(__T v) noexcept {
	return v <= 1 ? 1 : (__T)((__T)1 << cuda::std::bit_width((__T)(v - 1)));
}
template <typename __T> __SIMT_CXX constexpr __T rotl(__T v, int n) noexcept {
	const unsigned bits = sizeof(__T) * 8, k = (unsigned)n % bits;
	return k == 0 ? v : (__T)((__T)(v << k) | (__T)(v >> (bits - k)));
}
template <typename __T> __SIMT_CXX constexpr __T rotr(__T v, int n) noexcept {
	const unsigned bits = sizeof(__T) * 8, k = (unsigned)n % bits;
	return k == 0 ? v : (__T)((__T)(v >> k) | (__T)(v << (bits - k)));
}
template <typename __T> __SIMT_CXX constexpr __T byteswap(__T v) noexcept {
	static_assert(sizeof(__T) <= 8, "numbers have up to 64 bits");
	unsigned long long swapped = 0, left = (unsigned long long)v;
	for (size_t i = 0; i < sizeof(__T); i++, left >>= 8)
		swapped = swapped << 8 | (left & 0xff);
	return (__T)swapped;
}

} // namespace std
} // namespace cuda
