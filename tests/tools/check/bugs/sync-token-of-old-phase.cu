// expect: Invalid arrival token. It is of a phase that ended before the last one.; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ unsigned long long b;
	unsigned a = (unsigned)__cvta_generic_to_shared(&b), done;
	unsigned long long old, state;
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(a) : "memory");
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(old) : "r"(a) : "memory");
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory");
	asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(a), "l"(old) : "memory"); // bug
	o[0] = done;
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 1>>>(o);
	cudaDeviceSynchronize();
}
