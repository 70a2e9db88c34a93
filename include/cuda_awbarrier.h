/* cuda_awbarrier.h - the class of two-step barriers in namespace nvcuda::experimental.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

namespace nvcuda {
namespace experimental {

#define __SIMT_METHOD __device__ __forceinline__

class awbarrier {
public:
	/* The phase that an arrival belongs to. */
	class arrival_token {
	public:
		arrival_token() = default;
		/* Arrivals that the phase was waiting for. */
		__SIMT_METHOD uint32_t pending_count() const {
			return __mbarrier_token_pending_count(__token);
		}

	private:
		friend class awbarrier;
		__SIMT_METHOD arrival_token(__mbarrier_token_t __t) : __token(__t) {}
		__mbarrier_token_t __token;
	};

	awbarrier() = default;
	awbarrier(const awbarrier &) = delete;
	awbarrier &operator=(const awbarrier &) = delete;

	__SIMT_METHOD arrival_token arrive() {
		return arrival_token(__mbarrier_arrive(&__barrier));
	}

	__SIMT_METHOD arrival_token arrive_and_drop() {
		return arrival_token(__mbarrier_arrive_and_drop(&__barrier));
	}

	/* Waits until the token's phase is complete. */
	__SIMT_METHOD void wait(arrival_token __token) {
		while (!__mbarrier_test_wait(&__barrier, __token.__token))
			;
	}

	__SIMT_METHOD void arrive_and_wait() {
		wait(arrive());
	}

	/* Waits for about that many clock ticks at most; false: the phase is not
	 * complete. */
	__SIMT_METHOD bool timed_wait(arrival_token __token, uint32_t __hint_cycles) {
		long long __end = clock64() + __hint_cycles;
		while (!__mbarrier_test_wait(&__barrier, __token.__token))
			if (clock64() >= __end)
				return false;
		return true;
	}

	__SIMT_METHOD bool timed_wait_parity(bool __parity, uint32_t __hint_cycles) {
		long long __end = clock64() + __hint_cycles;
		while (!__mbarrier_test_wait_parity(&__barrier, __parity))
			if (clock64() >= __end)
				return false;
		return true;
	}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	__SIMT_METHOD bool try_wait(arrival_token __token, uint32_t __max_sleep_nanosec) {
		return __mbarrier_try_wait(&__barrier, __token.__token, __max_sleep_nanosec);
	}

	__SIMT_METHOD bool try_wait_parity(bool __parity, uint32_t __max_sleep_nanosec) {
		return __mbarrier_try_wait_parity(&__barrier, __parity, __max_sleep_nanosec);
	}
#endif

	/* The most threads that it can wait for. */
	__host__ static constexpr __SIMT_METHOD uint32_t max() {
		return (1u << 14) - 1;
	}

private:
	friend class pipeline;
	friend __SIMT_METHOD void init(awbarrier *__barrier, uint32_t __expected_count) {
		__mbarrier_init(&__barrier->__barrier, __expected_count);
	}
	friend __SIMT_METHOD void inval(awbarrier *__barrier) {
		__mbarrier_inval(&__barrier->__barrier);
	}
	__mbarrier_t __barrier;
};

#undef __SIMT_METHOD

} // namespace experimental
} // namespace nvcuda

#endif
