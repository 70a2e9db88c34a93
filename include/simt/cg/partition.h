/* partition.h - groups cut into smaller ones: by rank, by a label, by a condition.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/any.h"

namespace cooperative_groups {

namespace details {

/* What tiles of several warps meet at where the program gave the block no memory. All
 * threads of the block call it. */
__SIMT_CG tile_memory own_tile_memory() {
	__shared__ block_tile_memory<1024> memory;
	__syncthreads();
	for (unsigned i = block_rank(); i < tile_barriers; i += block_threads())
		memory.barriers[i] = 0;
	__syncthreads();
	return tile_memory{memory.barriers, memory.slots};
}

struct make_tile {
	template <unsigned _Size, typename _Parent>
	__SIMT_CG static thread_block_tile<_Size, _Parent> of(const tile_memory &m) {
		return thread_block_tile<_Size, _Parent>(m);
	}
	template <unsigned _Size>
	__SIMT_CG static thread_block_tile<_Size> at(unsigned rank, unsigned groups) {
		return thread_block_tile<_Size>(tile_memory(), rank, groups);
	}
};

template <unsigned _Size>
__SIMT_CG tile_memory memory_for(const thread_block &b, std::true_type) {
	return b.__tile_memory().slots ? b.__tile_memory() : own_tile_memory();
}

template <unsigned _Size>
__SIMT_CG tile_memory memory_for(const thread_block &, std::false_type) {
	return tile_memory();
}

template <unsigned _Size> __SIMT_CG tile_memory memory_of(const warps_tile<_Size> &t) {
	return t.__tile_memory();
}

template <unsigned _Size> __SIMT_CG tile_memory memory_of(const warp_tile<_Size> &) {
	return tile_memory();
}

} // namespace details

/* ---- tiles ---- */

template <unsigned _Size>
__SIMT_CG thread_block_tile<_Size, thread_block>
tiled_partition(const thread_block &block) {
	return details::make_tile::of<_Size, thread_block>(details::memory_for<_Size>(
		block, std::integral_constant<bool, (_Size > 32)>()));
}

template <unsigned _Size, unsigned _Whole, typename _Parent>
__SIMT_CG thread_block_tile<_Size, thread_block_tile<_Whole, _Parent>>
tiled_partition(const thread_block_tile<_Whole, _Parent> &tile) {
	static_assert(_Size <= _Whole, "a part cannot be larger than its tile");
	return details::make_tile::of<_Size, thread_block_tile<_Whole, _Parent>>(
		details::memory_of(tile));
}

/* Ranks 0 to n-1, n to 2n-1, and so on. */
__SIMT_CG coalesced_group tiled_partition(const coalesced_group &g, unsigned n) {
	unsigned rank = g.thread_rank(), first = rank / n * n, left = g.__mask(),
		 part = 0;
	for (unsigned i = 0; left != 0; i++, left &= left - 1)
		if (i >= first && i < first + n)
			part |= left & (0u - left);
	return coalesced_group(part, rank / n, (g.size() + n - 1) / n);
}

/* n: a power of two up to 32 */
__SIMT_CG thread_group tiled_partition(const thread_group &g, unsigned n) {
	if (n == 0 || n > 32 || (n & (n - 1)) != 0)
		__trap();
	if (!g.__is_block())
		return tiled_partition(g.__lanes(), n);
	unsigned rank = details::block_rank(), all = details::block_threads();
	unsigned mask = (details::full_warp >> (32 - n)) << (details::lane() & ~(n - 1));
	return coalesced_group(mask, rank / n, (all + n - 1) / n);
}

/* A tile of one: the calling thread. */
__SIMT_CG thread_block_tile<1> this_thread() {
	return details::make_tile::at<1>(0, 1);
}

/* ---- by value ---- */

namespace details {

/* Groups are counted by their lowest lanes. */
__SIMT_CG coalesced_group labeled_group(unsigned all, unsigned mine) {
	bool is_lowest = (mine & lanes_below()) == 0;
	unsigned lowest = __ballot_sync(all, is_lowest);
	unsigned first = mine & (0u - mine);
	return coalesced_group(mine, (unsigned)__popc(lowest & (first - 1)),
	                       (unsigned)__popc(lowest));
}

__SIMT_CG coalesced_group binary_group(unsigned all, bool predicate) {
	unsigned yes = __ballot_sync(all, predicate);
	return coalesced_group(predicate ? yes : all & ~yes, predicate ? 1 : 0, 2);
}

} // namespace details

/* Threads that have the same label. */
template <typename _Label>
__SIMT_CG coalesced_group labeled_partition(const coalesced_group &g, _Label label) {
	return details::labeled_group(g.__mask(), details::match_any(g.__mask(), label));
}

template <unsigned _Size, typename _Parent, typename _Label>
__SIMT_CG coalesced_group labeled_partition(const thread_block_tile<_Size, _Parent> &g,
                                            _Label label) {
	return details::labeled_group(g.__mask(), details::match_any(g.__mask(), label));
}

__SIMT_CG coalesced_group binary_partition(const coalesced_group &g, bool predicate) {
	return details::binary_group(g.__mask(), predicate);
}

template <unsigned _Size, typename _Parent>
__SIMT_CG coalesced_group binary_partition(const thread_block_tile<_Size, _Parent> &g,
                                           bool predicate) {
	return details::binary_group(g.__mask(), predicate);
}

} // namespace cooperative_groups
