/* std_cmath.h - <cmath> in cuda::std, with what CUDA has besides.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cmath>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

/* Between a and b; exact at both ends (C++20). */
template <typename __T> __SIMT_CXX constexpr __T lerp(__T a, __T b, __T t) noexcept {
	if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0))
		return t * b + (1 - t) * a;
	if (t == 1)
		return b;
	const __T v = a + t * (b - a);
	return (t > 1) == (b > a) ? (b < v ? v : b) : (v < b ? v : b);
}

} // namespace std
} // namespace cuda
