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
template <class __T> __SIMT_CX __T __simt_with_sign(__T __x, __T __sign) {
	bool __minus = __sign < 0 || (__sign == 0 && 1 / __sign < 0);
	return __minus == (__x < 0) ? __x : -__x;
}
template <class __T> __SIMT_CX bool __simt_is_infinite(__T __x) {
	return __x - __x != __x - __x && __x == __x;
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
	__SIMT_CX __simt_complex(__T __real_part, __T __imag_part = 0)
	    : __re(__real_part), __im(__imag_part) {
	}
	template <class __U>
	__SIMT_CX __simt_complex(const __simt_complex<__U> &__z)
	    : __re(__T(__z.__re)), __im(__T(__z.__im)) {
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
	template <class __S> __SIMT_CX __simt_complex &operator+=(const __S &__z) {
		return *this = *this + __z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator-=(const __S &__z) {
		return *this = *this - __z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator*=(const __S &__z) {
		return *this = *this * __z;
	}
	template <class __S> __SIMT_CX __simt_complex &operator/=(const __S &__z) {
		return *this = *this / __z;
	}

	friend __SIMT_CX bool operator==(__simt_complex __a, __simt_complex __b) {
		return __a.__re == __b.__re && __a.__im == __b.__im;
	}
	friend __SIMT_CX bool operator!=(__simt_complex __a, __simt_complex __b) {
		return __a.__re != __b.__re || __a.__im != __b.__im;
	}
	friend __SIMT_CX __simt_complex operator+(__simt_complex __a,
	                                          __simt_complex __b) {
		return {__a.__re + __b.__re, __a.__im + __b.__im};
	}
	friend __SIMT_CX __simt_complex operator-(__simt_complex __a,
	                                          __simt_complex __b) {
		return {__a.__re - __b.__re, __a.__im - __b.__im};
	}
	friend __SIMT_CX __simt_complex operator*(__simt_complex __a,
	                                          __simt_complex __b) {
		__T __real_part = __a.__re * __b.__re - __a.__im * __b.__im,
		    __imag_part = __a.__re * __b.__im + __a.__im * __b.__re;
		return __real_part == __real_part || __imag_part == __imag_part
		               ? __simt_complex{__real_part, __imag_part}
		               : __infinite_product(__a, __b, __real_part, __imag_part);
	}
	friend __SIMT_CX __simt_complex operator/(__simt_complex __a,
	                                          __simt_complex __b) {
		__T __c = __b.__re, __d = __b.__im, __real_part = 0, __imag_part = 0;
		if ((__c < 0 ? -__c : __c) < (__d < 0 ? -__d : __d)) {
			__T __ratio = __c / __d, __whole = __c * __ratio + __d;
			__real_part = (__a.__re * __ratio + __a.__im) / __whole;
			__imag_part = (__a.__im * __ratio - __a.__re) / __whole;
		} else {
			__T __ratio = __d / __c, __whole = __d * __ratio + __c;
			__real_part = (__a.__im * __ratio + __a.__re) / __whole;
			__imag_part = (__a.__im - __a.__re * __ratio) / __whole;
		}
		return __real_part == __real_part || __imag_part == __imag_part
		               ? __simt_complex{__real_part, __imag_part}
		               : __infinite_quotient(__a, __b, __real_part, __imag_part);
	}

	/* With numbers, whose imaginary part is not there rather than 0, and with complex numbers of other types. */
	template <class __S>
	friend __SIMT_CX auto operator+(__simt_complex __a, __S __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a.__re + __b, __a.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator-(__simt_complex __a, __S __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a.__re - __b, __a.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator*(__simt_complex __a, __S __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a.__re * __b, __a.__im * __b};
	}
	template <class __S>
	friend __SIMT_CX auto operator/(__simt_complex __a, __S __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a.__re / __b, __a.__im / __b};
	}
	template <class __S>
	friend __SIMT_CX auto operator+(__S __a, __simt_complex __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a + __b.__re, __b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator-(__S __a, __simt_complex __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a - __b.__re, -__b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator*(__S __a, __simt_complex __b) ->
		typename __simt_complex_with<__T, __S>::type {
		return {__a * __b.__re, __a * __b.__im};
	}
	template <class __S>
	friend __SIMT_CX auto operator/(__S __a, __simt_complex __b) ->
		typename __simt_complex_with<__T, __S>::type {
		typedef typename __simt_complex_with<__T, __S>::type __wide;
		return __wide(__a) / __wide(__b);
	}
#define __SIMT_CX_MIXED(op)                                                            \
	template <class __U>                                                           \
	friend __SIMT_CX auto operator op(__simt_complex __a, __simt_complex<__U> __b) \
		->__simt_complex<decltype(__T() + __U())> {                            \
		typedef __simt_complex<decltype(__T() + __U())> __wide;                \
		return __wide(__a) op __wide(__b);                                     \
	}
	__SIMT_CX_MIXED(+)
	__SIMT_CX_MIXED(-)
	__SIMT_CX_MIXED(*)
	__SIMT_CX_MIXED(/)
#undef __SIMT_CX_MIXED

	/* Infinite parts count as 1, finite ones and what is no number as 0 ... */
	static __SIMT_CX __T __unit(__T __x) {
		return __simt_with_sign(__T(__simt_is_infinite(__x) ? 1 : 0), __x);
	}
	static __SIMT_CX __T __some(__T __x) {
		return __x == __x ? __x : __simt_with_sign(__T(0), __x);
	}
	/* ... so that an infinite factor makes an infinite product, where neither part of it was a number. */
	static __SIMT_CX __simt_complex __infinite_product(__simt_complex __x,
	                                                   __simt_complex __y,
	                                                   __T __real_part,
	                                                   __T __imag_part) {
		__T __a = __x.__re, __b = __x.__im, __c = __y.__re, __d = __y.__im;
		bool __again = false;
		if (__simt_is_infinite(__a) || __simt_is_infinite(__b)) {
			__a = __unit(__a), __b = __unit(__b), __c = __some(__c),
			__d = __some(__d);
			__again = true;
		}
		if (__simt_is_infinite(__c) || __simt_is_infinite(__d)) {
			__c = __unit(__c), __d = __unit(__d), __a = __some(__a),
			__b = __some(__b);
			__again = true;
		}
		if (!__again && (__simt_is_infinite(__x.__re * __y.__re) ||
		                 __simt_is_infinite(__x.__im * __y.__im) ||
		                 __simt_is_infinite(__x.__re * __y.__im) ||
		                 __simt_is_infinite(__x.__im * __y.__re))) {
			__a = __some(__a), __b = __some(__b), __c = __some(__c),
			__d = __some(__d);
			__again = true;
		}
		__T __inf = __T(__builtin_huge_val());
		return __again ? __simt_complex{__inf * (__a * __c - __b * __d),
		                                __inf * (__a * __d + __b * __c)}
		               : __simt_complex{__real_part, __imag_part};
	}
	static __SIMT_CX __simt_complex __infinite_quotient(__simt_complex __x,
	                                                    __simt_complex __y,
	                                                    __T __real_part,
	                                                    __T __imag_part) {
		__T __a = __x.__re, __b = __x.__im, __c = __y.__re, __d = __y.__im,
		    __inf = __T(__builtin_huge_val());
		bool __is_infinite = __simt_is_infinite(__a) || __simt_is_infinite(__b);
		if (__c == 0 && __d == 0 && (__a == __a || __b == __b))
			return {__simt_with_sign(__inf, __c) * __a,
			        __simt_with_sign(__inf, __c) * __b};
		if (__is_infinite && __c - __c == 0 && __d - __d == 0) {
			__a = __unit(__a), __b = __unit(__b);
			return {__inf * (__a * __c + __b * __d),
			        __inf * (__b * __c - __a * __d)};
		}
		if ((__simt_is_infinite(__c) || __simt_is_infinite(__d)) &&
		    __a - __a == 0 && __b - __b == 0) {
			__c = __unit(__c), __d = __unit(__d);
			return {0 * (__a * __c + __b * __d), 0 * (__b * __c - __a * __d)};
		}
		return {__real_part, __imag_part};
	}
};

#undef __SIMT_CX
