// expect: Potential
// expect: Potential; bug 2
#include <cuda_runtime.h>
__global__ void f(int *lock, int *sum) {
	if (blockIdx.x) {
		while (atomicCAS(lock, 0, 1))
			;
		__threadfence();
		sum[0] += 1; // bug
		__threadfence();
		atomicExch(lock, 0);
	} else {
		sum[0] += 1; // bug 2
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	f<<<3, 1>>>(p, p + 16);
	cudaDeviceSynchronize();
}
