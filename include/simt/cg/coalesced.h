/* coalesced.h - coalesced_group: any lanes of a warp, ranked from the lowest.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/base.h"

namespace cooperative_groups {
namespace __v1 {

namespace __details {

/* The lane of the mask that has a rank. */
__SIMT_CG int __lane_of_rank(unsigned __mask, unsigned __rank) {
	if (__mask == __full_warp)
		return (int)__rank;
	for (unsigned __i = 0; __i < __rank; __i++)
		__mask &= __mask - 1;
	return __ffs((int)__mask) - 1;
}

/* The bits of the mask's lanes, side by side by their rank. */
__SIMT_CG unsigned __pack_lanes(unsigned __mask, unsigned __bits) {
	if (__mask == __full_warp)
		return __bits;
	unsigned __packed = 0;
	for (unsigned __rank = 0; __mask != 0; __mask &= __mask - 1, __rank++)
		__packed |= (__bits >> (__ffs((int)__mask) - 1) & 1) << __rank;
	return __packed;
}

} // namespace __details

class coalesced_group {
      public:
	__SIMT_CG coalesced_group() : __in(0), __meta_rank(0), __meta_size(1) {
	}
	__SIMT_CG explicit coalesced_group(unsigned __lanes, unsigned __rank = 0,
	                                   unsigned __groups = 1)
	    : __in(__lanes), __meta_rank(__rank), __meta_size(__groups) {
	}

	__SIMT_CG void sync() const {
		__syncwarp(__in);
	}
	__SIMT_CG unsigned thread_rank() const {
		return (unsigned)__popc(__details::__lanes_below() & __in);
	}
	__SIMT_CG unsigned num_threads() const {
		return (unsigned)__popc(__in);
	}
	__SIMT_CG unsigned size() const {
		return num_threads();
	}
	__SIMT_CG unsigned meta_group_rank() const {
		return __meta_rank;
	}
	__SIMT_CG unsigned meta_group_size() const {
		return __meta_size;
	}
	__SIMT_CG unsigned __mask() const {
		return __in;
	}

	/* ---- shuffles, between ranks; out of the group a lane gets its own ---- */

	template <typename __T> __SIMT_CG __T shfl(const __T &__v, int __from) const {
		return __from_lane(__v,
		                   __details::__lane_of_rank(__in, (unsigned)__from));
	}
	template <typename __T>
	__SIMT_CG __T shfl_up(const __T &__v, unsigned __delta) const {
		unsigned __rank = thread_rank();
		return __from_lane(
			__v, __details::__lane_of_rank(
				     __in, __rank < __delta ? __rank : __rank - __delta));
	}
	template <typename __T>
	__SIMT_CG __T shfl_down(const __T &__v, unsigned __delta) const {
		unsigned __rank = thread_rank(), __from = __rank + __delta;
		return __from_lane(__v,
		                   __details::__lane_of_rank(
					   __in, __from >= size() ? __rank : __from));
	}

	/* ---- votes ---- */

	__SIMT_CG int any(int __predicate) const {
		return __any_sync(__in, __predicate);
	}
	__SIMT_CG int all(int __predicate) const {
		return __all_sync(__in, __predicate);
	}
	__SIMT_CG unsigned ballot(int __predicate) const {
		return __details::__pack_lanes(__in, __ballot_sync(__in, __predicate));
	}
	template <typename __T> __SIMT_CG unsigned match_any(const __T &__v) const {
		return __details::__pack_lanes(__in, __details::match_any(__in, __v));
	}
	template <typename __T>
	__SIMT_CG unsigned match_all(const __T &__v, int &__predicate) const {
		bool __same = __details::match_any(__in, __v) == __in;
		__predicate = __all_sync(__in, __same);
		return __predicate ? __details::__pack_lanes(__in, __in) : 0;
	}

      private:
	template <typename __T>
	__SIMT_CG __T __from_lane(const __T &__v, int __lane) const {
		return __details::__shuffle(__v,
		                            __details::__shuffle_idx{__in, __lane, 32});
	}
	unsigned __in, __meta_rank, __meta_size;
};

/* The lanes that run the call together. */
__SIMT_CG coalesced_group coalesced_threads() {
	return coalesced_group(__activemask());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
