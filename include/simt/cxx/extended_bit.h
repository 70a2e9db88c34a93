/* extended_bit.h - masks, fields and the order of bits, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/std_bit.h"

namespace cuda {

/* n ones from bit `first` on */
template <typename __T = uint32_t>
[[nodiscard]] __SIMT_CXX constexpr __T bitmask(int first, int n) noexcept {
	const int bits = (int)sizeof(__T) * 8;
	__T ones = n == 0 ? (__T)0 : n >= bits ? (__T) ~(__T)0 : (__T)(((__T)1 << n) - 1);
	return first >= bits ? (__T)0 : (__T)(ones << first);
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T bit_reverse(__T v) noexcept {
	__T reversed = 0;
	for (size_t i = 0; i < sizeof(__T) * 8; i++, v = (__T)(v >> 1))
		reversed = (__T)((__T)(reversed << 1) | (v & 1));
	return reversed;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T bitfield_insert(__T to, __T bits, int first,
                                                     int n) noexcept {
	__T mask = cuda::bitmask<__T>(first, n);
	return (__T)((to & (__T)~mask) | ((__T)(bits << first) & mask));
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T bitfield_extract(__T v, int first, int n) noexcept {
	return (__T)((__T)(v & cuda::bitmask<__T>(first, n)) >> first);
}

} // namespace cuda
