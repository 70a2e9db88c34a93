// check: numeric
// clean: all
// expect: A NaN is born; thread (0,0,0); note of 0, 0 is
// expect: An infinity is born; thread (0,0,0); bug 2
// expect: A product is lost; thread (0,0,0); bug 3; note Mul of 1e-30, 1e-30 is 0
// expect: A difference loses its digits; thread (0,0,0); bug 4
// expect: A denormal is read as zero; thread (0,0,0); bug 5
// expect: The order of atomic sums decides their digits; bug 6
// expect: A NaN is born; thread (0,0,0); bug 7
#include <cuda_runtime.h>
__global__ void f(const float *a, const double *b, float *o, float *sum) {
	float x;
	int t = threadIdx.x;
	o[t] = a[0] / a[1]; // bug
	o[t] += 1 / a[0]; // bug 2
	o[t + 32] = a[2] * a[2]; // bug 3
	o[t + 64] = a[3] - a[4]; // bug 4
	asm("mul.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a[5]), "f"(a[3])); // bug 5
	o[t + 96] = x;
	atomicAdd(sum, a[3]); // bug 6
	o[t + 128] = (float)(b[0] - b[0]); // bug 7
}
int main() {
	const float host[6] = {0, 0, 1e-30f, 1.2345678f, 1.2345673f, 1e-40f};
	const double inf = 1 / 0.0;
	float *a, *o;
	double *b;
	cudaMalloc(&a, 64);
	cudaMalloc(&b, 64);
	cudaMalloc(&o, 1024);
	cudaMemset(o, 0, 1024);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(b, &inf, sizeof inf, cudaMemcpyHostToDevice);
	f<<<1, 32>>>(a, b, o, o + 200);
	cudaDeviceSynchronize();
}
