// expect: Potential WAW hazard detected at __shared__ 0x400 in block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[1];
	s[0] = threadIdx.x; // bug
	__syncthreads();
	o[0] = s[0];
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 64>>>(o);
	cudaDeviceSynchronize();
}
