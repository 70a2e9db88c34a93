// Numbers of 16 bits, alone and in pairs.
// check: numeric
// clean: all
// expect: An infinity is born; thread (0,0,0); note Cvt of 70000 is inf
// expect: A difference loses its digits; thread (0,0,0); bug 2
// expect: A NaN is born; thread (0,0,0); bug 3; note Mul of 0, inf is
// expect: A product is lost; thread (0,0,0); bug 4; note Mul of 1.00135803e-05, 1.00135803e-05 is 0
// expect: The order of atomic sums decides their digits; bug 5
// expect: A difference loses its digits; thread (0,0,0); bug 6
// expect: The order of atomic sums decides their digits; bug 7
// expect: An infinity is born; thread (0,0,0); bug 8; note Cvt of 100000 is inf
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void f(const float *a, const __half *h, const __nv_bfloat16 *b, __half *o, __nv_bfloat16 *p) {
	int t = threadIdx.x;
	o[t] = __float2half(a[0]); // bug
	o[t + 32] = __hsub(h[0], h[1]); // bug 2
	__half2 x = __hmul2(__halves2half2(h[2], h[3]), __halves2half2(h[2], h[4])); // bug 3
	o[t + 64] = __low2half(x);
	o[t + 96] = __high2half(x);
	o[t + 128] = __hmul(h[5], h[5]); // bug 4
	atomicAdd(o + 200, h[0]); // bug 5
	p[t] = __hsub(b[0], b[1]); // bug 6
	atomicAdd(p + 40, b[0]); // bug 7
	unsigned r;
	asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(a[1]), "f"(a[2])); // bug 8
	((unsigned *)o)[t + 112] = r;
}
int main() {
	const float host[3] = {70000, 1, 100000};
	const __half half[6] = {1.2345f, 1.2335f, 3, 0, HUGE_VALF, 1e-5f};
	const __nv_bfloat16 brain[2] = {1.234f, 1.226f};
	float *a;
	__half *h, *o;
	__nv_bfloat16 *b, *p;
	cudaMalloc(&a, 64);
	cudaMalloc(&h, 64);
	cudaMalloc(&b, 64);
	cudaMalloc(&o, 1024);
	cudaMalloc(&p, 1024);
	cudaMemset(o, 0, 1024);
	cudaMemset(p, 0, 1024);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(h, half, sizeof half, cudaMemcpyHostToDevice);
	cudaMemcpy(b, brain, sizeof brain, cudaMemcpyHostToDevice);
	f<<<1, 32>>>(a, h, b, o, p);
	cudaDeviceSynchronize();
}
