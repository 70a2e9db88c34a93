/* std_functional.h - <functional> in cuda::std, with what later C++ than the host's may have.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <type_traits>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* The result as an R (C++23); nothing, if that is void. */
template <typename R, typename F, typename... As>
__SIMT_CXX constexpr R invoke_r(F &&f, As &&...as) {
	if constexpr (::std::is_void_v<R>)
		::std::invoke(static_cast<F &&>(f), static_cast<As &&>(as)...);
	else
		return ::std::invoke(static_cast<F &&>(f), static_cast<As &&>(as)...);
}

#if __cplusplus < 202002L
/* Gives back what it gets (C++20). */
struct identity {
	typedef void is_transparent;
	template <typename T> __SIMT_CXX constexpr T &&operator()(T &&v) const noexcept {
		return static_cast<T &&>(v);
	}
};
#endif

} // namespace std
} // namespace cuda
