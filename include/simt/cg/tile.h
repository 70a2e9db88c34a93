/* tile.h - thread_block_tile: pieces of a block whose size is a power of two, known when
 * compiling.
 *
 * A tile of up to 32 threads is lanes of a warp and has no state. Larger ones are warps
 * that meet at a word of shared memory, and exchange values there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/block.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned _Size, typename _Parent = void> class thread_block_tile;

namespace __details {

/* ---- within a warp ---- */

template <unsigned _Size> class __warp_tile {
      public:
	__SIMT_CG static void sync() {
		__syncwarp(__mask());
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() & (_Size - 1);
	}

	template <typename __T> __SIMT_CG static __T shfl(const __T &__v, int __from) {
		return __shuffle(__v, __shuffle_idx{__mask(), __from, (int)_Size});
	}
	template <typename __T>
	__SIMT_CG static __T shfl_up(const __T &__v, unsigned __delta) {
		return __shuffle(__v, __shuffle_up{__mask(), __delta, (int)_Size});
	}
	template <typename __T>
	__SIMT_CG static __T shfl_down(const __T &__v, unsigned __delta) {
		return __shuffle(__v, __shuffle_down{__mask(), __delta, (int)_Size});
	}
	template <typename __T>
	__SIMT_CG static __T shfl_xor(const __T &__v, unsigned __with) {
		return __shuffle(__v, __shuffle_xor{__mask(), (int)__with, (int)_Size});
	}

	__SIMT_CG static int any(int __predicate) {
		return __any_sync(__mask(), __predicate);
	}
	__SIMT_CG static int all(int __predicate) {
		return __all_sync(__mask(), __predicate);
	}
	__SIMT_CG static unsigned ballot(int __predicate) {
		return __to_ranks(__ballot_sync(__mask(), __predicate));
	}
	template <typename __T> __SIMT_CG static unsigned match_any(const __T &__v) {
		return __to_ranks(__details::match_any(__mask(), __v));
	}
	template <typename __T>
	__SIMT_CG static unsigned match_all(const __T &__v, int &__predicate) {
		unsigned __lanes_in = __mask();
		__predicate = __all_sync(
			__lanes_in, __details::match_any(__lanes_in, __v) == __lanes_in);
		return __predicate ? __full_warp >> (32 - _Size) : 0;
	}

	/* The tile's lanes. */
	__SIMT_CG static unsigned __mask() {
		return _Size == 32 ? __full_warp
		                   : (__full_warp >> (32 - _Size)) << __first_lane();
	}

      protected:
	__SIMT_CG __warp_tile() {
	}
	__SIMT_CG explicit __warp_tile(const __meeting_place &) {
	}

      private:
	__SIMT_CG static unsigned __first_lane() {
		return __lane() & ~(_Size - 1);
	}
	__SIMT_CG static unsigned __to_ranks(unsigned __lanes) {
		return _Size == 32 ? __lanes
		                   : __lanes >> __first_lane() &
		                             (__full_warp >> (32 - _Size));
	}
};

/* ---- several warps ---- */

