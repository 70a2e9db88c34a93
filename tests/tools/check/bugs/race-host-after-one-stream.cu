// The host waits for one stream and reads what the kernel of another one writes, in the next page and in a string function.
// check: race
// expect: Race of a kernel with a read at; note Read by the host in main; note in stream
#include <cuda_runtime.h>
#include <string.h>

__global__ void put(char *p) {
	p[threadIdx.x] = 'x'; // bug
}

int main() {
	char *p, copy[64];
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMallocManaged(&p, 1 << 16);
	put<<<1, 64, 0, a>>>(p);
	put<<<1, 64, 0, b>>>(p + 4096);
	cudaStreamSynchronize(a);
	memcpy(copy, p, sizeof copy);
	memcpy(copy, p + 4096 + (copy[0] != 'x'), sizeof copy);
	return cudaDeviceSynchronize() + (copy[0] != 'x');
}
