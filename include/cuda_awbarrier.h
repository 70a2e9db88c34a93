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
			return __mbarrier_token_pending_count(token);
		}

	private:
		friend class awbarrier;
		__SIMT_METHOD arrival_token(__mbarrier_token_t t) : token(t) {}
		__mbarrier_token_t token;
	};

	awbarrier() = default;
	awbarrier(const awbarrier &) = delete;
	awbarrier &operator=(const awbarrier &) = delete;

	__SIMT_METHOD arrival_token arrive() {
		return arrival_token(__mbarrier_arrive(&barrier));
	}

	__SIMT_METHOD arrival_token arrive_and_drop() {
		return arrival_token(__mbarrier_arrive_and_drop(&barrier));
	}

	/* Waits until the token's phase is complete. */
	__SIMT_METHOD void wait(arrival_token token) {
		while (!__mbarrier_test_wait(&barrier, token.token))
			;
	}

	__SIMT_METHOD void arrive_and_wait() {
		wait(arrive());
	}

	/* Waits for about that many clock ticks at most; false: the phase is not
	 * complete. */
	__SIMT_METHOD bool timed_wait(arrival_token token, uint32_t hint_cycles) {
		long long end = clock64() + hint_cycles;
		while (!__mbarrier_test_wait(&barrier, token.token))
			if (clock64() >= end)
				return false;
		return true;
	}

	__SIMT_METHOD bool timed_wait_parity(bool parity, uint32_t hint_cycles) {
		long long end = clock64() + hint_cycles;
		while (!__mbarrier_test_wait_parity(&barrier, parity))
			if (clock64() >= end)
				return false;
		return true;
	}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	__SIMT_METHOD bool try_wait(arrival_token token, uint32_t max_sleep_nanosec) {
		return __mbarrier_try_wait(&barrier, token.token, max_sleep_nanosec);
	}

	__SIMT_METHOD bool try_wait_parity(bool parity, uint32_t max_sleep_nanosec) {
		return __mbarrier_try_wait_parity(&barrier, parity, max_sleep_nanosec);
	}
#endif

	/* The most threads that it can wait for. */
	__host__ static constexpr __SIMT_METHOD uint32_t max() {
		return (1u << 14) - 1;
	}

private:
	friend class pipeline;
	friend __SIMT_METHOD void init(awbarrier *barrier, uint32_t expected_count) {
		__mbarrier_init(&barrier->barrier, expected_count);
	}
	friend __SIMT_METHOD void inval(awbarrier *barrier) {
		__mbarrier_inval(&barrier->barrier);
	}
	__mbarrier_t barrier;
};

#undef __SIMT_METHOD

} // namespace experimental
} // namespace nvcuda

#endif
