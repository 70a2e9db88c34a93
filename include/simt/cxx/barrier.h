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

template <thread_scope _Scope, typename _Completion = simt::no_completion> class barrier;

namespace simt {

/* What an arrival belongs to: the hardware's state, or a parity. */
class barrier_token {
      public:
	barrier_token() noexcept = default;
	__SIMT_CXX explicit barrier_token(uint64_t s) noexcept : state(s) {
	}
	__SIMT_CXX uint64_t __state() const noexcept {
		return state;
	}

      private:
	uint64_t state;
};

/* What all barriers do, over Self's arrive, test, and test_parity. */
template <typename _Self> class barrier_waits {
      public:
	typedef barrier_token arrival_token;

	__SIMT_CXX void wait(arrival_token &&token) const {
		while (!self().__test(token.__state()))
			;
	}
	__SIMT_CXX bool try_wait(arrival_token &&token) const {
		return self().__test(token.__state());
	}
	__SIMT_CXX void wait_parity(bool parity) const {
		while (!self().__test_parity(parity))
			;
	}
	__SIMT_CXX bool try_wait_parity(bool parity) const {
		return self().__test_parity(parity);
	}
	__SIMT_CXX void arrive_and_wait() {
		wait(static_cast<_Self *>(this)->arrive());
	}

	/* ---- for so long, or until then; false: the phase is not complete yet ---- */

	template <typename _Rep, typename _Period>
	__SIMT_CXX bool
	try_wait_for(arrival_token &&token,
	             const ::std::chrono::duration<_Rep, _Period> &time) const {
		uint64_t state = token.__state();
		return until([this, state] { return self().__test(state); },
		             end_of(time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool
	try_wait_until(arrival_token &&token,
	               const ::std::chrono::time_point<_Clock, _Duration> &time) const {
		return try_wait_for(static_cast<arrival_token &&>(token),
		                    time - _Clock::now());
	}
	template <typename _Rep, typename _Period>
	__SIMT_CXX bool
	try_wait_parity_for(bool parity,
	                    const ::std::chrono::duration<_Rep, _Period> &time) const {
		return until([this, parity] { return self().__test_parity(parity); },
		             end_of(time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool try_wait_parity_until(
		bool parity,
		const ::std::chrono::time_point<_Clock, _Duration> &time) const {
		return try_wait_parity_for(parity, time - _Clock::now());
	}

      private:
	__SIMT_CXX const _Self &self() const {
		return *static_cast<const _Self *>(this);
	}
};

} // namespace simt

template <thread_scope _Scope, typename _Completion>
class barrier : public simt::barrier_waits<barrier<_Scope, _Completion>> {
	typedef simt::counting_barrier<_Scope> word_barrier;

      public:
	typedef simt::barrier_token arrival_token;
	barrier() = default;
	__SIMT_CXX barrier(ptrdiff_t expected, _Completion f = _Completion())
	    : completion(f) {
		word_barrier::init(&word, expected);
	}
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;

	[[nodiscard]] __SIMT_CXX arrival_token arrive(ptrdiff_t n = 1) {
		return arrival_token(
			word_barrier::arrive(&word, (uint64_t)n, 0, completion));
	}
	__SIMT_CXX void arrive_and_drop() {
		word_barrier::arrive(&word, 1, 1, completion);
	}
	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return 0x7fffffff;
	}

	__SIMT_CXX bool __test(uint64_t state) const {
		return word_barrier::test(&word, state);
	}
	__SIMT_CXX bool __test_parity(bool parity) const {
		return word_barrier::test(&word, parity ? word_barrier::parity : 0);
	}
	friend __SIMT_CXX void init(barrier *b, ptrdiff_t expected) {
		new (b) barrier(expected);
	}
	friend __SIMT_CXX void init(barrier *b, ptrdiff_t expected, _Completion f) {
		new (b) barrier(expected, f);
	}

      private:
	uint64_t word;
	_Completion completion;
};

/* ---- a block's ---- */

template <>
class barrier<thread_scope_block, simt::no_completion>
    : public simt::barrier_waits<barrier<thread_scope_block, simt::no_completion>> {
	typedef simt::counting_barrier<thread_scope_block> word_barrier;

      public:
	typedef simt::barrier_token arrival_token;
	barrier() = default;
	__SIMT_CXX barrier(ptrdiff_t expected,
	                   simt::no_completion = simt::no_completion()) {
		start(expected);
	}
#if defined(__CUDA_ARCH__)
	__device__ __forceinline__ ~barrier() {
		if (is_hardware())
			__mbarrier_inval(&word);
	}
#endif
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;

	[[nodiscard]] __SIMT_CXX arrival_token arrive(ptrdiff_t n = 1) {
#if defined(__CUDA_ARCH__)
		if (is_hardware()) {
			for (; n > 1; n--)
				(void)__mbarrier_arrive(&word);
			return arrival_token(__mbarrier_arrive(&word));
		}
#if __CUDA_ARCH__ >= 900
		if (__isClusterShared(&word)) {
			arrive_remote((unsigned)n);
			return arrival_token(0);
		}
#endif
#endif
		simt::no_completion f;
		return arrival_token(word_barrier::arrive(&word, (uint64_t)n, 0, f));
	}
	__SIMT_CXX void arrive_and_drop() {
#if defined(__CUDA_ARCH__)
		if (is_hardware()) {
			(void)__mbarrier_arrive_and_drop(&word);
			return;
		}
#endif
		simt::no_completion f;
		word_barrier::arrive(&word, 1, 1, f);
	}
	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return (1 << 20) - 1;
	}

	__SIMT_CXX bool __test(uint64_t state) const {
#if defined(__CUDA_ARCH__)
		if (is_hardware())
			return __mbarrier_test_wait(handle(), state);
#endif
		return word_barrier::test(&word, state);
	}
	__SIMT_CXX bool __test_parity(bool parity) const {
#if defined(__CUDA_ARCH__)
		if (is_hardware())
			return __mbarrier_test_wait_parity(handle(), parity);
#endif
		return word_barrier::test(&word, parity ? word_barrier::parity : 0);
	}
	__SIMT_CXX uint64_t *__handle() const {
		return handle();
	}
	friend __SIMT_CXX void init(barrier *b, ptrdiff_t expected) {
		b->start(expected);
	}
	friend __SIMT_CXX void init(barrier *b, ptrdiff_t expected, simt::no_completion) {
		b->start(expected);
	}

      private:
	__SIMT_CXX void start(ptrdiff_t expected) {
#if defined(__CUDA_ARCH__)
		if (is_hardware()) {
			__mbarrier_init(&word, (uint32_t)expected);
			return;
		}
#endif
		word_barrier::init(&word, expected);
	}
	__SIMT_CXX uint64_t *handle() const {
		return const_cast<uint64_t *>(&word);
	}
#if defined(__CUDA_ARCH__)
	__device__ __forceinline__ bool is_hardware() const {
		return __isShared(&word);
	}
#if __CUDA_ARCH__ >= 900
	/* At the barrier of another block of the cluster. */
	__device__ __forceinline__ void arrive_remote(unsigned n) {
		asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, "
		             "[%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(&word)),
		             "r"(n)
		             : "memory");
	}
#endif
#endif
	alignas(8) uint64_t word;
};

namespace simt {

/* The barrier completes no earlier than the thread's copies so far. */
template <thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment bind_copies(barrier<_Scope, _Completion> &,
                                                         bool is_async) {
	if (is_async) {
		__pipeline_commit();
		__pipeline_wait_prior(0);
	}
	return async_contract_fulfillment::none;
}

__SIMT_CXX_DEVICE async_contract_fulfillment bind_copies(barrier<thread_scope_block> &b,
                                                         bool is_async) {
	if (!is_async)
		return async_contract_fulfillment::none;
	__pipeline_arrive_on(b.__handle());
	return async_contract_fulfillment::async;
}

} // namespace simt

/* ---- copies that a barrier waits for: by one thread, or by a group ---- */

template <typename _Size, thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(void *to, const void *from,
                                                          _Size size,
                                                          barrier<_Scope, _Completion> &b) {
	return simt::bind_copies(b, simt::copy_async(to, from, (size_t)size,
	                                             simt::known_alignment<_Size>::value,
	                                             0, 1));
}

template <typename _Group, typename _Size, thread_scope _Scope, typename _Completion>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(const _Group &g, void *to,
                                                          const void *from, _Size size,
                                                          barrier<_Scope, _Completion> &b) {
	return simt::bind_copies(b, simt::copy_async(to, from, (size_t)size,
	                                             simt::known_alignment<_Size>::value,
	                                             g.thread_rank(), g.size()));
}

/* ---- counts of bytes, and bulk copies ---- */

namespace device {

/* The hardware's word, for inline PTX. */
__SIMT_CXX_DEVICE uint64_t *barrier_native_handle(barrier<thread_scope_block> &b) {
	return b.__handle();
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The phase waits for that many more bytes. */
__SIMT_CXX_DEVICE void barrier_expect_tx(barrier<thread_scope_block> &b,
                                         ptrdiff_t bytes) {
	asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(
			     (unsigned)__cvta_generic_to_shared(b.__handle())),
	             "r"((unsigned)bytes)
	             : "memory");
}

[[nodiscard]] __SIMT_CXX_DEVICE barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &b, ptrdiff_t arrivals, ptrdiff_t bytes) {
	barrier_expect_tx(b, bytes);
	return b.arrive(arrivals);
}

/* The caller makes the barrier expect the bytes. */
template <typename __T, size_t _Alignment>
__SIMT_CXX_DEVICE async_contract_fulfillment
memcpy_async_tx(__T *to, const __T *from, aligned_size_t<_Alignment> size,
                barrier<thread_scope_block> &b) {
	static_assert(_Alignment >= 16, "bulk copies need an alignment of 16 bytes");
	asm volatile(
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
		"[%0], [%1], %2, [%3];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
		"l"(__cvta_generic_to_global(from)), "r"((unsigned)size.value),
		"r"((unsigned)__cvta_generic_to_shared(b.__handle()))
		: "memory");
	return async_contract_fulfillment::async;
}

#endif

} // namespace device

namespace std {
template <typename _Completion = cuda::simt::no_completion>
using barrier = cuda::barrier<thread_scope_system, _Completion>;
}
} // namespace cuda
