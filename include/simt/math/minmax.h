/* minmax.h - min and max of two numbers, for device and host code, with the overloads that
 * CUDA has for mixed types: unsigned wins over signed, double over float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__CUDACC__)
#define SIMT_MIN_MAX_INLINE static __host__ __device__ __forceinline__
#else
#define SIMT_MIN_MAX_INLINE static inline
#endif

#define SIMT_MIN_MAX(result, first, second)                                   \
	SIMT_MIN_MAX_INLINE result min(first __a, second __b) {               \
		return (result)__a < (result)__b ? (result)__a : (result)__b; \
	}                                                                     \
	SIMT_MIN_MAX_INLINE result max(first __a, second __b) {               \
		return (result)__a > (result)__b ? (result)__a : (result)__b; \
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

SIMT_MIN_MAX_INLINE unsigned int umin(unsigned int __a, unsigned int __b) {
	return min(__a, __b);
}

SIMT_MIN_MAX_INLINE unsigned int umax(unsigned int __a, unsigned int __b) {
	return max(__a, __b);
}

SIMT_MIN_MAX_INLINE long long int llmin(long long int __a, long long int __b) {
	return min(__a, __b);
}

SIMT_MIN_MAX_INLINE long long int llmax(long long int __a, long long int __b) {
	return max(__a, __b);
}

SIMT_MIN_MAX_INLINE unsigned long long int ullmin(unsigned long long int __a,
                                                  unsigned long long int __b) {
	return min(__a, __b);
}

SIMT_MIN_MAX_INLINE unsigned long long int ullmax(unsigned long long int __a,
                                                  unsigned long long int __b) {
	return max(__a, __b);
}

SIMT_MIN_MAX_INLINE float min(float __x, float __y) {
	return __builtin_fminf(__x, __y);
}

SIMT_MIN_MAX_INLINE double min(double __x, double __y) {
	return __builtin_fmin(__x, __y);
}

SIMT_MIN_MAX_INLINE double min(float __x, double __y) {
	return __builtin_fmin((double)__x, __y);
}

SIMT_MIN_MAX_INLINE double min(double __x, float __y) {
	return __builtin_fmin(__x, (double)__y);
}

SIMT_MIN_MAX_INLINE float max(float __x, float __y) {
	return __builtin_fmaxf(__x, __y);
}

SIMT_MIN_MAX_INLINE double max(double __x, double __y) {
	return __builtin_fmax(__x, __y);
}

SIMT_MIN_MAX_INLINE double max(float __x, double __y) {
	return __builtin_fmax((double)__x, __y);
}

SIMT_MIN_MAX_INLINE double max(double __x, float __y) {
	return __builtin_fmax(__x, (double)__y);
}

#undef SIMT_MIN_MAX_INLINE
