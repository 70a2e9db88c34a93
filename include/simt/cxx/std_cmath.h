/* std_cmath.h - <cmath> in cuda::std, with what CUDA has besides.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cmath>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* Between a and b; exact at both ends (C++20). */
template <typename __T>
__SIMT_CXX constexpr __T lerp(__T __a, __T __b, __T __t) noexcept {
	if ((__a <= 0 && __b >= 0) || (__a >= 0 && __b <= 0))
		return __t * __b + (1 - __t) * __a;
	if (__t == 1)
		return __b;
	const __T __v = __a + __t * (__b - __a);
	return (__t > 1) == (__b > __a) ? (__b < __v ? __v : __b)
	                                : (__v < __b ? __v : __b);
}

} // namespace std
} // namespace cuda
