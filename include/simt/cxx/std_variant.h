/* std_variant.h - <variant> in cuda::std: visit without tables of functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <variant>

#include "simt/cxx/scope.h"

namespace cuda {
namespace simt {

template <typename V>
constexpr size_t alternatives =
	::std::variant_size_v<::std::remove_cv_t<::std::remove_reference_t<V>>>;

/* Compares the index with one alternative after the other. */
template <size_t I, typename F, typename V>
__SIMT_CXX constexpr decltype(auto) visit_from(F &&f, V &&v) {
	if constexpr (I + 1 < alternatives<V>) {
		if (v.index() != I)
			return visit_from<I + 1>(static_cast<F &&>(f),
			                         static_cast<V &&>(v));
	}
	return static_cast<F &&>(f)(
		static_cast<decltype(*::std::get_if<I>(&v)) &&>(*::std::get_if<I>(&v)));
}

} // namespace simt

namespace std {

template <typename F> __SIMT_CXX constexpr decltype(auto) visit(F &&f) {
	return static_cast<F &&>(f)();
}

template <typename F, typename V>
__SIMT_CXX constexpr decltype(auto) visit(F &&f, V &&v) {
	return simt::visit_from<0>(static_cast<F &&>(f), static_cast<V &&>(v));
}

/* The first one is looked at, and stays in front of the others' values. */
template <typename F, typename V, typename W, typename... More>
__SIMT_CXX constexpr decltype(auto) visit(F &&f, V &&v, W &&w, More &&...more) {
	return simt::visit_from<0>(
		[&](auto &&x) -> decltype(auto) {
			return cuda::std::visit(
				[&](auto &&...y) -> decltype(auto) {
					return static_cast<F &&>(f)(
						static_cast<decltype(x)>(x),
						static_cast<decltype(y)>(y)...);
				},
				static_cast<W &&>(w), static_cast<More &&>(more)...);
		},
		static_cast<V &&>(v));
}

} // namespace std
} // namespace cuda
