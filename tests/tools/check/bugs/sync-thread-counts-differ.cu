// expect: Barrier error detected. Threads give different thread counts.; thread (32,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 1, 96;" ::: "memory"); // bug
}
int main() {
	f<<<1, 96>>>();
	cudaDeviceSynchronize();
}
