/* std_complex.h - <complex> in cuda::std. The host's class has numbers of the compiler's own,
 * which device code has not, so this is another one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cmath>
#include <complex>
#include <cstdlib>
#include <type_traits>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

template <typename T> class alignas(2 * sizeof(T)) complex {
      public:
	typedef T value_type;

	__SIMT_CXX constexpr complex(const T &re = T(), const T &im = T())
	    : re_(re), im_(im) {
	}
	template <typename U>
	__SIMT_CXX constexpr complex(const complex<U> &z)
	    : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {
	}
	template <typename U>
	__SIMT_CXX constexpr complex(const ::std::complex<U> &z)
	    : re_(reinterpret_cast<const U (&)[2]>(z)[0]),
	      im_(reinterpret_cast<const U (&)[2]>(z)[1]) {
	}
	template <typename U> __host__ operator ::std::complex<U>() const {
		return ::std::complex<U>(re_, im_);
	}

	__SIMT_CXX constexpr T real() const {
		return re_;
	}
	__SIMT_CXX constexpr T imag() const {
		return im_;
	}
	__SIMT_CXX constexpr void real(T re) {
		re_ = re;
	}
	__SIMT_CXX constexpr void imag(T im) {
		im_ = im;
	}

	__SIMT_CXX constexpr complex &operator=(const T &re) {
		re_ = re;
		im_ = T();
		return *this;
	}
	__SIMT_CXX constexpr complex &operator+=(const T &x) {
		re_ += x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator-=(const T &x) {
		re_ -= x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator*=(const T &x) {
		re_ *= x;
		im_ *= x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator/=(const T &x) {
		re_ /= x;
		im_ /= x;
		return *this;
	}
	template <typename U>
	__SIMT_CXX constexpr complex &operator+=(const complex<U> &z) {
		re_ += z.real();
		im_ += z.imag();
		return *this;
	}
	template <typename U>
	__SIMT_CXX constexpr complex &operator-=(const complex<U> &z) {
		re_ -= z.real();
		im_ -= z.imag();
		return *this;
	}
	template <typename U> __SIMT_CXX complex &operator*=(const complex<U> &z) {
		return *this = *this * complex(z);
	}
	template <typename U> __SIMT_CXX complex &operator/=(const complex<U> &z) {
		return *this = *this / complex(z);
	}

	/* ---- operators; either side may be a number ---- */

	__SIMT_CXX friend constexpr complex operator+(const complex &z) {
		return z;
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &z) {
		return complex(-z.re_, -z.im_);
	}
	__SIMT_CXX friend constexpr complex operator+(const complex &x,
	                                              const complex &y) {
		return complex(x.re_ + y.re_, x.im_ + y.im_);
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &x,
	                                              const complex &y) {
		return complex(x.re_ - y.re_, x.im_ - y.im_);
	}
	__SIMT_CXX friend complex operator*(const complex &x, const complex &y) {
		return product(x.re_, x.im_, y.re_, y.im_);
	}
	__SIMT_CXX friend complex operator/(const complex &x, const complex &y) {
		return quotient(x.re_, x.im_, y.re_, y.im_);
	}
	__SIMT_CXX friend constexpr complex operator+(const complex &x, const T &y) {
		return complex(x.re_ + y, x.im_);
	}
	__SIMT_CXX friend constexpr complex operator+(const T &x, const complex &y) {
		return complex(x + y.re_, y.im_);
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &x, const T &y) {
		return complex(x.re_ - y, x.im_);
	}
	__SIMT_CXX friend constexpr complex operator-(const T &x, const complex &y) {
		return complex(x - y.re_, -y.im_);
	}
	__SIMT_CXX friend constexpr complex operator*(const complex &x, const T &y) {
		return complex(x.re_ * y, x.im_ * y);
	}
	__SIMT_CXX friend constexpr complex operator*(const T &x, const complex &y) {
		return complex(x * y.re_, x * y.im_);
	}
	__SIMT_CXX friend constexpr complex operator/(const complex &x, const T &y) {
		return complex(x.re_ / y, x.im_ / y);
	}
	__SIMT_CXX friend complex operator/(const T &x, const complex &y) {
		return quotient(x, T(), y.re_, y.im_);
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &x, const complex &y) {
		return x.re_ == y.re_ && x.im_ == y.im_;
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &x, const T &y) {
		return x.re_ == y && x.im_ == 0;
	}
	__SIMT_CXX friend constexpr bool operator==(const T &x, const complex &y) {
		return x == y.re_ && y.im_ == 0;
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &x, const complex &y) {
		return !(x == y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &x, const T &y) {
		return !(x == y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const T &x, const complex &y) {
		return !(x == y);
	}

      private:
	/* An infinity as a direction: 1 or 0, with its sign. */
	__SIMT_CXX static T boxed(T x) {
		return ::copysign(::isinf(x) ? T(1) : T(0), x);
	}
	/* (a + bi)(c + di) as in annex G of C: infinite if a factor is, whatever the rest. */
	__SIMT_CXX static complex product(T a, T b, T c, T d) {
		T re = a * c - b * d, im = a * d + b * c;
		if (!::isnan(re) || !::isnan(im))
			return complex(re, im);
		bool infinite = false;
		if (::isinf(a) || ::isinf(b)) {
			a = boxed(a);
			b = boxed(b);
			c = ::isnan(c) ? ::copysign(T(0), c) : c;
			d = ::isnan(d) ? ::copysign(T(0), d) : d;
			infinite = true;
		}
		if (::isinf(c) || ::isinf(d)) {
			c = boxed(c);
			d = boxed(d);
			a = ::isnan(a) ? ::copysign(T(0), a) : a;
			b = ::isnan(b) ? ::copysign(T(0), b) : b;
			infinite = true;
		}
		if (!infinite)
			return complex(re, im);
		const T inf = T(INFINITY);
		return complex(inf * (a * c - b * d), inf * (a * d + b * c));
	}
	/* (a + bi) / (c + di), the divisor scaled to about 1 first. */
	__SIMT_CXX static complex quotient(T a, T b, T c, T d) {
		T log = ::logb(::fmax(::fabs(c), ::fabs(d)));
		int scale = 0;
		if (::isfinite(log)) {
			scale = (int)log;
			c = ::scalbn(c, -scale);
			d = ::scalbn(d, -scale);
		}
		T norm = c * c + d * d;
		T re = ::scalbn((a * c + b * d) / norm, -scale);
		T im = ::scalbn((b * c - a * d) / norm, -scale);
		if (!::isnan(re) || !::isnan(im))
			return complex(re, im);
		const T inf = T(INFINITY);
		if (norm == 0 && (!::isnan(a) || !::isnan(b))) {
			re = ::copysign(inf, c) * a;
			im = ::copysign(inf, c) * b;
		} else if ((::isinf(a) || ::isinf(b)) && ::isfinite(c) && ::isfinite(d)) {
			a = boxed(a);
			b = boxed(b);
			re = inf * (a * c + b * d);
			im = inf * (b * c - a * d);
		} else if (::isinf(log) && log > 0 && ::isfinite(a) && ::isfinite(b)) {
			c = boxed(c);
			d = boxed(d);
			re = T(0) * (a * c + b * d);
			im = T(0) * (b * c - a * d);
		}
		return complex(re, im);
	}
	T re_, im_;
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

template <typename T> __SIMT_CXX constexpr T real(const complex<T> &z) {
	return z.real();
}
template <typename T> __SIMT_CXX constexpr T imag(const complex<T> &z) {
	return z.imag();
}
template <typename T> __SIMT_CXX T abs(const complex<T> &z) {
	return ::hypot(z.real(), z.imag());
}
template <typename T> __SIMT_CXX T arg(const complex<T> &z) {
	return ::atan2(z.imag(), z.real());
}
template <typename T> __SIMT_CXX constexpr T norm(const complex<T> &z) {
	return z.real() * z.real() + z.imag() * z.imag();
}
template <typename T> __SIMT_CXX constexpr complex<T> conj(const complex<T> &z) {
	return complex<T>(z.real(), -z.imag());
}
template <typename T> __SIMT_CXX complex<T> proj(const complex<T> &z) {
	return ::isinf(z.real()) || ::isinf(z.imag())
	               ? complex<T>(T(INFINITY), ::copysign(T(0), z.imag()))
	               : z;
}
/* A number is a complex one without imaginary part; integers are doubles. */
template <typename T>
using __real_number =
	::std::enable_if_t<::std::is_arithmetic_v<T>,
                           ::std::conditional_t<::std::is_integral_v<T>, double, T>>;
template <typename T> __SIMT_CXX constexpr __real_number<T> real(T x) {
	return __real_number<T>(x);
}
template <typename T> __SIMT_CXX constexpr __real_number<T> imag(T) {
	return __real_number<T>(0);
}
template <typename T> __SIMT_CXX __real_number<T> arg(T x) {
	return ::atan2(__real_number<T>(0), __real_number<T>(x));
}
template <typename T> __SIMT_CXX constexpr __real_number<T> norm(T x) {
	return __real_number<T>(x) * __real_number<T>(x);
}
template <typename T> __SIMT_CXX constexpr complex<__real_number<T>> conj(T x) {
	return complex<__real_number<T>>(__real_number<T>(x), -__real_number<T>(0));
}
template <typename T> __SIMT_CXX complex<__real_number<T>> proj(T x) {
	return cuda::std::proj(complex<__real_number<T>>(__real_number<T>(x)));
}
template <typename T> __SIMT_CXX complex<T> polar(const T &rho, const T &theta = T()) {
	return complex<T>(rho * ::cos(theta), rho * ::sin(theta));
}

/* ---- functions ---- */

template <typename T> __SIMT_CXX complex<T> exp(const complex<T> &z) {
	if (z.imag() == 0)
		return complex<T>(::exp(z.real()), z.imag());
	if (::isinf(z.real()) && z.real() < 0 && !::isfinite(z.imag()))
		return complex<T>(T(0), T(0));
	T e = ::exp(z.real());
	return complex<T>(e * ::cos(z.imag()), e * ::sin(z.imag()));
}
template <typename T> __SIMT_CXX complex<T> log(const complex<T> &z) {
	return complex<T>(::log(cuda::std::abs(z)), cuda::std::arg(z));
}
template <typename T> __SIMT_CXX complex<T> log10(const complex<T> &z) {
	return cuda::std::log(z) / ::log(T(10));
}
template <typename T> __SIMT_CXX complex<T> sqrt(const complex<T> &z) {
	T a = z.real(), b = z.imag();
	if (::isinf(b))
		return complex<T>(T(INFINITY), b);
	if (::isinf(a))
		return a > 0 ? complex<T>(a, ::isnan(b) ? b : ::copysign(T(0), b))
		             : complex<T>(::isnan(b) ? b : T(0), ::copysign(a, b));
	if (a == 0 && b == 0)
		return complex<T>(T(0), b);
	/* the larger half first, so that nothing cancels */
	T half = ::sqrt((::fabs(a) + cuda::std::abs(z)) / 2),
	  other = ::fabs(b) / (2 * half);
	return a >= 0 ? complex<T>(half, ::copysign(other, b))
	              : complex<T>(other, ::copysign(half, b));
}
template <typename T>
__SIMT_CXX complex<T> pow(const complex<T> &x, const complex<T> &y) {
	return cuda::std::exp(y * cuda::std::log(x));
}
/* A power, or a base, that is a number: of the wider of both types; integers are doubles. */
template <typename T, typename U>
using __wider = ::std::common_type_t<T, __real_number<U>>;
template <typename T, typename U>
__SIMT_CXX complex<__wider<T, U>> pow(const complex<T> &x, const U &y) {
	typedef complex<__wider<T, U>> wide;
	return cuda::std::pow(wide(x), wide((__wider<T, U>)y));
}
template <typename T, typename U>
__SIMT_CXX complex<__wider<T, U>> pow(const U &x, const complex<T> &y) {
	typedef complex<__wider<T, U>> wide;
	return cuda::std::pow(wide((__wider<T, U>)x), wide(y));
}

template <typename T> __SIMT_CXX complex<T> sinh(const complex<T> &z) {
	if (z.imag() == 0)
		return complex<T>(::sinh(z.real()), z.imag());
	return complex<T>(::sinh(z.real()) * ::cos(z.imag()),
	                  ::cosh(z.real()) * ::sin(z.imag()));
}
template <typename T> __SIMT_CXX complex<T> cosh(const complex<T> &z) {
	if (z.imag() == 0)
		return complex<T>(::cosh(z.real()), T(0));
	return complex<T>(::cosh(z.real()) * ::cos(z.imag()),
	                  ::sinh(z.real()) * ::sin(z.imag()));
}
template <typename T> __SIMT_CXX complex<T> tanh(const complex<T> &z) {
	T x = 2 * z.real(), y = 2 * z.imag(), cosh_x = ::cosh(x);
	if (::isinf(cosh_x)) /* far out it is a sign */
		return complex<T>(::copysign(T(1), x), ::copysign(T(0), ::sin(y)));
	T d = cosh_x + ::cos(y);
	return complex<T>(::sinh(x) / d, ::sin(y) / d);
}
template <typename T> __SIMT_CXX complex<T> asinh(const complex<T> &z) {
	return cuda::std::log(z + cuda::std::sqrt(z * z + T(1)));
}
template <typename T> __SIMT_CXX complex<T> acosh(const complex<T> &z) {
	return cuda::std::log(z + cuda::std::sqrt(z + T(1)) * cuda::std::sqrt(z - T(1)));
}
template <typename T> __SIMT_CXX complex<T> atanh(const complex<T> &z) {
	return (cuda::std::log(T(1) + z) - cuda::std::log(T(1) - z)) / T(2);
}

/* A quarter turn makes circular functions of hyperbolic ones: f(iz) and f(z). */
template <typename T> __SIMT_CXX complex<T> sin(const complex<T> &z) {
	complex<T> w = cuda::std::sinh(complex<T>(-z.imag(), z.real()));
	return complex<T>(w.imag(), -w.real());
}
template <typename T> __SIMT_CXX complex<T> cos(const complex<T> &z) {
	return cuda::std::cosh(complex<T>(-z.imag(), z.real()));
}
template <typename T> __SIMT_CXX complex<T> tan(const complex<T> &z) {
	complex<T> w = cuda::std::tanh(complex<T>(-z.imag(), z.real()));
	return complex<T>(w.imag(), -w.real());
}
template <typename T> __SIMT_CXX complex<T> asin(const complex<T> &z) {
	complex<T> w = cuda::std::asinh(complex<T>(-z.imag(), z.real()));
	return complex<T>(w.imag(), -w.real());
}
template <typename T> __SIMT_CXX complex<T> acos(const complex<T> &z) {
	complex<T> w = cuda::std::asin(z);
	return complex<T>(T(1.57079632679489661923) - w.real(), -w.imag());
}
template <typename T> __SIMT_CXX complex<T> atan(const complex<T> &z) {
	complex<T> w = cuda::std::atanh(complex<T>(-z.imag(), z.real()));
	return complex<T>(w.imag(), -w.real());
}

inline namespace literals {
inline namespace complex_literals {
__SIMT_CXX constexpr complex<double> operator""i(long double im) {
	return complex<double>(0, (double)im);
}
__SIMT_CXX constexpr complex<double> operator""i(unsigned long long im) {
	return complex<double>(0, (double)im);
}
__SIMT_CXX constexpr complex<float> operator""if(long double im) {
	return complex<float>(0, (float)im);
}
__SIMT_CXX constexpr complex<float> operator""if(unsigned long long im) {
	return complex<float>(0, (float)im);
}
} // namespace complex_literals
} // namespace literals

} // namespace std
} // namespace cuda
