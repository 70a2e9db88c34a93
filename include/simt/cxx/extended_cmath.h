/* extended_cmath.h - integers in namespace cuda: rounded quotients, powers, logarithms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <type_traits>

#include "simt/cxx/std_bit.h"
#include "simt/cxx/std_cmath.h"

namespace cuda {

namespace simt {
template <typename __T> using unsigned_of = ::std::make_unsigned_t<__T>;
template <typename __T, typename __U> using common = ::std::common_type_t<__T, __U>;
template <typename __T, bool = ::std::is_enum_v<__T>> struct integer_of { typedef __T type; };
template <typename __T> struct integer_of<__T, true> {
	typedef ::std::underlying_type_t<__T> type;
};
} // namespace simt

/* ---- quotients and multiples; neither number is negative ---- */

template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<__T, typename simt::integer_of<__U>::type>
ceil_div(__T a, __U b) noexcept {
	typedef simt::common<__T, typename simt::integer_of<__U>::type> __R;
	typedef simt::unsigned_of<__R> __N;
	__N n = (__N)a, d = (__N)b;
	return (__R)(n / d + (n % d != 0));
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<__T, typename simt::integer_of<__U>::type>
round_up(__T a, __U b) noexcept {
	typedef simt::common<__T, typename simt::integer_of<__U>::type> __R;
	return (__R)(cuda::ceil_div((__R)a, (__R)b) * (__R)b);
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<__T, typename simt::integer_of<__U>::type>
round_down(__T a, __U b) noexcept {
	typedef simt::common<__T, typename simt::integer_of<__U>::type> __R;
	return (__R)((__R)a / (__R)b * (__R)b);
}

/* ---- powers of two, logarithms, roots ---- */

template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr bool is_power_of_two(__T v) noexcept {
	return cuda::std::has_single_bit((simt::unsigned_of<__T>)v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T next_power_of_two(__T v) noexcept {
	return (__T)cuda::std::bit_ceil((simt::unsigned_of<__T>)v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T prev_power_of_two(__T v) noexcept {
	return (__T)cuda::std::bit_floor((simt::unsigned_of<__T>)v);
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr int ilog2(__T v) noexcept {
	return cuda::std::bit_width((simt::unsigned_of<__T>)v) - 1;
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr int ceil_ilog2(__T v) noexcept {
	return cuda::ilog2(v) + !cuda::is_power_of_two(v);
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr int ilog10(__T v) noexcept {
	int n = 0;
	for (simt::unsigned_of<__T> left = (simt::unsigned_of<__T>)v; left >= 10; left /= 10)
		n++;
	return n;
}
/* Rounded down, bit by bit from above. */
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T isqrt(__T v) noexcept {
	typedef simt::unsigned_of<__T> __N;
	__N left = (__N)v, root = 0;
	for (__N bit = (__N)((__N)1 << (sizeof(__N) * 8 - 2)); bit != 0; bit = (__N)(bit >> 2)) {
		__N next = (__N)(root + bit);
		root = (__N)(root >> 1);
		if (left >= next) {
			left = (__N)(left - next);
			root = (__N)(root + bit);
		}
	}
	return (__T)root;
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T ipow(__T base, int n) noexcept {
	__T result = 1;
	for (; n > 0; n >>= 1, base = (__T)(n > 0 ? base * base : base))
		if (n & 1)
			result = (__T)(result * base);
	return result;
}

/* ---- signs; without overflow ---- */

template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T neg(__T v) noexcept {
	return (__T)((simt::unsigned_of<__T>)0 - (simt::unsigned_of<__T>)v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr simt::unsigned_of<__T> uabs(__T v) noexcept {
	typedef simt::unsigned_of<__T> __N;
	return v < 0 ? (__N)((__N)0 - (__N)v) : (__N)v;
}
/* The upper half of a product of twice the width. */
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T mul_hi(__T a, __T b) noexcept {
	static_assert(sizeof(__T) <= 8, "numbers have up to 64 bits");
	if constexpr (sizeof(__T) < 8)
		return (__T)(((long long)a * (long long)b) >> (sizeof(__T) * 8));
	else if constexpr (::std::is_signed_v<__T>)
		return (__T)(((__int128)a * b) >> 64);
	else
		return (__T)(((unsigned __int128)a * b) >> 64);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T multiply_half_high(__T a, __T b) noexcept {
	return cuda::mul_hi(a, b);
}

/* ---- many quotients by one divisor ---- */

template <typename __T, bool _IsNeverOne = false> class fast_mod_div {
      public:
	__SIMT_CXX explicit fast_mod_div(__T d) noexcept : divisor(d) {
	}
	template <typename __U>
	__SIMT_CXX friend simt::common<__T, __U> operator/(__U n, fast_mod_div d) {
		return (simt::common<__T, __U>)n / (simt::common<__T, __U>)d.divisor;
	}
	template <typename __U>
	__SIMT_CXX friend simt::common<__T, __U> operator%(__U n, fast_mod_div d) {
		return (simt::common<__T, __U>)n % (simt::common<__T, __U>)d.divisor;
	}
	__SIMT_CXX operator __T() const noexcept {
		return divisor;
	}

      private:
	__T divisor;
};

} // namespace cuda
