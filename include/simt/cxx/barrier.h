/* barrier.h - cuda::barrier: threads arrive in one step and wait in another.
 *
 * A barrier of a block without completion function is the hardware's (mbarrier) where it
 * is in shared memory. All others count in a word.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_awbarrier_primitives.h"

#include "simt/cxx/barrier_count.h"
#include "simt/cxx/copy.h"
#include "simt/cxx/std_chrono.h"

namespace cuda {

enum class async_contract_fulfillment { none, async };

template <thread_scope _Scope, typename _Completion = __simt::__no_completion>
class barrier;

namespace __simt {

/* The phase that an arrival belongs to: the hardware's state, or a parity. */
class __barrier_token {
      public:
	__barrier_token() noexcept = default;
	__SIMT_CXX explicit __barrier_token(uint64_t __s) noexcept : __held(__s) {
	}
	__SIMT_CXX uint64_t __state() const noexcept {
		return __held;
	}

      private:
	uint64_t __held;
};

/* The common functions of barriers, over Self's arrive, test, and test_parity. */
template <typename _Self> class __barrier_waits {
      public:
	typedef __barrier_token arrival_token;

	__SIMT_CXX void wait(arrival_token &&__token) const {
		while (!__self().__test(__token.__state()))
			;
	}
	__SIMT_CXX bool try_wait(arrival_token &&__token) const {
		return __self().__test(__token.__state());
	}
	__SIMT_CXX void wait_parity(bool __parity) const {
		while (!__self().__test_parity(__parity))
			;
	}
	__SIMT_CXX bool try_wait_parity(bool __parity) const {
		return __self().__test_parity(__parity);
	}
	__SIMT_CXX void arrive_and_wait() {
		wait(static_cast<_Self *>(this)->arrive());
	}

	/* ---- for so long, or until then; false: the phase is not complete yet ---- */

	template <typename _Rep, typename _Period>
	__SIMT_CXX bool
	try_wait_for(arrival_token &&__token,
	             const ::std::chrono::duration<_Rep, _Period> &__time) const {
		uint64_t __phase = __token.__state();
		return __until([this, __phase] { return __self().__test(__phase); },
		               __end_of(__time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool
	try_wait_until(arrival_token &&__token,
	               const ::std::chrono::time_point<_Clock, _Duration> &__time) const {
		return try_wait_for(static_cast<arrival_token &&>(__token),
		                    __time - _Clock::now());
	}
	template <typename _Rep, typename _Period>
	__SIMT_CXX bool
	try_wait_parity_for(bool __parity,
	                    const ::std::chrono::duration<_Rep, _Period> &__time) const {
		return __until(
			[this, __parity] { return __self().__test_parity(__parity); },
			__end_of(__time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool try_wait_parity_until(
		bool __parity,
		const ::std::chrono::time_point<_Clock, _Duration> &__time) const {
		return try_wait_parity_for(__parity, __time - _Clock::now());
	}

      private:
	__SIMT_CXX const _Self &__self() const {
		return *static_cast<const _Self *>(this);
	}
};

} // namespace __simt

template <thread_scope _Scope, typename _Completion>
class barrier : public __simt::__barrier_waits<barrier<_Scope, _Completion>> {
	typedef __simt::__counting_barrier<_Scope> __word_barrier;

      public:
	typedef __simt::__barrier_token arrival_token;
	barrier() = default;
	__SIMT_CXX barrier(ptrdiff_t __expected, _Completion __f = _Completion())
	    : __completion(__f) {
		__word_barrier::init(&__word, __expected);
	}
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;

	[[nodiscard]] __SIMT_CXX arrival_token arrive(ptrdiff_t __n = 1) {
		return arrival_token(
			__word_barrier::arrive(&__word, (uint64_t)__n, 0, __completion));
	}
	__SIMT_CXX void arrive_and_drop() {
		__word_barrier::arrive(&__word, 1, 1, __completion);
	}
	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return 0x7fffffff;
	}

	__SIMT_CXX bool __test(uint64_t __phase) const {
		return __word_barrier::test(&__word, __phase);
	}
	__SIMT_CXX bool __test_parity(bool __parity) const {
		return __word_barrier::test(&__word,
		                            __parity ? __word_barrier::__parity_bit : 0);
	}
	friend __SIMT_CXX void init(barrier *__b, ptrdiff_t __expected) {
		new (__b) barrier(__expected);
	}
	friend __SIMT_CXX void init(barrier *__b, ptrdiff_t __expected, _Completion __f) {
		new (__b) barrier(__expected, __f);
	}

      private:
	uint64_t __word;
	_Completion __completion;
};

/* ---- a block's ---- */

template <>
class barrier<thread_scope_block, __simt::__no_completion>
    : public __simt::__barrier_waits<
	      barrier<thread_scope_block, __simt::__no_completion>> {
	typedef __simt::__counting_barrier<thread_scope_block> __word_barrier;

      public:
	typedef __simt::__barrier_token arrival_token;
	barrier() = default;
	__SIMT_CXX barrier(ptrdiff_t __expected,
	                   __simt::__no_completion = __simt::__no_completion()) {
		__start(__expected);
	}
#if defined(__CUDA_ARCH__)
	__device__ __forceinline__ ~barrier() {
		if (__in_hardware())
			__mbarrier_inval(&__word);
	}
#endif
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;

	[[nodiscard]] __SIMT_CXX arrival_token arrive(ptrdiff_t __n = 1) {
#if defined(__CUDA_ARCH__)
		if (__in_hardware()) {
			for (; __n > 1; __n--)
				(void)__mbarrier_arrive(&__word);
			return arrival_token(__mbarrier_arrive(&__word));
		}
#if __CUDA_ARCH__ >= 900
		if (__isClusterShared(&__word)) {
			__arrive_remote((unsigned)__n);
			return arrival_token(0);
		}
#endif
#endif
		__simt::__no_completion __f;
		return arrival_token(
			__word_barrier::arrive(&__word, (uint64_t)__n, 0, __f));
	}
	__SIMT_CXX void arrive_and_drop() {
#if defined(__CUDA_ARCH__)
		if (__in_hardware()) {
			(void)__mbarrier_arrive_and_drop(&__word);
			return;
		}
#endif
		__simt::__no_completion __f;
		__word_barrier::arrive(&__word, 1, 1, __f);
	}
	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return (1 << 20) - 1;
	}

	__SIMT_CXX bool __test(uint64_t __phase) const {
#if defined(__CUDA_ARCH__)
		if (__in_hardware())
			return __mbarrier_test_wait(__own_word(), __phase);
#endif
		return __word_barrier::test(&__word, __phase);
	}
	__SIMT_CXX bool __test_parity(bool __parity) const {
#if defined(__CUDA_ARCH__)
		if (__in_hardware())
			return __mbarrier_test_wait_parity(__own_word(), __parity);
#endif
		return __word_barrier::test(&__word,
		                            __parity ? __word_barrier::__parity_bit : 0);
	}
	__SIMT_CXX uint64_t *__handle() const {
		return __own_word();
	}
	friend __SIMT_CXX void init(barrier *__b, ptrdiff_t __expected) {
		__b->__start(__expected);
	}
	friend __SIMT_CXX void init(barrier *__b, ptrdiff_t __expected,
	                            __simt::__no_completion) {
		__b->__start(__expected);
	}

      private:
	__SIMT_CXX void __start(ptrdiff_t __expected) {
#if defined(__CUDA_ARCH__)
		if (__in_hardware()) {
			__mbarrier_init(&__word, (uint32_t)__expected);
			return;
		}
#endif
		__word_barrier::init(&__word, __expected);
	}
	__SIMT_CXX uint64_t *__own_word() const {
		return const_cast<uint64_t *>(&__word);
	}
#if defined(__CUDA_ARCH__)
	__device__ __forceinline__ bool __in_hardware() const {
		return __isShared(&__word);
	}
#if __CUDA_ARCH__ >= 900
	/* At the barrier of another block of the cluster. */
	__device__ __forceinline__ void __arrive_remote(unsigned __n) {
		asm volatile(
			"mbarrier.arrive.release.cluster.shared::cluster.b64 _, "
			"[%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(&__word)),
			"r"(__n)
			: "memory");
	}
#endif
#endif
	alignas(8) uint64_t __word;
};

namespace __simt {

/* The barrier completes no earlier than the thread's copies so far. */
template <thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment __bind_copies(barrier<_Scope, _Completion> &,
                                                           bool __is_async) {
	if (__is_async) {
		__pipeline_commit();
		__pipeline_wait_prior(0);
	}
	return async_contract_fulfillment::none;
}

__SIMT_CXX_DEVICE async_contract_fulfillment
__bind_copies(barrier<thread_scope_block> &__b, bool __is_async) {
	if (!__is_async)
		return async_contract_fulfillment::none;
	__pipeline_arrive_on(__b.__handle());
	return async_contract_fulfillment::async;
}

} // namespace __simt

/* ---- copies that a barrier waits for: by one thread, or by a group ---- */

template <typename _Size, thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(
	void *__to, const void *__from, _Size __size, barrier<_Scope, _Completion> &__b) {
	return __simt::__bind_copies(
		__b, __simt::__copy_async(__to, __from, (size_t)__size,
	                                  __simt::__known_alignment<_Size>::value, 0, 1));
}

template <typename _Group, typename _Size, thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment
memcpy_async(const _Group &__g, void *__to, const void *__from, _Size __size,
             barrier<_Scope, _Completion> &__b) {
	return __simt::__bind_copies(
		__b, __simt::__copy_async(__to, __from, (size_t)__size,
	                                  __simt::__known_alignment<_Size>::value,
	                                  __g.thread_rank(), __g.size()));
}

/* ---- counts of bytes, and bulk copies ---- */

namespace device {

/* The hardware's word, for inline PTX. */
__SIMT_CXX_DEVICE uint64_t *barrier_native_handle(barrier<thread_scope_block> &__b) {
	return __b.__handle();
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The phase waits for that many more bytes. */
__SIMT_CXX_DEVICE void barrier_expect_tx(barrier<thread_scope_block> &__b,
                                         ptrdiff_t __bytes) {
	asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(
			     (unsigned)__cvta_generic_to_shared(__b.__handle())),
	             "r"((unsigned)__bytes)
	             : "memory");
}

[[nodiscard]] __SIMT_CXX_DEVICE barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &__b, ptrdiff_t __arrivals,
                  ptrdiff_t __bytes) {
	barrier_expect_tx(__b, __bytes);
	return __b.arrive(__arrivals);
}

/* The caller makes the barrier expect the bytes. */
template <typename __T, size_t _Alignment>
__SIMT_CXX_DEVICE async_contract_fulfillment
memcpy_async_tx(__T *__to, const __T *__from, aligned_size_t<_Alignment> __size,
                barrier<thread_scope_block> &__b) {
	static_assert(_Alignment >= 16, "bulk copies need an alignment of 16 bytes");
	asm volatile(
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
		"[%0], [%1], %2, [%3];" ::"r"((unsigned)__cvta_generic_to_shared(__to)),
		"l"(__cvta_generic_to_global(__from)), "r"((unsigned)__size.value),
		"r"((unsigned)__cvta_generic_to_shared(__b.__handle()))
		: "memory");
	return async_contract_fulfillment::async;
}

#endif

} // namespace device

namespace std {
template <typename _Completion = cuda::__simt::__no_completion>
using barrier = cuda::barrier<thread_scope_system, _Completion>;
}
} // namespace cuda
