// expect: Invalid __constant__ write of size 64 bytes; thread (0,0,0); block (0,0,0); note to constant memory
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__constant__ __align__(16) int c[64];
__global__ void f(int *p) {
	__shared__ __align__(16) int s[16];
	for (int i = 0; i < 16; i++)
		s[i] = i;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	unsigned from = (unsigned)__cvta_generic_to_shared(s);
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 64;" :: "l"(p), "r"(from) : "memory"); // bug
	asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
}
int main() {
	void *p;
	cudaGetSymbolAddress(&p, c);
	f<<<1, 1>>>((int *)p);
	cudaDeviceSynchronize();
}
