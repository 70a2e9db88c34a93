/* pipeline.h - cuda::pipeline: stages that producers fill and consumers use in turn.
 *
 * A thread's own pipeline counts batches of copies. One that threads of a block share has
 * two barriers for each stage, one at which it is full, one at which it is free again.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope _Scope, uint8_t _Stages> class pipeline_shared_state {
	static_assert(_Scope == thread_scope_block, "pipelines are shared within a block");

      public:
	pipeline_shared_state() = default;
	pipeline_shared_state(const pipeline_shared_state &) = delete;
	pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

	uint64_t __full[_Stages], __empty[_Stages]; /* mbarriers */
	unsigned __producers, __users;
};

template <thread_scope _Scope> class pipeline;

/* ---- a thread's own ---- */

template <> class pipeline<thread_scope_thread> {
      public:
	pipeline(pipeline &&) = default;
	pipeline &operator=(pipeline &&) = delete;
	pipeline(const pipeline &) = delete;

	__SIMT_CXX_DEVICE bool quit() {
		return true;
	}
	__SIMT_CXX_DEVICE void producer_acquire() {
	}
	__SIMT_CXX_DEVICE void producer_commit() {
		__pipeline_commit();
		committed++;
	}
	/* Waits for the oldest batch that was not waited for. */
	__SIMT_CXX_DEVICE void consumer_wait() {
		if (consumed == committed)
			return;
		__pipeline_wait_prior(committed - consumed - 1);
		consumed++;
	}
	/* A thread's own copies are waited for at once. */
	template <typename _Rep, typename _Period>
	__SIMT_CXX_DEVICE bool
	consumer_wait_for(const ::std::chrono::duration<_Rep, _Period> &) {
		consumer_wait();
		return true;
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX_DEVICE bool
	consumer_wait_until(const ::std::chrono::time_point<_Clock, _Duration> &) {
		consumer_wait();
		return true;
	}
	__SIMT_CXX_DEVICE void consumer_release() {
	}

      private:
	__SIMT_CXX_DEVICE pipeline() : committed(0), consumed(0) {
	}
	friend __SIMT_CXX_DEVICE pipeline<thread_scope_thread> make_pipeline();
	unsigned committed, consumed;
};

__SIMT_CXX_DEVICE pipeline<thread_scope_thread> make_pipeline() {
	return pipeline<thread_scope_thread>();
}

/* Waits for all batches but the latest Prior. */
template <uint8_t _Prior>
__SIMT_CXX_DEVICE void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
	__pipeline_wait_prior(_Prior);
}

/* The barrier completes no earlier than the copies so far. */
template <thread_scope _Scope>
__SIMT_CXX_DEVICE void pipeline_producer_commit(pipeline<thread_scope_thread> &,
                                                barrier<_Scope> &b) {
	simt::bind_copies(b, true);
}

/* ---- shared by threads of a block ---- */

namespace simt {

/* The stage whose turn it is, and how often all had theirs, modulo 2. */
struct pipeline_turn {
	unsigned stage;
	bool parity;
	__SIMT_CXX_DEVICE void next(unsigned stages) {
		if (++stage == stages) {
			stage = 0;
			parity = !parity;
		}
	}
};

__SIMT_CXX_DEVICE void wait_parity(uint64_t *barrier, bool parity) {
	while (!__mbarrier_test_wait_parity(barrier, parity))
		;
}

struct make_shared_pipeline;

} // namespace simt

