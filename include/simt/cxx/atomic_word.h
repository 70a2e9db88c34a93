/* atomic_word.h - atomic operations on an object of any type that is trivially copied.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace __simt {

/* Sizes that have an instruction are aligned to themselves. */
template <typename __T>
using __atomic_alignment = ::std::integral_constant<
	size_t, (sizeof(__T) & (sizeof(__T) - 1)) == 0 && sizeof(__T) <= 16
			? sizeof(__T)
			: alignof(__T)>;

template <typename __T> struct __difference_of { typedef __T type; };
template <typename __T> struct __difference_of<__T *> { typedef ptrdiff_t type; };
template <typename __T> using __difference = typename __difference_of<__T>::type;

template <typename __T> __SIMT_CXX bool __same_bytes(const __T &__x, const __T &__y) {
	const unsigned char *__p = reinterpret_cast<const unsigned char *>(&__x);
	const unsigned char *__q = reinterpret_cast<const unsigned char *>(&__y);
	for (size_t __i = 0; __i < sizeof(__T); __i++)
		if (__p[__i] != __q[__i])
			return false;
	return true;
}

/* ---- results of changes ---- */

#define __SIMT_CXX_CHANGE(name, result)                                       \
	struct name {                                                         \
		template <typename __T, typename __D>                         \
		__SIMT_CXX __T operator()(const __T &x, const __D &y) const { \
			return (__T)(result);                                 \
		}                                                             \
	};
__SIMT_CXX_CHANGE(__change_exchange, y)
__SIMT_CXX_CHANGE(__change_add, x + y)
__SIMT_CXX_CHANGE(__change_sub, x - y)
__SIMT_CXX_CHANGE(__change_and, x &y)
__SIMT_CXX_CHANGE(__change_or, x | y)
__SIMT_CXX_CHANGE(__change_xor, x ^ y)
__SIMT_CXX_CHANGE(__change_min, y < x ? y : x)
__SIMT_CXX_CHANGE(__change_max, x < y ? y : x)
#undef __SIMT_CXX_CHANGE

#if defined(__CUDA_ARCH__)

/* Kinds of types: one and two bytes are part of a word, four and more are words; numbers
 * of four and eight bytes have arithmetic. */
struct __a_part {};
struct __a_word {};
struct __an_integer : __a_word {};
struct __a_float : __a_word {};

template <typename __T>
using __kind_of = typename ::std::conditional<
	sizeof(__T) < 4, __a_part,
	typename ::std::conditional<
		::std::is_integral<__T>::value, __an_integer,
		typename ::std::conditional<::std::is_floating_point<__T>::value,
                                            __a_float, __a_word>::type>::type>::type;

template <typename __T, thread_scope _Scope> struct __atomic_word {
	static_assert(sizeof(__T) == 1 || sizeof(__T) == 2 || sizeof(__T) == 4 ||
	                      sizeof(__T) == 8 || sizeof(__T) == 16,
	              "atomic objects have 1, 2, 4, 8 or 16 bytes");
	enum { __scope = __scope_number(_Scope) };
	typedef __kind_of<__T> __kind;

	__SIMT_CXX_DEVICE static __T load(const __T *__p, memory_order __order) {
		__T __v;
		__nv_atomic_load(__p, &__v, (int)__order, __scope);
		return __v;
	}
	__SIMT_CXX_DEVICE static void store(__T *__p, __T __v, memory_order __order) {
		__nv_atomic_store(__p, &__v, (int)__order, __scope);
	}

	/* ---- compare and swap ---- */

	__SIMT_CXX_DEVICE static bool compare_exchange(__T *__p, __T &__expected,
	                                               __T __desired,
	                                               memory_order __success,
	                                               memory_order __failure) {
		return swap(__p, __expected, __desired, __success, __failure, __kind());
	}
	__SIMT_CXX_DEVICE static bool swap(__T *__p, __T &__expected, __T __desired,
	                                   memory_order __success, memory_order __failure,
	                                   __a_word) {
		return __nv_atomic_compare_exchange(__p, &__expected, &__desired, false,
		                                    (int)__success, (int)__failure,
		                                    __scope);
	}
	/* The other bytes of the word may change meanwhile, which is no failure. */
	__SIMT_CXX_DEVICE static bool swap(__T *__p, __T &__expected, __T __desired,
	                                   memory_order __success, memory_order __failure,
	                                   __a_part) {
		size_t __address = reinterpret_cast<size_t>(__p);
		unsigned *__whole = reinterpret_cast<unsigned *>(__address & ~(size_t)3);
		unsigned __shift = (unsigned)(__address & 3) * 8;
		unsigned __mask = ((1u << sizeof(__T) * 8) - 1) << __shift;
		unsigned __want = __bits(__expected) << __shift,
			 __next = __bits(__desired) << __shift;
		unsigned __old = __nv_atomic_load_n(__whole, 0, __scope);
		do {
			if ((__old & __mask) != __want) {
				__old = __nv_atomic_load_n(__whole, (int)__failure,
				                           __scope);
				if ((__old & __mask) != __want) {
					__expected = __from_bits(__old >> __shift);
					return false;
				}
			}
		} while (!__nv_atomic_compare_exchange_n(
			__whole, &__old, (__old & ~__mask) | __next, false,
			(int)__success, (int)__failure, __scope));
		return true;
	}

	/* ---- read, change, write ---- */

	template <typename __D, typename _Change>
	__SIMT_CXX_DEVICE static __T __change(__T *__p, __D __v, memory_order __order,
	                                      _Change __f) {
		__T __old = load(__p, memory_order_relaxed);
		while (!compare_exchange(__p, __old, __f(__old, __v), __order,
		                         __failure_order(__order)))
			;
		return __old;
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *__p, __T __v, memory_order __order) {
		return exchange(__p, __v, __order, __kind());
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *__p, __T __v, memory_order __order,
	                                      __a_word) {
		__T __old;
		__nv_atomic_exchange(__p, &__v, &__old, (int)__order, __scope);
		return __old;
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *__p, __T __v, memory_order __order,
	                                      __a_part) {
		return __change(__p, __v, __order, __change_exchange());
	}

	/* Kind: types that have an instruction */
#define __SIMT_CXX_FETCH(op, _Kind)                                                   \
	template <typename __D>                                                       \
	__SIMT_CXX_DEVICE static __T fetch_##op(__T *__p, __D __v,                    \
	                                        memory_order __order) {               \
		return op##_as(__p, __v, __order, __kind());                          \
	}                                                                             \
	template <typename __D>                                                       \
	__SIMT_CXX_DEVICE static __T op##_as(__T *__p, __D __v, memory_order __order, \
	                                     _Kind) {                                 \
		return __nv_atomic_fetch_##op(__p, __v, (int)__order, __scope);       \
	}
