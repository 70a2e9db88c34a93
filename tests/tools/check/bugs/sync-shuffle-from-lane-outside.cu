// expect: Shuffle of a value of lane 20, which does not take part.; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	if (threadIdx.x < 16)
		o[threadIdx.x] = __shfl_sync(0xffff, threadIdx.x, 20); // bug
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
