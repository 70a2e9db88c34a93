/* minmax.h - min and max of two numbers, for device and host code, with the overloads that
 * CUDA has for mixed types: unsigned wins over signed, double over float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__CUDACC__)
#define SIMT_MIN_MAX_INLINE static __host__ __device__ __forceinline__
#else
#define SIMT_MIN_MAX_INLINE static inline
#endif

#define SIMT_MIN_MAX(result, first, second)                           \
	SIMT_MIN_MAX_INLINE result min(first a, second b) {           \
		return (result)a < (result)b ? (result)a : (result)b; \
	}                                                             \
	SIMT_MIN_MAX_INLINE result max(first a, second b) {           \
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

SIMT_MIN_MAX_INLINE unsigned int umin(unsigned int a, unsigned int b) {
	return min(a, b);
}

SIMT_MIN_MAX_INLINE unsigned int umax(unsigned int a, unsigned int b) {
	return max(a, b);
}

SIMT_MIN_MAX_INLINE long long int llmin(long long int a, long long int b) {
	return min(a, b);
}

SIMT_MIN_MAX_INLINE long long int llmax(long long int a, long long int b) {
	return max(a, b);
}

SIMT_MIN_MAX_INLINE unsigned long long int ullmin(unsigned long long int a,
                                                  unsigned long long int b) {
	return min(a, b);
}

SIMT_MIN_MAX_INLINE unsigned long long int ullmax(unsigned long long int a,
                                                  unsigned long long int b) {
	return max(a, b);
}

SIMT_MIN_MAX_INLINE float min(float x, float y) {
	return __builtin_fminf(x, y);
}

SIMT_MIN_MAX_INLINE double min(double x, double y) {
	return __builtin_fmin(x, y);
}

SIMT_MIN_MAX_INLINE double min(float x, double y) {
	return __builtin_fmin((double)x, y);
}

SIMT_MIN_MAX_INLINE double min(double x, float y) {
	return __builtin_fmin(x, (double)y);
}

SIMT_MIN_MAX_INLINE float max(float x, float y) {
	return __builtin_fmaxf(x, y);
}

SIMT_MIN_MAX_INLINE double max(double x, double y) {
	return __builtin_fmax(x, y);
}

SIMT_MIN_MAX_INLINE double max(float x, double y) {
	return __builtin_fmax((double)x, y);
}

SIMT_MIN_MAX_INLINE double max(double x, float y) {
	return __builtin_fmax(x, (double)y);
}

#undef SIMT_MIN_MAX_INLINE
