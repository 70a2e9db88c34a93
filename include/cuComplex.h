/* cuComplex.h - complex numbers of C: pairs of floats or doubles, and functions of them for both halves.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_types.h"

#if defined(__CUDACC__)
#define __SIMT_COMPLEX_FN static __host__ __device__ __inline__
#else
#define __SIMT_COMPLEX_FN static inline
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* What one precision has; s is the suffix of its names: f or nothing. */
#define __SIMT_COMPLEX(__T, __C, s, make, absolute, most)                                         \
	__SIMT_COMPLEX_FN __T cuCreal##s(__C x) {                                            \
		return x.x;                                                              \
	}                                                                                \
	__SIMT_COMPLEX_FN __T cuCimag##s(__C x) {                                            \
		return x.y;                                                              \
	}                                                                                \
	__SIMT_COMPLEX_FN __C make(__T re, __T im) {                                           \
		__C r;                                                                     \
		r.x = re;                                                                \
		r.y = im;                                                                \
		return r;                                                                \
	}                                                                                \
	__SIMT_COMPLEX_FN __C cuConj##s(__C x) {                                             \
		return make(x.x, -x.y);                                                  \
	}                                                                                \
	__SIMT_COMPLEX_FN __C cuCadd##s(__C x, __C y) {                                        \
		return make(x.x + y.x, x.y + y.y);                                       \
	}                                                                                \
	__SIMT_COMPLEX_FN __C cuCsub##s(__C x, __C y) {                                        \
		return make(x.x - y.x, x.y - y.y);                                       \
	}                                                                                \
	__SIMT_COMPLEX_FN __C cuCmul##s(__C x, __C y) {                                        \
		return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);               \
	}                                                                                \
	/* both are scaled by the size of y first, so that nothing overflows on the way */ \
	__SIMT_COMPLEX_FN __C cuCdiv##s(__C x, __C y) {                                        \
		__T scale = (__T)1 / (absolute(y.x) + absolute(y.y));                        \
		__T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;    \
		__T norm = (__T)1 / (c * c + d * d);                                         \
		return make((a * c + b * d) * norm, (b * c - a * d) * norm);             \
	}                                                                                \
	__SIMT_COMPLEX_FN __T cuCabs##s(__C x) {                                             \
		__T a = absolute(x.x), b = absolute(x.y);                                  \
		__T large = a > b ? a : b, small = a > b ? b : a, t = small / large;       \
		if (large == 0 || large > most || small > most)                          \
			return large + small; /* infinities and what is no number, too */ \
		return large * sqrt##s((__T)1 + t * t);                                    \
	}                                                                                \
	/* x * y + d */                                                                  \
	__SIMT_COMPLEX_FN __C cuCfma##s(__C x, __C y, __C d) {                                   \
		__T re = x.x * y.x + d.x, im = x.x * y.y + d.y;                            \
		return make(-(x.y * y.y) + re, x.y * y.x + im);                          \
	}

__SIMT_COMPLEX(float, cuFloatComplex, f, make_cuFloatComplex, fabsf, 3.402823466e38f)
__SIMT_COMPLEX(double, cuDoubleComplex, , make_cuDoubleComplex, fabs, 1.79769313486231570e+308)

__SIMT_COMPLEX_FN cuComplex make_cuComplex(float re, float im) {
	return make_cuFloatComplex(re, im);
}

__SIMT_COMPLEX_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
	return make_cuDoubleComplex((double)x.x, (double)x.y);
}

__SIMT_COMPLEX_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
	return make_cuFloatComplex((float)x.x, (float)x.y);
}

#undef __SIMT_COMPLEX
#undef __SIMT_COMPLEX_FN
