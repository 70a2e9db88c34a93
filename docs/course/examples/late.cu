// late.cu - the error of a kernel comes with a later call than the launch.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void fill(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int last = n - i;
	out[last] = i;
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	fill<<<1, 64>>>(out, 1 << 24);
	printf("launch:      %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("synchronize: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("free:        %s\n", cudaGetErrorName(cudaFree(out)));
}
