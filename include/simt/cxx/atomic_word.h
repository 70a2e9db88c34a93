/* atomic_word.h - atomic operations on an object of any type that is trivially copied.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace simt {

/* Sizes that have an instruction are aligned to themselves. */
template <typename __T>
using atomic_alignment = ::std::integral_constant<
	size_t,
	(sizeof(__T) & (sizeof(__T) - 1)) == 0 && sizeof(__T) <= 16 ? sizeof(__T) : alignof(__T)>;

template <typename __T> struct difference_of { typedef __T type; };
template <typename __T> struct difference_of<__T *> { typedef ptrdiff_t type; };
template <typename __T> using difference = typename difference_of<__T>::type;

template <typename __T> __SIMT_CXX bool same_bytes(const __T &x, const __T &y) {
	const unsigned char *p = reinterpret_cast<const unsigned char *>(&x);
	const unsigned char *q = reinterpret_cast<const unsigned char *>(&y);
	for (size_t i = 0; i < sizeof(__T); i++)
		if (p[i] != q[i])
			return false;
	return true;
}

/* ---- results of changes ---- */

#define __SIMT_CXX_CHANGE(name, result)                                 \
	struct name {                                                   \
		template <typename __T, typename __D>                       \
		__SIMT_CXX __T operator()(const __T &x, const __D &y) const { \
			return (__T)(result);                             \
		}                                                       \
	};
__SIMT_CXX_CHANGE(change_exchange, y)
__SIMT_CXX_CHANGE(change_add, x + y)
__SIMT_CXX_CHANGE(change_sub, x - y)
__SIMT_CXX_CHANGE(change_and, x &y)
__SIMT_CXX_CHANGE(change_or, x | y)
__SIMT_CXX_CHANGE(change_xor, x ^ y)
__SIMT_CXX_CHANGE(change_min, y < x ? y : x)
__SIMT_CXX_CHANGE(change_max, x < y ? y : x)
#undef __SIMT_CXX_CHANGE

#if defined(__CUDA_ARCH__)

/* Kinds of types: one and two bytes are part of a word, four and more are words; numbers
 * of four and eight bytes have arithmetic. */
struct is_part {};
struct is_word {};
struct is_integer : is_word {};
struct is_float : is_word {};

template <typename __T>
using kind_of = typename ::std::conditional<
	sizeof(__T) < 4, is_part,
	typename ::std::conditional<
		::std::is_integral<__T>::value, is_integer,
		typename ::std::conditional<::std::is_floating_point<__T>::value, is_float,
                                            is_word>::type>::type>::type;

template <typename __T, thread_scope _Scope> struct atomic_word {
	static_assert(sizeof(__T) == 1 || sizeof(__T) == 2 || sizeof(__T) == 4 ||
	                      sizeof(__T) == 8 || sizeof(__T) == 16,
	              "atomic objects have 1, 2, 4, 8 or 16 bytes");
	enum { scope = scope_number(_Scope) };
	typedef kind_of<__T> kind;

	__SIMT_CXX_DEVICE static __T load(const __T *p, memory_order order) {
		__T v;
		__nv_atomic_load(p, &v, (int)order, scope);
		return v;
	}
	__SIMT_CXX_DEVICE static void store(__T *p, __T v, memory_order order) {
		__nv_atomic_store(p, &v, (int)order, scope);
	}

	/* ---- compare and swap ---- */

	__SIMT_CXX_DEVICE static bool compare_exchange(__T *p, __T &expected, __T desired,
	                                               memory_order success,
	                                               memory_order failure) {
		return swap(p, expected, desired, success, failure, kind());
	}
	__SIMT_CXX_DEVICE static bool swap(__T *p, __T &expected, __T desired,
	                                   memory_order success, memory_order failure,
	                                   is_word) {
		return __nv_atomic_compare_exchange(p, &expected, &desired, false,
		                                    (int)success, (int)failure, scope);
	}
	/* The other bytes of the word may change meanwhile, which is no failure. */
	__SIMT_CXX_DEVICE static bool swap(__T *p, __T &expected, __T desired,
	                                   memory_order success, memory_order failure,
	                                   is_part) {
		size_t address = reinterpret_cast<size_t>(p);
		unsigned *whole = reinterpret_cast<unsigned *>(address & ~(size_t)3);
		unsigned shift = (unsigned)(address & 3) * 8;
		unsigned mask = ((1u << sizeof(__T) * 8) - 1) << shift;
		unsigned want = bits(expected) << shift, next = bits(desired) << shift;
		unsigned old = __nv_atomic_load_n(whole, 0, scope);
		do {
			if ((old & mask) != want) {
				old = __nv_atomic_load_n(whole, (int)failure, scope);
				if ((old & mask) != want) {
					expected = from_bits(old >> shift);
					return false;
				}
			}
		} while (!__nv_atomic_compare_exchange_n(
			whole, &old, (old & ~mask) | next, false, (int)success,
			(int)failure, scope));
		return true;
	}

	/* ---- read, change, write ---- */

	template <typename __D, typename _Change>
	__SIMT_CXX_DEVICE static __T change(__T *p, __D v, memory_order order, _Change f) {
		__T old = load(p, memory_order_relaxed);
		while (!compare_exchange(p, old, f(old, v), order, failure_order(order)))
			;
		return old;
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *p, __T v, memory_order order) {
		return exchange(p, v, order, kind());
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *p, __T v, memory_order order, is_word) {
		__T old;
		__nv_atomic_exchange(p, &v, &old, (int)order, scope);
		return old;
	}
	__SIMT_CXX_DEVICE static __T exchange(__T *p, __T v, memory_order order, is_part) {
		return change(p, v, order, change_exchange());
	}

	/* Kind: types that have an instruction */
#define __SIMT_CXX_FETCH(op, _Kind)                                                \
	template <typename __D>                                                     \
	__SIMT_CXX_DEVICE static __T fetch_##op(__T *p, __D v, memory_order order) {    \
		return op##_as(p, v, order, kind());                              \
	}                                                                         \
	template <typename __D>                                                     \
	__SIMT_CXX_DEVICE static __T op##_as(__T *p, __D v, memory_order order, _Kind) { \
		return __nv_atomic_fetch_##op(p, v, (int)order, scope);           \
	}
