/* extended_bit.h - masks, fields and the order of bits, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/std_bit.h"

namespace cuda {

/* n ones from bit `first` on */
template <typename __T = uint32_t>
[[nodiscard]] __SIMT_CXX constexpr __T bitmask(int __first, int __n) noexcept {
	const int __bits = (int)sizeof(__T) * 8;
	__T __ones = __n == 0        ? (__T)0
	             : __n >= __bits ? (__T) ~(__T)0
	                             : (__T)(((__T)1 << __n) - 1);
	return __first >= __bits ? (__T)0 : (__T)(__ones << __first);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T bit_reverse(__T __v) noexcept {
	__T __reversed = 0;
	for (size_t __i = 0; __i < sizeof(__T) * 8; __i++, __v = (__T)(__v >> 1))
		__reversed = (__T)((__T)(__reversed << 1) | (__v & 1));
	return __reversed;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T bitfield_insert(__T __to, __T __bits, int __first,
                                                       int __n) noexcept {
	__T __mask = cuda::bitmask<__T>(__first, __n);
	return (__T)((__to & (__T)~__mask) | ((__T)(__bits << __first) & __mask));
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T bitfield_extract(__T __v, int __first,
                                                        int __n) noexcept {
	return (__T)((__T)(__v & cuda::bitmask<__T>(__first, __n)) >> __first);
}

} // namespace cuda
