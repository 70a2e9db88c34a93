// A sum of floats in shared memory: its last digits depend on the order.
// check: determinism
// clean: all
// expect: The result of kernel sum(const float *, float *) depends on the order of its threads; note since accesses to __shared__
#include <cuda_runtime.h>
__global__ void sum(const float *in, float *out) {
	__shared__ float s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicAdd(&s, in[threadIdx.x]); // bug
	__syncthreads();
	if (threadIdx.x == 0)
		*out = s;
}
int main() {
	float *p, host[256];
	for (int i = 0; i < 256; i++)
		host[i] = 1.0f / (i + 1) * (i % 7 ? 1 : 1000);
	cudaMalloc(&p, 2048);
	cudaMemset(p, 0, 2048);
	cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
	sum<<<1, 256>>>(p, p + 300);
	cudaDeviceSynchronize();
}
