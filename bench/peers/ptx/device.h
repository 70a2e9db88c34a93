/* device.h - what the kernels of ../cuda use of CUDA, in terms of clang's builtins, so that clang
 * makes PTX of them without a CUDA installation. expf and logf take the steps that CUDA's device
 * library takes (scaling, ex2.approx.ftz; exponent and polynomial), so that the PTX costs what it
 * costs on a GPU.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

/* ---- indices ---- */

/* Each member reads its special register. */
#define INDEX(name, part)                                                          \
	struct name##_reader {                                                     \
		__declspec(property(get = get_x)) unsigned x;                      \
		__declspec(property(get = get_y)) unsigned y;                      \
		__device__ unsigned get_x() { return __nvvm_read_ptx_sreg_##part##_x(); } \
		__device__ unsigned get_y() { return __nvvm_read_ptx_sreg_##part##_y(); } \
	};                                                                         \
	extern __device__ name##_reader name;
INDEX(threadIdx, tid)
INDEX(blockIdx, ctaid)
INDEX(blockDim, ntid)
INDEX(gridDim, nctaid)
#undef INDEX

/* Copies are single accesses of 16 bytes, as CUDA's are. */
typedef float four __attribute__((ext_vector_type(4), may_alias));
struct __attribute__((aligned(16))) float4 {
	float x, y, z, w;
	float4() = default;
	__device__ float4(const float4 &o) { *(four *)this = *(const four *)&o; }
	__device__ void operator=(const float4 &o) { *(four *)this = *(const four *)&o; }
};

static __device__ inline float4 make_float4(float x, float y, float z, float w) {
	float4 v;
	v.x = x, v.y = y, v.z = z, v.w = w;
	return v;
}

/* ---- threads of a block ---- */

static __device__ inline float __shfl_down_sync(unsigned mask, float v, unsigned delta) {
	return __nvvm_shfl_sync_down_f32(mask, v, delta, 31);
}

static __device__ inline unsigned atomicAdd(unsigned *p, unsigned v) {
	return __nvvm_atom_add_gen_i((int *)p, v);
}

/* ---- mathematics ---- */

static __device__ inline float fabsf(float x) { return __builtin_fabsf(x); }
static __device__ inline float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
static __device__ inline float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }

static __device__ inline float bits_float(int i) { return __builtin_bit_cast(float, i); }
static __device__ inline int float_bits(float x) { return __builtin_bit_cast(int, x); }

/* 2^(x log2 e): the whole part n of the exponent is rounded by adding 1.5 * 2^23 + 1 (whose low bits
   bias n for its use as an exponent), the rest goes through ex2 in two pieces of log2 e. */
static __device__ inline float expf(float x) {
	float unit = __nvvm_saturate_f(__nvvm_fma_rn_f(x, 0x1.77313ap-8f, 0.5f)); /* log2 e / 252 */
	float sum = __nvvm_fma_rm_f(unit, 252.0f, 12582913.0f), n = sum - 12583039.0f;
	float rest = __nvvm_fma_rn_f(x, 0x1.4ae0c0p-26f, __nvvm_fma_rn_f(x, 0x1.715476p0f, -n));
	return bits_float(float_bits(sum) << 23) * __nvvm_ex2_approx_ftz_f(rest);
}

/* x = 2^e m with m in [2/3, 4/3); log m by a polynomial in m - 1. */
static __device__ inline float logf(float x) {
	float e = 0.0f;
	if (x < 0x1p-126f) {
		x *= 0x1p23f;
		e = -23.0f;
	}
	int i = float_bits(x), top = (i - 0x3f2aaaab) & 0xff800000;
	e = __nvvm_fma_rn_f((float)top, 0x1p-23f, e);
	float f = bits_float(i - top) - 1.0f;
	float p = __nvvm_fma_rn_f(f, -0x1.0ae00p-3f, 0x1.20800p-3f);
	p = __nvvm_fma_rn_f(p, f, -0x1.f198b2p-4f);
	p = __nvvm_fma_rn_f(p, f, 0x1.1e574ap-3f);
	p = __nvvm_fma_rn_f(p, f, -0x1.55b36cp-3f);
	p = __nvvm_fma_rn_f(p, f, 0x1.99d884p-3f);
	p = __nvvm_fma_rn_f(p, f, -0x1.fffe02p-3f);
	p = __nvvm_fma_rn_f(p, f, 0x1.5554fap-2f);
	p = __nvvm_fma_rn_f(p, f, -0.5f);
	float r = __nvvm_fma_rn_f(e, 0x1.62e430p-1f, __nvvm_fma_rn_f(p * f, f, f));
	if (i >= 0x7f800000 || i < 0) /* infinite, NaN, negative; -0 is settled below */
		r = __nvvm_fma_rn_f(x, __builtin_inff(), __builtin_inff());
	return x == 0.0f ? -__builtin_inff() : r;
}
