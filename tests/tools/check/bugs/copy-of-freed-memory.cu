// expect: Program hit cudaErrorInvalidValue; nowhere
#include <cuda_runtime.h>
int main() {
	int *p, h[32];
	cudaMalloc(&p, 128);
	cudaMemset(p, 0, 128);
	cudaFree(p);
	cudaMemcpy(h, p, 128, cudaMemcpyDeviceToHost);
}
