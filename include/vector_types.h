/* vector_types.h - short vectors (char1 ... double4) and dim3.
 * Alignment is part of the ABI: vectors of two and four elements are aligned to their size, up to 16
 * bytes; those of three as one element.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __VECTOR_TYPES_H__

#include "host_defines.h"

/* name1 to name3, whose alignment follows from the element or is that of the pair. */
#define SIMT_VECTORS(__T, name, align2) \
	struct name##1 { __T x; }; \
	struct __attribute__((__aligned__(align2))) name##2 { __T x, y; }; \
	struct name##3 { __T x, y, z; }; \
	typedef struct name##1 name##1; \
	typedef struct name##2 name##2; \
	typedef struct name##3 name##3;

#define SIMT_VECTOR4(__T, name, align4) \
	struct __attribute__((__aligned__(align4))) name { __T x, y, z, w; }; \
	typedef struct name name;

SIMT_VECTORS(signed char, char, 2)
SIMT_VECTORS(unsigned char, uchar, 2)
SIMT_VECTORS(short, short, 4)
SIMT_VECTORS(unsigned short, ushort, 4)
SIMT_VECTORS(int, int, 8)
SIMT_VECTORS(unsigned int, uint, 8)
SIMT_VECTORS(long, long, 16)
SIMT_VECTORS(unsigned long, ulong, 16)
SIMT_VECTORS(long long, longlong, 16)
SIMT_VECTORS(unsigned long long, ulonglong, 16)
SIMT_VECTORS(float, float, 8)
SIMT_VECTORS(double, double, 16)

SIMT_VECTOR4(signed char, char4, 4)
SIMT_VECTOR4(unsigned char, uchar4, 4)
SIMT_VECTOR4(short, short4, 8)
SIMT_VECTOR4(unsigned short, ushort4, 8)
SIMT_VECTOR4(int, int4, 16)
SIMT_VECTOR4(unsigned int, uint4, 16)
SIMT_VECTOR4(float, float4, 16)

/* Four elements of eight bytes: the plain name has 16 as alignment; CUDA 13 adds names that say it. */
#define SIMT_VECTOR4_WIDE(__T, name) \
	SIMT_VECTOR4(__T, name##4, 16) \
	SIMT_VECTOR4(__T, name##4_16a, 16) \
	SIMT_VECTOR4(__T, name##4_32a, 32)
SIMT_VECTOR4_WIDE(long, long)
SIMT_VECTOR4_WIDE(unsigned long, ulong)
SIMT_VECTOR4_WIDE(long long, longlong)
SIMT_VECTOR4_WIDE(unsigned long long, ulonglong)
SIMT_VECTOR4_WIDE(double, double)

#undef SIMT_VECTORS
#undef SIMT_VECTOR4
#undef SIMT_VECTOR4_WIDE

/* The shape of a grid or a block; what is not given is 1. */
struct dim3 {
	unsigned int x, y, z;
#if defined(__cplusplus)
	__host__ __device__ constexpr dim3(unsigned int __vx = 1, unsigned int __vy = 1,
	                                   unsigned int __vz = 1)
	    : x(__vx), y(__vy), z(__vz) {
	}
	__host__ __device__ constexpr dim3(uint3 __v) : x(__v.x), y(__v.y), z(__v.z) {}
	__host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;
