// A fill and a copy of the same bytes in two streams: no kernel has part in it.
// check: race
// expect: Race of a fill of 256 bytes; nowhere; note the nearest allocation
#include <cuda_runtime.h>

int main() {
	int *p, *q;
	cudaStream_t a, b;
	cudaMalloc(&p, 256);
	cudaMalloc(&q, 256);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMemset(q, 0, 256);
	cudaMemsetAsync(p, 1, 256, a);
	cudaMemcpyAsync(q, p, 256, cudaMemcpyDeviceToDevice, b);
	return cudaDeviceSynchronize();
}
