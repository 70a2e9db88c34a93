// occupancy.cu - how many warps a multiprocessor can hold, by the size of a block and what it needs.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void plain(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

extern __shared__ float tile[];

__global__ void with_tile(float *x)
{
	tile[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	x[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void with_table(float *x)
{
	__shared__ float table[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		table[i] = x[i];
	__syncthreads();
	x[blockIdx.x * blockDim.x + threadIdx.x] = table[int(x[threadIdx.x]) & 4095];
}

static void row(const char *name, const void *kernel, int block, size_t shared)
{
	cudaDeviceProp p;
	int blocks = 0;
	cudaGetDeviceProperties(&p, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, shared);
	int warps = blocks * ((block + 31) / 32), most = p.maxThreadsPerMultiProcessor / 32;
	printf("%-10s %4d threads %6zu bytes: %2d blocks, %2d of %d warps\n", name, block, shared, blocks,
	       warps, most);
}

int main()
{
	for (int block : {32, 48, 128, 256, 768, 1024})
		row("plain", (const void *)plain, block, 0);
	for (int block : {32, 128, 512})
		row("with_table", (const void *)with_table, block, 0);
	for (size_t kib : {1, 8, 16, 32, 48})
		row("with_tile", (const void *)with_tile, 256, kib << 10);
	return 0;
}
