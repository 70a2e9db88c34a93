// expect: Potential R; block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[32];
	s[threadIdx.x] = threadIdx.x; // other
	o[threadIdx.x] = s[threadIdx.x ^ 1]; // bug
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
