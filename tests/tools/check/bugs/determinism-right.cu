// Sums of whole numbers, a maximum, a scan: the same in every order.
// check: determinism,all
#include <cstdio>
#include <cuda_runtime.h>
__device__ int total;
__global__ void sums(int *most, int *out) {
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	for (int d = 1; d < 64; d *= 2) {
		int x = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += x;
		__syncthreads();
	}
	atomicAdd(&total, s[t]);
	atomicMax(most, s[t] + (int)blockIdx.x);
	out[blockIdx.x * 64 + t] = s[t];
	if (t == 0)
		printf("block %d\n", blockIdx.x);
}
int main() {
	int *p, h = 0;
	cudaMalloc(&p, 4096);
	cudaMemset(p, 0, 4096);
	sums<<<4, 64>>>(p, p + 16);
	sums<<<4, 64>>>(p, p + 16);
	cudaMemcpyFromSymbol(&h, total, sizeof h);
	return h != 2 * 4 * 64 * 63 * 65 / 6;
}
