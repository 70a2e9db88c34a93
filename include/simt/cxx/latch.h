/* latch.h - cuda::latch: threads wait until a count that only falls is zero.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/atomic.h"

namespace cuda {

template <thread_scope _Scope> class latch {
      public:
	__SIMT_CXX constexpr explicit latch(ptrdiff_t __expected) : __count(__expected) {
	}
	latch(const latch &) = delete;
	latch &operator=(const latch &) = delete;

	__SIMT_CXX static constexpr ptrdiff_t max() noexcept {
		return PTRDIFF_MAX;
	}
	__SIMT_CXX void count_down(ptrdiff_t __n = 1) {
		__count.fetch_sub(__n, memory_order_release);
	}
	__SIMT_CXX bool try_wait() const noexcept {
		return __count.load(memory_order_acquire) == 0;
	}
	__SIMT_CXX void wait() const {
		while (!try_wait())
			;
	}
	__SIMT_CXX void arrive_and_wait(ptrdiff_t __n = 1) {
		count_down(__n);
		wait();
	}

      private:
	atomic<ptrdiff_t, _Scope> __count;
};

namespace std {
using latch = cuda::latch<thread_scope_system>;
}
} // namespace cuda
