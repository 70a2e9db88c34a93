// expect: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaFree.; nowhere
#include <cuda_runtime.h>
int main() {
	int *p;
	cudaMalloc(&p, 128);
	cudaFree(p + 1);
	cudaFree(p);
}
