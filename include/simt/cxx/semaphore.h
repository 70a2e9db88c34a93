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
	__SIMT_CXX constexpr explicit counting_semaphore(ptrdiff_t __n = 0)
	    : __count(__n) {
	}
	counting_semaphore(const counting_semaphore &) = delete;
	counting_semaphore &operator=(const counting_semaphore &) = delete;

	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return _Most;
	}
	__SIMT_CXX void release(ptrdiff_t __n = 1) {
		__count.fetch_add(__n, memory_order_release);
	}
	__SIMT_CXX bool try_acquire() noexcept {
		ptrdiff_t __n = __count.load(memory_order_relaxed);
		while (__n > 0)
			if (__count.compare_exchange_weak(__n, __n - 1,
			                                  memory_order_acquire,
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
	try_acquire_for(const ::std::chrono::duration<_Rep, _Period> &__time) {
		return __simt::__until([this] { return try_acquire(); },
		                       __simt::__end_of(__time));
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX bool
	try_acquire_until(const ::std::chrono::time_point<_Clock, _Duration> &__time) {
		return try_acquire_for(__time - _Clock::now());
	}

      private:
	atomic<ptrdiff_t, _Scope> __count;
};

template <thread_scope _Scope> using binary_semaphore = counting_semaphore<_Scope, 1>;

namespace std {
template <ptrdiff_t _Most = PTRDIFF_MAX>
using counting_semaphore = cuda::counting_semaphore<thread_scope_system, _Most>;
using binary_semaphore = cuda::binary_semaphore<thread_scope_system>;
} // namespace std
} // namespace cuda
