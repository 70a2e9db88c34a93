/* std_utility.h - <utility> in cuda::std, with what C++20 and C++23 added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <utility>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* ---- comparisons of integers that may differ in sign ---- */

template <typename T, typename U> __SIMT_CXX constexpr bool cmp_equal(T t, U u) noexcept {
	if constexpr (::std::is_signed_v<T> == ::std::is_signed_v<U>)
		return t == u;
	else if constexpr (::std::is_signed_v<T>)
		return t >= 0 && ::std::make_unsigned_t<T>(t) == u;
	else
		return u >= 0 && t == ::std::make_unsigned_t<U>(u);
}
template <typename T, typename U> __SIMT_CXX constexpr bool cmp_less(T t, U u) noexcept {
	if constexpr (::std::is_signed_v<T> == ::std::is_signed_v<U>)
		return t < u;
	else if constexpr (::std::is_signed_v<T>)
		return t < 0 || ::std::make_unsigned_t<T>(t) < u;
	else
		return u >= 0 && t < ::std::make_unsigned_t<U>(u);
}
template <typename T, typename U>
__SIMT_CXX constexpr bool cmp_not_equal(T t, U u) noexcept {
	return !cuda::std::cmp_equal(t, u);
}
template <typename T, typename U>
__SIMT_CXX constexpr bool cmp_greater(T t, U u) noexcept {
	return cuda::std::cmp_less(u, t);
}
template <typename T, typename U>
__SIMT_CXX constexpr bool cmp_less_equal(T t, U u) noexcept {
	return !cuda::std::cmp_less(u, t);
}
template <typename T, typename U>
__SIMT_CXX constexpr bool cmp_greater_equal(T t, U u) noexcept {
	return !cuda::std::cmp_less(t, u);
}
template <typename R, typename T> __SIMT_CXX constexpr bool in_range(T t) noexcept {
	return cuda::std::cmp_greater_equal(t, ::std::numeric_limits<R>::min()) &&
	       cuda::std::cmp_less_equal(t, ::std::numeric_limits<R>::max());
}

template <typename T>
__SIMT_CXX constexpr ::std::underlying_type_t<T> to_underlying(T v) noexcept {
	return static_cast<::std::underlying_type_t<T>>(v);
}

[[noreturn]] __SIMT_CXX void unreachable() {
	__builtin_unreachable();
}

} // namespace std
} // namespace cuda
