// latency.cu - the same sums as one chain of additions, and as four: how many can be under way at a time?
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Each addition waits for the one before it.
__global__ void one_chain(const float *x, float *sum, int n)
{
	float s = 0;
#pragma unroll 1
	for (int i = 0; i < n; i += 4) {
		s += x[i * 32 + threadIdx.x];
		s += x[(i + 1) * 32 + threadIdx.x];
		s += x[(i + 2) * 32 + threadIdx.x];
		s += x[(i + 3) * 32 + threadIdx.x];
	}
	sum[threadIdx.x] = s;
}

// Four chains that know nothing of each other.
__global__ void four_chains(const float *x, float *sum, int n)
{
	float a = 0, b = 0, c = 0, d = 0;
#pragma unroll 1
	for (int i = 0; i < n; i += 4) {
		a += x[i * 32 + threadIdx.x];
		b += x[(i + 1) * 32 + threadIdx.x];
		c += x[(i + 2) * 32 + threadIdx.x];
		d += x[(i + 3) * 32 + threadIdx.x];
	}
	sum[threadIdx.x] = (a + b) + (c + d);
}

int main()
{
	const int n = 64;
	float *x, *sum;
	cudaMallocManaged(&x, n * 32 * sizeof *x);
	cudaMallocManaged(&sum, 64 * sizeof *sum);
	for (int i = 0; i < n * 32; i++)
		x[i] = i % 32;
	one_chain<<<1, 32>>>(x, sum, n);
	four_chains<<<1, 32>>>(x, sum + 32, n);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%g %g (%s)\n", sum[31], sum[63], cudaGetErrorString(e));
	return e;
}
