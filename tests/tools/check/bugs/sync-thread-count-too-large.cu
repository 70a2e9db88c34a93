// expect: Barrier error detected. The thread count is larger than the block.; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	asm volatile("bar.sync 2, 128;" ::: "memory"); // bug
}
int main() {
	f<<<1, 64>>>();
	cudaDeviceSynchronize();
}
