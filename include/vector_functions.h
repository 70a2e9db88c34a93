/* vector_functions.h - make_char1 ... make_double4.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_types.h"

#define SIMT_MAKE4(__T, name) \
	SIMT_HD name make_##name(__T __x, __T __y, __T __z, __T __w) { \
		name __v; \
		__v.x = __x; __v.y = __y; __v.z = __z; __v.w = __w; \
		return __v; \
	}
#define SIMT_MAKE(__T, name) \
	SIMT_HD name##1 make_##name##1(__T __x) { \
		name##1 __v; \
		__v.x = __x; \
		return __v; \
	} \
	SIMT_HD name##2 make_##name##2(__T __x, __T __y) { \
		name##2 __v; \
		__v.x = __x; __v.y = __y; \
		return __v; \
	} \
	SIMT_HD name##3 make_##name##3(__T __x, __T __y, __T __z) { \
		name##3 __v; \
		__v.x = __x; __v.y = __y; __v.z = __z; \
		return __v; \
	} \
	SIMT_MAKE4(__T, name##4)
#define SIMT_MAKE_WIDE(__T, name) \
	SIMT_MAKE(__T, name) \
	SIMT_MAKE4(__T, name##4_16a) \
	SIMT_MAKE4(__T, name##4_32a)

SIMT_MAKE(signed char, char)
SIMT_MAKE(unsigned char, uchar)
SIMT_MAKE(short, short)
SIMT_MAKE(unsigned short, ushort)
SIMT_MAKE(int, int)
SIMT_MAKE(unsigned int, uint)
SIMT_MAKE(float, float)
SIMT_MAKE_WIDE(long, long)
SIMT_MAKE_WIDE(unsigned long, ulong)
SIMT_MAKE_WIDE(long long, longlong)
SIMT_MAKE_WIDE(unsigned long long, ulonglong)
SIMT_MAKE_WIDE(double, double)

#undef SIMT_MAKE
#undef SIMT_MAKE4
#undef SIMT_MAKE_WIDE
