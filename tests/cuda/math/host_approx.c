/* host_approx.c - the approximating instructions of PTX as functions for C++.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/num.h"

f32 host_ex2_approx(f32 x);
f32 host_lg2_approx(f32 x);
f32 host_sin_approx(f32 x);
f32 host_cos_approx(f32 x);
f32 host_rsqrt_approx(f32 x);
f32 host_saturate(f32 x);
f32 host_tanh_approx(f32 x);
f32 host_div_approx(f32 x, f32 y);
f64 host_rsqrt_approx_f64(f64 x);

f32 host_ex2_approx(f32 x) {
	return f32_ex2(x, 0);
}

f32 host_lg2_approx(f32 x) {
	return f32_lg2(x, 0);
}

f32 host_sin_approx(f32 x) {
	return f32_sin(x, 0);
}

f32 host_cos_approx(f32 x) {
	return f32_cos(x, 0);
}

f32 host_rsqrt_approx(f32 x) {
	return f32_rsqrt_approx(x, 0);
}

f32 host_saturate(f32 x) {
	return x > 0 ? (x < 1 ? x : 1) : 0;
}

f32 host_tanh_approx(f32 x) {
	return f32_tanh(x);
}

f32 host_div_approx(f32 x, f32 y) {
	return f32_div_approx(x, y, 0);
}

f64 host_rsqrt_approx_f64(f64 x) {
	return f64_rsqrt(x);
}
