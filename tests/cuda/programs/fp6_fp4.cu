// fp6_fp4.cu - floats of 6 and 4 bits: every code to the other types, values of all sizes to codes by both roundings, on
// the host and in a kernel. The hashes are those of the toolkit's headers.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp4.h>

__host__ __device__ unsigned mix(unsigned h, unsigned v) {
	return (h ^ v) * 16777619u;
}

__host__ __device__ unsigned bits(float f) {
	unsigned u;
	memcpy(&u, &f, sizeof u);
	return u;
}

__host__ __device__ float from(unsigned u) {
	float f;
	memcpy(&f, &u, sizeof f);
	return f;
}

// A code as every type that it converts to.
template <class T> __host__ __device__ unsigned code(unsigned i) {
	T e;
	e.__x = (unsigned char)i;
	unsigned h = mix(2166136261u, bits((float)e));
	h = mix(h, bits((float)(double)e));
	h = mix(h, ((__half_raw)(__half)e).x);
	h = mix(h, ((__nv_bfloat16_raw)(__nv_bfloat16)e).x);
	h = mix(h, (bool)e);
	h = mix(h, (unsigned)(signed char)e);
	h = mix(h, (unsigned char)e);
	h = mix(h, (unsigned)(char)e);
	h = mix(h, (unsigned)(short)e);
	h = mix(h, (unsigned short)e);
	h = mix(h, (unsigned)(int)e);
	h = mix(h, (unsigned)e);
	h = mix(h, (unsigned)(long)e);
	h = mix(h, (unsigned)(unsigned long)e);
	h = mix(h, (unsigned)(long long)e);
	return mix(h, (unsigned)(unsigned long long)e);
}

// A value of each type to one format.
#define VALUE(word, kind, T)                                                          \
	h = mix(h, __nv_cvt_float_to_##word(x, kind, r));                             \
	h = mix(h, __nv_cvt_double_to_##word((double)x * 1.0000000000001, kind, r));  \
	h = mix(h, __nv_cvt_halfraw_to_##word(f16, kind, r));                         \
	h = mix(h, __nv_cvt_bfloat16raw_to_##word(b16, kind, r));                     \
	h = mix(h, __nv_cvt_float2_to_##word##x2(float2{x, 3.0f}, kind, r));          \
	h = mix(h, __nv_cvt_double2_to_##word##x2(double2{-0.75, x}, kind, r));       \
	h = mix(h, __nv_cvt_halfraw2_to_##word##x2(__half2_raw{f16.x, 0x4100}, kind, r)); \
	h = mix(h, __nv_cvt_bfloat16raw2_to_##word##x2(__nv_bfloat162_raw{0x4049, b16.x}, kind, r));

#define CLASS(T, T2, T4)                                                      \
	{                                                                     \
		h = mix(h, T(x).__x);                                         \
		T2 two(float2{x, -2.25f});                                    \
		h = mix(h, two.__x);                                          \
		h = mix(h, bits(((float2)two).x) ^ bits(((float2)two).y));    \
		h = mix(h, ((__half2_raw)(__half2)two).y);                    \
		T4 four(float4{x, 0.3f, 100, -x});                            \
		h = mix(h, four.__x);                                         \
		float4 f = (float4)four;                                      \
		h = mix(h, bits(f.x) ^ bits(f.y) ^ bits(f.z) ^ bits(f.w));    \
	}

// The other ways to make them: few values.
template <class T, class T2, class T4> __host__ __device__ unsigned made(float x) {
	__half f16 = __float2half(x);
	__nv_bfloat16 b16 = __float2bfloat16(x);
	unsigned h = mix(T((double)x).__x, mix(T(f16).__x, T(b16).__x));
	h = mix(h, T2(__half2(f16, f16)).__x + T2(__nv_bfloat162(b16, b16)).__x);
	h = mix(h, T4(__half2(f16, f16), __half2(f16, __half(1.0f))).__x);
	h = mix(h, T4(__nv_bfloat162(b16, b16), __nv_bfloat162(b16, __nv_bfloat16(1.0f))).__x);
	return mix(h, T4(double4{x, 1, 2, x}).__x + T((int)x).__x + T((unsigned short)x).__x);
}

__host__ __device__ unsigned value(float x) {
	unsigned h = 2166136261u;
	__half_raw f16 = __float2half_rz(x);
	__nv_bfloat16_raw b16 = __float2bfloat16_rz(x);
	for (int i = 0; i < 2; i++) {
		cudaRoundMode r = i ? cudaRoundZero : cudaRoundNearest;
		VALUE(fp6, __NV_E2M3, __nv_fp6_e2m3)
		VALUE(fp6, __NV_E3M2, __nv_fp6_e3m2)
		VALUE(fp4, __NV_E2M1, __nv_fp4_e2m1)
	}
	CLASS(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3)
	CLASS(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2)
	CLASS(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1)
	return h;
}

// Exponents and signs of all floats, mantissas at and beside the middle of two results.
constexpr unsigned values = 512 * 64;

__host__ __device__ unsigned one(unsigned i) {
	if (i < 64)
		return mix(code<__nv_fp6_e2m3>(i),
		           mix(code<__nv_fp6_e3m2>(i), code<__nv_fp4_e2m1>(i & 15)));
	unsigned at = i % 64, low = at & 3;
	unsigned m = (at >> 2) << 19 | (low == 0 ? 0 : low == 1 ? 1 : low == 2 ? 0x40000 : 0x7ffff);
	return value(from(i / 64 << 23 | m));
}

__global__ void kernel(unsigned *out) {
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = one(i);
}

int main() {
	static unsigned back[values];
	unsigned h = 0, d = 0, *p;
	for (unsigned i = 0; i < values; i++)
		h = mix(h, one(i));
	printf("host %08x\n", h);
	cudaMalloc(&p, sizeof back);
	kernel<<<values / 256, 256>>>(p);
	cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < values; i++)
		d = mix(d, back[i]);
	for (int i = 0; i < 50; i++) {
		float x = (float)i * 0.37f;
		h = mix(h, made<__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3>(x));
		h = mix(h, made<__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2>(x));
		h = mix(h, made<__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1>(x));
	}
	printf("all on the host %08x\n", h);
	printf("kernel %08x\n", d);
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof(__nv_fp6_e2m3), sizeof(__nv_fp6x2_e3m2),
	       sizeof(__nv_fp6x4_e3m2), sizeof(__nv_fp4_e2m1), sizeof(__nv_fp4x2_e2m1),
	       sizeof(__nv_fp4x4_e2m1));
}
