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

template <typename __T>
using value_of = typename std::remove_cv<typename std::remove_reference<__T>::type>::type;

/* ---- in one instruction ---- */

/* redux<T, Op>::exists tells whether one instruction does it. */
template <typename __T, typename _Op> struct redux : std::false_type {};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __SIMT_CG_REDUX(__T, _Op, name)                          \
	template <> struct redux<__T, _Op<__T>> : std::true_type { \
		__SIMT_CG static __T of(unsigned mask, __T v) {   \
			return (__T)name(mask, v);              \
		}                                             \
	};
#define __SIMT_CG_REDUX_BITS(__T, _Op, name)                     \
	template <> struct redux<__T, _Op<__T>> : std::true_type { \
		__SIMT_CG static __T of(unsigned mask, __T v) {   \
			return (__T)name(mask, (unsigned)v);    \
		}                                             \
	};
#define __SIMT_CG_REDUX_ALL(__T)                              \
	__SIMT_CG_REDUX(__T, plus, __reduce_add_sync)         \
	__SIMT_CG_REDUX(__T, less, __reduce_min_sync)         \
	__SIMT_CG_REDUX(__T, greater, __reduce_max_sync)      \
	__SIMT_CG_REDUX_BITS(__T, bit_and, __reduce_and_sync) \
	__SIMT_CG_REDUX_BITS(__T, bit_or, __reduce_or_sync)   \
	__SIMT_CG_REDUX_BITS(__T, bit_xor, __reduce_xor_sync)
__SIMT_CG_REDUX_ALL(int)
__SIMT_CG_REDUX_ALL(unsigned)
#undef __SIMT_CG_REDUX_ALL
#undef __SIMT_CG_REDUX_BITS
#undef __SIMT_CG_REDUX
#endif

/* ---- within a warp ---- */

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T fold_warp(__T v, _Op &, std::true_type) {
	return redux<__T, value_of<_Op>>::of(warp_tile<_Size>::__mask(), v);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T fold_warp(__T v, _Op &op, std::false_type) {
#pragma unroll
	for (unsigned distance = _Size / 2; distance > 0; distance /= 2)
		v = op(v, warp_tile<_Size>::shfl_xor(v, distance));
	return v;
}

template <unsigned _Size, typename __T, typename _Op> __SIMT_CG __T fold_warp(__T v, _Op &op) {
	return fold_warp<_Size>(
		v, op, std::integral_constant<bool, redux<__T, value_of<_Op>>::value>());
}

/* What the threads up to the caller have, in any group of one warp. */
template <typename _Group, typename __T, typename _Op>
__SIMT_CG __T scan_warp(const _Group &g, __T v, _Op &op) {
	unsigned rank = g.thread_rank(), size = g.num_threads();
#pragma unroll
	for (unsigned distance = 1; distance < size; distance *= 2) {
		__T below = g.shfl_up(v, distance);
		if (rank >= distance)
			v = op(v, below);
	}
	return v;
}

/* ---- several warps ---- */

/* Each warp's lane `from` leaves its value, and all threads get all warps' values. */
template <unsigned _Size, typename __T>
__SIMT_CG void gather_warps(const warps_tile<_Size> &g, const __T &v, unsigned from,
                            words<__T> (&all)[_Size / 32]) {
	words<__T> own;
	own.value = v;
	volatile unsigned long long *slots = g.__slot(0);
#pragma unroll
	for (unsigned i = 0; i < sizeof(own.word) / 4; i++) {
		if (lane() == from)
			slots[g.__warp()] = own.word[i];
		g.sync();
#pragma unroll
		for (unsigned w = 0; w < _Size / 32; w++)
			all[w].word[i] = (unsigned)slots[w];
		g.sync();
	}
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T fold_tile(const warps_tile<_Size> &g, __T v, _Op &op) {
	words<__T> all[_Size / 32];
	gather_warps(g, fold_warp<32>(v, op), 0, all);
	__T result = all[0].value;
#pragma unroll
	for (unsigned w = 1; w < _Size / 32; w++)
		result = op(result, all[w].value);
	return result;
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T fold_tile(const warp_tile<_Size> &, __T v, _Op &op) {
	return fold_warp<_Size>(v, op);
}

/* ---- any group ---- */

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG __T fold(const thread_block_tile<_Size, _Parent> &g, __T v, _Op &op) {
	return fold_tile(g, v, op);
}

template <typename __T, typename _Op>
__SIMT_CG __T fold_lanes(const coalesced_group &g, __T v, _Op &, std::true_type) {
	return redux<__T, value_of<_Op>>::of(g.__mask(), v);
}

template <typename __T, typename _Op>
__SIMT_CG __T fold_lanes(const coalesced_group &g, __T v, _Op &op, std::false_type) {
	if (g.__mask() == full_warp)
		return fold_warp<32>(v, op);
	return g.shfl(scan_warp(g, v, op), (int)g.num_threads() - 1);
}

template <typename __T, typename _Op>
__SIMT_CG __T fold(const coalesced_group &g, __T v, _Op &op) {
	return fold_lanes(g, v, op,
	                  std::integral_constant<bool, redux<__T, value_of<_Op>>::value>());
}

/* ---- an atomic object that takes part; returns what it was ---- */

#define __SIMT_CG_UPDATE(_Op, fetch)                             \
	template <typename _Atomic, typename __T, typename __U>      \
	__SIMT_CG __T update(_Atomic &to, __T v, const _Op<__U> &) {    \
		return to.fetch(v, cuda::memory_order_relaxed); \
	}
__SIMT_CG_UPDATE(plus, fetch_add)
__SIMT_CG_UPDATE(less, fetch_min)
__SIMT_CG_UPDATE(greater, fetch_max)
__SIMT_CG_UPDATE(bit_and, fetch_and)
__SIMT_CG_UPDATE(bit_or, fetch_or)
__SIMT_CG_UPDATE(bit_xor, fetch_xor)
#undef __SIMT_CG_UPDATE

template <typename _Atomic, typename __T, typename _Op>
__SIMT_CG __T update(_Atomic &to, __T v, const _Op &op) {
	__T old = to.load(cuda::memory_order_relaxed);
	while (!to.compare_exchange_weak(old, op(old, v), cuda::memory_order_relaxed))
		;
	return old;
}

} // namespace details
} // namespace cooperative_groups
