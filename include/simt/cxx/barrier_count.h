/* barrier_count.h - a barrier as one word in any memory, for any scope and both halves.
 *
 * The word has the phase's parity, the arrivals that each phase expects, and those that
 * are missing. The last thread to arrive starts the next phase; nobody else changes the
 * word then.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/atomic.h"

namespace cuda {
namespace simt {

/* What is called by default when a phase is complete. */
struct no_completion {
	__SIMT_CXX void operator()() noexcept {
	}
};

template <thread_scope _Scope> class counting_barrier {
      public:
	static constexpr uint64_t parity = (uint64_t)1 << 63;
	static constexpr uint64_t most = 0x7fffffff;

	__SIMT_CXX static void init(uint64_t *word, ptrdiff_t expected) {
		at(word).store(of((uint64_t)expected), memory_order_release);
	}
	/* Arrives n times; `dropped` threads will not in later phases. Returns the
	 * parity. */
	template <typename _Completion>
	__SIMT_CXX static uint64_t arrive(uint64_t *word, uint64_t n, uint64_t dropped,
	                                  _Completion &completion) {
		uint64_t delta = dropped << 32 | n;
		uint64_t now = at(word).fetch_sub(delta, memory_order_acq_rel) - delta;
		if ((now & most) == 0) {
			completion();
			at(word).store(((now ^ parity) & parity) | of(now >> 32 & most),
			               memory_order_release);
		}
		return now & parity;
	}
	/* Is the phase of that parity complete? */
	__SIMT_CXX static bool test(const uint64_t *word, uint64_t phase) {
		uint64_t now =
			at(const_cast<uint64_t *>(word)).load(memory_order_acquire);
		return (now & parity) != phase;
	}

      private:
	__SIMT_CXX static uint64_t of(uint64_t expected) {
		return expected << 32 | expected;
	}
	__SIMT_CXX static atomic_ref<uint64_t, _Scope> at(uint64_t *word) {
		return atomic_ref<uint64_t, _Scope>(*word);
	}
};

} // namespace simt
} // namespace cuda
