// total.cu - sums of an array by warps, blocks and one atomic each; what to add is a lambda.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

template <typename T>
__device__ T warp_sum(T v)
{
	for (int d = warpSize / 2; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	return v;
}

template <typename F>
__global__ void total(int n, unsigned long long *result, F value)
{
	__shared__ unsigned long long part[32];
	unsigned long long sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += value(i);
	sum = warp_sum(sum);
	if (threadIdx.x % warpSize == 0)
		part[threadIdx.x / warpSize] = sum;
	__syncthreads();
	if (threadIdx.x < warpSize) {
		sum = warp_sum(threadIdx.x < blockDim.x / warpSize ? part[threadIdx.x] : 0);
		if (threadIdx.x == 0)
			atomicAdd(result, sum);
	}
}

int main()
{
	const int n = 100000;
	unsigned long long *result;
	cudaMallocManaged(&result, sizeof *result);
	*result = 0;
	total<<<8, 256>>>(n, result, [] __device__(int i) -> unsigned long long { return i % 10; });
	cudaError_t e = cudaDeviceSynchronize();
	printf("total of the last digits below %d: %llu (%s)\n", n, *result, cudaGetErrorString(e));
	return *result != 450000;
}
