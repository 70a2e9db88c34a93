/* device_complex.h - `_Complex T` of device code: the compiler takes this class for it, __real__ and __imag__ are its
 * members, in that order, and its name is mangled as the type is. std::complex<float> and std::complex<double> of
 * GNU's library are made of it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The C library's functions of complex numbers are the host's: GNU's library has others, made of those of real ones. */
#undef _GLIBCXX_USE_C99_COMPLEX
#undef _GLIBCXX_USE_C99_COMPLEX_TR1

#define __SIMT_CX __device__ __host__ constexpr

/* The number of C++ with the sign of another, for what follows from infinite operands ([C11] annex G). */
template <class __T> __SIMT_CX __T __simt_with_sign(__T x, __T sign) {
	bool minus = sign < 0 || (sign == 0 && 1 / sign < 0);
	return minus == (x < 0) ? x : -x;
}
template <class __T> __SIMT_CX bool __simt_is_infinite(__T x) {
	return x - x != x - x && x == x;
}

template <class __T> struct __simt_complex;

/* The complex numbers that T and a real number of type S give together. */
template <class __T, class __S> struct __simt_complex_with {
	typedef __simt_complex<decltype(__T() + __S())> type;
};
template <class __T, class __U> struct __simt_complex_with<__T, __simt_complex<__U>> {};

