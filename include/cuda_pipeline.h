/* cuda_pipeline.h - a thread's queue of asynchronous copies as a class, in namespace
 * nvcuda::experimental.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

/* The base of libcu++'s cuda::barrier<cuda::thread_scope_block>, in the inline namespace of
 * its version: 4, unless its headers came first and say another one. */
#define __SIMT_NAMESPACE(__version) __SIMT_NAMESPACE_OF(__version)
#define __SIMT_NAMESPACE_OF(__version) __##__version
#ifdef _LIBCUDACXX_CUDA_ABI_VERSION
#define __SIMT_LIBCUDACXX __SIMT_NAMESPACE(_LIBCUDACXX_CUDA_ABI_VERSION)
#else
#define __SIMT_LIBCUDACXX __4
#endif
namespace cuda {
inline namespace __SIMT_LIBCUDACXX {
struct __block_scope_barrier_base;
}
} // namespace cuda
#undef __SIMT_LIBCUDACXX
#undef __SIMT_NAMESPACE_OF
#undef __SIMT_NAMESPACE

namespace nvcuda {
namespace experimental {

#define __SIMT_METHOD __device__ __forceinline__

/* Batches of copies are counted; those that are complete are the first ones. */
class pipeline {
public:
	__SIMT_METHOD pipeline() : __batches(0) {}
	pipeline(const pipeline &) = delete;
	pipeline &operator=(const pipeline &) = delete;

	/* The copies so far become a batch; returns its number. */
	__SIMT_METHOD size_t commit() {
		__pipeline_commit();
		return __batches++;
	}

	__SIMT_METHOD void commit_and_wait() {
		wait(commit());
	}

	/* Waits for that batch and those before it. */
	__SIMT_METHOD void wait(size_t __batch) {
		__pipeline_wait_prior(__batches > __batch ? __batches - __batch - 1 : 0);
	}

	/* Waits for all batches but the latest N. */
	template <unsigned __N> __SIMT_METHOD void wait_prior() {
		__pipeline_wait_prior(__N);
	}

	/* Arrives at the barrier when the copies so far are complete. */
	__SIMT_METHOD void arrive_on(awbarrier &__barrier) {
		__pipeline_arrive_on(&__barrier.__barrier);
	}
	__SIMT_METHOD void arrive_on(::cuda::__block_scope_barrier_base &__barrier) {
		__pipeline_arrive_on(reinterpret_cast<__mbarrier_t *>(&__barrier));
	}

private:
	size_t __batches;
};

/* Copies an object from global to shared memory: in pieces as large as its alignment
 * allows, or at once where that is below four bytes. */
template <typename __T>
__SIMT_METHOD void memcpy_async(__T &__shared, const __T &__global, pipeline &) {
	char *__to = (char *)&__shared;
	const char *__from = (const char *)&__global;
	constexpr size_t __align = alignof(__T) > 16 ? 16 : alignof(__T);
	if (__align < 4) {
		__shared = __global;
		return;
	}
	for (size_t __i = 0; __i < sizeof(__T); __i += __align)
		__pipeline_memcpy_async(__to + __i, __from + __i, __align);
}

/* Fills an array with the start of another, and what is left of it with zeros. */
template <typename __T, size_t _Shared, size_t _Global>
__SIMT_METHOD void memcpy_async(__T (&__shared)[_Shared], const __T (&__global)[_Global],
                                pipeline &__pipe) {
	for (size_t __i = 0; __i < _Shared; __i++)
		if (__i < _Global)
			memcpy_async(__shared[__i], __global[__i], __pipe);
		else
			__shared[__i] = __T();
}

#undef __SIMT_METHOD

} // namespace experimental
} // namespace nvcuda

#endif
