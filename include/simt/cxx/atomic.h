/* atomic.h - cuda::atomic and cuda::atomic_ref: atomic objects with a scope, for both
 * halves.
 *
 * A class is its methods over a place; the methods are the same for an object that holds
 * its value and for one that refers to it. On the device an operation is one instruction
 * where PTX has it, and a loop of compare-and-swap otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/atomic_word.h"

namespace cuda {

namespace simt {

template <typename __T>
using if_number = typename ::std::enable_if<::std::is_arithmetic<__T>::value, __T>::type;
template <typename __T>
using if_integer = typename ::std::enable_if<::std::is_integral<__T>::value, __T>::type;

/* Self has __at(), the place. */
template <typename __T, thread_scope _Scope, typename _Self> class atomic_methods {
      public:
	typedef __T value_type;
	static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
	__SIMT_CXX bool is_lock_free() const noexcept {
		return is_always_lock_free;
	}

	__SIMT_CXX __T load(memory_order order = memory_order_seq_cst) const noexcept {
		return word::load(at(), order);
	}
	__SIMT_CXX void store(__T v,
	                      memory_order order = memory_order_seq_cst) const noexcept {
		word::store(at(), v, order);
	}
	__SIMT_CXX __T exchange(__T v,
	                      memory_order order = memory_order_seq_cst) const noexcept {
		return word::exchange(at(), v, order);
	}
	__SIMT_CXX bool compare_exchange_strong(__T &expected, __T desired,
	                                        memory_order success,
	                                        memory_order failure) const noexcept {
		return word::compare_exchange(at(), expected, desired, success, failure);
	}
	__SIMT_CXX bool compare_exchange_strong(
		__T &expected, __T desired,
		memory_order order = memory_order_seq_cst) const noexcept {
		return compare_exchange_strong(expected, desired, order,
		                               failure_order(order));
	}
	__SIMT_CXX bool compare_exchange_weak(__T &expected, __T desired,
	                                      memory_order success,
	                                      memory_order failure) const noexcept {
		return compare_exchange_strong(expected, desired, success, failure);
	}
	__SIMT_CXX bool
	compare_exchange_weak(__T &expected, __T desired,
	                      memory_order order = memory_order_seq_cst) const noexcept {
		return compare_exchange_strong(expected, desired, order,
		                               failure_order(order));
	}

	/* ---- read, change, write; returns what was there ---- */

	__SIMT_CXX __T fetch_add(difference<__T> v,
	                       memory_order order = memory_order_seq_cst) const noexcept {
		return word::fetch_add(at(), v, order);
	}
	__SIMT_CXX __T fetch_sub(difference<__T> v,
	                       memory_order order = memory_order_seq_cst) const noexcept {
		return word::fetch_sub(at(), v, order);
	}
#define __SIMT_CXX_FETCH(name)                                            \
	__SIMT_CXX __T name(__T v, memory_order order = memory_order_seq_cst) \
		const noexcept {                                          \
		return word::name(at(), v, order);                        \
	}
	__SIMT_CXX_FETCH(fetch_and)
	__SIMT_CXX_FETCH(fetch_or)
	__SIMT_CXX_FETCH(fetch_xor)
	__SIMT_CXX_FETCH(fetch_min)
	__SIMT_CXX_FETCH(fetch_max)
#undef __SIMT_CXX_FETCH

	__SIMT_CXX __T operator++(int) const noexcept {
		return fetch_add(1);
	}
	__SIMT_CXX __T operator--(int) const noexcept {
		return fetch_sub(1);
	}
	__SIMT_CXX __T operator++() const noexcept {
		return fetch_add(1) + 1;
	}
	__SIMT_CXX __T operator--() const noexcept {
		return fetch_sub(1) - 1;
	}
	__SIMT_CXX __T operator+=(difference<__T> v) const noexcept {
		return fetch_add(v) + v;
	}
	__SIMT_CXX __T operator-=(difference<__T> v) const noexcept {
		return fetch_sub(v) - v;
	}
	__SIMT_CXX __T operator&=(__T v) const noexcept {
		return fetch_and(v) & v;
	}
	__SIMT_CXX __T operator|=(__T v) const noexcept {
		return fetch_or(v) | v;
	}
	__SIMT_CXX __T operator^=(__T v) const noexcept {
		return fetch_xor(v) ^ v;
	}
	__SIMT_CXX operator __T() const noexcept {
		return load();
	}

	/* ---- waiting for a change ---- */

	__SIMT_CXX void wait(__T old,
	                     memory_order order = memory_order_seq_cst) const noexcept {
		while (same_bytes(load(order), old))
			;
	}
	/* Waiting threads look by themselves. */
	__SIMT_CXX void notify_one() const noexcept {
	}
	__SIMT_CXX void notify_all() const noexcept {
	}

      private:
	typedef atomic_word<__T, _Scope> word;
	__SIMT_CXX __T *at() const noexcept {
		return static_cast<const _Self *>(this)->__at();
	}
};

} // namespace simt