template <> class pipeline<thread_scope_block> {
      public:
	pipeline(pipeline &&) = default;
	pipeline &operator=(pipeline &&) = delete;
	pipeline(const pipeline &) = delete;

	/* No more use of it by this thread; true for the last one. */
	__SIMT_CXX_DEVICE bool quit() {
		if (atomicSub(users, 1) != 1)
			return false;
		for (unsigned i = 0; i < stages; i++) {
			__mbarrier_inval(&full[i]);
			__mbarrier_inval(&empty[i]);
		}
		return true;
	}
	/* ---- producers ---- */

	__SIMT_CXX_DEVICE void producer_acquire() {
		simt::wait_parity(&empty[produced.stage], !produced.parity);
	}
	__SIMT_CXX_DEVICE void producer_commit() {
		__pipeline_arrive_on(&full[produced.stage]);
		(void)__mbarrier_arrive(&full[produced.stage]);
		produced.next(stages);
	}
	/* ---- consumers ---- */

	__SIMT_CXX_DEVICE void consumer_wait() {
		simt::wait_parity(&full[waited.stage], waited.parity);
		waited.next(stages);
	}
	/* True: the stage is full, and the next wait is for the one after it. */
	template <typename _Rep, typename _Period>
	__SIMT_CXX_DEVICE bool
	consumer_wait_for(const ::std::chrono::duration<_Rep, _Period> &time) {
		uint64_t *barrier = &full[waited.stage];
		bool parity = waited.parity;
		bool is_full = simt::until(
			[=] { return __mbarrier_test_wait_parity(barrier, parity); },
			simt::end_of(time));
		if (is_full)
			waited.next(stages);
		return is_full;
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX_DEVICE bool
	consumer_wait_until(const ::std::chrono::time_point<_Clock, _Duration> &time) {
		return consumer_wait_for(time - _Clock::now());
	}
	__SIMT_CXX_DEVICE void consumer_release() {
		(void)__mbarrier_arrive(&empty[released]);
		released = released + 1 == stages ? 0 : released + 1;
	}

      private:
	template <uint8_t _Stages>
	__SIMT_CXX_DEVICE explicit pipeline(
		pipeline_shared_state<thread_scope_block, _Stages> &state)
	    : full(state.__full), empty(state.__empty), users(&state.__users),
	      stages(_Stages), produced(), waited(), released(0) {
	}
	friend struct simt::make_shared_pipeline;
	uint64_t *full, *empty;
	unsigned *users;
	unsigned stages;
	simt::pipeline_turn produced, waited;
	unsigned released;
};

namespace simt {

/* All threads of the group call these. */
struct make_shared_pipeline {
	template <uint8_t _Stages>
	__SIMT_CXX_DEVICE static pipeline<thread_scope_block>
	of(pipeline_shared_state<thread_scope_block, _Stages> &state) {
		return pipeline<thread_scope_block>(state);
	}
	template <typename _Group, uint8_t _Stages>
	__SIMT_CXX_DEVICE static pipeline<thread_scope_block>
	start(const _Group &g, pipeline_shared_state<thread_scope_block, _Stages> *state,
	      unsigned producers, unsigned consumers) {
		if (g.thread_rank() == 0) {
			for (unsigned i = 0; i < _Stages; i++) {
				__mbarrier_init(&state->__full[i], producers);
				__mbarrier_init(&state->__empty[i], consumers);
			}
			state->__users = (unsigned)g.size();
		}
		g.sync();
		return of(*state);
	}
};

} // namespace simt

/* Every thread produces and consumes. */
template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &g, pipeline_shared_state<_Scope, _Stages> *state) {
	return simt::make_shared_pipeline::start(g, state, (unsigned)g.size(),
	                                         (unsigned)g.size());
}

/* The first threads produce, the others consume. */
template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &g, pipeline_shared_state<_Scope, _Stages> *state,
              size_t producers) {
	return simt::make_shared_pipeline::start(g, state, (unsigned)producers,
	                                         (unsigned)(g.size() - producers));
}

template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &g, pipeline_shared_state<_Scope, _Stages> *state,
              pipeline_role role) {
	if (g.thread_rank() == 0)
		state->__producers = 0;
	g.sync();
	if (role == pipeline_role::producer)
		atomicAdd(&state->__producers, 1u);
	g.sync();
	unsigned producers = state->__producers;
	return simt::make_shared_pipeline::start(g, state, producers,
	                                         (unsigned)g.size() - producers);
}

/* ---- copies of the producers' current stage: by one thread, or by a group ---- */

template <typename _Size, thread_scope _Scope>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(void *to, const void *from,
                                                          _Size size, pipeline<_Scope> &) {
	return simt::copy_async(to, from, (size_t)size,
	                        simt::known_alignment<_Size>::value, 0, 1)
	               ? async_contract_fulfillment::async
	               : async_contract_fulfillment::none;
}

template <typename _Group, typename _Size, thread_scope _Scope>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(const _Group &g, void *to,
                                                          const void *from, _Size size,
                                                          pipeline<_Scope> &) {
	return simt::copy_async(to, from, (size_t)size,
	                        simt::known_alignment<_Size>::value, g.thread_rank(),
	                        g.size())
	               ? async_contract_fulfillment::async
	               : async_contract_fulfillment::none;
}

} // namespace cuda
