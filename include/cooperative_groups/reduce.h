/* reduce.h - reductions over a group: one value of all threads', which all of them get.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_REDUCE_H
#define _CG_REDUCE_H_
#define _CG_COALESCED_REDUCE_H_
#define _CG_FUNCTIONAL_H

#include "cooperative_groups.h"

#include "cuda/atomic"
#include "simt/cg/fold.h"

namespace cooperative_groups {

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG details::value_of<__T> reduce(const thread_block_tile<_Size, _Parent> &g, __T &&v,
                                      _Op &&op) {
	return details::fold(g, details::value_of<__T>(v), op);
}

template <typename __T, typename _Op>
__SIMT_CG details::value_of<__T> reduce(const coalesced_group &g, __T &&v, _Op &&op) {
	return details::fold(g, details::value_of<__T>(v), op);
}

/* ---- results that go to memory ---- */

/* Combines the result with an atomic object. */
template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T, typename _Op>
__SIMT_CG void reduce_update_async(const _Group &g, cuda::atomic<__A, _Scope> &to, __T &&v,
                                   _Op &&op) {
	__A result = cooperative_groups::reduce(g, __A(v), op);
	if (g.thread_rank() == 0)
		details::update(to, result, op);
}

template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T, typename _Op>
__SIMT_CG void reduce_update_async(const _Group &g, const cuda::atomic_ref<__A, _Scope> &to,
                                   __T &&v, _Op &&op) {
	__A result = cooperative_groups::reduce(g, __A(v), op);
	if (g.thread_rank() == 0)
		details::update(to, result, op);
}

template <typename _Group, typename __R, typename __T, typename _Op>
__SIMT_CG void reduce_store_async(const _Group &g, __R *to, __T &&v, _Op &&op) {
	details::value_of<__T> result = cooperative_groups::reduce(g, std::forward<__T>(v),
	                                                         op);
	if (g.thread_rank() == 0)
		*to = result;
}

template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T, typename _Op>
__SIMT_CG void reduce_store_async(const _Group &g, cuda::atomic<__A, _Scope> *to, __T &&v,
                                  _Op &&op) {
	__A result = cooperative_groups::reduce(g, __A(v), op);
	if (g.thread_rank() == 0)
		to->store(result, cuda::memory_order_relaxed);
}

} // namespace cooperative_groups
