// expect: Invalid mbarrier. The object was not initialized.; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	__shared__ unsigned long long b;
	unsigned a = (unsigned)__cvta_generic_to_shared(&b);
	unsigned long long state;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory"); // bug
}
int main() {
	f<<<1, 32>>>();
	cudaDeviceSynchronize();
}
