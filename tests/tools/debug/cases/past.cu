// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__constant__ int factor;
__device__ int total;
__global__ void fill(int *v)
{
	v[threadIdx.x] = factor * (int)threadIdx.x;
}
__global__ void add(const int *v, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += v[i];
	atomicAdd(&total, sum);
	if (threadIdx.x == 0)
		printf("sum %d\n", sum);
}
int main()
{
	int *v, one = 1, two = 2, sum;
	cudaMalloc(&v, 32 * sizeof *v);
	cudaMemcpyToSymbol(factor, &one, sizeof one);
	fill<<<1, 32>>>(v);
	add<<<1, 1>>>(v, 4);
	cudaMemcpyToSymbol(factor, &two, sizeof two);
	fill<<<1, 32>>>(v);
	add<<<1, 1>>>(v, 4);
	cudaMemcpyFromSymbol(&sum, total, sizeof sum);
	printf("total %d\n", sum);
	int *w;
	cudaMalloc(&w, 32 * sizeof *w);
	fill<<<1, 32>>>(w);
	cudaFree(w);
	add<<<1, 1>>>(v, 2);
	cudaDeviceSynchronize();
	return sum == 18 ? 4 : 5;
}
