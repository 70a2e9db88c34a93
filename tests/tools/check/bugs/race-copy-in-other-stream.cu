// A kernel reads what a copy in another stream brings; and a copy takes away what a kernel writes.
// check: race
// expect: Race of a kernel with a copy of 128 bytes; thread (0,0,0); block (0,0,0); note nothing orders a copy of 128 bytes
// expect: Race of a kernel with a copy of 128 bytes; thread (0,0,0); block (0,0,0); bug 2; note nothing orders a launch of use(int const*, int*)
#include <cuda_runtime.h>

__global__ void use(const int *p, int *q) {
	int x = p[threadIdx.x]; // bug
	q[threadIdx.x] = x + 1; // bug 2
}

int main() {
	int *p, *q, *h;
	cudaStream_t a, b;
	cudaMalloc(&p, 128);
	cudaMalloc(&q, 128);
	cudaMallocHost(&h, 256);
	cudaStreamCreate(&a);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMemcpyAsync(p, h, 128, cudaMemcpyHostToDevice, a);
	use<<<1, 32, 0, b>>>(p, q);
	cudaMemcpyAsync(h + 32, q, 128, cudaMemcpyDeviceToHost, a);
	return cudaDeviceSynchronize();
}
