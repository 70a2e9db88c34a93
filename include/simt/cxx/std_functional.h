/* std_functional.h - <functional> in cuda::std, with what later C++ than the host's may have.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <type_traits>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* The result as an R (C++23); nothing, if that is void. */
template <typename __R, typename __F, typename... _As>
__SIMT_CXX constexpr __R invoke_r(__F &&__f, _As &&...__as) {
	if constexpr (::std::is_void_v<__R>)
		::std::invoke(static_cast<__F &&>(__f), static_cast<_As &&>(__as)...);
	else
		return ::std::invoke(static_cast<__F &&>(__f),
		                     static_cast<_As &&>(__as)...);
}

#if __cplusplus < 202002L
/* Gives back what it gets (C++20). */
struct identity {
	typedef void is_transparent;
	template <typename __T>
	__SIMT_CXX constexpr __T &&operator()(__T &&__v) const noexcept {
		return static_cast<__T &&>(__v);
	}
};
#endif

} // namespace std
} // namespace cuda
