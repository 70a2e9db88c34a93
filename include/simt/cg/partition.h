/* partition.h - groups cut into smaller ones: by rank, by a label, by a condition.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/any.h"

namespace cooperative_groups {
namespace __v1 {

namespace __details {

/* The barriers of tiles of several warps where the program gave the block no memory. All
 * threads of the block call it. */
__SIMT_CG __meeting_place __own_tile_memory() {
	__shared__ block_tile_memory<1024> __memory;
	__syncthreads();
	for (unsigned __i = block_rank(); __i < __tile_barriers; __i += __block_threads())
		__memory.__barriers[__i] = 0;
	__syncthreads();
	return __meeting_place{__memory.__barriers, __memory.__slots};
}

struct __make_tile {
	template <unsigned _Size, typename _Parent>
	__SIMT_CG static thread_block_tile<_Size, _Parent>
	of(const __meeting_place &__m) {
		return thread_block_tile<_Size, _Parent>(__m);
	}
	template <unsigned _Size>
	__SIMT_CG static thread_block_tile<_Size> at(unsigned __rank, unsigned __groups) {
		return thread_block_tile<_Size>(__meeting_place(), __rank, __groups);
	}
};

template <unsigned _Size>
__SIMT_CG __meeting_place __memory_for(const thread_block &__b, std::true_type) {
	return __b.__tile_memory().__slots ? __b.__tile_memory() : __own_tile_memory();
}

template <unsigned _Size>
__SIMT_CG __meeting_place __memory_for(const thread_block &, std::false_type) {
	return __meeting_place();
}

template <unsigned _Size>
__SIMT_CG __meeting_place __memory_of(const __warps_tile<_Size> &__t) {
	return __t.__tile_memory();
}

template <unsigned _Size>
__SIMT_CG __meeting_place __memory_of(const __warp_tile<_Size> &) {
	return __meeting_place();
}

} // namespace __details

/* ---- tiles ---- */

namespace __details {

template <unsigned _Size>
__SIMT_CG thread_block_tile<_Size, thread_block> __part_of(const thread_block &__block) {
	return __make_tile::of<_Size, thread_block>(__memory_for<_Size>(
		__block, std::integral_constant<bool, (_Size > 32)>()));
}

template <unsigned _Size, unsigned _Whole, typename _Parent>
__SIMT_CG thread_block_tile<_Size, thread_block_tile<_Whole, _Parent>>
__part_of(const thread_block_tile<_Whole, _Parent> &__tile) {
	static_assert(_Size <= _Whole, "a part cannot be larger than its tile");
	return __make_tile::of<_Size, thread_block_tile<_Whole, _Parent>>(
		__memory_of(__tile));
}

} // namespace __details

/* _Parent: thread_block or a tile; programs name it, too */
template <unsigned _Size, typename _Parent>
__SIMT_CG thread_block_tile<_Size, _Parent> tiled_partition(const _Parent &__g) {
	return __details::__part_of<_Size>(__g);
}

/* Ranks 0 to n-1, n to 2n-1, and so on. */
__SIMT_CG coalesced_group tiled_partition(const coalesced_group &__g, unsigned __n) {
	unsigned __rank = __g.thread_rank(), __first = __rank / __n * __n,
		 __left = __g.__mask(), __part = 0;
	for (unsigned __i = 0; __left != 0; __i++, __left &= __left - 1)
		if (__i >= __first && __i < __first + __n)
			__part |= __left & (0u - __left);
	return coalesced_group(__part, __rank / __n, (__g.size() + __n - 1) / __n);
}

/* __n: a power of two up to 32 */
__SIMT_CG thread_group tiled_partition(const thread_group &__g, unsigned __n) {
	if (__n == 0 || __n > 32 || (__n & (__n - 1)) != 0)
		__trap();
	if (!__g.__is_block())
		return tiled_partition(__g.__coalesced(), __n);
	unsigned __rank = __details::block_rank(), __all = __details::__block_threads();
	unsigned __mask = (__details::__full_warp >> (32 - __n))
	                  << (__details::__lane() & ~(__n - 1));
	return coalesced_group(__mask, __rank / __n, (__all + __n - 1) / __n);
}

/* A tile of one: the calling thread. */
__SIMT_CG thread_block_tile<1> this_thread() {
	return __details::__make_tile::at<1>(0, 1);
}

/* ---- by value ---- */

namespace __details {

/* Groups are counted by their lowest lanes. */
__SIMT_CG coalesced_group __labeled_group(unsigned __all, unsigned __mine) {
	bool __is_lowest = (__mine & __lanes_below()) == 0;
	unsigned __lowest = __ballot_sync(__all, __is_lowest);
	unsigned __first = __mine & (0u - __mine);
	return coalesced_group(__mine, (unsigned)__popc(__lowest & (__first - 1)),
	                       (unsigned)__popc(__lowest));
}

__SIMT_CG coalesced_group __binary_group(unsigned __all, bool __predicate) {
	unsigned __yes = __ballot_sync(__all, __predicate);
	return coalesced_group(__predicate ? __yes : __all & ~__yes, __predicate ? 1 : 0,
	                       2);
}

} // namespace __details

/* Threads that have the same label. */
template <typename _Label>
__SIMT_CG coalesced_group labeled_partition(const coalesced_group &__g, _Label __label) {
	return __details::__labeled_group(__g.__mask(),
	                                  __details::match_any(__g.__mask(), __label));
}

template <unsigned _Size, typename _Parent, typename _Label>
__SIMT_CG coalesced_group labeled_partition(const thread_block_tile<_Size, _Parent> &__g,
                                            _Label __label) {
	return __details::__labeled_group(__g.__mask(),
	                                  __details::match_any(__g.__mask(), __label));
}

__SIMT_CG coalesced_group binary_partition(const coalesced_group &__g, bool __predicate) {
	return __details::__binary_group(__g.__mask(), __predicate);
}

template <unsigned _Size, typename _Parent>
__SIMT_CG coalesced_group binary_partition(const thread_block_tile<_Size, _Parent> &__g,
                                           bool __predicate) {
	return __details::__binary_group(__g.__mask(), __predicate);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
