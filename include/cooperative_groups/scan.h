/* scan.h - prefix sums over a group, with any operator: what the threads up to the caller
 * have together (inclusive), or those before it (exclusive; the first one gets T()).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_SCAN_H
#define _CG_SCAN_H_
#define _CG_COALESCED_SCAN_H_
#define _CG_FUNCTIONAL_H

#include "cooperative_groups.h"

#include "cuda/atomic"
#include "simt/cg/fold.h"

namespace cooperative_groups {

namespace details {

/* Before the first thread there is nothing. */
template <typename T> struct prefix {
	T value;
	bool is_empty;
};

template <typename T, typename Op>
__SIMT_CG T join(const T &v, const prefix<T> &before, Op &op) {
	return before.is_empty ? v : op(v, before.value);
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T scan_tile(const warp_tile<Size> &, T v, Op &op, prefix<T> &before) {
	thread_block_tile<Size> g = make_tile::at<Size>(0, 1);
	v = scan_warp(g, v, op);
	before.value = g.shfl_up(v, 1);
	before.is_empty = g.thread_rank() == 0;
	return v;
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T scan_tile(const warps_tile<Size> &g, T v, Op &op, prefix<T> &before) {
	words<T> all[Size / 32];
	prefix<T> in_warp, warps = {v, true};
	v = scan_tile(make_tile::at<32>(0, 1), v, op, in_warp);
	gather_warps(g, v, 31, all);
#pragma unroll
	for (unsigned w = 0; w < Size / 32; w++)
		if (w < g.__warp()) {
			warps.value = join(all[w].value, warps, op);
			warps.is_empty = false;
		}
	before = warps;
	if (!in_warp.is_empty) {
		before.value = join(in_warp.value, warps, op);
		before.is_empty = false;
	}
	return join(v, warps, op);
}

template <unsigned Size, typename Parent, typename T, typename Op>
__SIMT_CG T scan(const thread_block_tile<Size, Parent> &g, T v, Op &op,
                 prefix<T> &before) {
	return scan_tile(g, v, op, before);
}

template <typename T, typename Op>
__SIMT_CG T scan(const coalesced_group &g, T v, Op &op, prefix<T> &before) {
	v = scan_warp(g, v, op);
	before.value = g.shfl_up(v, 1);
	before.is_empty = g.thread_rank() == 0;
	return v;
}

/* The same without what is before the caller, which is a shuffle less in one warp. */
template <unsigned Size, typename T, typename Op>
__SIMT_CG T scan_up_to(const warp_tile<Size> &, T v, Op &op) {
	return scan_warp(make_tile::at<Size>(0, 1), v, op);
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T scan_up_to(const warps_tile<Size> &g, T v, Op &op) {
	prefix<T> before;
	return scan_tile(g, v, op, before);
}

template <typename T, typename Op>
__SIMT_CG T scan_up_to(const coalesced_group &g, T v, Op &op) {
	return scan_warp(g, v, op);
}

/* Adds the whole to an atomic object, and what that was to all. */
template <typename Group, typename Atomic, typename T, typename Op>
__SIMT_CG T scan_update(const Group &g, Atomic &to, T v, Op &op, bool is_inclusive) {
	prefix<T> before;
	T whole = scan(g, v, op, before), old = whole;
	if (g.thread_rank() == g.num_threads() - 1)
		old = update(to, whole, op);
	old = g.shfl(old, (int)g.num_threads() - 1);
	if (is_inclusive)
		return op(whole, old);
	return before.is_empty ? old : op(before.value, old);
}

} // namespace details

template <typename Group, typename T, typename Op>
__SIMT_CG details::value_of<T> inclusive_scan(const Group &g, T &&v, Op &&op) {
	return details::scan_up_to(g, details::value_of<T>(v), op);
}

template <typename Group, typename T>
__SIMT_CG details::value_of<T> inclusive_scan(const Group &g, T &&v) {
	return inclusive_scan(g, std::forward<T>(v), plus<details::value_of<T>>());
}

template <typename Group, typename T, typename Op>
__SIMT_CG details::value_of<T> exclusive_scan(const Group &g, T &&v, Op &&op) {
	typedef details::value_of<T> V;
	details::prefix<V> before;
	details::scan(g, V(v), op, before);
	return before.is_empty ? V() : before.value;
}

template <typename Group, typename T>
__SIMT_CG details::value_of<T> exclusive_scan(const Group &g, T &&v) {
	return exclusive_scan(g, std::forward<T>(v), plus<details::value_of<T>>());
}

/* The scan goes on where an atomic object says, which gets the whole. */
template <typename Group, typename Atomic, typename T, typename Op>
__SIMT_CG details::value_of<T> inclusive_scan_update(const Group &g, Atomic &to, T &&v,
                                                     Op &&op) {
	return details::scan_update(g, to, details::value_of<T>(v), op, true);
}

template <typename Group, typename Atomic, typename T>
__SIMT_CG details::value_of<T> inclusive_scan_update(const Group &g, Atomic &to, T &&v) {
	return inclusive_scan_update(g, to, std::forward<T>(v),
	                             plus<details::value_of<T>>());
}

template <typename Group, typename Atomic, typename T, typename Op>
__SIMT_CG details::value_of<T> exclusive_scan_update(const Group &g, Atomic &to, T &&v,
                                                     Op &&op) {
	return details::scan_update(g, to, details::value_of<T>(v), op, false);
}

template <typename Group, typename Atomic, typename T>
__SIMT_CG details::value_of<T> exclusive_scan_update(const Group &g, Atomic &to, T &&v) {
	return exclusive_scan_update(g, to, std::forward<T>(v),
	                             plus<details::value_of<T>>());
}

} // namespace cooperative_groups
