/* atomic_word.h - atomic operations on an object of any type that is trivially copied.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

namespace cuda {
namespace simt {

/* Sizes that have an instruction are aligned to themselves. */
template <typename T>
using atomic_alignment = ::std::integral_constant<
	size_t,
	(sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16 ? sizeof(T) : alignof(T)>;

template <typename T> struct difference_of { typedef T type; };
template <typename T> struct difference_of<T *> { typedef ptrdiff_t type; };
template <typename T> using difference = typename difference_of<T>::type;

template <typename T> __SIMT_CXX bool same_bytes(const T &x, const T &y) {
	const unsigned char *p = reinterpret_cast<const unsigned char *>(&x);
	const unsigned char *q = reinterpret_cast<const unsigned char *>(&y);
	for (size_t i = 0; i < sizeof(T); i++)
		if (p[i] != q[i])
			return false;
	return true;
}

/* ---- results of changes ---- */

#define __SIMT_CXX_CHANGE(name, result)                                 \
	struct name {                                                   \
		template <typename T, typename D>                       \
		__SIMT_CXX T operator()(const T &x, const D &y) const { \
			return (T)(result);                             \
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

template <typename T>
using kind_of = typename ::std::conditional<
	sizeof(T) < 4, is_part,
	typename ::std::conditional<
		::std::is_integral<T>::value, is_integer,
		typename ::std::conditional<::std::is_floating_point<T>::value, is_float,
                                            is_word>::type>::type>::type;

template <typename T, thread_scope Scope> struct atomic_word {
	static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 ||
	                      sizeof(T) == 8 || sizeof(T) == 16,
	              "atomic objects have 1, 2, 4, 8 or 16 bytes");
	enum { scope = scope_number(Scope) };
	typedef kind_of<T> kind;

	__SIMT_CXX_DEVICE static T load(const T *p, memory_order order) {
		T v;
		__nv_atomic_load(p, &v, (int)order, scope);
		return v;
	}
	__SIMT_CXX_DEVICE static void store(T *p, T v, memory_order order) {
		__nv_atomic_store(p, &v, (int)order, scope);
	}

	/* ---- compare and swap ---- */

	__SIMT_CXX_DEVICE static bool compare_exchange(T *p, T &expected, T desired,
	                                               memory_order success,
	                                               memory_order failure) {
		return swap(p, expected, desired, success, failure, kind());
	}
	__SIMT_CXX_DEVICE static bool swap(T *p, T &expected, T desired,
	                                   memory_order success, memory_order failure,
	                                   is_word) {
		return __nv_atomic_compare_exchange(p, &expected, &desired, false,
		                                    (int)success, (int)failure, scope);
	}
	/* The other bytes of the word may change meanwhile, which is no failure. */
	__SIMT_CXX_DEVICE static bool swap(T *p, T &expected, T desired,
	                                   memory_order success, memory_order failure,
	                                   is_part) {
		size_t address = reinterpret_cast<size_t>(p);
		unsigned *whole = reinterpret_cast<unsigned *>(address & ~(size_t)3);
		unsigned shift = (unsigned)(address & 3) * 8;
		unsigned mask = ((1u << sizeof(T) * 8) - 1) << shift;
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

	template <typename D, typename Change>
	__SIMT_CXX_DEVICE static T change(T *p, D v, memory_order order, Change f) {
		T old = load(p, memory_order_relaxed);
		while (!compare_exchange(p, old, f(old, v), order, failure_order(order)))
			;
		return old;
	}
	__SIMT_CXX_DEVICE static T exchange(T *p, T v, memory_order order) {
		return exchange(p, v, order, kind());
	}
	__SIMT_CXX_DEVICE static T exchange(T *p, T v, memory_order order, is_word) {
		T old;
		__nv_atomic_exchange(p, &v, &old, (int)order, scope);
		return old;
	}
	__SIMT_CXX_DEVICE static T exchange(T *p, T v, memory_order order, is_part) {
		return change(p, v, order, change_exchange());
	}

	/* Kind: types that have an instruction */
#define __SIMT_CXX_FETCH(op, Kind)                                                \
	template <typename D>                                                     \
	__SIMT_CXX_DEVICE static T fetch_##op(T *p, D v, memory_order order) {    \
		return op##_as(p, v, order, kind());                              \
	}                                                                         \
	template <typename D>                                                     \
	__SIMT_CXX_DEVICE static T op##_as(T *p, D v, memory_order order, Kind) { \
		return __nv_atomic_fetch_##op(p, v, (int)order, scope);           \
	}
#define __SIMT_CXX_CHANGE(op, Kind)                                               \
	template <typename D>                                                     \
	__SIMT_CXX_DEVICE static T op##_as(T *p, D v, memory_order order, Kind) { \
		return change(p, v, order, change_##op());                        \
	}
#define __SIMT_CXX_SUM(op)                                                            \
	__SIMT_CXX_FETCH(op, is_integer)                                              \
	template <typename D>                                                         \
	__SIMT_CXX_DEVICE static T op##_as(T *p, D v, memory_order order, is_float) { \
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
	__SIMT_CXX_DEVICE static unsigned bits(const T &v) {
		unsigned n = 0;
		for (unsigned i = 0; i < sizeof(T); i++)
			n |= (unsigned)reinterpret_cast<const unsigned char *>(&v)[i]
			     << i * 8;
		return n;
	}
	__SIMT_CXX_DEVICE static T from_bits(unsigned n) {
		T v;
		for (unsigned i = 0; i < sizeof(T); i++)
			reinterpret_cast<unsigned char *>(&v)[i] = (unsigned char)(n >>
			                                                           i * 8);
		return v;
	}
};

#else

template <typename T, thread_scope> struct atomic_word {
	static T load(const T *p, memory_order order) {
		T v;
		__atomic_load(p, &v, (int)order);
		return v;
	}
	static void store(T *p, T v, memory_order order) {
		__atomic_store(p, &v, (int)order);
	}
	static T exchange(T *p, T v, memory_order order) {
		T old;
		__atomic_exchange(p, &v, &old, (int)order);
		return old;
	}
	static bool compare_exchange(T *p, T &expected, T desired, memory_order success,
	                             memory_order failure) {
		return __atomic_compare_exchange(p, &expected, &desired, false,
		                                 (int)success, (int)failure);
	}

	template <typename D, typename Change>
	static T change(T *p, D v, memory_order order, Change f) {
		T old = load(p, memory_order_relaxed);
		while (!compare_exchange(p, old, f(old, v), order, failure_order(order)))
			;
		return old;
	}
#define __SIMT_CXX_FETCH(op)                                                       \
	template <typename D> static T fetch_##op(T *p, D v, memory_order order) { \
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
