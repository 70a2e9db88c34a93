/* extended_cmath.h - integers in namespace cuda: rounded quotients, powers, logarithms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <type_traits>

#include "simt/cxx/std_bit.h"
#include "simt/cxx/std_cmath.h"

namespace cuda {

namespace simt {
template <typename T> using unsigned_of = ::std::make_unsigned_t<T>;
template <typename T, typename U> using common = ::std::common_type_t<T, U>;
template <typename T, bool = ::std::is_enum_v<T>> struct integer_of { typedef T type; };
template <typename T> struct integer_of<T, true> {
	typedef ::std::underlying_type_t<T> type;
};
} // namespace simt

/* ---- quotients and multiples; neither number is negative ---- */

template <typename T, typename U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<T, typename simt::integer_of<U>::type>
ceil_div(T a, U b) noexcept {
	typedef simt::common<T, typename simt::integer_of<U>::type> R;
	typedef simt::unsigned_of<R> N;
	N n = (N)a, d = (N)b;
	return (R)(n / d + (n % d != 0));
}
template <typename T, typename U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<T, typename simt::integer_of<U>::type>
round_up(T a, U b) noexcept {
	typedef simt::common<T, typename simt::integer_of<U>::type> R;
	return (R)(cuda::ceil_div((R)a, (R)b) * (R)b);
}
template <typename T, typename U>
[[nodiscard]] __SIMT_CXX constexpr simt::common<T, typename simt::integer_of<U>::type>
round_down(T a, U b) noexcept {
	typedef simt::common<T, typename simt::integer_of<U>::type> R;
	return (R)((R)a / (R)b * (R)b);
}

/* ---- powers of two, logarithms, roots ---- */

template <typename T>
[[nodiscard]] __SIMT_CXX constexpr bool is_power_of_two(T v) noexcept {
	return cuda::std::has_single_bit((simt::unsigned_of<T>)v);
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr T next_power_of_two(T v) noexcept {
	return (T)cuda::std::bit_ceil((simt::unsigned_of<T>)v);
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr T prev_power_of_two(T v) noexcept {
	return (T)cuda::std::bit_floor((simt::unsigned_of<T>)v);
}
template <typename T> [[nodiscard]] __SIMT_CXX constexpr int ilog2(T v) noexcept {
	return cuda::std::bit_width((simt::unsigned_of<T>)v) - 1;
}
template <typename T> [[nodiscard]] __SIMT_CXX constexpr int ceil_ilog2(T v) noexcept {
	return cuda::ilog2(v) + !cuda::is_power_of_two(v);
}
template <typename T> [[nodiscard]] __SIMT_CXX constexpr int ilog10(T v) noexcept {
	int n = 0;
	for (simt::unsigned_of<T> left = (simt::unsigned_of<T>)v; left >= 10; left /= 10)
		n++;
	return n;
}
/* Rounded down, bit by bit from above. */
template <typename T> [[nodiscard]] __SIMT_CXX constexpr T isqrt(T v) noexcept {
	typedef simt::unsigned_of<T> N;
	N left = (N)v, root = 0;
	for (N bit = (N)((N)1 << (sizeof(N) * 8 - 2)); bit != 0; bit = (N)(bit >> 2)) {
		N next = (N)(root + bit);
		root = (N)(root >> 1);
		if (left >= next) {
			left = (N)(left - next);
			root = (N)(root + bit);
		}
	}
	return (T)root;
}
template <typename T> [[nodiscard]] __SIMT_CXX constexpr T ipow(T base, int n) noexcept {
	T result = 1;
	for (; n > 0; n >>= 1, base = (T)(n > 0 ? base * base : base))
		if (n & 1)
			result = (T)(result * base);
	return result;
}

/* ---- signs; without overflow ---- */

template <typename T> [[nodiscard]] __SIMT_CXX constexpr T neg(T v) noexcept {
	return (T)((simt::unsigned_of<T>)0 - (simt::unsigned_of<T>)v);
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr simt::unsigned_of<T> uabs(T v) noexcept {
	typedef simt::unsigned_of<T> N;
	return v < 0 ? (N)((N)0 - (N)v) : (N)v;
}
/* The upper half of a product of twice the width. */
template <typename T> [[nodiscard]] __SIMT_CXX constexpr T mul_hi(T a, T b) noexcept {
	static_assert(sizeof(T) <= 8, "numbers have up to 64 bits");
	if constexpr (sizeof(T) < 8)
		return (T)(((long long)a * (long long)b) >> (sizeof(T) * 8));
	else if constexpr (::std::is_signed_v<T>)
		return (T)(((__int128)a * b) >> 64);
	else
		return (T)(((unsigned __int128)a * b) >> 64);
}
template <typename T>
[[nodiscard]] __SIMT_CXX constexpr T multiply_half_high(T a, T b) noexcept {
	return cuda::mul_hi(a, b);
}

/* ---- many quotients by one divisor ---- */

template <typename T, bool IsNeverOne = false> class fast_mod_div {
      public:
	__SIMT_CXX explicit fast_mod_div(T d) noexcept : divisor(d) {
	}
	template <typename U>
	__SIMT_CXX friend simt::common<T, U> operator/(U n, fast_mod_div d) {
		return (simt::common<T, U>)n / (simt::common<T, U>)d.divisor;
	}
	template <typename U>
	__SIMT_CXX friend simt::common<T, U> operator%(U n, fast_mod_div d) {
		return (simt::common<T, U>)n % (simt::common<T, U>)d.divisor;
	}
	__SIMT_CXX operator T() const noexcept {
		return divisor;
	}

      private:
	T divisor;
};

} // namespace cuda
