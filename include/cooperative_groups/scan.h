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
template <typename __T> struct prefix {
	__T value;
	bool is_empty;
};

template <typename __T, typename _Op>
__SIMT_CG __T join(const __T &v, const prefix<__T> &before, _Op &op) {
	return before.is_empty ? v : op(v, before.value);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T scan_tile(const warp_tile<_Size> &, __T v, _Op &op, prefix<__T> &before) {
	thread_block_tile<_Size> g = make_tile::at<_Size>(0, 1);
	v = scan_warp(g, v, op);
	before.value = g.shfl_up(v, 1);
	before.is_empty = g.thread_rank() == 0;
	return v;
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T scan_tile(const warps_tile<_Size> &g, __T v, _Op &op, prefix<__T> &before) {
	words<__T> all[_Size / 32];
	prefix<__T> in_warp, warps = {v, true};
	v = scan_tile(make_tile::at<32>(0, 1), v, op, in_warp);
	gather_warps(g, v, 31, all);
#pragma unroll
	for (unsigned w = 0; w < _Size / 32; w++)
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

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG __T scan(const thread_block_tile<_Size, _Parent> &g, __T v, _Op &op,
                 prefix<__T> &before) {
	return scan_tile(g, v, op, before);
}

template <typename __T, typename _Op>
__SIMT_CG __T scan(const coalesced_group &g, __T v, _Op &op, prefix<__T> &before) {
	v = scan_warp(g, v, op);
	before.value = g.shfl_up(v, 1);
	before.is_empty = g.thread_rank() == 0;
	return v;
}

/* The same without what is before the caller, which is a shuffle less in one warp. */
template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T scan_up_to(const warp_tile<_Size> &, __T v, _Op &op) {
	return scan_warp(make_tile::at<_Size>(0, 1), v, op);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T scan_up_to(const warps_tile<_Size> &g, __T v, _Op &op) {
	prefix<__T> before;
	return scan_tile(g, v, op, before);
}

template <typename __T, typename _Op>
__SIMT_CG __T scan_up_to(const coalesced_group &g, __T v, _Op &op) {
	return scan_warp(g, v, op);
}

/* Adds the whole to an atomic object, and what that was to all. */
template <typename _Group, typename _Atomic, typename __T, typename _Op>
__SIMT_CG __T scan_update(const _Group &g, _Atomic &to, __T v, _Op &op, bool is_inclusive) {
	prefix<__T> before;
	__T whole = scan(g, v, op, before), old = whole;
	if (g.thread_rank() == g.num_threads() - 1)
		old = update(to, whole, op);
	old = g.shfl(old, (int)g.num_threads() - 1);
	if (is_inclusive)
		return op(whole, old);
	return before.is_empty ? old : op(before.value, old);
}

} // namespace details

template <typename _Group, typename __T, typename _Op>
__SIMT_CG details::value_of<__T> inclusive_scan(const _Group &g, __T &&v, _Op &&op) {
	return details::scan_up_to(g, details::value_of<__T>(v), op);
}

template <typename _Group, typename __T>
__SIMT_CG details::value_of<__T> inclusive_scan(const _Group &g, __T &&v) {
	return inclusive_scan(g, std::forward<__T>(v), plus<details::value_of<__T>>());
}

template <typename _Group, typename __T, typename _Op>
__SIMT_CG details::value_of<__T> exclusive_scan(const _Group &g, __T &&v, _Op &&op) {
	typedef details::value_of<__T> __V;
	details::prefix<__V> before;
	details::scan(g, __V(v), op, before);
	return before.is_empty ? __V() : before.value;
}

template <typename _Group, typename __T>
__SIMT_CG details::value_of<__T> exclusive_scan(const _Group &g, __T &&v) {
	return exclusive_scan(g, std::forward<__T>(v), plus<details::value_of<__T>>());
}

/* The scan goes on where an atomic object says, which gets the whole. */
template <typename _Group, typename _Atomic, typename __T, typename _Op>
__SIMT_CG details::value_of<__T> inclusive_scan_update(const _Group &g, _Atomic &to, __T &&v,
                                                     _Op &&op) {
	return details::scan_update(g, to, details::value_of<__T>(v), op, true);
}

template <typename _Group, typename _Atomic, typename __T>
__SIMT_CG details::value_of<__T> inclusive_scan_update(const _Group &g, _Atomic &to, __T &&v) {
	return inclusive_scan_update(g, to, std::forward<__T>(v),
	                             plus<details::value_of<__T>>());
}

template <typename _Group, typename _Atomic, typename __T, typename _Op>
__SIMT_CG details::value_of<__T> exclusive_scan_update(const _Group &g, _Atomic &to, __T &&v,
                                                     _Op &&op) {
	return details::scan_update(g, to, details::value_of<__T>(v), op, false);
}

template <typename _Group, typename _Atomic, typename __T>
__SIMT_CG details::value_of<__T> exclusive_scan_update(const _Group &g, _Atomic &to, __T &&v) {
	return exclusive_scan_update(g, to, std::forward<__T>(v),
	                             plus<details::value_of<__T>>());
}

} // namespace cooperative_groups
