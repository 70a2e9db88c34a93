// expect: Potential
#include <cuda_runtime.h>
__global__ void f(const int *a, int *o, int n) {
	__shared__ int s[64];
	int sum = 0;
	for (int i = 0; i < n; i++) {
		s[threadIdx.x] = a[i * 64 + threadIdx.x]; // other
		__syncthreads();
		sum += s[threadIdx.x ^ 32]; // bug
	}
	o[threadIdx.x] = sum;
}
int main() {
	int *a, *o;
	cudaMalloc(&o, 256);
	cudaMalloc(&a, 1024);
	int h[256];
	for (int i = 0; i < 256; i++)
		h[i] = i;
	cudaMemcpy(a, h, 1024, cudaMemcpyHostToDevice);
	f<<<1, 64>>>(a, o, 4);
	cudaDeviceSynchronize();
}