template <class __T> struct __simt_complex {
	__T __re, __im;

	__simt_complex() = default;
	__SIMT_CX __simt_complex(__T re, __T im = 0) : __re(re), __im(im) {
	}
	template <class __U>
	__SIMT_CX __simt_complex(const __simt_complex<__U> &z)
	    : __re(__T(z.__re)), __im(__T(z.__im)) {
	}
	__SIMT_CX explicit operator bool() const {
		return __re != 0 || __im != 0;
	}
	__SIMT_CX __simt_complex operator+() const {
		return *this;
	}
	__SIMT_CX __simt_complex operator-() const {
		return {-__re, -__im};
	}
	__SIMT_CX __simt_complex operator~() const {
		return {__re, -__im};
	}
	template <class __S> __SIMT_CX __simt_complex &operator+=(const __S &z) {
		return *this = *this + z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator-=(const __S &z) {
		return *this = *this - z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator*=(const __S &z) {
		return *this = *this * z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator/=(const __S &z) {
		return *this = *this / z;
	}

	friend __SIMT_CX bool operator==(__simt_complex a, __simt_complex b) {
		return a.__re == b.__re && a.__im == b.__im;
	}
	friend __SIMT_CX bool operator!=(__simt_complex a, __simt_complex b) {
		return a.__re != b.__re || a.__im != b.__im;
	}
	friend __SIMT_CX __simt_complex operator+(__simt_complex a, __simt_complex b) {
		return {a.__re + b.__re, a.__im + b.__im};
	}
	friend __SIMT_CX __simt_complex operator-(__simt_complex a, __simt_complex b) {
		return {a.__re - b.__re, a.__im - b.__im};
	}
	friend __SIMT_CX __simt_complex operator*(__simt_complex a, __simt_complex b) {
		__T re = a.__re * b.__re - a.__im * b.__im,
		  im = a.__re * b.__im + a.__im * b.__re;
		return re == re || im == im ? __simt_complex{re, im}
		                            : infinite_product(a, b, re, im);
	}
	friend __SIMT_CX __simt_complex operator/(__simt_complex a, __simt_complex b) {
		__T c = b.__re, d = b.__im, re = 0, im = 0;
		if ((c < 0 ? -c : c) < (d < 0 ? -d : d)) {
			__T ratio = c / d, whole = c * ratio + d;
			re = (a.__re * ratio + a.__im) / whole;
			im = (a.__im * ratio - a.__re) / whole;
		} else {
			__T ratio = d / c, whole = d * ratio + c;
			re = (a.__im * ratio + a.__re) / whole;
			im = (a.__im - a.__re * ratio) / whole;
		}
		return re == re || im == im ? __simt_complex{re, im}
		                            : infinite_quotient(a, b, re, im);
	}

	/* With numbers, whose imaginary part is not there rather than 0, and with complex numbers of other types. */
	template <class __S>
	friend __SIMT_CX auto operator+(__simt_complex a, __S b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a.__re + b, a.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator-(__simt_complex a, __S b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a.__re - b, a.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator*(__simt_complex a, __S b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a.__re * b, a.__im * b};
	}
	template <class __S>
	friend __SIMT_CX auto operator/(__simt_complex a, __S b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a.__re / b, a.__im / b};
	}
	template <class __S>
	friend __SIMT_CX auto operator+(__S a, __simt_complex b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a + b.__re, b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator-(__S a, __simt_complex b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a - b.__re, -b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator*(__S a, __simt_complex b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {a * b.__re, a * b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator/(__S a, __simt_complex b) ->
		typename __simt_complex_with<__T, __S>::type {
		typedef typename __simt_complex_with<__T, __S>::type wide;
		return wide(a) / wide(b);
	}
#define __SIMT_CX_MIXED(op)                                                      \
	template <class __U>                                                       \
	friend __SIMT_CX auto operator op(__simt_complex a, __simt_complex<__U> b) \
		->__simt_complex<decltype(__T() + __U())> {                          \
		typedef __simt_complex<decltype(__T() + __U())> wide;                \
		return wide(a) op wide(b);                                       \
	}
	__SIMT_CX_MIXED(+)
	__SIMT_CX_MIXED(-)
	__SIMT_CX_MIXED(*)
	__SIMT_CX_MIXED(/)
#undef __SIMT_CX_MIXED

	/* Infinite parts count as 1, finite ones and what is no number as 0 ... */
	static __SIMT_CX __T unit(__T x) {
		return __simt_with_sign(__T(__simt_is_infinite(x) ? 1 : 0), x);
	}
	static __SIMT_CX __T some(__T x) {
		return x == x ? x : __simt_with_sign(__T(0), x);
	}
	/* ... so that an infinite factor makes an infinite product, where neither part of it was a number. */
	static __SIMT_CX __simt_complex infinite_product(__simt_complex x,
	                                                 __simt_complex y, __T re, __T im) {
		__T a = x.__re, b = x.__im, c = y.__re, d = y.__im;
		bool again = false;
		if (__simt_is_infinite(a) || __simt_is_infinite(b)) {
			a = unit(a), b = unit(b), c = some(c), d = some(d);
			again = true;
		}
		if (__simt_is_infinite(c) || __simt_is_infinite(d)) {
			c = unit(c), d = unit(d), a = some(a), b = some(b);
			again = true;
		}
		if (!again && (__simt_is_infinite(x.__re * y.__re) ||
		               __simt_is_infinite(x.__im * y.__im) ||
		               __simt_is_infinite(x.__re * y.__im) ||
		               __simt_is_infinite(x.__im * y.__re))) {
			a = some(a), b = some(b), c = some(c), d = some(d);
			again = true;
		}
		__T inf = __T(__builtin_huge_val());
		return again ? __simt_complex{inf * (a * c - b * d),
		                              inf * (a * d + b * c)}
		             : __simt_complex{re, im};
	}
	static __SIMT_CX __simt_complex infinite_quotient(__simt_complex x,
	                                                  __simt_complex y, __T re, __T im) {
		__T a = x.__re, b = x.__im, c = y.__re, d = y.__im,
		  inf = __T(__builtin_huge_val());
		bool is_infinite = __simt_is_infinite(a) || __simt_is_infinite(b);
		if (c == 0 && d == 0 && (a == a || b == b))
			return {__simt_with_sign(inf, c) * a,
			        __simt_with_sign(inf, c) * b};
		if (is_infinite && c - c == 0 && d - d == 0) {
			a = unit(a), b = unit(b);
			return {inf * (a * c + b * d), inf * (b * c - a * d)};
		}
		if ((__simt_is_infinite(c) || __simt_is_infinite(d)) && a - a == 0 &&
		    b - b == 0) {
			c = unit(c), d = unit(d);
			return {0 * (a * c + b * d), 0 * (b * c - a * d)};
		}
		return {re, im};
	}
};

#undef __SIMT_CX
