// expect: Invalid mbarrier. An ordinary store overwrites the object.; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f() {
	__shared__ unsigned long long b[2];
	unsigned a = (unsigned)__cvta_generic_to_shared(&b[0]);
	volatile unsigned *v = (volatile unsigned *)b;
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(a) : "memory");
	v[1] = 0; // bug
}
int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
