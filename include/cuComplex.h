/* cuComplex.h - complex numbers of C: pairs of floats or doubles, and functions of them for both halves.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CU_COMPLEX_H_ /* another toolkit's, which its own headers take from beside them */
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

/* The functions of one precision; s is the suffix of its names: f or nothing. */
#define __SIMT_COMPLEX(__T, __C, s, make, absolute, most)                                        \
	__SIMT_COMPLEX_FN __T cuCreal##s(__C __x) {                                              \
		return __x.x;                                                                    \
	}                                                                                        \
	__SIMT_COMPLEX_FN __T cuCimag##s(__C __x) {                                              \
		return __x.y;                                                                    \
	}                                                                                        \
	__SIMT_COMPLEX_FN __C make(__T __re, __T __im) {                                         \
		__C __r;                                                                         \
		__r.x = __re;                                                                    \
		__r.y = __im;                                                                    \
		return __r;                                                                      \
	}                                                                                        \
	__SIMT_COMPLEX_FN __C cuConj##s(__C __x) {                                               \
		return make(__x.x, -__x.y);                                                      \
	}                                                                                        \
	__SIMT_COMPLEX_FN __C cuCadd##s(__C __x, __C __y) {                                      \
		return make(__x.x + __y.x, __x.y + __y.y);                                       \
	}                                                                                        \
	__SIMT_COMPLEX_FN __C cuCsub##s(__C __x, __C __y) {                                      \
		return make(__x.x - __y.x, __x.y - __y.y);                                       \
	}                                                                                        \
	__SIMT_COMPLEX_FN __C cuCmul##s(__C __x, __C __y) {                                      \
		return make(__x.x * __y.x - __x.y * __y.y, __x.x * __y.y + __x.y * __y.x);       \
	}                                                                                        \
	/* both are scaled by the size of y first, so that nothing overflows on the way */       \
	__SIMT_COMPLEX_FN __C cuCdiv##s(__C __x, __C __y) {                                      \
		__T __scale = (__T)1 / (absolute(__y.x) + absolute(__y.y));                      \
		__T __a = __x.x * __scale, __b = __x.y * __scale, __c = __y.x * __scale,         \
		    __d = __y.y * __scale;                                                       \
		__T __norm = (__T)1 / (__c * __c + __d * __d);                                   \
		return make((__a * __c + __b * __d) * __norm, (__b * __c - __a * __d) * __norm); \
	}                                                                                        \
	__SIMT_COMPLEX_FN __T cuCabs##s(__C __x) {                                               \
		__T __a = absolute(__x.x), __b = absolute(__x.y);                                \
		__T __large = __a > __b ? __a : __b, __small = __a > __b ? __b : __a,            \
		    __t = __small / __large;                                                     \
		if (__large == 0 || __large > most || __small > most)                            \
			return __large + __small; /* infinities and what is no number, too */    \
		return __large * sqrt##s((__T)1 + __t * __t);                                    \
	}                                                                                        \
	/* x * y + d */                                                                          \
	__SIMT_COMPLEX_FN __C cuCfma##s(__C __x, __C __y, __C __d) {                             \
		__T __re = __x.x * __y.x + __d.x, __im = __x.x * __y.y + __d.y;                  \
		return make(-(__x.y * __y.y) + __re, __x.y * __y.x + __im);                      \
	}

__SIMT_COMPLEX(float, cuFloatComplex, f, make_cuFloatComplex, fabsf, 3.402823466e38f)
__SIMT_COMPLEX(double, cuDoubleComplex, , make_cuDoubleComplex, fabs, 1.79769313486231570e+308)

__SIMT_COMPLEX_FN cuComplex make_cuComplex(float __re, float __im) {
	return make_cuFloatComplex(__re, __im);
}

__SIMT_COMPLEX_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex __x) {
	return make_cuDoubleComplex((double)__x.x, (double)__x.y);
}

__SIMT_COMPLEX_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex __x) {
	return make_cuFloatComplex((float)__x.x, (float)__x.y);
}

#undef __SIMT_COMPLEX
#undef __SIMT_COMPLEX_FN

#endif
