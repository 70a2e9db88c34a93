// expect: Potential; block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[64];
	s[threadIdx.x] = threadIdx.x; // other
	o[threadIdx.x] = s[63 - threadIdx.x]; // bug
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 64>>>(o);
	cudaDeviceSynchronize();
}
