// expect: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaMemcpy.; nowhere
#include <cuda_runtime.h>
int main() {
	int *p, h[128] = {0};
	cudaMalloc(&p, 256);
	cudaMemcpy(p, h, 257, cudaMemcpyHostToDevice);
	cudaFree(p);
}
