/* any.h - thread_group: a block, a tile or coalesced threads behind one type; functions
 * that take any group.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/block.h"
#include "simt/cg/coalesced.h"
#include "simt/cg/tile.h"

namespace cooperative_groups {

/* Lanes of a warp, or, where there is no mask, the whole block. */
class thread_group {
      public:
	__SIMT_CG thread_group(const thread_block &)
	    : mask(0), meta_rank(0), meta_size(1) {
	}
	__SIMT_CG thread_group(const coalesced_group &g)
	    : mask(g.__mask()), meta_rank(g.meta_group_rank()),
	      meta_size(g.meta_group_size()) {
	}
	template <unsigned _Size, typename _Parent>
	__SIMT_CG thread_group(const thread_block_tile<_Size, _Parent> &tile)
	    : mask(tile.__mask()), meta_rank(tile.meta_group_rank()),
	      meta_size(tile.meta_group_size()) {
	}

	__SIMT_CG void sync() const {
		if (is_block())
			__syncthreads();
		else
			__syncwarp(mask);
	}
	__SIMT_CG unsigned long long thread_rank() const {
		return is_block() ? details::block_rank() : lanes().thread_rank();
	}
	__SIMT_CG unsigned long long num_threads() const {
		return is_block() ? details::block_threads() : lanes().num_threads();
	}
	__SIMT_CG unsigned long long size() const {
		return num_threads();
	}
	__SIMT_CG bool __is_block() const {
		return is_block();
	}
	__SIMT_CG coalesced_group __lanes() const {
		return lanes();
	}

      private:
	__SIMT_CG bool is_block() const {
		return mask == 0;
	}
	__SIMT_CG coalesced_group lanes() const {
		return coalesced_group(mask, meta_rank, meta_size);
	}
	unsigned mask, meta_rank, meta_size;
};

/* ---- functions of any group ---- */

template <typename _Group> __SIMT_CG void sync(const _Group &g) {
	g.sync();
}

template <typename _Group>
__SIMT_CG auto thread_rank(const _Group &g) -> decltype(g.thread_rank()) {
	return g.thread_rank();
}

template <typename _Group>
__SIMT_CG auto group_size(const _Group &g) -> decltype(g.num_threads()) {
	return g.num_threads();
}

template <typename _Group> __SIMT_CG bool is_valid(const _Group &) {
	return true;
}

__SIMT_CG bool is_valid(const grid_group &g) {
	return g.is_valid();
}

/* Calls f in one thread of the group. */
template <typename _Group, typename __F, typename... _Args>
__SIMT_CG void invoke_one(const _Group &g, __F &&f, _Args &&...args) {
	if (g.thread_rank() == 0)
		std::forward<__F>(f)(std::forward<_Args>(args)...);
}

/* The same, and all threads get the result. */
template <typename _Group, typename __F, typename... _Args>
__SIMT_CG auto invoke_one_broadcast(const _Group &g, __F &&f, _Args &&...args)
	-> decltype(f(std::forward<_Args>(args)...)) {
	typedef typename std::decay<decltype(f(std::forward<_Args>(args)...))>::type __T;
	details::words<__T> w;
	if (g.thread_rank() == 0)
		w.value = std::forward<__F>(f)(std::forward<_Args>(args)...);
	return g.shfl(w.value, 0);
}

} // namespace cooperative_groups
