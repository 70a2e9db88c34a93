/* std_traits.h - <type_traits> in cuda::std, with what C++20 added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <type_traits>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

template <typename __T> struct type_identity { typedef __T type; };
template <typename __T> using type_identity_t = typename type_identity<__T>::type;

template <typename __T> struct remove_cvref {
	typedef typename ::std::remove_cv<typename ::std::remove_reference<__T>::type>::type
		type;
};
template <typename __T> using remove_cvref_t = typename remove_cvref<__T>::type;

template <typename __T> struct is_bounded_array : ::std::false_type {};
template <typename __T, size_t __N> struct is_bounded_array<__T[__N]> : ::std::true_type {};
template <typename __T> constexpr bool is_bounded_array_v = is_bounded_array<__T>::value;
template <typename __T> struct is_unbounded_array : ::std::false_type {};
template <typename __T> struct is_unbounded_array<__T[]> : ::std::true_type {};
template <typename __T> constexpr bool is_unbounded_array_v = is_unbounded_array<__T>::value;

/* Inline, as in C++20, so that it can be called when compiling. */
__SIMT_CXX constexpr bool is_constant_evaluated() noexcept {
	return __builtin_is_constant_evaluated();
}

} // namespace std
} // namespace cuda
