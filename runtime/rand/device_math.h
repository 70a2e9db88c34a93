/* device_math.h - functions of include/simt/math as the device has them, for numbers that
 * a generator of the device makes: the same operations in C.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/approx.h"

/* log x for normal x > 0 (log_f32.h). */
static ALWAYS_INLINE float device_logf(float x) {
	u32 b = f32_bits(x), e = (b - 0x3f2aaaabu) & 0xff800000u;
	float f = f32_from(b - e) - 1.0f, p = -0x1.0aa04ep-3f;
	p = __builtin_fmaf(p, f, 0x1.2073ecp-3f);
	p = __builtin_fmaf(p, f, -0x1.f19b98p-4f);
	p = __builtin_fmaf(p, f, 0x1.1e52aap-3f);
	p = __builtin_fmaf(p, f, -0x1.55b172p-3f);
	p = __builtin_fmaf(p, f, 0x1.99da16p-3f);
	p = __builtin_fmaf(p, f, -0x1.fffe44p-3f);
	p = __builtin_fmaf(p, f, 0x1.5554fp-2f);
	p = __builtin_fmaf(p, f, -0.5f);
	p = __builtin_fmaf(p * f, f, f);
	return __builtin_fmaf((float)((s32)e >> 23), 0x1.62e43p-1f, p);
}

/* e^x (exp_f32.h). With k = 252 part + 1, cut, it is that many units above 2^23. */
static ALWAYS_INLINE float device_expf(float x) {
	float part = __builtin_fmaf(x, 0x1.77313ap-8f, 0.5f);
	part = part > 0 ? part < 1 ? part : 1.0f : 0.0f;
	s32 whole = (s32)((double)part * 252.0); /* exact: 24 bits and 8 */
	float f = __builtin_fmaf(x, 0x1.715476p+0f, (float)(126 - whole));
	f = __builtin_fmaf(x, 0x1.4ae0cp-26f, f);
	return f32_ex2(f, 0) * f32_from((u32)(whole + 1) << 23);
}

/* __sincosf. */
static ALWAYS_INLINE void device_sincosf(float x, float *sine, float *cosine) {
	*sine = f32_sin(x, 0);
	*cosine = f32_cos(x, 0);
}
