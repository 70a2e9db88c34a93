/* coalesced.h - coalesced_group: any lanes of a warp, ranked from the lowest.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/base.h"

namespace cooperative_groups {

namespace details {

/* The lane of the mask that has a rank. */
__SIMT_CG int lane_of_rank(unsigned mask, unsigned rank) {
	if (mask == full_warp)
		return (int)rank;
	for (unsigned i = 0; i < rank; i++)
		mask &= mask - 1;
	return __ffs((int)mask) - 1;
}

/* The bits of the mask's lanes, side by side by their rank. */
__SIMT_CG unsigned pack_lanes(unsigned mask, unsigned bits) {
	if (mask == full_warp)
		return bits;
	unsigned packed = 0;
	for (unsigned rank = 0; mask != 0; mask &= mask - 1, rank++)
		packed |= (bits >> (__ffs((int)mask) - 1) & 1) << rank;
	return packed;
}

} // namespace details

class coalesced_group {
      public:
	__SIMT_CG coalesced_group() : mask(0), meta_rank(0), meta_size(1) {
	}
	__SIMT_CG explicit coalesced_group(unsigned lanes, unsigned rank = 0,
	                                   unsigned groups = 1)
	    : mask(lanes), meta_rank(rank), meta_size(groups) {
	}

	__SIMT_CG void sync() const {
		__syncwarp(mask);
	}
	__SIMT_CG unsigned thread_rank() const {
		return (unsigned)__popc(details::lanes_below() & mask);
	}
	__SIMT_CG unsigned num_threads() const {
		return (unsigned)__popc(mask);
	}
	__SIMT_CG unsigned size() const {
		return num_threads();
	}
	__SIMT_CG unsigned meta_group_rank() const {
		return meta_rank;
	}
	__SIMT_CG unsigned meta_group_size() const {
		return meta_size;
	}
	__SIMT_CG unsigned __mask() const {
		return mask;
	}

	/* ---- shuffles, between ranks; out of the group a lane gets its own ---- */

	template <typename __T> __SIMT_CG __T shfl(const __T &v, int from) const {
		return from_lane(v, details::lane_of_rank(mask, (unsigned)from));
	}
	template <typename __T> __SIMT_CG __T shfl_up(const __T &v, unsigned delta) const {
		unsigned rank = thread_rank();
		return from_lane(v, details::lane_of_rank(
					    mask, rank < delta ? rank : rank - delta));
	}
	template <typename __T> __SIMT_CG __T shfl_down(const __T &v, unsigned delta) const {
		unsigned rank = thread_rank(), from = rank + delta;
		return from_lane(
			v, details::lane_of_rank(mask, from >= size() ? rank : from));
	}

	/* ---- votes ---- */

	__SIMT_CG int any(int predicate) const {
		return __any_sync(mask, predicate);
	}
	__SIMT_CG int all(int predicate) const {
		return __all_sync(mask, predicate);
	}
	__SIMT_CG unsigned ballot(int predicate) const {
		return details::pack_lanes(mask, __ballot_sync(mask, predicate));
	}
	template <typename __T> __SIMT_CG unsigned match_any(const __T &v) const {
		return details::pack_lanes(mask, details::match_any(mask, v));
	}
	template <typename __T>
	__SIMT_CG unsigned match_all(const __T &v, int &predicate) const {
		bool same = details::match_any(mask, v) == mask;
		predicate = __all_sync(mask, same);
		return predicate ? details::pack_lanes(mask, mask) : 0;
	}

      private:
	template <typename __T> __SIMT_CG __T from_lane(const __T &v, int lane) const {
		return details::shuffle(v, details::shuffle_idx{mask, lane, 32});
	}
	unsigned mask, meta_rank, meta_size;
};

/* The lanes that run the call together. */
__SIMT_CG coalesced_group coalesced_threads() {
	return coalesced_group(__activemask());
}

} // namespace cooperative_groups
