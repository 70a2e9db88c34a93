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
	static_assert(_Scope == thread_scope_block,
	              "pipelines are shared within a block");

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
		__committed++;
	}
	/* Waits for the oldest batch that was not waited for. */
	__SIMT_CXX_DEVICE void consumer_wait() {
		if (__consumed == __committed)
			return;
		__pipeline_wait_prior(__committed - __consumed - 1);
		__consumed++;
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
	__SIMT_CXX_DEVICE pipeline() : __committed(0), __consumed(0) {
	}
	friend __SIMT_CXX_DEVICE pipeline<thread_scope_thread> make_pipeline();
	unsigned __committed, __consumed;
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
                                                barrier<_Scope> &__b) {
	__simt::__bind_copies(__b, true);
}

/* ---- shared by threads of a block ---- */

namespace __simt {

/* The stage whose turn it is, and how often all had theirs, modulo 2. */
struct __pipeline_turn {
	unsigned __stage;
	bool __parity;
	__SIMT_CXX_DEVICE void __next(unsigned __stages) {
		if (++__stage == __stages) {
			__stage = 0;
			__parity = !__parity;
		}
	}
};

__SIMT_CXX_DEVICE void __wait_parity(uint64_t *__barrier, bool __parity) {
	while (!__mbarrier_test_wait_parity(__barrier, __parity))
		;
}

struct __make_shared_pipeline;

} // namespace __simt

template <> class pipeline<thread_scope_block> {
      public:
	pipeline(pipeline &&) = default;
	pipeline &operator=(pipeline &&) = delete;
	pipeline(const pipeline &) = delete;

	/* No more use of it by this thread; true for the last one. */
	__SIMT_CXX_DEVICE bool quit() {
		if (atomicSub(__users, 1) != 1)
			return false;
		for (unsigned __i = 0; __i < __stages; __i++) {
			__mbarrier_inval(&__full[__i]);
			__mbarrier_inval(&__empty[__i]);
		}
		return true;
	}
	/* ---- producers ---- */

	__SIMT_CXX_DEVICE void producer_acquire() {
		__simt::__wait_parity(&__empty[__produced.__stage], !__produced.__parity);
	}
	__SIMT_CXX_DEVICE void producer_commit() {
		__pipeline_arrive_on(&__full[__produced.__stage]);
		(void)__mbarrier_arrive(&__full[__produced.__stage]);
		__produced.__next(__stages);
	}
	/* ---- consumers ---- */

	__SIMT_CXX_DEVICE void consumer_wait() {
		__simt::__wait_parity(&__full[__waited.__stage], __waited.__parity);
		__waited.__next(__stages);
	}
	/* True: the stage is full, and the next wait is for the one after it. */
	template <typename _Rep, typename _Period>
	__SIMT_CXX_DEVICE bool
	consumer_wait_for(const ::std::chrono::duration<_Rep, _Period> &__time) {
		uint64_t *__barrier = &__full[__waited.__stage];
		bool __parity = __waited.__parity;
		bool __is_full = __simt::__until(
			[=] { return __mbarrier_test_wait_parity(__barrier, __parity); },
			__simt::__end_of(__time));
		if (__is_full)
			__waited.__next(__stages);
		return __is_full;
	}
	template <typename _Clock, typename _Duration>
	__SIMT_CXX_DEVICE bool
	consumer_wait_until(const ::std::chrono::time_point<_Clock, _Duration> &__time) {
		return consumer_wait_for(__time - _Clock::now());
	}
	__SIMT_CXX_DEVICE void consumer_release() {
		(void)__mbarrier_arrive(&__empty[__released]);
		__released = __released + 1 == __stages ? 0 : __released + 1;
	}

      private:
	template <uint8_t _Stages>
	__SIMT_CXX_DEVICE explicit pipeline(
		pipeline_shared_state<thread_scope_block, _Stages> &__state)
	    : __full(__state.__full), __empty(__state.__empty), __users(&__state.__users),
	      __stages(_Stages), __produced(), __waited(), __released(0) {
	}
	friend struct __simt::__make_shared_pipeline;
	uint64_t *__full, *__empty;
	unsigned *__users;
	unsigned __stages;
	__simt::__pipeline_turn __produced, __waited;
	unsigned __released;
};

namespace __simt {

/* All threads of the group call these. */
struct __make_shared_pipeline {
	template <uint8_t _Stages>
	__SIMT_CXX_DEVICE static pipeline<thread_scope_block>
	of(pipeline_shared_state<thread_scope_block, _Stages> &__state) {
		return pipeline<thread_scope_block>(__state);
	}
	template <typename _Group, uint8_t _Stages>
	__SIMT_CXX_DEVICE static pipeline<thread_scope_block>
	__start(const _Group &__g,
	        pipeline_shared_state<thread_scope_block, _Stages> *__state,
	        unsigned __nproducers, unsigned __consumers) {
		if (__g.thread_rank() == 0) {
			for (unsigned __i = 0; __i < _Stages; __i++) {
				__mbarrier_init(&__state->__full[__i], __nproducers);
				__mbarrier_init(&__state->__empty[__i], __consumers);
			}
			__state->__users = (unsigned)__g.size();
		}
		__g.sync();
		return of(*__state);
	}
};

} // namespace __simt

/* Every thread produces and consumes. */
template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &__g, pipeline_shared_state<_Scope, _Stages> *__state) {
	return __simt::__make_shared_pipeline::__start(__g, __state, (unsigned)__g.size(),
	                                               (unsigned)__g.size());
}

/* The first threads produce, the others consume. */
template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &__g, pipeline_shared_state<_Scope, _Stages> *__state,
              size_t __nproducers) {
	return __simt::__make_shared_pipeline::__start(
		__g, __state, (unsigned)__nproducers,
		(unsigned)(__g.size() - __nproducers));
}

template <typename _Group, thread_scope _Scope, uint8_t _Stages>
__SIMT_CXX_DEVICE pipeline<_Scope>
make_pipeline(const _Group &__g, pipeline_shared_state<_Scope, _Stages> *__state,
              pipeline_role __role) {
	if (__g.thread_rank() == 0)
		__state->__producers = 0;
	__g.sync();
	if (__role == pipeline_role::producer)
		atomicAdd(&__state->__producers, 1u);
	__g.sync();
	unsigned __nproducers = __state->__producers;
	return __simt::__make_shared_pipeline::__start(
		__g, __state, __nproducers, (unsigned)__g.size() - __nproducers);
}

/* ---- copies of the producers' current stage: by one thread, or by a group ---- */

template <typename _Size, thread_scope _Scope>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(void *__to, const void *__from,
                                                          _Size __size,
                                                          pipeline<_Scope> &) {
	return __simt::__copy_async(__to, __from, (size_t)__size,
	                            __simt::__known_alignment<_Size>::value, 0, 1)
	               ? async_contract_fulfillment::async
	               : async_contract_fulfillment::none;
}

template <typename _Group, typename _Size, thread_scope _Scope>
__SIMT_CXX_DEVICE async_contract_fulfillment memcpy_async(const _Group &__g, void *__to,
                                                          const void *__from,
                                                          _Size __size,
                                                          pipeline<_Scope> &) {
	return __simt::__copy_async(__to, __from, (size_t)__size,
	                            __simt::__known_alignment<_Size>::value,
	                            __g.thread_rank(), __g.size())
	               ? async_contract_fulfillment::async
	               : async_contract_fulfillment::none;
}

} // namespace cuda
