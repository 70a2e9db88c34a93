/* integer.h - magnitudes of integers; min and max are in minmax.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"
#include "simt/math/minmax.h"

SIMT_DEVICE_INLINE int abs(int __x) {
	return __x < 0 ? (int)(0u - (unsigned)__x) : __x;
}

SIMT_DEVICE_INLINE long int labs(long int __x) {
	return __x < 0 ? (long int)(0ul - (unsigned long)__x) : __x;
}

SIMT_DEVICE_INLINE long long int llabs(long long int __x) {
	return __x < 0 ? (long long int)(0ull - (unsigned long long)__x) : __x;
}

SIMT_DEVICE_INLINE long int abs(long int __x) {
	return labs(__x);
}

SIMT_DEVICE_INLINE long long int abs(long long int __x) {
	return llabs(__x);
}
