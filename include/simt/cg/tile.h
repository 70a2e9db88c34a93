/* tile.h - thread_block_tile: pieces of a block whose size is a power of two, known when
 * compiling.
 *
 * A tile of up to 32 threads is lanes of a warp and has no state. Larger ones are warps
 * that meet at a word of shared memory, and exchange values there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/block.h"

namespace cooperative_groups {

template <unsigned _Size, typename _Parent = void> class thread_block_tile;

namespace details {

/* ---- within a warp ---- */

template <unsigned _Size> class warp_tile {
      public:
	__SIMT_CG static void sync() {
		__syncwarp(__mask());
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() & (_Size - 1);
	}

	template <typename __T> __SIMT_CG static __T shfl(const __T &v, int from) {
		return shuffle(v, shuffle_idx{__mask(), from, (int)_Size});
	}
	template <typename __T> __SIMT_CG static __T shfl_up(const __T &v, unsigned delta) {
		return shuffle(v, shuffle_up{__mask(), delta, (int)_Size});
	}
	template <typename __T> __SIMT_CG static __T shfl_down(const __T &v, unsigned delta) {
		return shuffle(v, shuffle_down{__mask(), delta, (int)_Size});
	}
	template <typename __T> __SIMT_CG static __T shfl_xor(const __T &v, unsigned with) {
		return shuffle(v, shuffle_xor{__mask(), (int)with, (int)_Size});
	}

	__SIMT_CG static int any(int predicate) {
		return __any_sync(__mask(), predicate);
	}
	__SIMT_CG static int all(int predicate) {
		return __all_sync(__mask(), predicate);
	}
	__SIMT_CG static unsigned ballot(int predicate) {
		return to_ranks(__ballot_sync(__mask(), predicate));
	}
	template <typename __T> __SIMT_CG static unsigned match_any(const __T &v) {
		return to_ranks(details::match_any(__mask(), v));
	}
	template <typename __T>
	__SIMT_CG static unsigned match_all(const __T &v, int &predicate) {
		unsigned mask = __mask();
		predicate = __all_sync(mask, details::match_any(mask, v) == mask);
		return predicate ? full_warp >> (32 - _Size) : 0;
	}

	/* The tile's lanes. */
	__SIMT_CG static unsigned __mask() {
		return _Size == 32 ? full_warp
		                  : (full_warp >> (32 - _Size)) << first_lane();
	}

      protected:
	__SIMT_CG warp_tile() {
	}
	__SIMT_CG explicit warp_tile(const tile_memory &) {
	}

      private:
	__SIMT_CG static unsigned first_lane() {
		return lane() & ~(_Size - 1);
	}
	__SIMT_CG static unsigned to_ranks(unsigned lanes) {
		return _Size == 32 ? lanes
		                  : lanes >> first_lane() & (full_warp >> (32 - _Size));
	}
};

/* ---- several warps ---- */

