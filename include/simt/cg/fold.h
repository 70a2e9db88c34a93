/* fold.h - how values of a group's threads are combined by an operator.
 *
 * 32-bit integers have an instruction (redux.sync). Other values go through a butterfly
 * of shuffles, in which the operator gets a lane's own value first; coalesced threads
 * that are not a whole warp have a scan instead. Tiles of several warps combine their
 * warps' results.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/tile.h"

#include "simt/cg/coalesced.h"

namespace cooperative_groups {
namespace details {

template <typename T>
using value_of = typename std::remove_cv<typename std::remove_reference<T>::type>::type;

/* ---- in one instruction ---- */

/* redux<T, Op>::exists tells whether one instruction does it. */
template <typename T, typename Op> struct redux : std::false_type {};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __SIMT_CG_REDUX(T, Op, name)                          \
	template <> struct redux<T, Op<T>> : std::true_type { \
		__SIMT_CG static T of(unsigned mask, T v) {   \
			return (T)name(mask, v);              \
		}                                             \
	};
#define __SIMT_CG_REDUX_BITS(T, Op, name)                     \
	template <> struct redux<T, Op<T>> : std::true_type { \
		__SIMT_CG static T of(unsigned mask, T v) {   \
			return (T)name(mask, (unsigned)v);    \
		}                                             \
	};
#define __SIMT_CG_REDUX_ALL(T)                              \
	__SIMT_CG_REDUX(T, plus, __reduce_add_sync)         \
	__SIMT_CG_REDUX(T, less, __reduce_min_sync)         \
	__SIMT_CG_REDUX(T, greater, __reduce_max_sync)      \
	__SIMT_CG_REDUX_BITS(T, bit_and, __reduce_and_sync) \
	__SIMT_CG_REDUX_BITS(T, bit_or, __reduce_or_sync)   \
	__SIMT_CG_REDUX_BITS(T, bit_xor, __reduce_xor_sync)
__SIMT_CG_REDUX_ALL(int)
__SIMT_CG_REDUX_ALL(unsigned)
#undef __SIMT_CG_REDUX_ALL
#undef __SIMT_CG_REDUX_BITS
#undef __SIMT_CG_REDUX
#endif

/* ---- within a warp ---- */

template <unsigned Size, typename T, typename Op>
__SIMT_CG T fold_warp(T v, Op &, std::true_type) {
	return redux<T, value_of<Op>>::of(warp_tile<Size>::__mask(), v);
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T fold_warp(T v, Op &op, std::false_type) {
#pragma unroll
	for (unsigned distance = Size / 2; distance > 0; distance /= 2)
		v = op(v, warp_tile<Size>::shfl_xor(v, distance));
	return v;
}

template <unsigned Size, typename T, typename Op> __SIMT_CG T fold_warp(T v, Op &op) {
	return fold_warp<Size>(
		v, op, std::integral_constant<bool, redux<T, value_of<Op>>::value>());
}

/* What the threads up to the caller have, in any group of one warp. */
template <typename Group, typename T, typename Op>
__SIMT_CG T scan_warp(const Group &g, T v, Op &op) {
	unsigned rank = g.thread_rank(), size = g.num_threads();
#pragma unroll
	for (unsigned distance = 1; distance < size; distance *= 2) {
		T below = g.shfl_up(v, distance);
		if (rank >= distance)
			v = op(v, below);
	}
	return v;
}

/* ---- several warps ---- */

/* Each warp's lane `from` leaves its value, and all threads get all warps' values. */
template <unsigned Size, typename T>
__SIMT_CG void gather_warps(const warps_tile<Size> &g, const T &v, unsigned from,
                            words<T> (&all)[Size / 32]) {
	words<T> own;
	own.value = v;
	volatile unsigned long long *slots = g.__slot(0);
#pragma unroll
	for (unsigned i = 0; i < sizeof(own.word) / 4; i++) {
		if (lane() == from)
			slots[g.__warp()] = own.word[i];
		g.sync();
#pragma unroll
		for (unsigned w = 0; w < Size / 32; w++)
			all[w].word[i] = (unsigned)slots[w];
		g.sync();
	}
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T fold_tile(const warps_tile<Size> &g, T v, Op &op) {
	words<T> all[Size / 32];
	gather_warps(g, fold_warp<32>(v, op), 0, all);
	T result = all[0].value;
#pragma unroll
	for (unsigned w = 1; w < Size / 32; w++)
		result = op(result, all[w].value);
	return result;
}

template <unsigned Size, typename T, typename Op>
__SIMT_CG T fold_tile(const warp_tile<Size> &, T v, Op &op) {
	return fold_warp<Size>(v, op);
}

/* ---- any group ---- */

template <unsigned Size, typename Parent, typename T, typename Op>
__SIMT_CG T fold(const thread_block_tile<Size, Parent> &g, T v, Op &op) {
	return fold_tile(g, v, op);
}

template <typename T, typename Op>
__SIMT_CG T fold_lanes(const coalesced_group &g, T v, Op &, std::true_type) {
	return redux<T, value_of<Op>>::of(g.__mask(), v);
}

template <typename T, typename Op>
__SIMT_CG T fold_lanes(const coalesced_group &g, T v, Op &op, std::false_type) {
	if (g.__mask() == full_warp)
		return fold_warp<32>(v, op);
	return g.shfl(scan_warp(g, v, op), (int)g.num_threads() - 1);
}

template <typename T, typename Op>
__SIMT_CG T fold(const coalesced_group &g, T v, Op &op) {
	return fold_lanes(g, v, op,
	                  std::integral_constant<bool, redux<T, value_of<Op>>::value>());
}

/* ---- an atomic object that takes part; returns what it was ---- */

#define __SIMT_CG_UPDATE(Op, fetch)                             \
	template <typename Atomic, typename T, typename U>      \
	__SIMT_CG T update(Atomic &to, T v, const Op<U> &) {    \
		return to.fetch(v, cuda::memory_order_relaxed); \
	}
__SIMT_CG_UPDATE(plus, fetch_add)
__SIMT_CG_UPDATE(less, fetch_min)
__SIMT_CG_UPDATE(greater, fetch_max)
__SIMT_CG_UPDATE(bit_and, fetch_and)
__SIMT_CG_UPDATE(bit_or, fetch_or)
__SIMT_CG_UPDATE(bit_xor, fetch_xor)
#undef __SIMT_CG_UPDATE

template <typename Atomic, typename T, typename Op>
__SIMT_CG T update(Atomic &to, T v, const Op &op) {
	T old = to.load(cuda::memory_order_relaxed);
	while (!to.compare_exchange_weak(old, op(old, v), cuda::memory_order_relaxed))
		;
	return old;
}

} // namespace details
} // namespace cooperative_groups
