/* extended_numeric.h - arithmetic that tells of overflow, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <numeric>

#include "simt/cxx/scope.h"

namespace cuda {

/* True: the value wrapped around. */
template <typename __T> struct overflow_result {
	__T value;
	bool overflow;
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return overflow;
	}
};

#define __SIMT_CXX_OVERFLOW(name, builtin)                                           \
	template <typename __R = void, typename __T, typename __U>                         \
	[[nodiscard]] __SIMT_CXX constexpr auto name##_overflow(__T a, __U b) noexcept { \
		typedef ::std::conditional_t<::std::is_void_v<__R>,                    \
		                             ::std::common_type_t<__T, __U>, __R>          \
			__V;                                                           \
		__V v = 0;                                                             \
		bool overflow = builtin(a, b, &v);                                   \
		return overflow_result<__V>{v, overflow};                              \
	}                                                                            \
	template <typename __R, typename __T, typename __U>                                \
	[[nodiscard]] __SIMT_CXX constexpr bool name##_overflow(__R &v, __T a,           \
	                                                        __U b) noexcept {      \
		return builtin(a, b, &v);                                            \
	}
__SIMT_CXX_OVERFLOW(add, __builtin_add_overflow)
__SIMT_CXX_OVERFLOW(sub, __builtin_sub_overflow)
__SIMT_CXX_OVERFLOW(mul, __builtin_mul_overflow)
#undef __SIMT_CXX_OVERFLOW

/* Does it lie in the range of the type? */
template <typename __R, typename __T>
[[nodiscard]] __SIMT_CXX constexpr __R saturate_cast(__T v) noexcept {
	typedef ::std::numeric_limits<__R> limits;
	if constexpr (::std::is_signed_v<__T>) {
		if (v < 0)
			return ::std::is_signed_v<__R>
			               ? ((long long)v < (long long)limits::min()
			                          ? limits::min()
			                          : (__R)v)
			               : (__R)0;
	}
	return (unsigned long long)v > (unsigned long long)limits::max() ? limits::max()
	                                                                 : (__R)v;
}

} // namespace cuda
