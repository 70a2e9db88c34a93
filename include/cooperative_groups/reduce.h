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

template <unsigned Size, typename Parent, typename T, typename Op>
__SIMT_CG details::value_of<T> reduce(const thread_block_tile<Size, Parent> &g, T &&v,
                                      Op &&op) {
	return details::fold(g, details::value_of<T>(v), op);
}

template <typename T, typename Op>
__SIMT_CG details::value_of<T> reduce(const coalesced_group &g, T &&v, Op &&op) {
	return details::fold(g, details::value_of<T>(v), op);
}

/* ---- results that go to memory ---- */

/* Combines the result with an atomic object. */
template <typename Group, typename A, cuda::thread_scope Scope, typename T, typename Op>
__SIMT_CG void reduce_update_async(const Group &g, cuda::atomic<A, Scope> &to, T &&v,
                                   Op &&op) {
	A result = cooperative_groups::reduce(g, A(v), op);
	if (g.thread_rank() == 0)
		details::update(to, result, op);
}

template <typename Group, typename A, cuda::thread_scope Scope, typename T, typename Op>
__SIMT_CG void reduce_update_async(const Group &g, const cuda::atomic_ref<A, Scope> &to,
                                   T &&v, Op &&op) {
	A result = cooperative_groups::reduce(g, A(v), op);
	if (g.thread_rank() == 0)
		details::update(to, result, op);
}

template <typename Group, typename R, typename T, typename Op>
__SIMT_CG void reduce_store_async(const Group &g, R *to, T &&v, Op &&op) {
	details::value_of<T> result = cooperative_groups::reduce(g, std::forward<T>(v),
	                                                         op);
	if (g.thread_rank() == 0)
		*to = result;
}

template <typename Group, typename A, cuda::thread_scope Scope, typename T, typename Op>
__SIMT_CG void reduce_store_async(const Group &g, cuda::atomic<A, Scope> *to, T &&v,
                                  Op &&op) {
	A result = cooperative_groups::reduce(g, A(v), op);
	if (g.thread_rank() == 0)
		to->store(result, cuda::memory_order_relaxed);
}

} // namespace cooperative_groups
