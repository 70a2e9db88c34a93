/* std_variant.h - <variant> in cuda::std: visit without tables of functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <variant>

#include "simt/cxx/scope.h"

namespace cuda {
namespace __simt {

template <typename __V>
constexpr size_t __alternatives =
	::std::variant_size_v<::std::remove_cv_t<::std::remove_reference_t<__V>>>;

/* Compares the index with one alternative after the other. */
template <size_t __I, typename __F, typename __V>
__SIMT_CXX constexpr decltype(auto) __visit_from(__F &&__f, __V &&__v) {
	if constexpr (__I + 1 < __alternatives<__V>) {
		if (__v.index() != __I)
			return __visit_from<__I + 1>(static_cast<__F &&>(__f),
			                             static_cast<__V &&>(__v));
	}
	return static_cast<__F &&>(__f)(
		static_cast<decltype(*::std::get_if<__I>(&__v)) &&>(
			*::std::get_if<__I>(&__v)));
}

} // namespace __simt

namespace std {

template <typename __F> __SIMT_CXX constexpr decltype(auto) visit(__F &&__f) {
	return static_cast<__F &&>(__f)();
}

template <typename __F, typename __V>
__SIMT_CXX constexpr decltype(auto) visit(__F &&__f, __V &&__v) {
	return __simt::__visit_from<0>(static_cast<__F &&>(__f),
	                               static_cast<__V &&>(__v));
}

/* The first one is looked at, and stays before the others' values. */
template <typename __F, typename __V, typename __W, typename... _More>
__SIMT_CXX constexpr decltype(auto) visit(__F &&__f, __V &&__v, __W &&__w,
                                          _More &&...__more) {
	return __simt::__visit_from<0>(
		[&](auto &&__x) -> decltype(auto) {
			return cuda::std::visit(
				[&](auto &&...__y) -> decltype(auto) {
					return static_cast<__F &&>(__f)(
						static_cast<decltype(__x)>(__x),
						static_cast<decltype(__y)>(__y)...);
				},
				static_cast<__W &&>(__w),
				static_cast<_More &&>(__more)...);
		},
		static_cast<__V &&>(__v));
}

} // namespace std
} // namespace cuda
