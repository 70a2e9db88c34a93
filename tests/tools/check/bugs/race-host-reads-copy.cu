// The host reads page-locked memory that an asynchronous copy still writes, and refills the source of another.
// check: race
// expect: Race of a copy of 400 bytes; nowhere; note Read by the host in main
// expect: Race of a copy of 800 bytes; nowhere; note Written by the host in main
#include <cuda_runtime.h>

int main() {
	int *d, *h, *g;
	cudaStream_t a;
	cudaStreamCreate(&a);
	cudaMalloc(&d, 4000);
	cudaMemset(d, 0, 4000);
	cudaMallocHost(&h, 4000);
	cudaHostAlloc(&g, 4000, cudaHostAllocMapped);
	cudaDeviceSynchronize();
	cudaMemcpyAsync(h, d, 400, cudaMemcpyDeviceToHost, a);
	int early = h[99] + h[100];
	cudaStreamSynchronize(a);
	cudaMemcpyAsync(d, g, 800, cudaMemcpyHostToDevice, a);
	g[3] = early;
	return cudaStreamSynchronize(a);
}
