/* device_compare.h - the built-in <=>: the compiler makes std::strong_ordering and std::partial_ordering of these.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

template <class T> __SIMT_FN constexpr signed char __simt_compare(T a, T b) {
	return (signed char)((a > b) - (a < b));
}

template <class T>
__SIMT_FN constexpr signed char __simt_compare_partial(T a, T b, signed char unordered) {
	return a < b ? (signed char)-1 : a > b ? (signed char)1 : a == b ? (signed char)0 : unordered;
}
