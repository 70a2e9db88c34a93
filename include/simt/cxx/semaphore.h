/* semaphore.h - cuda::counting_semaphore: a count that threads take from, and wait for while
 * it is zero.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/atomic.h"

#include "simt/cxx/std_chrono.h"

namespace cuda {

template <thread_scope _Scope, ptrdiff_t _Most = PTRDIFF_MAX> class counting_semaphore {
	static_assert(_Most >= 0, "the greatest count cannot be negative");

      public:
	__SIMT_CXX constexpr explicit counting_semaphore(ptrdiff_t n = 0) : count(n) {
	}
	counting_semaphore(const counting_semaphore &) = delete;
	counting_semaphore &operator=(const counting_semaphore &) = delete;

	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return _Most;
	}
	__SIMT_CXX void release(ptrdiff_t n = 1) {
		count.fetch_add(n, memory_order_release);
	}
	__SIMT_CXX bool try_acquire() noexcept {
		ptrdiff_t n = count.load(memory_order_relaxed);
		while (n > 0)
			if (count.compare_exchange_weak(n, n - 1, memory_order_acquire,
			                                memory_order_relaxed))
				return true;
		return false;
	}
	__SIMT_CXX void acquire() {
		while (!try_acquire())
			;
	}
	template <typename _Rep, typename _Period>
	__SIMT_CXX bool
	try_acquire_for(const ::std::chrono::duration<_Rep, _Period> &time) {
		return simt::until([this] { return try_acquire(); }, simt::end_of(time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool
	try_acquire_until(const ::std::chrono::time_point<_Clock, _Duration> &time) {
		return try_acquire_for(time - _Clock::now());
	}

      private:
	atomic<ptrdiff_t, _Scope> count;
};

template <thread_scope _Scope> using binary_semaphore = counting_semaphore<_Scope, 1>;

namespace std {
template <ptrdiff_t _Most = PTRDIFF_MAX>
using counting_semaphore = cuda::counting_semaphore<thread_scope_system, _Most>;
using binary_semaphore = cuda::binary_semaphore<thread_scope_system>;
} // namespace std
} // namespace cuda
