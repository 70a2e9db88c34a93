/* std_bit.h - <bit> of C++20 and C++23 in cuda::std, for C++17 too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

enum class endian { little = 0, big = 1, native = little };

template <typename To, typename From>
__SIMT_CXX constexpr To bit_cast(const From &from) noexcept {
	static_assert(sizeof(To) == sizeof(From), "both types must have the same size");
	static_assert(__is_trivially_copyable(To) && __is_trivially_copyable(From),
	              "both types must be trivially copyable");
	return __builtin_bit_cast(To, from);
}

/* Numbers of up to 64 bits; T is unsigned. */
template <typename T> __SIMT_CXX constexpr int popcount(T v) noexcept {
	return __builtin_popcountll(v);
}
template <typename T> __SIMT_CXX constexpr int countl_zero(T v) noexcept {
	return v == 0 ? (int)sizeof(T) * 8
	              : __builtin_clzll(v) - (64 - (int)sizeof(T) * 8);
}
template <typename T> __SIMT_CXX constexpr int countr_zero(T v) noexcept {
	return v == 0 ? (int)sizeof(T) * 8 : __builtin_ctzll(v);
}
template <typename T> __SIMT_CXX constexpr int countl_one(T v) noexcept {
	return cuda::std::countl_zero((T)~v);
}
template <typename T> __SIMT_CXX constexpr int countr_one(T v) noexcept {
	return cuda::std::countr_zero((T)~v);
}
template <typename T> __SIMT_CXX constexpr int bit_width(T v) noexcept {
	return (int)sizeof(T) * 8 - cuda::std::countl_zero(v);
}
template <typename T> __SIMT_CXX constexpr bool has_single_bit(T v) noexcept {
	return v != 0 && (v & (v - 1)) == 0;
}
template <typename T> __SIMT_CXX constexpr T bit_floor(T v) noexcept {
	return v == 0 ? 0 : (T)((T)1 << (cuda::std::bit_width(v) - 1));
}
template <typename T> __SIMT_CXX constexpr T bit_ceil(T v) noexcept {
	return v <= 1 ? 1 : (T)((T)1 << cuda::std::bit_width((T)(v - 1)));
}
template <typename T> __SIMT_CXX constexpr T rotl(T v, int n) noexcept {
	const unsigned bits = sizeof(T) * 8, k = (unsigned)n % bits;
	return k == 0 ? v : (T)((T)(v << k) | (T)(v >> (bits - k)));
}
template <typename T> __SIMT_CXX constexpr T rotr(T v, int n) noexcept {
	const unsigned bits = sizeof(T) * 8, k = (unsigned)n % bits;
	return k == 0 ? v : (T)((T)(v >> k) | (T)(v << (bits - k)));
}
template <typename T> __SIMT_CXX constexpr T byteswap(T v) noexcept {
	static_assert(sizeof(T) <= 8, "numbers have up to 64 bits");
	unsigned long long swapped = 0, left = (unsigned long long)v;
	for (size_t i = 0; i < sizeof(T); i++, left >>= 8)
		swapped = swapped << 8 | (left & 0xff);
	return (T)swapped;
}

} // namespace std
} // namespace cuda
