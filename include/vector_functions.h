/* vector_functions.h - make_char1 ... make_double4.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_types.h"

#define SIMT_MAKE4(__T, name) \
	SIMT_HD name make_##name(__T x, __T y, __T z, __T w) { \
		name v; \
		v.x = x; v.y = y; v.z = z; v.w = w; \
		return v; \
	}
#define SIMT_MAKE(__T, name) \
	SIMT_HD name##1 make_##name##1(__T x) { \
		name##1 v; \
		v.x = x; \
		return v; \
	} \
	SIMT_HD name##2 make_##name##2(__T x, __T y) { \
		name##2 v; \
		v.x = x; v.y = y; \
		return v; \
	} \
	SIMT_HD name##3 make_##name##3(__T x, __T y, __T z) { \
		name##3 v; \
		v.x = x; v.y = y; v.z = z; \
		return v; \
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
