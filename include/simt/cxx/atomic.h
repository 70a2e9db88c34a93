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

namespace __simt {

template <typename __T>
using __if_number =
	typename ::std::enable_if<::std::is_arithmetic<__T>::value, __T>::type;
template <typename __T>
using __if_integer = typename ::std::enable_if<::std::is_integral<__T>::value, __T>::type;

/* Self has __at(), the place. */
template <typename __T, thread_scope _Scope, typename _Self> class __atomic_methods {
      public:
	typedef __T value_type;
	static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
	__SIMT_CXX bool is_lock_free() const noexcept {
		return is_always_lock_free;
	}

	__SIMT_CXX __T load(memory_order __order = memory_order_seq_cst) const noexcept {
		return __word::load(__where(), __order);
	}
	__SIMT_CXX void
	store(__T __v, memory_order __order = memory_order_seq_cst) const noexcept {
		__word::store(__where(), __v, __order);
	}
	__SIMT_CXX __T
	exchange(__T __v, memory_order __order = memory_order_seq_cst) const noexcept {
		return __word::exchange(__where(), __v, __order);
	}
	__SIMT_CXX bool compare_exchange_strong(__T &__expected, __T __desired,
	                                        memory_order __success,
	                                        memory_order __failure) const noexcept {
		return __word::compare_exchange(__where(), __expected, __desired,
		                                __success, __failure);
	}
	__SIMT_CXX bool compare_exchange_strong(
		__T &__expected, __T __desired,
		memory_order __order = memory_order_seq_cst) const noexcept {
		return compare_exchange_strong(__expected, __desired, __order,
		                               __failure_order(__order));
	}
	__SIMT_CXX bool compare_exchange_weak(__T &__expected, __T __desired,
	                                      memory_order __success,
	                                      memory_order __failure) const noexcept {
		return compare_exchange_strong(__expected, __desired, __success,
		                               __failure);
	}
	__SIMT_CXX bool compare_exchange_weak(
		__T &__expected, __T __desired,
		memory_order __order = memory_order_seq_cst) const noexcept {
		return compare_exchange_strong(__expected, __desired, __order,
		                               __failure_order(__order));
	}

	/* ---- read, change, write; returns what was there ---- */

	__SIMT_CXX __T
	fetch_add(__difference<__T> __v,
	          memory_order __order = memory_order_seq_cst) const noexcept {
		return __word::fetch_add(__where(), __v, __order);
	}
	__SIMT_CXX __T
	fetch_sub(__difference<__T> __v,
	          memory_order __order = memory_order_seq_cst) const noexcept {
		return __word::fetch_sub(__where(), __v, __order);
	}
#define __SIMT_CXX_FETCH(name)                                                    \
	__SIMT_CXX __T name(__T __v, memory_order __order = memory_order_seq_cst) \
		const noexcept {                                                  \
		return __word::name(__where(), __v, __order);                     \
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
	__SIMT_CXX __T operator+=(__difference<__T> __v) const noexcept {
		return fetch_add(__v) + __v;
	}
	__SIMT_CXX __T operator-=(__difference<__T> __v) const noexcept {
		return fetch_sub(__v) - __v;
	}
	__SIMT_CXX __T operator&=(__T __v) const noexcept {
		return fetch_and(__v) & __v;
	}
	__SIMT_CXX __T operator|=(__T __v) const noexcept {
		return fetch_or(__v) | __v;
	}
	__SIMT_CXX __T operator^=(__T __v) const noexcept {
		return fetch_xor(__v) ^ __v;
	}
	__SIMT_CXX operator __T() const noexcept {
		return load();
	}

	/* ---- waiting for a change ---- */

	__SIMT_CXX void wait(__T __old,
	                     memory_order __order = memory_order_seq_cst) const noexcept {
		while (__same_bytes(load(__order), __old))
			;
	}
	/* Waiting threads look by themselves. */
	__SIMT_CXX void notify_one() const noexcept {
	}
	__SIMT_CXX void notify_all() const noexcept {
	}

      private:
	typedef __atomic_word<__T, _Scope> __word;
	__SIMT_CXX __T *__where() const noexcept {
		return static_cast<const _Self *>(this)->__at();
	}
};

} // namespace __simt

template <typename __T, thread_scope _Scope = thread_scope_system>
class atomic : public __simt::__atomic_methods<__T, _Scope, atomic<__T, _Scope>> {
	static_assert(__is_trivially_copyable(__T),
	              "the type of an atomic object must be trivially copyable");

      public:
	atomic() noexcept = default;
	__SIMT_CXX constexpr atomic(__T __v) noexcept : value(__v) {
	}
	atomic(const atomic &) = delete;
	atomic &operator=(const atomic &) = delete;
	__SIMT_CXX __T operator=(__T __v) noexcept {
		this->store(__v);
		return __v;
	}
	__SIMT_CXX __T *__at() const noexcept {
		return const_cast<__T *>(&value);
	}

      private:
	alignas(__simt::__atomic_alignment<__T>::value) __T value;
};

template <typename __T, thread_scope _Scope = thread_scope_system>
class atomic_ref : public __simt::__atomic_methods<__T, _Scope, atomic_ref<__T, _Scope>> {
	static_assert(__is_trivially_copyable(__T),
	              "the type of an atomic object must be trivially copyable");

      public:
	static constexpr size_t required_alignment =
		__simt::__atomic_alignment<__T>::value;
	__SIMT_CXX explicit atomic_ref(__T &__object) noexcept : __place(&__object) {
	}
	atomic_ref(const atomic_ref &) noexcept = default;
	atomic_ref &operator=(const atomic_ref &) = delete;
	__SIMT_CXX __T operator=(__T __v) const noexcept {
		this->store(__v);
		return __v;
	}
	__SIMT_CXX __T *__at() const noexcept {
		return __place;
	}

      private:
	__T *__place;
};

/* A flag that is set or clear. */
template <thread_scope _Scope> class __simt_atomic_flag {
      public:
	__simt_atomic_flag() noexcept = default;
	__SIMT_CXX constexpr __simt_atomic_flag(bool __set) noexcept : __state(__set) {
	}
	__SIMT_CXX bool test(memory_order __order = memory_order_seq_cst) const noexcept {
		return __state.load(__order) != 0;
	}
	__SIMT_CXX bool
	test_and_set(memory_order __order = memory_order_seq_cst) noexcept {
		return __state.exchange(1, __order) != 0;
	}
	__SIMT_CXX void clear(memory_order __order = memory_order_seq_cst) noexcept {
		__state.store(0, __order);
	}

      private:
	atomic<int, _Scope> __state;
};

typedef __simt_atomic_flag<thread_scope_system> atomic_flag;

/* ---- fences ---- */

__SIMT_CXX void atomic_thread_fence(memory_order __order,
                                    thread_scope __scope = thread_scope_system) {
#if defined(__CUDA_ARCH__)
	__nv_atomic_thread_fence((int)__order, __simt::__scope_number(__scope));
#else
	(void)__scope;
	__atomic_thread_fence((int)__order);
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
__SIMT_CXX void atomic_thread_fence(memory_order __order) {
	cuda::atomic_thread_fence(__order);
}
using cuda::atomic_signal_fence;
} // namespace std
} // namespace cuda
