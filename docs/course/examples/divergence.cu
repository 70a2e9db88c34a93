// divergence.cu - the same work, dealt to lanes in two ways: neighbours part, or whole warps agree.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__device__ float slow(float x)
{
#pragma unroll 1
	for (int i = 0; i < 4; i++)
		x = x * 0.5f + 1.0f;
	return x;
}

__device__ float quick(float x)
{
#pragma unroll 1
	for (int i = 0; i < 4; i++)
		x = x * 0.25f - 1.0f;
	return x;
}

// Even lanes go one way, odd lanes the other: a warp runs both.
__global__ void by_lane(float *x)
{
	int i = threadIdx.x;
	if (i % 2 == 0)
		x[i] = slow(x[i]);
	else
		x[i] = quick(x[i]);
}

// Even warps go one way, odd warps the other: no warp runs both.
__global__ void by_warp(float *x)
{
	int i = threadIdx.x;
	if (i / 32 % 2 == 0)
		x[i] = slow(x[i]);
	else
		x[i] = quick(x[i]);
}

int main()
{
	float *x;
	cudaMallocManaged(&x, 64 * sizeof *x);
	for (int i = 0; i < 64; i++)
		x[i] = i;
	by_lane<<<1, 64>>>(x);
	by_warp<<<1, 64>>>(x);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%g %g %g %g (%s)\n", x[0], x[1], x[32], x[33], cudaGetErrorString(e));
	return e;
}
