/* extended_numeric.h - arithmetic that tells of overflow, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <numeric>

#include "simt/cxx/scope.h"

namespace cuda {

/* True: the value wrapped around. */
template <typename T> struct overflow_result {
	T value;
	bool overflow;
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return overflow;
	}
};

#define __SIMT_CXX_OVERFLOW(name, builtin)                                           \
	template <typename R = void, typename T, typename U>                         \
	[[nodiscard]] __SIMT_CXX constexpr auto name##_overflow(T a, U b) noexcept { \
		typedef ::std::conditional_t<::std::is_void_v<R>,                    \
		                             ::std::common_type_t<T, U>, R>          \
			V;                                                           \
		V v = 0;                                                             \
		bool overflow = builtin(a, b, &v);                                   \
		return overflow_result<V>{v, overflow};                              \
	}                                                                            \
	template <typename R, typename T, typename U>                                \
	[[nodiscard]] __SIMT_CXX constexpr bool name##_overflow(R &v, T a,           \
	                                                        U b) noexcept {      \
		return builtin(a, b, &v);                                            \
	}
__SIMT_CXX_OVERFLOW(add, __builtin_add_overflow)
__SIMT_CXX_OVERFLOW(sub, __builtin_sub_overflow)
__SIMT_CXX_OVERFLOW(mul, __builtin_mul_overflow)
#undef __SIMT_CXX_OVERFLOW

/* Does it lie in the range of the type? */
template <typename R, typename T>
[[nodiscard]] __SIMT_CXX constexpr R saturate_cast(T v) noexcept {
	typedef ::std::numeric_limits<R> limits;
	if constexpr (::std::is_signed_v<T>) {
		if (v < 0)
			return ::std::is_signed_v<R>
			               ? ((long long)v < (long long)limits::min()
			                          ? limits::min()
			                          : (R)v)
			               : (R)0;
	}
	return (unsigned long long)v > (unsigned long long)limits::max() ? limits::max()
	                                                                 : (R)v;
}

} // namespace cuda
