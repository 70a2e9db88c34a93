/* std_utility.h - <utility> in cuda::std, with what C++20 and C++23 added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <utility>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* ---- comparisons of integers that may differ in sign ---- */

template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_equal(__T __t, __U __u) noexcept {
	if constexpr (::std::is_signed_v<__T> == ::std::is_signed_v<__U>)
		return __t == __u;
	else if constexpr (::std::is_signed_v<__T>)
		return __t >= 0 && ::std::make_unsigned_t<__T>(__t) == __u;
	else
		return __u >= 0 && __t == ::std::make_unsigned_t<__U>(__u);
}
template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_less(__T __t, __U __u) noexcept {
	if constexpr (::std::is_signed_v<__T> == ::std::is_signed_v<__U>)
		return __t < __u;
	else if constexpr (::std::is_signed_v<__T>)
		return __t < 0 || ::std::make_unsigned_t<__T>(__t) < __u;
	else
		return __u >= 0 && __t < ::std::make_unsigned_t<__U>(__u);
}
template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_not_equal(__T __t, __U __u) noexcept {
	return !cuda::std::cmp_equal(__t, __u);
}
template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_greater(__T __t, __U __u) noexcept {
	return cuda::std::cmp_less(__u, __t);
}
template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_less_equal(__T __t, __U __u) noexcept {
	return !cuda::std::cmp_less(__u, __t);
}
template <typename __T, typename __U>
__SIMT_CXX constexpr bool cmp_greater_equal(__T __t, __U __u) noexcept {
	return !cuda::std::cmp_less(__t, __u);
}
template <typename __R, typename __T>
__SIMT_CXX constexpr bool in_range(__T __t) noexcept {
	return cuda::std::cmp_greater_equal(__t, ::std::numeric_limits<__R>::min()) &&
	       cuda::std::cmp_less_equal(__t, ::std::numeric_limits<__R>::max());
}

template <typename __T>
__SIMT_CXX constexpr ::std::underlying_type_t<__T> to_underlying(__T __v) noexcept {
	return static_cast<::std::underlying_type_t<__T>>(__v);
}

[[noreturn]] __SIMT_CXX void unreachable() {
	__builtin_unreachable();
}

} // namespace std
} // namespace cuda
