// expect: Deadlock. Every thread left waits, this one at a barrier.; block (0,0,0); note block (0,0,0) warp 0 lanes 0xffffffff in _Z1fv line 8 waits at barrier 1, where 32 of 64 threads are; note warp 1 lanes 0xffffffff in _Z1fv line 10 waits at barrier 2, where 32 of 96 threads are
// expect: Program hit cudaErrorLaunchTimeout; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	if (threadIdx.x >= 64)
		return;
	if (threadIdx.x < 32)
		asm volatile("barrier.sync 1, 64;" ::: "memory"); // bug
	else
		asm volatile("barrier.sync 2, 96;" ::: "memory");
}
int main() {
	f<<<1, 96>>>();
	cudaDeviceSynchronize();
}
