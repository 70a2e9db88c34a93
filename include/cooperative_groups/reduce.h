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
namespace __v1 {

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T> reduce(const thread_block_tile<_Size, _Parent> &__g,
                                            __T &&__v, _Op &&__op) {
	return __details::__fold(__g, __details::__value_of<__T>(__v), __op);
}

template <typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T> reduce(const coalesced_group &__g, __T &&__v,
                                            _Op &&__op) {
	return __details::__fold(__g, __details::__value_of<__T>(__v), __op);
}

/* ---- results that go to memory ---- */

/* Combines the result with an atomic object. */
template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T,
          typename _Op>
__SIMT_CG void reduce_update_async(const _Group &__g, cuda::atomic<__A, _Scope> &__to,
                                   __T &&__v, _Op &&__op) {
	__A __result = cooperative_groups::reduce(__g, __A(__v), __op);
	if (__g.thread_rank() == 0)
		__details::__update(__to, __result, __op);
}

template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T,
          typename _Op>
__SIMT_CG void reduce_update_async(const _Group &__g,
                                   const cuda::atomic_ref<__A, _Scope> &__to, __T &&__v,
                                   _Op &&__op) {
	__A __result = cooperative_groups::reduce(__g, __A(__v), __op);
	if (__g.thread_rank() == 0)
		__details::__update(__to, __result, __op);
}

template <typename _Group, typename __R, typename __T, typename _Op>
__SIMT_CG void reduce_store_async(const _Group &__g, __R *__to, __T &&__v, _Op &&__op) {
	__details::__value_of<__T> __result = cooperative_groups::reduce(
		__g, std::forward<__T>(__v), __op);
	if (__g.thread_rank() == 0)
		*__to = __result;
}

template <typename _Group, typename __A, cuda::thread_scope _Scope, typename __T,
          typename _Op>
__SIMT_CG void reduce_store_async(const _Group &__g, cuda::atomic<__A, _Scope> *__to,
                                  __T &&__v, _Op &&__op) {
	__A __result = cooperative_groups::reduce(__g, __A(__v), __op);
	if (__g.thread_rank() == 0)
		__to->store(__result, cuda::memory_order_relaxed);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
