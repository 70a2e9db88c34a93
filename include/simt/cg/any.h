/* any.h - thread_group: a block, a tile or coalesced threads as one type; functions
 * that take any group.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/block.h"
#include "simt/cg/coalesced.h"
#include "simt/cg/tile.h"

namespace cooperative_groups {
namespace __v1 {

/* Lanes of a warp, or, where there is no mask, the whole block. */
class thread_group {
      public:
	__SIMT_CG thread_group(const thread_block &)
	    : __in(0), __meta_rank(0), __meta_size(1) {
	}
	__SIMT_CG thread_group(const coalesced_group &__g)
	    : __in(__g.__mask()), __meta_rank(__g.meta_group_rank()),
	      __meta_size(__g.meta_group_size()) {
	}
	template <unsigned _Size, typename _Parent>
	__SIMT_CG thread_group(const thread_block_tile<_Size, _Parent> &__tile)
	    : __in(__tile.__mask()), __meta_rank(__tile.meta_group_rank()),
	      __meta_size(__tile.meta_group_size()) {
	}

	__SIMT_CG void sync() const {
		if (__as_block())
			__syncthreads();
		else
			__syncwarp(__in);
	}
	__SIMT_CG unsigned long long thread_rank() const {
		return __as_block() ? __details::block_rank()
		                    : __as_lanes().thread_rank();
	}
	__SIMT_CG unsigned long long num_threads() const {
		return __as_block() ? __details::__block_threads()
		                    : __as_lanes().num_threads();
	}
	__SIMT_CG unsigned long long size() const {
		return num_threads();
	}
	__SIMT_CG bool __is_block() const {
		return __as_block();
	}
	__SIMT_CG coalesced_group __coalesced() const {
		return __as_lanes();
	}

      private:
	__SIMT_CG bool __as_block() const {
		return __in == 0;
	}
	__SIMT_CG coalesced_group __as_lanes() const {
		return coalesced_group(__in, __meta_rank, __meta_size);
	}
	unsigned __in, __meta_rank, __meta_size;
};

/* ---- functions of any group ---- */

template <typename _Group> __SIMT_CG void sync(const _Group &__g) {
	__g.sync();
}

template <typename _Group>
__SIMT_CG auto thread_rank(const _Group &__g) -> decltype(__g.thread_rank()) {
	return __g.thread_rank();
}

template <typename _Group>
__SIMT_CG auto group_size(const _Group &__g) -> decltype(__g.num_threads()) {
	return __g.num_threads();
}

template <typename _Group> __SIMT_CG bool is_valid(const _Group &) {
	return true;
}

__SIMT_CG bool is_valid(const grid_group &__g) {
	return __g.is_valid();
}

/* Calls f in one thread of the group. */
template <typename _Group, typename __F, typename... _Args>
__SIMT_CG void invoke_one(const _Group &__g, __F &&__f, _Args &&...__args) {
	if (__g.thread_rank() == 0)
		std::forward<__F>(__f)(std::forward<_Args>(__args)...);
}

/* The same, and all threads get the result. */
template <typename _Group, typename __F, typename... _Args>
__SIMT_CG auto invoke_one_broadcast(const _Group &__g, __F &&__f, _Args &&...__args)
	-> decltype(__f(std::forward<_Args>(__args)...)) {
	typedef typename std::decay<decltype(__f(std::forward<_Args>(__args)...))>::type
		__T;
	__details::__words<__T> __w;
	if (__g.thread_rank() == 0)
		__w.__value = std::forward<__F>(__f)(std::forward<_Args>(__args)...);
	return __g.shfl(__w.__value, 0);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
