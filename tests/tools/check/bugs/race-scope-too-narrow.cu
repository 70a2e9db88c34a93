// expect: Potential; block (1,0,0)
#include <cuda_runtime.h>
__global__ void f(int *p) {
	asm volatile("red.relaxed.cta.global.add.s32 [%0], %1;" ::"l"(p), "r"(1 + blockIdx.x) : "memory"); // bug
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	f<<<2, 1>>>(p);
	cudaDeviceSynchronize();
}
