// fp8_scales.cu - __nv_fp8_e8m0, the powers of two that scale blocks: every code to the other types, values of all
// sizes to codes, on the host and in a kernel.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp8.h>

struct __CUDA_ALIGN__(32) aligned { // as the toolkit's header leaves it
	float v[8];
};
static_assert(alignof(aligned) == 32, "");

__host__ __device__ unsigned mix(unsigned h, unsigned v) {
	return (h ^ v) * 16777619u;
}

__host__ __device__ unsigned bits(float f) {
	unsigned u;
	memcpy(&u, &f, sizeof u);
	return f == f ? u : 77;
}

// A code as every type that it converts to.
__host__ __device__ unsigned code(unsigned i) {
	__nv_fp8_e8m0 e;
	e.__x = (__nv_fp8_storage_t)i;
	unsigned h = mix(2166136261u, __nv_cvt_e8m0_to_bf16raw(e.__x).x);
	h = mix(h, bits((float)e));
	h = mix(h, (double)e > 1e300);
	h = mix(h, ((__half_raw)(__half)e).x & 0x7fff);
	h = mix(h, ((__nv_bfloat16_raw)(__nv_bfloat16)e).x & 0x7fff);
	h = mix(h, (bool)e);
	h = mix(h, (unsigned)(signed char)e);
	h = mix(h, (unsigned char)e);
	h = mix(h, (unsigned)(short)e);
	h = mix(h, (unsigned short)e);
	if (i != 255) {
		h = mix(h, (unsigned)(int)e);
		h = mix(h, (unsigned)e);
		h = mix(h, (unsigned)((long long)e >> 31));
		h = mix(h, (unsigned)((unsigned long long)e >> 32));
	}
	return h;
}

// A value by all four ways of rounding and saturating, from each type.
__host__ __device__ unsigned value(float x) {
	unsigned h = 2166136261u;
	for (int i = 0; i < 4; i++) {
		__nv_saturation_t s = i & 1 ? __NV_SATFINITE : __NV_NOSAT;
		cudaRoundMode r = i & 2 ? cudaRoundPosInf : cudaRoundZero;
		h = mix(h, __nv_cvt_float_to_e8m0(x, s, r));
		h = mix(h, __nv_cvt_double_to_e8m0((double)x * 1.0000000000001, s, r));
		__nv_bfloat16_raw b = (__nv_bfloat16_raw)__float2bfloat16(x);
		h = mix(h, __nv_cvt_bfloat16raw_to_e8m0(b, s, r));
		__nv_bfloat162_raw bb = {b.x, 0x4049};
		h = mix(h, __nv_cvt_bfloat162raw_to_e8m0x2(bb, s, r));
		h = mix(h, __nv_cvt_float2_to_e8m0x2(float2{x, 3.0f}, s, r));
		h = mix(h, __nv_cvt_double2_to_e8m0x2(double2{0.75, x}, s, r));
	}
	h = mix(h, __nv_fp8_e8m0(x).__x);
	h = mix(h, __nv_fp8_e8m0((double)x).__x);
	h = mix(h, __nv_fp8_e8m0(__float2half(x)).__x);
	h = mix(h, __nv_fp8_e8m0(__float2bfloat16(x)).__x);
	__nv_fp8x2_e8m0 two(float2{x, 5.0f});
	h = mix(h, two.__x);
	float2 f = (float2)two;
	h = mix(mix(h, bits(f.x)), bits(f.y));
	__nv_fp8x4_e8m0 four(float4{x, 1.0f, 0.3f, 1e30f});
	h = mix(h, four.__x);
	return mix(h, bits(((float4)four).y));
}

__host__ __device__ unsigned integers(int i) {
	unsigned h = mix(2166136261u, __nv_fp8_e8m0(i).__x);
	h = mix(h, __nv_fp8_e8m0((short)i).__x);
	h = mix(h, __nv_fp8_e8m0((unsigned)i).__x);
	h = mix(h, __nv_fp8_e8m0((unsigned short)i).__x);
	h = mix(h, __nv_fp8_e8m0((long long)i * 1000003).__x);
	return mix(h, __nv_fp8_e8m0((unsigned long long)i * 1000003).__x);
}

__host__ __device__ float sample(int i) {
	const float some[] = {0.0f,  -0.0f, 1.0f,  -3.0f, 1e-45f, 5.8e-39f,   5.9e-39f, 1e-38f,
	                      3e38f, 1.7e38f, 2.56e38f, 6.0f,  1.5f,   1.4142135f, 0.75f,    1.17549435e-38f};
	return some[i & 15] * (i < 16 ? 1.0f : (float)(1 + i / 16) * 0.37f);
}

__global__ void all(unsigned *out) {
	unsigned i = threadIdx.x;
	out[i] = code(i);
	out[256 + i] = value(sample((int)i));
	out[512 + i] = integers((int)i * 37 - 4000);
}

int main() {
	unsigned *d, got[768], same = 0, h[3] = {2166136261u, 2166136261u, 2166136261u};
	cudaMalloc(&d, sizeof got);
	all<<<1, 256>>>(d);
	std::printf("copy %d\n", (int)cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 256; i++) {
		unsigned want[3] = {code((unsigned)i), value(sample(i)), integers(i * 37 - 4000)};
		for (int k = 0; k < 3; k++) {
			same += want[k] == got[256 * k + i];
			h[k] = mix(h[k], want[k]);
		}
	}
	std::printf("codes %08x, values %08x, integers %08x, %u of 768 the same in a kernel\n", h[0], h[1], h[2], same);
	std::printf("special %08x %08x %08x\n", value(INFINITY), value(-INFINITY), value(NAN));
	std::printf("sizes %d %d %d\n", (int)sizeof(__nv_fp8_e8m0), (int)sizeof(__nv_fp8x2_e8m0),
	            (int)sizeof(__nv_fp8x4_e8m0));
	cudaFree(d);
	return 0;
}
