/* std_complex.h - <complex> in cuda::std. The host's class has numbers of the compiler's own,
 * which device code has not, so this is another one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cmath>
#include <complex>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

template <typename __T> class alignas(2 * sizeof(__T)) complex {
      public:
	typedef __T value_type;

	__SIMT_CXX constexpr complex(const __T &__re = __T(), const __T &__im = __T())
	    : __real_part(__re), __imag_part(__im) {
	}
	template <typename __U>
	__SIMT_CXX constexpr complex(const complex<__U> &__z)
	    : __real_part(static_cast<__T>(__z.real())),
	      __imag_part(static_cast<__T>(__z.imag())) {
	}
	template <typename __U>
	__SIMT_CXX constexpr complex(const ::std::complex<__U> &__z)
	    : __real_part(reinterpret_cast<const __U (&)[2]>(__z)[0]),
	      __imag_part(reinterpret_cast<const __U (&)[2]>(__z)[1]) {
	}
	template <typename __U> __host__ operator ::std::complex<__U>() const {
		return ::std::complex<__U>(__real_part, __imag_part);
	}

	__SIMT_CXX constexpr __T real() const {
		return __real_part;
	}
	__SIMT_CXX constexpr __T imag() const {
		return __imag_part;
	}
	/* for structured bindings, which do not find what a using-directive brings */
	template <::std::size_t __I> __SIMT_CXX constexpr __T get() const {
		static_assert(__I < 2, "a complex number has two parts");
		return __I == 0 ? __real_part : __imag_part;
	}
	__SIMT_CXX constexpr void real(__T __re) {
		__real_part = __re;
	}
	__SIMT_CXX constexpr void imag(__T __im) {
		__imag_part = __im;
	}

	__SIMT_CXX constexpr complex &operator=(const __T &__re) {
		__real_part = __re;
		__imag_part = __T();
		return *this;
	}
	__SIMT_CXX constexpr complex &operator+=(const __T &__x) {
		__real_part += __x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator-=(const __T &__x) {
		__real_part -= __x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator*=(const __T &__x) {
		__real_part *= __x;
		__imag_part *= __x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator/=(const __T &__x) {
		__real_part /= __x;
		__imag_part /= __x;
		return *this;
	}
	template <typename __U>
	__SIMT_CXX constexpr complex &operator+=(const complex<__U> &__z) {
		__real_part += __z.real();
		__imag_part += __z.imag();
		return *this;
	}
	template <typename __U>
	__SIMT_CXX constexpr complex &operator-=(const complex<__U> &__z) {
		__real_part -= __z.real();
		__imag_part -= __z.imag();
		return *this;
	}
	template <typename __U> __SIMT_CXX complex &operator*=(const complex<__U> &__z) {
		return *this = *this * complex(__z);
	}
	template <typename __U> __SIMT_CXX complex &operator/=(const complex<__U> &__z) {
		return *this = *this / complex(__z);
	}

	/* ---- operators; either side may be a number ---- */

	__SIMT_CXX friend constexpr complex operator+(const complex &__z) {
		return __z;
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &__z) {
		return complex(-__z.__real_part, -__z.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator+(const complex &__x,
	                                              const complex &__y) {
		return complex(__x.__real_part + __y.__real_part,
		               __x.__imag_part + __y.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &__x,
	                                              const complex &__y) {
		return complex(__x.__real_part - __y.__real_part,
		               __x.__imag_part - __y.__imag_part);
	}
	__SIMT_CXX friend complex operator*(const complex &__x, const complex &__y) {
		return __product(__x.__real_part, __x.__imag_part, __y.__real_part,
		                 __y.__imag_part);
	}
	__SIMT_CXX friend complex operator/(const complex &__x, const complex &__y) {
		return __quotient(__x.__real_part, __x.__imag_part, __y.__real_part,
		                  __y.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator+(const complex &__x,
	                                              const __T &__y) {
		return complex(__x.__real_part + __y, __x.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator+(const __T &__x,
	                                              const complex &__y) {
		return complex(__x + __y.__real_part, __y.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &__x,
	                                              const __T &__y) {
		return complex(__x.__real_part - __y, __x.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator-(const __T &__x,
	                                              const complex &__y) {
		return complex(__x - __y.__real_part, -__y.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator*(const complex &__x,
	                                              const __T &__y) {
		return complex(__x.__real_part * __y, __x.__imag_part * __y);
	}
	__SIMT_CXX friend constexpr complex operator*(const __T &__x,
	                                              const complex &__y) {
		return complex(__x * __y.__real_part, __x * __y.__imag_part);
	}
	__SIMT_CXX friend constexpr complex operator/(const complex &__x,
	                                              const __T &__y) {
		return complex(__x.__real_part / __y, __x.__imag_part / __y);
	}
	__SIMT_CXX friend complex operator/(const __T &__x, const complex &__y) {
		return __quotient(__x, __T(), __y.__real_part, __y.__imag_part);
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &__x,
	                                            const complex &__y) {
		return __x.__real_part == __y.__real_part &&
		       __x.__imag_part == __y.__imag_part;
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &__x, const __T &__y) {
		return __x.__real_part == __y && __x.__imag_part == 0;
	}
	__SIMT_CXX friend constexpr bool operator==(const __T &__x, const complex &__y) {
		return __x == __y.__real_part && __y.__imag_part == 0;
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &__x,
	                                            const complex &__y) {
		return !(__x == __y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &__x, const __T &__y) {
		return !(__x == __y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const __T &__x, const complex &__y) {
		return !(__x == __y);
	}

      private:
	/* An infinity as a direction: 1 or 0, with its sign. */
	__SIMT_CXX static __T __boxed(__T __x) {
		return ::copysign(::isinf(__x) ? __T(1) : __T(0), __x);
	}
	/* (a + bi)(c + di) as in annex G of C: infinite if a factor is, whatever the rest. */
	__SIMT_CXX static complex __product(__T __a, __T __b, __T __c, __T __d) {
		__T __re = __a * __c - __b * __d, __im = __a * __d + __b * __c;
		if (!::isnan(__re) || !::isnan(__im))
			return complex(__re, __im);
		bool __infinite = false;
		if (::isinf(__a) || ::isinf(__b)) {
			__a = __boxed(__a);
			__b = __boxed(__b);
			__c = ::isnan(__c) ? ::copysign(__T(0), __c) : __c;
			__d = ::isnan(__d) ? ::copysign(__T(0), __d) : __d;
			__infinite = true;
		}
		if (::isinf(__c) || ::isinf(__d)) {
			__c = __boxed(__c);
			__d = __boxed(__d);
			__a = ::isnan(__a) ? ::copysign(__T(0), __a) : __a;
			__b = ::isnan(__b) ? ::copysign(__T(0), __b) : __b;
			__infinite = true;
		}
		if (!__infinite)
			return complex(__re, __im);
		const __T __inf = __T(INFINITY);
		return complex(__inf * (__a * __c - __b * __d),
		               __inf * (__a * __d + __b * __c));
	}
	/* (a + bi) / (c + di), the divisor scaled to about 1 first. */
	__SIMT_CXX static complex __quotient(__T __a, __T __b, __T __c, __T __d) {
		__T __log = ::logb(::fmax(::fabs(__c), ::fabs(__d)));
		int __scale = 0;
		if (::isfinite(__log)) {
			__scale = (int)__log;
			__c = ::scalbn(__c, -__scale);
			__d = ::scalbn(__d, -__scale);
		}
		__T __norm = __c * __c + __d * __d;
		__T __re = ::scalbn((__a * __c + __b * __d) / __norm, -__scale);
		__T __im = ::scalbn((__b * __c - __a * __d) / __norm, -__scale);
		if (!::isnan(__re) || !::isnan(__im))
			return complex(__re, __im);
		const __T __inf = __T(INFINITY);
		if (__norm == 0 && (!::isnan(__a) || !::isnan(__b))) {
			__re = ::copysign(__inf, __c) * __a;
			__im = ::copysign(__inf, __c) * __b;
		} else if ((::isinf(__a) || ::isinf(__b)) && ::isfinite(__c) &&
		           ::isfinite(__d)) {
			__a = __boxed(__a);
			__b = __boxed(__b);
			__re = __inf * (__a * __c + __b * __d);
			__im = __inf * (__b * __c - __a * __d);
		} else if (::isinf(__log) && __log > 0 && ::isfinite(__a) &&
		           ::isfinite(__b)) {
			__c = __boxed(__c);
			__d = __boxed(__d);
			__re = __T(0) * (__a * __c + __b * __d);
			__im = __T(0) * (__b * __c - __a * __d);
		}
		return complex(__re, __im);
	}
	__T __real_part, __imag_part;
};

/* The functions below would hide those of numbers, which are <cmath>'s and <cstdlib>'s. */
using ::std::abs;
using ::std::acos;
using ::std::acosh;
using ::std::asin;
using ::std::asinh;
using ::std::atan;
using ::std::atanh;
using ::std::cos;
using ::std::cosh;
using ::std::exp;
using ::std::log;
using ::std::log10;
using ::std::pow;
using ::std::sin;
using ::std::sinh;
using ::std::sqrt;
using ::std::tan;
using ::std::tanh;

/* ---- parts ---- */

template <typename __T> __SIMT_CXX constexpr __T real(const complex<__T> &__z) {
	return __z.real();
}
template <typename __T> __SIMT_CXX constexpr __T imag(const complex<__T> &__z) {
	return __z.imag();
}
template <typename __T> __SIMT_CXX __T abs(const complex<__T> &__z) {
	return ::hypot(__z.real(), __z.imag());
}
template <typename __T> __SIMT_CXX __T arg(const complex<__T> &__z) {
	return ::atan2(__z.imag(), __z.real());
}
template <typename __T> __SIMT_CXX constexpr __T norm(const complex<__T> &__z) {
	return __z.real() * __z.real() + __z.imag() * __z.imag();
}
template <typename __T> __SIMT_CXX constexpr complex<__T> conj(const complex<__T> &__z) {
	return complex<__T>(__z.real(), -__z.imag());
}
template <typename __T> __SIMT_CXX complex<__T> proj(const complex<__T> &__z) {
	return ::isinf(__z.real()) || ::isinf(__z.imag())
	               ? complex<__T>(__T(INFINITY), ::copysign(__T(0), __z.imag()))
	               : __z;
}
/* A number is a complex one without imaginary part; integers are doubles. */
template <typename __T>
using __real_number =
	::std::enable_if_t<::std::is_arithmetic_v<__T>,
                           ::std::conditional_t<::std::is_integral_v<__T>, double, __T>>;
template <typename __T> __SIMT_CXX constexpr __real_number<__T> real(__T __x) {
	return __real_number<__T>(__x);
}
template <typename __T> __SIMT_CXX constexpr __real_number<__T> imag(__T) {
	return __real_number<__T>(0);
}
template <typename __T> __SIMT_CXX __real_number<__T> arg(__T __x) {
	return ::atan2(__real_number<__T>(0), __real_number<__T>(__x));
}
template <typename __T> __SIMT_CXX constexpr __real_number<__T> norm(__T __x) {
	return __real_number<__T>(__x) * __real_number<__T>(__x);
}
template <typename __T> __SIMT_CXX constexpr complex<__real_number<__T>> conj(__T __x) {
	return complex<__real_number<__T>>(__real_number<__T>(__x),
	                                   -__real_number<__T>(0));
}
template <typename __T> __SIMT_CXX complex<__real_number<__T>> proj(__T __x) {
	return cuda::std::proj(complex<__real_number<__T>>(__real_number<__T>(__x)));
}
template <typename __T>
__SIMT_CXX complex<__T> polar(const __T &__rho, const __T &__theta = __T()) {
	return complex<__T>(__rho * ::cos(__theta), __rho * ::sin(__theta));
}

/* ---- functions ---- */

template <typename __T> __SIMT_CXX complex<__T> exp(const complex<__T> &__z) {
	if (__z.imag() == 0)
		return complex<__T>(::exp(__z.real()), __z.imag());
	if (::isinf(__z.real()) && __z.real() < 0 && !::isfinite(__z.imag()))
		return complex<__T>(__T(0), __T(0));
	__T __e = ::exp(__z.real());
	return complex<__T>(__e * ::cos(__z.imag()), __e * ::sin(__z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> log(const complex<__T> &__z) {
	return complex<__T>(::log(cuda::std::abs(__z)), cuda::std::arg(__z));
}
template <typename __T> __SIMT_CXX complex<__T> log10(const complex<__T> &__z) {
	return cuda::std::log(__z) / ::log(__T(10));
}
template <typename __T> __SIMT_CXX complex<__T> sqrt(const complex<__T> &__z) {
	__T __a = __z.real(), __b = __z.imag();
	if (::isinf(__b))
		return complex<__T>(__T(INFINITY), __b);
	if (::isinf(__a))
		return __a > 0 ? complex<__T>(__a, ::isnan(__b) ? __b
		                                                : ::copysign(__T(0), __b))
		               : complex<__T>(::isnan(__b) ? __b : __T(0),
		                              ::copysign(__a, __b));
	if (__a == 0 && __b == 0)
		return complex<__T>(__T(0), __b);
	/* the larger half first, so that nothing cancels */
	__T __halved = ::sqrt((::fabs(__a) + cuda::std::abs(__z)) / 2),
	    __other = ::fabs(__b) / (2 * __halved);
	return __a >= 0 ? complex<__T>(__halved, ::copysign(__other, __b))
	                : complex<__T>(__other, ::copysign(__halved, __b));
}
template <typename __T>
__SIMT_CXX complex<__T> pow(const complex<__T> &__x, const complex<__T> &__y) {
	return cuda::std::exp(__y * cuda::std::log(__x));
}
/* A power, or a base, that is a number: of the wider of both types; integers are doubles. */
template <typename __T, typename __U>
using __wider = ::std::common_type_t<__T, __real_number<__U>>;
template <typename __T, typename __U>
__SIMT_CXX complex<__wider<__T, __U>> pow(const complex<__T> &__x, const __U &__y) {
	typedef complex<__wider<__T, __U>> __wide;
	return cuda::std::pow(__wide(__x), __wide((__wider<__T, __U>)__y));
}
template <typename __T, typename __U>
__SIMT_CXX complex<__wider<__T, __U>> pow(const __U &__x, const complex<__T> &__y) {
	typedef complex<__wider<__T, __U>> __wide;
	return cuda::std::pow(__wide((__wider<__T, __U>)__x), __wide(__y));
}

template <typename __T> __SIMT_CXX complex<__T> sinh(const complex<__T> &__z) {
	if (__z.imag() == 0)
		return complex<__T>(::sinh(__z.real()), __z.imag());
	return complex<__T>(::sinh(__z.real()) * ::cos(__z.imag()),
	                    ::cosh(__z.real()) * ::sin(__z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> cosh(const complex<__T> &__z) {
	if (__z.imag() == 0)
		return complex<__T>(::cosh(__z.real()), __T(0));
	return complex<__T>(::cosh(__z.real()) * ::cos(__z.imag()),
	                    ::sinh(__z.real()) * ::sin(__z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> tanh(const complex<__T> &__z) {
	__T __x = 2 * __z.real(), __y = 2 * __z.imag(), __cosh_x = ::cosh(__x);
	if (::isinf(__cosh_x)) /* far out it is a sign */
		return complex<__T>(::copysign(__T(1), __x),
		                    ::copysign(__T(0), ::sin(__y)));
	__T __d = __cosh_x + ::cos(__y);
	return complex<__T>(::sinh(__x) / __d, ::sin(__y) / __d);
}
template <typename __T> __SIMT_CXX complex<__T> asinh(const complex<__T> &__z) {
	return cuda::std::log(__z + cuda::std::sqrt(__z * __z + __T(1)));
}
template <typename __T> __SIMT_CXX complex<__T> acosh(const complex<__T> &__z) {
	return cuda::std::log(__z + cuda::std::sqrt(__z + __T(1)) *
	                                    cuda::std::sqrt(__z - __T(1)));
}
template <typename __T> __SIMT_CXX complex<__T> atanh(const complex<__T> &__z) {
	return (cuda::std::log(__T(1) + __z) - cuda::std::log(__T(1) - __z)) / __T(2);
}

/* A quarter turn makes circular functions of hyperbolic ones: f(iz) and f(z). */
template <typename __T> __SIMT_CXX complex<__T> sin(const complex<__T> &__z) {
	complex<__T> __w = cuda::std::sinh(complex<__T>(-__z.imag(), __z.real()));
	return complex<__T>(__w.imag(), -__w.real());
}
template <typename __T> __SIMT_CXX complex<__T> cos(const complex<__T> &__z) {
	return cuda::std::cosh(complex<__T>(-__z.imag(), __z.real()));
}
template <typename __T> __SIMT_CXX complex<__T> tan(const complex<__T> &__z) {
	complex<__T> __w = cuda::std::tanh(complex<__T>(-__z.imag(), __z.real()));
	return complex<__T>(__w.imag(), -__w.real());
}
template <typename __T> __SIMT_CXX complex<__T> asin(const complex<__T> &__z) {
	complex<__T> __w = cuda::std::asinh(complex<__T>(-__z.imag(), __z.real()));
	return complex<__T>(__w.imag(), -__w.real());
}
template <typename __T> __SIMT_CXX complex<__T> acos(const complex<__T> &__z) {
	complex<__T> __w = cuda::std::asin(__z);
	return complex<__T>(__T(1.57079632679489661923) - __w.real(), -__w.imag());
}
template <typename __T> __SIMT_CXX complex<__T> atan(const complex<__T> &__z) {
	complex<__T> __w = cuda::std::atanh(complex<__T>(-__z.imag(), __z.real()));
	return complex<__T>(__w.imag(), -__w.real());
}

inline namespace literals {
inline namespace complex_literals {
__SIMT_CXX constexpr complex<double> operator""__i(long double __im) {
	return complex<double>(0, (double)__im);
}
__SIMT_CXX constexpr complex<double> operator""__i(unsigned long long __im) {
	return complex<double>(0, (double)__im);
}
__SIMT_CXX constexpr complex<float> operator""if(long double __im) {
	return complex<float>(0, (float)__im);
}
__SIMT_CXX constexpr complex<float> operator""if(unsigned long long __im) {
	return complex<float>(0, (float)__im);
}
} // namespace complex_literals
} // namespace literals

} // namespace std
} // namespace cuda

/* cuda::std has the names of std. */
namespace std {
template <typename __T>
struct tuple_size<cuda::std::complex<__T>> : integral_constant<size_t, 2> {};
template <size_t __I, typename __T> struct tuple_element<__I, cuda::std::complex<__T>> {
	static_assert(__I < 2, "a complex number has two parts");
	typedef __T type;
};
template <size_t __I, typename __T>
__SIMT_CXX constexpr __T get(const cuda::std::complex<__T> &__z) {
	return __z.template get<__I>();
}
} // namespace std
