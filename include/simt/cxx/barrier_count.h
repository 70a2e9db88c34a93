/* barrier_count.h - a barrier as one word in any memory, for any scope and both halves.
 *
 * The word has the phase's parity, the arrivals that each phase expects, and those that
 * are missing. The last thread to arrive starts the next phase; no other thread changes the
 * word then.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/atomic.h"

namespace cuda {
namespace __simt {

/* The default completion function. */
struct __no_completion {
	__SIMT_CXX void operator()() noexcept {
	}
};

template <thread_scope _Scope> class __counting_barrier {
      public:
	static constexpr uint64_t __parity_bit = (uint64_t)1 << 63;
	static constexpr uint64_t __most = 0x7fffffff;

	__SIMT_CXX static void init(uint64_t *__word, ptrdiff_t __expected) {
		at(__word).store(of((uint64_t)__expected), memory_order_release);
	}
	/* Arrives n times; `dropped` threads will not in later phases. Returns the
	 * parity. */
	template <typename _Completion>
	__SIMT_CXX static uint64_t arrive(uint64_t *__word, uint64_t __n,
	                                  uint64_t __dropped, _Completion &__completion) {
		uint64_t __delta = __dropped << 32 | __n;
		uint64_t __now = at(__word).fetch_sub(__delta, memory_order_acq_rel) -
		                 __delta;
		if ((__now & __most) == 0) {
			__completion();
			at(__word).store(((__now ^ __parity_bit) & __parity_bit) |
			                         of(__now >> 32 & __most),
			                 memory_order_release);
		}
		return __now & __parity_bit;
	}
	/* Whether the phase of that parity is complete. */
	__SIMT_CXX static bool test(const uint64_t *__word, uint64_t __phase) {
		uint64_t __now =
			at(const_cast<uint64_t *>(__word)).load(memory_order_acquire);
		return (__now & __parity_bit) != __phase;
	}

      private:
	__SIMT_CXX static uint64_t of(uint64_t __expected) {
		return __expected << 32 | __expected;
	}
	__SIMT_CXX static atomic_ref<uint64_t, _Scope> at(uint64_t *__word) {
		return atomic_ref<uint64_t, _Scope>(*__word);
	}
};

} // namespace __simt
} // namespace cuda
