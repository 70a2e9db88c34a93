// expect: Trace/breakpoint trap; thread (3,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	if (threadIdx.x == 3)
		__trap(); // bug
}
int main() {
	f<<<1, 32>>>();
	cudaDeviceSynchronize();
}
