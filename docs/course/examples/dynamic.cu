// dynamic.cu - dynamic parallelism: kernels that launch kernels, one level of a tree after the other.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Each block stands for a part of [0, 1). Where the root is far from a straight line, the part is cut in two:
// by a grid of two blocks, which this block launches.
__global__ void refine(float low, float width, int depth, int *parts)
{
	float from = low + blockIdx.x * width, to = from + width, middle = from + width / 2;
	float off = sqrtf(middle) - (sqrtf(from) + sqrtf(to)) / 2;
	atomicAdd(&parts[depth], 1);
	if (off > 0.003f && depth < 5)
		refine<<<2, 1>>>(from, width / 2, depth + 1, parts);
}

int main()
{
	int *parts;
	cudaMallocManaged(&parts, 6 * sizeof *parts);
	for (int i = 0; i < 6; i++)
		parts[i] = 0;
	refine<<<4, 1>>>(0, 0.25f, 0, parts);
	cudaError_t e = cudaDeviceSynchronize();
	for (int i = 0; i < 6; i++)
		printf("depth %d: %d parts\n", i, parts[i]);
	printf("%s\n", cudaGetErrorString(e));
	return e;
}
