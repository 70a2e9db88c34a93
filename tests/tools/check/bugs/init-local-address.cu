// expect: Use of an uninitialized value; thread (2,0,0); block (0,0,0); note is an address
#include <cuda_runtime.h>
__global__ void f(const int *index, int *o) {
	int a[4];
	for (int i = 0; i < index[threadIdx.x]; i++)
		a[i] = i;
	volatile int *p = a;
	int k = p[index[4] & 3];
	o[k & 31] = 1; // bug
}
int main() {
	int *x, *o, h[5] = {4, 4, 3, 4, 3};
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&o, 128);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	f<<<1, 4>>>(x, o);
	cudaDeviceSynchronize();
}
