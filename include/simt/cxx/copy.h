/* copy.h - copies that threads share, from global to shared memory without waiting where
 * the hardware can; sizes that say how they are aligned.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cuda_pipeline_primitives.h"
#include "cuda_runtime.h"

namespace cuda {

/* A size that, as the addresses that go with it, is a multiple of Alignment. */
template <size_t _Alignment> struct aligned_size_t {
	static constexpr size_t align = _Alignment;
	size_t value;
	__host__ __device__ __forceinline__ explicit aligned_size_t(size_t size)
	    : value(size) {
	}
	__host__ __device__ __forceinline__ operator size_t() const {
		return value;
	}
};
template <size_t _Alignment> constexpr size_t aligned_size_t<_Alignment>::align;

namespace simt {

/* What is known of an alignment when compiling. */
template <typename _Size> struct known_alignment {
	enum { value = 1 };
};
template <size_t _Alignment> struct known_alignment<aligned_size_t<_Alignment>> {
	enum { value = _Alignment };
};

__device__ __forceinline__ bool can_copy_async(const void *to, const void *from) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
	return __isShared(to) && __isGlobal(from);
#else
	(void)to;
	(void)from;
	return false;
#endif
}

/* The share of one of n threads, in pieces of `piece` bytes: 4, 8 or 16. */
__device__ __forceinline__ void copy_pieces(char *to, const char *from, size_t size,
                                            size_t piece, size_t rank, size_t n) {
	for (size_t i = rank * piece; i < size; i += n * piece)
		__pipeline_memcpy_async(to + i, from + i, piece);
}

template <typename _Word>
__device__ __forceinline__ void copy_words(char *to, const char *from, size_t size,
                                           size_t rank, size_t n) {
	for (size_t i = rank; i < size / sizeof(_Word); i += n)
		reinterpret_cast<_Word *>(to)[i] = reinterpret_cast<const _Word *>(from)[i];
}

/* True: the copy goes on and must be waited for. alignment: as far as is known. */
__device__ __forceinline__ bool copy_async(void *to_, const void *from_, size_t size,
                                           size_t alignment, size_t rank, size_t n) {
	char *to = static_cast<char *>(to_);
	const char *from = static_cast<const char *>(from_);
	bool is_async = can_copy_async(to, from);
	size_t unaligned = alignment >= 16 ? 0 : (size_t)to | (size_t)from | size;
	if ((unaligned & 3) != 0) {
		copy_words<char>(to, from, size, rank, n);
		return false;
	}
	if (!is_async)
		copy_words<int>(to, from, size, rank, n);
	else if ((unaligned & 15) == 0)
		copy_pieces(to, from, size, 16, rank, n);
	else if ((unaligned & 7) == 0)
		copy_pieces(to, from, size, 8, rank, n);
	else
		copy_pieces(to, from, size, 4, rank, n);
	return is_async;
}

} // namespace simt
} // namespace cuda
