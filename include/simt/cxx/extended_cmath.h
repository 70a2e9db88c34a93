/* extended_cmath.h - integers in namespace cuda: rounded quotients, powers, logarithms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>
#include <type_traits>

#include "simt/cxx/std_bit.h"
#include "simt/cxx/std_cmath.h"

namespace cuda {

namespace __simt {
template <typename __T> using __unsigned_of = ::std::make_unsigned_t<__T>;
template <typename __T, typename __U> using __common = ::std::common_type_t<__T, __U>;
template <typename __T, bool = ::std::is_enum_v<__T>> struct __integer_of {
	typedef __T type;
};
template <typename __T> struct __integer_of<__T, true> {
	typedef ::std::underlying_type_t<__T> type;
};
} // namespace __simt

/* ---- quotients and multiples; neither number is negative ---- */

template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr __simt::__common<
	__T, typename __simt::__integer_of<__U>::type>
ceil_div(__T __a, __U __b) noexcept {
	typedef __simt::__common<__T, typename __simt::__integer_of<__U>::type> __R;
	typedef __simt::__unsigned_of<__R> __N;
	__N __n = (__N)__a, __d = (__N)__b;
	return (__R)(__n / __d + (__n % __d != 0));
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr __simt::__common<
	__T, typename __simt::__integer_of<__U>::type>
round_up(__T __a, __U __b) noexcept {
	typedef __simt::__common<__T, typename __simt::__integer_of<__U>::type> __R;
	return (__R)(cuda::ceil_div((__R)__a, (__R)__b) * (__R)__b);
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX constexpr __simt::__common<
	__T, typename __simt::__integer_of<__U>::type>
round_down(__T __a, __U __b) noexcept {
	typedef __simt::__common<__T, typename __simt::__integer_of<__U>::type> __R;
	return (__R)((__R)__a / (__R)__b * (__R)__b);
}

/* ---- powers of two, logarithms, roots ---- */

template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr bool is_power_of_two(__T __v) noexcept {
	return cuda::std::has_single_bit((__simt::__unsigned_of<__T>)__v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T next_power_of_two(__T __v) noexcept {
	return (__T)cuda::std::bit_ceil((__simt::__unsigned_of<__T>)__v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T prev_power_of_two(__T __v) noexcept {
	return (__T)cuda::std::bit_floor((__simt::__unsigned_of<__T>)__v);
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr int ilog2(__T __v) noexcept {
	return cuda::std::bit_width((__simt::__unsigned_of<__T>)__v) - 1;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr int ceil_ilog2(__T __v) noexcept {
	return cuda::ilog2(__v) + !cuda::is_power_of_two(__v);
}
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr int ilog10(__T __v) noexcept {
	int __n = 0;
	for (__simt::__unsigned_of<__T> __left = (__simt::__unsigned_of<__T>)__v;
	     __left >= 10; __left /= 10)
		__n++;
	return __n;
}
/* Rounded down, bit by bit from above. */
template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T isqrt(__T __v) noexcept {
	typedef __simt::__unsigned_of<__T> __N;
	__N __left = (__N)__v, __root = 0;
	for (__N __bit = (__N)((__N)1 << (sizeof(__N) * 8 - 2)); __bit != 0;
	     __bit = (__N)(__bit >> 2)) {
		__N __next = (__N)(__root + __bit);
		__root = (__N)(__root >> 1);
		if (__left >= __next) {
			__left = (__N)(__left - __next);
			__root = (__N)(__root + __bit);
		}
	}
	return (__T)__root;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T ipow(__T __base, int __n) noexcept {
	__T __result = 1;
	for (; __n > 0; __n >>= 1, __base = (__T)(__n > 0 ? __base * __base : __base))
		if (__n & 1)
			__result = (__T)(__result * __base);
	return __result;
}

/* ---- signs; without overflow ---- */

template <typename __T> [[nodiscard]] __SIMT_CXX constexpr __T neg(__T __v) noexcept {
	return (__T)((__simt::__unsigned_of<__T>)0 - (__simt::__unsigned_of<__T>)__v);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __simt::__unsigned_of<__T> uabs(__T __v) noexcept {
	typedef __simt::__unsigned_of<__T> __N;
	return __v < 0 ? (__N)((__N)0 - (__N)__v) : (__N)__v;
}
/* The upper half of a product of twice the width. */
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T mul_hi(__T __a, __T __b) noexcept {
	static_assert(sizeof(__T) <= 8, "numbers have up to 64 bits");
	if constexpr (sizeof(__T) < 8)
		return (__T)(((long long)__a * (long long)__b) >> (sizeof(__T) * 8));
	else if constexpr (::std::is_signed_v<__T>)
		return (__T)(((__int128)__a * __b) >> 64);
	else
		return (__T)(((unsigned __int128)__a * __b) >> 64);
}
template <typename __T>
[[nodiscard]] __SIMT_CXX constexpr __T __multiply_half_high(__T __a, __T __b) noexcept {
	return cuda::mul_hi(__a, __b);
}

/* ---- many quotients by one divisor ---- */

template <typename __T, bool _IsNeverOne = false> class fast_mod_div {
      public:
	__SIMT_CXX explicit fast_mod_div(__T __d) noexcept : __divisor(__d) {
	}
	template <typename __U>
	__SIMT_CXX friend __simt::__common<__T, __U> operator/(__U __n,
	                                                       fast_mod_div __d) {
		return (__simt::__common<__T, __U>)__n /
		       (__simt::__common<__T, __U>)__d.__divisor;
	}
	template <typename __U>
	__SIMT_CXX friend __simt::__common<__T, __U> operator%(__U __n,
	                                                       fast_mod_div __d) {
		return (__simt::__common<__T, __U>)__n %
		       (__simt::__common<__T, __U>)__d.__divisor;
	}
	__SIMT_CXX operator __T() const noexcept {
		return __divisor;
	}

      private:
	__T __divisor;
};

} // namespace cuda
