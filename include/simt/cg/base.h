/* base.h - what all cooperative groups share: ranks in a block, values of any type
 * through shuffles, the operators of reductions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

#include <type_traits>
#include <utility>

#define __SIMT_CG __device__ __forceinline__

/* CCCL declares classes of groups in the namespace __v1, where the vendor has them. */
namespace cooperative_groups {
namespace __v1 {

/* Properties of a group's members besides its size. */
namespace __details {

enum { __warp_lanes = 32, __full_warp = 0xffffffffu };

__SIMT_CG unsigned __block_threads() {
	return blockDim.x * blockDim.y * blockDim.z;
}

__SIMT_CG unsigned block_rank() {
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__SIMT_CG unsigned __lane() {
	unsigned __l;
	asm("mov.u32 %0, %%laneid;" : "=r"(__l));
	return __l;
}

__SIMT_CG unsigned __lanes_below() {
	unsigned __mask;
	asm("mov.u32 %0, %%lanemask_lt;" : "=r"(__mask));
	return __mask;
}

/* ---- values of any type ---- */

/* Numbers go as they are, other types in words of four bytes. */
template <typename __T>
using __is_shuffled_whole = std::integral_constant<
	bool, std::is_arithmetic<__T>::value && sizeof(__T) >= 4 && sizeof(__T) <= 8>;

template <typename __T> union __words {
	static_assert(std::is_trivially_copyable<__T>::value,
	              "values that cross lanes must be trivially copyable");
	__T __value;
	unsigned __word[(sizeof(__T) + 3) / 4];
	__SIMT_CG __words() : __word() {
	}
};

template <typename __T, typename _Move>
__SIMT_CG __T __move_value(__T __v, _Move __move, std::true_type) {
	return __move(__v);
}

template <typename __T, typename _Move>
__SIMT_CG __T __move_value(const __T &__v, _Move __move, std::false_type) {
	__words<__T> __w;
	__w.__value = __v;
#pragma unroll
	for (unsigned __i = 0; __i < sizeof(__w.__word) / 4; __i++)
		__w.__word[__i] = __move(__w.__word[__i]);
	return __w.__value;
}

/* The modes of a shuffle, as functions of a value that has a register. */
struct __shuffle_idx {
	unsigned __mask;
	int __from, __width;
	template <typename __T> __SIMT_CG __T operator()(__T __v) const {
		return __shfl_sync(__mask, __v, __from, __width);
	}
};

struct __shuffle_up {
	unsigned __mask, __delta;
	int __width;
	template <typename __T> __SIMT_CG __T operator()(__T __v) const {
		return __shfl_up_sync(__mask, __v, __delta, __width);
	}
};

struct __shuffle_down {
	unsigned __mask, __delta;
	int __width;
	template <typename __T> __SIMT_CG __T operator()(__T __v) const {
		return __shfl_down_sync(__mask, __v, __delta, __width);
	}
};

struct __shuffle_xor {
	unsigned __mask;
	int __with, __width;
	template <typename __T> __SIMT_CG __T operator()(__T __v) const {
		return __shfl_xor_sync(__mask, __v, __with, __width);
	}
};

template <typename __T, typename _Move>
__SIMT_CG __T __shuffle(const __T &__v, _Move __move) {
	return __move_value(__v, __move, __is_shuffled_whole<__T>());
}

/* The lanes whose value has the same bytes. */
template <typename __T> __SIMT_CG unsigned match_any(unsigned __mask, const __T &__v) {
	__words<__T> __w;
	__w.__value = __v;
	unsigned __same = __mask;
#pragma unroll
	for (unsigned __i = 0; __i < sizeof(__w.__word) / 4; __i++)
		__same &= __match_any_sync(__mask, __w.__word[__i]);
	return __same;
}

} // namespace __details

/* ---- operators of reductions and scans ---- */

#define __SIMT_CG_OPERATOR(name, result)                                     \
	template <typename __T> struct name {                                \
		__SIMT_CG __T operator()(const __T &x, const __T &y) const { \
			return result;                                       \
		}                                                            \
	};
__SIMT_CG_OPERATOR(plus, x + y)
__SIMT_CG_OPERATOR(less, y < x ? y : x)
__SIMT_CG_OPERATOR(greater, x < y ? y : x)
__SIMT_CG_OPERATOR(bit_and, x &y)
__SIMT_CG_OPERATOR(bit_or, x | y)
__SIMT_CG_OPERATOR(bit_xor, x ^ y)
#undef __SIMT_CG_OPERATOR

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
