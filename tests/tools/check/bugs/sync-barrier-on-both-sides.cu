// expect: Barrier error detected. Divergent thread(s) in warp.; thread (1,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *o) {
	if (threadIdx.x & 1) {
		o[threadIdx.x] = 1;
		asm volatile("bar.sync 0;" ::: "memory"); // bug
	} else {
		o[threadIdx.x] = 2;
		asm volatile("bar.sync 0;" ::: "memory");
	}
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
