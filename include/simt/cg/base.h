/* base.h - what all cooperative groups share: ranks in a block, values of any type
 * through shuffles, the operators of reductions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

#include <type_traits>
#include <utility>

#define __SIMT_CG __device__ __forceinline__

namespace cooperative_groups {

/* What the members of a group depend on besides its size. */
namespace details {

enum { warp_lanes = 32, full_warp = 0xffffffffu };

__SIMT_CG unsigned block_threads() {
	return blockDim.x * blockDim.y * blockDim.z;
}

__SIMT_CG unsigned block_rank() {
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__SIMT_CG unsigned lane() {
	unsigned l;
	asm("mov.u32 %0, %%laneid;" : "=r"(l));
	return l;
}

__SIMT_CG unsigned lanes_below() {
	unsigned mask;
	asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
	return mask;
}

/* ---- values of any type ---- */

/* Numbers go as they are, other types in words of four bytes. */
template <typename __T>
using is_shuffled_whole = std::integral_constant<
	bool, std::is_arithmetic<__T>::value && sizeof(__T) >= 4 && sizeof(__T) <= 8>;

template <typename __T> union words {
	static_assert(std::is_trivially_copyable<__T>::value,
	              "values that cross lanes must be trivially copyable");
	__T value;
	unsigned word[(sizeof(__T) + 3) / 4];
	__SIMT_CG words() : word() {
	}
};

template <typename __T, typename _Move>
__SIMT_CG __T move_value(__T v, _Move move, std::true_type) {
	return move(v);
}

template <typename __T, typename _Move>
__SIMT_CG __T move_value(const __T &v, _Move move, std::false_type) {
	words<__T> w;
	w.value = v;
#pragma unroll
	for (unsigned i = 0; i < sizeof(w.word) / 4; i++)
		w.word[i] = move(w.word[i]);
	return w.value;
}

/* The modes of a shuffle, as functions of a value that has a register. */
struct shuffle_idx {
	unsigned mask;
	int from, width;
	template <typename __T> __SIMT_CG __T operator()(__T v) const {
		return __shfl_sync(mask, v, from, width);
	}
};

struct shuffle_up {
	unsigned mask, delta;
	int width;
	template <typename __T> __SIMT_CG __T operator()(__T v) const {
		return __shfl_up_sync(mask, v, delta, width);
	}
};

struct shuffle_down {
	unsigned mask, delta;
	int width;
	template <typename __T> __SIMT_CG __T operator()(__T v) const {
		return __shfl_down_sync(mask, v, delta, width);
	}
};

struct shuffle_xor {
	unsigned mask;
	int with, width;
	template <typename __T> __SIMT_CG __T operator()(__T v) const {
		return __shfl_xor_sync(mask, v, with, width);
	}
};

template <typename __T, typename _Move> __SIMT_CG __T shuffle(const __T &v, _Move move) {
	return move_value(v, move, is_shuffled_whole<__T>());
}

/* The lanes whose value has the same bytes. */
template <typename __T> __SIMT_CG unsigned match_any(unsigned mask, const __T &v) {
	words<__T> w;
	w.value = v;
	unsigned same = mask;
#pragma unroll
	for (unsigned i = 0; i < sizeof(w.word) / 4; i++)
		same &= __match_any_sync(mask, w.word[i]);
	return same;
}

} // namespace details

/* ---- operators of reductions and scans ---- */

#define __SIMT_CG_OPERATOR(name, result)                               \
	template <typename __T> struct name {                            \
		__SIMT_CG __T operator()(const __T &x, const __T &y) const { \
			return result;                                 \
		}                                                      \
	};
__SIMT_CG_OPERATOR(plus, x + y)
__SIMT_CG_OPERATOR(less, y < x ? y : x)
__SIMT_CG_OPERATOR(greater, x < y ? y : x)
__SIMT_CG_OPERATOR(bit_and, x &y)
__SIMT_CG_OPERATOR(bit_or, x | y)
__SIMT_CG_OPERATOR(bit_xor, x ^ y)
#undef __SIMT_CG_OPERATOR

} // namespace cooperative_groups
