// expect: Potential
#include <cuda_runtime.h>
__global__ void f(int *p) {
	if (threadIdx.x == 0)
		p[0] += 1; // bug
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	f<<<4, 32>>>(p);
	cudaDeviceSynchronize();
}
