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

#define SIMT_APPROX_1(name, instruction)                        \
	SIMT_DEVICE_INLINE float name(float x) {                \
		float r;                                        \
		asm(instruction " %0, %1;" : "=f"(r) : "f"(x)); \
		return r;                                       \
	}

SIMT_APPROX_1(__simt_ex2_approx, "ex2.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_lg2_approx, "lg2.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_sin_approx, "sin.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_cos_approx, "cos.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_rcp_approx, "rcp.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_rsqrt_approx, "rsqrt.approx" SIMT_FTZ ".f32")
SIMT_APPROX_1(__simt_saturate, "cvt.sat" SIMT_FTZ ".f32.f32")
SIMT_APPROX_1(__simt_tanh_approx, "tanh.approx.f32")

SIMT_DEVICE_INLINE float __simt_div_approx(float x, float y) {
	float r;
	asm("div.approx" SIMT_FTZ ".f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
	return r;
}

SIMT_DEVICE_INLINE double __simt_rsqrt_approx_f64(double x) {
	double r;
	asm("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(x));
	return r;
}
