// expect: Deadlock. Every thread left waits, this one at a barrier.; block (0,0,0)
// expect: Program hit cudaErrorLaunchTimeout; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	if (threadIdx.x < 32)
		asm volatile("barrier.sync 1, 64;" ::: "memory"); // bug
}
int main() {
	f<<<1, 64>>>();
	cudaDeviceSynchronize();
}