template <unsigned _Size> class __warps_tile {
      public:
	enum { __warps = _Size / 32 };

	__SIMT_CG void sync() const {
		__syncwarp();
		if (__lane() == 0) {
			__threadfence_block();
			__meet(barrier(), __come(barrier(), __warp() == 0, __warps));
			__threadfence_block();
		}
		__syncwarp();
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() & (_Size - 1);
	}

	template <typename __T> __SIMT_CG __T shfl(const __T &__v, int __from) const {
		return __exchange(__v, thread_rank() == ((unsigned)__from & (_Size - 1)),
		                  __slot((unsigned)__from / 32 & (__warps - 1)));
	}
	__SIMT_CG int any(int __predicate) const {
		__predicate = __any_sync(__full_warp, __predicate);
		return __votes(__predicate) != 0;
	}
	__SIMT_CG int all(int __predicate) const {
		__predicate = __all_sync(__full_warp, __predicate);
		return __votes(__predicate) == __warps;
	}

	__SIMT_CG const __meeting_place &__tile_memory() const {
		return __memory;
	}
	/* The warp's number in the tile, and the place of a warp's value. */
	__SIMT_CG static unsigned __warp() {
		return thread_rank() / 32;
	}
	__SIMT_CG unsigned long long *__slot(unsigned __warp) const {
		return &__memory.__slots[block_rank() / _Size * __warps + __warp];
	}
	/* One thread's value, which it leaves in a slot. */
	template <typename __T>
	__SIMT_CG __T __exchange(const __T &__v, bool __is_from,
	                         unsigned long long *__its_slot) const {
		__words<__T> __w;
		__w.__value = __v;
		volatile unsigned *__place = reinterpret_cast<volatile unsigned *>(
			__its_slot);
#pragma unroll
		for (unsigned __i = 0; __i < sizeof(__w.__word) / 4; __i++) {
			if (__is_from)
				*__place = __w.__word[__i];
			sync();
			__w.__word[__i] = *__place;
			sync();
		}
		return __w.__value;
	}

      protected:
	__SIMT_CG explicit __warps_tile(const __meeting_place &__m) : __memory(__m) {
	}

      private:
	/* Tiles of 1024, 512, 256 ... threads use the words 1, 2 and 3, 4 to 7 ... */
	__SIMT_CG unsigned *barrier() const {
		return &__memory.__barriers[1024 / _Size + block_rank() / _Size];
	}
	/* How many warps voted yes. */
	__SIMT_CG unsigned __votes(int __predicate) const {
		volatile unsigned long long *__its_slot = __slot(0);
		if (__lane() == 0)
			__its_slot[__warp()] = __predicate != 0;
		sync();
		unsigned __n = 0;
#pragma unroll
		for (unsigned __i = 0; __i < __warps; __i++)
			__n += (unsigned)__its_slot[__i];
		sync();
		return __n;
	}
	__meeting_place __memory;
};

template <unsigned _Size>
using __tile_of = typename std::conditional<(_Size <= 32), __warp_tile<_Size>,
                                            __warps_tile<_Size>>::type;

/* ---- a tile's place among its parent's ---- */

template <typename _Parent> struct __parent_place;

template <> struct __parent_place<thread_block> {
	__SIMT_CG static unsigned rank() {
		return block_rank();
	}
	__SIMT_CG static unsigned threads() {
		return __block_threads();
	}
};

template <unsigned _Size, typename _Parent>
struct __parent_place<thread_block_tile<_Size, _Parent>> {
	__SIMT_CG static unsigned rank() {
		return block_rank() & (_Size - 1);
	}
	__SIMT_CG static unsigned threads() {
		return _Size;
	}
};

struct __make_tile;

} // namespace __details

template <unsigned _Size, typename _Parent>
class thread_block_tile : public __details::__tile_of<_Size> {
	static_assert(_Size != 0 && (_Size & (_Size - 1)) == 0 && _Size <= 1024,
	              "the size of a tile must be a power of two up to 1024");

      public:
	__SIMT_CG static constexpr unsigned num_threads() {
		return _Size;
	}
	__SIMT_CG static constexpr unsigned size() {
		return _Size;
	}
	__SIMT_CG static unsigned meta_group_rank() {
		return __details::__parent_place<_Parent>::rank() / _Size;
	}
	__SIMT_CG static unsigned meta_group_size() {
		return (__details::__parent_place<_Parent>::threads() + _Size - 1) /
		       _Size;
	}

      private:
	__SIMT_CG explicit thread_block_tile(const __details::__meeting_place &__m)
	    : __details::__tile_of<_Size>(__m) {
	}
	friend struct __details::__make_tile;
};

/* A tile whose parent's type is forgotten remembers its place. */
template <unsigned _Size>
class thread_block_tile<_Size, void> : public __details::__tile_of<_Size> {
      public:
	template <typename _Parent>
	__SIMT_CG thread_block_tile(const thread_block_tile<_Size, _Parent> &__tile)
	    : __details::__tile_of<_Size>(__tile), __meta_rank(__tile.meta_group_rank()),
	      __meta_size(__tile.meta_group_size()) {
	}

	__SIMT_CG static constexpr unsigned num_threads() {
		return _Size;
	}
	__SIMT_CG static constexpr unsigned size() {
		return _Size;
	}
	__SIMT_CG unsigned meta_group_rank() const {
		return __meta_rank;
	}
	__SIMT_CG unsigned meta_group_size() const {
		return __meta_size;
	}

      private:
	__SIMT_CG thread_block_tile(const __details::__meeting_place &__m,
	                            unsigned __rank, unsigned __groups)
	    : __details::__tile_of<_Size>(__m), __meta_rank(__rank),
	      __meta_size(__groups) {
	}
	friend struct __details::__make_tile;
	unsigned __meta_rank, __meta_size;
};

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
