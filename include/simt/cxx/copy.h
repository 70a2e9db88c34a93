/* copy.h - copies that threads share, from global to shared memory without waiting where
 * the hardware can; sizes that say how they are aligned.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cuda_pipeline_primitives.h"
#include "cuda_runtime.h"

/* The class is CCCL's where its headers are found: a program may have those as well. */
#if __has_include(<cuda/__barrier/aligned_size.h>)
#include <cuda/__barrier/aligned_size.h>
#elif __has_include(<cuda/__memory/aligned_size.h>)
#include <cuda/__memory/aligned_size.h>
#elif __has_include(<cuda/std/detail/__config>)
#include <cuda/barrier>
#else
#define SIMT_OWN_ALIGNED_SIZE
#endif

namespace cuda {

#ifdef SIMT_OWN_ALIGNED_SIZE
/* A size that, as the addresses that go with it, is a multiple of Alignment. */
template <size_t _Alignment> struct aligned_size_t {
	static constexpr size_t align = _Alignment;
	size_t value;
	__host__ __device__ __forceinline__ explicit aligned_size_t(size_t __size)
	    : value(__size) {
	}
	__host__ __device__ __forceinline__ operator size_t() const {
		return value;
	}
};
template <size_t _Alignment> constexpr size_t aligned_size_t<_Alignment>::align;
#undef SIMT_OWN_ALIGNED_SIZE
#endif

namespace __simt {

/* The alignment that is known at compile time. */
template <typename _Size> struct __known_alignment {
	enum { value = 1 };
};
template <size_t _Alignment> struct __known_alignment<aligned_size_t<_Alignment>> {
	enum { value = _Alignment };
};

__device__ __forceinline__ bool __can_copy_async(const void *__to, const void *__from) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
	return __isShared(__to) && __isGlobal(__from);
#else
	(void)__to;
	(void)__from;
	return false;
#endif
}

/* The share of one of n threads, in pieces of `piece` bytes: 4, 8 or 16. */
__device__ __forceinline__ void __copy_pieces(char *__to, const char *__from,
                                              size_t __size, size_t __piece,
                                              size_t __rank, size_t __n) {
	for (size_t __i = __rank * __piece; __i < __size; __i += __n * __piece)
		__pipeline_memcpy_async(__to + __i, __from + __i, __piece);
}

template <typename _Word>
__device__ __forceinline__ void __copy_words(char *__to, const char *__from,
                                             size_t __size, size_t __rank, size_t __n) {
	for (size_t __i = __rank; __i < __size / sizeof(_Word); __i += __n)
		reinterpret_cast<_Word *>(__to)[__i] = reinterpret_cast<const _Word *>(
			__from)[__i];
}

/* True: the copy goes on and must be waited for. __alignment: as far as is known. */
__device__ __forceinline__ bool __copy_async(void *__to_, const void *__from_,
                                             size_t __size, size_t __alignment,
                                             size_t __rank, size_t __n) {
	char *__to = static_cast<char *>(__to_);
	const char *__from = static_cast<const char *>(__from_);
	bool __is_async = __can_copy_async(__to, __from);
	size_t __unaligned = __alignment >= 16 ? 0
	                                       : (size_t)__to | (size_t)__from | __size;
	if ((__unaligned & 3) != 0) {
		__copy_words<char>(__to, __from, __size, __rank, __n);
		return false;
	}
	if (!__is_async)
		__copy_words<int>(__to, __from, __size, __rank, __n);
	else if ((__unaligned & 15) == 0)
		__copy_pieces(__to, __from, __size, 16, __rank, __n);
	else if ((__unaligned & 7) == 0)
		__copy_pieces(__to, __from, __size, 8, __rank, __n);
	else
		__copy_pieces(__to, __from, __size, 4, __rank, __n);
	return __is_async;
}

} // namespace __simt
} // namespace cuda
