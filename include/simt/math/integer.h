/* integer.h - magnitudes, smallest and greatest of integers, with the overloads of min and
 * max that CUDA has for mixed types: unsigned wins over signed, long over short.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

SIMT_DEVICE_INLINE int abs(int x) {
	return x < 0 ? (int)(0u - (unsigned)x) : x;
}

SIMT_DEVICE_INLINE long int labs(long int x) {
	return x < 0 ? (long int)(0ul - (unsigned long)x) : x;
}

SIMT_DEVICE_INLINE long long int llabs(long long int x) {
	return x < 0 ? (long long int)(0ull - (unsigned long long)x) : x;
}

SIMT_DEVICE_INLINE long int abs(long int x) {
	return labs(x);
}

SIMT_DEVICE_INLINE long long int abs(long long int x) {
	return llabs(x);
}

#define SIMT_MIN_MAX(result, first, second)                           \
	SIMT_DEVICE_INLINE result min(first a, second b) {            \
		return (result)a < (result)b ? (result)a : (result)b; \
	}                                                             \
	SIMT_DEVICE_INLINE result max(first a, second b) {            \
		return (result)a > (result)b ? (result)a : (result)b; \
	}

SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned int, unsigned int, unsigned int)
SIMT_MIN_MAX(unsigned int, int, unsigned int)
SIMT_MIN_MAX(unsigned int, unsigned int, int)
SIMT_MIN_MAX(long int, long int, long int)
SIMT_MIN_MAX(unsigned long int, unsigned long int, unsigned long int)
SIMT_MIN_MAX(unsigned long int, long int, unsigned long int)
SIMT_MIN_MAX(unsigned long int, unsigned long int, long int)
SIMT_MIN_MAX(long long int, long long int, long long int)
SIMT_MIN_MAX(unsigned long long int, unsigned long long int, unsigned long long int)
SIMT_MIN_MAX(unsigned long long int, long long int, unsigned long long int)
SIMT_MIN_MAX(unsigned long long int, unsigned long long int, long long int)

#undef SIMT_MIN_MAX

SIMT_DEVICE_INLINE unsigned int umin(unsigned int a, unsigned int b) {
	return min(a, b);
}

SIMT_DEVICE_INLINE unsigned int umax(unsigned int a, unsigned int b) {
	return max(a, b);
}

SIMT_DEVICE_INLINE long long int llmin(long long int a, long long int b) {
	return min(a, b);
}

SIMT_DEVICE_INLINE long long int llmax(long long int a, long long int b) {
	return max(a, b);
}

SIMT_DEVICE_INLINE unsigned long long int ullmin(unsigned long long int a,
                                                 unsigned long long int b) {
	return min(a, b);
}

SIMT_DEVICE_INLINE unsigned long long int ullmax(unsigned long long int a,
                                                 unsigned long long int b) {
	return max(a, b);
}
