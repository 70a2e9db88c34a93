// cuda::barrier without init.
// expect: Invalid mbarrier. The object was not initialized.; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void f() {
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	b.arrive_and_wait(); // bug
}

int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
