// streams.cu - work in two streams, and an event that makes one wait for the other.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

__global__ void fill(int *x, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = value + i % 7;
}

__global__ void join(const int *a, const int *b, int *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}

int main()
{
	const int n = 1 << 16, blocks = n / 256;
	int *a, *b, *sum;
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMalloc(&sum, n * sizeof(int));
	std::vector<int> result(n);

	cudaStream_t left, right;
	cudaEvent_t filled;
	cudaStreamCreate(&left);
	cudaStreamCreate(&right);
	cudaEventCreate(&filled);

	fill<<<blocks, 256, 0, left>>>(a, n, 100);
	fill<<<blocks, 256, 0, right>>>(b, n, 1000);
	cudaEventRecord(filled, right);
	cudaStreamWaitEvent(left, filled, 0); // left goes on when right has filled b
	join<<<blocks, 256, 0, left>>>(a, b, sum, n);
	cudaMemcpyAsync(result.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost, left);
	cudaError_t e = cudaStreamSynchronize(left);

	printf("%d %d %d (%s)\n", result[0], result[1], result[n - 1], cudaGetErrorString(e));
	return e != cudaSuccess || result[1] != 1102;
}
