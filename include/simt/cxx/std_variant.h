/* std_variant.h - <variant> in cuda::std: visit without tables of functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <variant>

#include "simt/cxx/scope.h"

namespace cuda {
namespace simt {

template <typename __V>
constexpr size_t alternatives =
	::std::variant_size_v<::std::remove_cv_t<::std::remove_reference_t<__V>>>;

/* Compares the index with one alternative after the other. */
template <size_t __I, typename __F, typename __V>
__SIMT_CXX constexpr decltype(auto) visit_from(__F &&f, __V &&v) {
	if constexpr (__I + 1 < alternatives<__V>) {
		if (v.index() != __I)
			return visit_from<__I + 1>(static_cast<__F &&>(f),
			                         static_cast<__V &&>(v));
	}
	return static_cast<__F &&>(f)(
		static_cast<decltype(*::std::get_if<__I>(&v)) &&>(*::std::get_if<__I>(&v)));
}

} // namespace simt

namespace std {

template <typename __F> __SIMT_CXX constexpr decltype(auto) visit(__F &&f) {
	return static_cast<__F &&>(f)();
}

template <typename __F, typename __V>
__SIMT_CXX constexpr decltype(auto) visit(__F &&f, __V &&v) {
	return simt::visit_from<0>(static_cast<__F &&>(f), static_cast<__V &&>(v));
}

/* The first one is looked at, and stays in front of the others' values. */
template <typename __F, typename __V, typename __W, typename... _More>
__SIMT_CXX constexpr decltype(auto) visit(__F &&f, __V &&v, __W &&w, _More &&...more) {
	return simt::visit_from<0>(
		[&](auto &&x) -> decltype(auto) {
			return cuda::std::visit(
				[&](auto &&...y) -> decltype(auto) {
					return static_cast<__F &&>(f)(
						static_cast<decltype(x)>(x),
						static_cast<decltype(y)>(y)...);
				},
				static_cast<__W &&>(w), static_cast<_More &&>(more)...);
		},
		static_cast<__V &&>(v));
}

} // namespace std
} // namespace cuda
