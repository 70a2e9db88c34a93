/* approx.h - PTX instructions that no CUDA intrinsic names, one function each.
 *
 * SIMT_FTZ is ".ftz" under -ftz=true, for which the compiler sets __SIMT_FTZ.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

#if defined(__SIMT_FTZ) && __SIMT_FTZ
#define SIMT_FTZ ".ftz"
#else
#define SIMT_FTZ ""
#endif

#define SIMT_APPROX_1(name, instruction)                            \
	SIMT_DEVICE_INLINE float name(float __x) {                  \
		float __r;                                          \
		asm(instruction " %0, %1;" : "=f"(__r) : "f"(__x)); \
		return __r;                                         \
	}

SIMT_APPROX_1(__simt_ex2_approx, "ex2.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_lg2_approx, "lg2.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_sin_approx, "sin.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_cos_approx, "cos.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_rcp_approx, "rcp.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_rsqrt_approx, "rsqrt.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_saturate, "cvt.sat" SIMT_FTZ ".f32.f32")
SIMT_APPROX_1(__simt_tanh_approx, "tanh.approx.f32")

SIMT_DEVICE_INLINE float __simt_div_approx(float __x, float __y) {
	float __r;
	asm("div.approx" SIMT_FTZ ".f32 %0, %1, %2;" : "=f"(__r) : "f"(__x), "f"(__y));
	return __r;
}

SIMT_DEVICE_INLINE double __simt_rsqrt_approx_f64(double __x) {
	double __r;
	asm("rsqrt.approx.f64 %0, %1;" : "=d"(__r) : "d"(__x));
	return __r;
}