#define __SIMT_CXX_CHANGE(op, _Kind)                                               \
	template <typename __D>                                                     \
	__SIMT_CXX_DEVICE static __T op##_as(__T *p, __D v, memory_order order, _Kind) { \
		return change(p, v, order, change_##op());                        \
	}
#define __SIMT_CXX_SUM(op)                                                            \
	__SIMT_CXX_FETCH(op, is_integer)                                              \
	template <typename __D>                                                         \
	__SIMT_CXX_DEVICE static __T op##_as(__T *p, __D v, memory_order order, is_float) { \
		return __nv_atomic_fetch_##op(p, v, (int)order, scope);               \
	}                                                                             \
	__SIMT_CXX_CHANGE(op, is_word)                                                \
	__SIMT_CXX_CHANGE(op, is_part)
#define __SIMT_CXX_BITS(op)              \
	__SIMT_CXX_FETCH(op, is_integer) \
	__SIMT_CXX_CHANGE(op, is_word)   \
	__SIMT_CXX_CHANGE(op, is_part)
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
	__SIMT_CXX_DEVICE static unsigned bits(const __T &v) {
		unsigned n = 0;
		for (unsigned i = 0; i < sizeof(__T); i++)
			n |= (unsigned)reinterpret_cast<const unsigned char *>(&v)[i]
			     << i * 8;
		return n;
	}
	__SIMT_CXX_DEVICE static __T from_bits(unsigned n) {
		__T v;
		for (unsigned i = 0; i < sizeof(__T); i++)
			reinterpret_cast<unsigned char *>(&v)[i] = (unsigned char)(n >>
			                                                           i * 8);
		return v;
	}
};

#else

template <typename __T, thread_scope> struct atomic_word {
	static __T load(const __T *p, memory_order order) {
		__T v;
		__atomic_load(p, &v, (int)order);
		return v;
	}
	static void store(__T *p, __T v, memory_order order) {
		__atomic_store(p, &v, (int)order);
	}
	static __T exchange(__T *p, __T v, memory_order order) {
		__T old;
		__atomic_exchange(p, &v, &old, (int)order);
		return old;
	}
	static bool compare_exchange(__T *p, __T &expected, __T desired, memory_order success,
	                             memory_order failure) {
		return __atomic_compare_exchange(p, &expected, &desired, false,
		                                 (int)success, (int)failure);
	}

	template <typename __D, typename _Change>
	static __T change(__T *p, __D v, memory_order order, _Change f) {
		__T old = load(p, memory_order_relaxed);
		while (!compare_exchange(p, old, f(old, v), order, failure_order(order)))
			;
		return old;
	}
#define __SIMT_CXX_FETCH(op)                                                       \
	template <typename __D> static __T fetch_##op(__T *p, __D v, memory_order order) { \
		return change(p, v, order, change_##op());                         \
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

} // namespace simt
} // namespace cuda