template <typename __T, thread_scope _Scope = thread_scope_system>
class atomic : public simt::atomic_methods<__T, _Scope, atomic<__T, _Scope>> {
	static_assert(__is_trivially_copyable(__T),
	              "the type of an atomic object must be trivially copyable");

      public:
	atomic() noexcept = default;
	__SIMT_CXX constexpr atomic(__T v) noexcept : value(v) {
	}
	atomic(const atomic &) = delete;
	atomic &operator=(const atomic &) = delete;
	__SIMT_CXX __T operator=(__T v) noexcept {
		this->store(v);
		return v;
	}
	__SIMT_CXX __T *__at() const noexcept {
		return const_cast<__T *>(&value);
	}

      private:
	alignas(simt::atomic_alignment<__T>::value) __T value;
};

template <typename __T, thread_scope _Scope = thread_scope_system>
class atomic_ref : public simt::atomic_methods<__T, _Scope, atomic_ref<__T, _Scope>> {
	static_assert(__is_trivially_copyable(__T),
	              "the type of an atomic object must be trivially copyable");

      public:
	static constexpr size_t required_alignment = simt::atomic_alignment<__T>::value;
	__SIMT_CXX explicit atomic_ref(__T &object) noexcept : place(&object) {
	}
	atomic_ref(const atomic_ref &) noexcept = default;
	atomic_ref &operator=(const atomic_ref &) = delete;
	__SIMT_CXX __T operator=(__T v) const noexcept {
		this->store(v);
		return v;
	}
	__SIMT_CXX __T *__at() const noexcept {
		return place;
	}

      private:
	__T *place;
};

/* A flag that is set or clear. */
template <thread_scope _Scope> class __simt_atomic_flag {
      public:
	__simt_atomic_flag() noexcept = default;
	__SIMT_CXX constexpr __simt_atomic_flag(bool set) noexcept : state(set) {
	}
	__SIMT_CXX bool test(memory_order order = memory_order_seq_cst) const noexcept {
		return state.load(order) != 0;
	}
	__SIMT_CXX bool test_and_set(memory_order order = memory_order_seq_cst) noexcept {
		return state.exchange(1, order) != 0;
	}
	__SIMT_CXX void clear(memory_order order = memory_order_seq_cst) noexcept {
		state.store(0, order);
	}

      private:
	atomic<int, _Scope> state;
};

typedef __simt_atomic_flag<thread_scope_system> atomic_flag;

/* ---- fences ---- */

__SIMT_CXX void atomic_thread_fence(memory_order order,
                                    thread_scope scope = thread_scope_system) {
#if defined(__CUDA_ARCH__)
	__nv_atomic_thread_fence((int)order, simt::scope_number(scope));
#else
	(void)scope;
	__atomic_thread_fence((int)order);
#endif
}

__SIMT_CXX void atomic_signal_fence(memory_order) {
	asm volatile("" ::: "memory");
}

namespace std {
template <typename __T> using atomic = cuda::atomic<__T, thread_scope_system>;
template <typename __T> using atomic_ref = cuda::atomic_ref<__T, thread_scope_system>;
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long long> atomic_llong;
typedef atomic<unsigned long long> atomic_ullong;
typedef atomic<bool> atomic_bool;
typedef atomic<size_t> atomic_size_t;
using cuda::atomic_flag;
__SIMT_CXX void atomic_thread_fence(memory_order order) {
	cuda::atomic_thread_fence(order);
}
using cuda::atomic_signal_fence;
} // namespace std
} // namespace cuda
