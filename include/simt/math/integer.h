/* integer.h - magnitudes of integers; min and max are in minmax.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"
#include "simt/math/minmax.h"

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