#define __SIMT_CXX_CHANGE(op, _Kind)                                                  \
	template <typename __D>                                                       \
	__SIMT_CXX_DEVICE static __T op##_as(__T *__p, __D __v, memory_order __order, \
	                                     _Kind) {                                 \
		return __change(__p, __v, __order, __change_##op());                  \
	}
#define __SIMT_CXX_SUM(op)                                                            \
	__SIMT_CXX_FETCH(op, __an_integer)                                            \
	template <typename __D>                                                       \
	__SIMT_CXX_DEVICE static __T op##_as(__T *__p, __D __v, memory_order __order, \
	                                     __a_float) {                             \
		return __nv_atomic_fetch_##op(__p, __v, (int)__order, __scope);       \
	}                                                                             \
	__SIMT_CXX_CHANGE(op, __a_word)                                               \
	__SIMT_CXX_CHANGE(op, __a_part)
#define __SIMT_CXX_BITS(op)                \
	__SIMT_CXX_FETCH(op, __an_integer) \
	__SIMT_CXX_CHANGE(op, __a_word)    \
	__SIMT_CXX_CHANGE(op, __a_part)
	__SIMT_CXX_SUM(add)
	__SIMT_CXX_SUM(sub)
	__SIMT_CXX_BITS(and)
	__SIMT_CXX_BITS(or)
	__SIMT_CXX_BITS(xor)
	__SIMT_CXX_BITS(min)
	__SIMT_CXX_BITS(max)
#undef __SIMT_CXX_BITS
#undef __SIMT_CXX_SUM
#undef __SIMT_CXX_CHANGE
#undef __SIMT_CXX_FETCH

      private:
	__SIMT_CXX_DEVICE static unsigned __bits(const __T &__v) {
		unsigned __n = 0;
		for (unsigned __i = 0; __i < sizeof(__T); __i++)
			__n |= (unsigned)reinterpret_cast<const unsigned char *>(
				       &__v)[__i]
			       << __i * 8;
		return __n;
	}
	__SIMT_CXX_DEVICE static __T __from_bits(unsigned __n) {
		__T __v;
		for (unsigned __i = 0; __i < sizeof(__T); __i++)
			reinterpret_cast<unsigned char *>(
				&__v)[__i] = (unsigned char)(__n >> __i * 8);
		return __v;
	}
};

#else

template <typename __T, thread_scope> struct __atomic_word {
	static __T load(const __T *__p, memory_order __order) {
		__T __v;
		__atomic_load(__p, &__v, (int)__order);
		return __v;
	}
	static void store(__T *__p, __T __v, memory_order __order) {
		__atomic_store(__p, &__v, (int)__order);
	}
	static __T exchange(__T *__p, __T __v, memory_order __order) {
		__T __old;
		__atomic_exchange(__p, &__v, &__old, (int)__order);
		return __old;
	}
	static bool compare_exchange(__T *__p, __T &__expected, __T __desired,
	                             memory_order __success, memory_order __failure) {
		return __atomic_compare_exchange(__p, &__expected, &__desired, false,
		                                 (int)__success, (int)__failure);
	}

	template <typename __D, typename _Change>
	static __T __change(__T *__p, __D __v, memory_order __order, _Change __f) {
		__T __old = load(__p, memory_order_relaxed);
		while (!compare_exchange(__p, __old, __f(__old, __v), __order,
		                         __failure_order(__order)))
			;
		return __old;
	}
#define __SIMT_CXX_FETCH(op)                                             \
	template <typename __D>                                          \
	static __T fetch_##op(__T *__p, __D __v, memory_order __order) { \
		return __change(__p, __v, __order, __change_##op());     \
	}
	__SIMT_CXX_FETCH(add)
	__SIMT_CXX_FETCH(sub)
	__SIMT_CXX_FETCH(and)
	__SIMT_CXX_FETCH(or)
	__SIMT_CXX_FETCH(xor)
	__SIMT_CXX_FETCH(min)
	__SIMT_CXX_FETCH(max)
#undef __SIMT_CXX_FETCH
};

#endif

} // namespace __simt
} // namespace cuda
