/* cuda_pipeline.h - a thread's queue of asynchronous copies as a class, in namespace
 * nvcuda::experimental.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

namespace nvcuda {
namespace experimental {

#define __SIMT_METHOD __device__ __forceinline__

/* Batches of copies are counted; those that are complete are the first ones. */
class pipeline {
public:
	__SIMT_METHOD pipeline() : batches(0) {}
	pipeline(const pipeline &) = delete;
	pipeline &operator=(const pipeline &) = delete;

	/* The copies so far become a batch; returns its number. */
	__SIMT_METHOD size_t commit() {
		__pipeline_commit();
		return batches++;
	}

	__SIMT_METHOD void commit_and_wait() {
		wait(commit());
	}

	/* Waits for that batch and those before it. */
	__SIMT_METHOD void wait(size_t batch) {
		__pipeline_wait_prior(batches > batch ? batches - batch - 1 : 0);
	}

	/* Waits for all batches but the latest N. */
	template <unsigned __N> __SIMT_METHOD void wait_prior() {
		__pipeline_wait_prior(__N);
	}

	/* Arrives at the barrier when the copies so far are complete. */
	__SIMT_METHOD void arrive_on(awbarrier &barrier) {
		__pipeline_arrive_on(&barrier.barrier);
	}

private:
	size_t batches;
};

/* Copies an object from global to shared memory: in pieces as large as its alignment
 * allows, or at once where that is below four bytes. */
template <typename __T>
__SIMT_METHOD void memcpy_async(__T &shared, const __T &global, pipeline &) {
	char *to = (char *)&shared;
	const char *from = (const char *)&global;
	constexpr size_t align = alignof(__T) > 16 ? 16 : alignof(__T);
	if (align < 4) {
		shared = global;
		return;
	}
	for (size_t i = 0; i < sizeof(__T); i += align)
		__pipeline_memcpy_async(to + i, from + i, align);
}

/* Fills an array with the start of another, and what is left of it with zeros. */
template <typename __T, size_t _Shared, size_t _Global>
__SIMT_METHOD void memcpy_async(__T (&shared)[_Shared], const __T (&global)[_Global],
                                pipeline &pipe) {
	for (size_t i = 0; i < _Shared; i++)
		if (i < _Global)
			memcpy_async(shared[i], global[i], pipe);
		else
			shared[i] = __T();
}

#undef __SIMT_METHOD

} // namespace experimental
} // namespace nvcuda

#endif
