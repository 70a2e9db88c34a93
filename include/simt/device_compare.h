/* device_compare.h - the built-in <=>: the compiler makes std::strong_ordering and std::partial_ordering of these.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

template <class __T> __SIMT_FN constexpr signed char __simt_compare(__T a, __T b) {
	return (signed char)((a > b) - (a < b));
}

template <class __T>
__SIMT_FN constexpr signed char __simt_compare_partial(__T a, __T b, signed char unordered) {
	return a < b ? (signed char)-1 : a > b ? (signed char)1 : a == b ? (signed char)0 : unordered;
}
