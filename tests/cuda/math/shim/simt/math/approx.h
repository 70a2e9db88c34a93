/* approx.h - stands in for include/simt/math/approx.h on the host: the approximating
 * instructions as both backends compute them (ir/num/approx.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __simt_ex2_approx host_ex2_approx
#define __simt_lg2_approx host_lg2_approx
#define __simt_sin_approx host_sin_approx
#define __simt_cos_approx host_cos_approx
#define __simt_rsqrt_approx host_rsqrt_approx
#define __simt_saturate host_saturate
#define __simt_tanh_approx host_tanh_approx
#define __simt_div_approx host_div_approx
#define __simt_rsqrt_approx_f64 host_rsqrt_approx_f64
