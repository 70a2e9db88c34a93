/* device_compare.h - the built-in <=>: the compiler makes std::strong_ordering and std::partial_ordering of these.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

template <class __T> __SIMT_FN constexpr signed char __simt_compare(__T __a, __T __b) {
	return (signed char)((__a > __b) - (__a < __b));
}

template <class __T>
__SIMT_FN constexpr signed char __simt_compare_partial(__T __a, __T __b, signed char __unordered) {
	return __a < __b    ? (signed char)-1
	       : __a > __b  ? (signed char)1
	       : __a == __b ? (signed char)0
	                    : __unordered;
}
