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

#define __SIMT_CXX_OVERFLOW(name, builtin)                                          \
	template <typename __R = void, typename __T, typename __U>                  \
	[[nodiscard]] __SIMT_CXX constexpr auto name##_overflow(__T __a,            \
	                                                        __U __b) noexcept { \
		typedef ::std::conditional_t<::std::is_void_v<__R>,                 \
		                             ::std::common_type_t<__T, __U>, __R>   \
			__V;                                                        \
		__V __v = 0;                                                        \
		bool __overflow = builtin(__a, __b, &__v);                          \
		return overflow_result<__V>{__v, __overflow};                       \
	}                                                                           \
	template <typename __R, typename __T, typename __U>                         \
	[[nodiscard]] __SIMT_CXX constexpr bool name##_overflow(__R &__v, __T __a,  \
	                                                        __U __b) noexcept { \
		return builtin(__a, __b, &__v);                                     \
	}
__SIMT_CXX_OVERFLOW(add, __builtin_add_overflow)
__SIMT_CXX_OVERFLOW(sub, __builtin_sub_overflow)
__SIMT_CXX_OVERFLOW(mul, __builtin_mul_overflow)
#undef __SIMT_CXX_OVERFLOW

/* Returns the value of the type that is nearest to v. */
template <typename __R, typename __T>
[[nodiscard]] __SIMT_CXX constexpr __R saturate_cast(__T __v) noexcept {
	typedef ::std::numeric_limits<__R> __limits;
	if constexpr (::std::is_signed_v<__T>) {
		if (__v < 0)
			return ::std::is_signed_v<__R>
			               ? ((long long)__v < (long long)__limits::min()
			                          ? __limits::min()
			                          : (__R)__v)
			               : (__R)0;
	}
	return (unsigned long long)__v > (unsigned long long)__limits::max()
	               ? __limits::max()
	               : (__R)__v;
}

} // namespace cuda
