// expect: Host API uninitialized memory access; nowhere
#include <cuda_runtime.h>
int main() {
	int *a, h[32];
	cudaMalloc(&a, 128);
	cudaMemset(a, 0, 64);
	cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
}
