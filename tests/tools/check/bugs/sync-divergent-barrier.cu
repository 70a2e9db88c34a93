// expect: Barrier error detected. Divergent thread(s) in warp.; thread (32,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *o) {
	if (threadIdx.x < 40)
		__syncthreads(); // bug
	o[threadIdx.x] = 1;
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 64>>>(o);
	cudaDeviceSynchronize();
}
