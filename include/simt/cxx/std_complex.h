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

template <typename __T> class alignas(2 * sizeof(__T)) complex {
      public:
	typedef __T value_type;

	__SIMT_CXX constexpr complex(const __T &re = __T(), const __T &im = __T())
	    : re_(re), im_(im) {
	}
	template <typename __U>
	__SIMT_CXX constexpr complex(const complex<__U> &z)
	    : re_(static_cast<__T>(z.real())), im_(static_cast<__T>(z.imag())) {
	}
	template <typename __U>
	__SIMT_CXX constexpr complex(const ::std::complex<__U> &z)
	    : re_(reinterpret_cast<const __U (&)[2]>(z)[0]),
	      im_(reinterpret_cast<const __U (&)[2]>(z)[1]) {
	}
	template <typename __U> __host__ operator ::std::complex<__U>() const {
		return ::std::complex<__U>(re_, im_);
	}

	__SIMT_CXX constexpr __T real() const {
		return re_;
	}
	__SIMT_CXX constexpr __T imag() const {
		return im_;
	}
	__SIMT_CXX constexpr void real(__T re) {
		re_ = re;
	}
	__SIMT_CXX constexpr void imag(__T im) {
		im_ = im;
	}

	__SIMT_CXX constexpr complex &operator=(const __T &re) {
		re_ = re;
		im_ = __T();
		return *this;
	}
	__SIMT_CXX constexpr complex &operator+=(const __T &x) {
		re_ += x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator-=(const __T &x) {
		re_ -= x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator*=(const __T &x) {
		re_ *= x;
		im_ *= x;
		return *this;
	}
	__SIMT_CXX constexpr complex &operator/=(const __T &x) {
		re_ /= x;
		im_ /= x;
		return *this;
	}
	template <typename __U>
	__SIMT_CXX constexpr complex &operator+=(const complex<__U> &z) {
		re_ += z.real();
		im_ += z.imag();
		return *this;
	}
	template <typename __U>
	__SIMT_CXX constexpr complex &operator-=(const complex<__U> &z) {
		re_ -= z.real();
		im_ -= z.imag();
		return *this;
	}
	template <typename __U> __SIMT_CXX complex &operator*=(const complex<__U> &z) {
		return *this = *this * complex(z);
	}
	template <typename __U> __SIMT_CXX complex &operator/=(const complex<__U> &z) {
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
	__SIMT_CXX friend constexpr complex operator+(const complex &x, const __T &y) {
		return complex(x.re_ + y, x.im_);
	}
	__SIMT_CXX friend constexpr complex operator+(const __T &x, const complex &y) {
		return complex(x + y.re_, y.im_);
	}
	__SIMT_CXX friend constexpr complex operator-(const complex &x, const __T &y) {
		return complex(x.re_ - y, x.im_);
	}
	__SIMT_CXX friend constexpr complex operator-(const __T &x, const complex &y) {
		return complex(x - y.re_, -y.im_);
	}
	__SIMT_CXX friend constexpr complex operator*(const complex &x, const __T &y) {
		return complex(x.re_ * y, x.im_ * y);
	}
	__SIMT_CXX friend constexpr complex operator*(const __T &x, const complex &y) {
		return complex(x * y.re_, x * y.im_);
	}
	__SIMT_CXX friend constexpr complex operator/(const complex &x, const __T &y) {
		return complex(x.re_ / y, x.im_ / y);
	}
	__SIMT_CXX friend complex operator/(const __T &x, const complex &y) {
		return quotient(x, __T(), y.re_, y.im_);
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &x, const complex &y) {
		return x.re_ == y.re_ && x.im_ == y.im_;
	}
	__SIMT_CXX friend constexpr bool operator==(const complex &x, const __T &y) {
		return x.re_ == y && x.im_ == 0;
	}
	__SIMT_CXX friend constexpr bool operator==(const __T &x, const complex &y) {
		return x == y.re_ && y.im_ == 0;
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &x, const complex &y) {
		return !(x == y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const complex &x, const __T &y) {
		return !(x == y);
	}
	__SIMT_CXX friend constexpr bool operator!=(const __T &x, const complex &y) {
		return !(x == y);
	}

      private:
	/* An infinity as a direction: 1 or 0, with its sign. */
	__SIMT_CXX static __T boxed(__T x) {
		return ::copysign(::isinf(x) ? __T(1) : __T(0), x);
	}
	/* (a + bi)(c + di) as in annex G of C: infinite if a factor is, whatever the rest. */
	__SIMT_CXX static complex product(__T a, __T b, __T c, __T d) {
		__T re = a * c - b * d, im = a * d + b * c;
		if (!::isnan(re) || !::isnan(im))
			return complex(re, im);
		bool infinite = false;
		if (::isinf(a) || ::isinf(b)) {
			a = boxed(a);
			b = boxed(b);
			c = ::isnan(c) ? ::copysign(__T(0), c) : c;
			d = ::isnan(d) ? ::copysign(__T(0), d) : d;
			infinite = true;
		}
		if (::isinf(c) || ::isinf(d)) {
			c = boxed(c);
			d = boxed(d);
			a = ::isnan(a) ? ::copysign(__T(0), a) : a;
			b = ::isnan(b) ? ::copysign(__T(0), b) : b;
			infinite = true;
		}
		if (!infinite)
			return complex(re, im);
		const __T inf = __T(INFINITY);
		return complex(inf * (a * c - b * d), inf * (a * d + b * c));
	}
	/* (a + bi) / (c + di), the divisor scaled to about 1 first. */
	__SIMT_CXX static complex quotient(__T a, __T b, __T c, __T d) {
		__T log = ::logb(::fmax(::fabs(c), ::fabs(d)));
		int scale = 0;
		if (::isfinite(log)) {
			scale = (int)log;
			c = ::scalbn(c, -scale);
			d = ::scalbn(d, -scale);
		}
		__T norm = c * c + d * d;
		__T re = ::scalbn((a * c + b * d) / norm, -scale);
		__T im = ::scalbn((b * c - a * d) / norm, -scale);
		if (!::isnan(re) || !::isnan(im))
			return complex(re, im);
		const __T inf = __T(INFINITY);
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
			re = __T(0) * (a * c + b * d);
			im = __T(0) * (b * c - a * d);
		}
		return complex(re, im);
	}
	__T re_, im_;
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

template <typename __T> __SIMT_CXX constexpr __T real(const complex<__T> &z) {
	return z.real();
}
template <typename __T> __SIMT_CXX constexpr __T imag(const complex<__T> &z) {
	return z.imag();
}
template <typename __T> __SIMT_CXX __T abs(const complex<__T> &z) {
	return ::hypot(z.real(), z.imag());
}
template <typename __T> __SIMT_CXX __T arg(const complex<__T> &z) {
	return ::atan2(z.imag(), z.real());
}
template <typename __T> __SIMT_CXX constexpr __T norm(const complex<__T> &z) {
	return z.real() * z.real() + z.imag() * z.imag();
}
template <typename __T> __SIMT_CXX constexpr complex<__T> conj(const complex<__T> &z) {
	return complex<__T>(z.real(), -z.imag());
}
template <typename __T> __SIMT_CXX complex<__T> proj(const complex<__T> &z) {
	return ::isinf(z.real()) || ::isinf(z.imag())
	               ? complex<__T>(__T(INFINITY), ::copysign(__T(0), z.imag()))
	               : z;
}
/* A number is a complex one without imaginary part; integers are doubles. */
template <typename __T>
using __real_number =
	::std::enable_if_t<::std::is_arithmetic_v<__T>,
                           ::std::conditional_t<::std::is_integral_v<__T>, double, __T>>;
template <typename __T> __SIMT_CXX constexpr __real_number<__T> real(__T x) {
	return __real_number<__T>(x);
}
template <typename __T> __SIMT_CXX constexpr __real_number<__T> imag(__T) {
	return __real_number<__T>(0);
}
template <typename __T> __SIMT_CXX __real_number<__T> arg(__T x) {
	return ::atan2(__real_number<__T>(0), __real_number<__T>(x));
}
template <typename __T> __SIMT_CXX constexpr __real_number<__T> norm(__T x) {
	return __real_number<__T>(x) * __real_number<__T>(x);
}
template <typename __T> __SIMT_CXX constexpr complex<__real_number<__T>> conj(__T x) {
	return complex<__real_number<__T>>(__real_number<__T>(x), -__real_number<__T>(0));
}
template <typename __T> __SIMT_CXX complex<__real_number<__T>> proj(__T x) {
	return cuda::std::proj(complex<__real_number<__T>>(__real_number<__T>(x)));
}
template <typename __T> __SIMT_CXX complex<__T> polar(const __T &rho, const __T &theta = __T()) {
	return complex<__T>(rho * ::cos(theta), rho * ::sin(theta));
}

/* ---- functions ---- */

template <typename __T> __SIMT_CXX complex<__T> exp(const complex<__T> &z) {
	if (z.imag() == 0)
		return complex<__T>(::exp(z.real()), z.imag());
	if (::isinf(z.real()) && z.real() < 0 && !::isfinite(z.imag()))
		return complex<__T>(__T(0), __T(0));
	__T e = ::exp(z.real());
	return complex<__T>(e * ::cos(z.imag()), e * ::sin(z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> log(const complex<__T> &z) {
	return complex<__T>(::log(cuda::std::abs(z)), cuda::std::arg(z));
}
template <typename __T> __SIMT_CXX complex<__T> log10(const complex<__T> &z) {
	return cuda::std::log(z) / ::log(__T(10));
}
template <typename __T> __SIMT_CXX complex<__T> sqrt(const complex<__T> &z) {
	__T a = z.real(), b = z.imag();
	if (::isinf(b))
		return complex<__T>(__T(INFINITY), b);
	if (::isinf(a))
		return a > 0 ? complex<__T>(a, ::isnan(b) ? b : ::copysign(__T(0), b))
		             : complex<__T>(::isnan(b) ? b : __T(0), ::copysign(a, b));
	if (a == 0 && b == 0)
		return complex<__T>(__T(0), b);
	/* the larger half first, so that nothing cancels */
	__T half = ::sqrt((::fabs(a) + cuda::std::abs(z)) / 2),
	  other = ::fabs(b) / (2 * half);
	return a >= 0 ? complex<__T>(half, ::copysign(other, b))
	              : complex<__T>(other, ::copysign(half, b));
}
template <typename __T>
__SIMT_CXX complex<__T> pow(const complex<__T> &x, const complex<__T> &y) {
	return cuda::std::exp(y * cuda::std::log(x));
}
/* A power, or a base, that is a number: of the wider of both types; integers are doubles. */
template <typename __T, typename __U>
using __wider = ::std::common_type_t<__T, __real_number<__U>>;
template <typename __T, typename __U>
__SIMT_CXX complex<__wider<__T, __U>> pow(const complex<__T> &x, const __U &y) {
	typedef complex<__wider<__T, __U>> wide;
	return cuda::std::pow(wide(x), wide((__wider<__T, __U>)y));
}
template <typename __T, typename __U>
__SIMT_CXX complex<__wider<__T, __U>> pow(const __U &x, const complex<__T> &y) {
	typedef complex<__wider<__T, __U>> wide;
	return cuda::std::pow(wide((__wider<__T, __U>)x), wide(y));
}

template <typename __T> __SIMT_CXX complex<__T> sinh(const complex<__T> &z) {
	if (z.imag() == 0)
		return complex<__T>(::sinh(z.real()), z.imag());
	return complex<__T>(::sinh(z.real()) * ::cos(z.imag()),
	                  ::cosh(z.real()) * ::sin(z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> cosh(const complex<__T> &z) {
	if (z.imag() == 0)
		return complex<__T>(::cosh(z.real()), __T(0));
	return complex<__T>(::cosh(z.real()) * ::cos(z.imag()),
	                  ::sinh(z.real()) * ::sin(z.imag()));
}
template <typename __T> __SIMT_CXX complex<__T> tanh(const complex<__T> &z) {
	__T x = 2 * z.real(), y = 2 * z.imag(), cosh_x = ::cosh(x);
	if (::isinf(cosh_x)) /* far out it is a sign */
		return complex<__T>(::copysign(__T(1), x), ::copysign(__T(0), ::sin(y)));
	__T d = cosh_x + ::cos(y);
	return complex<__T>(::sinh(x) / d, ::sin(y) / d);
}
template <typename __T> __SIMT_CXX complex<__T> asinh(const complex<__T> &z) {
	return cuda::std::log(z + cuda::std::sqrt(z * z + __T(1)));
}
template <typename __T> __SIMT_CXX complex<__T> acosh(const complex<__T> &z) {
	return cuda::std::log(z + cuda::std::sqrt(z + __T(1)) * cuda::std::sqrt(z - __T(1)));
}
template <typename __T> __SIMT_CXX complex<__T> atanh(const complex<__T> &z) {
	return (cuda::std::log(__T(1) + z) - cuda::std::log(__T(1) - z)) / __T(2);
}

/* A quarter turn makes circular functions of hyperbolic ones: f(iz) and f(z). */
template <typename __T> __SIMT_CXX complex<__T> sin(const complex<__T> &z) {
	complex<__T> w = cuda::std::sinh(complex<__T>(-z.imag(), z.real()));
	return complex<__T>(w.imag(), -w.real());
}
template <typename __T> __SIMT_CXX complex<__T> cos(const complex<__T> &z) {
	return cuda::std::cosh(complex<__T>(-z.imag(), z.real()));
}
template <typename __T> __SIMT_CXX complex<__T> tan(const complex<__T> &z) {
	complex<__T> w = cuda::std::tanh(complex<__T>(-z.imag(), z.real()));
	return complex<__T>(w.imag(), -w.real());
}
template <typename __T> __SIMT_CXX complex<__T> asin(const complex<__T> &z) {
	complex<__T> w = cuda::std::asinh(complex<__T>(-z.imag(), z.real()));
	return complex<__T>(w.imag(), -w.real());
}
template <typename __T> __SIMT_CXX complex<__T> acos(const complex<__T> &z) {
	complex<__T> w = cuda::std::asin(z);
	return complex<__T>(__T(1.57079632679489661923) - w.real(), -w.imag());
}
template <typename __T> __SIMT_CXX complex<__T> atan(const complex<__T> &z) {
	complex<__T> w = cuda::std::atanh(complex<__T>(-z.imag(), z.real()));
	return complex<__T>(w.imag(), -w.real());
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