template <unsigned _Size> class warps_tile {
      public:
	enum { warps = _Size / 32 };

	__SIMT_CG void sync() const {
		__syncwarp();
		if (lane() == 0) {
			__threadfence_block();
			meet(barrier(), come(barrier(), __warp() == 0, warps));
			__threadfence_block();
		}
		__syncwarp();
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() & (_Size - 1);
	}

	template <typename __T> __SIMT_CG __T shfl(const __T &v, int from) const {
		return __exchange(v, thread_rank() == ((unsigned)from & (_Size - 1)),
		                  __slot((unsigned)from / 32 & (warps - 1)));
	}
	__SIMT_CG int any(int predicate) const {
		predicate = __any_sync(full_warp, predicate);
		return votes(predicate) != 0;
	}
	__SIMT_CG int all(int predicate) const {
		predicate = __all_sync(full_warp, predicate);
		return votes(predicate) == warps;
	}

	__SIMT_CG const tile_memory &__tile_memory() const {
		return memory;
	}
	/* The warp's number in the tile, and the place of a warp's value. */
	__SIMT_CG static unsigned __warp() {
		return thread_rank() / 32;
	}
	__SIMT_CG unsigned long long *__slot(unsigned warp) const {
		return &memory.slots[block_rank() / _Size * warps + warp];
	}
	/* One thread's value, which it leaves in a slot. */
	template <typename __T>
	__SIMT_CG __T __exchange(const __T &v, bool is_from, unsigned long long *slot) const {
		words<__T> w;
		w.value = v;
		volatile unsigned *place = reinterpret_cast<volatile unsigned *>(slot);
#pragma unroll
		for (unsigned i = 0; i < sizeof(w.word) / 4; i++) {
			if (is_from)
				*place = w.word[i];
			sync();
			w.word[i] = *place;
			sync();
		}
		return w.value;
	}

      protected:
	__SIMT_CG explicit warps_tile(const tile_memory &m) : memory(m) {
	}

      private:
	/* Tiles of 1024, 512, 256 ... threads use the words 1, 2 and 3, 4 to 7 ... */
	__SIMT_CG unsigned *barrier() const {
		return &memory.barriers[1024 / _Size + block_rank() / _Size];
	}
	/* How many warps voted yes. */
	__SIMT_CG unsigned votes(int predicate) const {
		volatile unsigned long long *slot = __slot(0);
		if (lane() == 0)
			slot[__warp()] = predicate != 0;
		sync();
		unsigned n = 0;
#pragma unroll
		for (unsigned i = 0; i < warps; i++)
			n += (unsigned)slot[i];
		sync();
		return n;
	}
	tile_memory memory;
};

template <unsigned _Size>
using tile_of =
	typename std::conditional<(_Size <= 32), warp_tile<_Size>, warps_tile<_Size>>::type;

/* ---- a tile's place among its parent's ---- */

template <typename _Parent> struct parent_place;

template <> struct parent_place<thread_block> {
	__SIMT_CG static unsigned rank() {
		return block_rank();
	}
	__SIMT_CG static unsigned threads() {
		return block_threads();
	}
};

template <unsigned _Size, typename _Parent>
struct parent_place<thread_block_tile<_Size, _Parent>> {
	__SIMT_CG static unsigned rank() {
		return block_rank() & (_Size - 1);
	}
	__SIMT_CG static unsigned threads() {
		return _Size;
	}
};

struct make_tile;

} // namespace details

template <unsigned _Size, typename _Parent>
class thread_block_tile : public details::tile_of<_Size> {
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
		return details::parent_place<_Parent>::rank() / _Size;
	}
	__SIMT_CG static unsigned meta_group_size() {
		return (details::parent_place<_Parent>::threads() + _Size - 1) / _Size;
	}

      private:
	__SIMT_CG explicit thread_block_tile(const details::tile_memory &m)
	    : details::tile_of<_Size>(m) {
	}
	friend struct details::make_tile;
};

/* A tile whose parent's type is forgotten remembers its place. */
template <unsigned _Size>
class thread_block_tile<_Size, void> : public details::tile_of<_Size> {
      public:
	template <typename _Parent>
	__SIMT_CG thread_block_tile(const thread_block_tile<_Size, _Parent> &tile)
	    : details::tile_of<_Size>(tile), meta_rank(tile.meta_group_rank()),
	      meta_size(tile.meta_group_size()) {
	}

	__SIMT_CG static constexpr unsigned num_threads() {
		return _Size;
	}
	__SIMT_CG static constexpr unsigned size() {
		return _Size;
	}
	__SIMT_CG unsigned meta_group_rank() const {
		return meta_rank;
	}
	__SIMT_CG unsigned meta_group_size() const {
		return meta_size;
	}

      private:
	__SIMT_CG thread_block_tile(const details::tile_memory &m, unsigned rank,
	                            unsigned groups)
	    : details::tile_of<_Size>(m), meta_rank(rank), meta_size(groups) {
	}
	friend struct details::make_tile;
	unsigned meta_rank, meta_size;
};

} // namespace cooperative_groups
