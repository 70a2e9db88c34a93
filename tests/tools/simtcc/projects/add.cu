// The program that every project builds: a kernel, a variable, and what they print.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int bias = 100;

__global__ void add(int *a, int *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] += b[i] + bias;
}

int run() {
	int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, *da, *db, some = 1000;
	cudaMalloc(&da, sizeof a);
	cudaMalloc(&db, sizeof b);
	cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
	cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(bias, &some, sizeof some);
	add<<<2, 2>>>(da, db, 4);
	cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d %s\n", a[0], a[1], a[2], a[3], cudaGetErrorString(cudaGetLastError()));
	return 0;
}
