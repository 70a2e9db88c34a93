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
namespace __v1 {
namespace __details {

template <typename __T>
using __value_of =
	typename std::remove_cv<typename std::remove_reference<__T>::type>::type;

/* ---- in one instruction ---- */

/* redux<T, Op>::exists tells whether one instruction does it. */
template <typename __T, typename _Op> struct __redux : std::false_type {};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __SIMT_CG_REDUX(__T, _Op, name)                              \
	template <> struct __redux<__T, _Op<__T>> : std::true_type { \
		__SIMT_CG static __T of(unsigned __mask, __T __v) {  \
			return (__T)name(__mask, __v);               \
		}                                                    \
	};
#define __SIMT_CG_REDUX_BITS(__T, _Op, name)                         \
	template <> struct __redux<__T, _Op<__T>> : std::true_type { \
		__SIMT_CG static __T of(unsigned __mask, __T __v) {  \
			return (__T)name(__mask, (unsigned)__v);     \
		}                                                    \
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
__SIMT_CG __T __fold_warp(__T __v, _Op &, std::true_type) {
	return __redux<__T, __value_of<_Op>>::of(__warp_tile<_Size>::__mask(), __v);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __fold_warp(__T __v, _Op &__op, std::false_type) {
#pragma unroll
	for (unsigned __distance = _Size / 2; __distance > 0; __distance /= 2)
		__v = __op(__v, __warp_tile<_Size>::shfl_xor(__v, __distance));
	return __v;
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __fold_warp(__T __v, _Op &__op) {
	return __fold_warp<_Size>(
		__v, __op,
		std::integral_constant<bool, __redux<__T, __value_of<_Op>>::value>());
}

/* The combined value of the threads up to the caller, in any group of one warp. */
template <typename _Group, typename __T, typename _Op>
__SIMT_CG __T __scan_warp(const _Group &__g, __T __v, _Op &__op) {
	unsigned __rank = __g.thread_rank(), __size = __g.num_threads();
#pragma unroll
	for (unsigned __distance = 1; __distance < __size; __distance *= 2) {
		__T __below = __g.shfl_up(__v, __distance);
		if (__rank >= __distance)
			__v = __op(__v, __below);
	}
	return __v;
}

/* ---- several warps ---- */

/* Each warp's lane `from` leaves its value, and all threads get all warps' values. */
template <unsigned _Size, typename __T>
__SIMT_CG void __gather_warps(const __warps_tile<_Size> &__g, const __T &__v,
                              unsigned __from, __words<__T> (&__all)[_Size / 32]) {
	__words<__T> __own;
	__own.__value = __v;
	volatile unsigned long long *__slots = __g.__slot(0);
#pragma unroll
	for (unsigned __i = 0; __i < sizeof(__own.__word) / 4; __i++) {
		if (__lane() == __from)
			__slots[__g.__warp()] = __own.__word[__i];
		__g.sync();
#pragma unroll
		for (unsigned __w = 0; __w < _Size / 32; __w++)
			__all[__w].__word[__i] = (unsigned)__slots[__w];
		__g.sync();
	}
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __fold_tile(const __warps_tile<_Size> &__g, __T __v, _Op &__op) {
	__words<__T> __all[_Size / 32];
	__gather_warps(__g, __fold_warp<32>(__v, __op), 0, __all);
	__T __result = __all[0].__value;
#pragma unroll
	for (unsigned __w = 1; __w < _Size / 32; __w++)
		__result = __op(__result, __all[__w].__value);
	return __result;
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __fold_tile(const __warp_tile<_Size> &, __T __v, _Op &__op) {
	return __fold_warp<_Size>(__v, __op);
}

/* ---- any group ---- */

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG __T __fold(const thread_block_tile<_Size, _Parent> &__g, __T __v, _Op &__op) {
	return __fold_tile(__g, __v, __op);
}

template <typename __T, typename _Op>
__SIMT_CG __T __fold_lanes(const coalesced_group &__g, __T __v, _Op &, std::true_type) {
	return __redux<__T, __value_of<_Op>>::of(__g.__mask(), __v);
}

template <typename __T, typename _Op>
__SIMT_CG __T __fold_lanes(const coalesced_group &__g, __T __v, _Op &__op,
                           std::false_type) {
	if (__g.__mask() == __full_warp)
		return __fold_warp<32>(__v, __op);
	return __g.shfl(__scan_warp(__g, __v, __op), (int)__g.num_threads() - 1);
}

template <typename __T, typename _Op>
__SIMT_CG __T __fold(const coalesced_group &__g, __T __v, _Op &__op) {
	return __fold_lanes(
		__g, __v, __op,
		std::integral_constant<bool, __redux<__T, __value_of<_Op>>::value>());
}

/* ---- an atomic object that takes part; returns what it was ---- */

#define __SIMT_CG_UPDATE(_Op, fetch)                                       \
	template <typename _Target, typename __T, typename __U>            \
	__SIMT_CG __T __update(_Target &__to, __T __v, const _Op<__U> &) { \
		return __to.fetch(__v, cuda::memory_order_relaxed);        \
	}
__SIMT_CG_UPDATE(plus, fetch_add)
__SIMT_CG_UPDATE(less, fetch_min)
__SIMT_CG_UPDATE(greater, fetch_max)
__SIMT_CG_UPDATE(bit_and, fetch_and)
__SIMT_CG_UPDATE(bit_or, fetch_or)
__SIMT_CG_UPDATE(bit_xor, fetch_xor)
#undef __SIMT_CG_UPDATE

template <typename _Target, typename __T, typename _Op>
__SIMT_CG __T __update(_Target &__to, __T __v, const _Op &__op) {
	__T __old = __to.load(cuda::memory_order_relaxed);
	while (!__to.compare_exchange_weak(__old, __op(__old, __v),
	                                   cuda::memory_order_relaxed))
		;
	return __old;
}

} // namespace __details
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
