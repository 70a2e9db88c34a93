// expect: Program hit cudaErrorInvalidResourceHandle; nowhere
#include <cuda_runtime.h>
int main() {
	cudaEvent_t a, b;
	float ms;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	cudaEventRecord(b);
	cudaEventElapsedTime(&ms, a, b);
}
