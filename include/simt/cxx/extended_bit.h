/* extended_bit.h - masks, fields and the order of bits, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/std_bit.h"

namespace cuda {

/* n ones from bit `first` on */
template <typename T = uint32_t>
[[nodiscard]] __SIMT_CXX constexpr T bitmask(int first, int n) noexcept {
	const int bits = (int)sizeof(T) * 8;
	T ones = n == 0 ? (T)0 : n >= bits ? (T) ~(T)0 : (T)(((T)1 << n) - 1);
	return first >= bits ? (T)0 : (T)(ones << first);
}
template <typename T> [[nodiscard]] __SIMT_CXX constexpr T bit_reverse(T v) noexcept {
	T reversed = 0;
	for (size_t i = 0; i < sizeof(T) * 8; i++, v = (T)(v >> 1))
		reversed = (T)((T)(reversed << 1) | (v & 1));
	return reversed;
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr T bitfield_insert(T to, T bits, int first,
                                                     int n) noexcept {
	T mask = cuda::bitmask<T>(first, n);
	return (T)((to & (T)~mask) | ((T)(bits << first) & mask));
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr T bitfield_extract(T v, int first, int n) noexcept {
	return (T)((T)(v & cuda::bitmask<T>(first, n)) >> first);
}

} // namespace cuda
