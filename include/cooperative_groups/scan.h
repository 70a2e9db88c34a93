/* scan.h - prefix sums over a group, with any operator: what the threads up to the caller
 * have together (inclusive), or those before it (exclusive; the first one gets T()).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_SCAN_H
#define _CG_SCAN_H_
#define _CG_COALESCED_SCAN_H_
#define _CG_FUNCTIONAL_H

#include "cooperative_groups.h"

#include "cuda/atomic"
#include "simt/cg/fold.h"

namespace cooperative_groups {
namespace __v1 {

namespace __details {

/* Before the first thread there is nothing. */
template <typename __T> struct __prefix {
	__T __value;
	bool __nothing;
};

template <typename __T, typename _Op>
__SIMT_CG __T __join(const __T &__v, const __prefix<__T> &__before, _Op &__op) {
	return __before.__nothing ? __v : __op(__v, __before.__value);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __scan_tile(const __warp_tile<_Size> &, __T __v, _Op &__op,
                          __prefix<__T> &__before) {
	thread_block_tile<_Size> __g = __make_tile::at<_Size>(0, 1);
	__v = __scan_warp(__g, __v, __op);
	__before.__value = __g.shfl_up(__v, 1);
	__before.__nothing = __g.thread_rank() == 0;
	return __v;
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __scan_tile(const __warps_tile<_Size> &__g, __T __v, _Op &__op,
                          __prefix<__T> &__before) {
	__words<__T> __all[_Size / 32];
	__prefix<__T> __in_warp, __warps = {__v, true};
	__v = __scan_tile(__make_tile::at<32>(0, 1), __v, __op, __in_warp);
	__gather_warps(__g, __v, 31, __all);
#pragma unroll
	for (unsigned __w = 0; __w < _Size / 32; __w++)
		if (__w < __g.__warp()) {
			__warps.__value = __join(__all[__w].__value, __warps, __op);
			__warps.__nothing = false;
		}
	__before = __warps;
	if (!__in_warp.__nothing) {
		__before.__value = __join(__in_warp.__value, __warps, __op);
		__before.__nothing = false;
	}
	return __join(__v, __warps, __op);
}

template <unsigned _Size, typename _Parent, typename __T, typename _Op>
__SIMT_CG __T __scan(const thread_block_tile<_Size, _Parent> &__g, __T __v, _Op &__op,
                     __prefix<__T> &__before) {
	return __scan_tile(__g, __v, __op, __before);
}

template <typename __T, typename _Op>
__SIMT_CG __T __scan(const coalesced_group &__g, __T __v, _Op &__op,
                     __prefix<__T> &__before) {
	__v = __scan_warp(__g, __v, __op);
	__before.__value = __g.shfl_up(__v, 1);
	__before.__nothing = __g.thread_rank() == 0;
	return __v;
}

/* The same without what is before the caller, which is a shuffle less in one warp. */
template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __scan_up_to(const __warp_tile<_Size> &, __T __v, _Op &__op) {
	return __scan_warp(__make_tile::at<_Size>(0, 1), __v, __op);
}

template <unsigned _Size, typename __T, typename _Op>
__SIMT_CG __T __scan_up_to(const __warps_tile<_Size> &__g, __T __v, _Op &__op) {
	__prefix<__T> __before;
	return __scan_tile(__g, __v, __op, __before);
}

template <typename __T, typename _Op>
__SIMT_CG __T __scan_up_to(const coalesced_group &__g, __T __v, _Op &__op) {
	return __scan_warp(__g, __v, __op);
}

/* Adds the whole to an atomic object, and what that was to all. */
template <typename _Group, typename _Target, typename __T, typename _Op>
__SIMT_CG __T __scan_update(const _Group &__g, _Target &__to, __T __v, _Op &__op,
                            bool __is_inclusive) {
	__prefix<__T> __before;
	__T __whole = __scan(__g, __v, __op, __before), __old = __whole;
	if (__g.thread_rank() == __g.num_threads() - 1)
		__old = __update(__to, __whole, __op);
	__old = __g.shfl(__old, (int)__g.num_threads() - 1);
	if (__is_inclusive)
		return __op(__whole, __old);
	return __before.__nothing ? __old : __op(__before.__value, __old);
}

} // namespace __details

template <typename _Group, typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T> inclusive_scan(const _Group &__g, __T &&__v,
                                                    _Op &&__op) {
	return __details::__scan_up_to(__g, __details::__value_of<__T>(__v), __op);
}

template <typename _Group, typename __T>
__SIMT_CG __details::__value_of<__T> inclusive_scan(const _Group &__g, __T &&__v) {
	return inclusive_scan(__g, std::forward<__T>(__v),
	                      plus<__details::__value_of<__T>>());
}

template <typename _Group, typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T> exclusive_scan(const _Group &__g, __T &&__v,
                                                    _Op &&__op) {
	typedef __details::__value_of<__T> __V;
	__details::__prefix<__V> __before;
	__details::__scan(__g, __V(__v), __op, __before);
	return __before.__nothing ? __V() : __before.__value;
}

template <typename _Group, typename __T>
__SIMT_CG __details::__value_of<__T> exclusive_scan(const _Group &__g, __T &&__v) {
	return exclusive_scan(__g, std::forward<__T>(__v),
	                      plus<__details::__value_of<__T>>());
}

/* The scan goes on where an atomic object says, which gets the whole. */
template <typename _Group, typename _Target, typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T>
inclusive_scan_update(const _Group &__g, _Target &__to, __T &&__v, _Op &&__op) {
	return __details::__scan_update(__g, __to, __details::__value_of<__T>(__v), __op,
	                                true);
}

template <typename _Group, typename _Target, typename __T>
__SIMT_CG __details::__value_of<__T> inclusive_scan_update(const _Group &__g,
                                                           _Target &__to, __T &&__v) {
	return inclusive_scan_update(__g, __to, std::forward<__T>(__v),
	                             plus<__details::__value_of<__T>>());
}

template <typename _Group, typename _Target, typename __T, typename _Op>
__SIMT_CG __details::__value_of<__T>
exclusive_scan_update(const _Group &__g, _Target &__to, __T &&__v, _Op &&__op) {
	return __details::__scan_update(__g, __to, __details::__value_of<__T>(__v), __op,
	                                false);
}

template <typename _Group, typename _Target, typename __T>
__SIMT_CG __details::__value_of<__T> exclusive_scan_update(const _Group &__g,
                                                           _Target &__to, __T &&__v) {
	return exclusive_scan_update(__g, __to, std::forward<__T>(__v),
	                             plus<__details::__value_of<__T>>());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
