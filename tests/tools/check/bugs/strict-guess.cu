// The test before an atomic maximum is a plain load.
// check: race:guess
// clean: all
// expect: Potential; note Strict guess: a plain load
#include <cuda_runtime.h>
__global__ void f(int *best, const int *x) {
	if (*best < x[threadIdx.x]) // bug
		atomicMax(best, x[threadIdx.x]); // other
}
int main() {
	int *p, host[64];
	for (int i = 0; i < 64; i++)
		host[i] = i * 7 % 64;
	cudaMalloc(&p, 512);
	cudaMemset(p, 0, 512);
	cudaMemcpy(p + 64, host, sizeof host, cudaMemcpyHostToDevice);
	f<<<1, 64>>>(p, p + 64);
	cudaDeviceSynchronize();
}
